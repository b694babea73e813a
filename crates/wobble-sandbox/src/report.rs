//! What is going on, as plain data: for tests, for scripts, and for the page around the app.

use crate::editor::Editor;
use serde::Serialize;

/// What is going on in the first stage.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Report {
    /// The scene's name.
    pub scene: String,
    /// Steps made.
    pub frame: u64,
    /// The state of the world, in 16 hexadecimal digits: a number of 64 bits does not survive JavaScript.
    pub state_hash: String,
    /// The method's name.
    pub method: &'static str,
    /// Substeps in a step.
    pub substeps: u32,
    /// How many bodies there are.
    pub bodies: usize,
    /// How many particles there are.
    pub particles: usize,
    /// How many springs have torn since the scene began.
    pub torn_springs: u64,
    /// Where the particle is that the pointer holds. `[m]`
    pub grabbed: Option<[f32; 2]>,
    /// The chosen tool.
    pub tool: &'static str,
    /// Whether time stands still.
    pub paused: bool,
    /// What went wrong lately.
    pub problems: Vec<String>,
    /// Why the last link could not be opened, until the user has seen it.
    pub refusal: Option<String>,
    /// Where the first bodies are, at most sixteen.
    pub places: Vec<Place>,
    /// What is being built, if anything is.
    pub building: Option<Building>,
    /// What was last said to the user, for as long as it is shown.
    pub told: Option<String>,
    /// Whether there is work to recover that was not saved the last time.
    pub recoverable: bool,
}

/// What is being built.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Building {
    /// How many entries the list of bodies has; a repeated one counts once.
    pub bodies: usize,
    /// How many entries the list of scenery has.
    pub scenery: usize,
    /// How many joints there are.
    pub joints: usize,
    /// How many things are selected.
    pub selected: usize,
    /// Whether something was not saved.
    pub unsaved: bool,
    /// What is wrong with it.
    pub problems: Vec<String>,
}

impl Building {
    pub(crate) fn of(editor: &Editor) -> Self {
        let document = editor.document();
        Self {
            bodies: document.bodies.len(),
            scenery: document.scenery.len(),
            joints: document.joints.len(),
            selected: editor.selection().count(),
            unsaved: editor.is_unsaved(),
            problems: editor.problems().iter().map(ToString::to_string).collect(),
        }
    }
}

/// For so many bodies it is said where they are.
pub(crate) const MOST_PLACES: usize = 16;

/// Where the middle of a body is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Place {
    /// In the world. `[m]`
    pub world: [f32; 2],
    /// In the window. `[points]`
    pub window: [f32; 2],
}
