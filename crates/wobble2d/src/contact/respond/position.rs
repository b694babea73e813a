//! Contacts under XPBD: particles are moved apart, and what moves them is their displacement, so velocity follows.
//!
//! Normal: `λ = (skin − d) / W` along `n`. Friction right after, in the same units: the tangential displacement is taken back, but by no more than `μ λ W`
//! (eqs. 27, 28). Overlap that was there before the substep is parted at no more than [`EASE`].

use super::{EASE, Ground, Touch};
use crate::body::Particles;
use crate::contact::pairs::Pair;
use glam::Vec2;

impl Ground<'_> {
    /// Moves one touch apart. `motion` is its relative displacement in this substep. `[m]`
    #[inline(always)]
    pub(super) fn project(&self, pair: &mut Pair, touch: &Touch, motion: Vec2, particles: &mut Particles) {
        let normal = touch.normal;
        // What the substep itself brought together is parted at once, what overlapped before only bit by bit.
        let approach = (-motion.dot(normal)).max(0.0);
        let ease = EASE * self.setting.h;
        let push = (-touch.gap).min(if touch.known { approach + ease } else { approach });
        let tangent = normal.perp();
        let slide = self.friction(pair, motion.dot(tangent) + pair.belt * self.setting.h, push);
        let change = (push * normal - slide * tangent) / touch.give;
        for k in 0..3 {
            let d = self.weights[touch.at[k]] * touch.share[k] * change;
            let record = &mut particles.state[touch.at[k]];
            record[2] += d.x;
            record[3] += d.y;
        }
        if !touch.known {
            self.put_apart(touch, (-touch.gap - push).min(ease), particles);
        }
        self.account(pair, touch, particles, [push, -slide]);
    }

    /// Moves one touch apart without giving it speed. `[m]`
    fn put_apart(&self, touch: &Touch, by: f32, particles: &mut Particles) {
        for k in 0..3 {
            let d = self.weights[touch.at[k]] * touch.share[k] * by / touch.give * touch.normal;
            let record = &mut particles.state[touch.at[k]];
            (record[0], record[1]) = (record[0] + d.x, record[1] + d.y);
        }
    }
}
