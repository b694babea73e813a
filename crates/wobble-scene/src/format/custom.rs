//! A shape of the author's own: points, springs, sticks, outlines and strands, one by one.

use super::filling::{Area, Gas};
use super::link::Spring;
use super::matter::{Bend, Triangle};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A shape of your own. Points are counted from 0 in the order in which they are given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Custom {
    /// The points: `[x, y]`, or more exactly as an object. `[m]`
    #[schemars(length(min = 1, max = 100_000), extend("x-hint" = "add at least one point"))]
    pub points: Vec<Point>,
    /// The mass of a point that does not say its own. `[kg]`
    #[schemars(range(min = 1e-9, max = 1e9), extend("x-hint" = "pin a point to make it immovable"))]
    pub point_mass: f32,
    /// The springs: `[a, b]`, or more exactly as an object.
    #[schemars(length(max = 200_000))]
    pub springs: Vec<SpringBetween>,
    /// What a spring is like that does not say more.
    pub spring: Spring,
    /// Distances that are enforced: `[a, b]`, or more exactly as an object.
    #[schemars(length(max = 200_000))]
    pub sticks: Vec<StickBetween>,
    /// Three points each; the second resists bending.
    #[schemars(length(max = 200_000))]
    pub bends: Vec<[u32; 3]>,
    /// What every bend is like.
    pub bend: Bend,
    /// Elastic triangles, three points each, counter-clockwise.
    #[schemars(length(max = 200_000))]
    pub triangles: Vec<[u32; 3]>,
    /// What every triangle is like.
    pub triangle: Triangle,
    /// Loops of outer points: counter-clockwise around matter, clockwise around a hole.
    #[schemars(length(max = 64), inner(length(min = 3, max = 2048)))]
    pub outlines: Vec<Vec<u32>>,
    /// Open rows of points that others can touch from both sides, such as a rope.
    #[schemars(length(max = 2048), inner(length(min = 2, max = 2048)))]
    pub strands: Vec<Vec<u32>>,
    /// Gas inside the outlines; if left out, none.
    pub gas: Option<Gas>,
    /// Resistance of the area inside the outlines; if left out, none.
    pub area: Option<Area>,
}

impl Default for Custom {
    /// A single point.
    fn default() -> Self {
        Self {
            points: vec![Point::Place([0.0; 2])],
            point_mass: 0.1,
            springs: Vec::new(),
            spring: Spring::default(),
            sticks: Vec::new(),
            bends: Vec::new(),
            bend: Bend::default(),
            triangles: Vec::new(),
            triangle: Triangle::default(),
            outlines: Vec::new(),
            strands: Vec::new(),
            gas: None,
            area: None,
        }
    }
}

/// A point of a shape: `[x, y]`, or an object.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Point {
    /// Where it is, relative to the body's `at`. `[m]`
    Place(#[schemars(inner(range(min = -1e3, max = 1e3)))] [f32; 2]),
    /// All about it.
    Full(FullPoint),
}

/// All about a point of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FullPoint {
    /// Where it is, relative to the body's `at`. `[m]`
    #[schemars(inner(range(min = -1e3, max = 1e3)))]
    pub at: [f32; 2],
    /// Its mass; if left out, `point_mass` of the shape. `[kg]`
    #[schemars(range(min = 1e-9, max = 1e9), extend("x-hint" = "pin a point to make it immovable"))]
    #[serde(default)]
    pub mass: Option<f32>,
    /// Immovable from the start.
    #[serde(default)]
    pub pinned: bool,
}

impl Point {
    /// The same, in full.
    pub const fn full(&self) -> FullPoint {
        match *self {
            Self::Place(at) => FullPoint { at, mass: None, pinned: false },
            Self::Full(point) => point,
        }
    }
}

/// A spring of a shape: `[a, b]`, or an object.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum SpringBetween {
    /// The points it joins.
    Ends([u32; 2]),
    /// All about it.
    Full(FullSpring),
}

/// All about a spring of a shape. What is left out is as `spring` of the shape says.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FullSpring {
    /// The points it joins.
    pub between: [u32; 2],
    /// Force per metre of stretch. `[N/m]`
    #[schemars(range(min = 0.0, max = 1e12), extend("x-hint" = "use a stick for a distance that must not change"))]
    #[serde(default)]
    pub stiffness: Option<f32>,
    /// Force per speed of stretching. `[N s/m]`
    #[schemars(range(min = 0.0, max = 1e9), extend("x-hint" = "leave it out for a spring that rings for ever"))]
    #[serde(default)]
    pub damping: Option<f32>,
    /// The length at which it is at ease; if left out, the distance of its ends. `[m]`
    #[schemars(range(min = 0.0, max = 1e6))]
    #[serde(default)]
    pub rest_length: Option<f32>,
    /// Simulated, but not drawn.
    #[serde(default)]
    pub support: Option<bool>,
    /// Pulls when stretched, but never pushes.
    #[serde(default)]
    pub rope: Option<bool>,
}

impl SpringBetween {
    /// The points it joins.
    pub const fn ends(&self) -> [u32; 2] {
        match self {
            Self::Ends(ends) => *ends,
            Self::Full(spring) => spring.between,
        }
    }

    /// What it is like in a shape whose springs are like `usual`.
    pub fn spring(&self, usual: Spring) -> Spring {
        let Self::Full(own) = self else { return usual };
        Spring {
            stiffness: own.stiffness.unwrap_or(usual.stiffness),
            damping: own.damping.unwrap_or(usual.damping),
            rest_length: own.rest_length.or(usual.rest_length),
            support: own.support.unwrap_or(usual.support),
            rope: own.rope.unwrap_or(usual.rope),
        }
    }
}

/// A stick of a shape: `[a, b]`, or an object.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum StickBetween {
    /// The points it joins.
    Ends([u32; 2]),
    /// All about it.
    Full(FullStick),
}

/// All about a stick of a shape.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FullStick {
    /// The points it joins.
    pub between: [u32; 2],
    /// Its length; if left out, the distance of its ends. `[m]`
    #[schemars(range(min = 1e-6, max = 1e6), extend("x-hint" = "leave it out to take the distance of its ends"))]
    #[serde(default)]
    pub length: Option<f32>,
    /// Simulated, but not drawn.
    #[serde(default)]
    pub support: bool,
    /// Holds its ends together, but lets them come closer.
    #[serde(default)]
    pub rope: bool,
}

impl StickBetween {
    /// The same, in full.
    pub const fn full(&self) -> FullStick {
        match *self {
            Self::Ends(between) => FullStick { between, length: None, support: false, rope: false },
            Self::Full(stick) => stick,
        }
    }
}
