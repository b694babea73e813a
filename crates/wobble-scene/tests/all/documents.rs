//! The schema and the documents say what the types say.

use serde_json::Value;
use std::path::PathBuf;
use wobble_scene::{Scene, limits, reference_text, schema, schema_text};

fn document(name: &str) -> String {
    std::fs::read_to_string(PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(name)).unwrap()
}

const AGAIN: &str = "run `cargo run -p wobble-scene --example documents`";

#[test]
fn the_schema_in_the_documents_is_current() {
    assert_eq!(document("scene.schema.json"), schema_text(), "{AGAIN}");
}

#[test]
fn the_reference_in_the_documents_is_current() {
    assert!(document("scene-format.md").ends_with(&reference_text()), "{AGAIN}");
}

/// Calls `visit` with every object of the schema and where it stands.
fn walk<'v>(value: &'v Value, path: &str, visit: &mut impl FnMut(&str, &'v Value)) {
    visit(path, value);
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| walk(value, &format!("{path}/{name}"), visit)),
        Value::Array(items) => items.iter().enumerate().for_each(|(i, value)| walk(value, &format!("{path}/{i}"), visit)),
        _ => {}
    }
}

#[test]
fn every_field_of_the_schema_is_described_in_the_schema_and_named_in_the_documents() {
    let text = document("scene-format.md");
    let mut count = 0;
    walk(schema(), "", &mut |path, value| {
        for (name, field) in value.get("properties").and_then(Value::as_object).into_iter().flatten() {
            assert!(text.contains(&format!("| `{name}` |")), "{path}: `{name}` is not in the documents");
            let described = field.get("description").is_some() || field.get("$ref").is_some();
            assert!(described, "{path}: `{name}` is not described");
            count += 1;
        }
    });
    assert!(count > 100, "only {count} fields were found");
}

#[test]
fn every_number_has_a_range() {
    let mut count = 0;
    walk(schema(), "", &mut |path, value| {
        let kind = value.get("type");
        let is = |name: &str| {
            kind == Some(&name.into()) || kind.and_then(Value::as_array).is_some_and(|kinds| kinds.contains(&name.into()))
        };
        if is("number") || is("integer") {
            assert!(value.get("minimum").is_some() && value.get("maximum").is_some(), "{path} has no range");
            count += 1;
        }
    });
    assert!(count > 80, "only {count} numbers were found");
}

#[test]
fn every_list_and_every_text_has_a_largest_length() {
    walk(schema(), "", &mut |path, value| {
        if value.get("type") == Some(&"array".into()) {
            assert!(value.get("maxItems").is_some(), "{path} may be endless");
        }
    });
}

#[test]
fn the_examples_in_the_documents_are_valid_scenes() {
    let text = document("scene-format.md");
    let examples: Vec<&str> = text.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(examples.len() >= 6);
    for example in examples {
        Scene::parse(example).and_then(|scene| scene.build()).unwrap_or_else(|problems| panic!("{problems}\n{example}"));
    }
}

#[test]
fn the_limits_in_the_documents_are_those_of_the_code() {
    let text = document("scene-format.md");
    for (what, most) in [
        ("nested brackets", limits::DEPTH.to_string()),
        ("values in a file", "500 000".to_string()),
        ("corners in the outlines of a shape", limits::CORNERS.to_string()),
        ("problems reported at once", limits::PROBLEMS.to_string()),
        ("size of a file", format!("{} MB", limits::FILE_SIZE >> 20)),
    ] {
        assert!(text.contains(&format!("| {what} | {most} |")), "{what}: {most}");
    }
    assert_eq!((limits::VALUES, limits::BODIES, limits::POINTS, limits::LINKS), (500_000, 20_000, 500_000, 500_000));
}
