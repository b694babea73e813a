//! What the documents say is what there is.

use std::fs;
use std::path::Path;

fn read(name: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(name);
    fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

#[test]
fn the_guide_begins_with_the_window_example_as_it_is() {
    let (guide, example) = (read("docs/guide.md"), read("examples/window/src/main.rs"));
    assert!(guide.contains(&example), "copy examples/window/src/main.rs into docs/guide.md");
    assert!(guide.find(&example) < guide.find("## An empty world"));
}
