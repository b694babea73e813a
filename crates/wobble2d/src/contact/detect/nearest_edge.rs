//! The nearest edge: a vertex inside an outline came in by the edge that it is nearest to.
//!
//! ```text
//!    ┌───────────────┐
//!    │   matter      │     M is inside by the odd-crossing rule. Among the edges that have it on their inner side, the one at the
//!    │     M ●       │     least true distance holds it, and its foot on that edge is the way out.
//!    │       │ depth │
//!    └───────┴───────┘
//! ```
//!
//! Near a sharp corner that is often the wrong edge: the corner of a square that is pushed into another one along a floor is nearer to
//! the bottom than to the side it came by, so both squares slide into each other. The cure, that the mass centre of the
//! vertex's own body must be outside of the edge, is wrong for strongly concave bodies.

use super::{Found, Seen};
use crate::contact::feature::{along, right_of};
use crate::math::encloses;
use glam::Vec2;

/// With `barycentre`, only edges that have it on their outer side count.
pub(super) fn find(vertex: &Seen<'_>, index: u32, barycentre: Option<Vec2>, target: &Seen<'_>) -> Option<Found> {
    let p = vertex.place(index);
    let within = encloses(target.solid_edges().map(|edge| target.ends(edge)), p);
    // The matter of a hollow body is outside of its loops.
    if within == target.rest.contact.is_hollow() {
        return None;
    }
    let mut nearest: Option<Found> = None;
    for edge in target.solid_edges() {
        let (a, b) = target.ends(edge);
        let outward = right_of(a, b);
        // An edge without length faces nowhere.
        let inner_side = outward != Vec2::ZERO && (p - a).dot(outward) <= 0.0;
        let counts = inner_side && barycentre.is_none_or(|centre| (centre - a).dot(outward) > 0.0);
        let t = along(p, a, b).clamp(0.0, 1.0);
        let out = a.lerp(b, t) - p;
        let depth = out.length();
        if counts && nearest.is_none_or(|nearest| depth < nearest.depth) {
            let normal = if depth > 0.0 { out / depth } else { outward };
            nearest = Some(Found { particle: index, edge, t, normal, depth });
        }
    }
    nearest
}
