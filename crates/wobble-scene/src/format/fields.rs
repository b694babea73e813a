//! What acts on every particle from outside.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What acts on every particle from outside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Fields {
    /// Which way and how strongly things fall. `[m/s²]`
    #[schemars(inner(range(min = -1e6, max = 1e6)), extend("x-hint" = "[0, 0] switches it off"))]
    pub gravity: [f32; 2],
    /// Whether gravity acts.
    pub gravity_on: bool,
    /// Quadratic air drag of a particle, `F = −c |v| v` with `v` relative to the wind. `[kg/m]`
    #[schemars(range(min = 0.0, max = 1e6), extend("x-hint" = "0 switches it off"))]
    pub drag: f32,
    /// Linear damping of all motion. `[1/s]`
    #[schemars(range(min = 0.0, max = 1e6), extend("x-hint" = "0 switches it off"))]
    pub damping: f32,
    /// How fast the air moves that drag is relative to. `[m/s]`
    #[schemars(inner(range(min = -1e4, max = 1e4)), extend("x-hint" = "[0, 0] is still air"))]
    pub wind: [f32; 2],
    /// A pointer that attracts or repels.
    pub pointer: Option<Pointer>,
    /// Points that attract by the inverse square of the distance.
    #[schemars(length(max = 1000))]
    pub attractors: Vec<Attractor>,
}

impl Default for Fields {
    fn default() -> Self {
        let fields = wobble2d::Fields::default();
        Self {
            gravity: fields.gravity.into(),
            gravity_on: fields.gravity_on,
            drag: fields.drag,
            damping: fields.damping,
            wind: fields.wind.into(),
            pointer: None,
            attractors: Vec::new(),
        }
    }
}

impl From<Fields> for wobble2d::Fields {
    fn from(fields: Fields) -> Self {
        let Fields { gravity, gravity_on, drag, damping, wind, pointer, attractors } = fields;
        Self {
            gravity: gravity.into(),
            gravity_on,
            drag,
            damping,
            wind: wind.into(),
            pointer: pointer.map(wobble2d::Pointer::from),
            attractors: attractors.into_iter().map(wobble2d::Attractor::from).collect(),
        }
    }
}

/// A pointer that pulls every particle with the acceleration `strength / √distance`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Pointer {
    /// Where it is. `[m]`
    #[schemars(inner(range(min = -1e6, max = 1e6)))]
    pub at: [f32; 2],
    /// Positive attracts, negative repels. `[m^1.5/s²]`
    #[schemars(range(min = -1e9, max = 1e9))]
    pub strength: f32,
    /// The distance within which the pull fades. `[m]`
    #[schemars(range(min = 0.0, max = 1e6))]
    pub core: f32,
}

impl Default for Pointer {
    fn default() -> Self {
        Self { at: [0.0; 2], strength: 2.0, core: 0.1 }
    }
}

impl From<Pointer> for wobble2d::Pointer {
    fn from(pointer: Pointer) -> Self {
        Self { position: pointer.at.into(), strength: pointer.strength, core: pointer.core }
    }
}

/// A point that pulls every particle with the acceleration `gm / distance²`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Attractor {
    /// Where it is. `[m]`
    #[schemars(inner(range(min = -1e6, max = 1e6)))]
    pub at: [f32; 2],
    /// Gravitational constant times mass; negative repels. `[m³/s²]`
    #[schemars(range(min = -1e9, max = 1e9))]
    pub gm: f32,
    /// The distance within which the pull fades; 0 for none. `[m]`
    #[schemars(range(min = 0.0, max = 1e6))]
    pub core: f32,
}

impl Default for Attractor {
    fn default() -> Self {
        Self { at: [0.0; 2], gm: 10.0, core: 0.0 }
    }
}

impl From<Attractor> for wobble2d::Attractor {
    fn from(attractor: Attractor) -> Self {
        Self { position: attractor.at.into(), gm: attractor.gm, core: attractor.core }
    }
}
