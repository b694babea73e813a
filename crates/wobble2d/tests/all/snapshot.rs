//! Saving, restoring, and going on as if nothing had happened.

use crate::common;

use common::sheet::Sheet;
use common::{blob, lattice, open_air};
use glam::vec2;
use wobble2d::blueprint::{Ball, Chain, Cloth};
use wobble2d::{
    Action, Bend, BodyDef, Bounds, Fields, Method, Outcome, PointId, Settings, Shape, Tearing, Triangle, Tuning, Width, World,
    workload,
};

/// One of everything, in motion.
fn busy_world(method: Method) -> World {
    let mut world = open_air(method, 6);
    let bounds = Bounds { restitution: 0.4, ..Bounds::new(vec2(-4.0, -3.0), vec2(25.0, 7.0)) };
    world.set_settings(Settings { bounds: Some(bounds), stick_iterations: 2, ..*world.settings() }).unwrap();
    world.set_fields(Fields { drag: 0.001, wind: vec2(1.0, 0.0), ..Fields::default() }).unwrap();
    let soft = blob().to_builder().scale_springs(0.1, 1.0).build().unwrap();
    let chain = Chain::default().build().unwrap();
    for k in 0..11 {
        let tuning = Tuning { size: 1.0 + 0.05 * k as f32, stiffness: 1.0 + 0.1 * k as f32, ..Tuning::default() };
        world.add(BodyDef::new(&soft).at(2.0 * k as f32, 0.3 * k as f32).spinning(k as f32).tuned(tuning)).unwrap();
    }
    world.add(BodyDef::new(&lattice(5, 4, 100.0)).at(0.0, 4.0).moving(2.0, 1.0)).unwrap();
    world.add(BodyDef::new(&chain).at(1.0, 6.0)).unwrap();
    let sheet = Sheet { columns: 3, rows: 2, width: 0.9, height: 0.5, mass: 1.0, triangle: Triangle::new(50.0, 0.6).damped(0.1) };
    let sheet = sheet.build([1]).to_builder().bend_along([0, 1, 2, 3], Bend::new(0.02).damped(1e-4)).build().unwrap();
    let clay = blob().to_builder().shape(Shape::new(15.0).damped(1.0).forgetting(0.5)).build().unwrap();
    for k in 0..3 {
        world.add(BodyDef::new(&sheet).at(12.0 + 2.0 * k as f32, 5.0)).unwrap();
        world.add(BodyDef::new(&clay).at(18.0 + 2.0 * k as f32, 3.0)).unwrap();
    }
    world.add(BodyDef::new(&Cloth::default().build().unwrap()).at(8.0, 3.0)).unwrap();
    let ball = world.add(BodyDef::new(&Ball::default().build().unwrap()).at(3.0, 5.0).moving(-1.0, 0.0)).unwrap();
    world.grab(PointId { body: ball, index: 3 }, vec2(3.0, 5.5)).unwrap();
    let gone = world.add(BodyDef::new(&chain)).unwrap();
    world.remove(gone).unwrap();
    world
}

#[test]
fn a_restored_world_goes_on_with_the_same_hash_at_every_step_under_every_method() {
    for method in Method::ALL {
        for save_at in [0, 1, 17, 60] {
            let mut world = busy_world(method);
            (0..save_at).for_each(|_| world.step(1.0 / 60.0));
            let saved = world.save();
            let mut again = World::restore(&saved).unwrap();
            assert_eq!(again.save(), saved, "a snapshot of the restored world is the same snapshot");
            for step in 0..60 {
                assert_eq!(world.state_hash(), again.state_hash(), "{method:?}, saved at {save_at}, {step} steps later");
                world.step(1.0 / 60.0);
                again.step(1.0 / 60.0);
            }
        }
    }
}

#[test]
fn one_lane_and_eight_lanes_give_the_same_bits_under_every_method() {
    for method in Method::ALL {
        let (mut wide, mut narrow) = (busy_world(method), busy_world(method));
        narrow.set_settings(Settings { width: Width::One, ..*narrow.settings() }).unwrap();
        for step in 0..120 {
            wide.step(1.0 / 60.0);
            narrow.step(1.0 / 60.0);
            assert_eq!(wide.state_hash(), narrow.state_hash(), "{method:?}, step {step}");
        }
    }
}

#[test]
fn any_difference_in_state_is_a_difference_in_hash() {
    let world = busy_world(Method::Xpbd);
    let hash = world.state_hash();
    let changes: [fn(&mut World); 6] = [
        |world| world.step(1.0 / 60.0),
        |world| world.set_fields(Fields { drag: 0.0011, ..world.fields().clone() }).unwrap(),
        |world| world.set_settings(Settings { substeps: 7, ..*world.settings() }).unwrap(),
        |world| {
            let point = PointId { body: world.bodies().next().unwrap().id(), index: 2 };
            world.pin(point, true).unwrap();
        },
        |world| {
            let body = world.bodies().next().unwrap();
            let (id, softer) = (body.id(), body.blueprint().to_builder().scale_springs(0.999, 1.0).build().unwrap());
            world.set_blueprint(id, &softer).unwrap();
        },
        |world| {
            let id = world.bodies().next().unwrap().id();
            world.remove(id).unwrap();
        },
    ];
    for (k, change) in changes.into_iter().enumerate() {
        let mut changed = World::restore(&world.save()).unwrap();
        assert_eq!(changed.state_hash(), hash);
        change(&mut changed);
        assert_ne!(changed.state_hash(), hash, "change {k}");
    }
}

#[test]
fn a_damaged_foreign_or_cut_snapshot_is_refused_with_a_reason() {
    let saved = busy_world(Method::Xpbd).save();
    let why = |bytes: &[u8]| World::restore(bytes).err().expect("it must be refused").to_string();
    assert!(why(b"").contains("does not begin"), "{}", why(b""));
    assert!(why(b"GIF89a and so on").contains("does not begin"));
    assert!(why(&saved[..saved.len() - 5]).contains("damaged or cut"));
    let mut newer = saved.clone();
    newer[4] = 99;
    assert!(why(&newer).contains("version 99"), "{}", why(&newer));
    for place in (6..saved.len()).step_by(97) {
        let mut damaged = saved.clone();
        damaged[place] ^= 0x10;
        assert!(World::restore(&damaged).is_err(), "a flipped bit at {place} went unnoticed");
    }
}

#[test]
fn actions_as_data_do_what_the_methods_do() {
    let blueprint = blob();
    let mut by_hand = World::new();
    let body = by_hand.add(BodyDef::new(&blueprint).at(0.0, 2.0)).unwrap();
    let point = PointId { body, index: 5 };
    by_hand.pin(point, true).unwrap();
    by_hand.impulse(PointId { body, index: 1 }, vec2(0.1, 0.0)).unwrap();
    let grab = by_hand.grab(PointId { body, index: 9 }, vec2(1.0, 1.0)).unwrap();
    by_hand.move_grab(grab, vec2(2.0, 1.0)).unwrap();

    let mut by_action = World::new();
    let actions = [
        Action::Add(Box::new(BodyDef::new(&blueprint).at(0.0, 2.0))),
        Action::Pin(point, true),
        Action::Impulse(PointId { body, index: 1 }, vec2(0.1, 0.0)),
        Action::Grab(PointId { body, index: 9 }, vec2(1.0, 1.0)),
        Action::MoveGrab(grab, vec2(2.0, 1.0)),
    ];
    let outcomes: Vec<Outcome> = actions.iter().map(|action| by_action.apply(action).unwrap()).collect();
    assert_eq!(outcomes, [Outcome::Added(body), Outcome::Done, Outcome::Done, Outcome::Grabbed(grab), Outcome::Done]);
    for _ in 0..60 {
        by_hand.step(1.0 / 60.0);
        by_action.step(1.0 / 60.0);
    }
    assert_eq!(by_hand.state_hash(), by_action.state_hash());
    let refused =
        by_action.apply(&Action::Remove(wobble2d::BodyId::clone(&body))).and_then(|_| by_action.apply(&Action::Remove(body)));
    assert!(refused.unwrap_err().to_string().contains("does not exist"));
}

#[test]
fn changes_since_an_earlier_snapshot_restore_the_same_world_and_are_smaller() {
    for frames in [0, 1, 30] {
        let mut world = busy_world(Method::Xpbd);
        (0..20).for_each(|_| world.step(1.0 / 60.0));
        let earlier = world.save();
        (0..frames).for_each(|_| world.step(1.0 / 60.0));
        let changes = world.save_since(&earlier).unwrap();
        assert!(changes.len() < world.save().len() * 3 / 4, "{} of {}", changes.len(), world.save().len());
        assert_eq!(World::restore_since(&earlier, &changes).unwrap().save(), world.save());
    }
}

#[test]
fn changes_reach_over_added_removed_and_cut_bodies() {
    let mut world = busy_world(Method::Xpbd);
    let earlier = world.save();
    let first = world.bodies().next().unwrap().id();
    world.remove(first).unwrap();
    world.add(BodyDef::new(&lattice(3, 3, 50.0)).at(5.0, 5.0)).unwrap();
    world.cut(vec2(-1.0, 4.1), vec2(3.0, 4.2)).unwrap();
    (0..5).for_each(|_| world.step(1.0 / 60.0));
    let changes = world.save_since(&earlier).unwrap();
    assert_eq!(World::restore_since(&earlier, &changes).unwrap().save(), world.save());
    // And from more to less.
    let back = World::restore(&earlier).unwrap().save_since(&world.save()).unwrap();
    assert_eq!(World::restore_since(&world.save(), &back).unwrap().save(), earlier);
}

#[test]
fn changes_that_are_damaged_or_belong_to_another_snapshot_are_refused() {
    let mut world = busy_world(Method::Xpbd);
    let earlier = world.save();
    world.step(1.0 / 60.0);
    let changes = world.save_since(&earlier).unwrap();
    let why = |base: &[u8], changes: &[u8]| World::restore_since(base, changes).err().expect("it must be refused").to_string();
    assert!(why(&world.save(), &changes).contains("another earlier snapshot"));
    assert!(why(&earlier, b"").contains("does not begin"));
    assert!(why(&earlier, &changes[..changes.len() - 3]).contains("damaged or cut"));
    for place in (0..changes.len()).step_by(53) {
        let mut damaged = changes.clone();
        damaged[place] ^= 0x10;
        assert!(World::restore_since(&earlier, &damaged).is_err(), "a flipped bit at {place} went unnoticed");
    }
}

#[test]
fn a_blob_of_sixteen_points_takes_less_than_thirty_bytes_a_point() {
    let mut world = workload::pile(100, 0.0).unwrap();
    // After the fall: a blow that lasts is another sixty bytes.
    (0..480).for_each(|_| world.step(1.0 / 60.0));
    let (saved, points) = (world.save().len(), world.particles().len());
    assert!(saved < 30 * points, "{saved} bytes for {points} points");
}

/// The next frame of a heap of blobs that tear: every fifth frame one of them is kicked into the others.
fn kicked_on(world: &mut World) -> u64 {
    let frame = world.steps();
    if frame.is_multiple_of(5) {
        let number = frame as usize * 7 % world.bodies().count();
        let body = world.bodies().nth(number).map(|body| body.id()).unwrap();
        world.set_velocity(body, vec2(if frame.is_multiple_of(2) { 18.0 } else { -18.0 }, -9.0), 20.0).unwrap();
    }
    world.step(1.0 / 60.0);
    world.state_hash()
}

#[test]
fn a_heap_of_two_hundred_that_tears_is_rolled_back_and_lives_the_same_frames_again() {
    let fragile = workload::blob().unwrap().to_builder().tearing(Tearing::strain(0.35)).build().unwrap();
    let mut world = workload::heap(&fragile, workload::Heap::pile(200)).unwrap();
    for _ in 0..300 {
        kicked_on(&mut world);
    }
    let (saved, torn) = (world.save(), world.torn());
    assert!(torn.springs > 0, "something had torn before");
    let first: Vec<u64> = (300..400).map(|_| kicked_on(&mut world)).collect();
    assert!(world.torn().springs > torn.springs, "something tears meanwhile");
    let mut again = World::restore(&saved).unwrap();
    let second: Vec<u64> = (300..400).map(|_| kicked_on(&mut again)).collect();
    assert_eq!(second, first);
}
