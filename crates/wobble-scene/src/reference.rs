//! Every field of the format as Markdown tables, made from the schema.

use crate::check::range;
use crate::pretty::one_line;
use crate::prune::prune;
use crate::schema::{Part, schema};
use serde_json::Value;
use std::fmt::Write;

/// A table for every object of the format: field, meaning with its unit, default, range.
pub fn reference_text() -> String {
    let mut text = String::new();
    section(&mut text, "The document", Part::root());
    let definitions = schema().get("$defs").and_then(Value::as_object);
    for (name, definition) in definitions.into_iter().flatten() {
        section(&mut text, &title(name), Part(definition));
    }
    text
}

fn section(text: &mut String, title: &str, part: Part<'_>) {
    let _ = writeln!(text, "### {title}\n");
    if let Some(description) = description(part) {
        let _ = writeln!(text, "{description}\n");
    }
    let fields: Vec<_> = part.fields().collect();
    if !fields.is_empty() {
        let _ = writeln!(text, "| field | meaning | default | range |\n|---|---|---|---|");
        fields.iter().for_each(|(name, field)| row(text, part, name, *field));
        let _ = writeln!(text);
    }
    alternatives(text, part, !fields.is_empty());
}

fn row(text: &mut String, around: Part<'_>, name: &str, field: Part<'_>) {
    let required = around.keyword("required").and_then(Value::as_array).is_some_and(|list| list.contains(&name.into()));
    let default = match field.0.get("default") {
        _ if required => "must be given".into(),
        None | Some(Value::Null) => "–".into(),
        Some(Value::Array(items)) if items.len() > 4 => "a girder".into(),
        Some(value) => {
            let mut value = value.clone();
            prune(&mut value, field);
            format!("`{}`", one_line(&value))
        }
    };
    let meaning = description(field).unwrap_or_default();
    let _ = writeln!(text, "| `{name}` | {meaning}{} | {default} | {} |", link(field), limits(field));
}

/// The words or objects that a value may be.
fn alternatives(text: &mut String, part: Part<'_>, beside_fields: bool) {
    let branches: Vec<Part<'_>> = part.branches().collect();
    if branches.is_empty() {
        return;
    }
    if beside_fields {
        let _ = writeln!(text, "And exactly one of:\n");
    }
    let _ = writeln!(text, "| value | meaning | range |\n|---|---|---|");
    for branch in branches {
        let meaning = description(branch).unwrap_or_default();
        match (branch.keyword("const"), branch.only_field()) {
            (Some(word), _) => {
                let _ = writeln!(text, "| `{word}` | {meaning} | |");
            }
            (_, Some((name, inner))) => {
                let _ = writeln!(text, "| `{name}` | {meaning}{} | {} |", link(inner), limits(inner));
            }
            _ => {
                let shown = if branch.0.get("$ref").is_some() { "an object" } else { "a list" };
                let _ = writeln!(text, "| {shown} | {meaning}{} | {} |", link(branch), limits(branch));
            }
        }
    }
    let _ = writeln!(text);
}

/// The description, fit for a table.
fn description(part: Part<'_>) -> Option<String> {
    part.keyword("description").and_then(Value::as_str).map(|text| text.replace('|', "\\|"))
}

/// ` → Spring`, where a field is described by a section of its own.
fn link(part: Part<'_>) -> String {
    let of_items = part.0.get("items").map(Part);
    let of_entries = part.0.get("additionalProperties").filter(|open| open.is_object()).map(Part);
    let candidates = [Some(part), of_items, of_entries].into_iter().flatten();
    let mut names = candidates
        .flat_map(|part| [part].into_iter().chain(part.branches()))
        .filter_map(|part| part.0.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix("#/$defs/")));
    names.next().map(|name| format!(" → [{}](#{})", title(name), title(name).to_lowercase().replace(' ', "-"))).unwrap_or_default()
}

fn limits(part: Part<'_>) -> String {
    let number = |part: Part<'_>| part.keyword("minimum").is_some() || part.keyword("maximum").is_some();
    let bare = |part: Part<'_>| match part.keyword("maximum").and_then(Value::as_u64) {
        Some(most) if most == u64::from(u32::MAX) => "0 or more".to_string(),
        _ => range(Part(&without_description(part))),
    };
    let size = |least: &str, most: &str, what: &str| {
        let limit = |name: &str| part.keyword(name).and_then(Value::as_u64);
        match (limit(least), limit(most)) {
            (Some(low), Some(high)) if low == high => Some(format!("{low} {what}")),
            (Some(low), Some(high)) => Some(format!("{low} to {high} {what}")),
            (None, Some(high)) => Some(format!("at most {high} {what}")),
            _ => None,
        }
    };
    let items = part.keyword("items").map(Part);
    let inner = items.and_then(|items| items.keyword("items").map(Part)).or(items).filter(|inner| number(*inner));
    let parts = [
        number(part).then(|| bare(part)),
        inner.map(bare),
        size("minItems", "maxItems", "items"),
        size("minLength", "maxLength", "characters"),
        size("minProperties", "maxProperties", "entries"),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join(", ")
}

/// The unit stands in the meaning already.
fn without_description(part: Part<'_>) -> Value {
    let mut value = part.0.clone();
    value.as_object_mut().map(|object| object.remove("description"));
    value
}

/// `FullSpring` as `Full spring`.
fn title(name: &str) -> String {
    let mut text = String::new();
    for (i, letter) in name.chars().enumerate() {
        match letter.is_uppercase() && i > 0 {
            true => text.extend([' '].into_iter().chain(letter.to_lowercase())),
            false => text.push(letter),
        }
    }
    text
}
