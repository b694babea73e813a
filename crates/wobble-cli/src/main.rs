//! The `wobble` command.

#![allow(rustdoc::broken_intra_doc_links, reason = "doc comments of arguments are help texts, and units in brackets are no links")]

mod args;
mod commands;
mod failure;
mod input;
mod look;
mod output;
mod progress;
mod script;
mod server;
mod source;
mod stop;
mod values;

use args::Args;
use clap::Parser;
use failure::Result;
use std::process::ExitCode;
use stop::Stop;

fn main() -> ExitCode {
    let args = Args::parse();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            output::complain(&failure);
            failure.exit_code()
        }
    }
}

fn run(args: &Args) -> Result<()> {
    use args::Command::*;
    let stop = Stop::on_signals();
    match &args.command {
        None => commands::welcome::run(&stop),
        Some(List(list)) => list.run(),
        Some(Show(show)) => show.run(),
        Some(New(new)) => new.run(),
        Some(Check(check)) => check.run(&stop),
        Some(Schema) => output::say(wobble_scene::schema_text().trim_end()),
        Some(Run(run)) => run.run(&stop),
        Some(Record(record)) => record.run(&stop),
        Some(Replay(replay)) => replay.run(&stop),
        Some(Render(render)) => render.run(&stop),
        Some(Compare(compare)) => compare.run(&stop),
        Some(Plot(plot)) => plot.run(&stop),
        Some(Sweep(sweep)) => sweep.run(&stop),
        Some(Bench(bench)) => bench.run(&stop),
        Some(Laws(laws)) => laws.run(&stop),
        Some(Hash(hash)) => hash.run(&stop),
        Some(Torture(torture)) => torture.run(&stop),
        Some(Soak(soak)) => soak.run(&stop),
        Some(Sandbox(sandbox)) => sandbox.run(),
        Some(Serve(serve)) => serve.run(&stop),
        Some(Completions(completions)) => completions.run(),
    }
}
