//! Keeping the spin of a free body under XPBD.
//!
//! A sweep corrects each link along its direction at the *end* of the move, while the angular momentum that time carries on is
//! `L = Σ m (x − c) × u` with the places at the *start*. The difference is small, always a loss, and turns a spinning wheel into
//! a still one within seconds. So the loss is measured over the sweep and given back as a rotation (eq. 13):
//! `δω = (L_before − L_after) / Σ m |x − c|²`, `u ← u + δω J (x − c)`. Linear momentum needs no cure.

use crate::block::Block;
use crate::lanes::Lanes;

/// What has to be known of a block before a sweep.
pub(crate) struct Spin<L> {
    momentum: L,
    inertia: L,
    centre: (L, L),
}

/// Measures a block before its elements are projected. Sums run from the first particle, which keeps their digits.
pub(crate) fn before<L: Lanes>(block: &Block<'_, L>) -> Spin<L> {
    let t = block.token;
    L::run(
        t,
        #[inline(always)]
        || {
            let zero = L::splat(t, 0.0);
            let [ox, oy, ..] = block.point(0);
            let (mut total, mut mx, mut my, mut square, mut momentum) = (zero, zero, zero, zero, zero);
            for i in 0..block.points.len() {
                let m = block.mass(i);
                let [x, y, ux, uy] = block.point(i);
                let (x, y) = (x - ox, y - oy);
                total = total + m;
                mx = mx + m * x;
                my = my + m * y;
                square = square + m * (x * x + y * y);
                momentum = momentum + m * (x * uy - y * ux);
            }
            let (cx, cy) = (mx / total, my / total);
            Spin { momentum, inertia: square - total * (cx * cx + cy * cy), centre: (cx, cy) }
        },
    )
}

impl<L: Lanes> Spin<L> {
    /// Gives back what the elements took, to the lanes whose bodies are free.
    pub(crate) fn restore(&self, block: &mut Block<'_, L>) {
        let t = block.token;
        L::run(
            t,
            #[inline(always)]
            || {
                let [ox, oy, ..] = block.point(0);
                let mut momentum = L::splat(t, 0.0);
                for i in 0..block.points.len() {
                    let [x, y, ux, uy] = block.point(i);
                    momentum = momentum + block.mass(i) * ((x - ox) * uy - (y - oy) * ux);
                }
                let turn = block.tuning.free * L::ratio(t, self.momentum - momentum, self.inertia);
                let (cx, cy) = (ox + self.centre.0, oy + self.centre.1);
                for i in 0..block.points.len() {
                    let [x, y, ..] = block.point(i);
                    block.add_motion(i, -(turn * (y - cy)), turn * (x - cx));
                }
            },
        );
    }
}
