//! The editor's page: what there is, its numbers, its text, and the file.

mod file;
mod form;
mod item;
mod scene;

use super::heading;
use crate::Sandbox;
use crate::button::IconButton;
use crate::command::Command;
use crate::editor::{Editor, Item, Pen, Transform};
use crate::icon::Icon;
use egui::{CollapsingHeader, DragValue, Label, RichText, ScrollArea, Ui};

/// By how much one click turns. `[rad]`
const TURN: f32 = core::f32::consts::PI / 12.0;

/// By how much one click scales.
const SCALE: f32 = 1.25;

const fn icon(pen: Pen) -> Icon {
    match pen {
        Pen::Select => Icon::Select,
        Pen::Body(_) => Icon::Spawn,
        Pen::Outline => Icon::Draw,
        Pen::Point => Icon::Point,
        Pen::Spring => Icon::Spring,
        Pen::Stick => Icon::Stick,
        Pen::Muscle => Icon::Muscle,
        Pen::Pin => Icon::Pin,
        Pen::Joint(_) => Icon::Hinge,
        Pen::Scenery(_) => Icon::Block,
    }
}

impl Sandbox {
    /// The pens of the editor.
    pub(super) fn pen_buttons(&mut self, ui: &mut Ui) {
        let Some(editor) = &mut self.editor else { return };
        for pen in Pen::ALL {
            let chosen = core::mem::discriminant(&editor.pen) == core::mem::discriminant(&pen);
            if IconButton::named(icon(pen), pen.name(), pen.hint()).on(chosen).show(ui).clicked() {
                editor.pen = pen;
            }
        }
    }

    /// One line below the document: what the pen does, and its choices.
    pub(super) fn pen_options(&mut self, ui: &mut Ui, narrow: bool) {
        let Some(editor) = &mut self.editor else { return };
        ScrollArea::horizontal().show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.strong(editor.pen.name());
                let mut room_for_words = !narrow;
                if let Some((choices, chosen)) = editor.pen.choices() {
                    for choice in choices {
                        ui.selectable_value(chosen, choice, choice.replace('_', " "));
                    }
                    room_for_words &= choices.len() < 6;
                }
                let grid = DragValue::new(&mut editor.grid).range(0.0..=5.0).speed(0.01).prefix("grid ").suffix(" m");
                ui.add(grid).on_hover_text("To which lines things snap; 0 for none");
                if room_for_words {
                    ui.weak(editor.pen.hint());
                }
            });
        });
    }

    pub(super) fn build_panel(&mut self, ui: &mut Ui) {
        ui.horizontal_wrapped(|ui| {
            for command in [Command::Undo, Command::Redo, Command::Duplicate, Command::Delete] {
                let on = self.editor.as_ref().is_some_and(|editor| can(editor, command));
                let button = ui.add_enabled(on, egui::Button::new(command.name()));
                if button.on_hover_text(command.tooltip()).clicked() {
                    self.run(&ui.ctx().clone(), command);
                }
            }
        });
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            self.file_panel(ui);
            if let Some(editor) = &mut self.editor {
                transforms(ui, editor);
                objects(ui, editor);
                item::numbers(ui, editor);
                item::text(ui, editor);
                materials(ui, editor);
                scene::about(ui, editor);
            }
        });
        // As long as a number is dragged it is one change; the world of a large scene is built when it is let go.
        if !ui.input(|input| input.pointer.any_down())
            && let Some(editor) = &mut self.editor
        {
            editor.settle();
        }
    }
}

/// Whether a command would do something.
fn can(editor: &Editor, command: Command) -> bool {
    match command {
        Command::Undo => editor.can_undo()[0],
        Command::Redo => editor.can_undo()[1],
        _ => editor.selection().next().is_some(),
    }
}

fn transforms(ui: &mut Ui, editor: &mut Editor) {
    let Some(middle) = editor.middle() else { return };
    heading(ui, "CHANGE WHAT IS SELECTED");
    let deeds = [
        ("Mirror", "Swap left and right", Transform::Mirror(middle.x)),
        ("Turn left", "By 15°, counter-clockwise", Transform::Turn(middle, TURN)),
        ("Turn right", "By 15°, clockwise", Transform::Turn(middle, -TURN)),
        ("Larger", "By a quarter", Transform::Scale(middle, SCALE)),
        ("Smaller", "By a fifth", Transform::Scale(middle, 1.0 / SCALE)),
    ];
    ui.horizontal_wrapped(|ui| {
        for (name, hint, transform) in deeds {
            if ui.button(name).on_hover_text(hint).clicked() {
                editor.transform(transform);
            }
        }
    });
}

/// All there is, each with what is wrong with it.
fn objects(ui: &mut Ui, editor: &mut Editor) {
    heading(ui, "OBJECTS");
    let items: Vec<Item> = Item::all(editor.document()).collect();
    let mut chosen = None;
    if items.is_empty() {
        ui.weak("Nothing yet. Take a pen at the left.");
    }
    ScrollArea::vertical().id_salt("objects").max_height(230.0).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        ui.spacing_mut().button_padding.y = 2.0;
        ui.set_width(ui.available_width());
        for item in items {
            let mut title = RichText::new(item.title(editor.document()));
            if editor.problems_of(item).next().is_some() {
                title = title.color(ui.visuals().error_fg_color);
            }
            let on = editor.selection.contains(&item);
            if ui.selectable_label(on, title).clicked() {
                chosen = Some((item, ui.input(|input| input.modifiers.command)));
            }
            for problem in editor.problems_of(item) {
                wrong(ui, &problem.to_string());
            }
        }
    });
    let elsewhere = |path: &str| !["scenery[", "bodies[", "joints["].iter().any(|list| path.starts_with(list));
    for problem in editor.problems().iter().filter(|problem| elsewhere(&problem.path)) {
        wrong(ui, &problem.to_string());
    }
    match chosen {
        Some((item, true)) => {
            let all: Vec<Item> = editor.selection().chain([item]).collect();
            editor.select(all);
        }
        Some((item, false)) => editor.select([item]),
        None => {}
    }
}

fn wrong(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).small().color(ui.visuals().error_fg_color)).wrap());
}

fn materials(ui: &mut Ui, editor: &mut Editor) {
    let count = editor.document().materials.len();
    CollapsingHeader::new(format!("Materials ({count})")).id_salt("materials").show(ui, |ui| {
        let mut document = editor.document().clone();
        let mut gone = None;
        for (name, material) in &mut document.materials {
            ui.horizontal(|ui| {
                ui.strong(name);
                if ui.small_button("Remove").clicked() {
                    gone = Some(name.clone());
                }
            });
            let mut surface = material.surface.unwrap_or_default();
            let before = surface;
            ui.horizontal(|ui| {
                ui.add(DragValue::new(&mut surface.friction).range(0.0..=10.0).speed(0.01).prefix("friction "));
                ui.add(DragValue::new(&mut surface.restitution).range(0.0..=1.0).speed(0.01).prefix("restitution "));
            });
            if surface != before {
                material.surface = Some(surface);
            }
            let mut density = material.density.unwrap_or(1.0);
            if ui.add(DragValue::new(&mut density).range(1e-3..=1e4).speed(0.05).prefix("density ").suffix(" kg/m²")).changed() {
                material.density = Some(density);
            }
        }
        if let Some(name) = gone {
            document.materials.remove(&name);
        }
        if document != *editor.document() {
            editor.hold(document);
        }
        if ui.button("New material").clicked() {
            editor.add_material();
        }
    });
}
