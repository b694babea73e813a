//! The matrix of an island and its factor, in blocks of 3 × 3: one for each mobile, one for each two that share a row.
//!
//! ```text
//!     A = L D Lᵀ     symmetric: all contacts hold          A = L D U     where a contact slides, f differs from j
//! ```
//! Right-looking, without pivoting between blocks. A symmetric matrix that is not positive definite has no factor.

use super::pattern::Pattern;

/// By rows.
pub(super) type Block = [f64; 9];

/// A matrix while it is assembled, and the factor that it becomes.
#[derive(Debug, Default)]
pub(super) struct Matrix {
    /// By columns; then the inverse of `D`.
    pub diagonal: Vec<Block>,
    /// Below the diagonal: as [`Pattern::below`]. Then `L`.
    pub below: Vec<Block>,
    /// Mirror images of `below`, not transposed. Not used if the matrix is symmetric.
    pub above: Vec<Block>,
    symmetric: bool,
}

impl Matrix {
    /// Nothing but zeros.
    pub(super) fn clear(&mut self, pattern: &Pattern, symmetric: bool) {
        self.symmetric = symmetric;
        let blocks = pattern.below.len();
        for (list, count) in [
            (&mut self.diagonal, pattern.mobile.len()),
            (&mut self.below, blocks),
            (&mut self.above, if symmetric { 0 } else { blocks }),
        ] {
            list.clear();
            list.resize(count, [0.0; 9]);
        }
    }

    /// Turns the matrix into its factor. `weights`: by columns, the inverse masses. False if there is none.
    pub(super) fn factor(&mut self, pattern: &Pattern, weights: &[[f64; 3]]) -> bool {
        let mut changed = pattern.changed.iter();
        for (column, &weight) in weights.iter().enumerate() {
            let found =
                if self.symmetric { inverse_symmetric(&self.diagonal[column]) } else { inverse(&self.diagonal[column], weight) };
            let Some(inverse) = found else { return false };
            self.diagonal[column] = inverse;
            if self.symmetric {
                self.eliminate_symmetric(pattern, column, &inverse, &mut changed);
            } else {
                self.eliminate(pattern, column, &inverse, &mut changed);
            }
        }
        true
    }

    #[inline(always)]
    fn eliminate_symmetric<'a>(
        &mut self,
        pattern: &Pattern,
        column: usize,
        inverse: &Block,
        changed: &mut impl Iterator<Item = &'a u32>,
    ) {
        let range = pattern.range(column);
        for first in range.clone() {
            let own = self.below[first];
            let lower = times(&own, inverse);
            subtract_times_transposed(&mut self.diagonal[pattern.below[first] as usize], &own, &lower);
            for (second, &at) in (first + 1..range.end).zip(&mut *changed) {
                let other = self.below[second];
                subtract_times_transposed(&mut self.below[at as usize], &other, &lower);
            }
            self.below[first] = lower;
        }
    }

    #[inline(always)]
    fn eliminate<'a>(&mut self, pattern: &Pattern, column: usize, inverse: &Block, changed: &mut impl Iterator<Item = &'a u32>) {
        let range = pattern.range(column);
        for at in range.clone() {
            self.below[at] = times(&self.below[at], inverse);
        }
        for first in range.clone() {
            let (lower, upper) = (self.below[first], self.above[first]);
            subtract_times(&mut self.diagonal[pattern.below[first] as usize], &lower, &upper);
            for (second, &at) in (first + 1..range.end).zip(&mut *changed) {
                let (other_lower, other_upper) = (self.below[second], self.above[second]);
                subtract_times(&mut self.below[at as usize], &other_lower, &upper);
                subtract_times(&mut self.above[at as usize], &lower, &other_upper);
            }
        }
    }

    /// Replaces `x`, column by column, by `A⁻¹ x`.
    pub(super) fn solve(&self, pattern: &Pattern, x: &mut [[f64; 3]]) {
        for column in 0..self.diagonal.len() {
            let own = x[column];
            let range = pattern.range(column);
            for (&later, block) in pattern.below[range.clone()].iter().zip(&self.below[range]) {
                let change = times_vector(block, own);
                subtract(&mut x[later as usize], change);
            }
        }
        for column in (0..self.diagonal.len()).rev() {
            let (range, inverse) = (pattern.range(column), &self.diagonal[column]);
            let mut own = if self.symmetric { times_vector(inverse, x[column]) } else { x[column] };
            for at in range {
                let later = x[pattern.below[at] as usize];
                let change = if self.symmetric {
                    transposed_times_vector(&self.below[at], later)
                } else {
                    times_vector(&self.above[at], later)
                };
                subtract(&mut own, change);
            }
            x[column] = if self.symmetric { own } else { times_vector(inverse, own) };
        }
    }
}

/// The inverse of a symmetric block by `L D Lᵀ`, if it is positive definite. Cofactors would lose what is soft beside what is stiff.
#[inline(always)]
fn inverse_symmetric(&[a, _, _, b, c, _, d, e, f]: &Block) -> Option<Block> {
    let (l10, l20) = (b / a, d / a);
    let p1 = c - l10 * b;
    let l21 = (e - l20 * b) / p1;
    let p2 = f - l20 * d - l21 * l21 * p1;
    let sound = a > 0.0 && p1 > 0.0 && p2 > 0.0 && a + p1 + p2 < f64::INFINITY;
    sound.then(|| product([-l10, l10 * l21 - l20, -l21], [a, p1, p2], [-l10, l10 * l21 - l20, -l21]))
}

/// The inverse of any block by Gauss and Jordan, if it has one. The pivot of a column is the greatest of `a² w`: weights make rows comparable that have
/// different units.
#[inline(always)]
fn inverse(block: &Block, weight: [f64; 3]) -> Option<Block> {
    let mut rows: [[f64; 6]; 3] =
        core::array::from_fn(|i| core::array::from_fn(|k| if k < 3 { block[3 * i + k] } else { f64::from(u8::from(k == i + 3)) }));
    let mut weight = weight;
    for column in 0..3 {
        let size = |row: usize| rows[row][column] * rows[row][column] * weight[row];
        let best = (column + 1..3).fold(column, |best, row| if size(row) > size(best) { row } else { best });
        rows.swap(column, best);
        weight.swap(column, best);
        let pivot = rows[column][column];
        if !(pivot != 0.0 && pivot.abs() < f64::INFINITY) {
            return None;
        }
        rows[column] = rows[column].map(|part| part / pivot);
        let own = rows[column];
        for (_, row) in rows.iter_mut().enumerate().filter(|(other, _)| *other != column) {
            let share = row[column];
            row.iter_mut().zip(own).for_each(|(part, own)| *part -= share * own);
        }
    }
    Some(core::array::from_fn(|at| rows[at / 3][3 + at % 3]))
}

/// The product of an upper unit triangle `[01, 02, 12]`, the inverse of a diagonal, and a lower unit triangle `[10, 20, 21]`.
#[inline(always)]
fn product([u01, u02, u12]: [f64; 3], pivots: [f64; 3], [l10, l20, l21]: [f64; 3]) -> Block {
    let [p, q, r] = pivots.map(|pivot| 1.0 / pivot);
    let (u01, u02, u12) = (u01 * q, u02 * r, u12 * r);
    [p + u01 * l10 + u02 * l20, u01 + u02 * l21, u02, q * l10 + u12 * l20, q + u12 * l21, u12, r * l20, r * l21, r]
}

#[inline(always)]
fn times(a: &Block, b: &Block) -> Block {
    core::array::from_fn(|at| {
        let (row, column) = (at / 3 * 3, at % 3);
        a[row] * b[column] + a[row + 1] * b[column + 3] + a[row + 2] * b[column + 6]
    })
}

#[inline(always)]
fn subtract_times(own: &mut Block, a: &Block, b: &Block) {
    let product = times(a, b);
    own.iter_mut().zip(product).for_each(|(own, part)| *own -= part);
}

/// Subtracts `a bᵀ`.
#[inline(always)]
fn subtract_times_transposed(own: &mut Block, a: &Block, b: &Block) {
    subtract_times(own, a, &[b[0], b[3], b[6], b[1], b[4], b[7], b[2], b[5], b[8]]);
}

#[inline(always)]
fn times_vector(a: &Block, [x, y, z]: [f64; 3]) -> [f64; 3] {
    [a[0] * x + a[1] * y + a[2] * z, a[3] * x + a[4] * y + a[5] * z, a[6] * x + a[7] * y + a[8] * z]
}

#[inline(always)]
fn transposed_times_vector(a: &Block, [x, y, z]: [f64; 3]) -> [f64; 3] {
    [a[0] * x + a[3] * y + a[6] * z, a[1] * x + a[4] * y + a[7] * z, a[2] * x + a[5] * y + a[8] * z]
}

#[inline(always)]
fn subtract(own: &mut [f64; 3], change: [f64; 3]) {
    own.iter_mut().zip(change).for_each(|(own, part)| *own -= part);
}

#[cfg(test)]
mod tests {
    use super::super::order::Order;
    use super::super::pattern::{NONE, Pattern};
    use super::{Block, Matrix, times_vector};

    /// A grid of mobiles: every block filled with numbers that follow from its index, the diagonal made dominant.
    fn check(symmetric: bool) {
        let side = 4u32;
        let pairs: Vec<[u32; 2]> = (0..side * side)
            .flat_map(|i| [(i % side + 1 < side).then_some([i, i + 1]), (i + side < side * side).then_some([i, i + side])])
            .flatten()
            .collect();
        let count = (side * side) as usize;
        let (mut pattern, mut matrix) = (Pattern::default(), Matrix::default());
        pattern.rebuild(&mut Order::default(), count, &pairs);
        matrix.clear(&pattern, symmetric);
        let block = |seed: usize| -> Block { core::array::from_fn(|k| ((seed * 9 + k) * 37 % 23) as f64 / 23.0 - 0.5) };
        let turned = |b: Block| -> Block { core::array::from_fn(|k| b[k % 3 * 3 + k / 3]) };
        let x: Vec<[f64; 3]> = (0..count).map(|i| [i as f64, 1.0 - i as f64, 0.5]).collect();
        let mut asked = vec![[0.0; 3]; count];
        let mut add = |row: usize, block: &Block, column: usize| {
            let part = times_vector(block, x[column]);
            (0..3).for_each(|k| asked[row][k] += part[k]);
        };
        for i in 0..count {
            matrix.diagonal[i] = [9.0, 1.0, 0.5, 1.0, 8.0, 0.25, 0.5, 0.25, 7.0];
            add(i, &matrix.diagonal[i], i);
        }
        for (seed, (&[a, b], &at)) in pairs.iter().zip(&pattern.block).enumerate() {
            assert!(at != NONE);
            let ends = [a, b].map(|mobile| pattern.column[mobile as usize] as usize);
            let (column, later) = (ends[0].min(ends[1]), ends[0].max(ends[1]));
            let (below, above) = (block(seed), if symmetric { turned(block(seed)) } else { block(seed + 1000) });
            matrix.below[at as usize] = below;
            if !symmetric {
                matrix.above[at as usize] = above;
            }
            add(later, &below, column);
            add(column, &above, later);
        }
        assert!(matrix.factor(&pattern, &vec![[1.0; 3]; pattern.mobile.len()]));
        matrix.solve(&pattern, &mut asked);
        for (found, wanted) in asked.iter().zip(&x) {
            assert!((0..3).all(|k| (found[k] - wanted[k]).abs() < 1e-12), "{found:?} {wanted:?}");
        }
    }

    #[test]
    fn a_factor_solves_what_its_matrix_asks() {
        check(true);
        check(false);
    }

    #[test]
    fn what_is_not_positive_definite_has_no_factor() {
        let mut pattern = Pattern::default();
        pattern.rebuild(&mut Order::default(), 1, &[]);
        for symmetric in [true, false] {
            for wrong in [-1.0, 0.0, f64::NAN, f64::INFINITY].into_iter().skip(if symmetric { 0 } else { 1 }) {
                let mut matrix = Matrix::default();
                matrix.clear(&pattern, symmetric);
                matrix.diagonal[0] = [1.0, 0.0, 0.0, 0.0, wrong, 0.0, 0.0, 0.0, 1.0];
                assert!(!matrix.factor(&pattern, &vec![[1.0; 3]; pattern.mobile.len()]), "{wrong}");
            }
        }
    }
}
