//! The kernels against the plain loops, bit for bit.

use crate::common;

use common::{add, empty_space, lattice};
use glam::vec2;
use wobble2d::oracle::{Kernel, Order, add_forces_plainly, plain_springs, project_plainly, run_kernel};
use wobble2d::{Blueprint, Method, PointId, Width, World};

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
