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
    /// The part of the approach speed that a rebound keeps. Two surfaces rebound with the product, unless the contact settings say otherwise.
    #[schemars(range(min = 0.0, max = 1.0), extend("x-hint" = "1 keeps all of the speed"))]
    pub restitution: f32,
    /// How fast the surface runs around the body like a conveyor belt, clockwise: what lies on top is carried to the right. `[m/s]`
    #[schemars(range(min = -1e4, max = 1e4), extend("x-hint" = "0 is no belt"))]
    pub belt: f32,
}

impl Default for Surface {
    fn default() -> Self {
        let wobble2d::Surface { friction, restitution, belt } = wobble2d::Surface::default();
        Self { friction, restitution, belt }
    }
}

impl From<Surface> for wobble2d::Surface {
    fn from(surface: Surface) -> Self {
        let Surface { friction, restitution, belt } = surface;
        Self { friction, restitution, belt }
    }
}
