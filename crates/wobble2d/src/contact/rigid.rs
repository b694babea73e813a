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
    /// Velocity and spin that its particles know of.
    before: (Vec2, f32),
}

impl Rigid {
    #[inline(always)]
    pub fn velocity_at(&self, place: Vec2) -> Vec2 {
        self.velocity + self.spin * (place - self.centre).perp()
    }

    #[inline(always)]
    pub fn kick(&mut self, impulse: Vec2, place: Vec2) {
        self.velocity += self.inverse_mass * impulse;
        self.spin += self.inverse_inertia * cross(place - self.centre, impulse);
    }

    /// How readily it gives way at a place along a direction.
    pub fn give(&self, place: Vec2, along: Vec2) -> f32 {
        let arm = cross(place - self.centre, along);
        self.inverse_mass + self.inverse_inertia * arm * arm
    }

    /// Gives the particles of its body what it got since they were last looked at or written to (eq. 33).
    pub fn write_back(&self, own: &mut [[f32; 4]], masses: &[[f32; 2]]) {
        let (velocity, spin) = (self.velocity - self.before.0, self.spin - self.before.1);
        if velocity == Vec2::ZERO && spin == 0.0 {
            return;
        }
        for ([x, y, vx, vy], mass) in own.iter_mut().zip(masses) {
            if mass[0] > 0.0 {
                let change = velocity + spin * (Vec2::new(*x, *y) - self.centre).perp();
                (*vx, *vy) = (*vx + change.x, *vy + change.y);
            }
        }
    }

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

    /// The same, known to its particles.
    pub fn written(self) -> Self {
        Self { before: (self.velocity, self.spin), ..self }
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
    Rigid { centre, velocity, spin, inverse_mass: 1.0 / total, inverse_inertia, before: (velocity, spin) }
}
