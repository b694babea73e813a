//! The laboratory without a display: plots, panes side by side, numbers, and time.

use crate::common;

use common::*;
use egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use wobble_lab::Quantity;
use wobble_sandbox::{Changes, Files, REACH, Sandbox, Stage, Tool, divergence};
use wobble_scene::gallery;
use wobble2d::Method;
use wobble2d::glam::{Vec2, vec2};

fn tab(harness: &mut Harness<'_, Sandbox>, name: &str) {
    harness.get_by_label(name).click();
    harness.run_steps(2);
}

fn hash(harness: &Harness<'_, Sandbox>) -> String {
    report(harness).state_hash
}

/// Makes single steps and keeps the hash after each.
fn steps(harness: &mut Harness<'_, Sandbox>, count: usize) -> Vec<String> {
    let step = |_| {
        harness.key_press(Key::Period);
        harness.run_steps(1);
        hash(harness)
    };
    (0..count).map(step).collect()
}

fn pause(harness: &mut Harness<'_, Sandbox>) {
    if !report(harness).paused {
        harness.key_press(Key::Space);
        harness.run_steps(2);
    }
}

fn world<'h>(harness: &'h Harness<'_, Sandbox>, pane: usize) -> &'h wobble2d::World {
    harness.state().stages()[pane].world()
}

#[test]
fn every_step_is_measured_and_the_measurements_are_those_of_the_world() {
    let mut harness = opened("soft-ball");
    tab(&mut harness, "Lab");
    harness.run_steps(90);
    let stage = &harness.state().stages()[0];
    assert_eq!(stage.record().frames() as u64, stage.world().steps() + 1, "the start counts too");
    let energy = stage.record().series(Quantity::Energy).expect("measured");
    assert_eq!(energy.values.last().copied(), Some(stage.world().energy().total()));
    let speed = stage.record().series(Quantity::RmsSpeed).expect("measured");
    assert!(speed.values[20] > speed.values[0] + 1.0, "it falls: {:?}", &speed.values[..21]);
}

#[test]
fn a_recording_is_exported_as_a_table_and_as_a_picture() {
    let folder = tempfile::tempdir().expect("a folder");
    let entry = gallery::find("soft-ball").expect("a scene");
    let sandbox = Sandbox::new("soft-ball", entry.scene()).expect("valid").with_files(Files::within(folder.path()));
    let mut harness = window(sandbox, [1280.0, 1600.0]);
    tab(&mut harness, "Lab");
    harness.run_steps(30);
    pause(&mut harness);
    for button in ["CSV", "Picture"] {
        harness.get_by_label(button).click();
        harness.run_steps(2);
    }
    let table = std::fs::read_to_string(folder.path().join("soft-ball.csv")).expect("a table");
    assert_eq!(table.lines().count() as u64, report(&harness).frame + 2, "a heading, the start, and every step");
    assert!(table.starts_with("time [s],energy [J]"), "{table:.60}");
    let picture = std::fs::read(folder.path().join("soft-ball-plots.png")).expect("a picture");
    assert!(picture.starts_with(b"\x89PNG") && picture.len() > 10_000);
}

#[test]
fn equal_methods_stay_together_to_the_bit_and_others_part() {
    let mut harness = opened("pendulum");
    tab(&mut harness, "Lab");
    harness.get_by_label("3 panes").click();
    harness.run_steps(2);
    let method = world(&harness, 0).settings().method;
    harness.state_mut().change_one(1, |changes| changes.method = Some(method));
    harness.key_press(Key::R);
    harness.run_steps(120);
    let frames: Vec<u64> = (0..3).map(|pane| world(&harness, pane).steps()).collect();
    assert!(frames[0] > 100 && frames.iter().all(|&frame| frame == frames[0]), "in step: {frames:?}");
    assert_eq!(world(&harness, 0).state_hash(), world(&harness, 1).state_hash());
    assert_eq!(divergence(world(&harness, 0), world(&harness, 1)), Some(0.0));
    let apart = divergence(world(&harness, 0), world(&harness, 2)).expect("the same particles");
    assert!(apart > 1e-6, "{apart}");
    assert!(harness.query_all_by_label_contains("apart 0 m").next().is_some());
}

#[test]
fn the_pointer_acts_in_every_pane() {
    let mut harness = ball();
    harness.state_mut().split(2);
    harness.run_steps(2);
    button(&mut harness, vec2(0.0, 0.6), PointerButton::Primary, true);
    assert!((0..2).all(|pane| world(&harness, pane).grabs().len() == 1));
    button(&mut harness, vec2(0.0, 0.6), PointerButton::Primary, false);
    assert!((0..2).all(|pane| world(&harness, pane).grabs().is_empty()));
}

#[test]
fn explicit_euler_is_left_with_more_energy_than_velocity_verlet() {
    let mut harness = opened("oscillator");
    harness.state_mut().split(2);
    harness.state_mut().change_one(0, |changes| changes.method = Some(Method::ExplicitEuler));
    harness.state_mut().change_one(1, |changes| changes.method = Some(Method::VelocityVerlet));
    harness.key_press(Key::R);
    harness.run_steps(240);
    let gained: Vec<f64> = harness.state().stages().iter().map(|stage| stage.energy_gained()).collect();
    assert!(gained[0] > gained[1] + 0.1, "{gained:?}");
}

#[test]
fn another_scene_opens_in_all_panes_with_their_methods() {
    let mut harness = opened("pendulum");
    harness.state_mut().split(3);
    let methods: Vec<Method> = (0..3).map(|pane| world(&harness, pane).settings().method).collect();
    harness.state_mut().open_gallery("oscillator");
    harness.run_steps(2);
    assert_eq!(harness.state().stages().len(), 3);
    let after: Vec<Method> = (0..3).map(|pane| world(&harness, pane).settings().method).collect();
    assert_eq!(after[1..], methods[1..]);
}

#[test]
fn five_seconds_back_time_goes_on_to_the_bit_as_it_went() {
    let mut harness = opened("welcome");
    harness.run_steps(60);
    pause(&mut harness);
    let begin = report(&harness).frame;
    let first = steps(&mut harness, 300);
    harness.state_mut().travel(begin);
    harness.run_steps(1);
    assert_eq!(report(&harness).frame, begin);
    assert_eq!(steps(&mut harness, 300), first);
}

#[test]
fn what_a_hand_did_is_done_again_until_it_does_something_else() {
    let mut harness = ball();
    pause(&mut harness);
    steps(&mut harness, 30);
    let begin = report(&harness).frame;
    button(&mut harness, vec2(0.0, 0.6), PointerButton::Primary, true);
    // What is done at a step belongs to it: hashes are taken when the hand is done with it.
    let mut first = Vec::new();
    for place in line(vec2(0.0, 0.6), vec2(2.0, 3.0), 30) {
        moved(&mut harness, place);
        first.push(hash(&harness));
        steps(&mut harness, 1);
    }
    button(&mut harness, vec2(2.0, 3.0), PointerButton::Primary, false);
    first.push(hash(&harness));
    first.extend(steps(&mut harness, 60));
    harness.state_mut().travel(begin);
    assert_eq!(world(&harness, 0).grabs().len(), 1, "the hand had taken hold at this step");
    assert_eq!(hash(&harness), first[0]);
    assert_eq!(steps(&mut harness, first.len() - 1), first[1..]);
    harness.state_mut().travel(begin + 15);
    harness.run_steps(1);
    assert_eq!(world(&harness, 0).grabs().len(), 1);
    harness.key_press(Key::G);
    harness.run_steps(2);
    assert!(world(&harness, 0).grabs().is_empty(), "another future: nobody holds it");
    assert_ne!(steps(&mut harness, 20), first[16..36]);
    assert_eq!(*harness.state().time_span().end(), begin + 35, "the first future is gone");
}

#[test]
fn a_change_of_method_is_taken_back_with_the_time_it_was_made_in() {
    let mut harness = opened("welcome");
    pause(&mut harness);
    let begin = report(&harness).frame;
    steps(&mut harness, 10);
    harness.key_press(Key::M);
    harness.run_steps(2);
    steps(&mut harness, 10);
    let (end, changed) = (hash(&harness), report(&harness).method);
    assert_ne!(changed, "xpbd");
    harness.state_mut().travel(begin + 5);
    harness.run_steps(1);
    assert_eq!(report(&harness).method, "xpbd");
    harness.state_mut().travel(begin + 20);
    assert_eq!((hash(&harness), report(&harness).method), (end, changed));
}

#[test]
fn ten_seconds_are_remembered_and_no_more() {
    let mut harness = opened("soft-ball");
    pause(&mut harness);
    steps(&mut harness, REACH as usize + 100);
    let span = harness.state().time_span();
    assert_eq!(span.end() - span.start(), REACH);
    let bytes = harness.state().stages()[0].history().bytes();
    let one = world(&harness, 0).save().len();
    assert!(bytes <= 33 * one, "{bytes} B for snapshots of {one} B");
    harness.key_press(Key::Comma);
    harness.run_steps(2);
    assert_eq!(report(&harness).frame + 1, *span.end(), "one step back");
}

#[test]
fn a_click_selects_and_so_does_alt_with_any_tool() {
    let mut harness = ball();
    pause(&mut harness);
    take(&mut harness, Tool::Select);
    drag(&mut harness, PointerButton::Primary, &[vec2(0.0, 0.8)]);
    let body = world(&harness, 0).bodies().next().expect("a ball").id();
    assert_eq!(harness.state().selection().map(|selection| selection.body), Some(body));
    assert!(harness.query_by_label("NUMBERS").is_some(), "its numbers are shown");
    drag(&mut harness, PointerButton::Primary, &[vec2(3.0, 4.0)]);
    assert_eq!(harness.state().selection(), None, "empty air selects nothing");
    take(&mut harness, Tool::Cut);
    let pos = pointer(&harness, vec2(0.0, 0.8));
    let modifiers = Modifiers::ALT;
    harness.event_modifiers(Event::PointerMoved(pos), modifiers);
    for pressed in [true, false] {
        harness.event_modifiers(Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers }, modifiers);
        harness.run_steps(1);
    }
    assert_eq!(harness.state().selection().map(|selection| selection.body), Some(body));
    assert_eq!(world(&harness, 0).torn_springs(), 0);
}

#[test]
fn numbers_of_a_body_are_changed_while_it_moves_and_reset_takes_them_back() {
    let mut harness = ball();
    take(&mut harness, Tool::Select);
    drag(&mut harness, PointerButton::Primary, &[vec2(0.0, 0.6)]);
    let body = world(&harness, 0).bodies().next().expect("a ball").id();
    let before = harness.state().stages()[0].numbers(body).expect("it is there");
    let mut changed = before;
    changed.mass *= 3.0;
    changed.tuning.stiffness = 0.25;
    changed.surface.friction = 0.05;
    harness.state_mut().set_numbers(body, changed);
    harness.run_steps(2);
    let now = harness.state().stages()[0].numbers(body).expect("it is there");
    assert!((now.mass / before.mass - 3.0).abs() < 1e-5);
    assert_eq!((now.tuning, now.surface), (changed.tuning, changed.surface));
    harness.get_by_label("Reset friction").click();
    harness.run_steps(2);
    let now = harness.state().stages()[0].numbers(body).expect("it is there");
    assert_eq!((now.surface, now.tuning), (before.surface, changed.tuning), "one number, not all");
    harness.get_by_label("Reset all").click();
    harness.run_steps(2);
    let now = harness.state().stages()[0].numbers(body).expect("it is there");
    assert_eq!((now.surface, now.tuning), (before.surface, before.tuning));
    assert!((now.mass / before.mass - 1.0).abs() < 1e-5, "{} and {}", now.mass, before.mass);
}

#[test]
fn the_adviser_speaks_beside_the_stiffness_and_its_way_out_helps() {
    let stiff = r#"{ "version": 1, "settings": { "bounds": {}, "method": "semi-implicit-euler", "substeps": 2 },
                     "bodies": [{ "lattice": {}, "at": [0, 3], "tuning": { "stiffness": 20 } }] }"#;
    let mut harness = scene(stiff);
    harness.key_press(Key::R);
    pause(&mut harness);
    harness.key_press(Key::R);
    harness.run_steps(2);
    take(&mut harness, Tool::Select);
    let body = world(&harness, 0).bodies().next().expect("a lattice");
    let (id, centre) = (body.id(), body.centre());
    drag(&mut harness, PointerButton::Primary, &[centre]);
    assert!(harness.query_all_by_label_contains("It will explode").next().is_some());
    let needed = world(&harness, 0).advice(id).and_then(|advice| advice.substeps_needed).expect("some number is enough");
    harness.get_by_label(&format!("{needed} substeps")).click();
    harness.run_steps(2);
    assert_eq!(world(&harness, 0).settings().substeps, needed);
    assert_eq!(world(&harness, 0).advice(id), None);
    assert!(harness.query_all_by_label_contains("It will explode").next().is_none());
}

#[test]
fn a_thousand_blobs_are_remembered_for_ten_seconds_within_the_bound() {
    let entry = gallery::find("pile-1000").expect("a scene");
    let mut stage = Stage::new(entry.name, entry.scene()).expect("valid");
    (0..41).for_each(|_| stage.step());
    let bytes = stage.history().bytes();
    println!("{bytes} B for three keys of {} particles", stage.world().particles().len());
    // Thirty-one keys cover ten seconds and the way to the first of them.
    assert!(bytes / 3 * 31 < 48 << 20, "{bytes} B");
    let now = stage.world().state_hash();
    stage.travel(7);
    (7..41).for_each(|_| stage.step());
    assert_eq!(stage.world().state_hash(), now);
}

#[test]
fn every_method_but_explicit_euler_keeps_spin_as_its_sentence_says() {
    let text = r#"{ "version": 1, "fields": { "gravity_on": false }, "settings": { "substeps": 16 },
                    "bodies": [{ "lattice": { "columns": 6, "rows": 6 }, "spin": 2 }] }"#;
    for method in Method::ALL.into_iter().filter(|&method| method != Method::ExplicitEuler) {
        let mut stage = Stage::new("spin", wobble_scene::Scene::parse(text).expect("valid")).expect("valid");
        stage.set_changes(Changes { method: Some(method), ..stage.changes() });
        let before = stage.world().angular_momentum(Vec2::ZERO);
        (0..600).for_each(|_| stage.step());
        let left = stage.world().angular_momentum(Vec2::ZERO) / before;
        assert!((left - 1.0).abs() < 1e-3, "{} keeps {left}", method.name());
    }
}
