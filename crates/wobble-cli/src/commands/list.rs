//! `wobble list`

use crate::failure::Result;
use crate::output::{STRONG, say};
use clap::Args;
use wobble_scene::gallery;

/// List the scenes of the gallery
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wobble list\n  wobble list --names | xargs -n 1 wobble hash\n  wobble list --json")]
pub(crate) struct List {
    /// With descriptions, as JSON
    #[arg(long, conflicts_with = "names")]
    json: bool,
    /// Only the names
    #[arg(long)]
    names: bool,
}

impl List {
    pub fn run(&self) -> Result<()> {
        let wide = gallery::all().iter().map(|entry| entry.name.len()).max().unwrap_or(0);
        let mut lines = Vec::new();
        for entry in gallery::all() {
            let scene = entry.scene();
            let document = scene.document();
            lines.push(if self.json {
                serde_json::json!({ "name": entry.name, "title": document.title, "description": document.description }).to_string()
            } else if self.names {
                entry.name.to_string()
            } else {
                format!("{STRONG}{:wide$}{STRONG:#}  {}", entry.name, document.title)
            });
        }
        if self.json { say(&format!("[\n{}\n]", lines.join(",\n"))) } else { say(&lines.join("\n")) }
    }
}
