//! Gas inside the outline.
//!
//! | law | pressure | |
//! |---|---|---|
//! | in a vacuum | `p = K / S` | eq. 9 |
//! | against an atmosphere | `p = K (1/S − 1/S₀)` | eq. 10: none at the rest area, suction above it |
//!
//! As a projection (eq. 11) the law is linearised at the area before the push: compliance `S²/K`, or against an atmosphere the secant
//! `S S₀/K` where the body is larger than at rest, since the tangent there would overshoot and turn a stretched body inside out.
//!
//! Pressure damping (eq. 12) brakes the breathing of the outline: `−c ((v − v̄)·r̂) r̂` on each outer particle, with `r̂` and `v̄`
//! from the mass centre and `c = viscosity × radius`. The sum of these forces is taken off every particle by its share of the
//! mass, so an uneven body keeps its translation, and its rotation, since the forces point at the centre.

use super::outline::{Extent, LEAST_AREA, press, push};
use crate::block::Block;
use crate::error::{Result, require};
use crate::lanes::Lanes;

/// What is outside the gas.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum GasLaw {
    /// Nothing: the gas always presses outward.
    Vacuum,
    /// Air that balances it at the rest area.
    #[default]
    Atmosphere,
}

/// Gas inside a body's outline, at constant temperature.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gas {
    /// What is outside.
    pub law: GasLaw,
    /// Pressure times area, `K`. `[N m]`
    pub amount: f32,
    /// How much the gas resists breathing in and out. `[N s/m²]`
    pub viscosity: f32,
}

impl Gas {
    /// Gas in a vacuum. `[N m]`
    pub const fn in_vacuum(amount: f32) -> Self {
        Self { law: GasLaw::Vacuum, amount, viscosity: 0.0 }
    }

    /// Gas in an atmosphere that balances it at the rest area. `[N m]`
    pub const fn in_atmosphere(amount: f32) -> Self {
        Self { law: GasLaw::Atmosphere, amount, viscosity: 0.0 }
    }

    /// The same, resisting breathing. `[N s/m²]`
    pub const fn viscous(self, viscosity: f32) -> Self {
        Self { viscosity, ..self }
    }

    pub(crate) fn check(&self) -> Result<()> {
        let hint = "leave the gas out for an empty body";
        require(
            self.amount > 0.0 && self.amount <= 1e12,
            || "gas.amount".into(),
            "must be above 0 and at most 1e12 [N m]",
            self.amount,
            hint,
        )?;
        let hint = "0 lets the outline breathe freely";
        require((0.0..=1e9).contains(&self.viscosity), || "gas.viscosity".into(), "must be 0 to 1e9 [N s/m²]", self.viscosity, hint)
    }

    /// The pressure at an area (eqs. 9 and 10), bounded where the body is flat or inside out. `[N/m]`
    pub fn pressure(&self, area: f32, rest_area: f32) -> f32 {
        pressure::<f32>((), self.law, self.amount, area, rest_area)
    }
}

#[inline(always)]
fn pressure<L: Lanes>(t: L::Token, law: GasLaw, amount: L, area: L, rest_area: L) -> L {
    let area = area.max(L::splat(t, LEAST_AREA) * rest_area);
    match law {
        GasLaw::Vacuum => amount / area,
        GasLaw::Atmosphere => amount * (rest_area - area) / (area * rest_area),
    }
}

/// The amount of gas in each body. A larger body holds more, so that the pressure is that of the blueprint.
#[inline(always)]
fn amount<L: Lanes>(block: &Block<'_, L>, gas: &Gas) -> L {
    L::splat(block.token, gas.amount) * block.tuning.gas * (block.tuning.size * block.tuning.size) * block.tuning.pressure
}

/// Adds the pressure and its damping. `per_second` turns the velocity slot into a velocity.
pub(crate) fn add_forces<L: Lanes>(block: &mut Block<'_, L>, gas: &Gas, per_second: f32) {
    let t = block.token;
    let rest = block.rest;
    L::run(
        t,
        #[inline(always)]
        || {
            let extent = rest.outline.extent(block, false);
            let amount = amount(block, gas);
            press(block, pressure(t, gas.law, amount, extent.area, block.rest_area()));
            if gas.viscosity > 0.0 {
                add_damping_forces(block, gas, per_second);
            }
        },
    );
}

/// Projects the gas law (eq. 11).
pub(crate) fn project<L: Lanes>(block: &mut Block<'_, L>, gas: &Gas, h: f32) {
    let t = block.token;
    let rest = block.rest;
    L::run(
        t,
        #[inline(always)]
        || {
            let extent: Extent<L> = rest.outline.extent(block, true);
            let (amount, rest_area) = (amount(block, gas), block.rest_area());
            let area = extent.area.max(L::splat(t, LEAST_AREA) * rest_area);
            let inside = amount * L::splat(t, h * h);
            // `push_out` is compliance × pressure, `softness` is compliance / h².
            let (push_out, softness) = match gas.law {
                GasLaw::Vacuum => (area, area * area / inside),
                GasLaw::Atmosphere => {
                    let gap = rest_area - area;
                    let reference = L::if_less(area, rest_area, area, rest_area);
                    (reference * gap / rest_area, area * reference / inside)
                }
            };
            push(block, &extent, L::ratio(t, push_out, extent.mobility + softness));
        },
    );
}

/// Mass centre and mean velocity of a block, the latter in whatever the velocity slot holds.
#[inline(always)]
fn centre<L: Lanes>(block: &Block<'_, L>) -> [L; 4] {
    let t = block.token;
    let zero = L::splat(t, 0.0);
    let mut sum = [zero; 4];
    let mut total = zero;
    for i in 0..block.points.len() {
        let m = block.mass(i);
        let p = block.point(i);
        for k in 0..4 {
            sum[k] = sum[k] + m * p[k];
        }
        total = total + m;
    }
    sum.map(|s| s / total)
}

/// The direction from the centre and the speed along it, of one corner.
#[inline(always)]
fn breathing<L: Lanes>(block: &Block<'_, L>, i: usize, [cx, cy, mean_x, mean_y]: [L; 4]) -> (L, L, L) {
    let [x, y, vx, vy] = block.point(i);
    let (rx, ry) = (x - cx, y - cy);
    let inverse = L::ratio(block.token, L::splat(block.token, 1.0), (rx * rx + ry * ry).sqrt());
    let (rx, ry) = (rx * inverse, ry * inverse);
    (rx, ry, (vx - mean_x) * rx + (vy - mean_y) * ry)
}

/// Adds eq. 12.
#[inline(always)]
fn add_damping_forces<L: Lanes>(block: &mut Block<'_, L>, gas: &Gas, per_second: f32) {
    let t = block.token;
    let rest = block.rest;
    let zero = L::splat(t, 0.0);
    let strength = L::splat(t, gas.viscosity * rest.radius * per_second) * block.tuning.size * block.tuning.damping;
    let centre = centre(block);
    let (mut sum_x, mut sum_y, mut total) = (zero, zero, zero);
    for &i in rest.outline.loops.iter().flatten() {
        let (rx, ry, speed) = breathing(block, i as usize, centre);
        let force = -(strength * speed);
        block.add_force(i as usize, force * rx, force * ry);
        (sum_x, sum_y) = (sum_x + force * rx, sum_y + force * ry);
    }
    for i in 0..block.points.len() {
        total = total + block.mass(i);
    }
    for i in 0..block.points.len() {
        let share = block.mass(i) / total;
        block.add_force(i, -(share * sum_x), -(share * sum_y));
    }
}

/// Damps the breathing implicitly: each outer particle's radial speed is divided by `1 + h c w`, momentum put back by mass share.
pub(crate) fn damp<L: Lanes>(block: &mut Block<'_, L>, gas: &Gas, h: f32) {
    if gas.viscosity <= 0.0 {
        return;
    }
    let t = block.token;
    let rest = block.rest;
    L::run(
        t,
        #[inline(always)]
        || {
            let (zero, one) = (L::splat(t, 0.0), L::splat(t, 1.0));
            let strength = L::splat(t, h * gas.viscosity * rest.radius) * block.tuning.size * block.tuning.damping;
            let centre = centre(block);
            let (mut sum_x, mut sum_y, mut movable) = (zero, zero, zero);
            for &i in rest.outline.loops.iter().flatten() {
                let i = i as usize;
                let (rx, ry, speed) = breathing(block, i, centre);
                let w = block.inverse_mass(i);
                let change = -(speed * (strength * w) / (one + strength * w));
                block.add_motion(i, change * rx, change * ry);
                let m = L::if_less(zero, w, block.mass(i), zero);
                (sum_x, sum_y) = (sum_x + m * (change * rx), sum_y + m * (change * ry));
            }
            for i in 0..block.points.len() {
                movable = movable + L::if_less(zero, block.inverse_mass(i), block.mass(i), zero);
            }
            let (back_x, back_y) = (L::ratio(t, sum_x, movable), L::ratio(t, sum_y, movable));
            for i in 0..block.points.len() {
                let w = block.inverse_mass(i);
                block.add_motion(i, L::if_less(zero, w, -back_x, zero), L::if_less(zero, w, -back_y, zero));
            }
        },
    );
}
