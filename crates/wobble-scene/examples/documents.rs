//! Writes what is made from the types: `docs/scene.schema.json`, and the reference in `docs/scene-format.md`.

use std::path::PathBuf;

const MARK: &str = "<!-- Made by `cargo run -p wobble-scene --example documents`. -->\n";

fn main() -> std::io::Result<()> {
    let docs = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    std::fs::write(docs.join("scene.schema.json"), wobble_scene::schema_text())?;
    let path = docs.join("scene-format.md");
    let text = std::fs::read_to_string(&path)?;
    let written_by_hand = text.split(MARK).next().unwrap_or_default();
    std::fs::write(path, format!("{written_by_hand}{MARK}\n{}", wobble_scene::reference_text()))
}
