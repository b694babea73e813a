//! `wobble sandbox`

use crate::failure::{Failure, Result};
#[cfg(feature = "window")]
use crate::source;
use clap::Args;
use wobble_scene::link;

/// Play with a scene in a window
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wobble sandbox\n  wobble sandbox torn-cloth\n  wobble sandbox mine.json")]
pub(crate) struct Sandbox {
    /// A name of the gallery, a file, a link with a scene, or - for standard input
    #[arg(default_value = "welcome")]
    scene: String,
}

impl Sandbox {
    #[cfg(feature = "window")]
    pub fn run(&self) -> Result<()> {
        let name = if link::is_link(&self.scene) { "link" } else { &self.scene };
        let sandbox = wobble_sandbox::Sandbox::new(name, source::find(&self.scene)?)?;
        wobble_sandbox::open_window(sandbox).map_err(Failure::Asked)
    }

    #[cfg(not(feature = "window"))]
    pub fn run(&self) -> Result<()> {
        let scene = &self.scene;
        let way_out = format!("cargo run --release --features window -- sandbox {scene}");
        Err(Failure::Asked(format!("this `wobble` was built without a window: build it with `{way_out}`")))
    }
}
