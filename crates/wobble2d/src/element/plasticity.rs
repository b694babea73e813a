//! Plasticity: matter that is stretched too far flows, and keeps what it has come to.
//!
//! ```text
//!   strain ↑        ╱ elastic                 What is beyond the yield strain is taken for the new rest shape, at the creep rate:
//!    yield ┤- - - -╱──────  flows             a spring's rest length follows its length, a triangle's rest shape its shape  (eqs. 60 to 62)
//!          │      ╱      ╱ let go: parallel,
//!          └─────╱──────╱─→ stretch            and what has flowed is left
//! ```
//! Only rest shapes change, never places or velocities: neither momentum nor angular momentum can, and the energy that is lost is known.
//! Triangles flow without changing their area.

use super::link::Link;
use super::triangle::{Element, Triangle};
use crate::error::{Result, require};
use glam::{DVec2, Vec2, dvec2};

/// How the springs and triangles of a body flow. Sticks, bends, areas and shapes do not.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plasticity {
    /// The strain up to which matter is elastic, 0 to 1. Of a spring it is the relative stretch; of a triangle that of a pure shear: by how much it is
    /// longer one way and narrower the other.
    pub yield_strain: f32,
    /// The rate at which strain beyond that becomes permanent, above 0 to 1e6. `[1/s]`
    pub creep: f32,
    /// The most permanent strain, above 0 to 3: at 1 a spring can become twice as long, or half.
    pub limit: f32,
}

impl Plasticity {
    /// Flows at 50 a second up to twice the length.
    pub const fn new(yield_strain: f32) -> Self {
        Self { yield_strain, creep: 50.0, limit: 1.0 }
    }

    /// The same, slower or faster. `[1/s]`
    pub const fn creeping(self, creep: f32) -> Self {
        Self { creep, ..self }
    }

    /// The same with another limit.
    pub const fn limit(self, limit: f32) -> Self {
        Self { limit, ..self }
    }

    pub(crate) fn check(&self) -> Result<()> {
        let field = |name: &'static str| move || format!("plasticity.{name}");
        let hint = "0.02 is clay, 0.2 is tough";
        require((0.0..=1.0).contains(&self.yield_strain), field("yield_strain"), "must be 0 to 1", self.yield_strain, hint)?;
        let creeps = self.creep > 0.0 && self.creep <= 1e6;
        let hint = "50 dents at once, 0.1 creeps for seconds";
        require(creeps, field("creep"), "must be above 0 and at most 1e6 [1/s]", self.creep, hint)?;
        let some = self.limit > 0.0 && self.limit <= 3.0;
        require(some, field("limit"), "must be above 0 and at most 3", self.limit, "leave the plasticity out for none")
    }

    /// The part of an excess that flows in a time. `[s]`
    fn part(&self, dt: f32) -> f32 {
        let part = self.creep * dt;
        part / (1.0 + part)
    }

    /// By what factor the rest length of a spring of this length differs from the blueprint's after a time (eq. 60), if it flows. `[m]`, `[s]`
    pub(crate) fn flow_spring(&self, link: &Link, factor: f32, length: f32, rest_length: f32, dt: f32) -> Option<f32> {
        let strain = (length - rest_length) / rest_length;
        let over = strain.abs() - self.yield_strain;
        let flows = over > 0.0 && strain.is_finite() && (strain > 0.0 || !link.rope);
        let by = self.part(dt) * over * strain.signum();
        let most = 1.0 + self.limit;
        // No more than to half the length in a step: what is squeezed to nothing does not vanish for ever.
        flows.then(|| (factor * (1.0 + by.max(-0.5))).clamp(1.0 / most, most)).filter(|&then| then != factor)
    }

    /// The permanent distortion of a triangle after a time (eqs. 61 and 62), if it flows. `[s]`
    pub(crate) fn flow_triangle(&self, element: &Element, set: [f32; 2], places: [Vec2; 3], dt: f32) -> Option<[f32; 2]> {
        let [form, frame] = element.trio.measure(places).map(Vec2::as_dvec2);
        let strain = divided(form, frame);
        let over = strain.length() - f64::from(self.yield_strain);
        if !strain.is_finite() || over <= 0.0 {
            return None;
        }
        // A triangle that is turned inside out has no strain to speak of; it flows as one that is half flat.
        let by = strain.normalize() * (f64::from(self.part(dt)) * over).min(0.5);
        let set = DVec2::from(set.map(f64::from));
        let then = divided(set + by, DVec2::X + times(by, conjugate(set)));
        let most = f64::from(1.0 + self.limit) * f64::from(1.0 + self.limit);
        let then = then.clamp_length_max((most - 1.0) / (most + 1.0)).as_vec2().to_array();
        (then.map(f64::from) != set.to_array()).then_some(then)
    }
}

/// The element of a triangle with these rest places that has flowed by `set`.
pub(crate) fn flowed(triangle: &Triangle, points: [u32; 3], places: [Vec2; 3], set: [f32; 2]) -> Element {
    let [a, b, c] = places.map(Vec2::as_dvec2);
    let set = DVec2::from(set.map(f64::from));
    let scale = 1.0 / (1.0 - set.length_squared()).sqrt();
    let moved = |edge: DVec2| scale * (edge + times(set, conjugate(edge)));
    triangle.shaped(points, moved(b - a), moved(c - a))
}

fn conjugate(a: DVec2) -> DVec2 {
    dvec2(a.x, -a.y)
}

fn times(a: DVec2, b: DVec2) -> DVec2 {
    dvec2(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x)
}

fn divided(a: DVec2, b: DVec2) -> DVec2 {
    times(a, conjugate(b)) / b.length_squared()
}
