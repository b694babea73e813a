//! Small plane geometry. Trigonometry comes from `libm`, which is the same on every machine, and is only used to set things up.

use glam::Vec2;

/// `a.x b.y − a.y b.x`: twice the signed area of the triangle 0, a, b.
#[inline(always)]
pub(crate) fn cross(a: Vec2, b: Vec2) -> f32 {
    a.x * b.y - a.y * b.x
}

/// The unit vector at an angle from the x axis, counter-clockwise. `[rad]`
pub(crate) fn direction(angle: f32) -> Vec2 {
    Vec2::new(libm::cosf(angle), libm::sinf(angle))
}

/// `v` turned counter-clockwise by the angle whose unit vector is `turn`.
#[inline(always)]
pub(crate) fn rotate(v: Vec2, turn: Vec2) -> Vec2 {
    Vec2::new(turn.x * v.x - turn.y * v.y, turn.y * v.x + turn.x * v.y)
}

/// The signed area of a closed polygon, positive when it runs counter-clockwise. `[m²]`
/// Measured from the first corner, which keeps the digits of small shapes far from the origin.
pub(crate) fn polygon_area(corners: impl ExactSizeIterator<Item = Vec2> + Clone) -> f32 {
    let Some(first) = corners.clone().next() else { return 0.0 };
    let mut twice = 0.0;
    let mut before = first;
    for corner in corners {
        twice += cross(before - first, corner - first);
        before = corner;
    }
    0.5 * twice
}

/// Whether both coordinates lie between `-limit` and `limit`. False for what is not a number, unlike a comparison of the maximum.
pub(crate) fn within(v: Vec2, limit: f32) -> bool {
    v.x.abs() <= limit && v.y.abs() <= limit
}

/// Whether a place is inside closed loops of edges: a ray to the right crosses them an odd number of times. Half-open in y, so that a
/// shared corner counts once.
pub(crate) fn encloses(edges: impl Iterator<Item = (Vec2, Vec2)>, p: Vec2) -> bool {
    let crosses = |&(a, b): &(Vec2, Vec2)| (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y);
    edges.filter(crosses).count() % 2 == 1
}

/// Whether two segments cross. Half-open, so that a corner shared by two segments counts once; parallel ones never do.
pub(crate) fn segments_cross([a, b]: [Vec2; 2], [c, d]: [Vec2; 2]) -> bool {
    let left_of = |p: Vec2, q: Vec2, r: Vec2| cross(q - p, r - p) > 0.0;
    left_of(a, b, c) != left_of(a, b, d) && left_of(c, d, a) != left_of(c, d, b)
}
