//! The sheet of shortcuts.

use super::{dialog, heading};
use crate::Sandbox;
use crate::command::SHORTCUTS;
use egui::{Context, Grid, Id, Label, Modal, RichText, ScrollArea, Ui};

/// The width of a column. `[points]`
const COLUMN: f32 = 290.0;

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
        let columns = ((room.x - 64.0) / COLUMN).clamp(1.0, 3.0) as usize;
        let modal = Modal::new(Id::unique("help")).frame(dialog(ctx)).show(ctx, |ui| {
            ui.set_width((room.x - 64.0).min(COLUMN * columns as f32));
            ui.heading("Shortcuts");
            let height = (room.y - 130.0).max(120.0);
            ScrollArea::vertical().max_height(height).min_scrolled_height(height).show(ui, |ui| sheet(ui, columns));
        });
        if modal.should_close() {
            self.panels.help_open = false;
        }
    }
}

/// All groups, shared out so that no column is much longer than the others.
fn sheet(ui: &mut Ui, columns: usize) {
    let mut groups: Vec<&str> = SHORTCUTS.iter().map(|shortcut| shortcut.group).collect();
    groups.dedup();
    let rows = |group: &str| SHORTCUTS.iter().filter(|shortcut| shortcut.group == group).count() + 2;
    let all = SHORTCUTS.len() + 2 * groups.len() + POINTER.len() + 2;
    ui.columns(columns, |uis| {
        let mut shown = 0;
        for group in groups {
            // By where its middle comes to stand.
            let column = ((shown + rows(group) / 2) * columns / all).min(columns - 1);
            show_group(&mut uis[column], group);
            shown += rows(group);
        }
        pointer(&mut uis[columns - 1]);
    });
}

fn show_group(ui: &mut Ui, group: &str) {
    heading(ui, &group.to_uppercase());
    Grid::new(group).num_columns(2).spacing([14.0, 3.0]).min_row_height(18.0).min_col_width(72.0).show(ui, |ui| {
        for shortcut in SHORTCUTS.iter().filter(|shortcut| shortcut.group == group) {
            ui.label(RichText::new(shortcut.written).monospace());
            ui.label(shortcut.name);
            ui.end_row();
        }
    });
}

fn pointer(ui: &mut Ui) {
    heading(ui, "POINTER");
    for (what, does) in POINTER {
        ui.add(Label::new(format!("{what}: {does}")).wrap());
    }
}
