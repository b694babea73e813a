//! The world that greets a visitor.

use crate::blueprint::{Ball, Balloon, Lattice, Rope, TwoLayerRing};
use crate::{BodyDef, Bounds, Settings, World};
use glam::vec2;

/// Balls, squares, balloons and wheels that tumble into a box, past a rope: the first thing `wobble` shows, and the first thing every
/// platform must agree on.
pub fn welcome() -> World {
    build().expect("the welcome world is made of valid parts")
}

fn build() -> crate::Result<World> {
    let mut world = World::new();
    let bounds = Bounds { restitution: 0.2, friction: 0.4, ..Bounds::new(vec2(-4.5, 0.0), vec2(4.5, 7.0)) };
    world.set_settings(Settings { bounds: Some(bounds), ..Settings::default() })?;
    let ball = Ball { radius: 0.42, ..Ball::default() }.build()?;
    let square = Lattice { columns: 5, rows: 5, ..Lattice::default() }.build()?;
    let balloon = Balloon { radius: 0.38, ..Balloon::default() }.build()?;
    let wheel = TwoLayerRing { radius: 0.48, ..TwoLayerRing::default() }.build()?;
    for k in 0..10 {
        let (column, row) = ((k % 5) as f32, (k / 5) as f32);
        world.add(BodyDef::new(&ball).at(-3.4 + 1.5 * column + 0.4 * row, 3.2 + 1.1 * row).spinning(2.0 - column))?;
    }
    for k in 0..4 {
        world.add(BodyDef::new(&square).at(-2.7 + 1.8 * k as f32, 1.3).turned(0.3 + 0.4 * k as f32))?;
    }
    for k in 0..3 {
        world.add(BodyDef::new(&balloon).at(-2.0 + 2.0 * k as f32, 6.2).moving(0.5, 0.0))?;
    }
    world.add(BodyDef::new(&wheel).at(-3.6, 5.6).moving(3.0, 0.0))?;
    world.add(BodyDef::new(&wheel).at(3.6, 5.6).moving(-2.0, 0.0))?;
    let rope = Rope { from: vec2(-4.5, 3.0), to: vec2(-1.2, 2.2), slack: 1.05, pinned: [true, true], ..Rope::default() }.build()?;
    world.add(BodyDef::new(&rope))?;
    Ok(world)
}
