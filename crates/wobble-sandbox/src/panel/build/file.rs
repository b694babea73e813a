//! Where the edited scene is kept.

use super::super::heading;
use crate::Sandbox;
use crate::command::Command;
use crate::editor::Editor;
use egui::{CollapsingHeader, Label, RichText, TextEdit, Ui};

impl Sandbox {
    pub(super) fn file_panel(&mut self, ui: &mut Ui) {
        heading(ui, "FILE");
        if let Some(editor) = &mut self.editor {
            let field =
                TextEdit::singleline(&mut editor.place).hint_text("file.json").desired_width(f32::INFINITY).char_limit(4096);
            let hint = if cfg!(target_arch = "wasm32") {
                "The name of the download"
            } else {
                "Where the scene is kept, from the folder where the program was started"
            };
            ui.add(field).on_hover_text(hint);
        }
        ui.horizontal(|ui| {
            if ui.button("Save").on_hover_text(format!("As a scene file\n{}", Command::Save.tooltip())).clicked() {
                self.save_scene();
            }
            let hint = if cfg!(target_arch = "wasm32") { "Choose a scene file" } else { "The file of this name" };
            if ui.button("Open").on_hover_text(format!("{hint}\n{}", Command::OpenFile.tooltip())).clicked() {
                self.open_file(&ui.ctx().clone());
            }
            if ui.button("New").on_hover_text("An empty room").clicked() {
                self.edit_new();
            }
            if self.editor.as_ref().is_some_and(Editor::is_unsaved) {
                ui.weak("not saved");
            }
        });
        ui.add(Label::new(RichText::new("A file dropped on the window opens, too.").weak().small()).wrap());
        self.scenes_at_hand(ui);
        self.recovery(ui);
    }

    /// The files that a click opens.
    fn scenes_at_hand(&mut self, ui: &mut Ui) {
        let mut opened = None;
        if !self.panels.scenes.is_empty() {
            let title = format!("Files here ({})", self.panels.scenes.len());
            CollapsingHeader::new(title).id_salt("files").show(ui, |ui| {
                for name in &self.panels.scenes {
                    if ui.selectable_label(false, name).on_hover_text("Open this file").clicked() {
                        opened = Some(name.clone());
                    }
                }
            });
        }
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(name) = opened {
            self.open_place(&name);
        }
        #[cfg(target_arch = "wasm32")]
        drop(opened);
    }

    /// Offers what was not saved the last time.
    fn recovery(&mut self, ui: &mut Ui) {
        let Some(text) = self.recovered.clone() else { return };
        ui.add(Label::new("There is work that was not saved the last time.").wrap());
        ui.horizontal(|ui| {
            if ui.button("Recover").on_hover_text("Go on with it").clicked() {
                self.recovered = None;
                self.bring(crate::files::Brought { name: "recovered.json".into(), bytes: text.into_bytes(), home: None });
            }
            if ui.button("Forget").on_hover_text("It is gone for good").clicked() {
                self.recovered = None;
                self.files.keep_unsaved(None);
            }
        });
    }
}
