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
use super::assemble::{STIFFNESS, along_columns, friction, stiffness};

/// Passes with one factor, at most: each removes most of the error of rows that are not quite rigid in the matrix. Two or three are usual.
const PASSES: usize = 6;

/// They end when no more than this share of the tolerance is left.
const MOST_ERROR: f64 = 0.01;

/// The same for rows without limits, which no sweep corrects.
const JOINT_ERROR: f64 = 1e-4;

/// Rows without limits have no merit. A result with an error that is greater by this than before is refused: the factor was useless.
const MOST_GROWTH: f64 = 16.0;

/// Contacts are so much softer, step after step, where they contradict each other: then impulses that satisfy all of them would be enormous.
const SOFTER: [f64; 3] = [STIFFNESS, 1e4, 1e2];

/// How much a step may cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Care {
    /// One factor or two: sweeps do most of the work.
    Quick,
    /// Whatever helps: where masses are uneven, sweeps do not.
    Thorough,
}

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
    pub(in super::super) fn step(&mut self, system: &mut System, care: Care, tolerance: f64, work: &mut Work) -> bool {
        self.start.save(system);
        let enough = self.enough(system);
        let (revisions, softer) = if care == Care::Thorough { (REVISIONS, SOFTER.len()) } else { (0, 1) };
        let done = self.step_anew(system, revisions, [tolerance, enough], work)
            || SOFTER[..softer].iter().any(|&stiffness| self.step_on(system, stiffness, [tolerance, enough], work));
        if !done {
            self.start.restore(system);
        }
        done
    }

    /// Finds the impulses of the active rows anew, whatever they were, and corrects the choice of rows as long as that makes it better. False if limits
    /// forbid the result.
    fn step_anew(&mut self, system: &mut System, revisions: usize, [tolerance, enough]: [f64; 2], work: &mut Work) -> bool {
        self.choose_active(system);
        self.stiffness = STIFFNESS;
        let mut least = usize::MAX;
        for revision in 0..=revisions {
            self.drop_active(system);
            if !self.ensure_factor(system, work) || !self.passes(system, PASSES, tolerance) {
                return false;
            }
            self.note_goal(system);
            if self.try_share(system, 1.0, [tolerance, enough]) {
                return true;
            }
            if revision == revisions {
                break;
            }
            self.go_to_goal(system);
            self.revise_active(system, tolerance);
            let changed = self.parts.iter().zip(&self.before).filter(|(now, before)| now != before).count();
            if changed == 0 || changed >= least {
                return false;
            }
            least = changed;
        }
        false
    }

    /// Changes the impulses of the active rows by as little as possible, and goes as far on that way as the merit allows.
    fn step_on(&mut self, system: &mut System, stiffness: f64, [tolerance, enough]: [f64; 2], work: &mut Work) -> bool {
        self.start.restore(system);
        self.choose_active(system);
        self.stiffness = stiffness;
        if !self.ensure_factor(system, work) || !self.passes(system, 1, tolerance) {
            return false;
        }
        self.note_goal(system);
        SHARES.iter().any(|&share| self.try_share(system, share, [tolerance, enough]))
    }

    /// Solves a system that has no limits. False if it cannot be solved so; nothing is changed then.
    pub(in super::super) fn solve_unlimited(&mut self, system: &mut System, tolerance: f64, work: &mut Work) -> bool {
        self.start.save(system);
        self.stiffness = STIFFNESS;
        let before = system.error();
        self.parts.clear();
        self.parts.resize(system.equations.len(), Part::Holds);
        let done = self.ensure_factor(system, work)
            && self.passes(system, PASSES, JOINT_ERROR * tolerance)
            && system.error() <= (MOST_GROWTH * before).max(tolerance);
        if !done {
            self.start.restore(system);
        }
        done
    }

    fn ensure_factor(&mut self, system: &System, work: &mut Work) -> bool {
        if self.is_factored && self.factored == self.parts && self.factored_stiffness == self.stiffness {
            return true;
        }
        work.factors += 1;
        self.factored_stiffness = self.stiffness;
        self.is_factored = self.factor(system);
        self.is_factored
    }

    /// Solves for the active rows, regardless of limits. False if the result is no number.
    fn passes(&mut self, system: &mut System, most: usize, tolerance: f64) -> bool {
        for _ in 0..most {
            if self.ask(system) <= MOST_ERROR * tolerance {
                break;
            }
            self.pass(system);
        }
        system.velocity.iter().flatten().fold(0.0, |sum, part| sum + part.abs()) < f64::INFINITY
    }

    /// Changes impulses and velocities by what was asked.
    fn pass(&mut self, system: &mut System) {
        let Self { plans, matrix, parts, solution, next_velocity, residual, stiffness: ratio, .. } = self;
        let pattern = plans.pattern();
        matrix.solve(pattern, solution);
        next_velocity.clone_from(&system.velocity);
        for at in 0..system.equations.len() {
            if parts[at] == Part::Off {
                continue;
            }
            let equation = &system.equations[at];
            let arms = equation.own_arms(&system.arms);
            let change = -stiffness(equation, *ratio) * (residual[at] + along_columns(pattern, arms, solution));
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
        let Self { plans, parts, solution, residual, stiffness: ratio, .. } = self;
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
            let amount = -stiffness(equation, *ratio) * own;
            add(equation.own_arms(&system.arms), amount);
            if let Some((arms, ratio)) = friction(system, at, parts[at]) {
                add(arms, ratio * amount);
            }
        }
        error
    }

    fn note_goal(&mut self, system: &System) {
        self.goal.clear();
        self.goal.extend(system.equations.iter().map(|equation| equation.impulse));
    }

    fn go_to_goal(&self, system: &mut System) {
        for (at, &impulse) in self.goal.iter().enumerate() {
            set_impulse(system, at, impulse);
        }
    }

    /// The residual that is good enough for a step. `[J]`
    fn enough(&self, system: &System) -> f64 {
        MOST_RESIDUAL * natural_residual(system, &self.start.residual)
    }

    /// Goes this share of the way from the start to the goal, as far as limits allow. Whether that helps.
    fn try_share(&mut self, system: &mut System, share: f64, [tolerance, enough]: [f64; 2]) -> bool {
        self.start.restore(system);
        self.project(system, share);
        self.residual.clear();
        self.residual.extend(system.equations.iter().map(|equation| equation.residual(&system.arms, &system.velocity)));
        let slides = self.parts.iter().any(|part| matches!(part, Part::HoldsSliding(_)));
        let residual = natural_residual(system, &self.residual);
        self.merit_change(system) <= 0.0 || residual <= tolerance || (slides && residual <= enough)
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
