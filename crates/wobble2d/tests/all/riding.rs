//! A sheet that rides through the substeps in strips, against one spring after the other, bit for bit, whatever befalls it on the way.

use crate::common;

use glam::vec2;
use wobble2d::blueprint::{Cloth, Pinned};
use wobble2d::oracle::{share_always, sweeps_back};
use wobble2d::{
    Anchor, Blueprint, BodyDef, BodyId, Bounds, Fields, Filter, Hold, Joint, Motion, PointId, Settings, Spring, Tuning, Width,
    World,
};

/// The rows do not divide by sixteen, and neither do the turns of its diagonals.
const COLUMNS: u32 = 50;
const ROWS: u32 = 50;

fn sheet(structural: Spring, shear: Spring) -> Blueprint {
    let cloth = Cloth { columns: COLUMNS, rows: ROWS, spacing: 0.1, mass: 1.0, structural, shear, pinned: Pinned::Top };
    let blueprint = cloth.build().unwrap();
    assert!(!sweeps_back(&blueprint), "those that are have a case of their own");
    blueprint
}

fn plain() -> Blueprint {
    sheet(Spring::new(2e3).damped(0.05), Spring::new(1e3).damped(0.02))
}

/// The same with so many springs that it is swept forth and back.
fn stiffened() -> Blueprint {
    let bracing = Spring::new(500.0).damped(0.01);
    let below = 0..(ROWS - 2) * COLUMNS;
    let blueprint = below.fold(plain().to_builder(), |builder, i| builder.spring(i, i + 2 * COLUMNS, bracing)).build().unwrap();
    assert!(sweeps_back(&blueprint));
    blueprint
}

/// What happens to a sheet before a step of that number.
type Fate = fn(&mut World, BodyId, u32);

/// Where it is after half a second, in which something happens.
fn hash(blueprint: &Blueprint, fate: Fate, width: Width, threads: usize) -> u64 {
    let mut world = World::new();
    world.set_settings(Settings { width, ..*world.settings() }).unwrap();
    share_always(&mut world, threads);
    let id = world.add(BodyDef::new(blueprint).moving(0.3, 0.1)).unwrap();
    for step in 0..30 {
        fate(&mut world, id, step);
        world.step(1.0 / 60.0);
    }
    world.state_hash()
}

fn point(body: BodyId, column: u32, row: u32) -> PointId {
    PointId { body, index: row * COLUMNS + column }
}

fn bounded(world: &mut World, restitution: f32) {
    let bounds = Bounds { restitution, ..Bounds::new(vec2(-2.46, -2.5), vec2(2.5, 5.0)) };
    world.set_settings(Settings { bounds: Some(bounds), ..*world.settings() }).unwrap();
}

const FATES: [(&str, Fate); 16] = [
    ("nothing", |_, _, _| {}),
    ("wind for a while", |world, _, step| {
        let drag = if (8..20).contains(&step) { 0.01 } else { 0.0 };
        world.set_fields(Fields { drag, wind: vec2(3.0, 1.0), ..world.fields().clone() }).unwrap();
    }),
    ("a grab, and its end", |world, id, step| {
        if step == 9 {
            world.grab(point(id, 20, 7), vec2(0.4, -0.5)).unwrap();
        } else if step == 21 {
            let grab = world.grabs()[0].id;
            world.release(grab).unwrap();
        }
    }),
    ("a floor and walls", |world, _, step| {
        if step == 0 {
            bounded(world, 0.0)
        }
    }),
    ("a floor and walls that throw back", |world, _, step| {
        if step == 0 {
            bounded(world, 0.5)
        }
    }),
    ("a floor and walls far from the origin", |world, id, step| {
        if step == 0 {
            let by = vec2(1000.0, -300.0);
            world.teleport(id, by).unwrap();
            let bounds = Bounds { restitution: 0.0, ..Bounds::new(vec2(-2.46, -2.5) + by, vec2(2.5, 5.0) + by) };
            world.set_settings(Settings { bounds: Some(bounds), ..*world.settings() }).unwrap();
        }
    }),
    ("a blob that hits it", |world, _, step| {
        if step == 6 {
            world.add(BodyDef::new(&common::blob()).at(0.0, -3.2).moving(0.0, 6.0)).unwrap();
        }
    }),
    ("a blob that passes", |world, _, step| {
        if step == 6 {
            let ghost = Filter { layers: 0, ..Filter::default() };
            world.add(BodyDef::new(&common::blob()).at(0.0, -3.2).moving(0.0, 6.0).filter(ghost)).unwrap();
        }
    }),
    ("a joint, and its end", |world, id, step| {
        if step == 5 {
            let place = world.body(id).unwrap().position(20 * COLUMNS);
            let joint = Joint::new(Hold::Hinge, Anchor::World(place), Anchor::Point(point(id, 0, 20)));
            world.add_joint(joint).unwrap();
        } else if step == 19 {
            let joint = world.joints().next().unwrap().id();
            world.remove_joint(joint).unwrap();
        }
    }),
    ("pins that come and go", |world, id, step| {
        for column in 0..COLUMNS {
            world.pin(point(id, column, ROWS - 1 - step % 3), (column + step) % 5 < 2).unwrap();
        }
    }),
    ("a lead", |world, id, step| {
        if step == 4 {
            let swing = Motion::Swing { by: vec2(0.3, 0.1), turn: 0.1, period: 0.7, phase: 0.1 };
            world.set_motion(id, Some(swing)).unwrap();
        }
    }),
    ("another size, stiffness and damping", |world, id, step| {
        if step == 7 {
            world.tune(id, Tuning { size: 0.9, stiffness: 2.0, damping: 0.5, ..Tuning::default() }).unwrap();
        } else if step == 20 {
            world.tune(id, Tuning { damping: 0.0, ..Tuning::default() }).unwrap();
        }
    }),
    ("another mass", |world, id, step| {
        if step == 7 {
            world.set_mass(id, 3.0).unwrap()
        }
    }),
    ("a cut", |world, _, step| {
        if step == 10 {
            world.cut(vec2(-1.0, 0.33), vec2(0.7, -0.9)).unwrap();
        }
    }),
    ("a blow that divides the step", |world, id, step| {
        if step == 10 {
            world.set_point_velocity(point(id, 11, 13), vec2(300.0, 20.0)).unwrap();
            world.add(BodyDef::new(&common::blob()).at(0.0, -4.0).moving(0.0, 80.0)).unwrap();
        }
    }),
    ("other substeps", |world, _, step| {
        if step == 10 {
            world.set_settings(Settings { substeps: 3, ..*world.settings() }).unwrap();
        }
    }),
];

#[test]
fn whatever_befalls_a_sheet_its_strips_give_the_same_bits_as_one_spring_after_the_other() {
    let mut hashes = Vec::new();
    for (kind, blueprint) in [("plain", plain()), ("swept forth and back", stiffened())] {
        for (name, fate) in FATES {
            let strips = hash(&blueprint, fate, Width::Widest, 1);
            assert_eq!(strips, hash(&blueprint, fate, Width::One, 1), "{kind}, {name}");
            assert_eq!(strips, hash(&blueprint, fate, Width::Widest, 3), "{kind}, {name}, by three threads");
            hashes.push(strips);
        }
    }
    hashes.sort_unstable();
    hashes.dedup();
    assert_eq!(hashes.len(), 2 * FATES.len(), "every fate is one of its own");
}

/// The same woven of points and springs that differ, a few of them the other way round.
fn uneven(even: &Blueprint) -> Blueprint {
    let mut builder = Blueprint::builder();
    for (i, point) in even.points().iter().enumerate() {
        builder = builder.point(point.position, point.mass * (1.0 + 0.1 * (i % 7) as f32));
    }
    let place = |i: u32| even.points()[i as usize].position;
    for (i, &([a, b], spring)) in even.springs().iter().enumerate() {
        let spring = spring.rest_length(place(a).distance(place(b)) * (1.0 + 0.01 * (i % 11) as f32));
        builder = if i % 40 == 3 { builder.spring(b, a, spring) } else { builder.spring(a, b, spring) };
    }
    builder.pin([0, 13, 44]).build().unwrap()
}

#[test]
fn sheets_of_ropes_of_undamped_springs_and_of_all_sorts_give_the_same_bits_as_one_spring_after_the_other() {
    let spring = Spring::new(2e3).damped(0.05);
    let kinds = [
        ("ropes", sheet(spring.rope(), spring)),
        ("undamped", sheet(Spring::new(2e3), Spring::new(1e3))),
        ("half damped", sheet(spring, Spring::new(1e3))),
        ("uneven", uneven(&plain())),
    ];
    for (name, blueprint) in kinds {
        for (fate, doing) in &FATES[..4] {
            assert_eq!(hash(&blueprint, *doing, Width::Widest, 1), hash(&blueprint, *doing, Width::One, 1), "{name}, {fate}");
        }
    }
}
