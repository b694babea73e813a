//! The force on a particle.

use crate::World;
use crate::block::{Block, Particulars, Scratch};
use crate::body::Body;
use crate::field::Acting;
use crate::group::particulars;
use crate::id::PointId;
use crate::method::accelerate;
use glam::Vec2;

impl World {
    /// The force that elements and fields exert on a particle now; on an immovable one, what its pin has to hold. Sticks, grabs and
    /// bounds are not forces and are left out. `[N]`
    pub fn force_on(&self, point: PointId) -> Option<Vec2> {
        let place = self.bodies.place(point.body)?;
        let body = &self.bodies.list[place];
        let mass = self.particles.masses[body.range()].get(point.index as usize)?[1];
        let acting = Acting { fields: &self.fields, user: self.user_field.as_ref(), time: self.time };
        let [x, y] = self.with_block(body, |block| {
            accelerate(block, &acting, 1.0);
            block.force(point.index as usize)
        });
        // As if nothing were pinned, acceleration times mass is the force.
        Some(mass * Vec2::new(x, y))
    }

    /// A copy of a body as elements see it, between two steps and as if nothing were pinned.
    pub(super) fn with_block<R>(&self, body: &Body, work: impl FnOnce(&mut Block<'_, f32>) -> R) -> R {
        let masses: Vec<[f32; 2]> = self.particles.masses[body.range()].iter().map(|&[_, mass]| [1.0 / mass, mass]).collect();
        let mut points = self.particles.state[body.range()].to_vec();
        let mut drift = if body.blueprint.0.forgets() { self.particles.drift[body.range()].to_vec() } else { Vec::new() };
        work(&mut Block {
            token: (),
            rest: body.rest(),
            movable: body.free,
            kicked: false,
            spinning: false,
            pulls: &mut [],
            tuning: Particulars { origin: [0.0; 2], ..particulars(body) },
            points: &mut points,
            masses: &masses,
            drift: &mut drift,
            even: None,
            packets: None,
            strips: None,
            direct: None,
            presses: &[],
            first: 0,
            scratch: &mut Scratch::default(),
        })
    }
}
