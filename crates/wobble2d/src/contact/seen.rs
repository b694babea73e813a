//! One body as the search for contacts sees it: places, edges and sides.

use super::feature::{along, right_of};
use super::shape::{ContactShape, Edge};
use crate::body::{Body, Particles};
use crate::math::cross;
use glam::Vec2;

/// One body as the search sees it.
pub(super) struct Seen<'a> {
    pub body: &'a Body,
    pub shape: &'a ContactShape,
    pub particles: &'a Particles,
}

impl Seen<'_> {
    /// Where a point is in the world. `[m]`
    #[inline(always)]
    pub(super) fn place(&self, index: u32) -> Vec2 {
        self.particles.position((self.body.first + index) as usize) + self.body.origin
    }

    /// Where a point was a step ago, if it has moved as it does now. `[m]`
    pub(super) fn place_before(&self, index: u32, dt: f32) -> Vec2 {
        self.place(index) - dt * self.particles.velocity((self.body.first + index) as usize)
    }

    pub(super) fn normal(&self, edge: u32) -> Vec2 {
        let edge = &self.shape.edges[edge as usize];
        right_of(self.place(edge.a), self.place(edge.b))
    }

    /// Whether a place is inside the loops: they run round it once more counter-clockwise than clockwise. What is turned inside out has no
    /// inside.
    pub(super) fn encloses(&self, p: Vec2) -> bool {
        let crossing = |edge: &Edge| {
            let (a, b) = (self.place(edge.a), self.place(edge.b));
            // A ray to the right; half-open in y, so that a shared corner counts once.
            match (a.y > p.y, b.y > p.y) {
                (false, true) if p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) => 1,
                (true, false) if p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) => -1,
                _ => 0,
            }
        };
        let turns: i32 = self.shape.edges.iter().filter(|edge| edge.solid).map(crossing).sum();
        turns + i32::from(self.shape.is_hollow()) > 0
    }

    /// The nearest edge of the loops, and how far away it is. `[m]`
    pub(super) fn nearest_solid(&self, p: Vec2) -> Option<(u32, f32)> {
        let solid = (0..self.shape.edges.len() as u32).filter(|&edge| self.shape.edges[edge as usize].solid);
        solid.map(|edge| (edge, self.distance(edge, p))).min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// How far a place is from an edge. `[m]`
    pub(super) fn distance(&self, edge: u32, p: Vec2) -> f32 {
        let edge = &self.shape.edges[edge as usize];
        nearest_on(self.place(edge.a), self.place(edge.b), p).1.distance(p)
    }

    /// How long an edge is at rest. `[m]`
    pub(super) fn length_at_rest(&self, edge: u32) -> f32 {
        let edge = &self.shape.edges[edge as usize];
        let place = |index: u32| self.body.blueprint.points()[index as usize].position;
        self.body.tuning.size * place(edge.a).distance(place(edge.b))
    }

    /// Whether two edges are the same or share an end.
    pub(super) fn adjoin(&self, one: u32, other: u32) -> bool {
        let edge = &self.shape.edges[one as usize];
        one == other || edge.before == Some(other) || edge.after == Some(other)
    }

    /// Whether the foot of a place is between the ends of an edge.
    pub(super) fn faces(&self, edge: u32, p: Vec2) -> bool {
        let edge = &self.shape.edges[edge as usize];
        let t = along(p, self.place(edge.a), self.place(edge.b));
        t > 0.0 && t < 1.0
    }

    /// Whether a ray from a place strikes any edge.
    pub(super) fn is_struck_by(&self, from: Vec2, direction: Vec2) -> bool {
        self.shape.edges.iter().any(|edge| {
            let (a, b) = (self.place(edge.a) - from, self.place(edge.b) - from);
            let (left, right) = (cross(direction, a), cross(direction, b));
            (left > 0.0) != (right > 0.0) && a.lerp(b, left / (left - right)).dot(direction) > 0.0
        })
    }

    /// Whether an edge of this body holds a vertex of another, as far as sides are concerned.
    pub(super) fn holds_at(&self, edge: u32, vertex: &Seen<'_>) -> bool {
        let faces = |side: Option<Vec2>, sign: f32| side.is_none_or(|side| sign * self.normal(edge).dot(side) > 0.0);
        let two_sided = !self.shape.edges[edge as usize].solid;
        two_sided || (faces(self.body.filter.one_way, 1.0) && faces(vertex.body.filter.one_way, -1.0))
    }

    /// Whether a vertex pokes through an edge near the end of a strand, to a side on which neither of its neighbours is. It was the last to go round that
    /// end, and would hang there.
    pub(super) fn hooks(&self, edge: u32, side: f32, vertex: &Seen<'_>, index: u32) -> bool {
        let here = &self.shape.edges[edge as usize];
        let is_end =
            |edge: u32| self.shape.edges[edge as usize].before.is_none() || self.shape.edges[edge as usize].after.is_none();
        if ![Some(edge), here.before, here.after].into_iter().flatten().any(is_end) {
            return false;
        }
        let (a, b) = (self.place(here.a), self.place(here.b));
        let beyond = |other: u32| side * right_of(a, b).dot(vertex.place(other) - a) < 0.0;
        let next = vertex.shape.edges.iter().find(|edge| edge.solid && edge.a == index).map(|edge| edge.b);
        let last = vertex.shape.edges.iter().find(|edge| edge.solid && edge.b == index).map(|edge| edge.a);
        next.is_some_and(beyond) && last.is_some_and(beyond)
    }

    /// Positive for a place right of the line of an edge.
    fn right_of_line(&self, edge: Edge, p: Vec2) -> f32 {
        let a = self.place(edge.a);
        cross(p - a, self.place(edge.b) - a)
    }

    /// The outward direction at the corner before an edge (`t` ≤ 0) or after it.
    fn outward(&self, edge: u32, t: f32) -> Vec2 {
        let here = &self.shape.edges[edge as usize];
        let neighbour = if t <= 0.0 { here.before } else { here.after };
        self.normal(edge) + neighbour.map_or(Vec2::ZERO, |neighbour| self.normal(neighbour))
    }

    /// The signed distance of `p` from an edge and the side it is on, if it is within the limit or behind a solid edge.
    pub(super) fn signed(&self, edge: u32, p: Vec2, limit: f32) -> Option<(f32, f32)> {
        let here = self.shape.edges[edge as usize];
        let (t, foot) = nearest_on(self.place(here.a), self.place(here.b), p);
        let distance = foot.distance(p);
        let out = if t > 0.0 && t < 1.0 { self.right_of_line(here, p) } else { (p - foot).dot(self.outward(edge, t)) };
        signed(distance, out < 0.0, here.solid, limit)
    }
}

/// The signed distance from an edge and the side of it, if that is within the limit or behind a solid edge. `[m]`
#[inline(always)]
pub(super) fn signed(distance: f32, left: bool, solid: bool, limit: f32) -> Option<(f32, f32)> {
    let side = if left { -1.0 } else { 1.0 };
    if solid {
        (left || distance <= limit).then_some((side * distance, 1.0))
    } else {
        (distance <= limit).then_some((distance, side))
    }
}

#[inline(always)]
pub(super) fn see<'a>(bodies: &'a [Body], place: u32, particles: &'a Particles) -> Seen<'a> {
    let body = &bodies[place as usize];
    Seen { body, shape: &body.blueprint.0.contact, particles }
}

/// Where on an edge the nearest place is, and that place. At a corner exactly the corner, so that both of its edges are exactly as far.
#[inline(always)]
pub(super) fn nearest_on(a: Vec2, b: Vec2, p: Vec2) -> (f32, Vec2) {
    let t = along(p, a, b);
    if t <= 0.0 {
        (0.0, a)
    } else if t >= 1.0 {
        (1.0, b)
    } else {
        (t, a + t * (b - a))
    }
}
