//! The world that greets a visitor.

use crate::blueprint::Ball;
use crate::{BodyDef, Bounds, Settings, World};
use glam::vec2;

/// Blobs of springs and gas that fall into a box: the first thing `wobble` shows, and the first thing every platform must agree on.
pub fn welcome() -> World {
    build().expect("the welcome world is made of valid parts")
}

fn build() -> crate::Result<World> {
    let mut world = World::new();
    let bounds = Bounds { restitution: 0.3, ..Bounds::new(vec2(-4.0, 0.0), vec2(4.0, 6.0)) };
    world.set_settings(Settings { bounds: Some(bounds), ..Settings::default() })?;
    let ball = Ball::default().build()?;
    world.add(BodyDef::new(&ball).at(0.0, 4.0).moving(1.5, 0.0).spinning(3.0))?;
    Ok(world)
}
