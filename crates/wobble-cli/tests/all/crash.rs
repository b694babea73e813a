//! `kill -9` at any moment leaves the old file or the new one. `WOBBLE_KILLS=200` tries more often than every test run does.

#![cfg(unix)]

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

fn wobble(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_wobble"));
    command.args(args).current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    command
}

/// Runs to the end; what it wrote, and how long it took.
fn whole(folder: &Path, args: &[&str], name: &str) -> (Vec<u8>, Duration) {
    let began = Instant::now();
    assert!(wobble(folder, args).status().expect("it starts").success(), "{args:?}");
    (fs::read(folder.join(name)).expect("a file"), began.elapsed())
}

#[test]
fn killed_at_any_moment_it_leaves_the_old_file_or_the_new_one() {
    let kills: u32 = std::env::var("WOBBLE_KILLS").ok().and_then(|text| text.parse().ok()).unwrap_or(12);
    let folder = tempfile::tempdir().expect("a folder");
    let here = folder.path();
    let jobs: [(&str, &[&str], &[&str]); 3] = [
        (
            "a.wobr",
            &["record", "pile-100", "-o", "a.wobr", "--seconds", "0.1"],
            &["record", "pile-100", "-o", "a.wobr", "--seconds", "0.5"],
        ),
        ("a.gif", &["render", "orbit", "-o", "a.gif", "--seconds", "0.1"], &["render", "orbit", "-o", "a.gif", "--seconds", "2"]),
        (
            "a.csv",
            &["run", "orbit", "--record", "a.csv", "--seconds", "0.1"],
            &["run", "orbit", "--record", "a.csv", "--seconds", "2"],
        ),
    ];
    let known = jobs.map(|(name, first, second)| {
        let (new, took) = whole(here, second, name);
        (whole(here, first, name).0, new, took)
    });
    let mut seed = 1u32;
    for kill in 0..kills {
        let job = kill as usize % jobs.len();
        let (name, _, second) = jobs[job];
        let (old, new, took) = &known[job];
        fs::write(here.join(name), old).expect("room");
        let mut child = wobble(here, second).spawn().expect("it starts");
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        // Most often in the last tenth, where it writes.
        let part = if kill % 4 == 0 { seed as f32 / u32::MAX as f32 } else { 0.9 + 0.2 * seed as f32 / u32::MAX as f32 };
        sleep(took.mul_f32(part));
        child.kill().expect("it can be killed, or has ended");
        child.wait().expect("it ends");
        let left = fs::read(here.join(name)).expect("the file is there");
        assert!(left == *old || left == *new, "{name} is broken after kill {kill}: {} bytes", left.len());
    }
}
