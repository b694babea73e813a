//! `wobble sandbox`

use crate::failure::{Failure, Result};
use crate::source;
use clap::Args;

/// Play with a scene in a window
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wobble sandbox\n  wobble sandbox torn-cloth\n  wobble sandbox mine.json")]
pub(crate) struct Sandbox {
    /// A name of the gallery, a file, or - for standard input
    #[arg(default_value = "welcome")]
    scene: String,
}

impl Sandbox {
    pub fn run(&self) -> Result<()> {
        let sandbox = wobble_sandbox::Sandbox::new(&self.scene, source::find(&self.scene)?)?;
        wobble_sandbox::open_window(sandbox).map_err(Failure::Asked)
    }
}
