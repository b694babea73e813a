//! Why a body had to be frozen, as well as can be told, and what helps.

use super::stability::{Advice, longest_stable};
use crate::World;
use crate::body::Trouble;
use crate::id::BodyId;
use crate::method::Method;
use core::fmt;

/// Why a body exploded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Cause {
    /// The method cannot hold its springs, gas or shape in substeps of this length.
    Stiff(Advice),
    /// The method cannot hold the drag of the air at speeds that are allowed: from `speed` on it overshoots. `[m/s]`
    Drag {
        /// The method it is about.
        method: Method,
        /// From this speed on the drag of a substep turns the motion round and makes it faster. `[m/s]`
        speed: f32,
    },
    /// It was struck by one that exploded.
    Struck(BodyId),
    /// What was done to it, or what pulls at it, would have made it faster than the limit or carried it too far.
    Driven,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Stiff(advice) => advice.fmt(f),
            Self::Drag { method, speed } => write!(
                f,
                "the drag of the air is too strong for {} above {speed:.3} m/s; use more substeps, less drag, or switch to xpbd",
                method.name()
            ),
            Self::Struck(body) => write!(f, "it was struck by {body}, which exploded"),
            Self::Driven => write!(f, "it was driven too fast or too far; drive it more gently, or raise the speed limit"),
        }
    }
}

impl World {
    /// Why bodies exploded in a step of this length, told from how they were before it. `[s]`
    pub(crate) fn causes(&self, exploded: &[(usize, Trouble)], dt: f32) -> Vec<Cause> {
        let own: Vec<Option<Cause>> = exploded.iter().map(|&(place, _)| self.own_cause(place, dt)).collect();
        let first = own.iter().position(Option::is_some).map(|k| self.bodies.list[exploded[k].0].id);
        own.into_iter().map(|cause| cause.or(first.map(Cause::Struck)).unwrap_or(Cause::Driven)).collect()
    }

    /// What was wrong with a body itself.
    fn own_cause(&self, place: usize, dt: f32) -> Option<Cause> {
        let body = &self.bodies.list[place];
        self.advice_for(body.id, dt).map(Cause::Stiff).or_else(|| {
            let lightest = self.particles.masses[body.range()].iter().map(|pair| pair[0]).fold(0.0, f32::max);
            let method = self.settings.method;
            // A brake of γ = 1/s tells how long a substep may be for any.
            let slowest = longest_stable(method, 0.0, 1.0, 1.0)? * self.settings.substeps as f32 / dt;
            let speed = slowest / (self.fields.drag * lightest);
            (speed < self.settings.speed_limit).then_some(Cause::Drag { method, speed })
        })
    }
}
