//! What is slow and what is fast, measured by a body's size and by gravity.
//!
//! No constant of the engine's motion has a metre in it: accelerations are parts of `a`, speeds parts of `√(a r)`, lengths parts of `r` (eq. 68). So a scene
//! whose lengths, velocities and gravity are all `s` times as large moves in the same way, to the bit if `s` is a power of two.

use crate::field::Fields;
use crate::lanes::Lanes;

/// What falls slower than this, in radii a second squared, is measured by this instead of by gravity. `[1/s²]`
const LEAST: f32 = 10.0;

/// How fast everything falls.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    /// `[m/s²]`
    gravity: f32,
}

impl Pace {
    pub(crate) fn of(fields: &Fields) -> Self {
        Self { gravity: if fields.gravity_on { fields.gravity.length() } else { 0.0 } }
    }

    /// `a`: the acceleration of gravity, or for what gravity hardly moves [`LEAST`] radii a second squared. `[m/s²]`
    pub(crate) fn acceleration(self, radius: f32) -> f32 {
        self.accelerations((), radius)
    }

    /// The same in every lane. `[m/s²]`
    #[inline(always)]
    pub(crate) fn accelerations<L: Lanes>(self, t: L::Token, radius: L) -> L {
        L::max(L::splat(t, LEAST) * radius, L::splat(t, self.gravity))
    }

    /// `√(a r)`: the speed of a body after falling by half its radius. `[m/s]`
    pub(crate) fn speed(self, radius: f32) -> f32 {
        (self.acceleration(radius) * radius).sqrt()
    }
}
