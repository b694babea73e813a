//! The app driven by a script instead of a hand: for tests of the real window, and for pictures of it.
//!
//! A script is a JSON list of things to do, one after the other. Events go the way that those of a hand go; places are in metres.
//! ```json
//! [{ "open": "thesis-3" }, { "wait": 60 }, { "take": "Cut" },
//!  { "drag": [[-2, 4], [2, 4]] }, { "picture": "cut.png" }, { "report": "cut" }]
//! ```

use crate::{Report, Sandbox};
use egui::{ColorImage, Context, Event, Key, Modifiers, PointerButton, RawInput, ViewportCommand};
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;
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
    /// Presses a key, by the name egui knows it by.
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
    harvest: Arc<Mutex<Harvest>>,
    /// How many pictures have been asked for; they arrive a frame later.
    asked: usize,
}

impl Drive {
    /// A sandbox, what is to be done, and where everything is kept.
    pub fn new(sandbox: Sandbox, deeds: Vec<Deed>, harvest: Arc<Mutex<Harvest>>) -> Self {
        Self { sandbox, deeds: deeds.into(), input: VecDeque::new(), harvest, asked: 0 }
    }

    fn keep(&self, change: impl FnOnce(&mut Harvest)) {
        if let Ok(mut harvest) = self.harvest.lock() {
            change(&mut harvest);
        }
    }

    /// The next deed, once everything before is done.
    fn go_on(&mut self, ctx: &Context) {
        let waits = self.harvest.lock().is_ok_and(|harvest| harvest.pictures.len() < self.asked);
        if !self.input.is_empty() || waits {
            return;
        }
        match self.deeds.pop_front() {
            None => ctx.send_viewport_cmd(ViewportCommand::Close),
            Some(Deed::Open(name)) => self.sandbox.open_gallery(&name),
            Some(Deed::Wait(frames)) => self.input.extend((0..frames).map(|_| Vec::new())),
            Some(Deed::Key(name)) => self.press_key(&name),
            Some(Deed::Take(name)) => match crate::Tool::ALL.into_iter().find(|tool| tool.name() == name) {
                Some(tool) => self.sandbox.kit.tool = tool,
                None => self.keep(|harvest| harvest.problems.push(format!("there is no tool {name}"))),
            },
            Some(Deed::Tab(name)) => self.sandbox.panels.show(&name),
            Some(Deed::Split(count)) => self.sandbox.split(count),
            Some(Deed::Drag(way)) => self.drag(&way, true),
            Some(Deed::Hold(way)) => self.drag(&way, false),
            Some(Deed::Picture(name)) => {
                self.asked += 1;
                let harvest = self.harvest.clone();
                ctx.request_screenshot(move |image| {
                    if let Ok(mut harvest) = harvest.lock() {
                        harvest.pictures.push((name, image));
                    }
                });
            }
            Some(Deed::Report(name)) => {
                let report = self.sandbox.report();
                let costs = self.sandbox.costs.parts().map(|(name, seconds)| (name, 1e3 * seconds)).to_vec();
                self.keep(|harvest| {
                    harvest.reports.extend(report.map(|report| (name, report)));
                    harvest.costs.push(costs);
                });
            }
        }
    }

    fn press_key(&mut self, name: &str) {
        let (name, modifiers) = match name.strip_prefix("Shift ") {
            Some(rest) => (rest, Modifiers::SHIFT),
            None => (name, Modifiers::NONE),
        };
        let Some(key) = Key::from_name(name) else {
            return self.keep(|harvest| harvest.problems.push(format!("there is no key {name}")));
        };
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
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.sandbox.ui(ui);
        self.go_on(ui.ctx());
        ui.ctx().request_repaint();
    }
}
