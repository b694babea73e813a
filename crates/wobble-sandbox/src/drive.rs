//! The app driven by a script instead of a hand: for tests of the real window, and for pictures of it.
//!
//! A script is a JSON list of things to do, one after the other. Events go the way that those of a hand go; places are in metres.
//! ```json
//! [{ "open": "thesis-3" }, { "wait": 60 }, { "take": "Cut" },
//!  { "drag": [[-2, 4], [2, 4]] }, { "picture": "cut.png" }, { "report": "cut" }]
//! ```

use crate::{Report, Sandbox};
use egui::{ColorImage, Context, DroppedFile, Event, Key, Modifiers, PointerButton, RawInput, ViewportCommand};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use wobble2d::glam::Vec2;

/// A drag is divided into so many moves, one a frame, from place to place.
const MOVES: u32 = 8;

/// Something to do.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// Opens a scene of the gallery.
    Open(String),
    /// Lets so many frames pass.
    Wait(u32),
    /// Lets frames pass until the world has made so many steps since its scene began.
    Until(u64),
    /// Presses a key, by the name egui knows it by, after `Shift` or `Ctrl` if need be.
    Key(String),
    /// Takes a tool, by its name.
    Take(String),
    /// Opens a page of the side panel, by its name.
    Tab(String),
    /// Shows so many stages side by side.
    Split(usize),
    /// Presses the main button, goes from place to place, and releases it. `[m]`
    Drag(Vec<[f32; 2]>),
    /// Presses the main button and goes to the last place, without releasing it. `[m]`
    Hold(Vec<[f32; 2]>),
    /// Drops a file on the window.
    Drop(PathBuf),
    /// Chooses a pen of the editor, by its name.
    Pen(String),
    /// Keeps the scene that is being built, as a file would hold it, under a name.
    Document(String),
    /// Keeps a picture of the window under a name.
    Picture(String),
    /// Keeps a report under a name.
    Report(String),
}

/// What a drive has brought home.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Harvest {
    /// Reports, by name, in order.
    pub reports: Vec<(String, Report)>,
    /// What a frame cost at each report, part by part; see [`Costs::parts`](crate::Costs::parts). `[ms]`
    pub costs: Vec<Vec<(&'static str, f64)>>,
    /// Scenes that were being built, by name, in order.
    pub documents: Vec<(String, String)>,
    /// Where in the window the worlds are at each picture: left, top, right, bottom. `[points]`
    pub viewports: Vec<[f32; 4]>,
    /// Pictures, by name, in order.
    #[serde(skip)]
    pub pictures: Vec<(String, Arc<ColorImage>)>,
    /// What was asked for and could not be done.
    pub problems: Vec<String>,
}

/// A sandbox with a script at the wheel.
pub struct Drive {
    sandbox: Sandbox,
    deeds: VecDeque<Deed>,
    /// What goes to the app, one list a frame.
    input: VecDeque<Vec<Event>>,
    /// Files that go to the app in the next frame.
    dropped: Vec<PathBuf>,
    /// No deed before the world has made so many steps.
    awaited: Option<u64>,
    harvest: Arc<Mutex<Harvest>>,
    /// How many pictures have been asked for; they arrive a frame later.
    asked: usize,
}

impl Drive {
    /// A sandbox, what is to be done, and where everything is kept.
    pub fn new(sandbox: Sandbox, deeds: Vec<Deed>, harvest: Arc<Mutex<Harvest>>) -> Self {
        Self { sandbox, deeds: deeds.into(), input: VecDeque::new(), dropped: Vec::new(), awaited: None, harvest, asked: 0 }
    }

    fn keep(&self, change: impl FnOnce(&mut Harvest)) {
        if let Ok(mut harvest) = self.harvest.lock() {
            change(&mut harvest);
        }
    }

    /// Whether something that was begun is still going on.
    fn is_busy(&mut self) -> bool {
        let steps = self.sandbox.stages.first().map_or(0, |stage| stage.world().steps());
        self.awaited = self.awaited.filter(|&awaited| steps < awaited);
        let pictures = self.harvest.lock().map_or(self.asked, |harvest| harvest.pictures.len());
        self.awaited.is_some() || !self.input.is_empty() || !self.dropped.is_empty() || pictures < self.asked
    }

    /// The next deed, once everything before is done.
    fn go_on(&mut self, ctx: &Context) {
        if self.is_busy() {
            return;
        }
        match self.deeds.pop_front() {
            None => ctx.send_viewport_cmd(ViewportCommand::Close),
            Some(Deed::Open(name)) => self.sandbox.open_gallery(&name),
            Some(Deed::Wait(frames)) => self.input.extend((0..frames).map(|_| Vec::new())),
            Some(Deed::Until(steps)) => self.awaited = Some(steps),
            Some(Deed::Key(name)) => self.press_key(&name),
            Some(Deed::Take(name)) => match crate::Tool::ALL.into_iter().find(|tool| tool.name() == name) {
                Some(tool) => self.sandbox.kit.tool = tool,
                None => self.complain(format!("there is no tool {name}")),
            },
            Some(Deed::Tab(name)) => self.sandbox.panels.show(&name),
            Some(Deed::Split(count)) => self.sandbox.split(count),
            Some(Deed::Drag(way)) => self.drag(&way, true),
            Some(Deed::Hold(way)) => self.drag(&way, false),
            Some(Deed::Drop(path)) => self.dropped.push(path),
            Some(Deed::Pen(name)) => self.take_pen(&name),
            Some(Deed::Document(name)) => self.keep_document(name),
            Some(Deed::Picture(name)) => self.keep_picture(ctx, name),
            Some(Deed::Report(name)) => self.keep_report(name),
        }
    }

    fn complain(&self, text: String) {
        self.keep(|harvest| harvest.problems.push(text));
    }

    fn take_pen(&mut self, name: &str) {
        let pen = crate::Pen::ALL.into_iter().find(|pen| pen.name() == name);
        match (&mut self.sandbox.editor, pen) {
            (Some(editor), Some(pen)) => editor.pen = pen,
            (None, _) => self.complain(format!("nothing is being built that pen {name} could be used on")),
            (_, None) => self.complain(format!("there is no pen {name}")),
        }
    }

    fn keep_document(&self, name: String) {
        match self.sandbox.editor.as_ref().map(crate::Editor::scene) {
            Some(Ok(scene)) => self.keep(|harvest| harvest.documents.push((name, scene.to_json()))),
            Some(Err(problems)) => self.complain(format!("{name}: {problems}")),
            None => self.complain(format!("{name}: nothing is being built")),
        }
    }

    fn keep_picture(&mut self, ctx: &Context, name: String) {
        self.asked += 1;
        let whole = self.sandbox.panes.iter().copied().reduce(egui::Rect::union).unwrap_or(egui::Rect::ZERO);
        self.keep(|harvest| harvest.viewports.push([whole.left(), whole.top(), whole.right(), whole.bottom()]));
        let harvest = self.harvest.clone();
        ctx.request_screenshot(move |image| {
            if let Ok(mut harvest) = harvest.lock() {
                harvest.pictures.push((name, image));
            }
        });
    }

    fn keep_report(&self, name: String) {
        let report = self.sandbox.report();
        let costs = self.sandbox.costs.parts().map(|(name, seconds)| (name, 1e3 * seconds)).to_vec();
        self.keep(|harvest| {
            harvest.reports.extend(report.map(|report| (name, report)));
            harvest.costs.push(costs);
        });
    }

    fn press_key(&mut self, name: &str) {
        let (name, modifiers) = match name.split_once(' ') {
            Some(("Shift", rest)) => (rest, Modifiers::SHIFT),
            Some(("Ctrl", rest)) => (rest, Modifiers::CTRL | Modifiers::COMMAND),
            _ => (name, Modifiers::NONE),
        };
        let Some(key) = Key::from_name(name) else { return self.complain(format!("there is no key {name}")) };
        let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        self.input.extend([vec![event(true)], vec![event(false)]]);
    }

    fn drag(&mut self, way: &[[f32; 2]], released: bool) {
        let places: Vec<_> = way.iter().filter_map(|&place| self.sandbox.window_place(Vec2::from(place))).collect();
        let (Some(&first), Some(&last)) = (places.first(), places.last()) else { return };
        let press =
            |pos, pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        self.input.push_back(vec![Event::PointerMoved(first)]);
        self.input.push_back(vec![press(first, true)]);
        for pair in places.windows(2) {
            for k in 1..=MOVES {
                self.input.push_back(vec![Event::PointerMoved(pair[0].lerp(pair[1], k as f32 / MOVES as f32))]);
            }
        }
        if released {
            self.input.push_back(vec![press(last, false)]);
        }
    }
}

impl eframe::App for Drive {
    fn raw_input_hook(&mut self, _ctx: &Context, input: &mut RawInput) {
        // A real pointer that happens to be over the window must not disturb.
        input.events = self.input.pop_front().unwrap_or_default();
        input.dropped_files = self.dropped.drain(..).map(|path| Arc::new(Dropped(path)) as _).collect();
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.sandbox.ui(ui);
        self.go_on(ui.ctx());
        ui.ctx().request_repaint();
    }
}

/// A file that a script drops on the window.
#[derive(Debug)]
struct Dropped(PathBuf);

impl DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| format!("{} cannot be read: {error}", self.0.display()))
    }
}
