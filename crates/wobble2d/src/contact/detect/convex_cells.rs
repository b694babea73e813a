//! Convex cells: a vertex is in a body if it is in one of its cells, and leaves by the least penetrated outer edge.
//!
//! ```text
//!    ┌────┬────┬────┐     M is in a cell if it is on the inner side of all its sides. Of these only edges of the
//!    │    │  M │    │     outline can hold it; sides between two cells never do.
//!    └────┴────┴────┘
//! ```
//!
//! Cells are convex at rest; a side that is bent inward makes its cell miss vertices. A vertex in a cell without outer edges, deep inside, is
//! not held at all, and one that comes in at the tip of a cell whose outer edge is on the far side is sent there. Cells of the outer
//! layer, such as lattices and two-layer rings bring, have no such tips; those that an outline is cut into do. Hollow bodies have no cells.

use super::{Found, Seen};
use crate::contact::feature::{along, right_of};
use glam::Vec2;

pub(super) fn find(vertex: &Seen<'_>, index: u32, target: &Seen<'_>) -> Option<Found> {
    let p = vertex.place(index);
    let mut best: Option<Found> = None;
    for cell in target.rest.convex_cells() {
        let mut least: Option<Found> = None;
        let mut inside = true;
        for side in cell {
            let [a, b] = side.ends.map(|end| target.place(end));
            let normal = right_of(a, b);
            let depth = -(p - a).dot(normal);
            // A side without length bounds nothing.
            inside &= depth > 0.0 || normal == Vec2::ZERO;
            if let Some(edge) = side.edge
                && normal != Vec2::ZERO
                && least.is_none_or(|least| depth < least.depth)
            {
                least = Some(Found { particle: index, edge, t: along(p, a, b).clamp(0.0, 1.0), normal, depth });
            }
        }
        if inside {
            let nearer = |found: &Found| best.is_none_or(|best| found.depth < best.depth);
            best = least.filter(nearer).or(best);
        }
    }
    best
}
