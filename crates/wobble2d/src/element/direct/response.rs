//! How a body that is solved as a whole answers to impulses at its points.
//!
//! ```text
//!     Δv = A⁻¹ E λ            A: the matrix of its substep,  E: puts impulses at their points
//!     A = L D Lᵀ              Eᵀ A⁻¹ E = Jᵀ J   with   J = D^(−½) L⁻¹ E
//! ```
//! The columns of `J` are short: forward substitution from a point only reaches the rows on its way to the root of the elimination tree.

use super::factor::Matrix;
use super::ladder::{Rung, turn_of};
use super::material::{Form, Matter, Pair, conjugate_times, times};
use super::pattern::{NONE, Pattern};
use super::plan::{Direct, Stored, weights_of};
use super::solve::solve;
use super::step::Own;

/// The response of a body in a substep.
#[derive(Clone, Copy)]
pub(crate) struct Response<'a> {
    pattern: &'a Pattern,
    factor: Factor<'a>,
    /// How the frame of the factor lies in the world, if it turns with the body.
    turn: Pair,
}

#[derive(Clone, Copy)]
enum Factor<'a> {
    Single { diagonal: &'a [[f32; 3]], below: &'a [[f32; 4]] },
    Double(&'a Matrix),
}

impl Direct<'_> {
    /// Whether no point is immovable.
    pub(crate) fn is_free(&self) -> bool {
        self.solved.free
    }

    /// Whether a point can move.
    pub(crate) fn moves(&self, point: u32) -> bool {
        self.solved.pattern.row[point as usize] != NONE
    }

    /// Its response where its points are now. A factor that does not outlive a substep is made anew in `matrix`; `None` if there is none. `places`: `[m]`
    pub(crate) fn response<'a>(&'a self, own: Own<'_>, places: &[Pair], matrix: &'a mut Matrix) -> Option<Response<'a>> {
        let (solved, way) = (self.solved, self.way);
        let turn = if way.rung == Rung::Constant { turn_of(own.rest, own.masses, places) } else { [1.0, 0.0] };
        let factor = match (way.factor.as_deref(), way.rung) {
            (Some(Stored::Single { diagonal, below }), _) => Factor::Single { diagonal, below },
            (Some(Stored::Double(matrix)), _) => Factor::Double(matrix),
            (None, Rung::LinearisedOnce) => Factor::Double(self.own?),
            (None, _) => {
                let matter = Matter { rest: own.rest, masses: own.masses, weights: weights_of(own.tuning, way, solved) };
                matter.assemble(&solved.pattern, &solved.entries, Form::At(places), matrix);
                if !matrix.factor(&solved.pattern) {
                    return None;
                }
                Factor::Double(matrix)
            }
        };
        Some(Response { pattern: &solved.pattern, factor, turn })
    }
}

impl Response<'_> {
    /// The row of a movable point.
    pub(crate) fn row(&self, point: u32) -> u32 {
        self.pattern.row[point as usize]
    }

    /// Notes the rows from one on to the root of the elimination tree.
    pub(crate) fn path(&self, mut row: u32, mut note: impl FnMut(u32)) {
        while row != NONE {
            note(row);
            let range = self.pattern.column(row as usize);
            row = if range.is_empty() { NONE } else { self.pattern.below[range.start] };
        }
    }

    /// The columns of `J` for an impulse along either axis of the world at a point: the rows where they are not zero, ascending, and two components each. `work` has an entry a row
    /// and is zero; it is left so.
    pub(crate) fn columns(&self, point: u32, work: &mut [[Pair; 2]], mut note: impl FnMut(u32, [Pair; 2])) {
        let [c, s] = self.turn;
        let first = self.row(point);
        // The axes of the world as the factor's frame sees them.
        work[first as usize] = [[c, -s], [s, c]];
        let mut row = first;
        while row != NONE {
            let both = core::mem::take(&mut work[row as usize]);
            let range = self.pattern.column(row as usize);
            for at in range.clone() {
                let [a, b, c, d] = self.block(at);
                for (own, [x, y]) in work[self.pattern.below[at] as usize].iter_mut().zip(both) {
                    *own = [own[0] - (a * x + b * y), own[1] - (c * x + d * y)];
                }
            }
            let [xx, xy, yy] = self.inverse(row as usize);
            // D⁻¹ = C Cᵀ
            let one = xx.max(0.0).sqrt();
            let two = if one > 0.0 { xy / one } else { 0.0 };
            let three = (yy - two * two).max(0.0).sqrt();
            note(row, both.map(|[x, y]| [one * x + two * y, three * y]));
            row = if range.is_empty() { NONE } else { self.pattern.below[range.start] };
        }
    }

    /// What the matrix makes of impulses at all movable points, in the order of its rows and in the frame of the world: `A⁻¹ b`.
    pub(crate) fn answer(&self, rows: &mut [Pair]) {
        rows.iter_mut().for_each(|own| *own = conjugate_times(self.turn, *own));
        match self.factor {
            Factor::Single { diagonal, below } => solve(self.pattern, diagonal, below, rows),
            Factor::Double(matrix) => solve(self.pattern, &matrix.diagonal, &matrix.below, rows),
        }
        rows.iter_mut().for_each(|own| *own = times(self.turn, *own));
    }

    /// The points of all rows.
    pub(crate) fn points(&self) -> &[u32] {
        &self.pattern.point
    }

    fn block(&self, at: usize) -> [f64; 4] {
        match self.factor {
            Factor::Single { below, .. } => below[at].map(f64::from),
            Factor::Double(matrix) => matrix.below[at],
        }
    }

    fn inverse(&self, row: usize) -> [f64; 3] {
        match self.factor {
            Factor::Single { diagonal, .. } => diagonal[row].map(f64::from),
            Factor::Double(matrix) => matrix.diagonal[row],
        }
    }
}
