//! A ball with springs to its neighbours and pressure, and a balloon: outer points only.

use super::{Blueprint, BlueprintBuilder};
use crate::element::{Area, Gas, Spring};
use crate::error::{Result, require};
use crate::math::direction;
use core::f32::consts::TAU;

/// What keeps a ball round.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Filling {
    /// Nothing but its springs.
    Empty,
    /// Gas.
    Gas(Gas),
    /// An area that resists change.
    Area(Area),
}

/// A ball: a ring of points, springs to the neighbours and, if wanted, to the next but one, and a filling.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ball {
    /// `[m]`
    pub radius: f32,
    /// How many points, 3 to 100 000.
    pub points: u32,
    /// `[kg]`
    pub mass: f32,
    /// The springs between neighbours.
    pub skin: Spring,
    /// The springs between next-but-one neighbours, which resist bending.
    pub bending: Option<Spring>,
    /// What keeps it round.
    pub filling: Filling,
}

impl Default for Ball {
    /// A jelly ball a metre across: it flattens by a fifth under its own weight and rings three or four times when plucked.
    fn default() -> Self {
        Self {
            radius: 0.5,
            points: 24,
            mass: 1.0,
            skin: Spring::new(2000.0).damped(0.3),
            bending: Some(Spring::new(300.0).damped(0.1)),
            filling: Filling::Gas(Gas::in_atmosphere(400.0).viscous(0.2)),
        }
    }
}

impl Ball {
    /// Finishes the blueprint.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn build(&self) -> Result<Blueprint> {
        let n = self.points;
        let mut builder = circle(self.radius, n, self.mass)?;
        for i in 0..n {
            builder = builder.spring(i, (i + 1) % n, self.skin);
        }
        if let Some(bending) = self.bending
            && n > 4
        {
            for i in 0..n {
                builder = builder.spring(i, (i + 2) % n, bending);
            }
        }
        match self.filling {
            Filling::Empty => builder,
            Filling::Gas(gas) => builder.gas(gas),
            Filling::Area(area) => builder.area(area),
        }
        .build()
    }
}

/// A balloon: a skin that only its gas holds open. Its inside is fanned from a centre that has no mass.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Balloon {
    /// `[m]`
    pub radius: f32,
    /// How many points, 3 to 100 000.
    pub points: u32,
    /// `[kg]`
    pub mass: f32,
    /// The springs between neighbours. Their rest length is `tightness` times the distance.
    pub skin: Spring,
    /// The rest length of the skin as a part of its drawn length, so that the gas stretches it. 0 to 1.
    pub tightness: f32,
    /// The gas; if `None`, as much in a vacuum as holds the skin where it is drawn.
    pub gas: Option<Gas>,
}

impl Default for Balloon {
    /// A light balloon, sixty centimetres across, whose skin is stretched by half.
    fn default() -> Self {
        Self { radius: 0.3, points: 32, mass: 0.1, skin: Spring::new(400.0).damped(0.05), tightness: 0.65, gas: None }
    }
}

impl Balloon {
    /// Finishes the blueprint.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn build(&self) -> Result<Blueprint> {
        let n = self.points;
        require(
            (0.0..=1.0).contains(&self.tightness),
            || "tightness".into(),
            "must be 0 to 1",
            self.tightness,
            "1 leaves the skin slack",
        )?;
        let mut builder = circle(self.radius, n, self.mass)?;
        let edge = 2.0 * self.radius * libm::sinf(core::f32::consts::PI / n as f32);
        for i in 0..n {
            builder = builder.spring(i, (i + 1) % n, self.skin.rest_length(self.tightness * edge));
        }
        builder.gas(self.gas.unwrap_or_else(|| self.balancing_gas(edge))).build()
    }

    /// The gas whose pressure balances the tension of the skin: `p r cos(π/n) = k (1 − tightness) edge`.
    fn balancing_gas(&self, edge: f32) -> Gas {
        let half = core::f32::consts::PI / self.points as f32;
        let tension = self.skin.stiffness * (1.0 - self.tightness) * edge;
        let area = 0.5 * self.points as f32 * self.radius * self.radius * libm::sinf(2.0 * half);
        let amount = area * tension / (self.radius * libm::cosf(half));
        Gas::in_vacuum(amount.max(1e-6)).viscous(0.1)
    }
}

/// Points on a circle, and their outline.
pub(super) fn circle(radius: f32, points: u32, mass: f32) -> Result<BlueprintBuilder> {
    require((3..=100_000).contains(&points), || "points".into(), "must be 3 to 100000", points, "24 look round")?;
    let hint = "keep the shape between a millimetre and a kilometre";
    require((1e-3..=1e3).contains(&radius), || "radius".into(), "must be 0.001 to 1000 [m]", radius, hint)?;
    let corners = (0..points).map(|i| radius * direction(TAU * i as f32 / points as f32));
    Ok(Blueprint::builder().points(corners, mass / points as f32).outline(0..points))
}
