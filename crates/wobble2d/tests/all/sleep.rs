//! Bodies at rest sleep, and wake for good reasons only.

use crate::common;

use common::{add, open_air, run};
use glam::{Vec2, vec2};
use wobble2d::blueprint::Ball;
use wobble2d::{Blueprint, BodyDef, BodyId, Bounds, Fields, Method, Motion, PointId, Settings, World, workload};

fn slab(half_width: f32) -> Blueprint {
    let corners = [vec2(-half_width, -0.5), vec2(half_width, -0.5), vec2(half_width, 0.0), vec2(-half_width, 0.0)];
    Blueprint::builder().points(corners, 1.0).pin(0..4).outline(0..4).build().unwrap()
}

fn sleepy(method: Method) -> World {
    let mut world = open_air(method, 8);
    world.set_settings(Settings { sleep: true, ..*world.settings() }).unwrap();
    world
}

/// Three blobs around a place on the floor.
fn heap(world: &mut World, x: f32) -> Vec<BodyId> {
    let blob = workload::blob().unwrap();
    [(-0.55, 0.5), (0.55, 0.5), (0.0, 1.4)].map(|(dx, y)| world.add(BodyDef::new(&blob).at(x + dx, y)).unwrap()).to_vec()
}

fn asleep(world: &World, ids: &[BodyId]) -> usize {
    ids.iter().filter(|&&id| world.body(id).unwrap().is_asleep()).count()
}

/// Two heaps on a floor, all asleep.
fn two_heaps() -> (World, BodyId, [Vec<BodyId>; 2]) {
    let mut world = sleepy(Method::Xpbd);
    let floor = add(&mut world, &slab(20.0));
    let heaps = [heap(&mut world, -6.0), heap(&mut world, 6.0)];
    run(&mut world, 20.0);
    assert_eq!(heaps.clone().map(|ids| asleep(&world, &ids)), [3, 3], "rms {} m/s", world.rms_speed());
    (world, floor, heaps)
}

#[test]
fn of_two_sleeping_piles_a_grab_wakes_its_own_and_the_loss_of_the_floor_wakes_both() {
    let (mut world, floor, [left, right]) = two_heaps();
    // Not so high that it would roll away when it is let go of.
    let grab = world.grab(PointId { body: left[2], index: 4 }, vec2(-6.0, 1.5)).unwrap();
    world.step(1.0 / 60.0);
    assert_eq!((asleep(&world, &left), asleep(&world, &right)), (0, 3));
    run(&mut world, 1.0);
    assert_eq!(asleep(&world, &right), 3);
    world.release(grab).unwrap();
    run(&mut world, 40.0);
    assert_eq!((asleep(&world, &left), asleep(&world, &right)), (3, 3), "they did not go back to sleep");
    world.remove(floor).unwrap();
    run(&mut world, 1.0);
    assert_eq!((asleep(&world, &left), asleep(&world, &right)), (0, 0));
    assert!(world.body(right[2]).unwrap().centre().y < -2.0, "they must fall");
}

#[test]
fn a_thrown_ball_wakes_what_it_hits_before_it_hits_it() {
    let (mut world, _, [left, right]) = two_heaps();
    let before = world.momentum();
    let ball = Ball::default().build().unwrap();
    world.add(BodyDef::new(&ball).at(-9.0, 0.6).moving(6.0, 1.0)).unwrap();
    run(&mut world, 1.0);
    assert_eq!((asleep(&world, &left), asleep(&world, &right)), (0, 3));
    assert!((world.momentum() - before).x > 0.2, "the pile stood like a wall: {}", world.momentum());
}

#[test]
fn gravity_settings_and_moving_ground_wake_who_must_wake() {
    let (mut world, floor, [left, right]) = two_heaps();
    world.set_fields(Fields { gravity: vec2(0.0, 9.81), ..Fields::default() }).unwrap();
    run(&mut world, 1.0);
    assert!(world.body(left[0]).unwrap().centre().y > 2.0, "gravity was turned over");

    let (mut world, _, heaps) = two_heaps();
    world.impulse(PointId { body: heaps[0][0], index: 0 }, vec2(0.0, 0.01)).unwrap();
    assert_eq!(heaps.map(|ids| asleep(&world, &ids)), [0, 3]);

    let (mut world, ground, heaps) = two_heaps();
    world.set_motion(ground, Some(Motion::Steady { velocity: vec2(0.0, 0.01), spin: 0.0 })).unwrap();
    run(&mut world, 10.0);
    assert_eq!(heaps.map(|ids| asleep(&world, &ids)), [0, 0], "what rides on moving ground may not sleep");
    assert_eq!((floor, right.len()), (ground, 3));
}

#[test]
fn sleepers_touch_no_bit_and_are_restored_asleep() {
    let (mut world, _, _) = two_heaps();
    let before = world.particles().to_vec();
    let mut again = World::restore(&world.save()).unwrap();
    run(&mut world, 1.0);
    assert_eq!(world.particles(), before);
    run(&mut again, 1.0);
    assert_eq!(world.state_hash(), again.state_hash());
    let ball = Ball::default().build().unwrap();
    for world in [&mut world, &mut again] {
        world.add(BodyDef::new(&ball).at(-6.0, 4.0)).unwrap();
        run(world, 3.0);
    }
    assert_eq!(world.state_hash(), again.state_hash(), "the restored world forgot how its sleepers touched");
}

#[test]
fn a_slow_drifter_and_a_ball_in_the_air_never_sleep_and_a_world_without_sleep_has_no_sleepers() {
    let mut world = sleepy(Method::Xpbd);
    world.set_fields(Fields::none()).unwrap();
    let drifter = world.add(BodyDef::new(&Ball::default().build().unwrap()).moving(0.01, 0.0)).unwrap();
    run(&mut world, 20.0);
    assert!((world.body(drifter).unwrap().centre().x - 0.2).abs() < 1e-3);

    let mut world = workload::pile(4, 0.0).unwrap();
    assert!(!world.settings().sleep);
    run(&mut world, 20.0);
    assert!(world.bodies().all(|body| !body.is_asleep()));
}

#[test]
fn a_pile_in_bounds_falls_asleep_and_wakes_when_a_wall_is_taken_away() {
    let mut world = workload::pile(20, 0.0).unwrap();
    let bounds = Bounds { restitution: 0.0, ..Bounds::new(Vec2::ZERO, vec2(4.0, 100.0)) };
    world.set_settings(Settings { sleep: true, bounds: Some(bounds), ..*world.settings() }).unwrap();
    run(&mut world, 30.0);
    let sleepers = world.bodies().filter(|body| body.is_asleep()).count();
    assert_eq!(sleepers, 20, "rms {} m/s", world.rms_speed());
    let open = Bounds { max: vec2(50.0, 100.0), ..bounds };
    world.set_settings(Settings { bounds: Some(open), ..*world.settings() }).unwrap();
    run(&mut world, 3.0);
    let right = world.bodies().map(|body| body.centre().x).fold(0.0f32, f32::max);
    assert!(right > 4.5, "nobody rolled out: {right}");
}

#[test]
fn what_comes_down_on_a_sleeper_is_rubbed_as_by_one_awake() {
    let slid = |sleep: bool| {
        let mut world = sleepy(Method::Xpbd);
        add(&mut world, &slab(20.0));
        let plate = workload::square().unwrap();
        let below = world.add(BodyDef::new(&plate).at(0.0, 0.51)).unwrap();
        run(&mut world, 5.0);
        assert!(world.body(below).unwrap().is_asleep(), "rms {} m/s", world.rms_speed());
        if !sleep {
            world.set_settings(Settings { sleep, ..*world.settings() }).unwrap();
        }
        assert_eq!(world.body(below).unwrap().is_asleep(), sleep);
        let above = world.add(BodyDef::new(&plate).at(-0.1, 1.52).moving(0.8, 0.0)).unwrap();
        run(&mut world, 0.5);
        world.body(above).unwrap().centre().x + 0.1
    };
    let (on_sleeper, on_one_awake) = (slid(true), slid(false));
    assert!((0.02..0.3).contains(&on_one_awake), "{on_one_awake} m");
    assert!((on_sleeper - on_one_awake).abs() < 0.01, "{on_sleeper} m on a sleeper, {on_one_awake} m on one awake");
}
