//! What a step asks of the allocator.
//!
//! The counting allocator is that of the crate `allocation-counter`, which counts for each thread by itself.

use allocation_counter::{AllocationInfo, measure};
use glam::vec2;
use wobble2d::blueprint::{Lattice, Rope};
use wobble2d::{Blueprint, BodyDef, Method, Settings, Spring, World, workload};

/// A world that has come to rest, and has grown all of its arrays.
fn settled(mut world: World, steps: u32) -> World {
    (0..steps).for_each(|_| world.step(1.0 / 60.0));
    world
}

/// What a second of steps allocates.
fn a_second(world: &mut World) -> AllocationInfo {
    measure(|| (0..60).for_each(|_| world.step(1.0 / 60.0)))
}

fn assert_none(name: &str, world: World, steps: u32) {
    let spent = a_second(&mut settled(world, steps));
    assert_eq!(spent.count_total, 0, "{name}: {} allocations, {} bytes in 60 steps", spent.count_total, spent.bytes_total);
}

#[test]
fn a_hanging_cloth_steps_without_an_allocation() {
    assert_none("cloth", workload::cloth().unwrap(), 60);
}

#[test]
fn a_settled_pile_steps_without_an_allocation() {
    assert_none("blobs", workload::pile(100, 0.0).unwrap(), 600);
}

#[test]
fn settled_squares_step_without_an_allocation() {
    assert_none("squares", workload::squares(0.0).unwrap(), 600);
}

#[test]
fn a_settled_stack_of_bodies_solved_as_wholes_steps_without_an_allocation() {
    let mut world = World::new();
    world.set_settings(Settings { method: Method::Implicit, ..Settings::default() }).unwrap();
    let corners = [vec2(-9.0, -2.0), vec2(9.0, -2.0), vec2(9.0, 0.0), vec2(-9.0, 0.0)];
    let ground = Blueprint::builder().points(corners, 1.0).pin(0..4).outline(0..4).build().unwrap();
    world.add(BodyDef::new(&ground)).unwrap();
    let spring = Spring::new(1e5);
    let lattice = Lattice { columns: 6, rows: 6, spacing: 0.2, mass: 1.0, structural: spring, shear: spring, area: None };
    for i in 0..3 {
        world.add(BodyDef::new(&lattice.build().unwrap()).at(0.01 * i as f32, 0.6 + 1.02 * i as f32)).unwrap();
    }
    let rope = Rope { from: vec2(-1.0, 3.6), to: vec2(1.0, 3.6), ..Rope::default() };
    world.add(BodyDef::new(&rope.build().unwrap())).unwrap();
    assert_none("stack", world, 600);
}

#[test]
fn a_settled_pile_does_not_grow() {
    let mut world = settled(workload::pile(100, 0.0).unwrap(), 600);
    let grown = measure(|| (0..1200).for_each(|_| world.step(1.0 / 60.0))).bytes_current;
    // A list may still find its last doubling; a leak of one word a step would be 9600 bytes.
    assert!(grown < 4096, "{grown} bytes more after twenty seconds");
}

#[test]
fn blobs_take_at_most_150_bytes_a_particle_and_24_a_spring_besides_their_contacts() {
    let blueprint = workload::blob().unwrap();
    let mut world = None;
    let taken = measure(|| {
        let places = (0..1000).map(|i| vec2(2.0 * (i % 100) as f32, 2.0 * (i / 100) as f32 + 1.0));
        world = workload::fill(&blueprint, 200.0, places).ok();
        if let Some(world) = &mut world {
            world.step(1.0 / 60.0);
        }
    });
    let most = 1000 * (16 * 150 + 32 * 24);
    assert!(taken.bytes_current <= most, "{} bytes, {} allowed", taken.bytes_current, most);
}
