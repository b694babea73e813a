//! Whether two bodies overlap now: a point of one inside the other, or edges that cross.

use super::shape::Edge;
use crate::body::{Body, Particles};
use crate::math::cross;
use glam::Vec2;

/// Whether two bodies share a place. Loops are filled, strands are lines, what has neither is its points.
pub(crate) fn overlaps(a: &Body, b: &Body, particles: &Particles) -> bool {
    let (one, other) = (Outline::of(a, particles), Outline::of(b, particles));
    one.reaches_into(&other) || other.reaches_into(&one) || one.crosses(&other)
}

struct Outline<'a> {
    body: &'a Body,
    particles: &'a Particles,
    low: Vec2,
    high: Vec2,
}

impl<'a> Outline<'a> {
    fn of(body: &'a Body, particles: &'a Particles) -> Self {
        let places = body.range().map(|i| particles.position(i));
        let (low, high) = places.fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(low, high), p| (low.min(p), high.max(p)));
        Self { body, particles, low, high }
    }

    fn place(&self, index: u32) -> Vec2 {
        self.particles.position((self.body.first + index) as usize)
    }

    fn edges(&self) -> impl Iterator<Item = (Edge, Vec2, Vec2)> {
        self.body.blueprint.0.contact.edges.iter().map(|edge| (*edge, self.place(edge.a), self.place(edge.b)))
    }

    fn reaches_into(&self, other: &Self) -> bool {
        let vertices = self.body.blueprint.0.contact.vertices.iter().map(|&index| self.place(index));
        vertices.filter(|p| p.cmpge(other.low).all() && p.cmple(other.high).all()).any(|p| other.encloses(p))
    }

    fn encloses(&self, p: Vec2) -> bool {
        let crossed = |&(edge, a, b): &(Edge, Vec2, Vec2)| {
            edge.solid && (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)
        };
        self.edges().filter(crossed).count() % 2 == 1
    }

    fn crosses(&self, other: &Self) -> bool {
        let near = |a: Vec2, b: Vec2, of: &Self| a.min(b).cmple(of.high).all() && a.max(b).cmpge(of.low).all();
        self.edges().filter(|&(_, a, b)| near(a, b, other)).any(|(_, a, b)| {
            other.edges().any(|(_, c, d)| {
                let side = |p: Vec2, q: Vec2, r: Vec2| cross(q - p, r - p);
                side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
            })
        })
    }
}
