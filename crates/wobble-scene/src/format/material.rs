//! What several bodies share: a name for a surface, a density and a tuning.

use super::surface::Surface;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What bodies of one kind share. What a body says itself goes before what its material says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Material {
    /// How it touches others.
    pub surface: Option<Surface>,
    /// How a body of it differs from its blueprint.
    pub tuning: Option<Tuning>,
    /// Mass per area, for bodies with an outline. `[kg/m²]`
    #[schemars(range(min = 1e-6, max = 1e6), extend("x-hint" = "pin particles to make them immovable"))]
    pub density: Option<f32>,
}

/// How a body differs from its blueprint. All are factors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Tuning {
    /// On all lengths.
    #[schemars(range(min = 1e-3, max = 1e3))]
    pub size: f32,
    /// On the stiffness of springs and area.
    #[schemars(range(min = 0.0, max = 1e6))]
    pub stiffness: f32,
    /// On the damping of springs and gas.
    #[schemars(range(min = 0.0, max = 1e6))]
    pub damping: f32,
    /// On the amount of gas, or on the area sought where area resists change.
    #[schemars(range(min = 0.0, max = 1e3))]
    pub gas: f32,
}

impl Default for Tuning {
    fn default() -> Self {
        let wobble2d::Tuning { size, stiffness, damping, gas } = wobble2d::Tuning::default();
        Self { size, stiffness, damping, gas }
    }
}

impl From<Tuning> for wobble2d::Tuning {
    fn from(tuning: Tuning) -> Self {
        let Tuning { size, stiffness, damping, gas } = tuning;
        Self { size, stiffness, damping, gas }
    }
}
