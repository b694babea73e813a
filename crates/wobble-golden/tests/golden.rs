//! The part of the golden table that every test run checks; `cargo xtask golden` has the other columns.

use wobble_golden::{FRAMES, SCENES, golden_hash, golden_hash_by_threads, known};

/// If the motion was meant to change: `cargo xtask golden --write`.
#[test]
fn every_golden_scene_ends_in_the_bits_that_are_written_down() {
    let wrong: Vec<String> = SCENES
        .iter()
        .map(|(scene, _)| (scene, golden_hash(scene, FRAMES, false)))
        .filter(|(scene, hash)| known(scene) != Some(hash))
        .map(|(scene, hash)| format!("{scene}: {hash}, not {}", known(scene).unwrap_or("known")))
        .collect();
    assert!(wrong.is_empty(), "`cargo xtask golden --write` if that was meant:\n{}", wrong.join("\n"));
}

#[test]
fn one_body_at_a_time_ends_in_the_same_bits_as_eight() {
    for (scene, _) in SCENES {
        assert_eq!(golden_hash(scene, 120, true), golden_hash(scene, 120, false), "{scene}");
    }
}

#[test]
fn however_many_threads_share_the_work_they_end_in_the_same_bits() {
    for (scene, _) in SCENES {
        let alone = golden_hash(scene, 120, false);
        for threads in [2, 3, 8] {
            assert_eq!(golden_hash_by_threads(scene, 120, threads), alone, "{scene} by {threads} threads");
        }
    }
}
