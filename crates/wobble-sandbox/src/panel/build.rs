//! The editor's page: what there is, its numbers, its text, and the file.

use super::heading;
use crate::Sandbox;
use crate::button::IconButton;
use crate::command::Command;
use crate::editor::{Editor, Item, KINDS, Pen, Transform};
use crate::icon::Icon;
use egui::{CollapsingHeader, ComboBox, DragValue, Label, RichText, ScrollArea, TextEdit, Ui};
use wobble_scene::format::{Document, Preset};

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
        Pen::Pin => Icon::Pin,
        Pen::Hinge => Icon::Hinge,
        Pen::Block => Icon::Block,
        Pen::Line => Icon::Line,
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
                if let Pen::Body(kind) = &mut editor.pen {
                    for choice in KINDS {
                        ui.selectable_value(kind, choice, choice.replace('_', " "));
                    }
                } else if !narrow {
                    ui.weak(editor.pen.hint());
                }
                let grid = DragValue::new(&mut editor.grid).range(0.0..=5.0).speed(0.01).prefix("grid ").suffix(" m");
                ui.add(grid).on_hover_text("To which lines things snap; 0 for none");
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
            if let Some(editor) = &mut self.editor {
                transforms(ui, editor);
                objects(ui, editor);
                numbers(ui, editor);
                text(ui, editor);
                materials(ui, editor);
                about(ui, editor);
            }
            self.file_panel(ui);
        });
    }

    fn file_panel(&mut self, ui: &mut Ui) {
        heading(ui, "FILE");
        ui.horizontal(|ui| {
            if ui.button("Save").on_hover_text("As a scene file").clicked() {
                self.save_scene();
            }
            if ui.button("New").on_hover_text("An empty room").clicked() {
                self.edit_new();
            }
            if self.editor.as_ref().is_some_and(Editor::is_unsaved) {
                ui.weak("not saved");
            }
        });
        #[cfg(not(target_arch = "wasm32"))]
        ui.horizontal(|ui| {
            ui.add(TextEdit::singleline(&mut self.panels.path).hint_text("file.json").desired_width(150.0));
            if ui.button("Open").on_hover_text("A scene file by its name").clicked() {
                let path = self.panels.path.clone();
                match self.files.read(&path) {
                    Ok(brought) => self.bring(brought),
                    Err(error) => self.tell(error),
                }
            }
        });
        #[cfg(target_arch = "wasm32")]
        if ui.button("Open").on_hover_text("Choose a scene file").clicked() {
            self.files.ask(ui.ctx());
        }
        ui.add(Label::new(RichText::new("A file dropped on the window opens, too.").weak().small()).wrap());
        if let Some(text) = self.recovered.clone() {
            ui.add(Label::new("There is work that was not saved the last time.").wrap());
            ui.horizontal(|ui| {
                if ui.button("Recover").clicked() {
                    self.recovered = None;
                    self.bring(crate::files::Brought { name: "recovered.json".into(), bytes: text.into_bytes() });
                }
                if ui.button("Forget").clicked() {
                    self.recovered = None;
                    self.files.keep_unsaved(None);
                }
            });
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

/// The numbers that most things have.
fn numbers(ui: &mut Ui, editor: &mut Editor) {
    let Some(item) = editor.selection.first().copied().filter(|_| editor.selection.len() == 1) else { return };
    heading(ui, &item.title(editor.document()).to_uppercase());
    let mut document = editor.document().clone();
    match item {
        Item::Body(index) => body_numbers(ui, &mut document, index),
        Item::Scenery(index) => {
            let scenery = &mut document.scenery[index];
            place(ui, &mut scenery.at, &mut scenery.angle);
            material(ui, &mut scenery.material, &editor.document().materials.keys().cloned().collect::<Vec<_>>());
        }
        Item::Point(body, index) => {
            if let Some(point) = crate::editor::custom_mut(&mut document, body).and_then(|list| list.points.get_mut(index)) {
                let mut at = point.full().at;
                pair(ui, &mut at);
                crate::editor::place_point(point, at);
            }
        }
        Item::Joint(_) => {
            ui.add(Label::new(RichText::new("Its text below says all about it.").weak().small()).wrap());
        }
    }
    if document != *editor.document() {
        editor.edit(|now, _| *now = document);
    }
    let Item::Body(body) = item else { return };
    ui.horizontal_wrapped(|ui| {
        if crate::editor::custom(editor.document(), body).is_some_and(|list| list.points.len() >= 3)
            && ui.button("Close the outline").on_hover_text("All points, in their order, enclose the body").clicked()
        {
            editor.close_outline(body);
        }
        if ui.button("Add a muscle").on_hover_text("Its first spring swings by a tenth; its text says which and how").clicked() {
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
            ui.add(DragValue::new(mass).range(1e-6..=1e9).speed(0.02).suffix(" kg"));
        }
    });
    material(ui, &mut body.material, &materials);
    let mut name = body.name.clone().unwrap_or_default();
    ui.horizontal(|ui| {
        ui.label("name");
        ui.add(TextEdit::singleline(&mut name).desired_width(140.0).char_limit(100));
    });
    body.name = if name.is_empty() { None } else { Some(name) };
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

/// The text of what is selected, for everything that has no control of its own.
fn text(ui: &mut Ui, editor: &mut Editor) {
    let Some(item) = editor.selection.first().copied().filter(|_| editor.selection.len() == 1) else { return };
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
            editor.edit(|now, _| *now = document);
        }
        if ui.button("New material").clicked() {
            editor.add_material();
        }
    });
}

fn about(ui: &mut Ui, editor: &mut Editor) {
    CollapsingHeader::new("The scene").id_salt("about").show(ui, |ui| {
        let mut document = editor.document().clone();
        ui.add(TextEdit::singleline(&mut document.title).hint_text("title").char_limit(200));
        ui.add(TextEdit::multiline(&mut document.description).hint_text("what is to be seen").desired_rows(3).char_limit(2000));
        ui.add(DragValue::new(&mut document.settings.substeps).range(1..=128).prefix("substeps "));
        if document != *editor.document() {
            editor.edit(|now, _| *now = document);
        }
    });
}
