//! Contacts under XPBD: particles are moved apart, and what moves them is their displacement, so velocity follows.
//!
//! Normal: `λ = (skin − d) / W` along `n`. Friction right after, in the same units: the tangential displacement is taken back, but by no more than `μ λ W`
//! (eqs. 27, 28). Overlap that was there before the substep is parted at no more than [`EASE`].

use super::{EASE, Ground, Setting, Way};
use crate::body::Particles;
use crate::contact::pairs::{Candidate, Pair};

/// The displacement is still to be added.
const WAY: Way = Way { start: 0.0, end: 1.0 };

/// Projects all candidates of a pair that touch.
pub(crate) fn project(
    ground: &Ground<'_>,
    pair: &mut Pair,
    candidates: &mut [Candidate],
    particles: &mut Particles,
    setting: Setting,
) {
    for candidate in candidates {
        let Some((touch, gap, motion)) = ground.meet(pair, candidate, particles, WAY) else { continue };
        if !setting.is_sound(motion) {
            continue;
        }
        let normal = touch.footing.normal;
        // What the substep itself brought together is parted at once, what overlapped before only bit by bit.
        let approach = (-motion.dot(normal)).max(0.0);
        let push = (-gap).min(approach + EASE * setting.h);
        let tangent = normal.perp();
        let most = pair.friction * push;
        let slide = (motion.dot(tangent) + pair.belt * setting.h).clamp(-most, most);
        let change = (push * normal - slide * tangent) / touch.give;
        for k in 0..3 {
            let d = ground.weights[touch.at[k]] * touch.share[k] * change;
            let record = &mut particles.state[touch.at[k]];
            record[2] += d.x;
            record[3] += d.y;
        }
        candidate.touched = true;
        ground.account(pair, candidate, &touch, particles, [push, -slide]);
    }
}
