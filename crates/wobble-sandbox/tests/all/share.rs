//! Links in the app: handed out, opened, refused.

use egui::{Event, Role};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use wobble_sandbox::{Command, Item, Report, Sandbox, Transform};
use wobble_scene::{gallery, link};
use wobble2d::{Method, glam::vec2};

fn opened(name: &str) -> Harness<'static, Sandbox> {
    let scene = gallery::find(name).expect("a scene of the gallery").scene();
    let sandbox = Sandbox::new(name, scene).expect("a valid scene");
    let builder = Harness::builder().with_size([1024.0, 700.0]).with_step_dt(1.0 / 60.0);
    let mut harness = builder.build_ui_state(|ui, sandbox: &mut Sandbox| sandbox.ui(ui), sandbox);
    harness.run_steps(2);
    harness
}

fn report(harness: &Harness<'_, Sandbox>) -> Report {
    harness.state().report().expect("there is a stage")
}

fn run(harness: &mut Harness<'_, Sandbox>, command: Command) {
    let ctx = harness.ctx.clone();
    harness.state_mut().run(&ctx, command);
    harness.run_steps(2);
}

#[test]
fn a_link_carries_the_scene_and_the_method_to_another_sandbox() {
    let mut mine = opened("pendulum");
    while report(&mine).method != Method::Rk4.name() {
        run(&mut mine, Command::NextMethod);
    }
    mine.state_mut().set_address("https://example.org/wobble/?a=b#old");
    let link = mine.state().link().expect("small enough");
    assert!(link.starts_with("https://example.org/wobble/?a=b#scene=1."), "{link}");

    let mut yours = opened("welcome");
    yours.state_mut().open_link(&link);
    yours.run_steps(2);
    assert_eq!((report(&yours).scene.as_str(), report(&yours).method), ("link", Method::Rk4.name()));
    assert_eq!(report(&yours).particles, report(&mine).particles);
    assert_eq!(report(&yours).refusal, None);
}

#[test]
fn the_dialog_shows_the_link_and_copies_it() {
    let mut harness = opened("pendulum");
    harness.get_by_role_and_label(Role::Button, Command::Share.name()).click();
    harness.run_steps(2);
    harness.get_by_role_and_label(Role::Button, "Copy link").click();
    harness.run_steps(2);
    harness.get_by_label("copied");
    run(&mut harness, Command::Close);
    assert!(harness.query_by_label("copied").is_none());
}

#[test]
fn a_bad_link_is_refused_in_words_and_the_world_goes_on() {
    let mut harness = opened("pendulum");
    let good = link::write(&gallery::find("ragdoll").expect("a scene").scene()).expect("small enough");
    harness.state_mut().open_link(&good[..good.len() / 2]);
    harness.run_steps(3);
    let first = report(&harness);
    assert!(first.scene == "pendulum" && first.refusal.is_some_and(|why| why.contains("copy all of it")));
    harness.run_steps(5);
    assert!(report(&harness).frame > first.frame);
    harness.get_by_role_and_label(Role::Button, "Go on without it").click();
    harness.run_steps(2);
    assert_eq!(report(&harness).refusal, None);
}

#[test]
fn a_pasted_link_is_opened_and_other_text_is_not() {
    let mut harness = opened("pendulum");
    harness.event(Event::Paste("good morning".into()));
    harness.run_steps(2);
    assert_eq!((report(&harness).scene.as_str(), report(&harness).refusal), ("pendulum", None));
    let text = link::write(&gallery::find("ragdoll").expect("a scene").scene()).expect("small enough");
    harness.event(Event::Paste(format!("http://127.0.0.1:8017/#{text}")));
    harness.run_steps(2);
    assert_eq!(report(&harness).scene, "link");
}

#[test]
fn places_in_the_window_are_where_bodies_are_drawn() {
    let harness = opened("welcome");
    let places = report(&harness).places;
    let stage = &harness.state().stages()[0];
    assert_eq!(places.len(), stage.world().body_count().min(16));
    for (place, body) in places.iter().zip(stage.world().bodies()) {
        assert_eq!(place.world, body.centre().to_array());
        let window = harness.state().window_place(body.centre()).expect("drawn");
        assert_eq!(place.window, [window.x, window.y]);
    }
}

#[test]
fn a_link_opened_while_building_takes_no_unsaved_work_away() {
    let mut harness = opened("pendulum");
    run(&mut harness, Command::Build);
    let built = harness.state().link().expect("small enough");
    assert_eq!(link::read(&built).expect("a link").document(), harness.state().editor().expect("building").document());
    let text = link::write(&gallery::find("ragdoll").expect("a scene").scene()).expect("small enough");

    let editor = harness.state_mut().editor_mut().expect("building");
    editor.select([Item::Body(0)]);
    editor.transform(Transform::Move(vec2(1.0, 0.0)));
    let moved = editor.document().clone();
    harness.state_mut().open_link(&text);
    harness.run_steps(2);
    assert!(report(&harness).refusal.is_some_and(|why| why.contains("not saved")));
    assert_eq!(harness.state().editor().expect("still building").document(), &moved);

    harness.state_mut().editor_mut().expect("still building").undo();
    harness.state_mut().open_link(&text);
    harness.run_steps(2);
    assert!(harness.state().editor().is_none() && report(&harness).scene == "link");
}

#[test]
fn the_buttons_at_the_top_of_a_narrow_page_do_not_overlap() {
    for width in [360.0, 390.0, 430.0] {
        let scene = gallery::find("pendulum").expect("a scene").scene();
        let sandbox = Sandbox::new("pendulum", scene).expect("a valid scene");
        // The harness keeps a margin of 8 points around what it shows.
        let builder = Harness::builder().with_size([width + 16.0, 800.0]).with_step_dt(1.0 / 60.0);
        let mut harness = builder.build_ui_state(|ui, sandbox: &mut Sandbox| sandbox.ui(ui), sandbox);
        harness.run_steps(3);
        let mut boxes: Vec<_> = harness
            .get_all_by_role(Role::Button)
            .chain(harness.get_all_by_role(Role::ComboBox))
            .map(|node| node.rect())
            .filter(|rect| rect.max.y < 64.0)
            .collect();
        boxes.sort_by(|a, b| a.min.x.total_cmp(&b.min.x));
        assert!(boxes.len() >= 8, "{boxes:?}");
        assert!(boxes.windows(2).all(|pair| pair[0].max.x <= pair[1].min.x + 0.5), "at {width}: {boxes:?}");
        assert!(boxes.last().is_some_and(|last| last.max.x <= width + 8.0), "at {width}: {boxes:?}");
    }
}
