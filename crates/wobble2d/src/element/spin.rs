//! Keeping the spin of a free body through a sweep of projections.
//!
//! A sweep corrects each link along its direction at the *end* of the move, while the angular momentum that time carries on is
//! `L = Σ m (x − c) × u` with the places at the *start*. The difference is small, always a loss, and turns a spinning wheel into
//! a still one within seconds. So the loss is measured over the sweep and given back as a rotation (eq. 13):
//! `δω = (L_before − L_after) / Σ m |x − c|²`, `u ← u + δω J (x − c)`. Linear momentum needs no cure.
//!
//! Of a body that others lean on, the sweep changes much more than spinning explains: it works against the load, and the contacts take most
//! of that back later in the substep. Giving it back at once would stir a resting stack. There the rotation given back is bounded by what
//! spinning itself can lose: `(h ω)²` of the spin in a substep, twice what a rigid wheel does.
//!
//! Of a body that is leaned on and hardly turns there is next to nothing to give back: one whose points move against each other by less than
//! [`STEADY`] of its radius in a substep would lose a thousandth of its spin in a second. In a pile at rest that is every body, and none is measured.
//!
//! A body that turns by more than a quarter of a radian in a substep is not followed by any of this: a rope crumples, and to keep the angular
//! momentum of a body that has drawn itself together is to give it energy. There nothing is given back, and the spin falls to what can be followed.
//!
//! Sticks under the force methods lose spin in the same way, by moving particles that already have their velocity, and get the same cure.

use crate::block::Block;
use crate::lanes::Lanes;

/// By so much of its radius the points of a body may move against each other in a substep before its spin is looked after.
pub(crate) const STEADY: f32 = 0.002;

/// The fastest spin that is kept, radians a substep.
const FASTEST: f32 = 0.25;

/// What has to be known of a block before a sweep.
pub(crate) struct Spin<L> {
    momentum: L,
    /// The part of it that is about the mass centre.
    own: L,
    /// Where the sums start from.
    from: (L, L),
    centre: (L, L),
}

/// Measures a block before a sweep; nothing if none of its bodies keeps its spin. Sums run from the first particle, which keeps their digits.
pub(crate) fn before<L: Lanes>(block: &Block<'_, L>) -> Option<Spin<L>> {
    let t = block.token;
    if !block.spinning {
        return None;
    }
    Some(L::run(
        t,
        #[inline(always)]
        || {
            let zero = L::splat(t, 0.0);
            let [ox, oy, ..] = block.point(0);
            let (mut total, mut mx, mut my, mut px, mut py, mut momentum) = (zero, zero, zero, zero, zero, zero);
            for i in 0..block.points.len() {
                let m = block.mass(i);
                let [x, y, ux, uy] = block.point(i);
                let (x, y) = (x - ox, y - oy);
                total = total + m;
                mx = mx + m * x;
                my = my + m * y;
                px = px + m * ux;
                py = py + m * uy;
                momentum = momentum + m * (x * uy - y * ux);
            }
            let (cx, cy) = (mx / total, my / total);
            let own = momentum - (cx * py - cy * px);
            Spin { momentum, own, from: (ox, oy), centre: (ox + cx, oy + cy) }
        },
    ))
}

impl<L: Lanes> Spin<L> {
    /// Gives back what the sweep took, to the lanes whose bodies keep their spin. `substep`: what turns the velocity slot into the move of a substep.
    pub(crate) fn restore(&self, block: &mut Block<'_, L>, substep: f32) {
        let t = block.token;
        L::run(
            t,
            #[inline(always)]
            || {
                let ((ox, oy), (cx, cy)) = (self.from, self.centre);
                let zero = L::splat(t, 0.0);
                let (mut momentum, mut inertia) = (zero, zero);
                for i in 0..block.points.len() {
                    let m = block.mass(i);
                    let [x, y, ux, uy] = block.point(i);
                    let (rx, ry) = (x - cx, y - cy);
                    momentum = momentum + m * ((x - ox) * uy - (y - oy) * ux);
                    inertia = inertia + m * (rx * rx + ry * ry);
                }
                let turn = L::ratio(t, self.momentum - momentum, inertia);
                let spin = L::ratio(t, self.own, inertia);
                let angle = spin * L::splat(t, substep);
                let (most, square) = (spin * (angle * angle), turn * turn);
                let bounded = L::if_less(most * most, square, turn * L::ratio(t, (most * most).sqrt(), square.sqrt()), turn);
                let turn = L::if_less(zero, block.tuning.loaded, bounded, turn);
                let turn = L::if_less(L::splat(t, FASTEST * FASTEST), angle * angle, zero, turn);
                let spins = block.tuning.spins;
                for i in 0..block.points.len() {
                    let [x, y, ux, uy] = block.point(i);
                    let (turned_x, turned_y) = (ux - turn * (y - cy), uy + turn * (x - cx));
                    block.set_motion(i, L::if_less(zero, spins, turned_x, ux), L::if_less(zero, spins, turned_y, uy));
                }
            },
        );
    }
}
