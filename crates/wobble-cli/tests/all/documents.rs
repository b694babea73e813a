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

/// The crates that a manifest asks for, whatever for.
fn asked_for(manifest: &str) -> Vec<&str> {
    let mut within = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if let Some(table) = line.strip_prefix('[') {
            within = table.trim_end_matches(']').ends_with("dependencies");
        } else if within && let Some((name, _)) = line.split_once(['=', '.']).filter(|_| !line.starts_with(['#', ' '])) {
            names.push(name.trim());
        }
    }
    names
}

#[test]
fn every_dependency_is_listed_with_its_reason() {
    let manifests = [
        "crates/wobble2d",
        "crates/wobble-scene",
        "crates/wobble-view",
        "crates/wobble-render",
        "crates/wobble-lab",
        "crates/wobble-sandbox",
        "crates/wobble-cli",
        "crates/wobble-web",
        "crates/wobble-golden",
        "crates/wobble-torture",
        "wobble-bench",
        "wobble-bench/rapier",
        "examples/window",
        "fuzz",
        "xtask",
    ];
    let list = read("docs/dependencies.md");
    let names: Vec<&str> =
        list.lines().filter(|line| line.starts_with("| ")).flat_map(|line| line.split(['|', ',', ' '])).collect();
    for manifest in manifests {
        let text = read(&format!("{manifest}/Cargo.toml"));
        let asked = asked_for(&text);
        assert!(!asked.is_empty(), "{manifest}");
        for name in asked {
            let ours = name.starts_with("wobble") || ["job", "ours"].contains(&name);
            assert!(ours || names.contains(&name), "{name} of {manifest} is not in docs/dependencies.md");
        }
    }
}

#[test]
fn the_page_of_the_laws_is_that_of_its_table() {
    let lines = wobble_lab::laws::from_csv(&read("docs/laws.csv")).expect("a table of laws");
    let peers = wobble_lab::laws::Peer::from_csv(&read("docs/laws-rapier.csv")).expect("a table of another engine");
    let page = wobble_lab::laws::markdown(&lines, &wobble_lab::laws::pictures(&lines), &peers);
    assert!(read("docs/laws.md") == page, "write both with `wobble laws --write-docs`");
    let known = wobble_lab::laws::names(&wobble_lab::laws::experiments());
    assert_eq!(lines.iter().map(wobble_lab::laws::Line::name).collect::<Vec<_>>(), known, "and again after a change of the cases");
}
