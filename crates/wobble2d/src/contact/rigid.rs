//! A body taken for rigid: its motion as a whole.

use crate::body::{Body, Particles};
use crate::math::cross;
use glam::Vec2;

/// A body taken for rigid.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rigid {
    pub centre: Vec2,
    pub velocity: Vec2,
    pub spin: f32,
    pub inverse_mass: f32,
    pub inverse_inertia: f32,
}

impl Rigid {
    /// The motion of a free body as a whole, that of scenery which is led, or none.
    pub fn of(body: &Body, particles: &Particles) -> Self {
        if body.calms() {
            rigid_motion(body, particles)
        } else if body.lead.is_some() && body.held {
            Self { inverse_mass: 0.0, inverse_inertia: 0.0, ..rigid_motion(body, particles) }
        } else {
            Self::default()
        }
    }
}

/// Mass centre, mean velocity, mean spin and their inertias, in the world's frame.
fn rigid_motion(body: &Body, particles: &Particles) -> Rigid {
    let range = body.range();
    let base = particles.position(range.start);
    let (mut total, mut moment, mut momentum) = (0.0f32, Vec2::ZERO, Vec2::ZERO);
    for i in range.clone() {
        let mass = particles.masses[i][1];
        total += mass;
        moment += mass * (particles.position(i) - base);
        momentum += mass * particles.velocity(i);
    }
    let (centre, velocity) = (base + moment / total, momentum / total);
    let (mut turning, mut inertia) = (0.0f32, 0.0f32);
    for i in range {
        let (mass, arm) = (particles.masses[i][1], particles.position(i) - centre);
        turning += mass * cross(arm, particles.velocity(i) - velocity);
        inertia += mass * arm.length_squared();
    }
    let spin = if inertia > 0.0 { turning / inertia } else { 0.0 };
    let inverse_inertia = if inertia > 0.0 { 1.0 / inertia } else { 0.0 };
    Rigid { centre, velocity, spin, inverse_mass: 1.0 / total, inverse_inertia }
}
