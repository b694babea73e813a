//! What several bodies share: a name for a surface, a density and a tuning.

use super::matter::{Matter, Preset, Skin};
use super::surface::Surface;
use super::tearing::Tearing;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What bodies of one kind share. What a body says itself goes before what its material says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Material {
    /// A material that comes with the program, to be changed by what else is given.
    pub like: Option<Preset>,
    /// What fills a mesh, a lattice, a cloth or a ball instead of springs of their own.
    pub matter: Option<Matter>,
    /// What runs along the outline of a body that is filled so.
    pub skin: Option<Skin>,
    /// The pressure of the gas in a body that is filled so, balanced by an atmosphere. `[N/m]`
    #[schemars(range(min = 1e-6, max = 1e9), extend("x-hint" = "leave it out for none"))]
    pub gas: Option<f32>,
    /// The resistance of the whole area of a body that is filled so. `[N/m]`
    #[schemars(range(min = 1e-6, max = 1e9), extend("x-hint" = "leave it out for none"))]
    pub area: Option<f32>,
    /// When it breaks.
    pub tearing: Option<Tearing>,
    /// How it touches others.
    pub surface: Option<Surface>,
    /// How a body of it differs from its blueprint.
    pub tuning: Option<Tuning>,
    /// Mass per area, for bodies with an outline. `[kg/m²]`
    #[schemars(range(min = 1e-6, max = 1e6), extend("x-hint" = "pin particles to make them immovable"))]
    pub density: Option<f32>,
}

impl Material {
    /// One that comes with the program.
    pub fn preset(preset: Preset) -> Self {
        Self { like: Some(preset), ..Self::default() }
    }

    /// What it is made of, if it says so. Without a model to follow it is jelly with other numbers.
    pub fn substance(&self) -> Option<wobble2d::Material> {
        let given =
            self.like.is_some() || self.matter.is_some() || self.skin.is_some() || self.gas.is_some() || self.area.is_some();
        let base: wobble2d::Material = self.like.unwrap_or(Preset::Jelly).into();
        given.then(|| wobble2d::Material {
            density: self.density.unwrap_or(base.density),
            matter: self.matter.map_or(base.matter, Into::into),
            skin: self.skin.map(Into::into).or(base.skin),
            gas: self.gas.or(base.gas),
            area: self.area.or(base.area),
            tearing: self.tearing.map_or(base.tearing, Into::into),
            ..base
        })
    }
}

/// How a body differs from its blueprint. All are factors.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Tuning {
    /// On all lengths.
    #[schemars(range(min = 1e-3, max = 1e3))]
    pub size: f32,
    /// On the stiffness of springs and area.
    #[schemars(range(min = 0.0, max = 1e6))]
    pub stiffness: f32,
    /// On the damping of springs and gas.
    #[schemars(range(min = 0.0, max = 1e6))]
    pub damping: f32,
    /// On the amount of gas, or on the area sought where area resists change.
    #[schemars(range(min = 0.0, max = 1e3))]
    pub gas: f32,
}

impl Default for Tuning {
    fn default() -> Self {
        let wobble2d::Tuning { size, stiffness, damping, gas } = wobble2d::Tuning::default();
        Self { size, stiffness, damping, gas }
    }
}

impl From<Tuning> for wobble2d::Tuning {
    fn from(tuning: Tuning) -> Self {
        let Tuning { size, stiffness, damping, gas } = tuning;
        Self { size, stiffness, damping, gas }
    }
}
