//! The editor: changes the document of a scene, not the running world.
//!
//! ```text
//!   pointer, numbers, text ──edit──► Document ──build──► a world at rest, to look at and to touch
//!                              │         └──────────────► problems, each with the item it is about
//!                              └─► undo
//! ```

mod item;
mod make;
mod mirror;
mod pen;
mod tie;
mod transform;

pub use item::Item;
pub(crate) use item::{custom, custom_mut, place_point};
pub use make::KINDS;
pub(crate) use pen::Stroke;
pub use pen::{HOLDS, Pen, SCENERY};
pub use transform::Transform;

use crate::stage::Stage;
use item::origins;
use std::collections::BTreeSet;
use wobble_scene::format::{Anchor, Document, Joint};
use wobble_scene::{Problem, Problems, Scene};
use wobble2d::glam::Vec2;
use wobble2d::{Advice, BodyId, PointId};

/// So many changes can be taken back.
const MOST_UNDONE: usize = 100;

/// A world of at most so many particles is built anew in every frame while a number is dragged; a larger one when it is let go.
const BUILT_AT_ONCE: usize = 2000;

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
    /// Where it will be saved, as the user has typed it.
    pub(crate) place: String,
    /// Where it was opened or saved, if it was.
    home: Option<String>,
    /// The document before a number began to be dragged.
    held: Option<Box<Document>>,
    /// By how much the picture is ahead of the world it was built as, while things are dragged. `[m]`
    dragged: Vec2,
    /// How often its world was built anew.
    builds: u64,
    /// What the adviser says about the document as it is.
    pub(crate) advice: Vec<Advice>,
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
            place: format!("{name}.json"),
            home: None,
            held: None,
            dragged: Vec2::ZERO,
            advice: Vec::new(),
            builds: 0,
        }
        .advised())
    }

    /// The same, with the file it is kept in.
    pub(crate) fn kept_at(self, home: Option<String>) -> Self {
        let place = home.clone().unwrap_or(self.place);
        Self { home, place, ..self }
    }

    /// The file it is kept in, if it was opened or saved.
    pub fn home(&self) -> Option<&str> {
        self.home.as_deref()
    }

    /// How often the world was built anew since the editor was opened.
    pub fn builds(&self) -> u64 {
        self.builds
    }

    fn advised(mut self) -> Self {
        self.advice = self.preview.world().advise();
        self
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
        self.home = Some(self.place.clone());
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

    /// Moves what is selected while the pointer is held. Only the bodies that move are touched; the world is built anew when they are let go.
    pub(crate) fn drag_selection(&mut self, before: &Document, by: Vec2) {
        self.document.clone_from(before);
        self.touched().iter().for_each(|&item| Transform::Move(by).apply(&mut self.document, item));
        let further = by - self.dragged;
        self.dragged = by;
        let bodies = origins(self.preview.scene().document(), self.preview.world());
        let mut moved = Vec::new();
        for (item, body) in bodies {
            let whole = self.selection.contains(&item);
            let points = (0..body.state().len() as u32).filter(|&index| match item {
                Item::Body(body) => whole || self.selection.contains(&Item::Point(body, index as usize)),
                _ => whole,
            });
            moved.extend(points.map(|index| (PointId { body: body.id(), index }, body.position(index) + further)));
        }
        self.preview.place_points(&moved);
    }

    /// Changes numbers that a hand may still be dragging: the document at once, and undo only when they are let go.
    pub(crate) fn hold(&mut self, document: Document) {
        let before = core::mem::replace(&mut self.document, document);
        self.held.get_or_insert_with(|| Box::new(before));
        if self.preview.world().particles().len() <= BUILT_AT_ONCE {
            self.refresh();
        }
    }

    /// Numbers are let go.
    pub(crate) fn settle(&mut self) {
        if let Some(before) = self.held.take() {
            self.finish(*before);
        }
    }

    /// Everything is as before a stroke.
    pub(crate) fn take_back(&mut self, before: Document) {
        self.document = before;
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
        self.dragged = Vec2::ZERO;
        self.builds += 1;
        let built = Scene::new(self.document.clone()).and_then(|scene| Stage::new(self.name.clone(), scene));
        match built {
            Ok(stage) => {
                self.advice = stage.world().advise();
                self.preview = stage;
                self.problems = Problems::default();
            }
            Err(problems) => self.problems = problems,
        }
    }

    /// Does something to all that is selected.
    pub fn transform(&mut self, transform: Transform) {
        let touched = self.touched();
        self.edit(|document, _| touched.iter().for_each(|&item| transform.apply(document, item)));
    }

    /// What is selected, and the joints whose bodies are all selected: what they hold on to in the world goes along.
    fn touched(&self) -> Selected {
        let chosen = |name: &str| {
            let of = |item: &Item| matches!(*item, Item::Body(index) if self.document.bodies[index].name.as_deref() == Some(name));
            self.selection.iter().any(of)
        };
        let along = |joint: &Joint| joint.between.iter().filter_map(Anchor::body).all(|(name, _)| chosen(name));
        let joints = self.document.joints.iter().enumerate().filter(|(_, joint)| along(joint)).map(|(index, _)| Item::Joint(index));
        self.selection.iter().copied().chain(joints).collect()
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

    /// An item as a value, to be changed by a form.
    pub(crate) fn value_of(&self, item: Item) -> Option<serde_json::Value> {
        let document = &self.document;
        let value = match item {
            Item::Scenery(index) => serde_json::to_value(document.scenery.get(index)?),
            Item::Body(index) | Item::Point(index, _) => serde_json::to_value(document.bodies.get(index)?),
            Item::Joint(index) => serde_json::to_value(document.joints.get(index)?),
        };
        value.ok()
    }

    /// The document with a value in the place of an item.
    pub(crate) fn with_value(&self, item: Item, value: serde_json::Value) -> serde_json::Result<Document> {
        let mut document = self.document.clone();
        match item {
            Item::Scenery(index) => document.scenery[index] = serde_json::from_value(value)?,
            Item::Body(index) | Item::Point(index, _) => document.bodies[index] = serde_json::from_value(value)?,
            Item::Joint(index) => document.joints[index] = serde_json::from_value(value)?,
        }
        Ok(document)
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

    /// The bodies of the picture that come from an item.
    pub(crate) fn bodies_of(&self, item: Item) -> impl Iterator<Item = BodyId> {
        let bodies = origins(self.preview.scene().document(), self.preview.world());
        bodies.into_iter().filter(move |(origin, _)| *origin == item).map(|(_, body)| body.id())
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
