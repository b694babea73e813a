//! The force on a particle.

use crate::World;
use crate::block::{Block, Scratch};
use crate::crew::particulars;
use crate::field::Acting;
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
        // As if nothing were pinned: acceleration times mass is then the force.
        let masses: Vec<[f32; 2]> = self.particles.masses[body.range()].iter().map(|&[_, mass]| [1.0 / mass, mass]).collect();
        let mut points = self.particles.state[body.range()].to_vec();
        let mut scratch = Scratch::default();
        let mut block = Block::<f32> {
            token: (),
            rest: &body.blueprint.0,
            tuning: crate::block::Particulars { origin: [0.0; 2], ..particulars(body) },
            points: &mut points,
            masses: &masses,
            packets: None,
            scratch: &mut scratch,
        };
        let acting = Acting { fields: &self.fields, user: self.user_field.as_ref(), time: self.time };
        accelerate(&mut block, &acting, 1.0);
        let [x, y] = block.force(point.index as usize);
        Some(mass * Vec2::new(x, y))
    }
}
