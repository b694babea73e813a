//! What carried a load in a part of a step: pairs of bodies, and bodies at walls, each as one push.
//!
//! The calm pass works on sixteen pushes at a time of which no two share a body that can move. Squads are just that, so their loads become pushes as they lie
//! there; those of pairs that go alone and of walls are brought together. The report wants the same pushes one by one, in the order of bodies.

use super::bounds::{Bounds, WallLoads};
use super::formation::Formation;
use super::order::CLASSES;
use super::pairs::Pair;
use super::respond::Load;
use super::squad::{Loads, Squad, lanes};
use crate::body::Body;
use crate::lanes::{Lanes, Wider, Widest, run_widest};
use crate::records::{gather_sixteen, scatter_sixteen};
use fearless_simd::{Simd, f32x16, mask32x16, prelude::*};
use glam::Vec2;

/// So many are looked at together.
pub(super) const MARCH: usize = 16;

/// Sixteen pushes of which no two share a body that can move. Lanes without one name what stands for the walls, and have no strength.
#[derive(Clone, Debug, Default)]
pub(super) struct Sixteen {
    /// The bodies that push each other; for a wall, the second stands for it.
    pub bodies: [[u32; MARCH]; 2],
    /// Which lanes carried a load, bit by bit.
    loaded: u16,
    /// The middle of the load, in the world. `[m]`
    pub place: [Wider; 2],
    /// From the second body to the first.
    pub normal: [Wider; 2],
    /// How strong, as far as it is to be calmed. A push without strength is none. `[kg m]`
    pub size: Wider,
    /// How strong, in any case. `[kg m]`
    load: Wider,
    /// How far from the middle the load is carried, root mean square. `[m]`
    pub breadth: Wider,
    /// Friction exchanged, along the normal turned left. `[kg m]`
    pub tangent: Wider,
    pub friction: Wider,
    /// How fast the surfaces run past each other by themselves. `[m/s]`
    pub belt: Wider,
}

/// Where sixteen pushes come from.
struct Source<'a> {
    load: &'a Loads,
    friction: &'a Wider,
    belt: &'a Wider,
    /// Which lanes there are, bit by bit, and which of them must not be calmed.
    manned: u16,
    stiff: u16,
    bodies: &'a [[u32; MARCH]; 2],
    /// Where each is told.
    slots: &'a [u32; MARCH],
}

/// Loads that are brought together.
#[derive(Debug, Default)]
struct Gathered {
    load: Loads,
    friction: Wider,
    belt: Wider,
    stiff: u16,
    count: usize,
    bodies: [[u32; MARCH]; 2],
    slots: [u32; MARCH],
}

/// A push as it is told.
#[derive(Clone, Copy)]
pub(super) struct Told {
    pub place: Vec2,
    pub normal: Vec2,
    /// `[kg m]`
    pub size: f32,
    pub tangent: f32,
}

/// All pushes of a part of a step.
#[derive(Debug, Default)]
pub(crate) struct Pushes {
    /// Class by class, in the order in which pairs are answered, and then wall by wall.
    pub(super) sixteens: Vec<Sixteen>,
    /// Two records for every slot: place and normal; size, friction, and nothing. The slots of pairs are their places, then come those of walls, and the last
    /// one is for lanes without a push.
    told: Vec<[f32; 4]>,
    /// What touched walls, in the order of bodies: the body, and which wall.
    walls: Vec<[u32; 2]>,
    /// The slot of the first of those.
    first_wall: usize,
}

impl Pushes {
    /// Lists all that carried a load.
    pub(super) fn list(
        &mut self,
        pairs: &[Pair],
        formation: &Formation,
        bodies: &[Body],
        walls: &[WallLoads],
        bounds: Option<&Bounds>,
    ) {
        self.sixteens.clear();
        self.walls.clear();
        self.first_wall = pairs.len();
        for (body, loads) in (0..).zip(walls).filter(|_| bounds.is_some()) {
            let touched = (0..).zip(loads).filter(|(_, load)| load.total > 0.0);
            self.walls.extend(touched.map(|(wall, _)| [body, wall]));
        }
        self.told.resize(2 * (pairs.len() + self.walls.len() + 1), [0.0; 4]);
        run_widest(SumUp { pushes: self, pairs, formation, bodies, walls, friction: bounds.map_or(0.0, |bounds| bounds.friction) });
    }

    /// The bodies that were touched, some of them often, and what stands for the walls.
    pub(super) fn touched(&self) -> impl Iterator<Item = u32> {
        self.sixteens.iter().flat_map(|own| lanes(own.loaded).flat_map(|lane| own.bodies.map(|side| side[lane])))
    }

    /// What a pair of bodies that is live gave each other, by its place; of no use for what touches itself.
    pub(super) fn of_pair(&self, place: u32) -> Told {
        self.told(place as usize)
    }

    /// What the walls gave, in the order of bodies.
    pub(super) fn of_walls(&self) -> impl Iterator<Item = (u32, Told)> {
        self.walls.iter().enumerate().map(|(k, &[body, _])| (body, self.told(self.first_wall + k)))
    }

    fn told(&self, slot: usize) -> Told {
        let ([x, y, nx, ny], [size, tangent, ..]) = (self.told[2 * slot], self.told[2 * slot + 1]);
        Told { place: Vec2::new(x, y), normal: Vec2::new(nx, ny), size, tangent }
    }
}

/// Makes pushes of loads.
struct SumUp<'a> {
    pushes: &'a mut Pushes,
    pairs: &'a [Pair],
    formation: &'a Formation,
    bodies: &'a [Body],
    walls: &'a [WallLoads],
    /// Of the walls.
    friction: f32,
}

impl Widest for SumUp<'_> {
    #[inline(always)]
    fn run<S: Simd>(mut self, s: S) {
        let mut gathered = Gathered::default();
        for class in 0..CLASSES {
            for batch in self.formation.of_class(class) {
                self.formation.squads_of(batch).for_each(|squad| self.sum_up(s, &Source::of(squad)));
                for &place in self.formation.alone_of(batch) {
                    let Pair { bodies, load, friction, belt, stiff, .. } = &self.pairs[place as usize];
                    if bodies[0] != bodies[1] && load.total > 0.0 {
                        gathered.add(*bodies, load, [*friction, *belt], place, *stiff);
                    } else {
                        self.pushes.told[2 * place as usize + 1] = [0.0; 4];
                    }
                    // Pairs of the last class may share bodies.
                    if gathered.count == MARCH || class + 1 == CLASSES {
                        self.sum_up_gathered(s, &mut gathered);
                    }
                }
            }
            self.sum_up_gathered(s, &mut gathered);
        }
        let wall_body = self.walls.len() as u32;
        for wall in 0..4 {
            for k in 0..self.pushes.walls.len() {
                let [body, own] = self.pushes.walls[k];
                if own == wall {
                    let slot = (self.pushes.first_wall + k) as u32;
                    let load = &self.walls[body as usize][wall as usize];
                    gathered.add([body, wall_body], load, [self.friction, 0.0], slot, self.bodies[body as usize].is_rigid());
                    if gathered.count == MARCH {
                        self.sum_up_gathered(s, &mut gathered);
                    }
                }
            }
            self.sum_up_gathered(s, &mut gathered);
        }
    }
}

impl SumUp<'_> {
    #[inline(always)]
    fn sum_up_gathered<S: Simd>(&mut self, s: S, gathered: &mut Gathered) {
        if gathered.count > 0 {
            self.sum_up(s, &gathered.source());
            (gathered.count, gathered.stiff) = (0, 0);
        }
    }

    #[inline(always)]
    fn sum_up<S: Simd>(&mut self, s: S, source: &Source<'_>) {
        let (wall, empty) = (self.walls.len() as u32, (self.pushes.told.len() / 2 - 1) as u32);
        self.pushes.sixteens.push(Sixteen::default());
        let Some(sixteen) = self.pushes.sixteens.last_mut() else { return };
        s.vectorize(
            #[inline(always)]
            || {
                let told = sixteen.fill(s, source, wall);
                let mut at = source.slots.map(|slot| 2 * slot);
                for (lane, at) in at.iter_mut().enumerate() {
                    *at = if source.manned & 1 << lane != 0 { *at } else { 2 * empty };
                }
                scatter_sixteen(s, self.pushes.told.as_mut_slice(), &at, told[0]);
                scatter_sixteen(s, self.pushes.told.as_mut_slice(), &at.map(|at| at + 1), told[1]);
            },
        );
    }
}

impl Sixteen {
    /// Makes pushes of loads. What has no direction is no push. Returns what is told of them, as columns.
    #[inline(always)]
    fn fill<S: Simd>(&mut self, s: S, source: &Source<'_>, wall: u32) -> [[f32x16<S>; 4]; 2] {
        let Loads { total, normal, from, place, spread, tangent } = source.load;
        let none = splat(s, 0.0);
        let manned: mask32x16<S> = SimdMask::from_bitmask(s, u64::from(source.manned));
        let total = manned.select(load(s, total), none);
        let [nx, ny] = [load(s, &normal[0]), load(s, &normal[1])];
        let length = Lanes::sqrt(nx * nx + ny * ny);
        let pushes = none.simd_lt(length) & none.simd_lt(total);
        let [mx, my] = [load(s, &place[0]) / total, load(s, &place[1]) / total];
        let square = load(s, spread) / total - (mx * mx + my * my);
        let breadth = pushes.select(Lanes::sqrt(Lanes::if_less(none, square, square, none)), none);
        let place = [pushes.select(load(s, &from[0]) + mx, none), pushes.select(load(s, &from[1]) + my, none)];
        let normal = [pushes.select(nx / length, none), pushes.select(ny / length, none)];
        let (size, tangent) = (pushes.select(length, none), load(s, tangent));
        for k in 0..2 {
            place[k].store(&mut self.place[k]);
            normal[k].store(&mut self.normal[k]);
            for (lane, body) in self.bodies[k].iter_mut().enumerate() {
                *body = if source.manned & 1 << lane != 0 { source.bodies[k][lane] } else { wall };
            }
        }
        let calmed: mask32x16<S> = SimdMask::from_bitmask(s, u64::from(!source.stiff));
        calmed.select(size, none).store(&mut self.size);
        size.store(&mut self.load);
        breadth.store(&mut self.breadth);
        tangent.store(&mut self.tangent);
        (self.friction, self.belt) = (*source.friction, *source.belt);
        self.loaded = none.simd_lt(total).to_bitmask() as u16;
        [[place[0], place[1], normal[0], normal[1]], [size, tangent, none, none]]
    }
}

impl Sixteen {
    /// Adds every push to the sums of both bodies: as a vector, and its strength.
    #[inline(always)]
    pub(super) fn add_to<S: Simd>(&self, s: S, sums: &mut [[f32; 4]]) {
        let size = load(s, &self.load);
        let push = [size * load(s, &self.normal[0]), size * load(s, &self.normal[1])];
        for (k, bodies) in self.bodies.iter().enumerate() {
            let [x, y, total, nothing] = gather_sixteen(s, &*sums, bodies);
            let sum = if k == 0 { [x + push[0], y + push[1]] } else { [x - push[0], y - push[1]] };
            scatter_sixteen(s, sums, bodies, [sum[0], sum[1], total + size, nothing]);
        }
    }
}

impl<'a> Source<'a> {
    fn of(squad: &'a Squad) -> Self {
        let Squad { load, friction, belt, manned, bodies, pairs, .. } = squad;
        Self { load, friction, belt, manned: *manned, stiff: 0, bodies, slots: pairs }
    }
}

impl Gathered {
    fn add(&mut self, bodies: [u32; 2], load: &Load, [friction, belt]: [f32; 2], slot: u32, stiff: bool) {
        let lane = self.count;
        self.stiff |= u16::from(stiff) << lane;
        self.load.set_lane(lane, load);
        (self.friction.0[lane], self.belt.0[lane], self.slots[lane]) = (friction, belt, slot);
        (self.bodies[0][lane], self.bodies[1][lane]) = (bodies[0], bodies[1]);
        self.count += 1;
    }

    fn source(&self) -> Source<'_> {
        let Self { load, friction, belt, stiff, count, bodies, slots } = self;
        Source { load, friction, belt, manned: ((1u32 << count) - 1) as u16, stiff: *stiff, bodies, slots }
    }
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
