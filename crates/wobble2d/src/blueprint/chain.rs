//! Chains of sticks and ropes of springs.

use super::{Blueprint, BlueprintBuilder};
use crate::element::{Spring, Stick};
use crate::error::{Result, require};
use glam::{Vec2, vec2};

/// A chain of sticks from one place to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Chain {
    /// Where it begins. `[m]`
    pub from: Vec2,
    /// Where it ends. `[m]`
    pub to: Vec2,
    /// How many sticks, 1 to 100 000.
    pub links: u32,
    /// The length of the chain as a multiple of the distance; more than 1 lets it hang.
    pub slack: f32,
    /// `[kg]`
    pub mass: f32,
    /// Whether its beginning and its end are immovable.
    pub pinned: [bool; 2],
}

impl Default for Chain {
    fn default() -> Self {
        Self { from: Vec2::ZERO, to: vec2(2.0, 0.0), links: 20, slack: 1.0, mass: 1.0, pinned: [true, false] }
    }
}

impl Chain {
    /// Finishes the blueprint.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn build(&self) -> Result<Blueprint> {
        let length = check_slack(self.slack)? * self.from.distance(self.to) / self.links as f32;
        let stick = Stick { length: Some(length), ..Stick::default() };
        let mut builder = row("links", self.from, self.to, self.links, self.mass, self.pinned)?;
        for i in 0..self.links {
            builder = builder.stick(i, i + 1, stick);
        }
        builder.build()
    }
}

/// A rope of springs that pull but do not push.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rope {
    /// Where it begins. `[m]`
    pub from: Vec2,
    /// Where it ends. `[m]`
    pub to: Vec2,
    /// How many pieces, 1 to 100 000.
    pub pieces: u32,
    /// The length of the rope as a multiple of the distance; more than 1 lets it hang.
    pub slack: f32,
    /// `[kg]`
    pub mass: f32,
    /// Each piece. Its rest length follows from `slack`.
    pub spring: Spring,
    /// Whether its beginning and its end are immovable.
    pub pinned: [bool; 2],
}

impl Default for Rope {
    fn default() -> Self {
        Self {
            from: Vec2::ZERO,
            to: vec2(2.0, 0.0),
            pieces: 30,
            slack: 1.0,
            mass: 0.5,
            spring: Spring::new(5000.0).damped(0.2).rope(),
            pinned: [true, false],
        }
    }
}

impl Rope {
    /// Finishes the blueprint.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn build(&self) -> Result<Blueprint> {
        let length = check_slack(self.slack)? * self.from.distance(self.to) / self.pieces as f32;
        let mut builder = row("pieces", self.from, self.to, self.pieces, self.mass, self.pinned)?;
        for i in 0..self.pieces {
            builder = builder.spring(i, i + 1, self.spring.rest_length(length));
        }
        builder.build()
    }
}

fn check_slack(slack: f32) -> Result<f32> {
    require((0.1..=100.0).contains(&slack), || "slack".into(), "must be 0.1 to 100", slack, "1 is straight, 1.2 hangs")?;
    Ok(slack)
}

/// Evenly spaced points from one place to another.
fn row(name: &'static str, from: Vec2, to: Vec2, pieces: u32, mass: f32, pinned: [bool; 2]) -> Result<BlueprintBuilder> {
    require((1..=100_000).contains(&pieces), || name.into(), "must be 1 to 100000", pieces, "20 hang well")?;
    let hint = "give it two different ends";
    require(from.distance(to) > 0.0, || "to".into(), "must differ from `from` [m]", to, hint)?;
    let places = (0..=pieces).map(|i| from.lerp(to, i as f32 / pieces as f32));
    let ends = [0, pieces].into_iter().zip(pinned).filter_map(|(end, pinned)| pinned.then_some(end));
    Ok(Blueprint::builder().points(places, mass / (pieces + 1) as f32).pin(ends).strand(0..=pieces))
}
