//! The stability adviser against the truth, found by bisection.

use crate::common;

use common::sheet::Sheet;
use common::{empty_space, lattice, only};
use glam::vec2;
use wobble2d::blueprint::{Ball, Filling};
use wobble2d::{Bend, Blueprint, BodyDef, Gas, Method, PointId, Settings, Shape, Spring, Triangle, World};

fn bodies() -> [(&'static str, Blueprint); 7] {
    let ring = Ball { points: 16, skin: Spring::new(400.0), bending: None, filling: Filling::Empty, ..Ball::default() };
    let braced = Ball { bending: Some(Spring::new(150.0)), ..ring };
    let blob = Ball { filling: Filling::Gas(Gas::in_atmosphere(30.0)), ..ring };
    let sheet = Sheet { columns: 5, rows: 5, width: 1.0, height: 1.0, mass: 1.0, triangle: Triangle::new(100.0, 0.3) };
    let hoop = Ball { skin: Spring::new(100.0), ..ring }.build().unwrap();
    [
        ("sheet of triangles", sheet.build([])),
        ("hoop that resists bending", hoop.to_builder().bend_around(0..16, Bend::new(1.0)).build().unwrap()),
        ("shape as a whole", lattice(3, 3, 1.0).to_builder().shape(Shape::new(30.0)).build().unwrap()),
        ("ring", ring.build().unwrap()),
        ("lattice", lattice(8, 8, 300.0)),
        ("ring with second neighbours", braced.build().unwrap()),
        ("gas blob", blob.build().unwrap()),
    ]
}

/// A body with a trace of motion in every mode, so small that the springs stay linear.
fn trembling(method: Method, blueprint: &Blueprint) -> World {
    let mut world = empty_space(method, 1);
    let body = world.add(BodyDef::new(blueprint)).unwrap();
    let mut seed = 1u32;
    for index in 0..blueprint.points().len() as u32 {
        let mut next = || {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 8) as f32 / 16_777_216.0 - 0.5
        };
        world.set_point_velocity(PointId { body, index }, 1e-3 * vec2(next(), next())).unwrap();
    }
    world
}

/// Whether the trembling stays within a hundred times its energy for 3000 steps.
fn survives(method: Method, blueprint: &Blueprint, h: f32) -> bool {
    let mut world = trembling(method, blueprint);
    let start = world.energy().total();
    for _ in 0..3000 {
        world.step(h);
        if only(&world).frozen().is_some() {
            return false;
        }
    }
    world.energy().total() < 100.0 * start
}

#[test]
fn the_advised_step_is_between_three_quarters_and_all_of_the_largest_stable_one() {
    for (name, blueprint) in bodies() {
        for method in [Method::SemiImplicitEuler, Method::PositionVerlet, Method::VelocityVerlet, Method::Rk4] {
            let world = trembling(method, &blueprint);
            let advised = world.stability(only(&world).id()).unwrap().longest_substep.unwrap();
            let (mut low, mut high) = (0.5 * advised, 3.0 * advised);
            assert!(survives(method, &blueprint, low) && !survives(method, &blueprint, high), "{name}, {method:?}");
            while high / low > 1.004 {
                let middle = (low * high).sqrt();
                if survives(method, &blueprint, middle) { low = middle } else { high = middle }
            }
            let part = advised / low;
            assert!((0.75..=1.004).contains(&part), "{name}, {method:?}: advised {advised}, found {low}: {part}");
        }
    }
}

#[test]
fn explicit_euler_is_told_that_nothing_helps_an_undamped_body_and_damping_helps() {
    let undamped = lattice(4, 4, 300.0);
    let world = trembling(Method::ExplicitEuler, &undamped);
    let body = only(&world).id();
    assert_eq!(world.stability(body).unwrap().longest_substep, Some(0.0));
    let advice = world.advice(body).unwrap();
    assert_eq!(advice.substeps_needed, None);
    assert!(advice.to_string().contains("no substep is short enough"), "{advice}");

    // With damping the limit is h < c / k for the stiffest motion, 0.01 s here, found within the bound's own slack.
    let damped = undamped.to_builder().scale_springs(1.0, 1.0);
    let damped = (0..undamped.springs().len() as u32)
        .fold(damped, |builder, i| builder.replace_spring(i, undamped.springs()[i as usize].1.damped(3.0)))
        .build()
        .unwrap();
    let world = trembling(Method::ExplicitEuler, &damped);
    let longest = world.stability(only(&world).id()).unwrap().longest_substep.unwrap();
    assert!((0.005..=0.0101).contains(&longest), "{longest}");
    assert!(survives(Method::ExplicitEuler, &damped, longest));
}

#[test]
fn what_the_adviser_recommends_works() {
    let blueprint = lattice(6, 6, 20_000.0);
    let mut world = trembling(Method::SemiImplicitEuler, &blueprint);
    world.set_settings(Settings { substeps: 4, ..*world.settings() }).unwrap();
    let body = only(&world).id();
    let advice = world.advice(body).expect("it is far too stiff for four substeps");
    let text = advice.to_string();
    for word in ["semi-implicit-euler", "substeps or more", "times as soft", "xpbd"] {
        assert!(text.contains(word), "{text}");
    }

    let substeps = advice.substeps_needed.unwrap();
    assert!(survives(Method::SemiImplicitEuler, &blueprint, 1.0 / 60.0 / substeps as f32), "{text}");
    let factor = advice.stiffness_factor.unwrap();
    let softer = blueprint.to_builder().scale_springs(factor, 1.0).build().unwrap();
    assert!(survives(Method::SemiImplicitEuler, &softer, 1.0 / 240.0), "{text}");

    world.set_settings(Settings { method: Method::Xpbd, ..*world.settings() }).unwrap();
    assert_eq!(world.advice(body), None, "XPBD has no limit");
}

#[test]
fn a_body_beyond_its_limit_is_contained_and_the_warning_says_why() {
    let mut world = trembling(Method::SemiImplicitEuler, &lattice(6, 6, 50_000.0));
    let calm = world.add(BodyDef::new(&lattice(3, 3, 50.0)).at(50.0, 0.0).moving(1.0, 0.0)).unwrap();
    let mut warning = None;
    for _ in 0..600 {
        world.step(1.0 / 60.0);
        for event in world.events() {
            let wobble2d::Event::Frozen { body, cause, .. } = event else { continue };
            assert_ne!(*body, calm);
            warning = Some(cause.to_string());
        }
        assert!(world.particles().iter().flatten().all(|value| value.is_finite()));
    }
    assert!(warning.expect("it exploded").contains("too stiff"));
    let calm = world.body(calm).unwrap();
    assert!(calm.frozen().is_none());
    assert!((calm.centre().x - 60.0).abs() < 0.01, "the rest of the world went on: {}", calm.centre());
}

#[test]
fn explicit_euler_is_not_promised_a_step_that_only_part_of_the_body_can_take() {
    // Viscous gas damps the breathing but not the rest of an undamped skin.
    let gas = Gas::in_atmosphere(30.0).viscous(2.0);
    let ball = Ball { skin: Spring::new(400.0), bending: None, filling: Filling::Gas(gas), ..Ball::default() };
    let world = trembling(Method::ExplicitEuler, &ball.build().unwrap());
    assert_eq!(world.stability(only(&world).id()).unwrap().longest_substep, Some(0.0));
}

#[test]
fn every_force_method_beyond_its_limit_warns_in_the_first_step_and_stays_contained() {
    let blueprint = lattice(4, 4, 300.0);
    for method in Method::ALL.into_iter().filter(|method| !matches!(method, Method::Xpbd | Method::Implicit)) {
        let mut world = trembling(method, &blueprint);
        let body = only(&world).id();
        // Explicit Euler has no limit to exceed: any step is beyond it.
        let longest = world.stability(body).unwrap().longest_substep.unwrap();
        let (safe, beyond) = (0.9 * longest, if longest > 0.0 { 2.0 * longest } else { 0.01 });
        world.step(safe);
        assert!(world.events().is_empty(), "{method:?}: nothing to warn of within the limit");
        world.step(beyond);
        let warns = |event: &wobble2d::Event| matches!(event, wobble2d::Event::Unstable(advice) if advice.method == method);
        assert!(world.events().iter().any(warns), "{method:?}: {:?}", world.events());
        world.step(beyond);
        assert!(!world.events().iter().any(warns), "{method:?}: once is enough");
        let start = world.energy().total();
        for _ in 0..3000 {
            world.step(beyond);
        }
        let grown = only(&world).frozen().is_some() || world.energy().total() > 100.0 * start;
        assert!(grown, "{method:?}: the warning was for nothing");
        let limit = world.settings().speed_limit;
        assert!(world.particles().iter().all(|&[_, _, x, y]| (x * x + y * y).sqrt() <= limit));
    }
}
