//! A stage: one scene, its world, and how it differs from what the file says. A split view has several.

use crate::tool::Gesture;
use wobble_scene::{Built, Problems, Reference, Scene};
use wobble2d::glam::Vec2;
use wobble2d::{Action, Bounds, Event, Method, Outcome, Settings, World};

/// The length of a step. It never changes: another step is another motion. `[s]`
pub const STEP: f32 = 1.0 / 60.0;

/// More lines of trouble than this are not kept.
const MOST_PROBLEMS: usize = 20;

/// One scene that is being played.
pub struct Stage {
    name: String,
    scene: Scene,
    built: Built,
    changes: Changes,
    problems: Vec<String>,
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

impl Stage {
    /// Builds the world of a scene.
    ///
    /// # Errors
    /// All that keeps the world from being built.
    pub fn new(name: impl Into<String>, scene: Scene) -> Result<Self, Problems> {
        let built = scene.build()?;
        Ok(Self { name: name.into(), scene, built, changes: Changes::default(), problems: Vec::new(), gesture: None })
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
        self.set_changes(self.changes);
    }

    /// Plays another world from here on, such as one of a moment ago. Names of bodies must mean the same in both.
    pub fn set_world(&mut self, world: World) {
        self.gesture = None;
        self.built.world = world;
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

    /// Does something to the world. Everything that tools and panels do goes through here.
    pub fn act(&mut self, action: Action) -> Option<Outcome> {
        match self.built.world.apply(&action) {
            Ok(outcome) => Some(outcome),
            Err(error) => {
                self.complain(error.to_string());
                None
            }
        }
    }

    /// Makes one step.
    pub fn step(&mut self) {
        self.built.world.step(STEP);
        let news: Vec<String> = self.world().events().iter().filter_map(trouble).collect();
        news.into_iter().for_each(|text| self.complain(text));
    }

    pub(crate) fn complain(&mut self, text: String) {
        if self.problems.last() != Some(&text) {
            self.problems.push(text);
        }
        let surplus = self.problems.len().saturating_sub(MOST_PROBLEMS);
        self.problems.drain(..surplus);
    }
}

/// What an event tells of trouble, in words.
fn trouble(event: &Event) -> Option<String> {
    match event {
        Event::Unstable(advice) => Some(advice.to_string()),
        Event::Frozen { body, trouble, advice } => {
            let advice = advice.as_deref().unwrap_or("more substeps may help");
            Some(format!("{body} was frozen: {trouble:?}; {advice}"))
        }
        _ => None,
    }
}
