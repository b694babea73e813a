//! `cargo xtask web`: the engine as bundles for browsers and node.
//!
//! ```text
//! DIR/index.html           loads pkg/, runs the welcome scene, shows its hash
//! DIR/pkg/wobble_web.js    ES module for browsers, with its .wasm and .d.ts
//! DIR/node/wobble_web.js   the same for node
//! ```

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use wasm_bindgen_cli_support::Bindgen;

use crate::toolchain::{TARGET, Toolchain};
use crate::{process, repository};

pub fn default_dir() -> PathBuf {
    repository().join("target/web")
}

/// Builds everything into `out`.
pub fn build(out: &Path) -> Result<()> {
    let module = compile(&Toolchain::find()?)?;
    bundle(&module, &out.join("pkg"), |bindgen| bindgen.web(true).map(drop))?;
    bundle(&module, &out.join("node"), |bindgen| bindgen.nodejs(true).map(drop))?;
    let page = out.join("index.html");
    fs::copy(repository().join("crates/wobble-web/index.html"), &page)
        .with_context(|| format!("could not write {}", page.display()))?;
    println!("web bundles are in {}", out.display());
    Ok(())
}

/// Compiles wobble-web and returns the path of the bare WebAssembly module.
///
/// In a target folder of its own: the compiler may be another one than that of the native build.
fn compile(toolchain: &Toolchain) -> Result<PathBuf> {
    let target_dir = repository().join("target/wasm");
    process::run(
        toolchain
            .cargo_build()
            .args(["--package", "wobble-web", "--lib", "--target-dir"])
            .arg(&target_dir)
            .current_dir(repository()),
    )?;
    Ok(target_dir.join(TARGET).join("release/wobble_web.wasm"))
}

/// Writes the JavaScript side of `module` into `dir`, for the environment that `choose` sets.
fn bundle(module: &Path, dir: &Path, choose: impl Fn(&mut Bindgen) -> Result<()>) -> Result<()> {
    let mut bindgen = Bindgen::new();
    bindgen
        .input_path(module)
        .typescript(true)
        // The command-line tool's default: the script finds the module that lies beside it.
        .omit_default_module_path(false);
    choose(&mut bindgen)?;
    bindgen.generate(dir).with_context(|| format!("could not bind {} into {}", module.display(), dir.display()))
}
