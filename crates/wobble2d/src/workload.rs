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
    heap(&blob()?, Heap { seed, ..Heap::pile(count) })
}

/// A pile of fifty squares in a box 10 m wide.
pub fn squares(seed: f32) -> Result<World> {
    heap(&square()?, Heap { seed, ..Heap::squares() })
}

/// A cloth of 64 × 64 points, hanging by its upper edge.
pub fn cloth() -> Result<World> {
    sheet(64, 64)
}

/// A cloth of so many points a tenth of a metre apart, a gram each, hanging by its upper edge. A seventh of critical damping brings it to rest.
pub fn sheet(columns: u32, rows: u32) -> Result<World> {
    let (spring, mass) = (Spring::new(1e5).damped(2.0), 0.001 * (columns * rows) as f32);
    let cloth = Cloth { columns, rows, spacing: 0.1, mass, structural: spring, shear: spring, pinned: Pinned::Top };
    let mut world = World::new();
    world.add(BodyDef::new(&cloth.build()?))?;
    Ok(world)
}

/// Rows of one body above an open box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Heap {
    /// How many bodies.
    pub count: u32,
    /// Between the walls. `[m]`
    pub width: f32,
    /// From centre to centre. `[m]`
    pub spacing: f32,
    /// What a row leaves free of the width. `[m]`
    pub room: f32,
    /// Shifts the small disorder that the bodies start with.
    pub seed: f32,
}

impl Heap {
    /// Blobs as the piles have them: 100, 400 or 1000 in 10, 20 or 32 m.
    pub fn pile(count: u32) -> Self {
        let width = match count {
            0..=100 => 10.0,
            101..=400 => 20.0,
            _ => 32.0,
        };
        Self { count, width, spacing: 1.1, room: 0.6, seed: 0.0 }
    }

    /// Fifty squares in 10 m.
    pub fn squares() -> Self {
        Self { count: 50, width: 10.0, spacing: 1.3, room: 0.4, seed: 0.0 }
    }

    /// Where the bodies begin. `[m]`
    pub fn starts(self) -> impl Iterator<Item = Vec2> {
        let Self { count, width, spacing, room, seed } = self;
        let columns = (((width - room) / spacing) as u32).max(1);
        (0..count).map(move |i| {
            let (column, row) = ((i % columns) as f32, (i / columns) as f32);
            let jitter = 0.04 * libm::sinf(12.9898 * i as f32 + seed);
            vec2(width / 2.0 + (column - (columns - 1) as f32 / 2.0) * spacing + jitter, 1.0 + spacing * row)
        })
    }
}

/// The world of such rows.
pub fn heap(blueprint: &Blueprint, heap: Heap) -> Result<World> {
    fill(blueprint, heap.width, heap.starts())
}

/// A box with bodies at the given places.
pub fn fill(blueprint: &Blueprint, width: f32, starts: impl IntoIterator<Item = Vec2>) -> Result<World> {
    let mut world = World::new();
    let bounds = Bounds { restitution: 0.0, friction: 0.5, ..Bounds::new(Vec2::ZERO, vec2(width, 1e5)) };
    world.set_settings(Settings { bounds: Some(bounds), ..Settings::default() })?;
    for start in starts {
        world.add(BodyDef::new(blueprint).at(start.x, start.y))?;
    }
    Ok(world)
}
