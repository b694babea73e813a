//! `cargo xtask`: the tasks of this repository that need more than cargo.
//!
//! Exit codes: 0 all is well, 1 the hashes differ, 2 the task could not be done.

mod hash_check;
mod process;
mod toolchain;
mod web;

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Parser, Subcommand};

#[derive(Parser)]
#[command(name = "cargo xtask", about = "Build and check tasks of wobble2d")]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Build the WebAssembly bundles (browser and node) and the page that loads them
    Web {
        /// Where to put them [default: target/web]
        #[arg(long, value_name = "DIR")]
        out: Option<PathBuf>,
    },
    /// Run the welcome scene natively, in node and in Chromium, and compare the state hashes
    HashCheck {
        /// How many frames of 1/60 s to run
        #[arg(long, default_value_t = 600)]
        frames: u32,
        /// The browser to use [default: the first of chromium, chromium-browser, google-chrome in PATH]
        #[arg(long, value_name = "PROGRAM")]
        chromium: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    let outcome = match Arguments::parse().task {
        Task::Web { out } => web::build(&out.unwrap_or_else(web::default_dir)).map(|()| true),
        Task::HashCheck { frames, chromium } => hash_check::run(frames, chromium),
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

/// The root of the repository; every task works from here, wherever it was called.
fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies inside the repository")
}
