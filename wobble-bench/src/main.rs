//! wobble2d and other engines side by side: `cargo run --release --manifest-path wobble-bench/Cargo.toml`.

mod args;
mod curves;
mod document;
mod engine;
mod peers;
mod race;
mod score;
mod table;
mod worker;
mod workload;

use anyhow::{Context, Result, bail};
use args::Args;
use clap::Parser;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;
use wobble_lab::Clock;
use wobble_lab::bench::{Machine, Watch};

fn main() -> Result<()> {
    let args = Args::parse();
    let root = root()?;
    // What stands in the documentation is replaced only together with its text.
    let own = if args.write_docs { "docs/benchmarks" } else { "target/benchmarks" };
    let out = args.out.clone().unwrap_or_else(|| root.join(own));
    std::fs::create_dir_all(&out).with_context(|| format!("cannot make the folder {}", out.display()))?;
    let began = Instant::now();
    let now = || began.elapsed().as_secs_f64();
    let watch = Watch::begin(Clock(Some(&now)));
    let document = args.write_docs.then(|| root.join("docs/benchmarks.md"));
    if args.curves {
        curves::run(&args, &root, &out, document.as_deref(), watch)?;
    } else {
        race(&args, &root, &out, document.as_deref(), watch)?;
    }
    eprintln!("{:.0} s in all", now());
    Ok(())
}

fn race(args: &Args, root: &Path, out: &Path, document: Option<&Path>, watch: Watch<'_>) -> Result<()> {
    let engines = engine::prepare(args, root)?;
    let results = race::run(args, &engines);
    let warnings = watch.end(results.spreads());
    let text = table::text(&results, &Machine::here(), &warnings, args);
    println!("{text}");
    for warning in &warnings {
        eprintln!("noisy: {warning}");
    }
    let file = out.join("engines.csv");
    results.save(&file).with_context(|| format!("cannot write {}", file.display()))?;
    if let Some(document) = document {
        document::replace(document, "engines", &text)?;
        document::replace(document, "ours", &ours(root)?)?;
    }
    Ok(())
}

/// Where our time goes, and what the kernels do, as `wobble bench` says it.
fn ours(root: &Path) -> Result<String> {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["run", "--quiet", "--release", "--package", "wobble-cli", "--"]);
    cargo.args([
        "bench",
        "pile-100",
        "pile-1000",
        "cloth-64",
        "squares-50",
        "--repeats",
        "1",
        "--profile",
        "--kernels",
        "--markdown",
    ]);
    let output = cargo.current_dir(root).stderr(Stdio::inherit()).output().context("cannot start cargo")?;
    if !output.status.success() {
        bail!("`wobble bench` failed; its complaint stands above");
    }
    Ok(String::from_utf8(output.stdout)?)
}

/// The folder of the repository, seen from this crate.
fn root() -> Result<PathBuf> {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map(Path::to_path_buf).context("this crate lies in no folder")
}
