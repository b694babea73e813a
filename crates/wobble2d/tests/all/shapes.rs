//! Bodies that keep their shape as a whole, slowly forget it, or are rigid.

use crate::common;

use common::{empty_space, only, open_air, run};
use glam::{Vec2, vec2};
use wobble2d::{Blueprint, BodyDef, Bounds, Fields, Method, PointId, Settings, Shape, Spring, Tuning, Width, World};

/// The five corners of a house, of uneven mass, that keep their shape.
fn house(shape: Shape) -> Blueprint {
    let corners = [vec2(-0.5, -0.4), vec2(0.5, -0.4), vec2(0.5, 0.3), vec2(0.0, 0.7), vec2(-0.5, 0.3)];
    let builder = corners.into_iter().zip([0.2, 0.5, 0.3, 0.1, 0.4]).fold(Blueprint::builder(), |b, (at, m)| b.point(at, m));
    builder.outline(0..5).shape(shape).build().unwrap()
}

/// The greatest error of a distance between two points, as a part of it.
fn distortion(world: &World) -> f32 {
    let body = only(world);
    let points = body.blueprint().points();
    let pairs = (0..points.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
    let error = |(a, b): (usize, usize)| {
        let rest = points[a].position.distance(points[b].position) * body.tuning().size;
        (body.position(a as u32).distance(body.position(b as u32)) / rest - 1.0).abs()
    };
    pairs.map(error).fold(0.0, f32::max)
}

fn stretch(world: &mut World, by: Vec2) {
    let body = only(world).id();
    for index in 0..only(world).blueprint().points().len() as u32 {
        let place = only(world).position(index) * by;
        world.place_point(PointId { body, index }, place).unwrap();
    }
}

#[test]
fn every_deformation_swings_with_the_rate_that_was_set() {
    for by in [vec2(1.05, 1.0), vec2(1.0, 0.97), vec2(1.02, 1.04)] {
        let mut world = empty_space(Method::Rk4, 16);
        common::add(&mut world, &house(Shape::new(12.0)));
        stretch(&mut world, by);
        let start = world.energy().shape;
        // A quarter of a period later all of it is motion, half a period later it is stored again.
        let quarter = 0.25 * core::f32::consts::TAU / 12.0;
        (0..25).for_each(|_| world.step(quarter / 25.0));
        assert!(world.energy().shape < 1e-3 * start, "{by}: {} of {start}", world.energy().shape);
        (0..25).for_each(|_| world.step(quarter / 25.0));
        assert!((world.energy().shape / start - 1.0).abs() < 2e-3, "{by}: {} of {start}", world.energy().shape);
    }
}

#[test]
fn a_rigid_body_keeps_its_shape_and_its_spin_under_every_method() {
    for method in Method::ALL {
        let mut world = empty_space(method, 8);
        world.add(BodyDef::new(&house(Shape::rigid())).spinning(6.0).moving(1.0, 0.5)).unwrap();
        let (momentum, spin) = (world.momentum(), world.angular_momentum(only(&world).centre()));
        run(&mut world, 10.0);
        assert!(distortion(&world) < 1e-4, "{method:?}: {}", distortion(&world));
        assert!((world.momentum() - momentum).length() < 1e-3, "{method:?}: {} of {momentum}", world.momentum());
        let now = world.angular_momentum(only(&world).centre());
        assert!((now / spin - 1.0).abs() < 2e-3, "{method:?}: {now} of {spin}");
    }
}

#[test]
fn a_rigid_body_that_hits_the_floor_on_its_corner_is_not_dented_for_long() {
    for method in [Method::Xpbd, Method::SemiImplicitEuler] {
        let mut world = open_air(method, 16);
        let bounds = Bounds::new(vec2(-5.0, 0.0), vec2(5.0, 10.0));
        world.set_settings(Settings { bounds: Some(bounds), ..*world.settings() }).unwrap();
        world.add(BodyDef::new(&house(Shape::rigid())).at(0.0, 3.0).turned(0.7)).unwrap();
        let worst = (0..300).fold(0.0f32, |worst, _| {
            world.step(1.0 / 60.0);
            worst.max(distortion(&world))
        });
        assert!(worst < 0.03, "{method:?}: {worst} in the impact");
        assert!(distortion(&world) < 2e-3, "{method:?}: {} at rest", distortion(&world));
        assert!(world.rms_speed() < 0.05, "{method:?}: {} m/s", world.rms_speed());
    }
}

#[test]
fn what_is_held_at_one_end_sags_alike_under_xpbd_and_the_force_methods() {
    let sag = |method: Method, substeps: u32| {
        let mut world = open_air(method, substeps);
        world.set_fields(Fields { damping: 2.0, ..Fields::default() }).unwrap();
        let held = house(Shape::new(30.0).damped(3.0)).to_builder().pin([0, 4]).build().unwrap();
        common::add(&mut world, &held);
        run(&mut world, 6.0);
        only(&world).position(2) - vec2(0.5, 0.3)
    };
    let (verlet, xpbd) = (sag(Method::VelocityVerlet, 8), sag(Method::Xpbd, 8));
    assert!(verlet.y < -0.005, "{verlet}");
    assert!((verlet - xpbd).length() < 0.01 * verlet.length(), "{verlet} and {xpbd}");
}

#[test]
fn a_body_held_out_of_shape_forgets_at_its_rate() {
    for method in [Method::Xpbd, Method::VelocityVerlet] {
        let mut world = empty_space(method, 8);
        let held = house(Shape::new(20.0).forgetting(0.5)).to_builder().pin(0..5).build().unwrap();
        let body = common::add(&mut world, &held);
        stretch(&mut world, vec2(1.2, 0.9));
        // What is wholly pinned is scenery and does not age; one point let go, at its goal or not, makes it a body again.
        world.pin(PointId { body, index: 3 }, false).unwrap();
        let start = world.energy().shape;
        run(&mut world, 2.0);
        // Tension falls by e^(−½ t), energy by its square. The free corner finds its own place and adds little.
        let part = world.energy().shape / start;
        let by_hand = libm::exp(-2.0);
        assert!((part - by_hand).abs() < 0.03, "{method:?}: {part} for {by_hand}");
    }
}

#[test]
fn a_forgetting_body_keeps_the_form_it_was_pressed_into_and_another_does_not() {
    for (forgets, least, most) in [(0.0, 0.0, 0.02), (2.0, 0.1, 0.3)] {
        let mut world = empty_space(Method::Xpbd, 8);
        let held = house(Shape::new(20.0).damped(5.0).forgetting(forgets)).to_builder().pin([0, 1, 2, 4]).build().unwrap();
        let body = common::add(&mut world, &held);
        stretch(&mut world, vec2(1.25, 0.8));
        run(&mut world, 2.0);
        (0..5).for_each(|index| world.pin(PointId { body, index }, false).unwrap());
        run(&mut world, 4.0);
        assert!((least..=most).contains(&distortion(&world)), "forgetting at {forgets}: {}", distortion(&world));
        assert!(world.momentum().length() < 0.05);
    }
}

#[test]
fn forgetting_bodies_are_saved_and_march_together_to_the_bit() {
    for method in [Method::Xpbd, Method::VelocityVerlet] {
        let make = |width: Width| {
            let mut world = open_air(method, 8);
            let bounds = Bounds::new(vec2(-5.0, -1.0), vec2(40.0, 10.0));
            world.set_settings(Settings { bounds: Some(bounds), width, ..*world.settings() }).unwrap();
            let blueprint = house(Shape::new(25.0).damped(1.0).forgetting(1.0));
            for k in 0..10 {
                let tuning = Tuning { size: 1.0 + 0.1 * k as f32, ..Tuning::default() };
                world.add(BodyDef::new(&blueprint).at(3.0 * k as f32, 1.0).turned(k as f32).tuned(tuning)).unwrap();
            }
            world
        };
        let (mut wide, mut narrow) = (make(Width::Widest), make(Width::One));
        for step in 0..90 {
            if step == 40 {
                let saved = wide.save();
                wide = World::restore(&saved).unwrap();
                assert_eq!(wide.save(), saved);
            }
            wide.step(1.0 / 60.0);
            narrow.step(1.0 / 60.0);
            assert_eq!(wide.state_hash(), narrow.state_hash(), "{method:?}, step {step}");
        }
    }
}

#[test]
fn a_body_in_one_place_or_mirrored_goes_on_without_bad_numbers() {
    for shape in [Shape::new(30.0), Shape::rigid(), Shape::new(30.0).forgetting(3.0)] {
        for method in Method::ALL {
            for by in [Vec2::ZERO, vec2(-1.0, 1.0)] {
                let mut world = empty_space(method, 8);
                common::add(&mut world, &house(shape));
                stretch(&mut world, by);
                run(&mut world, 1.0);
                assert!(only(&world).frozen().is_none(), "{method:?}, {shape:?}, {by}: {:?}", only(&world).frozen());
            }
        }
    }
}

#[test]
fn energy_does_not_grow_in_trembling_bodies_with_springs_and_a_shape() {
    for seed in 0..40u32 {
        let rate = [0.1, 3.0, 30.0, 1000.0][seed as usize % 4];
        let shape = if seed % 5 == 0 { Shape::rigid() } else { Shape::new(rate) };
        let stiffness = libm::powf(10.0, (seed % 7) as f32);
        let builder = house(shape).to_builder();
        let builder = (0..5).fold(builder, |builder, i| builder.spring(i, (i + 1 + seed % 2) % 5, Spring::new(stiffness)));
        let mut world = empty_space(Method::Xpbd, 1 + seed % 12);
        let body = common::add(&mut world, &builder.build().unwrap());
        for index in 0..5 {
            let breath = 1e-3 * vec2(libm::sinf(7.3 * index as f32), libm::cosf(4.1 * index as f32));
            world.set_point_velocity(PointId { body, index }, breath).unwrap();
        }
        let before = world.energy().total();
        run(&mut world, 10.0);
        assert!(world.energy().kinetic <= 1.01 * before, "seed {seed}: {} of {before}", world.energy().kinetic);
    }
}

#[test]
fn a_rigid_box_carries_one_that_is_ten_times_as_heavy() {
    let corner = |k: u32| {
        let along = (k % 3) as f32 / 3.0 - 0.5;
        [vec2(along, -0.5), vec2(0.5, along), vec2(-along, 0.5), vec2(-0.5, -along)][k as usize / 3]
    };
    let square = Blueprint::builder().points((0..12).map(corner), 1.0 / 12.0).outline(0..12).shape(Shape::rigid()).build().unwrap();
    let mut world = open_air(Method::Xpbd, 8);
    let bounds = Bounds::new(vec2(-5.0, 0.0), vec2(5.0, 10.0));
    world.set_settings(Settings { bounds: Some(bounds), ..*world.settings() }).unwrap();
    world.add(BodyDef::new(&square).at(0.0, 0.5)).unwrap();
    let upper = world.add(BodyDef::new(&square).at(0.05, 1.52).mass(10.0)).unwrap();
    run(&mut world, 5.0);
    let height = world.body(upper).unwrap().centre().y;
    // Half a metre above a metre and the skin of 3 mm.
    assert!((height - 1.503).abs() < 0.005, "{height}");
    assert!(world.rms_speed() < 0.01, "{}", world.rms_speed());
}

#[test]
fn mistakes_in_shapes_are_named() {
    let why = |shape: Shape| house(Shape::rigid()).to_builder().shape(shape).build().unwrap_err().to_string();
    assert!(why(Shape::new(-1.0)).contains("shape.rate must be above 0"), "{}", why(Shape::new(-1.0)));
    assert!(why(Shape::rigid().forgetting(1.0)).contains("shape.forgets must be 0 in a rigid body"));
    assert!(why(Shape::new(1.0).damped(f32::NAN)).contains("shape.damping"));
}
