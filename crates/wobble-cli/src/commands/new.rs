//! `wobble new`

use crate::failure::{Failure, Result};
use crate::output::say;
use clap::Args;
use std::path::PathBuf;

/// Write a small scene of your own to begin with
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wobble new mine.json\n  wobble new mine.json && wobble render mine.json -o mine.gif")]
pub(crate) struct New {
    /// The file to write
    file: PathBuf,
    /// Replace a file that is there
    #[arg(long)]
    force: bool,
}

/// What a new scene is.
const START: &str = include_str!("new.json");

impl New {
    pub fn run(&self) -> Result<()> {
        let name = self.file.display();
        if self.file.exists() && !self.force {
            return Err(Failure::Asked(format!("{name} is there already; choose another name, or add --force to replace it")));
        }
        wobble_render::write_bytes(&self.file, START.as_bytes())?;
        say(&format!("wrote {name}; look at it with `wobble render {name} -o scene.gif`"))
    }
}

#[cfg(test)]
mod tests {
    use super::START;
    use wobble_scene::Scene;

    #[test]
    fn a_new_scene_can_be_built_and_stays_in_its_box() {
        let mut world = Scene::parse(START).expect("a valid scene").build().expect("a world").world;
        (0..600).for_each(|_| world.step(1.0 / 60.0));
        let inside = world.particles().iter().all(|[x, y, ..]| x.abs() < 4.1 && (-0.1..6.1).contains(y));
        assert!(inside && world.body_count() == 4 && world.rms_speed() < 1.0, "{}", world.rms_speed());
    }
}
