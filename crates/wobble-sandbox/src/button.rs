//! Buttons that show an icon, say what they do to screen readers, and name their key when hovered.

use crate::command::Command;
use crate::icon::Icon;
use crate::style;
use egui::{Color32, Rect, Response, Role, Sense, Ui, WidgetInfo, vec2};

/// The side of a button. A finger needs no more. `[points]`
const SIDE: f32 = 36.0;

/// A button with an icon.
pub(crate) struct IconButton {
    icon: Icon,
    name: String,
    tooltip: String,
    on: bool,
}

impl IconButton {
    /// A button that asks for a command.
    pub fn of(command: Command, icon: Icon) -> Self {
        Self { icon, name: command.name().into(), tooltip: command.tooltip(), on: false }
    }

    /// A button of this name, with a hint.
    pub fn named(icon: Icon, name: &str, hint: &str) -> Self {
        Self { icon, name: name.into(), tooltip: format!("{name}\n{hint}"), on: false }
    }

    /// The same, with more in its tooltip.
    pub fn hint(mut self, hint: &str) -> Self {
        self.tooltip = format!("{}\n{hint}", self.tooltip);
        self
    }

    /// The same, shown as chosen.
    pub fn on(self, on: bool) -> Self {
        Self { on, ..self }
    }

    /// Shows it.
    pub fn show(self, ui: &mut Ui) -> Response {
        let (rect, response) = ui.allocate_exact_size(vec2(SIDE, SIDE), Sense::click());
        response.widget_info(|| WidgetInfo::selected(Role::Button, ui.is_enabled(), self.on, &self.name));
        if ui.is_rect_visible(rect) {
            let dark = ui.visuals().dark_mode;
            let looks = ui.style().interact(&response);
            let (fill, ink) = if self.on {
                (style::accent(dark), style::on_accent(dark))
            } else if response.hovered() || response.has_focus() {
                (looks.weak_bg_fill, looks.text_color())
            } else {
                (Color32::TRANSPARENT, ui.visuals().text_color())
            };
            ui.painter().rect_filled(rect, 8.0, fill);
            let ink = if ui.is_enabled() { ink } else { ink.gamma_multiply(0.4) };
            self.icon.paint(ui.painter(), Rect::from_center_size(rect.center(), vec2(21.0, 21.0)), ink);
        }
        response.on_hover_text(self.tooltip)
    }
}
