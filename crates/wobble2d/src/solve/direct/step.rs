//! A direct step on the active rows: solved as linear equations, projected on the limits, and taken only if a merit says that it helps.
//!
//! ```text
//!     merit      F = ½ Σ m |v − v_free|² + Σ λ (j v_free − b) + ½ Σ c λ²          F(λ') − F(λ) = ½ Σ (λ' − λ)(r + r')
//!     residual   N = Σ (λ − proj(λ − m r))²/m                                     where something slides, F alone is no judge
//! ```

use super::super::Work;
use super::super::system::{Arm, System, apply};
use super::Direct;
use super::active::{Part, set_impulse};
use super::assemble::{along_columns, friction, stiffness};

/// Passes with one factor, at most: each removes most of the error of rows that are not quite rigid in the matrix. Two or three are usual.
const PASSES: usize = 6;

/// They end when no more than this share of the tolerance is left.
const MOST_ERROR: f64 = 0.01;

/// The same for rows without limits, which no sweep corrects.
const JOINT_ERROR: f64 = 1e-4;

/// How often the choice of active rows is corrected in a step.
const REVISIONS: usize = 3;

/// Shares of a step that are tried.
const SHARES: [f64; 5] = [1.0, 0.35, 0.12, 0.04, 0.015];

/// A step of sliding contacts is also taken if it leaves no more than this of the residual.
const MOST_RESIDUAL: f64 = 0.3;

impl Direct {
    /// Makes ready for another system.
    pub(in super::super) fn begin(&mut self, system: &System) {
        self.plans.find(system);
        self.is_factored = false;
    }

    /// Takes a step on the active rows. False if it was refused; nothing is changed then.
    pub(in super::super) fn step(&mut self, system: &mut System, tolerance: f64, work: &mut Work) -> bool {
        self.start.save(system);
        self.choose_active(system);
        let done = self.approach(system, tolerance, work) && self.take_share(system, tolerance);
        if !done {
            self.start.restore(system);
        }
        done
    }

    /// Solves for the active rows, and corrects the choice of them. False if there is no solution.
    fn approach(&mut self, system: &mut System, tolerance: f64, work: &mut Work) -> bool {
        for revision in 0..=REVISIONS {
            self.drop_active(system);
            if !self.ensure_factor(system, work) || !self.passes(system, tolerance) {
                return false;
            }
            if revision == REVISIONS || !self.revise_active(system, tolerance) {
                break;
            }
        }
        true
    }

    /// Solves a system that has no limits. False if it cannot be solved so; nothing is changed then.
    pub(in super::super) fn solve_unlimited(&mut self, system: &mut System, tolerance: f64, work: &mut Work) -> bool {
        self.start.save(system);
        let before = system.error();
        self.parts.clear();
        self.parts.resize(system.equations.len(), Part::Holds);
        let done = self.ensure_factor(system, work) && self.passes(system, JOINT_ERROR * tolerance) && system.error() <= before.max(tolerance);
        if !done {
            self.start.restore(system);
        }
        done
    }

    fn ensure_factor(&mut self, system: &System, work: &mut Work) -> bool {
        if self.is_factored && self.factored == self.parts {
            return true;
        }
        work.factors += 1;
        self.is_factored = self.factor(system);
        self.is_factored
    }

    /// Solves for the active rows, regardless of limits. False if the result is no number.
    fn passes(&mut self, system: &mut System, tolerance: f64) -> bool {
        for _ in 0..PASSES {
            if self.ask(system) <= MOST_ERROR * tolerance {
                break;
            }
            self.pass(system);
        }
        system.velocity.iter().flatten().fold(0.0, |sum, part| sum + part.abs()) < f64::INFINITY
    }

    /// Changes impulses and velocities by what was asked.
    fn pass(&mut self, system: &mut System) {
        let Self { plans, matrix, parts, solution, next_velocity, residual, .. } = self;
        let pattern = plans.pattern();
        matrix.solve(pattern, solution);
        next_velocity.clone_from(&system.velocity);
        for at in 0..system.equations.len() {
            if parts[at] == Part::Off {
                continue;
            }
            let equation = &system.equations[at];
            let arms = equation.own_arms(&system.arms);
            let change = -stiffness(equation) * (residual[at] + along_columns(pattern, arms, solution));
            apply(arms, change, next_velocity);
            system.equations[at].impulse += change;
            if let Some((arms, ratio)) = friction(system, at, parts[at]) {
                apply(arms, ratio * change, next_velocity);
                system.equations[at + 1].impulse += ratio * change;
            }
        }
        core::mem::swap(&mut system.velocity, next_velocity);
    }

    /// Prepares the right-hand side, by columns: `−Σ k f r`. Returns how far the active rows are from being solved: `Σ m r²`. `[J]`
    fn ask(&mut self, system: &System) -> f64 {
        let Self { plans, parts, solution, residual, .. } = self;
        let pattern = plans.pattern();
        solution.clear();
        solution.resize(pattern.mobile.len(), [0.0; 3]);
        residual.clear();
        let mut error = 0.0;
        for (at, equation) in system.equations.iter().enumerate() {
            let own = if parts[at] == Part::Off { 0.0 } else { equation.residual(&system.arms, &system.velocity) };
            residual.push(own);
            if parts[at] == Part::Off {
                continue;
            }
            error += equation.effective_mass * own * own;
            let mut add = |arms: &[Arm], amount: f64| add_by_columns(&pattern.column, arms, amount, solution);
            let amount = -stiffness(equation) * own;
            add(equation.own_arms(&system.arms), amount);
            if let Some((arms, ratio)) = friction(system, at, parts[at]) {
                add(arms, ratio * amount);
            }
        }
        error
    }

    /// Goes back, and then as far towards the solution as the merit allows.
    fn take_share(&mut self, system: &mut System, tolerance: f64) -> bool {
        self.goal.clear();
        self.goal.extend(system.equations.iter().map(|equation| equation.impulse));
        self.start.restore(system);
        let slides = self.parts.iter().any(|part| matches!(part, Part::HoldsSliding(_)));
        let enough = if slides { MOST_RESIDUAL * natural_residual(system, &self.start.residual) } else { 0.0 }.max(tolerance);
        for share in SHARES {
            self.project(system, share);
            self.residual.clear();
            self.residual.extend(system.equations.iter().map(|equation| equation.residual(&system.arms, &system.velocity)));
            if self.merit_change(system) <= 0.0 || natural_residual(system, &self.residual) <= enough {
                return true;
            }
            self.start.restore(system);
        }
        false
    }

    /// Gives every equation its share of the step, as far as its limit allows.
    fn project(&self, system: &mut System, share: f64) {
        for at in 0..system.equations.len() {
            let start = self.start.impulse[at];
            let normal = if at > 0 { system.equations[at - 1].impulse } else { 0.0 };
            let slides = if at > 0 { self.parts[at - 1] } else { Part::Off };
            let [least, most] = system.equations[at].bounds(normal);
            let impulse = match slides {
                Part::HoldsSliding(ratio) => ratio * normal,
                _ => (start + share * (self.goal[at] - start)).max(least).min(most),
            };
            set_impulse(system, at, impulse);
        }
    }

    /// `F(λ') − F(λ)`, without the cancellation of a difference. `[J]`
    fn merit_change(&self, system: &System) -> f64 {
        let lists = system.equations.iter().zip(&self.residual).zip(self.start.impulse.iter().zip(&self.start.residual));
        lists.fold(0.0, |sum, ((equation, after), (impulse, before))| sum + 0.5 * (equation.impulse - impulse) * (before + after))
    }
}

/// `N` of a system with such residuals. `[J]`
fn natural_residual(system: &System, residual: &[f64]) -> f64 {
    let (mut sum, mut normal) = (0.0, 0.0);
    for (equation, residual) in system.equations.iter().zip(residual) {
        let [least, most] = equation.bounds(normal);
        let error = equation.impulse - (equation.impulse - equation.effective_mass * residual).max(least).min(most);
        sum += error * error * equation.softness;
        normal = equation.impulse;
    }
    sum
}

#[inline(always)]
fn add_by_columns(column: &[u32], arms: &[Arm], amount: f64, sum: &mut [[f64; 3]]) {
    for arm in arms {
        let own = &mut sum[column[arm.mobile as usize] as usize];
        (0..3).for_each(|k| own[k] += amount * arm.jacobian[k]);
    }
}
