//! `cargo xtask web`: the sandbox as a folder of static files, for any web host.
//!
//! ```text
//! DIR/index.html              the page, with start.js, style.css and icon.svg
//! DIR/pkg/wobble_web.js       the app for browsers, with wobble_web_bg.wasm
//! target/web-node/            the same for node, for `cargo xtask hash-check`
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use wasm_bindgen_cli_support::Bindgen;

use crate::toolchain::{TARGET, Toolchain};
use crate::{process, repository};

/// The files of the page besides `index.html`.
const FILES: [&str; 3] = ["start.js", "style.css", "icon.svg"];

/// What stands in `index.html` for the size of the module.
const BYTES: &str = "\"BYTES\"";

pub fn default_dir() -> PathBuf {
    repository().join("target/web")
}

/// Where the bundle for node is.
pub fn node_dir() -> PathBuf {
    repository().join("target/web-node")
}

/// Builds everything into `out`.
pub fn build(out: &Path) -> Result<()> {
    bundle_package("wobble-web", &out.join("pkg"), &node_dir())?;
    let bytes = size(&out.join("pkg/wobble_web_bg.wasm"))?;
    write_page(out, bytes)?;
    println!("the page is in {}, {:.1} MB; `wobble serve` shows it", out.display(), bytes as f64 / 1e6);
    Ok(())
}

/// Builds the bundles of a package, one for browsers and one for node.
pub fn bundle_package(package: &str, browsers: &Path, node: &Path) -> Result<()> {
    let module = compile(package, &Toolchain::find()?)?;
    bundle(&module, browsers, |bindgen| bindgen.web(true).map(drop))?;
    bundle(&module, node, |bindgen| bindgen.nodejs(true).map(drop))
}

/// Compiles a package and returns the path of the bare WebAssembly module.
///
/// In a target folder of its own: the compiler may be another one than that of the native build.
fn compile(package: &str, toolchain: &Toolchain) -> Result<PathBuf> {
    let target_dir = repository().join("target/wasm");
    process::run(
        toolchain.cargo_build().args(["--package", package, "--lib", "--target-dir"]).arg(&target_dir).current_dir(repository()),
    )?;
    Ok(target_dir.join(TARGET).join("web").join(format!("{}.wasm", package.replace('-', "_"))))
}

/// Writes the JavaScript side of `module` into `dir`, for the environment that `choose` sets.
fn bundle(module: &Path, dir: &Path, choose: impl Fn(&mut Bindgen) -> Result<()>) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .typescript(false)
        // The command-line tool's default: the script finds the module that lies beside it.
        .omit_default_module_path(false)
        // Names and producers are a sixth of the module, and no user sees them.
        .remove_name_section(true)
        .remove_producers_section(true);
    choose(&mut bindgen)?;
    bindgen.generate(dir).with_context(|| format!("could not bind {} into {}", module.display(), dir.display()))
}

/// Copies the files of the page, and tells it how large the module is.
fn write_page(out: &Path, bytes: u64) -> Result<()> {
    let source = repository().join("crates/wobble-web/page");
    for name in FILES {
        fs::copy(source.join(name), out.join(name)).with_context(|| format!("could not write {name} into {}", out.display()))?;
    }
    let page = fs::read_to_string(source.join("index.html")).context("could not read index.html")?;
    if !page.contains(BYTES) {
        bail!("index.html has no place for the size of the module; it should hold {BYTES}");
    }
    fs::write(out.join("index.html"), page.replace(BYTES, &format!("\"{bytes}\""))).context("could not write index.html")
}

fn size(file: &Path) -> Result<u64> {
    Ok(fs::metadata(file).with_context(|| format!("{} was not written", file.display()))?.len())
}
