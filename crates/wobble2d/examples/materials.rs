//! Measures every named material on a disc a metre across and prints the table of `docs/physics.md`: `cargo run --release -p wobble2d --example materials`.

use wobble2d::blueprint::Mesh;
use wobble2d::glam::vec2;
use wobble2d::{Blueprint, BodyDef, Bounds, Fields, Material, PointId, Settings, World};

fn main() {
    println!("| material | sag | ring-down | bounce |");
    println!("|---|---|---|---|");
    for (name, material) in Material::ALL {
        let [sag, ring, bounce] = measure(&material);
        println!("| {name} | {:.1} % | {ring:.2} s | {:.0} % |", 100.0 * sag, 100.0 * bounce);
    }
}

/// Sag, ring-down `[s]` and bounce of a material.
pub fn measure(material: &Material) -> [f32; 3] {
    let disc = Mesh::disc(0.5).of(*material).build().expect("a disc of a named material can be built");
    [sag(&disc, material), ring_down(&disc), bounce(&disc, material)]
}

fn on_a_floor(disc: &Blueprint, material: &Material, height: f32) -> World {
    let mut world = World::new();
    let bounds = Bounds::new(vec2(-5.0, 0.0), vec2(5.0, 10.0));
    world.set_settings(Settings { bounds: Some(bounds), ..Settings::default() }).expect("valid settings");
    world.add(BodyDef::new(disc).at(0.0, 0.5 + height).surface(material.surface())).expect("a valid body");
    world
}

fn height(world: &World) -> f32 {
    world.bodies().next().map_or(0.0, |body| body.bounding_box().1.y - body.bounding_box().0.y)
}

/// How much lower than a metre the disc is after lying on the floor for three seconds.
fn sag(disc: &Blueprint, material: &Material) -> f32 {
    let mut world = on_a_floor(disc, material, 0.0);
    (0..180).for_each(|_| world.step(1.0 / 60.0));
    1.0 - height(&world)
}

/// How long after being stretched by a tenth in empty space its height is last off by more than a fiftieth of that from where it ends. `[s]`
fn ring_down(disc: &Blueprint) -> f32 {
    let mut world = World::new();
    world.set_fields(Fields::none()).expect("valid fields");
    let body = world.add(BodyDef::new(disc)).expect("a valid body");
    for (index, point) in disc.points().iter().enumerate() {
        let place = point.position * vec2(0.95, 1.05);
        world.place_point(PointId { body, index: index as u32 }, place).expect("a point of the body");
    }
    let start = height(&world);
    let heights: Vec<f32> = (0..600).map(|_| (world.step(1.0 / 60.0), height(&world)).1).collect();
    let end = heights[599];
    let last = heights.iter().rposition(|now| (now - end).abs() > 0.02 * (start - 1.0).abs());
    last.map_or(0.0, |step| (step + 1) as f32 / 60.0)
}

/// How high its lowest point comes after falling by a metre, as a part of that metre.
fn bounce(disc: &Blueprint, material: &Material) -> f32 {
    let mut world = on_a_floor(disc, material, 1.0);
    let lowest = |world: &World| world.bodies().next().map_or(0.0, |body| body.bounding_box().0.y);
    let mut touched = false;
    (0..120).fold(0.0, |highest: f32, _| {
        world.step(1.0 / 60.0);
        touched |= lowest(&world) < 0.01;
        if touched { highest.max(lowest(&world)) } else { highest }
    })
}
