//! Asking a world what is where.
//!
//! Answers are plain data in a fixed order: bodies as they were added; hits of a ray by distance, and equally far ones by body and edge.
//! Every question looks at every body, so it costs about as much as walking once over all outlines. A question that contains a number
//! which is none, or an infinite one, finds nothing.
//!
//! What counts as matter is what contacts know of: loops are solid, strands are lines, and a body with neither is its points.
//! Loops and segments are half-open, so that a corner shared by two edges counts once; what merely shares a border may
//! therefore count or not.

use crate::body::BodyView;
use crate::contact::shape::Edge;
use crate::id::{BodyId, PointId};
use crate::math::{cross, encloses, segments_cross};
use crate::world::World;
use glam::Vec2;

/// A straight line of sight.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it begins. `[m]`
    pub from: Vec2,
    /// Where it goes; its length does not matter, but it must have one.
    pub direction: Vec2,
    /// How far it goes. `[m]`
    pub length: f32,
    /// How near it must pass a point of a body without edges, such as cloth, to strike it. 0 by default, so that it passes between
    /// points. Edges do not look at it. `[m]`
    pub point_reach: f32,
}

impl Ray {
    /// A ray that strikes edges only. `[m]`
    pub const fn new(from: Vec2, direction: Vec2, length: f32) -> Self {
        Self { from, direction, length, point_reach: 0.0 }
    }

    /// The same, with a unit direction; `None` for one that goes nowhere.
    fn checked(self) -> Option<Self> {
        let direction = self.direction.try_normalize()?;
        let sound = self.from.is_finite() && self.length >= 0.0 && self.length.is_finite() && self.point_reach >= 0.0;
        sound.then_some(Self { direction, ..self })
    }
}

/// Which part of a body a ray struck.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Struck {
    /// An edge of a loop or strand.
    Edge {
        /// The indices of its ends.
        ends: [u32; 2],
        /// Where on it: 0 at the first end, 1 at the second.
        t: f32,
    },
    /// A point, of a body that has no edges.
    Point(u32),
}

/// Where a ray met a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// The body it met.
    pub body: BodyId,
    /// The part of it.
    pub struck: Struck,
    /// `[m]`
    pub place: Vec2,
    /// Square to the edge, on the side the ray came from. A unit vector; straight back along the ray for a point.
    pub normal: Vec2,
    /// From the beginning of the ray. `[m]`
    pub distance: f32,
    /// Whether the ray came from inside a solid body: it goes out here.
    pub leaving: bool,
}

impl World {
    /// The bodies whose outlines have a place inside. Strands and points have no inside.
    pub fn bodies_at(&self, place: Vec2) -> impl Iterator<Item = BodyId> + '_ {
        let asked = place.is_finite();
        self.bodies().filter(move |body| asked && body.encloses(place)).map(|body| body.id())
    }

    /// The movable particle nearest to a place, within a reach. `[m]`
    pub fn nearest_point(&self, position: Vec2, reach: f32) -> Option<PointId> {
        let mut best = (if reach > 0.0 { reach * reach } else { 0.0 }, None);
        for body in &self.bodies.list {
            for (index, i) in body.range().enumerate() {
                let distance = self.particles.position(i).distance_squared(position);
                if distance < best.0 && !self.particles.pinned[i] {
                    best = (distance, Some(PointId { body: body.id, index: index as u32 }));
                }
            }
        }
        best.1
    }

    /// The first thing a ray strikes. A ray that begins inside a solid body strikes it where it comes out.
    pub fn ray(&self, ray: Ray) -> Option<RayHit> {
        let ray = ray.checked()?;
        let mut first: Option<RayHit> = None;
        for body in self.bodies() {
            // Equally far hits go to the earlier body and edge.
            body.strike(&ray, |hit| {
                if first.is_none_or(|first| hit.distance < first.distance) {
                    first = Some(hit);
                }
            });
        }
        first
    }

    /// Everything a ray strikes, the nearest first, put into `hits`, which is emptied before. Of a solid body that is where the ray goes in
    /// and where it comes out. Hand in the same list again, and no memory is taken.
    pub fn ray_all(&self, ray: Ray, hits: &mut Vec<RayHit>) {
        hits.clear();
        let Some(ray) = ray.checked() else { return };
        let mut insert = |hit: RayHit| {
            // After equally far ones, so that those stay in the order of bodies and edges.
            let at = hits.partition_point(|known| known.distance <= hit.distance);
            hits.insert(at, hit);
        };
        self.bodies().for_each(|body| body.strike(&ray, &mut insert));
    }

    /// The bodies of which any part is in a box: a particle, a piece of an edge, or the inside. `[m]`
    pub fn bodies_in_box(&self, low: Vec2, high: Vec2) -> impl Iterator<Item = BodyId> + '_ {
        let asked = low.is_finite() && high.is_finite() && low.cmple(high).all();
        self.bodies().filter(move |body| asked && body.reaches_into(low, high)).map(|body| body.id())
    }

    /// The bodies that overlap a body: edges that cross, or a part of one inside the other. Empty if there is no such body.
    pub fn bodies_overlapping(&self, id: BodyId) -> impl Iterator<Item = BodyId> + '_ {
        let asked = self.body(id);
        let overlaps = move |other: &BodyView<'_>| asked.is_some_and(|body| other.id() != body.id() && body.overlaps(other));
        self.bodies().filter(overlaps).map(|body| body.id())
    }
}

impl<'w> BodyView<'w> {
    /// All edges that can touch, and their ends.
    fn edges(self) -> impl Iterator<Item = (&'w Edge, Vec2, Vec2)> + Clone {
        let edges = self.body.blueprint.0.contact.edges.iter();
        edges.map(move |edge| (edge, self.position(edge.a), self.position(edge.b)))
    }

    /// All points that can touch.
    fn vertices(self) -> impl Iterator<Item = (u32, Vec2)> {
        self.body.blueprint.0.contact.vertices.iter().map(move |&index| (index, self.position(index)))
    }

    /// Whether a place is in the solid part.
    pub(crate) fn encloses(self, place: Vec2) -> bool {
        let hollow = self.body.blueprint.0.contact.is_hollow();
        encloses(self.edges().filter(|(edge, ..)| edge.solid).map(|(_, a, b)| (a, b)), place) != hollow
    }

    /// Reports where a ray with a unit direction strikes the body, edge by edge.
    fn strike(self, ray: &Ray, mut report: impl FnMut(RayHit)) {
        let Ray { from, direction, length, point_reach } = *ray;
        for (edge, a, b) in self.edges() {
            // On which side of the ray each end is: two edges agree on the corner they share, so no ray slips through.
            let (left, right) = (cross(direction, a - from), cross(direction, b - from));
            if (left > 0.0) == (right > 0.0) {
                continue;
            }
            let t = left / (left - right);
            let place = a.lerp(b, t);
            let distance = (place - from).dot(direction);
            if (0.0..=length).contains(&distance) {
                let outward = -(b - a).perp().normalize_or_zero();
                let leaving = outward.dot(direction) > 0.0;
                report(RayHit {
                    body: self.id(),
                    struck: Struck::Edge { ends: [edge.a, edge.b], t },
                    place,
                    normal: if leaving { -outward } else { outward },
                    distance,
                    leaving: leaving && edge.solid,
                });
            }
        }
        if self.body.blueprint.0.contact.edges.is_empty() {
            for (index, place) in self.vertices() {
                let distance = (place - from).dot(direction);
                let aside = cross(direction, place - from).abs();
                if (0.0..=length).contains(&distance) && aside <= point_reach {
                    let (struck, normal) = (Struck::Point(index), -direction);
                    report(RayHit { body: self.id(), struck, place, normal, distance, leaving: false });
                }
            }
        }
    }

    fn reaches_into(self, low: Vec2, high: Vec2) -> bool {
        let within = |p: Vec2| low.cmple(p).all() && p.cmple(high).all();
        let corners = [low, Vec2::new(high.x, low.y), high, Vec2::new(low.x, high.y)];
        let crosses = |a: Vec2, b: Vec2| (0..4).any(|k| segments_cross([a, b], [corners[k], corners[(k + 1) % 4]]));
        self.state().iter().any(|&[x, y, ..]| within(Vec2::new(x, y)))
            || self.edges().any(|(_, a, b)| crosses(a, b))
            || self.encloses(low)
    }

    pub(crate) fn overlaps(self, other: &BodyView<'_>) -> bool {
        let ([low, high], [other_low, other_high]) = (self.touchable_box(), other.touchable_box());
        // The matter of a hollow body is all around its box.
        let hollow = [self, *other].iter().any(|view| view.body.blueprint.0.contact.is_hollow());
        let near = low.cmple(other_high).all() && other_low.cmple(high).all();
        if !near && !hollow {
            return false;
        }
        self.vertices().any(|(_, p)| other.encloses(p))
            || other.vertices().any(|(_, p)| self.encloses(p))
            || self.edges().any(|(_, a, b)| other.edges().any(|(_, c, d)| segments_cross([a, b], [c, d])))
    }

    /// The box around what can touch.
    fn touchable_box(self) -> [Vec2; 2] {
        self.vertices().fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[low, high], (_, p)| [low.min(p), high.max(p)])
    }
}
