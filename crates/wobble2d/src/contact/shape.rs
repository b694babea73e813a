//! The parts of a body that can touch: edges and vertices, in chunks small enough to be found by a box.
//!
//! ```text
//!   loop:    closed, solid on its left; its edges push outward, to the right
//!   hollow:  a loop turned inside out: solid on its right, so its contact edges run the other way round
//!   membrane: a loop that is touched from both sides, and keeps inside what is inside
//!   strand:  open, such as a rope; its edges push to whichever side a vertex came from
//!   a body with neither is touched at its points
//! ```

use super::arc::Arc;
use crate::blueprint::Point;
use crate::math::cross;
use core::ops::Range;
use glam::Vec2;

/// An edge from point `a` to point `b`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Edge {
    pub a: u32,
    pub b: u32,
    /// The edge that ends at `a`, if there is one.
    pub before: Option<u32>,
    /// The edge that begins at `b`, if there is one.
    pub after: Option<u32>,
    /// Part of a loop, so with an inside.
    pub solid: bool,
    /// The point before `a` and the one after `b`, if there are both.
    pub around: Option<[u32; 2]>,
    /// What it stands for where the outline of a solid bends evenly.
    pub arc: Option<Arc>,
}

/// Some neighbouring vertices and edges.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Chunk {
    pub vertices: Range<u32>,
    pub edges: Range<u32>,
    /// The vertices, and the end of the last edge, which may be a vertex of the next chunk.
    pub points: Vec<u32>,
    /// Whether these follow one another.
    pub in_a_row: bool,
}

impl Chunk {
    fn new(points: Vec<u32>, vertices: Range<u32>, edges: Range<u32>) -> Self {
        let in_a_row = points.windows(2).all(|two| two[1] == two[0] + 1);
        Self { vertices, edges, points, in_a_row }
    }
}

/// Where an outline keeps other bodies.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Keeps {
    /// Outside: the body is solid.
    #[default]
    Outside,
    /// Inside: everything but its inside is solid, as a bowl, a drum, or a balloon full of balls.
    Inside,
    /// On the side they are on: a skin that is touched from both sides.
    Apart,
}

/// What of a body can touch.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ContactShape {
    /// Loop by loop, then strand by strand.
    pub edges: Vec<Edge>,
    /// Points, in the order of the edges that begin at them.
    pub vertices: Vec<u32>,
    pub chunks: Vec<Chunk>,
    /// Whether all edges are those of loops.
    pub solid: bool,
    /// How far the highest arc stands out over its edge. `[m]`
    pub bulge: f32,
    /// The length of the shortest edge; 0 without edges. `[m]`
    pub shortest_edge: f32,
    /// Where others are kept.
    pub keeps: Keeps,
    /// How far it rolls in a radian: the radius of a circle as long as its outline; 0 for what has flat sides, which rocks instead. `[m]`
    pub rolling_radius: f32,
    /// The least distance between two sides with matter between them; the mean length of an edge where there are only strands; `None` for a
    /// body with neither. `[m]`
    pub thickness: Option<f32>,
}

/// A chunk has at most this many vertices.
pub(super) const CHUNK: usize = 16;

/// No body counts as thinner than this part of its radius, or a needle's tip would slow down the world.
const LEAST_THICKNESS: f32 = 0.05;

impl ContactShape {
    pub(crate) fn new(points: &[Point], loops: &[Vec<u32>], keeps: Keeps, strands: &[Vec<u32>], radius: f32) -> Self {
        let mut shape = Self { keeps, ..Self::default() };
        for corners in loops {
            match keeps {
                Keeps::Outside => shape.add_chain(corners, true, true),
                Keeps::Inside => shape.add_chain(&corners.iter().rev().copied().collect::<Vec<u32>>(), true, true),
                Keeps::Apart => shape.add_chain(corners, true, false),
            }
        }
        strands.iter().for_each(|corners| shape.add_chain(corners, false, false));
        if shape.edges.is_empty() {
            shape.vertices = (0..points.len() as u32).collect();
            let count = points.len() as u32;
            shape.chunks.extend((0..count).step_by(CHUNK).map(|from| {
                let vertices = from..count.min(from + CHUNK as u32);
                Chunk::new(vertices.clone().collect(), vertices, 0..0)
            }));
        }
        if keeps == Keeps::Outside {
            for edge in shape.edges.iter_mut().filter(|edge| edge.solid) {
                let corners = edge.around.map(|[before, after]| [before, edge.a, edge.b, after]);
                edge.arc = corners.and_then(|corners| Arc::of(corners.map(|corner| points[corner as usize].position)));
            }
        }
        let lengths = shape.edges.iter().map(|edge| points[edge.a as usize].position.distance(points[edge.b as usize].position));
        shape.shortest_edge = lengths.reduce(f32::min).unwrap_or(0.0);
        let arcs = shape.edges.iter().filter_map(|edge| edge.arc);
        shape.bulge = arcs.map(|arc| 2.0 * arc.bulge * arc.half_sine * arc.radius).fold(0.0, f32::max);
        let round: Vec<&Edge> = shape.edges.iter().filter(|edge| edge.arc.is_some()).collect();
        if 2 * round.len() > shape.edges.len() {
            let length = |edge: &Edge| points[edge.a as usize].position.distance(points[edge.b as usize].position);
            shape.rolling_radius = shape.edges.iter().map(length).sum::<f32>() / core::f32::consts::TAU;
        }
        shape.solid = !shape.edges.is_empty() && shape.edges.iter().all(|edge| edge.solid);
        let thickness = shape.measure_thickness(points).or_else(|| shape.mean_edge(points));
        shape.thickness = thickness.map(|thickness| thickness.max(LEAST_THICKNESS * radius));
        shape
    }

    /// The edge that begins at a vertex. Edges begin at their vertices in the order of outlines, so that one is mostly where the index says.
    pub(crate) fn edge_from(&self, vertex: u32) -> Option<&Edge> {
        let begins = |edge: &&Edge| edge.a == vertex;
        self.edges.get(vertex as usize).filter(begins).or_else(|| self.edges.iter().find(begins))
    }

    /// Whether it is solid outside its loops instead of inside.
    pub(crate) fn is_hollow(&self) -> bool {
        self.keeps == Keeps::Inside
    }

    /// How many edges lie between two, the short way round.
    pub(crate) fn steps_between(&self, a: u32, b: u32) -> u32 {
        let apart = a.abs_diff(b);
        apart.min((self.edges.len() as u32).saturating_sub(apart))
    }

    fn add_chain(&mut self, corners: &[u32], closed: bool, solid: bool) {
        let (first_edge, first_vertex) = (self.edges.len() as u32, self.vertices.len() as u32);
        let n = corners.len();
        let edge_count = if closed { n } else { n.saturating_sub(1) };
        for k in 0..edge_count {
            let neighbour = |k: usize| Some(first_edge + (k % n) as u32);
            let inner = closed || (k > 0 && k + 1 < edge_count);
            let around = [k + n - 1, k + 2].map(|k| corners[k % n]);
            self.edges.push(Edge {
                a: corners[k],
                b: corners[(k + 1) % n],
                before: if k > 0 || closed { neighbour(k + n - 1) } else { None },
                after: if k + 1 < edge_count || closed { neighbour(k + 1) } else { None },
                solid,
                around: inner.then_some(around),
                arc: None,
            });
        }
        self.vertices.extend_from_slice(corners);
        for from in (0..n).step_by(CHUNK) {
            let to = n.min(from + CHUNK);
            let place = |first: u32, k: usize| first + k as u32;
            let mut points = corners[from..to].to_vec();
            let end = if to.min(edge_count) > from { corners[to.min(edge_count) % n] } else { corners[from] };
            if !points.contains(&end) {
                points.push(end);
            }
            let vertices = place(first_vertex, from)..place(first_vertex, to);
            let edges = place(first_edge, from.min(edge_count))..place(first_edge, to.min(edge_count));
            self.chunks.push(Chunk::new(points, vertices, edges));
        }
    }

    /// A strand has no thickness, but what moves by more than an edge in one go may miss how it bends. `[m]`
    fn mean_edge(&self, points: &[Point]) -> Option<f32> {
        let place = |i: u32| points[i as usize].position;
        let total: f32 = self.edges.iter().map(|edge| place(edge.a).distance(place(edge.b))).sum();
        (total > 0.0).then(|| total / self.edges.len() as f32)
    }

    /// The least distance from the middle of an edge to another edge that faces it from across the inside.
    fn measure_thickness(&self, points: &[Point]) -> Option<f32> {
        let place = |i: u32| points[i as usize].position;
        let solid: Vec<(Vec2, Vec2, Vec2)> = self
            .edges
            .iter()
            .filter(|edge| edge.solid)
            .map(|edge| (place(edge.a), place(edge.b), -(place(edge.b) - place(edge.a)).perp().normalize_or_zero()))
            .collect();
        // Beyond a few thousand edges every so many will do.
        let stride = solid.len() / 1500 + 1;
        let mut least = None;
        for &(a, b, normal) in solid.iter().step_by(stride) {
            let middle = 0.5 * (a + b);
            for &(c, d, other) in &solid {
                let nearest = nearest_on_segment(middle, c, d);
                let across = nearest - middle;
                // Facing sides, with the inside between them.
                if normal.dot(other) < -0.3 && across.dot(normal) < 0.0 && cross(across, d - c).abs() > 0.0 {
                    let distance = across.length();
                    least = Some(least.map_or(distance, |least: f32| least.min(distance)));
                }
            }
        }
        least
    }
}

fn nearest_on_segment(p: Vec2, a: Vec2, b: Vec2) -> Vec2 {
    let along = b - a;
    let square = along.length_squared();
    let t = if square > 0.0 { ((p - a).dot(along) / square).clamp(0.0, 1.0) } else { 0.0 };
    a + t * along
}

#[cfg(test)]
mod tests {
    use crate::blueprint::{Ball, Chain, Lattice};

    #[test]
    fn a_ball_is_as_thick_as_it_is_wide_and_a_bar_as_it_is_high() {
        let ball = Ball::default().build().unwrap();
        assert!((0.8..1.01).contains(&ball.0.contact.thickness.unwrap()), "{:?}", ball.0.contact.thickness);
        let bar = Lattice { columns: 21, rows: 2, spacing: 0.1, ..Lattice::default() }.build().unwrap();
        assert!((bar.0.contact.thickness.unwrap() - 0.1).abs() < 1e-5, "{:?}", bar.0.contact.thickness);
    }

    #[test]
    fn every_edge_knows_its_neighbours_and_a_strand_has_ends() {
        let ball = Ball::default().build().unwrap();
        for (k, edge) in ball.0.contact.edges.iter().enumerate() {
            let after = &ball.0.contact.edges[edge.after.unwrap() as usize];
            assert_eq!((after.a, after.before), (edge.b, Some(k as u32)));
        }
        let chain = Chain::default().build().unwrap();
        let edges = &chain.0.contact.edges;
        assert_eq!(edges.len(), 20);
        assert_eq!((edges[0].before, edges[19].after, edges[0].solid), (None, None, false));
        assert_eq!(chain.0.contact.vertices.len(), 21);
    }
}
