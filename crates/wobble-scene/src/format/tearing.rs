//! When things break.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// When one kind of element breaks. Only pulling breaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Limit {
    /// The stretch at which it breaks, as a part of its rest length; of a bend, the angle `[rad]`. If left out, none is too much.
    #[schemars(range(min = 1e-6, max = 1e12), extend("x-hint" = "0.5 breaks at half as long again; leave it out for what never breaks"))]
    pub strain: Option<f32>,
    /// The force at which it breaks `[N]`; of a triangle, over its width `[N/m]`; of a bend, its torque `[N m]`. If left out, none is too much.
    #[schemars(range(min = 1e-9, max = 1e12), extend("x-hint" = "leave it out for what never breaks"))]
    pub force: Option<f32>,
}

impl From<Limit> for wobble2d::Limit {
    fn from(Limit { strain, force }: Limit) -> Self {
        Self { strain, force }
    }
}

/// When the parts of a body break. What is left out never does.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Tearing {
    /// Its springs.
    pub springs: Limit,
    /// Its sticks.
    pub sticks: Limit,
    /// Its resistance to bending.
    pub bends: Limit,
    /// Its elastic triangles.
    pub triangles: Limit,
    /// The time in which a punctured body loses its pressure; 0 for at once. `[s]`
    #[schemars(range(min = 0.0, max = 1e6), extend("x-hint" = "0.5 is a slow puncture"))]
    pub puncture: f32,
}

impl Default for Tearing {
    fn default() -> Self {
        let (springs, sticks, bends, triangles) = Default::default();
        Self { springs, sticks, bends, triangles, puncture: wobble2d::Tearing::NEVER.puncture }
    }
}

impl From<Tearing> for wobble2d::Tearing {
    fn from(Tearing { springs, sticks, bends, triangles, puncture }: Tearing) -> Self {
        Self { springs: springs.into(), sticks: sticks.into(), bends: bends.into(), triangles: triangles.into(), puncture }
    }
}
