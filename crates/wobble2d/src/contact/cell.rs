//! Convex cells of a blueprint: those it brings, or else its outline cut into pieces.
//!
//! An outline is cut by clipping ears, and neighbouring pieces are joined while they stay convex (Hertel and Mehlhorn 1983), but to four
//! corners at most: a large cell stops being convex as soon as the body is dented. Cutting is done when a cell is asked for
//! the first time.

use crate::blueprint::Rest;
use crate::math::{cross, encloses, polygon_area, segments_cross};
use glam::Vec2;
use std::sync::OnceLock;

/// One side of a convex cell.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Side {
    pub ends: [u32; 2],
    /// The edge of the outline that it is, if it is one.
    pub edge: Option<u32>,
}

/// Cells that are cut when they are needed. Equal to all others, since they follow from the rest of the blueprint.
#[derive(Clone, Debug, Default)]
pub(crate) struct Cells(OnceLock<Vec<Vec<Side>>>);

impl PartialEq for Cells {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// A cell has at most this many corners, unless the blueprint brings it.
const MOST_CORNERS: usize = 4;

/// An outline with more corners is not cut: that takes time that grows with the square of their number, or worse.
const MOST_CUT: usize = 1024;

impl Rest {
    /// Convex cells with sides counter-clockwise: those of the blueprint, or pieces of its outline. None for an outline of more
    /// than 1024 corners that brings none.
    pub(crate) fn convex_cells(&self) -> &[Vec<Side>] {
        self.cut_cells.0.get_or_init(|| {
            let given = self.cells.iter().map(|cell| {
                let forward = polygon_area(cell.iter().map(|&index| self.place(index))) >= 0.0;
                if forward { cell.clone() } else { cell.iter().rev().copied().collect() }
            });
            let cells: Vec<Vec<u32>> = if self.cells.is_empty() { self.cut_outline() } else { given.collect() };
            cells.iter().map(|corners| self.sides(corners)).collect()
        })
    }

    fn place(&self, index: u32) -> Vec2 {
        self.points[index as usize].position
    }

    fn sides(&self, corners: &[u32]) -> Vec<Side> {
        let edges = &self.contact.edges;
        let edge = |[a, b]: [u32; 2]| edges.iter().position(|edge| edge.solid && edge.a == a && edge.b == b).map(|k| k as u32);
        sides(corners).map(|ends| Side { ends, edge: edge(ends) }).collect()
    }

    pub(crate) fn cut_outline(&self) -> Vec<Vec<u32>> {
        if self.outline.corner_count() > MOST_CUT {
            return Vec::new();
        }
        let area = |corners: &[u32]| polygon_area(corners.iter().map(|&index| self.place(index)));
        let (outer, holes): (Vec<&Vec<u32>>, Vec<&Vec<u32>>) = self.outline.loops.iter().partition(|corners| area(corners) > 0.0);
        let mut cells = Vec::new();
        for (k, corners) in outer.iter().enumerate() {
            let mut ring = (*corners).clone();
            for hole in &holes {
                let around =
                    |corners: &[u32]| encloses(sides(corners).map(|[a, b]| (self.place(a), self.place(b))), self.place(hole[0]));
                let smallest =
                    (0..outer.len()).filter(|&j| around(outer[j])).min_by(|&i, &j| area(outer[i]).total_cmp(&area(outer[j])));
                if smallest == Some(k) {
                    self.bridge(&mut ring, hole);
                }
            }
            cells.extend(self.join(self.clip_ears(ring)));
        }
        cells
    }

    /// Makes one ring of an outline and a hole in it, by a cut that is walked both ways: the shortest from the hole's first corner that
    /// crosses nothing.
    fn bridge(&self, ring: &mut Vec<u32>, hole: &[u32]) {
        let from = self.place(hole[0]);
        let distance = |k: usize| self.place(ring[k]).distance_squared(from);
        let mut order: Vec<usize> = (0..ring.len()).collect();
        order.sort_by(|&i, &j| distance(i).total_cmp(&distance(j)));
        let free = |&k: &usize| {
            let cut = [from, self.place(ring[k])];
            let crosses = |[a, b]: [u32; 2]| {
                let touches = a == ring[k] || b == ring[k] || a == hole[0] || b == hole[0];
                !touches && segments_cross(cut, [self.place(a), self.place(b)])
            };
            !sides(ring).any(crosses) && !sides(hole).any(crosses)
        };
        if let Some(k) = order.into_iter().find(free) {
            let there_and_back = hole.iter().chain(&hole[..1]).chain(&ring[k..=k]).copied().collect::<Vec<u32>>();
            ring.splice(k + 1..k + 1, there_and_back);
        }
    }

    /// Cuts a ring into triangles. What crosses itself may be covered in part.
    fn clip_ears(&self, mut ring: Vec<u32>) -> Vec<Vec<u32>> {
        let mut triangles = Vec::new();
        let (mut k, mut missed) = (0, 0);
        while ring.len() >= 3 && missed < ring.len() {
            let n = ring.len();
            let ear = [ring[(k + n - 1) % n], ring[k % n], ring[(k + 1) % n]];
            if self.is_ear(ear, &ring) {
                triangles.push(ear.to_vec());
                ring.remove(k % n);
                missed = 0;
            } else {
                missed += 1;
            }
            // On to the next corner even after a cut: pieces become less slender than those of a fan.
            k = (k + 1) % ring.len().max(1);
        }
        triangles
    }

    /// Whether three corners in a row turn left and have no other corner between them, not even on their sides.
    fn is_ear(&self, ear: [u32; 3], ring: &[u32]) -> bool {
        let [a, b, c] = ear.map(|index| self.place(index));
        let holds = |p: Vec2| cross(b - a, p - a) >= 0.0 && cross(c - b, p - b) >= 0.0 && cross(a - c, p - c) >= 0.0;
        // Corners in one place, as at the two ends of a bridge, do not stand in each other's way.
        let another = |p: &Vec2| ![a, b, c].contains(p);
        cross(b - a, c - b) > 0.0 && !ring.iter().map(|&index| self.place(index)).filter(another).any(holds)
    }

    /// Joins pieces that share a side while the whole is convex.
    fn join(&self, mut cells: Vec<Vec<u32>>) -> Vec<Vec<u32>> {
        let mut i = 0;
        while i < cells.len() {
            let partner = (i + 1..cells.len()).find_map(|j| Some((j, self.joined(&cells[i], &cells[j])?)));
            match partner {
                Some((j, whole)) => {
                    cells[i] = whole;
                    cells.remove(j);
                }
                None => i += 1,
            }
        }
        cells
    }

    /// Two cells as one, if they share a side and the whole is strictly convex and not too large.
    fn joined(&self, first: &[u32], second: &[u32]) -> Option<Vec<u32>> {
        let (n, m) = (first.len(), second.len());
        if n + m - 2 > MOST_CORNERS {
            return None;
        }
        let shares = |i: usize, j: usize| first[i] == second[(j + 1) % m] && first[(i + 1) % n] == second[j];
        let (i, j) = (0..n).flat_map(|i| (0..m).map(move |j| (i, j))).find(|&(i, j)| shares(i, j))?;
        // From the end of the shared side around the first, then around the second without that side.
        let whole: Vec<u32> = (1..=n).map(|k| first[(i + k) % n]).chain((2..m).map(|k| second[(j + k) % m])).collect();
        let count = whole.len();
        let turns_left = |k: usize| {
            let [a, b, c] = [0, 1, 2].map(|step| self.place(whole[(k + step) % count]));
            cross(b - a, c - b) > 0.0
        };
        (0..count).all(turns_left).then_some(whole)
    }
}

fn sides(corners: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    (0..corners.len()).map(|k| [corners[k], corners[(k + 1) % corners.len()]])
}

#[cfg(test)]
mod tests {
    use crate::Blueprint;
    use crate::blueprint::{Ball, Lattice, Rest};
    use crate::math::{cross, polygon_area};
    use glam::{Vec2, vec2};

    fn polygon(loops: &[&[Vec2]]) -> Blueprint {
        let mut builder = Blueprint::builder();
        let mut first = 0;
        for corners in loops {
            let count = corners.len() as u32;
            builder = builder.points(corners.iter().copied(), 1.0).outline(first..first + count);
            first += count;
        }
        builder.build().unwrap()
    }

    /// Checks that cells are convex, cover the area, and have every edge of the outline once. Returns how many there are.
    fn check(rest: &Rest) -> usize {
        let cells = rest.convex_cells();
        let place = |index: u32| rest.points[index as usize].position;
        let mut area = 0.0;
        let mut outer = vec![0; rest.contact.edges.len()];
        for cell in cells {
            area += polygon_area(cell.iter().map(|side| place(side.ends[0])));
            for (k, side) in cell.iter().enumerate() {
                let [a, b, c] = [side.ends[0], side.ends[1], cell[(k + 1) % cell.len()].ends[1]].map(place);
                assert!(cross(b - a, c - b) >= 0.0, "the cell turns right at {b}");
                side.edge.into_iter().for_each(|edge| outer[edge as usize] += 1);
            }
        }
        assert!((area - rest.area).abs() < 1e-4 * rest.area, "{area} of {} m² covered", rest.area);
        assert_eq!(outer, vec![1; outer.len()], "every edge of the outline is the side of one cell");
        cells.len()
    }

    #[test]
    fn outlines_are_cut_into_convex_cells_that_cover_them_and_keep_every_edge() {
        let angle = [vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 1.0), vec2(1.0, 1.0), vec2(1.0, 2.0), vec2(0.0, 2.0)];
        assert_eq!(check(&polygon(&[&angle]).0), 2);
        check(&Ball::default().build().unwrap().0);
        // A square with corners along its sides, as a lattice has.
        let square: Vec<Vec2> = (0..16)
            .map(|k| {
                let along = 0.25 * (k % 4) as f32;
                [vec2(along, 0.0), vec2(1.0, along), vec2(1.0 - along, 1.0), vec2(0.0, 1.0 - along)][k / 4]
            })
            .collect();
        check(&polygon(&[&square]).0);
        let star: Vec<Vec2> = (0..14)
            .map(|k| crate::math::direction(k as f32 * core::f32::consts::PI / 7.0) * if k % 2 == 0 { 1.0 } else { 0.3 })
            .collect();
        check(&polygon(&[&star]).0);
        let comb: Vec<Vec2> = [vec2(0.0, -1.0), vec2(9.0, -1.0)]
            .into_iter()
            .chain((0..18).map(|k| vec2(9.0 - 0.5 * k as f32, if k % 2 == 0 { 3.0 } else { 0.0 })))
            .chain([vec2(0.0, 3.0)])
            .collect();
        check(&polygon(&[&comb]).0);
    }

    #[test]
    fn holes_and_islands_in_them_are_cut_too() {
        let square = |size: f32| [vec2(-size, -size), vec2(size, -size), vec2(size, size), vec2(-size, size)];
        let mut hole = square(2.0);
        hole.reverse();
        check(&polygon(&[&square(3.0), &hole, &square(1.0)]).0);
        let small = |x: f32| [vec2(x, 0.0), vec2(x, 0.5), vec2(x + 0.5, 0.5), vec2(x + 0.5, 0.0)];
        check(&polygon(&[&square(3.0), &small(-2.0), &small(0.0), &small(1.0)]).0);
    }

    #[test]
    fn a_blueprint_that_brings_cells_keeps_them_and_only_outline_edges_are_outer() {
        let lattice = Lattice { columns: 4, rows: 4, ..Lattice::default() }.build().unwrap();
        assert_eq!(check(&lattice.0), 9);
        assert!(lattice.0.convex_cells()[4].iter().all(|side| side.edge.is_none()), "the middle cell has no outer edge");
    }

    #[test]
    fn having_been_cut_does_not_make_a_blueprint_another_one() {
        let (first, second) = (Ball::default().build().unwrap(), Ball::default().build().unwrap());
        first.0.convex_cells();
        assert_eq!(first, second);
    }
}
