//! Where a vertex is in relation to an edge, and to which edge it has moved on.
//!
//! ```text
//!            outside
//!      ∖   corner   ∕            A vertex whose foot leaves its edge walks on to the next one. Between two edges that turn
//!       ∖  region  ∕             away from each other lies a region that belongs to neither: there the corner itself is
//!   ─────●────────●─────         touched, and the normal points from the corner to the vertex.
//!    edge  inside   edge
//! ```

use super::shape::ContactShape;
use crate::math::cross;
use glam::Vec2;

/// A vertex over an edge: what a contact needs to know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Footing {
    /// The edge it is over now.
    pub edge: u32,
    /// Where on the edge, 0 at its beginning, 1 at its end.
    pub t: f32,
    /// From the edge to the side the vertex belongs on.
    pub normal: Vec2,
    /// How far on that side it is; negative when it is on the wrong one. `[m]`
    pub distance: f32,
}

/// An edge is shorter than this: take it for a point. `[m²]`
pub(crate) const SHORT: f32 = 1e-12;

/// How many edges a vertex walks in one substep at most.
const LONGEST_WALK: u32 = 4;

/// Finds the footing of a vertex at `p`, starting from an edge. `side` is 1 for the right of an edge (the outside of a loop), −1 for the
/// left of a strand. `place` tells where a point is.
#[inline(always)]
pub(crate) fn footing(shape: &ContactShape, start: u32, side: f32, p: Vec2, place: impl Fn(u32) -> Vec2) -> Footing {
    let mut edge = start;
    for _ in 0..LONGEST_WALK {
        let here = &shape.edges[edge as usize];
        let (a, b) = (place(here.a), place(here.b));
        let t = along(p, a, b);
        let (neighbour, corner) = if t < 0.0 {
            (here.before, 0.0)
        } else if t > 1.0 {
            (here.after, 1.0)
        } else {
            let normal = side * right_of(a, b);
            return Footing { edge, t, normal, distance: (p - a).dot(normal) };
        };
        let Some(neighbour) = neighbour else {
            // Past the end of a strand there is no wrong side.
            let end = if corner == 0.0 { a } else { b };
            return at_corner(edge, corner, p, end, p - end);
        };
        let there = &shape.edges[neighbour as usize];
        let (c, d) = (place(there.a), place(there.b));
        let foot = along(p, c, d);
        let beyond = if corner == 0.0 { foot > 1.0 } else { foot < 0.0 };
        if beyond {
            let outward = side * (right_of(a, b) + right_of(c, d));
            return at_corner(edge, corner, p, if corner == 0.0 { a } else { b }, outward);
        }
        edge = neighbour;
    }
    let here = &shape.edges[edge as usize];
    let (a, b) = (place(here.a), place(here.b));
    let normal = side * right_of(a, b);
    Footing { edge, t: along(p, a, b).clamp(0.0, 1.0), normal, distance: (p - a).dot(normal) }
}

/// The footing of a vertex that is outside and behind an edge, and must stay there; nothing once it goes round the end of the edge. Past an end
/// it is still held by the corner if it was behind the next edge too. Places as for [`way_in`].
#[inline(always)]
pub(crate) fn behind(
    shape: &ContactShape,
    edge: u32,
    [p0, p]: [Vec2; 2],
    was: impl Fn(u32) -> Vec2,
    place: impl Fn(u32) -> Vec2,
) -> Option<Footing> {
    let here = &shape.edges[edge as usize];
    let (a, b) = (place(here.a), place(here.b));
    let t = along(p, a, b);
    if (0.0..=1.0).contains(&t) {
        let normal = -right_of(a, b);
        return Some(Footing { edge, t, normal, distance: (p - a).dot(normal) });
    }
    let (neighbour, corner, t) = if t < 0.0 { (here.before?, a, 0.0) } else { (here.after?, b, 1.0) };
    let there = &shape.edges[neighbour as usize];
    let (c0, d0) = (was(there.a), was(there.b));
    let normal = -(right_of(a, b) + right_of(place(there.a), place(there.b))).normalize_or_zero();
    (cross(d0 - c0, p0 - c0) > 0.0).then(|| Footing { edge, t, normal, distance: (p - corner).dot(normal) })
}

/// The edge by which a vertex has come in at a corner, if it is not the one it stands on. In front of a corner a vertex belongs to neither
/// of its two edges, and behind a sharp one it has its foot on both: only its way tells which of them it crossed.
///
/// ```text
///      ∖   ● before           d₀, d₁: from the corner to the vertex, before the substep and after it.
///   out ∖   ∖   ∕ out         The corner is left of the way if d₀ × d₁ > 0: then the way leads
///        ∖   ∖ ∕              over the edge that begins at the corner, else over the one that
///         ∖   ●  now          ends there.
/// ```
/// `was` and `place` tell where a point was before the substep and where it is after it, `p0` and `p` the same of the vertex.
#[inline(always)]
pub(crate) fn way_in(
    shape: &ContactShape,
    now: &Footing,
    side: f32,
    [p0, p]: [Vec2; 2],
    was: impl Fn(u32) -> Vec2,
    place: impl Fn(u32) -> Vec2,
) -> Option<u32> {
    let here = &shape.edges[now.edge as usize];
    let (a0, b0) = (was(here.a), was(here.b));
    // What is over its edge came in where it stands, or has long been in.
    let (neighbour, corner, begins) = match beside(p0, a0, b0)? {
        End::Begin => (here.before?, here.a, 1.0),
        End::End => (here.after?, here.b, -1.0),
    };
    let there = &shape.edges[neighbour as usize];
    let outside = |a: Vec2, b: Vec2| side * cross(b - a, p0 - a) <= 0.0;
    if !outside(a0, b0) && !outside(was(there.a), was(there.b)) {
        return None;
    }
    let over_neighbour = side * begins * cross(p0 - was(corner), p - place(corner)) < 0.0;
    over_neighbour.then_some(neighbour)
}

/// A vertex over a corner: the normal runs between the two, outward.
#[inline(always)]
pub(super) fn at_corner(edge: u32, t: f32, p: Vec2, corner: Vec2, outward: Vec2) -> Footing {
    let apart = p - corner;
    let distance = apart.length();
    let sign = if apart.dot(outward) < 0.0 { -1.0 } else { 1.0 };
    let normal = if distance > 1e-9 { apart * (sign / distance) } else { outward.normalize_or_zero() };
    Footing { edge, t, normal, distance: sign * distance }
}

/// Where on the line a→b the foot of `p` is: 0 at a, 1 at b.
#[inline(always)]
pub(crate) fn along(p: Vec2, a: Vec2, b: Vec2) -> f32 {
    let edge = b - a;
    let square = edge.length_squared();
    if square > SHORT { (p - a).dot(edge) * (1.0 / square) } else { 0.5 }
}

/// An end of an edge.
enum End {
    Begin,
    End,
}

/// Past which end of a→b the foot of `p` is, if it is not between them: as [`along`], without the division.
#[inline(always)]
fn beside(p: Vec2, a: Vec2, b: Vec2) -> Option<End> {
    let edge = b - a;
    let (square, foot) = (edge.length_squared(), (p - a).dot(edge));
    if square > SHORT && foot < 0.0 {
        Some(End::Begin)
    } else if square > SHORT && foot > square {
        Some(End::End)
    } else {
        None
    }
}

/// The unit normal to the right of a→b: outward, for a loop that runs counter-clockwise.
#[inline(always)]
pub(crate) fn right_of(a: Vec2, b: Vec2) -> Vec2 {
    let edge = b - a;
    let square = edge.length_squared();
    // A root and a quotient that do not wait for each other.
    if square > SHORT { Vec2::new(edge.y, -edge.x) * (square.sqrt() * (1.0 / square)) } else { Vec2::ZERO }
}
