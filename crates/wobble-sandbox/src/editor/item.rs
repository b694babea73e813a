//! What can be selected in a document.

use wobble_scene::format::{Anchor, Custom, Document, Joint, Point, Repeat, Shape};
use wobble2d::glam::Vec2;
use wobble2d::{BodyView, World};

/// Something of a document, by its place in its list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Item {
    /// A piece of scenery, or many of a kind.
    Scenery(usize),
    /// A body, or many of a kind.
    Body(usize),
    /// A point of a body that is made of points one by one.
    Point(usize, usize),
    /// A joint.
    Joint(usize),
}

impl Item {
    /// Everything in a document, without the points of bodies.
    pub fn all(document: &Document) -> impl Iterator<Item = Self> {
        let scenery = (0..document.scenery.len()).map(Self::Scenery);
        scenery.chain((0..document.bodies.len()).map(Self::Body)).chain((0..document.joints.len()).map(Self::Joint))
    }

    /// Where it stands in the document, as problems name it.
    pub fn path(self) -> String {
        match self {
            Self::Scenery(index) => format!("scenery[{index}]"),
            Self::Body(index) => format!("bodies[{index}]"),
            Self::Point(body, index) => format!("bodies[{body}].custom.points[{index}]"),
            Self::Joint(index) => format!("joints[{index}]"),
        }
    }

    /// Whether it is still there.
    pub fn exists(self, document: &Document) -> bool {
        match self {
            Self::Scenery(index) => index < document.scenery.len(),
            Self::Body(index) => index < document.bodies.len(),
            Self::Point(body, index) => custom(document, body).is_some_and(|custom| index < custom.points.len()),
            Self::Joint(index) => index < document.joints.len(),
        }
    }

    /// What it is called in lists.
    pub fn title(self, document: &Document) -> String {
        let named = |name: Option<&String>, kind: &str, index: usize| match name {
            Some(name) => format!("{name} ({kind})"),
            None => format!("{kind} {index}"),
        };
        match self {
            Self::Scenery(index) => {
                document.scenery.get(index).map_or_else(String::new, |item| named(item.name.as_ref(), item.shape.name(), index))
            }
            Self::Body(index) => {
                document.bodies.get(index).map_or_else(String::new, |item| named(item.name.as_ref(), item.shape.name(), index))
            }
            Self::Point(body, index) => format!("point {index} of {}", Self::Body(body).title(document)),
            Self::Joint(index) => format!("joint {index}"),
        }
    }

    /// Its place: that of its origin. `[m]`
    pub fn place(self, document: &Document) -> Option<Vec2> {
        match self {
            Self::Scenery(index) => document.scenery.get(index).map(|item| item.at.into()),
            Self::Body(index) => document.bodies.get(index).map(|item| item.at.into()),
            Self::Point(body, index) => {
                let owner = document.bodies.get(body)?;
                let local = Vec2::from(custom(document, body)?.points.get(index)?.full().at);
                let size = owner.tuning.map_or(1.0, |tuning| tuning.size);
                Some(Vec2::from(owner.at) + turned(owner.angle, size * local))
            }
            Self::Joint(index) => world_anchor(document.joints.get(index)?),
        }
    }
}

/// A place turned about the origin, counter-clockwise, with the same bits everywhere. `[rad]`
pub(crate) fn turned(angle: f32, at: Vec2) -> Vec2 {
    let (sin, cos) = libm::sincosf(angle);
    Vec2::new(cos, sin).rotate(at)
}

fn world_anchor(joint: &Joint) -> Option<Vec2> {
    joint.between.iter().find_map(|anchor| if let Anchor::World(at) = anchor { Some(Vec2::from(*at)) } else { None })
}

/// The points of a body that is made of them one by one.
pub(crate) fn custom(document: &Document, body: usize) -> Option<&Custom> {
    match &document.bodies.get(body)?.shape {
        Shape::Custom(custom) => Some(custom),
        _ => None,
    }
}

pub(crate) fn custom_mut(document: &mut Document, body: usize) -> Option<&mut Custom> {
    match &mut document.bodies.get_mut(body)?.shape {
        Shape::Custom(custom) => Some(custom),
        _ => None,
    }
}

/// Moves a point, keeping what else it says.
pub(crate) fn place_point(point: &mut Point, to: [f32; 2]) {
    match point {
        Point::Place(at) => *at = to,
        Point::Full(full) => full.at = to,
    }
}

/// The bodies of a world, each with the item it comes from: scenery first, then bodies, each as often as it is repeated.
pub(crate) fn origins<'w>(document: &Document, world: &'w World) -> Vec<(Item, BodyView<'w>)> {
    let count = |repeat: &Option<Repeat>| repeat.as_ref().map_or(1, Repeat::total) as usize;
    let scenery = document.scenery.iter().enumerate().map(|(index, item)| (Item::Scenery(index), count(&item.repeat)));
    let bodies = document.bodies.iter().enumerate().map(|(index, item)| (Item::Body(index), count(&item.repeat)));
    let items = scenery.chain(bodies).flat_map(|(item, count)| std::iter::repeat_n(item, count));
    items.zip(world.bodies()).collect()
}
