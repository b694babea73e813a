//! Contacts under XPBD: particles are moved apart, and what moves them is their displacement, so velocity follows.
//!
//! Normal: `λ = (skin − d) / W` along `n`. Friction right after, in the same units: the tangential displacement is taken back, but by no more than `μ λ W`
//! (eqs. 27, 28). Overlap that was there before the substep is parted at no more than [`EASE`].

use super::{EASE, Ground, Setting, Touch, square};
use crate::contact::pairs::Pair;
use crate::lanes::Records;
use glam::Vec2;

/// What meets faster than this, and so fast that the step had to be divided, is in a blow: a part of the pair's [pace](crate::pace).
pub(super) const BLOW: f32 = 9.0;

/// What moves faster than this against each other is not eased; a part of the pace.
pub(super) const HOT: f32 = 4.3;

/// Overlap is eased with no more than so many times the acceleration of gravity.
pub(super) const HURRY: f32 = 30.0;

impl Ground<'_> {
    /// Moves one touch apart. `motion` is its relative displacement in this substep. `[m]`
    #[inline(always)]
    pub(super) fn project(&self, pair: &mut Pair, touch: &Touch, motion: Vec2, state: &mut (impl Records + ?Sized)) {
        let normal = touch.normal;
        // What the substep itself brought together is parted at once, what overlapped before only bit by bit.
        let approach = (-motion.dot(normal)).max(0.0);
        let ease = EASE * self.setting.pace.speed(pair.radius) * self.setting.h;
        let push = (-touch.gap).min(if touch.known { self.parting(pair, motion, touch.normal) } else { approach });
        // Without giving it speed.
        let shift = if touch.known { 0.0 } else { (-touch.gap - push).min(ease) };
        self.push(pair, touch, push, motion, state);
        if shift != 0.0 {
            self.put_apart(touch, shift, state);
        }
    }

    /// Changes the displacement of a touch by `push` along its normal, and rubs. `[m]`
    #[inline(always)]
    fn push(&self, pair: &mut Pair, touch: &Touch, push: f32, motion: Vec2, state: &mut (impl Records + ?Sized)) {
        let (normal, tangent) = (touch.normal, touch.normal.perp());
        let slide = self.friction(pair, touch.slide(motion, &*state) + pair.belt * self.setting.h, push);
        let (change, per_give) = (push * normal - slide * tangent, 1.0 / touch.give);
        for k in 0..touch.count() {
            let weight = self.weights[touch.at[k]];
            // What nothing moves is shared by pairs that are answered at the same time.
            if weight == 0.0 {
                continue;
            }
            let d = weight * touch.share[k] * per_give * change;
            let [x, y, ux, uy] = state.record(touch.at[k]);
            state.put(touch.at[k], [x, y, ux + d.x, uy + d.y]);
        }
        self.account(pair, touch, state, [push, -slide]);
    }

    /// Answers two touches of one vertex at once, if they are on both sides of a corner. One after the other they undo each other: in a narrow notch the vertex
    /// would push its way through. False if one of them alone is enough.
    #[inline(always)]
    pub(super) fn open_notch(&self, pair: &mut Pair, [a, b]: [&Touch; 2], state: &mut (impl Records + ?Sized)) -> bool {
        let adjoin = a.at[1] == b.at[2] || a.at[2] == b.at[1];
        if !adjoin {
            return false;
        }
        let [wanted_a, wanted_b] = [a, b].map(|touch| {
            let motion = touch.relative_motion(state);
            let sound = self.setting.is_sound(motion) && touch.known;
            if sound { (-touch.gap).min(self.parting(pair, motion, touch.normal)) } else { 0.0 }
        });
        // How much a push at one moves the other.
        let shared: f32 = (0..3)
            .flat_map(|i| (0..3).map(move |j| (i, j)))
            .filter(|&(i, j)| a.at[i] == b.at[j])
            .map(|(i, j)| self.weights[a.at[i]] * a.share[i] * b.share[j])
            .sum();
        let across = shared * a.normal.dot(b.normal);
        let determinant = a.give * b.give - across * across;
        let [load_a, load_b] =
            [wanted_a * b.give - wanted_b * across, wanted_b * a.give - wanted_a * across].map(|load| load / determinant);
        if !(determinant > 1e-4 * a.give * b.give && load_a > 0.0 && load_b > 0.0) {
            return false;
        }
        self.push(pair, a, load_a * a.give, a.relative_motion(state), state);
        self.push(pair, b, load_b * b.give, b.relative_motion(state), state);
        true
    }

    /// Moves one touch apart without giving it speed. `[m]`
    fn put_apart(&self, touch: &Touch, by: f32, state: &mut (impl Records + ?Sized)) {
        for k in 0..touch.count() {
            let weight = self.weights[touch.at[k]];
            if weight == 0.0 {
                continue;
            }
            let d = weight * touch.share[k] * by / touch.give * touch.normal;
            let [x, y, ux, uy] = state.record(touch.at[k]);
            state.put(touch.at[k], [x + d.x, y + d.y, ux, uy]);
        }
    }

    /// How far a touch with that relative motion may be pushed. What closes is stopped, and overlap is eased apart: up to a pace, with no more than a certain
    /// force, and only where things are slow against each other. Easing is the one thing that adds energy here. What is held elsewhere, or caught on both
    /// sides of something, would fight it; then it must not win, and what is hot must cool down. Where there is nothing to fight, and in a blow that
    /// would throw things through each other, there is haste. `[m]`
    #[inline(always)]
    pub(crate) fn parting(&self, pair: &Pair, motion: Vec2, normal: Vec2) -> f32 {
        let Setting { h, violence, pace, .. } = self.setting;
        let (speed, hurry) = (pace.speed(pair.radius), HURRY * pace.acceleration(pair.radius));
        let (along, ease) = (motion.dot(normal), EASE * speed * h);
        let cold = motion.length_squared() <= square(HOT * speed * h);
        let [least, most] = match pair.haste.now(violence > BLOW * speed) {
            true => [ease; 2],
            false => [0.0, if cold { ease.min(hurry * h * h) } else { 0.0 }],
        };
        (-along).max(0.0) + (ease - along).clamp(least, most)
    }
}
