//! `cargo xtask hash-check`: same input, same bits, on every platform we can run here.
//!
//! The welcome scene runs natively, in node and in Chromium. All three must end in one state hash.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::{process, repository, web};

/// How long node or the browser may take, its start included. [s]
/// Two seconds are usual; the rest is room for a loaded machine.
const RUN_LIMIT: Duration = Duration::from_secs(120);

/// How long the native run may take, compilation included. [s]
const NATIVE_LIMIT: Duration = Duration::from_secs(600);

/// What one platform computed.
struct Run {
    platform: &'static str,
    hash: String,
    seconds: f32,
}

/// Runs all platforms, prints a table and says whether the hashes are equal.
pub fn run(frames: u32, chromium: Option<PathBuf>) -> Result<bool> {
    let chromium = chromium
        .or_else(|| process::find_program(&["chromium", "chromium-browser", "google-chrome"]))
        .context("no Chromium in PATH; install it (Debian: `apt-get install chromium`) or name one with --chromium")?;
    let scripts = repository().join("xtask/browser");
    if !scripts.join("node_modules/playwright-core").is_dir() {
        bail!("playwright-core is missing; run `npm ci --prefix xtask/browser`");
    }
    // Always built anew, so that a stale bundle is never compared; cargo makes it quick when nothing changed.
    let site = web::default_dir();
    web::build(&site)?;

    let runs = [
        measure("native", &mut native(frames), NATIVE_LIMIT)?,
        measure("node", &mut node(&scripts, &site, frames), RUN_LIMIT)?,
        measure("chromium", &mut browser(&scripts, &site, frames, &chromium), RUN_LIMIT)?,
    ];
    print_table(&runs, frames);
    Ok(all_equal(&runs))
}

fn native(frames: u32) -> Command {
    let mut command = process::cargo();
    command
        .args(["run", "--quiet", "--release", "--package", "wobble-web"])
        .args(["--example", "native_hash", "--", &frames.to_string()])
        .current_dir(repository());
    command
}

fn node(scripts: &Path, site: &Path, frames: u32) -> Command {
    let mut command = Command::new("node");
    command.arg(scripts.join("node_hash.mjs")).arg(site).arg(frames.to_string());
    command
}

fn browser(scripts: &Path, site: &Path, frames: u32, chromium: &Path) -> Command {
    let mut command = Command::new("node");
    command.arg(scripts.join("chromium_hash.mjs")).arg(site).arg(frames.to_string()).arg(chromium);
    command
}

fn measure(platform: &'static str, command: &mut Command, limit: Duration) -> Result<Run> {
    let start = Instant::now();
    let hash = process::answer(command, limit).with_context(|| format!("the {platform} run failed"))?;
    if hash.len() != 16 || !hash.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        bail!("the {platform} run must print 16 hexadecimal digits, got {hash:?}");
    }
    Ok(Run { platform, hash, seconds: start.elapsed().as_secs_f32() })
}

fn all_equal(runs: &[Run]) -> bool {
    runs.windows(2).all(|pair| pair[0].hash == pair[1].hash)
}

/// The seconds include compiling and starting up: they say where the time of the check goes, not how fast a step is.
fn print_table(runs: &[Run], frames: u32) {
    println!("{:<10} {:<16} {:>8}", "platform", "state hash", "seconds");
    for run in runs {
        println!("{:<10} {:<16} {:>8.1}", run.platform, run.hash, run.seconds);
    }
    let verdict = if all_equal(runs) { "equal" } else { "DIFFERENT" };
    println!("{verdict} after {frames} frames");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(hash: &str) -> Run {
        Run { platform: "test", hash: hash.to_owned(), seconds: 0.0 }
    }

    #[test]
    fn one_different_hash_anywhere_is_noticed() {
        assert!(all_equal(&[run("a"), run("a"), run("a")]));
        assert!(!all_equal(&[run("b"), run("a"), run("a")]));
        assert!(!all_equal(&[run("a"), run("a"), run("b")]));
    }

    #[test]
    fn an_answer_that_is_no_hash_is_an_error_and_not_a_difference() {
        let problem = measure("native", Command::new("echo").arg("oops"), RUN_LIMIT).err();
        let message = problem.expect("must be refused").to_string();
        assert_eq!(message, "the native run must print 16 hexadecimal digits, got \"oops\"");
    }
}
