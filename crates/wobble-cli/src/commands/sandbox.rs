//! `wobble sandbox`

use crate::failure::{Failure, Result};
#[cfg(feature = "window")]
use crate::source;
use clap::Args;
#[cfg(feature = "window")]
use std::path::Path;
#[cfg(feature = "window")]
use wobble_scene::{Scene, link};

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
        let scene = source::find(&self.scene)?;
        open(&self.scene, scene).map_err(|reason| {
            let film = format!("`wobble render {} -o film.gif`", self.scene);
            Failure::Asked(format!("{reason}; {film} needs none, and `wobble serve` shows the sandbox as a web page"))
        })
    }

    #[cfg(not(feature = "window"))]
    pub fn run(&self) -> Result<()> {
        let way_out = format!("cargo run --release -- sandbox {}", self.scene);
        Err(Failure::Asked(format!("this `wobble` was built without a window: build it with `{way_out}`")))
    }
}

/// Opens a window and stays in it until it is closed, or says why there is none.
#[cfg(feature = "window")]
pub(crate) fn open(source: &str, scene: Scene) -> core::result::Result<(), String> {
    if !has_display() {
        return Err("there is no display to open a window on".into());
    }
    let path = Path::new(source);
    let is_file = path.is_file() && !link::is_link(source);
    let name = match path.file_stem() {
        _ if link::is_link(source) => "link".into(),
        Some(stem) if is_file => stem.to_string_lossy(),
        _ if source == "-" => "scene".into(),
        _ => source.into(),
    };
    let sandbox = wobble_sandbox::Sandbox::new(&name, scene).map_err(|problems| problems.to_string())?;
    wobble_sandbox::open_window(if is_file { sandbox.kept_at(source) } else { sandbox })
}

/// Only systems with X or Wayland can be without a display, and say so in their environment.
#[cfg(feature = "window")]
fn has_display() -> bool {
    let set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    cfg!(any(windows, target_os = "macos")) || set("DISPLAY") || set("WAYLAND_DISPLAY")
}
