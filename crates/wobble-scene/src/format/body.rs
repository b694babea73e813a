//! A body, or many of one kind.

use super::filter::Filter;
use super::material::Tuning;
use super::matter::Whole;
use super::motion::Motion;
use super::muscle::{Muscles, Plasticity};
use super::repeat::Repeat;
use super::shape::Shape;
use super::signal::Signal;
use super::surface::Surface;
use super::tearing::Tearing;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A body, or a grid of many: a shape, where it begins and how it moves.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Body {
    /// A name to refer to it. All bodies of a repetition share it.
    #[schemars(length(min = 1, max = 100))]
    #[serde(default)]
    pub name: Option<String>,
    /// What it is made of.
    #[serde(flatten)]
    pub shape: Shape,
    /// Where the origin of its shape comes to lie. `[m]`
    #[schemars(inner(range(min = -1e6, max = 1e6)), extend("x-hint" = "keep the world within a thousand kilometres"))]
    #[serde(default)]
    pub at: [f32; 2],
    /// By how much it is turned, counter-clockwise. `[rad]`
    #[schemars(range(min = -1e4, max = 1e4), extend("x-hint" = "0 is unturned"))]
    #[serde(default)]
    pub angle: f32,
    /// How it moves at the start. `[m/s]`
    #[schemars(inner(range(min = -1e4, max = 1e4)), extend("x-hint" = "start slower"))]
    #[serde(default)]
    pub velocity: [f32; 2],
    /// How fast it turns about the origin of its shape, counter-clockwise. `[rad/s]`
    #[schemars(range(min = -1e4, max = 1e4), extend("x-hint" = "start slower"))]
    #[serde(default)]
    pub spin: f32,
    /// The mass of the whole body; if left out, the shape's. `[kg]`
    #[schemars(range(min = 1e-6, max = 1e9), extend("x-hint" = "pin particles to make them immovable"))]
    #[serde(default)]
    pub mass: Option<f32>,
    /// Mass per area, instead of a mass, for a shape with an outline. `[kg/m²]`
    #[schemars(range(min = 1e-6, max = 1e6), extend("x-hint" = "pin particles to make them immovable"))]
    #[serde(default)]
    pub density: Option<f32>,
    /// The name of a material of this file, or of one that comes with the program.
    #[serde(default)]
    pub material: Option<String>,
    /// How it touches others; if left out, as its material says.
    #[serde(default)]
    pub surface: Option<Surface>,
    /// How it differs from its shape; if left out, as its material says.
    #[serde(default)]
    pub tuning: Option<Tuning>,
    /// Keeps its shape as a whole, beside what else holds it; if left out, it does not.
    #[serde(default)]
    pub whole: Option<Whole>,
    /// When it breaks; if left out, as its material says.
    #[serde(default)]
    pub tearing: Option<Tearing>,
    /// Points that are immovable, counted as in the shape.
    #[schemars(length(max = 100_000))]
    #[serde(default)]
    pub pinned_points: Vec<u32>,
    /// Whom it meets; if left out, all others.
    #[serde(default)]
    pub filter: Filter,
    /// How its pinned points move, whatever they meet; if left out, they stay.
    #[serde(default)]
    pub motion: Option<Motion>,
    /// Springs whose rest lengths follow a signal.
    #[schemars(length(max = 1000))]
    #[serde(default)]
    pub muscles: Vec<Muscles>,
    /// A factor on the amount of gas, 0.01 to 100, or on the area sought where there is no gas; if left out, 1.
    #[serde(default)]
    pub pump: Option<Signal>,
    /// How its springs flow when they are stretched too far; if left out, they do not.
    #[serde(default)]
    pub plasticity: Option<Plasticity>,
    /// Many instead of one.
    #[serde(default)]
    pub repeat: Option<Repeat>,
}

impl Body {
    /// One body of a shape, at rest at the origin.
    pub fn new(shape: Shape) -> Self {
        Self {
            name: None,
            shape,
            at: [0.0; 2],
            angle: 0.0,
            velocity: [0.0; 2],
            spin: 0.0,
            mass: None,
            density: None,
            material: None,
            surface: None,
            tuning: None,
            whole: None,
            tearing: None,
            pinned_points: Vec::new(),
            filter: Filter::default(),
            motion: None,
            muscles: Vec::new(),
            pump: None,
            plasticity: None,
            repeat: None,
        }
    }
}
