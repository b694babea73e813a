//! The line below the world on which one goes back in time.

use crate::Sandbox;
use crate::command::Command;
use crate::icon::Icon;
use crate::stage::STEP;
use egui::{Align, Layout, RichText, Slider, Ui};

impl Sandbox {
    pub(super) fn timeline(&mut self, ui: &mut Ui, narrow: bool) {
        let span = self.time_span();
        let Some(stage) = self.stages.first() else { return };
        let (now, end) = (stage.world().steps(), *span.end());
        let memory: usize = self.stages.iter().map(|stage| stage.history().bytes()).sum();
        ui.horizontal(|ui| {
            self.command_button(ui, Command::StepBack, Icon::Back, false);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let back = end.saturating_sub(now) as f32 * STEP;
                let reach = (end - span.start()) as f32 * STEP;
                let place = if back > 0.0 { format!("−{back:.2} s") } else { "now".into() };
                let text = if narrow { place } else { format!("{place} of {reach:.1} s · {:.1} MB", memory as f64 / 1e6) };
                let hint = "How far back this is, how far one can go, and what remembering takes.\n\
                            From a past, time goes on exactly as it went, with all that you did, until you do something else.";
                ui.label(RichText::new(text).small().color(ui.visuals().weak_text_color())).on_hover_text(hint);
                ui.spacing_mut().slider_width = (ui.available_width() - 6.0).max(60.0);
                let mut step = now;
                let slider = ui.add_enabled(end > *span.start(), Slider::new(&mut step, span.clone()).show_value(false));
                let slider = slider.on_hover_text("Go back in time");
                if slider.changed() && step != now {
                    self.travel(step);
                }
            });
        });
    }
}
