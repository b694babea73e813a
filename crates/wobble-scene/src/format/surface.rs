//! How the surface of a body touches others.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How a surface touches others.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Surface {
    /// Coulomb's coefficient of friction. Two surfaces rub with the geometric mean.
    #[schemars(range(min = 0.0, max = 100.0), extend("x-hint" = "0.5 is wood on wood"))]
    pub friction: f32,
    /// The part of the approach speed that a rebound keeps. Two surfaces rebound with the product; the force methods only.
    #[schemars(range(min = 0.0, max = 1.0), extend("x-hint" = "1 keeps all of the speed"))]
    pub restitution: f32,
}

impl Default for Surface {
    fn default() -> Self {
        let wobble2d::Surface { friction, restitution } = wobble2d::Surface::default();
        Self { friction, restitution }
    }
}

impl From<Surface> for wobble2d::Surface {
    fn from(surface: Surface) -> Self {
        let Surface { friction, restitution } = surface;
        Self { friction, restitution }
    }
}
