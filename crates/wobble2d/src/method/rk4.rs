//! The classical Runge–Kutta method (eq. 21) on the whole state `s = (x, v)`, `s' = (v, a(s))`. Order 4.
//!
//! `s ← s + h/6 (k₁ + 2 k₂ + 2 k₃ + k₄)`, each `kᵢ` taken at the start plus a part of the one before. Contacts and sticks come after
//! the step, never between the stages.

use super::forces::accelerate;
use crate::block::Block;
use crate::field::Acting;
use crate::lanes::Lanes;

/// For each stage: its weight in the sum, and how far the next stage looks ahead, both in steps.
const STAGES: [(f32, f32); 4] = [(1.0 / 6.0, 0.5), (1.0 / 3.0, 0.5), (1.0 / 3.0, 1.0), (1.0 / 6.0, 0.0)];

pub(super) fn substep<L: Lanes>(block: &mut Block<'_, L>, acting: &Acting<'_>, h: f32) {
    let t = block.token;
    let zero = L::Cell::default();
    block.scratch.start.clear();
    block.scratch.start.extend_from_slice(block.points);
    block.scratch.sum.clear();
    block.scratch.sum.resize(block.points.len(), [zero; 4]);

    for (weight, ahead) in STAGES {
        accelerate(block, acting, 1.0);
        L::run(
            t,
            #[inline(always)]
            || {
                let (weight, ahead) = (L::splat(t, weight), L::splat(t, ahead * h));
                for i in 0..block.points.len() {
                    let ([_, _, vx, vy], [ax, ay]) = (block.point(i), block.force(i));
                    let slope = [vx, vy, ax, ay];
                    let start = block.scratch.start[i].map(|cell| L::load(t, &cell));
                    for (k, cell) in block.scratch.sum[i].iter_mut().enumerate() {
                        (L::load(t, cell) + weight * slope[k]).store(cell);
                    }
                    block.set_point(i, core::array::from_fn(|k| start[k] + ahead * slope[k]));
                }
            },
        );
    }
    L::run(
        t,
        #[inline(always)]
        || {
            let h = L::splat(t, h);
            for i in 0..block.points.len() {
                let start = block.scratch.start[i].map(|cell| L::load(t, &cell));
                let sum = block.scratch.sum[i].map(|cell| L::load(t, &cell));
                block.set_point(i, core::array::from_fn(|k| start[k] + h * sum[k]));
            }
        },
    );
}
