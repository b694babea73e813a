//! The kernels against the plain loops, bit for bit.

use crate::common;

use common::{add, empty_space, lattice};
use glam::vec2;
use wobble2d::blueprint::{Ball, Cloth, Filling, Pinned};
use wobble2d::oracle::{Kernel, Order, add_forces_plainly, plain_springs, project_plainly, run_kernel, sweeps_back};
use wobble2d::{Area, Blueprint, BodyDef, Bounds, Fields, Gas, Method, PointId, Settings, Spring, Width, World};

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
        assert!(!sweeps_back(&blueprint), "those that are have a test of their own");
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

/// Too irregular for strips, and with so many springs that it is swept forth and back: alone in packets of eight, with what is left over one by one.
#[test]
fn packets_that_are_swept_back_give_the_same_bits_as_one_spring_after_the_other() {
    let spring = Spring::new(900.0);
    let mesh = lattice(12, 9, 300.0);
    let braced = (0..12 * 7 - 1).filter(|i| i % 5 != 1).fold(mesh.to_builder(), |builder, i| builder.spring(i, i + 25, spring));
    let blueprint = braced.build().unwrap();
    assert!(sweeps_back(&blueprint));
    let run = |width: Width| {
        let mut world = disordered(&blueprint, 1);
        world.set_settings(Settings { width, ..*world.settings() }).unwrap();
        (0..30).for_each(|_| world.step(1.0 / 60.0));
        world.state_hash()
    };
    assert_eq!(run(Width::Widest), run(Width::One));
}

/// Groups with and without empty lanes, of an even and an odd number of points: kicked on the way in, or later since something is damped, pinned or blown at.
/// The box is far from the origin, so that local zeros count, and so narrow that every group has bodies at its walls.
#[test]
fn bodies_at_walls_move_in_groups_as_they_do_alone() {
    let ball = |points: u32, damping: f32, filling: Filling| {
        let skin = Spring::new(2000.0).damped(damping);
        Ball { points, skin, bending: Some(Spring::new(500.0)), filling, ..Ball::default() }.build().unwrap()
    };
    let area = Filling::Area(Area { stiffness: 1000.0, inflation: 1.0 });
    let plain = ball(7, 0.0, area);
    let cases = [
        ("an odd number of points", plain.clone(), 0.0),
        ("an even number", ball(16, 0.0, area), 0.0),
        ("damped springs", ball(7, 0.5, area), 0.0),
        ("gas", ball(9, 0.0, Filling::Gas(Gas::in_atmosphere(400.0))), 0.0),
        ("drag", plain.clone(), 0.02),
        ("a pinned point", plain.to_builder().pin([3]).build().unwrap(), 0.0),
    ];
    for (name, blueprint, drag) in cases {
        for bodies in [2, 9, 16, 21] {
            let run = |width: Width| {
                let mut world = World::new();
                let bounds = Bounds { restitution: 0.0, ..Bounds::new(vec2(99.0, -40.0), vec2(104.2, 1e3)) };
                world.set_settings(Settings { bounds: Some(bounds), width, ..*world.settings() }).unwrap();
                world.set_fields(Fields { drag, ..world.fields().clone() }).unwrap();
                for k in 0..bodies {
                    let (column, row) = ((k % 4) as f32, (k / 4) as f32);
                    let body = BodyDef::new(&blueprint).at(99.7 + 1.2 * column, -39.2 + 1.2 * row);
                    world.add(body.moving(4.0 * libm::sinf(k as f32), -3.0).spinning(column)).unwrap();
                }
                let mut lowest = f32::INFINITY;
                for _ in 0..40 {
                    world.step(1.0 / 60.0);
                    lowest = world.particles().iter().fold(lowest, |lowest, point| lowest.min(point[1]));
                }
                assert!((lowest + 40.0).abs() < 1e-3, "{name}: the lowest have met the floor, not {lowest} m");
                world.state_hash()
            };
            assert_eq!(run(Width::Widest), run(Width::One), "{name}, {bodies} bodies");
        }
    }
}
