//! Springs and sticks, as a file describes them.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A damped spring.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Spring {
    /// Force per metre of stretch. `[N/m]`
    #[schemars(range(min = 0.0, max = 1e12), extend("x-hint" = "use a stick for a distance that must not change"))]
    pub stiffness: f32,
    /// Force per speed of stretching. `[N s/m]`
    #[schemars(range(min = 0.0, max = 1e9), extend("x-hint" = "leave it out for a spring that rings for ever"))]
    pub damping: f32,
    /// The length at which it is at ease; if left out, the distance of its ends. `[m]`
    #[schemars(range(min = 0.0, max = 1e6))]
    pub rest_length: Option<f32>,
    /// Simulated, but not drawn.
    pub support: bool,
    /// Pulls when stretched, but never pushes.
    pub rope: bool,
}

impl Default for Spring {
    fn default() -> Self {
        wobble2d::Spring::new(1000.0).into()
    }
}

impl From<wobble2d::Spring> for Spring {
    fn from(spring: wobble2d::Spring) -> Self {
        let wobble2d::Spring { stiffness, damping, rest_length, support, rope } = spring;
        Self { stiffness, damping, rest_length, support, rope }
    }
}

impl From<Spring> for wobble2d::Spring {
    fn from(spring: Spring) -> Self {
        let Spring { stiffness, damping, rest_length, support, rope } = spring;
        Self { stiffness, damping, rest_length, support, rope }
    }
}

/// A damped spring whose length follows from the shape it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Thread {
    /// Force per metre of stretch. `[N/m]`
    #[schemars(range(min = 0.0, max = 1e12), extend("x-hint" = "use a chain for a distance that must not change"))]
    pub stiffness: f32,
    /// Force per speed of stretching. `[N s/m]`
    #[schemars(range(min = 0.0, max = 1e9), extend("x-hint" = "leave it out for a spring that rings for ever"))]
    pub damping: f32,
    /// Simulated, but not drawn.
    pub support: bool,
    /// Pulls when stretched, but never pushes.
    pub rope: bool,
}

impl Default for Thread {
    fn default() -> Self {
        wobble2d::Spring::new(1000.0).into()
    }
}

impl From<wobble2d::Spring> for Thread {
    fn from(spring: wobble2d::Spring) -> Self {
        let wobble2d::Spring { stiffness, damping, support, rope, .. } = spring;
        Self { stiffness, damping, support, rope }
    }
}

impl From<Thread> for wobble2d::Spring {
    fn from(thread: Thread) -> Self {
        let Thread { stiffness, damping, support, rope } = thread;
        Self { stiffness, damping, rest_length: None, support, rope }
    }
}
