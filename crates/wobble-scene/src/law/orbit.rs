//! Kepler's ellipse: `M = n t + M₀`, `M = E − e sin E`, and the place from the eccentric anomaly `E`.

use super::{Unfit, gravity, place};
use glam::{DVec2, dvec2};
use wobble2d::{BodyView, World};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Orbit {
    focus: DVec2,
    /// Half axes, the longer towards the nearest place.
    axes: [DVec2; 2],
    eccentricity: f64,
    /// Mean motion. `[rad/s]`
    motion: f64,
    /// Mean anomaly at the start. `[rad]`
    start: f64,
}

impl Orbit {
    pub(super) fn new(world: &World, body: &BodyView<'_>, point: u32) -> Result<Self, Unfit> {
        let fields = world.fields();
        let calm = gravity(world) == DVec2::ZERO && fields.drag == 0.0 && fields.damping == 0.0 && fields.pointer.is_none();
        Unfit::unless(calm, "needs a scene where only an attractor acts", "set gravity to [0, 0], drag and damping to 0")?;
        let [attractor] = fields.attractors.as_slice() else {
            return Err(Unfit::new("law", "needs exactly one attractor", "add one to `fields.attractors`"));
        };
        Unfit::unless(attractor.core == 0.0, "needs an attractor without a core", "set its `core` to 0")?;
        let gm = f64::from(attractor.gm);
        let focus = attractor.position.as_dvec2();
        let (r, v) = (place(body, point) - focus, body.velocity(point).as_dvec2());
        let distance = r.length();
        let half_axis = 1.0 / (2.0 / distance - v.length_squared() / gm);
        let spin = r.perp_dot(v);
        let bound = gm > 0.0 && distance > 0.0 && half_axis > 0.0 && half_axis.is_finite() && spin != 0.0;
        Unfit::unless(bound, "needs an orbit that comes back", "start slower, or beside the attractor")?;
        let towards = dvec2(v.y, -v.x) * spin / gm - r / distance;
        let eccentricity = towards.length();
        let (nearest, anomaly) = if eccentricity > 1e-9 {
            let (cosine, sine) = (1.0 - distance / half_axis, r.dot(v) / (gm * half_axis).sqrt());
            (towards / eccentricity, libm::atan2(sine, cosine))
        } else {
            (r / distance, 0.0)
        };
        let ahead = dvec2(-nearest.y, nearest.x) * spin.signum();
        let short_axis = half_axis * (1.0 - eccentricity * eccentricity).max(0.0).sqrt();
        let axes = [nearest * half_axis, ahead * short_axis];
        let motion = (gm / (half_axis * half_axis * half_axis)).sqrt();
        Ok(Self { focus, axes, eccentricity, motion, start: anomaly - eccentricity * libm::sin(anomaly) })
    }

    pub(super) fn position(&self, t: f64) -> DVec2 {
        let turn = core::f64::consts::TAU;
        let mean = (self.start + self.motion * t).rem_euclid(turn);
        // Newton's method; starting at π it converges for every eccentricity below 1.
        let mut anomaly = core::f64::consts::PI;
        for _ in 0..60 {
            let (sine, cosine) = (libm::sin(anomaly), libm::cos(anomaly));
            let step = (anomaly - self.eccentricity * sine - mean) / (1.0 - self.eccentricity * cosine);
            anomaly -= step;
            if step.abs() < 1e-14 {
                break;
            }
        }
        self.focus + self.axes[0] * (libm::cos(anomaly) - self.eccentricity) + self.axes[1] * libm::sin(anomaly)
    }

    pub(super) fn period(&self) -> f64 {
        core::f64::consts::TAU / self.motion
    }
}
