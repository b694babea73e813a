//! What need not be looked for again.
//!
//! ```text
//!        ●         margin ┬        The search finds every edge within the margin of a vertex. A step needs those within half of it:
//!        ┊     ┬ need     │ room   the other half is room. As long as two bodies have moved by less than that since they were looked
//!   ─────┴─────┴──────────┴        at, the same candidates serve again.
//! ```
//!
//! In a pile at rest that is nearly always so, and the search is most of what a step would cost. Only the plain case is kept: vertices in front of solid
//! edges, of two bodies. Where anything is inside, or there are sides to remember, every step looks anew. What is kept decides which candidates a step has, so it
//! is part of the state of a world.

use super::Contacts;
use super::gather::{Finding, Gathering, margin};
use super::pairs::{Candidate, Pair};
use super::seen::Seen;
use crate::body::{Body, Particles};
use crate::element::spin::STEADY;
use crate::math::cross;
use glam::Vec2;

/// The part of the margin that may be used up before two bodies are looked at again. What is left is for what gets faster during a step.
const ROOM: f32 = 0.5;

/// How far two bodies may still move against each other before they must be looked at again.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Room {
    /// What is left for turning and deforming, which is counted as a way and not as where it led. `[m]`
    pub left: f32,
    /// Where the first body has gone as a whole, seen from the second. `[m]`
    pub shift: Vec2,
}

impl Room {
    /// The room of two bodies that have just been looked at.
    pub(super) fn of(a: &Body, b: &Body) -> Self {
        Self { left: ROOM * margin(a).min(margin(b)), shift: Vec2::ZERO }
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

/// How the points of a body move: together, and how far at most one of them from that. `[m]`
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sway {
    mean: Vec2,
    spread: f32,
}

impl Sway {
    /// Those of all bodies that are asked for and do not rest.
    fn of_all<W: ExactSizeIterator<Item = Vec2> + Clone>(
        sways: &mut Vec<Self>,
        bodies: &[Body],
        asked: &[bool],
        ways: impl Fn(&Body) -> W,
    ) {
        let sway = |(body, &asked): (&Body, &bool)| if asked && !body.rests() { Self::of(ways(body)) } else { Self::default() };
        sways.clear();
        sways.extend(bodies.iter().zip(asked).map(sway));
    }

    fn of(ways: impl ExactSizeIterator<Item = Vec2> + Clone) -> Self {
        let mean = ways.clone().sum::<Vec2>() / ways.len() as f32;
        let square = ways.map(|way| (way - mean).length_squared()).fold(0.0, |most: f32, way| if way <= most { most } else { way });
        Self { mean, spread: square.sqrt() }
    }
}

/// Two bodies that are near each other, but no vertex of one is near an edge of the other.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Vacant {
    /// Their places in the list, the lower first.
    pub bodies: [u32; 2],
    pub room: Room,
}

/// Two bodies and how many candidates they have, as a snapshot holds them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct KeptPair {
    pub bodies: [u32; 2],
    pub room: Room,
    pub count: u32,
}

/// A candidate of them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct KeptCandidate {
    /// The vertex, counted from the first of its body.
    pub index: u32,
    pub of_first: bool,
    pub edge: u32,
}

/// What the last search has found, sorted by bodies; goes forward from pair to pair.
#[derive(Clone, Copy)]
pub(super) struct Kept<'a> {
    pub pairs: &'a [Pair],
    pub candidates: &'a [Candidate],
    pub vacant: &'a [Vacant],
    /// How many pairs there were.
    pub count: usize,
    /// How every body will move in the step, if it goes on as it does.
    pub sways: &'a [Sway],
}

impl<'a> Kept<'a> {
    /// Skips what comes before two bodies.
    pub(super) fn skip_to(&mut self, bodies: [u32; 2]) {
        self.pairs = &self.pairs[self.pairs.partition_point(|pair| pair.bodies < bodies)..];
        self.vacant = &self.vacant[self.vacant.partition_point(|vacant| vacant.bodies < bodies)..];
    }

    /// Two bodies that come after all that were asked for before: their candidates, how many of these were near, and the room they have.
    fn take(&mut self, bodies: [u32; 2]) -> Option<Serving<'a>> {
        self.pairs = &self.pairs[self.pairs.iter().take_while(|pair| pair.bodies < bodies).count()..];
        self.vacant = &self.vacant[self.vacant.iter().take_while(|vacant| vacant.bodies < bodies).count()..];
        if let [pair, ..] = self.pairs
            && pair.bodies == bodies
        {
            let candidates = &self.candidates[pair.candidates.start as usize..pair.candidates.end as usize];
            let place = (self.count - self.pairs.len()) as u32;
            return Some(Serving { candidates, near: pair.near as usize, place, room: pair.room });
        }
        let vacant = self.vacant.first().filter(|vacant| vacant.bodies == bodies)?;
        Some(Serving { candidates: &[], near: 0, place: 0, room: vacant.room })
    }

    /// What two bodies had in the step before, if their room suffices for another step.
    pub(super) fn serving(&mut self, bodies: [u32; 2], all: &[Body]) -> Option<Serving<'a>> {
        let serving = self.take(bodies)?;
        let sided = bodies.iter().any(|&body| all[body as usize].filter.one_way.is_some());
        let suffices = serving.room.after(bodies.map(|body| self.sways[body as usize])).suffices();
        (suffices && !sided).then_some(serving)
    }
}

/// What may serve two bodies for another step.
pub(super) struct Serving<'a> {
    pub candidates: &'a [Candidate],
    /// How many of them, the first ones, were near in the step before.
    pub near: usize,
    /// Where the pair was in the list.
    pub place: u32,
    pub room: Room,
}

/// Two bodies, and how near a vertex must be to an edge to touch it in this step. `[m]`
pub(super) struct Reach<'a> {
    seen: [Seen<'a>; 2],
    need: f32,
}

impl Reach<'_> {
    /// Whether a vertex is in front of its edge, and whether it is near.
    #[inline(always)]
    pub(super) fn of(&self, candidate: &Candidate) -> (bool, bool) {
        let [vertex, target] = if candidate.of_first { [&self.seen[0], &self.seen[1]] } else { [&self.seen[1], &self.seen[0]] };
        let edge = target.shape.edges[candidate.edge as usize];
        let (a, p) = (target.place(edge.a), vertex.place(candidate.point - vertex.body.first));
        let way = target.place(edge.b) - a;
        let distance = cross(way, p - a);
        // The line of an edge is never farther away than the edge.
        let far = distance * distance > self.need * self.need * way.length_squared();
        (distance <= 0.0, !far)
    }
}

impl<'a> Gathering<'a> {
    pub(super) fn reach(&self, bodies: [u32; 2]) -> Reach<'a> {
        let seen = bodies.map(|body| self.around.see(body));
        let ways = bodies.map(|body| self.kept.sways[body as usize]);
        let reach = (ways[0].mean - ways[1].mean).length() + ways[0].spread + ways[1].spread;
        let need = (1.0 - ROOM) * margin(seen[0].body).min(margin(seen[1].body)) + reach;
        Reach { seen, need }
    }

    /// Lets the candidates of two bodies serve again, if they do: vertices must still be in front of their edges, and none of them twice in front of the same one.
    pub(super) fn keep(&mut self, bodies: [u32; 2]) -> bool {
        let Some(Serving { candidates, near, place, room }) = self.kept.serving(bodies, self.around.bodies) else { return false };
        if candidates.is_empty() {
            self.found.vacant.push(Vacant { bodies, room });
            return true;
        }
        if candidates.windows(2).any(|two| two[0].point == two[1].point && two[0].edge == two[1].edge) {
            return false;
        }
        let reach = self.reach(bodies);
        let Finding { candidates: found, far, pairs, .. } = &mut *self.found;
        let begin = found.len();
        far.clear();
        let mut alike = true;
        for (k, candidate) in candidates.iter().enumerate() {
            let (in_front, is_near) = reach.of(candidate);
            if !in_front {
                found.truncate(begin);
                return false;
            }
            alike &= is_near == (k < near);
            let list = if is_near { &mut *found } else { &mut *far };
            list.push(Candidate { touched: false, ..*candidate });
        }
        let mut pair = Pair::new(bodies, begin as u32, self.around.bodies);
        pair.near = (found.len() - begin) as u32;
        pair.again = alike.then_some(place);
        found.extend_from_slice(far);
        (pair.candidates.end, pair.room) = (found.len() as u32, room);
        pairs.push(pair);
        true
    }

    /// Puts those candidates of a pair first that may touch in this step, all of which are in front of their edges.
    pub(super) fn put_near_first(&mut self, pair: &mut Pair) {
        let reach = self.reach(pair.bodies);
        let Finding { candidates, far, .. } = &mut *self.found;
        let own = &mut candidates[pair.candidates.start as usize..];
        far.clear();
        let mut near = 0;
        for k in 0..own.len() {
            let candidate = own[k];
            if reach.of(&candidate).1 {
                own[near] = candidate;
                near += 1;
            } else {
                far.push(candidate);
            }
        }
        own[near..].copy_from_slice(far);
        pair.near = near as u32;
    }
}

impl Contacts {
    /// Works out how bodies will move in a step, if they go on as they do: those that are near others, and those whose
    /// [spin](crate::element::spin) depends on it. Nobody asks for the others.
    pub(super) fn foresee(&mut self, bodies: &[Body], particles: &Particles, dt: f32) {
        let Self { broad, sways, asked, .. } = self;
        asked.clear();
        asked.extend(bodies.iter().map(|body| body.free && body.loaded));
        let near = broad.pairs.iter().flatten().map(|&chunk| broad.boxes[chunk as usize].body);
        near.for_each(|place| asked[place as usize] = true);
        let way = |record: &[f32; 4]| dt * Vec2::new(record[2], record[3]);
        let ways = |body: &Body| particles.state[body.range()].iter().map(way);
        Sway::of_all(sways, bodies, asked, ways);
    }

    /// Notes which bodies hardly turn or deform in a step of so many substeps, as far as that has been foreseen.
    pub(crate) fn note_steady(&self, bodies: &mut [Body], substeps: u32) {
        bodies.iter_mut().for_each(|body| body.steady = false);
        for (body, sway) in bodies.iter_mut().zip(&self.sways) {
            body.steady = sway.spread < STEADY * body.contact_radius() * substeps as f32;
        }
    }

    /// Takes the way that bodies have gone since the step began from the room they had.
    pub(crate) fn wear(&mut self, bodies: &[Body], particles: &Particles) {
        let Self { pairs, vacant, sways, asked, .. } = self;
        asked.clear();
        asked.resize(bodies.len(), false);
        let near = pairs.iter().map(|pair| pair.bodies).chain(vacant.iter().map(|vacant| vacant.bodies));
        near.flatten().for_each(|place| asked[place as usize] = true);
        let way = |(now, before): (&[f32; 4], &[f32; 4])| Vec2::new(now[0] - before[0], now[1] - before[1]);
        let ways = |body: &Body| particles.state[body.range()].iter().zip(&particles.previous[body.range()]).map(way);
        Sway::of_all(sways, bodies, asked, ways);
        let after = |room: Room, bodies: [u32; 2]| room.after(bodies.map(|body| sways[body as usize]));
        pairs.iter_mut().for_each(|pair| pair.room = after(pair.room, pair.bodies));
        vacant.iter_mut().for_each(|vacant| vacant.room = after(vacant.room, vacant.bodies));
    }

    /// All that may serve again, as plain data: pairs, then the candidates of each; and pairs without any.
    pub(crate) fn kept(&self, bodies: &[Body]) -> ((Vec<KeptPair>, Vec<KeptCandidate>), Vec<Vacant>) {
        let (mut pairs, mut candidates) = (Vec::with_capacity(self.pairs.len()), Vec::with_capacity(self.candidates.len()));
        for pair in self.pairs.iter().filter(|pair| pair.room.suffices()) {
            let own = &self.candidates[pair.candidates.start as usize..pair.candidates.end as usize];
            let first = pair.bodies.map(|body| bodies[body as usize].first);
            pairs.push(KeptPair { bodies: pair.bodies, room: pair.room, count: own.len() as u32 });
            candidates.extend(own.iter().map(|&Candidate { point, of_first, edge, .. }| {
                let index = point - first[usize::from(!of_first)];
                KeptCandidate { index, of_first, edge }
            }));
        }
        ((pairs, candidates), self.vacant.iter().filter(|vacant| vacant.room.suffices()).copied().collect())
    }

    /// Takes over what [`Contacts::kept`] has given; nothing if it does not fit the bodies.
    pub(crate) fn keep(
        &mut self,
        (pairs, candidates): (Vec<KeptPair>, Vec<KeptCandidate>),
        vacant: Vec<Vacant>,
        bodies: &[Body],
    ) -> Option<()> {
        let both = |places: [u32; 2]| {
            let both = [bodies.get(places[0] as usize)?, bodies.get(places[1] as usize)?];
            (places[0] < places[1]).then_some(both)
        };
        let sorted = pairs.is_sorted_by(|a, b| a.bodies < b.bodies) && vacant.is_sorted_by(|a, b| a.bodies < b.bodies);
        let mut rooms = pairs.iter().map(|pair| pair.room).chain(vacant.iter().map(|vacant| vacant.room));
        if !sorted || !rooms.all(|room| room.suffices() && room.left.is_finite()) {
            return None;
        }
        vacant.iter().try_for_each(|vacant| both(vacant.bodies).map(|_| ()))?;
        let mut rest = candidates.as_slice();
        self.candidates.reserve(rest.len());
        self.pairs.reserve(pairs.len());
        for KeptPair { bodies: places, room, count } in pairs {
            let both = both(places)?;
            let (own, others) = rest.split_at_checked(count as usize)?;
            rest = others;
            let mut pair = Pair::new(places, self.candidates.len() as u32, bodies);
            for &KeptCandidate { index, of_first, edge } in own {
                let [vertex, target] = if of_first { both } else { [both[1], both[0]] };
                let shape = &target.blueprint.0.contact;
                if !(shape.solid && (index as usize) < vertex.range().len() && (edge as usize) < shape.edges.len()) {
                    return None;
                }
                let point = vertex.first + index;
                self.candidates.push(Candidate { point, edge, side: 1.0, of_first, inside: 0, touched: false, over: false });
            }
            (pair.candidates.end, pair.room) = (self.candidates.len() as u32, room);
            self.pairs.push(pair);
        }
        self.vacant = vacant;
        rest.is_empty().then_some(())
    }

    /// Has everything be looked for anew, since something was put elsewhere, or places in the lists have changed.
    pub(crate) fn look_again(&mut self) {
        self.pairs.clear();
        self.candidates.clear();
        self.vacant.clear();
    }
}
