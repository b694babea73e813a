//! A grab: a damped spring between a place and a particle, as strong as the body is heavy.
//!
//! Its stiffness is `M ω²` and its damping `2 M ω`, with the mass `M` of the whole body, so a whale follows the pointer as a
//! shrimp does. Such a spring on one light particle is far beyond what an explicit step can take; it is therefore
//! solved implicitly (eq. 16), under every method:
//! `d = (h² k (target − x) − h c u) / (m + h² k + h c)`, where `u` is the displacement of the substep.

use crate::body::{Particles, Roster};
use crate::id::{GrabId, PointId};
use glam::Vec2;

/// A particle held by a pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grab {
    /// Its name.
    pub id: GrabId,
    /// What is held.
    pub point: PointId,
    /// Where it is drawn to. `[m]`
    pub target: Vec2,
    /// How eagerly it follows: about this part of the way in a second, until it is there. `[1/s]`
    pub rate: f32,
}

/// Pulls every grabbed particle, but for those of rigid bodies, which rows hold. `moved` is what a metre of correction adds to the velocity slot once a substep has moved the
/// particles; `None` for XPBD, whose positions still lack the displacement in the slot.
pub(crate) fn pull(grabs: &[Grab], bodies: &Roster, particles: &mut Particles, h: f32, moved: Option<f32>) {
    for grab in grabs {
        let Some(place) = bodies.place(grab.point.body) else { continue };
        let body = &bodies.list[place];
        let i = body.first as usize + grab.point.index as usize;
        let [inverse_mass, mass] = particles.masses[i];
        if inverse_mass == 0.0 || body.frozen.is_some() || body.is_rigid() {
            continue;
        }
        let total: f32 = particles.masses[body.range()].iter().map(|pair| pair[1]).sum();
        let omega = 2.0 * grab.rate;
        let (stiffness, damping) = (h * h * total * omega * omega, h * 2.0 * total * omega);
        let [x, y, sx, sy] = particles.state[i];
        let (place, displacement) = match moved {
            None => (Vec2::new(x + sx, y + sy), Vec2::new(sx, sy)),
            Some(per_metre) => (Vec2::new(x, y), Vec2::new(sx, sy) / per_metre),
        };
        let target = grab.target - body.origin;
        let d = (stiffness * (target - place) - damping * displacement) / (mass + stiffness + damping);
        particles.state[i] = match moved {
            None => [x, y, sx + d.x, sy + d.y],
            Some(per_metre) => [x + d.x, y + d.y, sx + d.x * per_metre, sy + d.y * per_metre],
        };
    }
}
