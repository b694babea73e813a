//! What need not be looked for again.
//!
//! ```text
//!        ●  half a margin ┬        The search finds every edge within a margin of a vertex, and keeps those within half of it. A step needs
//!        ┊     ┬ need     │ room   those within a sixth: the rest is room. As long as two bodies have moved by less than that since they were
//!   ─────┴─────┴──────────┴        looked at, the same candidates serve again.
//! ```
//!
//! In a pile at rest that is nearly always so, and the search is most of what a step would cost. Only the plain case is kept: vertices in front of solid
//! edges, of two bodies. Where anything is inside, or there are sides to remember, every step looks anew. What is kept decides which candidates a step has, so it
//! is part of the state of a world.

use super::Contacts;
use super::gather::{Gathering, Past, margin};
use super::memory::Remembered;
use super::pairs::{Candidate, Pair, rounding};
use super::seen::Seen;
use super::sway::{Survey, Sway, Way};
use crate::body::{Body, Particles};
use crate::element::spin::STEADY;
use crate::lanes::run_widest;
use crate::math::cross;
use crate::team::Team;

/// Edges within this part of the margin are kept.
const KEPT: f32 = 0.5;

/// The part of the margin that may be used up before two bodies are looked at again. What is left of what is kept is for what gets faster during a step.
const ROOM: f32 = 1.0 / 3.0;

/// Bodies that move against each other get room for so many steps, up to another margin. Their boxes have as much around them.
const AHEAD: f32 = 4.0;

/// So many units are a metre where bodies are followed on their way. Whole numbers forget nothing, however long the way, so that only how far two bodies have gone
/// against each other means anything: where either began to be followed does not.
const UNITS: f32 = (1u64 << 40) as f32;

/// No way of one step counts for more. `[m]`
const LONGEST_WAY: f32 = 1e5;

/// How far a body has gone.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gone {
    /// As a whole. `[2⁻⁴⁰ m]`
    mean: [i64; 2],
    /// By turning and deforming, which is counted as a way and not as where it led. `[2⁻⁴⁰ m]`
    spread: i64,
}

impl Gone {
    fn and(self, sway: Sway) -> Self {
        let [x, y] = sway.mean.to_array().map(|way| (way.clamp(-LONGEST_WAY, LONGEST_WAY) * UNITS) as i64);
        // What is not a number is the farthest there is.
        let spread = if sway.spread < LONGEST_WAY { sway.spread } else { LONGEST_WAY };
        Self {
            mean: [self.mean[0].wrapping_add(x), self.mean[1].wrapping_add(y)],
            spread: self.spread.wrapping_add((spread * UNITS) as i64),
        }
    }
}

/// How far two bodies may go against each other before they must be looked at again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Room {
    /// What is left for turning and deforming. `[2⁻⁴⁰ m]`
    pub left: i64,
    /// Where the first body has gone as a whole, seen from the second. `[2⁻⁴⁰ m]`
    pub shift: [i64; 2],
}

impl Room {
    /// The room of two bodies that have just been looked at, with so much more than usual. `[m]`
    pub(super) fn of([a, b]: [&Body; 2], more: f32) -> Self {
        Self { left: ((ROOM * margin(a).min(margin(b)) + more) * UNITS) as i64, shift: [0; 2] }
    }

    /// What is left of it after both have gone so far.
    #[inline(always)]
    fn after(self, [a, b]: [Gone; 2]) -> Self {
        let shift = |k: usize| self.shift[k].wrapping_add(a.mean[k]).wrapping_sub(b.mean[k]);
        Self { left: self.left.wrapping_sub(a.spread).wrapping_sub(b.spread), shift: [shift(0), shift(1)] }
    }

    /// What it was before both had gone so far.
    fn before(self, [a, b]: [Gone; 2]) -> Self {
        let shift = |k: usize| self.shift[k].wrapping_sub(a.mean[k]).wrapping_add(b.mean[k]);
        Self { left: self.left.wrapping_add(a.spread).wrapping_add(b.spread), shift: [shift(0), shift(1)] }
    }

    /// Whether there is any.
    #[inline(always)]
    fn suffices(self) -> bool {
        let [left, x, y] = [self.left, self.shift[0], self.shift[1]].map(|units| units as f64);
        left > 0.0 && x * x + y * y < left * left
    }
}

/// What every step asks of a [`Pair`], side by side: in a pile at rest most pairs are not looked at otherwise.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lease {
    pub bodies: [u32; 2],
    /// The first of the pairs of their chunks that are near each other, in the list of those, and how many there are.
    pub chunks: [u32; 2],
    /// The room they would have had, had it been there since they began to be followed.
    room: Room,
    /// Whether they have any; else they must be looked at.
    roomy: bool,
    /// Whether there is anything to forget.
    known: bool,
    /// Whether they have candidates.
    pub live: bool,
    /// Whether neither moves, so that they are not live though they have candidates.
    rests: bool,
    /// Whether some vertex has two candidates, one after the other.
    pub notched: bool,
    /// Whether their edges were found not to cross since they were last looked at.
    pub clear: bool,
}

impl Lease {
    /// That of a pair of which nothing is known yet.
    pub(super) fn new(bodies: [u32; 2]) -> Self {
        Self {
            bodies,
            chunks: [0; 2],
            room: Room::default(),
            roomy: false,
            known: false,
            live: false,
            rests: false,
            notched: false,
            clear: false,
        }
    }

    /// That of the same two, looked at anew.
    pub(super) fn anew(&self) -> Self {
        Self { chunks: self.chunks, known: true, ..Self::new(self.bodies) }
    }

    /// Gives the two room from now on. `gone` is how far all bodies have.
    pub(super) fn grant(&mut self, room: Room, gone: &[Gone]) {
        (self.room, self.roomy) = (room.before(self.bodies.map(|body| gone[body as usize])), true);
    }

    /// Has the two be looked at.
    pub(super) fn revoke(&mut self) {
        self.roomy = false;
    }

    /// Whether they have been given room.
    pub(super) fn is_roomy(&self) -> bool {
        self.roomy
    }

    /// What is left of their room, if anything is, when all bodies have `gone` so far.
    #[inline(always)]
    pub(super) fn room(&self, gone: &[Gone]) -> Option<Room> {
        let room = self.room.after(self.bodies.map(|body| gone[body as usize]));
        (self.roomy && room.suffices()).then_some(room)
    }

    /// Takes note of whether neither body moves.
    #[inline(always)]
    pub(super) fn set_resting<'a>(&mut self, rests: bool, pair: impl FnOnce() -> &'a mut Pair) {
        if self.rests != rests {
            self.rests = rests;
            pair().live = self.live && !rests;
        }
    }

    /// Whether what was found when the two were last looked at serves until they have gone so far.
    #[inline(always)]
    pub(super) fn serves<'a>(&self, ahead: &[Gone], candidates: &[Candidate], pair: impl FnOnce() -> &'a mut Pair) -> bool {
        // None may be in front of the same edge twice.
        let same = |two: &[Candidate]| two[0].point == two[1].point && two[0].edge == two[1].edge;
        let doubled = || candidates[pair().own()].windows(2).any(same);
        self.room(ahead).is_some() && !(self.notched && doubled())
    }

    /// Forgets all that is known of a pair, since its bodies are apart.
    pub(super) fn forget<'a>(&mut self, pair: impl FnOnce() -> &'a mut Pair) {
        if self.known {
            *self = Self { chunks: self.chunks, ..Self::new(self.bodies) };
            pair().forget();
        }
    }
}

/// Two bodies, as a snapshot holds what is kept of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct KeptPair {
    pub bodies: [u32; 2],
    pub room: Room,
    /// As in [`Lease`].
    pub clear: bool,
    /// How many candidates they have.
    pub count: u32,
}

/// A candidate of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct KeptCandidate {
    /// The vertex, counted from the first of its body.
    pub index: u32,
    pub of_first: bool,
    pub touched: bool,
    pub edge: u32,
}

/// Two bodies, and how far they move against each other in this step. `[m]`
struct Reach<'a> {
    seen: [Seen<'a>; 2],
    margin: f32,
    way: f32,
}

impl<'a> Reach<'a> {
    fn new(seen: [Seen<'a>; 2], [a, b]: [Sway; 2]) -> Self {
        let margin = margin(seen[0].body).min(margin(seen[1].body));
        Self { seen, margin, way: a.against(b) }
    }

    /// How much more room than usual they need. `[m]`
    fn more(&self) -> f32 {
        let wanted = AHEAD * self.way;
        let [a, b] = self.seen.each_ref().map(|seen| seen.body);
        rounding(a, b) + if wanted < self.margin { wanted } else { self.margin }
    }

    /// Whether the vertex of a candidate is within a distance of the line of its edge, which is never farther away than the edge. `[m]`
    #[inline(always)]
    fn is_within(&self, distance: f32, candidate: &Candidate) -> bool {
        let [vertex, target] = if candidate.of_first { [&self.seen[0], &self.seen[1]] } else { [&self.seen[1], &self.seen[0]] };
        let edge = target.shape.edges[candidate.edge as usize];
        let (a, p) = (target.place(edge.a), vertex.place(candidate.point - vertex.body.first));
        let way = target.place(edge.b) - a;
        let left = cross(way, p - a);
        left * left <= distance * distance * way.length_squared()
    }
}

impl Gathering<'_> {
    /// How much more room than usual two bodies need. `[m]`
    pub(super) fn more_room(&self, bodies: [u32; 2]) -> f32 {
        let sways = bodies.map(|body| self.sways[body as usize]);
        Reach::new(bodies.map(|body| self.around.see(body)), sways).more()
    }

    /// Of the candidates of a pair that were found last, all in front of their edges, leaves out what cannot touch before the bodies are looked at again.
    /// The others stay in their order, along the outline: any other makes piles restless.
    pub(super) fn leave_out_far(&mut self, pair: &Pair) {
        let sways = pair.bodies.map(|body| self.sways[body as usize]);
        let reach = Reach::new(pair.bodies.map(|body| self.around.see(body)), sways);
        let near = KEPT * reach.margin + reach.more() + reach.way;
        let all = &mut self.found.candidates;
        let first = pair.candidates.start as usize;
        let mut kept = first;
        for k in first..all.len() {
            let candidate = all[k];
            if reach.is_within(near, &candidate) {
                all[kept] = candidate;
                kept += 1;
            }
        }
        all.truncate(kept);
    }
}

/// All that may serve again, as plain data: pairs, and the candidates of each.
pub(crate) type Kept = (Vec<KeptPair>, Vec<KeptCandidate>);

impl Contacts {
    /// Works out how bodies will move in a step, if they go on as they do: those that are near others, and those whose
    /// [spin](crate::element::spin) depends on it. Nobody asks for the others.
    pub(super) fn foresee(&mut self, team: &Team, bodies: &[Body], particles: &Particles, dt: f32) {
        let Self { broad, near_others, sways, asked, gone, ahead, .. } = self;
        asked.clear();
        asked.extend(bodies.iter().zip(near_others).map(|(body, near)| *near || body.free && body.loaded));
        run_widest(Survey { team, bodies, particles, asked, way: Way::Ahead(dt, &broad.sways), sways });
        gone.resize(bodies.len(), Gone::default());
        ahead.clear();
        ahead.extend(gone.iter().zip(sways).map(|(gone, sway)| gone.and(*sway)));
    }

    /// Notes which bodies hardly turn or deform in a step of so many substeps, as far as that has been foreseen.
    pub(crate) fn note_steady(&self, bodies: &mut [Body], substeps: u32) {
        bodies.iter_mut().for_each(|body| body.steady = false);
        for (body, sway) in bodies.iter_mut().zip(&self.sways) {
            body.steady = sway.spread < STEADY * body.contact_radius() * substeps as f32;
        }
    }

    /// Takes note of how far bodies have gone since the step began.
    pub(crate) fn wear(&mut self, team: &Team, bodies: &[Body], particles: &Particles) {
        let Self { sways, near_others, gone, .. } = self;
        // Others have no pairs, and bodies that have come since have not been near anybody.
        near_others.resize(bodies.len(), false);
        run_widest(Survey { team, bodies, particles, asked: near_others, way: Way::Gone, sways });
        gone.resize(bodies.len(), Gone::default());
        gone.iter_mut().zip(sways).for_each(|(gone, sway)| *gone = gone.and(*sway));
    }

    /// What is remembered of vertices: of all pairs, or of those alone that are not kept.
    pub(crate) fn remembered(&self, bodies: &[Body], all: bool) -> Vec<Remembered> {
        let Self { pairs, leases, candidates, memory, gone, .. } = self;
        let mut list = memory.list.clone();
        let past = Past { pairs, leases, candidates, memory };
        let own = pairs.iter().zip(leases).filter(|(_, lease)| lease.live && (all || lease.room(gone).is_none()));
        own.for_each(|(pair, _)| past.recall(pair, bodies, &mut list));
        if !memory.list.is_empty() {
            list.sort_by_key(|known| known.bodies);
        }
        list
    }

    /// See [`Kept`].
    pub(crate) fn kept(&self, bodies: &[Body]) -> Kept {
        let (mut pairs, mut candidates) = (Vec::with_capacity(self.pairs.len()), Vec::with_capacity(self.candidates.len()));
        for (pair, lease) in self.pairs.iter().zip(&self.leases) {
            let &Lease { bodies: both, clear, .. } = lease;
            let Some(room) = lease.room(&self.gone) else { continue };
            let own = &self.candidates[pair.own()];
            let first = both.map(|body| bodies[body as usize].first);
            pairs.push(KeptPair { bodies: both, room, clear, count: own.len() as u32 });
            candidates.extend(own.iter().map(|&Candidate { point, of_first, touched, edge, .. }| {
                let index = point - first[usize::from(!of_first)];
                KeptCandidate { index, of_first, touched, edge }
            }));
        }
        (pairs, candidates)
    }

    /// Takes over what [`Contacts::kept`] has given; nothing if it does not fit the bodies.
    pub(crate) fn keep(&mut self, (pairs, candidates): Kept, bodies: &[Body]) -> Option<()> {
        let sound = |pair: &KeptPair| pair.bodies[0] < pair.bodies[1] && pair.room.suffices();
        if !pairs.is_sorted_by(|a, b| a.bodies < b.bodies) || !pairs.iter().all(sound) {
            return None;
        }
        let mut rest = candidates.as_slice();
        self.candidates.reserve(rest.len());
        self.pairs.reserve(pairs.len());
        for KeptPair { bodies: places, room, clear, count } in pairs {
            let both = [bodies.get(places[0] as usize)?, bodies.get(places[1] as usize)?];
            let (own, others) = rest.split_at_checked(count as usize)?;
            rest = others;
            let start = self.candidates.len() as u32;
            for &KeptCandidate { index, of_first, touched, edge } in own {
                let [vertex, target] = if of_first { both } else { [both[1], both[0]] };
                let shape = &target.blueprint.0.contact;
                if !(shape.solid && (index as usize) < vertex.range().len() && (edge as usize) < shape.edges.len()) {
                    return None;
                }
                let point = vertex.first + index;
                self.candidates.push(Candidate { point, edge, side: 1.0, of_first, inside: 0, touched, over: false });
            }
            let known = Pair::new(places).anew(both);
            let notched = self.candidates[start as usize..].windows(2).any(|two| two[0].point == two[1].point);
            let candidates = start..start + count;
            let live = count > 0;
            self.pairs.push(Pair { candidates, capacity: count, live, fresh: false, ..known });
            self.leases.push(Lease { room, roomy: true, known: true, live, notched, clear, ..Lease::new(places) });
        }
        self.gone.resize(bodies.len(), Gone::default());
        self.matched = false;
        rest.is_empty().then_some(())
    }

    /// Has everything be looked for anew, since something was put elsewhere, or places in the lists are going to change.
    pub(crate) fn look_again(&mut self, bodies: &[Body]) {
        self.memory.list = self.remembered(bodies, true);
        [&mut self.stale, &mut self.live].into_iter().for_each(Vec::clear);
        self.pairs.clear();
        self.leases.clear();
        self.candidates.clear();
        self.gone.clear();
        self.formation.disband();
        self.reweigh();
        self.matched = false;
    }
}
