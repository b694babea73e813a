//! How well a simulation holds together, in numbers that mean the same for every engine.
//!
//! Nothing here knows how the outlines came about, so the same code scores this engine and its peers.

use crate::blueprint::Keeps;
use crate::math::{cross, encloses, polygon_area};
use crate::world::World;
use glam::Vec2;

/// The outline of one body as it is now, and the area it should have.
#[derive(Clone, Debug, PartialEq)]
pub struct Outline {
    /// Corners, counter-clockwise. `[m]`
    pub corners: Vec<Vec2>,
    /// `[m²]`
    pub rest_area: f32,
}

/// How well a set of outlines holds together.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Quality {
    /// Corners that are not numbers.
    pub nan_points: usize,
    /// The mean of `|A − A₀| / A₀`.
    pub area_error_mean: f32,
    /// The worst of `|A − A₀| / A₀`.
    pub area_error_max: f32,
    /// Outlines whose edges cross each other.
    pub self_crossing: usize,
    /// Corners strictly inside another outline.
    pub points_inside: usize,
    /// The largest area that two outlines share, as a part of the smaller rest area.
    pub overlap_max: f32,
}

/// Scores a set of outlines.
pub fn measure(outlines: &[Outline]) -> Quality {
    let mut quality = Quality::default();
    let boxes: Vec<(Vec2, Vec2)> = outlines.iter().map(bounding_box).collect();
    for (k, outline) in outlines.iter().enumerate() {
        quality.nan_points += outline.corners.iter().filter(|corner| !corner.is_finite()).count();
        let error = (polygon_area(outline.corners.iter().copied()) / outline.rest_area - 1.0).abs();
        quality.area_error_mean += error / outlines.len() as f32;
        quality.area_error_max = quality.area_error_max.max(error);
        quality.self_crossing += usize::from(crosses_itself(&outline.corners));
        for (j, other) in outlines.iter().enumerate().skip(k + 1) {
            if boxes[k].0.cmple(boxes[j].1).all() && boxes[j].0.cmple(boxes[k].1).all() {
                quality.points_inside += outline.corners.iter().filter(|&&corner| encloses(edges(&other.corners), corner)).count();
                quality.points_inside += other.corners.iter().filter(|&&corner| encloses(edges(&outline.corners), corner)).count();
                let shared = overlap(&outline.corners, &other.corners) / outline.rest_area.min(other.rest_area);
                quality.overlap_max = quality.overlap_max.max(shared);
            }
        }
    }
    quality
}

impl World {
    /// The first loop of every body that has one and keeps others outside, as [`measure`] wants it.
    pub fn outlines(&self) -> Vec<Outline> {
        let outline = |body: crate::BodyView<'_>| {
            let corners = body.blueprint().loops().first()?.iter().map(|&index| body.position(index)).collect();
            Some(Outline { corners, rest_area: body.rest_area() })
        };
        self.bodies().filter(|body| body.blueprint().keeps() == Keeps::Outside).filter_map(outline).collect()
    }

    /// How well the world holds together.
    pub fn quality(&self) -> Quality {
        measure(&self.outlines())
    }
}

fn bounding_box(outline: &Outline) -> (Vec2, Vec2) {
    outline.corners.iter().fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(low, high), &p| (low.min(p), high.max(p)))
}

fn edges(corners: &[Vec2]) -> impl ExactSizeIterator<Item = (Vec2, Vec2)> + Clone {
    (0..corners.len()).map(move |k| (corners[k], corners[(k + 1) % corners.len()]))
}

/// Whether any two edges that are not neighbours cross.
fn crosses_itself(corners: &[Vec2]) -> bool {
    let n = corners.len();
    let all = edges(corners).enumerate();
    all.clone().any(|(i, (a, b))| {
        all.clone().skip(i + 2).any(|(j, (c, d))| {
            let apart = !(i == 0 && j == n - 1);
            let side = |p: Vec2, q: Vec2, r: Vec2| cross(q - p, r - p);
            apart && side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
        })
    })
}

/// The area that two simple polygons share. Each is a signed sum of triangles from one place; the shares of all pairs of triangles add up.
fn overlap(a: &[Vec2], b: &[Vec2]) -> f32 {
    let Some(&pivot) = a.first() else { return 0.0 };
    let mut sum = 0.0;
    for (p, q) in edges(a) {
        let first = [Vec2::ZERO, p - pivot, q - pivot];
        let sign = cross(first[1], first[2]);
        for (r, s) in edges(b) {
            let second = [Vec2::ZERO, r - pivot, s - pivot];
            let other = cross(second[1], second[2]);
            if sign != 0.0 && other != 0.0 {
                sum += sign.signum() * other.signum() * shared_by_triangles(oriented(first, sign), oriented(second, other));
            }
        }
    }
    sum.max(0.0)
}

/// Counter-clockwise, given twice the signed area.
fn oriented([o, p, q]: [Vec2; 3], twice: f32) -> [Vec2; 3] {
    if twice > 0.0 { [o, p, q] } else { [o, q, p] }
}

/// The area that two counter-clockwise triangles share: one is cut by the sides of the other.
fn shared_by_triangles(first: [Vec2; 3], second: [Vec2; 3]) -> f32 {
    let mut rest: Vec<Vec2> = first.to_vec();
    for (a, b) in edges(&second) {
        let height = |p: Vec2| cross(b - a, p - a);
        let mut kept = Vec::with_capacity(rest.len() + 1);
        for (p, q) in edges(&rest) {
            let (here, there) = (height(p), height(q));
            if here >= 0.0 {
                kept.push(p);
            }
            if here * there < 0.0 {
                kept.push(p.lerp(q, here / (here - there)));
            }
        }
        rest = kept;
        if rest.len() < 3 {
            return 0.0;
        }
    }
    polygon_area(rest.into_iter())
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    fn square(x: f32, y: f32, size: f32) -> Vec<Vec2> {
        vec![vec2(x, y), vec2(x + size, y), vec2(x + size, y + size), vec2(x, y + size)]
    }

    #[test]
    fn the_shared_area_of_squares_is_what_a_ruler_says() {
        assert!((overlap(&square(0.0, 0.0, 1.0), &square(0.5, 0.75, 1.0)) - 0.125).abs() < 1e-6);
        assert!(overlap(&square(0.0, 0.0, 1.0), &square(2.0, 0.0, 1.0)).abs() < 1e-6);
        assert!((overlap(&square(0.0, 0.0, 3.0), &square(1.0, 1.0, 0.5)) - 0.25).abs() < 1e-5);
    }

    #[test]
    fn a_plus_of_two_bars_has_no_corner_inside_and_yet_overlaps() {
        let bar = |w: f32, h: f32| vec![vec2(-w, -h), vec2(w, -h), vec2(w, h), vec2(-w, h)];
        let outlines = [(1.0, 0.1), (0.1, 1.0)].map(|(w, h)| Outline { corners: bar(w, h), rest_area: 0.4 });
        let quality = measure(&outlines);
        assert_eq!((quality.points_inside, quality.self_crossing), (0, 0));
        assert!((quality.overlap_max - 0.1).abs() < 1e-5, "{quality:?}");
    }

    #[test]
    fn a_concave_outline_shares_only_what_is_really_inside_it() {
        // An L, and a square in its notch.
        let corner = vec![vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 1.0), vec2(1.0, 1.0), vec2(1.0, 2.0), vec2(0.0, 2.0)];
        assert!(overlap(&corner, &square(1.1, 1.1, 0.8)).abs() < 1e-5);
        assert!((overlap(&corner, &square(0.5, 0.5, 1.0)) - 0.75).abs() < 1e-5);
    }

    #[test]
    fn a_bow_tie_crosses_itself_and_a_square_does_not() {
        assert!(crosses_itself(&[vec2(0.0, 0.0), vec2(1.0, 1.0), vec2(1.0, 0.0), vec2(0.0, 1.0)]));
        assert!(!crosses_itself(&square(0.0, 0.0, 1.0)));
    }
}
