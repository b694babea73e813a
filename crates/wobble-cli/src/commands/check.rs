//! `wobble check`

use crate::failure::{Failure, Result};
use crate::output::{remark, say};
use crate::source;
use crate::stop::Stop;
use clap::Args;
use wobble_scene::gallery;

/// Check scenes: everything that is wrong with them, with line and way out
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wobble check mine.json other.json\n  wobble check --gallery\n\nExit code 1 if anything is wrong."
)]
pub(crate) struct Check {
    /// Files, names of the gallery, or - for standard input
    #[arg(required_unless_present = "gallery")]
    scenes: Vec<String>,
    /// Every scene of the gallery
    #[arg(long)]
    gallery: bool,
}

impl Check {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let all = gallery::all().iter().filter(|_| self.gallery).map(|entry| entry.name.to_string());
        let mut failed = false;
        for name in self.scenes.iter().cloned().chain(all) {
            stop.check()?;
            match source::find(&name).and_then(|scene| Ok(scene.build()?)) {
                Ok(built) => say(&format!("{name}: fine, {} bodies", built.world.body_count()))?,
                Err(Failure::Scene(mut problems)) => {
                    failed = true;
                    problems.file.get_or_insert_with(|| name.clone());
                    remark(&problems.to_string());
                }
                Err(other) => return Err(other),
            }
        }
        if failed { Err(Failure::CheckFailed) } else { Ok(()) }
    }
}
