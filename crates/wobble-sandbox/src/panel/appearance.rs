//! What is seen of the world.

use super::heading;
use crate::Sandbox;
use crate::command::Command;
use egui::{Slider, Ui};
use wobble_view::Overlays;

impl Sandbox {
    pub(super) fn appearance_panel(&mut self, ui: &mut Ui) {
        heading(ui, "BODIES");
        self.switch(ui, Command::Wireframe, self.look.wireframe);
        ui.checkbox(&mut self.look.smooth, "Smooth outlines").on_hover_text("Curves through the points instead of straight lines");
        heading(ui, "OVERLAYS");
        for index in 0..Overlays::NAMES.len() {
            let on = self.look.overlay(index).is_some_and(|switch| *switch);
            self.switch(ui, Command::Overlay(index), on);
        }
        heading(ui, "VIEW");
        self.switch(ui, Command::Grid, self.look.grid);
        self.switch(ui, Command::Theme, self.look.dark);
        self.switch(ui, Command::FrameRate, self.look.frame_rate);
        self.switch(ui, Command::BestFrameRate, self.look.best_frame_rate);
        self.switch(ui, Command::Follow, self.lookout.follows().is_some());
        ui.horizontal(|ui| {
            for command in [Command::Fit, Command::ZoomIn, Command::ZoomOut] {
                if ui.button(command.name()).on_hover_text(command.tooltip()).clicked() {
                    self.run(&ui.ctx().clone(), command);
                }
            }
        });
        heading(ui, "TEXT SIZE");
        let mut zoom = self.panels.text_size.unwrap_or_else(|| ui.ctx().zoom_factor());
        let slider = ui.add(Slider::new(&mut zoom, 0.7..=2.0).step_by(0.1).suffix(" ×")).on_hover_text("Also Ctrl + and Ctrl -");
        // Resizing while the slider is dragged would move it from under the pointer.
        self.panels.text_size = slider.dragged().then_some(zoom);
        if slider.drag_stopped() || (slider.changed() && !slider.dragged()) {
            ui.ctx().set_zoom_factor(zoom);
        }
    }

    /// A box to tick for a command.
    fn switch(&mut self, ui: &mut Ui, command: Command, on: bool) {
        let mut ticked = on;
        if ui.checkbox(&mut ticked, command.name()).on_hover_text(command.tooltip()).changed() {
            self.run(&ui.ctx().clone(), command);
        }
    }
}
