//! The part of the window where worlds are seen and touched.
//!
//! One finger, or the main button, uses the tool. Two fingers, the middle button, or the main button with shift move the view;
//! the wheel and two fingers zoom. The other button grabs.

use crate::Sandbox;
use crate::canvas::{Canvas, emptied, to_egui};
use crate::look::{mark, picture};
use crate::tool::{self, Touch};
use egui::{Align2, CursorIcon, FontId, PointerButton, Pos2, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2};
use std::sync::Arc;
use web_time::{Duration, Instant};
use wobble_view::{Anchor, Camera};
use wobble2d::glam::Vec2;

/// How near to a particle counts as touched. `[points]`
const REACH: f32 = 24.0;

/// How much a point of the wheel zooms.
const WHEEL: f32 = 0.004;

/// The capital letters of the font are so high, as a part of its size.
const CAPITALS: f32 = 0.7;

/// What holds the pointer down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    button: PointerButton,
    pane: usize,
    pans: bool,
}

impl Sandbox {
    /// All stages, side by side. Returns how long they took to draw.
    pub(crate) fn viewport(&mut self, ui: &mut Ui) -> Duration {
        let whole = ui.available_rect_before_wrap();
        let panes = panes(whole, self.stages.len());
        let response = ui.allocate_rect(whole, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "World"));
        let size = panes.first().map_or([1, 1], |pane| [pane.width(), pane.height()].map(|side| side.max(1.0) as u32));
        if let Some(stage) = self.stages.first() {
            self.lookout.attend(stage, size);
        }
        self.move_view(ui, &response, &panes);
        self.use_tool(ui, &response, &panes);
        self.keep_walls_at_window();
        let begin = Instant::now();
        for (index, pane) in panes.iter().enumerate() {
            self.paint(ui, index, *pane);
        }
        self.panes = panes;
        begin.elapsed()
    }

    pub(crate) fn move_view(&mut self, ui: &Ui, response: &Response, panes: &[Rect]) {
        let (fingers, scroll, zoom) = ui.input(|input| (input.multi_touch(), input.smooth_scroll_delta(), input.zoom_delta()));
        if let Some(fingers) = fingers {
            self.stages.iter_mut().for_each(tool::cancel);
            self.held = None;
            if let Some(pane) = pane_at(panes, fingers.center_pos) {
                self.lookout.drag(to_glam(fingers.translation_delta));
                self.lookout.zoom(pixel(panes[pane], fingers.center_pos), fingers.zoom_delta);
            }
            return;
        }
        if let Some(pointer) = response.hover_pos()
            && let Some(pane) = pane_at(panes, pointer)
        {
            let factor = zoom * libm::expf(WHEEL * scroll.y);
            if factor != 1.0 {
                self.lookout.zoom(pixel(panes[pane], pointer), factor);
            }
        }
    }

    fn use_tool(&mut self, ui: &Ui, response: &Response, panes: &[Rect]) {
        let Some(pointer) = ui.input(|input| input.pointer.latest_pos()) else { return };
        self.pointer = response.contains_pointer().then_some(pointer);
        if self.held.is_none() && response.contains_pointer() {
            self.begin(ui, pointer, panes);
        }
        let Some(held) = self.held else { return self.show_cursor(ui, response) };
        let touch = self.touch(panes[held.pane.min(panes.len() - 1)], pointer, held.button == PointerButton::Secondary);
        if held.pans {
            ui.set_cursor_icon(CursorIcon::Grabbing);
            self.lookout.drag(to_glam(ui.input(|input| input.pointer.delta())));
        } else {
            self.stages.iter_mut().for_each(|stage| tool::carry(stage, touch));
        }
        if !ui.input(|input| input.pointer.button_down(held.button)) {
            self.stages.iter_mut().for_each(|stage| tool::release(stage, touch));
            self.held = None;
        }
    }

    fn begin(&mut self, ui: &Ui, pointer: Pos2, panes: &[Rect]) {
        let buttons = [PointerButton::Primary, PointerButton::Secondary, PointerButton::Middle];
        let pressed = ui.input(|input| {
            let button = buttons.into_iter().find(|&button| input.pointer.button_pressed(button))?;
            Some((button, button == PointerButton::Middle || input.modifiers.shift))
        });
        let (Some((button, pans)), Some(pane)) = (pressed, pane_at(panes, pointer)) else { return };
        self.held = Some(Held { button, pane, pans });
        if !pans {
            let touch = self.touch(panes[pane], pointer, button == PointerButton::Secondary);
            let tool = self.kit.tool;
            if button == PointerButton::Primary && (tool == tool::Tool::Select || ui.input(|input| input.modifiers.alt)) {
                return self.select_at(pane, touch);
            }
            for stage in &mut self.stages {
                tool::press(tool, &self.kit, stage, touch);
            }
        }
    }

    fn show_cursor(&self, ui: &Ui, response: &Response) {
        if response.hovered() {
            let precise = !matches!(self.kit.tool, tool::Tool::Grab | tool::Tool::Fling);
            ui.set_cursor_icon(if precise { CursorIcon::Crosshair } else { CursorIcon::Grab });
        }
    }

    /// Where the pointer is in the world of a pane.
    pub(crate) fn touch(&self, pane: Rect, pointer: Pos2, other: bool) -> Touch {
        let camera = self.lookout.camera();
        Touch { at: camera.to_world(pixel(pane, pointer)), reach: REACH / camera.scale, other }
    }

    /// Where a place of the world is in the window, in the first pane.
    pub fn window_place(&self, place: Vec2) -> Option<Pos2> {
        let pane = self.panes.first()?;
        let at = self.lookout.camera().to_pixels(place);
        Some(pos2(pane.left() + at.x, pane.top() + at.y))
    }

    fn paint(&mut self, ui: &Ui, index: usize, pane: Rect) {
        let Some(stage) = self.stages.get(index) else { return };
        let begin = Instant::now();
        let view = self.look.view(self.lookout.camera(), self.clock.part());
        let mut list = picture(stage, &view);
        if let Some(selection) = self.selection() {
            mark(&selection, stage, &view, &mut list);
        }
        self.costs.list.note(begin.elapsed());
        let begin = Instant::now();
        let mut canvas =
            Canvas::new(pane.min, 1.0 / ui.pixels_per_point(), emptied(self.shown.get_mut(index).and_then(Option::take)));
        canvas.draw(&list);
        let (mesh, labels) = canvas.finish();
        let mesh = Arc::new(mesh);
        self.shown.resize(self.stages.len(), None);
        self.shown[index] = Some(mesh.clone());
        self.costs.mesh.note(begin.elapsed());
        let painter = ui.painter_at(pane);
        painter.add(mesh);
        for (place, label) in labels {
            let align = match label.anchor {
                Anchor::Start => Align2::LEFT_CENTER,
                Anchor::Middle => Align2::CENTER_CENTER,
                Anchor::End => Align2::RIGHT_CENTER,
            };
            painter.text(place, align, &label.text, FontId::proportional(label.height / CAPITALS), to_egui(label.colour));
        }
    }

    /// Puts the walls at the window's edges, if that is wanted.
    fn keep_walls_at_window(&mut self) {
        if !self.walls_at_window {
            return;
        }
        let (min, max) = self.lookout.camera().visible();
        for stage in &mut self.stages {
            let usual = wobble2d::Bounds::new(min, max);
            let now = stage.world().settings().bounds.unwrap_or(usual);
            let bounds = wobble2d::Bounds { min, max, ..now };
            if stage.changes().bounds != Some(bounds) {
                let changes = crate::stage::Changes { bounds: Some(bounds), ..stage.changes() };
                stage.set_changes(changes);
            }
        }
    }

    /// The camera, for drawing something of one's own.
    pub fn camera(&self) -> Camera {
        self.lookout.camera()
    }
}

fn to_glam(by: egui::Vec2) -> Vec2 {
    Vec2::new(by.x, by.y)
}

fn pixel(pane: Rect, at: Pos2) -> Vec2 {
    Vec2::new(at.x - pane.left(), at.y - pane.top())
}

fn pane_at(panes: &[Rect], at: Pos2) -> Option<usize> {
    panes.iter().position(|pane| pane.contains(at))
}

/// The gap between panes. `[points]`
const GAP: f32 = 2.0;

/// Divides a window among stages: in a row or a column, or two by two.
fn panes(whole: Rect, count: usize) -> Vec<Rect> {
    let (columns, rows) = match count {
        0 | 1 => (1, 1),
        2 if whole.width() >= whole.height() => (2, 1),
        2 => (1, 2),
        _ => (2, count.div_ceil(2)),
    };
    let size =
        egui::vec2(((whole.width() + GAP) / columns as f32 - GAP).max(1.0), ((whole.height() + GAP) / rows as f32 - GAP).max(1.0));
    let corner = |k: usize| whole.min + egui::vec2((k % columns) as f32 * (size.x + GAP), (k / columns) as f32 * (size.y + GAP));
    (0..count).map(|k| Rect::from_min_size(corner(k), size)).collect()
}
