//! The app: who owns what, and what a frame does.

use crate::clock::Clock;
use crate::command::{self, Command};
use crate::costs::Costs;
use crate::editor::Editor;
use crate::files::Files;
use crate::film::Filming;
use crate::gallery::Gallery;
use crate::look::Look;
use crate::lookout::Lookout;
use crate::panel::Panels;
use crate::probe::Probe;
use crate::report::{Building, MOST_PLACES, Place, Report};
use crate::share::Share;
use crate::stage::{Changes, Stage};
use crate::style;
use crate::tool::{Kit, Tool, body_at};
use crate::viewport::Held;
use egui::{Context, Mesh, Pos2, Rect, Ui, ViewportCommand};
use std::sync::Arc;
use web_time::Instant;
use wobble_scene::format::Document;
use wobble_scene::{Problems, Scene, gallery};
use wobble2d::{Method, glam::Vec2};

/// How long something that was said stays in view. `[s]`
const TOLD: f64 = 6.0;

/// The app.
pub struct Sandbox {
    /// What is played: one scene, or several side by side.
    pub(crate) stages: Vec<Stage>,
    /// How time passes; the same for all stages.
    pub(crate) clock: Clock,
    /// Where they are seen from; the same for all stages.
    pub(crate) lookout: Lookout,
    /// What is shown of them.
    pub(crate) look: Look,
    /// What the pointer does.
    pub(crate) kit: Kit,
    /// Whether walls are kept at the window's edges.
    pub(crate) walls_at_window: bool,
    pub(crate) held: Option<Held>,
    pub(crate) pointer: Option<Pos2>,
    pub(crate) panes: Vec<Rect>,
    pub(crate) panels: Panels,
    pub(crate) gallery: Gallery,
    pub(crate) share: Share,
    pub(crate) costs: Costs,
    pub(crate) probe: Probe,
    pub(crate) files: Files,
    pub(crate) filming: Option<Filming>,
    /// What is being edited; while it is there, nothing is played.
    pub(crate) editor: Option<Editor>,
    /// Work that was not saved the last time, as text.
    pub(crate) recovered: Option<String>,
    /// Where the scene is that is played, if it came from a file that can be saved again.
    pub(crate) home: Option<String>,
    /// The file that the user was warned about and may overwrite.
    pub(crate) overwrites: Option<String>,
    /// What was last kept of what is not saved.
    pub(crate) kept: Option<Document>,
    /// What was last said, and until when it is shown. `[s]`
    pub(crate) told: Option<(String, f64)>,
    /// The meshes of the last frame, pane by pane: their memory is used again.
    pub(crate) shown: Vec<Option<Arc<Mesh>>>,
    time: Option<f64>,
}

impl Sandbox {
    /// Begins with a scene.
    ///
    /// # Errors
    /// All that keeps its world from being built.
    pub fn new(name: &str, scene: Scene) -> Result<Self, Problems> {
        Ok(Self {
            stages: vec![Stage::new(name, scene)?],
            clock: Clock::default(),
            lookout: Lookout::default(),
            look: Look::default(),
            kit: Kit::default(),
            walls_at_window: false,
            held: None,
            pointer: None,
            panes: Vec::new(),
            panels: Panels::default(),
            gallery: Gallery::default(),
            share: Share::default(),
            costs: Costs::default(),
            probe: Probe::default(),
            files: Files::default(),
            filming: None,
            editor: None,
            recovered: None,
            home: None,
            overwrites: None,
            kept: None,
            told: None,
            shown: Vec::new(),
            time: None,
        })
    }

    /// Gives a context the looks of the sandbox. Once, before the first frame.
    pub fn dress(&self, ctx: &Context) {
        style::install(ctx);
        self.apply_theme(ctx);
    }

    /// What is played, pane by pane.
    pub fn stages(&self) -> &[Stage] {
        &self.stages
    }

    /// What a frame costs.
    pub fn costs(&self) -> &Costs {
        &self.costs
    }

    /// Opens a scene in place of all that is played.
    ///
    /// # Errors
    /// All that keeps its world from being built; everything goes on as before then.
    pub fn open(&mut self, name: &str, scene: Scene) -> Result<(), Problems> {
        // Several side by side stay several, each with its own method.
        let kept: Vec<Changes> = match self.stages.as_slice() {
            [_] | [] => vec![Changes::default()],
            several => several.iter().map(|stage| stage.changes().stepping()).collect(),
        };
        let mut stages = Vec::with_capacity(kept.len());
        for changes in kept {
            let mut stage = Stage::new(name, scene.clone())?;
            stage.set_changes(changes);
            stages.push(stage);
        }
        self.stages = stages;
        self.probe = Probe::default();
        (self.held, self.home) = (None, None);
        self.walls_at_window = false;
        self.lookout.fit();
        Ok(())
    }

    /// What is going on.
    pub fn report(&self) -> Option<Report> {
        let stage = self.stages.first()?;
        let world = stage.world();
        let grabbed = world.grabs().last().and_then(|grab| {
            let body = world.body(grab.point.body)?;
            Some(body.position(grab.point.index).to_array())
        });
        Some(Report {
            scene: stage.name().into(),
            frame: world.steps(),
            state_hash: format!("{:016x}", world.state_hash()),
            method: world.settings().method.name(),
            substeps: world.settings().substeps,
            bodies: world.body_count(),
            particles: world.particles().len(),
            torn_springs: world.torn_springs(),
            grabbed,
            tool: self.kit.tool.name(),
            paused: self.clock.paused,
            problems: stage.problems().to_vec(),
            refusal: self.share.refusal().map(Into::into),
            places: self.places(),
            building: self.editor.as_ref().map(Building::of),
            told: self.told.as_ref().map(|(text, _)| text.clone()),
            recoverable: self.recovered.is_some(),
        })
    }

    /// Where the first bodies of the first stage are.
    fn places(&self) -> Vec<Place> {
        let bodies = self.stages.iter().take(1).flat_map(|stage| stage.world().bodies());
        let place = |centre: Vec2| Some(Place { world: centre.to_array(), window: self.window_place(centre)?.into() });
        bodies.take(MOST_PLACES).filter_map(|body| place(body.centre())).collect()
    }

    /// One frame: keys, time, panels, worlds.
    pub fn ui(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        for command in command::asked(&ctx) {
            self.run(&ctx, command);
        }
        self.take_pasted(&ctx);
        let now = ctx.input(|input| input.time);
        let elapsed = now - self.time.replace(now).unwrap_or(now);
        self.costs.note_frame(elapsed);
        self.take_dropped(&ctx);
        self.go_on_filming(&ctx);
        self.keep_unsaved();
        if self.editor.is_none() {
            self.clock.advance(elapsed, &mut self.stages, &mut self.costs);
        }
        let begin = Instant::now();
        let drawn = self.show_panels(ui);
        self.costs.interface.note(begin.elapsed().saturating_sub(drawn));
        if let Some(stage) = self.stages.first()
            && !self.clock.paused
        {
            let seconds: f64 = self.costs.parts().iter().take(4).map(|(_, seconds)| seconds).sum();
            self.probe.note_cost(stage.world().time(), seconds);
        }
        if !self.clock.paused && self.editor.is_none() {
            ctx.request_repaint();
        }
    }

    /// Does what a key or a button asks for.
    pub fn run(&mut self, ctx: &Context, command: Command) {
        match command {
            Command::Restart => self.restart(),
            Command::Pause => self.clock.paused = !self.clock.paused,
            Command::SingleStep => self.clock.single_step(),
            Command::StepBack => self.step_back(),
            Command::Slower => self.clock.change_speed(false),
            Command::Faster => self.clock.change_speed(true),
            Command::RealTime => self.clock.speed = 1.0,
            Command::Gallery => self.gallery.toggle(),
            Command::Share => self.switch_share(),
            Command::PreviousScene => self.open_neighbour(false),
            Command::NextScene => self.open_neighbour(true),
            Command::Thesis(number) => self.open_gallery(&format!("thesis-{number}")),
            Command::NextMethod => self.next_method(),
            Command::Gravity => self.switch_gravity(),
            Command::FollowWindow => self.switch_walls(),
            Command::Take(tool) => self.take(tool),
            Command::Fit => self.lookout.fit(),
            Command::Follow => self.switch_follow(),
            Command::ZoomIn => self.zoom(1.25),
            Command::ZoomOut => self.zoom(0.8),
            Command::Wireframe => self.look.wireframe = !self.look.wireframe,
            Command::Overlay(index) => {
                if let Some(switch) = self.look.overlay(index) {
                    *switch = !*switch;
                }
            }
            Command::Grid => self.look.grid = !self.look.grid,
            Command::Theme => {
                self.look.dark = !self.look.dark;
                self.apply_theme(ctx);
            }
            Command::FrameRate => self.look.frame_rate = !self.look.frame_rate,
            Command::BestFrameRate => self.look.best_frame_rate = !self.look.best_frame_rate,
            Command::Build => self.switch_build(),
            Command::Film => self.film(),
            Command::Picture => self.export_picture(),
            Command::Record => self.export_recording(),
            Command::Save => self.save_scene(),
            Command::OpenFile => self.open_file(ctx),
            Command::Undo | Command::Redo | Command::Duplicate | Command::Delete => {
                if let Some(editor) = &mut self.editor {
                    match command {
                        Command::Undo => editor.undo(),
                        Command::Redo => editor.redo(),
                        Command::Duplicate => editor.duplicate(),
                        _ => editor.delete(),
                    }
                }
            }
            Command::Side => self.panels.side_open = !self.panels.side_open,
            Command::Help => self.panels.help_open = !self.panels.help_open,
            Command::Close => self.close(ctx),
        }
        ctx.request_repaint();
    }

    fn apply_theme(&self, ctx: &Context) {
        ctx.set_theme(if self.look.dark { egui::Theme::Dark } else { egui::Theme::Light });
    }

    fn restart(&mut self) {
        self.held = None;
        self.stages.iter_mut().for_each(Stage::restart);
    }

    fn take(&mut self, tool: Tool) {
        self.kit.tool = tool;
    }

    /// Opens files that were dropped on the window.
    fn take_dropped(&mut self, ctx: &Context) {
        for file in ctx.input(|input| input.raw.dropped_files.clone()) {
            self.files.take(file, ctx);
        }
        for brought in self.files.brought() {
            match brought {
                Ok(brought) => self.bring(brought),
                Err(error) => self.tell(error),
            }
        }
    }

    /// Opens a scene of the gallery. One that does not exist changes nothing.
    pub fn open_gallery(&mut self, name: &str) {
        let Ok(entry) = gallery::find(name) else { return };
        self.editor = None;
        if let Err(problems) = self.open(entry.name, entry.scene()) {
            self.stages.iter_mut().for_each(|stage| stage.complain(problems.to_string()));
        }
    }

    fn open_neighbour(&mut self, next: bool) {
        let all = gallery::all();
        let name = self.stages.first().map_or("", Stage::name);
        let place = all.iter().position(|entry| entry.name == name).unwrap_or(0);
        let step = if next { 1 } else { all.len() - 1 };
        self.open_gallery(all[(place + step) % all.len()].name);
    }

    /// Changes something about how every stage is stepped.
    pub(crate) fn change(&mut self, change: impl Fn(&mut Changes)) {
        for stage in &mut self.stages {
            let mut changes = stage.changes();
            change(&mut changes);
            stage.set_changes(changes);
        }
    }

    fn next_method(&mut self) {
        let Some(stage) = self.stages.first() else { return };
        let now = stage.world().settings().method;
        let place = Method::ALL.iter().position(|&method| method == now).unwrap_or(0);
        let next = Method::ALL[(place + 1) % Method::ALL.len()];
        if self.stages.len() > 1 {
            return self.change_one(0, |changes| changes.method = Some(next));
        }
        self.change(|changes| changes.method = Some(next));
    }

    /// Says something, for a few seconds.
    pub(crate) fn tell(&mut self, text: String) {
        self.told = Some((text, self.time.unwrap_or(0.0) + TOLD));
    }

    /// Says where the scene came from, so that it is saved there again.
    pub fn kept_at(self, place: &str) -> Self {
        Self { home: Some(place.into()), ..self }
    }

    /// Keeps files elsewhere.
    pub fn with_files(self, files: Files) -> Self {
        Self { files, ..self }
    }

    fn switch_gravity(&mut self) {
        let Some(stage) = self.stages.first() else { return };
        let on = !stage.world().fields().gravity_on;
        self.change(|changes| changes.gravity_on = Some(on));
    }

    pub(crate) fn switch_walls(&mut self) {
        self.walls_at_window = !self.walls_at_window;
        if !self.walls_at_window {
            self.change(|changes| changes.bounds = None);
        }
    }

    fn switch_follow(&mut self) {
        let (Some(stage), Some(&pane)) = (self.stages.first(), self.panes.first()) else { return };
        let middle = pane.center();
        let touch = self.touch(pane, self.pointer.unwrap_or(middle), false);
        let body = if self.lookout.follows().is_some() { None } else { body_at(stage.world(), touch) };
        self.lookout.follow(body);
    }

    fn zoom(&mut self, factor: f32) {
        let [width, height] = self.lookout.camera().size;
        self.lookout.zoom(0.5 * Vec2::new(width as f32, height as f32), factor);
    }

    fn close(&mut self, ctx: &Context) {
        if self.panels.help_open || self.gallery.is_open() || self.share.is_open() {
            self.panels.help_open = false;
            self.gallery.close();
            self.share.close();
        } else if let Some(editor) = &mut self.editor {
            // Nobody wants to lose work to a key that closes everything else.
            editor.select([]);
        } else if cfg!(not(target_arch = "wasm32")) {
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
    }
}

impl eframe::App for Sandbox {
    fn ui(&mut self, ui: &mut Ui, _frame: &mut eframe::Frame) {
        Self::ui(self, ui);
    }

    #[cfg(target_arch = "wasm32")]
    fn as_any_mut(&mut self) -> Option<&mut dyn core::any::Any> {
        Some(self)
    }
}
