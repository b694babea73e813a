//! The bodies of the fuzz targets. Each takes any bytes and must come back without a panic.

use crate::trial::Trial;
use std::sync::LazyLock;
use wobble_scene::{Scene, link};
use wobble2d::{Action, Entry, Recording, Settings, World};

/// Worlds with more work in a step are not stepped: the fuzzer looks for mistakes, not for patience. `[particles · substeps · iterations]`
const MOST_WORK: usize = 4_000;

/// Nor are recordings in which a step becomes more work than this. `[substeps · iterations]`
const MOST_SWEEPS: usize = 64;

/// Frames of a recording that are lived again.
const MOST_FRAMES: u64 = 20;

/// A scene file: read, checked, built, stepped.
pub fn scene(bytes: &[u8]) {
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    let Ok(scene) = Scene::parse(text) else { return };
    let again = Scene::parse(&scene.to_json()).unwrap_or_else(|problems| panic!("what is written cannot be read: {problems}"));
    assert_eq!(again.document(), scene.document(), "what is written and read is another scene");
    if let Ok(mut built) = scene.build() {
        step(&mut built.world);
    }
}

/// A link with a scene: as it is, behind what links begin with, and packed anew, so that the fuzzer gets past the packing.
pub fn share_link(bytes: &[u8]) {
    let Ok(text) = core::str::from_utf8(bytes) else { return };
    for address in [text.to_string(), format!("#scene=1.{text}")] {
        if let Ok(scene) = link::read(&address) {
            let Ok(written) = link::write(&scene) else { continue };
            let again = link::read(&written).unwrap_or_else(|problems| panic!("what is written cannot be read: {problems}"));
            assert_eq!(again.document(), scene.document(), "what is shared is another scene");
        }
    }
    if let Ok(scene) = Scene::parse(text)
        && let Ok(written) = link::write(&scene)
        && let Ok(shared) = link::read(&written)
    {
        assert_eq!(shared.document(), scene.document(), "what is shared is another scene");
        if let Ok(mut built) = shared.build() {
            step(&mut built.world);
        }
    }
}

/// A snapshot with a checksum that is made right: restored, stepped, saved again.
pub fn snapshot(bytes: &[u8]) {
    let _ = World::restore(bytes);
    let mut sealed = World::new().save()[..6].to_vec();
    sealed.extend_from_slice(bytes);
    wobble2d::oracle::seal(&mut sealed);
    if let Ok(mut world) = World::restore(&sealed) {
        let saved = world.save();
        let again = World::restore(&saved).unwrap_or_else(|error| panic!("what is saved cannot be restored: {error}"));
        assert_eq!(again.state_hash(), world.state_hash(), "what is saved and restored is another world");
        step(&mut world);
    }
}

/// What has changed since an earlier snapshot.
pub fn changes(bytes: &[u8]) {
    /// A snapshot, and how changes since it begin.
    static EARLIER: LazyLock<(Vec<u8>, Vec<u8>)> = LazyLock::new(|| {
        let world = wobble2d::demo::welcome();
        let earlier = world.save();
        let head = world.save_since(&earlier).unwrap_or_default()[..14].to_vec();
        (earlier, head)
    });
    let (earlier, head) = &*EARLIER;
    let _ = World::restore_since(earlier, bytes);
    let _ = World::restore_since(earlier, &[head, bytes].concat());
}

/// A recording with a checksum that is made right: read, written, lived again.
pub fn recording(bytes: &[u8]) {
    let _ = Recording::from_bytes(bytes);
    let mut sealed = Recording::of(&World::new()).to_bytes()[..6].to_vec();
    sealed.extend_from_slice(bytes);
    wobble2d::oracle::seal(&mut sealed);
    let Ok(recording) = Recording::from_bytes(&sealed) else { return };
    let again =
        Recording::from_bytes(&recording.to_bytes()).unwrap_or_else(|error| panic!("what is written cannot be read: {error}"));
    assert_eq!(again.entries().count(), recording.entries().count());
    let slow = |entry| matches!(entry, Entry::Act(Action::SetSettings(settings)) if sweeps(&settings) > MOST_SWEEPS);
    if recording.entries().any(slow) {
        return;
    }
    let Ok(mut replay) = recording.replay() else { return };
    while replay.frame() < MOST_FRAMES && is_quick(replay.world()) && replay.advance().is_some() {}
}

/// A sequence of deeds on a world, decided by the bytes.
pub fn deeds(bytes: &[u8]) {
    let trial = Trial::of_bytes(bytes);
    if let Some(violation) = trial.violation {
        panic!("{violation}");
    }
}

fn is_quick(world: &World) -> bool {
    world.particles().len().saturating_mul(sweeps(world.settings())) <= MOST_WORK
}

fn sweeps(settings: &Settings) -> usize {
    settings.substeps.saturating_mul(settings.stick_iterations) as usize
}

fn step(world: &mut World) {
    if is_quick(world) {
        (0..3).for_each(|_| world.step(1.0 / 60.0));
        assert!(world.particles().iter().flatten().all(|value| value.is_finite()), "a number that is none left a step");
    }
}
