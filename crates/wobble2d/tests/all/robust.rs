//! XPBD where other methods give up: far away, over-constrained, stretched, inside out.

use crate::common;

use common::{blob, empty_space, only, open_air, run};
use glam::{Vec2, vec2};
use wobble2d::blueprint::{Ball, Balloon, Filling};
use wobble2d::{Blueprint, BodyDef, Bounds, Gas, Method, PointId, Settings, Spring, Stick, World};

#[test]
fn a_world_may_be_empty_before_and_after_bodies_are_in_it() {
    for method in Method::ALL {
        let mut world = open_air(method, 8);
        run(&mut world, 0.1);
        let body = world.add(BodyDef::new(&blob()).at(0.0, 1.0)).unwrap();
        run(&mut world, 0.1);
        world.remove(body).unwrap();
        run(&mut world, 0.1);
        assert_eq!(world.bodies().count(), 0, "{method:?}");
    }
}

#[test]
fn a_kilometre_away_a_body_falls_like_one_at_the_origin() {
    let fall = |place: f32| {
        let mut world = open_air(Method::Xpbd, 64);
        world.add(BodyDef::new(&blob()).at(place, place)).unwrap();
        let start = only(&world).centre().y;
        run(&mut world, 1.0);
        (start - only(&world).centre().y, -only(&world).mean_velocity().y)
    };
    // First order: ½ g t (t + h) = 4.9063 m, 9.81 m/s; four digits of each.
    for place in [0.0, 10.0, 100.0, 1000.0] {
        let (distance, speed) = fall(place);
        assert!((distance / 4.9063 - 1.0).abs() < 5e-5, "at {place} m it fell {distance} m");
        assert!((speed / 9.81 - 1.0).abs() < 5e-5, "at {place} m it fell at {speed} m/s");
    }
}

/// Eight points on a square, every pair joined: 28 links where 13 would do.
fn all_pairs(link: impl Fn(wobble2d::blueprint::BlueprintBuilder, u32, u32) -> wobble2d::blueprint::BlueprintBuilder) -> Blueprint {
    let corners = [(0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1)];
    let mut builder = Blueprint::builder().points(corners.map(|(x, y)| 0.5 * vec2(x as f32, y as f32)), 0.125).outline(0..8);
    for a in 0..8 {
        for b in a + 1..8 {
            builder = link(builder, a, b);
        }
    }
    builder.build().unwrap()
}

#[test]
fn a_body_with_twice_the_links_it_needs_lies_still_for_a_minute() {
    let rigid = all_pairs(|builder, a, b| builder.spring(a, b, Spring::new(1e8)));
    let sticks = all_pairs(|builder, a, b| builder.stick(a, b, Stick::default()));
    for (name, blueprint) in [("springs", rigid), ("sticks", sticks)] {
        for substeps in [4, 8, 32] {
            let mut world = open_air(Method::Xpbd, substeps);
            let bounds = Bounds::new(vec2(-3.0, 0.0), vec2(3.0, 5.0));
            world.set_settings(Settings { bounds: Some(bounds), ..*world.settings() }).unwrap();
            world.add(BodyDef::new(&blueprint).at(0.0, 0.01)).unwrap();
            run(&mut world, 60.0);
            assert!(world.rms_speed() < 1e-3, "{name}, {substeps} substeps: {} m/s", world.rms_speed());
            let centre = only(&world).centre();
            assert!((centre - vec2(0.5, 0.5)).length() < 0.01, "{name}, {substeps} substeps: moved to {centre}");
        }
    }
}

/// Scales a body about its centre.
fn scale(world: &mut World, factor: Vec2) {
    let (id, centre) = (only(world).id(), only(world).centre());
    for index in 0..only(world).blueprint().points().len() as u32 {
        let place = centre + (only(world).position(index) - centre) * factor;
        world.place_point(PointId { body: id, index }, place).unwrap();
    }
}

#[test]
fn a_gas_body_stretched_to_four_times_its_area_comes_back_without_turning_inside_out() {
    let ball = Ball { filling: Filling::Gas(Gas::in_atmosphere(400.0).viscous(0.5)), ..Ball::default() };
    let balloon = Balloon::default();
    for blueprint in [ball.build().unwrap(), balloon.build().unwrap()] {
        let mut world = empty_space(Method::Xpbd, 8);
        world.add(BodyDef::new(&blueprint)).unwrap();
        run(&mut world, 5.0);
        let at_rest = only(&world).area();
        scale(&mut world, Vec2::splat(2.0));
        for _ in 0..300 {
            world.step(1.0 / 60.0);
            assert!(only(&world).area() > 0.2 * at_rest, "{}", only(&world).area() / at_rest);
        }
        run(&mut world, 5.0);
        assert!((only(&world).area() / at_rest - 1.0).abs() < 0.02, "{}", only(&world).area() / at_rest);
    }
}

#[test]
fn a_body_turned_inside_out_recovers() {
    for blueprint in [Ball::default().build().unwrap(), Balloon::default().build().unwrap(), blob()] {
        let mut world = empty_space(Method::Xpbd, 8);
        world.add(BodyDef::new(&blueprint)).unwrap();
        run(&mut world, 5.0);
        let at_rest = only(&world).area();
        scale(&mut world, vec2(-1.0, 1.0));
        assert!(only(&world).area() < 0.0);
        run(&mut world, 10.0);
        assert!((only(&world).area() / at_rest - 1.0).abs() < 0.05, "{}", only(&world).area() / at_rest);
        assert!(only(&world).frozen().is_none());
    }
}

#[test]
fn particles_on_top_of_each_other_do_not_divide_by_zero() {
    for method in Method::ALL {
        let mut world = open_air(method, 4);
        let pair = Blueprint::builder().points([Vec2::ZERO; 3], 1.0).spring(0, 1, Spring::new(10.0).rest_length(1.0));
        let pair = pair.stick(1, 2, Stick { length: Some(0.5), ..Stick::default() }).build().unwrap();
        world.add(BodyDef::new(&pair)).unwrap();
        run(&mut world, 1.0);
        assert!(world.particles().iter().flatten().all(|value| value.is_finite()), "{method:?}");
    }
}

#[test]
fn heavy_damping_only_ever_calms_under_xpbd() {
    // Damping so strong that an explicit term would overshoot a thousand times.
    let ball = Ball {
        skin: Spring::new(2000.0).damped(1e4),
        bending: Some(Spring::new(500.0).damped(1e4)),
        filling: Filling::Gas(Gas::in_atmosphere(400.0).viscous(1e4)),
        ..Ball::default()
    };
    let mut world = empty_space(Method::Xpbd, 8);
    world.add(BodyDef::new(&ball.build().unwrap()).spinning(5.0)).unwrap();
    scale(&mut world, vec2(1.5, 0.8));
    let (mut energy, spin) = (world.energy().total(), world.angular_momentum(Vec2::ZERO));
    for _ in 0..600 {
        world.step(1.0 / 60.0);
        let now = world.energy().total();
        assert!(now <= energy * (1.0 + 1e-5), "{energy} → {now}");
        energy = now;
    }
    assert!((world.angular_momentum(only(&world).centre()) / spin - 1.0).abs() < 1e-3);
}

#[test]
fn a_ball_comes_to_rest_on_the_floor_under_every_method_that_can_hold_it() {
    for method in Method::ALL.into_iter().filter(|&method| method != Method::ExplicitEuler) {
        let mut world = open_air(method, 16);
        let bounds = Bounds::new(vec2(-3.0, 0.0), vec2(3.0, 5.0));
        world.set_settings(Settings { bounds: Some(bounds), ..*world.settings() }).unwrap();
        world.add(BodyDef::new(&Ball::default().build().unwrap()).at(0.0, 1.5)).unwrap();
        run(&mut world, 30.0);
        let body = only(&world);
        assert!(body.frozen().is_none(), "{method:?}");
        // Position Verlet reports ½ h g for particles that the floor holds, and no force method damps more than the springs do.
        assert!(world.rms_speed() < 0.05, "{method:?}: {}", world.rms_speed());
        assert!((0.3..0.55).contains(&body.centre().y), "{method:?}: {}", body.centre());
    }
}

#[test]
fn a_particle_rebounds_from_a_wall_to_the_square_of_the_restitution() {
    for method in Method::ALL {
        for e in [0.3f32, 0.6, 0.9] {
            let mut world = open_air(method, 8);
            let bounds = Bounds { restitution: e, friction: 0.0, ..Bounds::new(vec2(-9.0, 0.0), vec2(9.0, 9.0)) };
            world.set_settings(Settings { bounds: Some(bounds), ..*world.settings() }).unwrap();
            world.add(BodyDef::new(&common::particle()).at(0.0, 2.0)).unwrap();
            let mut highest = 0.0f32;
            let mut bounced = false;
            for _ in 0..100 {
                world.step(1.0 / 60.0);
                bounced |= only(&world).velocity(0).y > 0.0;
                highest = if bounced { highest.max(only(&world).position(0).y) } else { 0.0 };
            }
            let expected = 2.0 * e * e;
            assert!((highest / expected - 1.0).abs() < 0.05, "{method:?}, e = {e}: {highest} instead of {expected}");
        }
    }
}

#[test]
fn friction_brakes_on_all_four_walls_and_never_past_rest() {
    // Pressed against a wall by gravity and sliding along it: stops after v²/(2 μ g).
    let walls = [vec2(0.0, -9.81), vec2(0.0, 9.81), vec2(-9.81, 0.0), vec2(9.81, 0.0)];
    for method in Method::ALL {
        for gravity in walls {
            let mut world = empty_space(method, 8);
            let bounds = Bounds { restitution: 0.0, friction: 0.5, ..Bounds::new(vec2(-4.0, -4.0), vec2(4.0, 4.0)) };
            world.set_settings(Settings { bounds: Some(bounds), ..*world.settings() }).unwrap();
            world.set_fields(wobble2d::Fields { gravity, ..wobble2d::Fields::none() }).unwrap();
            let along = gravity.perp().normalize();
            let start = gravity.normalize() * 4.0;
            world.add(BodyDef::new(&common::particle()).at(start.x, start.y).moving(3.0 * along.x, 3.0 * along.y)).unwrap();
            run(&mut world, 2.0);
            let travelled = (only(&world).position(0) - start).dot(along);
            let expected = 9.0 / (2.0 * 0.5 * 9.81);
            assert!((travelled / expected - 1.0).abs() < 0.03, "{method:?}, {gravity}: {travelled} instead of {expected}");
            assert!(only(&world).velocity(0).dot(along).abs() < 1e-4, "{method:?}, {gravity}");
        }
    }
}

#[test]
fn a_floor_that_rises_under_a_resting_ball_lifts_it_and_does_not_shoot_it_off() {
    for method in [Method::SemiImplicitEuler, Method::PositionVerlet, Method::VelocityVerlet, Method::Xpbd] {
        for substeps in [16, 32] {
            let mut world = open_air(method, substeps);
            let floor = |y: f32| Bounds { restitution: 0.0, ..Bounds::new(vec2(-3.0, y), vec2(3.0, 5.0)) };
            world.set_settings(Settings { bounds: Some(floor(0.0)), ..*world.settings() }).unwrap();
            world.add(BodyDef::new(&Ball::default().build().unwrap()).at(0.0, 0.5)).unwrap();
            run(&mut world, 5.0);
            world.set_settings(Settings { bounds: Some(floor(0.3)), ..*world.settings() }).unwrap();
            let mut fastest = 0.0f64;
            for _ in 0..120 {
                world.step(1.0 / 60.0);
                fastest = fastest.max(world.rms_speed());
            }
            assert!(fastest < 5.0, "{method:?}, {substeps} substeps: {fastest} m/s");
            assert!(only(&world).bounding_box().0.y > 0.28, "{method:?}: {}", only(&world).bounding_box().0.y);
        }
    }
}

#[test]
fn friction_takes_its_part_of_a_rebound_whatever_the_method_and_the_moment() {
    // v = (10, −4), e = ½, μ = ½: the normal speed changes by 6, so the tangential one by 3.
    for method in Method::ALL {
        for phase in 0..5 {
            let mut world = empty_space(method, 8);
            let bounds = Bounds { restitution: 0.5, friction: 0.5, ..Bounds::new(vec2(-90.0, 0.0), vec2(90.0, 90.0)) };
            world.set_settings(Settings { bounds: Some(bounds), ..*world.settings() }).unwrap();
            world.add(BodyDef::new(&common::particle()).at(0.0, 1.0 + 0.0017 * phase as f32).moving(10.0, -4.0)).unwrap();
            run(&mut world, 1.0);
            let velocity = only(&world).velocity(0);
            assert!((velocity - vec2(7.0, 2.0)).length() < 1e-3, "{method:?}, phase {phase}: {velocity}");
        }
    }
}

#[test]
fn a_spring_without_stiffness_between_coincident_points_is_no_trouble() {
    let mut world = open_air(Method::Xpbd, 8);
    let pair = Blueprint::builder().points([Vec2::ZERO; 2], 1.0).spring(0, 1, Spring::new(0.0)).build().unwrap();
    world.add(BodyDef::new(&pair)).unwrap();
    let limp = wobble2d::Tuning { stiffness: 0.0, ..Default::default() };
    world.add(BodyDef::new(&Ball::default().build().unwrap()).at(3.0, 0.0).tuned(limp)).unwrap();
    run(&mut world, 1.0);
    assert!(world.bodies().all(|body| body.frozen().is_none() && (body.mean_velocity().y + 9.81).abs() < 1e-3));
}

#[test]
fn a_slack_rope_neither_pushes_nor_brakes() {
    for method in Method::ALL {
        let mut world = empty_space(method, 4);
        let rope = Blueprint::builder().point(Vec2::ZERO, 1.0).point(vec2(1.0, 0.0), 1.0);
        let rope = rope.spring(0, 1, Spring::new(1000.0).damped(50.0).rest_length(2.0).rope()).build().unwrap();
        let body = world.add(BodyDef::new(&rope)).unwrap();
        world.set_point_velocity(PointId { body, index: 1 }, vec2(-1.0, 0.5)).unwrap();
        run(&mut world, 0.5);
        assert!((only(&world).velocity(1) - vec2(-1.0, 0.5)).length() < 1e-5, "{method:?}: {}", only(&world).velocity(1));
    }
}

#[test]
fn many_more_sticks_than_needed_stay_calm_on_the_floor() {
    // Twelve points on a circle, all sixty-six pairs joined by sticks.
    let corners = (0..12).map(|i| 0.5 * Vec2::from_angle(std::f32::consts::TAU * i as f32 / 12.0));
    let mut builder = Blueprint::builder().points(corners, 0.1).outline(0..12);
    for a in 0..12 {
        for b in a + 1..12 {
            builder = builder.stick(a, b, Stick::default());
        }
    }
    let blueprint = builder.build().unwrap();
    for method in [Method::SemiImplicitEuler, Method::PositionVerlet, Method::Xpbd] {
        let mut world = open_air(method, 8);
        let bounds = Bounds::new(vec2(-3.0, 0.0), vec2(3.0, 5.0));
        world.set_settings(Settings { bounds: Some(bounds), ..*world.settings() }).unwrap();
        world.add(BodyDef::new(&blueprint).at(0.0, 0.6)).unwrap();
        // It may roll: what lies on one support is not calmed. But it does not heat up.
        run(&mut world, 20.0);
        assert!(world.rms_speed() < 0.15, "{method:?}: {} m/s", world.rms_speed());
    }
}

#[test]
fn a_frozen_body_takes_on_no_speed_whatever_pushes_it() {
    let mut world = open_air(Method::Xpbd, 8);
    let body = world.add(BodyDef::new(&blob())).unwrap();
    world.freeze(body).unwrap();
    world.set_velocity(body, vec2(700.0, 0.0), 3.0).unwrap();
    world.set_point_velocity(PointId { body, index: 1 }, vec2(0.0, 900.0)).unwrap();
    world.impulse(PointId { body, index: 2 }, vec2(100.0, 0.0)).unwrap();
    assert!(world.particles().iter().all(|[_, _, vx, vy]| (*vx, *vy) == (0.0, 0.0)));
}

#[test]
fn many_points_that_nothing_joins_do_not_end_the_world() {
    let places = (0..500).map(|i| 0.1 * vec2((i % 25) as f32, (i / 25) as f32));
    let mut world = open_air(Method::Xpbd, 8);
    world.add(BodyDef::new(&Blueprint::builder().points(places, 0.01).build().unwrap())).unwrap();
    world.step(0.01);
    assert!((only(&world).mean_velocity().y + 0.0981).abs() < 1e-5, "they fall at {}", only(&world).mean_velocity());
}
