//! `x = x₀ + v₀ t + ½ g t²`

use super::{Unfit, gravity, is_plain, place};
use glam::DVec2;
use wobble2d::{BodyView, World};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Projectile {
    start: DVec2,
    velocity: DVec2,
    gravity: DVec2,
}

impl Projectile {
    pub(super) fn new(world: &World, body: &BodyView<'_>, point: u32) -> Result<Self, Unfit> {
        let plain = is_plain(world) && world.fields().damping == 0.0;
        Unfit::unless(
            plain,
            "needs a scene where only gravity acts",
            "set drag and damping to 0, and leave out pointer and attractors",
        )?;
        let alone = body.state().len() == 1;
        Unfit::unless(alone, "needs a body of a single point", "use a custom shape with one point")?;
        Ok(Self { start: place(body, point), velocity: body.velocity(point).as_dvec2(), gravity: gravity(world) })
    }

    pub(super) fn position(&self, t: f64) -> DVec2 {
        self.start + self.velocity * t + 0.5 * t * t * self.gravity
    }
}
