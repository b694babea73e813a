//! What is immovable, or moves as it is told: floors, slopes, boxes, pegs, platforms.

use super::filter::Filter;
use super::motion::Motion;
use super::repeat::Repeat;
use super::surface::Surface;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that is immovable, or moves as it is told, or many of a kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Scenery {
    /// A name to refer to it.
    #[schemars(length(min = 1, max = 100))]
    #[serde(default)]
    pub name: Option<String>,
    /// Its shape.
    #[serde(flatten)]
    pub shape: SceneryShape,
    /// Where the origin of its shape comes to lie. `[m]`
    #[schemars(inner(range(min = -1e6, max = 1e6)), extend("x-hint" = "keep the world within a thousand kilometres"))]
    #[serde(default)]
    pub at: [f32; 2],
    /// By how much it is turned, counter-clockwise. `[rad]`
    #[schemars(range(min = -1e4, max = 1e4), extend("x-hint" = "0 is unturned"))]
    #[serde(default)]
    pub angle: f32,
    /// The name of a material of this file.
    #[serde(default)]
    pub material: Option<String>,
    /// How it touches others; if left out, as its material says.
    #[serde(default)]
    pub surface: Option<Surface>,
    /// Whom it meets; if left out, all others.
    #[serde(default)]
    pub filter: Filter,
    /// How it moves, whatever it meets; if left out, it stays.
    #[serde(default)]
    pub motion: Option<Motion>,
    /// Many instead of one.
    #[serde(default)]
    pub repeat: Option<Repeat>,
}

/// The shape of something immovable. Exactly one of these is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum SceneryShape {
    /// The corners of a solid polygon, either way round; it may be concave. `[m]`
    Polygon(#[schemars(length(min = 3, max = 2048), inner(inner(range(min = -1e3, max = 1e3))))] Vec<[f32; 2]>),
    /// Width and height of a solid rectangle, centred on `at`. `[m]`
    Box(#[schemars(inner(range(min = 1e-3, max = 1e3)))] [f32; 2]),
    /// A solid wedge on the ground, its slope rising from `[0, 0]` to this place; negative x rises to the left. `[m]`
    Slope(#[schemars(inner(range(min = -1e3, max = 1e3)))] [f32; 2]),
    /// A solid disc: a peg or a boulder.
    Disc(Disc),
    /// An open line through these places that stops what comes from either side. `[m]`
    Line(#[schemars(length(min = 2, max = 2048), inner(inner(range(min = -1e3, max = 1e3))))] Vec<[f32; 2]>),
}

impl SceneryShape {
    /// The name that a file uses.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Polygon(_) => "polygon",
            Self::Box(_) => "box",
            Self::Slope(_) => "slope",
            Self::Disc(_) => "disc",
            Self::Line(_) => "line",
        }
    }
}

/// A solid disc, centred on `at`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Disc {
    /// From the centre to the corners. `[m]`
    #[schemars(range(min = 1e-3, max = 1e3))]
    pub radius: f32,
    /// How many corners.
    #[schemars(range(min = 3, max = 2048), extend("x-hint" = "24 look round"))]
    pub corners: u32,
}

impl Default for Disc {
    fn default() -> Self {
        Self { radius: 0.25, corners: 24 }
    }
}
