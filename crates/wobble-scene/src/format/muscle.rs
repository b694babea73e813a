//! What changes the rest shape of a body: muscles, and flow.

use super::signal::Signal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Springs of a body whose rest length follows a signal.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Muscles {
    /// Springs, counted from 0 in the order of the shape.
    #[schemars(length(max = 100_000))]
    #[serde(default)]
    pub springs: Vec<u32>,
    /// Springs by the two points that they join, after those that are counted.
    #[schemars(length(max = 100_000))]
    #[serde(default)]
    pub between: Vec<[u32; 2]>,
    /// The factor on their rest lengths: 0.01 to 100.
    pub signal: Signal,
    /// By which part of a period each of them is later than the one before it, so that a wave runs along them.
    #[schemars(range(min = -10.0, max = 10.0), extend("x-hint" = "0 moves them all at once, 0.1 makes a wave of ten"))]
    #[serde(default)]
    pub wave: f32,
}

/// How the springs of a body flow when they are stretched too far.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Plasticity {
    /// The relative stretch up to which they are elastic.
    #[schemars(range(min = 0.0, max = 1.0), extend("x-hint" = "0.02 is clay, 0.2 is tough"))]
    pub yield_strain: f32,
    /// The rate at which what is beyond becomes permanent. `[1/s]`
    #[schemars(range(min = 1e-6, max = 1e6), extend("x-hint" = "50 dents at once, 0.1 creeps for seconds"))]
    pub creep: f32,
    /// The most permanent stretch: at 1 a spring can become twice as long, or half.
    #[schemars(range(min = 1e-6, max = 3.0), extend("x-hint" = "leave the plasticity out for none"))]
    pub limit: f32,
}

impl Default for Plasticity {
    fn default() -> Self {
        let wobble2d::Plasticity { yield_strain, creep, limit } = wobble2d::Plasticity::new(0.02);
        Self { yield_strain, creep, limit }
    }
}

impl From<Plasticity> for wobble2d::Plasticity {
    fn from(plasticity: Plasticity) -> Self {
        let Plasticity { yield_strain, creep, limit } = plasticity;
        Self { yield_strain, creep, limit }
    }
}
