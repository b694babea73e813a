//! The real window, driven by a script as a hand would: `cargo xtask window-check`, or on a machine with a display
//! `cargo test -p wobble-sandbox --test window`.
//!
//! One program without the usual test harness: a window wants the main thread. Pictures stay in `target/window-check`.

use std::error::Error;
use std::path::{Path, PathBuf};
use wobble_sandbox::{Deed, Files, Harvest, Report, Sandbox, drive_window};
use wobble_scene::{Scene, gallery};

/// The size of the window. `[points]`
const SIZE: [f32; 2] = [1280.0, 800.0];

/// Scenes that are looked at in motion: jelly, gas, ropes, cloth, joints, muscles, scenery that moves.
const SCENES: [&str; 7] = ["welcome", "thesis-3", "jelly-tower", "torn-cloth", "ragdoll", "inchworm", "conveyor-factory"];

/// So many steps lie between the two looks.
const LATER: u64 = 120;

/// The part of the viewport's pixels that must have changed in between. The smallest of these scenes, the inchworm, changes thrice as many.
const CHANGED: f64 = 0.002;

/// A ball that lies still, and a place next to it.
const ROOM: &str = r#"{ "version": 1, "settings": { "bounds": {} }, "bodies": [{ "ball": { "radius": 0.8 }, "at": [0, 0.85] }] }"#;

type Outcome = Result<(), Box<dyn Error>>;

fn main() -> Outcome {
    let pictures = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/window-check");
    std::fs::create_dir_all(&pictures)?;
    let folder = tempfile::tempdir()?;
    let room = folder.path().join("room.json");
    std::fs::write(&room, ROOM)?;
    let sandbox = Sandbox::new("welcome", gallery::find("welcome")?.scene())?.with_files(Files::within(folder.path()));
    let harvest = drive_window(sandbox, SIZE, script(&room)?)?;
    harvest.pictures.iter().try_for_each(|(name, image)| save(&pictures.join(name), image))?;
    assert_eq!(harvest.problems, [""; 0], "the script can be carried out");
    for (name, check) in CHECKS {
        check(&harvest, folder.path()).map_err(|problem| format!("{name}: {problem}"))?;
        println!("{name}: fine");
    }
    Ok(())
}

/// What is claimed, and how it is seen in what the drive brought home.
type Check = fn(&Harvest, &Path) -> Outcome;
const CHECKS: [(&str, Check); 6] = [
    ("scenes move, in the world and on the screen", scenes_move),
    ("a body that is grabbed follows the pointer", grabbed_bodies_follow),
    ("methods are switched while it runs", methods_are_switched),
    ("a cut cloth is two cloths", cut_cloth_is_two),
    ("an edit is undone and redone", edits_are_undone),
    ("what was saved is opened as the equal scene", saved_scenes_are_equal),
];

fn script(room: &Path) -> serde_json::Result<Vec<Deed>> {
    let mut deeds = Vec::new();
    for scene in SCENES {
        let looks = format!(
            r#"[{{ "open": "{scene}" }}, {{ "until": 1 }}, {{ "report": "{scene}-first" }}, {{ "picture": "{scene}-first.png" }},
                {{ "until": {LATER} }}, {{ "report": "{scene}-later" }}, {{ "picture": "{scene}-later.png" }}]"#
        );
        deeds.extend(serde_json::from_str::<Vec<Deed>>(&looks)?);
    }
    let room = serde_json::to_string(room)?;
    let rest = format!(
        r#"[{{ "drop": {room} }}, {{ "until": 20 }}, {{ "report": "still" }}, {{ "take": "Grab" }},
            {{ "hold": [[0, 0.85], [1.5, 2.5]] }}, {{ "wait": 90 }}, {{ "report": "held" }}, {{ "picture": "held.png" }}, {{ "drag": [[1.5, 2.5]] }},
            {{ "report": "before-method" }}, {{ "key": "M" }}, {{ "wait": 5 }}, {{ "report": "after-method" }},
            {{ "key": "M" }}, {{ "wait": 5 }}, {{ "report": "after-methods" }},
            {{ "open": "cloth-64" }}, {{ "until": 30 }}, {{ "report": "whole" }}, {{ "take": "Cut" }}, {{ "key": "Space" }},
            {{ "drag": [[-3.7, 0], [3.7, 0]] }}, {{ "key": "Space" }}, {{ "wait": 10 }}, {{ "report": "cut" }}, {{ "picture": "cut.png" }},
            {{ "drop": {room} }}, {{ "wait": 5 }}, {{ "key": "X" }}, {{ "wait": 5 }}, {{ "document": "unedited" }},
            {{ "drag": [[0, 0.85], [1, 2]] }}, {{ "wait": 2 }}, {{ "document": "moved" }},
            {{ "key": "Ctrl Z" }}, {{ "wait": 2 }}, {{ "document": "undone" }},
            {{ "key": "Ctrl Y" }}, {{ "wait": 2 }}, {{ "document": "redone" }},
            {{ "pen": "Body" }}, {{ "drag": [[-2, 3]] }}, {{ "wait": 2 }}, {{ "document": "saved" }}, {{ "picture": "build.png" }},
            {{ "key": "Ctrl S" }}, {{ "wait": 5 }}, {{ "key": "Ctrl Z" }}, {{ "wait": 2 }},
            {{ "drop": {room} }}, {{ "wait": 5 }}, {{ "document": "reopened" }}, {{ "picture": "reopened.png" }}]"#
    );
    deeds.extend(serde_json::from_str::<Vec<Deed>>(&rest)?);
    Ok(deeds)
}

fn report<'h>(harvest: &'h Harvest, name: &str) -> Result<&'h Report, String> {
    let found = harvest.reports.iter().find(|(known, _)| known == name);
    found.map(|(_, report)| report).ok_or_else(|| format!("there is no report {name}"))
}

fn document<'h>(harvest: &'h Harvest, name: &str) -> Result<&'h str, String> {
    let found = harvest.documents.iter().find(|(known, _)| known == name);
    found.map(|(_, text)| text.as_str()).ok_or_else(|| format!("there is no document {name}"))
}

fn require(holds: bool, otherwise: impl FnOnce() -> String) -> Outcome {
    if holds { Ok(()) } else { Err(otherwise().into()) }
}

fn scenes_move(harvest: &Harvest, _: &Path) -> Outcome {
    for scene in SCENES {
        let (first, later) = (report(harvest, &format!("{scene}-first"))?, report(harvest, &format!("{scene}-later"))?);
        require(first.scene == scene && first.frame < 30 && later.frame >= LATER, || format!("{first:?} {later:?}"))?;
        require(first.state_hash != later.state_hash, || format!("{scene} stands still in the world"))?;
        let changed = changed(harvest, &format!("{scene}-first.png"), &format!("{scene}-later.png"))?;
        require(changed > CHANGED, || format!("{scene} stands still on the screen: {changed} of the pixels have changed"))?;
    }
    Ok(())
}

/// The part of the viewport's pixels that differ between two pictures. The words in its upper corner, which count frames, are left out.
fn changed(harvest: &Harvest, a: &str, b: &str) -> Result<f64, String> {
    let find =
        |name: &str| harvest.pictures.iter().position(|(known, _)| known == name).ok_or(format!("there is no picture {name}"));
    let (a, b) = (find(a)?, find(b)?);
    let [left, top, right, bottom] = harvest.viewports[a].map(|side| side as usize);
    let (one, other) = (&harvest.pictures[a].1, &harvest.pictures[b].1);
    if one.size != other.size || right > one.size[0] || bottom > one.size[1] {
        return Err(format!("pictures of {:?} and {:?} pixels, and a viewport up to {right}, {bottom}", one.size, other.size));
    }
    let pixels = (top + 60..bottom).flat_map(|y| (left..right).map(move |x| y * one.size[0] + x));
    let (mut all, mut different) = (0u32, 0u32);
    for at in pixels {
        all += 1;
        different += u32::from(one.pixels[at] != other.pixels[at]);
    }
    Ok(f64::from(different) / f64::from(all.max(1)))
}

fn grabbed_bodies_follow(harvest: &Harvest, _: &Path) -> Outcome {
    let (still, held) = (report(harvest, "still")?, report(harvest, "held")?);
    let (from, to) = (still.places[0].world, held.places[0].world);
    require((from[0]).abs() < 0.1 && from[1] < 1.0, || format!("the ball lies still at first, at {from:?}"))?;
    let held_at = held.grabbed.ok_or("nothing is held")?;
    let [dx, dy] = [held_at[0] - 1.5, held_at[1] - 2.5];
    let apart = (dx * dx + dy * dy).sqrt();
    require(apart < 0.2, || format!("what is held is at {held_at:?}, and the pointer at 1.5, 2.5"))?;
    require(to[0] > 0.8 && to[1] > 1.2, || format!("the ball is at {to:?}"))
}

fn methods_are_switched(harvest: &Harvest, _: &Path) -> Outcome {
    let names = ["before-method", "after-method", "after-methods"];
    let reports: Vec<&Report> = names.iter().map(|name| report(harvest, name)).collect::<Result<_, _>>()?;
    let methods: Vec<&str> = reports.iter().map(|report| report.method).collect();
    require(methods[0] != methods[1] && methods[1] != methods[2] && methods[0] != methods[2], || format!("{methods:?}"))?;
    require(reports[2].frame > reports[0].frame, || "time stands still".into())
}

fn cut_cloth_is_two(harvest: &Harvest, _: &Path) -> Outcome {
    let (whole, cut) = (report(harvest, "whole")?, report(harvest, "cut")?);
    require(whole.torn_springs == 0 && cut.torn_springs > 0, || format!("{} springs are torn", cut.torn_springs))?;
    require(cut.bodies > whole.bodies, || format!("{} bodies, and {} before", cut.bodies, whole.bodies))
}

fn edits_are_undone(harvest: &Harvest, _: &Path) -> Outcome {
    let [unedited, moved, undone, redone] = ["unedited", "moved", "undone", "redone"].map(|name| document(harvest, name));
    let (unedited, moved) = (unedited?, moved?);
    require(unedited != moved, || "a drag moves nothing".into())?;
    require(undone? == unedited, || "it is not undone".into())?;
    require(redone? == moved, || "it is not redone".into())
}

fn saved_scenes_are_equal(harvest: &Harvest, folder: &Path) -> Outcome {
    let (saved, reopened) = (document(harvest, "saved")?, document(harvest, "reopened")?);
    let file = std::fs::read_to_string(folder.join("room.json"))?;
    let of = |text: &str| Scene::parse(text).map(|scene| scene.document().clone());
    require(of(saved)?.bodies.len() == 2, || "there are a ball and another body".into())?;
    require(of(&file)? == of(saved)?, || "the file differs from what was built".into())?;
    require(of(reopened)? == of(saved)?, || "what was opened differs from what was saved".into())
}

fn save(path: &Path, image: &egui::ColorImage) -> Outcome {
    let [width, height] = image.size.map(|side| side as u32);
    let mut encoder = png::Encoder::new(std::fs::File::create(path)?, width, height);
    encoder.set_color(png::ColorType::Rgba);
    let bytes: Vec<u8> = image.pixels.iter().flat_map(|pixel| pixel.to_array()).collect();
    encoder.write_header()?.write_image_data(&bytes)?;
    Ok(())
}
