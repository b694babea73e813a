//! What the pointer does to a document.

use super::Editor;
use super::item::{Item, custom, origins};
use crate::tool::Touch;
use wobble_scene::format::Document;
use wobble2d::glam::Vec2;

/// What the pointer does to a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pen {
    /// Selects and moves.
    Select,
    /// Adds a body of a kind.
    Body(&'static str),
    /// Draws the outline of a body.
    Outline,
    /// Adds scenery of a kind.
    Scenery(&'static str),
    /// Adds points, one by one.
    Point,
    /// Joins two points with a spring.
    Spring,
    /// Joins two points with a stick.
    Stick,
    /// Makes springs muscles.
    Muscle,
    /// Makes points immovable.
    Pin,
    /// Joins bodies to each other or to the world, in a way.
    Joint(&'static str),
}

/// Kinds of scenery, under the names that files use.
pub const SCENERY: [&str; 5] = ["box", "line", "disc", "slope", "polygon"];

/// Ways to join bodies, under the names that files use.
pub const HOLDS: [&str; 5] = ["hinge", "weld", "spring", "rod", "loose"];

impl Pen {
    /// All pens, in the order in which they are shown.
    pub const ALL: [Self; 10] = [
        Self::Select,
        Self::Body("ball"),
        Self::Outline,
        Self::Scenery("box"),
        Self::Point,
        Self::Spring,
        Self::Stick,
        Self::Muscle,
        Self::Pin,
        Self::Joint("hinge"),
    ];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Select => "Move",
            Self::Body(_) => "Body",
            Self::Outline => "Outline",
            Self::Scenery(_) => "Scenery",
            Self::Point => "Point",
            Self::Spring => "Spring",
            Self::Stick => "Stick",
            Self::Muscle => "Muscle",
            Self::Pin => "Nail",
            Self::Joint(_) => "Joint",
        }
    }

    /// How it is used.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Select => "Click selects, with Ctrl more; drag moves, from an empty place selects a region.",
            Self::Body(_) => "Click where the body is to be.",
            Self::Outline => "Draw an outline; it becomes a soft body.",
            Self::Scenery("line") => "Drag a line; it becomes a wall that does not move.",
            Self::Scenery("disc") => "Drag from the middle of a disc to its rim.",
            Self::Scenery("slope") => "Drag from the foot of a slope to its top.",
            Self::Scenery("polygon") => "Draw an outline; it becomes a block that does not move.",
            Self::Scenery(_) => "Drag a rectangle; it becomes a block that does not move.",
            Self::Point => "Click to add a point to the selected body of points, or to begin one.",
            Self::Spring => "Drag from point to point of a body of points; again takes the spring away.",
            Self::Stick => "Drag from point to point of a body of points; again takes the stick away.",
            Self::Muscle => "Click a spring to make it a muscle; again makes it a spring.",
            Self::Pin => "Click a point to make it immovable; again frees it.",
            Self::Joint("hinge" | "weld") => "Click where two bodies overlap, or on one to join it to the world.",
            Self::Joint(_) => "Drag from one body to another, or from a body to a place in the world.",
        }
    }

    /// Its choices, and which of them is taken.
    pub(crate) fn choices(&mut self) -> Option<(&'static [&'static str], &mut &'static str)> {
        match self {
            Self::Body(kind) => Some((&super::KINDS, kind)),
            Self::Scenery(kind) => Some((&SCENERY, kind)),
            Self::Joint(hold) => Some((&HOLDS, hold)),
            _ => None,
        }
    }
}

/// What is going on between press and release.
pub(crate) enum Stroke {
    Moving { from: Vec2, before: Box<Document> },
    Region { from: Vec2, to: Vec2 },
    Drawing(Vec<Vec2>),
    Joining { body: usize, from: u32, to: Vec2 },
    Tying { from: Vec2, to: Vec2 },
}

impl Editor {
    /// The pointer was pressed. `adds` keeps what is selected already.
    pub(crate) fn press(&mut self, touch: Touch, adds: bool) {
        let at = touch.at;
        match self.pen {
            Pen::Select => self.press_select(touch, adds),
            Pen::Body(kind) => self.add_body(kind, at),
            Pen::Outline => self.stroke = Some(Stroke::Drawing(vec![at])),
            Pen::Point => {
                let owner = self.selection.iter().find_map(|item| match *item {
                    Item::Body(body) | Item::Point(body, _) => custom(self.document(), body).map(|_| body),
                    _ => None,
                });
                self.add_point(owner, at);
            }
            Pen::Spring | Pen::Stick => {
                if let Some((body, from)) = self.point_at(touch) {
                    self.stroke = Some(Stroke::Joining { body, from, to: at });
                }
            }
            Pen::Pin => {
                if let Some((body, index)) = self.point_at(touch) {
                    self.toggle_pin(body, index);
                }
            }
            Pen::Muscle => {
                if let Some((body, spring)) = self.spring_at(touch) {
                    self.toggle_muscle(body, spring);
                }
            }
            Pen::Joint("hinge" | "weld") => self.add_joint(at, at),
            Pen::Joint(_) => self.stroke = Some(Stroke::Tying { from: at, to: at }),
            Pen::Scenery("polygon") => self.stroke = Some(Stroke::Drawing(vec![at])),
            Pen::Scenery(_) => self.stroke = Some(Stroke::Region { from: self.snapped(at), to: self.snapped(at) }),
        }
    }

    fn press_select(&mut self, touch: Touch, adds: bool) {
        let Some(item) = self.item_at(touch) else {
            if !adds {
                self.select([]);
            }
            self.stroke = Some(Stroke::Region { from: touch.at, to: touch.at });
            return;
        };
        self.draft = None;
        if adds {
            if !self.selection.remove(&item) {
                self.selection.insert(item);
            }
        } else if !self.selection.contains(&item) {
            self.select([item]);
        }
        self.stroke = Some(Stroke::Moving { from: touch.at, before: Box::new(self.document().clone()) });
    }

    /// The pointer is now there.
    pub(crate) fn carry(&mut self, touch: Touch) {
        match self.stroke.take() {
            Some(Stroke::Moving { from, before }) => {
                let anchor = self.selection.iter().find_map(|item| item.place(&before)).unwrap_or(from);
                // The first of them lands on the grid, and the others keep their distance to it.
                let by = self.snapped(anchor + touch.at - from) - anchor;
                let far = touch.at.distance(from) > 0.15 * touch.reach;
                if far {
                    self.drag_selection(&before, by);
                }
                self.stroke = Some(Stroke::Moving { from, before });
            }
            Some(Stroke::Region { from, .. }) => {
                let snaps = self.pen != Pen::Select;
                let to = if snaps { self.snapped(touch.at) } else { touch.at };
                self.stroke = Some(Stroke::Region { from, to });
            }
            Some(Stroke::Drawing(mut outline)) => {
                if outline.last().is_none_or(|last| last.distance(touch.at) > 0.35 * touch.reach) && outline.len() < 400 {
                    outline.push(touch.at);
                }
                self.stroke = Some(Stroke::Drawing(outline));
            }
            Some(Stroke::Joining { body, from, .. }) => self.stroke = Some(Stroke::Joining { body, from, to: touch.at }),
            Some(Stroke::Tying { from, .. }) => self.stroke = Some(Stroke::Tying { from, to: touch.at }),
            None => {}
        }
    }

    /// It was no stroke after all: a second finger came.
    pub(crate) fn cancel(&mut self) {
        if let Some(Stroke::Moving { before, .. }) = self.stroke.take() {
            self.take_back(*before);
        }
    }

    /// The pointer was released.
    pub(crate) fn release(&mut self, touch: Touch) {
        self.carry(touch);
        match self.stroke.take() {
            Some(Stroke::Moving { before, .. }) => self.finish(*before),
            Some(Stroke::Region { from, to }) => self.release_region(from, to),
            Some(Stroke::Drawing(outline)) => {
                let corners = crate::tool::simplified(&outline, 0.12 * touch.reach);
                if corners.len() < 3 {
                    return;
                }
                match self.pen {
                    Pen::Scenery(_) => self.add_block(&corners),
                    _ => self.add_outline(&corners),
                }
            }
            Some(Stroke::Joining { body, from, .. }) => match self.point_at(touch) {
                Some((other, to)) if other == body && to != from => {
                    if self.pen == Pen::Stick {
                        self.toggle_stick(body, [from, to]);
                    } else {
                        self.toggle_spring(body, [from, to]);
                    }
                }
                _ => {}
            },
            Some(Stroke::Tying { from, to }) => self.add_joint(from, to),
            None => {}
        }
    }

    fn release_region(&mut self, from: Vec2, to: Vec2) {
        let (low, high) = (from.min(to), from.max(to));
        match self.pen {
            Pen::Scenery(kind) => self.add_dragged(kind, from, to),
            Pen::Select if low != high => {
                let inside = |item: &Item| {
                    let middle = |(a, b): &(Vec2, Vec2)| a.midpoint(*b);
                    let places: Vec<Vec2> = self.boxes(*item).iter().map(middle).collect();
                    let mut places =
                        places.into_iter().chain(item.place(self.document()).filter(|_| matches!(item, Item::Joint(_))));
                    places.any(|at| at.cmpge(low).all() && at.cmple(high).all())
                };
                let found: Vec<Item> = Item::all(self.document()).filter(inside).collect();
                self.selection.extend(found);
            }
            _ => {}
        }
    }

    /// What is under the pointer: a joint, a point of a selected body of points, a body, or scenery.
    fn item_at(&self, touch: Touch) -> Option<Item> {
        let near = |places: &[Vec2]| places.iter().any(|place| place.distance(touch.at) < 0.4 * touch.reach);
        if let Some(joint) = (0..self.document().joints.len()).find(|&joint| near(&self.joint_places(joint))) {
            return Some(Item::Joint(joint));
        }
        if let Some((body, index)) = self.point_at(touch)
            && custom(self.document(), body).is_some()
            && self.selection.iter().any(|item| matches!(*item, Item::Body(b) | Item::Point(b, _) if b == body))
        {
            return Some(Item::Point(body, index as usize));
        }
        let built = self.preview.scene().document();
        let bodies = origins(built, self.preview.world());
        let of = |id| bodies.iter().find(|(_, body)| body.id() == id).map(|(item, _)| *item);
        crate::tool::body_at(self.preview.world(), touch).and_then(of)
    }

    /// The body and the point of it that is touched.
    fn point_at(&self, touch: Touch) -> Option<(usize, u32)> {
        let built = self.preview.scene().document();
        let near = crate::tool::nearest_point(self.preview.world(), Touch { reach: 0.6 * touch.reach, ..touch })?;
        let bodies = origins(built, self.preview.world());
        let item = bodies.iter().find(|(_, body)| body.id() == near.body).map(|(item, _)| *item)?;
        if let Item::Body(body) = item { Some((body, near.index)) } else { None }
    }
}
