//! Semi-implicit Euler (eq. 18): `v ← v + h a`, `x ← x + h v`. Order 1, symplectic: energy stays in a band.

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
        |[x, y, vx, vy], [ax, ay]| {
            let (vx, vy) = (vx + h * ax, vy + h * ay);
            [x + h * vx, y + h * vy, vx, vy]
        },
    );
}
