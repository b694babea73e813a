//! Sixteen pairs of one colour at once.
//!
//! Pairs of a colour share nothing that moves, so sixteen of them march in step, candidate by candidate: with the same operations in the same
//! order as one by one, so that not a bit differs.
//!
//! ```text
//!   lane     0   1   2   3   …  12  13  14  15      each column is a pair of bodies, each row a candidate of every pair;
//!   row 0    ●   ●   ●   ●   ●   ●   ●   ●         columns are sorted by length, so that few places stay empty
//!   row 1    ●   ●   ●   ●   ●   ●   ·   ·
//!   row 2    ●   ●   ·   ·   ·   ·   ·   ·
//! ```
//! What needs more than the plain case (a vertex over a corner, one that walks on to another edge, one in a notch) leaves its lane and is
//! answered alone.

use super::formation::Troops;
use super::pairs::{Candidate, Pair};
use super::respond::Load;
use super::shape::Edge;
use crate::body::Body;
use crate::lanes::Wider;
use crate::team::RECORD;
use core::ops::Range;

/// So many pairs march together.
pub(crate) const MARCH: usize = 16;

/// Sixteen pairs that are answered at once. Lanes without a pair repeat the first that has one, and write the same bits to the same place.
#[derive(Debug, Default)]
pub(crate) struct Squad {
    /// Their places in the list of pairs.
    pub pairs: [u32; MARCH],
    /// Their bodies, first and second.
    pub bodies: [[u32; MARCH]; 2],
    /// Which lanes have a pair, bit by bit.
    pub manned: u16,
    /// Which lanes are still to be written, those without a pair among them.
    pub fresh: u16,
    /// Of which lanes it is not known what their candidates were last told.
    pub untold: u16,
    pub rows: Range<u32>,
    /// All rows that are its own; it may not need the last of them.
    pub(super) room: Range<u32>,
    /// As in [`Pair`](super::pairs::Pair).
    pub skin: Wider,
    pub radius: Wider,
    pub friction: Wider,
    pub belt: Wider,
    /// Where overlap is parted at any price, bit by bit: at any time, and in a blow.
    pub hasty: [u16; 2],
    /// The inverse masses of all points of the first and the second bodies, if [`even`](Self::even). `[1/kg]`
    pub weights: [Wider; 2],
    /// Whether all points of every body have the same mass.
    pub even: bool,
    /// Whether the rows know the weights of particles: some are not even, or nothing moves them.
    weighed: bool,
    /// The local zeros of the first and the second bodies. `[m]`
    pub origins: [[Wider; 2]; 2],
    /// The former less the latter. `[m]`
    pub offset: [Wider; 2],
    pub load: Loads,
}

/// A [`Load`] in every lane.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Loads {
    pub total: Wider,
    pub normal: [Wider; 2],
    pub from: [Wider; 2],
    pub place: [Wider; 2],
    pub spread: Wider,
    pub tangent: Wider,
}

/// One candidate of each of the sixteen pairs, ready to be answered. What is rarely looked at comes last.
#[derive(Clone, Debug)]
#[repr(C)]
pub(crate) struct Row {
    /// Where the records of vertex, beginning and end of the edge are: how many bytes behind the first of all bodies.
    pub at: [[u32; MARCH]; 3],
    /// No particle above has a larger index.
    last: u32,
    /// Which lanes have a candidate here, bit by bit; so all that follow.
    pub live: u16,
    /// Where the vertex belongs on the left of the edge.
    pub left: u16,
    /// Where the vertex belongs to the first body of the pair.
    pub of_first: u16,
    /// Where the edge has neighbours on both sides.
    inner: u16,
    /// Where the next candidate has the same vertex.
    pub shared: u16,
    /// Whether some particles must not be written back: those that nothing moves, which other lanes may share.
    pub partial: bool,
    /// The points before the beginning of the edge and after its end, where it has neighbours.
    around: [[u32; MARCH]; 2],
    /// The inverse masses of vertex, beginning and end, in squads that are [weighed](Squad::weighed). `[1/kg]`
    pub weights: [Wider; 3],
}

impl Squad {
    /// Up to sixteen pairs, which need so many rows of those that are its own. They are still to be written.
    pub(super) fn new(own: &[u32], room: Range<u32>, rows: u32) -> Self {
        let mut squad = Self { rows: room.start..room.start + rows, room, ..Self::default() };
        (0..).zip(own).for_each(|(lane, &pair)| squad.enlist(lane, pair));
        squad
    }

    /// Gives a pair the place of a lane.
    pub(super) fn enlist(&mut self, lane: usize, pair: u32) {
        self.pairs[lane] = pair;
        self.manned |= 1 << lane;
        self.fresh |= 1 << lane;
    }

    /// Takes the pair of a lane away, which repeats the first from then on. Was it the first, then all do so that have none.
    pub(super) fn dismiss(&mut self, lane: usize) {
        let was_first = self.first() == lane;
        self.manned &= !(1 << lane);
        self.fresh |= if was_first { !self.manned } else { 1 << lane };
    }

    /// The first lane that has a pair.
    fn first(&self) -> usize {
        self.manned.trailing_zeros() as usize
    }

    /// Which lanes are to be written: who repeats the first changes with it.
    fn take_fresh(&mut self) -> u16 {
        let fresh = core::mem::take(&mut self.fresh);
        if fresh & self.manned & self.manned.wrapping_neg() != 0 { fresh | !self.manned } else { fresh }
    }

    /// Begins a step: nothing has been exchanged yet.
    pub(super) fn begin(&mut self) {
        self.load = Loads::default();
    }

    /// Puts a candidate of a lane where it stands, and those that repeat the lane with it.
    pub(crate) fn stand(&self, lane: usize, row: &mut Row, candidate: &Candidate, target: Target<'_>, weights: &[f32]) {
        let weights = self.weighed.then_some(weights);
        row.stand(lane, candidate, target, weights);
        if lane == self.first() {
            lanes(!self.manned).for_each(|other| row.repeat(other, lane));
        }
    }

    /// Takes in what a pair is to a lane.
    fn take_in(&mut self, lane: usize, pair: &Pair) {
        (self.bodies[0][lane], self.bodies[1][lane]) = (pair.bodies[0], pair.bodies[1]);
        self.skin.0[lane] = pair.skin;
        self.radius.0[lane] = pair.radius;
        self.friction.0[lane] = pair.friction;
        self.belt.0[lane] = pair.belt;
        for (hasty, blow) in self.hasty.iter_mut().zip([false, true]) {
            *hasty = *hasty & !(1 << lane) | u16::from(pair.haste.now(blow)) << lane;
        }
    }

    /// Makes a lane without a pair what the first is that has one.
    fn repeat_first(&mut self, lane: usize) {
        let first = self.first();
        self.bodies.iter_mut().for_each(|bodies| bodies[lane] = bodies[first]);
        self.hasty.iter_mut().for_each(|hasty| *hasty = repeated(*hasty, lane, first));
        let pairs = [&mut self.weights, &mut self.offset].into_iter().chain(&mut self.origins).flatten();
        for cell in pairs.chain([&mut self.skin, &mut self.radius, &mut self.friction, &mut self.belt]) {
            cell.0[lane] = cell.0[first];
        }
    }

    /// The lane that has a pair.
    pub(super) fn lane_of(&self, pair: u32) -> Option<usize> {
        let here = self.pairs.iter().enumerate().fold(0, |here, (lane, &other)| here | u16::from(other == pair) << lane);
        lanes(here & self.manned).next()
    }

    /// The lanes that have a pair, and the pairs.
    pub(super) fn members(&self) -> impl Iterator<Item = (usize, u32)> {
        lanes(self.manned).map(|lane| (lane, self.pairs[lane]))
    }
}

/// Bits of which one is made what another is.
fn repeated(bits: u16, lane: usize, of: usize) -> u16 {
    bits & !(1 << lane) | (bits >> of & 1) << lane
}

/// The numbers of the bits that are set.
pub(crate) fn lanes(mut bits: u16) -> impl Iterator<Item = usize> {
    core::iter::from_fn(move || {
        let lane = bits.trailing_zeros() as usize;
        bits &= bits.wrapping_sub(1);
        (lane < MARCH).then_some(lane)
    })
}

impl Troops<'_> {
    /// Fills in a squad that has its pairs, and writes those lanes that are not written yet. `shifted` says that local zeros are not where they were.
    pub(super) fn fill(&self, squad: &mut Squad, rows: &mut [Row], shifted: bool) {
        debug_assert_ne!(squad.manned, 0, "a squad without pairs has disbanded");
        let (manned, mut fresh) = (squad.manned, squad.take_fresh());
        for lane in lanes(fresh & manned) {
            let pair = &self.pairs[squad.pairs[lane] as usize];
            for (weights, body) in squad.weights.iter_mut().zip(pair.bodies) {
                weights.0[lane] = self.census[body as usize].weight.unwrap_or(f32::NAN);
            }
        }
        let weights = || lanes(manned).flat_map(|lane| [squad.weights[0].0[lane], squad.weights[1].0[lane]]);
        squad.even = !weights().any(f32::is_nan);
        if !squad.weighed && !weights().all(|weight| weight > 0.0) {
            fresh = u16::MAX;
            squad.weighed = true;
        }
        squad.untold |= fresh & manned;
        for lane in lanes(if shifted { manned } else { fresh & manned }) {
            let pair = &self.pairs[squad.pairs[lane] as usize];
            for (body, origin) in squad.origins.iter_mut().enumerate() {
                let place = self.census[pair.bodies[body] as usize].origin;
                (origin[0].0[lane], origin[1].0[lane]) = (place.x, place.y);
            }
            let [first, second] = &squad.origins;
            squad.offset[0].0[lane] = first[0].0[lane] - second[0].0[lane];
            squad.offset[1].0[lane] = first[1].0[lane] - second[1].0[lane];
        }
        for lane in lanes(fresh & manned) {
            let pair = &self.pairs[squad.pairs[lane] as usize];
            squad.take_in(lane, pair);
            self.write_lane(lane, pair, rows, squad.weighed);
        }
        for lane in lanes(if shifted { !manned } else { fresh & !manned }) {
            squad.repeat_first(lane);
            rows.iter_mut().for_each(|row| row.repeat(lane, squad.first()));
        }
        for row in rows.iter_mut().filter(|_| squad.weighed && fresh != 0) {
            row.partial = row.weights.iter().flat_map(|cell| cell.0).any(|weight| weight == 0.0);
        }
    }

    /// Writes a lane of the rows of a squad, over whatever it was.
    fn write_lane(&self, lane: usize, pair: &Pair, rows: &mut [Row], weighed: bool) {
        let own = &self.candidates[pair.own()];
        let targets = pair.bodies.map(|body| Target::new(&self.bodies[body as usize]));
        let put = |bits: &mut u16, set: bool| *bits = *bits & !(1 << lane) | u16::from(set) << lane;
        for (k, row) in rows.iter_mut().enumerate() {
            // Where a pair has no more candidates its lane stands where it did, so that sixteen records can be written back at once.
            let candidate = &own[k.min(own.len() - 1)];
            put(&mut row.live, k < own.len());
            put(&mut row.shared, k + 1 < own.len() && own[k + 1].point == candidate.point);
            put(&mut row.of_first, candidate.of_first);
            row.stand(lane, candidate, targets[usize::from(candidate.of_first)], weighed.then_some(self.weights));
        }
    }
}

impl Default for Row {
    fn default() -> Self {
        let none = Wider::default();
        Self {
            at: [[0; MARCH]; 3],
            last: 0,
            live: 0,
            left: 0,
            of_first: 0,
            inner: 0,
            shared: 0,
            partial: false,
            around: [[0; MARCH]; 2],
            weights: [none; 3],
        }
    }
}

/// A body that vertices may touch.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    first: u32,
    edges: &'a [Edge],
}

impl<'a> Target<'a> {
    pub(crate) fn new(body: &'a Body) -> Self {
        Self { first: body.first, edges: &body.blueprint.0.contact.edges }
    }
}

impl Row {
    /// How many of its bytes, the first, every substep asks for.
    pub(crate) const OFTEN_ASKED_FOR: usize = core::mem::offset_of!(Self, around);

    /// Vertex, beginning and end of the edge of a lane, counted over all bodies.
    pub(crate) fn at(&self, lane: usize) -> [u32; 3] {
        self.at.map(|at| at[lane] / RECORD)
    }

    /// The points before the beginning of an edge and after its end, if there are both.
    pub(crate) fn around(&self, lane: usize) -> Option<[u32; 2]> {
        (self.inner & 1 << lane != 0).then(|| [self.around[0][lane], self.around[1][lane]])
    }

    /// No particle of the row has a larger index.
    #[inline(always)]
    pub(crate) fn last(&self) -> usize {
        self.last as usize
    }

    /// Makes a lane what another is.
    fn repeat(&mut self, lane: usize, of: usize) {
        self.at.iter_mut().chain(&mut self.around).for_each(|at| at[lane] = at[of]);
        self.weights.iter_mut().for_each(|cell| cell.0[lane] = cell.0[of]);
        for bits in [&mut self.live, &mut self.left, &mut self.of_first, &mut self.inner, &mut self.shared] {
            *bits = repeated(*bits, lane, of);
        }
    }

    /// Puts a candidate where it stands, with the weights of its particles, if anybody asks for them.
    #[inline]
    fn stand(&mut self, lane: usize, candidate: &Candidate, target: Target<'_>, weights: Option<&[f32]>) {
        let edge = &target.edges[candidate.edge as usize];
        let bit = |set: bool| u16::from(set) << lane;
        self.inner = self.inner & !bit(true) | bit(edge.around.is_some());
        self.left = self.left & !bit(true) | bit(candidate.side < 0.0);
        for (k, point) in edge.around.into_iter().flatten().enumerate() {
            self.around[k][lane] = target.first + point;
            self.last = self.last.max(target.first + point);
        }
        for (k, at) in [candidate.point, target.first + edge.a, target.first + edge.b].into_iter().enumerate() {
            self.at[k][lane] = at * RECORD;
            self.last = self.last.max(at);
            if let Some(weights) = weights {
                self.weights[k].0[lane] = weights[at as usize];
                self.partial |= weights[at as usize] == 0.0;
            }
        }
    }
}

impl Loads {
    pub(crate) fn lane(&self, lane: usize) -> Load {
        let two = |cells: &[Wider; 2]| glam::Vec2::new(cells[0].0[lane], cells[1].0[lane]);
        Load {
            total: self.total.0[lane],
            normal: two(&self.normal),
            from: two(&self.from),
            place: two(&self.place),
            spread: self.spread.0[lane],
            tangent: self.tangent.0[lane],
        }
    }

    pub(crate) fn set_lane(&mut self, lane: usize, load: &Load) {
        let set = |cells: &mut [Wider; 2], value: glam::Vec2| {
            cells[0].0[lane] = value.x;
            cells[1].0[lane] = value.y;
        };
        self.total.0[lane] = load.total;
        set(&mut self.normal, load.normal);
        set(&mut self.from, load.from);
        set(&mut self.place, load.place);
        self.spread.0[lane] = load.spread;
        self.tangent.0[lane] = load.tangent;
    }
}
