//! Numbers that change with time.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A number that changes with time: what drives motors, muscles and pumps.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Signal {
    /// To and fro.
    Sine(Sine),
    /// High for half a period, then low.
    Square(Square),
    /// Straight from one to the next.
    Keyframes(Curve),
    /// Always the same.
    Constant(#[schemars(range(min = -1e6, max = 1e6))] f32),
}

/// `mean + amplitude · sin 2π(t / period + phase)`
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Sine {
    /// The middle.
    #[schemars(range(min = -1e6, max = 1e6))]
    pub mean: f32,
    /// How far it goes to each side.
    #[schemars(range(min = -1e6, max = 1e6))]
    pub amplitude: f32,
    /// The time for once to and fro. `[s]`
    #[schemars(range(min = 1e-3, max = 1e6), extend("x-hint" = "1 beats once a second"))]
    pub period: f32,
    /// At which part of a period it begins.
    #[schemars(range(min = -1e3, max = 1e3))]
    pub phase: f32,
}

impl Default for Sine {
    fn default() -> Self {
        Self { mean: 1.0, amplitude: 0.2, period: 1.0, phase: 0.0 }
    }
}

/// `high` in the first half of each period, then `low`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Square {
    /// In the second half.
    #[schemars(range(min = -1e6, max = 1e6))]
    pub low: f32,
    /// In the first half.
    #[schemars(range(min = -1e6, max = 1e6))]
    pub high: f32,
    /// The time for both halves. `[s]`
    #[schemars(range(min = 1e-3, max = 1e6), extend("x-hint" = "1 beats once a second"))]
    pub period: f32,
    /// At which part of a period it begins.
    #[schemars(range(min = -1e3, max = 1e3))]
    pub phase: f32,
}

impl Default for Square {
    fn default() -> Self {
        Self { low: 0.8, high: 1.2, period: 1.0, phase: 0.0 }
    }
}

/// Straight from one keyframe to the next; at rest before the first and after the last.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Curve {
    /// Pairs of a time `[s]` and a value, in the order of their times.
    #[schemars(length(min = 1, max = 10_000), inner(inner(range(min = -1e6, max = 1e6))))]
    pub frames: Vec<[f32; 2]>,
    /// Whether it begins again after the last one.
    pub repeats: bool,
}

impl Default for Curve {
    fn default() -> Self {
        Self { frames: vec![[0.0, 1.0]], repeats: true }
    }
}

impl Signal {
    /// The name that a file uses.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Constant(_) => "constant",
            Self::Sine(_) => "sine",
            Self::Square(_) => "square",
            Self::Keyframes(_) => "keyframes",
        }
    }

    /// The same, later by a part of its period. Only what has a period can be late.
    pub fn later(&self, part: f32) -> Self {
        match self.clone() {
            Self::Sine(sine) => Self::Sine(Sine { phase: sine.phase - part, ..sine }),
            Self::Square(square) => Self::Square(Square { phase: square.phase - part, ..square }),
            other => other,
        }
    }
}

impl From<&Signal> for wobble2d::Signal {
    fn from(signal: &Signal) -> Self {
        match signal.clone() {
            Signal::Constant(value) => Self::Constant(value),
            Signal::Sine(Sine { mean, amplitude, period, phase }) => Self::Sine { mean, amplitude, period, phase },
            Signal::Square(Square { low, high, period, phase }) => Self::Square { low, high, period, phase },
            Signal::Keyframes(Curve { frames, repeats }) => Self::Keyframes { frames, repeats },
        }
    }
}
