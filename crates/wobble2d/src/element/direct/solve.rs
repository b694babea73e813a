//! Solving with a factor: forward by columns, then backward by dot products (eq. 81).

use super::pattern::Pattern;

/// Replaces `x`, row by row, by what the matrix of the factor makes it of.
#[inline(always)]
pub(super) fn solve<T: Copy + Into<f64>>(pattern: &Pattern, diagonal: &[[T; 3]], below: &[[T; 4]], x: &mut [[f64; 2]]) {
    let rows = pattern.rows().min(x.len());
    for column in 0..rows {
        let [sx, sy] = x[column];
        let range = pattern.column(column);
        for (&row, cell) in pattern.below[range.clone()].iter().zip(&below[range]) {
            let [a, b, c, d] = cell.map(Into::into);
            let own = &mut x[row as usize];
            *own = [own[0] - (a * sx + b * sy), own[1] - (c * sx + d * sy)];
        }
    }
    for column in (0..rows).rev() {
        let [xx, xy, yy] = diagonal[column].map(Into::into);
        let [sx, sy] = x[column];
        let [mut sx, mut sy] = [xx * sx + xy * sy, xy * sx + yy * sy];
        let range = pattern.column(column);
        for (&row, cell) in pattern.below[range.clone()].iter().zip(&below[range]) {
            let [a, b, c, d] = cell.map(Into::into);
            let [ox, oy] = x[row as usize];
            (sx, sy) = (sx - (a * ox + c * oy), sy - (b * ox + d * oy));
        }
        x[column] = [sx, sy];
    }
}
