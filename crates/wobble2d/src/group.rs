//! Up to sixteen bodies of one blueprint that march together: how they are taken in, worked on and put back.
//!
//! ```text
//!   the world's records ──take in──► columns in a room ──work──► columns ──put back──► the world's records
//!                         └ ends the substep before, and kicks, while the columns are at hand
//! ```

use crate::block::{Block, Particulars, Scratch};
use crate::body::{Body, Particles, Roster};
use crate::contact::{Finish, Local, WallLoads};
use crate::crew::Work;
use crate::element::spring::EvenSprings;
use crate::lanes::{Lanes, Records, Wider, transpose};
use crate::team::{Looked, Shared};
use fearless_simd::{Simd, f32x4, f32x8, f32x16, prelude::*};
use std::sync::Arc;

/// So many bodies march together.
pub(crate) const MARCH: usize = 16;

/// Up to sixteen bodies of one blueprint. Empty lanes repeat the first body, and write the same bits to the same place.
pub(crate) struct Group {
    pub bodies: [u32; MARCH],
    /// How many there are.
    count: usize,
    /// The first point of each body.
    first: [u32; MARCH],
    /// The last point of all of them.
    last: usize,
    /// The size of the blueprint. `[m]`
    extent: f32,
    /// Inverse mass and mass of every point. Groups that are alike share them, so that they stay in the cache. `[1/kg]`, `[kg]`
    pub masses: Arc<[[Wider; 2]]>,
    /// Taken in once for all substeps: bodies are large and far apart in memory.
    tuning: Particulars<Wider>,
    /// Whether any body keeps its spin.
    spinning: bool,
    /// Whether no point of any body is immovable.
    movable: bool,
    /// Whether the points of all bodies have the same masses.
    pub same_masses: bool,
    /// Which of the crew's even springs are theirs, if they are alike.
    pub even: Option<u32>,
}

/// Room to work in.
#[derive(Default)]
pub(crate) struct Room {
    points: Vec<[Wider; 4]>,
    drift: Vec<[Wider; 2]>,
    wide: Scratch<Wider>,
}

/// What a visit changes.
#[derive(Clone, Copy)]
pub(crate) struct Matter<'a> {
    pub state: Shared<'a, [f32; 4]>,
    pub drift: Shared<'a, [f32; 2]>,
    /// These are not changed.
    pub masses: &'a [[f32; 2]],
}

/// What happens to bodies on their way in.
struct Arrival<'a> {
    /// The end of the substep before, and what the walls give.
    finish: Option<(&'a Finish<'a>, Shared<'a, WallLoads>)>,
    /// What is added to every displacement after that. `[m]`
    kick: Option<[f32; 2]>,
}

/// The same as four bodies see it, for two points each: the box, and what is added to displacements.
struct Gate<S: Simd> {
    /// Its lower left and upper right corner, if they are asked for. `[m]`
    corners: Option<[[f32x8<S>; 2]; 2]>,
    kick: Option<[f32; 2]>,
}

impl Arrival<'_> {
    /// `origin` is the local zero of every body.
    #[inline(always)]
    fn gate<S: Simd>(&self, s: S, origin: [&[f32; 4]; 2]) -> Gate<S> {
        let origin = origin.map(|four| f32x8::block_splat(SimdBase::from_slice(s, four)));
        Gate { corners: self.finish.map(|(finish, _)| finish.box_seen_from(s, origin)), kick: self.kick }
    }
}

impl<S: Simd> Gate<S> {
    /// Records of two points of four bodies as columns, after all that an arrival is, and which of them leave the box, bit by bit.
    #[inline(always)]
    fn pass(&self, s: S, rows: [f32x8<S>; 4]) -> ([f32x8<S>; 4], u32) {
        let [mut x, mut y, mut ux, mut uy] = transpose(s, rows);
        let mut beyond = 0;
        if let Some([low, high]) = self.corners {
            (x, y) = (x + ux, y + uy);
            // Not so for what is not a number.
            let held = low[0].simd_le(x) & x.simd_le(high[0]) & low[1].simd_le(y) & y.simd_le(high[1]);
            beyond = held.to_bitmask() as u32 ^ 0xFF;
            // As when a body moves on alone: there is no negative nothing.
            (ux, uy) = (ux + 0.0, uy + 0.0);
        }
        if let Some(kick) = self.kick {
            (ux, uy) = (ux + kick[0], uy + kick[1]);
        }
        ([x, y, ux, uy], beyond)
    }
}

impl Group {
    /// `before` is the group before this one.
    pub(crate) fn new(places: &[u32], bodies: &Roster, particles: &Particles, before: Option<&Self>) -> Self {
        let own: [u32; MARCH] = core::array::from_fn(|lane| *places.get(lane).unwrap_or(&places[0]));
        let first = own.map(|place| bodies.list[place as usize].first);
        let points = bodies.list[own[0] as usize].blueprint.0.points.len();
        let last = first.iter().fold(0, |last: u32, &first| last.max(first)) as usize + points - 1;
        let wide = |i: usize, k: usize| Wider::of(|lane| particles.masses[first[lane] as usize + i][k]);
        let masses: Arc<[_]> = (0..points).map(|i| [wide(i, 0), wide(i, 1)]).collect();
        let masses = before.map(|before| &before.masses).filter(|theirs| **theirs == masses).unwrap_or(&masses).clone();
        let same_masses = masses.iter().all(|[inverse, _]| inverse.0.iter().all(|one| *one == inverse.0[0]));
        let movable = own.iter().all(|&place| bodies.list[place as usize].free);
        Self {
            bodies: own,
            count: places.len(),
            first,
            last,
            masses,
            tuning: Particulars::default(),
            spinning: false,
            movable,
            same_masses,
            extent: bodies.list[own[0] as usize].blueprint.0.extent,
            even: None,
        }
    }

    /// Takes in what is particular to each body.
    pub(crate) fn look(&mut self, bodies: &Roster) {
        let each = self.bodies.map(|place| particulars(&bodies.list[place as usize]));
        self.tuning = Particulars::of_all(&each);
        self.spinning = each.iter().any(|one| one.spins > 0.0);
    }

    /// Does some work on the group.
    #[inline(always)]
    pub(crate) fn visit<S: Simd>(
        &self,
        s: S,
        bodies: &Roster,
        matter: Matter<'_>,
        even: Option<&EvenSprings>,
        room: &mut Room,
        work: &impl Work,
    ) {
        let Room { points, drift, wide } = room;
        let rest = bodies.list[self.bodies[0] as usize].rest();
        let arrival = Arrival { finish: work.finish(), kick: work.kick(rest).filter(|_| self.movable) };
        points.resize(self.masses.len(), [Wider::default(); 4]);
        self.take_in(s, matter, &arrival, points);
        drift.clear();
        if rest.forgets() {
            self.load_drift(matter.drift, drift);
        }
        let mut block = Block::<f32x16<S>> {
            token: s,
            rest,
            points,
            movable: self.movable,
            kicked: arrival.kick.is_some(),
            spinning: self.spinning,
            masses: &self.masses,
            drift,
            tuning: self.tuning.load(s),
            pulls: &mut [],
            even,
            packets: None,
            strips: None,
            direct: None,
            presses: &[],
            first: 0,
            scratch: wide,
        };
        work.run(s, &mut block);
        self.put_back(s, points, matter.state);
        self.unload_drift(drift, matter.drift);
    }

    /// The records of all its bodies.
    #[inline(always)]
    fn records<'a>(&self, state: Shared<'a, [f32; 4]>) -> Looked<'a> {
        // SAFETY: no body of the group has points beyond the last one of that which comes last.
        #[allow(unsafe_code)]
        unsafe {
            state.up_to(self.last)
        }
    }

    /// Turns records into columns, with all that an arrival is. Two points of four bodies at a time, even where a register holds more: records of two points
    /// lie side by side, the addresses of four bodies fit into registers, and processors do the shuffles of narrow registers more often.
    #[inline(always)]
    fn take_in<S: Simd>(&self, s: S, matter: Matter<'_>, arrival: &Arrival<'_>, points: &mut [[Wider; 4]]) {
        let records = self.records(matter.state);
        let (pairs, odd) = points.as_chunks_mut::<2>();
        let last = 2 * pairs.len();
        for (quarter, first) in self.first.as_chunks::<4>().0.iter().enumerate() {
            let first = first.map(|first| first as usize);
            let gate = arrival.gate(s, self.tuning.origin.each_ref().map(|cell| cell.quarter(quarter)));
            for (part, eight) in pairs.chunks_mut(8).enumerate() {
                let mut beyond = 0;
                for (k, [this, next]) in eight.iter_mut().enumerate() {
                    let rows = first.map(
                        #[inline(always)]
                        |first| SimdBase::from_slice(s, &records.two(first + 16 * part + 2 * k)),
                    );
                    let (columns, left) = gate.pass(s, rows);
                    for (column, (this, next)) in columns.into_iter().zip(this.iter_mut().zip(&mut *next)) {
                        let (low, high) = column.split();
                        low.store_slice(this.quarter_mut(quarter));
                        high.store_slice(next.quarter_mut(quarter));
                    }
                    beyond |= u64::from(left) << (8 * k);
                }
                // Asked for once in a while only: who leaves the box comes as a surprise to the processor, and it would begin again each time.
                if beyond != 0 {
                    self.stop_some(quarter, 16 * part, beyond, matter, arrival, eight);
                }
            }
            for point in odd.iter_mut() {
                let rows = first.map(|first| f32x8::block_splat(SimdBase::from_slice(s, &records.record(first + last))));
                let (columns, beyond) = gate.pass(s, rows);
                for (column, cell) in columns.into_iter().zip(&mut *point) {
                    column.split().0.store_slice(cell.quarter_mut(quarter));
                }
                self.stop(last, (beyond & 15) << (4 * quarter), matter, arrival, point);
            }
        }
    }

    /// The same as [`Group::stop`] for up to sixteen points of the four bodies of a quarter, from `first` on: four bits for each.
    #[inline(never)]
    fn stop_some(
        &self,
        quarter: usize,
        first: usize,
        mut beyond: u64,
        matter: Matter<'_>,
        arrival: &Arrival<'_>,
        points: &mut [[[Wider; 4]; 2]],
    ) {
        let points = points.as_flattened_mut();
        while beyond != 0 {
            let k = beyond.trailing_zeros() as usize / 4;
            let four = (beyond >> (4 * k)) as u32 & 15;
            beyond &= !(15 << (4 * k));
            self.stop(first + k, four << (4 * quarter), matter, arrival, &mut points[k]);
        }
    }

    /// Takes the points with number `i` that leave the box in once more, one by one, after a wall has stopped them. `beyond`: which bodies' points these are, bit
    /// by bit.
    #[inline(never)]
    fn stop(&self, i: usize, beyond: u32, matter: Matter<'_>, arrival: &Arrival<'_>, point: &mut [Wider; 4]) {
        let Some((finish, loads)) = arrival.finish.filter(|_| beyond != 0) else { return };
        let mut left = beyond & (1u32 << self.count).wrapping_sub(1);
        while left != 0 {
            let lane = left.trailing_zeros() as usize;
            left &= left - 1;
            let index = self.first[lane] as usize + i;
            let mut record = matter.state.get(index);
            let origin = self.tuning.origin.map(|cell| cell.0[lane]).into();
            let local = Local { origin, radius: self.extent * self.tuning.size.0[lane] };
            let masses = self.masses[i].map(|cell| cell.0[lane]);
            finish.stop_one(local, &mut record, masses, loads.at(self.bodies[lane] as usize));
            let [x, y, ux, uy] = record;
            let kicked = arrival.kick.map_or([ux + 0.0, uy + 0.0], |kick| [ux + 0.0 + kick[0], uy + 0.0 + kick[1]]);
            let stopped = [x + ux, y + uy, kicked[0], kicked[1]];
            point.iter_mut().zip(stopped).for_each(|(cell, number)| cell.0[lane] = number);
        }
        // Empty lanes go with the first body.
        for Wider(lanes) in point {
            let first = lanes[0];
            lanes[self.count..].fill(first);
        }
    }

    /// Turns columns into records: two points of four bodies at a time, so that whole registers are written.
    #[inline(always)]
    fn put_back<S: Simd>(&self, s: S, points: &[[Wider; 4]], state: Shared<'_, [f32; 4]>) {
        let mut records = self.records(state);
        let (pairs, odd) = points.as_chunks::<2>();
        for (quarter, first) in self.first.as_chunks::<4>().0.iter().enumerate() {
            let first = first.map(|first| first as usize);
            for (k, [this, next]) in pairs.iter().enumerate() {
                let columns = core::array::from_fn(
                    #[inline(always)]
                    |k| {
                        let four = |cell: &Wider| -> f32x4<S> { SimdBase::from_slice(s, cell.quarter(quarter)) };
                        four(&this[k]).combine(four(&next[k]))
                    },
                );
                for (first, row) in first.into_iter().zip(transpose(s, columns)) {
                    records.put_two(first + 2 * k, <[f32; 8]>::from(row));
                }
            }
            for point in odd {
                for (lane, first) in first.into_iter().enumerate() {
                    records.put(first + points.len() - 1, point.each_ref().map(|cell| cell.quarter(quarter)[lane]));
                }
            }
        }
    }

    fn load_drift(&self, drift: Shared<'_, [f32; 2]>, wide: &mut Vec<[Wider; 2]>) {
        let cell = |i: usize, k: usize| Wider::of(|lane| drift.get(self.first[lane] as usize + i)[k]);
        wide.extend((0..self.masses.len()).map(|i| [cell(i, 0), cell(i, 1)]));
    }

    /// The inverse of [`Group::load_drift`]; nothing where nothing was loaded.
    fn unload_drift(&self, wide: &[[Wider; 2]], drift: Shared<'_, [f32; 2]>) {
        for (i, cells) in wide.iter().enumerate() {
            for (lane, first) in self.first.into_iter().enumerate() {
                *drift.at(first as usize + i) = cells.map(|cell| cell.0[lane]);
            }
        }
    }
}

/// What is particular to a body.
pub(crate) fn particulars(body: &Body) -> Particulars<f32> {
    Particulars {
        size: body.tuning.size,
        stiffness: body.tuning.stiffness,
        damping: body.tuning.damping,
        gas: body.tuning.gas,
        pressure: body.leak.unwrap_or(1.0),
        spins: if body.free && !(body.loaded && body.steady) { 1.0 } else { 0.0 },
        loaded: if body.loaded { 1.0 } else { 0.0 },
        origin: body.origin.to_array(),
    }
}

impl Particulars<Wider> {
    fn of_all(each: &[Particulars<f32>; MARCH]) -> Self {
        let wide = |of: fn(&Particulars<f32>) -> f32| Wider::of(|lane| of(&each[lane]));
        Self {
            size: wide(|p| p.size),
            stiffness: wide(|p| p.stiffness),
            damping: wide(|p| p.damping),
            gas: wide(|p| p.gas),
            pressure: wide(|p| p.pressure),
            spins: wide(|p| p.spins),
            loaded: wide(|p| p.loaded),
            origin: [wide(|p| p.origin[0]), wide(|p| p.origin[1])],
        }
    }

    #[inline(always)]
    fn load<S: Simd>(&self, s: S) -> Particulars<f32x16<S>> {
        Particulars {
            size: Lanes::load(s, &self.size),
            stiffness: Lanes::load(s, &self.stiffness),
            damping: Lanes::load(s, &self.damping),
            gas: Lanes::load(s, &self.gas),
            pressure: Lanes::load(s, &self.pressure),
            spins: Lanes::load(s, &self.spins),
            loaded: Lanes::load(s, &self.loaded),
            origin: [Lanes::load(s, &self.origin[0]), Lanes::load(s, &self.origin[1])],
        }
    }
}
