//! Rounded edges: where an outline bends evenly, an edge stands for an arc of a circle.
//!
//! ```text
//!        ____
//!      ╱      ╲        Edge a→b of an outline that turns by θ/2 at both ends. The arc through a and b that turns by θ
//!     a────────b       has the radius ℓ / (2 sin(θ/2)) and its centre on the inner side.
//!      ╲  θ   ╱
//!       ╲    ╱         A polygon rolls like a rimless wheel: it loses energy at every corner. Its arcs roll like the
//!          o           circle that the polygon stands for (eq. 90).
//! ```

use crate::math::cross;
use glam::Vec2;

/// A vertex that turns by more than this is a corner: about 35°, as its sine.
const CORNER_SINE: f32 = 0.574;

/// An edge is rounded only between neighbours whose lengths are within this ratio of its own: a plank with rounded ends keeps its flat sides.
const ALIKE: f32 = 1.5;

/// The arc that an edge stands for, in the coordinates of the blueprint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Arc {
    /// `[m]`
    pub centre: Vec2,
    /// `[m]`
    pub radius: f32,
    /// The sine of the angle from its middle to either end.
    pub half_sine: f32,
    /// Its height over the edge, as a part of the edge's length. On a soft body it is a parabola of that height over the edge as it is now.
    pub bulge: f32,
}

impl Arc {
    /// The arc of the edge from the second to the third of four corners in a row of a solid, counter-clockwise outline; `None` for a straight edge.
    pub(crate) fn of([before, a, b, after]: [Vec2; 4]) -> Option<Self> {
        let edges = [a - before, b - a, after - b];
        let [first, length, last] = edges.map(Vec2::length);
        let alike = |other: f32| other <= ALIKE * length && length <= ALIKE * other;
        if !(length > 0.0 && alike(first) && alike(last)) {
            return None;
        }
        let turn = |from: Vec2, to: Vec2, lengths: f32| cross(from, to) / lengths;
        let [at_a, at_b] = [turn(edges[0], edges[1], first * length), turn(edges[1], edges[2], length * last)];
        let ahead = edges[0].dot(edges[1]) > 0.0 && edges[1].dot(edges[2]) > 0.0;
        let bends = |sine: f32| sine > 1e-3 && sine < CORNER_SINE;
        if !(ahead && bends(at_a) && bends(at_b)) {
            return None;
        }
        // An edge turns by half of what the outline turns at either end; the flatter end decides, so that no arc bulges beyond its neighbour.
        let sine = at_a.min(at_b);
        let half_cosine = (0.5 * (1.0 + (1.0 - sine * sine).sqrt())).sqrt();
        let half_sine = sine / (2.0 * half_cosine);
        let radius = length / (2.0 * half_sine);
        let inward = edges[1].perp() / length;
        let bulge = 0.5 * (1.0 - half_cosine) / half_sine;
        Some(Self { centre: 0.5 * (a + b) + radius * half_cosine * inward, radius, half_sine, bulge })
    }
}

#[cfg(test)]
mod tests {
    use super::Arc;
    use crate::math::direction;
    use core::f32::consts::TAU;
    use glam::{Vec2, vec2};

    fn polygon(corners: u32) -> [Vec2; 4] {
        [0, 1, 2, 3].map(|k| vec2(3.0, -2.0) + 0.7 * direction(TAU * k as f32 / corners as f32))
    }

    #[test]
    fn the_arcs_of_a_regular_polygon_are_those_of_its_circle() {
        for corners in [12, 16, 32, 90] {
            let arc = Arc::of(polygon(corners)).unwrap();
            assert!((arc.radius - 0.7).abs() < 2e-4 && arc.centre.distance(vec2(3.0, -2.0)) < 2e-4, "{corners}: {arc:?}");
            let half = libm::sinf(0.5 * TAU / corners as f32);
            assert!((arc.half_sine - half).abs() < 1e-4 * half, "{corners}: {arc:?}");
        }
    }

    #[test]
    fn corners_straight_runs_dents_and_long_sides_are_not_rounded() {
        assert_eq!(Arc::of(polygon(6)), None);
        assert_eq!(Arc::of([vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(2.0, 0.0), vec2(3.0, 0.0)]), None);
        let mut dent = polygon(20);
        dent.reverse();
        assert_eq!(Arc::of(dent), None);
        let [before, a, b, after] = polygon(20);
        assert_eq!(Arc::of([before, a, b + 3.0 * (b - a), after + 3.0 * (b - a)]), None);
    }
}
