//! The golden runs on aarch64, in an emulator.
//!
//! With the target from rustup plain cargo compiles them. A machine that cannot fetch rustup targets uses Debian's compiler, whose std for arm64 is a
//! package; it is only unpacked, never installed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::toolchain::{packaged, target_libdir};
use crate::{process, repository};

const TARGET: &str = "aarch64-unknown-linux-gnu";
const STD_PACKAGE: &str = "libstd-rust-web-dev";

/// How long a package of 34 MB may take to arrive. [s]
const DOWNLOAD_LIMIT: Duration = Duration::from_secs(300);

/// The command that runs a program of the workspace on aarch64; it is compiled first.
pub fn command(package: &str) -> Result<Command> {
    let emulator = process::find_program(&["qemu-aarch64", "qemu-aarch64-static"])
        .context("no qemu-aarch64 in PATH; on Debian: `apt-get install qemu-user gcc-aarch64-linux-gnu libc6-dev-arm64-cross`")?;
    let libraries = packaged("libc6-arm64-cross", "lib/ld-linux-aarch64.so.1")
        .and_then(|loader| Some(loader.parent()?.parent()?.to_path_buf()))
        .context("no C library for aarch64; on Debian: `apt-get install libc6-dev-arm64-cross`")?;
    let target_dir = repository().join("target/arm");
    process::run(build()?.args(["--package", package, "--target-dir"]).arg(&target_dir).current_dir(repository()))?;
    let mut command = Command::new(emulator);
    command.arg("-L").arg(libraries).arg(target_dir.join(TARGET).join("release").join(package));
    Ok(command)
}

fn build() -> Result<Command> {
    let mut command = if target_libdir(Some(TARGET))?.is_dir() { process::cargo() } else { debian()? };
    command
        .args(["build", "--release", "--target", TARGET])
        .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER", "aarch64-linux-gnu-gcc");
    Ok(command)
}

fn debian() -> Result<Command> {
    let (Some(cargo), Some(rustc)) = (packaged("cargo-web", "bin/cargo"), packaged("rustc-web", "bin/rustc")) else {
        bail!(
            "no compiler for {TARGET} found; run `rustup target add {TARGET}`, or, on Debian, `apt-get install rustc-web cargo-web`"
        );
    };
    let sysroot = sysroot()?;
    let mut command = Command::new(cargo);
    command
        .env("RUSTC", rustc)
        .env("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUSTFLAGS", format!("--sysroot {}", sysroot.display()))
        // Set by `cargo run` to the libraries of the other compiler.
        .env_remove("LD_LIBRARY_PATH");
    Ok(command)
}

/// The folder that holds std for aarch64; fetched once.
fn sysroot() -> Result<PathBuf> {
    let folder = repository().join("target/arm-std");
    if let Some(found) = find_sysroot(&folder) {
        return Ok(found);
    }
    std::fs::create_dir_all(&folder).with_context(|| format!("could not make {}", folder.display()))?;
    let way_out = "`dpkg --add-architecture arm64 && apt-get update` first";
    let package = format!("{STD_PACKAGE}:arm64");
    process::answer(Command::new("apt-get").args(["-qq", "download", &package]).current_dir(&folder), DOWNLOAD_LIMIT)
        .context(way_out)?;
    let archive = std::fs::read_dir(&folder)?
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .find(|path| path.extension().is_some_and(|end| end == "deb"))
        .context("apt-get left no package")?;
    process::run(Command::new("dpkg").arg("-x").arg(&archive).arg(&folder))?;
    find_sysroot(&folder).with_context(|| format!("{STD_PACKAGE} holds no std for {TARGET}"))
}

/// `…/SYSROOT/lib/rustlib/TARGET` somewhere below.
fn find_sysroot(folder: &Path) -> Option<PathBuf> {
    let ending = Path::new("lib/rustlib").join(TARGET);
    let mut waiting = vec![folder.to_path_buf()];
    while let Some(here) = waiting.pop() {
        if here.join(&ending).join("lib").is_dir() {
            return Some(here);
        }
        let inside = std::fs::read_dir(&here).ok()?.filter_map(|entry| entry.ok().map(|entry| entry.path()));
        waiting.extend(inside.filter(|path| path.is_dir() && !path.is_symlink()));
    }
    None
}
