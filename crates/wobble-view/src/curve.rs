//! Smooth lines through points, sharp where they are to be sharp.
//!
//! ```text
//!        B1 ·───· B2
//!      p1 •       • p2        a Catmull–Rom spline, written as one Bézier curve per edge
//!        ╱         ╲
//!    p0 •           • p3
//! ```
//! Centripetal (Yuksel, Schaefer and Keyser 2011): it neither loops nor overshoots where points crowd, as they do on a dented ball.

use crate::lines::Lines;
use glam::Vec2;

/// How far the drawn line may be from the true curve. `[px]`
const TOLERANCE: f32 = 0.2;

/// More pieces than this are not worth drawing on any screen.
const MOST_PIECES: f32 = 24.0;

/// A line through points. `[px]`
#[derive(Clone, Copy)]
pub(crate) struct Curve<'a> {
    pub points: &'a [Vec2],
    /// Whether the line turns sharply at a point; as many as points.
    pub sharp: &'a [bool],
    pub closed: bool,
}

impl Curve<'_> {
    /// Adds the line, with points between the points wherever it is bent. `roots` is memory to be used again.
    pub fn trace(&self, roots: &mut Vec<f32>, lines: &mut Lines) {
        let n = self.points.len();
        let edges = if self.closed { n } else { n.saturating_sub(1) };
        // The square root of every edge's length, for both of its handles and those of its neighbours.
        roots.clear();
        roots.extend((0..n).map(|i| self.points[i].distance(self.points[(i + 1) % n]).sqrt()));
        for i in 0..edges {
            self.edge(i, roots, lines);
        }
        if let (false, Some(&last)) = (self.closed, self.points.last()) {
            lines.go_to(last);
        }
        lines.finish();
    }

    /// Adds the points of one edge, without the last.
    fn edge(&self, i: usize, roots: &[f32], lines: &mut Lines) {
        let n = self.points.len();
        let (last, next) = (if i == 0 { n - 1 } else { i - 1 }, if i + 1 == n { 0 } else { i + 1 });
        let (p1, p2) = (self.points[i], self.points[next]);
        let before = (!self.is_end(i)).then(|| handle([self.points[last], p1, p2], [roots[last], roots[i]]));
        let beyond = if next + 1 == n { 0 } else { next + 1 };
        let after = (!self.is_end(next)).then(|| handle([self.points[beyond], p2, p1], [roots[next], roots[i]]));
        let bezier = match (before, after) {
            (None, None) => [p1, p1.lerp(p2, 1.0 / 3.0), p1.lerp(p2, 2.0 / 3.0), p2],
            // At a sharp end nothing pulls the curve aside: it leaves towards its other handle.
            (None, Some(b2)) => [p1, p1.midpoint(b2), b2, p2],
            (Some(b1), None) => [p1, b1, b1.midpoint(p2), p2],
            (Some(b1), Some(b2)) => [p1, b1, b2, p2],
        };
        lines.go_to(p1);
        let pieces = pieces(bezier);
        (1..pieces).for_each(|k| lines.go_to(at(bezier, k as f32 / pieces as f32)));
    }

    fn is_end(&self, i: usize) -> bool {
        self.sharp[i] || (!self.closed && (i == 0 || i + 1 == self.points.len()))
    }
}

/// The Bézier handle of the edge from `p1` to `p2` near `p1`, after `p0`; with the roots of both lengths.
fn handle([p0, p1, p2]: [Vec2; 3], [a, b]: [f32; 2]) -> Vec2 {
    let divisor = 3.0 * a * (a + b);
    if divisor > 1e-6 { p1 + (a * a * (p2 - p1) - b * b * (p0 - p1)) / divisor } else { p1 }
}

/// Into how many straight pieces a Bézier curve must be divided.
fn pieces([p1, b1, b2, p2]: [Vec2; 4]) -> u32 {
    let bend = (p1 - 2.0 * b1 + b2).length_squared().max((b1 - 2.0 * b2 + p2).length_squared());
    // Most edges are short on the screen: one piece will do, and no root need be taken.
    if bend <= (TOLERANCE / 0.75) * (TOLERANCE / 0.75) {
        return 1;
    }
    (0.75 * bend.sqrt() / TOLERANCE).sqrt().ceil().clamp(1.0, MOST_PIECES) as u32
}

fn at([p1, b1, b2, p2]: [Vec2; 4], t: f32) -> Vec2 {
    let s = 1.0 - t;
    s * s * s * p1 + 3.0 * s * s * t * b1 + 3.0 * s * t * t * b2 + t * t * t * p2
}

#[cfg(test)]
mod tests {
    use super::Curve;
    use crate::lines::Lines;
    use core::f32::consts::TAU;
    use glam::{Vec2, vec2};

    fn trace(points: &[Vec2], sharp: &[bool], closed: bool) -> Vec<Vec2> {
        let mut lines = Lines::default();
        Curve { points, sharp, closed }.trace(&mut Vec::new(), &mut lines);
        lines.points().to_vec()
    }

    fn circle(n: u32, radius: f32) -> Vec<Vec2> {
        let angle = |i: u32| TAU * i as f32 / n as f32;
        (0..n).map(|i| radius * vec2(libm::cosf(angle(i)), libm::sinf(angle(i)))).collect()
    }

    #[test]
    fn sixteen_points_look_round() {
        let line = trace(&circle(16, 50.0), &[false; 16], true);
        assert!(line.len() > 32, "{} points", line.len());
        for (i, point) in line.iter().enumerate() {
            let middle = point.midpoint(line[(i + 1) % line.len()]);
            assert!((point.length() - 50.0).abs() < 0.15, "{point}");
            assert!(middle.length() > 49.7, "an edge of the sixteen-gon would come as near as 49.04: {}", middle.length());
        }
    }

    #[test]
    fn a_square_with_sharp_corners_stays_a_square() {
        let square = [vec2(0.0, 0.0), vec2(100.0, 0.0), vec2(100.0, 100.0), vec2(0.0, 100.0)];
        assert_eq!(trace(&square, &[true; 4], true), square);
    }

    #[test]
    fn a_bent_side_is_smooth_and_its_corners_are_where_they_were() {
        let bent = [vec2(0.0, 0.0), vec2(50.0, -10.0), vec2(100.0, 0.0), vec2(100.0, 100.0), vec2(0.0, 100.0)];
        let line = trace(&bent, &[true, false, true, true, true], true);
        assert!(line.len() > bent.len());
        assert!(bent.iter().all(|corner| line.contains(corner)));
        let (low, high) = (line.iter().copied().reduce(Vec2::min), line.iter().copied().reduce(Vec2::max));
        assert_eq!(high, Some(vec2(100.0, 100.0)), "nothing bulges past the straight sides");
        assert!(low.is_some_and(|low| low.x == 0.0 && low.y > -11.0), "{low:?}");
    }

    #[test]
    fn a_straight_rope_needs_no_points_between() {
        let rope = [vec2(0.0, 0.0), vec2(10.0, 5.0), vec2(20.0, 10.0), vec2(30.0, 15.0)];
        assert_eq!(trace(&rope, &[false; 4], false), rope);
    }

    #[test]
    fn points_that_coincide_do_no_harm() {
        let heap = [vec2(1.0, 1.0), vec2(1.0, 1.0), vec2(1.0, 1.0), vec2(5.0, 1.0)];
        assert!(trace(&heap, &[false; 4], true).iter().all(|point| point.is_finite()));
        assert_eq!(trace(&[], &[], false), []);
        assert_eq!(trace(&heap[..1], &[false], false), [vec2(1.0, 1.0)]);
    }
}
