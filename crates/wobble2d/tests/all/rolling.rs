//! What rolls, rolls: the calm pass holds only what is squeezed.

use glam::{Vec2, vec2};
use wobble2d::blueprint::{Ball, Lattice};
use wobble2d::{Blueprint, BodyDef, BodyId, Bounds, Fields, Settings, Spring, World, workload};

const G: f32 = 9.81;

/// A world whose floor is level, and whose gravity is that of a slope.
fn slope(degrees: f32, calm: bool, wall: bool) -> World {
    let angle = degrees.to_radians();
    let mut world = World::new();
    let gravity = G * vec2(libm::sinf(angle), -libm::cosf(angle));
    world.set_fields(Fields { gravity, ..Fields::default() }).unwrap();
    let bounds = Bounds { restitution: 0.0, ..Bounds::new(vec2(-500.0, 0.0), vec2(500.0, 1e4)) };
    world.set_settings(Settings { calm, bounds: wall.then_some(bounds), ..*world.settings() }).unwrap();
    if !wall {
        let corners = [vec2(-20.0, -2.0), vec2(200.0, -2.0), vec2(200.0, 0.0), vec2(-20.0, 0.0)];
        let floor = Blueprint::builder().points(corners, 1.0).pin(0..4).outline(0..4).build().unwrap();
        world.add(BodyDef::new(&floor)).unwrap();
    }
    world
}

fn run(world: &mut World, seconds: f32) {
    (0..(60.0 * seconds) as u32).for_each(|_| world.step(1.0 / 60.0));
}

fn velocity(world: &World, body: BodyId) -> Vec2 {
    world.body(body).unwrap().mean_velocity()
}

#[test]
fn soft_balls_roll_down_slopes_with_most_of_the_speed_of_theory() {
    for blueprint in [Ball::default().build().unwrap(), workload::blob().unwrap()] {
        for wall in [false, true] {
            // (slope, least part of g sin θ / (1 + I / m r²)): wobbling takes the rest.
            for (degrees, least) in [(1.0f32, 0.5), (2.0, 0.6), (5.0, 0.65), (10.0, 0.65), (15.0, 0.65)] {
                let mut world = slope(degrees, true, wall);
                let body = world.add(BodyDef::new(&blueprint).at(0.0, 0.5)).unwrap();
                run(&mut world, 5.0);
                // All of their mass is at the rim.
                let theory = G * libm::sinf(degrees.to_radians()) * 5.0 / 2.0;
                let part = velocity(&world, body).x / theory;
                assert!(part > least && part < 1.05, "wall {wall}, {degrees}°: {part}");
            }
        }
    }
}

#[test]
fn what_lies_or_rolls_on_one_support_moves_to_the_bit_as_without_the_calm_pass() {
    let spring = Spring::new(1e4).damped(1.0);
    let square = Lattice { columns: 5, rows: 5, spacing: 0.25, mass: 1.0, structural: spring, shear: spring, area: None };
    for blueprint in [Ball::default().build().unwrap(), workload::blob().unwrap(), square.build().unwrap()] {
        for degrees in [0.0f32, 1.0, 5.0, 20.0, 35.0] {
            for wall in [false, true] {
                let places = [true, false].map(|calm| {
                    let mut world = slope(degrees, calm, wall);
                    let body = world.add(BodyDef::new(&blueprint).at(0.0, 0.7).spinning(2.0)).unwrap();
                    run(&mut world, 3.0);
                    world.body(body).unwrap().centre()
                });
                assert_eq!(places[0], places[1], "{degrees}°, wall {wall}");
            }
        }
    }
}

#[test]
fn a_plank_on_free_rollers_rolls_down_a_slope_with_and_without_the_calm_pass() {
    let spring = Spring::new(1e5).damped(2.0);
    let plank = Lattice { columns: 25, rows: 3, spacing: 0.25, mass: 1.0, structural: spring, shear: spring, area: None };
    let (plank, ball) = (plank.build().unwrap(), Ball::default().build().unwrap());
    let [with, without] = [true, false].map(|calm| {
        let mut world = slope(2.0, calm, false);
        for k in 0..3 {
            world.add(BodyDef::new(&ball).at(1.5 * (k as f32 - 1.0), 0.5)).unwrap();
        }
        let plank = world.add(BodyDef::new(&plank).at(0.0, 1.3)).unwrap();
        run(&mut world, 3.0);
        velocity(&world, plank).x
    });
    assert!(without > 0.8 && (with / without - 1.0).abs() < 0.2, "{with} m/s with, {without} m/s without");
}
