//! The fuzz targets without a fuzzer: the cases that are kept in `fuzz/corpus`, and files of every kind with a byte or two changed.

use std::fs;
use std::path::Path;
use wobble_torture::{Dice, Trial, fuzz};
use wobble2d::{Recording, World};

type Target = fn(&[u8]);

const TARGETS: [(&str, Target); 6] = [
    ("scene", fuzz::scene),
    ("share_link", fuzz::share_link),
    ("snapshot", fuzz::snapshot),
    ("changes", fuzz::changes),
    ("recording", fuzz::recording),
    ("deeds", fuzz::deeds),
];

#[test]
fn every_case_that_is_kept_is_survived() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for (name, target) in TARGETS {
        let cases = fs::read_dir(corpus.join(name)).expect("a folder for every target");
        let tried = cases.map(|entry| target(&fs::read(entry.expect("an entry").path()).expect("a case"))).count();
        assert!(tried > 0, "{name} has no cases");
    }
}

/// What a fuzzer begins with must get past the door: a format that has moved on would leave it in front of that for ever.
#[test]
fn the_cases_of_the_gallery_can_be_read() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    for scene in ["pendulum", "clay-ball", "balloon-party", "breakable-bridge", "inchworm", "jump-platforms"] {
        let hint = "cargo run --release -p wobble-torture --example corpus";
        let sealed = |target: &str, head: Vec<u8>| {
            let mut bytes = head[..6].to_vec();
            bytes.extend(fs::read(corpus.join(target).join(scene)).expect(hint));
            wobble2d::oracle::seal(&mut bytes);
            bytes
        };
        World::restore(&sealed("snapshot", World::new().save())).expect(hint);
        Recording::from_bytes(&sealed("recording", Recording::of(&World::new()).to_bytes())).expect(hint);
    }
}

/// Bytes with some of them changed, left out or doubled.
fn mutated(dice: &mut Dice<'_>, bytes: &[u8]) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..1 + dice.below(4) {
        if bytes.is_empty() {
            break;
        }
        let place = dice.below(bytes.len() as u32) as usize;
        match dice.below(5) {
            0 => drop(bytes.remove(place)),
            1 => bytes.insert(place, bytes[place]),
            2 => bytes[place] = [0, 1, 0x7F, 0x80, 0xFF][dice.below(5) as usize],
            _ => bytes[place] ^= 1 << dice.below(8),
        }
    }
    bytes
}

#[test]
fn changed_snapshots_and_recordings_are_refused_or_survived() {
    let dice = &mut Dice::of_seed(1);
    for seed in [2, 5, 11] {
        let trial = Trial::of_seed(seed);
        let mut replay = trial.recording.replay().expect("its start");
        (0..40).for_each(|_| drop(replay.advance()));
        let (snapshot, recording) = (replay.world().save(), trial.recording.to_bytes());
        for _ in 0..400 {
            // The targets bring head and checksum themselves.
            fuzz::snapshot(&mutated(dice, &snapshot[6..snapshot.len() - 8]));
            fuzz::recording(&mutated(dice, &recording[6..recording.len() - 8]));
        }
    }
}

#[test]
fn changed_differences_are_refused_or_survived() {
    let dice = &mut Dice::of_seed(2);
    let mut world = wobble2d::demo::welcome();
    let earlier = world.save();
    (0..10).for_each(|_| world.step(1.0 / 60.0));
    let changes = world.save_since(&earlier).expect("an earlier snapshot");
    (0..400).for_each(|_| fuzz::changes(&mutated(dice, &changes[14..])));
    assert!(World::restore_since(&earlier, &changes).is_ok());
}

#[test]
fn the_targets_reach_what_they_are_for() {
    // A body without its head and checksum is made whole again by the target, so the fuzzer gets past them.
    let saved = wobble2d::demo::welcome().save();
    let mut sealed = saved[..saved.len() - 8].to_vec();
    wobble2d::oracle::seal(&mut sealed);
    assert_eq!(sealed, saved);
    let recording = Recording::of(&World::new()).to_bytes();
    let mut sealed = recording[..recording.len() - 8].to_vec();
    wobble2d::oracle::seal(&mut sealed);
    assert_eq!(sealed, recording);
}
