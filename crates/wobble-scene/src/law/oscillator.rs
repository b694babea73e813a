//! A mass on a damped spring: `x'' = −γ x' − ω² x`, with `ω² = k/m` and `γ = c/m + f`, where `f` is the damping field.

use super::{Unfit, anchor, gravity, is_plain, place};
use glam::DVec2;
use wobble2d::{BodyView, World};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Oscillator {
    /// Where the point would rest.
    rest: DVec2,
    /// Along the spring, away from its pinned end.
    along: DVec2,
    /// How far from rest it starts, and how fast.
    start: [f64; 2],
    /// `ω²`
    square: f64,
    /// `γ`
    decay: f64,
}

impl Oscillator {
    pub(super) fn new(world: &World, body: &BodyView<'_>, point: u32) -> Result<Self, Unfit> {
        Unfit::unless(is_plain(world), "needs a scene without drag, pointer and attractors", "leave them out")?;
        let (pinned, spring) = anchor(body, body.blueprint().springs(), point)
            .ok_or_else(|| Unfit::new("law", "needs a spring from the point to a pinned one", "pin the other end of its spring"))?;
        let (anchor, bob) = (place(body, pinned), place(body, point));
        let along = (bob - anchor).normalize_or_zero();
        let velocity = body.velocity(point).as_dvec2();
        let straight = along.perp_dot(gravity(world)).abs() < 1e-6 && along.perp_dot(velocity).abs() < 1e-6;
        Unfit::unless(straight, "needs gravity and velocity along the spring", "turn the spring, or switch gravity off")?;
        let points = body.blueprint().points();
        let drawn = points[pinned as usize].position.distance(points[point as usize].position);
        let length = f64::from(spring.rest_length.unwrap_or(drawn) * body.tuning().size);
        let mass = f64::from(body.point_mass(point));
        let square = f64::from(spring.stiffness * body.tuning().stiffness) / mass;
        Unfit::unless(square > 0.0, "needs a spring with a stiffness", "give it one")?;
        let decay = f64::from(spring.damping * body.tuning().damping) / mass + f64::from(world.fields().damping);
        let rest = anchor + along * (length + gravity(world).dot(along) / square);
        Ok(Self { rest, along, start: [(bob - rest).dot(along), velocity.dot(along)], square, decay })
    }

    pub(super) fn position(&self, t: f64) -> DVec2 {
        let [x, v] = self.start;
        let half = 0.5 * self.decay;
        let fade = libm::exp(-half * t);
        let square = self.square - half * half;
        let (cosine, sine_over_rate) = if square > 0.0 {
            let rate = square.sqrt();
            (libm::cos(rate * t), libm::sin(rate * t) / rate)
        } else {
            let rate = (-square).sqrt();
            (libm::cosh(rate * t), if rate * t > 1e-9 { libm::sinh(rate * t) / rate } else { t })
        };
        self.rest + self.along * fade * (x * cosine + (v + half * x) * sine_over_rate)
    }

    pub(super) fn period(&self) -> Option<f64> {
        let square = self.square - 0.25 * self.decay * self.decay;
        (square > 0.0).then(|| core::f64::consts::TAU / square.sqrt())
    }
}
