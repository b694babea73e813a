//! Scenery that moves, carries and lets through; who meets whom, and who hears of it.

use crate::common;

use common::{add, empty_space, open_air, run};
use glam::{Vec2, vec2};
use wobble2d::blueprint::{Ball, Cloth, Keeps, Lattice, Pinned};
use wobble2d::{Blueprint, BodyDef, BodyId, Event, Filter, Keyframe, Method, Motion, Spring, Surface, World, workload};

fn scenery(corners: &[Vec2]) -> Blueprint {
    let count = corners.len() as u32;
    Blueprint::builder().points(corners.iter().copied(), 1.0).pin(0..count).outline(0..count).build().unwrap()
}

/// A slab with its upper side at 0.
fn slab(half_width: f32) -> Blueprint {
    scenery(&[vec2(-half_width, -0.3), vec2(half_width, -0.3), vec2(half_width, 0.0), vec2(-half_width, 0.0)])
}

fn stiff_box() -> Blueprint {
    let spring = Spring::new(1e4).damped(5.0);
    Lattice { columns: 3, rows: 3, spacing: 0.25, mass: 1.0, structural: spring, shear: spring, area: None }.build().unwrap()
}

fn centre(world: &World, id: BodyId) -> Vec2 {
    world.body(id).unwrap().centre()
}

#[test]
fn a_led_point_is_where_its_motion_has_it_under_every_method() {
    for method in Method::ALL {
        let mut world = open_air(method, 4);
        let swing = Motion::Swing { by: vec2(1.0, 0.5), turn: 0.7, period: 1.6, phase: 0.0 };
        let platform = world.add(BodyDef::new(&slab(1.0)).at(3.0, 2.0).turned(0.2).led(swing)).unwrap();
        run(&mut world, 10.4); // six and a half periods: the sine is 0 again
        let corner = vec2(3.0, 2.0) + Vec2::from_angle(0.2).rotate(vec2(1.0, 0.0));
        let there = world.body(platform).unwrap().position(2);
        assert!(there.distance(corner) < 2e-3, "{method:?}: {there} instead of {corner}");
        // At the middle of its swing it is as fast as 2π / period says, and its middle is 0.15 m below what it turns about.
        let speed = world.body(platform).unwrap().mean_velocity().length();
        let per_second = core::f32::consts::TAU / 1.6;
        let expected = (per_second * (vec2(1.0, 0.5) + 0.7 * 0.15 * Vec2::from_angle(0.2))).length();
        assert!((speed / expected - 1.0).abs() < 0.02, "{method:?}: {speed} instead of {expected} m/s");
    }
}

#[test]
fn a_lift_carries_a_box_up_and_a_piston_pushes_it_aside_without_a_jolt() {
    for method in [Method::VelocityVerlet, Method::Xpbd] {
        let mut world = open_air(method, 16);
        let frames = [(0.0, 0.0), (1.0, 0.0), (3.0, 2.0), (10.0, 2.0)];
        let frames = frames.map(|(time, y)| Keyframe { time, offset: vec2(0.0, y), angle: 0.0 }).to_vec();
        world.add(BodyDef::new(&slab(3.0)).led(Motion::Keyframes { frames, repeats: false })).unwrap();
        let cargo = world.add(BodyDef::new(&stiff_box()).at(0.0, 0.26)).unwrap();
        let mut fastest = 0.0f32;
        for _ in 0..300 {
            world.step(1.0 / 60.0);
            fastest = fastest.max(world.body(cargo).unwrap().mean_velocity().length());
        }
        let height = centre(&world, cargo).y;
        assert!((height - 2.25).abs() < 0.05, "{method:?}: lifted to {height}");
        assert!(fastest < 2.0, "{method:?}: thrown at {fastest} m/s by a lift of 1 m/s");
        let wall = scenery(&[vec2(-0.2, 0.0), vec2(0.2, 0.0), vec2(0.2, 1.0), vec2(-0.2, 1.0)]);
        let push = Motion::Steady { velocity: vec2(0.5, 0.0), spin: 0.0 };
        let piston = world.add(BodyDef::new(&wall).at(-1.0, 2.05).led(push)).unwrap();
        run(&mut world, 3.0);
        let (box_left, face) = (world.body(cargo).unwrap().bounding_box().0.x, world.body(piston).unwrap().bounding_box().1.x);
        assert!((box_left - face).abs() < 0.02, "{method:?}: the box begins at {box_left}, the piston ends at {face}");
    }
}

#[test]
fn a_rotor_keeps_its_shape_and_its_pace_and_hits_what_comes_near() {
    let mut world = empty_space(Method::Xpbd, 8);
    let blade = scenery(&[vec2(-2.0, -0.1), vec2(2.0, -0.1), vec2(2.0, 0.1), vec2(-2.0, 0.1)]);
    let rotor = world.add(BodyDef::new(&blade).led(Motion::Steady { velocity: Vec2::ZERO, spin: 6.0 })).unwrap();
    let ball = world.add(BodyDef::new(&Ball::default().build().unwrap()).at(1.5, 1.0)).unwrap();
    let mut farthest = 0.0f32;
    for _ in 0..600 {
        world.step(1.0 / 60.0);
        let rotor = world.body(rotor).unwrap();
        farthest = farthest.max((rotor.position(0).distance(rotor.position(1)) - 4.0).abs());
    }
    assert!(farthest < 1e-3, "the blade grew by {farthest} m");
    assert!(centre(&world, ball).length() > 5.0 && world.body(ball).unwrap().mean_velocity().length() > 3.0);
    let expected = Vec2::from_angle(60.0).rotate(vec2(-2.0, -0.1));
    assert!(world.body(rotor).unwrap().position(0).distance(expected) < 0.01);
}

#[test]
fn cloth_follows_the_edge_it_is_held_by() {
    let mut world = open_air(Method::Xpbd, 8);
    let cloth = Cloth { columns: 12, rows: 8, pinned: Pinned::Top, ..Cloth::default() }.build().unwrap();
    let motion = Motion::Steady { velocity: vec2(1.0, 0.0), spin: 0.0 };
    let cloth = world.add(BodyDef::new(&cloth).led(motion)).unwrap();
    let start = centre(&world, cloth);
    run(&mut world, 6.0);
    assert!((centre(&world, cloth).x - start.x - 6.0).abs() < 1.0, "{}", centre(&world, cloth));
}

#[test]
fn a_conveyor_brings_a_box_up_to_its_speed_by_friction_alone() {
    for method in [Method::SemiImplicitEuler, Method::Xpbd] {
        let mut world = open_air(method, 16);
        let belt = Surface { friction: 0.5, belt: 2.0, ..Surface::default() };
        world.add(BodyDef::new(&slab(30.0)).surface(belt)).unwrap();
        let cargo = world.add(BodyDef::new(&stiff_box()).at(0.0, 0.255)).unwrap();
        run(&mut world, 0.2);
        // μ g t = 0.98 m/s after a fifth of a second.
        let speed = world.body(cargo).unwrap().mean_velocity().x;
        assert!((speed - 0.98).abs() < 0.15, "{method:?}: {speed} m/s");
        run(&mut world, 2.0);
        let speed = world.body(cargo).unwrap().mean_velocity().x;
        assert!((speed - 2.0).abs() < 0.05, "{method:?}: {speed} m/s");
    }
}

#[test]
fn bodies_meet_only_if_layers_and_masks_agree() {
    let mut world = open_air(Method::Xpbd, 8);
    add(&mut world, &slab(5.0));
    let blob = workload::blob().unwrap();
    let ghost = Filter { mask: 2, ..Filter::default() };
    let plain = world.add(BodyDef::new(&blob).at(0.0, 1.0)).unwrap();
    let falls = world.add(BodyDef::new(&blob).at(2.0, 1.0).filter(ghost)).unwrap();
    run(&mut world, 2.0);
    assert!(centre(&world, plain).y > 0.3 && centre(&world, falls).y < -5.0);
    world.set_filter(plain, ghost).unwrap();
    run(&mut world, 1.0);
    assert!(centre(&world, plain).y < -2.0, "it was told to fall through");
}

#[test]
fn a_sensor_tells_who_comes_and_goes_and_stops_nobody() {
    let mut world = open_air(Method::Xpbd, 8);
    let gate = scenery(&[vec2(-2.0, -1.0), vec2(2.0, -1.0), vec2(2.0, 0.0), vec2(-2.0, 0.0)]);
    let sensor = Filter { sensor: true, ..Filter::default() };
    let gate = world.add(BodyDef::new(&gate).filter(sensor)).unwrap();
    let ball = world.add(BodyDef::new(&Ball::default().build().unwrap()).at(0.0, 2.0)).unwrap();
    let mut seen = Vec::new();
    for step in 0..90 {
        world.step(1.0 / 60.0);
        for event in world.events() {
            match *event {
                Event::Entered { sensor, body } => seen.push((step, true, sensor, body)),
                Event::Left { sensor, body } => seen.push((step, false, sensor, body)),
                _ => {}
            }
        }
    }
    // Its lower side falls 1.5 m in 0.55 s, its upper side 3.5 m in 0.84 s.
    let [(came, true, s1, b1), (left, false, s2, b2)] = seen[..] else { panic!("{seen:?}") };
    assert_eq!((s1, b1, s2, b2), (gate, ball, gate, ball));
    assert!((31..=34).contains(&came) && (49..=53).contains(&left), "came in step {came}, left in step {left}");
    assert!((centre(&world, ball).y - (2.0 - 0.5 * 9.81 * 1.5 * 1.5)).abs() < 0.1, "it was held up");
}

#[test]
fn a_contact_is_told_when_it_begins_and_ends_and_its_impulse_carries_the_weight() {
    let mut world = open_air(Method::Xpbd, 8);
    let floor = add(&mut world, &slab(5.0));
    let ball = world.add(BodyDef::new(&workload::blob().unwrap()).at(0.0, 0.6)).unwrap();
    let mut began = Vec::new();
    let (mut impulse, mut steps) = (0.0, 0);
    for step in 0..900 {
        world.step(1.0 / 60.0);
        began.extend(world.events().iter().filter_map(|event| match event {
            Event::ContactBegan(contact) => Some((step, *contact)),
            _ => None,
        }));
        if step >= 600 {
            let [contact] = world.contacts() else { panic!("step {step}: {:?}", world.contacts()) };
            assert_eq!((contact.body, contact.other), (floor, Some(ball)));
            assert!(contact.normal.distance(vec2(0.0, -1.0)) < 1e-3 && contact.point.length() < 0.2, "{contact:?}");
            impulse += contact.impulse;
            steps += 1;
        }
    }
    assert!(!began.is_empty() && (4..=12).contains(&began[0].0), "{began:?}");
    // m g for a sixtieth of a second.
    let mean = impulse / steps as f32;
    assert!((mean / (9.81 / 60.0) - 1.0).abs() < 0.02, "{mean} N s a step");
    world.remove(ball).unwrap();
    world.step(1.0 / 60.0);
    assert!(world.events().contains(&Event::ContactEnded { body: floor, other: Some(ball) }));
}

#[test]
fn moving_worlds_are_restored_to_the_bit() {
    for method in Method::ALL {
        let mut world = open_air(method, 6);
        let spin = Motion::Steady { velocity: vec2(0.1, 0.0), spin: 1.0 };
        let blade = scenery(&[vec2(-2.0, -0.1), vec2(2.0, -0.1), vec2(2.0, 0.1), vec2(-2.0, 0.1)]);
        world.add(BodyDef::new(&blade).led(spin).surface(Surface { belt: 0.5, ..Surface::default() })).unwrap();
        let soft = common::blob().to_builder().scale_springs(0.2, 1.0).build().unwrap();
        for k in 0..4 {
            world.add(BodyDef::new(&soft).at(0.9 * k as f32 - 1.5, 1.0 + 0.5 * k as f32)).unwrap();
        }
        run(&mut world, 1.0);
        let mut again = World::restore(&world.save()).unwrap();
        for step in 0..60 {
            world.step(1.0 / 60.0);
            again.step(1.0 / 60.0);
            assert_eq!(world.state_hash(), again.state_hash(), "{method:?}, step {step}");
            // Warnings come once after a change, and a restored world is new.
            let told = |world: &World| {
                world.events().iter().filter(|event| !matches!(event, Event::Unstable(_))).cloned().collect::<Vec<_>>()
            };
            assert_eq!(told(&world), told(&again), "{method:?}, step {step}");
        }
    }
}

#[test]
fn a_ball_jumps_up_through_a_one_way_platform_and_lands_on_it() {
    for method in [Method::VelocityVerlet, Method::Xpbd] {
        let mut world = open_air(method, 16);
        add(&mut world, &slab(5.0));
        let platform = scenery(&[vec2(-1.5, 1.4), vec2(1.5, 1.4), vec2(1.5, 1.5), vec2(-1.5, 1.5)]);
        world.add(BodyDef::new(&platform).filter(Filter { one_way: Some(Vec2::Y), ..Filter::default() })).unwrap();
        let ball = Ball { radius: 0.3, skin: Spring::new(3000.0).damped(3.0), ..Ball::default() }.build().unwrap();
        let jumps = world.add(BodyDef::new(&ball).at(0.0, 0.4)).unwrap();
        run(&mut world, 0.5);
        world.set_velocity(jumps, vec2(0.0, 7.5), 0.0).unwrap();
        let mut highest = 0.0f32;
        for _ in 0..300 {
            world.step(1.0 / 60.0);
            highest = highest.max(centre(&world, jumps).y);
        }
        assert!(highest > 2.4, "{method:?}: the platform stopped it at {highest}");
        assert!((1.6..1.85).contains(&centre(&world, jumps).y), "{method:?}: it ended at {}", centre(&world, jumps));
        // With half the speed it turns around within the platform, and falls back.
        world.teleport(jumps, vec2(0.0, -1.4)).unwrap();
        run(&mut world, 0.5);
        world.set_velocity(jumps, vec2(0.0, 5.0), 0.0).unwrap();
        run(&mut world, 3.0);
        assert!(centre(&world, jumps).y < 0.4, "{method:?}: it hangs in the platform at {}", centre(&world, jumps));
    }
}

#[test]
fn balls_stay_in_a_soft_container_and_one_put_outside_comes_back_or_is_reported() {
    let mut world = open_air(Method::Xpbd, 8);
    world.add(BodyDef::new(&slab(8.0))).unwrap();
    let skin = Spring::new(4000.0).damped(2.0);
    let shell = Ball { radius: 1.6, points: 48, mass: 4.0, skin, bending: Some(skin), ..Ball::default() };
    let shell = shell.build().unwrap().to_builder().keeps(Keeps::Inside).build().unwrap();
    // A hollow body takes what is outside for its solid, so that the floor must be of another layer.
    let inner = Filter { layers: 2, ..Filter::default() };
    let shell = world.add(BodyDef::new(&shell).at(0.0, 1.8).filter(Filter { mask: 2, layers: 1, ..Filter::default() })).unwrap();
    let bounds = wobble2d::Bounds::new(vec2(-8.0, 0.0), vec2(8.0, 50.0));
    world.set_settings(wobble2d::Settings { bounds: Some(bounds), ..*world.settings() }).unwrap();
    let small = Ball { radius: 0.3, mass: 0.3, ..Ball::default() }.build().unwrap();
    let places = [(-0.7, 1.8), (0.0, 1.8), (0.7, 1.8), (-0.35, 2.5), (0.35, 2.5)];
    let balls = places.map(|(x, y)| world.add(BodyDef::new(&small).at(x, y).filter(inner)).unwrap());
    for step in 0..900 {
        world.step(1.0 / 60.0);
        assert!(!world.events().iter().any(|event| matches!(event, Event::Escaped { .. })), "one escaped in step {step}");
    }
    let inside = |world: &World, ball: BodyId| world.bodies_at(centre(world, ball)).all(|body| body != shell);
    assert!(balls.iter().all(|&ball| inside(&world, ball)));
    // Just outside: brought back.
    let right = world.body(shell).unwrap().bounding_box().1.x;
    let out = vec2(right + 0.1 - centre(&world, balls[1]).x, 0.0);
    world.teleport(balls[1], out).unwrap();
    world.step(1.0 / 60.0);
    assert!(world.events().contains(&Event::Escaped { container: shell, body: balls[1] }));
    run(&mut world, 3.0);
    assert!(inside(&world, balls[1]), "{} is not inside", centre(&world, balls[1]));
    // Far outside: reported, once.
    world.teleport(balls[0], vec2(6.0, 0.0)).unwrap();
    world.step(1.0 / 60.0);
    let escapes = |world: &World| world.events().iter().filter(|event| matches!(event, Event::Escaped { .. })).count();
    assert_eq!(escapes(&world), 1);
    world.step(1.0 / 60.0);
    assert_eq!(escapes(&world), 0);
}

#[test]
fn balls_rest_in_an_immovable_drum_and_on_an_open_chain() {
    let mut world = open_air(Method::Xpbd, 8);
    let corner = |k: u32| 2.0 * Vec2::from_angle(core::f32::consts::TAU * k as f32 / 24.0);
    let drum =
        Blueprint::builder().points((0..24).map(corner), 1.0).pin(0..24).outline(0..24).keeps(Keeps::Inside).build().unwrap();
    let only_inner = Filter { mask: 2, ..Filter::default() };
    world.add(BodyDef::new(&drum).filter(only_inner)).unwrap();
    let inner = Filter { layers: 2, ..Filter::default() };
    let ball = Ball { radius: 0.4, ..Ball::default() }.build().unwrap();
    let balls = [-0.8, 0.1, 1.0].map(|x| world.add(BodyDef::new(&ball).at(x, 0.3).filter(inner)).unwrap());
    let hills = [vec2(4.0, 1.0), vec2(5.0, 0.0), vec2(6.0, -0.2), vec2(7.0, 0.0), vec2(8.0, 1.0)];
    let hills = Blueprint::builder().points(hills, 1.0).pin(0..5).strand(0..5).build().unwrap();
    add(&mut world, &hills);
    let rolls = world.add(BodyDef::new(&ball).at(4.8, 1.4)).unwrap();
    run(&mut world, 30.0);
    for ball in balls {
        let (low, high) = world.body(ball).unwrap().bounding_box();
        assert!(low.length().max(high.length()) < 3.0 && centre(&world, ball).length() < 1.75, "{}", centre(&world, ball));
    }
    assert!((centre(&world, rolls) - vec2(6.0, 0.15)).length() < 0.4, "{}", centre(&world, rolls));
    assert_eq!(world.quality().points_inside, 0);
}

#[test]
fn a_skin_keeps_what_is_inside_in_and_what_is_outside_out() {
    let mut world = open_air(Method::Xpbd, 8);
    add(&mut world, &slab(8.0));
    let skin = Spring::new(4000.0).damped(2.0);
    let shell = Ball { radius: 1.2, points: 40, mass: 3.0, skin, bending: Some(skin), ..Ball::default() };
    let shell = shell.build().unwrap().to_builder().keeps(Keeps::Apart).build().unwrap();
    let shell = world.add(BodyDef::new(&shell).at(0.0, 1.3)).unwrap();
    let small = Ball { radius: 0.3, mass: 0.3, ..Ball::default() }.build().unwrap();
    let inside = [-0.5, 0.3].map(|x| world.add(BodyDef::new(&small).at(x, 1.2)).unwrap());
    let outside = world.add(BodyDef::new(&small).at(0.3, 3.5)).unwrap();
    run(&mut world, 10.0);
    let (low, high) = world.body(shell).unwrap().bounding_box();
    assert!(low.y > -0.02, "the floor holds it: {low}");
    for ball in inside {
        let (ball_low, ball_high) = world.body(ball).unwrap().bounding_box();
        assert!(ball_low.cmpge(low - 0.02).all() && ball_high.cmple(high + 0.02).all(), "{ball_low} to {ball_high}");
        assert!(centre(&world, ball).y < 0.6);
    }
    let rests = centre(&world, outside);
    assert!(rests.y > high.y || rests.x.abs() > high.x - 0.3, "it came in: {rests}");
}
