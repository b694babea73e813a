//! The tools, and how the chosen one is set.

use crate::Sandbox;
use crate::button::IconButton;
use crate::command::Command;
use crate::icon::Icon;
use crate::tool::{Ready, Tool};
use egui::{DragValue, ScrollArea, Ui};

const fn icon(tool: Tool) -> Icon {
    match tool {
        Tool::Grab => Icon::Grab,
        Tool::Field => Icon::Field,
        Tool::Poke => Icon::Poke,
        Tool::Cut => Icon::Cut,
        Tool::Pin => Icon::Pin,
        Tool::Spawn => Icon::Spawn,
        Tool::Draw => Icon::Draw,
        Tool::Erase => Icon::Erase,
        Tool::Fling => Icon::Fling,
        Tool::Select => Icon::Select,
    }
}

impl Sandbox {
    pub(super) fn tools_in_a_column(&mut self, ui: &mut Ui) {
        ScrollArea::vertical().show(ui, |ui| {
            ui.spacing_mut().item_spacing.y = 4.0;
            self.tool_buttons(ui);
        });
    }

    pub(super) fn tools_in_a_row(&mut self, ui: &mut Ui) {
        ScrollArea::horizontal().show(ui, |ui| {
            ui.horizontal(|ui| {
                // All tools fit on the narrowest phone; help may have to be pushed into view.
                ui.spacing_mut().item_spacing.x = 1.0;
                self.tool_buttons(ui);
                self.command_button(ui, Command::Help, Icon::Help, self.panels.help_open);
            });
        });
    }

    fn tool_buttons(&mut self, ui: &mut Ui) {
        if self.editor.is_some() {
            return self.pen_buttons(ui);
        }
        for tool in Tool::ALL {
            let button = IconButton::of(Command::Take(tool), icon(tool)).hint(tool.hint()).on(self.kit.tool == tool);
            if button.show(ui).clicked() {
                self.kit.tool = tool;
            }
        }
    }

    /// One line below the world: what the tool does, and its numbers.
    pub(super) fn tool_options(&mut self, ui: &mut Ui, narrow: bool) {
        if self.editor.is_some() {
            return self.pen_options(ui, narrow);
        }
        ScrollArea::horizontal().show(ui, |ui| {
            ui.horizontal(|ui| {
                ui.strong(self.kit.tool.name());
                let has_numbers = self.tool_numbers(ui);
                if !(narrow && has_numbers) {
                    ui.weak(self.kit.tool.hint());
                }
            });
        });
    }

    /// Whether there were any.
    fn tool_numbers(&mut self, ui: &mut Ui) -> bool {
        match self.kit.tool {
            Tool::Spawn => {
                for ready in Ready::ALL {
                    ui.selectable_value(&mut self.kit.ready, ready, ready.name());
                }
                let size = DragValue::new(&mut self.kit.size).range(0.25..=4.0).speed(0.01).prefix("size ").suffix(" ×");
                ui.add(size).on_hover_text("How large new bodies are, as a multiple of their usual size");
            }
            Tool::Field => {
                ui.selectable_value(&mut self.kit.attracts, false, "repel");
                ui.selectable_value(&mut self.kit.attracts, true, "attract");
                let strength = DragValue::new(&mut self.kit.field).range(0.5..=500.0).speed(0.5).suffix(" m^1.5/s²");
                ui.add(strength).on_hover_text("How strong the field is");
            }
            Tool::Poke => {
                let speed = DragValue::new(&mut self.kit.poke).range(0.1..=50.0).speed(0.1).suffix(" m/s");
                ui.add(speed).on_hover_text("How fast a poke makes what is nearest to it");
            }
            _ => return false,
        }
        true
    }
}
