//! Diagonals: the line from a body's mass centre to one of its vertices meets an edge of the other body.
//!
//! ```text
//!      ● centre
//!       ╲            The diagonal goes in by the edge at t₁ of its own length and t₂ of the edge's. What is left
//!    q₁──╲─────q₂    of it beyond the edge, (1 − t₁) times the diagonal, is measured along the edge's normal: the depth.
//!         ● M
//! ```
//!
//! The first edge that the diagonal goes *into* counts. It needs no inside, so strands hold vertices too, on the side of the centre. Parallel
//! segments never meet. A body whose centre is already in the other one is not held, concave bodies are held by edges that their
//! diagonals cross outside of their matter, and what has no outline (points, ropes) has no diagonals.

use super::{Found, Seen};
use crate::contact::feature::right_of;
use crate::math::cross;
use glam::Vec2;

pub(super) fn find(vertex: &Seen<'_>, index: u32, centre: Vec2, target: &Seen<'_>) -> Option<Found> {
    let diagonal = vertex.place(index) - centre;
    if vertex.rest.outline.loops.is_empty() {
        return None;
    }
    let mut first: Option<(f32, Found)> = None;
    for (k, edge) in target.rest.contact.edges.iter().enumerate() {
        let (a, b) = target.ends(k as u32);
        let across = cross(diagonal, b - a);
        let outward = right_of(a, b);
        let normal = if edge.solid || diagonal.dot(outward) <= 0.0 { outward } else { -outward };
        if across == 0.0 || diagonal.dot(normal) >= 0.0 {
            continue;
        }
        let t1 = cross(a - centre, b - a) / across;
        let t2 = cross(a - centre, diagonal) / across;
        let meets = (0.0..1.0).contains(&t1) && (0.0..1.0).contains(&t2);
        if meets && first.is_none_or(|(earliest, _)| t1 < earliest) {
            let depth = (1.0 - t1) * -diagonal.dot(normal);
            first = Some((t1, Found { particle: index, edge: k as u32, t: t2, normal, depth }));
        }
    }
    first.map(|(_, contact)| contact)
}
