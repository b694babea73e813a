//! The real page in a real browser: what it takes, and `cargo xtask browser-test`.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::{process, repository};

/// Serves the page and drives it through `sandbox.mjs`. Whether everything was as it should be.
pub fn test(site: &Path, chromium: Option<PathBuf>, minutes: f64) -> Result<bool> {
    let chromium = self::chromium(chromium)?;
    let server = Server::start(&wobble()?, site)?;
    let pictures = repository().join("target/browser-test");
    let mut command = script("sandbox.mjs");
    command.arg(server.address()).arg(chromium).arg(pictures).arg(minutes.to_string());
    let status = command.status().context("could not start node; is it installed and in PATH?")?;
    Ok(status.success())
}

/// The browser that was named, or the first one found.
pub fn chromium(named: Option<PathBuf>) -> Result<PathBuf> {
    if !scripts().join("node_modules/playwright-core").is_dir() {
        bail!("playwright-core is missing; run `npm ci --prefix xtask/browser`");
    }
    named
        .or_else(|| process::find_program(&["chromium", "chromium-browser", "google-chrome"]))
        .context("no Chromium in PATH; install it (Debian: `apt-get install chromium`) or name one with --chromium")
}

/// A script of `xtask/browser`, for node.
pub fn script(name: &str) -> Command {
    let mut command = Command::new("node");
    command.arg(scripts().join(name));
    command
}

/// The `wobble` command as users have it, built if need be.
pub fn wobble() -> Result<PathBuf> {
    process::run(process::cargo().args(["build", "--quiet", "--package", "wobble-cli"]).current_dir(repository()))?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| repository().join("target"), PathBuf::from);
    Ok(target.join("debug").join("wobble").with_extension(std::env::consts::EXE_EXTENSION))
}

fn scripts() -> PathBuf {
    repository().join("xtask/browser")
}

/// A running `wobble serve`; it ends with this value.
pub struct Server {
    child: Child,
    address: String,
}

impl Server {
    /// Serves a folder at any free port.
    pub fn start(wobble: &Path, site: &Path) -> Result<Self> {
        let mut command = Command::new(wobble);
        command.args(["serve", "--port", "0", "--dir"]).arg(site).stdout(Stdio::piped());
        let mut child = command.spawn().with_context(|| format!("could not start {}", wobble.display()))?;
        let output = child.stdout.take().context("standard output is piped")?;
        let mut server = Self { child, address: String::new() };
        BufReader::new(output).read_line(&mut server.address)?;
        server.address = server.address.trim().to_owned();
        if !server.address.starts_with("http://") {
            bail!("`wobble serve` must print its address first, got {:?}", server.address);
        }
        Ok(server)
    }

    pub fn address(&self) -> &str {
        &self.address
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself; either way it is gone afterwards.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
