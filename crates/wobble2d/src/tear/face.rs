//! The faces of a body: the patches of matter between its links, whose boundary is its outline.
//!
//! ```text
//!   ┌───┬───┐      A lattice and a mesh know them. Of any other body they are the faces of the plane graph
//!   │ ╳ │ ╳ │      of its outline and of those links that no other link crosses: four-cornered here, since
//!   └───┴───┘      the diagonals cross.
//! ```
//! A body whose links divide its inside nowhere, such as a ball, is *hollow*: it has no faces, and its outline is its skin.

use crate::blueprint::{Cover, Rest};
use crate::math::polygon_area;
use glam::DVec2;
use std::sync::OnceLock;

/// The faces of a blueprint, counter-clockwise. Those of a torn body are given, since they no longer follow from its links: a hole would be
/// taken for a large face.
#[derive(Clone, Debug, Default)]
pub(crate) struct Faces {
    pub given: Option<Vec<Vec<u32>>>,
    found: OnceLock<Vec<Vec<u32>>>,
}

impl Faces {
    pub(crate) fn new(given: Option<Vec<Vec<u32>>>) -> Self {
        Self { given, found: OnceLock::new() }
    }
}

/// Faces that were found follow from the rest of the blueprint.
impl PartialEq for Faces {
    fn eq(&self, other: &Self) -> bool {
        self.given == other.given
    }
}

/// Faces fill an outline if their areas differ by no more than this part.
const SAME_AREA: f32 = 1e-3;

impl Rest {
    /// The faces; none of a hollow body and of one without an outline.
    pub(crate) fn faces(&self) -> &[Vec<u32>] {
        self.faces.given.as_deref().unwrap_or_else(|| self.faces.found.get_or_init(|| self.find_faces()))
    }

    fn find_faces(&self) -> Vec<Vec<u32>> {
        if self.outline.loops.is_empty() {
            return Vec::new();
        }
        let cover: &[[u32; 3]] = if let Cover::Triangles(triangles) = &self.cover { triangles } else { &[] };
        let elements = self.triangle_list.iter().map(|(corners, _)| corners.to_vec()).collect();
        let known = [elements, self.cells.clone(), cover.iter().map(|corners| corners.to_vec()).collect()];
        known
            .into_iter()
            .map(|faces: Vec<Vec<u32>>| self.counter_clockwise(faces))
            .find(|faces| self.filled_by(faces))
            .or_else(|| Some(self.plane_faces()).filter(|faces| faces.len() > self.outline.loops.len() && self.filled_by(faces)))
            .or_else(|| self.shape.map(|_| self.cut_outline()).filter(|faces| self.filled_by(faces)))
            .unwrap_or_default()
    }

    fn filled_by(&self, faces: &[Vec<u32>]) -> bool {
        let area: f32 = faces.iter().map(|corners| self.face_area(corners)).sum();
        !faces.is_empty() && (area - self.area).abs() <= SAME_AREA * self.area
    }

    fn face_area(&self, corners: &[u32]) -> f32 {
        polygon_area(corners.iter().map(|&index| self.points[index as usize].position))
    }

    fn counter_clockwise(&self, mut faces: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
        faces.iter_mut().filter(|corners| self.face_area(corners) < 0.0).for_each(|corners| corners.reverse());
        faces
    }

    /// The bounded faces of the plane graph of outline and uncrossed links, without those of holes.
    fn plane_faces(&self) -> Vec<Vec<u32>> {
        let graph =
            PlaneGraph::new(self.points.len(), &self.plane_sides(), |index| self.points[index as usize].position.as_dvec2());
        let mut outer: Vec<[u32; 2]> = self.outline.loops.iter().flat_map(|corners| around(corners)).collect();
        outer.sort_unstable();
        let outside = |corners: &[u32]| around(corners).any(|[a, b]| outer.binary_search(&[b, a]).is_ok());
        graph.faces().into_iter().filter(|corners| self.face_area(corners) > 0.0 && !outside(corners)).collect()
    }

    /// The edges of the outline, and the links that nothing crosses and that lead somewhere. Sorted, the lower end first.
    fn plane_sides(&self) -> Vec<[u32; 2]> {
        let mut outer: Vec<[u32; 2]> = self.outline.loops.iter().flat_map(|corners| around(corners)).map(low_first).collect();
        outer.sort_unstable();
        let links = self.spring_list.iter().map(|(ends, _)| *ends).chain(self.stick_list.iter().map(|(ends, _)| *ends));
        let mut all: Vec<[u32; 2]> = links.map(low_first).chain(outer.iter().copied()).collect();
        all.sort_unstable();
        all.dedup();
        let crossed = self.crossed(&all);
        let mut sides: Vec<[u32; 2]> = all
            .into_iter()
            .zip(crossed)
            .filter(|(side, crossed)| !crossed || outer.binary_search(side).is_ok())
            .map(|(side, _)| side)
            .collect();
        self.prune(&mut sides);
        sides
    }

    /// Takes away what ends blindly.
    fn prune(&self, sides: &mut Vec<[u32; 2]>) {
        loop {
            let mut degree = vec![0u32; self.points.len()];
            sides.iter().flatten().for_each(|&end| degree[end as usize] += 1);
            let before = sides.len();
            sides.retain(|ends| ends.iter().all(|&end| degree[end as usize] > 1));
            if sides.len() == before {
                return;
            }
        }
    }

    /// Which links others cross, or touch between their ends. By a sweep from left to right.
    fn crossed(&self, links: &[[u32; 2]]) -> Vec<bool> {
        let segments: Vec<[DVec2; 2]> =
            links.iter().map(|ends| ends.map(|index| self.points[index as usize].position.as_dvec2())).collect();
        let low = |k: usize| segments[k][0].min(segments[k][1]);
        let high = |k: usize| segments[k][0].max(segments[k][1]);
        let mut order: Vec<usize> = (0..links.len()).collect();
        order.sort_by(|&i, &j| low(i).x.total_cmp(&low(j).x).then(i.cmp(&j)));
        let mut crossed = vec![false; links.len()];
        for (at, &i) in order.iter().enumerate() {
            for &j in order[at + 1..].iter().take_while(|&&j| low(j).x <= high(i).x) {
                if low(j).y <= high(i).y && low(i).y <= high(j).y {
                    let [one, other] = crossing(segments[i], segments[j]);
                    crossed[i] |= one;
                    crossed[j] |= other;
                }
            }
        }
        crossed
    }
}

/// Nearer than this to the end of a link, as a part of it, or to its line, is at the end or on the line.
const NEAR: f64 = 1e-4;

/// Whether the first of two segments is crossed or touched between its ends by the second, and the other way round.
fn crossing([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> [bool; 2] {
    let on = |[a, b]: [DVec2; 2], p: DVec2| {
        let (along, way) = (b - a, p - a);
        let square = along.length_squared().max(f64::MIN_POSITIVE);
        let t = along.dot(way) / square;
        along.perp_dot(way).abs() <= NEAR * square && t > NEAR && t < 1.0 - NEAR
    };
    let side = |[a, b]: [DVec2; 2], p: DVec2| {
        let (turn, least) = ((b - a).perp_dot(p - a), NEAR * (b - a).length_squared());
        if turn > least {
            1
        } else if turn < -least {
            -1
        } else {
            0
        }
    };
    let opposite = |segment: [DVec2; 2], [p, q]: [DVec2; 2]| side(segment, p) * side(segment, q) < 0;
    let through = opposite([a, b], [c, d]) && opposite([c, d], [a, b]);
    [through || on([a, b], c) || on([a, b], d), through || on([c, d], a) || on([c, d], b)]
}

/// Points and the sides between them, in the plane, none across another.
struct PlaneGraph {
    /// For each point where its neighbours begin; one more at the end.
    begins: Vec<usize>,
    /// Counter-clockwise around each point.
    neighbours: Vec<u32>,
}

impl PlaneGraph {
    fn new(count: usize, sides: &[[u32; 2]], place: impl Fn(u32) -> DVec2) -> Self {
        let ways = sides.iter().flat_map(|&[a, b]| [[a, b], [b, a]]);
        let angle = |[from, to]: [u32; 2]| {
            let way = place(to) - place(from);
            libm::atan2(way.y, way.x)
        };
        let mut ways: Vec<([u32; 2], f64)> = ways.map(|way| (way, angle(way))).collect();
        ways.sort_by(|(one, a), (other, b)| one[0].cmp(&other[0]).then(a.total_cmp(b)).then(one[1].cmp(&other[1])));
        let begins = (0..=count).map(|point| ways.partition_point(|(way, _)| (way[0] as usize) < point)).collect();
        Self { begins, neighbours: ways.iter().map(|(way, _)| way[1]).collect() }
    }

    /// All faces, their sides walked with the face to the left. The outermost come out clockwise.
    fn faces(&self) -> Vec<Vec<u32>> {
        let mut walked = vec![false; self.neighbours.len()];
        let mut faces = Vec::new();
        for point in 0..self.begins.len() - 1 {
            for first in self.begins[point]..self.begins[point + 1] {
                let (mut from, mut way) = (point as u32, first);
                let mut corners = Vec::new();
                while !walked[way] {
                    walked[way] = true;
                    corners.push(from);
                    (from, way) = (self.neighbours[way], self.next(from, way));
                }
                if !corners.is_empty() {
                    faces.push(corners);
                }
            }
        }
        faces
    }

    /// The way on from where a way leads: the next clockwise from where it came.
    fn next(&self, from: u32, way: usize) -> usize {
        let to = self.neighbours[way] as usize;
        let own = self.begins[to]..self.begins[to + 1];
        let back = own.clone().find(|&k| self.neighbours[k] == from).unwrap_or(own.start);
        if back == own.start { own.end - 1 } else { back - 1 }
    }
}

/// The edges of a closed loop.
pub(super) fn around(corners: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    (0..corners.len()).map(|k| [corners[k], corners[(k + 1) % corners.len()]])
}

/// An edge by which it is known from both sides.
pub(super) fn low_first([a, b]: [u32; 2]) -> [u32; 2] {
    [a.min(b), a.max(b)]
}

#[cfg(test)]
mod tests {
    use crate::blueprint::{Ball, Cloth, Lattice, Truss};

    #[test]
    fn a_cloth_has_the_faces_of_a_lattice_and_a_ball_has_none() {
        let cloth = Cloth { columns: 7, rows: 5, ..Cloth::default() }.build().unwrap();
        let lattice = Lattice { columns: 7, rows: 5, spacing: 0.1, ..Lattice::default() }.build().unwrap();
        let sorted = |faces: &[Vec<u32>]| {
            let mut sorted: Vec<Vec<u32>> = faces.to_vec();
            sorted.iter_mut().for_each(|corners| corners.sort_unstable());
            sorted.sort_unstable();
            sorted
        };
        assert_eq!(cloth.0.faces().len(), 24);
        assert_eq!(sorted(cloth.0.faces()), sorted(lattice.0.faces()));
        assert!(Ball::default().build().unwrap().0.faces().is_empty());
    }

    #[test]
    fn the_faces_of_a_girder_are_its_bays() {
        let girder = Truss::default().build().unwrap();
        assert_eq!(girder.0.faces().len(), 5);
        assert!(girder.0.faces().iter().all(|corners| corners.len() == 4));
    }
}
