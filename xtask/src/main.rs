//! `cargo xtask`: the tasks of this repository that need more than cargo.
//!
//! Exit codes: 0 all is well, 1 the hashes differ or a test failed, 2 the task could not be done.

mod arm;
mod browser;
mod golden;
mod hash_check;
mod process;
mod toolchain;
mod web;
mod window;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Build and check tasks of wobble2d")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build the sandbox as a web page: a folder of static files
    Web {
        /// Where to put it [default: target/web]
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Run scenes of the gallery natively, in node and in Chromium, and compare the state hashes
    HashCheck {
        /// Take the page as it is in target/web, without building it anew
        #[arg(long)]
        built: bool,
        /// How many frames of 1/60 s to run
        #[arg(long, default_value_t = 600)]
        frames: u32,
        /// The browser to use [default: the first of chromium, chromium-browser, google-chrome in PATH]
        #[arg(long, value_name = "PROGRAM")]
        chromium: Option<PathBuf>,
    },
    /// Drive the page in Chromium: drag, switch, open links, refuse bad ones; pictures go to target/browser-test
    BrowserTest {
        /// Take the page as it is in target/web, without building it anew
        #[arg(long)]
        built: bool,
        /// Then play for so long and see that memory stays as it is [min]
        #[arg(long, default_value_t = 0.0)]
        minutes: f64,
        /// The browser to use [default: the first of chromium, chromium-browser, google-chrome in PATH]
        #[arg(long, value_name = "PROGRAM")]
        chromium: Option<PathBuf>,
    },
    /// Drive the real window on a display in memory (Xvfb): scenes, tools, the editor; pictures go to target/window-check
    WindowCheck,
    /// Run ten chaotic scenes in six ways and compare the state hashes with each other and with those written down
    Golden {
        /// Write down what all columns agree on
        #[arg(long)]
        write: bool,
        /// Which ways [default: all]
        #[arg(long, value_enum, value_delimiter = ',')]
        columns: Vec<golden::Column>,
    },
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().task {
        Task::Web { out } => web::build(&out.unwrap_or_else(web::default_dir)).map(|()| true),
        Task::Golden { write, columns } => golden::run(&columns, write),
        Task::HashCheck { built, frames, chromium } => page(built).and_then(|site| hash_check::run(&site, frames, chromium)),
        Task::BrowserTest { built, minutes, chromium } => page(built).and_then(|site| browser::test(&site, chromium, minutes)),
        Task::WindowCheck => window::check(),
    };
    match outcome {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(problem) => {
            eprintln!("error: {problem:#}");
            ExitCode::from(2)
        }
    }
}

/// The folder of the page. Built anew unless it is told not to be, so that a stale page is never checked by accident.
fn page(built: bool) -> Result<PathBuf> {
    let site = web::default_dir();
    if !built {
        web::build(&site)?;
    }
    Ok(site)
}

/// The root of the repository; every task works from here, wherever it was called.
fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies inside the repository")
}
