//! The bar at the top: which scene, and how time passes.

use crate::Sandbox;
use crate::button::IconButton;
use crate::clock::SPEEDS;
use crate::command::Command;
use crate::icon::Icon;
use egui::{Align, ComboBox, Layout, RichText, Ui};

impl Sandbox {
    pub(super) fn transport(&mut self, ui: &mut Ui, narrow: bool) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = if narrow { 0.0 } else { 4.0 };
            self.command_button(ui, Command::Gallery, Icon::Gallery, self.gallery.is_open());
            if !narrow {
                ui.add_space(4.0);
                let title = self.stages.first().map_or("", |stage| stage.title()).to_string();
                ui.add(egui::Label::new(RichText::new(title).heading()).truncate());
                ui.add_space(10.0);
            }
            self.command_button(ui, Command::Build, Icon::Build, self.editor.is_some());
            if self.editor.is_none() {
                self.time_buttons(ui);
                self.speed(ui, if narrow { 40.0 } else { 58.0 });
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                // On a phone it stands with the tools, where the row can be pushed along.
                if !narrow {
                    self.command_button(ui, Command::Help, Icon::Help, self.panels.help_open);
                }
                self.command_button(ui, Command::Side, Icon::Side, self.panels.side_open);
                if !narrow {
                    let icon = if self.look.dark { Icon::Sun } else { Icon::Moon };
                    self.command_button(ui, Command::Theme, icon, false);
                    self.command_button(ui, Command::Follow, Icon::Follow, self.lookout.follows().is_some());
                }
                self.command_button(ui, Command::Share, Icon::Share, self.share.is_open());
                self.command_button(ui, Command::Fit, Icon::Fit, false);
            });
        });
    }

    fn time_buttons(&mut self, ui: &mut Ui) {
        self.command_button(ui, Command::Restart, Icon::Restart, false);
        let icon = if self.clock.paused { Icon::Play } else { Icon::Pause };
        self.command_button(ui, Command::Pause, icon, self.clock.paused);
        self.command_button(ui, Command::SingleStep, Icon::Step, false);
    }

    fn speed(&mut self, ui: &mut Ui, width: f32) {
        let written = |speed: f64| format!("{speed}×");
        let combo = ComboBox::from_id_salt("speed").width(width).selected_text(written(self.clock.speed));
        let chosen = combo.show_ui(ui, |ui| {
            for speed in SPEEDS {
                ui.selectable_value(&mut self.clock.speed, speed, written(speed));
            }
        });
        let keys = [Command::Slower, Command::Faster, Command::RealTime].map(Command::tooltip).join("\n");
        chosen.response.on_hover_text(format!("How fast time runs\n{keys}"));
    }

    /// A button that asks for a command.
    pub(crate) fn command_button(&mut self, ui: &mut Ui, command: Command, icon: Icon, on: bool) {
        if IconButton::of(command, icon).on(on).show(ui).clicked() {
            self.run(&ui.ctx().clone(), command);
        }
    }
}
