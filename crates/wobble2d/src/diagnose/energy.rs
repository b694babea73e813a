//! Energy by kind.

use crate::World;
use crate::blueprint::Rest;
use crate::body::{BodyView, Tuning};
use crate::element::outline::LEAST_AREA;
use crate::element::{Area, Gas, GasLaw, bend, shape, spring, triangle};
use crate::id::BodyId;
use crate::math::polygon_area;
use glam::Vec2;

/// The energy of a world or a body, by kind. `[J]`
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Energy {
    /// `½ m v²` of movable particles.
    pub kinetic: f64,
    /// `−m g·x`, zero at the origin.
    pub gravity: f64,
    /// `½ k (l − l₀)²` of springs.
    pub springs: f64,
    /// Work stored in bending.
    pub bends: f64,
    /// Work stored in elastic triangles.
    pub triangles: f64,
    /// Work stored in bodies that keep their shape as a whole.
    pub shape: f64,
    /// Work stored in gas, zero at the rest area.
    pub gas: f64,
    /// Work stored in areas that resist change.
    pub area: f64,
    /// Potential of attractors, zero far away.
    pub attractors: f64,
}

impl Energy {
    /// All of it.
    pub fn total(&self) -> f64 {
        let elastic = self.springs + self.bends + self.triangles + self.shape + self.gas + self.area;
        self.kinetic + self.gravity + elastic + self.attractors
    }

    fn add(&mut self, other: &Self) {
        self.kinetic += other.kinetic;
        self.gravity += other.gravity;
        self.springs += other.springs;
        self.bends += other.bends;
        self.triangles += other.triangles;
        self.shape += other.shape;
        self.gas += other.gas;
        self.area += other.area;
        self.attractors += other.attractors;
    }
}

impl World {
    /// The energy of the whole world, by kind. `[J]`
    pub fn energy(&self) -> Energy {
        let mut sum = Energy::default();
        self.bodies().for_each(|body| sum.add(&self.energy_of(body)));
        sum
    }

    /// The energy of one body, by kind. `[J]`
    pub fn body_energy(&self, id: BodyId) -> Option<Energy> {
        self.body(id).map(|body| self.energy_of(body))
    }

    fn energy_of(&self, body: BodyView<'_>) -> Energy {
        let mut energy = Energy::default();
        let gravity = if self.fields.gravity_on { self.fields.gravity } else { Vec2::ZERO };
        for i in body.particles() {
            let [inverse_mass, mass] = self.particles.masses[i].map(f64::from);
            if inverse_mass == 0.0 {
                continue;
            }
            let [x, y, vx, vy] = self.particles.state[i].map(f64::from);
            energy.kinetic += 0.5 * mass * (vx * vx + vy * vy);
            energy.gravity -= mass * (f64::from(gravity.x) * x + f64::from(gravity.y) * y);
            for attractor in &self.fields.attractors {
                let (dx, dy) = (x - f64::from(attractor.position.x), y - f64::from(attractor.position.y));
                let core = f64::from(attractor.core);
                energy.attractors -= mass * f64::from(attractor.gm) / (dx * dx + dy * dy + core * core).sqrt();
            }
        }
        energy.add(&body.elastic_energy(|index| body.position(index)));
        if let Some(law) = &body.body.rest().shape {
            energy.shape += self.with_block(body.body, |block| shape::energy(block, law));
        }
        energy
    }
}

impl BodyView<'_> {
    /// What is stored in its elements, but for what keeps its shape as a whole, with its points at the given positions.
    pub(crate) fn elastic_energy(&self, position: impl Fn(u32) -> Vec2) -> Energy {
        let (body, mut energy) = (self, Energy::default());
        let rest = body.body.rest();
        let tuning = body.tuning();
        for link in &rest.springs.list {
            let length = position(link.a).distance(position(link.b));
            energy.springs += spring::energy(link, length, tuning.size, tuning.stiffness);
        }
        let places = |points: [u32; 3]| points.map(&position);
        for trio in &rest.bends.list {
            energy.bends += bend::energy(trio, places(trio.points), tuning.stiffness);
        }
        for element in &rest.triangles.list {
            energy.triangles += triangle::energy(element, places(element.trio.points), tuning.size, tuning.stiffness);
        }
        let corners = body.blueprint().loops().iter();
        let area = corners.map(|corners| polygon_area(corners.iter().map(|&index| position(index)))).sum();
        [energy.gas, energy.area] = energy_of_gas_and_area(rest, &tuning, area, body.leak());
        energy
    }
}

/// The energy of what fills a body whose outline holds this area. `[m²]`, `[J]`
pub(crate) fn inflation_energy(rest: &Rest, tuning: &Tuning, area: f32) -> f64 {
    energy_of_gas_and_area(rest, tuning, area, None).iter().sum()
}

/// `leak` is what is left of the pressure of a punctured body, whose area law only draws together.
fn energy_of_gas_and_area(rest: &Rest, tuning: &Tuning, area: f32, leak: Option<f32>) -> [f64; 2] {
    let pressure = leak.unwrap_or(1.0);
    let square = tuning.size * tuning.size;
    let (area, rest_area) = (f64::from(area), f64::from(rest.area * square));
    let gas = |gas: Gas| gas_energy(&gas, f64::from(gas.amount * tuning.gas * square * pressure), area, rest_area);
    let resistance = |law: Area| {
        let off = area - rest_area * f64::from(law.inflation * tuning.gas * pressure);
        let off = if leak.is_some() { off.min(0.0) } else { off };
        0.5 * f64::from(law.stiffness * tuning.stiffness) * off * off / rest_area
    };
    [rest.gas.map_or(0.0, gas), rest.area_law.map_or(0.0, resistance)]
}

/// The work done by the outline on its way from the rest area; linear beyond the area where the pressure is bounded.
fn gas_energy(gas: &Gas, amount: f64, area: f64, rest_area: f64) -> f64 {
    let bounded = area.max(f64::from(LEAST_AREA) * rest_area);
    let ratio = bounded / rest_area;
    let (energy, pressure) = match gas.law {
        GasLaw::Vacuum => (-amount * libm::log(ratio), amount / bounded),
        GasLaw::Atmosphere => (amount * (ratio - 1.0 - libm::log(ratio)), amount * (1.0 / bounded - 1.0 / rest_area)),
    };
    energy + pressure * (bounded - area)
}
