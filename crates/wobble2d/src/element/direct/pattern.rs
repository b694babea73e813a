//! Which blocks of a body's matrix, and of its factor, are not zero.
//!
//! A *row* is a movable point in the order of elimination. Column `j` of the factor holds the rows that row `j` touches, and those of every column that it is the
//! first row of: elimination joins what a point was between.

use super::order::{band, dissection};
use core::mem;
use glam::DVec2;

/// Stands for the row of an immovable point.
pub(super) const NONE: u32 = u32::MAX;

/// See the module's head.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Pattern {
    /// The row of each point, or [`NONE`].
    pub(super) row: Vec<u32>,
    /// The point of each row.
    pub(super) point: Vec<u32>,
    /// Where each column begins in `below`, with the end last.
    pub(super) start: Vec<u32>,
    /// The rows of each column below its diagonal, ascending.
    pub(super) below: Vec<u32>,
    /// Where each row begins in `left`, with the end last.
    pub(super) left_start: Vec<u32>,
    /// For each row the columns that hold it, ascending: the column, and where in `below` it holds the row.
    pub(super) left: Vec<[u32; 2]>,
}

/// The block between two points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Entry {
    /// Where it is in `below`; [`NONE`] if a point is immovable.
    pub at: u32,
    /// Whether the second point has the later row, so that the block is stored transposed.
    pub transposed: bool,
}

impl Pattern {
    /// That of points some of which touch each other. `movable` says which points have rows.
    pub(crate) fn new(positions: &[DVec2], movable: &[bool], touching: impl Iterator<Item = [u32; 2]>) -> Self {
        let mut row = vec![NONE; positions.len()];
        let free: Vec<u32> = (0..positions.len() as u32).filter(|&point| movable[point as usize]).collect();
        free.iter().zip(0..).for_each(|(&point, number)| row[point as usize] = number);
        let mut graph = vec![Vec::new(); free.len()];
        for [a, b] in touching.map(|ends| ends.map(|point| row[point as usize])) {
            if a != NONE && b != NONE && a != b {
                graph[a as usize].push(b);
                graph[b as usize].push(a);
            }
        }
        for list in &mut graph {
            list.sort_unstable();
            list.dedup();
        }
        let own: Vec<DVec2> = free.iter().map(|&point| positions[point as usize]).collect();
        let [dissected, banded] = [dissection(&own, &graph), band(&graph)].map(|order| (fill(&order, &graph), order));
        let ((start, below), order) = if banded.0.1.len() < dissected.0.1.len() { banded } else { dissected };
        let point: Vec<u32> = order.iter().map(|&i| free[i as usize]).collect();
        point.iter().zip(0..).for_each(|(&point, number)| row[point as usize] = number);
        let (left_start, left) = rows(&start, &below);
        Self { row, point, start, below, left_start, left }
    }

    /// The number of movable points.
    pub(crate) fn rows(&self) -> usize {
        self.point.len()
    }

    /// The number of blocks of a factor.
    pub(crate) fn blocks(&self) -> usize {
        self.below.len() + self.point.len()
    }

    /// Where the entries of a column are.
    #[inline(always)]
    pub(super) fn column(&self, column: usize) -> core::ops::Range<usize> {
        self.start[column] as usize..self.start[column + 1] as usize
    }

    /// Where the block of two different points is.
    pub(super) fn entry(&self, a: u32, b: u32) -> Entry {
        let (row_a, row_b) = (self.row[a as usize], self.row[b as usize]);
        if row_a == NONE || row_b == NONE {
            return Entry { at: NONE, transposed: false };
        }
        let (row, column) = (row_a.max(row_b), row_a.min(row_b));
        let range = self.column(column as usize);
        let at = self.below[range.clone()].binary_search(&row).map_or(NONE, |at| (range.start + at) as u32);
        Entry { at, transposed: row_b > row_a }
    }
}

/// The columns of the factor: where each begins, and their rows.
fn fill(order: &[u32], graph: &[Vec<u32>]) -> (Vec<u32>, Vec<u32>) {
    let mut place = vec![0u32; order.len()];
    order.iter().zip(0..).for_each(|(&i, row)| place[i as usize] = row);
    let mut children: Vec<Vec<u32>> = vec![Vec::new(); order.len()];
    let mut columns: Vec<Vec<u32>> = Vec::with_capacity(order.len());
    let mut seen = vec![NONE; order.len()];
    for (j, &i) in order.iter().enumerate() {
        let mut own = Vec::new();
        let mut add = |row: u32| {
            if row as usize > j && seen[row as usize] != j as u32 {
                seen[row as usize] = j as u32;
                own.push(row);
            }
        };
        graph[i as usize].iter().for_each(|&next| add(place[next as usize]));
        for child in mem::take(&mut children[j]) {
            columns[child as usize].iter().for_each(|&row| add(row));
        }
        own.sort_unstable();
        if let Some(&parent) = own.first() {
            children[parent as usize].push(j as u32);
        }
        columns.push(own);
    }
    let mut start = vec![0];
    start.extend(columns.iter().scan(0, |end, column| {
        *end += column.len() as u32;
        Some(*end)
    }));
    (start, columns.concat())
}

/// The rows of the factor: where each begins, and the columns that hold it.
fn rows(start: &[u32], below: &[u32]) -> (Vec<u32>, Vec<[u32; 2]>) {
    let count = start.len() - 1;
    let mut left_start = vec![0u32; count + 1];
    below.iter().for_each(|&row| left_start[row as usize + 1] += 1);
    (0..count).for_each(|row| left_start[row + 1] += left_start[row]);
    let mut next = left_start.clone();
    let mut left = vec![[0; 2]; below.len()];
    for column in 0..count {
        for at in start[column]..start[column + 1] {
            let slot = &mut next[below[at as usize] as usize];
            left[*slot as usize] = [column as u32, at];
            *slot += 1;
        }
    }
    (left_start, left)
}

#[cfg(test)]
mod tests {
    use super::{NONE, Pattern};
    use glam::{DVec2, dvec2};

    fn square(side: u32) -> (Vec<DVec2>, Vec<[u32; 2]>) {
        let positions = (0..side * side).map(|i| dvec2(f64::from(i % side), f64::from(i / side))).collect();
        let right = (0..side * side).filter(move |i| i % side + 1 < side).map(|i| [i, i + 1]);
        let up = (0..side * (side - 1)).map(move |i| [i + side, i]);
        (positions, right.chain(up).collect())
    }

    #[test]
    fn a_chain_has_no_fill() {
        let positions: Vec<DVec2> = (0..50).map(|i| dvec2(f64::from(i), 0.0)).collect();
        let pattern = Pattern::new(&positions, &[true; 50], (0..49).map(|i| [i, i + 1]));
        assert_eq!(pattern.blocks(), 50 + 49);
    }

    #[test]
    fn a_square_is_dissected_and_fills_less_than_its_band() {
        let (positions, touching) = square(32);
        let pattern = Pattern::new(&positions, &[true; 1024], touching.into_iter());
        // In band order every column would reach 32 rows down.
        assert!(pattern.blocks() < 1024 * 16, "{} blocks", pattern.blocks());
    }

    #[test]
    fn an_immovable_point_has_no_row() {
        let (positions, touching) = square(4);
        let movable: Vec<bool> = (0..16).map(|i| i != 5).collect();
        let pattern = Pattern::new(&positions, &movable, touching.into_iter());
        assert_eq!((pattern.rows(), pattern.row[5], pattern.entry(5, 6).at), (15, NONE, NONE));
        let [one, two] = [pattern.entry(1, 2), pattern.entry(2, 1)];
        assert!(one.at == two.at && one.transposed != two.transposed);
    }
}
