//! Three points whose distortion is one complex number.
//!
//! ```text
//!        2                e₁ = x₁ − x₀,  e₂ = x₂ − x₀, as complex numbers
//!       ╱ ╲               r = p₁ e₁ + p₂ e₂      the distortion: 0 for the rest shape, wherever it lies, however it is turned  (eq. 38)
//!      0───1              s = f₁ e₁ + f₂ e₂      the frame: |s| = 2 for the rest shape, and turns with it
//! ```
//! The energy is `½ k |r|²`. With complex factors every point is moved along `r` turned by a fixed angle and stretched by a fixed factor, so the force
//! and the projection are linear: no square root, no division by a length, nothing that breaks where points meet. `|r|` does not change when the three are moved
//! or turned, so neither momentum nor angular momentum does.
//!
//! Damping (eq. 40) acts on the rate of `q = s̄ r / 2`: the distortion as seen by who turns along. The rate of `r` itself would brake rotation too.

use super::colour::colour_order;
use super::sweep::Way;
use crate::block::{Block, load};
use crate::lanes::Lanes;
use glam::{DVec2, Vec2};

/// Three points and their factors, ready for the kernels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Trio {
    pub points: [u32; 3],
    /// `p₁` and `p₂`; `p₀ = −(p₁ + p₂)`.
    pub distortion: [[f32; 2]; 2],
    /// `f₁` and `f₂`; `f₀ = −(f₁ + f₂)`.
    pub frame: [[f32; 2]; 2],
    /// `|p₀|`, `|p₁|`, `|p₂|`
    pub reach: [f32; 3],
    /// `|f₀|`, `|f₁|`, `|f₂|`
    pub frame_reach: [f32; 3],
    /// `k`
    pub stiffness: f32,
    /// `1 / k`
    pub compliance: f32,
    /// `c`
    pub damping: f32,
}

impl Trio {
    pub(crate) fn new(points: [u32; 3], distortion: [DVec2; 2], frame: [DVec2; 2], stiffness: f32, damping: f32) -> Self {
        let lengths = |[one, two]: [DVec2; 2]| [(one + two).length() as f32, one.length() as f32, two.length() as f32];
        Self {
            points,
            distortion: distortion.map(|p| p.as_vec2().to_array()),
            frame: frame.map(|f| f.as_vec2().to_array()),
            reach: lengths(distortion),
            frame_reach: lengths(frame),
            stiffness,
            compliance: 1.0 / stiffness,
            damping,
        }
    }

    /// `r` and `s` of three places.
    pub(crate) fn measure(&self, [a, b, c]: [Vec2; 3]) -> [Vec2; 2] {
        let edges = [(b - a).to_array(), (c - a).to_array()];
        [self.distortion, self.frame].map(|factors| Vec2::from(combine::<f32>((), factors, edges)))
    }

    /// Adds the elastic force of the three to `forces` (eq. 39).
    #[inline(always)]
    pub(crate) fn pull<L: Lanes>(&self, t: L::Token, corners: &Corners<L>, stiffness: L, forces: &mut [[L; 2]; 3]) {
        let r = combine(t, self.distortion, corners.edges());
        let k = L::splat(t, self.stiffness) * stiffness;
        give_back(t, self.distortion, [-(k * r[0]), -(k * r[1])], forces);
    }

    /// Adds the damping force of the three to `forces` (eq. 40). `damping` includes what turns the velocity slot into a velocity.
    #[inline(always)]
    pub(crate) fn brake<L: Lanes>(&self, t: L::Token, corners: &Corners<L>, size: L, damping: L, forces: &mut [[L; 2]; 3]) {
        let turn = self.turn(t, corners, size);
        let c = L::splat(t, self.damping) * damping;
        self.give_rate_back(t, &turn, [-(c * turn.rate[0]), -(c * turn.rate[1])], forces);
    }

    /// Projects the distortion on the displaced corners (eq. 41). `softness` is what a unit of compliance counts for.
    #[inline(always)]
    pub(crate) fn project<L: Lanes>(&self, t: L::Token, corners: &mut Corners<L>, softness: L) {
        let r = combine(t, self.distortion, corners.displaced_edges());
        let square = |i: usize| corners.weight[i] * L::splat(t, self.reach[i] * self.reach[i]);
        let give = (square(0) + square(1) + square(2)) + L::splat(t, self.compliance) * softness;
        let mut moves = [[L::splat(t, 0.0); 2]; 3];
        give_back(t, self.distortion, [-(r[0] / give), -(r[1] / give)], &mut moves);
        corners.push(moves);
    }

    /// Divides the rate of distortion by `1 + h c Σ w |∂q/∂x|²`, or less where the three are distorted (eq. 40).
    /// `strength` is the damping factor of the body times `h`.
    #[inline(always)]
    pub(crate) fn damp<L: Lanes>(&self, t: L::Token, corners: &mut Corners<L>, size: L, strength: L) {
        let turn = self.turn(t, corners, size);
        let (frame, form) = (length(turn.frame), length(turn.form));
        let mut mobility = L::splat(t, 0.0);
        for i in 0..3 {
            let slope = L::splat(t, self.reach[i]) * frame + L::splat(t, self.frame_reach[i]) * form;
            mobility = mobility + corners.weight[i] * (slope * slope);
        }
        let c = L::splat(t, self.damping) * strength;
        let share = c / (L::splat(t, 1.0) + c * mobility);
        let mut moves = [[L::splat(t, 0.0); 2]; 3];
        self.give_rate_back(t, &turn, [-(share * turn.rate[0]), -(share * turn.rate[1])], &mut moves);
        corners.push(moves);
    }

    #[inline(always)]
    fn turn<L: Lanes>(&self, t: L::Token, corners: &Corners<L>, size: L) -> Turn<L> {
        let half = L::splat(t, 0.5) / size;
        let (edges, motion) = (corners.edges(), corners.edge_motion());
        let scale = |[x, y]: [L; 2]| [half * x, half * y];
        let (form, frame) = (scale(combine(t, self.distortion, edges)), scale(combine(t, self.frame, edges)));
        let (form_rate, frame_rate) = (combine(t, self.distortion, motion), combine(t, self.frame, motion));
        let (one, two) = (conjugate_times(frame_rate, form), conjugate_times(frame, form_rate));
        Turn { form, frame, rate: [one[0] + two[0], one[1] + two[1]] }
    }

    /// Adds `(∂q/∂x)ᵀ pull`.
    #[inline(always)]
    fn give_rate_back<L: Lanes>(&self, t: L::Token, turn: &Turn<L>, pull: [L; 2], into: &mut [[L; 2]; 3]) {
        give_back(t, self.distortion, times(turn.frame, pull), into);
        give_back(t, self.frame, conjugate_times(pull, turn.form), into);
    }
}

/// What damping must know of a trio.
struct Turn<L> {
    /// `r/2` and `s/2`, both over the size of the body.
    form: [L; 2],
    frame: [L; 2],
    /// The rate of `q`, in what the velocity slot holds.
    rate: [L; 2],
}

/// Three points of a block, taken out and put back as one.
pub(crate) struct Corners<L> {
    /// `[x, y, vx, vy]`, or with a displacement for the velocity.
    pub points: [[L; 4]; 3],
    /// Inverse masses. `[1/kg]`
    pub weight: [L; 3],
}

impl<L: Lanes> Corners<L> {
    #[inline(always)]
    pub(crate) fn load(t: L::Token, indices: [u32; 3], points: &[[L::Cell; 4]], masses: &[[L::Cell; 2]]) -> Self {
        Self {
            points: indices.map(
                #[inline(always)]
                |i| load(t, &points[i as usize]),
            ),
            weight: indices.map(
                #[inline(always)]
                |i| L::load(t, &masses[i as usize][0]),
            ),
        }
    }

    /// Writes the velocity slots.
    #[inline(always)]
    pub(crate) fn store(self, indices: [u32; 3], points: &mut [[L::Cell; 4]]) {
        for (i, [_, _, x, y]) in indices.into_iter().zip(self.points) {
            x.store(&mut points[i as usize][2]);
            y.store(&mut points[i as usize][3]);
        }
    }

    #[inline(always)]
    pub(crate) fn edges(&self) -> [[L; 2]; 2] {
        let [a, b, c] = self.points;
        [[b[0] - a[0], b[1] - a[1]], [c[0] - a[0], c[1] - a[1]]]
    }

    #[inline(always)]
    pub(crate) fn edge_motion(&self) -> [[L; 2]; 2] {
        let [a, b, c] = self.points;
        [[b[2] - a[2], b[3] - a[3]], [c[2] - a[2], c[3] - a[3]]]
    }

    /// The edges where the displacements of this substep take the corners.
    #[inline(always)]
    pub(crate) fn displaced_edges(&self) -> [[L; 2]; 2] {
        let ([one, two], [by_one, by_two]) = (self.edges(), self.edge_motion());
        [[one[0] + by_one[0], one[1] + by_one[1]], [two[0] + by_two[0], two[1] + by_two[1]]]
    }

    /// Adds `weight × moves` to the motion.
    #[inline(always)]
    pub(crate) fn push(&mut self, moves: [[L; 2]; 3]) {
        for ((point, weight), [x, y]) in self.points.iter_mut().zip(self.weight).zip(moves) {
            point[2] = point[2] + weight * x;
            point[3] = point[3] + weight * y;
        }
    }
}

/// What is made of three points each, in colour order.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct InColours<T> {
    pub list: Vec<T>,
    /// Where the one that was given as number `i` now stands.
    pub slot: Vec<u32>,
    pub any_damped: bool,
}

impl<T: Copy> InColours<T> {
    pub(crate) fn new(point_count: usize, given: &[T], trio: impl Fn(&T) -> &Trio) -> Self {
        let points: Vec<[u32; 3]> = given.iter().map(|one| trio(one).points).collect();
        let (order, _) = colour_order(point_count, &points);
        let mut slot = vec![0; given.len()];
        for (place, &one) in order.iter().enumerate() {
            slot[one as usize] = place as u32;
        }
        Self {
            list: order.iter().map(|&one| given[one as usize]).collect(),
            slot,
            any_damped: given.iter().any(|one| trio(one).damping > 0.0),
        }
    }
}

/// Loads the corners of each of `list` in turn, lets `work` move them, and stores their motion.
#[inline(always)]
pub(crate) fn move_each<L: Lanes, T>(
    block: &mut Block<'_, L>,
    list: &[T],
    way: Way,
    indices: impl Fn(&T) -> [u32; 3],
    work: impl Fn(&T, &mut Corners<L>),
) {
    let t = block.token;
    L::run(
        t,
        #[inline(always)]
        || {
            let points = &mut *block.points;
            let masses = &block.masses[..points.len()];
            for k in 0..list.len() {
                let one = &list[if way == Way::Forth { k } else { list.len() - 1 - k }];
                let mut corners = Corners::load(t, indices(one), points, masses);
                work(one, &mut corners);
                corners.store(indices(one), points);
            }
        },
    );
}

/// Lets `work` sum the forces on the corners of each of `list`, and adds them to the block's.
#[inline(always)]
pub(crate) fn force_each<L: Lanes, T>(
    block: &mut Block<'_, L>,
    list: &[T],
    indices: impl Fn(&T) -> [u32; 3],
    work: impl Fn(&T, &Corners<L>, &mut [[L; 2]; 3]),
) {
    let t = block.token;
    L::run(
        t,
        #[inline(always)]
        || {
            let (points, masses, sums) = (&*block.points, block.masses, block.scratch.force.as_mut_slice());
            for one in list {
                let corners = Corners::load(t, indices(one), points, masses);
                let mut forces = [[L::splat(t, 0.0); 2]; 3];
                work(one, &corners, &mut forces);
                for (i, [x, y]) in indices(one).into_iter().zip(forces) {
                    let sum = &mut sums[i as usize];
                    let [before_x, before_y] = load::<L, 2>(t, sum);
                    (before_x + x).store(&mut sum[0]);
                    (before_y + y).store(&mut sum[1]);
                }
            }
        },
    );
}

/// `a b`
#[inline(always)]
fn times<L: Lanes>([ax, ay]: [L; 2], [bx, by]: [L; 2]) -> [L; 2] {
    [ax * bx - ay * by, ax * by + ay * bx]
}

/// `ā b`
#[inline(always)]
fn conjugate_times<L: Lanes>([ax, ay]: [L; 2], [bx, by]: [L; 2]) -> [L; 2] {
    [ax * bx + ay * by, ax * by - ay * bx]
}

#[inline(always)]
fn length<L: Lanes>([x, y]: [L; 2]) -> L {
    (x * x + y * y).sqrt()
}

/// `f₁ e₁ + f₂ e₂`
#[inline(always)]
fn combine<L: Lanes>(t: L::Token, factors: [[f32; 2]; 2], edges: [[L; 2]; 2]) -> [L; 2] {
    let factor = |k: usize| [L::splat(t, factors[k][0]), L::splat(t, factors[k][1])];
    let (one, two) = (times(factor(0), edges[0]), times(factor(1), edges[1]));
    [one[0] + two[0], one[1] + two[1]]
}

/// The transpose of [`combine`]: adds `f̄ᵢ pull` to every point, where the factors of all three sum to nothing.
#[inline(always)]
fn give_back<L: Lanes>(t: L::Token, factors: [[f32; 2]; 2], pull: [L; 2], into: &mut [[L; 2]; 3]) {
    let factor = |k: usize| [L::splat(t, factors[k][0]), L::splat(t, factors[k][1])];
    let (one, two) = (conjugate_times(factor(0), pull), conjugate_times(factor(1), pull));
    for k in 0..2 {
        into[0][k] = into[0][k] - (one[k] + two[k]);
        into[1][k] = into[1][k] + one[k];
        into[2][k] = into[2][k] + two[k];
    }
}
