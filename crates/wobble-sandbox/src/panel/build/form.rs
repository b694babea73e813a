//! A form for any part of a scene, made from the schema of the format: what can be written in a file can be set here, with its unit, its
//! range and its explanation, and a field that the format gains has a control at once.

use egui::{Checkbox, CollapsingHeader, ComboBox, DragValue, Label, RichText, TextEdit, Ui};
use serde_json::{Map, Value, json};

/// Lists longer than this have no controls; their text does.
const LONGEST_LIST: usize = 40;

/// A row of numbers that is always this long or shorter stands in one line.
const SHORT: u64 = 4;

/// What a form must know besides the value.
pub(super) struct Form<'a> {
    schema: &'static Value,
    /// The names of bodies, to choose from.
    bodies: &'a [String],
    /// The names of materials, to choose from.
    materials: &'a [String],
    /// Whether everything is unfolded from the beginning.
    unfolded: bool,
}

impl<'a> Form<'a> {
    pub fn new(bodies: &'a [String], materials: &'a [String]) -> Self {
        Self { schema: wobble_scene::schema(), bodies, materials, unfolded: false }
    }

    /// A named type of the format.
    pub fn definition(&self, name: &str) -> &'static Value {
        &self.schema["$defs"][name]
    }

    /// The fields of an object, except some, each with its name before it. Alternatives that are fields themselves come first.
    pub fn fields(&self, ui: &mut Ui, schema: &'static Value, value: &mut Map<String, Value>, without: &[&str]) {
        if let Some(branches) = schema["oneOf"].as_array() {
            self.branch(ui, branches, value);
        }
        for (name, schema) in schema["properties"].as_object().into_iter().flatten() {
            if !without.contains(&name.as_str()) {
                let value = value.entry(name.clone()).or_insert_with(|| schema["default"].clone());
                ui.push_id(name, |ui| self.field(ui, name, schema, value));
            }
        }
    }

    /// A field that exactly one of several alternatives gives, such as the shape of a body.
    fn branch(&self, ui: &mut Ui, branches: &'static [Value], value: &mut Map<String, Value>) {
        let alternatives: Vec<(&str, &'static Value)> = branches.iter().filter_map(alternative).collect();
        let Some(now) = alternatives.iter().position(|(name, _)| value.contains_key(*name)) else { return };
        let mut chosen = now;
        choose(ui, "kind", &alternatives, &mut chosen);
        let (name, schema) = alternatives[chosen];
        if chosen != now {
            value.remove(alternatives[now].0);
            value.insert(name.into(), self.fresh(schema));
        }
        if let Some(value) = value.get_mut(name) {
            ui.push_id(name, |ui| self.field(ui, name, schema, value));
        }
    }

    /// A value with its name.
    fn field(&self, ui: &mut Ui, name: &str, schema: &'static Value, value: &mut Value) {
        let meant = self.meant(schema);
        if is_simple(meant) && !can_be_missing(schema) {
            ui.horizontal(|ui| {
                title(ui, name, schema);
                self.simple(ui, name, meant, schema, value);
            });
            return;
        }
        if can_be_missing(schema) {
            let mut there = !value.is_null();
            ui.horizontal(|ui| {
                if ui.add(Checkbox::new(&mut there, words(name))).on_hover_text(hint(schema)).changed() {
                    *value = if there { self.fresh(meant) } else { Value::Null };
                }
                if !value.is_null() && is_simple(meant) {
                    self.simple(ui, name, meant, schema, value);
                }
            });
            if !value.is_null() && !is_simple(meant) {
                ui.indent("inside", |ui| self.any(ui, name, meant, value));
            }
            return;
        }
        if let Some(branches) = meant["oneOf"].as_array().filter(|_| !meant["properties"].is_object()) {
            return self.alternatives(ui, Some((name, schema)), branches, value);
        }
        let folded = CollapsingHeader::new(words(name)).default_open(self.unfolded);
        folded.show(ui, |ui| self.any(ui, name, meant, value)).header_response.on_hover_text(hint(schema));
    }

    /// What is not simple: objects, alternatives, lists.
    fn any(&self, ui: &mut Ui, name: &str, schema: &'static Value, value: &mut Value) {
        if schema["properties"].is_object() {
            if let Value::Object(value) = value {
                self.fields(ui, schema, value, &[]);
            }
        } else if let Some(branches) = schema["oneOf"].as_array() {
            self.alternatives(ui, None, branches, value);
        } else if schema["type"] == "array" || schema["type"][0] == "array" {
            self.list(ui, name, schema, value);
        } else {
            ui.weak("see its text");
        }
    }

    /// One of several, perhaps with a name before it: a word, or an object with one field.
    fn alternatives(&self, ui: &mut Ui, named: Option<(&str, &Value)>, branches: &'static [Value], value: &mut Value) {
        let alternatives: Vec<(&str, &'static Value)> = branches.iter().filter_map(alternative).collect();
        let is_now = |name: &str| value.as_str() == Some(name) || value.as_object().is_some_and(|object| object.contains_key(name));
        let Some(now) = alternatives.iter().position(|(name, _)| is_now(name)) else { return };
        let mut chosen = now;
        ui.horizontal(|ui| {
            if let Some((name, schema)) = named {
                title(ui, name, schema);
            }
            choose(ui, "which", &alternatives, &mut chosen);
        });
        let (name, schema) = alternatives[chosen];
        if chosen != now {
            *value = if schema["const"].is_string() { name.into() } else { json!({ name: self.fresh(schema) }) };
        }
        let Some(inner) = value.get_mut(name) else { return };
        let meant = self.meant(schema);
        ui.indent(name, |ui| match is_simple(meant) {
            true => drop(ui.horizontal(|ui| self.simple(ui, name, meant, schema, inner))),
            false => self.any(ui, name, meant, inner),
        });
    }

    fn list(&self, ui: &mut Ui, name: &str, schema: &'static Value, value: &mut Value) {
        let Value::Array(list) = value else { return };
        if list.len() > LONGEST_LIST {
            ui.add(
                Label::new(RichText::new(format!("{} entries: see the text of this object.", list.len())).weak().small()).wrap(),
            );
            return;
        }
        let items = self.meant(&schema["items"]);
        let is_fixed = schema["minItems"] == schema["maxItems"] && schema["minItems"].is_u64();
        let mut gone = None;
        for (index, item) in list.iter_mut().enumerate() {
            ui.push_id(index, |ui| {
                if is_simple(items) {
                    ui.horizontal(|ui| {
                        ui.weak(index.to_string());
                        self.simple(ui, name, items, schema, item);
                        if !is_fixed && ui.small_button("−").on_hover_text("Take it away").clicked() {
                            gone = Some(index);
                        }
                    });
                    return;
                }
                let folded = CollapsingHeader::new(format!("{} {index}", words(name))).default_open(is_fixed || self.unfolded);
                folded.show(ui, |ui| {
                    self.any(ui, name, items, item);
                    if !is_fixed && ui.small_button("Remove").clicked() {
                        gone = Some(index);
                    }
                });
            });
        }
        if let Some(gone) = gone {
            list.remove(gone);
        }
        let room = schema["maxItems"].as_u64().is_none_or(|most| (list.len() as u64) < most);
        if !is_fixed && room && ui.small_button("+").on_hover_text(format!("One more of {}", words(name))).clicked() {
            let like = list.last().cloned().unwrap_or_else(|| self.fresh(items));
            list.push(like);
        }
    }

    /// What fits in a line: a number, a few of them, yes or no, a word.
    fn simple(&self, ui: &mut Ui, name: &str, meant: &'static Value, about: &'static Value, value: &mut Value) {
        match value {
            Value::Bool(yes) => {
                ui.add(Checkbox::without_text(yes)).on_hover_text(hint(about));
            }
            Value::Number(_) => number(ui, meant, about, value),
            Value::String(text) => self.word(ui, name, text),
            Value::Array(list) => {
                for (index, item) in list.iter_mut().enumerate() {
                    ui.push_id(index, |ui| self.simple(ui, name, self.meant(&meant["items"]), about, item));
                }
            }
            Value::Null | Value::Object(_) => {}
        }
    }

    fn word(&self, ui: &mut Ui, name: &str, text: &mut String) {
        let choices = match name {
            "of" | "body" => self.bodies,
            "material" => self.materials,
            _ => {
                ui.add(TextEdit::singleline(text).desired_width(120.0).char_limit(100));
                return;
            }
        };
        ComboBox::from_id_salt("name").width(120.0).selected_text(text.as_str()).show_ui(ui, |ui| {
            for choice in choices {
                ui.selectable_value(text, choice.clone(), choice);
            }
        });
    }

    /// What a schema stands for: behind references, and without the possibility that there is nothing.
    fn meant(&self, schema: &'static Value) -> &'static Value {
        let some = schema["anyOf"].as_array().and_then(|any| any.iter().find(|any| any["type"] != "null"));
        let schema = some.filter(|_| can_be_missing(schema)).unwrap_or(schema);
        match schema["$ref"].as_str().and_then(|path| path.strip_prefix("#/$defs/")) {
            Some(name) => self.meant(self.definition(name)),
            None => schema,
        }
    }

    /// A value to begin with. What has a default may be left out.
    fn fresh(&self, schema: &'static Value) -> Value {
        let schema = self.meant(schema);
        if let Some(branches) = schema["oneOf"].as_array().filter(|_| !schema["properties"].is_object()) {
            let Some((name, inner)) = branches.first().and_then(alternative) else { return Value::Null };
            return if inner["const"].is_string() { name.into() } else { json!({ name: self.fresh(inner) }) };
        }
        let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str()).unwrap_or("object");
        match kind {
            "boolean" => false.into(),
            "string" => self.bodies.first().cloned().unwrap_or_default().into(),
            "integer" => json!(schema["minimum"].as_u64().unwrap_or(0)),
            "number" => json!(schema["minimum"].as_f64().unwrap_or(0.0).max(1.0).min(schema["maximum"].as_f64().unwrap_or(1.0))),
            "array" => {
                let count = schema["minItems"].as_u64().unwrap_or(0).min(SHORT);
                Value::Array((0..count).map(|_| self.fresh(&schema["items"])).collect())
            }
            _ => {
                let needed = schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str);
                let needed = needed.map(|name| (name.to_string(), self.fresh(&schema["properties"][name])));
                let all = schema["properties"].as_object().into_iter().flatten();
                let usual = all.filter(|(_, schema)| !schema["default"].is_null());
                let usual = usual.map(|(name, schema)| (name.clone(), schema["default"].clone()));
                Value::Object(usual.chain(needed).collect())
            }
        }
    }
}

/// The name of an alternative and what it holds: `"hinge"`, or `{ "rod": … }`.
fn alternative(branch: &'static Value) -> Option<(&'static str, &'static Value)> {
    if let Some(word) = branch["const"].as_str() {
        return Some((word, branch));
    }
    let name = branch["required"][0].as_str()?;
    Some((name, &branch["properties"][name]))
}

fn choose(ui: &mut Ui, id: &str, alternatives: &[(&str, &'static Value)], chosen: &mut usize) {
    let (name, about) = alternatives[*chosen];
    let shown = ComboBox::from_id_salt(id).width(150.0).selected_text(words(name)).show_ui(ui, |ui| {
        for (index, (name, schema)) in alternatives.iter().enumerate() {
            ui.selectable_value(chosen, index, words(name)).on_hover_text(hint(schema));
        }
    });
    shown.response.on_hover_text(hint(about));
}

fn can_be_missing(schema: &Value) -> bool {
    let null = |schema: &Value| schema["type"] == "null";
    schema["anyOf"].as_array().is_some_and(|any| any.iter().any(null))
        || schema["type"].as_array().is_some_and(|types| types.iter().any(|kind| kind == "null"))
}

fn is_simple(schema: &Value) -> bool {
    let kind = schema["type"].as_str().or_else(|| schema["type"][0].as_str()).unwrap_or_default();
    match kind {
        "number" | "integer" | "boolean" => true,
        "string" => schema["const"].is_null(),
        "array" => {
            schema["minItems"] == schema["maxItems"]
                && schema["maxItems"].as_u64().is_some_and(|n| n <= SHORT)
                && is_simple(&schema["items"])
        }
        _ => false,
    }
}

fn number(ui: &mut Ui, meant: &Value, about: &Value, value: &mut Value) {
    let whole = meant["type"] == "integer" || meant["type"][0] == "integer";
    let Some(mut now) = value.as_f64() else { return };
    let (least, most) = (meant["minimum"].as_f64().unwrap_or(-1e6), meant["maximum"].as_f64().unwrap_or(1e6));
    let speed = if whole { 0.1 } else { 0.01 * now.abs().max(0.2) };
    let unit = unit(about).map(|unit| format!(" {unit}")).unwrap_or_default();
    let drag = DragValue::new(&mut now).range(least..=most).clamp_existing_to_range(false).speed(speed).suffix(unit);
    let drag = if whole { drag.fixed_decimals(0) } else { drag.max_decimals(6) };
    if ui.add(drag).on_hover_text(hint(about)).changed() {
        *value = if whole { json!(now as u64) } else { json!(now) };
    }
}

fn title(ui: &mut Ui, name: &str, schema: &Value) {
    let begin = ui.cursor().left();
    ui.label(words(name)).on_hover_text(hint(schema));
    ui.add_space((begin + 92.0 - ui.cursor().left()).max(0.0));
}

fn words(name: &str) -> String {
    name.replace('_', " ")
}

/// The unit that a description gives in brackets.
fn unit(schema: &Value) -> Option<&str> {
    let (_, rest) = schema["description"].as_str()?.split_once("`[")?;
    rest.split_once("]`").map(|(unit, _)| unit).filter(|unit| !unit.contains(','))
}

/// What the schema says about a value, for people.
fn hint(schema: &Value) -> String {
    let about = schema["description"].as_str().unwrap_or_default();
    match schema["x-hint"].as_str() {
        Some(hint) => format!("{about}\n{hint}"),
        None => about.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::Form;
    use egui::{Context, RawInput};
    use serde_json::Value;
    use wobble_scene::format::{Body, Joint, Scenery};
    use wobble_scene::gallery;

    /// Lays out the form of a value, with everything unfolded.
    fn shown(ctx: &Context, definition: &str, value: &mut Value) {
        let names = ["one".to_string(), "two".to_string()];
        let form = Form { unfolded: true, ..Form::new(&names, &names) };
        let mut output = ctx.run_ui(RawInput::default(), |ui| {
            let Value::Object(fields) = &mut *value else { panic!("an object") };
            form.fields(ui, form.definition(definition), fields, &[]);
        });
        output.textures_delta.clear();
    }

    #[test]
    fn looking_at_a_form_changes_nothing() {
        let ctx = Context::default();
        for entry in gallery::all() {
            let scene = entry.scene();
            let document = scene.document();
            for body in document.bodies.iter().filter(|body| format!("{body:?}").len() < 20_000) {
                let mut value = serde_json::to_value(body).expect("a value");
                shown(&ctx, "Body", &mut value);
                assert_eq!(serde_json::from_value::<Body>(value).expect("still a body"), *body, "{}", entry.name);
            }
            for scenery in &document.scenery {
                let mut value = serde_json::to_value(scenery).expect("a value");
                shown(&ctx, "Scenery", &mut value);
                assert_eq!(serde_json::from_value::<Scenery>(value).expect("still scenery"), *scenery, "{}", entry.name);
            }
            for joint in &document.joints {
                let mut value = serde_json::to_value(joint).expect("a value");
                shown(&ctx, "Joint", &mut value);
                assert_eq!(serde_json::from_value::<Joint>(value).expect("still a joint"), *joint, "{}", entry.name);
            }
        }
    }

    #[test]
    fn whatever_a_switch_brings_in_can_be_read_by_the_format() {
        let names = ["one".to_string()];
        let form = Form::new(&names, &names);
        let optional = ["surface", "tuning", "whole", "tearing", "motion", "pump", "plasticity", "repeat", "mass", "density"];
        for name in optional {
            let mut body = serde_json::json!({ "ball": {} });
            body[name] = form.fresh(&form.definition("Body")["properties"][name]);
            serde_json::from_value::<Body>(body.clone()).unwrap_or_else(|error| panic!("{body}: {error}"));
        }
        for hold in form.definition("Hold")["oneOf"].as_array().expect("alternatives").iter().filter_map(super::alternative) {
            let value = if hold.1["const"].is_string() { hold.0.into() } else { serde_json::json!({ hold.0: form.fresh(hold.1) }) };
            let mut joint = form.fresh(form.definition("Joint"));
            joint["hold"] = value;
            joint["motor"] = form.fresh(form.definition("Motor"));
            serde_json::from_value::<Joint>(joint.clone()).unwrap_or_else(|error| panic!("{joint}: {error}"));
        }
        for anchor in form.definition("Anchor")["oneOf"].as_array().expect("alternatives").iter().filter_map(super::alternative) {
            let mut joint = form.fresh(form.definition("Joint"));
            joint["between"][1] = serde_json::json!({ anchor.0: form.fresh(anchor.1) });
            serde_json::from_value::<Joint>(joint.clone()).unwrap_or_else(|error| panic!("{joint}: {error}"));
        }
    }
}
