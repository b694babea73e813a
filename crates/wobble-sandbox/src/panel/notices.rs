//! What is written over the world: frame rates, slow motion, and trouble.

use super::words;
use crate::Sandbox;
use egui::{Align2, Area, Context, Frame, Id, Label, Margin, Order, RichText, TextWrapMode, vec2};

/// More lines of trouble than this are not shown at once.
const LINES: usize = 3;

/// A world that runs slower than this, as a part of what is asked for, is said to run in slow motion.
const SLOW: f64 = 0.95;

impl Sandbox {
    pub(super) fn show_rates(&self, ctx: &Context) {
        let mut words = Vec::new();
        if self.look.frame_rate {
            words.push(format!("{:.0} frames/s", self.costs.frame_rate()));
        }
        if self.look.best_frame_rate {
            words.push(format!("best possible {:.0}", self.costs.best_frame_rate()));
        }
        if self.clock.pace() < SLOW && !self.clock.paused {
            words.push(format!("slow motion {:.2}×: the machine cannot keep up", self.clock.speed * self.clock.pace()));
        }
        if self.clock.paused {
            words.push("paused".into());
        }
        let Some(pane) = self.panes.first() else { return };
        if words.is_empty() {
            return;
        }
        let area =
            Area::new(Id::unique("rates")).order(Order::Background).interactable(false).fixed_pos(pane.min + vec2(12.0, 10.0));
        area.show(ctx, |ui| {
            let fill = ui.visuals().panel_fill.gamma_multiply(0.8);
            Frame::new().fill(fill).corner_radius(6).inner_margin(Margin::symmetric(8, 3)).show(ui, |ui| {
                let text = RichText::new(words.join("   ·   ")).small().color(ui.visuals().weak_text_color());
                ui.add(Label::new(text).wrap_mode(TextWrapMode::Extend));
            });
        });
    }

    /// What each of several panes is, in its corner.
    pub(super) fn label_panes(&self, ctx: &Context) {
        if self.stages.len() < 2 {
            return;
        }
        for (index, (stage, pane)) in self.stages.iter().zip(&self.panes).enumerate() {
            let settings = stage.world().settings();
            let title = format!("{}  {} · {} substeps", index + 1, words::name(settings.method), settings.substeps);
            let place = pane.left_bottom() + vec2(12.0, -10.0);
            let area = Area::new(Id::unique(("pane", index))).order(Order::Background).interactable(false);
            area.pivot(Align2::LEFT_BOTTOM).fixed_pos(place).show(ctx, |ui| {
                let fill = ui.visuals().panel_fill.gamma_multiply(0.85);
                Frame::new().fill(fill).corner_radius(6).inner_margin(Margin::symmetric(8, 4)).show(ui, |ui| {
                    ui.set_max_width(pane.width() - 40.0);
                    ui.spacing_mut().item_spacing.y = 1.0;
                    ui.add(Label::new(RichText::new(title).small().strong()).truncate());
                    ui.add(Label::new(RichText::new(self.pane_numbers(index)).small()).truncate());
                });
            });
        }
    }

    pub(super) fn show_notices(&mut self, ctx: &Context) {
        let now = ctx.input(|input| input.time);
        self.told = self.told.take().filter(|&(_, until)| until > now);
        let told = self.told.iter().map(|(text, _)| text.clone());
        let trouble: Vec<String> =
            self.stages.iter().flat_map(|stage| stage.problems().iter().rev().take(LINES).cloned()).chain(told).collect();
        let Some(pane) = self.panes.first().filter(|_| !trouble.is_empty()) else { return };
        let width = (pane.width() - 48.0).min(460.0);
        let area = Area::new(Id::unique("trouble")).pivot(Align2::LEFT_BOTTOM).fixed_pos(pane.left_bottom() + vec2(12.0, -12.0));
        let mut heard = false;
        area.show(ctx, |ui| {
            Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_max_width(width);
                for text in &trouble {
                    ui.add(Label::new(RichText::new(text).small()).wrap());
                }
                heard = ui.small_button("I see").clicked();
            });
        });
        if heard {
            self.told = None;
            self.stages.iter_mut().for_each(|stage| stage.clear_problems());
        }
    }
}
