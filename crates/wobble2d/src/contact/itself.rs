//! A body that meets itself: rope that piles up, cloth that folds, a balloon that is squeezed flat.
//!
//! ```text
//!        ●                 over an edge: the vertex stays on the side on which it came over it
//!   ─────┼──────●
//!   a    t      b   ● ↗    past an end: no side; the two are only kept a skin apart
//! ```
//!
//! Where two parts of one body meet there is no inside to tell right from wrong. So a vertex is watched against *every* edge nearby but its own, each by itself and
//! without walking from one to the next. It takes its side when it comes over an edge, and forgets it when it leaves over an end.

use super::feature::{Footing, along, at_corner, right_of};
use super::shape::ContactShape;
use crate::body::Body;
use glam::Vec2;

/// The room around a vertex within which edges of its own body are watched, beside what the motion needs. `[m]`
pub(super) fn margin(body: &Body) -> f32 {
    body.blueprint.0.contact.shortest_edge * body.tuning.size
}

/// The gap that parts of a body keep, at most, as a part of its shortest edge: well below 1, or neighbours would push each other.
pub(super) const SKIN: f32 = 0.2;

/// Whether a vertex and an edge are joined, or nearer to each other at rest than would let them lie still.
pub(super) fn belong_together(body: &Body, index: u32, edge: u32, skin: f32) -> bool {
    let here = body.blueprint.0.contact.edges[edge as usize];
    let at_rest = |index: u32| body.blueprint.points()[index as usize].position * body.tuning.size;
    let (a, b, p) = (at_rest(here.a), at_rest(here.b), at_rest(index));
    here.a == index || here.b == index || (a + along(p, a, b).clamp(0.0, 1.0) * (b - a)).distance(p) < 2.0 * skin
}

/// Where a vertex stands over an edge of its own body, and the side it takes; 0 is none yet. `was` and `is` tell where a point was before the substep
/// and where it is after it, `p0` and `p` the same of the vertex.
#[inline(always)]
pub(super) fn footing(
    shape: &ContactShape,
    edge: u32,
    side: f32,
    [p0, p]: [Vec2; 2],
    was: impl Fn(u32) -> Vec2,
    is: impl Fn(u32) -> Vec2,
) -> (Footing, f32) {
    let here = &shape.edges[edge as usize];
    let (a, b) = (is(here.a), is(here.b));
    let t = along(p, a, b);
    if !(0.0..=1.0).contains(&t) {
        let (t, end) = if t < 0.0 { (0.0, a) } else { (1.0, b) };
        return (at_corner(edge, t, p, end, p - end), 0.0);
    }
    let normal = right_of(a, b);
    let distance = (p - a).dot(normal);
    let side = if side == 0.0 {
        // Before the substep nothing had crossed yet; but it may not have been over the edge.
        let (a0, b0) = (was(here.a), was(here.b));
        let before = (p0 - a0).dot(right_of(a0, b0));
        let came = if (0.0..=1.0).contains(&along(p0, a0, b0)) { before } else { distance };
        if came < 0.0 { -1.0 } else { 1.0 }
    } else {
        side
    };
    (Footing { edge, t, normal: side * normal, distance: side * distance }, side)
}
