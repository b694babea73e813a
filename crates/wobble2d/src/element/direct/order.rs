//! The order in which the points of a body are eliminated, so that its factor stays sparse.
//!
//! *Nested dissection* by rest coordinates: a set of points is split at the median of its longer side, and the points of one half that touch the other
//! come last. It suits sheets and blocks. *Band order* walks away from one end: it suits chains and slender beams. Both are tried, and the one with less fill is
//! taken. Each depends on the blueprint alone.

use glam::DVec2;

/// A set of so few points is not split further.
const LEAF: usize = 4;

/// Which points touch which: for each its neighbours, by ascending number.
pub(super) type Graph = [Vec<u32>];

/// Nested dissection.
pub(super) fn dissection(positions: &[DVec2], graph: &Graph) -> Vec<u32> {
    let mut dissection =
        Dissection { positions, graph, side: vec![0; graph.len()], sides: 0, order: Vec::with_capacity(graph.len()) };
    dissection.split((0..graph.len() as u32).collect());
    dissection.order
}

struct Dissection<'a> {
    positions: &'a [DVec2],
    graph: &'a Graph,
    /// The last half that each point was put into.
    side: Vec<u32>,
    sides: u32,
    order: Vec<u32>,
}

impl Dissection<'_> {
    fn split(&mut self, mut points: Vec<u32>) {
        if points.len() <= LEAF {
            points.sort_unstable();
            return self.order.extend(points);
        }
        let along = self.longer_side(&points);
        self.sort(&mut points, along);
        let high = points.split_off(points.len() / 2);
        let (low_side, high_side) = (self.mark(&points), self.mark(&high));
        let [of_low, of_high] = [(&points, high_side), (&high, low_side)].map(|(half, other)| self.touching(half, other));
        let (mut separator, low, high) = if of_low.len() <= of_high.len() {
            let rest = without(points, &of_low);
            (of_low, rest, high)
        } else {
            let rest = without(high, &of_high);
            (of_high, points, rest)
        };
        self.split(low);
        self.split(high);
        self.sort(&mut separator, 1 - along);
        self.order.extend(separator);
    }

    /// The axis along which the points reach farther.
    fn longer_side(&self, points: &[u32]) -> usize {
        let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        for &point in points {
            (low, high) = (low.min(self.positions[point as usize]), high.max(self.positions[point as usize]));
        }
        usize::from(high.y - low.y > high.x - low.x)
    }

    fn sort(&self, points: &mut [u32], along: usize) {
        let coordinate = |point: u32| self.positions[point as usize][along];
        points.sort_unstable_by(|&a, &b| coordinate(a).total_cmp(&coordinate(b)).then(a.cmp(&b)));
    }

    fn mark(&mut self, points: &[u32]) -> u32 {
        self.sides += 1;
        points.iter().for_each(|&point| self.side[point as usize] = self.sides);
        self.sides
    }

    /// Those of a half that have a neighbour on the other side.
    fn touching(&self, half: &[u32], other: u32) -> Vec<u32> {
        let touches = |&&point: &&u32| self.graph[point as usize].iter().any(|&next| self.side[next as usize] == other);
        half.iter().filter(touches).copied().collect()
    }
}

/// What is left of a list without some of it, both in the same order.
fn without(mut list: Vec<u32>, some: &[u32]) -> Vec<u32> {
    let mut some = some.iter().peekable();
    list.retain(|point| some.next_if_eq(&point).is_none());
    list
}

/// Band order: breadth first from a point far out (Cuthill and McKee), backwards.
pub(super) fn band(graph: &Graph) -> Vec<u32> {
    let mut order = Vec::with_capacity(graph.len());
    let mut known = vec![false; graph.len()];
    for start in 0..graph.len() as u32 {
        if !known[start as usize] {
            let farthest = breadth_first(graph, start, &mut known.clone()).last().copied().unwrap_or(start);
            order.extend(breadth_first(graph, farthest, &mut known));
        }
    }
    order.reverse();
    order
}

/// All points that a point is connected with, itself first, those with few neighbours before those with many.
fn breadth_first(graph: &Graph, start: u32, known: &mut [bool]) -> Vec<u32> {
    let mut order = vec![start];
    known[start as usize] = true;
    let mut next = 0;
    while next < order.len() {
        let first_new = order.len();
        for &neighbour in &graph[order[next] as usize] {
            if !known[neighbour as usize] {
                known[neighbour as usize] = true;
                order.push(neighbour);
            }
        }
        order[first_new..].sort_by_key(|&point| (graph[point as usize].len(), point));
        next += 1;
    }
    order
}

#[cfg(test)]
mod tests {
    use super::{band, dissection};
    use glam::{DVec2, dvec2};

    /// A square grid with both diagonals.
    fn grid(side: u32) -> (Vec<DVec2>, Vec<Vec<u32>>) {
        let positions = (0..side * side).map(|i| dvec2(f64::from(i % side), f64::from(i / side))).collect();
        let near = |i: u32, j: u32| i != j && (i % side).abs_diff(j % side) <= 1 && (i / side).abs_diff(j / side) <= 1;
        let graph = (0..side * side).map(|i| (0..side * side).filter(|&j| near(i, j)).collect()).collect();
        (positions, graph)
    }

    #[test]
    fn every_point_comes_once() {
        let (positions, graph) = grid(9);
        for mut order in [dissection(&positions, &graph), band(&graph)] {
            order.sort_unstable();
            assert_eq!(order, (0..81).collect::<Vec<u32>>());
        }
    }

    #[test]
    fn the_separator_of_a_grid_comes_last() {
        let (positions, graph) = grid(8);
        let order = dissection(&positions, &graph);
        let columns: Vec<u32> = order[64 - 8..].iter().map(|i| i % 8).collect();
        assert_eq!(columns, [columns[0]; 8], "the last eight points are one column");
    }

    #[test]
    fn a_chain_is_walked_from_one_end() {
        let graph: Vec<Vec<u32>> =
            (0..6u32).map(|i| [i.checked_sub(1), (i < 5).then_some(i + 1)].into_iter().flatten().collect()).collect();
        let order = band(&graph);
        assert!(order == [0, 1, 2, 3, 4, 5] || order == [5, 4, 3, 2, 1, 0], "{order:?}");
    }

    #[test]
    fn what_is_not_connected_is_ordered_too() {
        assert_eq!(band(&[vec![], vec![2], vec![1]]).len(), 3);
    }
}
