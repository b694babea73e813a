//! A window without a display, and hands for it.
#![allow(dead_code, reason = "every test file uses a part of it")]

use egui::{Event, Modifiers, PointerButton, Pos2, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use wobble_sandbox::{Report, Sandbox, Tool};
use wobble_scene::{Scene, gallery};
use wobble2d::glam::Vec2;

/// A frame of the tests is as long as a step. `[s]`
pub const FRAME: f32 = 1.0 / 60.0;

pub fn window(sandbox: Sandbox, size: [f32; 2]) -> Harness<'static, Sandbox> {
    let builder = Harness::builder().with_size(size).with_step_dt(FRAME);
    let mut harness = builder.build_ui_state(|ui, sandbox: &mut Sandbox| sandbox.ui(ui), sandbox);
    harness.run_steps(2);
    harness
}

pub fn opened(name: &str) -> Harness<'static, Sandbox> {
    let entry = gallery::find(name).expect("a scene of the gallery");
    window(Sandbox::new(name, entry.scene()).expect("a valid scene"), [1280.0, 800.0])
}

pub fn scene(text: &str) -> Harness<'static, Sandbox> {
    let scene = Scene::parse(text).expect("a valid scene");
    window(Sandbox::new("test", scene).expect("a valid scene"), [1280.0, 800.0])
}

/// A ball on the floor of a room.
pub fn ball() -> Harness<'static, Sandbox> {
    scene(r#"{ "version": 1, "settings": { "bounds": {} }, "bodies": [{ "ball": { "radius": 0.5 }, "at": [0, 0.55] }] }"#)
}

/// An empty room without gravity.
pub fn empty() -> Harness<'static, Sandbox> {
    scene(r#"{ "version": 1, "settings": { "bounds": {} }, "fields": { "gravity_on": false } }"#)
}

pub fn report(harness: &Harness<'_, Sandbox>) -> Report {
    harness.state().report().expect("there is a stage")
}

pub fn first_centre(harness: &Harness<'_, Sandbox>) -> Vec2 {
    harness.state().stages()[0].world().bodies().next().expect("there is a body").centre()
}

pub fn take(harness: &mut Harness<'_, Sandbox>, tool: Tool) {
    harness.get_by_role_and_label(Role::Button, tool.name()).click();
    harness.run_steps(2);
    assert_eq!(report(harness).tool, tool.name());
}

pub fn pointer(harness: &Harness<'_, Sandbox>, place: Vec2) -> Pos2 {
    harness.state().window_place(place).expect("the world has been drawn")
}

pub fn button(harness: &mut Harness<'_, Sandbox>, place: Vec2, button: PointerButton, pressed: bool) {
    let pos = pointer(harness, place);
    harness.event(Event::PointerMoved(pos));
    harness.event(Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
    harness.run_steps(2);
}

pub fn moved(harness: &mut Harness<'_, Sandbox>, place: Vec2) {
    let pos = pointer(harness, place);
    harness.event(Event::PointerMoved(pos));
    harness.run_steps(2);
}

/// Presses, goes from place to place, and releases. `[m]`
pub fn drag(harness: &mut Harness<'_, Sandbox>, which: PointerButton, way: &[Vec2]) {
    button(harness, way[0], which, true);
    way.iter().for_each(|&place| moved(harness, place));
    button(harness, way[way.len() - 1], which, false);
}

/// Points on a straight line. `[m]`
pub fn line(from: Vec2, to: Vec2, pieces: u32) -> Vec<Vec2> {
    (0..=pieces).map(|k| from.lerp(to, k as f32 / pieces as f32)).collect()
}
