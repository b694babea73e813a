//! Which rows a direct step solves as equations.

use super::super::row::Limit;
use super::super::system::{Equation, System, apply};
use super::Direct;

/// What an equation does in a direct step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Part {
    /// Nothing: it is open, or at a bound that does not move.
    Off,
    /// Its residual is brought to zero.
    Holds,
    /// The same for a normal, whose friction slides: its impulse is so many times the normal's.
    HoldsSliding(f64),
}

impl Direct {
    /// Chooses the active rows, and puts sliding friction at its bound. The trial `λ − m r` decides, not the impulse: that was
    /// clamped by an older normal.
    pub(super) fn choose_active(&mut self, system: &mut System) {
        self.parts.clear();
        for at in 0..system.equations.len() {
            let equation = system.equations[at];
            let part = match equation.limit {
                Limit::Free => Part::Holds,
                Limit::Push if equation.impulse > 0.0 => Part::Holds,
                Limit::Push => Part::Off,
                Limit::Friction { .. } | Limit::Within(_) => {
                    let trial = equation.impulse - equation.effective_mass * equation.residual(&system.arms, &system.velocity);
                    self.limited(system, at, trial, 0.0)
                }
            };
            self.parts.push(part);
        }
    }

    /// Corrects the choice by what the step has led to. `tolerance`: what does not matter. `[J]` Whether anything changed.
    pub(super) fn revise_active(&mut self, system: &mut System, tolerance: f64) -> bool {
        core::mem::swap(&mut self.parts, &mut self.before);
        self.parts.clear();
        for at in 0..system.equations.len() {
            let equation = system.equations[at];
            let residual = equation.residual(&system.arms, &system.velocity);
            let is_violated = residual < 0.0 && residual * residual * equation.effective_mass > tolerance;
            let pulls = equation.impulse < 0.0 && equation.impulse * equation.impulse * equation.softness > tolerance;
            let part = match (equation.limit, self.before[at]) {
                (Limit::Free, _) => Part::Holds,
                (Limit::Push, Part::Off) => {
                    if is_violated {
                        Part::Holds
                    } else {
                        Part::Off
                    }
                }
                (Limit::Push, _) => {
                    if pulls {
                        Part::Off
                    } else {
                        Part::Holds
                    }
                }
                (Limit::Friction { .. } | Limit::Within(_), before) => {
                    let trial = if before == Part::Holds {
                        equation.impulse
                    } else {
                        equation.impulse - equation.effective_mass * residual
                    };
                    self.limited(system, at, trial, tolerance)
                }
            };
            self.parts.push(part);
        }
        self.parts != self.before
    }

    /// The part of an equation that is limited on either side, by where it would go. At a limit it is put there.
    fn limited(&mut self, system: &mut System, at: usize, trial: f64, tolerance: f64) -> Part {
        let equation = system.equations[at];
        let coefficient = match equation.limit {
            Limit::Friction { coefficient } if self.parts[at - 1] != Part::Off => Some(coefficient),
            Limit::Friction { .. } => {
                set_impulse(system, at, 0.0);
                return Part::Off;
            }
            _ => None,
        };
        let normal = if at > 0 { system.equations[at - 1] } else { equation };
        let [_, most] = equation.bounds(normal.impulse);
        let excess = trial.abs() - most;
        if excess < 0.0 || (excess * excess * equation.softness <= tolerance && tolerance > 0.0) {
            return Part::Holds;
        }
        let side = if trial < 0.0 { -1.0 } else { 1.0 };
        set_impulse(system, at, side * most);
        if let (Some(coefficient), Some(part), true) =
            (coefficient, self.parts.last_mut(), same_mobiles(system, &normal, &equation))
        {
            *part = Part::HoldsSliding(side * coefficient);
        }
        Part::Off
    }

    /// Takes the impulses of all active rows away, so that those which say the same share alike, and those of open contacts.
    pub(super) fn drop_active(&self, system: &mut System) {
        for at in 0..system.equations.len() {
            let slides = at > 0 && matches!(self.parts[at - 1], Part::HoldsSliding(_));
            if slides || self.parts[at] != Part::Off || system.equations[at].limit == Limit::Push {
                set_impulse(system, at, 0.0);
            }
        }
    }
}

/// Gives an equation another impulse, and mobiles the velocities that follow.
pub(super) fn set_impulse(system: &mut System, at: usize, impulse: f64) {
    let System { equations, arms, velocity, .. } = system;
    let equation = &mut equations[at];
    apply(equation.own_arms(arms), impulse - equation.impulse, velocity);
    equation.impulse = impulse;
}

fn same_mobiles(system: &System, a: &Equation, b: &Equation) -> bool {
    let [a, b] = [a, b].map(|equation| equation.own_arms(&system.arms).iter().map(|arm| arm.mobile));
    a.eq(b)
}
