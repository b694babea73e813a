//! Every scene of the gallery is sound.

use std::collections::BTreeSet;
use std::path::PathBuf;
use wobble_scene::gallery::{self, Entry};
use wobble_scene::{Built, Scene};
use wobble2d::Event;
use wobble2d::glam::{Vec2, vec2};

/// `[s]`
const STEP: f32 = 1.0 / 60.0;

#[test]
fn the_gallery_is_the_folder() {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../scenes");
    let files: BTreeSet<String> =
        std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    let names: BTreeSet<String> = gallery::all().iter().map(|entry| format!("{}.json", entry.name)).collect();
    assert_eq!(names, files);
    assert_eq!(names.len(), gallery::all().len(), "no scene is listed twice");
}

#[test]
fn every_scene_says_what_it_is() {
    for entry in gallery::all() {
        let scene = entry.scene();
        assert!(!scene.document().title.is_empty(), "{} has no title", entry.name);
        assert!(scene.document().description.len() > 30, "{} has no description", entry.name);
        let kebab = entry.name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
        assert!(kebab, "{} is no name", entry.name);
    }
}

#[test]
fn scenes_that_come_from_elsewhere_say_where_from() {
    let borrowed =
        ["thesis-", "verlet-", "euler-", "gas-", "dented-", "pushed-", "blob-container", "soft-ball", "springy-", "structure"];
    for entry in gallery::all().iter().filter(|entry| borrowed.iter().any(|start| entry.name.starts_with(start))) {
        assert!(!entry.scene().document().credits.is_empty(), "{} has no credits", entry.name);
    }
}

#[test]
fn every_scene_survives_saving_and_loading() {
    for entry in gallery::all() {
        let scene = entry.scene();
        let again = Scene::parse(&scene.to_json()).unwrap_or_else(|problems| panic!("{}: {problems}", entry.name));
        assert_eq!(again.document(), scene.document(), "{}", entry.name);
        let hash = |scene: &Scene| scene.build().unwrap_or_else(|problems| panic!("{}: {problems}", entry.name)).world.state_hash();
        assert_eq!(hash(&again), hash(&scene), "{}", entry.name);
    }
}

/// Runs a scene for five seconds and checks that nothing breaks, explodes or escapes.
fn run(entry: &Entry) {
    let Built { mut world, .. } = entry.scene().build().unwrap_or_else(|problems| panic!("{}: {problems}", entry.name));
    for step in 0..300 {
        world.step(STEP);
        let frozen = world.events().iter().find(|event| matches!(event, Event::Frozen { .. }));
        assert!(frozen.is_none(), "{}, step {step}: {frozen:?}", entry.name);
    }
    // Without walls, far away is out of sight of any camera; the thrown stone is 64 m down after five seconds.
    let (low, high) = world.settings().bounds.map_or((Vec2::splat(-100.0), Vec2::splat(100.0)), |b| (b.min - 0.25, b.max + 0.25));
    for &[x, y, ..] in world.particles() {
        let place = vec2(x, y);
        assert!(place.cmpge(low).all() && place.cmple(high).all(), "{}: {place} is outside", entry.name);
    }
}

#[test]
fn what_has_torn_comes_to_rest() {
    for (name, tears) in [("torn-cloth", true), ("water-balloon", true), ("meshed-letters", false)] {
        let mut world = gallery::find(name).unwrap().scene().build().unwrap().world;
        (0..60 * 60).for_each(|_| world.step(STEP));
        assert_eq!(world.torn_springs() > 0, tears, "{name}");
        let square = world.particles().iter().map(|&[_, _, x, y]| x * x + y * y).sum::<f32>() / world.particles().len() as f32;
        assert!(square.sqrt() < 0.02, "{name} still moves at {} m/s after a minute", square.sqrt());
    }
}

/// The large workloads run beside the others, in tests of their own.
const LARGE: [&str; 2] = ["pile-400", "pile-1000"];

#[test]
fn every_scene_runs_for_five_seconds() {
    gallery::all().iter().filter(|entry| !LARGE.contains(&entry.name)).for_each(run);
}

#[test]
fn the_large_piles_run_for_five_seconds() {
    gallery::all().iter().filter(|entry| LARGE.contains(&entry.name)).for_each(run);
}

#[test]
fn a_name_that_is_nearly_right_is_understood() {
    assert_eq!(gallery::find("jelly-tower").unwrap().name, "jelly-tower");
    for (wrong, meant) in
        [("jelly-towr", "jelly-tower"), ("jellytower", "jelly-tower"), ("pile100", "pile-100"), ("cradle", "jelly-cradle")]
    {
        assert_eq!(gallery::find(wrong).unwrap_err().nearest, Some(meant), "{wrong}");
    }
    let said = gallery::find("xyzzy").unwrap_err().to_string();
    assert_eq!(said, "there is no scene `xyzzy` in the gallery; `wobble list` shows them all");
}
