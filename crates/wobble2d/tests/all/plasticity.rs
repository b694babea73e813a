//! Matter that flows: how far, how fast, and what it keeps.

use crate::common;

use common::{add, empty_space, only, run};
use glam::{Vec2, vec2};
use wobble2d::{Blueprint, BodyDef, Method, Plasticity, PointId, Spring, Triangle, World};

/// A spring a metre long between a pinned point and one of a kilogram.
fn bar(plasticity: Plasticity) -> Blueprint {
    let builder = Blueprint::builder().point(Vec2::ZERO, 1.0).point(vec2(1.0, 0.0), 1.0).pin([0]);
    builder.spring(0, 1, Spring::new(400.0).damped(40.0)).plastic(plasticity).build().unwrap()
}

/// An equilateral triangle, a metre wide.
fn triangle(plasticity: Plasticity) -> Blueprint {
    let corners = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(0.5, 0.75f32.sqrt())];
    let builder = corners.into_iter().fold(Blueprint::builder(), |builder, corner| builder.point(corner, 1.0));
    builder.triangle([0, 1, 2], Triangle::new(300.0, 0.4).damped(30.0)).plastic(plasticity).build().unwrap()
}

#[test]
fn a_spring_within_its_yield_strain_comes_back_and_beyond_it_keeps_the_rest() {
    for method in Method::ALL {
        for (stretched, kept) in [(1.04, 1.0), (0.96, 1.0), (1.3, 1.3 / 1.05), (0.8, 0.8 / 0.95), (3.0, 2.0), (0.2, 0.5)] {
            let mut world = empty_space(method, 16);
            let body = add(&mut world, &bar(Plasticity::new(0.05)));
            // Held at a length until it has flowed as far as it will: to where the strain is the yield strain, or to its limit.
            for _ in 0..120 {
                world.place_point(PointId { body, index: 1 }, vec2(stretched, 0.0)).unwrap();
                world.set_point_velocity(PointId { body, index: 1 }, Vec2::ZERO).unwrap();
                world.step(1.0 / 600.0);
            }
            let rest_length = only(&world).rest_length(0).unwrap();
            // In a step it moves a little from where it is held.
            assert!((rest_length - kept).abs() < 0.02, "{method:?}: {rest_length} m after {stretched} m, not {kept} m");
        }
    }
}

#[test]
fn strain_beyond_the_yield_creeps_away_at_the_creep_rate() {
    // Held stretched by half, with a yield strain of nothing: the strain of the rest length L decays as L' = creep (1.5 − L).
    let mut world = empty_space(Method::VelocityVerlet, 4);
    let soft = Blueprint::builder().point(Vec2::ZERO, 1.0).point(vec2(1.0, 0.0), 1e6).pin([0]);
    let soft = soft.spring(0, 1, Spring::new(1.0)).plastic(Plasticity::new(0.0).creeping(0.5)).build().unwrap();
    let body = add(&mut world, &soft);
    world.place_point(PointId { body, index: 1 }, vec2(1.5, 0.0)).unwrap();
    run(&mut world, 2.0);
    let exact = 1.5 - 0.5 * libm::expf(-1.0);
    let found = only(&world).rest_length(0).unwrap();
    // Implicit steps of a 60th of a second lag by half a step: 0.4 %.
    assert!((found / exact - 1.0).abs() < 3e-3, "{found} m instead of {exact} m");
}

#[test]
fn a_triangle_keeps_its_area_and_its_new_shape_wherever_it_is_turned() {
    let shear = |turn: f32| {
        move |p: Vec2| {
            let about = Vec2::from_angle(turn);
            let p = about.rotate(p - vec2(0.5, 0.28)) * vec2(1.25, 0.8);
            Vec2::from_angle(-0.4 * turn).rotate(p)
        }
    };
    for turn in [0.0, 0.5, 1.3, 2.9] {
        let mut world = empty_space(Method::Xpbd, 8);
        let tough = triangle(Plasticity::new(0.02).creeping(1000.0));
        add(&mut world, &tough);
        let to = shear(turn);
        let body = only(&world).id();
        for _ in 0..20 {
            for (index, point) in tough.points().iter().enumerate() {
                let point_id = PointId { body, index: index as u32 };
                world.place_point(point_id, to(point.position)).unwrap();
                world.set_point_velocity(point_id, Vec2::ZERO).unwrap();
            }
            world.step(1e-4);
        }
        let sides =
            |world: &World| [(0, 1), (1, 2), (2, 0)].map(|(a, b)| only(world).position(a).distance(only(world).position(b)));
        let held = sides(&world);
        run(&mut world, 5.0);
        let (free, area) = (sides(&world), only(&world).state());
        let area = 0.5
            * (Vec2::new(area[1][0] - area[0][0], area[1][1] - area[0][1]))
                .perp_dot(Vec2::new(area[2][0] - area[0][0], area[2][1] - area[0][1]));
        for (held, free) in held.iter().zip(free) {
            // It springs back by the yield strain and no more.
            assert!((free / held - 1.0).abs() < 0.03, "turned by {turn}: {free} m for {held} m");
        }
        assert!((area / (0.5 * 0.75f32.sqrt()) - 1.0).abs() < 2e-3, "turned by {turn}: {area} m²");
    }
}

#[test]
fn the_energy_that_flowing_matter_loses_is_counted() {
    for blueprint in [bar(Plasticity::new(0.05)).to_builder().scale_springs(1.0, 0.0).build().unwrap(), undamped_triangle()] {
        let mut world = empty_space(Method::Rk4, 32);
        let body = add(&mut world, &blueprint);
        let last = blueprint.points().len() as u32 - 1;
        world.place_point(PointId { body, index: last }, blueprint.points()[last as usize].position * 1.4).unwrap();
        let start = world.energy().total();
        run(&mut world, 3.0);
        let (lost, flow) = (world.energy().total() - start, world.work().flow);
        assert!(flow < -0.1 * start, "hardly anything flowed: {flow} J");
        assert!((lost - flow).abs() < 1e-3 * start, "{lost} J lost, {flow} J counted of {start} J");
    }
}

fn undamped_triangle() -> Blueprint {
    let blueprint = triangle(Plasticity::new(0.05));
    let builder = blueprint.points().iter().fold(Blueprint::builder(), |builder, point| builder.point(point.position, point.mass));
    builder.triangle([0, 1, 2], Triangle::new(300.0, 0.4)).plastic(Plasticity::new(0.05)).build().unwrap()
}

#[test]
fn flowing_changes_neither_momentum_nor_angular_momentum() {
    let corners = [vec2(0.0, 0.0), vec2(1.0, -0.2), vec2(1.6, 0.3), vec2(1.4, 1.0), vec2(0.7, 0.8)];
    let masses = [0.3, 2.0, 0.7, 1.5, 0.1];
    let points = corners.into_iter().zip(masses).fold(Blueprint::builder(), |builder, (corner, mass)| builder.point(corner, mass));
    let springs = (0..5).fold(points, |builder, i| builder.spring(i, (i + 1) % 5, Spring::new(60.0)));
    let triangles = [[0, 1, 4], [1, 2, 3], [1, 3, 4]];
    let both = triangles.into_iter().fold(springs, |builder, corners| builder.triangle(corners, Triangle::new(80.0, 0.3)));
    let blueprint = both.plastic(Plasticity::new(0.01)).build().unwrap();
    for method in Method::ALL {
        let mut world = empty_space(method, 16);
        let body = world.add(BodyDef::new(&blueprint).spinning(2.0).moving(0.3, -0.2)).unwrap();
        for index in 0..5 {
            let place = only(&world).position(index) * vec2(1.2, 0.85);
            world.place_point(PointId { body, index }, place).unwrap();
        }
        let momenta = |world: &World| {
            let view = only(world);
            (0..5u32).fold((Vec2::ZERO, 0.0), |(linear, angular), i| {
                let momentum = masses[i as usize] * view.velocity(i);
                (linear + momentum, angular + view.position(i).perp_dot(momentum))
            })
        };
        let before = momenta(&world);
        run(&mut world, 2.0);
        let after = momenta(&world);
        assert!(world.work().flow < -0.01, "{method:?}: nothing flowed");
        // Rounding over 1920 substeps; explicit Euler is not exact in angular momentum.
        assert!((after.0 - before.0).length() < 2e-5, "{method:?}: {} became {}", before.0, after.0);
        let tolerance = if method == Method::ExplicitEuler { 0.2 } else { 5e-4 };
        assert!((after.1 - before.1).abs() < tolerance, "{method:?}: {} became {}", before.1, after.1);
    }
}

#[test]
fn what_has_flowed_survives_a_snapshot_with_the_same_bits() {
    let blueprint = undamped_triangle().to_builder().spring(0, 1, Spring::new(50.0)).build().unwrap();
    let mut world = empty_space(Method::Xpbd, 8);
    let body = add(&mut world, &blueprint);
    world.place_point(PointId { body, index: 2 }, vec2(0.9, 1.4)).unwrap();
    world.place_point(PointId { body, index: 1 }, vec2(1.4, 0.1)).unwrap();
    run(&mut world, 0.2);
    let mut again = World::restore(&world.save()).unwrap();
    assert_ne!(again.bodies().next().unwrap().rest_length(0), Some(1.0));
    for _ in 0..60 {
        world.step(1.0 / 60.0);
        again.step(1.0 / 60.0);
        assert_eq!(world.state_hash(), again.state_hash());
    }
}

#[test]
fn plasticity_that_makes_no_sense_is_refused() {
    let why =
        |plasticity: Plasticity| Blueprint::builder().point(Vec2::ZERO, 1.0).plastic(plasticity).build().unwrap_err().to_string();
    assert!(why(Plasticity::new(-0.1)).contains("plasticity.yield_strain must be 0 to 1, got -0.1"));
    assert!(why(Plasticity::new(0.1).creeping(0.0)).contains("plasticity.creep must be above 0"));
    assert!(why(Plasticity::new(0.1).limit(9.0)).contains("plasticity.limit must be above 0 and at most 3, got 9"));
}
