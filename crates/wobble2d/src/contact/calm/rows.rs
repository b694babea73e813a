//! Eight rows of the calm pass at once: pairs of bodies of which no two share one that can move.

use super::super::rigid::Rigid;
use super::Held;
use crate::lanes::{Lanes, Wide, gather, rows, scatter};
use fearless_simd::{Simd, f32x8, prelude::*};

/// What eight pairs hold each other with.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rows {
    bodies: [[u32; 8]; 2],
    /// From the mass centres to the place of touch. `[m]`
    arms: [[Wide; 2]; 2],
    inverse_mass: [Wide; 2],
    inverse_inertia: [Wide; 2],
    normal: [Wide; 2],
    belt: Wide,
    give: [Wide; 3],
    limit: [Wide; 3],
    impulse: [Wide; 3],
    /// Whether all eight bodies of a side can move, so that they can be written back at once.
    movable: [bool; 2],
}

/// How bodies move: velocity, spin, and nothing.
pub(super) type Motion = [f32; 4];

impl Rows {
    /// Lays out up to eight pairs. Empty lanes hold nothing.
    pub(super) fn new(eight: &[Held], rigid: &[Rigid]) -> Self {
        let mut rows = Self::default();
        for (lane, held) in eight.iter().enumerate() {
            for side in 0..2 {
                let body = &rigid[held.bodies[side] as usize];
                let arm = held.place - body.centre;
                rows.bodies[side][lane] = held.bodies[side];
                (rows.arms[side][0].0[lane], rows.arms[side][1].0[lane]) = (arm.x, arm.y);
                rows.inverse_mass[side].0[lane] = body.inverse_mass;
                rows.inverse_inertia[side].0[lane] = body.inverse_inertia;
            }
            (rows.normal[0].0[lane], rows.normal[1].0[lane]) = (held.normal.x, held.normal.y);
            rows.belt.0[lane] = held.belt;
            for k in 0..3 {
                (rows.give[k].0[lane], rows.limit[k].0[lane]) = (held.give[k], held.limit[k]);
            }
        }
        let can_move = |cell: &Wide| cell.0.iter().all(|&inverse_mass| inverse_mass > 0.0);
        rows.movable = [can_move(&rows.inverse_mass[0]), can_move(&rows.inverse_mass[1])];
        rows
    }

    /// Holds the pairs along the normal, across it, and against turning: one after the other, each with what the one before left (eqs. 31, 32).
    #[inline(always)]
    pub(super) fn solve<S: Simd>(&mut self, s: S, motions: &mut [Motion]) {
        let [mut ax, mut ay, mut a_spin, _] = gather(s, motions, &self.bodies[0]);
        let [mut bx, mut by, mut b_spin, _] = gather(s, motions, &self.bodies[1]);
        let [a_mass, b_mass] = [load(s, &self.inverse_mass[0]), load(s, &self.inverse_mass[1])];
        let [a_inertia, b_inertia] = [load(s, &self.inverse_inertia[0]), load(s, &self.inverse_inertia[1])];
        let [rx, ry] = [load(s, &self.arms[0][0]), load(s, &self.arms[0][1])];
        let [qx, qy] = [load(s, &self.arms[1][0]), load(s, &self.arms[1][1])];
        let [nx, ny] = [load(s, &self.normal[0]), load(s, &self.normal[1])];
        for k in 0..2 {
            let (x, y, belt) = if k == 0 { (nx, ny, Lanes::splat(s, 0.0)) } else { (-ny, nx, load(s, &self.belt)) };
            let speed_x = (ax + a_spin * -ry) - (bx + b_spin * -qy);
            let speed_y = (ay + a_spin * rx) - (by + b_spin * qx);
            let change = self.hold(s, k, speed_x * x + speed_y * y + belt);
            let (px, py) = (change * x, change * y);
            (ax, ay) = (ax + a_mass * px, ay + a_mass * py);
            a_spin += a_inertia * (rx * py - ry * px);
            (bx, by) = (bx + b_mass * -px, by + b_mass * -py);
            b_spin += b_inertia * (qx * -py - qy * -px);
        }
        let turn = self.hold(s, 2, a_spin - b_spin);
        a_spin += a_inertia * turn;
        b_spin -= b_inertia * turn;
        self.store(s, 0, motions, [ax, ay, a_spin]);
        self.store(s, 1, motions, [bx, by, b_spin]);
    }

    /// By how much to change an impulse so that it stops a motion, within its limit.
    #[inline(always)]
    fn hold<S: Simd>(&mut self, s: S, k: usize, speed: f32x8<S>) -> f32x8<S> {
        let (give, limit, before) = (load(s, &self.give[k]), load(s, &self.limit[k]), load(s, &self.impulse[k]));
        let none: f32x8<S> = Lanes::splat(s, 0.0);
        let held = before - speed / give;
        let held = Lanes::if_less(held, -limit, -limit, held);
        let held = Lanes::if_less(limit, held, limit, held);
        let holds = none.simd_lt(limit) & none.simd_lt(give);
        holds.select(held, before).store(&mut self.impulse[k]);
        holds.select(held - before, none)
    }

    /// Writes motions back, but for what nothing moves, which other lanes may share.
    #[inline(always)]
    fn store<S: Simd>(&self, s: S, side: usize, motions: &mut [Motion], [x, y, spin]: [f32x8<S>; 3]) {
        let columns = [x, y, spin, Lanes::splat(s, 0.0)];
        if self.movable[side] {
            return scatter(s, motions, &self.bodies[side], columns);
        }
        let changed = rows(s, columns);
        for lane in 0..8 {
            if self.inverse_mass[side].0[lane] > 0.0 {
                motions[self.bodies[side][lane] as usize] = changed[lane];
            }
        }
    }
}

#[inline(always)]
fn load<S: Simd>(s: S, cell: &Wide) -> f32x8<S> {
    Lanes::load(s, cell)
}
