//! The editor: changes the document of a scene, not the running world.
//!
//! ```text
//!   pointer, numbers, text ──edit──► Document ──build──► a world at rest, to look at and to touch
//!                              │         └──────────────► problems, each with the item it is about
//!                              └─► undo
//! ```

mod item;
mod make;
mod pen;
mod transform;

pub use item::Item;
pub(crate) use item::{custom, custom_mut, place_point};
pub use make::KINDS;
pub use pen::Pen;
pub(crate) use pen::Stroke;
pub use transform::Transform;

use crate::stage::Stage;
use item::origins;
use std::collections::BTreeSet;
use wobble_scene::format::Document;
use wobble_scene::{Problem, Problems, Scene};
use wobble2d::glam::Vec2;

/// So many changes can be taken back.
const MOST_UNDONE: usize = 100;

/// What is selected.
pub(crate) type Selected = BTreeSet<Item>;

/// A document that is being edited.
pub struct Editor {
    name: String,
    document: Document,
    undo: Vec<Document>,
    redo: Vec<Document>,
    pub(crate) selection: Selected,
    /// What the document looks like, or looked like when it could last be built.
    pub(crate) preview: Stage,
    problems: Problems,
    /// The distance of the lines to which things snap; 0 for none. `[m]`
    pub grid: f32,
    /// What the pointer does.
    pub pen: Pen,
    pub(crate) stroke: Option<Stroke>,
    /// The text of the selected item that is being written.
    pub(crate) draft: Option<(Item, String)>,
    /// What is wrong with that text.
    pub(crate) draft_problem: Option<String>,
    saved: Document,
}

impl Editor {
    /// Edits a scene.
    ///
    /// # Errors
    /// All that keeps its world from being built.
    pub fn new(name: &str, scene: Scene) -> Result<Self, Problems> {
        let document = scene.document().clone();
        Ok(Self {
            name: name.into(),
            preview: Stage::new(name, scene)?,
            saved: document.clone(),
            document,
            undo: Vec::new(),
            redo: Vec::new(),
            selection: Selected::new(),
            problems: Problems::default(),
            grid: 0.25,
            pen: Pen::Select,
            stroke: None,
            draft: None,
            draft_problem: None,
        })
    }

    /// The name of the scene.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What is edited.
    pub fn document(&self) -> &Document {
        &self.document
    }

    /// What is selected, in order.
    pub fn selection(&self) -> impl Iterator<Item = Item> + '_ {
        self.selection.iter().copied()
    }

    /// Selects these and nothing else. What does not exist is left out.
    pub fn select(&mut self, items: impl IntoIterator<Item = Item>) {
        self.selection = items.into_iter().filter(|item| item.exists(&self.document)).collect();
        self.draft = None;
    }

    /// What is wrong with the document.
    pub fn problems(&self) -> &[Problem] {
        &self.problems.list
    }

    /// What is wrong with one item.
    pub fn problems_of(&self, item: Item) -> impl Iterator<Item = &Problem> {
        let path = item.path();
        self.problems.list.iter().filter(move |problem| {
            problem.path.strip_prefix(&path).is_some_and(|rest| rest.is_empty() || rest.starts_with(['.', '[']))
        })
    }

    /// Whether there is something that was not saved.
    pub fn is_unsaved(&self) -> bool {
        self.document != self.saved
    }

    /// The scene, if nothing is wrong with it.
    ///
    /// # Errors
    /// All that is wrong with it.
    pub fn scene(&self) -> Result<Scene, Problems> {
        let scene = Scene::new(self.document.clone())?;
        scene.build()?;
        Ok(scene)
    }

    pub(crate) fn mark_saved(&mut self) {
        self.saved = self.document.clone();
    }

    /// Changes the document, so that it can be taken back. Whether anything has changed.
    pub(crate) fn edit(&mut self, change: impl FnOnce(&mut Document, &mut Selected)) -> bool {
        let before = self.document.clone();
        change(&mut self.document, &mut self.selection);
        if self.document == before {
            return false;
        }
        self.undo.push(before);
        let surplus = self.undo.len().saturating_sub(MOST_UNDONE);
        self.undo.drain(..surplus);
        self.redo.clear();
        self.refresh();
        true
    }

    /// Changes the document while the pointer is held; the whole stroke is taken back at once, to what it was before.
    pub(crate) fn preview_change(&mut self, before: &Document, change: impl FnOnce(&mut Document)) {
        self.document = before.clone();
        change(&mut self.document);
        self.refresh();
    }

    /// Ends a stroke that began with this document.
    pub(crate) fn finish(&mut self, before: Document) {
        let after = core::mem::replace(&mut self.document, before);
        self.edit(|document, _| *document = after);
    }

    /// Takes the last change back.
    pub fn undo(&mut self) {
        if let Some(before) = self.undo.pop() {
            self.redo.push(core::mem::replace(&mut self.document, before));
            self.refresh();
        }
    }

    /// Makes the last change that was taken back once more.
    pub fn redo(&mut self) {
        if let Some(after) = self.redo.pop() {
            self.undo.push(core::mem::replace(&mut self.document, after));
            self.refresh();
        }
    }

    /// Whether there is something to undo, and to redo.
    pub fn can_undo(&self) -> [bool; 2] {
        [!self.undo.is_empty(), !self.redo.is_empty()]
    }

    /// Looks at the document anew.
    fn refresh(&mut self) {
        self.selection.retain(|item| item.exists(&self.document));
        self.draft = None;
        self.draft_problem = None;
        let built = Scene::new(self.document.clone()).and_then(|scene| Stage::new(self.name.clone(), scene));
        match built {
            Ok(stage) => {
                self.preview = stage;
                self.problems = Problems::default();
            }
            Err(problems) => self.problems = problems,
        }
    }

    /// Does something to all that is selected.
    pub fn transform(&mut self, transform: Transform) {
        self.edit(|document, selection| selection.iter().for_each(|&item| transform.apply(document, item)));
    }

    /// The middle of what is selected. `[m]`
    pub fn middle(&self) -> Option<Vec2> {
        let places = || self.selection.iter().filter_map(|item| item.place(&self.document));
        let low = places().fold(Vec2::INFINITY, Vec2::min);
        let high = places().fold(Vec2::NEG_INFINITY, Vec2::max);
        (low.x <= high.x).then(|| low.midpoint(high))
    }

    /// The nearest crossing of the grid. `[m]`
    pub(crate) fn snapped(&self, at: Vec2) -> Vec2 {
        if self.grid > 0.0 { (at / self.grid).round() * self.grid } else { at }
    }

    /// An item as text.
    pub fn text_of(&self, item: Item) -> String {
        let pretty = |value: serde_json::Result<serde_json::Value>| {
            value.and_then(|value| serde_json::to_string_pretty(&without_defaults(value))).unwrap_or_default()
        };
        let document = &self.document;
        match item {
            Item::Scenery(index) => pretty(serde_json::to_value(&document.scenery[index])),
            Item::Body(index) | Item::Point(index, _) => pretty(serde_json::to_value(&document.bodies[index])),
            Item::Joint(index) => pretty(serde_json::to_value(&document.joints[index])),
        }
    }

    /// Puts a text in the place of an item.
    ///
    /// # Errors
    /// What is wrong with the text; nothing has changed then.
    pub fn set_text(&mut self, item: Item, text: &str) -> Result<(), String> {
        let (list, index) = match item {
            Item::Scenery(index) => ("scenery", index),
            Item::Body(index) | Item::Point(index, _) => ("bodies", index),
            Item::Joint(index) => ("joints", index),
        };
        let wrong = |problems: Problems| problems.to_string();
        let mut scene = Scene::new(self.document.clone()).map_err(wrong)?;
        scene.set(&format!("{list}[{index}]"), text).map_err(wrong)?;
        let after = scene.document().clone();
        self.edit(|document, _| *document = after);
        Ok(())
    }

    /// Where the bodies of an item are in the picture: lower left and upper right corners. `[m]`
    pub(crate) fn boxes(&self, item: Item) -> Vec<(Vec2, Vec2)> {
        let built = self.preview.scene().document();
        let bodies = origins(built, self.preview.world());
        bodies.iter().filter(|(origin, _)| *origin == item).map(|(_, body)| body.bounding_box()).collect()
    }
}

/// Without nulls and empty lists, which say nothing.
fn without_defaults(value: serde_json::Value) -> serde_json::Value {
    use serde_json::Value;
    match value {
        Value::Object(fields) => {
            let says = |value: &Value| !value.is_null() && value.as_array().is_none_or(|list| !list.is_empty());
            Value::Object(
                fields.into_iter().filter(|(_, value)| says(value)).map(|(name, value)| (name, without_defaults(value))).collect(),
            )
        }
        other => other,
    }
}
