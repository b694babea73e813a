//! Who takes part: what they are called, how they are built or installed, and how they are started.

use crate::args::Args;
use crate::peers::Peers;
use crate::workload::Workload;
use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use job::{Job, Scene};
use std::path::{Path, PathBuf};
use std::process::Command;

/// An engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Kind {
    /// wobble2d, as anybody builds it
    Ours,
    /// rapier2d with fat LTO and flags for this machine, on one thread
    Rapier,
    /// The same with its feature `parallel`
    RapierParallel,
    /// LiquidFun in WebAssembly
    Liquidfun,
    /// pymunk
    Pymunk,
    /// matter-js
    Matter,
}

impl Kind {
    pub const ALL: [Self; 6] = [Self::Ours, Self::Rapier, Self::RapierParallel, Self::Liquidfun, Self::Pymunk, Self::Matter];

    /// The settings worth showing for a workload.
    pub fn variants(self, scene: &Scene) -> &'static [Option<&'static str>] {
        match (self, scene) {
            (Self::Rapier | Self::RapierParallel, Scene::Squares { .. }) => &[Some("springs"), Some("corotational")],
            (Self::Liquidfun, _) => &[Some("3"), Some("8")],
            _ => &[None],
        }
    }
}

/// One line of the table: an engine with a variant and a number of threads.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    pub label: String,
    pub kind: Kind,
    pub variant: Option<&'static str>,
    pub threads: u32,
}

impl Entry {
    /// What this entry is asked to do.
    pub fn job(&self, scene: Scene, frames: u32) -> Job {
        Job { scene, frames, untimed: frames / 2, threads: self.threads, variant: self.variant.map(Into::into) }
    }
}

/// Engines that are ready, or the reason why one is not.
pub struct Engines {
    list: Vec<(Kind, Result<Start, String>)>,
    threads: u32,
    /// Packages live in a folder that goes away with this.
    _peers: Peers,
}

/// How an engine is started.
#[derive(Clone, Debug)]
pub struct Start {
    pub program: PathBuf,
    pub arguments: Vec<PathBuf>,
    pub environment: Vec<(&'static str, PathBuf)>,
}

impl Engines {
    /// The entries for a workload, ours first.
    pub fn entries(&self, workload: Workload) -> Vec<Entry> {
        let scene = workload.scene();
        self.list.iter().flat_map(|&(kind, _)| entries(kind, &scene, self.threads)).collect()
    }

    /// How to start an engine, or why it cannot be.
    pub fn start(&self, kind: Kind) -> Result<&Start, String> {
        let found = self.list.iter().find(|(other, _)| *other == kind);
        found.map_or_else(|| Err("not asked for".into()), |(_, start)| start.as_ref().map_err(Clone::clone))
    }
}

fn entries(kind: Kind, scene: &Scene, threads: u32) -> Vec<Entry> {
    let counts: &[u32] = match kind {
        Kind::Ours => &[1, threads],
        Kind::RapierParallel => &[threads],
        _ => &[1],
    };
    let mut entries = Vec::new();
    for &threads in counts {
        for &variant in kind.variants(scene) {
            entries.push(Entry { label: label(kind, variant, threads), kind, variant, threads });
        }
    }
    entries
}

fn label(kind: Kind, variant: Option<&str>, threads: u32) -> String {
    let name = match kind {
        Kind::Ours => "wobble2d",
        Kind::Rapier | Kind::RapierParallel => "rapier2d",
        Kind::Liquidfun => "LiquidFun",
        Kind::Pymunk => "pymunk",
        Kind::Matter => "matter-js",
    };
    let variant = match (kind, variant) {
        (Kind::Liquidfun, Some(iterations)) => format!(", {iterations} iterations"),
        (_, Some(variant)) => format!(", {variant}"),
        _ => String::new(),
    };
    let threads = if threads > 1 { format!(", {threads} threads") } else { String::new() };
    format!("{name}{variant}{threads}")
}

/// Builds and installs. What cannot be had is left out, with the reason; without ours there is nothing to compare.
pub fn prepare(args: &Args, root: &Path) -> Result<Engines> {
    let peers = Peers::new(root)?;
    let mut list = vec![(Kind::Ours, Ok(build_ours(root)?))];
    for &kind in args.engines.iter().filter(|&&kind| kind != Kind::Ours) {
        eprintln!("preparing {}", label(kind, None, 1));
        let start = match kind {
            Kind::Ours => continue,
            Kind::Rapier => build_rapier(root, false),
            Kind::RapierParallel => build_rapier(root, true),
            Kind::Liquidfun => peers.node("liquidfun.mjs", "liquidfun-wasm@7.0.0"),
            Kind::Matter => peers.node("matter.mjs", "matter-js@0.20.0"),
            Kind::Pymunk => peers.python("pymunk_driver.py", "pymunk==7.3.1"),
        };
        list.push((kind, start.map_err(|why| format!("{why:#}"))));
    }
    Ok(Engines { list, threads: args.threads, _peers: peers })
}

/// Ours is built like any other program, without flags for this machine: it has to find out for itself what the processor can do.
fn build_ours(root: &Path) -> Result<Start> {
    eprintln!("building wobble2d: release");
    build(root, "ours", "release", "target", "", &[])
}

fn build_rapier(root: &Path, parallel: bool) -> Result<Start> {
    let (folder, features) = if parallel { ("target/rapier-parallel", &["parallel"][..]) } else { ("target/rapier", &[][..]) };
    build(root, "rapier", "peer", folder, "-C target-cpu=native", features)
}

fn build(root: &Path, package: &str, profile: &str, folder: &str, flags: &str, features: &[&str]) -> Result<Start> {
    let folder = root.join("wobble-bench").join(folder);
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--quiet", "--package", package, "--profile", profile, "--manifest-path"]);
    cargo.arg(root.join("wobble-bench/Cargo.toml")).arg("--target-dir").arg(&folder);
    cargo.args(["--features", &features.join(",")]);
    if flags.is_empty() {
        cargo.env_remove("RUSTFLAGS").env_remove("CARGO_ENCODED_RUSTFLAGS");
    } else {
        cargo.env("RUSTFLAGS", flags);
    }
    let status = cargo.status().context("cannot start cargo")?;
    if !status.success() {
        bail!("cargo could not build {package}; its complaint stands above");
    }
    let program = folder.join(profile).join(package).with_extension(std::env::consts::EXE_EXTENSION);
    Ok(Start { program, arguments: Vec::new(), environment: Vec::new() })
}

#[cfg(test)]
mod tests {
    use super::{Kind, entries};
    use crate::workload::Workload;
    use std::fs;
    use std::path::Path;

    #[test]
    fn every_line_of_the_table_has_its_own_label() {
        for workload in Workload::ALL {
            let all = Kind::ALL.map(|kind| entries(kind, &workload.scene(), 2)).concat();
            let mut labels: Vec<&str> = all.iter().map(|entry| entry.label.as_str()).collect();
            assert_eq!(labels[..2], ["wobble2d", "wobble2d, 2 threads"]);
            labels.sort_unstable();
            let count = labels.len();
            labels.dedup();
            assert_eq!(labels.len(), count, "{labels:?}");
        }
    }

    #[test]
    fn ours_is_built_with_the_profile_of_the_main_workspace() {
        let read = |name: &str| fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(name)).unwrap();
        let profile = |text: &str| {
            let lines = text.lines().skip_while(|line| *line != "[profile.release]").skip(1);
            lines.take_while(|line| line.contains(" = ")).map(String::from).collect::<Vec<_>>()
        };
        let ours = profile(&read("Cargo.toml"));
        assert!(!ours.is_empty());
        assert_eq!(ours, profile(&read("../Cargo.toml")));
    }
}
