//! A direct step: all active rows of an island solved at once, by a sparse factor over its mobiles.
//!
//! ```text
//!     A = M + Σ_active k f jᵀ        k = 1/(c + d/κ),  d = j M⁻¹ jᵀ        f = j, but n ± μ t where a contact slides
//!     A dv = −Σ k f r                dλ = −k (r + j dv)                     twice: the second pass removes the error of 1/κ
//! ```
//! The matrix has a block for each mobile, not for each row: rows that say the same thing twice add up, and cannot make it singular.

mod active;
mod assemble;
mod factor;
mod order;
mod pattern;
mod plans;
mod step;

use super::system::System;
use active::Part;
use factor::Matrix;
use plans::Plans;
pub(super) use step::Care;

/// The scratch of direct steps.
#[derive(Debug, Default)]
pub(super) struct Direct {
    plans: Plans,
    matrix: Matrix,
    /// Inverse masses, by columns.
    weights: Vec<[f64; 3]>,
    /// What each equation does in the present step, what it did before the choice was revised, and what when `matrix` was factored, if it was.
    parts: Vec<Part>,
    before: Vec<Part>,
    factored: Vec<Part>,
    is_factored: bool,
    /// How much stiffer than their mobiles contacts are, and were then.
    stiffness: f64,
    factored_stiffness: f64,
    /// `A dv = …`, by columns.
    solution: Vec<[f64; 3]>,
    next_velocity: Vec<[f64; 3]>,
    /// By equations: `r` of a pass, then where the step leads to. `[m/s]`, `[N s]`
    residual: Vec<f64>,
    goal: Vec<f64>,
    start: Start,
}

/// What a step started from.
#[derive(Debug, Default)]
struct Start {
    velocity: Vec<[f64; 3]>,
    impulse: Vec<f64>,
    residual: Vec<f64>,
}

impl Start {
    fn save(&mut self, system: &System) {
        self.velocity.clone_from(&system.velocity);
        self.impulse.clear();
        self.residual.clear();
        for equation in &system.equations {
            self.impulse.push(equation.impulse);
            self.residual.push(equation.residual(&system.arms, &system.velocity));
        }
    }

    fn restore(&self, system: &mut System) {
        system.velocity.clone_from(&self.velocity);
        for (equation, &impulse) in system.equations.iter_mut().zip(&self.impulse) {
            equation.impulse = impulse;
        }
    }
}
