//! `wobble hash`

use crate::failure::Result;
use crate::output::say;
use crate::progress::Progress;
use crate::source::Source;
use crate::stop::Stop;
use clap::Args;
use wobble_lab::STEP;

/// Print the state hash of a scene after some frames; it is the same on every machine
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wobble hash welcome\n  wobble hash pile-400 --frames 60")]
pub(crate) struct Hash {
    #[command(flatten)]
    source: Source,
    /// How many frames, each a sixtieth of a second
    #[arg(long, default_value = "600", value_parser = clap::value_parser!(u32).range(0..=5_184_000))]
    frames: u32,
}

impl Hash {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let mut world = self.source.scene()?.build()?.world;
        let progress = Progress::new("simulating", self.frames.into());
        for frame in 0..self.frames {
            stop.check()?;
            world.step(STEP);
            progress.at(frame.into());
        }
        drop(progress);
        say(&format!("{:016x}", world.state_hash()))
    }
}
