//! The JSON schema of the format, made from the types. Editors complete and check by it, and so do we: see [`check`](crate::check).

use crate::format::Document;
use schemars::generate::SchemaSettings;
use schemars::transform::{Transform, transform_subschemas};
use schemars::{Schema, SchemaGenerator};
use serde_json::{Map, Value};
use std::sync::OnceLock;

/// The JSON schema of the scene format.
pub fn schema() -> &'static Value {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let settings = SchemaSettings::draft2020_12();
        let mut schema = SchemaGenerator::new(settings).into_root_schema_for::<Document>();
        Closed.transform(&mut schema);
        let mut value = schema.to_value();
        exact_numbers(&mut value);
        value
    })
}

/// The schema as the text of a file.
pub fn schema_text() -> String {
    let mut text = serde_json::to_string_pretty(schema()).unwrap_or_default();
    text.push('\n');
    text
}

/// Refuses fields that the format does not know.
#[derive(Clone)]
struct Closed;

impl Transform for Closed {
    fn transform(&mut self, schema: &mut Schema) {
        transform_subschemas(self, schema);
        let Some(object) = schema.as_object_mut() else { return };
        if object.get("format") == Some(&"uint32".into()) {
            object.entry("maximum").or_insert(u32::MAX.into());
        }
        if object.get("type") != Some(&"object".into()) || !object.contains_key("properties") {
            return;
        }
        describe_only_field(object);
        let Some(branches) = object.get_mut("oneOf").and_then(Value::as_array_mut) else {
            object.insert("additionalProperties".into(), false.into());
            return;
        };
        // Each alternative adds a field to those that all have; only together they know all of them.
        branches.iter_mut().filter_map(Value::as_object_mut).for_each(|branch| drop(branch.remove("additionalProperties")));
        object.remove("additionalProperties");
        object.insert("unevaluatedProperties".into(), false.into());
    }
}

/// An alternative such as `{ "box": … }` is described as a whole; its field wants to know that too.
fn describe_only_field(object: &mut Map<String, Value>) {
    let Some(description) = object.get("description").cloned() else { return };
    let Some(fields) = object.get_mut("properties").and_then(Value::as_object_mut) else { return };
    if let (1, Some(Value::Object(field))) = (fields.len(), fields.values_mut().next()) {
        field.entry("description").or_insert(description);
    }
}

/// All numbers are 32-bit ones; written as 64-bit ones, 0.3 would read 0.30000001192092896.
pub(crate) fn exact_numbers(value: &mut Value) {
    match value {
        Value::Number(number) if number.is_f64() => {
            let short = number.as_f64().and_then(|wide| (wide as f32).to_string().parse::<f64>().ok());
            if let Some(short) = short.and_then(serde_json::Number::from_f64) {
                *number = short;
            }
        }
        Value::Array(items) => items.iter_mut().for_each(exact_numbers),
        Value::Object(fields) => fields.values_mut().for_each(exact_numbers),
        _ => {}
    }
}

/// A part of the schema, with references followed.
#[derive(Clone, Copy)]
pub(crate) struct Part<'s>(pub &'s Value);

impl<'s> Part<'s> {
    /// The whole document.
    pub(crate) fn root() -> Part<'static> {
        Part(schema())
    }

    /// What a reference stands for; itself if it is none.
    pub(crate) fn resolved(self) -> Self {
        let mut part = self;
        while let Some(name) = part.0.get("$ref").and_then(Value::as_str).and_then(|name| name.strip_prefix("#/$defs/")) {
            match schema().get("$defs").and_then(|defs| defs.get(name)) {
                Some(found) => part = Part(found),
                None => break,
            }
        }
        part
    }

    /// A keyword of this part, or of what it refers to.
    pub(crate) fn keyword(self, name: &str) -> Option<&'s Value> {
        self.0.get(name).or_else(|| self.resolved().0.get(name))
    }

    /// The alternatives, if there are some.
    pub(crate) fn branches(self) -> impl Iterator<Item = Part<'s>> {
        let list = ["oneOf", "anyOf"].into_iter().find_map(|name| self.resolved().0.get(name)).and_then(Value::as_array);
        list.into_iter().flatten().map(Part)
    }

    /// The single field of an alternative that is an object with one, such as `{ "ball": … }`.
    pub(crate) fn only_field(self) -> Option<(&'s str, Part<'s>)> {
        let fields = self.resolved().0.get("properties")?.as_object()?;
        let required = self.resolved().0.get("required")?.as_array()?;
        let (name, part) = fields.iter().next()?;
        (fields.len() == 1 && required.len() == 1).then_some((name.as_str(), Part(part)))
    }

    /// The fields that an object of this part always has, with their parts.
    pub(crate) fn fields(self) -> impl Iterator<Item = (&'s str, Part<'s>)> {
        let fields = self.resolved().0.get("properties").and_then(Value::as_object);
        fields.into_iter().flatten().map(|(name, part)| (name.as_str(), Part(part)))
    }

    /// All fields that an object of this part may have: its own, and those that its alternatives bring.
    pub(crate) fn all_fields(self) -> Vec<(&'s str, Part<'s>)> {
        self.fields().chain(self.branches().filter_map(Self::only_field)).collect()
    }

    /// The unit at the end of the description, such as `[m]`.
    pub(crate) fn unit(self) -> Option<&'s str> {
        let text = self.keyword("description")?.as_str()?;
        let (_, unit) = text.strip_suffix('`')?.rsplit_once('`')?;
        unit.starts_with('[').then_some(unit)
    }
}
