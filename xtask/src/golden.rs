//! `cargo xtask golden`: ten chaotic scenes, eight ways to compute them, one hash each.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use clap::ValueEnum;

use crate::{arm, process, repository, web};

const PACKAGE: &str = "wobble-golden";

/// How many frames the scenes run.
pub const FRAMES: u32 = 600;

/// How long one column may take, compilation included. [s]
/// An emulator on a loaded machine takes some minutes.
const LIMIT: Duration = Duration::from_secs(3600);

/// The development build without the optimisation that tests have: every operation stands where it was written.
const UNOPTIMISED: [&str; 10] = [
    "--config",
    "profile.dev.package.wobble2d.opt-level=0",
    "--config",
    "profile.dev.package.glam.opt-level=0",
    "--config",
    "profile.dev.package.libm.opt-level=0",
    "--config",
    "profile.dev.package.'fearless_simd@1.2'.opt-level=0",
    "--config",
    "profile.dev.opt-level=0",
];

/// One way to compute the hashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Column {
    /// Natively, with the widest kernels.
    Release,
    /// Natively, one body at a time.
    Narrow,
    /// Natively, all work shared by two threads.
    Threads2,
    /// Natively, all work shared by eight threads.
    Threads8,
    /// Natively, compiled without any optimisation.
    Debug,
    /// WebAssembly in node.
    Node,
    /// WebAssembly in Chromium.
    Chromium,
    /// Natively on aarch64, in an emulator.
    Aarch64,
}

/// What one column computed: scenes and hashes.
pub type Hashes = Vec<(String, String)>;

/// Computes the columns and compares them with each other and with what is written down. `write` writes down what they agree on.
pub fn run(columns: &[Column], write: bool) -> Result<bool> {
    let columns = if columns.is_empty() { Column::value_variants() } else { columns };
    let mut computed = Vec::new();
    for &column in columns {
        let start = Instant::now();
        let hashes = column
            .compute()
            .with_context(|| format!("the column {} could not be computed; --columns leaves it out", column.name()))?;
        println!("{:<9} {:>6.1} s", column.name(), start.elapsed().as_secs_f32());
        computed.push((column, hashes));
    }
    let agreed = agreed(&computed);
    let path = written();
    if write && let Some(hashes) = &agreed {
        std::fs::write(&path, text(hashes)).with_context(|| format!("could not write {}", path.display()))?;
        println!("wrote {}", path.display());
    }
    let known = known()?;
    print_table(&computed, &known);
    Ok(agreed.is_some_and(|hashes| hashes == known))
}

fn written() -> PathBuf {
    repository().join("crates/wobble-golden/golden.txt")
}

/// What is written down.
pub fn known() -> Result<Hashes> {
    let path = written();
    parse(&std::fs::read_to_string(&path).with_context(|| format!("could not read {}", path.display()))?)
}

impl Column {
    fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }

    fn compute(self) -> Result<Hashes> {
        let mut command = match self {
            Self::Release => native(&["--release"], "widest"),
            Self::Narrow => native(&["--release"], "narrow"),
            Self::Threads2 => native(&["--release"], "2"),
            Self::Threads8 => native(&["--release"], "8"),
            Self::Debug => native(&UNOPTIMISED, "widest"),
            Self::Node | Self::Chromium => script(self)?,
            Self::Aarch64 => arm::command(PACKAGE)?,
        };
        parse(&process::answer(&mut command, LIMIT)?)
    }
}

fn native(profile: &[&str], width: &str) -> Command {
    let mut command = process::cargo();
    command.args(["run", "--quiet", "--package", PACKAGE]).args(profile).args(["--", width]).current_dir(repository());
    command
}

/// node itself, or node that drives Chromium.
fn script(column: Column) -> Result<Command> {
    let site = repository().join("target/golden");
    web::bundle_package(PACKAGE, &site.join("pkg"), &site.join("node"))?;
    let scripts = repository().join("xtask/browser");
    let mut command = Command::new("node");
    command.arg(scripts.join("golden.mjs")).arg(&site);
    if column == Column::Chromium {
        command.arg(chromium(&scripts)?);
    }
    Ok(command)
}

fn chromium(scripts: &Path) -> Result<PathBuf> {
    if !scripts.join("node_modules/playwright-core").is_dir() {
        bail!("playwright-core is missing; run `npm ci --prefix xtask/browser`");
    }
    process::find_program(&["chromium", "chromium-browser", "google-chrome"]).context("no Chromium in PATH; install it")
}

/// Lines of a scene and its hash.
fn parse(text: &str) -> Result<Hashes> {
    text.lines()
        .map(|line| match line.split_once(' ') {
            Some((scene, hash)) if hash.len() == 16 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()) => {
                Ok((scene.to_owned(), hash.to_owned()))
            }
            _ => bail!("a line must be a scene and 16 hexadecimal digits, got {line:?}"),
        })
        .collect()
}

fn text(hashes: &Hashes) -> String {
    hashes.iter().fold(String::new(), |mut text, (scene, hash)| {
        let _ = writeln!(text, "{scene} {hash}");
        text
    })
}

/// What all columns computed, if they agree.
fn agreed(columns: &[(Column, Hashes)]) -> Option<Hashes> {
    let (_, first) = columns.first()?;
    columns.iter().all(|(_, hashes)| hashes == first).then(|| first.clone())
}

fn print_table(columns: &[(Column, Hashes)], known: &Hashes) {
    print!("\n{:<18}{:<18}", "scene", "written down");
    columns.iter().for_each(|(column, _)| print!("{:<18}", column.name()));
    println!();
    let scenes = columns.first().map_or(known, |(_, hashes)| hashes);
    for (scene, _) in scenes {
        let of = |hashes: &Hashes| hashes.iter().find(|(name, _)| name == scene).map_or("-".to_owned(), |(_, hash)| hash.clone());
        print!("{scene:<18}{:<18}", of(known));
        columns.iter().for_each(|(_, hashes)| print!("{:<18}", of(hashes)));
        println!();
    }
    match agreed(columns) {
        Some(hashes) if hashes == *known => println!("all equal"),
        Some(_) => println!("the columns agree, but not with what is written down; --write if the motion was meant to change"),
        None => println!("DIFFERENT"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_different_hash_in_any_column_is_noticed() {
        let same = || vec![("a".to_owned(), "0123456789abcdef".to_owned())];
        let other = vec![("a".to_owned(), "0123456789abcdee".to_owned())];
        assert_eq!(agreed(&[(Column::Debug, same()), (Column::Node, same())]), Some(same()));
        assert_eq!(agreed(&[(Column::Debug, same()), (Column::Node, other)]), None);
        assert_eq!(parse(&text(&same())).unwrap(), same());
    }

    #[test]
    fn an_answer_that_is_no_hash_is_an_error_and_not_a_difference() {
        assert!(parse("pile-100 there is no such scene").is_err());
    }
}
