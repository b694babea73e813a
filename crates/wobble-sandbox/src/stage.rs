//! A stage: one scene, its world, and how it differs from what the file says. A split view has several.

use crate::history::History;
use crate::numbers::Numbers;
use crate::probe::Chart;
use crate::tool::Gesture;
use std::collections::BTreeMap;
use wobble_lab::{Quantity, Recorder};
use wobble_scene::{Built, Problems, Reference, Scene};
use wobble2d::glam::Vec2;
use wobble2d::{Action, BodyId, Bounds, Event, Method, Outcome, PointId, Settings, World};

/// The length of a step. It never changes: another step is another motion. `[s]`
pub const STEP: f32 = 1.0 / 60.0;

/// More lines of trouble than this are not kept.
const MOST_PROBLEMS: usize = 20;

/// How much of the past is measured. `[s]`
pub const RECORDED: f64 = 30.0;

/// With more particles than this, not every step is measured: measuring must stay cheap beside stepping.
const MEASURED_AT_ONCE: usize = 2000;

/// What is measured while a scene is played: what is plotted, and for exports how far areas are off.
fn measured() -> impl Iterator<Item = Quantity> {
    Chart::ALL.iter().flat_map(|chart| chart.quantities).copied().chain([Quantity::AreaError])
}

/// One scene that is being played.
pub struct Stage {
    name: String,
    scene: Scene,
    built: Built,
    changes: Changes,
    problems: Vec<String>,
    history: History,
    record: Recorder,
    /// What the scene's energy was when it began, without what muscles and pumps have given since. `[J]`
    first_energy: f64,
    /// The numbers of bodies before anybody changed them.
    pub(crate) originals: BTreeMap<BodyId, Numbers>,
    pub(crate) gesture: Option<Box<dyn Gesture>>,
}

/// What the user has changed about how a scene is stepped; it stays when the scene begins anew.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Changes {
    /// Instead of the scene's method.
    pub method: Option<Method>,
    /// Instead of the scene's substeps.
    pub substeps: Option<u32>,
    /// Instead of the scene's bounds.
    pub bounds: Option<Bounds>,
    /// Instead of what the scene says about gravity.
    pub gravity_on: Option<bool>,
    /// Whether what rests may sleep, instead of what the scene says.
    pub sleep: Option<bool>,
}

impl Changes {
    /// Only what concerns method and substeps.
    pub fn stepping(self) -> Self {
        Self { method: self.method, substeps: self.substeps, ..Self::default() }
    }
}

impl Stage {
    /// Builds the world of a scene.
    ///
    /// # Errors
    /// All that keeps the world from being built.
    pub fn new(name: impl Into<String>, scene: Scene) -> Result<Self, Problems> {
        let built = scene.build()?;
        let mut stage = Self {
            name: name.into(),
            scene,
            built,
            changes: Changes::default(),
            problems: Vec::new(),
            history: History::default(),
            record: Recorder::new(measured()),
            first_energy: 0.0,
            originals: BTreeMap::new(),
            gesture: None,
        };
        stage.begin();
        Ok(stage)
    }

    /// Another stage in the same state, with the same changes and the same past.
    pub fn twin(&self) -> Option<Self> {
        let world = World::restore(&self.world().save()).ok()?;
        let mut twin = Self::new(self.name.clone(), self.scene.clone()).ok()?;
        twin.built.world = world;
        twin.changes = self.changes;
        twin.history = self.history.clone();
        twin.record = self.record.clone();
        twin.originals = self.originals.clone();
        twin.first_energy = self.first_energy;
        Some(twin)
    }

    /// The name in the gallery, or of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// A title for people; the name if the scene has none.
    pub fn title(&self) -> &str {
        let title = self.scene.document().title.as_str();
        if title.is_empty() { &self.name } else { title }
    }

    /// What the file says.
    pub fn scene(&self) -> &Scene {
        &self.scene
    }

    /// What the file says, but with the user's method, substeps, gravity and sleep.
    ///
    /// # Errors
    /// If they do not fit the scene.
    pub fn changed_scene(&self) -> Result<Scene, Problems> {
        let Changes { method, substeps, gravity_on, sleep, bounds: _ } = self.changes;
        let mut document = self.scene.document().clone();
        document.settings.method = method.map_or(document.settings.method, Into::into);
        document.settings.substeps = substeps.unwrap_or(document.settings.substeps);
        document.settings.sleep = sleep.unwrap_or(document.settings.sleep);
        document.fields.gravity_on = gravity_on.unwrap_or(document.fields.gravity_on);
        Scene::new(document)
    }

    /// The world as it is now.
    pub fn world(&self) -> &World {
        &self.built.world
    }

    /// Closed forms that can be drawn over the simulation.
    pub fn references(&self) -> &[Reference] {
        &self.built.references
    }

    /// The box that the scene wants to be seen, if it says so. `[m]`
    pub fn frame(&self) -> Option<(Vec2, Vec2)> {
        self.built.camera.map(|camera| (Vec2::from(camera.min), Vec2::from(camera.max)))
    }

    /// What the user has changed.
    pub fn changes(&self) -> Changes {
        self.changes
    }

    /// What went wrong lately, the newest last.
    pub fn problems(&self) -> &[String] {
        &self.problems
    }

    /// Forgets what went wrong.
    pub fn clear_problems(&mut self) {
        self.problems.clear();
    }

    /// Begins anew, with the same changes.
    pub fn restart(&mut self) {
        self.gesture = None;
        self.problems.clear();
        match self.scene.build() {
            Ok(built) => self.built = built,
            Err(problems) => self.complain(problems.to_string()),
        }
        self.history = History::default();
        self.originals.clear();
        self.set_changes(self.changes);
        self.begin();
    }

    /// Measures the world before its first step.
    fn begin(&mut self) {
        self.first_energy = own_energy(self.world());
        self.record = Recorder::new(measured());
        self.record.record(&self.built.world);
    }

    /// Where one can go in time.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// What was measured lately.
    pub fn record(&self) -> &Recorder {
        &self.record
    }

    /// How much energy there is more than when the scene began, without what muscles and pumps have given. `[J]`
    pub fn energy_gained(&self) -> f64 {
        own_energy(self.world()) - self.first_energy
    }

    /// Goes to the world as it was at a step, or will be again, as far as it is known.
    pub fn travel(&mut self, step: u64) {
        crate::tool::cancel(self);
        if let Some((world, changes)) = self.history.moment(step) {
            self.history.travelled(&world);
            self.built.world = world;
            self.changes = changes.unwrap_or_default();
        }
    }

    /// The world at a step, as far as it is known, without going there.
    pub fn moment(&self, step: u64) -> Option<World> {
        self.history.moment(step).map(|(world, _)| world)
    }

    /// Changes how the scene is stepped. Positions and velocities stay.
    pub fn set_changes(&mut self, changes: Changes) {
        let Changes { method, substeps, bounds, gravity_on, sleep } = changes;
        let original: Settings = self.scene.document().settings.into();
        let settings = Settings {
            method: method.unwrap_or(original.method),
            substeps: substeps.unwrap_or(original.substeps),
            bounds: bounds.or(original.bounds),
            sleep: sleep.unwrap_or(original.sleep),
            ..*self.world().settings()
        };
        self.branch();
        self.history.changed(self.world().steps(), changes);
        self.changes = changes;
        if settings != *self.world().settings() {
            self.act(Action::SetSettings(settings));
        }
        let gravity_on = gravity_on.unwrap_or(self.scene.document().fields.gravity_on);
        if gravity_on != self.world().fields().gravity_on {
            let fields = wobble2d::Fields { gravity_on, ..self.world().fields().clone() };
            self.act(Action::SetFields(fields));
        }
    }

    /// Moves points of a world that nobody plays, such as the editor's: no history, no measurements. `[m]`
    pub(crate) fn place_points(&mut self, places: &[(PointId, Vec2)]) {
        for &(point, at) in places {
            if let Err(error) = self.built.world.place_point(point, at) {
                return self.complain(error.to_string());
            }
        }
    }

    /// Does something to the world. Everything that tools and panels do goes through here.
    pub fn act(&mut self, action: Action) -> Option<Outcome> {
        self.branch();
        match self.built.world.apply(&action) {
            Ok(outcome) => {
                self.history.done(&self.built.world, action);
                Some(outcome)
            }
            Err(error) => {
                self.complain(error.to_string());
                None
            }
        }
    }

    /// Something is about to be done by hand. In a past that begins another future, where the hand no longer holds what it held.
    fn branch(&mut self) {
        let past = self.history.is_past(self.world());
        self.history.before_deed(&self.built.world);
        if past {
            self.let_go();
        }
    }

    fn let_go(&mut self) {
        let held: Vec<_> = self.world().grabs().iter().map(|grab| grab.id).collect();
        for grab in held {
            self.act(Action::Release(grab));
        }
        if self.world().fields().pointer.is_some() {
            let fields = wobble2d::Fields { pointer: None, ..self.world().fields().clone() };
            self.act(Action::SetFields(fields));
        }
    }

    /// Has so many threads step the world, if it is large.
    pub fn set_threads(&mut self, threads: usize) {
        self.built.world.set_threads(threads);
    }

    /// Makes one step. In a past, what was done the first time is done again.
    pub fn step(&mut self) {
        self.move_on();
        self.keep();
    }

    /// Steps the world; what comes of it is still to be [kept](Self::keep).
    pub(crate) fn move_on(&mut self) {
        self.history.begin(&self.built.world);
        self.built.world.step(STEP);
    }

    /// Keeps what came of a step: news, the past, the values of plots.
    pub(crate) fn keep(&mut self) {
        let news: Vec<String> = self.world().events().iter().filter_map(trouble).collect();
        news.into_iter().for_each(|text| self.complain(text));
        if let Some(changes) = self.history.stepped(&mut self.built.world) {
            self.changes = changes;
        }
        self.measure();
    }

    fn measure(&mut self) {
        let world = &self.built.world;
        let every = 1 + (world.particles().len() / MEASURED_AT_ONCE) as u64;
        if world.steps().is_multiple_of(every) {
            // Half a step of room: times are sums, and a past that is lived again has the same.
            let half = 0.5 * f64::from(STEP);
            self.record.keep(world.time() - RECORDED..world.time() - half);
            self.record.record(world);
        }
    }

    pub(crate) fn complain(&mut self, text: String) {
        if self.problems.last() != Some(&text) {
            self.problems.push(text);
        }
        let surplus = self.problems.len().saturating_sub(MOST_PROBLEMS);
        self.problems.drain(..surplus);
    }
}

fn own_energy(world: &World) -> f64 {
    world.energy().total() - world.work().total()
}

/// What an event tells of trouble, in words.
fn trouble(event: &Event) -> Option<String> {
    match event {
        Event::Unstable(advice) => Some(advice.to_string()),
        Event::Frozen { body, trouble, cause } => Some(format!("{body} was frozen: {trouble:?}; {cause}")),
        _ => None,
    }
}
