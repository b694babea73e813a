//! The scenery reaction as a force, with viscosity: a spring and a damper between vertex and edge for as long as they overlap.
//!
//! With depth `d` and closing speed `c`, `F = k d + η c`, never pulling, taken at the *end* of the substep (eq. 36): an explicit spring
//! would blow up at `h² k W > 4`, and one taken at its beginning would give back more than it took.

use super::{Ground, Touch};
use crate::contact::pairs::Pair;
use crate::lanes::Records;
use glam::Vec2;

/// How hard overlap is pushed back.
#[derive(Clone, Copy)]
pub(super) struct Spring {
    /// `[N/m]`
    pub stiffness: f32,
    /// `[N s/m]`
    pub viscosity: f32,
}

impl Ground<'_> {
    /// Presses one touch apart. `per_metre` is what a metre in a substep adds to the velocity slot, whose relative value `motion` is.
    #[inline(always)]
    pub(super) fn press(
        &self,
        pair: &mut Pair,
        touch: &Touch,
        motion: Vec2,
        state: &mut (impl Records + ?Sized),
        spring: Spring,
        per_metre: f32,
    ) {
        let h = self.setting.h;
        let (normal, tangent) = (touch.normal, touch.normal.perp());
        // Everything as displacements in one substep.
        let approach = -motion.dot(normal) / per_metre;
        let (firm, brake) = (h * h * spring.stiffness, h * (h * spring.stiffness + spring.viscosity));
        let push = (touch.give * (firm * -touch.gap + brake * approach) / (1.0 + touch.give * brake)).max(0.0);
        let slide = self.friction(pair, touch.slide(motion, &*state) / per_metre + pair.belt * h, push);
        let kick = per_metre / touch.give * (push * normal - slide * tangent);
        for k in 0..touch.count() {
            let weight = self.weights[touch.at[k]];
            // What nothing moves is shared by pairs that are answered at the same time.
            if weight == 0.0 {
                continue;
            }
            let v = weight * touch.share[k] * kick;
            let [x, y, vx, vy] = state.record(touch.at[k]);
            state.put(touch.at[k], [x, y, vx + v.x, vy + v.y]);
        }
        self.account(pair, touch, state, [push, -slide]);
    }
}
