//! The static solution of a mesh in f64, independent of the engine: Newton's method on the energy of its springs and triangles, with a banded
//! factor and a line search; and the slowest vibration about the rest shape.
//!
//! ```text
//!   minimise  E(x) = Σ ½ k (l − l₀)² + Σ [½ G S₀ (|F|² − 2 S/S₀) + ½ K (S − S₀)²/S₀] − Σ m g·x      (eq. 43 of docs/physics.md)
//!   H d = −∂E/∂x,   x ← x + t d,   t = 1, ½, ¼, … until E falls
//! ```

use glam::{DVec2, dvec2};
use wobble2d::Blueprint;

/// Newton's method gives up after so many steps, and a line search after so many halvings.
const MOST_STEPS: usize = 400;
const MOST_HALVINGS: usize = 40;

/// The solution is found when no point moves further, as a part of the size of the mesh.
const CLOSE_ENOUGH: f64 = 1e-11;

/// Inverse iteration ends when the frequency changes by less, as a part.
const SETTLED: f64 = 1e-10;

struct Spring {
    ends: [usize; 2],
    stiffness: f64,
    length: f64,
    rope: bool,
}

struct Triangle {
    corners: [usize; 3],
    /// Gradients of the corners' shares.
    gradients: [DVec2; 3],
    area: f64,
    shear: f64,
    bulk: f64,
}

/// A mesh with its pins, masses and springs or triangles.
pub struct Statics {
    places: Vec<DVec2>,
    masses: Vec<f64>,
    springs: Vec<Spring>,
    triangles: Vec<Triangle>,
    /// The unknowns of a point, x and y; none for what is pinned.
    unknowns: Vec<[Option<usize>; 2]>,
    count: usize,
    band: usize,
}

/// A symmetric matrix with a band: row `i` holds columns `i − band ..= i`.
#[derive(Clone)]
struct Banded {
    rows: Vec<f64>,
    band: usize,
    count: usize,
}

impl Statics {
    /// The mesh of a blueprint; what is neither spring nor triangle is left out.
    pub fn of(blueprint: &Blueprint) -> Self {
        let points = blueprint.points();
        let place = |i: u32| points[i as usize].position.as_dvec2();
        let spring = |&([a, b], spring): &([u32; 2], wobble2d::Spring)| Spring {
            ends: [a as usize, b as usize],
            stiffness: f64::from(spring.stiffness),
            length: spring.rest_length.map_or_else(|| place(a).distance(place(b)), f64::from),
            rope: spring.rope,
        };
        let triangle = |&(corners, law): &([u32; 3], wobble2d::Triangle)| {
            let [a, b, c] = corners.map(place);
            let area = 0.5 * (b - a).perp_dot(c - a);
            // Each is the opposite edge, turned inward, over twice the area.
            let inward = |edge: DVec2| dvec2(-edge.y, edge.x) / (2.0 * area);
            let young = f64::from(law.young);
            Triangle {
                corners: corners.map(|i| i as usize),
                gradients: [inward(c - b), inward(a - c), inward(b - a)],
                area,
                shear: young / (2.0 * (1.0 + f64::from(law.poisson))),
                bulk: young / (2.0 * (1.0 - f64::from(law.poisson))),
            }
        };
        let mut mesh = Self {
            places: points.iter().map(|point| point.position.as_dvec2()).collect(),
            masses: points.iter().map(|point| f64::from(point.mass)).collect(),
            springs: blueprint.springs().iter().map(spring).collect(),
            triangles: blueprint.triangles().iter().map(triangle).collect(),
            unknowns: Vec::new(),
            count: 0,
            band: 0,
        };
        let pinned: Vec<[bool; 2]> = points.iter().map(|point| [point.pinned; 2]).collect();
        mesh.number(&pinned);
        mesh
    }

    /// The same, with some points free to slide sideways: they are held in y only.
    pub fn sliding(mut self, points: impl IntoIterator<Item = usize>) -> Self {
        let mut pinned: Vec<[bool; 2]> = self.unknowns.iter().map(|unknown| unknown.map(|unknown| unknown.is_none())).collect();
        points.into_iter().for_each(|i| pinned[i] = [false, true]);
        self.number(&pinned);
        self
    }

    /// Numbers the unknowns along the longer side of the mesh, which keeps the band narrow.
    fn number(&mut self, pinned: &[[bool; 2]]) {
        let (low, high) = self
            .places
            .iter()
            .fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), &place| (low.min(place), high.max(place)));
        let wide = (high - low).x >= (high - low).y;
        let key = |i: &usize| {
            let place = self.places[*i];
            if wide { [place.x, place.y] } else { [place.y, place.x] }
        };
        let mut order: Vec<usize> = (0..self.places.len()).collect();
        order.sort_by(|a, b| key(a)[0].total_cmp(&key(b)[0]).then(key(a)[1].total_cmp(&key(b)[1])).then(a.cmp(b)));
        self.unknowns = vec![[None; 2]; self.places.len()];
        self.count = 0;
        for i in order {
            for axis in (0..2).filter(|&axis| !pinned[i][axis]) {
                self.unknowns[i][axis] = Some(self.count);
                self.count += 1;
            }
        }
        let span = |points: &[usize]| {
            let all = || points.iter().flat_map(|&i| self.unknowns[i]).flatten();
            all().max().unwrap_or(0) - all().min().unwrap_or(0)
        };
        let springs = self.springs.iter().map(|spring| span(&spring.ends));
        self.band = springs.chain(self.triangles.iter().map(|triangle| span(&triangle.corners))).max().unwrap_or(1).max(1);
    }

    /// The slowest vibration about the rest shape, pinned as it is: its angular frequency and its shape, whose furthest point moves by 1.
    /// None if the mesh is not held. `[rad/s]`
    pub fn slowest(&self) -> Option<(f64, Vec<DVec2>)> {
        let (_, matrix) = self.linear(&self.places, DVec2::ZERO);
        let factor = matrix.factor(0.0)?;
        let masses = self.gather(|i| DVec2::splat(self.masses[i]));
        let mut shape = vec![1.0; self.count];
        let mut before = 0.0;
        for _ in 0..1000 {
            let load: Vec<f64> = shape.iter().zip(&masses).map(|(x, m)| x * m).collect();
            let next = factor.solve(&load);
            // Rayleigh's quotient of the next shape: its stiffness times itself is the load.
            let potential: f64 = next.iter().zip(&load).map(|(x, f)| x * f).sum();
            let inertia: f64 = next.iter().zip(&masses).map(|(x, m)| m * x * x).sum();
            let squared = potential / inertia;
            let most = next.iter().fold(0.0f64, |most, x| most.max(x.abs()));
            shape = next.iter().map(|x| x / most).collect();
            if (squared / before - 1.0).abs() < SETTLED {
                break;
            }
            before = squared;
        }
        let value = |unknown: Option<usize>| unknown.map_or(0.0, |k| shape[k]);
        let motion: Vec<DVec2> = self.unknowns.iter().map(|[x, y]| dvec2(value(*x), value(*y))).collect();
        let most = motion.iter().map(|way| way.length()).fold(0.0, f64::max);
        Some((before.sqrt(), motion.iter().map(|way| *way / most).collect()))
    }

    /// Where all points come to rest under gravity. None if no rest is found. `[m]`
    pub fn rest(&self, gravity: DVec2) -> Option<Vec<DVec2>> {
        let mut places = self.places.clone();
        let size = self.places.iter().map(|place| place.distance(self.places[0])).fold(0.0, f64::max);
        let mut energy = self.energy(&places, gravity);
        for _ in 0..MOST_STEPS {
            let (pull, matrix) = self.linear(&places, gravity);
            let way = self.downhill(&matrix, &pull, size)?;
            let longest = way.iter().fold(0.0f64, |most, x| most.max(x.abs()));
            if longest < CLOSE_ENOUGH * size {
                return Some(places);
            }
            // No step is longer than a tenth of the mesh: far away the energy is nothing like its parabola here.
            let mut part = (0.1 * size / longest).min(1.0);
            let moved = (0..MOST_HALVINGS).find_map(|_| {
                let next = self.moved(&places, &way, part);
                let after = self.energy(&next, gravity);
                part *= 0.5;
                (after < energy).then_some((next, after))
            });
            let Some((next, after)) = moved else {
                // Rounding hides any further fall.
                return (longest < 1e-6 * size).then_some(places);
            };
            (places, energy) = (next, after);
        }
        None
    }

    /// Newton's step. Where the energy is not convex, just so much is added to the diagonal that it is.
    fn downhill(&self, matrix: &Banded, pull: &[f64], size: f64) -> Option<Vec<f64>> {
        // Slack ropes have no stiffness at all: what pulls at them is a measure then.
        let least = pull.iter().fold(0.0f64, |most, pull| most.max(pull.abs())) / size;
        let largest = (0..self.count).map(|i| matrix.at(i, i).abs()).fold(least, f64::max);
        let shifts = core::iter::successors(Some(1e-9), |shift| Some(shift * 10.0)).take(11).map(|part| part * largest);
        core::iter::once(0.0).chain(shifts).find_map(|shift| Some(matrix.factor(shift)?.solve(pull)))
    }

    fn moved(&self, places: &[DVec2], way: &[f64], part: f64) -> Vec<DVec2> {
        let value = |unknown: Option<usize>| unknown.map_or(0.0, |k| part * way[k]);
        places.iter().zip(&self.unknowns).map(|(place, [x, y])| *place + dvec2(value(*x), value(*y))).collect()
    }

    fn energy(&self, places: &[DVec2], gravity: DVec2) -> f64 {
        let springs = self.springs.iter().map(|spring| {
            let stretch = places[spring.ends[0]].distance(places[spring.ends[1]]) - spring.length;
            if stretch > 0.0 || !spring.rope { 0.5 * spring.stiffness * stretch * stretch } else { 0.0 }
        });
        let triangles = self.triangles.iter().map(|triangle| triangle.energy(places));
        let fall = places.iter().zip(&self.masses).map(|(place, mass)| -mass * gravity.dot(*place));
        springs.chain(triangles).chain(fall).sum()
    }

    /// What pulls at the unknowns, and the second derivatives of the energy.
    fn linear(&self, places: &[DVec2], gravity: DVec2) -> (Vec<f64>, Banded) {
        let mut pulls: Vec<DVec2> = self.masses.iter().map(|mass| *mass * gravity).collect();
        let mut matrix = Banded::new(self.count, self.band);
        for spring in &self.springs {
            spring.add(places, &mut pulls, |a, b, block| self.add(&mut matrix, a, b, block));
        }
        for triangle in &self.triangles {
            triangle.add(places, &mut pulls, |a, b, block| self.add(&mut matrix, a, b, block));
        }
        (self.gather(|i| pulls[i]), matrix)
    }

    fn gather(&self, value: impl Fn(usize) -> DVec2) -> Vec<f64> {
        let mut found = vec![0.0; self.count];
        for (i, unknowns) in self.unknowns.iter().enumerate() {
            let parts = value(i).to_array();
            unknowns.iter().zip(parts).for_each(|(unknown, part)| unknown.iter().for_each(|&k| found[k] = part));
        }
        found
    }

    /// Adds a block of two points to the lower half of the matrix.
    fn add(&self, matrix: &mut Banded, a: usize, b: usize, block: [[f64; 2]; 2]) {
        for (row, values) in self.unknowns[a].iter().zip(block) {
            for (column, value) in self.unknowns[b].iter().zip(values) {
                if let (Some(row), Some(column)) = (row, column)
                    && column <= row
                {
                    *matrix.at_mut(*row, *column) += value;
                }
            }
        }
    }
}

impl Spring {
    fn add(&self, places: &[DVec2], pulls: &mut [DVec2], mut block: impl FnMut(usize, usize, [[f64; 2]; 2])) {
        let [a, b] = self.ends;
        let along = places[b] - places[a];
        let length = along.length();
        if length == 0.0 || self.rope && length <= self.length {
            return;
        }
        let n = along / length;
        let force = self.stiffness * (length - self.length);
        pulls[a] += force * n;
        pulls[b] -= force * n;
        let across = force / length;
        let entry = |i: usize, j: usize| {
            let same = if i == j { across } else { 0.0 };
            (self.stiffness - across) * n[i] * n[j] + same
        };
        let stiff = [[entry(0, 0), entry(0, 1)], [entry(1, 0), entry(1, 1)]];
        let minus = stiff.map(|row| row.map(|value| -value));
        block(a, a, stiff);
        block(b, b, stiff);
        block(a, b, minus);
        block(b, a, minus);
    }
}

impl Triangle {
    /// The area and its gradients.
    fn extent(&self, places: &[DVec2]) -> (f64, [DVec2; 3]) {
        let [a, b, c] = self.corners.map(|i| places[i]);
        let turned = |edge: DVec2| 0.5 * dvec2(-edge.y, edge.x);
        (0.5 * (b - a).perp_dot(c - a), [turned(c - b), turned(a - c), turned(b - a)])
    }

    /// `|F|²`: the square of the deformation gradient.
    fn stretch(&self, places: &[DVec2]) -> f64 {
        let columns = self
            .corners
            .iter()
            .zip(self.gradients)
            .fold([DVec2::ZERO; 2], |[x, y], (&i, gradient)| [x + places[i] * gradient.x, y + places[i] * gradient.y]);
        columns[0].length_squared() + columns[1].length_squared()
    }

    fn energy(&self, places: &[DVec2]) -> f64 {
        let (area, _) = self.extent(places);
        let ratio = area / self.area;
        let (shear, bulk) = (self.stretch(places) - 2.0 * ratio, (ratio - 1.0) * (ratio - 1.0));
        0.5 * self.area * (self.shear * shear + self.bulk * bulk)
    }

    fn add(&self, places: &[DVec2], pulls: &mut [DVec2], mut block: impl FnMut(usize, usize, [[f64; 2]; 2])) {
        let (area, grown) = self.extent(places);
        let pressure = self.bulk * (area - self.area) / self.area - self.shear;
        for a in 0..3 {
            let i = self.corners[a];
            pulls[i] -= pressure * grown[a];
            for b in 0..3 {
                let j = self.corners[b];
                let even = self.shear * self.area * self.gradients[a].dot(self.gradients[b]);
                pulls[i] -= even * places[j];
                // The area's own second derivative turns one gradient into the other.
                let turn = match (b + 3 - a) % 3 {
                    1 => 0.5 * pressure,
                    2 => -0.5 * pressure,
                    _ => 0.0,
                };
                let outer = |x: f64, y: f64| self.bulk / self.area * x * y;
                block(
                    i,
                    j,
                    [
                        [even + outer(grown[a].x, grown[b].x), outer(grown[a].x, grown[b].y) + turn],
                        [outer(grown[a].y, grown[b].x) - turn, even + outer(grown[a].y, grown[b].y)],
                    ],
                );
            }
        }
    }
}

impl Banded {
    fn new(count: usize, band: usize) -> Self {
        Self { rows: vec![0.0; count * (band + 1)], band, count }
    }

    fn at(&self, row: usize, column: usize) -> f64 {
        self.rows[row * (self.band + 1) + column + self.band - row]
    }

    fn at_mut(&mut self, row: usize, column: usize) -> &mut f64 {
        &mut self.rows[row * (self.band + 1) + column + self.band - row]
    }

    /// Row `i` from a column to before another.
    fn part(&self, row: usize, from: usize, to: usize) -> &[f64] {
        let start = row * (self.band + 1) + self.band - row;
        &self.rows[start + from..start + to]
    }

    /// Cholesky's factor of the matrix with something added to its diagonal; none if that is not positive definite.
    fn factor(&self, shift: f64) -> Option<Self> {
        let mut factor = self.clone();
        for i in 0..self.count {
            let first = i.saturating_sub(self.band);
            for j in first..i {
                let start = first.max(j.saturating_sub(self.band));
                let sum: f64 = factor.part(i, start, j).iter().zip(factor.part(j, start, j)).map(|(a, b)| a * b).sum();
                let value = (factor.at(i, j) - sum) / factor.at(j, j);
                *factor.at_mut(i, j) = value;
            }
            let sum: f64 = factor.part(i, first, i).iter().map(|a| a * a).sum();
            let pivot = factor.at(i, i) + shift - sum;
            if pivot.is_nan() || pivot <= 1e-14 * self.at(i, i).abs() {
                return None;
            }
            *factor.at_mut(i, i) = pivot.sqrt();
        }
        Some(factor)
    }

    /// Solves with a factor.
    fn solve(&self, load: &[f64]) -> Vec<f64> {
        let mut x = load.to_vec();
        for i in 0..self.count {
            let first = i.saturating_sub(self.band);
            let sum: f64 = self.part(i, first, i).iter().zip(&x[first..i]).map(|(a, b)| a * b).sum();
            x[i] = (x[i] - sum) / self.at(i, i);
        }
        for i in (0..self.count).rev() {
            x[i] /= self.at(i, i);
            let (value, first) = (x[i], i.saturating_sub(self.band));
            x[first..i].iter_mut().zip(self.part(i, first, i)).for_each(|(x, entry)| *x -= entry * value);
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::super::beam::{G, Matter, Rectangle};
    use super::Statics;
    use core::f64::consts::TAU;
    use glam::{DVec2, dvec2, vec2};
    use wobble2d::blueprint::Rope;
    use wobble2d::{Spring, Triangle};

    const DOWN: DVec2 = dvec2(0.0, -G);

    fn beam(cells: [u32; 2], young: f32) -> Rectangle {
        let matter = Matter::Triangles(Triangle::new(young, 0.3));
        Rectangle { cells, size: [10.0, 1.0], density: 1.0, matter }
    }

    /// How far the right side hangs down on the whole. `[m]`
    fn sag(rectangle: &Rectangle) -> f64 {
        let statics = Statics::of(&rectangle.build(rectangle.left(), 0.0, [], false).unwrap());
        let rest = statics.rest(DOWN).unwrap();
        rectangle.right().map(|i| statics.places[i as usize].y - rest[i as usize].y).sum::<f64>()
            / f64::from(rectangle.cells[1] + 1)
    }

    #[test]
    fn a_bar_that_hangs_gets_longer_by_weight_times_length_over_twice_its_stiffness() {
        for columns in [1, 2, 4] {
            let matter = Matter::Triangles(Triangle::new(1e6, 0.0));
            let bar = Rectangle { cells: [columns, 10 * columns], size: [1.0, 10.0], density: 1.0, matter };
            let rest = Statics::of(&bar.build(bar.top(), 0.0, [], false).unwrap()).rest(DOWN).unwrap();
            let longer = -bar.bottom().map(|i| rest[i as usize].y).sum::<f64>() / f64::from(columns + 1);
            let exact = G * 100.0 / (2.0 * 1e6);
            // Of the second order in a strain of 1e-4.
            assert!((longer / exact - 1.0).abs() < 1e-3, "{columns}: {longer} instead of {exact}");
        }
    }

    #[test]
    fn the_sag_of_a_beam_tends_to_timoshenkos() {
        // w L⁴/8EI + w L²/2κGA with w = ρ g H, I = H³/12, κ = 5/6; held flat, which stiffens the end a little.
        let exact = 1.5 * G * 1e4 / 1e6 + G * 100.0 / (2.0 * 5.0 / 6.0 * 1e6 / 2.6);
        let sags = [[40, 4], [80, 8], [160, 16]].map(|cells| sag(&beam(cells, 1e6)));
        assert!(sags[0] < sags[1] && sags[1] < sags[2], "{sags:?}");
        // Linear triangles of 1/16 of the height are 1 % too stiff.
        assert!((sags[2] / exact - 1.0).abs() < 0.02, "{sags:?} instead of {exact}");
        // The error of linear triangles falls with the square of their size.
        let ratio = (sags[1] - sags[0]) / (sags[2] - sags[1]);
        assert!((3.0..5.0).contains(&ratio), "{sags:?}");
    }

    #[test]
    fn a_beam_that_hangs_straight_down_is_found_too() {
        // So soft that a straight beam is nowhere near: its energy must fall all the way, and nothing may pull any more.
        let soft = beam([40, 4], 3e3);
        let statics = Statics::of(&soft.build(soft.left(), 0.0, [], false).unwrap());
        let rest = statics.rest(DOWN).unwrap();
        let (pulls, _) = statics.linear(&rest, DOWN);
        let most = pulls.iter().fold(0.0f64, |most, pull| most.max(pull.abs()));
        assert!(most < 1e-6 * 10.0 * G, "{most} N are left");
        assert!(rest[soft.at(40, 2) as usize].y < -5.0);
    }

    #[test]
    fn forces_and_stiffness_are_the_derivatives_of_the_energy() {
        for matter in [Matter::Triangles(Triangle::new(100.0, 0.4)), Matter::Springs(Spring::new(50.0))] {
            let rectangle = Rectangle { cells: [3, 2], size: [3.0, 2.0], density: 1.0, matter };
            let statics = Statics::of(&rectangle.build(rectangle.left(), 0.0, [], false).unwrap());
            let bent = |k: usize| dvec2(0.2 * libm::sin(3.0 * k as f64), 0.3 * libm::cos(5.0 * k as f64));
            let places: Vec<DVec2> = statics.places.iter().enumerate().map(|(k, place)| *place + bent(k)).collect();
            let (pulls, matrix) = statics.linear(&places, DOWN);
            for k in 0..statics.count {
                let mut way = vec![0.0; statics.count];
                way[k] = 1.0;
                let [ahead, back] = [1e-5, -1e-5].map(|part| statics.moved(&places, &way, part));
                let slope = (statics.energy(&ahead, DOWN) - statics.energy(&back, DOWN)) / 2e-5;
                assert!((slope + pulls[k]).abs() < 1e-4, "{k}: {slope}, {}", pulls[k]);
                let [ahead, back] = [&ahead, &back].map(|places| statics.linear(places, DOWN).0);
                for j in 0..statics.count {
                    let curve = -(ahead[j] - back[j]) / 2e-5;
                    let entry = if j.abs_diff(k) > statics.band { 0.0 } else { matrix.at(j.max(k), j.min(k)) };
                    assert!((curve - entry).abs() < 1e-3, "{j}, {k}: {curve}, {entry}");
                }
            }
        }
    }

    #[test]
    fn the_slowest_vibration_of_a_beam_is_that_of_euler_and_bernoulli() {
        // ω = 3.516 √(E I / (ρ H L⁴)); shear and the stiffness of the mesh take and give about one per cent.
        let exact = 3.516_015 * (1e6 / 12.0 / 1e4f64).sqrt() / TAU;
        let rectangle = beam([160, 16], 1e6);
        let statics = Statics::of(&rectangle.build(rectangle.left(), 0.0, [], false).unwrap());
        let (omega, shape) = statics.slowest().unwrap();
        assert!((omega / TAU / exact - 1.0).abs() < 0.02, "{} Hz instead of {exact} Hz", omega / TAU);
        assert!((shape[rectangle.at(160, 8) as usize].length() - 1.0).abs() < 0.01 && shape[0] == DVec2::ZERO);
    }

    #[test]
    fn a_rope_gets_longer_by_load_over_stiffness_and_does_not_push() {
        let spring = Spring::new(1e3).rope();
        let rope = Rope { to: vec2(0.0, -1.0), pieces: 2, mass: 3.0, spring, ..Rope::default() }.build().unwrap();
        let rest = Statics::of(&rope).rest(DOWN).unwrap();
        // A kilogram at each of three points, of which the first is pinned.
        assert!((rest[1].y + 0.5 + 2.0 * G / 1e3).abs() < 1e-9 && (rest[2].y + 1.0 + 3.0 * G / 1e3).abs() < 1e-9, "{rest:?}");
    }

    #[test]
    fn what_nothing_holds_has_no_rest() {
        let rectangle = beam([4, 2], 1e5);
        let statics = Statics::of(&rectangle.build([], 0.0, [], false).unwrap());
        assert!(statics.rest(DOWN).is_none() && statics.slowest().is_none());
    }
}
