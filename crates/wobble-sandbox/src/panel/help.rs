//! The sheet of shortcuts.

use crate::Sandbox;
use crate::command::SHORTCUTS;
use egui::{Context, Grid, Id, Label, Modal, RichText, ScrollArea, Ui};

/// What the pointer does besides the tools.
const POINTER: [(&str, &str); 5] = [
    ("right drag", "Grab the nearest particle"),
    ("wheel", "Zoom to the pointer"),
    ("middle drag, Shift drag", "Move the view"),
    ("one finger", "Use the tool"),
    ("two fingers", "Move the view and zoom"),
];

impl Sandbox {
    pub(super) fn show_help(&mut self, ctx: &Context) {
        if !self.panels.help_open {
            return;
        }
        let room = ctx.content_rect().size();
        let modal = Modal::new(Id::unique("help")).show(ctx, |ui| {
            ui.set_width((room.x - 64.0).min(620.0));
            ui.heading("Shortcuts");
            ScrollArea::vertical().max_height(room.y - 120.0).show(ui, |ui| sheet(ui, room.x > 640.0));
        });
        if modal.should_close() {
            self.panels.help_open = false;
        }
    }
}

fn sheet(ui: &mut Ui, wide: bool) {
    let mut groups: Vec<&str> = SHORTCUTS.iter().map(|shortcut| shortcut.group).collect();
    groups.dedup();
    if wide {
        let (left, right) = groups.split_at(groups.len() / 2);
        ui.columns(2, |columns| {
            left.iter().for_each(|group| show_group(&mut columns[0], group));
            right.iter().for_each(|group| show_group(&mut columns[1], group));
            pointer(&mut columns[1]);
        });
    } else {
        groups.iter().for_each(|group| show_group(ui, group));
        pointer(ui);
    }
}

fn show_group(ui: &mut Ui, group: &str) {
    super::heading(ui, &group.to_uppercase());
    Grid::new(group).num_columns(2).spacing([14.0, 4.0]).min_col_width(76.0).show(ui, |ui| {
        for shortcut in SHORTCUTS.iter().filter(|shortcut| shortcut.group == group) {
            ui.label(RichText::new(shortcut.written).monospace());
            ui.label(shortcut.name);
            ui.end_row();
        }
    });
}

fn pointer(ui: &mut Ui) {
    super::heading(ui, "POINTER");
    for (what, does) in POINTER {
        ui.add(Label::new(RichText::new(format!("{what}: {does}"))).wrap());
    }
}
