//! How the world is stepped.

use super::contact::Contact;
use glam::Vec2;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How the world is stepped.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Settings {
    /// The time-stepping method.
    pub method: Method,
    /// Into how many substeps a step is divided. More make matter stiffer and contacts firmer, at a proportional cost.
    #[schemars(range(min = 1, max = 1024), extend("x-hint" = "8 suits most scenes"))]
    pub substeps: u32,
    /// How many times sticks are projected in a substep by the force methods. More makes shapes of sticks stiffer.
    #[schemars(
        range(min = 1, max = 100),
        extend("x-hint" = "raise the substeps instead: they stiffen more for the same cost")
    )]
    pub stick_iterations: u32,
    /// The box the world happens in; if left out, there is none.
    pub bounds: Option<Bounds>,
    /// A body with a faster particle is taken for exploded, put back and frozen. `[m/s]`
    #[schemars(range(min = 1e-3, max = 1e6), extend("x-hint" = "1000 lets everything through but explosions"))]
    pub speed_limit: f32,
    /// Whether piles are calmed: bodies that carry each other are braked against each other by a part of the load.
    pub calm: bool,
    /// Whether bodies that have come to rest together fall asleep, and cost next to nothing until something wakes them.
    pub sleep: bool,
    /// How contacts between bodies are found and answered.
    pub contact: Contact,
}

impl Default for Settings {
    fn default() -> Self {
        let wobble2d::Settings { method, substeps, stick_iterations, speed_limit, calm, sleep, .. } = wobble2d::Settings::default();
        let contact = Contact::default();
        Self { method: method.into(), substeps, stick_iterations, bounds: None, speed_limit, calm, sleep, contact }
    }
}

impl From<Settings> for wobble2d::Settings {
    fn from(settings: Settings) -> Self {
        let Settings { method, substeps, stick_iterations, bounds, speed_limit, calm, sleep, contact } = settings;
        let (method, bounds, contact) = (method.into(), bounds.map(wobble2d::Bounds::from), contact.into());
        Self { method, substeps, stick_iterations, bounds, speed_limit, calm, sleep, contact, ..Self::default() }
    }
}

/// How time advances.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Method {
    /// Moves first, then accelerates: whatever can swing gains energy.
    ExplicitEuler,
    /// Accelerates first, then moves. Energy stays in a band.
    SemiImplicitEuler,
    /// Keeps the last displacement instead of a velocity. Second order.
    PositionVerlet,
    /// Half a kick, a drift, half a kick. Second order.
    VelocityVerlet,
    /// Four evaluations of the whole state. Fourth order; for accuracy, not for stiffness.
    Rk4,
    /// Extended position-based dynamics: takes any stiffness.
    Xpbd,
    /// One direct solve a body: as stiff as stated on any mesh. What is soft, or held by gas alone, is done by XPBD.
    Implicit,
}

impl From<wobble2d::Method> for Method {
    fn from(method: wobble2d::Method) -> Self {
        match method {
            wobble2d::Method::ExplicitEuler => Self::ExplicitEuler,
            wobble2d::Method::SemiImplicitEuler => Self::SemiImplicitEuler,
            wobble2d::Method::PositionVerlet => Self::PositionVerlet,
            wobble2d::Method::VelocityVerlet => Self::VelocityVerlet,
            wobble2d::Method::Rk4 => Self::Rk4,
            wobble2d::Method::Xpbd => Self::Xpbd,
            wobble2d::Method::Implicit => Self::Implicit,
        }
    }
}

impl From<Method> for wobble2d::Method {
    fn from(method: Method) -> Self {
        match method {
            Method::ExplicitEuler => Self::ExplicitEuler,
            Method::SemiImplicitEuler => Self::SemiImplicitEuler,
            Method::PositionVerlet => Self::PositionVerlet,
            Method::VelocityVerlet => Self::VelocityVerlet,
            Method::Rk4 => Self::Rk4,
            Method::Xpbd => Self::Xpbd,
            Method::Implicit => Self::Implicit,
        }
    }
}

/// A box whose walls stop particles.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Bounds {
    /// The lower left corner. `[m]`
    #[schemars(inner(range(min = -1e6, max = 1e6)), extend("x-hint" = "use -1e6 for a side that is open"))]
    pub min: [f32; 2],
    /// The upper right corner. `[m]`
    #[schemars(inner(range(min = -1e6, max = 1e6)), extend("x-hint" = "use 1e6 for a side that is open"))]
    pub max: [f32; 2],
    /// The part of the normal speed that a rebound keeps.
    #[schemars(range(min = 0.0, max = 1.0), extend("x-hint" = "1 keeps all of the speed"))]
    pub restitution: f32,
    /// Coulomb's coefficient of friction.
    #[schemars(range(min = 0.0, max = 100.0), extend("x-hint" = "0.5 is wood on wood"))]
    pub friction: f32,
}

impl Default for Bounds {
    /// A room ten metres wide and eight high, on the floor.
    fn default() -> Self {
        let wobble2d::Bounds { min, max, restitution, friction } = wobble2d::Bounds::new(Vec2::new(-5.0, 0.0), Vec2::new(5.0, 8.0));
        Self { min: min.into(), max: max.into(), restitution, friction }
    }
}

impl From<Bounds> for wobble2d::Bounds {
    fn from(bounds: Bounds) -> Self {
        let Bounds { min, max, restitution, friction } = bounds;
        Self { min: min.into(), max: max.into(), restitution, friction }
    }
}
