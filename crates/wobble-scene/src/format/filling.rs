//! What keeps an outline full.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wobble2d::blueprint;

/// What keeps a ball round.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Filling {
    /// Nothing but its springs.
    Empty,
    /// Gas.
    Gas(Gas),
    /// An area that resists change.
    Area(Area),
}

impl From<Filling> for blueprint::Filling {
    fn from(filling: Filling) -> Self {
        match filling {
            Filling::Empty => Self::Empty,
            Filling::Gas(gas) => Self::Gas(gas.into()),
            Filling::Area(area) => Self::Area(area.into()),
        }
    }
}

impl From<blueprint::Filling> for Filling {
    fn from(filling: blueprint::Filling) -> Self {
        match filling {
            blueprint::Filling::Empty => Self::Empty,
            blueprint::Filling::Gas(gas) => Self::Gas(gas.into()),
            blueprint::Filling::Area(area) => Self::Area(area.into()),
        }
    }
}

/// What is outside the gas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum GasLaw {
    /// Nothing: the gas always presses outward, `p = K / S`.
    Vacuum,
    /// Air that balances it at the rest area, `p = K (1/S − 1/S₀)`.
    Atmosphere,
}

/// Gas inside the outline, at constant temperature.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Gas {
    /// What is outside.
    pub law: GasLaw,
    /// Pressure times area. `[N m]`
    #[schemars(range(min = 1e-6, max = 1e12), extend("x-hint" = "leave the gas out for an empty body"))]
    pub amount: f32,
    /// How much the gas resists breathing in and out. `[N s/m²]`
    #[schemars(range(min = 0.0, max = 1e9), extend("x-hint" = "0 lets the outline breathe freely"))]
    pub viscosity: f32,
}

impl Default for Gas {
    /// The gas of the default ball.
    fn default() -> Self {
        wobble2d::Gas::in_atmosphere(400.0).viscous(0.2).into()
    }
}

impl From<wobble2d::Gas> for Gas {
    fn from(gas: wobble2d::Gas) -> Self {
        let law = match gas.law {
            wobble2d::GasLaw::Vacuum => GasLaw::Vacuum,
            wobble2d::GasLaw::Atmosphere => GasLaw::Atmosphere,
        };
        Self { law, amount: gas.amount, viscosity: gas.viscosity }
    }
}

impl From<Gas> for wobble2d::Gas {
    fn from(gas: Gas) -> Self {
        let law = match gas.law {
            GasLaw::Vacuum => wobble2d::GasLaw::Vacuum,
            GasLaw::Atmosphere => wobble2d::GasLaw::Atmosphere,
        };
        Self { law, amount: gas.amount, viscosity: gas.viscosity }
    }
}

/// Area that resists change, like the flesh of a fruit.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Area {
    /// Pressure per relative loss of area. `[N/m]`
    #[schemars(range(min = 1e-6, max = 1e12), extend("x-hint" = "1e4 keeps a blob of a metre and a kilogram full"))]
    pub stiffness: f32,
    /// The area sought, as a part of the rest area: 1 keeps the shape, more inflates it.
    #[schemars(range(min = 0.0, max = 100.0), extend("x-hint" = "1 keeps the rest area"))]
    pub inflation: f32,
}

impl Default for Area {
    fn default() -> Self {
        wobble2d::Area::default().into()
    }
}

impl From<wobble2d::Area> for Area {
    fn from(area: wobble2d::Area) -> Self {
        Self { stiffness: area.stiffness, inflation: area.inflation }
    }
}

impl From<Area> for wobble2d::Area {
    fn from(area: Area) -> Self {
        Self { stiffness: area.stiffness, inflation: area.inflation }
    }
}
