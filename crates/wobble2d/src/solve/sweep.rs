//! Sweeps: each row in turn gets the impulse that satisfies it (projected Gauss–Seidel), forth and back by turns.
//!
//! ```text
//!     λ ← clamp(λ − m r)            r = J v + c λ − b
//! ```
//! Back after forth is worth two to four sweeps in one direction, and costs nothing. Friction always follows its normal, so that it is
//! within the cone when a sweep ends.

use super::system::{Arm, Equation, System, along, apply};

/// Solves every row once, the first one first if `forth`. Returns what changed: `Σ (Δλ)²/m`. `[J]`
pub(super) fn sweep(system: &mut System, forth: bool) -> f64 {
    let System { velocity, equations, arms, .. } = system;
    if forth { sweep_forth(equations, arms, velocity) } else { sweep_back(equations, arms, velocity) }
}

fn sweep_forth(equations: &mut [Equation], arms: &[Arm], velocity: &mut [[f64; 3]]) -> f64 {
    let (mut change, mut before) = (0.0, 0.0);
    for equation in equations {
        change += relax(equation, before, arms, velocity);
        before = equation.impulse;
    }
    change
}

fn sweep_back(equations: &mut [Equation], arms: &[Arm], velocity: &mut [[f64; 3]]) -> f64 {
    let mut change = 0.0;
    let mut rest = equations;
    while let [others @ .., last] = rest {
        let mut others = others;
        if last.is_friction()
            && let [more @ .., normal] = others
        {
            change += relax(normal, 0.0, arms, velocity);
            change += relax(last, normal.impulse, arms, velocity);
            others = more;
        } else {
            change += relax(last, 0.0, arms, velocity);
        }
        rest = others;
    }
    change
}

/// Solves a row. `before`: the impulse of the row before it.
#[inline(always)]
fn relax(equation: &mut Equation, before: f64, arms: &[Arm], velocity: &mut [[f64; 3]]) -> f64 {
    let own = equation.own_arms(arms);
    let residual = along(own, velocity) + (equation.compliance * equation.impulse - equation.target);
    let [least, most] = equation.bounds(before);
    let impulse = (equation.impulse - equation.effective_mass * residual).max(least).min(most);
    let change = impulse - equation.impulse;
    equation.impulse = impulse;
    apply(own, change, velocity);
    change * change * equation.softness
}
