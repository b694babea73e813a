//! The gallery: every scene with its picture, to look through, to search, to open.

use crate::Sandbox;
use crate::panel::dialog;
use crate::style;
use crate::thumbnail::{SIZE, Thumbnail};
use egui::{
    Align, Align2, Context, FontId, Id, Label, Layout, Modal, Rect, RichText, Role, ScrollArea, Sense, TextEdit, TextStyle, Ui,
};
use egui::{WidgetInfo, vec2};
use wobble_scene::gallery::{self, Entry};

/// The gallery.
#[derive(Default)]
pub(crate) struct Gallery {
    open: bool,
    search: String,
    /// In the order of the scenes; made one a frame.
    shelf: Vec<Thumbnail>,
    fresh: bool,
}

impl Gallery {
    pub fn is_open(&self) -> bool {
        self.open
    }

    pub fn toggle(&mut self) {
        self.open = !self.open;
        self.fresh = self.open;
    }

    pub fn close(&mut self) {
        self.open = false;
    }

    /// Makes the next picture. Whether there are more to make.
    fn stock(&mut self) -> bool {
        if let Some(entry) = gallery::all().get(self.shelf.len()) {
            self.shelf.push(Thumbnail::of(entry));
        }
        self.shelf.len() < gallery::all().len()
    }

    /// The scenes that fit the search, with their pictures as far as there are any.
    fn found(&self) -> Vec<(&'static Entry, Option<&Thumbnail>)> {
        let wanted = self.search.to_lowercase();
        let fits = |entry: &Entry, thumbnail: Option<&Thumbnail>| {
            let mut words = entry.name.to_string();
            if let Some(thumbnail) = thumbnail {
                words += &format!(" {} {}", thumbnail.title, thumbnail.description).to_lowercase();
            }
            wanted.split_whitespace().all(|word| words.contains(word))
        };
        let shelf = gallery::all().iter().enumerate().map(|(place, entry)| (entry, self.shelf.get(place)));
        shelf.filter(|(entry, thumbnail)| fits(entry, *thumbnail)).collect()
    }
}

impl Sandbox {
    pub(crate) fn show_gallery(&mut self, ctx: &Context) {
        if !self.gallery.open {
            return;
        }
        if self.gallery.stock() {
            ctx.request_repaint();
        }
        let room = ctx.content_rect().size();
        let mut chosen = None;
        let modal = Modal::new(Id::unique("gallery")).frame(dialog(ctx)).show(ctx, |ui| {
            ui.set_width((room.x - 60.0).min(5.0 * SIZE[0] as f32));
            self.search(ui);
            ui.add_space(6.0);
            let height = (room.y - 150.0).max(120.0);
            ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink(false).show(ui, |ui| {
                chosen = self.cards(ui);
            });
        });
        if modal.should_close() {
            self.gallery.close();
        }
        if let Some(name) = chosen {
            self.open_gallery(name);
            self.gallery.close();
        }
    }

    fn search(&mut self, ui: &mut Ui) {
        ui.horizontal(|ui| {
            ui.heading("Gallery");
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let field = TextEdit::singleline(&mut self.gallery.search).hint_text("Search").desired_width(180.0);
                let field = ui.add(field);
                if core::mem::take(&mut self.gallery.fresh) {
                    field.request_focus();
                }
            });
        });
    }

    fn cards(&self, ui: &mut Ui) -> Option<&'static str> {
        let found = self.gallery.found();
        if found.is_empty() {
            ui.weak(format!("No scene fits \"{}\".", self.gallery.search));
        }
        let now = self.stages.first().map_or("", |stage| stage.name());
        let mut chosen = None;
        // Room for the bar that scrolls; at least two in a row, on a phone too.
        let room = ui.available_width() - 14.0;
        let columns = ((room + GAP) / (SIZE[0] as f32 + GAP)).round().max(2.0);
        let width = ((room + GAP) / columns - GAP).floor();
        for row in found.chunks(columns as usize) {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = GAP;
                for &(entry, thumbnail) in row {
                    if card(ui, entry, thumbnail, (width, entry.name == now)) {
                        chosen = Some(entry.name);
                    }
                }
            });
        }
        chosen
    }
}

/// Between two cards of a row. `[points]`
const GAP: f32 = 12.0;

/// The height of the title below a picture. `[points]`
const TITLE: f32 = 26.0;

/// A picture so wide, with its title, marked if its scene is open. Whether it was clicked.
fn card(ui: &mut Ui, entry: &Entry, thumbnail: Option<&Thumbnail>, (width, is_open): (f32, bool)) -> bool {
    let size = width / SIZE[0] as f32 * vec2(SIZE[0] as f32, SIZE[1] as f32);
    let (rect, response) = ui.allocate_exact_size(size + vec2(0.0, TITLE), Sense::click());
    let title = thumbnail.map_or(entry.name, |thumbnail| thumbnail.title.as_str());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, entry.name));
    if ui.is_rect_visible(rect) {
        let picture = Rect::from_min_size(rect.min, size);
        let painter = ui.painter_at(rect);
        let dark = ui.visuals().dark_mode;
        painter.rect_filled(picture, 0.0, ui.visuals().faint_bg_color);
        if let Some(thumbnail) = thumbnail {
            ui.painter_at(picture).add(thumbnail.picture(dark, picture));
        }
        let marked = is_open || response.hovered() || response.has_focus();
        let edge = if marked { style::accent(dark) } else { ui.visuals().window_stroke.color };
        painter.rect_stroke(picture, 0.0, (if marked { 2.0 } else { 1.0 }, edge), egui::StrokeKind::Inside);
        let font = FontId::proportional(TextStyle::Small.resolve(ui.style()).size + 1.0);
        let place = rect.left_bottom() - vec2(-2.0, 0.5 * TITLE - 2.0);
        painter.text(place, Align2::LEFT_CENTER, title, font, ui.visuals().text_color());
    }
    let response = response.on_hover_ui(|ui| {
        ui.set_max_width(280.0);
        ui.strong(title);
        if let Some(thumbnail) = thumbnail {
            ui.add(Label::new(RichText::new(&thumbnail.description)).wrap());
        }
    });
    response.clicked()
}
