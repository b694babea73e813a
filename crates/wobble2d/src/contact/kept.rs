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
use super::pairs::{Candidate, Pair};
use super::seen::{Seen, see};
use super::sway::{Survey, Sway, Way};
use crate::body::{Body, Particles};
use crate::element::spin::STEADY;
use crate::lanes::run_widest;
use crate::math::cross;
use crate::team::{Shared, Team};
use glam::Vec2;

/// Edges within this part of the margin are kept.
const KEPT: f32 = 0.5;

/// The part of the margin that may be used up before two bodies are looked at again. What is left of what is kept is for what gets faster during a step.
const ROOM: f32 = 1.0 / 3.0;

/// Bodies that move against each other get room for so many steps, up to another margin. Their boxes have as much around them.
const AHEAD: f32 = 4.0;

/// Every so many steps the candidates of a pair that serve are looked at.
const EVERY: u64 = 8;

/// Candidates farther away than so many margins serve nobody: their bodies were faster when they were found.
const FAR: f32 = 1.5;

/// So many pairs are one part of the work.
const PART: usize = 512;

/// How far two bodies may still move against each other before they must be looked at again.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Room {
    /// What is left for turning and deforming, which is counted as a way and not as where it led. `[m]`
    pub left: f32,
    /// Where the first body has gone as a whole, seen from the second. `[m]`
    pub shift: Vec2,
}

impl Room {
    /// The room of two bodies that have just been looked at, with so much more than usual. `[m]`
    pub(super) fn of(a: &Body, b: &Body, more: f32) -> Self {
        Self { left: ROOM * margin(a).min(margin(b)) + more, shift: Vec2::ZERO }
    }

    /// What is left after both have moved.
    fn after(self, [a, b]: [Sway; 2]) -> Self {
        Self { left: self.left - a.spread - b.spread, shift: self.shift + (a.mean - b.mean) }
    }

    /// Whether there is any. False for what is not a number.
    pub(super) fn suffices(self) -> bool {
        self.shift.length() < self.left
    }
}

/// Two bodies, as a snapshot holds what is kept of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct KeptPair {
    pub bodies: [u32; 2],
    pub room: Room,
    /// As in [`Pair`].
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

/// How candidates stand before a step.
pub(super) struct Served<'a> {
    pub bodies: &'a [Body],
    pub particles: &'a Particles,
    /// How every body will move in the step, if it goes on as it does.
    pub sways: &'a [Sway],
    /// Those of all pairs.
    pub candidates: &'a [Candidate],
    pub step: u64,
}

impl Served<'_> {
    /// Whether what was found when two bodies were last looked at serves another step.
    pub(super) fn serves(&self, pair: &Pair) -> bool {
        let sways = pair.bodies.map(|body| self.sways[body as usize]);
        if !pair.room.after(sways).suffices() {
            return false;
        }
        let own = &self.candidates[pair.own()];
        // None may be in front of the same edge twice.
        let doubled = || own.windows(2).any(|two| two[0].point == two[1].point && two[0].edge == two[1].edge);
        let turn = (self.step + u64::from(pair.bodies[0]) + u64::from(pair.bodies[1])).is_multiple_of(EVERY);
        !(pair.notched && doubled() || turn && !own.is_empty() && self.are_off(pair, sways))
    }

    /// Whether vertices of a pair are behind their edges, or farther away than they need to be.
    fn are_off(&self, pair: &Pair, sways: [Sway; 2]) -> bool {
        let reach = Reach::new(pair.bodies.map(|body| see(self.bodies, body, self.particles)), sways);
        let far = FAR * reach.margin + reach.way;
        self.candidates[pair.own()].iter().any(|candidate| {
            let stand = reach.stand(candidate);
            !stand.in_front() || !stand.is_within(far)
        })
    }
}

/// Two bodies, and how far they move against each other in this step. `[m]`
struct Reach<'a> {
    seen: [Seen<'a>; 2],
    margin: f32,
    way: f32,
}

/// Where a vertex is in relation to the line of an edge: how far left of it, times the length of the edge, and the square of that. `[m²]`
struct Stand {
    left: f32,
    square: f32,
}

impl Stand {
    fn in_front(&self) -> bool {
        self.left <= 0.0
    }

    /// The line of an edge is never farther away than the edge.
    fn is_within(&self, distance: f32) -> bool {
        self.left * self.left <= distance * distance * self.square
    }
}

impl<'a> Reach<'a> {
    fn new(seen: [Seen<'a>; 2], [a, b]: [Sway; 2]) -> Self {
        let margin = margin(seen[0].body).min(margin(seen[1].body));
        Self { seen, margin, way: (a.mean - b.mean).length() + a.spread + b.spread }
    }

    /// How much more room than usual they need. `[m]`
    fn more(&self) -> f32 {
        let wanted = AHEAD * self.way;
        if wanted < self.margin { wanted } else { self.margin }
    }

    #[inline(always)]
    fn stand(&self, candidate: &Candidate) -> Stand {
        let [vertex, target] = if candidate.of_first { [&self.seen[0], &self.seen[1]] } else { [&self.seen[1], &self.seen[0]] };
        let edge = target.shape.edges[candidate.edge as usize];
        let (a, p) = (target.place(edge.a), vertex.place(candidate.point - vertex.body.first));
        let way = target.place(edge.b) - a;
        Stand { left: cross(way, p - a), square: way.length_squared() }
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
            if reach.stand(&candidate).is_within(near) {
                all[kept] = candidate;
                kept += 1;
            }
        }
        all.truncate(kept);
    }
}

/// All that may serve again, as plain data: pairs, and the candidates of each.
pub(crate) type Kept = (Vec<KeptPair>, Vec<KeptCandidate>);

impl Pair {
    /// Whether what it has may serve again.
    fn is_kept(&self) -> bool {
        self.room.suffices()
    }
}

impl Contacts {
    /// Works out how bodies will move in a step, if they go on as they do: those that are near others, and those whose
    /// [spin](crate::element::spin) depends on it. Nobody asks for the others.
    pub(super) fn foresee(&mut self, team: &Team, bodies: &[Body], particles: &Particles, dt: f32) {
        let Self { near_others, sways, asked, .. } = self;
        asked.clear();
        asked.extend(bodies.iter().zip(near_others).map(|(body, near)| *near || body.free && body.loaded));
        run_widest(Survey { team, bodies, particles, asked, way: Way::Ahead(dt), sways });
    }

    /// Notes which bodies hardly turn or deform in a step of so many substeps, as far as that has been foreseen.
    pub(crate) fn note_steady(&self, bodies: &mut [Body], substeps: u32) {
        bodies.iter_mut().for_each(|body| body.steady = false);
        for (body, sway) in bodies.iter_mut().zip(&self.sways) {
            body.steady = sway.spread < STEADY * body.contact_radius() * substeps as f32;
        }
    }

    /// Takes the way that bodies have gone since the step began from the room they had.
    pub(crate) fn wear(&mut self, team: &Team, bodies: &[Body], particles: &Particles) {
        let Self { pairs, sways, near_others, .. } = self;
        // Others have no pairs, and bodies that have come since have not been near anybody.
        near_others.resize(bodies.len(), false);
        run_widest(Survey { team, bodies, particles, asked: near_others, way: Way::Gone, sways });
        let count = pairs.len();
        // SAFETY: every pair is in one part.
        #[allow(unsafe_code)]
        let pairs = unsafe { Shared::new(pairs) };
        team.each(count.div_ceil(PART), |part| {
            let own = pairs.range(part * PART..count.min((part + 1) * PART)).iter_mut();
            own.filter(|pair| pair.room.left > 0.0)
                .for_each(|pair| pair.room = pair.room.after(pair.bodies.map(|body| sways[body as usize])));
        });
    }

    /// What is remembered of vertices: of all pairs, or of those alone that are not kept.
    pub(crate) fn remembered(&self, bodies: &[Body], all: bool) -> Vec<Remembered> {
        let Self { pairs, candidates, memory, .. } = self;
        let mut list = memory.list.clone();
        let past = Past { pairs, candidates, memory };
        let own = pairs.iter().filter(|pair| !pair.candidates.is_empty() && (all || !pair.is_kept()));
        own.for_each(|pair| past.recall(pair, bodies, &mut list));
        if !memory.list.is_empty() {
            list.sort_by_key(|known| known.bodies);
        }
        list
    }

    /// See [`Kept`].
    pub(crate) fn kept(&self, bodies: &[Body]) -> Kept {
        let (mut pairs, mut candidates) = (Vec::with_capacity(self.pairs.len()), Vec::with_capacity(self.candidates.len()));
        for pair in self.pairs.iter().filter(|pair| pair.is_kept()) {
            let &Pair { bodies: both, room, clear, .. } = pair;
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
        let sound = |pair: &KeptPair| pair.bodies[0] < pair.bodies[1] && pair.room.suffices() && pair.room.left.is_finite();
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
            let known = Pair::new(places, 0..0).anew(both);
            let notched = self.candidates[start as usize..].windows(2).any(|two| two[0].point == two[1].point);
            let candidates = start..start + count;
            self.pairs.push(Pair { candidates, capacity: count, room, clear, notched, fresh: false, ..known });
        }
        self.matched = false;
        rest.is_empty().then_some(())
    }

    /// Has everything be looked for anew, since something was put elsewhere, or places in the lists are going to change.
    pub(crate) fn look_again(&mut self, bodies: &[Body]) {
        self.memory.list = self.remembered(bodies, true);
        self.pairs.clear();
        self.candidates.clear();
        self.formation.disband();
        self.matched = false;
    }
}
