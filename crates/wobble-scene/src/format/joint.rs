//! What ties bodies together, and drives them.

use super::signal::Signal;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A joint between two places as they are at the start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Joint {
    /// What it holds on to. At least one must be part of a body.
    pub between: [Anchor; 2],
    /// How.
    #[serde(default)]
    pub hold: Hold,
    /// What moves it; if left out, nothing.
    #[serde(default)]
    pub motor: Option<Motor>,
    /// The least and the greatest angle from the first to the second, counted from the start; if left out, any. `[rad]`
    #[schemars(inner(range(min = -1e6, max = 1e6)))]
    #[serde(default)]
    pub angles: Option<[f32; 2]>,
    /// The least and the greatest distance; if left out, any. `[m]`
    #[schemars(inner(range(min = 0.0, max = 1e6)))]
    #[serde(default)]
    pub lengths: Option<[f32; 2]>,
    /// With more than this it breaks; if left out, it never does. `[N]`
    #[schemars(range(min = 1e-6, max = 1e12), extend("x-hint" = "leave it out for what never breaks"))]
    #[serde(default)]
    pub breaking_force: Option<f32>,
    /// Whether the two bodies still touch each other.
    #[serde(default)]
    pub contacts: bool,
}

/// A place that a joint holds on to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Anchor {
    /// A place in the world. `[m]`
    World(#[schemars(inner(range(min = -1e6, max = 1e6)))] [f32; 2]),
    /// A point of a body.
    Point(OnPoint),
    /// A place on the line between two points of a body, which also gives it a direction.
    Edge(OnEdge),
    /// A place that goes with a body as a whole.
    Body(OnBody),
}

/// A point of a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OnPoint {
    /// The name of a body of this file.
    pub of: String,
    /// Which of its repetition, from 0.
    #[serde(default)]
    pub number: u32,
    /// The point, counted as in the shape.
    pub index: u32,
}

/// A place on the line between two points of a body.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OnEdge {
    /// The name of a body of this file.
    pub of: String,
    /// Which of its repetition, from 0.
    #[serde(default)]
    pub number: u32,
    /// The points, counted as in the shape.
    pub ends: [u32; 2],
    /// Where between them: 0 at the first, 1 at the second.
    #[schemars(range(min = -1e3, max = 1e3), extend("x-hint" = "0.5 is the middle"))]
    #[serde(default = "half")]
    pub part: f32,
}

const fn half() -> f32 {
    0.5
}

/// A place that goes with a body as a whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct OnBody {
    /// The name of a body of this file.
    pub of: String,
    /// Which of its repetition, from 0.
    #[serde(default)]
    pub number: u32,
    /// Where, relative to the origin of its shape, before any change of size. `[m]`
    #[schemars(inner(range(min = -1e4, max = 1e4)))]
    #[serde(default)]
    pub at: [f32; 2],
}

impl Anchor {
    /// The name of the body it is part of, and which of its repetition; `None` for a place in the world.
    pub fn body(&self) -> Option<(&str, u32)> {
        match self {
            Self::World(_) => None,
            Self::Point(OnPoint { of, number, .. })
            | Self::Edge(OnEdge { of, number, .. })
            | Self::Body(OnBody { of, number, .. }) => Some((of, *number)),
        }
    }

    /// The name that a file uses.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::World(_) => "world",
            Self::Point(_) => "point",
            Self::Edge(_) => "edge",
            Self::Body(_) => "body",
        }
    }
}

/// How two places are held.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Hold {
    /// They stay together and turn freely.
    #[default]
    Hinge,
    /// They stay together and keep their angle. Neither may be a point.
    Weld,
    /// Nothing but its motor and limits.
    Loose,
    /// They keep a distance, as a damped spring does.
    Spring(Strut),
    /// They keep a distance, whatever the force.
    Rod(Rod),
}

/// A damped spring between two places.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Strut {
    /// The distance at which it is at ease; if left out, that at the start. `[m]`
    #[schemars(range(min = 0.0, max = 1e6))]
    pub length: Option<f32>,
    /// Force per metre of stretch. `[N/m]`
    #[schemars(range(min = 0.0, max = 1e12), extend("x-hint" = "use a rod for a distance that must not change"))]
    pub stiffness: f32,
    /// Force per speed of stretching. `[N s/m]`
    #[schemars(range(min = 0.0, max = 1e9), extend("x-hint" = "0 rings for ever"))]
    pub damping: f32,
}

impl Default for Strut {
    fn default() -> Self {
        Self { length: None, stiffness: 1000.0, damping: 0.0 }
    }
}

/// A distance that is kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Rod {
    /// That at the start if left out. `[m]`
    #[schemars(range(min = 0.0, max = 1e6))]
    pub length: Option<f32>,
}

/// Something that moves a joint.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Motor {
    /// What is driven.
    pub drive: Drive,
    /// To what it is driven, in the unit of the drive.
    pub target: Signal,
    /// It is no stronger than this. `[N]`, or `[N m]` where it turns
    #[schemars(range(min = 0.0, max = 1e12), extend("x-hint" = "0 stops it"))]
    pub strength: f32,
}

/// What a motor drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Drive {
    /// How fast the second place turns against the first, counter-clockwise. `[rad/s]`
    Spin,
    /// The angle from the first to the second, 0 at the start. `[rad]`
    Angle,
    /// How fast the two places part. `[m/s]`
    Speed,
    /// Their distance. `[m]`
    Length,
}

impl From<Hold> for wobble2d::Hold {
    fn from(hold: Hold) -> Self {
        match hold {
            Hold::Hinge => Self::Hinge,
            Hold::Weld => Self::Weld,
            Hold::Loose => Self::Loose,
            Hold::Spring(Strut { length, stiffness, damping }) => Self::Spring { length, stiffness, damping },
            Hold::Rod(Rod { length }) => Self::Rod { length },
        }
    }
}

impl From<&Motor> for wobble2d::Motor {
    fn from(motor: &Motor) -> Self {
        let drive = match motor.drive {
            Drive::Spin => wobble2d::Drive::Spin,
            Drive::Angle => wobble2d::Drive::Angle,
            Drive::Speed => wobble2d::Drive::Speed,
            Drive::Length => wobble2d::Drive::Length,
        };
        Self { drive, target: (&motor.target).into(), strength: motor.strength }
    }
}
