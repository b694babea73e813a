//! Bending without angles, against beams and hoops.

use crate::common;

use common::{empty_space, only, open_air, run};
use glam::{Vec2, vec2};
use wobble2d::blueprint::BlueprintBuilder;
use wobble2d::{Bend, Blueprint, BodyDef, Fields, Method, PointId, Spring, World};

/// An even chain of springs from the origin to (1, 0), whose first two points are pinned: a beam that is clamped at its left.
fn beam(pieces: u32, bend: Bend, axial: f32, mass: f32) -> BlueprintBuilder {
    let places = (0..=pieces).map(|i| vec2(i as f32 / pieces as f32, 0.0));
    let builder = Blueprint::builder().points(places, mass / (pieces + 1) as f32).pin([0, 1]);
    let builder = (0..pieces).fold(builder, |builder, i| builder.spring(i, i + 1, Spring::new(axial * pieces as f32)));
    builder.bend_along(0..=pieces, bend)
}

/// How far the end of a beam of 0.2 kg and 0.5 N m² sinks under its weight.
fn tip(method: Method, substeps: u32, pieces: u32) -> f32 {
    let mut world = open_air(method, substeps);
    world.set_fields(Fields { damping: 8.0, gravity: vec2(0.0, -0.5), ..Fields::default() }).unwrap();
    common::add(&mut world, &beam(pieces, Bend::new(0.5), 200.0, 0.2).build().unwrap());
    run(&mut world, 3.0);
    -only(&world).position(pieces).y
}

/// The same of discrete weights on an ideal beam, clamped between its first two points: the sum over weights of `m g s² (3 L − s) / (6 B)`.
fn tip_by_hand(pieces: u32) -> f32 {
    let step = 1.0 / pieces as f32;
    let clamp = 0.5 * step;
    let length = 1.0 - clamp;
    let weight = 0.2 / (pieces + 1) as f32 * 0.5;
    (2..=pieces).map(|i| i as f32 * step - clamp).map(|s| weight * s * s * (3.0 * length - s) / (6.0 * 0.5)).sum()
}

#[test]
fn a_cantilever_sinks_as_euler_and_bernoulli_say() {
    for (pieces, tolerance) in [(8, 0.05), (16, 0.02), (32, 0.01)] {
        let (found, by_hand) = (tip(Method::SemiImplicitEuler, 512, pieces), tip_by_hand(pieces));
        assert!((found / by_hand - 1.0).abs() < tolerance, "{pieces} pieces: {found} for {by_hand}");
    }
}

#[test]
fn xpbd_comes_to_the_same_deflection_with_enough_substeps() {
    let truth = tip(Method::SemiImplicitEuler, 256, 8);
    let found = [16, 64, 256].map(|substeps| (tip(Method::Xpbd, substeps, 8) / truth - 1.0).abs());
    assert!(found[0] > found[1] && found[1] > found[2] && found[2] < 0.02, "{found:?}");
}

/// An arc of a circle of a metre, from 0 to 1.5 rad, of uneven pieces.
fn arc() -> Vec<Vec2> {
    let angle = |i: u32| 1.5 * (i as f32 + 0.3 * libm::sinf(2.0 * i as f32)) / 12.0;
    (0..=12).map(|i| vec2(libm::cosf(angle(i)), libm::sinf(angle(i)))).collect()
}

fn bow(bend: Bend) -> Blueprint {
    let builder = Blueprint::builder().points(arc(), 0.1);
    let builder = (0..12).fold(builder, |builder, i| builder.spring(i, i + 1, Spring::new(2000.0).damped(0.5)));
    builder.bend_along(0..13, bend).build().unwrap()
}

#[test]
fn a_curved_rest_shape_is_at_ease_wherever_and_however_it_lies() {
    for method in [Method::Xpbd, Method::VelocityVerlet] {
        let mut world = empty_space(method, 64);
        world.add(BodyDef::new(&bow(Bend::new(5.0))).turned(2.0).at(3.0, -1.0)).unwrap();
        assert!(world.energy().bends < 1e-9, "{} J", world.energy().bends);
        run(&mut world, 2.0);
        assert!(world.rms_speed() < 1e-3, "{method:?}: {} m/s", world.rms_speed());
    }
}

#[test]
fn a_bow_that_is_straightened_springs_back_to_its_curve() {
    for method in [Method::Xpbd, Method::VelocityVerlet] {
        let mut world = empty_space(method, 64);
        world.set_fields(Fields { damping: 1.0, ..Fields::none() }).unwrap();
        let body = common::add(&mut world, &bow(Bend::new(5.0).damped(0.05)));
        let places = arc();
        let mut along = 0.0;
        for index in 0..13u32 {
            along += if index > 0 { places[index as usize].distance(places[index as usize - 1]) } else { 0.0 };
            world.place_point(PointId { body, index }, vec2(along, 0.0)).unwrap();
        }
        assert!(world.energy().bends > 1.0);
        run(&mut world, 10.0);
        let ends = |from: Vec2, to: Vec2| from.distance(to);
        let (now, rest) = (ends(only(&world).position(0), only(&world).position(12)), ends(places[0], places[12]));
        assert!((now - rest).abs() < 0.01, "{method:?}: {now} m from end to end for {rest}");
        // Bent to the side it was drawn to, not to the other.
        let (start, end) = (only(&world).position(0), only(&world).position(12));
        let belly = (end - start).perp_dot(only(&world).position(6) - start);
        assert!(belly < -0.1, "{method:?}: {belly}");
    }
}

#[test]
fn a_hoop_without_pressure_stays_round_by_bending_alone() {
    let n = 24;
    let places = (0..n).map(|i| 0.5 * Vec2::from_angle(core::f32::consts::TAU * i as f32 / n as f32));
    let builder = Blueprint::builder().points(places, 1.0 / n as f32).outline(0..n);
    let hoop = (0..n).fold(builder, |builder, i| builder.spring(i, (i + 1) % n, Spring::new(5000.0)));
    let hoop = hoop.bend_around(0..n, Bend::new(2.0).damped(0.02)).build().unwrap();
    let mut world = empty_space(Method::Xpbd, 32);
    let body = common::add(&mut world, &hoop);
    for index in 0..n {
        let place = only(&world).position(index) * vec2(1.3, 0.6);
        world.place_point(PointId { body, index }, place).unwrap();
    }
    run(&mut world, 5.0);
    let (low, high) = only(&world).bounding_box();
    assert!(((high - low) - Vec2::ONE).length() < 0.02, "{} across", high - low);
}

#[test]
fn the_size_of_a_body_leaves_its_bends_at_ease_and_as_stiff() {
    let stretch = |size: f32| {
        let mut world: World = empty_space(Method::Rk4, 8);
        let tuning = wobble2d::Tuning { size, ..Default::default() };
        let body = world.add(BodyDef::new(&bow(Bend::new(5.0))).tuned(tuning)).unwrap();
        assert!(world.energy().bends < 1e-9, "{} J", world.energy().bends);
        let place = only(&world).position(6) + vec2(0.01, 0.02);
        world.place_point(PointId { body, index: 6 }, place).unwrap();
        world.energy().bends
    };
    let (one, two) = (stretch(1.0), stretch(2.0));
    assert!((two / one - 1.0).abs() < 1e-3, "{one} J and {two} J");
}

#[test]
fn energy_does_not_grow_in_trembling_chains_and_hoops_of_any_stiffness() {
    for seed in 0..40 {
        let n = 5 + seed % 9;
        let stiffness = libm::powf(10.0, (seed % 8) as f32 - 2.0);
        let place = |i: u32| {
            let (angle, k) = (core::f32::consts::TAU * i as f32 / n as f32, (i + seed) as f32);
            Vec2::from_angle(angle) * (0.5 + 0.15 * libm::sinf(5.0 * k))
        };
        let mut builder = Blueprint::builder();
        for i in 0..n {
            builder = builder.point(place(i), 0.1 * (1.0 + 0.9 * libm::sinf((3 * i + seed) as f32)));
        }
        builder = (0..n).fold(builder, |builder, i| builder.spring(i, (i + 1) % n, Spring::new(1e3)));
        let blueprint = if seed % 2 == 0 {
            builder.bend_around(0..n, Bend::new(stiffness))
        } else {
            builder.bend_along(0..n, Bend::new(stiffness))
        };
        let mut world = empty_space(Method::Xpbd, 1 + seed % 12);
        let body = common::add(&mut world, &blueprint.build().unwrap());
        for index in 0..n {
            let breath = 1e-3 * vec2(libm::sinf(7.3 * index as f32), libm::cosf(4.1 * index as f32));
            world.set_point_velocity(PointId { body, index }, breath).unwrap();
        }
        let before = world.energy().kinetic;
        run(&mut world, 10.0);
        assert!(world.energy().kinetic <= 1.01 * before, "seed {seed}: {} of {before}", world.energy().kinetic);
    }
}

#[test]
fn mistakes_in_bends_are_named() {
    let points = [Vec2::ZERO, vec2(1.0, 0.0), vec2(2.0, 0.0), vec2(0.0, 0.0)];
    let why =
        |three: [u32; 3], bend: Bend| Blueprint::builder().points(points, 1.0).bend(three, bend).build().unwrap_err().to_string();
    assert!(why([0, 1, 3], Bend::new(1.0)).contains("bends[0] needs three points apart"), "{}", why([0, 1, 3], Bend::new(1.0)));
    assert!(why([0, 1, 7], Bend::new(1.0)).contains("does not exist, got 7"));
    assert!(why([0, 1, 0], Bend::new(1.0)).contains("twice"));
    assert!(why([0, 1, 2], Bend::new(-1.0)).contains("bends[0].stiffness must be above 0"));
    assert!(why([0, 1, 2], Bend::new(1.0).damped(f32::NAN)).contains("bends[0].damping"));
}
