//! `cargo xtask window-check`: the real window of the sandbox, driven by a script, on a display that nobody sees.

use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

use crate::{process, repository};

/// The size of the display, and its colours.
const SCREEN: &str = "1280x800x24";

/// Runs the test of the window. Whether everything was as it should be.
pub fn check() -> Result<bool> {
    let display = Display::start()?;
    let mut command = process::cargo();
    // Of the whole workspace, though one package has it: the same features as for `cargo test --workspace`, so that nothing is built anew.
    command.args(["test", "--quiet", "--workspace", "--test", "window"]).current_dir(repository());
    // Painted by the processor, so that the check does not depend on a graphics card.
    command.env("DISPLAY", &display.name).env("LIBGL_ALWAYS_SOFTWARE", "1").env_remove("WAYLAND_DISPLAY");
    let status = command.status().context("could not start cargo")?;
    Ok(status.success())
}

/// A display in memory; it ends with this value.
struct Display {
    server: Child,
    name: String,
}

impl Display {
    fn start() -> Result<Self> {
        let missing = "could not start Xvfb; install it (Debian: `apt-get install xvfb libgl1-mesa-dri`)";
        let mut command = Command::new("Xvfb");
        // It chooses a free number itself and tells it on standard output.
        command.args(["-displayfd", "1", "-screen", "0", SCREEN, "-nolisten", "tcp"]);
        let mut server = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn().context(missing)?;
        let output = server.stdout.take().context("standard output is piped")?;
        let mut display = Self { server, name: String::new() };
        let mut number = String::new();
        BufReader::new(output).read_line(&mut number)?;
        if number.trim().is_empty() || !number.trim().bytes().all(|digit| digit.is_ascii_digit()) {
            bail!("Xvfb must tell the number of its display, got {number:?}");
        }
        display.name = format!(":{}", number.trim());
        Ok(display)
    }
}

impl Drop for Display {
    fn drop(&mut self) {
        // It may have ended by itself; either way it is gone afterwards.
        let _ = self.server.kill();
        let _ = self.server.wait();
    }
}
