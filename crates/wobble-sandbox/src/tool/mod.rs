//! What the pointer does to a world. One tool a file.
//!
//! A press begins a [`Gesture`] on every stage; moving and releasing go to each of them. Gestures do nothing to a world but what a
//! [`wobble2d::Action`] says, so that everything can be recorded and repeated.

mod cut;
mod draw;
mod erase;
mod field;
mod fling;
mod grab;
mod pin;
mod poke;
mod spawn;

pub(crate) use draw::simplified;
pub use spawn::Ready;

use crate::stage::Stage;
use wobble_view::{DrawList, View};
use wobble2d::glam::Vec2;
use wobble2d::{BodyId, PointId, World};

/// What the pointer does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tool {
    /// Pulls the nearest particle along.
    Grab,
    /// Attracts or repels everything.
    Field,
    /// Pushes what is near.
    Poke,
    /// Cuts what the pointer crosses.
    Cut,
    /// Nails a particle to its place, or frees it.
    Pin,
    /// Adds a ready-made body.
    Spawn,
    /// Adds a body with an outline drawn by hand.
    Draw,
    /// Removes bodies.
    Erase,
    /// Throws a body.
    Fling,
    /// Selects a body or a point, to see and change its numbers.
    Select,
}

impl Tool {
    /// All tools, in the order in which they are shown.
    pub const ALL: [Self; 10] = [
        Self::Grab,
        Self::Fling,
        Self::Field,
        Self::Poke,
        Self::Cut,
        Self::Pin,
        Self::Spawn,
        Self::Draw,
        Self::Erase,
        Self::Select,
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Grab => "Grab",
            Self::Field => "Field",
            Self::Poke => "Poke",
            Self::Cut => "Cut",
            Self::Pin => "Pin",
            Self::Spawn => "Spawn",
            Self::Draw => "Draw",
            Self::Erase => "Erase",
            Self::Fling => "Fling",
            Self::Select => "Select",
        }
    }

    /// How it is used.
    pub const fn hint(self) -> &'static str {
        match self {
            Self::Grab => "Drag the nearest particle; its body comes along.",
            Self::Field => "Hold to repel everything, hold the right button to attract it.",
            Self::Poke => "Press to push what is near; drag to push it along.",
            Self::Cut => "Drag a line through what is to be cut.",
            Self::Pin => "Click a particle to nail it to its place; click again to free it.",
            Self::Spawn => "Click where a new body is to be; drag to give it speed.",
            Self::Draw => "Draw an outline; it becomes a soft body.",
            Self::Erase => "Click or drag over bodies to remove them.",
            Self::Select => "Click a body or a point to see its numbers and to change them.",
            Self::Fling => "Drag a body back and let go, as with a slingshot.",
        }
    }

    /// What begins when the pointer is pressed.
    fn begin(self, kit: &Kit, stage: &mut Stage, touch: Touch) -> Option<Box<dyn Gesture>> {
        match self {
            Self::Grab => grab::Grabbing::begin(stage, touch),
            Self::Field => Some(field::Acting::begin(kit, stage, touch)),
            Self::Poke => Some(poke::Poking::begin(kit, stage, touch)),
            Self::Cut => Some(Box::new(cut::Cutting::begin(touch))),
            Self::Pin => pin::toggle(stage, touch),
            Self::Spawn => spawn::Placing::begin(kit, touch),
            Self::Draw => Some(Box::new(draw::Drawing::begin(touch))),
            Self::Erase => Some(erase::Erasing::begin(stage, touch)),
            // The app selects, once for all stages.
            Self::Select => None,
            Self::Fling => fling::Flinging::begin(stage, touch),
        }
    }
}

/// The chosen tool, and how the tools are set.
#[derive(Clone, Debug)]
pub struct Kit {
    /// What the pointer does.
    pub tool: Tool,
    /// What the spawn tool adds.
    pub ready: Ready,
    /// How large it is, as a multiple of its usual size.
    pub size: f32,
    /// How strong the field is. `[m^1.5/s²]`
    pub field: f32,
    /// Whether the main button attracts and the other repels, instead of the other way round.
    pub attracts: bool,
    /// How fast a poke makes what is nearest to it. `[m/s]`
    pub poke: f32,
}

impl Default for Kit {
    fn default() -> Self {
        Self { tool: Tool::Grab, ready: Ready::Ball, size: 1.0, field: 20.0, attracts: false, poke: 3.0 }
    }
}

/// Where the pointer is, as tools see it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Touch {
    /// `[m]`
    pub at: Vec2,
    /// How near counts as touched. `[m]`
    pub reach: f32,
    /// Whether it is the other button.
    pub other: bool,
}

/// What is going on between press and release.
pub(crate) trait Gesture: Send {
    /// The pointer is now there. Asked every frame, moved or not.
    fn carry(&mut self, stage: &mut Stage, touch: Touch);

    /// The pointer was released.
    fn end(self: Box<Self>, stage: &mut Stage, touch: Touch);

    /// It was no gesture after all: a second finger came. Takes back what would stay for ever.
    fn cancel(self: Box<Self>, _stage: &mut Stage) {}

    /// Shows what is going on.
    fn sketch(&self, _world: &World, _view: &View, _list: &mut DrawList) {}
}

/// Begins a gesture on a stage.
pub(crate) fn press(tool: Tool, kit: &Kit, stage: &mut Stage, touch: Touch) {
    release(stage, touch);
    // The other button grabs, whatever the tool; only the field has two directions.
    let tool = if touch.other && tool != Tool::Field { Tool::Grab } else { tool };
    stage.gesture = tool.begin(kit, stage, touch);
}

/// Goes on with what was begun on a stage.
pub(crate) fn carry(stage: &mut Stage, touch: Touch) {
    if let Some(mut gesture) = stage.gesture.take() {
        gesture.carry(stage, touch);
        stage.gesture = Some(gesture);
    }
}

/// Ends what was begun on a stage.
pub(crate) fn release(stage: &mut Stage, touch: Touch) {
    if let Some(gesture) = stage.gesture.take() {
        gesture.end(stage, touch);
    }
}

/// Takes back what was begun on a stage.
pub(crate) fn cancel(stage: &mut Stage) {
    if let Some(gesture) = stage.gesture.take() {
        gesture.cancel(stage);
    }
}

/// The body under the pointer, or whose particle is nearest to it within reach; not scenery, unless nothing else is there.
pub(crate) fn body_at(world: &World, touch: Touch) -> Option<BodyId> {
    let under: Vec<BodyId> = world.bodies_at(touch.at).collect();
    let movable = |id: &&BodyId| world.body(**id).is_some_and(|body| !body.is_scenery());
    under
        .iter()
        .rfind(movable)
        .copied()
        .or_else(|| nearest_point(world, touch).map(|point| point.body))
        .or_else(|| under.last().copied())
}

/// The particle nearest to the pointer within reach, pinned or not.
pub(crate) fn nearest_point(world: &World, touch: Touch) -> Option<PointId> {
    let mut best = (touch.reach * touch.reach, None);
    for body in world.bodies() {
        for (index, &[x, y, ..]) in body.state().iter().enumerate() {
            let distance = touch.at.distance_squared(Vec2::new(x, y));
            if distance < best.0 {
                best = (distance, Some(PointId { body: body.id(), index: index as u32 }));
            }
        }
    }
    best.1
}
