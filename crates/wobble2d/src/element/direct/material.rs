//! What the elements of a body do to its points: their forces, and how these change with the places of the points.
//!
//! ```text
//!     link      k n nᵀ + max(0, k (1 − L/l)) (1 − n nᵀ)          n: from end to end; the second part is its tension across     (eq. 82)
//!     trio      k [p̄ₐ p_b]                                       [c]: the complex number c as a turn and stretch
//!     triangle  G S₀ [d̄ₐ d_b] + K/S₀ ∂S/∂xₐ (∂S/∂x_b)ᵀ           only the second part turns with the matter
//! ```
//! Every part is positive semidefinite; what is not is left out, since a matrix may be too stiff but not too soft. Forces are exact, so a body comes to rest where
//! it should whatever its matrix is.

use super::factor::{Cell, Matrix};
use super::pattern::{Entry, NONE, Pattern};
use crate::blueprint::Rest;
use crate::element::link::Link;
use crate::element::triangle::Element;
use crate::element::trio::Trio;

/// A vector, or a complex number.
pub(super) type Pair = [f64; 2];

/// A stick is a spring of this stiffness, in units of the reduced mass of its ends over the square of the time constant. Stiffer, the rounding of places would be
/// felt across it.
pub(super) const STICK: f64 = 1e4;

/// A stick that is shorter than it should be by more than this part has been built so, or pinned so. With all its stiffness it would hurl what is between.
const SHORT: f64 = 0.01;

/// How stiff it is then, against what it is else. It resists getting still shorter as ever.
const GENTLE: f64 = 5e-6;

/// No spring of a body that is linearised anew counts for more than this in the same units: it is as good as rigid.
const MOST_STIFF: f64 = STICK;

/// By how much too stiff the area of a triangle is in the matrix that knows no rotation: stretched triangles are stiffer than at rest.
const AREA_MARGIN: f64 = 1.5;

/// Where the blocks of all elements are.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Entries {
    springs: Vec<Entry>,
    sticks: Vec<Entry>,
    bends: Vec<[Entry; 3]>,
    triangles: Vec<[Entry; 3]>,
}

impl Entries {
    pub(super) fn new(rest: &Rest, pattern: &Pattern) -> Self {
        let link = |link: &Link| pattern.entry(link.a, link.b);
        let trio = |[a, b, c]: [u32; 3]| [pattern.entry(a, b), pattern.entry(a, c), pattern.entry(b, c)];
        Self {
            springs: rest.springs.list.iter().map(link).collect(),
            sticks: rest.sticks.list.iter().map(link).collect(),
            bends: rest.bends.list.iter().map(|bend| trio(bend.points)).collect(),
            triangles: rest.triangles.list.iter().map(|element| trio(element.trio.points)).collect(),
        }
    }
}

/// The pairs of points that elements join.
pub(super) fn touching(rest: &Rest) -> impl Iterator<Item = [u32; 2]> {
    let links = rest.springs.list.iter().chain(&rest.sticks.list).map(|link| [link.a, link.b]);
    let trios = rest.bends.list.iter().map(|bend| bend.points).chain(rest.triangles.list.iter().map(|element| element.trio.points));
    links.chain(trios.flat_map(|[a, b, c]| [[a, b], [a, c], [b, c]]))
}

/// How a body differs from its blueprint, and how its matrix weighs stiffness.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Weights {
    pub size: f64,
    pub stiffness: f64,
    pub damping: f64,
    /// The time constant of the matrix: what a stiffness is multiplied by is its square. `[s]`
    pub time: f64,
    /// Whether springs that are as good as rigid count as less stiff.
    pub bounded: bool,
}

/// What is linearised, and where.
#[derive(Clone, Copy)]
pub(super) enum Form<'a> {
    /// The forces at these places. `[m]`
    At(&'a [Pair]),
    /// No place: what resists the same in every direction.
    Round,
}

/// A body's elements and the masses of its points.
#[derive(Clone, Copy)]
pub(super) struct Matter<'a> {
    pub rest: &'a Rest,
    /// Inverse mass and mass of every point. `[1/kg]`, `[kg]`
    pub masses: &'a [[f32; 2]],
    pub weights: Weights,
}

/// How stiff a link is across its direction: its tension over its length. `[N/m]`
#[inline(always)]
fn across(rest_length: f64, stiffness: f64, length: f64) -> f64 {
    if length > 0.0 { stiffness * (1.0 - rest_length / length).max(0.0) } else { stiffness }
}

impl Matter<'_> {
    /// Stiffness and damping of a spring. `[N/m]`, `[N s/m]`
    #[inline(always)]
    fn spring(&self, link: &Link) -> [f64; 2] {
        let Weights { stiffness, damping, bounded, .. } = self.weights;
        let own = f64::from(link.stiffness) * stiffness;
        let own = if bounded { own.min(self.rigid(link, MOST_STIFF)) } else { own };
        [own, f64::from(link.damping) * damping]
    }

    /// The stiffness of a link that is as good as rigid. `[N/m]`
    #[inline(always)]
    fn rigid(&self, link: &Link, how: f64) -> f64 {
        let give = self.masses[link.a as usize][0] + self.masses[link.b as usize][0];
        how / (f64::from(give).max(1e-30) * self.weights.time * self.weights.time)
    }

    /// The matrix `M + τ² K + τ C` (eq. 83).
    pub(super) fn assemble(&self, pattern: &Pattern, entries: &Entries, form: Form<'_>, matrix: &mut Matrix) {
        matrix.clear(pattern);
        for (row, &point) in pattern.point.iter().enumerate() {
            let mass = f64::from(self.masses[point as usize][1]);
            matrix.add_diagonal(row as u32, [mass, 0.0, 0.0, mass]);
        }
        let rest = self.rest;
        let mut sum = Sum { matrix, pattern };
        for (link, &entry) in rest.springs.list.iter().zip(&entries.springs) {
            self.add_link(&mut sum, link, entry, form, self.spring(link));
        }
        for (link, &entry) in rest.sticks.list.iter().zip(&entries.sticks) {
            self.add_link(&mut sum, link, entry, form, [self.rigid(link, STICK), 0.0]);
        }
        for (trio, entries) in rest.bends.list.iter().zip(&entries.bends) {
            sum.add_trio(trio.points, trio.distortion, entries, self.weigh(trio.stiffness, trio.damping));
        }
        for (element, entries) in rest.triangles.list.iter().zip(&entries.triangles) {
            self.add_triangle(&mut sum, element, entries, form);
        }
    }

    fn weigh(&self, stiffness: f32, damping: f32) -> f64 {
        let Weights { stiffness: stiff, damping: damped, time, .. } = self.weights;
        time * time * stiff * f64::from(stiffness) + time * damped * f64::from(damping)
    }

    fn add_link(&self, sum: &mut Sum<'_>, link: &Link, entry: Entry, form: Form<'_>, [stiffness, damping]: [f64; 2]) {
        let time = self.weights.time;
        let (stiff, damped) = (stiffness * time * time, damping * time);
        let cell = match form {
            Form::Round => [stiff + damped, 0.0, 0.0, stiff + damped],
            Form::At(places) => {
                let (n, length) = direction(places[link.a as usize], places[link.b as usize]);
                let rest_length = f64::from(link.rest_length) * self.weights.size;
                if link.rope && length <= rest_length {
                    return;
                }
                let across = across(self.rest_length(link), stiff, length);
                let along = stiff + damped - across;
                [across + along * n[0] * n[0], along * n[0] * n[1], along * n[0] * n[1], across + along * n[1] * n[1]]
            }
        };
        sum.add_between(link.a, link.b, entry, cell);
    }

    fn add_triangle(&self, sum: &mut Sum<'_>, element: &Element, entries: &[Entry; 3], form: Form<'_>) {
        let Trio { points, distortion, frame, .. } = element.trio;
        sum.add_trio(points, distortion, entries, self.weigh(element.trio.stiffness, element.trio.damping));
        let weight = self.weigh(element.modulus, element.damping);
        match form {
            // The frame scales and turns: what resists both resists every change of area, wherever the triangle has turned to.
            Form::Round => sum.add_trio(points, frame, entries, AREA_MARGIN * weight * f64::from(element.area)),
            Form::At(places) => {
                let slopes = slopes(points.map(|point| places[point as usize]));
                let square = self.weights.size * self.weights.size;
                sum.add_dyad(points, entries, weight / (f64::from(element.area) * square), slopes);
            }
        }
    }

    fn rest_length(&self, link: &Link) -> f64 {
        f64::from(link.rest_length) * self.weights.size
    }

    /// Finds the lengths that sticks are to have in this substep: their own, unless they are far too short. `start`: places and displacements. `[m]`
    pub(super) fn find_lengths(&self, start: &[[f64; 4]], lengths: &mut Vec<f64>) {
        lengths.clear();
        lengths.extend(self.rest.sticks.list.iter().map(|link| {
            let (wanted, [a, b]) = (self.rest_length(link), [link.a, link.b].map(|end| start[end as usize]));
            let now = direction([a[0], a[1]], [b[0], b[1]]).1;
            if now < (1.0 - SHORT) * wanted {
                let next = direction([a[0] + a[2], a[1] + a[3]], [b[0] + b[2], b[1] + b[3]]).1;
                let held = next.max(now).min(wanted);
                held + GENTLE * (wanted - held)
            } else {
                wanted
            }
        }));
    }

    /// Adds the forces of all elements to those of the points. `[N]`
    pub(super) fn add_forces(&self, lengths: &[f64], places: &[Pair], velocities: &[Pair], forces: &mut [Pair]) {
        let rest = self.rest;
        for link in &rest.springs.list {
            self.pull(link, self.rest_length(link), self.spring(link), places, velocities, forces);
        }
        for (link, &length) in rest.sticks.list.iter().zip(lengths) {
            self.pull(link, length, [self.rigid(link, STICK), 0.0], places, velocities, forces);
        }
        self.add_trio_forces(places, velocities, forces);
    }

    fn add_trio_forces(&self, places: &[Pair], velocities: &[Pair], forces: &mut [Pair]) {
        let rest = self.rest;
        let Weights { stiffness, damping, size, .. } = self.weights;
        for trio in &rest.bends.list {
            add_trio_force(trio, [stiffness, damping, size], places, velocities, forces);
        }
        for element in &rest.triangles.list {
            add_trio_force(&element.trio, [stiffness, damping, size], places, velocities, forces);
            self.press(element, places, velocities, forces);
        }
    }

    /// Adds the forces of all elements where points are displaced, those of links along the directions that these have before (eq. 86): so they have no torque there. `displaced`: places and
    /// displacements. `[m]`
    pub(super) fn add_forces_along(
        &self,
        lengths: &[f64],
        places: &[Pair],
        displaced: &[Pair],
        velocities: &[Pair],
        forces: &mut [Pair],
    ) {
        let rest = self.rest;
        for link in &rest.springs.list {
            self.pull_along(link, self.rest_length(link), self.spring(link), [places, displaced, velocities], forces);
        }
        for (link, &length) in rest.sticks.list.iter().zip(lengths) {
            self.pull_along(link, length, [self.rigid(link, STICK), 0.0], [places, displaced, velocities], forces);
        }
        self.add_trio_forces(displaced, velocities, forces);
    }

    /// Adds what the tension of links across their directions makes of these moves. `[m]`
    pub(super) fn add_across(&self, lengths: &[f64], places: &[Pair], moves: &[Pair], forces: &mut [Pair]) {
        let springs = self.rest.springs.list.iter().map(|link| (link, self.rest_length(link), self.spring(link)[0]));
        let sticks = self.rest.sticks.list.iter().zip(lengths).map(|(link, &length)| (link, length, self.rigid(link, STICK)));
        for (link, rest_length, stiffness) in springs.chain(sticks) {
            let (a, b) = (link.a as usize, link.b as usize);
            let ([nx, ny], length) = direction(places[a], places[b]);
            let across = across(rest_length, stiffness, length);
            let (mx, my) = (moves[b][0] - moves[a][0], moves[b][1] - moves[a][1]);
            let along = mx * nx + my * ny;
            let (fx, fy) = (across * (mx - along * nx), across * (my - along * ny));
            forces[a] = [forces[a][0] + fx, forces[a][1] + fy];
            forces[b] = [forces[b][0] - fx, forces[b][1] - fy];
        }
    }

    #[inline(always)]
    fn pull_along(
        &self,
        link: &Link,
        rest_length: f64,
        own: [f64; 2],
        [places, displaced, velocities]: [&[Pair]; 3],
        forces: &mut [Pair],
    ) {
        let (a, b) = (link.a as usize, link.b as usize);
        let ([nx, ny], _) = direction(places[a], places[b]);
        let (_, length) = direction(displaced[a], displaced[b]);
        let stretch = length - rest_length;
        if link.rope && stretch <= 0.0 {
            return;
        }
        let closing = (velocities[b][0] - velocities[a][0]) * nx + (velocities[b][1] - velocities[a][1]) * ny;
        let pull = own[0] * stretch + own[1] * closing;
        forces[a] = [forces[a][0] + pull * nx, forces[a][1] + pull * ny];
        forces[b] = [forces[b][0] - pull * nx, forces[b][1] - pull * ny];
    }

    #[inline(always)]
    fn pull(&self, link: &Link, rest_length: f64, own: [f64; 2], places: &[Pair], velocities: &[Pair], forces: &mut [Pair]) {
        let (a, b) = (link.a as usize, link.b as usize);
        let ([nx, ny], length) = direction(places[a], places[b]);
        let stretch = length - rest_length;
        if link.rope && stretch <= 0.0 {
            return;
        }
        let closing = (velocities[b][0] - velocities[a][0]) * nx + (velocities[b][1] - velocities[a][1]) * ny;
        let pull = own[0] * stretch + own[1] * closing;
        forces[a] = [forces[a][0] + pull * nx, forces[a][1] + pull * ny];
        forces[b] = [forces[b][0] - pull * nx, forces[b][1] - pull * ny];
    }

    #[inline(always)]
    fn press(&self, element: &Element, places: &[Pair], velocities: &[Pair], forces: &mut [Pair]) {
        let points = element.trio.points.map(|point| point as usize);
        let Weights { size, stiffness, damping, .. } = self.weights;
        let [a, b, c] = points.map(|point| places[point]);
        let area = 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]));
        let rest_area = f64::from(element.area) * size * size;
        let slopes = slopes([a, b, c]);
        let mut pressure = f64::from(element.modulus) * stiffness * (rest_area - area) / rest_area;
        if element.damping > 0.0 {
            let rate: f64 = points.iter().zip(slopes).map(|(&i, s)| velocities[i][0] * s[0] + velocities[i][1] * s[1]).sum();
            pressure -= f64::from(element.damping) * damping * rate / rest_area;
        }
        for (point, [x, y]) in points.into_iter().zip(slopes) {
            forces[point] = [forces[point][0] + pressure * x, forces[point][1] + pressure * y];
        }
    }

    /// What every stick pulls with at these places, in colour order. `[N]`
    pub(super) fn tensions<'a>(&'a self, lengths: &'a [f64], places: &'a [Pair]) -> impl Iterator<Item = f64> + 'a {
        self.rest.sticks.list.iter().zip(lengths).map(|(link, rest_length)| {
            let (_, length) = direction(places[link.a as usize], places[link.b as usize]);
            let stretch = length - rest_length;
            if link.rope && stretch <= 0.0 { 0.0 } else { self.rigid(link, STICK) * stretch }
        })
    }

    /// The greatest stiffness and damping of an element, over the mass of its lightest point. `[1/s²]`, `[1/s]`
    pub(super) fn greatest(&self) -> [f64; 2] {
        let weight = |points: &[u32]| points.iter().map(|&i| f64::from(self.masses[i as usize][0])).fold(0.0, f64::max);
        let steepest = |trio: &Trio| f64::from(trio.reach.into_iter().fold(0.0f32, |most, reach| most.max(reach * reach)));
        let mut greatest = [0.0f64; 2];
        let mut note = |points: &[u32], own: [f64; 2]| {
            let weight = weight(points);
            greatest = [greatest[0].max(weight * own[0]), greatest[1].max(weight * own[1])];
        };
        for link in &self.rest.springs.list {
            note(&[link.a, link.b], [link.stiffness, link.damping].map(f64::from));
        }
        for trio in &self.rest.bends.list {
            note(&trio.points, [trio.stiffness, trio.damping].map(|own| f64::from(own) * steepest(trio)));
        }
        for element in &self.rest.triangles.list {
            let Element { trio, area, modulus, damping } = element;
            let both = [trio.stiffness + modulus * area, trio.damping + damping * area];
            note(&trio.points, both.map(|own| f64::from(own) * steepest(trio)));
        }
        greatest
    }
}

/// A matrix that is being summed.
struct Sum<'a> {
    matrix: &'a mut Matrix,
    pattern: &'a Pattern,
}

impl Sum<'_> {
    /// Adds what holds two points together.
    #[inline(always)]
    fn add_between(&mut self, a: u32, b: u32, entry: Entry, cell: Cell) {
        self.add_diagonal(a, cell);
        self.add_diagonal(b, cell);
        self.matrix.add(entry, cell.map(|number| -number));
    }

    #[inline(always)]
    fn add_diagonal(&mut self, point: u32, cell: Cell) {
        let row = self.pattern.row[point as usize];
        if row != NONE {
            self.matrix.add_diagonal(row, cell);
        }
    }

    /// Adds `weight [p̄ₐ p_b]` for every two points, with these factors `p` of the second and third.
    fn add_trio(&mut self, points: [u32; 3], two: [[f32; 2]; 2], entries: &[Entry; 3], weight: f64) {
        let factors = factors(two);
        for (k, &point) in points.iter().enumerate() {
            let own = weight * (factors[k][0] * factors[k][0] + factors[k][1] * factors[k][1]);
            self.add_diagonal(point, [own, 0.0, 0.0, own]);
        }
        for (&entry, [a, b]) in entries.iter().zip(SIDES) {
            let [re, im] = conjugate_times(factors[a], factors[b]);
            self.matrix.add(entry, [weight * re, -(weight * im), weight * im, weight * re]);
        }
    }

    /// Adds `weight gₐ g_bᵀ` for every two corners.
    fn add_dyad(&mut self, points: [u32; 3], entries: &[Entry; 3], weight: f64, g: [Pair; 3]) {
        let cell = |a: usize, b: usize| {
            [g[a][0] * g[b][0], g[a][0] * g[b][1], g[a][1] * g[b][0], g[a][1] * g[b][1]].map(|part| weight * part)
        };
        for (k, &point) in points.iter().enumerate() {
            self.add_diagonal(point, cell(k, k));
        }
        for (&entry, [a, b]) in entries.iter().zip(SIDES) {
            self.matrix.add(entry, cell(a, b));
        }
    }
}

/// The corners whose blocks [`Entries`] lists.
const SIDES: [[usize; 2]; 3] = [[0, 1], [0, 2], [1, 2]];

/// From one place to another: the direction, and how far. `[m]`
#[inline(always)]
pub(super) fn direction(a: Pair, b: Pair) -> (Pair, f64) {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let length = (dx * dx + dy * dy).sqrt();
    let inverse = if length > 0.0 { 1.0 / length } else { 0.0 };
    ([dx * inverse, dy * inverse], length)
}

/// How the area of a triangle changes with each corner (eq. 6). `[m]`
#[inline(always)]
fn slopes([a, b, c]: [Pair; 3]) -> [Pair; 3] {
    [[b, c], [c, a], [a, b]].map(|[after, before]| [0.5 * (after[1] - before[1]), 0.5 * (before[0] - after[0])])
}

/// The factors of all three points: they sum to nothing.
#[inline(always)]
fn factors(two: [[f32; 2]; 2]) -> [Pair; 3] {
    let [one, two] = two.map(|factor| factor.map(f64::from));
    [[-(one[0] + two[0]), -(one[1] + two[1])], one, two]
}

/// `Σ fᵢ xᵢ`, the factors summing to nothing.
#[inline(always)]
pub(super) fn combine(factors: [[f32; 2]; 2], [a, b, c]: [Pair; 3]) -> Pair {
    let [one, two] = factors.map(|factor| factor.map(f64::from));
    let (e, f) = ([b[0] - a[0], b[1] - a[1]], [c[0] - a[0], c[1] - a[1]]);
    let (one, two) = (times(one, e), times(two, f));
    [one[0] + two[0], one[1] + two[1]]
}

/// Adds the force of a distortion and of its damping (eqs. 39, 40).
#[inline(always)]
fn add_trio_force(trio: &Trio, [stiffness, damping, size]: [f64; 3], places: &[Pair], velocities: &[Pair], forces: &mut [Pair]) {
    let points = trio.points.map(|point| point as usize);
    let at = points.map(|point| places[point]);
    let form = combine(trio.distortion, at);
    let own = -(stiffness * f64::from(trio.stiffness));
    let mut pull = [own * form[0], own * form[1]];
    let mut frame_pull = [0.0; 2];
    if trio.damping > 0.0 {
        let moving = points.map(|point| velocities[point]);
        let scale = 0.5 / size;
        let (form, frame) = (form.map(|part| scale * part), combine(trio.frame, at).map(|part| scale * part));
        let (form_rate, frame_rate) = (combine(trio.distortion, moving), combine(trio.frame, moving));
        let (one, two) = (conjugate_times(frame_rate, form), conjugate_times(frame, form_rate));
        let brake = -(f64::from(trio.damping) * damping);
        let rate = [brake * (one[0] + two[0]), brake * (one[1] + two[1])];
        let along = times(frame, rate);
        pull = [pull[0] + along[0], pull[1] + along[1]];
        frame_pull = conjugate_times(rate, form);
    }
    let (of_form, of_frame) = (factors(trio.distortion), factors(trio.frame));
    for k in 0..3 {
        let (one, two) = (conjugate_times(of_form[k], pull), conjugate_times(of_frame[k], frame_pull));
        let force = &mut forces[points[k]];
        *force = [force[0] + one[0] + two[0], force[1] + one[1] + two[1]];
    }
}

/// `a b`
#[inline(always)]
pub(super) fn times([ax, ay]: Pair, [bx, by]: Pair) -> Pair {
    [ax * bx - ay * by, ax * by + ay * bx]
}

/// `ā b`
#[inline(always)]
pub(super) fn conjugate_times([ax, ay]: Pair, [bx, by]: Pair) -> Pair {
    [ax * bx + ay * by, ax * by - ay * bx]
}
