//! Velocity Verlet (eq. 20): half a kick, a drift, half a kick. Order 2, symplectic.
//! Forces that depend on velocity see the half-kicked one.

use super::forces::{accelerate, update_points};
use crate::block::Block;
use crate::field::Acting;
use crate::lanes::Lanes;

pub(super) fn substep<L: Lanes>(block: &mut Block<'_, L>, acting: &Acting<'_>, h: f32) {
    let (step, half) = (L::splat(block.token, h), L::splat(block.token, 0.5 * h));
    accelerate(block, acting, 1.0);
    update_points(
        block,
        #[inline(always)]
        |[x, y, vx, vy], [ax, ay]| {
            let (vx, vy) = (vx + half * ax, vy + half * ay);
            [x + step * vx, y + step * vy, vx, vy]
        },
    );
    accelerate(block, acting, 1.0);
    update_points(
        block,
        #[inline(always)]
        |[x, y, vx, vy], [ax, ay]| [x, y, vx + half * ax, vy + half * ay],
    );
}
