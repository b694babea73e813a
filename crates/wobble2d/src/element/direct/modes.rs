//! The lowest modes in which a free body is deformed: how contacts feel the body behind them.
//!
//! ```text
//!     K φ = ω² M φ,   φᵢᵀ M φⱼ = δᵢⱼ,   rigid motions left out                                    (eq. 94)
//!     response of mode k to an impulse:   φₖᵀ M A⁻¹ M φₖ ≈ 1/(1 + τ² ω²),  A: the matrix of the substep
//! ```
//! Subspace iteration with the factor of `M + τ² K` for a long time constant τ, from the polynomials of the places up to the fourth degree. Shapes follow from the
//! blueprint alone; they are shared by all of its bodies and turn with each.

use super::factor::Matrix;
use super::material::{Entries, Form, Matter, Pair, Weights};
use super::pattern::Pattern;
use super::solve::solve;
use crate::blueprint::Rest;

/// So many modes are taken: five mobiles of three coordinates each.
pub(crate) const MODES: usize = 15;

/// Vectors that are iterated: modes, and some more that make the last of them converge.
const VECTORS: usize = 24;

/// Iterations. The start spans smooth fields already.
const ITERATIONS: usize = 12;

/// The time constant, in units of the period of the stiffest element, squared: long against the slowest mode of any mesh.
const LONG: f64 = 1e10;

/// What is left of a vector after the others are taken out of it must be more than this part, or it is one of them.
const INDEPENDENT: f64 = 1e-7;

/// The lowest modes of a free body.
#[derive(Debug)]
pub(crate) struct Modes {
    /// Point by point, [`MODES`] displacements each; those of modes that there are not are zero. `[1/√kg]`
    shapes: Vec<[f32; 2]>,
    /// How many there are.
    pub count: usize,
    /// Squares of their angular frequencies at a stiffness of 1. `[1/s²]`
    pub squares: [f64; MODES],
}

impl Modes {
    /// Of a body of which no point is immovable. `stiffest`: the greatest stiffness over mass of an element. `[1/s²]`
    pub(super) fn of(rest: &Rest, masses: &[[f32; 2]], pattern: &Pattern, entries: &Entries, stiffest: f64) -> Self {
        let none = Self { shapes: vec![[0.0; 2]; masses.len() * MODES], count: 0, squares: [0.0; MODES] };
        let time = (LONG / stiffest.max(1e-30)).sqrt();
        let weights = Weights { size: 1.0, stiffness: 1.0, damping: 0.0, time, bounded: false };
        let places: Vec<Pair> = rest.points.iter().map(|point| point.position.as_dvec2().to_array()).collect();
        let mut matrix = Matrix::default();
        Matter { rest, masses, weights }.assemble(pattern, entries, Form::At(&places), &mut matrix);
        if !matrix.factor(pattern) {
            return none;
        }
        let mut space = Space::new(&places, masses);
        let mut values = Vec::new();
        for _ in 0..ITERATIONS {
            let answers: Vec<Vec<Pair>> = space.vectors.iter().map(|vector| space.answer(pattern, &matrix, vector)).collect();
            values = space.turn_to(answers);
        }
        let count = values.len().min(MODES);
        let mut modes = Self { count, ..none };
        for (k, (vector, value)) in space.vectors.iter().zip(&values).take(count).enumerate() {
            modes.squares[k] = (1.0 / value.max(1e-300) - 1.0) / (time * time);
            for (point, displacement) in vector.iter().enumerate() {
                modes.shapes[point * MODES + k] = displacement.map(|part| part as f32);
            }
        }
        modes
    }

    /// How a point moves in all modes. `[1/√kg]`
    pub(crate) fn at(&self, point: usize) -> &[[f32; 2]] {
        &self.shapes[point * MODES..(point + 1) * MODES]
    }

    /// How readily every mode answers to an impulse within a substep, by the factor of its matrix.
    pub(super) fn responses(&self, pattern: &Pattern, matrix: &Matrix, masses: &[[f32; 2]]) -> [f64; MODES] {
        let mass = |point: u32| f64::from(masses[point as usize][1]);
        core::array::from_fn(|k| {
            let shape = |point: u32| self.at(point as usize)[k].map(f64::from);
            let asked: Vec<Pair> = pattern.point.iter().map(|&point| shape(point).map(|part| mass(point) * part)).collect();
            let mut answer = asked.clone();
            solve(pattern, &matrix.diagonal, &matrix.below, &mut answer);
            answer.iter().zip(&asked).map(|(a, b)| a[0] * b[0] + a[1] * b[1]).sum()
        })
    }
}

/// Vectors that are orthonormal by mass, to each other and to the rigid motions.
struct Space<'a> {
    masses: &'a [[f32; 2]],
    rigid: Vec<Vec<Pair>>,
    vectors: Vec<Vec<Pair>>,
}

impl<'a> Space<'a> {
    fn new(places: &[Pair], masses: &'a [[f32; 2]]) -> Self {
        let total: f64 = masses.iter().map(|mass| f64::from(mass[1])).sum();
        let mean = |k: usize| places.iter().zip(masses).map(|(place, mass)| f64::from(mass[1]) * place[k]).sum::<f64>() / total;
        let centre = [mean(0), mean(1)];
        let about: Vec<Pair> = places.iter().map(|place| [place[0] - centre[0], place[1] - centre[1]]).collect();
        let reach = about.iter().map(|[x, y]| x * x + y * y).fold(0.0, f64::max).sqrt().max(1e-30);
        let about: Vec<Pair> = about.iter().map(|place| place.map(|part| part / reach)).collect();
        let field = |of: &dyn Fn(Pair) -> Pair| -> Vec<Pair> { about.iter().map(|&place| of(place)).collect() };
        let mut space = Self { masses, rigid: Vec::new(), vectors: Vec::new() };
        for of in [&|_: Pair| [1.0, 0.0], &|_: Pair| [0.0, 1.0], &|[x, y]: Pair| [-y, x]] as [&dyn Fn(Pair) -> Pair; 3] {
            if let Some(vector) = space.independent(field(of)) {
                space.rigid.push(vector);
            }
        }
        // x^(d−j) y^j along both axes, by degrees.
        for (degree, j) in (1..=4u32).flat_map(|degree| (0..=degree).map(move |j| (degree, j))) {
            for axis in 0..2 {
                let power = |number: f64, times: u32| (0..times).fold(1.0, |all, _| all * number);
                let of = |[x, y]: Pair| {
                    let value = power(x, degree - j) * power(y, j);
                    if axis == 0 { [value, 0.0] } else { [0.0, value] }
                };
                if let Some(vector) = space.independent(field(&of)).filter(|_| space.vectors.len() < VECTORS) {
                    space.vectors.push(vector);
                }
            }
        }
        space
    }

    fn product(&self, a: &[Pair], b: &[Pair]) -> f64 {
        a.iter().zip(b).zip(self.masses).map(|((a, b), mass)| f64::from(mass[1]) * (a[0] * b[0] + a[1] * b[1])).sum()
    }

    /// A vector without its part in all others, of length 1; `None` if nothing is left.
    fn independent(&self, mut vector: Vec<Pair>) -> Option<Vec<Pair>> {
        let before = self.product(&vector, &vector).sqrt();
        // Twice, since rounding leaves a part the first time.
        for _ in 0..2 {
            for other in self.rigid.iter().chain(&self.vectors) {
                let part = self.product(&vector, other);
                vector.iter_mut().zip(other).for_each(|(own, other)| *own = [own[0] - part * other[0], own[1] - part * other[1]]);
            }
        }
        let after = self.product(&vector, &vector).sqrt();
        (after > INDEPENDENT * before && after < f64::MAX).then(|| {
            vector.iter_mut().for_each(|own| *own = own.map(|part| part / after));
            vector
        })
    }

    /// `A⁻¹ M v`.
    fn answer(&self, pattern: &Pattern, matrix: &Matrix, vector: &[Pair]) -> Vec<Pair> {
        let asked = |&point: &u32| vector[point as usize].map(|part| f64::from(self.masses[point as usize][1]) * part);
        let mut rows: Vec<Pair> = pattern.point.iter().map(asked).collect();
        solve(pattern, &matrix.diagonal, &matrix.below, &mut rows);
        let mut answer = vec![[0.0; 2]; vector.len()];
        pattern.point.iter().zip(rows).for_each(|(&point, row)| answer[point as usize] = row);
        answer
    }

    /// Turns to the space of the answers, along its principal directions. Returns their values, the softest first.
    fn turn_to(&mut self, answers: Vec<Vec<Pair>>) -> Vec<f64> {
        let count = self.vectors.len();
        let mut table: Vec<Vec<f64>> =
            (0..count).map(|i| (0..count).map(|j| self.product(&self.vectors[i], &answers[j])).collect()).collect();
        let halves: Vec<Vec<f64>> = table.clone();
        for (i, row) in table.iter_mut().enumerate() {
            row.iter_mut().zip(&halves).for_each(|(value, mirrored)| *value = 0.5 * (*value + mirrored[i]));
        }
        let (values, turns) = principal(table);
        let mut order: Vec<usize> = (0..count).collect();
        order.sort_by(|&i, &j| values[j].total_cmp(&values[i]));
        self.vectors.clear();
        let mut kept = Vec::new();
        for k in order {
            let mut vector = vec![[0.0; 2]; self.masses.len()];
            for (answer, turn) in answers.iter().zip(&turns) {
                let part = turn[k];
                vector.iter_mut().zip(answer).for_each(|(own, a)| *own = [own[0] + part * a[0], own[1] + part * a[1]]);
            }
            if let Some(vector) = self.independent(vector) {
                self.vectors.push(vector);
                kept.push(values[k]);
            }
        }
        kept
    }
}

/// Principal values and directions of a symmetric table, by Jacobi's rotations: value `k`, and column `k` of the directions.
fn principal(mut a: Vec<Vec<f64>>) -> (Vec<f64>, Vec<Vec<f64>>) {
    let n = a.len();
    let mut v: Vec<Vec<f64>> = (0..n).map(|i| (0..n).map(|j| f64::from(u8::from(i == j))).collect()).collect();
    for _ in 0..12 {
        for p in 0..n {
            for q in p + 1..n {
                if a[p][q] * a[p][q] <= 1e-34 * (a[p][p] * a[q][q]).abs() {
                    continue;
                }
                let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
                let root = (theta * theta + 1.0).sqrt();
                let t = if theta < 0.0 { -1.0 / (root - theta) } else { 1.0 / (root + theta) };
                let c = 1.0 / (t * t + 1.0).sqrt();
                let s = t * c;
                for row in a.iter_mut().chain(&mut v) {
                    let (x, y) = (row[p], row[q]);
                    (row[p], row[q]) = (c * x - s * y, s * x + c * y);
                }
                let (above, below) = a.split_at_mut(q);
                for (x, y) in above[p].iter_mut().zip(&mut below[0]) {
                    (*x, *y) = (c * *x - s * *y, s * *x + c * *y);
                }
            }
        }
    }
    ((0..n).map(|k| a[k][k]).collect(), v)
}

#[cfg(test)]
mod tests {
    use super::super::material::{Entries, Matter, Weights, touching};
    use super::super::pattern::Pattern;
    use super::{MODES, Modes, principal};
    use crate::blueprint::{Blueprint, Lattice};

    fn modes(blueprint: &Blueprint) -> (Modes, Vec<[f32; 2]>) {
        let rest = &*blueprint.0;
        let masses: Vec<[f32; 2]> = rest.points.iter().map(|point| [1.0 / point.mass, point.mass]).collect();
        let positions: Vec<_> = rest.points.iter().map(|point| point.position.as_dvec2()).collect();
        let pattern = Pattern::new(&positions, &vec![true; masses.len()], touching(rest));
        let entries = Entries::new(rest, &pattern);
        let weights = Weights { size: 1.0, stiffness: 1.0, damping: 1.0, time: 1.0, bounded: false };
        let [stiffest, _] = Matter { rest, masses: &masses, weights }.greatest();
        (Modes::of(rest, &masses, &pattern, &entries, stiffest), masses)
    }

    #[test]
    fn principal_values_of_a_known_table() {
        let (mut values, _) = principal(vec![vec![2.0, -1.0, 0.0], vec![-1.0, 2.0, -1.0], vec![0.0, -1.0, 2.0]]);
        values.sort_by(f64::total_cmp);
        let root = core::f64::consts::SQRT_2;
        for (value, wanted) in values.iter().zip([2.0 - root, 2.0, 2.0 + root]) {
            assert!((value - wanted).abs() < 1e-12, "{values:?}");
        }
    }

    #[test]
    fn modes_are_orthonormal_by_mass_and_move_nothing_as_a_whole() {
        for (columns, rows) in [(3, 3), (8, 8), (21, 4)] {
            let blueprint = Lattice { columns, rows, ..Lattice::default() }.build().unwrap();
            let (modes, masses) = modes(&blueprint);
            assert_eq!(modes.count, MODES.min(2 * (columns * rows) as usize - 3));
            assert!(modes.squares[..modes.count].is_sorted() && modes.squares[0] > 0.0, "{:?}", modes.squares);
            for i in 0..modes.count {
                for j in 0..=i {
                    let product: f64 = (0..masses.len())
                        .map(|point| {
                            let [a, b] = [i, j].map(|k| modes.at(point)[k].map(f64::from));
                            f64::from(masses[point][1]) * (a[0] * b[0] + a[1] * b[1])
                        })
                        .sum();
                    let wanted = f64::from(u8::from(i == j));
                    assert!((product - wanted).abs() < 1e-5, "{columns}×{rows}: {i} {j} {product}");
                }
                let sum: f64 = (0..masses.len()).map(|point| f64::from(masses[point][1]) * f64::from(modes.at(point)[i][0])).sum();
                assert!(sum.abs() < 1e-4, "{i}: {sum}");
            }
        }
    }

    #[test]
    fn the_lowest_mode_of_two_points_on_a_spring_is_their_oscillation() {
        use crate::Spring;
        use glam::vec2;
        let builder = Blueprint::builder().points([vec2(0.0, 0.0), vec2(1.0, 0.0)], 0.5);
        let blueprint = builder.spring(0, 1, Spring::new(100.0)).build().unwrap();
        let (modes, _) = modes(&blueprint);
        assert_eq!(modes.count, 1);
        assert!((modes.squares[0] / 400.0 - 1.0).abs() < 1e-4, "{:?}", modes.squares);
    }
}
