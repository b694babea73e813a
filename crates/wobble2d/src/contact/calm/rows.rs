//! Sixteen rows of the calm pass at once: pairs of bodies of which no two share one that can move.
//!
//! What cannot move is gathered and put back like the rest, by several lanes: nothing is added to it, so all write the bits that were there.

use super::super::pushes::{MARCH, Sixteen, load, splat};
use super::PART;
use super::wholes::Wholes;
use crate::lanes::{Lanes, Wider};
use crate::records::{gather_sixteen, scatter_sixteen};
use crate::team::{ByOffset, RECORD};
use fearless_simd::{Simd, f32x16, prelude::*};

/// What sixteen pairs hold each other with.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rows {
    /// Where the motions of both bodies are: how many bytes behind that of the first of all.
    at: [[u32; MARCH]; 2],
    normal: [Wider; 2],
    /// Of each body, how the place of touch turns about the mass centre with a push along the normal, and across it. `[m]`
    levers: [[Wider; 2]; 2],
    /// The levers across of bodies that roll: a soft outline is flattened and as long as before, so it rolls farther than its height tells. `[m]`
    rolling: [Wider; 2],
    inverse_mass: [Wider; 2],
    inverse_inertia: [Wider; 2],
    belt: Wider,
    /// What stops a unit of motion along the normal, across it, and of spin: the inverse of how readily the pair gives way.
    grip: [Wider; 3],
    /// Finite. Where nothing holds there is none.
    limit: [Wider; 3],
    impulse: [Wider; 3],
    /// Whether any limit along the normal is left.
    holds: bool,
}

/// Above this a number is the work of an explosion.
const MOST: f32 = 1e30;

impl Rows {
    /// Lays out sixteen pushes in substeps of length `h`, with the limits of a pair that is squeezed fully.
    #[inline(always)]
    pub(super) fn lay_out<S: Simd>(&mut self, s: S, pushes: &Sixteen, wholes: &Wholes, h: f32) {
        let none = splat(s, 0.0);
        self.at = pushes.bodies.map(|side| side.map(|body| body * RECORD));
        let [nx, ny] = [load(s, &pushes.normal[0]), load(s, &pushes.normal[1])];
        let place = [load(s, &pushes.place[0]), load(s, &pushes.place[1])];
        let (size, breadth, tangent) = (load(s, &pushes.size), load(s, &pushes.breadth), load(s, &pushes.tangent));
        let friction = load(s, &pushes.friction);
        let a = Side::new(s, &pushes.bodies[0], wholes, place, [nx, ny]);
        let b = Side::new(s, &pushes.bodies[1], wholes, place, [nx, ny]);
        let strength = size / splat(s, h);
        let spare = friction * strength - abs(s, tangent) / splat(s, h);
        let part = splat(s, PART);
        let rocks = (a.radius + b.radius).simd_eq(none).select(part * breadth * strength, none);
        let limit = [part * strength, part * spare, rocks];
        let give = [a.give[0] + b.give[0], a.give[1] + b.give[1], a.inverse_inertia + b.inverse_inertia];

        // What an explosion touched holds nothing, and above all it hands nothing on.
        let sound = give[0].simd_lt(splat(s, MOST)) & give[1].simd_lt(splat(s, MOST));
        sound.select(nx, none).store(&mut self.normal[0]);
        sound.select(ny, none).store(&mut self.normal[1]);
        self.belt = pushes.belt;
        for (k, side) in [a, b].into_iter().enumerate() {
            sound.select(side.levers[0], none).store(&mut self.levers[k][0]);
            sound.select(side.levers[1], none).store(&mut self.levers[k][1]);
            sound.select(side.rolling, none).store(&mut self.rolling[k]);
            sound.select(side.inverse_mass, none).store(&mut self.inverse_mass[k]);
            sound.select(side.inverse_inertia, none).store(&mut self.inverse_inertia[k]);
        }
        for k in 0..3 {
            let holds = sound & none.simd_lt(give[k]) & none.simd_lt(limit[k]) & limit[k].simd_lt(splat(s, MOST));
            holds.select(splat(s, 1.0) / give[k], none).store(&mut self.grip[k]);
            holds.select(limit[k], none).store(&mut self.limit[k]);
            none.store(&mut self.impulse[k]);
        }
    }

    /// No body has a higher number.
    #[inline(always)]
    pub(super) fn last(&self) -> u32 {
        self.at.as_flattened().iter().fold(0, |last, &at| last.max(at)) / RECORD
    }

    /// Brings limits down to the part that the less squeezed of the bodies, each from 0 to 1, allows.
    #[inline(always)]
    pub(super) fn limit_by<S: Simd>(&mut self, s: S, squeezes: &[f32]) {
        let mut least = Wider::default();
        for lane in 0..MARCH {
            let [a, b] = [0, 1].map(|side: usize| squeezes[(self.at[side][lane] / RECORD) as usize]);
            least.0[lane] = if a < b { a } else { b };
        }
        for limit in &mut self.limit {
            (load(s, limit) * load(s, &least)).store(limit);
        }
        self.holds = splat(s, 0.0).simd_lt(load(s, &self.limit[0])).to_bitmask() != 0;
    }

    /// Whether any of the pairs is held.
    pub(super) fn hold_anything(&self) -> bool {
        self.holds
    }

    /// Holds the pairs along the normal, across it, and against rocking: one after the other, each with what the one before left (eqs. 31, 32).
    #[inline(always)]
    pub(super) fn solve<S: Simd>(&mut self, s: S, mut motions: ByOffset<'_>) {
        let [mut ax, mut ay, mut a_spin, a_radius] = gather_sixteen(s, &motions, &self.at[0]);
        let [mut bx, mut by, mut b_spin, b_radius] = gather_sixteen(s, &motions, &self.at[1]);
        let [a_mass, b_mass] = [load(s, &self.inverse_mass[0]), load(s, &self.inverse_mass[1])];
        let [a_inertia, b_inertia] = [load(s, &self.inverse_inertia[0]), load(s, &self.inverse_inertia[1])];
        let [nx, ny] = [load(s, &self.normal[0]), load(s, &self.normal[1])];
        for k in 0..2 {
            let (x, y) = if k == 0 { (nx, ny) } else { (-ny, nx) };
            let [a_lever, b_lever] = [load(s, &self.levers[0][k]), load(s, &self.levers[1][k])];
            let along = (ax - bx) * x + (ay - by) * y;
            let mut speed = along + (a_spin * a_lever - b_spin * b_lever);
            if k == 1 {
                let along = along + load(s, &self.belt);
                let rolls = a_spin * load(s, &self.rolling[0]) - b_spin * load(s, &self.rolling[1]);
                speed = lesser(s, speed + load(s, &self.belt), along + rolls);
            }
            let change = self.hold(s, k, speed);
            let (for_a, for_b) = (a_mass * change, b_mass * change);
            (ax, ay) = (ax + for_a * x, ay + for_a * y);
            (bx, by) = (bx - for_b * x, by - for_b * y);
            a_spin += a_inertia * change * a_lever;
            b_spin -= b_inertia * change * b_lever;
        }
        let turn = self.hold(s, 2, a_spin - b_spin);
        a_spin += a_inertia * turn;
        b_spin -= b_inertia * turn;
        scatter_sixteen(s, &mut motions, &self.at[0], [ax, ay, a_spin, a_radius]);
        scatter_sixteen(s, &mut motions, &self.at[1], [bx, by, b_spin, b_radius]);
    }

    /// By how much to change an impulse so that it stops a motion, within its limit. A motion that is no number changes it by no more than that.
    #[inline(always)]
    fn hold<S: Simd>(&mut self, s: S, k: usize, speed: f32x16<S>) -> f32x16<S> {
        let (limit, before) = (load(s, &self.limit[k]), load(s, &self.impulse[k]));
        let held = before - speed * load(s, &self.grip[k]);
        let held = Lanes::min(Lanes::max(-limit, held), limit);
        held.store(&mut self.impulse[k]);
        held - before
    }
}

/// What there is to know of one body of each of sixteen pairs.
struct Side<S: Simd> {
    levers: [f32x16<S>; 2],
    /// How far it rolls in a radian, and that as a lever. `[m]`
    radius: f32x16<S>,
    rolling: f32x16<S>,
    inverse_mass: f32x16<S>,
    inverse_inertia: f32x16<S>,
    /// How readily the body gives way along the normal and across it.
    give: [f32x16<S>; 2],
}

impl<S: Simd> Side<S> {
    #[inline(always)]
    fn new(s: S, bodies: &[u32; MARCH], wholes: &Wholes, place: [f32x16<S>; 2], normal: [f32x16<S>; 2]) -> Self {
        let [cx, cy, inverse_mass, inverse_inertia] = gather_sixteen(s, wholes.matter.as_slice(), bodies);
        let [_, _, _, radius] = gather_sixteen(s, wholes.motions.as_slice(), bodies);
        let (x, y) = (place[0] - cx, place[1] - cy);
        let levers = [x * normal[1] - y * normal[0], x * normal[0] + y * normal[1]];
        let give = [inverse_mass + inverse_inertia * levers[0] * levers[0], inverse_mass + inverse_inertia * levers[1] * levers[1]];
        let none = splat(s, 0.0);
        let rolling = Lanes::if_less(levers[1], none, -radius, radius);
        let rolling = Lanes::if_less(none, radius, rolling, levers[1]);
        Self { levers, radius, rolling, inverse_mass, inverse_inertia, give }
    }
}

#[inline(always)]
fn abs<S: Simd>(s: S, value: f32x16<S>) -> f32x16<S> {
    Lanes::if_less(value, splat(s, 0.0), -value, value)
}

/// Whichever of two speeds is nearer to rest; none if they differ in direction.
#[inline(always)]
fn lesser<S: Simd>(s: S, a: f32x16<S>, b: f32x16<S>) -> f32x16<S> {
    let none = splat(s, 0.0);
    let forward = Lanes::max(Lanes::min(a, b), none);
    let backward = Lanes::min(Lanes::max(a, b), none);
    forward + backward
}
