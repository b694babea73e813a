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
            let part = self.part(system, at);
            self.parts.push(part);
        }
    }

    fn part(&mut self, system: &mut System, at: usize) -> Part {
        let equation = system.equations[at];
        match equation.limit {
            Limit::Free => Part::Holds,
            Limit::Push if equation.impulse > 0.0 => Part::Holds,
            Limit::Push => Part::Off,
            Limit::Within(most) => self.limited(system, at, most).map_or(Part::Holds, |_| Part::Off),
            Limit::Friction { coefficient } => {
                let normal = system.equations[at - 1];
                if normal.impulse <= 0.0 {
                    set_impulse(system, at, 0.0);
                    return Part::Off;
                }
                let Some(side) = self.limited(system, at, coefficient * normal.impulse) else { return Part::Holds };
                if same_mobiles(system, &normal, &equation)
                    && let Some(part) = self.parts.last_mut()
                {
                    *part = Part::HoldsSliding(side * coefficient);
                }
                Part::Off
            }
        }
    }

    /// The side on which an equation is at its bound, where it is put then.
    fn limited(&self, system: &mut System, at: usize, most: f64) -> Option<f64> {
        let equation = system.equations[at];
        let trial = equation.impulse - equation.effective_mass * equation.residual(&system.arms, &system.velocity);
        // What is no number holds; the factor refuses it.
        let side = if trial >= most {
            1.0
        } else if trial <= -most {
            -1.0
        } else {
            return None;
        };
        set_impulse(system, at, side * most);
        Some(side)
    }

    pub(super) fn anything_slides(&self) -> bool {
        self.parts.iter().any(|part| matches!(part, Part::HoldsSliding(_)))
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
