//! Recordings: living a run again, and noticing when it comes out otherwise.

use crate::common;

use common::{blob, lattice};
use glam::vec2;
use wobble2d::blueprint::{Balloon, Chain};
use wobble2d::{
    Action, Anchor, BodyDef, BodyId, Bounds, Difference, Drive, Entry, Fields, Filter, Hold, Joint, Keyframe, Method, Motion,
    Motor, Outcome, PointId, Recording, Settings, Signal, Surface, Tuning, World,
};

const STEP: f32 = 1.0 / 60.0;

/// Does something, and steps a few times.
fn play(recording: &mut Recording, world: &mut World, action: Action) -> Outcome {
    let outcome = recording.act(world, &action).unwrap_or_else(|error| panic!("{action:?}: {error}"));
    (0..3).for_each(|_| recording.step(world, STEP));
    outcome
}

fn add(recording: &mut Recording, world: &mut World, def: BodyDef) -> BodyId {
    match play(recording, world, Action::Add(Box::new(def))) {
        Outcome::Added(body) => body,
        other => panic!("{other:?}"),
    }
}

/// A run in which everything is done that can be done.
fn eventful() -> Recording {
    let world = &mut World::new();
    let recording = &mut Recording::of(world);
    let bounds = Bounds { restitution: 0.4, ..Bounds::new(vec2(-4.0, -3.0), vec2(9.0, 7.0)) };
    play(recording, world, Action::SetSettings(Settings { bounds: Some(bounds), substeps: 6, ..Settings::default() }));
    play(recording, world, Action::SetFields(Fields { drag: 0.001, wind: vec2(1.0, 0.0), ..Fields::default() }));
    let body = add(recording, world, BodyDef::new(&blob()).at(0.0, 1.0));
    let grid = add(recording, world, BodyDef::new(&lattice(4, 4, 200.0)).at(4.0, 1.0).spinning(1.0).mass(2.0));
    let balloon = add(recording, world, BodyDef::new(&Balloon::default().build().unwrap()).at(2.0, 4.0));
    let motion = Motion::Swing { by: vec2(1.0, 0.0), turn: 0.2, period: 2.0, phase: 0.0 };
    let chain = add(recording, world, BodyDef::new(&Chain::default().build().unwrap()).at(-2.0, 5.0).led(motion));
    let point = |index| PointId { body, index };
    let frames = vec![
        Keyframe { time: 0.0, offset: vec2(0.0, 0.0), angle: 0.0 },
        Keyframe { time: 1.0, offset: vec2(0.5, 0.0), angle: 0.1 },
    ];
    for action in [
        Action::Pin(point(3), true),
        Action::Pin(point(3), false),
        Action::Teleport(grid, vec2(0.1, 0.2)),
        Action::PlacePoint(point(2), vec2(0.1, 1.5)),
        Action::SetVelocity(body, vec2(1.0, 2.0), 0.5),
        Action::SetPointVelocity(point(1), vec2(-1.0, 0.0)),
        Action::Impulse(point(0), vec2(0.01, 0.1)),
        Action::SetMass(body, 3.0),
        Action::Tune(body, Tuning { stiffness: 2.0, ..Tuning::default() }),
        Action::SetSurface(body, Surface { friction: 0.9, ..Surface::default() }),
        Action::SetFilter(body, Filter { layers: 3, ..Filter::default() }),
        Action::SetMotion(chain, Some(Motion::Keyframes { frames, repeats: true })),
        Action::SetMotion(chain, None),
        Action::SetBlueprint(body, blob().to_builder().scale_springs(0.5, 1.0).build().unwrap()),
        Action::SetMuscle(grid, 2, Some(Signal::Sine { mean: 1.0, amplitude: 0.2, period: 0.5, phase: 0.0 })),
        Action::SetPump(balloon, Some(Signal::Square { low: 0.8, high: 1.2, period: 1.0, phase: 0.0 })),
        Action::Cut(vec2(3.0, 1.6), vec2(6.0, 1.7)),
        Action::Freeze(balloon),
        Action::Thaw(balloon),
    ] {
        play(recording, world, action);
    }
    let Outcome::Grabbed(grab) = play(recording, world, Action::Grab(point(5), vec2(1.0, 3.0))) else { panic!("a grab") };
    play(recording, world, Action::MoveGrab(grab, vec2(0.0, 3.0)));
    play(recording, world, Action::Release(grab));
    let joint = Joint::new(Hold::Loose, Anchor::Point(point(4)), Anchor::Body { body: balloon, place: vec2(0.0, 0.0) });
    let Outcome::Joined(joint) = play(recording, world, Action::AddJoint(Box::new(joint))) else { panic!("a joint") };
    play(
        recording,
        world,
        Action::SetMotor(joint, Some(Motor { drive: Drive::Speed, target: Signal::Constant(0.2), strength: 1.0 })),
    );
    play(recording, world, Action::RemoveJoint(joint));
    play(recording, world, Action::Remove(balloon));
    play(recording, world, Action::SetSettings(Settings { method: Method::VelocityVerlet, ..*world.settings() }));
    recording.step(world, 1.0 / 120.0);
    recording.clone()
}

#[test]
fn a_run_with_every_kind_of_action_is_lived_again_to_the_bit() {
    let recording = eventful();
    let again = Recording::from_bytes(&recording.to_bytes()).unwrap();
    assert_eq!(again, recording);
    assert_eq!(again.verify().unwrap(), None);
    let kinds: std::collections::BTreeSet<String> = again
        .entries()
        .filter_map(|entry| match entry {
            Entry::Act(action) => Some(format!("{action:?}").split(['(', ' ']).next().unwrap_or_default().to_string()),
            Entry::Step { .. } => None,
        })
        .collect();
    assert_eq!(kinds.len(), 27, "every action is tried: {kinds:?}");
    assert_eq!(again.entries().count() as u64, again.frames() + again.actions());
}

#[test]
fn a_frame_takes_nine_bytes() {
    let mut world = wobble2d::demo::welcome();
    let mut recording = Recording::of(&world);
    recording.step(&mut world, STEP);
    let short = recording.to_bytes().len();
    (0..100).for_each(|_| recording.step(&mut world, STEP));
    assert_eq!(recording.to_bytes().len(), short + 900);
}

#[test]
fn the_first_frame_that_differs_is_named() {
    let mut world = wobble2d::demo::welcome();
    let mut recording = Recording::of(&world);
    for frame in 1..=60 {
        world.step(STEP);
        recording.note_step(STEP, world.state_hash() ^ u64::from(frame == 37 || frame == 50));
    }
    let difference = recording.verify().unwrap().expect("two frames are forged");
    assert!(matches!(difference, Difference::State { frame: 37, recorded, replayed } if recorded == replayed ^ 1), "{difference}");
    assert_eq!(difference.frame(), 37);
}

#[test]
fn what_could_be_done_then_and_is_refused_now_is_a_difference() {
    let mut world = wobble2d::demo::welcome();
    let mut recording = Recording::of(&world);
    recording.step(&mut world, STEP);
    let body = world.bodies().next().unwrap().id();
    recording.note(&Action::Teleport(body, vec2(f32::NAN, 0.0)));
    recording.step(&mut world, STEP);
    let difference = recording.verify().unwrap().expect("it cannot be done");
    assert!(matches!(difference, Difference::Refused { frame: 2, .. }), "{difference}");
}

#[test]
fn what_the_world_refuses_is_not_recorded() {
    let mut world = wobble2d::demo::welcome();
    let mut recording = Recording::of(&world);
    let body = world.bodies().next().unwrap().id();
    recording.act(&mut world, &Action::SetMass(body, -1.0)).unwrap_err();
    recording.step(&mut world, STEP);
    assert_eq!((recording.actions(), recording.verify().unwrap()), (0, None));
}

#[test]
fn a_damaged_foreign_or_cut_recording_is_refused_with_a_reason() {
    let file = eventful().to_bytes();
    let why = |bytes: &[u8]| Recording::from_bytes(bytes).expect_err("it must be refused").to_string();
    assert!(why(b"").contains("does not begin"), "{}", why(b""));
    assert!(why(&World::new().save()).contains("is a snapshot"), "{}", why(&World::new().save()));
    assert!(why(&file[..file.len() - 5]).contains("damaged or cut"));
    let mut newer = file.clone();
    newer[4] = 9;
    assert!(why(&newer).contains("version 9"), "{}", why(&newer));
    for place in (6..file.len()).step_by(97) {
        let mut damaged = file.clone();
        damaged[place] ^= 0x10;
        assert!(Recording::from_bytes(&damaged).is_err(), "a flipped bit at {place} went unnoticed");
    }
}

#[test]
fn a_small_recording_cannot_ask_for_a_world_of_any_size() {
    let mut world = World::new();
    let mut recording = Recording::of(&world);
    let large = BodyDef::new(&lattice(500, 500, 100.0));
    for _ in 0..4 {
        recording.act(&mut world, &Action::Add(Box::new(large.clone()))).unwrap();
    }
    let refused = recording.act(&mut world, &Action::Add(Box::new(large.clone()))).unwrap_err();
    assert!(refused.to_string().contains("at most a million"), "{refused}");
    recording.note(&Action::Add(Box::new(large)));
    let replayed = recording.verify().unwrap();
    assert!(matches!(replayed, Some(Difference::Refused { frame: 1, .. })), "{replayed:?}");
}
