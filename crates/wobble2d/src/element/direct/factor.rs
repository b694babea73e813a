//! The factor of a body's matrix, in blocks of 2 × 2.
//!
//! ```text
//!     A = L D Lᵀ          D: symmetric blocks on the diagonal      L: ones on the diagonal, blocks below it           (eq. 80)
//! ```
//! Left-looking: column after column, each less what the columns before it take. No pivoting: the matrix is positive definite. If a pivot shows that it is
//! not, there is no factor, and the body is swept.

use super::pattern::{Entry, NONE, Pattern};

/// `[xx, xy, yx, yy]`
pub(super) type Cell = [f64; 4];

/// A symmetric matrix while it is assembled, and the factor that it becomes.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Matrix {
    /// `[xx, xy, yy]`: the diagonal, and then the inverse of `D`.
    pub(super) diagonal: Vec<[f64; 3]>,
    /// Where [`Pattern::below`] has its rows.
    pub(super) below: Vec<Cell>,
    /// `D` itself. Only for the work.
    pivot: Vec<[f64; 3]>,
    /// For each row of a column where in `below` it is. Only for the work.
    place: Vec<u32>,
}

impl Matrix {
    pub(super) fn reserve(&mut self, rows: usize, blocks: usize) {
        if self.below.capacity() < blocks {
            self.below.reserve(blocks);
        }
        if blocks > 0 && self.diagonal.capacity() < rows {
            self.diagonal.reserve(rows);
            self.pivot.reserve(rows);
            self.place.reserve(rows);
        }
    }

    /// Nothing but zeros.
    pub(super) fn clear(&mut self, pattern: &Pattern) {
        self.diagonal.clear();
        self.diagonal.resize(pattern.rows(), [0.0; 3]);
        self.below.clear();
        self.below.resize(pattern.below.len(), [0.0; 4]);
        self.pivot.clear();
        self.place.resize(pattern.rows(), 0);
    }

    /// Adds a symmetric block to the diagonal.
    #[inline(always)]
    pub(super) fn add_diagonal(&mut self, row: u32, [xx, xy, _, yy]: Cell) {
        if let Some(own) = self.diagonal.get_mut(row as usize) {
            *own = [own[0] + xx, own[1] + xy, own[2] + yy];
        }
    }

    /// Adds a block between two points.
    #[inline(always)]
    pub(super) fn add(&mut self, entry: Entry, [xx, xy, yx, yy]: Cell) {
        if entry.at != NONE {
            let own = &mut self.below[entry.at as usize];
            let (xy, yx) = if entry.transposed { (yx, xy) } else { (xy, yx) };
            *own = [own[0] + xx, own[1] + xy, own[2] + yx, own[3] + yy];
        }
    }

    /// Turns the matrix into its factor (eq. 80). False if it is not positive definite.
    pub(super) fn factor(&mut self, pattern: &Pattern) -> bool {
        for column in 0..pattern.rows() {
            let own = pattern.column(column);
            for at in own.clone() {
                self.place[pattern.below[at] as usize] = at as u32;
            }
            for &[before, at] in &pattern.left[pattern.left_start[column] as usize..pattern.left_start[column + 1] as usize] {
                self.take(pattern, column, before as usize, at as usize);
            }
            let Some(inverse) = inverse(self.diagonal[column]) else { return false };
            self.pivot.push(self.diagonal[column]);
            self.diagonal[column] = inverse;
            for cell in &mut self.below[own] {
                *cell = times_symmetric(*cell, inverse);
            }
        }
        true
    }

    /// Takes from a column what an earlier one has to do with it. `at`: where that holds the column's row.
    #[inline(always)]
    fn take(&mut self, pattern: &Pattern, column: usize, before: usize, at: usize) {
        let held = self.below[at];
        let [xx, xy, yx, yy] = times_symmetric(held, self.pivot[before]);
        let diagonal = &mut self.diagonal[column];
        diagonal[0] -= xx * held[0] + xy * held[1];
        diagonal[1] -= xx * held[2] + xy * held[3];
        diagonal[2] -= yx * held[2] + yy * held[3];
        for other in at + 1..pattern.start[before + 1] as usize {
            let [a, b, c, d] = self.below[other];
            let cell = &mut self.below[self.place[pattern.below[other] as usize] as usize];
            cell[0] -= a * xx + b * xy;
            cell[1] -= a * yx + b * yy;
            cell[2] -= c * xx + d * xy;
            cell[3] -= c * yx + d * yy;
        }
    }
}

/// The inverse of a symmetric block, if it is positive definite.
#[inline(always)]
fn inverse([xx, xy, yy]: [f64; 3]) -> Option<[f64; 3]> {
    let determinant = xx * yy - xy * xy;
    let sound = xx > 0.0 && determinant > 0.0 && determinant < f64::MAX;
    sound.then(|| [yy / determinant, -(xy / determinant), xx / determinant])
}

/// A block times a symmetric one.
#[inline(always)]
fn times_symmetric([a, b, c, d]: Cell, [xx, xy, yy]: [f64; 3]) -> Cell {
    [a * xx + b * xy, a * xy + b * yy, c * xx + d * xy, c * xy + d * yy]
}

#[cfg(test)]
mod tests {
    use super::super::pattern::Pattern;
    use super::Matrix;
    use glam::dvec2;

    /// A chain of blocks `diagonal` and `-coupling`.
    fn chain(count: u32, diagonal: f64, coupling: f64) -> (Pattern, Matrix) {
        let positions: Vec<_> = (0..count).map(|i| dvec2(f64::from(i), 0.0)).collect();
        let pattern = Pattern::new(&positions, &vec![true; count as usize], (1..count).map(|i| [i - 1, i]));
        let mut matrix = Matrix::default();
        matrix.clear(&pattern);
        for i in 0..count {
            matrix.add_diagonal(pattern.row[i as usize], [diagonal, 0.5, 0.5, diagonal]);
            if i > 0 {
                matrix.add(pattern.entry(i - 1, i), [-coupling, 0.25, 0.0, -coupling]);
            }
        }
        (pattern, matrix)
    }

    #[test]
    fn what_is_not_positive_definite_has_no_factor() {
        let (pattern, mut matrix) = chain(5, 1.0, 2.0);
        assert!(!matrix.factor(&pattern));
        let (pattern, mut matrix) = chain(5, f64::NAN, 1.0);
        assert!(!matrix.factor(&pattern));
    }

    #[test]
    fn a_factor_solves_what_its_matrix_asks() {
        let (pattern, mut matrix) = chain(7, 4.0, 1.0);
        assert!(matrix.factor(&pattern));
        let wanted: Vec<[f64; 2]> = (0..7).map(|i| [f64::from(i), 1.0 - 0.5 * f64::from(i)]).collect();
        let mut x = vec![[0.0; 2]; 7];
        for i in 0..7usize {
            let mut sum = [4.0 * wanted[i][0] + 0.5 * wanted[i][1], 0.5 * wanted[i][0] + 4.0 * wanted[i][1]];
            if i > 0 {
                // The transpose of the block between the one before and this one.
                let [x, y] = wanted[i - 1];
                sum = [sum[0] - x, sum[1] + 0.25 * x - y];
            }
            if i < 6 {
                let [x, y] = wanted[i + 1];
                sum = [sum[0] - x + 0.25 * y, sum[1] - y];
            }
            x[pattern.row[i] as usize] = sum;
        }
        super::super::solve::solve(&pattern, &matrix.diagonal, &matrix.below, &mut x);
        for i in 0..7 {
            let [a, b] = x[pattern.row[i] as usize];
            assert!((a - wanted[i][0]).abs() < 1e-12 && (b - wanted[i][1]).abs() < 1e-12, "{i}: {a} {b}");
        }
    }
}
