//! The editor without a display: every way to change a document changes it, and can be taken back.

use crate::common;

use common::*;
use egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use tempfile::TempDir;
use wobble_sandbox::{Brought, Command, Editor, Files, HOLDS, Item, KINDS, Pen, SCENERY, Sandbox, Transform};
use wobble_scene::format::{Anchor, Document, SceneryShape, Shape, Signal};
use wobble_scene::{Scene, gallery};
use wobble2d::Recording;
use wobble2d::glam::{Vec2, vec2};

const ROOM: &str = r#"{ "version": 1, "settings": { "bounds": {} }, "fields": { "gravity_on": false },
    "scenery": [{ "polygon": [[0, 0], [2, 0], [0, 1]], "at": [-4, 0], "motion": { "steady": { "velocity": [1, 0] } } }],
    "bodies": [{ "ball": { "radius": 0.5 }, "at": [-1, 2], "angle": 0.5, "velocity": [1, 2], "spin": 3 },
               { "custom": { "points": [[0, 0], [1, 0], [1, 1]], "springs": [[0, 1], [1, 2]], "outlines": [[0, 1, 2]] }, "at": [2, 2] }],
    "joints": [] }"#;

fn editing(text: &str) -> (Harness<'static, Sandbox>, TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let scene = Scene::parse(text).expect("a valid scene");
    let sandbox = Sandbox::new("test", scene).expect("valid").with_files(Files::within(folder.path()));
    let mut harness = window(sandbox, [1280.0, 900.0]);
    harness.get_by_label(Command::Build.name()).click();
    harness.run_steps(2);
    (harness, folder)
}

fn editor<'h>(harness: &'h mut Harness<'_, Sandbox>) -> &'h mut Editor {
    harness.state_mut().editor_mut().expect("it is being built")
}

fn document(harness: &mut Harness<'_, Sandbox>) -> Document {
    editor(harness).document().clone()
}

fn ctrl(harness: &mut Harness<'_, Sandbox>, key: Key) {
    harness.key_press_modifiers(Modifiers::COMMAND, key);
    harness.run_steps(2);
}

fn pen(harness: &mut Harness<'_, Sandbox>, pen: Pen) {
    harness.get_by_role_and_label(egui::Role::Button, pen.name()).click();
    harness.run_steps(2);
}

/// Chooses a kind of what the pen makes, in the line below the document.
fn choose(harness: &mut Harness<'_, Sandbox>, kind: &str) {
    harness.get_by_label(kind).click();
    harness.run_steps(2);
}

#[test]
fn whatever_is_edited_is_undone_to_the_equal_document_and_redone() {
    type Edit = fn(&mut Editor);
    let edits: [(&str, Edit); 14] = [
        ("move", |editor| editor.transform(Transform::Move(vec2(0.5, -0.25)))),
        ("turn", |editor| editor.transform(Transform::Turn(vec2(0.0, 0.0), 0.3))),
        ("scale", |editor| editor.transform(Transform::Scale(vec2(0.0, 0.0), 1.5))),
        ("mirror", |editor| editor.transform(Transform::Mirror(0.5))),
        ("duplicate", Editor::duplicate),
        ("delete", Editor::delete),
        ("body", |editor| editor.add_body("ball", vec2(0.0, 4.0))),
        ("outline", |editor| editor.add_outline(&[vec2(0.0, 3.0), vec2(1.0, 3.0), vec2(1.0, 4.0), vec2(0.0, 4.0)])),
        ("scenery", |editor| editor.add_scenery(SceneryShape::Box([1.0, 0.5]), vec2(0.0, 6.0))),
        ("point", |editor| editor.add_point(Some(1), vec2(2.0, 3.0))),
        ("spring", |editor| editor.toggle_spring(1, [0, 2])),
        ("stick", |editor| editor.toggle_stick(1, [0, 2])),
        ("pin", |editor| editor.toggle_pin(0, 3)),
        ("material", Editor::add_material),
    ];
    let (mut harness, _folder) = editing(ROOM);
    for (name, edit) in edits {
        let before = document(&mut harness);
        editor(&mut harness).select([Item::Scenery(0), Item::Body(0), Item::Body(1)]);
        edit(editor(&mut harness));
        let after = document(&mut harness);
        assert_ne!(after, before, "{name} does nothing");
        assert_eq!(editor(&mut harness).problems(), [], "{name}");
        ctrl(&mut harness, Key::Z);
        assert_eq!(document(&mut harness), before, "{name} is not undone");
        ctrl(&mut harness, Key::Y);
        assert_eq!(document(&mut harness), after, "{name} is not redone");
        ctrl(&mut harness, Key::Z);
    }
}

#[test]
fn mirrored_twice_everything_is_as_it_was() {
    let (mut harness, _folder) = editing(ROOM);
    let before = document(&mut harness);
    editor(&mut harness).select([Item::Scenery(0), Item::Body(0), Item::Body(1)]);
    editor(&mut harness).transform(Transform::Mirror(0.25));
    let once = document(&mut harness);
    assert_eq!((once.bodies[0].at, once.bodies[0].angle, once.bodies[0].velocity), ([1.5, 2.0], -0.5, [-1.0, 2.0]));
    editor(&mut harness).transform(Transform::Mirror(0.25));
    assert_eq!(document(&mut harness), before);
}

#[test]
fn turned_about_a_place_things_keep_their_distance_to_it() {
    let (mut harness, _folder) = editing(ROOM);
    editor(&mut harness).select([Item::Body(0)]);
    let about = vec2(1.0, 1.0);
    let before = Vec2::from(document(&mut harness).bodies[0].at).distance(about);
    editor(&mut harness).transform(Transform::Turn(about, 1.0));
    let body = document(&mut harness).bodies[0].clone();
    assert!((Vec2::from(body.at).distance(about) - before).abs() < 1e-6);
    assert!((body.angle - 1.5).abs() < 1e-6);
}

#[test]
fn a_body_of_every_kind_can_be_added_and_built() {
    let (mut harness, _folder) = editing(ROOM);
    for kind in KINDS {
        editor(&mut harness).add_body(kind, vec2(0.0, 4.0));
        let added = document(&mut harness).bodies.last().expect("one more").clone();
        assert_eq!(added.shape.name(), kind);
        assert_eq!(editor(&mut harness).problems(), [], "{kind}");
        editor(&mut harness).undo();
    }
}

#[test]
fn a_drag_selects_moves_and_snaps_and_is_one_step_of_undo() {
    let (mut harness, _folder) = editing(ROOM);
    let before = document(&mut harness);
    drag(&mut harness, PointerButton::Primary, &line(vec2(-1.0, 2.0), vec2(0.13, 3.1), 8));
    assert_eq!(document(&mut harness).bodies[0].at, [0.25, 3.0], "on the grid of a quarter of a metre");
    assert_eq!(editor(&mut harness).selection().collect::<Vec<_>>(), [Item::Body(0)]);
    ctrl(&mut harness, Key::Z);
    assert_eq!(document(&mut harness), before);
}

#[test]
fn a_region_selects_what_is_in_it() {
    let (mut harness, _folder) = editing(ROOM);
    drag(&mut harness, PointerButton::Primary, &line(vec2(-4.5, 1.1), vec2(4.0, 4.0), 6));
    assert_eq!(editor(&mut harness).selection().collect::<Vec<_>>(), [Item::Body(0), Item::Body(1)]);
}

#[test]
fn pens_make_blocks_walls_outlines_springs_nails_and_hinges() {
    let (mut harness, _folder) = editing(ROOM);
    pen(&mut harness, Pen::Scenery("box"));
    drag(&mut harness, PointerButton::Primary, &line(vec2(-3.0, 5.0), vec2(-1.0, 5.5), 4));
    choose(&mut harness, "line");
    drag(&mut harness, PointerButton::Primary, &line(vec2(-3.0, 6.0), vec2(-1.0, 6.5), 4));
    let scenery = document(&mut harness).scenery;
    assert!(matches!(scenery[1].shape, SceneryShape::Box([2.0, 0.5])) && scenery[1].at == [-2.0, 5.25], "{:?}", scenery[1]);
    assert!(matches!(&scenery[2].shape, SceneryShape::Line(corners) if corners[1] == [2.0, 0.5]));
    pen(&mut harness, Pen::Outline);
    let square = [vec2(0.0, 4.0), vec2(2.0, 4.0), vec2(2.0, 6.0), vec2(0.0, 6.0)];
    drag(&mut harness, PointerButton::Primary, &square);
    assert!(matches!(document(&mut harness).bodies[2].shape, Shape::Mesh(_)));
    pen(&mut harness, Pen::Spring);
    drag(&mut harness, PointerButton::Primary, &line(vec2(2.0, 2.0), vec2(3.0, 3.0), 4));
    let Shape::Custom(custom) = document(&mut harness).bodies[1].shape.clone() else { panic!("a body of points") };
    assert_eq!(custom.springs.len(), 3);
    pen(&mut harness, Pen::Pin);
    drag(&mut harness, PointerButton::Primary, &[vec2(3.0, 3.0)]);
    let Shape::Custom(custom) = document(&mut harness).bodies[1].shape.clone() else { panic!("a body of points") };
    assert!(custom.points[2].full().pinned);
    pen(&mut harness, Pen::Joint("hinge"));
    drag(&mut harness, PointerButton::Primary, &[vec2(-1.0, 2.0)]);
    assert_eq!(document(&mut harness).joints.len(), 1);
    assert_eq!(editor(&mut harness).problems(), []);
}

#[test]
fn a_deleted_point_takes_its_springs_along_and_the_others_move_up() {
    let (mut harness, _folder) = editing(ROOM);
    editor(&mut harness).select([Item::Point(1, 0)]);
    harness.key_press(Key::Delete);
    harness.run_steps(2);
    let Shape::Custom(custom) = document(&mut harness).bodies[1].shape.clone() else { panic!("a body of points") };
    assert_eq!((custom.points.len(), custom.springs[0].ends()), (2, [0, 1]));
    assert!(custom.outlines.is_empty(), "two points enclose nothing");
}

#[test]
fn a_muscle_can_be_added_and_moves_what_is_played() {
    let (mut harness, _folder) = editing(ROOM);
    editor(&mut harness).add_muscle(1, 0);
    assert_eq!(editor(&mut harness).problems(), []);
    harness.key_press(Key::X);
    harness.run_steps(20);
    let stage = &harness.state().stages()[0];
    assert!(harness.state().editor().is_none() && stage.world().work().total() != 0.0);
}

#[test]
fn a_problem_is_shown_where_it_is_and_keeps_the_scene_in_the_editor() {
    let (mut harness, _folder) = editing(ROOM);
    editor(&mut harness).set_text(Item::Body(0), r#"{ "ball": {}, "at": [0, 2], "material": "jely" }"#).expect("it is JSON");
    harness.run_steps(2);
    let problems: Vec<String> = editor(&mut harness).problems_of(Item::Body(0)).map(ToString::to_string).collect();
    assert_eq!(problems.len(), 1);
    assert!(problems[0].contains("bodies[0].material") && problems[0].contains("jelly"), "{problems:?}");
    assert!(harness.query_by_label(&problems[0]).is_some(), "it stands in the list");
    harness.key_press(Key::X);
    harness.run_steps(2);
    assert!(harness.state().editor().is_some(), "nothing to play yet");
    ctrl(&mut harness, Key::Z);
    assert_eq!(editor(&mut harness).problems(), []);
}

#[test]
fn a_text_that_cannot_be_read_changes_nothing() {
    let (mut harness, _folder) = editing(ROOM);
    let before = document(&mut harness);
    for text in ["{", "5", r#"{ "ball": { "radius": -1 } }"#, r#"{ "bal": {} }"#] {
        assert!(editor(&mut harness).set_text(Item::Body(0), text).is_err(), "{text}");
    }
    assert_eq!(document(&mut harness), before);
}

#[test]
fn the_text_of_an_item_says_all_about_it() {
    let (mut harness, _folder) = editing(ROOM);
    let before = document(&mut harness);
    for item in Item::all(&before) {
        let text = editor(&mut harness).text_of(item);
        editor(&mut harness).set_text(item, &text).expect("its own text");
    }
    assert_eq!(document(&mut harness), before);
}

#[test]
fn a_scene_that_was_saved_is_opened_as_the_equal_document() {
    let (mut harness, folder) = editing(ROOM);
    editor(&mut harness).add_body("balloon", vec2(0.0, 5.0));
    harness.run_steps(2);
    assert!(folder.path().join("unsaved.json").exists(), "kept before it is saved");
    let saved = document(&mut harness);
    harness.get_by_label("Save").click();
    harness.run_steps(2);
    assert!(!editor(&mut harness).is_unsaved() && !folder.path().join("unsaved.json").exists());
    harness.get_by_label("New").click();
    harness.run_steps(2);
    assert!(document(&mut harness).bodies.is_empty());
    let bytes = std::fs::read(folder.path().join("test.json")).expect("it was saved");
    harness.state_mut().bring(Brought { name: "test.json".into(), bytes, home: None });
    harness.run_steps(2);
    assert_eq!(document(&mut harness), saved);
}

#[test]
fn work_that_was_not_saved_is_offered_the_next_time() {
    let (mut harness, folder) = editing(ROOM);
    editor(&mut harness).add_body("balloon", vec2(0.0, 5.0));
    harness.run_steps(2);
    let lost = document(&mut harness);
    drop(harness);
    let scene = gallery::find("welcome").expect("a scene").scene();
    let sandbox = Sandbox::new("welcome", scene).expect("valid").with_files(Files::within(folder.path()));
    let mut harness = window(sandbox, [1280.0, 1400.0]);
    harness.key_press(Key::X);
    harness.run_steps(2);
    harness.get_by_label("Recover").click();
    harness.run_steps(2);
    assert_eq!(document(&mut harness), lost);
}

#[test]
fn every_scene_of_the_gallery_can_be_edited_and_is_unchanged_by_looking() {
    let (mut harness, _folder) = editing(ROOM);
    for entry in gallery::all().iter().filter(|entry| !entry.name.starts_with("pile")) {
        let editor = Editor::new(entry.name, entry.scene()).expect("valid");
        assert!(!editor.is_unsaved());
        assert_eq!(editor.scene().expect("valid").document(), entry.scene().document());
    }
    harness.event(Event::PointerGone);
    harness.run_steps(1);
}

#[test]
fn strangers_files_are_refused_in_words() {
    let (mut harness, _folder) = editing(ROOM);
    let before = document(&mut harness);
    for bytes in [b"{".to_vec(), vec![0xff, 0xfe], b"{ \"version\": 2 }".to_vec(), vec![b' '; 100]] {
        harness.state_mut().bring(Brought { name: "x.json".into(), bytes, home: None });
        harness.run_steps(2);
        assert!(harness.query_all_by_label_contains("x").next().is_some());
    }
    assert_eq!(document(&mut harness), before);
}

#[test]
fn the_last_seconds_become_a_film() {
    let folder = tempfile::tempdir().expect("a folder");
    let scene = gallery::find("soft-ball").expect("a scene").scene();
    let sandbox = Sandbox::new("soft-ball", scene).expect("valid").with_files(Files::within(folder.path()));
    let mut harness = window(sandbox, [640.0, 480.0]);
    harness.run_steps(40);
    harness.state_mut().film();
    harness.run_steps(20);
    let film = std::fs::read(folder.path().join("soft-ball.gif")).expect("a film");
    assert!(film.starts_with(b"GIF89a") && film.len() > 5000, "{} B", film.len());
    harness.state_mut().export_picture();
    let picture = std::fs::read(folder.path().join("soft-ball.png")).expect("a picture");
    assert!(picture.starts_with(b"\x89PNG"));
}

#[test]
fn what_was_done_before_and_after_a_jump_in_time_can_be_recorded() {
    let folder = tempfile::tempdir().expect("a folder");
    let scene = gallery::find("soft-ball").expect("a scene").scene();
    let sandbox = Sandbox::new("soft-ball", scene).expect("valid").with_files(Files::within(folder.path()));
    let mut harness = window(sandbox, [640.0, 480.0]);
    let recorded = |harness: &mut Harness<'_, Sandbox>| {
        let file = folder.path().join("soft-ball.wobr");
        let _ = std::fs::remove_file(&file);
        harness.key_press(Key::I);
        harness.run_steps(2);
        let recording = Recording::from_bytes(&std::fs::read(file).expect("a recording")).expect("a sound one");
        assert_eq!(recording.verify().expect("its start"), None);
        recording
    };
    harness.run_steps(20);
    harness.key_press(Key::G);
    harness.run_steps(20);
    let first = recorded(&mut harness);
    assert!(first.frames() >= 20 && first.actions() >= 1, "{} frames, {} actions", first.frames(), first.actions());
    // Back to before gravity was switched off, which is then done again.
    harness.state_mut().travel(5);
    harness.key_press(Key::Space);
    harness.run_steps(30);
    let second = recorded(&mut harness);
    assert!(second.frames() >= 20 && second.actions() == 1, "{} frames, {} actions", second.frames(), second.actions());
}

#[test]
fn escape_lets_go_of_what_is_selected_and_closes_nothing() {
    let (mut harness, _folder) = editing(ROOM);
    editor(&mut harness).select([Item::Body(0)]);
    harness.key_press(Key::Escape);
    harness.run_steps(2);
    assert_eq!(editor(&mut harness).selection().count(), 0);
}

/// A lattice of three by two points with a nail at its lower left, a muscle at its first spring, and a hinge at its upper left.
const LOPSIDED: &str = r#"{ "version": 1, "settings": { "bounds": {} }, "fields": { "gravity_on": false },
    "bodies": [{ "name": "board", "lattice": { "columns": 3, "rows": 2, "spacing": 0.5 }, "at": [1, 2], "pinned_points": [0],
                 "muscles": [{ "springs": [0], "between": [[0, 3]], "signal": { "constant": 1 } }] },
               { "name": "arrow", "stick_polygon": { "corners": 3 }, "at": [-2, 2], "pinned_points": [1] }],
    "joints": [{ "between": [{ "edge": { "of": "board", "ends": [3, 4], "part": 0 } }, { "world": [0.5, 2.25] }],
                 "angles": [-0.5, 1], "motor": { "drive": "spin", "target": { "constant": 2 }, "strength": 5 } }] }"#;

#[test]
fn a_mirrored_body_is_nailed_joined_and_muscled_on_its_other_side() {
    let (mut harness, _folder) = editing(LOPSIDED);
    let before = document(&mut harness);
    editor(&mut harness).select([Item::Body(0)]);
    editor(&mut harness).transform(Transform::Mirror(1.0));
    let board = document(&mut harness).bodies[0].clone();
    assert_eq!(board.pinned_points, [2], "from the lower left to the lower right");
    assert_eq!(board.muscles[0].between, [[2, 5]]);
    assert_ne!(board.muscles[0].springs, [0], "from the left to the right of the lower edge");
    let joint = document(&mut harness).joints[0].clone();
    let [Anchor::Edge(edge), Anchor::World(at)] = &joint.between else { panic!("as before") };
    assert_eq!((edge.ends, *at), ([5, 4], [1.5, 2.25]), "its place in the world goes along");
    assert_eq!(joint.angles, Some([-1.0, 0.5]));
    assert_eq!(joint.motor.expect("still there").target, Signal::Constant(-2.0), "it turns the other way");
    editor(&mut harness).transform(Transform::Mirror(1.0));
    assert_eq!(document(&mut harness), before);
    assert_eq!(editor(&mut harness).problems(), []);
}

#[test]
fn a_mirrored_triangle_points_the_other_way_and_keeps_its_nail_at_the_mirrored_corner() {
    let (mut harness, _folder) = editing(LOPSIDED);
    let corners = |harness: &mut Harness<'_, Sandbox>| {
        let scene = editor(harness).scene().expect("valid");
        let world = scene.build().expect("valid").world;
        let body = world.bodies().nth(1).expect("the triangle");
        let nailed = (0..3).find(|&index| body.is_pinned(index)).expect("a nail");
        ((0..3).map(|index| body.position(index)).collect::<Vec<Vec2>>(), body.position(nailed))
    };
    let (before, nail) = corners(&mut harness);
    editor(&mut harness).select([Item::Body(1)]);
    editor(&mut harness).transform(Transform::Mirror(-2.0));
    let (after, nail_after) = corners(&mut harness);
    let image = |at: Vec2| vec2(-4.0 - at.x, at.y);
    for corner in before {
        assert!(after.iter().any(|at| at.distance(image(corner)) < 1e-5), "{corner} has an image among {after:?}");
    }
    assert!(nail_after.distance(image(nail)) < 1e-5, "{nail} went to {nail_after}");
}

#[test]
fn a_drag_touches_only_what_moves_and_builds_the_world_once() {
    let (mut harness, _folder) = editing(ROOM);
    let builds = editor(&mut harness).builds();
    let way = line(vec2(-1.0, 2.0), vec2(1.0, 4.0), 12);
    button(&mut harness, way[0], PointerButton::Primary, true);
    way.iter().for_each(|&place| moved(&mut harness, place));
    assert_eq!(editor(&mut harness).builds(), builds, "while it is dragged");
    assert_eq!(document(&mut harness).bodies[0].at, [1.0, 4.0], "the document knows all the same");
    button(&mut harness, way[12], PointerButton::Primary, false);
    assert_eq!(editor(&mut harness).builds(), builds + 1);
}

#[test]
fn a_number_that_is_dragged_is_one_step_of_undo() {
    let (mut harness, _folder) = editing(ROOM);
    let before = document(&mut harness);
    editor(&mut harness).select([Item::Body(0)]);
    harness.run_steps(2);
    let fields = harness.get_all_by_role(egui::Role::SpinButton);
    let start =
        fields.into_iter().find(|field| field.accesskit_node().numeric_value() == Some(-1.0)).expect("its x").rect().center();
    let press = |pos, pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
    harness.event(Event::PointerMoved(start));
    harness.event(press(start, true));
    harness.run_steps(1);
    for k in 1..=10 {
        harness.event(Event::PointerMoved(start + egui::vec2(6.0 * k as f32, 0.0)));
        harness.run_steps(1);
    }
    harness.event(press(start + egui::vec2(60.0, 0.0), false));
    harness.run_steps(2);
    assert!(document(&mut harness).bodies[0].at[0] > -0.9, "{:?}", document(&mut harness).bodies[0].at);
    ctrl(&mut harness, Key::Z);
    assert_eq!(document(&mut harness), before);
}

#[test]
fn pens_make_every_joint_muscle_and_kind_of_scenery_of_the_format() {
    let (mut harness, _folder) = editing(LOPSIDED);
    pen(&mut harness, Pen::Joint("hinge"));
    for (count, hold) in (2..).zip(HOLDS) {
        choose(&mut harness, hold);
        drag(&mut harness, PointerButton::Primary, &line(vec2(1.0, 2.1), vec2(-2.0, 2.0), 4));
        let joints = document(&mut harness).joints;
        assert_eq!(joints.len(), count, "{hold}");
        let text = serde_json::to_string(&joints[count - 1].hold).expect("a value");
        assert!(text.contains(hold), "{text}");
        assert_eq!(editor(&mut harness).problems(), [], "{hold}");
    }
    pen(&mut harness, Pen::Muscle);
    let muscles = |harness: &mut Harness<'_, Sandbox>| document(harness).bodies[0].muscles[0].springs.clone();
    let before = muscles(&mut harness);
    drag(&mut harness, PointerButton::Primary, &[vec2(1.25, 2.25)]);
    assert_eq!(muscles(&mut harness).len(), before.len() + 1, "the right half of the upper edge");
    drag(&mut harness, PointerButton::Primary, &[vec2(1.25, 2.25)]);
    assert_eq!(muscles(&mut harness), before);
    pen(&mut harness, Pen::Scenery("box"));
    for (count, kind) in (1..).zip(SCENERY) {
        choose(&mut harness, kind);
        drag(&mut harness, PointerButton::Primary, &[vec2(-3.0, 4.0), vec2(-2.0, 4.0), vec2(-2.0, 5.0)]);
        let scenery = document(&mut harness).scenery;
        assert_eq!((scenery.len(), scenery[count - 1].shape.name()), (count, kind));
        assert_eq!(editor(&mut harness).problems(), [], "{kind}");
    }
}

#[test]
fn forms_change_what_has_no_pen() {
    let (mut harness, _folder) = editing(LOPSIDED);
    editor(&mut harness).select([Item::Joint(0)]);
    harness.run_steps(2);
    harness.get_by_label("breaking force").click();
    harness.run_steps(2);
    assert!(document(&mut harness).joints[0].breaking_force.is_some());
    editor(&mut harness).select([Item::Body(1)]);
    harness.run_steps(2);
    harness.get_by_label("pump").scroll_to_me();
    harness.run_steps(3);
    harness.get_by_label("pump").click();
    harness.run_steps(2);
    assert!(document(&mut harness).bodies[1].pump.is_some());
    ctrl(&mut harness, Key::Z);
    ctrl(&mut harness, Key::Z);
    assert!(!editor(&mut harness).is_unsaved(), "both are taken back");
}

#[test]
fn a_file_that_is_not_the_scenes_own_is_overwritten_only_when_saved_twice() {
    let (mut harness, folder) = editing(ROOM);
    let path = folder.path().join("test.json");
    std::fs::write(&path, "precious").expect("a folder");
    editor(&mut harness).add_body("balloon", vec2(0.0, 5.0));
    ctrl(&mut harness, Key::S);
    assert_eq!(std::fs::read_to_string(&path).expect("a file"), "precious");
    assert!(harness.query_by_label_contains("exists already").is_some());
    ctrl(&mut harness, Key::S);
    assert_ne!(std::fs::read_to_string(&path).expect("a file"), "precious");
    // From now on it is its own.
    editor(&mut harness).add_body("ball", vec2(0.0, 3.0));
    ctrl(&mut harness, Key::S);
    assert!(!editor(&mut harness).is_unsaved());
}
