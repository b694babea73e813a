//! The plane pendulum, exact for any angle.
//!
//! `sin(θ/2) = k cd(ω t, k)` with `k = sin(θ₀/2)` and `ω = √(g/l)`; see Abramowitz and Stegun, chapter 16, for Jacobi's functions and how
//! the arithmetic-geometric mean yields them.

use super::{Unfit, anchor, gravity, is_plain, place};
use glam::{DVec2, dvec2};
use wobble2d::{BodyView, World};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Pendulum {
    pivot: DVec2,
    /// Unit vector along gravity.
    down: DVec2,
    length: f64,
    /// From straight down, counter-clockwise. `[rad]`
    angle: f64,
    /// `√(g/l)` `[1/s]`
    rate: f64,
}

impl Pendulum {
    pub(super) fn new(world: &World, body: &BodyView<'_>, point: u32) -> Result<Self, Unfit> {
        let plain = is_plain(world) && world.fields().damping == 0.0 && gravity(world).length() > 0.0;
        Unfit::unless(
            plain,
            "needs a scene where only gravity acts",
            "set drag and damping to 0, and leave out pointer and attractors",
        )?;
        let stick = anchor(body, body.blueprint().sticks(), point).map(|(pivot, stick)| (pivot, stick.length));
        let spring = || anchor(body, body.blueprint().springs(), point).map(|(pivot, spring)| (pivot, spring.rest_length));
        let (pivot, length) = stick
            .or_else(spring)
            .ok_or_else(|| Unfit::new("law", "needs a stick or spring from the point to a pinned one", "pin its other end"))?;
        let still = body.velocity(point).length() == 0.0;
        Unfit::unless(still, "needs a point that starts from rest", "leave out `velocity` and `spin`")?;
        let (pivot, bob) = (place(body, pivot), place(body, point));
        let length = length.map_or((bob - pivot).length(), |length| f64::from(length * body.tuning().size));
        let down = gravity(world).normalize();
        let arm = bob - pivot;
        let angle = libm::atan2(down.perp_dot(arm), down.dot(arm));
        let swings = angle.abs() < 3.1;
        Unfit::unless(swings, "needs a pendulum that does not stand on its head", "start lower")?;
        Ok(Self { pivot, down, length, angle, rate: (gravity(world).length() / length).sqrt() })
    }

    pub(super) fn position(&self, t: f64) -> DVec2 {
        let k = libm::sin(0.5 * self.angle);
        let (cn, dn) = cn_dn(self.rate * t, k * k);
        let theta = 2.0 * libm::asin((k * cn / dn).clamp(-1.0, 1.0));
        let (sin, cos) = (libm::sin(theta), libm::cos(theta));
        self.pivot + self.length * (cos * self.down + sin * dvec2(-self.down.y, self.down.x))
    }

    pub(super) fn period(&self) -> f64 {
        let k = libm::sin(0.5 * self.angle);
        let (mut a, mut b) = (1.0, (1.0 - k * k).sqrt());
        for _ in 0..10 {
            (a, b) = (0.5 * (a + b), (a * b).sqrt());
        }
        core::f64::consts::TAU / (a * self.rate)
    }
}

/// Jacobi's `cn` and `dn` of `u` for the parameter `m = k²`, by descending Landen steps.
fn cn_dn(u: f64, m: f64) -> (f64, f64) {
    let mut steps = [(0.0, 0.0); 12];
    let (mut a, mut b, mut c) = (1.0, (1.0 - m).sqrt(), m.sqrt());
    let mut count = 0;
    let mut scale = 1.0;
    while c > 1e-15 && count < steps.len() {
        (a, b, c) = (0.5 * (a + b), (a * b).sqrt(), 0.5 * (a - b));
        steps[count] = (a, c);
        (count, scale) = (count + 1, 2.0 * scale);
    }
    let mut phi = scale * a * u;
    for &(a, c) in steps[..count].iter().rev() {
        phi = 0.5 * (phi + libm::asin((c / a * libm::sin(phi)).clamp(-1.0, 1.0)));
    }
    let sn = libm::sin(phi);
    (libm::cos(phi), (1.0 - m * sn * sn).sqrt())
}

#[cfg(test)]
mod tests {
    use super::{Pendulum, cn_dn};
    use glam::dvec2;

    fn pendulum(angle: f64) -> Pendulum {
        Pendulum { pivot: dvec2(0.0, 0.0), down: dvec2(0.0, -1.0), length: 1.0, angle, rate: 9.81f64.sqrt() }
    }

    #[test]
    fn jacobis_functions_have_the_tabulated_values() {
        // cn(1 | 0.5) = 0.5959765676721407, dn(1 | 0.5) = 0.8231610016315962
        let (cn, dn) = cn_dn(1.0, 0.5);
        assert!((cn - 0.595_976_567_672_140_7).abs() < 1e-12 && (dn - 0.823_161_001_631_596_2).abs() < 1e-12, "{cn} {dn}");
    }

    #[test]
    fn a_small_swing_takes_two_pi_root_l_over_g_and_a_large_one_longer() {
        let small = core::f64::consts::TAU / 9.81f64.sqrt();
        assert!((pendulum(0.01).period() / small - 1.0).abs() < 1e-5);
        // At a right angle the series 1 + θ²/16 + 11 θ⁴/3072 + … gives 1.18034.
        assert!((pendulum(core::f64::consts::FRAC_PI_2).period() / small - 1.180_34).abs() < 1e-5);
    }

    #[test]
    fn energy_is_kept_and_the_swing_repeats() {
        let law = pendulum(2.0);
        let energy = |t: f64| {
            let h = 1e-5;
            let v = (law.position(t + h) - law.position(t - h)) / (2.0 * h);
            0.5 * v.length_squared() + 9.81 * law.position(t).y
        };
        for i in 0..20 {
            assert!((energy(0.1 * f64::from(i)) - energy(0.0)).abs() < 1e-4, "at step {i}");
        }
        assert!(law.position(law.period()).distance(law.position(0.0)) < 1e-9);
    }
}
