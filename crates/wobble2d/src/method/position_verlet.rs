//! Position Verlet (eq. 19): `D ← D + h² a`, `x ← x + D`, where `D` is the last displacement. Order 2.
//!
//! It is of second order only if it is started and read right: `D = h v − ½ h² a` going in, `v = D/h + ½ h a` coming out. With
//! `v = D/h` it would be semi-implicit Euler in disguise. During a step the velocity slot holds `D`; a change of `h` between steps
//! needs no care, since `D` is made anew from the velocity. What depends on velocity sees `D/h`, so linear damping becomes the
//! well-known factor `1 − f h` on `D`.

use super::forces::{accelerate, update_points};
use crate::block::Block;
use crate::field::Acting;
use crate::lanes::Lanes;

pub(super) fn enter<L: Lanes>(block: &mut Block<'_, L>, acting: &Acting<'_>, h: f32) {
    accelerate(block, acting, 1.0);
    let (step, half) = (L::splat(block.token, h), L::splat(block.token, 0.5 * h * h));
    update_points(
        block,
        #[inline(always)]
        |[x, y, vx, vy], [ax, ay]| [x, y, step * vx - half * ax, step * vy - half * ay],
    );
}

pub(super) fn substep<L: Lanes>(block: &mut Block<'_, L>, acting: &Acting<'_>, h: f32) {
    accelerate(block, acting, 1.0 / h);
    let square = L::splat(block.token, h * h);
    update_points(
        block,
        #[inline(always)]
        |[x, y, dx, dy], [ax, ay]| {
            let (dx, dy) = (dx + square * ax, dy + square * ay);
            [x + dx, y + dy, dx, dy]
        },
    );
}

pub(super) fn leave<L: Lanes>(block: &mut Block<'_, L>, acting: &Acting<'_>, h: f32) {
    accelerate(block, acting, 1.0 / h);
    let (step, half) = (L::splat(block.token, h), L::splat(block.token, 0.5 * h));
    update_points(
        block,
        #[inline(always)]
        |[x, y, dx, dy], [ax, ay]| [x, y, dx / step + half * ax, dy / step + half * ay],
    );
}
