//! What a picture of the scene shows.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The part of the world that a picture shows; without one, everything there is at the start.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Camera {
    /// The lower left corner. `[m]`
    #[schemars(inner(range(min = -1e6, max = 1e6)))]
    pub min: [f32; 2],
    /// The upper right corner. `[m]`
    #[schemars(inner(range(min = -1e6, max = 1e6)))]
    pub max: [f32; 2],
}

impl Default for Camera {
    fn default() -> Self {
        Self { min: [-5.0, 0.0], max: [5.0, 8.0] }
    }
}
