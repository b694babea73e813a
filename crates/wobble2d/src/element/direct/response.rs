//! How a body that is solved as a whole answers to impulses at its points.
//!
//! ```text
//!     Δv = A⁻¹ E λ            A: the matrix of its substep,  E: puts impulses at their points
//!     A = L D Lᵀ              Eᵀ A⁻¹ E = Jᵀ J   with   J = D^(−½) L⁻¹ E
//! ```
//! The columns of `J` are short: forward substitution from a point only reaches the rows on its way to the root of the elimination tree.

use super::factor::{Cell, Matrix};
use super::ladder::{Rung, turn_of};
use super::material::{Form, Matter, Pair, conjugate_times, times};
use super::pattern::{NONE, Pattern};
use super::plan::{Direct, Stored, weights_of};
use super::solve::solve;
use super::step::Own;
use crate::blueprint::Rest;
use std::sync::Arc;

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

/// The response of bodies with one constant factor, between points of their surface and in the frame of the factor; that of their rigid motion is left out if they are free. Columns are found when they
/// are asked for.
#[derive(Debug)]
pub(crate) struct Table {
    factor: Arc<Stored>,
    /// For every point its place in a column, or [`NONE`].
    slots: Vec<u32>,
    /// The points of the surface.
    surface: Vec<u32>,
    /// By slots; empty until asked for. `[1/kg]`
    columns: Vec<Vec<Cell>>,
    rows: Vec<Pair>,
}

/// Tells constant factors apart.
#[derive(Clone, Debug)]
pub(crate) struct FactorId(Arc<Stored>);

impl PartialEq for FactorId {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

impl Table {
    /// That of a body with a constant factor, with no column yet.
    pub(crate) fn new(FactorId(factor): FactorId, rest: &Rest) -> Self {
        let mut slots = vec![NONE; rest.points.len()];
        let mut surface = Vec::new();
        let contact = &rest.contact;
        let touching = contact.edges.iter().flat_map(|edge| [edge.a, edge.b]).chain(contact.vertices.iter().copied());
        for point in touching.chain((0..rest.points.len() as u32).filter(|_| contact.edges.is_empty())) {
            let slot = &mut slots[point as usize];
            if *slot == NONE {
                *slot = surface.len() as u32;
                surface.push(point);
            }
        }
        Self { factor, slots, columns: vec![Vec::new(); surface.len()], surface, rows: Vec::new() }
    }

    pub(crate) fn is_of(&self, id: &FactorId) -> bool {
        Arc::ptr_eq(&self.factor, &id.0)
    }

    /// Whether nothing but the table knows the factor.
    pub(crate) fn is_of_no_use(&self) -> bool {
        Arc::strong_count(&self.factor) == 1
    }

    /// Finds the columns of these points.
    pub(crate) fn find(&mut self, points: impl Iterator<Item = u32>, rest: &Rest, masses: &[[f32; 2]], response: &Response<'_>) {
        for point in points {
            if self.columns[self.slots[point as usize] as usize].is_empty() {
                self.find_column(point, rest, masses, response);
            }
        }
    }

    /// What an impulse at one point does to another; both have columns. `[xx, xy, yx, yy]`
    pub(crate) fn between(&self, one: u32, other: u32) -> Cell {
        let [one, other] = [one, other].map(|point| self.slots[point as usize] as usize);
        mean(self.columns[other][one], self.columns[one][other])
    }

    fn find_column(&mut self, point: u32, rest: &Rest, masses: &[[f32; 2]], response: &Response<'_>) {
        let places = |point: u32| rest.points[point as usize].position.as_dvec2().to_array();
        let whole = Whole::new(&places, masses);
        let mut column = Vec::with_capacity(self.surface.len());
        response.column(&whole, masses, point, &self.surface, &mut self.rows, &mut column);
        self.columns[self.slots[point as usize] as usize] = column;
    }
}

/// What a factor that is made anew in every substep answers between touched points: a table for one substep.
#[derive(Debug, Default)]
pub(crate) struct Anew {
    columns: Vec<Cell>,
    rows: Vec<Pair>,
}

impl Anew {
    /// Finds all columns, of a body whose points are at these places. `[m]`
    pub(crate) fn find(&mut self, points: &[u32], places: &[Pair], masses: &[[f32; 2]], response: &Response<'_>) {
        let places = |point: u32| places[point as usize];
        let whole = Whole::new(&places, masses);
        self.columns.clear();
        for &point in points {
            response.column(&whole, masses, point, points, &mut self.rows, &mut self.columns);
        }
    }

    /// What an impulse at one of `count` points does to another, as [`Table::between`].
    pub(crate) fn between(&self, count: usize, one: usize, other: usize) -> Cell {
        mean(self.columns[other * count + one], self.columns[one * count + other])
    }
}

/// The mean of a block and the transpose of the one across the diagonal: rounding tells them apart.
fn mean([a, b, c, d]: Cell, [e, f, g, h]: Cell) -> Cell {
    [0.5 * (a + e), 0.5 * (b + g), 0.5 * (c + f), 0.5 * (d + h)]
}

impl Response<'_> {
    /// What impulses at a point do to others, that of the rigid motion left out if the body is free.
    fn column(
        &self,
        whole: &Whole<'_>,
        masses: &[[f32; 2]],
        point: u32,
        others: &[u32],
        rows: &mut Vec<Pair>,
        column: &mut Vec<Cell>,
    ) {
        let free = self.points().len() == masses.len();
        let start = column.len();
        column.resize(start + others.len(), [0.0; 4]);
        for axis in 0..2 {
            let mut unit = [0.0; 2];
            unit[axis] = 1.0;
            rows.clear();
            rows.resize(self.points().len(), [0.0; 2]);
            rows[self.row(point) as usize] = unit;
            if free {
                let (velocity, spin) = whole.motion(unit, whole.moment(point, unit));
                for (&point, own) in self.points().iter().zip(&mut *rows) {
                    let [x, y] = whole.at(point, velocity, spin);
                    let mass = f64::from(masses[point as usize][1]);
                    *own = [own[0] - mass * x, own[1] - mass * y];
                }
            }
            self.solve(rows);
            if free {
                let (mut sum, mut moment) = ([0.0; 2], 0.0);
                for (&point, &[x, y]) in self.points().iter().zip(&*rows) {
                    let mass = f64::from(masses[point as usize][1]);
                    sum = [sum[0] + mass * x, sum[1] + mass * y];
                    moment += mass * whole.moment(point, [x, y]);
                }
                let (velocity, spin) = whole.motion(sum, moment);
                for (&point, own) in self.points().iter().zip(&mut *rows) {
                    let [x, y] = whole.at(point, velocity, spin);
                    *own = [own[0] - x, own[1] - y];
                }
            }
            for (cell, &other) in column[start..].iter_mut().zip(others) {
                let row = self.row(other);
                if row != NONE {
                    (cell[axis], cell[2 + axis]) = (rows[row as usize][0], rows[row as usize][1]);
                }
            }
        }
    }
}

/// The rigid motion of a body in the frame of its factor.
struct Whole<'a> {
    places: &'a dyn Fn(u32) -> Pair,
    centre: Pair,
    mass: f64,
    inertia: f64,
}

impl<'a> Whole<'a> {
    fn new(places: &'a dyn Fn(u32) -> Pair, masses: &[[f32; 2]]) -> Self {
        let points = || (0..).map(places).zip(masses).map(|(place, pair)| (place, f64::from(pair[1])));
        let mass: f64 = points().map(|(_, mass)| mass).sum();
        let mean = points().fold([0.0; 2], |sum, ([x, y], own)| [sum[0] + own * x / mass, sum[1] + own * y / mass]);
        let square = |[x, y]: Pair| (x - mean[0]) * (x - mean[0]) + (y - mean[1]) * (y - mean[1]);
        Self { places, centre: mean, mass, inertia: points().map(|(place, own)| own * square(place)).sum() }
    }

    fn arm(&self, point: u32) -> Pair {
        let [x, y] = (self.places)(point);
        [x - self.centre[0], y - self.centre[1]]
    }

    /// Of what acts at a point.
    fn moment(&self, point: u32, [x, y]: Pair) -> f64 {
        let [rx, ry] = self.arm(point);
        rx * y - ry * x
    }

    /// Velocity and spin that follow from an impulse and its moment.
    fn motion(&self, impulse: Pair, moment: f64) -> (Pair, f64) {
        (impulse.map(|part| part / self.mass), if self.inertia > 0.0 { moment / self.inertia } else { 0.0 })
    }

    /// Of a point.
    fn at(&self, point: u32, [vx, vy]: Pair, spin: f64) -> Pair {
        let [rx, ry] = self.arm(point);
        [vx - spin * ry, vy + spin * rx]
    }
}

impl Direct<'_> {
    /// What its factor is known by, if that is constant.
    pub(crate) fn factor_id(&self) -> Option<FactorId> {
        self.way.factor.clone().map(FactorId)
    }

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
        // The round matrix answers alike in any frame.
        let turn =
            if matches!(way.rung, Rung::Constant | Rung::Round) { turn_of(own.rest, own.masses, places) } else { [1.0, 0.0] };
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
        self.solve(rows);
        rows.iter_mut().for_each(|own| *own = times(self.turn, *own));
    }

    /// The same in the frame of the factor.
    fn solve(&self, rows: &mut [Pair]) {
        match self.factor {
            Factor::Single { diagonal, below } => solve(self.pattern, diagonal, below, rows),
            Factor::Double(matrix) => solve(self.pattern, &matrix.diagonal, &matrix.below, rows),
        }
    }

    /// How the frame of the factor lies in the world: cosine and sine.
    pub(crate) fn turn(&self) -> Pair {
        self.turn
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
