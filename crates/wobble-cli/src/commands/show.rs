//! `wobble show`

use crate::failure::Result;
use crate::output::say;
use crate::source::Source;
use clap::Args;

/// Print a scene as a file, to read it or to start from it
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wobble show pendulum\n  wobble show jelly-tower --set settings.substeps=16 > mine.json")]
pub(crate) struct Show {
    #[command(flatten)]
    source: Source,
}

impl Show {
    pub fn run(&self) -> Result<()> {
        say(self.source.scene()?.to_json().trim_end())
    }
}
