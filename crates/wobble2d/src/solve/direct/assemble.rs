//! The matrix of a direct step.

use super::super::row::Limit;
use super::super::system::{Arm, Equation, System};
use super::Direct;
use super::active::Part;
use super::factor::{Block, Matrix};
use super::pattern::{NONE, Pattern};

/// How much stiffer than its mobiles a rigid row is in the matrix.
///
/// Smaller: the passes do not remove the error; larger: rounding does harm. At 1000 : 1 anything from 1e5 to 1e7 is good.
pub(super) const STIFFNESS: f64 = 1e6;

/// `k`, where contacts are so much stiffer than their mobiles.
#[inline(always)]
pub(super) fn stiffness(equation: &Equation, contacts: f64) -> f64 {
    let ratio = if equation.limit == Limit::Free { STIFFNESS } else { contacts };
    1.0 / (equation.compliance + (equation.softness - equation.compliance) / ratio)
}

impl Direct {
    /// Assembles and factors the matrix of the active rows. False if it has no factor.
    pub(super) fn factor(&mut self, system: &System) -> bool {
        let Self { plans, matrix, weights, parts, factored, stiffness: ratio, .. } = self;
        let pattern = plans.pattern();
        let symmetric = !parts.iter().any(|part| matches!(part, Part::HoldsSliding(_)));
        matrix.clear(pattern, symmetric);
        weights.clear();
        for (&mobile, block) in pattern.mobile.iter().zip(&mut matrix.diagonal) {
            // What cannot move has no row that would ask it to: any mass will do.
            let weight = system.inverse_mass[mobile as usize].map(|inverse| if inverse > 0.0 { inverse } else { 1.0 });
            (block[0], block[4], block[8]) = (1.0 / weight[0], 1.0 / weight[1], 1.0 / weight[2]);
            weights.push(weight);
        }
        let mut pairs = &*plans.pair_of;
        for (at, part) in parts.iter().enumerate() {
            let arms = system.equations[at].own_arms(&system.arms);
            let (own, rest) = pairs.split_at(arms.len() * arms.len().saturating_sub(1) / 2);
            pairs = rest;
            if *part != Part::Off {
                let force =
                    Force { stiffness: stiffness(&system.equations[at], *ratio), arms, friction: friction(system, at, *part) };
                force.add(pattern, matrix, own, symmetric);
            }
        }
        factored.clone_from(parts);
        matrix.factor(pattern, weights)
    }
}

/// The arms of the friction of a sliding contact, and its impulse per normal impulse.
pub(super) fn friction(system: &System, at: usize, part: Part) -> Option<(&[Arm], f64)> {
    let Part::HoldsSliding(ratio) = part else { return None };
    system.equations.get(at + 1).map(|equation| (equation.own_arms(&system.arms), ratio))
}

/// `k f jᵀ`
struct Force<'a> {
    stiffness: f64,
    arms: &'a [Arm],
    friction: Option<(&'a [Arm], f64)>,
}

impl Force<'_> {
    /// `k f` at one arm.
    #[inline(always)]
    fn direction(&self, arm: usize) -> [f64; 3] {
        let mut own = self.arms[arm].jacobian;
        if let Some((arms, ratio)) = self.friction {
            (0..3).for_each(|k| own[k] += ratio * arms[arm].jacobian[k]);
        }
        own.map(|part| self.stiffness * part)
    }

    #[inline(always)]
    fn add(&self, pattern: &Pattern, matrix: &mut Matrix, pairs: &[u32], symmetric: bool) {
        let column = |arm: usize| pattern.column[self.arms[arm].mobile as usize];
        let mut pairs = pairs.iter();
        for first in 0..self.arms.len() {
            let own = self.direction(first);
            add_product(&mut matrix.diagonal[column(first) as usize], own, self.arms[first].jacobian);
            for (second, &pair) in (first + 1..self.arms.len()).zip(&mut pairs) {
                let block = pattern.block[pair as usize];
                if block == NONE {
                    continue;
                }
                let (column, later) = if column(first) < column(second) { (first, second) } else { (second, first) };
                add_product(&mut matrix.below[block as usize], self.direction(later), self.arms[column].jacobian);
                if !symmetric {
                    add_product(&mut matrix.above[block as usize], self.direction(column), self.arms[later].jacobian);
                }
            }
        }
    }
}

/// Adds `a bᵀ`.
#[inline(always)]
fn add_product(own: &mut Block, a: [f64; 3], b: [f64; 3]) {
    for (k, part) in own.iter_mut().enumerate() {
        *part += a[k / 3] * b[k % 3];
    }
}

/// The residual of an equation changed by velocities given by columns.
#[inline(always)]
pub(super) fn along_columns(pattern: &Pattern, arms: &[Arm], solution: &[[f64; 3]]) -> f64 {
    arms.iter().fold(0.0, |sum, arm| {
        let [x, y, z] = solution[pattern.column[arm.mobile as usize] as usize];
        sum + (arm.jacobian[0] * x + arm.jacobian[1] * y + arm.jacobian[2] * z)
    })
}
