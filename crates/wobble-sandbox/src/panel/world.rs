//! How the world is stepped, and what is in it.

use super::{heading, words};
use crate::Sandbox;
use crate::command::Command;
use egui::{Checkbox, ComboBox, Grid, Label, RichText, Slider, Ui};
use wobble2d::Method;

impl Sandbox {
    pub(super) fn world_panel(&mut self, ui: &mut Ui) {
        let Some(stage) = self.stages.first() else { return };
        let document = stage.scene().document();
        ui.label(RichText::new(stage.title()).heading());
        if !document.description.is_empty() {
            ui.add(Label::new(RichText::new(&document.description).weak()).wrap());
        }
        if !document.credits.is_empty() {
            ui.add(Label::new(RichText::new(&document.credits).weak().small()).wrap());
        }
        self.stepping(ui);
        self.surroundings(ui);
        self.numbers(ui);
    }

    fn stepping(&mut self, ui: &mut Ui) {
        if self.stages.len() > 1 {
            heading(ui, "METHOD");
            ui.add(Label::new(RichText::new("Each pane has its own: see Lab.").weak()).wrap());
            return self.threads(ui);
        }
        let Some(stage) = self.stages.first() else { return };
        let settings = *stage.world().settings();
        let (mut method, mut substeps) = (settings.method, settings.substeps);
        heading(ui, "METHOD");
        let combo = ComboBox::from_id_salt("method").width(ui.available_width()).selected_text(words::name(method));
        let shown = combo.show_ui(ui, |ui| {
            for choice in Method::ALL {
                ui.selectable_value(&mut method, choice, words::name(choice)).on_hover_text(words::effect(choice));
            }
        });
        shown.response.on_hover_text(format!("How time advances\n{}", Command::NextMethod.tooltip()));
        ui.add(Label::new(RichText::new(words::effect(method)).weak().small()).wrap());
        heading(ui, "SUBSTEPS");
        ui.add(Slider::new(&mut substeps, 1..=128).logarithmic(true))
            .on_hover_text("Into how many substeps a step is divided. Twice as many cost twice as much and make things stiffer.");
        self.warn_of_stepping(ui, 0);
        self.threads(ui);
        if method != settings.method {
            self.change(|changes| changes.method = Some(method));
        }
        if substeps != settings.substeps {
            self.change(|changes| changes.substeps = Some(substeps));
        }
    }

    fn threads(&mut self, ui: &mut Ui) {
        heading(ui, "THREADS");
        if cfg!(target_arch = "wasm32") {
            ui.add(Label::new(RichText::new("One, in a browser.").weak().small()));
            return;
        }
        ui.add(Slider::new(&mut self.clock.threads, 1..=4))
            .on_hover_text("On how many threads large worlds are stepped, or several side by side");
        ui.add(
            Label::new(RichText::new("The motion is the same to the bit. Small worlds step on one thread.").weak().small()).wrap(),
        );
    }

    fn surroundings(&mut self, ui: &mut Ui) {
        heading(ui, "SURROUNDINGS");
        let Some(stage) = self.stages.first() else { return };
        let (mut gravity, mut sleep) = (stage.world().fields().gravity_on, stage.world().settings().sleep);
        if ui.checkbox(&mut gravity, Command::Gravity.name()).on_hover_text(Command::Gravity.tooltip()).changed() {
            self.change(|changes| changes.gravity_on = Some(gravity));
        }
        let mut walls = self.walls_at_window;
        let tooltip = Command::FollowWindow.tooltip();
        if ui.add(Checkbox::new(&mut walls, Command::FollowWindow.name())).on_hover_text(tooltip).changed() {
            self.switch_walls();
        }
        let hint = "Bodies that have come to rest together cost next to nothing until something wakes them";
        if ui.checkbox(&mut sleep, "What rests may sleep").on_hover_text(hint).changed() {
            self.change(|changes| changes.sleep = Some(sleep));
        }
    }

    fn numbers(&mut self, ui: &mut Ui) {
        heading(ui, "NUMBERS");
        let Some(stage) = self.stages.first() else { return };
        let world = stage.world();
        let asleep = world.bodies().filter(|body| body.is_asleep()).count();
        let rows = [
            ("time", format!("{:.2} s", world.time())),
            ("steps", world.steps().to_string()),
            ("bodies", format!("{}, {asleep} asleep", world.body_count())),
            ("particles", world.particles().len().to_string()),
            ("contacts", world.contacts().len().to_string()),
            ("torn springs", world.torn_springs().to_string()),
        ];
        Grid::new("numbers").num_columns(2).min_row_height(17.0).spacing([16.0, 3.0]).show(ui, |ui| {
            for (name, value) in rows {
                ui.weak(name);
                ui.monospace(value);
                ui.end_row();
            }
        });
        ui.add_space(6.0);
        if ui
            .button("Scene as it was")
            .on_hover_text("Forget changes of method, substeps and surroundings, and begin anew")
            .clicked()
        {
            self.walls_at_window = false;
            self.change(|changes| *changes = crate::stage::Changes::default());
            self.run(&ui.ctx().clone(), Command::Restart);
        }
    }
}
