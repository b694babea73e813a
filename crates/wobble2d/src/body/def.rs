//! What one body is to be like.

use super::motion::Motion;
use crate::blueprint::Blueprint;
use crate::contact::{Filter, Surface};
use crate::error::{Result, require};
use crate::math::within;
use glam::Vec2;

/// Where and how a body of a blueprint begins.
#[derive(Clone, Debug, PartialEq)]
pub struct BodyDef {
    /// What it is made of.
    pub blueprint: Blueprint,
    /// Where the blueprint's origin comes to lie. `[m]`
    pub position: Vec2,
    /// By how much the blueprint is turned, counter-clockwise. `[rad]`
    pub angle: f32,
    /// `[m/s]`
    pub velocity: Vec2,
    /// How fast it turns about the blueprint's origin, counter-clockwise. `[rad/s]`
    pub spin: f32,
    /// The mass of the whole body; the blueprint's if `None`. `[kg]`
    pub mass: Option<f32>,
    /// How it differs from its blueprint.
    pub tuning: Tuning,
    /// How its surface touches others.
    pub surface: Surface,
    /// Whom it meets.
    pub filter: Filter,
    /// How its pinned points move; `None` leaves them where they are.
    pub motion: Option<Motion>,
}

impl BodyDef {
    /// A body at rest at the origin.
    pub fn new(blueprint: &Blueprint) -> Self {
        Self {
            blueprint: blueprint.clone(),
            position: Vec2::ZERO,
            angle: 0.0,
            velocity: Vec2::ZERO,
            spin: 0.0,
            mass: None,
            tuning: Tuning::default(),
            surface: Surface::default(),
            filter: Filter::default(),
            motion: None,
        }
    }

    /// The same, elsewhere. `[m]`
    pub fn at(self, x: f32, y: f32) -> Self {
        Self { position: Vec2::new(x, y), ..self }
    }

    /// The same, turned counter-clockwise. `[rad]`
    pub fn turned(self, angle: f32) -> Self {
        Self { angle, ..self }
    }

    /// The same, moving. `[m/s]`
    pub fn moving(self, x: f32, y: f32) -> Self {
        Self { velocity: Vec2::new(x, y), ..self }
    }

    /// The same, turning counter-clockwise. `[rad/s]`
    pub fn spinning(self, spin: f32) -> Self {
        Self { spin, ..self }
    }

    /// The same, with another mass. `[kg]`
    pub fn mass(self, mass: f32) -> Self {
        Self { mass: Some(mass), ..self }
    }

    /// The same, differing from its blueprint.
    pub fn tuned(self, tuning: Tuning) -> Self {
        Self { tuning, ..self }
    }

    /// The same, with another surface.
    pub fn surface(self, surface: Surface) -> Self {
        Self { surface, ..self }
    }

    /// The same, meeting others.
    pub fn filter(self, filter: Filter) -> Self {
        Self { filter, ..self }
    }

    /// The same, with its pinned points on the move.
    pub fn led(self, motion: Motion) -> Self {
        Self { motion: Some(motion), ..self }
    }

    pub(crate) fn check(&self) -> Result<()> {
        let field = |name: &'static str| move || format!("body.{name}");
        let far = "keep the world within a thousand kilometres";
        require(within(self.position, 1e6), field("position"), "must be -1e6 to 1e6 [m]", self.position, far)?;
        require(self.angle.is_finite(), field("angle"), "must be finite [rad]", self.angle, "0 is unturned")?;
        let slow = "start slower";
        require(within(self.velocity, 1e6), field("velocity"), "must be -1e6 to 1e6 [m/s]", self.velocity, slow)?;
        require(self.spin.abs() <= 1e6, field("spin"), "must be -1e6 to 1e6 [rad/s]", self.spin, slow)?;
        let mass = self.mass.unwrap_or(1.0);
        let hint = "pin particles to make them immovable";
        require((1e-9..=1e9).contains(&mass), field("mass"), "must be 1e-9 to 1e9 [kg]", mass, hint)?;
        self.surface.check()?;
        self.filter.check()?;
        self.motion.as_ref().map_or(Ok(()), Motion::check)?;
        self.tuning.check()
    }
}

/// How a body differs from its blueprint. All are factors, 1 by default, and may be changed while the world runs.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tuning {
    /// On all lengths, 0.001 to 1000. The amount of gas goes with the area, so that its pressure stays.
    pub size: f32,
    /// On the stiffness of springs and area, 0 to 1e6.
    pub stiffness: f32,
    /// On the damping of springs and gas, 0 to 1e6.
    pub damping: f32,
    /// On the amount of gas, or on the area sought where area resists change, 0 to 1000.
    pub gas: f32,
}

impl Default for Tuning {
    fn default() -> Self {
        Self { size: 1.0, stiffness: 1.0, damping: 1.0, gas: 1.0 }
    }
}

impl Tuning {
    pub(crate) fn check(&self) -> Result<()> {
        let field = |name: &'static str| move || format!("tuning.{name}");
        let hint = "1 leaves the blueprint as it is";
        require((1e-3..=1e3).contains(&self.size), field("size"), "must be 0.001 to 1000", self.size, hint)?;
        require((0.0..=1e6).contains(&self.stiffness), field("stiffness"), "must be 0 to 1e6", self.stiffness, hint)?;
        require((0.0..=1e6).contains(&self.damping), field("damping"), "must be 0 to 1e6", self.damping, hint)?;
        require((0.0..=1e3).contains(&self.gas), field("gas"), "must be 0 to 1000", self.gas, hint)
    }
}
