//! How a world is stepped.

use crate::contact::{Bounds, ContactSettings};
use crate::error::{Result, require};
use crate::method::Method;

/// How a world is stepped. Change it at any time with [`World::set_settings`](crate::World::set_settings).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The time-stepping method.
    pub method: Method,
    /// Into how many substeps a step is divided, 1 to 1024.
    /// More substeps make matter stiffer and contacts firmer, at a proportional cost. Eight suits games at 60 steps a second.
    pub substeps: u32,
    /// How many times sticks are projected in a substep, 1 to 100. More makes shapes of sticks stiffer.
    pub stick_iterations: u32,
    /// The box the world happens in, if it has one.
    pub bounds: Option<Bounds>,
    /// A body with a faster particle is taken for exploded, put back where the step began, and frozen. `[m/s]`
    pub speed_limit: f32,
    /// Whether piles are calmed: once a step, bodies that carry each other are braked against each other by a part of the load.
    pub calm: bool,
    /// Whether bodies that have come to rest together fall asleep, and cost next to nothing until something wakes them.
    /// Off by default: a slow swing below 0.02 m/s would be stopped.
    pub sleep: bool,
    /// How contacts between bodies are found and answered.
    pub contact: ContactSettings,
    /// How many bodies a kernel handles at once. Speed only: the results are the same to the bit.
    pub width: Width,
}

/// How many bodies a kernel handles at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Width {
    /// Eight wherever the machine and the scene allow it.
    #[default]
    Widest,
    /// One: the plain reference that the wide kernels are tested against.
    One,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            method: Method::Xpbd,
            substeps: 8,
            stick_iterations: 1,
            bounds: None,
            speed_limit: 1000.0,
            calm: true,
            sleep: false,
            contact: ContactSettings::default(),
            width: Width::Widest,
        }
    }
}

impl Settings {
    pub(crate) fn check(&self) -> Result<()> {
        let field = |name: &'static str| move || format!("settings.{name}");
        require((1..=1024).contains(&self.substeps), field("substeps"), "must be 1 to 1024", self.substeps, "8 suits most scenes")?;
        require(
            (1..=100).contains(&self.stick_iterations),
            field("stick_iterations"),
            "must be 1 to 100",
            self.stick_iterations,
            "raise the substeps instead: they stiffen more for the same cost",
        )?;
        require(
            self.speed_limit > 0.0 && self.speed_limit <= 1e6,
            field("speed_limit"),
            "must be above 0 and at most 1e6 [m/s]",
            self.speed_limit,
            "1000 lets everything through but explosions",
        )?;
        self.contact.check()?;
        self.bounds.map_or(Ok(()), |bounds| bounds.check())
    }

    /// The length of a substep, or `None` when `dt` is nothing that time can advance by. `[s]`
    pub(crate) fn substep(&self, dt: f32) -> Option<f32> {
        let h = dt / self.substeps as f32;
        (h > 0.0 && h.is_finite() && h * h > f32::MIN_POSITIVE).then_some(h)
    }
}
