//! Closed forms that a simulation can be compared with.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A body, or one of its points, whose motion or shape is known in closed form. All numbers of the law are taken from the scene.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Analytic {
    /// The name of the body.
    pub body: String,
    /// Which point of it, counted as in the shape; the laws of curves concern all points. The last one if left out.
    #[serde(default)]
    pub point: Option<u32>,
    /// What it must obey.
    pub law: Law,
}

/// A law with a closed form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Law {
    /// A parabola: nothing acts on the point but gravity.
    Projectile,
    /// A point on a stick or spring whose other end is pinned, let go from rest; exact for any angle.
    Pendulum,
    /// A point on a spring whose other end is pinned, moving along the spring; with damping.
    Oscillator,
    /// A point around the only attractor of the scene, without gravity.
    Orbit,
    /// A lattice whose left column is pinned, bent by its own weight.
    Cantilever,
    /// A chain or rope that hangs between its pinned ends.
    Catenary,
}

impl Law {
    /// The name that a file uses.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Projectile => "projectile",
            Self::Pendulum => "pendulum",
            Self::Oscillator => "oscillator",
            Self::Orbit => "orbit",
            Self::Cantilever => "cantilever",
            Self::Catenary => "catenary",
        }
    }
}
