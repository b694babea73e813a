//! Scenery that moves as it is told.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the pinned points of a body move, whatever they meet. Offsets and turns count from the start; it turns about the origin of its shape.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Motion {
    /// On and on at the same speed.
    Steady(Steady),
    /// To and fro as a sine.
    Swing(Swing),
    /// From one keyframe to the next, straight and evenly.
    Keyframes(Keyframes),
}

/// On and on at the same speed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Steady {
    /// How fast it goes. `[m/s]`
    #[schemars(inner(range(min = -1e4, max = 1e4)), extend("x-hint" = "move it slower"))]
    pub velocity: [f32; 2],
    /// How fast it turns, counter-clockwise. `[rad/s]`
    #[schemars(range(min = -1e4, max = 1e4), extend("x-hint" = "turn it slower"))]
    pub spin: f32,
}

/// To and fro: `by · (sin 2π(t / period + phase) − sin 2π phase)`, and the turn alike.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Swing {
    /// How far it goes to each side of its middle. `[m]`
    #[schemars(inner(range(min = -1e5, max = 1e5)))]
    pub by: [f32; 2],
    /// How far it turns to each side of its middle, counter-clockwise first. `[rad]`
    #[schemars(range(min = -1e3, max = 1e3))]
    pub turn: f32,
    /// The time for once to and fro. `[s]`
    #[schemars(range(min = 1e-3, max = 1e6), extend("x-hint" = "2 is a slow swing"))]
    pub period: f32,
    /// At which part of a period it begins: 0 in the middle, 0.25 at the far end.
    #[schemars(range(min = -1e3, max = 1e3))]
    pub phase: f32,
}

impl Default for Swing {
    fn default() -> Self {
        Self { by: [0.0; 2], turn: 0.0, period: 2.0, phase: 0.0 }
    }
}

/// From one keyframe to the next. Before the first and after the last it rests.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Keyframes {
    /// In the order of their times.
    #[schemars(length(min = 1, max = 10_000))]
    pub frames: Vec<Keyframe>,
    /// Whether it begins again after the last one. It then jumps unless the last equals the first.
    pub repeats: bool,
}

impl Default for Keyframes {
    fn default() -> Self {
        Self { frames: vec![Keyframe::default()], repeats: true }
    }
}

/// Where a motion is at a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Keyframe {
    /// Since the start. `[s]`
    #[schemars(range(min = 0.0, max = 1e6))]
    pub time: f32,
    /// How far from where it started. `[m]`
    #[schemars(inner(range(min = -1e5, max = 1e5)))]
    pub offset: [f32; 2],
    /// By how much it is turned, counter-clockwise. `[rad]`
    #[schemars(range(min = -1e6, max = 1e6))]
    pub angle: f32,
}

impl Motion {
    /// The name that a file uses.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Steady(_) => "steady",
            Self::Swing(_) => "swing",
            Self::Keyframes(_) => "keyframes",
        }
    }
}

impl From<&Motion> for wobble2d::Motion {
    fn from(motion: &Motion) -> Self {
        match motion {
            Motion::Steady(Steady { velocity, spin }) => Self::Steady { velocity: (*velocity).into(), spin: *spin },
            Motion::Swing(Swing { by, turn, period, phase }) => {
                Self::Swing { by: (*by).into(), turn: *turn, period: *period, phase: *phase }
            }
            Motion::Keyframes(Keyframes { frames, repeats }) => {
                let frame =
                    |&Keyframe { time, offset, angle }: &Keyframe| wobble2d::Keyframe { time, offset: offset.into(), angle };
                Self::Keyframes { frames: frames.iter().map(frame).collect(), repeats: *repeats }
            }
        }
    }
}
