//! What carried a load in a part of a step: pairs of bodies, and bodies at walls, each as one push.
//!
//! The calm pass and the report ask for them in different orders, so they lie in records of sixteen bytes, of which sixteen are
//! gathered at once from anywhere.

use super::bounds::{Bounds, WallLoads};
use super::order::{CLASSES, Order};
use super::pairs::Pair;
use super::respond::Load;
use crate::lanes::{Lanes, Wider, Widest, run_widest};
use crate::records::{gather_sixteen, scatter_sixteen};
use fearless_simd::{Simd, f32x16, prelude::*};

/// So many are looked at together.
pub(super) const MARCH: usize = 16;

/// Classes of pairs, and four walls.
const GROUPS: usize = CLASSES + 4;

/// All pushes of a part of a step: those of pairs in the order of pairs, then those of walls in the order of bodies, then [empty ones](Self::empty).
#[derive(Debug, Default)]
pub(crate) struct Pushes {
    /// The bodies that push each other; for a wall, the second is [`wall`](Self::wall).
    pub bodies: Vec<[u32; 2]>,
    /// The middle of the load, in the world `[m]`, and the normal from the second body to the first.
    pub at: Vec<[f32; 4]>,
    /// How strong `[kg m]`, how far from the middle the load is carried, root mean square `[m]`, and nothing twice. A push without strength is none.
    pub size: Vec<[f32; 4]>,
    /// Friction exchanged, along the normal turned left `[kg m]`, its coefficient, how fast the surfaces run past each other by themselves `[m/s]`,
    /// and nothing.
    pub rub: Vec<[f32; 4]>,
    /// The class of the pair, or the wall.
    groups: Vec<u8>,
    /// Places of pushes, group by group.
    order: Vec<u32>,
    /// Where every group begins and where the last one ends.
    starts: Vec<u32>,
    /// How many are of pairs, and how many there are.
    pairs: usize,
    count: usize,
    /// How many bodies there are: what comes after them stands for the walls.
    wall: u32,
}

impl Pushes {
    /// Lists all that carried a load.
    pub(super) fn list(&mut self, pairs: &[Pair], order: &Order, walls: &[WallLoads], bounds: Option<&Bounds>) {
        self.begin(walls.len() as u32);
        for pair in pairs.iter().filter(|pair| pair.load.total > 0.0 && pair.live && pair.bodies[0] != pair.bodies[1]) {
            self.add(pair.bodies, order.class(pair) as u8, &pair.load, [pair.friction, pair.belt]);
        }
        self.pairs = self.bodies.len();
        if let Some(bounds) = bounds {
            for (body, loads) in (0..).zip(walls) {
                for (wall, load) in (0..).zip(loads).filter(|(_, load)| load.total > 0.0) {
                    self.add([body, self.wall], CLASSES as u8 + wall, load, [bounds.friction, 0.0]);
                }
            }
        }
        self.count = self.bodies.len();
        for _ in 0..MARCH {
            self.add([self.wall; 2], 0, &Load::default(), [0.0; 2]);
        }
        self.sort();
        run_widest(SumUp(self));
    }

    fn begin(&mut self, wall: u32) {
        let Self { bodies, at, size, rub, groups, .. } = self;
        bodies.clear();
        [at, size, rub].into_iter().for_each(Vec::clear);
        groups.clear();
        self.wall = wall;
    }

    /// Adds a load as it is; [`SumUp`] makes a push of it.
    fn add(&mut self, bodies: [u32; 2], group: u8, load: &Load, [friction, belt]: [f32; 2]) {
        let Load { total, normal, from, place, spread, tangent } = *load;
        self.bodies.push(bodies);
        self.groups.push(group);
        self.at.push([from.x, from.y, place.x, place.y]);
        self.size.push([normal.x, normal.y, total, spread]);
        self.rub.push([tangent, friction, belt, 0.0]);
    }

    /// Brings the places of pushes into the order of groups.
    fn sort(&mut self) {
        let Self { groups, order, starts, count, .. } = self;
        starts.clear();
        starts.resize(GROUPS + 1, 0);
        groups[..*count].iter().for_each(|&group| starts[group as usize + 1] += 1);
        for group in 0..GROUPS {
            starts[group + 1] += starts[group];
        }
        order.clear();
        order.resize(*count, 0);
        // Filled back to front, so that the ends become the beginnings.
        for (place, &group) in groups[..*count].iter().enumerate().rev() {
            let end = &mut starts[group as usize + 1];
            *end -= 1;
            order[*end as usize] = place as u32;
        }
        starts.remove(0);
        starts.push(*count as u32);
    }

    /// The pushes of pairs, in the order of pairs, as places.
    pub(super) fn of_pairs(&self) -> core::ops::Range<usize> {
        0..self.pairs
    }

    /// Those of walls, in the order of bodies.
    pub(super) fn of_walls(&self) -> core::ops::Range<usize> {
        self.pairs..self.count
    }

    /// The bodies that were touched, some of them often, and what stands for the walls.
    pub(super) fn touched(&self) -> impl Iterator<Item = u32> {
        self.bodies.iter().copied().flatten()
    }

    /// Up to sixteen pushes at a time of which no two share a body that can move, as places. What is missing is empty.
    pub(super) fn sixteens(&self) -> impl Iterator<Item = [u32; MARCH]> {
        let group = |group: usize| {
            // Pairs of the last class may share bodies.
            let size = if group + 1 == CLASSES { 1 } else { MARCH };
            self.order[self.starts[group] as usize..self.starts[group + 1] as usize].chunks(size)
        };
        let empty = self.count as u32;
        (0..GROUPS).flat_map(group).map(move |own| core::array::from_fn(|lane| own.get(lane).copied().unwrap_or(empty)))
    }
}

/// Makes pushes of loads, as [`Load::manifold`] does of one. What has no direction is no push.
struct SumUp<'a>(&'a mut Pushes);

impl Widest for SumUp<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Pushes { at, size, .. } = self.0;
        s.vectorize(
            #[inline(always)]
            || {
                // What is left over at the end is empty.
                for (at, size) in at.as_chunks_mut::<MARCH>().0.iter_mut().zip(size.as_chunks_mut::<MARCH>().0) {
                    sum_up(s, at, size);
                }
            },
        );
    }
}

#[inline(always)]
fn sum_up<S: Simd>(s: S, at: &mut [[f32; 4]; MARCH], size: &mut [[f32; 4]; MARCH]) {
    let index: [u32; MARCH] = core::array::from_fn(|lane| lane as u32);
    let none: f32x16<S> = Lanes::splat(s, 0.0);
    let [from_x, from_y, px, py] = gather_sixteen(s, at.as_slice(), &index);
    let [nx, ny, total, spread] = gather_sixteen(s, size.as_slice(), &index);
    let length = Lanes::sqrt(nx * nx + ny * ny);
    let pushes = none.simd_lt(length) & none.simd_lt(total);
    let (mx, my) = (px / total, py / total);
    let square = spread / total - (mx * mx + my * my);
    let breadth = Lanes::sqrt(Lanes::if_less(none, square, square, none));
    let place = [pushes.select(from_x + mx, none), pushes.select(from_y + my, none)];
    let normal = [pushes.select(nx / length, none), pushes.select(ny / length, none)];
    scatter_sixteen(s, at.as_mut_slice(), &index, [place[0], place[1], normal[0], normal[1]]);
    scatter_sixteen(s, size.as_mut_slice(), &index, [pushes.select(length, none), pushes.select(breadth, none), none, none]);
}

/// Sixteen numbers that are the same.
#[inline(always)]
pub(super) fn splat<S: Simd>(s: S, value: f32) -> f32x16<S> {
    Lanes::splat(s, value)
}

/// Sixteen numbers as they lie in memory.
#[inline(always)]
pub(super) fn load<S: Simd>(s: S, cell: &Wider) -> f32x16<S> {
    Lanes::load(s, cell)
}
