//! What is selected: its numbers, all else it can have, and its text.

use super::super::{adviser, heading};
use super::form::Form;
use super::wrong;
use crate::editor::{Editor, Item};
use egui::{CollapsingHeader, ComboBox, DragValue, TextEdit, Ui};
use serde_json::Value;
use wobble_scene::format::{Document, Preset};

/// A body of more points than this, each of its own, is too long for a form.
const MOST_POINTS: usize = 2000;

/// What stands above the form, and therefore not in it.
const AT_HAND: [&str; 6] = ["name", "at", "angle", "velocity", "mass", "material"];

/// The numbers that most things have, and below them a form for everything else.
pub(super) fn numbers(ui: &mut Ui, editor: &mut Editor) {
    let Some(item) = the_selected(editor) else { return };
    heading(ui, &item.title(editor.document()).to_uppercase());
    advice(ui, editor, item);
    let mut document = editor.document().clone();
    match item {
        Item::Body(index) => body_numbers(ui, &mut document, index),
        Item::Scenery(index) => {
            let scenery = &mut document.scenery[index];
            place(ui, &mut scenery.at, &mut scenery.angle);
            material(ui, &mut scenery.material, &editor.document().materials.keys().cloned().collect::<Vec<_>>());
            name(ui, &mut scenery.name);
        }
        Item::Point(body, index) => {
            if let Some(point) = crate::editor::custom_mut(&mut document, body).and_then(|list| list.points.get_mut(index)) {
                let mut at = point.full().at;
                pair(ui, &mut at);
                crate::editor::place_point(point, at);
            }
        }
        Item::Joint(_) => {}
    }
    if document != *editor.document() {
        editor.hold(document);
    }
    everything_else(ui, editor, item);
    if let Item::Body(body) = item {
        deeds(ui, editor, body);
    }
}

fn the_selected(editor: &Editor) -> Option<Item> {
    editor.selection.first().copied().filter(|_| editor.selection.len() == 1)
}

/// What will explode, next to the numbers that make it.
fn advice(ui: &mut Ui, editor: &Editor, item: Item) {
    let ids: Vec<_> = editor.bodies_of(item).collect();
    if let Some(advice) = editor.advice.iter().find(|advice| ids.contains(&advice.body)) {
        adviser::warn(ui, adviser::sentence(advice));
    }
}

/// A form for all that the format knows about an item.
fn everything_else(ui: &mut Ui, editor: &mut Editor, item: Item) {
    let (definition, without): (&str, &[&str]) = match item {
        Item::Body(_) => ("Body", &AT_HAND),
        Item::Scenery(_) => ("Scenery", &AT_HAND),
        Item::Joint(_) => ("Joint", &[]),
        Item::Point(..) => return,
    };
    if let Item::Body(body) = item
        && crate::editor::custom(editor.document(), body).is_some_and(|list| list.points.len() > MOST_POINTS)
    {
        return;
    }
    let Some(Value::Object(mut fields)) = editor.value_of(item) else { return };
    let before = fields.clone();
    let bodies: Vec<String> = editor.document().bodies.iter().filter_map(|body| body.name.clone()).collect();
    let materials: Vec<String> = editor.document().materials.keys().cloned().collect();
    let form = Form::new(&bodies, &materials);
    form.fields(ui, form.definition(definition), &mut fields, without);
    if fields != before {
        match editor.with_value(item, Value::Object(fields)) {
            Ok(document) => editor.hold(document),
            Err(error) => editor.draft_problem = Some(error.to_string()),
        }
    }
}

fn deeds(ui: &mut Ui, editor: &mut Editor, body: usize) {
    ui.horizontal_wrapped(|ui| {
        if crate::editor::custom(editor.document(), body).is_some_and(|list| list.points.len() >= 3)
            && ui.button("Close the outline").on_hover_text("All points, in their order, enclose the body").clicked()
        {
            editor.close_outline(body);
        }
        let hint = "One more group, which begins with the first spring. The pen for muscles adds springs to the last group.";
        if ui.button("Add muscles").on_hover_text(hint).clicked() {
            editor.add_muscle(body, 0);
        }
    });
}

fn body_numbers(ui: &mut Ui, document: &mut Document, index: usize) {
    let materials: Vec<String> = document.materials.keys().cloned().collect();
    let body = &mut document.bodies[index];
    place(ui, &mut body.at, &mut body.angle);
    ui.horizontal(|ui| {
        ui.add(DragValue::new(&mut body.velocity[0]).speed(0.05).prefix("vx ").suffix(" m/s"));
        ui.add(DragValue::new(&mut body.velocity[1]).speed(0.05).prefix("vy ").suffix(" m/s"));
    });
    ui.horizontal(|ui| {
        let mut given = body.mass.is_some();
        ui.checkbox(&mut given, "mass").on_hover_text("Of the whole body, instead of the shape's own");
        body.mass = if given { Some(body.mass.unwrap_or(1.0)) } else { None };
        if let Some(mass) = &mut body.mass {
            ui.add(DragValue::new(mass).range(1e-6..=1e9).clamp_existing_to_range(false).speed(0.02).suffix(" kg"));
        }
    });
    material(ui, &mut body.material, &materials);
    name(ui, &mut body.name);
}

fn name(ui: &mut Ui, chosen: &mut Option<String>) {
    let mut name = chosen.clone().unwrap_or_default();
    ui.horizontal(|ui| {
        ui.label("name");
        ui.add(TextEdit::singleline(&mut name).desired_width(140.0).char_limit(100));
    });
    *chosen = if name.is_empty() { None } else { Some(name) };
}

fn place(ui: &mut Ui, at: &mut [f32; 2], angle: &mut f32) {
    pair(ui, at);
    let mut degrees = angle.to_degrees();
    if ui.add(DragValue::new(&mut degrees).speed(1.0).prefix("turned ").suffix("°").max_decimals(2)).changed() {
        *angle = degrees.to_radians();
    }
}

fn pair(ui: &mut Ui, at: &mut [f32; 2]) {
    ui.horizontal(|ui| {
        ui.add(DragValue::new(&mut at[0]).speed(0.01).prefix("x ").suffix(" m"));
        ui.add(DragValue::new(&mut at[1]).speed(0.01).prefix("y ").suffix(" m"));
    });
}

fn material(ui: &mut Ui, chosen: &mut Option<String>, own: &[String]) {
    let known = own.iter().cloned().chain(Preset::ALL.map(|(name, _)| name.to_string()));
    let shown = chosen.clone().unwrap_or_else(|| "the usual material".into());
    ComboBox::from_id_salt("material").width(180.0).selected_text(shown).show_ui(ui, |ui| {
        ui.selectable_value(chosen, None, "the usual material");
        for name in known {
            ui.selectable_value(chosen, Some(name.clone()), name);
        }
    });
}

/// The text of what is selected, for those who like to write, and for what is too long for controls.
pub(super) fn text(ui: &mut Ui, editor: &mut Editor) {
    let Some(item) = the_selected(editor) else { return };
    CollapsingHeader::new("As text").id_salt("text").show(ui, |ui| {
        let (_, mut draft) = match editor.draft.take() {
            Some(draft) if draft.0 == item => draft,
            _ => (item, editor.text_of(item)),
        };
        ui.add(TextEdit::multiline(&mut draft).code_editor().desired_rows(8).desired_width(f32::INFINITY));
        let changed = draft != editor.text_of(item);
        if let Some(problem) = &editor.draft_problem {
            wrong(ui, problem);
        }
        let used = ui.add_enabled(changed, egui::Button::new("Use this text")).clicked();
        editor.draft = Some((item, draft.clone()));
        if used {
            editor.draft_problem = editor.set_text(item, &draft).err();
            if editor.draft_problem.is_some() {
                editor.draft = Some((item, draft));
            }
        }
    });
}
