//! Area that resists change, like the flesh of a fruit.
//!
//! Pressure `p = k (s S₀ − S) / S₀` (eq. 7); as a constraint `C = S − s S₀` with compliance `S₀/k` (eq. 8). In a body that leaks `s` falls to nothing, and the
//! pressure is never negative.

use super::outline::{press, push};
use crate::block::Block;
use crate::error::{Result, require};
use crate::lanes::Lanes;

/// Area that resists change.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Area {
    /// Pressure per relative loss of area. `[N/m]`
    pub stiffness: f32,
    /// The area sought, as a part of the rest area: 1 keeps the shape, more inflates it.
    pub inflation: f32,
}

impl Default for Area {
    fn default() -> Self {
        Self { stiffness: 1e4, inflation: 1.0 }
    }
}

impl Area {
    pub(crate) fn check(&self) -> Result<()> {
        let hint = "1e4 keeps a blob of a metre and a kilogram full";
        require(
            self.stiffness > 0.0 && self.stiffness <= 1e12,
            || "area.stiffness".into(),
            "must be above 0 and at most 1e12 [N/m]",
            self.stiffness,
            hint,
        )?;
        let hint = "1 keeps the rest area";
        require((0.0..=100.0).contains(&self.inflation), || "area.inflation".into(), "must be 0 to 100", self.inflation, hint)
    }
}

/// Adds the pressure of eq. 7.
pub(crate) fn add_forces<L: Lanes>(block: &mut Block<'_, L>, area: &Area) {
    let t = block.token;
    let rest = block.rest;
    L::run(
        t,
        #[inline(always)]
        || {
            let extent = rest.outline.extent(block, false);
            let (stiffness, target) = parameters(block, area);
            let pressure = stiffness * missing(block, target, extent.area) / block.rest_area();
            press(block, pressure);
        },
    );
}

/// Projects eq. 8.
pub(crate) fn project<L: Lanes>(block: &mut Block<'_, L>, area: &Area, h: f32) {
    let t = block.token;
    let rest = block.rest;
    L::run(
        t,
        #[inline(always)]
        || {
            let extent = rest.outline.extent(block, true);
            let (stiffness, target) = parameters(block, area);
            let softness = block.rest_area() / (stiffness * L::splat(t, h * h));
            let multiplier = L::ratio(t, missing(block, target, extent.area), extent.mobility + softness);
            push(block, &extent, multiplier);
        },
    );
}

/// Stiffness and target area of every lane.
#[inline(always)]
fn parameters<L: Lanes>(block: &Block<'_, L>, area: &Area) -> (L, L) {
    let t = block.token;
    let stiffness = L::splat(t, area.stiffness) * block.tuning.stiffness;
    (stiffness, block.rest_area() * L::splat(t, area.inflation) * block.tuning.gas * block.tuning.pressure)
}

/// By how much the area is too small. What runs out through a hole does not pull at the skin: through it comes air.
#[inline(always)]
fn missing<L: Lanes>(block: &Block<'_, L>, target: L, area: L) -> L {
    let t = block.token;
    let (zero, missing) = (L::splat(t, 0.0), target - area);
    L::if_less(block.tuning.pressure, L::splat(t, 1.0), missing.max(zero), missing)
}
