//! Moving, turning, scaling and mirroring what is selected.

use super::item::{Item, custom_mut, place_point, turned};
use super::mirror::{flip, mirror_body, mirror_joint, mirror_motion, mirror_repeat, mirror_surface};
use wobble_scene::format::{Anchor, Document, Joint, Scenery, SceneryShape, Tuning};
use wobble2d::glam::Vec2;

/// What is done to places.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Transform {
    /// By so much. `[m]`
    Move(Vec2),
    /// About a place, counter-clockwise. `[m]`, `[rad]`
    Turn(Vec2, f32),
    /// Away from a place, by a factor. `[m]`
    Scale(Vec2, f32),
    /// Left and right are swapped about an upright line at this x. `[m]`
    Mirror(f32),
}

impl Transform {
    /// Where a place goes.
    fn place(self, at: Vec2) -> Vec2 {
        match self {
            Self::Move(by) => at + by,
            Self::Turn(about, angle) => about + turned(angle, at - about),
            Self::Scale(about, factor) => about + factor * (at - about),
            Self::Mirror(x) => Vec2::new(2.0 * x - at.x, at.y),
        }
    }

    fn array(self, at: [f32; 2]) -> [f32; 2] {
        self.place(at.into()).into()
    }

    fn angle(self, angle: f32) -> f32 {
        match self {
            Self::Turn(_, by) => angle + by,
            Self::Mirror(_) => -angle,
            _ => angle,
        }
    }

    /// Does it to an item.
    pub(crate) fn apply(self, document: &mut Document, item: Item) {
        match item {
            Item::Scenery(index) => {
                if let Some(scenery) = document.scenery.get_mut(index) {
                    self.scenery(scenery);
                }
            }
            Item::Body(index) => self.body(document, index),
            Item::Joint(index) => {
                if let Some(joint) = document.joints.get_mut(index) {
                    self.joint(joint);
                }
            }
            Item::Point(body, index) => self.point(document, body, index),
        }
    }

    fn point(self, document: &mut Document, body: usize, index: usize) {
        let (Some(place), Some(owner)) = (Item::Point(body, index).place(document), document.bodies.get(body)) else { return };
        let (at, angle, size) = (Vec2::from(owner.at), owner.angle, owner.tuning.map_or(1.0, |tuning| tuning.size));
        let local = turned(-angle, self.place(place) - at) / size;
        if let Some(point) = custom_mut(document, body).and_then(|custom| custom.points.get_mut(index)) {
            place_point(point, local.into());
        }
    }

    fn scenery(self, scenery: &mut Scenery) {
        scenery.at = self.array(scenery.at);
        scenery.angle = self.angle(scenery.angle);
        match self {
            Self::Scale(_, factor) => scale_scenery(&mut scenery.shape, factor),
            Self::Mirror(_) => mirror_scenery(scenery),
            Self::Move(_) | Self::Turn(..) => {}
        }
    }

    fn body(self, document: &mut Document, index: usize) {
        let Some(body) = document.bodies.get_mut(index) else { return };
        body.at = self.array(body.at);
        match self {
            Self::Move(_) => {}
            Self::Turn(_, angle) => {
                body.angle += angle;
                body.velocity = turned(angle, body.velocity.into()).into();
            }
            Self::Scale(_, factor) => {
                let tuning = body.tuning.unwrap_or_default();
                body.tuning = Some(Tuning { size: tuning.size * factor, ..tuning });
            }
            Self::Mirror(_) => mirror_body(document, index),
        }
    }

    fn joint(self, joint: &mut Joint) {
        for anchor in &mut joint.between {
            if let Anchor::World(at) = anchor {
                *at = self.array(*at);
            }
        }
        if let Self::Mirror(_) = self {
            mirror_joint(joint);
        }
    }
}

fn mirror_scenery(scenery: &mut Scenery) {
    scenery.motion.iter_mut().for_each(mirror_motion);
    scenery.repeat.iter_mut().for_each(mirror_repeat);
    scenery.surface.iter_mut().for_each(mirror_surface);
    match &mut scenery.shape {
        SceneryShape::Polygon(corners) | SceneryShape::Line(corners) => corners.iter_mut().for_each(flip),
        SceneryShape::Slope(top) => flip(top),
        SceneryShape::Disc(disc) if disc.corners % 2 == 1 => scenery.angle += core::f32::consts::PI,
        SceneryShape::Box(_) | SceneryShape::Disc(_) => {}
    }
}

fn scale_scenery(shape: &mut SceneryShape, factor: f32) {
    let scale = |corner: &mut [f32; 2]| *corner = corner.map(|x| x * factor);
    match shape {
        SceneryShape::Polygon(corners) | SceneryShape::Line(corners) => corners.iter_mut().for_each(scale),
        SceneryShape::Box(size) | SceneryShape::Slope(size) => scale(size),
        SceneryShape::Disc(disc) => disc.radius *= factor,
    }
}
