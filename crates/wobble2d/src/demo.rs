//! The world that greets a visitor.

use crate::blueprint::{Ball, Chain, Cloth, Pinned};
use crate::{BodyDef, Bounds, Fields, Settings, World};
use glam::vec2;

/// Balls of springs and gas that drop into a box, between a curtain in the wind and a swinging chain: the first thing `wobble`
/// shows, and the first thing every platform must agree on.
pub fn welcome() -> World {
    build().expect("the welcome world is made of valid parts")
}

fn build() -> crate::Result<World> {
    let mut world = World::new();
    let bounds = Bounds { restitution: 0.3, ..Bounds::new(vec2(-6.0, 0.0), vec2(6.0, 7.0)) };
    world.set_settings(Settings { bounds: Some(bounds), ..Settings::default() })?;
    world.set_fields(Fields { drag: 0.002, wind: vec2(2.0, 0.0), ..Fields::default() })?;
    let ball = Ball { radius: 0.36, ..Ball::default() }.build()?;
    for k in 0..9 {
        let height = 2.0 + 0.45 * ((4 * k) % 9) as f32;
        world.add(BodyDef::new(&ball).at(-3.0 + 0.8 * k as f32, height))?;
    }
    let curtain = Cloth { columns: 15, rows: 31, pinned: Pinned::Top, ..Cloth::default() }.build()?;
    world.add(BodyDef::new(&curtain).at(-5.0, 5.0))?;
    let chain = Chain { to: vec2(2.0, 0.0), links: 20, ..Chain::default() }.build()?;
    world.add(BodyDef::new(&chain).at(4.6, 6.5).turned(-0.6))?;
    Ok(world)
}
