//! What concerns the scene as a whole: its title, how it is stepped, what acts on everything.

use super::super::adviser;
use super::form::Form;
use crate::editor::Editor;
use egui::{CollapsingHeader, TextEdit, Ui};
use serde_json::Value;
use wobble_scene::format::Document;

pub(super) fn about(ui: &mut Ui, editor: &mut Editor) {
    CollapsingHeader::new("The scene").id_salt("about").show(ui, |ui| {
        let mut document = editor.document().clone();
        ui.add(TextEdit::singleline(&mut document.title).hint_text("title").char_limit(200));
        ui.add(TextEdit::multiline(&mut document.description).hint_text("what is to be seen").desired_rows(3).char_limit(2000));
        if document != *editor.document() {
            editor.hold(document);
        }
        if let Some(advice) = editor.advice.first() {
            adviser::warn(ui, adviser::sentence(advice));
        }
        part(
            ui,
            editor,
            "Settings",
            |document| serde_json::to_value(document.settings),
            |document, value| {
                document.settings = serde_json::from_value(value)?;
                Ok(())
            },
        );
        part(
            ui,
            editor,
            "Fields",
            |document| serde_json::to_value(&document.fields),
            |document, value| {
                document.fields = serde_json::from_value(value)?;
                Ok(())
            },
        );
    });
}

type Read = fn(&Document) -> serde_json::Result<Value>;
type Write = fn(&mut Document, Value) -> serde_json::Result<()>;

/// A form for a part of the document.
fn part(ui: &mut Ui, editor: &mut Editor, definition: &str, read: Read, write: Write) {
    CollapsingHeader::new(definition).id_salt(definition).show(ui, |ui| {
        let Ok(Value::Object(mut fields)) = read(editor.document()) else { return };
        let before = fields.clone();
        let form = Form::new(&[], &[]);
        form.fields(ui, form.definition(definition), &mut fields, &[]);
        let mut document = editor.document().clone();
        if fields != before && write(&mut document, Value::Object(fields)).is_ok() {
            editor.hold(document);
        }
    });
}
