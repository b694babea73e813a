//! Prints the JSON schema of the scene format: `cargo run -p wobble-scene --example schema > docs/scene.schema.json`.

fn main() {
    print!("{}", wobble_scene::schema_text());
}
