//! What a frame costs.

use super::heading;
use crate::Sandbox;
use crate::style;
use egui::{Grid, Label, RichText, Sense, Ui, vec2};

/// A frame at sixty in a second; bars are drawn against it. `[s]`
const FRAME: f64 = 1.0 / 60.0;

impl Sandbox {
    pub(super) fn cost_panel(&mut self, ui: &mut Ui) {
        heading(ui, "FRAME");
        Grid::new("rates").num_columns(2).min_row_height(17.0).spacing([16.0, 3.0]).show(ui, |ui| {
            let rows = [
                ("frame rate", format!("{:.0} / s", self.costs.frame_rate())),
                ("best possible", format!("{:.0} / s", self.costs.best_frame_rate())),
                ("pace", format!("{:.2} ×", self.clock.speed * self.clock.pace())),
            ];
            for (name, value) in rows {
                ui.weak(name);
                ui.monospace(value);
                ui.end_row();
            }
        });
        heading(ui, "MILLISECONDS, OF 16.7");
        for (name, seconds) in self.costs.parts() {
            bar(ui, name, seconds);
        }
        let note = "Best possible is what the step alone would allow. When the machine is too slow, time runs slower; a step is never longer.";
        ui.add(Label::new(RichText::new(note).weak().small()).wrap());
    }
}

fn bar(ui: &mut Ui, name: &str, seconds: f64) {
    ui.horizontal(|ui| {
        let begin = ui.cursor().left();
        ui.weak(name);
        // All bars begin at the same place.
        ui.add_space((begin + 78.0 - ui.cursor().left()).max(0.0));
        let (rect, _) = ui.allocate_exact_size(vec2((ui.available_width() - 56.0).max(40.0), 12.0), Sense::hover());
        ui.painter().rect_filled(rect, 4.0, ui.visuals().faint_bg_color);
        let mut part = rect;
        part.set_width(rect.width() * (seconds / FRAME).clamp(0.0, 1.0) as f32);
        let full = seconds > FRAME;
        let colour = if full { ui.visuals().warn_fg_color } else { style::accent(ui.visuals().dark_mode) };
        ui.painter().rect_filled(part, 4.0, colour);
        ui.monospace(format!("{:5.2}", 1e3 * seconds));
    });
}
