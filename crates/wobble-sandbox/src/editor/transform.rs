//! Moving, turning, scaling and mirroring what is selected.

use super::item::{Item, custom_mut, place_point, turned};
use wobble_scene::format::{Anchor, Body, Document, Motion, Scenery, SceneryShape, Shape, Tuning};
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
            Item::Body(index) => {
                if let Some(body) = document.bodies.get_mut(index) {
                    self.body(body);
                }
            }
            Item::Joint(index) => {
                for anchor in document.joints.get_mut(index).into_iter().flat_map(|joint| &mut joint.between) {
                    if let Anchor::World(at) = anchor {
                        *at = self.array(*at);
                    }
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
        if let Some(motion) = &mut scenery.motion {
            self.motion(motion);
        }
        match self {
            Self::Scale(_, factor) => scale_scenery(&mut scenery.shape, factor),
            Self::Mirror(_) => match &mut scenery.shape {
                SceneryShape::Polygon(corners) | SceneryShape::Line(corners) => corners.iter_mut().for_each(flip),
                SceneryShape::Slope(top) => flip(top),
                SceneryShape::Box(_) | SceneryShape::Disc(_) => {}
            },
            _ => {}
        }
    }

    fn body(self, body: &mut Body) {
        body.at = self.array(body.at);
        body.angle = self.angle(body.angle);
        if let Some(motion) = &mut body.motion {
            self.motion(motion);
        }
        match self {
            Self::Turn(_, angle) => body.velocity = turned(angle, body.velocity.into()).into(),
            Self::Scale(_, factor) => {
                let tuning = body.tuning.unwrap_or_default();
                body.tuning = Some(Tuning { size: tuning.size * factor, ..tuning });
            }
            Self::Mirror(_) => {
                flip(&mut body.velocity);
                body.spin = -body.spin;
                mirror_shape(&mut body.shape);
            }
            Self::Move(_) => {}
        }
    }

    fn motion(self, motion: &mut Motion) {
        match (self, motion) {
            (Self::Mirror(_), Motion::Steady(steady)) => {
                flip(&mut steady.velocity);
                steady.spin = -steady.spin;
            }
            (Self::Mirror(_), Motion::Swing(swing)) => {
                flip(&mut swing.by);
                swing.turn = -swing.turn;
            }
            (Self::Mirror(_), Motion::Keyframes(keyframes)) => {
                for frame in &mut keyframes.frames {
                    flip(&mut frame.offset);
                    frame.angle = -frame.angle;
                }
            }
            _ => {}
        }
    }
}

fn flip(at: &mut [f32; 2]) {
    at[0] = -at[0];
}

/// Shapes that are their own mirror image stay as they are.
fn mirror_shape(shape: &mut Shape) {
    match shape {
        Shape::Custom(custom) => {
            for point in &mut custom.points {
                let [x, y] = point.full().at;
                place_point(point, [-x, y]);
            }
            // Outlines and triangles go counter-clockwise.
            custom.outlines.iter_mut().for_each(|outline| outline.reverse());
            custom.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        }
        Shape::Truss(truss) => {
            truss.points.iter_mut().for_each(flip);
            truss.outline.reverse();
        }
        Shape::Chain(chain) => {
            flip(&mut chain.from);
            flip(&mut chain.to);
        }
        Shape::Rope(rope) => {
            flip(&mut rope.from);
            flip(&mut rope.to);
        }
        Shape::Mesh(mesh) => mesh.outline.iter_mut().chain(mesh.holes.iter_mut().flatten()).for_each(flip),
        Shape::Ball(_) | Shape::Balloon(_) | Shape::Ring(_) | Shape::Lattice(_) | Shape::StickPolygon(_) | Shape::Cloth(_) => {}
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
