//! Contacts under the force methods: particles are put apart by their share of the mass, and if they approach, an impulse turns them back.
//!
//! `j = −(1 + e) vₙ / W`, friction `j_t = −v_t / W` but no more than `μ j` (eqs. 29, 30). Putting apart does not change velocities.

use super::{EASE, Ground, Touch};
use crate::body::Particles;
use crate::contact::pairs::Pair;
use glam::Vec2;

impl Ground<'_> {
    /// Turns one touch back. `per_metre` is what a metre in a substep adds to the velocity slot, whose relative value `motion` is.
    #[inline(always)]
    pub(super) fn collide(&self, pair: &mut Pair, touch: &Touch, motion: Vec2, particles: &mut Particles, per_metre: f32) {
        let normal = touch.normal;
        let approach = (-motion.dot(normal)).max(0.0);
        let apart = (-touch.gap).min(approach / per_metre + EASE * self.setting.h) / touch.give * normal;
        let restitution = if approach > self.setting.least_rebound * per_metre { pair.vertex_restitution } else { 0.0 };
        let impulse = (1.0 + restitution) * approach;
        let tangent = normal.perp();
        let slide = self.friction(pair, motion.dot(tangent) + pair.belt * self.setting.h * per_metre, impulse);
        let kick = (impulse * normal - slide * tangent) / touch.give;
        for k in 0..3 {
            let weight = self.weights[touch.at[k]] * touch.share[k];
            let (d, v) = (weight * apart, weight * kick);
            let record = &mut particles.state[touch.at[k]];
            (record[0], record[1]) = (record[0] + d.x, record[1] + d.y);
            (record[2], record[3]) = (record[2] + v.x, record[3] + v.y);
        }
        self.account(pair, touch, particles, [impulse / per_metre, -slide / per_metre]);
    }
}
