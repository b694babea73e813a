//! The app without a display: what can be clicked, pressed and dragged does what it says.

use crate::common;

use common::*;
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use wobble_sandbox::{Command, Ready, Sandbox, Tool};
use wobble_scene::gallery;
use wobble2d::glam::{Vec2, vec2};

#[test]
fn every_scene_of_the_gallery_opens_and_moves() {
    let mut harness = opened("welcome");
    for entry in gallery::all() {
        harness.state_mut().open_gallery(entry.name);
        harness.run_steps(1);
        let before = report(&harness);
        assert_eq!(before.scene, entry.name);
        harness.run_steps(2);
        let after = report(&harness);
        assert!(after.frame > before.frame && after.state_hash != before.state_hash, "{} stands still", entry.name);
    }
}

#[test]
fn time_passes_unless_it_is_paused_and_can_be_made_step_by_step() {
    let mut harness = opened("welcome");
    harness.run_steps(10);
    assert!(report(&harness).frame >= 9);
    harness.key_press(Key::Space);
    harness.run_steps(2);
    let paused = report(&harness);
    assert!(paused.paused);
    harness.run_steps(10);
    assert_eq!(report(&harness), paused, "nothing moves while time stands still");
    harness.get_by_label(Command::SingleStep.name()).click();
    harness.run_steps(3);
    assert_eq!(report(&harness).frame, paused.frame + 1);
    harness.get_by_label(Command::Restart.name()).click();
    harness.run_steps(3);
    assert_eq!(report(&harness).frame, 0);
}

#[test]
fn half_the_speed_makes_half_the_steps() {
    let mut harness = opened("soft-ball");
    harness.key_press(Key::OpenBracket);
    harness.run_steps(2);
    let before = report(&harness).frame;
    harness.run_steps(40);
    assert_eq!(report(&harness).frame - before, 20);
}

#[test]
fn a_run_in_the_window_is_the_run_of_the_engine() {
    let mut harness = opened("jelly-tower");
    harness.run_steps(60);
    let seen = report(&harness);
    let mut built = gallery::find("jelly-tower").expect("a scene").scene().build().expect("a world");
    (0..seen.frame).for_each(|_| built.world.step(FRAME));
    assert_eq!(seen.state_hash, format!("{:016x}", built.world.state_hash()));
}

#[test]
fn a_grabbed_body_follows_the_pointer_and_stays_where_it_falls() {
    for which in [PointerButton::Primary, PointerButton::Secondary] {
        let mut harness = ball();
        button(&mut harness, vec2(0.0, 0.6), which, true);
        let held = report(&harness).grabbed.expect("a particle is held");
        for place in line(vec2(0.0, 0.6), vec2(3.0, 4.0), 40) {
            moved(&mut harness, place);
        }
        harness.run_steps(40);
        let now = report(&harness).grabbed.expect("it is still held");
        assert!(Vec2::from(now).distance(vec2(3.0, 4.0)) < 0.2, "from {held:?} to {now:?}");
        button(&mut harness, vec2(3.0, 4.0), which, false);
        assert_eq!(report(&harness).grabbed, None);
        assert!(first_centre(&harness).x > 2.0);
    }
}

#[test]
fn a_cut_through_a_cloth_tears_springs_and_makes_two_bodies() {
    let mut harness = opened("thesis-3");
    take(&mut harness, Tool::Cut);
    let before = report(&harness);
    let cloth = harness.state().stages()[0].world().bodies().next().expect("a cloth").bounding_box();
    let (low, high) = cloth;
    let height = 0.5 * (low.y + high.y);
    drag(&mut harness, PointerButton::Primary, &line(vec2(low.x - 0.5, height), vec2(high.x + 0.5, height), 12));
    let after = report(&harness);
    assert_eq!(before.torn_springs, 0);
    assert!(after.torn_springs > 20, "{after:?}");
    assert!(after.bodies > before.bodies, "{after:?}");
}

#[test]
fn another_method_goes_on_from_the_same_positions_and_velocities() {
    let mut harness = opened("welcome");
    harness.run_steps(30);
    harness.key_press(Key::Space);
    harness.run_steps(2);
    let before = harness.state().stages()[0].world().particles().to_vec();
    harness.key_press(Key::M);
    harness.run_steps(2);
    assert_eq!(report(&harness).method, "implicit", "the one after xpbd");
    assert_eq!(harness.state().stages()[0].world().particles(), before);
    harness.key_press(Key::R);
    harness.run_steps(2);
    assert_eq!(report(&harness).method, "implicit", "a choice outlives a restart");
}

#[test]
fn whatever_can_be_spawned_appears_and_can_be_erased() {
    let mut harness = empty();
    for (count, ready) in Ready::ALL.into_iter().enumerate() {
        take(&mut harness, Tool::Spawn);
        harness.get_by_label(ready.name()).click();
        harness.run_steps(2);
        let place = vec2(-3.6 + 1.2 * count as f32, 4.0);
        drag(&mut harness, PointerButton::Primary, &[place]);
        assert_eq!(report(&harness).bodies, count + 1, "{}: {:?}", ready.name(), report(&harness).problems);
    }
    take(&mut harness, Tool::Erase);
    drag(&mut harness, PointerButton::Primary, &line(vec2(-4.8, 4.0), vec2(4.8, 4.0), 60));
    assert_eq!(report(&harness).bodies, 0);
}

#[test]
fn an_outline_drawn_by_hand_becomes_a_soft_body() {
    let mut harness = empty();
    take(&mut harness, Tool::Draw);
    let corner = |k: i32| {
        let (sin, cos) = libm::sincosf(core::f32::consts::TAU * k as f32 / 40.0);
        // A bean: dented at the bottom.
        vec2(1.6 * cos, 4.0 + sin * if sin < 0.0 { 1.0 - 0.7 * (1.0 - cos * cos) } else { 1.0 })
    };
    drag(&mut harness, PointerButton::Primary, &(0..40).map(corner).collect::<Vec<_>>());
    let after = report(&harness);
    assert_eq!((after.bodies, after.problems.len()), (1, 0), "{after:?}");
    let body = harness.state().stages()[0].world().bodies().next().expect("it was added");
    assert!(!body.blueprint().triangles().is_empty() || !body.blueprint().springs().is_empty());
    assert!((body.centre() - vec2(0.0, 4.2)).length() < 0.4, "{}", body.centre());
}

#[test]
fn a_scribble_that_is_no_outline_is_explained() {
    let mut harness = empty();
    take(&mut harness, Tool::Draw);
    let eight = [vec2(-2.0, 3.0), vec2(2.0, 5.0), vec2(2.0, 3.0), vec2(-2.0, 5.0)];
    drag(&mut harness, PointerButton::Primary, &eight);
    assert_eq!(report(&harness).bodies, 0);
    assert_eq!(report(&harness).problems.len(), 1);
    harness.get_by_label("I see").click();
    harness.run_steps(2);
    assert!(report(&harness).problems.is_empty());
}

#[test]
fn a_pinned_particle_stays_and_can_be_freed() {
    let mut harness = ball();
    take(&mut harness, Tool::Pin);
    let top = vec2(0.0, 1.0);
    let pins = |harness: &Harness<'_, Sandbox>| {
        let body = harness.state().stages()[0].world().bodies().next().expect("a ball");
        (0..body.state().len() as u32).filter(|&index| body.is_pinned(index)).count()
    };
    drag(&mut harness, PointerButton::Primary, &[top]);
    assert_eq!(pins(&harness), 1);
    drag(&mut harness, PointerButton::Primary, &[top]);
    assert_eq!(pins(&harness), 0);
}

#[test]
fn a_flung_body_flies_away_from_the_pointer() {
    let mut harness = ball();
    take(&mut harness, Tool::Fling);
    drag(&mut harness, PointerButton::Primary, &line(vec2(0.0, 0.5), vec2(-1.5, 0.4), 4));
    let speed = harness.state().stages()[0].world().bodies().next().expect("a ball").mean_velocity();
    assert!(speed.x > 3.0, "{speed}");
}

#[test]
fn the_field_repels_while_it_is_held_and_attracts_with_the_other_button() {
    for (which, attracts) in [(PointerButton::Primary, false), (PointerButton::Secondary, true)] {
        let mut harness = ball();
        take(&mut harness, Tool::Field);
        button(&mut harness, vec2(-2.0, 0.6), which, true);
        harness.run_steps(30);
        let x = first_centre(&harness).x;
        assert_eq!(x < 0.0, attracts, "the ball went to {x}");
        button(&mut harness, vec2(-2.0, 0.6), which, false);
        assert_eq!(harness.state().stages()[0].world().fields().pointer, None);
    }
}

#[test]
fn a_poke_moves_what_it_touches() {
    let mut harness = ball();
    harness.run_steps(60);
    take(&mut harness, Tool::Poke);
    let before = first_centre(&harness);
    drag(&mut harness, PointerButton::Primary, &line(vec2(-0.55, 0.5), vec2(0.3, 0.5), 8));
    harness.run_steps(20);
    assert!(first_centre(&harness).x > before.x + 0.05, "{before} → {}", first_centre(&harness));
}

#[test]
fn the_wheel_zooms_to_the_pointer_and_home_shows_everything_again() {
    let mut harness = ball();
    let (place, before) = (vec2(2.0, 3.0), harness.state().camera());
    let pos = pointer(&harness, place);
    harness.event(Event::PointerMoved(pos));
    harness.run_steps(1);
    let delta = egui::vec2(0.0, 120.0);
    let (unit, phase, source) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move, egui::MouseWheelSource::Wheel);
    harness.event(Event::MouseWheel { unit, delta, modifiers: Modifiers::NONE, phase, source });
    harness.run_steps(30);
    assert!(harness.state().camera().scale > 1.1 * before.scale);
    assert!(pointer(&harness, place).distance(pos) < 1.0, "what is under the pointer stays there");
    harness.key_press(Key::Home);
    harness.run_steps(2);
    assert!((harness.state().camera().scale - before.scale).abs() < 1e-3);
}

#[test]
fn two_fingers_move_the_view_and_use_no_tool() {
    let mut harness = ball();
    let before = harness.state().camera();
    let device_id = egui::TouchDeviceId(1);
    let finger = |harness: &Harness<'_, Sandbox>, id: u64, phase: egui::TouchPhase, x: f32| {
        let (id, pos) = (egui::TouchId(id), Pos2::new(x, 400.0));
        harness.event(Event::Touch { device_id, id, phase, pos, force: None });
    };
    // The first finger alone is a pointer too, as every platform reports it.
    let (pos, button) = (Pos2::new(500.0, 400.0), PointerButton::Primary);
    harness.event(Event::PointerMoved(pos));
    harness.event(Event::PointerButton { pos, button, pressed: true, modifiers: Modifiers::NONE });
    finger(&harness, 1, egui::TouchPhase::Start, 500.0);
    finger(&harness, 2, egui::TouchPhase::Start, 600.0);
    harness.run_steps(2);
    for k in 1..=10 {
        finger(&harness, 1, egui::TouchPhase::Move, 500.0 - 10.0 * k as f32);
        finger(&harness, 2, egui::TouchPhase::Move, 600.0 + 10.0 * k as f32);
        harness.run_steps(1);
    }
    let after = harness.state().camera();
    assert!((after.scale / before.scale - 3.0).abs() < 0.3, "fingers three times as far apart: {}", after.scale / before.scale);
    assert_eq!(report(&harness).grabbed, None);
}

#[test]
fn the_gallery_finds_a_scene_by_a_word_and_opens_it() {
    let mut harness = opened("welcome");
    harness.get_by_label(Command::Gallery.name()).click();
    harness.run_steps(3);
    harness.event(Event::Text("torn cloth".into()));
    harness.run_steps(3);
    harness.get_by_label("torn-cloth").click();
    harness.run_steps(3);
    assert_eq!(report(&harness).scene, "torn-cloth");
}

#[test]
fn letters_typed_into_the_search_are_no_shortcuts() {
    let mut harness = opened("welcome");
    harness.key_press(Key::O);
    harness.run_steps(3);
    harness.key_press(Key::G);
    harness.run_steps(2);
    assert!(harness.state().stages()[0].world().fields().gravity_on);
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    harness.key_press(Key::G);
    harness.run_steps(2);
    assert!(!harness.state().stages()[0].world().fields().gravity_on);
}

#[test]
fn the_sheet_lists_every_shortcut() {
    let mut harness = opened("welcome");
    harness.key_press(Key::Questionmark);
    harness.run_steps(3);
    for shortcut in wobble_sandbox::SHORTCUTS {
        assert!(harness.query_all_by_label(shortcut.name).next().is_some(), "{} is missing", shortcut.name);
    }
}

#[test]
fn on_a_phone_the_world_has_most_of_the_screen_and_every_tool_is_there() {
    let entry = gallery::find("welcome").expect("a scene");
    let mut harness = window(Sandbox::new("welcome", entry.scene()).expect("valid"), [390.0, 800.0]);
    harness.run_steps(3);
    let [width, height] = harness.state().camera().size;
    assert!(width >= 370 && height >= 600, "{width} × {height}");
    for tool in Tool::ALL {
        take(&mut harness, tool);
    }
}

/// A row that is wider than the side panel would be pushed out of the window, and the world over the panel.
#[test]
fn every_page_stays_beside_the_world() {
    let mut harness = ball();
    harness.run_steps(3);
    let width = harness.state().camera().size[0];
    for page in ["Body", "Lab", "Look", "Cost"] {
        harness.get_by_label(page).click();
        harness.run_steps(4);
        assert_eq!(harness.state().camera().size[0], width, "{page}");
    }
}

#[test]
fn walls_at_the_window_keep_everything_in_view() {
    let mut harness = ball();
    harness.key_press(Key::K);
    harness.run_steps(3);
    let (low, high) = harness.state().camera().visible();
    let bounds = harness.state().stages()[0].world().settings().bounds.expect("walls");
    assert_eq!((bounds.min, bounds.max), (low, high));
    harness.key_press(Key::K);
    harness.run_steps(3);
    let bounds = harness.state().stages()[0].world().settings().bounds.expect("walls");
    assert_eq!(bounds.min, vec2(-5.0, 0.0), "back to the scene's own");
}

#[test]
fn a_body_that_explodes_is_reported_in_words() {
    let stiff = r#"{ "version": 1, "settings": { "bounds": {}, "method": "explicit-euler", "substeps": 1 },
                     "bodies": [{ "lattice": {}, "at": [0, 3] }] }"#;
    let mut harness = scene(stiff);
    harness.run_steps(120);
    let seen = report(&harness);
    assert!(seen.problems.iter().any(|text| text.contains("frozen")), "{seen:?}");
}
