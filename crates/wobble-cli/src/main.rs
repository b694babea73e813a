//! The `wobble` command.

mod args;
mod failure;
mod stop;
mod welcome;

use args::Args;
use clap::Parser;
use failure::{Failure, Result};
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;
use stop::Stop;

fn main() -> ExitCode {
    let args = Args::parse();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Nothing is left to be done if not even this can be said.
            let _ = writeln!(io::stderr(), "wobble: {failure}");
            failure.exit_code()
        }
    }
}

fn run(_: &Args) -> Result<()> {
    let stop = Stop::on_signals();
    let greeting = welcome::simulate_and_render(Path::new("wobble.gif"), &stop)?;
    say(&greeting)
}

/// Prints to standard output. Whoever closed it, such as `head`, has seen enough.
fn say(text: &str) -> Result<()> {
    match writeln!(io::stdout(), "{text}") {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Output(error)),
        _ => Ok(()),
    }
}
