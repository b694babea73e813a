//! `cargo xtask hash-check`: same input, same bits, on every platform we can run here.
//!
//! Scenes of the gallery run natively, in node and in the page in Chromium. All three must end in the same state hashes, and the golden ones among them in those
//! that are written down.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::browser::{self, Server};
use crate::{golden, process, repository, web};

/// How long one platform may take for all scenes, its start included. [s]
/// Ten seconds are usual; the rest is room for a loaded machine.
const RUN_LIMIT: Duration = Duration::from_secs(180);

/// The golden scenes (see `golden`), and besides them ropes, limbs, motors and wheels.
const SCENES: [&str; 13] = [
    "balloon-party",
    "pile-100",
    "galton-board",
    "conveyor-factory",
    "torn-cloth",
    "breakable-bridge",
    "clay-ball",
    "walking-frame",
    "jump-platforms",
    "cloth-64",
    "welcome",
    "ragdoll",
    "soft-car",
];

/// What one platform computed, scene by scene.
struct Run {
    platform: &'static str,
    hashes: Vec<String>,
    seconds: f32,
}

/// Runs all platforms, prints a table and says whether the hashes are equal.
pub fn run(site: &Path, frames: u32, chromium: Option<PathBuf>) -> Result<bool> {
    let chromium = browser::chromium(chromium)?;
    let wobble = browser::wobble()?;
    let server = Server::start(&wobble, site)?;
    let runs = [
        measure("native", || SCENES.iter().map(|scene| native(&wobble, scene, frames)).collect())?,
        measure("node", || Ok(lines(&process::answer(&mut node(frames), RUN_LIMIT)?)))?,
        measure("chromium", || Ok(lines(&process::answer(&mut page(server.address(), frames, &chromium), RUN_LIMIT)?)))?,
    ];
    print_table(&runs, frames);
    let known = if frames == golden::FRAMES { golden::known()? } else { Vec::new() };
    let wrong = wrong(&runs[0].hashes, &known);
    wrong.iter().for_each(|scene| println!("{scene} is not what crates/wobble-golden/golden.txt says"));
    Ok(all_equal(&runs) && wrong.is_empty())
}

fn native(wobble: &Path, scene: &str, frames: u32) -> Result<String> {
    process::answer(Command::new(wobble).args(["hash", scene, "--frames", &frames.to_string()]), RUN_LIMIT)
}

fn node(frames: u32) -> Command {
    let mut command = browser::script("node_hash.mjs");
    command.arg(web::node_dir()).arg(frames.to_string()).args(SCENES);
    command
}

fn page(address: &str, frames: u32, chromium: &Path) -> Command {
    let mut command = browser::script("chromium_hash.mjs");
    command.arg(address).arg(chromium).arg(frames.to_string()).args(SCENES);
    command.current_dir(repository());
    command
}

fn lines(text: &str) -> Vec<String> {
    text.lines().map(Into::into).collect()
}

fn measure(platform: &'static str, run: impl FnOnce() -> Result<Vec<String>>) -> Result<Run> {
    let start = Instant::now();
    let hashes = run().with_context(|| format!("the {platform} run failed"))?;
    let is_hash = |hash: &String| hash.len() == 16 && hash.bytes().all(|digit| digit.is_ascii_hexdigit());
    if hashes.len() != SCENES.len() || !hashes.iter().all(is_hash) {
        bail!("the {platform} run must print 16 hexadecimal digits for each of {} scenes, got {hashes:?}", SCENES.len());
    }
    Ok(Run { platform, hashes, seconds: start.elapsed().as_secs_f32() })
}

/// The scenes whose hash is written down as another one.
fn wrong<'a>(hashes: &[String], known: &'a [(String, String)]) -> Vec<&'a str> {
    let computed = |scene: &str| SCENES.iter().position(|name| *name == scene).map(|place| &hashes[place]);
    known.iter().filter(|(scene, hash)| computed(scene) != Some(hash)).map(|(scene, _)| scene.as_str()).collect()
}

fn all_equal(runs: &[Run]) -> bool {
    runs.windows(2).all(|pair| pair[0].hashes == pair[1].hashes)
}

/// The seconds include starting up: they say where the time of the check goes, not how fast a step is.
fn print_table(runs: &[Run], frames: u32) {
    print!("{:<18}", "");
    runs.iter().for_each(|run| print!(" {:<16}", run.platform));
    for (row, scene) in SCENES.iter().enumerate() {
        print!("\n{scene:<18}");
        runs.iter().for_each(|run| print!(" {:<16}", run.hashes[row]));
    }
    print!("\n{:<18}", "seconds");
    runs.iter().for_each(|run| print!(" {:<16.1}", run.seconds));
    let verdict = if all_equal(runs) { "equal" } else { "DIFFERENT" };
    println!("\n{verdict} after {frames} frames");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(hashes: [&str; 2]) -> Run {
        Run { platform: "test", hashes: hashes.map(Into::into).to_vec(), seconds: 0.0 }
    }

    #[test]
    fn one_different_hash_anywhere_is_noticed() {
        assert!(all_equal(&[run(["a", "b"]), run(["a", "b"]), run(["a", "b"])]));
        assert!(!all_equal(&[run(["b", "b"]), run(["a", "b"]), run(["a", "b"])]));
        assert!(!all_equal(&[run(["a", "b"]), run(["a", "b"]), run(["a", "c"])]));
    }

    #[test]
    fn every_golden_scene_is_among_them_and_a_hash_that_is_not_the_known_one_is_noticed() {
        let known = golden::known().expect("what is written down");
        let hash = |scene: &&str| known.iter().find(|(name, _)| name == scene).map_or(String::new(), |(_, hash)| hash.clone());
        let mut hashes: Vec<String> = SCENES.iter().map(hash).collect();
        assert_eq!(wrong(&hashes, &known), Vec::<&str>::new());
        hashes[1] = "0123456789abcdef".into();
        assert_eq!(wrong(&hashes, &known), ["pile-100"]);
    }

    #[test]
    fn an_answer_that_is_no_hash_is_an_error_and_not_a_difference() {
        let problem = measure("native", || Ok(vec!["oops".into()])).err().expect("must be refused");
        assert!(problem.to_string().starts_with("the native run must print 16 hexadecimal digits"), "{problem}");
    }
}
