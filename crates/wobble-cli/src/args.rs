//! What can be asked on the command line.

use crate::commands::{
    bench, check, compare, completions, hash, laws, list, new, plot, record, render, replay, run, sandbox, serve, show, soak,
    sweep, torture,
};
use clap::{Parser, Subcommand};

/// Soft bodies that wobble.
///
/// Without a subcommand it opens a window to play in. Where there is no display it writes the welcome scene to wobble.gif in the current folder.
#[derive(Debug, Parser)]
#[command(name = "wobble", version, after_help = AFTER)]
pub(crate) struct Args {
    #[command(subcommand)]
    pub command: Option<Command>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    List(list::List),
    Show(show::Show),
    New(new::New),
    Check(check::Check),
    /// Print the JSON schema of scene files, for editors
    #[command(after_help = "Example:\n  wobble schema > scene.schema.json")]
    Schema,
    Run(run::Run),
    Record(record::Record),
    Replay(replay::Replay),
    Render(render::Render),
    Compare(compare::Compare),
    Plot(plot::Plot),
    Sweep(sweep::Sweep),
    Bench(bench::Bench),
    Laws(laws::Laws),
    Hash(hash::Hash),
    Torture(torture::Torture),
    Soak(soak::Soak),
    Sandbox(sandbox::Sandbox),
    Serve(serve::Serve),
    Completions(completions::Completions),
}

const AFTER: &str = "\
Examples:
  wobble sandbox                                play with scenes in a window
  wobble serve                                  the same as a web page
  wobble list                                   the scenes of the gallery
  wobble render rope-bridge -o bridge.gif       ten seconds of one of them
  wobble run pile-100 --seconds 5               how it went, in numbers
  wobble compare orbit --substeps 2,4,8,16      all methods against the exact motion
  wobble new mine.json                          a scene of your own

SCENE is a name of the gallery, a file, a link with a scene, or - for standard input.
Exit codes: 0 fine, 1 a check failed, 2 could not run, 130 interrupted";

#[cfg(test)]
mod tests {
    use super::Args;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_do_not_contradict_each_other() {
        Args::command().debug_assert();
    }

    #[test]
    fn every_subcommand_has_an_example_in_its_help() {
        for command in Args::command().get_subcommands_mut() {
            let help = command.render_long_help().to_string();
            assert!(help.contains("Example") && help.contains(&format!("wobble {}", command.get_name())), "{help}");
        }
    }
}
