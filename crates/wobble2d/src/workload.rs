//! The worlds that engines are compared on. Benchmarks time them, tests judge them.
//!
//! Gravity 9.81 m/s², 60 steps a second, a box with floor at 0, walls at 0 and `width`, no lid, friction 0.5.

use crate::blueprint::{Ball, Blueprint, Cloth, Filling, Lattice, Pinned};
use crate::{Area, BodyDef, Bounds, Result, Settings, Spring, World};
use glam::{Vec2, vec2};

/// A blob of sixteen points, a metre across and a kilogram in mass, that lies on the floor at 0.78 of its height over its width.
pub fn blob() -> Result<Blueprint> {
    Ball {
        radius: 0.5,
        points: 16,
        mass: 1.0,
        skin: Spring::new(1000.0),
        bending: Some(Spring::new(550.0)),
        filling: Filling::Area(Area { stiffness: 8e5, inflation: 1.0 }),
    }
    .build()
}

/// A square of 8 × 8 points, a metre wide and a kilogram in mass.
pub fn square() -> Result<Blueprint> {
    let spring = Spring::new(1e4);
    Lattice { columns: 8, rows: 8, spacing: 1.0 / 7.0, mass: 1.0, structural: spring, shear: spring, area: None }.build()
}

/// A pile of blobs: 100, 400 or 1000 of them in a box 10, 20 or 32 m wide. `seed` shifts the small disorder they start with.
pub fn pile(count: u32, seed: f32) -> Result<World> {
    let width = match count {
        0..=100 => 10.0,
        101..=400 => 20.0,
        _ => 32.0,
    };
    heap(&blob()?, count, width, 1.1, 0.6, seed)
}

/// A pile of fifty squares in a box 10 m wide.
pub fn squares(seed: f32) -> Result<World> {
    heap(&square()?, 50, 10.0, 1.3, 0.4, seed)
}

/// A cloth of 64 × 64 points, hanging by its upper edge.
pub fn cloth() -> Result<World> {
    let spring = Spring::new(1e5);
    let cloth = Cloth { columns: 64, rows: 64, spacing: 0.1, mass: 4.096, structural: spring, shear: spring, pinned: Pinned::Top };
    let mut world = World::new();
    world.add(BodyDef::new(&cloth.build()?))?;
    Ok(world)
}

/// Rows of a body above an open box.
fn heap(blueprint: &Blueprint, count: u32, width: f32, spacing: f32, room: f32, seed: f32) -> Result<World> {
    let mut world = World::new();
    let bounds = Bounds { restitution: 0.0, friction: 0.5, ..Bounds::new(Vec2::ZERO, vec2(width, 1e5)) };
    world.set_settings(Settings { bounds: Some(bounds), ..Settings::default() })?;
    let columns = ((width - room) / spacing) as u32;
    for i in 0..count {
        let (column, row) = ((i % columns) as f32, (i / columns) as f32);
        let jitter = 0.04 * libm::sinf(12.9898 * i as f32 + seed);
        let x = width / 2.0 + (column - (columns - 1) as f32 / 2.0) * spacing + jitter;
        world.add(BodyDef::new(blueprint).at(x, 1.0 + spacing * row))?;
    }
    Ok(world)
}
