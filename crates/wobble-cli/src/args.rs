//! What can be asked on the command line.

use clap::Parser;

/// Soft bodies that wobble, without a window.
///
/// Without arguments it simulates the welcome scene and writes it to wobble.gif in the current folder.
#[derive(Debug, Parser)]
#[command(name = "wobble", version, after_help = EXIT_CODES)]
pub(crate) struct Args {}

const EXIT_CODES: &str = "Exit codes: 0 fine, 1 a check failed, 2 could not run, 130 interrupted";

#[cfg(test)]
mod tests {
    use super::Args;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_do_not_contradict_each_other() {
        Args::command().debug_assert();
    }
}
