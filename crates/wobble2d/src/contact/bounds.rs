//! A box that the world happens in.
//!
//! Under the force methods a particle beyond a wall is put back on it, its normal speed reversed by the restitution, and its tangential
//! speed braked by at most the friction coefficient times the change of the normal one, never past rest (eqs. 23, 24). Under XPBD the same
//! is said in displacements; the rebound is taken from the speed before the substep, since within it elements and walls
//! push against each other with speeds that mean nothing.

use crate::body::{Particles, Roster};
use crate::error::{Result, require};
use crate::math::within;
use glam::Vec2;

/// A box whose walls stop particles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The lower left corner. `[m]`
    pub min: Vec2,
    /// The upper right corner. `[m]`
    pub max: Vec2,
    /// The part of the normal speed that a rebound keeps, 0 to 1.
    pub restitution: f32,
    /// Coulomb's coefficient of friction, 0 to 100.
    pub friction: f32,
}

impl Bounds {
    /// A box from one corner to the other, with restitution 0.2 and friction 0.5.
    pub const fn new(min: Vec2, max: Vec2) -> Self {
        Self { min, max, restitution: 0.2, friction: 0.5 }
    }

    pub(crate) fn check(&self) -> Result<()> {
        let field = |name: &'static str| move || format!("bounds.{name}");
        let hint = "use 1e6 for a side that is open";
        require(within(self.min, 1e6), field("min"), "must be -1e6 to 1e6 [m]", self.min, hint)?;
        require(within(self.max, 1e6), field("max"), "must be -1e6 to 1e6 [m]", self.max, hint)?;
        require(self.min.cmplt(self.max).all(), field("max"), "must be above and right of min [m]", self.max, "swap them")?;
        let unit = "1 keeps all of the speed";
        require((0.0..=1.0).contains(&self.restitution), field("restitution"), "must be 0 to 1", self.restitution, unit)?;
        require((0.0..=100.0).contains(&self.friction), field("friction"), "must be 0 to 100", self.friction, "0.5 is wood on wood")
    }

    /// The walls as seen from a local zero: `(axis, coordinate, inward sign)`.
    fn walls(&self, origin: Vec2) -> [(usize, f32, f32); 4] {
        let (min, max) = (self.min - origin, self.max - origin);
        [(0, min.x, 1.0), (0, max.x, -1.0), (1, min.y, 1.0), (1, max.y, -1.0)]
    }
}

/// Stops the particles of a force method after a substep has moved them.
pub(crate) fn stop_moved(bounds: &Bounds, bodies: &Roster, particles: &mut Particles) {
    for body in bodies.list.iter().filter(|body| body.frozen.is_none()) {
        let walls = bounds.walls(body.origin);
        for i in body.range() {
            if particles.masses[i][0] > 0.0 {
                let record = &mut particles.state[i];
                for (axis, wall, inward) in walls {
                    reflect(record, axis, wall, inward, bounds);
                }
            }
        }
    }
}

#[inline(always)]
fn reflect(record: &mut [f32; 4], axis: usize, wall: f32, inward: f32, bounds: &Bounds) {
    if (record[axis] - wall) * inward >= 0.0 || !record[axis].is_finite() {
        return;
    }
    record[axis] = wall;
    let normal = record[2 + axis] * inward;
    if normal < 0.0 {
        record[2 + axis] = -bounds.restitution * normal * inward;
        let tangential = &mut record[3 - axis];
        *tangential = brake(*tangential, bounds.friction * (1.0 + bounds.restitution) * -normal);
    }
}

/// What is left of a tangential speed after friction that can take away at most `most`.
#[inline(always)]
fn brake(speed: f32, most: f32) -> f32 {
    if speed > most {
        speed - most
    } else if speed < -most {
        speed + most
    } else {
        0.0
    }
}

/// Ends an XPBD substep: stops what would leave the box, then adds the displacements to the positions.
/// `before` are the displacements before the substep, kept only when something rebounds.
pub(crate) fn finish_displaced(
    bounds: Option<&Bounds>,
    bodies: &Roster,
    particles: &mut Particles,
    before: &[[f32; 2]],
    least_rebound: f32,
) {
    for body in bodies.list.iter().filter(|body| body.frozen.is_none()) {
        if let Some(bounds) = bounds {
            let walls = bounds.walls(body.origin);
            for i in body.range() {
                if particles.masses[i][0] > 0.0 {
                    let before = before.get(i).copied().unwrap_or([0.0; 2]);
                    for (axis, wall, inward) in walls {
                        reflect_displaced(&mut particles.state[i], axis, wall, inward, bounds, before, least_rebound);
                    }
                }
            }
        }
        for record in &mut particles.state[body.range()] {
            record[0] += record[2];
            record[1] += record[3];
        }
    }
}

#[inline(always)]
fn reflect_displaced(
    record: &mut [f32; 4],
    axis: usize,
    wall: f32,
    inward: f32,
    bounds: &Bounds,
    before: [f32; 2],
    least_rebound: f32,
) {
    let beyond = (wall - (record[axis] + record[2 + axis])) * inward;
    if beyond > 0.0 {
        record[2 + axis] += beyond * inward;
        record[3 - axis] = brake(record[3 - axis], bounds.friction * beyond);
        let approach = -before[axis] * inward;
        if bounds.restitution > 0.0 && approach > least_rebound {
            // The particle leaves the wall with the restored speed. Its start is shifted so that it ends the substep on the
            // path of a true reflection, not a whole displacement above its start.
            let rebound = bounds.restitution * approach;
            let place = wall + bounds.restitution * (beyond.min(approach)) * inward;
            record[2 + axis] = rebound * inward;
            record[axis] = place - record[2 + axis];
        }
    }
}
