//! `wobble completions`

use crate::args::Args as Wobble;
use crate::failure::Result;
use crate::output::say;
use clap::{Args, CommandFactory};
use clap_complete::{Shell, generate};

/// Print a completion script for a shell
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  wobble completions bash > ~/.local/share/bash-completion/completions/wobble
  wobble completions zsh > ~/.zfunc/_wobble
  wobble completions fish > ~/.config/fish/completions/wobble.fish")]
pub(crate) struct Completions {
    /// Which shell
    shell: Shell,
}

impl Completions {
    pub fn run(&self) -> Result<()> {
        let mut script = Vec::new();
        generate(self.shell, &mut Wobble::command(), "wobble", &mut script);
        say(String::from_utf8_lossy(&script).trim_end())
    }
}
