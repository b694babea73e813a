//! Blows of soft bodies: how much comes back is what the restitution says, whatever the body, the speed and what it meets.

use crate::common::empty_space;
use glam::{Vec2, vec2};
use wobble2d::blueprint::{Ball, Lattice, Mesh};
use wobble2d::{Blueprint, BodyDef, Bounds, Fields, Material, Method, Settings, Spring, Surface, World};

fn bouncy(e: f32, friction: f32) -> Surface {
    Surface { friction, restitution: e.sqrt(), ..Surface::default() }
}

fn scenery() -> Blueprint {
    let corners = [vec2(-5.0, -2.0), vec2(5.0, -2.0), vec2(5.0, 0.0), vec2(-5.0, 0.0)];
    Blueprint::builder().points(corners, 1.0).pin(0..4).outline(0..4).build().unwrap()
}

fn soft_bodies() -> [(&'static str, Blueprint); 4] {
    let spring = Spring::new(1e5).damped(2.0);
    let stiff = Lattice { columns: 8, rows: 8, spacing: 1.0 / 7.0, mass: 1.0, structural: spring, shear: spring, area: None };
    [
        ("ball", Ball::default().build().unwrap()),
        ("lattice", Lattice::default().build().unwrap()),
        ("stiff lattice", stiff.build().unwrap()),
        ("mesh", Mesh::disc(0.5).of(Material::RUBBER).build().unwrap()),
    ]
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Target {
    Scenery,
    Wall,
    Twin,
}

fn low_and_high(blueprint: &Blueprint) -> (f32, f32) {
    let heights = blueprint.points().iter().map(|point| point.position.y);
    (heights.clone().fold(f32::MAX, f32::min), heights.fold(f32::MIN, f32::max))
}

/// A body that comes down on something at some speed, where nothing falls.
fn shot(blueprint: &Blueprint, target: Target, e: f32, speed: f32) -> World {
    let mut world = empty_space(Method::Xpbd, 8);
    let (low, high) = low_and_high(blueprint);
    let surface = bouncy(e, 0.5);
    world.add(BodyDef::new(blueprint).at(0.0, -low + 0.055 * speed).moving(0.0, -speed).surface(surface)).unwrap();
    match target {
        Target::Scenery => {
            world.add(BodyDef::new(&scenery()).surface(surface)).unwrap();
        }
        Target::Twin => {
            world.add(BodyDef::new(blueprint).at(0.0, -high - 0.055 * speed).moving(0.0, speed).surface(surface)).unwrap();
        }
        Target::Wall => {
            let bounds = Bounds { restitution: e, friction: 0.5, ..Bounds::new(vec2(-50.0, 0.0), vec2(50.0, 1e4)) };
            world.set_settings(Settings { bounds: Some(bounds), ..*world.settings() }).unwrap();
        }
    }
    world
}

/// The part of its speed that a body has after a blow, and its least height in it as a part of that before.
fn rebound(blueprint: &Blueprint, target: Target, e: f32, speed: f32) -> (f32, f32) {
    let mut world = shot(blueprint, target, e, speed);
    let (low, high) = low_and_high(blueprint);
    let (mut least, mut touched, mut apart) = (1.0f32, false, 0);
    for _ in 0..400 {
        world.step(1.0 / 60.0);
        let (from, to) = world.bodies().next().unwrap().bounding_box();
        least = least.min((to.y - from.y) / (high - low));
        let touches = !world.contacts().is_empty();
        touched |= touches;
        apart = if touched && !touches { apart + 1 } else { 0 };
        if apart == 8 {
            break;
        }
    }
    assert!(touched);
    let speeds: Vec<f32> = world.bodies().map(|body| body.mean_velocity().y / speed).collect();
    (if target == Target::Twin { 0.5 * (speeds[0] - speeds[1]) } else { speeds[0] }, least)
}

#[test]
fn soft_bodies_rebound_with_e_of_their_speed() {
    for (name, blueprint) in soft_bodies() {
        for target in [Target::Scenery, Target::Wall, Target::Twin] {
            let mut tried = 0;
            for speed in [0.5f32, 1.0, 2.0, 3.5, 5.0, 10.0, 20.0, 50.0] {
                for e in [0.0f32, 0.5, 1.0] {
                    let (part, least) = rebound(&blueprint, target, e, speed);
                    if least < 2.0 / 3.0 {
                        break;
                    }
                    tried += 1;
                    assert!((part - e).abs() < 0.1, "{name}, {target:?}, {speed} m/s, e {e}: {part} (flattened to {least})");
                }
            }
            assert!(tried >= 9, "{name}, {target:?}: {tried}");
        }
    }
}

#[test]
fn a_soft_body_that_falls_comes_back_to_e_squared_of_its_height() {
    for (name, blueprint) in soft_bodies() {
        for e in [0.0f32, 0.5, 0.9] {
            let mut world = World::new();
            world.add(BodyDef::new(&scenery()).surface(bouncy(e, 0.5))).unwrap();
            let reach = -low_and_high(&blueprint).0;
            let body = world.add(BodyDef::new(&blueprint).at(0.0, reach + 1.0).surface(bouncy(e, 0.5))).unwrap();
            let (mut highest, mut lowest) = (0.0f32, 2.0f32);
            for _ in 0..140 {
                world.step(1.0 / 60.0);
                let height = world.body(body).unwrap().centre().y - reach;
                let rises = world.body(body).unwrap().mean_velocity().y > 0.0;
                lowest = lowest.min(height);
                highest = if lowest < 0.05 && rises { highest.max(height) } else { highest };
            }
            assert!((highest - e * e).abs() < 0.15, "{name}, e {e}: {highest} of {}", e * e);
        }
    }
}

/// Twenty balls that lose nothing in blows, in a box without gravity.
fn gas(blueprint: &Blueprint) -> World {
    let mut world = World::new();
    world.set_fields(Fields::none()).unwrap();
    let bounds = Bounds { restitution: 1.0, friction: 0.0, ..Bounds::new(Vec2::ZERO, vec2(10.0, 8.0)) };
    world.set_settings(Settings { bounds: Some(bounds), ..*world.settings() }).unwrap();
    for k in 0..20 {
        let at = vec2(1.0 + 1.9 * (k % 5) as f32, 1.0 + 1.9 * (k / 5) as f32);
        let velocity = 3.0 * vec2(libm::sinf(12.9 * k as f32), libm::cosf(7.7 * k as f32 + 1.0));
        let def = BodyDef::new(blueprint).at(at.x, at.y).moving(velocity.x, velocity.y);
        world.add(def.surface(bouncy(1.0, 0.0))).unwrap();
    }
    world
}

#[test]
fn a_gas_of_soft_balls_never_gains_energy() {
    let mut world = gas(&Ball::default().build().unwrap());
    let start = world.energy().total();
    for step in 0..1200 {
        world.step(1.0 / 60.0);
        let now = world.energy().total();
        assert!(now < 1.01 * start, "step {step}: {now} J of {start} J");
    }
}

#[test]
fn blows_keep_momentum_and_angular_momentum() {
    for (name, blueprint) in soft_bodies() {
        for e in [0.0f32, 0.5, 1.0] {
            let mut world = empty_space(Method::Xpbd, 8);
            for k in 0..9 {
                let place = vec2(1.4 * (k % 3) as f32, 1.3 * (k / 3) as f32);
                let towards = 2.0 * (vec2(1.4, 1.3) - place);
                let def = BodyDef::new(&blueprint).at(place.x, place.y).moving(towards.x, towards.y).turned(0.7 * k as f32);
                world.add(def.surface(bouncy(e, 0.5))).unwrap();
            }
            let (momentum, spin) = (world.momentum(), world.angular_momentum(Vec2::ZERO));
            (0..240).for_each(|_| world.step(1.0 / 60.0));
            let mass: f64 = world.bodies().map(|body| f64::from(body.mass())).sum();
            let (now, turning) = (world.momentum(), world.angular_momentum(Vec2::ZERO));
            assert!((now - momentum).length() < 1e-4 * mass, "{name}, e {e}: {momentum} {now}");
            // The elements of what is stiff wear down its spin, in blows and without.
            let most = if name == "ball" { 1e-4 } else { 0.03 };
            assert!((turning - spin).abs() < most * mass, "{name}, e {e}: {spin} {turning}");
        }
    }
}

#[test]
fn a_soft_ball_and_a_rigid_disc_part_with_e_of_their_speed() {
    let (ball, disc) = (Ball::default().build().unwrap(), Mesh::disc(0.3).of(Material::STEEL).build().unwrap());
    for mass in [0.3f32, 1.0, 3.0] {
        for e in [0.0f32, 0.5, 1.0] {
            for speed in [0.5f32, 1.0] {
                let mut world = empty_space(Method::Xpbd, 8);
                let first = world.add(BodyDef::new(&ball).at(0.0, 1.0).moving(0.0, -speed).surface(bouncy(e, 0.5))).unwrap();
                let second = world.add(BodyDef::new(&disc).mass(mass).surface(bouncy(e, 0.5))).unwrap();
                let (mut touched, mut apart) = (false, 0);
                while apart < 8 && world.time() < 8.0 {
                    world.step(1.0 / 60.0);
                    touched |= !world.contacts().is_empty();
                    apart = if touched && world.contacts().is_empty() { apart + 1 } else { 0 };
                }
                let velocity = |body| world.body(body).unwrap().mean_velocity().y;
                let part = (velocity(first) - velocity(second)) / speed;
                // A light disc leaves more of the blow in the wobble of the ball.
                assert!((part - e).abs() < if mass < 1.0 { 0.15 } else { 0.12 }, "{mass} kg, {speed} m/s, e {e}: {part}");
            }
        }
    }
}
