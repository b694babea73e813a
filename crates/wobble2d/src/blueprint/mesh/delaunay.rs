//! From a contour to triangles, by the crate `spade`.
//!
//! Everything happens in units of the spacing, away from zero, where no number is so small that its digits are lost. Sets of faces that come back from `spade` have no order and
//! are only asked what they contain.

use super::Net;
use super::contour::Contour;
use crate::error::{Error, Result};
use glam::{DVec2, Vec2};
use spade::handles::FixedVertexHandle;
use spade::{AngleLimit, ConstrainedDelaunayTriangulation, Point2, RefinementParameters, Triangulation};
use std::collections::BTreeMap;

/// Circumradius over shortest edge: √2 stands for 20.7°, up to which refinement is known to come to an end.
const LEAST_ANGLE: f64 = core::f64::consts::SQRT_2;

/// The largest triangle, in squares of the spacing; one of even sides has 0.43.
const LARGEST: f64 = 0.9;

/// How far inner points of the pattern stay away from the contour, in spacings.
const MARGIN: f64 = 0.7;

type Delaunay = ConstrainedDelaunayTriangulation<Point2<f64>>;

/// Scaled and moved places.
struct Frame {
    low: Vec2,
    spacing: f32,
}

impl Frame {
    fn enter(&self, place: Vec2) -> DVec2 {
        (place - self.low).as_dvec2() / f64::from(self.spacing) + DVec2::ONE
    }

    fn leave(&self, place: DVec2) -> Vec2 {
        self.low + ((place - DVec2::ONE) * f64::from(self.spacing)).as_vec2()
    }
}

pub(super) fn mesh(contour: &Contour, spacing: f32) -> Result<Net> {
    let loops = contour.divided(spacing);
    let low = loops.iter().flatten().fold(Vec2::INFINITY, |low, &corner| low.min(corner));
    let frame = Frame { low, spacing };
    let boundary: Vec<Vec<DVec2>> =
        loops.iter().map(|corners| corners.iter().map(|&corner| frame.enter(corner)).collect()).collect();
    let mut delaunay = Delaunay::new();
    let mut loops = Vec::new();
    for corners in &boundary {
        let handles: Vec<FixedVertexHandle> = corners.iter().map(|&corner| insert(&mut delaunay, corner)).collect::<Result<_>>()?;
        loops.push(handles);
    }
    for handles in &loops {
        for k in 0..handles.len() {
            let (from, to) = (handles[k], handles[(k + 1) % handles.len()]);
            if !delaunay.can_add_constraint(from, to) {
                return Err(too_fine(frame.leave(boundary[0][0])));
            }
            delaunay.add_constraint(from, to);
        }
    }
    for place in pattern(&boundary) {
        insert(&mut delaunay, place)?;
    }
    refine(&mut delaunay, &frame)
}

fn insert(delaunay: &mut Delaunay, place: DVec2) -> Result<FixedVertexHandle> {
    delaunay.insert(Point2::new(place.x, place.y)).map_err(|_| too_fine(place.as_vec2()))
}

/// Places of an even triangular pattern that are inside, and not too near the contour.
fn pattern(boundary: &[Vec<DVec2>]) -> Vec<DVec2> {
    let edges = || boundary.iter().flat_map(|corners| (0..corners.len()).map(|k| (corners[k], corners[(k + 1) % corners.len()])));
    let cell = |place: DVec2| (place.x as i64, place.y as i64);
    let mut near: BTreeMap<(i64, i64), Vec<DVec2>> = BTreeMap::new();
    for (from, to) in edges() {
        // Pieces are no longer than a spacing, so that their ends and middles stand for them.
        [from, 0.5 * (from + to)].into_iter().for_each(|place| near.entry(cell(place)).or_default().push(place));
    }
    let clear = |place: DVec2| {
        let (x, y) = cell(place);
        let around = (-1..=1).flat_map(|i| (-1..=1).map(move |j| (x + i, y + j)));
        !around.filter_map(|cell| near.get(&cell)).flatten().any(|other| other.distance_squared(place) < MARGIN * MARGIN)
    };
    let height = 0.5 * 3.0f64.sqrt();
    let mut rows: BTreeMap<i64, Vec<f64>> = BTreeMap::new();
    for (from, to) in edges() {
        // Row `k` is at (k + ½) height; half-open, so that a shared corner counts once.
        let row = |y: f64| (y / height - 0.5).ceil() as i64;
        for k in row(from.y.min(to.y))..row(from.y.max(to.y)) {
            let y = (k as f64 + 0.5) * height;
            rows.entry(k).or_default().push(from.x + (to.x - from.x) * (y - from.y) / (to.y - from.y));
        }
    }
    let mut places = Vec::new();
    for (k, mut crossings) in rows {
        let (y, shift) = ((k as f64 + 0.5) * height, 0.5 * (k % 2) as f64);
        crossings.sort_by(f64::total_cmp);
        for span in crossings.chunks_exact(2) {
            let (first, last) = ((span[0] - shift).ceil() as i64, (span[1] - shift).floor() as i64);
            places.extend((first..=last).map(|x| DVec2::new(x as f64 + shift, y)).filter(|&place| clear(place)));
        }
    }
    places
}

fn refine(delaunay: &mut Delaunay, frame: &Frame) -> Result<Net> {
    let most = 4 * delaunay.num_vertices() + 1000;
    let parameters = RefinementParameters::<f64>::new()
        .with_angle_limit(AngleLimit::from_radius_to_shortest_edge_ratio(LEAST_ANGLE))
        .with_max_allowed_area(LARGEST)
        .with_max_additional_vertices(most)
        .exclude_outer_faces(true);
    let result = delaunay.refine(parameters);
    if !result.refinement_complete {
        return Err(too_fine(frame.low));
    }
    let mut outside = vec![false; delaunay.num_all_faces()];
    result.excluded_faces.iter().for_each(|face| outside[face.index()] = true);
    let inside = delaunay.inner_faces().filter(|face| !outside[face.fix().index()]);
    let triangles: Vec<[usize; 3]> = inside.map(|face| face.vertices().map(|vertex| vertex.fix().index())).collect();
    let places: Vec<Vec2> =
        delaunay.vertices().map(|vertex| frame.leave(DVec2::new(vertex.position().x, vertex.position().y))).collect();
    Ok(number(&places, &triangles))
}

/// Numbers the points: those of the loops first, along them, then the others. Points outside are left out.
fn number(places: &[Vec2], triangles: &[[usize; 3]]) -> Net {
    let mut after: BTreeMap<(usize, usize), ()> = BTreeMap::new();
    for &[a, b, c] in triangles {
        after.extend([(a, b), (b, c), (c, a)].map(|edge| (edge, ())));
    }
    let mut next: Vec<Option<usize>> = vec![None; places.len()];
    after.keys().filter(|&&(a, b)| !after.contains_key(&(b, a))).for_each(|&(a, b)| next[a] = Some(b));

    let mut numbers: Vec<Option<u32>> = vec![None; places.len()];
    let mut points = Vec::new();
    let mut give = |vertex: usize, numbers: &mut Vec<Option<u32>>| {
        *numbers[vertex].get_or_insert_with(|| {
            points.push(places[vertex]);
            points.len() as u32 - 1
        })
    };
    let mut loops = Vec::new();
    for first in 0..places.len() {
        let mut corners = Vec::new();
        let mut here = first;
        while let (Some(then), None) = (next[here], numbers[here]) {
            corners.push(give(here, &mut numbers));
            here = then;
        }
        if !corners.is_empty() {
            loops.push(corners);
        }
    }
    let mut used = vec![false; places.len()];
    triangles.iter().flatten().for_each(|&vertex| used[vertex] = true);
    (0..places.len()).filter(|&vertex| used[vertex]).for_each(|vertex| {
        give(vertex, &mut numbers);
    });
    let mut triangles: Vec<[u32; 3]> = triangles
        .iter()
        .map(|corners| {
            let mut corners = corners.map(|vertex| numbers[vertex].unwrap_or(0));
            let least = (0..3).min_by_key(|&k| corners[k]).unwrap_or(0);
            corners.rotate_left(least);
            corners
        })
        .collect();
    triangles.sort_unstable();
    Net { points, triangles, loops }
}

fn too_fine(place: Vec2) -> Error {
    Error::Invalid {
        field: "outline".into(),
        rule: "has details that triangles of this spacing cannot follow [m]",
        value: format!("{place:?}"),
        hint: "use a smaller spacing, or leave narrow gaps and sharp corners out",
    }
}
