//! Shape matching: a body that remembers its rest shape as a whole.
//!
//! ```text
//!    ○───○          ·───·        The rest shape is laid over the body, moved and turned so that Σ m |x − g|² is least (eq. 48).
//!     ╲   ╲    g    │   │        Every particle is then drawn from its place x to its goal g.
//!      ○───○   →    ·───·
//! ```
//! The best turn needs no trigonometry: with `q` the places of the rest shape about its mass centre, `a = Σ m q·(x − c)`, `b = Σ m q × (x − c)`, it is
//! `(cos, sin) = (a, b) / √(a² + b²)`. The energy is `½ ω² Σ m |x − g|²`. Since the goals are the best ones, it changes with `x` as if they stood still: the
//! force is `ω² m (g − x)`, and its sum and its torque are nothing. Every way of deforming the body swings with the same frequency `ω`.
//!
//! A shape without a rate is rigid: see [`solve`](crate::solve).
//!
//! A shape may forget: `q` then follows the body at a rate, and tension relaxes. What it has come to is state, kept as a drift from the blueprint's
//! places.

use crate::block::Block;
use crate::error::{Result, require};
use crate::lanes::Lanes;

/// How a body keeps its rest shape as a whole.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Shape {
    /// The angular frequency with which every deformation swings; `None` for a rigid body, whose shape is enforced. `[rad/s]`
    pub rate: Option<f32>,
    /// The rate at which deforming motion dies; the motion of the body as a whole is left alone. `[1/s]`
    pub damping: f32,
    /// The rate at which the body takes its present shape for its rest shape. `[1/s]`
    pub forgets: f32,
}

impl Shape {
    /// An undamped shape that remembers for ever. `[rad/s]`
    pub const fn new(rate: f32) -> Self {
        Self { rate: Some(rate), damping: 0.0, forgets: 0.0 }
    }

    /// A shape that is enforced: a rigid body.
    pub const fn rigid() -> Self {
        Self { rate: None, damping: 0.0, forgets: 0.0 }
    }

    /// The same with damping. `[1/s]`
    pub const fn damped(self, damping: f32) -> Self {
        Self { damping, ..self }
    }

    /// The same, slowly taking its present shape for its rest shape. `[1/s]`
    pub const fn forgetting(self, forgets: f32) -> Self {
        Self { forgets, ..self }
    }

    pub(crate) fn check(&self) -> Result<()> {
        let field = |name: &'static str| move || format!("shape.{name}");
        let rate = self.rate.unwrap_or(1.0);
        let hint = "leave the rate out for a rigid body";
        require(rate > 0.0 && rate <= 1e5, field("rate"), "must be above 0 and at most 1e5 [rad/s]", rate, hint)?;
        let hint = "0 lets it ring for ever";
        require((0.0..=1e5).contains(&self.damping), field("damping"), "must be 0 to 1e5 [1/s]", self.damping, hint)?;
        let hint = "0 remembers for ever";
        require((0.0..=1e5).contains(&self.forgets), field("forgets"), "must be 0 to 1e5 [1/s]", self.forgets, hint)?;
        let hint = "give it a rate: what is never out of shape has nothing to forget";
        let can = self.forgets == 0.0 || self.rate.is_some();
        require(can, field("forgets"), "must be 0 in a rigid body [1/s]", self.forgets, hint)
    }

    /// `ω²`, if it has a rate. `[1/s²]`
    pub(crate) fn square(&self) -> Option<f32> {
        self.rate.map(|rate| rate * rate)
    }
}

/// The best place of the rest shape over a body.
struct Fit<L> {
    /// The mass centres of body and rest shape.
    centre: [L; 2],
    rest_centre: [L; 2],
    turn: [L; 2],
    /// What rounding leaves of the mean way, which ought to be nothing: a millionth of the body's size in every substep would set it in motion.
    residue: [L; 2],
}

impl<L: Lanes> Fit<L> {
    #[inline(always)]
    fn of(block: &Block<'_, L>, displaced: bool) -> Self {
        let t = block.token;
        let zero = L::splat(t, 0.0);
        let (start, rest_start) = (block.place(0, displaced), rest_place(block, 0));
        let (mut total, mut sum, mut rest_sum) = (zero, [zero; 2], [zero; 2]);
        for i in 0..block.points.len() {
            let (m, (x, y), [qx, qy]) = (block.mass(i), block.place(i, displaced), rest_place(block, i));
            total = total + m;
            sum = [sum[0] + m * (x - start.0), sum[1] + m * (y - start.1)];
            rest_sum = [rest_sum[0] + m * (qx - rest_start[0]), rest_sum[1] + m * (qy - rest_start[1])];
        }
        let centre = [start.0 + sum[0] / total, start.1 + sum[1] / total];
        let rest_centre = [rest_start[0] + rest_sum[0] / total, rest_start[1] + rest_sum[1] / total];
        let (mut a, mut b) = (zero, zero);
        for i in 0..block.points.len() {
            let (m, (x, y), [qx, qy]) = (block.mass(i), block.place(i, displaced), rest_place(block, i));
            let (x, y, qx, qy) = (x - centre[0], y - centre[1], qx - rest_centre[0], qy - rest_centre[1]);
            a = a + m * (qx * x + qy * y);
            b = b + m * (qx * y - qy * x);
        }
        // Of a body in one place, or of a perfect mirror image, no turn is the best one: unturned is as good as any.
        let length = (a * a + b * b).sqrt();
        let least = L::splat(t, crate::lanes::SMALLEST_DENOMINATOR);
        let turn = [L::if_less(least, length, a / length, L::splat(t, 1.0)), L::ratio(t, b, length)];
        let mut fit = Self { centre, rest_centre, turn, residue: [zero; 2] };
        let mut sum = [zero; 2];
        for i in 0..block.points.len() {
            let (m, [x, y]) = (block.mass(i), fit.way(block, i, displaced));
            sum = [sum[0] + m * x, sum[1] + m * y];
        }
        fit.residue = sum.map(|sum| sum / total);
        fit
    }

    /// From where a particle is to where it should be.
    #[inline(always)]
    fn way(&self, block: &Block<'_, L>, i: usize, displaced: bool) -> [L; 2] {
        let ((x, y), [qx, qy], [cos, sin]) = (block.place(i, displaced), rest_place(block, i), self.turn);
        let (qx, qy) = (qx - self.rest_centre[0], qy - self.rest_centre[1]);
        let way = [(cos * qx - sin * qy) - (x - self.centre[0]), (sin * qx + cos * qy) - (y - self.centre[1])];
        [way[0] - self.residue[0], way[1] - self.residue[1]]
    }
}

/// A point of the rest shape as this body remembers it.
#[inline(always)]
fn rest_place<L: Lanes>(block: &Block<'_, L>, i: usize) -> [L; 2] {
    let t = block.token;
    let place = block.rest.points[i].position;
    let [mut x, mut y] = [L::splat(t, place.x), L::splat(t, place.y)];
    if let Some(drift) = block.drift.get(i) {
        (x, y) = (x + L::load(t, &drift[0]), y + L::load(t, &drift[1]));
    }
    [block.tuning.size * x, block.tuning.size * y]
}

/// Adds the forces of eqs. 48 and 49. `per_second` turns the velocity slot into a velocity.
pub(crate) fn add_forces<L: Lanes>(block: &mut Block<'_, L>, shape: &Shape, per_second: f32) {
    let t = block.token;
    L::run(
        t,
        #[inline(always)]
        || {
            if let Some(square) = shape.square() {
                let fit = Fit::of(block, false);
                let square = L::splat(t, square) * block.tuning.stiffness;
                for i in 0..block.points.len() {
                    let [x, y] = fit.way(block, i, false);
                    let strength = square * block.mass(i);
                    block.add_force(i, strength * x, strength * y);
                }
            }
            if shape.damping > 0.0 {
                let rigid = Rigid::of(block);
                let rate = L::splat(t, shape.damping * per_second) * block.tuning.damping;
                for i in 0..block.points.len() {
                    let [x, y] = rigid.off(block, i);
                    let strength = rate * block.mass(i);
                    block.add_force(i, -(strength * x), -(strength * y));
                }
            }
        },
    );
}

/// Moves the displaced particles towards their goals (eq. 50).
pub(crate) fn project<L: Lanes>(block: &mut Block<'_, L>, shape: &Shape, h: f32) {
    let Some(square) = shape.square() else { return };
    let t = block.token;
    L::run(
        t,
        #[inline(always)]
        || {
            let one = L::splat(t, 1.0);
            let stiff = L::splat(t, square * h * h) * block.tuning.stiffness;
            let part = stiff / (one + stiff);
            let fit = Fit::of(block, true);
            for i in 0..block.points.len() {
                let [x, y] = fit.way(block, i, true);
                let part = movable(block, i, part);
                block.add_motion(i, part * x, part * y);
            }
        },
    );
}

/// Damps deforming motion implicitly (eq. 49): what is left is divided by `1 + h c`.
pub(crate) fn damp<L: Lanes>(block: &mut Block<'_, L>, shape: &Shape, h: f32) {
    if shape.damping <= 0.0 {
        return;
    }
    let t = block.token;
    L::run(
        t,
        #[inline(always)]
        || {
            let rigid = Rigid::of(block);
            let strength = L::splat(t, shape.damping * h) * block.tuning.damping;
            let part = strength / (L::splat(t, 1.0) + strength);
            for i in 0..block.points.len() {
                let [x, y] = rigid.off(block, i);
                let part = movable(block, i, part);
                block.add_motion(i, -(part * x), -(part * y));
            }
        },
    );
}

/// Lets the remembered shape follow the body (eq. 51). `displaced`: to where this substep's displacement takes it.
pub(crate) fn forget<L: Lanes>(block: &mut Block<'_, L>, shape: &Shape, h: f32, displaced: bool) {
    if shape.forgets <= 0.0 {
        return;
    }
    let t = block.token;
    L::run(
        t,
        #[inline(always)]
        || {
            let part = shape.forgets * h;
            let part = L::splat(t, part / (1.0 + part)) / block.tuning.size;
            let fit = Fit::of(block, displaced);
            let [cos, sin] = fit.turn;
            for i in 0..block.points.len() {
                let [x, y] = fit.way(block, i, displaced);
                let cells = &mut block.drift[i];
                // Turned back into the frame of the rest shape.
                (L::load(t, &cells[0]) - part * (cos * x + sin * y)).store(&mut cells[0]);
                (L::load(t, &cells[1]) - part * (cos * y - sin * x)).store(&mut cells[1]);
            }
        },
    );
}

#[inline(always)]
fn movable<L: Lanes>(block: &Block<'_, L>, i: usize, part: L) -> L {
    let zero = L::splat(block.token, 0.0);
    L::if_less(zero, block.inverse_mass(i), part, zero)
}

/// The motion of a body as a whole.
struct Rigid<L> {
    centre: [L; 2],
    motion: [L; 2],
    spin: L,
}

impl<L: Lanes> Rigid<L> {
    #[inline(always)]
    fn of(block: &Block<'_, L>) -> Self {
        let t = block.token;
        let zero = L::splat(t, 0.0);
        let [ox, oy, ..] = block.point(0);
        let (mut total, mut sum) = (zero, [zero; 4]);
        for i in 0..block.points.len() {
            let (m, [x, y, vx, vy]) = (block.mass(i), block.point(i));
            total = total + m;
            sum = [sum[0] + m * (x - ox), sum[1] + m * (y - oy), sum[2] + m * vx, sum[3] + m * vy];
        }
        let mean = sum.map(|sum| sum / total);
        let (centre, motion) = ([ox + mean[0], oy + mean[1]], [mean[2], mean[3]]);
        let (mut momentum, mut inertia) = (zero, zero);
        for i in 0..block.points.len() {
            let (m, [x, y, vx, vy]) = (block.mass(i), block.point(i));
            let (x, y) = (x - centre[0], y - centre[1]);
            momentum = momentum + m * (x * (vy - motion[1]) - y * (vx - motion[0]));
            inertia = inertia + m * (x * x + y * y);
        }
        Self { centre, motion, spin: L::ratio(t, momentum, inertia) }
    }

    /// The motion of a particle beyond that of the whole.
    #[inline(always)]
    fn off(&self, block: &Block<'_, L>, i: usize) -> [L; 2] {
        let [x, y, vx, vy] = block.point(i);
        let (x, y) = (x - self.centre[0], y - self.centre[1]);
        [(vx - self.motion[0]) + self.spin * y, (vy - self.motion[1]) - self.spin * x]
    }
}

/// `½ ω² Σ m |x − g|²` of a body, none where it is rigid. `[J]`
pub(crate) fn energy(block: &Block<'_, f32>, shape: &Shape) -> f64 {
    let square = f64::from(shape.square().unwrap_or(0.0) * block.tuning.stiffness);
    let fit = Fit::of(block, false);
    let off = |i: usize| fit.way(block, i, false).map(|way| f64::from(way) * f64::from(way)).iter().sum::<f64>();
    (0..block.points.len()).map(|i| 0.5 * square * f64::from(block.mass(i)) * off(i)).sum()
}
