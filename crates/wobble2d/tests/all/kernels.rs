//! The kernels against the plain loops, bit for bit.

use crate::common;

use common::{add, empty_space, lattice};
use glam::vec2;
use wobble2d::blueprint::{Cloth, Pinned};
use wobble2d::oracle::{Kernel, Order, add_forces_plainly, plain_springs, project_plainly, run_kernel, sweeps_back};
use wobble2d::{Blueprint, BodyDef, Fields, Method, PointId, Settings, Spring, Width, World};

/// So many bodies of a blueprint, every point a little out of place and in motion.
fn disordered(blueprint: &Blueprint, bodies: usize) -> World {
    let mut world = empty_space(Method::Xpbd, 1);
    for _ in 0..bodies {
        let body = add(&mut world, blueprint);
        for index in 0..blueprint.points().len() as u32 {
            let k = (world.particles().len() as u32 + 17 * index) as f32;
            let off = 0.02 * vec2(libm::sinf(1.3 * k), libm::cosf(2.9 * k));
            world.place_point(PointId { body, index }, blueprint.points()[index as usize].position + off).unwrap();
            world.set_point_velocity(PointId { body, index }, 0.1 * off).unwrap();
        }
    }
    world
}

fn cases() -> Vec<(&'static str, Blueprint, usize)> {
    let pinned = lattice(9, 7, 80.0).to_builder().pin([0, 8]).build().unwrap();
    vec![
        ("a group of eight, and one left over", common::blob(), 9),
        ("a group with empty lanes", common::blob(), 3),
        ("a mesh in packets", lattice(12, 9, 300.0), 1),
        ("a mesh with pins", pinned, 1),
        ("meshes in a group", lattice(12, 9, 300.0), 5),
    ]
}

#[test]
fn projections_are_those_of_the_plain_loop_to_the_bit() {
    let h = 1.0 / 480.0;
    for (name, blueprint, bodies) in cases() {
        let mut world = disordered(&blueprint, bodies);
        let mut points = world.particles().to_vec();
        let pinned: Vec<f32> = blueprint.points().iter().map(|p| if p.pinned { 0.0 } else { 1.0 / p.mass }).collect();
        let inverse_mass: Vec<f32> = pinned.iter().copied().cycle().take(points.len()).collect();
        let springs = plain_springs(&blueprint, bodies, Order::ByColour);
        for sweep in 0..3 {
            project_plainly(&springs, &mut points, &inverse_mass, h);
            run_kernel(&mut world, Kernel::Project { sweeps: 1, h }, Width::Widest);
            assert_eq!(world.particles(), points, "{name}, sweep {sweep}");
        }
    }
}

#[test]
fn forces_are_those_of_the_plain_loop_to_the_bit() {
    for (name, blueprint, bodies) in cases() {
        let mut world = disordered(&blueprint, bodies);
        let points = world.particles().to_vec();
        let mut forces = vec![[0.0; 2]; points.len()];
        add_forces_plainly(&plain_springs(&blueprint, bodies, Order::ByColour), &points, &mut forces);
        run_kernel(&mut world, Kernel::Force { sweeps: 1 }, Width::Widest);
        let sums: Vec<[f32; 2]> = world.particles().iter().map(|&[_, _, fx, fy]| [fx, fy]).collect();
        assert_eq!(sums, forces, "{name}");
    }
}

/// Wide enough for strips, with rows that do not divide by eight: pinned and at the mercy of gravity alone, blown at, and free to spin.
#[test]
fn the_strips_of_a_sheet_give_the_same_bits_as_one_spring_after_the_other() {
    let spring = Spring::new(2e3).damped(0.05);
    let mut hashes = Vec::new();
    for (pinned, drag) in [(Pinned::Top, 0.0), (Pinned::Sides, 0.01), (Pinned::Free, 0.0), (Pinned::Free, 0.01)] {
        let cloth = Cloth { columns: 50, rows: 50, spacing: 0.1, mass: 1.0, structural: spring, shear: spring, pinned };
        let blueprint = cloth.build().unwrap();
        assert!(!sweeps_back(&blueprint), "else it has no strips");
        let run = |width: Width| {
            let mut world = World::new();
            world.set_settings(Settings { width, ..*world.settings() }).unwrap();
            world.set_fields(Fields { drag, wind: vec2(3.0, 1.0), ..world.fields().clone() }).unwrap();
            world.add(BodyDef::new(&blueprint).spinning(2.0)).unwrap();
            (0..30).for_each(|_| world.step(1.0 / 60.0));
            world.state_hash()
        };
        assert_eq!(run(Width::Widest), run(Width::One), "{pinned:?}, drag {drag}");
        hashes.push(run(Width::Widest));
    }
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), 4, "every case moves in its own way");
}
