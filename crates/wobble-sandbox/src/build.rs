//! Build: the mode in which a scene's document is edited instead of its world being played.

use crate::Sandbox;
use crate::canvas::{Canvas, to_egui};
use crate::editor::{Editor, Item, Pen, Stroke};
use crate::files::Brought;
use crate::look::picture;
use egui::{Color32, Mesh, PointerButton, Pos2, Rect, Role, Sense, Stroke as Pencil, StrokeKind, Ui, WidgetInfo};
use web_time::{Duration, Instant};
use wobble_scene::Scene;
use wobble2d::glam::Vec2;

/// An empty room to begin with.
const EMPTY: &str = r#"{ "version": 1, "title": "A new scene", "settings": { "bounds": {} } }"#;

impl Sandbox {
    /// What is being edited, if anything is.
    pub fn editor(&self) -> Option<&Editor> {
        self.editor.as_ref()
    }

    /// The same, to be changed.
    pub fn editor_mut(&mut self) -> Option<&mut Editor> {
        self.editor.as_mut()
    }

    /// From play to build, or back: the world then begins anew as the document says. A document with problems stays in build.
    pub fn switch_build(&mut self) {
        self.held = None;
        let Some(editor) = &self.editor else {
            let Some(stage) = self.stages.first() else { return };
            match Editor::new(stage.name(), stage.scene().clone()) {
                Ok(editor) => {
                    let home = self.home.clone();
                    self.edit_this(editor.kept_at(home));
                }
                Err(problems) => self.tell(problems.to_string()),
            }
            return;
        };
        let (name, home) = (editor.name().to_string(), editor.home().map(Into::into));
        match editor.scene().and_then(|scene| self.open(&name, scene)) {
            Ok(()) => {
                self.editor = None;
                self.home = home;
            }
            Err(problems) => self.tell(format!("not yet: {problems}")),
        }
    }

    fn edit_this(&mut self, editor: Editor) {
        self.recovered = self.recovered.take().or_else(|| self.files.unsaved());
        self.panels.scenes = self.files.scenes();
        self.editor = Some(editor);
        self.panels.side_open = true;
        self.lookout.fit_again();
    }

    pub(crate) fn edit_new(&mut self) {
        if let Ok(editor) = Scene::parse(EMPTY).and_then(|scene| Editor::new("scene", scene)) {
            self.edit_this(editor);
            self.lookout.fit();
        }
    }

    /// Opens a file that someone brought: to edit while building, else to play.
    pub fn bring(&mut self, brought: Brought) {
        let name = brought.name.trim_end_matches(".json").to_string();
        let text = match String::from_utf8(brought.bytes) {
            Ok(text) if text.len() as u64 <= crate::files::LARGEST => text,
            Ok(_) => return self.tell(format!("{name} is too large for a scene")),
            Err(_) => return self.tell(format!("{name} is no scene: it is not text")),
        };
        let opened = Scene::parse(&text).and_then(|scene| match self.editor {
            Some(_) => Editor::new(&name, scene).map(|editor| {
                self.edit_this(editor.kept_at(brought.home));
                self.lookout.fit();
            }),
            None => self.open(&name, scene).map(|()| self.home = brought.home),
        });
        if let Err(problems) = opened {
            self.tell(format!("{name}: {problems}"));
        }
    }

    /// Saves the edited scene where its place says. A file that is there already, and not this scene's own, is overwritten only by saving twice.
    pub fn save_scene(&mut self) {
        let Some(editor) = &self.editor else { return };
        let (place, own) = (editor.place.clone(), editor.home() == Some(editor.place.as_str()));
        if !own && self.overwrites.as_ref() != Some(&place) && self.files.exists(&place) {
            self.tell(format!("{place} exists already. Save once more to overwrite it, or give another name."));
            self.overwrites = Some(place);
            return;
        }
        let saved = match Scene::new(editor.document().clone()) {
            Ok(scene) => self.files.save_at(&place, scene.to_json().as_bytes()),
            Err(problems) => Err(problems.to_string()),
        };
        match saved {
            Ok(told) => {
                self.tell(told);
                self.finish_saving();
            }
            Err(error) => self.tell(format!("{place} was not saved: {error}")),
        }
    }

    fn finish_saving(&mut self) {
        if let Some(editor) = &mut self.editor {
            editor.mark_saved();
        }
        self.files.keep_unsaved(None);
        (self.kept, self.overwrites) = (None, None);
        self.panels.scenes = self.files.scenes();
    }

    /// The scene that is being built, as a file would hold it; none while nothing is built or something is wrong with it.
    pub fn document_text(&self) -> Option<String> {
        self.editor.as_ref()?.scene().ok().map(|scene| scene.to_json())
    }

    /// Opens the file that the user has named, or lets them name one.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn open_file(&mut self, _ctx: &egui::Context) {
        match self.editor.as_ref().map(|editor| editor.place.clone()) {
            Some(place) => self.open_place(&place),
            // The field for the name is among what builds.
            None => self.switch_build(),
        }
    }

    /// Lets the user choose a file.
    #[cfg(target_arch = "wasm32")]
    pub(crate) fn open_file(&mut self, ctx: &egui::Context) {
        self.files.ask(ctx);
    }

    /// Opens a file by the place that the user has typed.
    #[cfg(not(target_arch = "wasm32"))]
    pub(crate) fn open_place(&mut self, place: &str) {
        match self.files.read(place) {
            Ok(brought) => self.bring(brought),
            Err(error) => self.tell(error),
        }
    }

    /// Keeps what has changed since the last time, where it is found after a crash.
    pub(crate) fn keep_unsaved(&mut self) {
        let Some(editor) = &self.editor else { return };
        if !editor.is_unsaved() || editor.stroke.is_some() || self.kept.as_ref() == Some(editor.document()) {
            return;
        }
        if let Ok(scene) = Scene::new(editor.document().clone()) {
            self.kept = Some(editor.document().clone());
            self.files.keep_unsaved(Some(&scene.to_json()));
        }
    }

    /// The document at rest, and the pens on it.
    pub(crate) fn build_viewport(&mut self, ui: &mut Ui) -> Duration {
        let whole = ui.available_rect_before_wrap();
        let response = ui.allocate_rect(whole, Sense::click_and_drag());
        response.widget_info(|| WidgetInfo::labeled(Role::Canvas, true, "Document"));
        let size = [whole.width(), whole.height()].map(|side| side.max(1.0) as u32);
        if let Some(editor) = &self.editor {
            self.lookout.attend(&editor.preview, size);
        }
        self.panes = vec![whole];
        self.move_view(ui, &response, &[whole]);
        self.use_pen(ui, &response, whole);
        let begin = Instant::now();
        self.paint_document(ui, whole);
        begin.elapsed()
    }

    fn use_pen(&mut self, ui: &Ui, response: &egui::Response, pane: Rect) {
        let Some(pointer) = ui.input(|input| input.pointer.latest_pos()) else { return };
        let touch = self.touch(pane, pointer, false);
        let (pressed, down, adds, pans) = ui.input(|input| {
            let pointer = &input.pointer;
            let pans = pointer.middle_down() || pointer.secondary_down() || (pointer.primary_down() && input.modifiers.shift);
            (pointer.button_pressed(PointerButton::Primary), pointer.primary_down(), input.modifiers.command, pans)
        });
        if pans && response.contains_pointer() {
            let by = ui.input(|input| input.pointer.delta());
            self.lookout.drag(Vec2::new(by.x, by.y));
            return;
        }
        let fingers = ui.input(|input| input.multi_touch().is_some());
        let Some(editor) = &mut self.editor else { return };
        if fingers {
            editor.cancel();
        } else if pressed && response.contains_pointer() {
            editor.press(touch, adds);
        } else if down {
            editor.carry(touch);
        } else if editor.stroke.is_some() {
            editor.release(touch);
        }
    }

    fn paint_document(&self, ui: &Ui, pane: Rect) {
        let Some(editor) = &self.editor else { return };
        let view = self.look.view(self.lookout.camera(), 1.0);
        let mut canvas = Canvas::new(pane.min, 1.0 / ui.pixels_per_point(), Mesh::default());
        canvas.draw(&picture(&editor.preview, &view));
        let painter = ui.painter_at(pane);
        painter.add(canvas.finish().0);
        let at = |place: Vec2| -> Pos2 {
            let pixel = view.camera.to_pixels(place);
            pane.min + egui::vec2(pixel.x, pixel.y)
        };
        let accent = to_egui(view.theme.velocity);
        let frame = |item: Item, colour: Color32| {
            for (low, high) in editor.boxes(item) {
                let rect = Rect::from_two_pos(at(low), at(high)).expand(5.0);
                painter.rect_stroke(rect, 3.0, Pencil::new(1.5, colour), StrokeKind::Outside);
            }
        };
        for item in Item::all(editor.document()).filter(|&item| editor.problems_of(item).next().is_some()) {
            frame(item, ui.visuals().error_fg_color);
        }
        let quiet = ui.visuals().weak_text_color();
        for index in 0..editor.document().joints.len() {
            let chosen = editor.selection().any(|item| item == Item::Joint(index));
            let pencil = if chosen { Pencil::new(2.5, accent) } else { Pencil::new(1.5, quiet) };
            let ends: Vec<Pos2> = editor.joint_places(index).into_iter().map(at).collect();
            if let [a, b] = ends[..] {
                painter.line_segment([a, b], pencil);
            }
            for &end in &ends {
                painter.circle_stroke(end, if chosen { 8.0 } else { 5.0 }, pencil);
            }
        }
        for body in 0..editor.document().bodies.len() {
            for ends in editor.muscle_lines(body) {
                painter.line_segment(ends.map(at), Pencil::new(3.0, to_egui(view.theme.force)));
            }
        }
        for item in editor.selection() {
            frame(item, accent);
            let (Item::Body(body) | Item::Point(body, _)) = item else { continue };
            let points = crate::editor::custom(editor.document(), body).map_or(0, |list| list.points.len());
            for point in (0..points).map(|index| Item::Point(body, index)) {
                let Some(place) = point.place(editor.document()) else { continue };
                let chosen = editor.selection().any(|item| item == point);
                let fill = if chosen { accent } else { to_egui(view.theme.paper) };
                painter.circle(at(place), 5.0, fill, Pencil::new(1.5, accent));
            }
        }
        self.paint_stroke(editor, &painter, at, accent);
    }

    /// What the pen is about to do.
    fn paint_stroke(&self, editor: &Editor, painter: &egui::Painter, at: impl Fn(Vec2) -> Pos2, accent: Color32) {
        match &editor.stroke {
            Some(Stroke::Region { from, to }) if matches!(editor.pen, Pen::Scenery("line" | "slope" | "disc")) => {
                painter.line_segment([at(*from), at(*to)], Pencil::new(2.0, accent));
            }
            Some(Stroke::Tying { from, to }) => {
                painter.line_segment([at(*from), at(*to)], Pencil::new(2.0, accent));
            }
            Some(Stroke::Region { from, to }) => {
                let rect = Rect::from_two_pos(at(*from), at(*to));
                painter.rect(rect, 0.0, accent.gamma_multiply(0.12), Pencil::new(1.0, accent), StrokeKind::Middle);
            }
            Some(Stroke::Drawing(outline)) => {
                painter.line(outline.iter().map(|&corner| at(corner)).collect(), Pencil::new(2.0, accent));
            }
            Some(Stroke::Joining { body, from, to }) => {
                if let Some(from) = Item::Point(*body, *from as usize).place(editor.document()) {
                    painter.line_segment([at(from), at(*to)], Pencil::new(2.0, accent));
                }
            }
            Some(Stroke::Moving { .. }) | None => {}
        }
    }
}
