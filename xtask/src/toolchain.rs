//! Which compiler builds WebAssembly on this machine.
//!
//! Most users have the target from rustup and plain cargo does it. A machine that cannot fetch rustup targets can
//! build std from source with Debian's packages instead: `rustc-web`, `cargo-web` and `rust-web-src` come from one
//! source package, so compiler and std always match.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, bail};

use crate::process;

pub const TARGET: &str = "wasm32-unknown-unknown";

/// How long a question to a compiler or a package manager may take. [s]
/// They answer in milliseconds; the rest is room for a loaded machine.
const QUESTION_LIMIT: Duration = Duration::from_secs(30);

pub enum Toolchain {
    /// The compiler in use has the target: nothing to prepare.
    Installed,
    /// Debian's compiler builds std itself and borrows the linker of the toolchain in use.
    Debian { cargo: PathBuf, rustc: PathBuf, linker: PathBuf },
}

impl Toolchain {
    /// Prefers the installed target, because it is what users have.
    pub fn find() -> Result<Self> {
        if target_libdir(Some(TARGET))?.is_dir() {
            return Ok(Self::Installed);
        }
        match (
            packaged("cargo-web", "bin/cargo"),
            packaged("rustc-web", "bin/rustc"),
            packaged("rust-web-src", "library/std/Cargo.toml"),
        ) {
            (Some(cargo), Some(rustc), Some(_std_source)) => Ok(Self::Debian { cargo, rustc, linker: rust_lld()? }),
            _ => bail!(
                "no compiler for {TARGET} found; run `rustup target add {TARGET}`, or, on Debian without it, \
                 `apt-get install rustc-web cargo-web rust-web-src`"
            ),
        }
    }

    /// `cargo build` for WebAssembly, ready for the package to be named.
    pub fn cargo_build(&self) -> Command {
        let mut command = match self {
            Self::Installed => {
                let mut command = process::cargo();
                command.arg("build");
                command
            }
            Self::Debian { cargo, rustc, linker } => debian_cargo_build(cargo, rustc, linker),
        };
        command
            .args(["--profile", "web", "--target", TARGET])
            // The encoded form outranks RUSTFLAGS and every configuration file: flags meant for the native
            // processor must not reach WebAssembly.
            .env("CARGO_ENCODED_RUSTFLAGS", "-Ctarget-feature=+simd128");
        command
    }
}

fn debian_cargo_build(cargo: &Path, rustc: &Path, linker: &Path) -> Command {
    let mut command = Command::new(cargo);
    command
        // Without std's own features: a page cannot print a backtrace, and reading debug information is a quarter of std.
        .args(["build", "-Zbuild-std=std,panic_abort", "-Zbuild-std-features="])
        // Without it Debian's cargo would call the rustc in PATH.
        .env("RUSTC", rustc)
        // `-Z build-std` is a nightly option of cargo; for this one command only.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker)
        // Set by `cargo run` to the libraries of the other compiler.
        .env_remove("LD_LIBRARY_PATH")
        // A checker such as clippy belongs to the other compiler too.
        .env_remove("RUSTC_WORKSPACE_WRAPPER");
    command
}

/// Where the compiler in use keeps, or would keep, the std of a target (its own when `None`).
pub fn target_libdir(target: Option<&str>) -> Result<PathBuf> {
    let mut command = process::rustc();
    command.args(["--print", "target-libdir"]);
    if let Some(target) = target {
        command.args(["--target", target]);
    }
    Ok(process::answer(&mut command, QUESTION_LIMIT)?.into())
}

/// The linker that rustup ships beside the std of the host: `…/rustlib/HOST/{lib,bin/rust-lld}`.
fn rust_lld() -> Result<PathBuf> {
    let libdir = target_libdir(None)?;
    let linker = libdir.with_file_name("bin").join("rust-lld");
    if !linker.is_file() {
        bail!("no WebAssembly linker at {}; a rustup toolchain has one", linker.display());
    }
    Ok(linker)
}

/// The file of an installed Debian package whose path ends so; `None` also where there is no dpkg.
pub fn packaged(package: &str, ending: &str) -> Option<PathBuf> {
    let output = Command::new("dpkg").args(["-L", package]).output().ok()?;
    let listing = String::from_utf8(output.stdout).ok()?;
    listing.lines().map(PathBuf::from).find(|path| path.ends_with(ending))
}
