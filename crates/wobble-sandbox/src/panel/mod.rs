//! The controls around the worlds. One panel a file.

pub(crate) mod adviser;
mod appearance;
mod body;
mod build;
mod cost;
mod help;
pub(crate) mod lab;
mod notices;
mod timeline;
mod tools;
mod transport;
pub(crate) mod words;
mod world;

use crate::Sandbox;
use egui::{CentralPanel, Context, Frame, Margin, Panel, ScrollArea, Ui};
use web_time::Duration;

/// Below this width tools stand at the bottom, and the side panel comes up from there. `[points]`
const NARROW: f32 = 720.0;

/// The width of the side panel. `[points]`
const SIDE: f32 = 304.0;

/// What the side panel shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Tab {
    /// How the world is stepped.
    #[default]
    World,
    /// What is seen of it.
    Look,
    /// What is selected.
    Body,
    /// Several side by side, and plots.
    Lab,
    /// What it costs.
    Cost,
}

impl Tab {
    const ALL: [(Self, &str); 5] =
        [(Self::World, "World"), (Self::Body, "Body"), (Self::Lab, "Lab"), (Self::Look, "Look"), (Self::Cost, "Cost")];
}

/// Which panels are open.
#[derive(Clone, Debug)]
pub(crate) struct Panels {
    pub side_open: bool,
    pub help_open: bool,
    pub tab: Tab,
    /// The scene files that can be opened by a click.
    pub scenes: Vec<String>,
    /// The text size that is being chosen.
    pub text_size: Option<f32>,
    /// Whether the window has been found narrow: the side panel is then closed once, since it would hide the world.
    narrow: bool,
}

impl Default for Panels {
    fn default() -> Self {
        Self { side_open: true, help_open: false, tab: Tab::default(), scenes: Vec::new(), text_size: None, narrow: false }
    }
}

impl Panels {
    /// Opens the side panel at a page. A page that does not exist changes nothing.
    pub fn show(&mut self, name: &str) {
        if let Some(&(tab, _)) = Tab::ALL.iter().find(|(_, known)| *known == name) {
            self.tab = tab;
            self.side_open = true;
        }
    }
}

impl Sandbox {
    /// Everything in the window. Returns how long the worlds took to draw.
    pub(crate) fn show_panels(&mut self, ui: &mut Ui) -> Duration {
        let narrow = ui.available_width() < NARROW;
        if narrow && !self.panels.narrow {
            self.panels.side_open = false;
        }
        self.panels.narrow = narrow;
        let bar = Frame::side_top_panel(ui.style()).inner_margin(Margin::symmetric(10, 6));
        let thin = bar.inner_margin(Margin::symmetric(10, 0));
        Panel::top("transport").frame(bar).show(ui, |ui| self.transport(ui, narrow));
        if narrow {
            Panel::bottom("tools").frame(bar).show(ui, |ui| self.tools_in_a_row(ui));
            Panel::bottom("options").frame(bar).show_separator_line(false).show(ui, |ui| self.tool_options(ui, narrow));
            if self.editor.is_none() {
                Panel::bottom("timeline").frame(thin).show_separator_line(false).show(ui, |ui| self.timeline(ui, narrow));
            }
            if self.panels.side_open {
                let most = 0.5 * ui.available_height();
                Panel::bottom("side").frame(bar).resizable(false).exact_size(most).show(ui, |ui| self.side(ui));
            }
        } else {
            let rail = Frame::side_top_panel(ui.style()).inner_margin(Margin::symmetric(8, 10));
            Panel::left("tools").frame(rail).resizable(false).exact_size(52.0).show(ui, |ui| self.tools_in_a_column(ui));
            if self.panels.side_open {
                let side = Frame::side_top_panel(ui.style()).inner_margin(Margin::symmetric(14, 10));
                Panel::right("side").frame(side).resizable(false).exact_size(SIDE).show(ui, |ui| self.side(ui));
            }
            Panel::bottom("options").frame(bar).show(ui, |ui| self.tool_options(ui, narrow));
            if self.editor.is_none() {
                Panel::bottom("timeline").frame(thin).show_separator_line(false).show(ui, |ui| self.timeline(ui, narrow));
            }
        }
        let drawn = CentralPanel::no_frame()
            .show(ui, |ui| if self.editor.is_some() { self.build_viewport(ui) } else { self.viewport(ui) })
            .inner;
        if self.editor.is_none() {
            self.show_rates(ui.ctx());
            self.label_panes(ui.ctx());
        }
        self.show_notices(ui.ctx());
        self.show_gallery(ui.ctx());
        self.show_help(ui.ctx());
        self.show_share(ui.ctx());
        drawn
    }

    fn side(&mut self, ui: &mut Ui) {
        if self.editor.is_some() {
            return self.build_panel(ui);
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            for (tab, name) in Tab::ALL {
                ui.selectable_value(&mut self.panels.tab, tab, name);
            }
        });
        ui.add_space(4.0);
        ScrollArea::vertical().auto_shrink(false).show(ui, |ui| match self.panels.tab {
            Tab::World => self.world_panel(ui),
            Tab::Look => self.appearance_panel(ui),
            Tab::Body => self.body_panel(ui),
            Tab::Lab => self.lab_panel(ui),
            Tab::Cost => self.cost_panel(ui),
        });
    }
}

/// A heading within a panel.
fn heading(ui: &mut Ui, text: &str) {
    ui.add_space(6.0);
    caption(ui, text);
}

/// The same, within a row.
fn caption(ui: &mut Ui, text: &str) {
    ui.label(egui::RichText::new(text).small().strong().color(ui.visuals().weak_text_color()));
}

/// The frame of what stands in front of everything.
pub(crate) fn dialog(ctx: &Context) -> Frame {
    Frame::window(&ctx.global_style()).inner_margin(Margin::same(18))
}
