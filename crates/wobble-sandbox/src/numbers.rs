//! The numbers of a body that can be changed while it moves.

use crate::stage::Stage;
use wobble2d::{Action, BodyId, Surface, Tuning};

/// The numbers of a body that can be changed while it moves.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Numbers {
    /// Of the whole body. `[kg]`
    pub mass: f32,
    /// How it differs from its blueprint.
    pub tuning: Tuning,
    /// How its surface touches others.
    pub surface: Surface,
}

impl Stage {
    /// The numbers of a body now.
    pub fn numbers(&self, body: BodyId) -> Option<Numbers> {
        let body = self.world().body(body)?;
        Some(Numbers { mass: body.mass(), tuning: body.tuning(), surface: body.surface() })
    }

    /// The numbers a body had before anybody changed them.
    pub fn original_numbers(&self, body: BodyId) -> Option<Numbers> {
        self.originals.get(&body).copied().or_else(|| self.numbers(body))
    }

    /// Changes the numbers of a body. A body that this stage does not have is left out.
    pub fn set_numbers(&mut self, body: BodyId, numbers: Numbers) {
        let Some(before) = self.numbers(body) else { return };
        self.originals.entry(body).or_insert(before);
        if numbers.mass != before.mass {
            self.act(Action::SetMass(body, numbers.mass));
        }
        if numbers.tuning != before.tuning {
            self.act(Action::Tune(body, numbers.tuning));
        }
        if numbers.surface != before.surface {
            self.act(Action::SetSurface(body, numbers.surface));
        }
    }
}
