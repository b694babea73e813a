//! The workloads are files, and the same to the bit as those that the engine's own tests and benchmarks make.

use wobble_scene::gallery;
use wobble2d::{World, demo, workload};

fn assert_same(name: &str, mut expected: World, steps: u32) {
    let mut world = gallery::find(name).expect(name).scene().build().expect(name).world;
    assert_eq!(world.state_hash(), expected.state_hash(), "{name} at the start");
    (0..steps).for_each(|_| world.step(1.0 / 60.0));
    (0..steps).for_each(|_| expected.step(1.0 / 60.0));
    assert_eq!(world.state_hash(), expected.state_hash(), "{name} after {steps} steps");
}

#[test]
fn piles_are_the_same_world_as_in_the_engine() {
    assert_same("pile-100", workload::pile(100, 0.0).unwrap(), 60);
    assert_same("pile-400", workload::pile(400, 0.0).unwrap(), 1);
    assert_same("pile-1000", workload::pile(1000, 0.0).unwrap(), 1);
}

#[test]
fn squares_and_cloth_are_the_same_world_as_in_the_engine() {
    assert_same("squares-50", workload::squares(0.0).unwrap(), 60);
    assert_same("cloth-64", workload::cloth().unwrap(), 10);
}

#[test]
fn the_welcome_scene_is_the_same_world_as_in_the_engine() {
    assert_same("welcome", demo::welcome(), 300);
}
