//! Contacts under the force methods: particles are put apart by their share of the mass, and if they approach, an impulse turns them back.
//!
//! `j = −vₙ / W`, friction `j_t = −v_t / W` but no more than `μ j` (eqs. 29, 30). Putting apart does not change velocities.

use super::{EASE, Ground, Touch};
use crate::contact::pairs::Pair;
use crate::lanes::Records;
use glam::Vec2;

impl Ground<'_> {
    /// Turns one touch back. `per_metre` is what a metre in a substep adds to the velocity slot, whose relative value `motion` is.
    #[inline(always)]
    pub(super) fn collide(
        &self,
        pair: &mut Pair,
        touch: &Touch,
        motion: Vec2,
        state: &mut (impl Records + ?Sized),
        per_metre: f32,
    ) {
        let normal = touch.normal;
        let approach = (-motion.dot(normal)).max(0.0);
        let apart = (-touch.gap).min(approach / per_metre + EASE * self.setting.pace.speed(pair.radius) * self.setting.h)
            / touch.give
            * normal;
        let impulse = approach;
        let tangent = normal.perp();
        let slide = self.friction(pair, touch.slide(motion, &*state) + pair.belt * self.setting.h * per_metre, impulse);
        let kick = (impulse * normal - slide * tangent) / touch.give;
        for k in 0..touch.count() {
            let weight = self.weights[touch.at[k]];
            // What nothing moves is shared by pairs that are answered at the same time.
            if weight == 0.0 {
                continue;
            }
            let part = weight * touch.share[k];
            let (d, v) = (part * apart, part * kick);
            let [x, y, vx, vy] = state.record(touch.at[k]);
            state.put(touch.at[k], [x + d.x, y + d.y, vx + v.x, vy + v.y]);
        }
        self.account(pair, touch, state, [impulse / per_metre, -slide / per_metre]);
    }
}
