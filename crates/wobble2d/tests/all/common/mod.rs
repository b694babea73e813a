//! Worlds that several tests share.
#![allow(dead_code, reason = "each test file uses its own part")]

pub mod sheet;

use glam::{Vec2, vec2};
use proptest::test_runner::{Config as ProptestConfig, RngSeed};
use wobble2d::blueprint::{Ball, Filling, Lattice};
use wobble2d::{Area, Blueprint, BodyDef, BodyId, BodyView, Fields, Method, Settings, Spring, World};

/// Random cases: the same on every run, so that a failure is about the change and not about luck.
/// A longer hunt: `PROPTEST_CASES=30000 PROPTEST_RNG_SEED=7 cargo test -p wobble2d --test all properties`.
pub fn cases(usual: u32) -> ProptestConfig {
    let asked = |name: &str| std::env::var(name).ok().and_then(|word| word.parse::<u64>().ok());
    let rng_seed = RngSeed::Fixed(asked("PROPTEST_RNG_SEED").unwrap_or(2026));
    let cases = asked("PROPTEST_CASES").map_or(usual, |cases| cases as u32);
    ProptestConfig { cases, rng_seed, ..ProptestConfig::default() }
}

/// A world without gravity, walls or anything else.
pub fn empty_space(method: Method, substeps: u32) -> World {
    let mut world = World::new();
    world.set_fields(Fields::none()).unwrap();
    world.set_settings(Settings { method, substeps, ..Settings::default() }).unwrap();
    world
}

/// The same with gravity.
pub fn open_air(method: Method, substeps: u32) -> World {
    let mut world = empty_space(method, substeps);
    world.set_fields(Fields::default()).unwrap();
    world
}

/// One particle of a kilogram.
pub fn particle() -> Blueprint {
    Blueprint::builder().point(Vec2::ZERO, 1.0).build().unwrap()
}

/// A particle of a kilogram on a spring whose other end is pinned at the origin; at rest the particle is at (1, 0).
pub fn oscillator(stiffness: f32, damping: f32) -> Blueprint {
    Blueprint::builder()
        .point(Vec2::ZERO, 1.0)
        .point(vec2(1.0, 0.0), 1.0)
        .pin([0])
        .spring(0, 1, Spring::new(stiffness).damped(damping))
        .build()
        .unwrap()
}

/// A ring of sixteen points with first and second neighbours and area, a metre across.
pub fn blob() -> Blueprint {
    let ball = Ball {
        points: 16,
        skin: Spring::new(2000.0),
        bending: Some(Spring::new(500.0)),
        filling: Filling::Area(Area { stiffness: 1000.0, inflation: 1.0 }),
        ..Ball::default()
    };
    ball.build().unwrap()
}

/// An undamped lattice.
pub fn lattice(columns: u32, rows: u32, stiffness: f32) -> Blueprint {
    let spring = Spring::new(stiffness);
    Lattice { columns, rows, spacing: 0.1, mass: 1.0, structural: spring, shear: spring, area: None }.build().unwrap()
}

/// Runs for some seconds at 60 steps a second.
pub fn run(world: &mut World, seconds: f32) {
    for _ in 0..(seconds * 60.0).round() as u32 {
        world.step(1.0 / 60.0);
    }
}

pub fn only(world: &World) -> BodyView<'_> {
    world.bodies().next().unwrap()
}

pub fn add(world: &mut World, blueprint: &Blueprint) -> BodyId {
    world.add(BodyDef::new(blueprint)).unwrap()
}

/// How often a polygon runs round a place, counter-clockwise.
pub fn winding(corners: &[Vec2], p: Vec2) -> i32 {
    let mut turns = 0;
    for (k, &a) in corners.iter().enumerate() {
        let b = corners[(k + 1) % corners.len()];
        let left = (b - a).perp_dot(p - a);
        if a.y <= p.y && b.y > p.y && left > 0.0 {
            turns += 1;
        } else if a.y > p.y && b.y <= p.y && left < 0.0 {
            turns -= 1;
        }
    }
    turns
}

/// Where all points of a body are. `[m]`
pub fn points(world: &World, body: BodyId) -> Vec<Vec2> {
    let view = world.body(body).unwrap();
    (0..view.blueprint().points().len() as u32).map(|index| view.position(index)).collect()
}

/// Where the corners of a body's first loop are. `[m]`
pub fn outline(world: &World, body: BodyId) -> Vec<Vec2> {
    let view = world.body(body).unwrap();
    view.blueprint().loops()[0].iter().map(|&index| view.position(index)).collect()
}
