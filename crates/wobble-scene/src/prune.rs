//! A document without what goes without saying: fields that are at their defaults.

use crate::schema::Part;
use serde_json::Value;

/// Removes every field that equals its default, and every `null` where nothing is the default.
pub(crate) fn prune(value: &mut Value, part: Part<'_>) {
    let part = fitting(part, value);
    match value {
        Value::Object(fields) => {
            let known = part.all_fields();
            let open = part.keyword("additionalProperties").filter(|open| open.is_object());
            fields.retain(|name, value| match known.iter().find(|(known, _)| known == name) {
                Some((_, inner)) => !is_default(value, *inner),
                None => true,
            });
            for (name, value) in fields.iter_mut() {
                let inner = known.iter().find(|(known, _)| known == name).map(|(_, inner)| *inner).or(open.map(Part));
                if let Some(inner) = inner {
                    prune(value, inner);
                }
            }
        }
        Value::Array(items) => {
            if let Some(inner) = part.keyword("items") {
                items.iter_mut().for_each(|item| prune(item, Part(inner)));
            }
        }
        _ => {}
    }
}

fn is_default(value: &Value, part: Part<'_>) -> bool {
    match part.0.get("default") {
        Some(default) => default == value,
        None => value.is_null(),
    }
}

/// The alternative that an object belongs to, where there are several; references and options are seen through.
fn fitting<'s>(part: Part<'s>, value: &Value) -> Part<'s> {
    let has_fields = |part: Part<'_>| part.fields().next().is_some();
    if has_fields(part) || !value.is_object() {
        return part;
    }
    let tagged = part.branches().any(|branch| branch.only_field().is_some());
    if tagged {
        return part;
    }
    part.branches().find(|branch| has_fields(*branch)).unwrap_or(part)
}
