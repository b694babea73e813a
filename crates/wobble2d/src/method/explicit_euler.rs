//! Explicit Euler (eq. 17): `x ← x + h v`, `v ← v + h a`, with `a` of the old state. Order 1; gains energy.

use super::forces::{accelerate, update_points};
use crate::block::Block;
use crate::field::Acting;
use crate::lanes::Lanes;

pub(super) fn substep<L: Lanes>(block: &mut Block<'_, L>, acting: &Acting<'_>, h: f32) {
    accelerate(block, acting, 1.0);
    let h = L::splat(block.token, h);
    update_points(
        block,
        #[inline(always)]
        |[x, y, vx, vy], [ax, ay]| [x + h * vx, y + h * vy, vx + h * ax, vy + h * ay],
    );
}
