//! Rigid bodies obey the laws of rigid bodies.

use crate::common::{empty_space, run};
use glam::{Vec2, vec2};
use wobble2d::blueprint::Mesh;
use wobble2d::{
    Anchor, Blueprint, BodyDef, BodyId, Bounds, Fields, Hold, Joint, Material, Method, Settings, Shape, Surface, World,
};

const G: f32 = 9.81;

fn disc(radius: f32) -> Blueprint {
    Mesh::disc(radius).of(Material::STEEL).build().unwrap()
}

fn brick(width: f32, height: f32) -> Blueprint {
    Mesh::rectangle(width, height).of(Material::STEEL).build().unwrap()
}

/// A rigid frame of four corners of a kilogramme each.
fn frame(width: f32, height: f32) -> Blueprint {
    let corners = [vec2(-0.5, -0.5), vec2(0.5, -0.5), vec2(0.5, 0.5), vec2(-0.5, 0.5)].map(|corner| corner * vec2(width, height));
    Blueprint::builder().points(corners, 1.0).outline(0..4).shape(Shape::rigid()).build().unwrap()
}

fn ground(from: f32, to: f32) -> Blueprint {
    let corners = [vec2(from, -2.0), vec2(to, -2.0), vec2(to, 0.0), vec2(from, 0.0)];
    Blueprint::builder().points(corners, 1.0).pin(0..4).outline(0..4).build().unwrap()
}

fn bouncy(e: f32) -> Surface {
    Surface { friction: 0.0, restitution: e.sqrt(), ..Surface::default() }
}

fn velocity(world: &World, body: BodyId) -> Vec2 {
    world.body(body).unwrap().mean_velocity()
}

#[test]
fn a_rigid_body_parts_with_e_times_the_speed_it_came_with() {
    for method in Method::ALL {
        for (blueprint, reach) in [(disc(0.5), 0.5), (brick(1.0, 1.0), 0.5), (frame(0.6, 0.8), 0.4)] {
            for e in [0.0, 0.5, 1.0] {
                for speed in [0.5, 5.0, 50.0] {
                    for wall in [false, true] {
                        let mut world = empty_space(method, 8);
                        let shot = BodyDef::new(&blueprint).at(0.0, reach + 0.055 * speed).moving(0.0, -speed).surface(bouncy(e));
                        let body = world.add(shot).unwrap();
                        if wall {
                            let bounds = Bounds { restitution: e, friction: 0.0, ..Bounds::new(vec2(-50.0, 0.0), vec2(50.0, 1e4)) };
                            world.set_settings(Settings { bounds: Some(bounds), ..*world.settings() }).unwrap();
                        } else {
                            world.add(BodyDef::new(&ground(-5.0, 5.0)).surface(bouncy(e))).unwrap();
                        }
                        run(&mut world, 0.5);
                        let away = velocity(&world, body).y / speed;
                        assert!((away - e).abs() < 0.01, "{method:?} wall {wall} e {e} speed {speed}: {away}");
                    }
                }
            }
        }
    }
}

#[test]
fn two_discs_that_lose_nothing_exchange_their_speeds() {
    let mut world = empty_space(Method::Xpbd, 8);
    let first = world.add(BodyDef::new(&disc(0.5)).at(0.0, 1.5).moving(0.0, -5.0).surface(bouncy(1.0))).unwrap();
    let second = world.add(BodyDef::new(&disc(0.5)).surface(bouncy(1.0))).unwrap();
    run(&mut world, 0.5);
    assert!(velocity(&world, first).length() < 0.01 && (velocity(&world, second).y + 5.0).abs() < 0.01);
}

#[test]
fn a_disc_rolls_down_a_slope_as_theory_says() {
    for degrees in [0.5f32, 2.0, 10.0] {
        let angle = degrees.to_radians();
        let blueprint = disc(0.5);
        let inertia: f32 = blueprint.points().iter().map(|point| point.mass * point.position.length_squared()).sum();
        let mut world = World::new();
        let gravity = G * vec2(libm::sinf(angle), -libm::cosf(angle));
        world.set_fields(Fields { gravity, ..Fields::default() }).unwrap();
        world.add(BodyDef::new(&ground(-20.0, 60.0))).unwrap();
        let body = world.add(BodyDef::new(&blueprint).at(0.0, 0.5)).unwrap();
        run(&mut world, 5.0);
        let theory = gravity.x * 5.0 / (1.0 + inertia / (blueprint.mass() * 0.25));
        let ratio = velocity(&world, body).x / theory;
        assert!((ratio - 1.0).abs() < 0.015, "{degrees}: {ratio}");
    }
}

#[test]
fn ten_boxes_stand_on_each_other_without_drifting() {
    let mut world = World::new();
    world.add(BodyDef::new(&ground(-20.0, 20.0))).unwrap();
    let ids: Vec<BodyId> =
        (0..10).map(|k| world.add(BodyDef::new(&brick(1.0, 1.0)).at(0.0, 0.5 + 1.006 * k as f32)).unwrap()).collect();
    run(&mut world, 2.0);
    let before: Vec<Vec2> = ids.iter().map(|&id| world.body(id).unwrap().centre()).collect();
    run(&mut world, 20.0);
    for (k, (&id, before)) in ids.iter().zip(before).enumerate() {
        let drift = world.body(id).unwrap().centre().distance(before);
        assert!(drift < 0.005, "box {k} drifts by {drift}");
    }
}

#[test]
fn a_block_slides_on_a_slope_as_coulomb_says() {
    for (degrees, speed) in [(24.0f32, 0.0f32), (26.0, 0.0), (29.0, 0.4660), (35.0, 1.6088)] {
        let angle = degrees.to_radians();
        let mut world = World::new();
        let gravity = G * vec2(libm::sinf(angle), -libm::cosf(angle));
        world.set_fields(Fields { gravity, ..Fields::default() }).unwrap();
        world.add(BodyDef::new(&ground(-20.0, 60.0))).unwrap();
        let body = world.add(BodyDef::new(&brick(1.0, 0.5)).at(0.0, 0.253)).unwrap();
        run(&mut world, 0.5);
        let before = velocity(&world, body).x;
        run(&mut world, 1.0);
        let gained = velocity(&world, body).x - before;
        assert!((gained - speed).abs() < 2e-3, "{degrees}: {gained} {speed}");
    }
}

#[test]
fn hinged_links_carry_a_thousand_times_their_mass() {
    for ratio in [1.0, 100.0, 1000.0] {
        let mut world = World::new();
        let link = frame(0.05, 0.25);
        let mut last: Option<BodyId> = None;
        for k in 0..20 {
            let at = vec2(0.0, -0.125 - 0.25 * k as f32);
            let tip = BodyDef::new(&link).at(at.x, at.y).mass(if k == 19 { ratio } else { 1.0 });
            let body = world.add(tip).unwrap();
            let upper = Anchor::Body { body, place: vec2(0.0, 0.125) };
            let held = last.map_or(Anchor::World(Vec2::ZERO), |last| Anchor::Body { body: last, place: vec2(0.0, -0.125) });
            world.add_joint(Joint::new(Hold::Hinge, held, upper)).unwrap();
            last = Some(body);
        }
        run(&mut world, 5.0);
        let low = world.body(last.unwrap()).unwrap().centre().y;
        assert!((low + 4.875).abs() < 1e-3 * 5.0, "{ratio}: {low}");
    }
}

#[test]
fn momentum_and_angular_momentum_of_colliding_rigid_bodies_are_kept() {
    let mut world = empty_space(Method::Xpbd, 8);
    for k in 0..12 {
        let place = vec2(1.3 * (k % 4) as f32, 1.2 * (k / 4) as f32);
        let towards = 2.0 * (vec2(2.0, 1.2) - place);
        let body = if k % 2 == 0 { brick(1.0, 0.8) } else { disc(0.5) };
        world.add(BodyDef::new(&body).at(place.x, place.y).moving(towards.x, towards.y).spinning(k as f32 - 5.0)).unwrap();
    }
    let (before, spin) = (world.momentum(), world.angular_momentum(Vec2::ZERO));
    run(&mut world, 2.0);
    let mass: f64 = world.bodies().map(|body| f64::from(body.mass())).sum();
    assert!(world.momentum().distance(before) < 1e-4 * mass, "{before} {}", world.momentum());
    assert!((world.angular_momentum(Vec2::ZERO) - spin).abs() < 1e-3 * mass, "{spin} {}", world.angular_momentum(Vec2::ZERO));
}

/// A bar of two particles with the first one pinned at the origin, `length` long, level.
fn pendulum(length: f32) -> Blueprint {
    Blueprint::builder()
        .points([Vec2::ZERO, vec2(0.5 * length, 0.0), vec2(length, 0.0)], 1.0)
        .pin(0..1)
        .shape(Shape::rigid())
        .build()
        .unwrap()
}

#[test]
fn a_rigid_body_swings_about_its_pin_and_keeps_its_energy() {
    for method in Method::ALL {
        for length in [0.1, 1.0, 10.0] {
            let mut world = World::new();
            world.set_settings(Settings { method, ..*world.settings() }).unwrap();
            let bar = world.add(BodyDef::new(&pendulum(length))).unwrap();
            let tip = |world: &World| world.body(bar).unwrap().position(2);
            // From the level to the bottom and up to the level takes half a period: 1.180 34 times that of a small swing.
            let (arm, inertia) = (1.5 * length, 1.25 * length * length);
            let half = core::f32::consts::PI * (inertia / (arm * G)).sqrt() * 1.180_34;
            let steps = (half * 60.0).round().max(1.0);
            (0..steps as u32).for_each(|_| world.step(half / steps));
            let end = tip(&world);
            assert!(end.x < 0.0 && end.y.abs() < 0.03 * length, "{method:?}, {length} m: {end}");
            let begin = world.energy().total();
            run(&mut world, 20.0);
            let lost = (begin - world.energy().total()).abs() / f64::from(3.0 * G * length);
            assert!(lost < 0.02, "{method:?}, {length} m: {lost} of the energy of a swing");
            assert!((tip(&world).length() / length - 1.0).abs() < 1e-4 && world.body(bar).unwrap().position(0) == Vec2::ZERO);
        }
    }
}

#[test]
fn a_rigid_body_with_two_pins_carries_what_lies_on_it() {
    let mut world = World::new();
    let plank = brick(2.0, 0.2).to_builder().pin(0..2).build().unwrap();
    let plank = world.add(BodyDef::new(&plank)).unwrap();
    let load = world.add(BodyDef::new(&brick(0.4, 0.4)).at(0.5, 0.31)).unwrap();
    let before: Vec<Vec2> = world.body(plank).unwrap().state().iter().map(|record| vec2(record[0], record[1])).collect();
    run(&mut world, 3.0);
    let now = world.body(plank).unwrap().state();
    assert!(now.iter().zip(before).all(|(record, before)| vec2(record[0], record[1]).distance(before) < 1e-5));
    assert!((world.body(load).unwrap().centre() - vec2(0.5, 0.3)).length() < 5e-3, "{}", world.body(load).unwrap().centre());
}
