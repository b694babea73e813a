//! The app without a display: what can be clicked, pressed and dragged does what it says.

use egui::{Key, Modifiers, PointerButton, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use wobble_sandbox::{Report, Sandbox, Tool};
use wobble_scene::gallery;
use wobble2d::glam::Vec2;

/// A frame of the tests is as long as a step. `[s]`
const FRAME: f32 = 1.0 / 60.0;

fn opened(name: &str) -> Harness<'static, Sandbox> {
    let entry = gallery::find(name).expect("a scene of the gallery");
    let sandbox = Sandbox::new(name, entry.scene()).expect("a valid scene");
    let builder = Harness::builder().with_size([1280.0, 800.0]).with_step_dt(FRAME);
    let mut harness = builder.build_ui_state(|ui, sandbox: &mut Sandbox| sandbox.ui(ui), sandbox);
    harness.run_steps(2);
    harness
}

fn report(harness: &Harness<'_, Sandbox>) -> Report {
    harness.state().report().expect("there is a stage")
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
    harness.key_press(Key::Period);
    harness.run_steps(3);
    assert_eq!(report(&harness).frame, paused.frame + 1);
    harness.key_press(Key::R);
    harness.run_steps(2);
    assert_eq!(report(&harness).frame, 0);
}
