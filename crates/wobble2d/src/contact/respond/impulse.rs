//! Contacts under the force methods: particles are put apart by their share of the mass, and if they approach, an impulse turns them back.
//!
//! `j = −(1 + e) vₙ / W`, friction `j_t = −v_t / W` but no more than `μ j` (eqs. 29, 30). Putting apart does not change velocities.

use super::{EASE, Ground, Setting, Way};
use crate::body::Particles;
use crate::contact::pairs::{Candidate, Pair};

/// Answers all candidates of a pair that touch. `per_metre` is what a metre in a substep adds to the velocity slot.
pub(crate) fn collide(
    ground: &Ground<'_>,
    pair: &mut Pair,
    candidates: &mut [Candidate],
    particles: &mut Particles,
    setting: Setting,
    per_metre: f32,
) {
    // The substep has already moved the particles.
    let way = Way { start: -1.0 / per_metre, end: 0.0 };
    for candidate in candidates {
        let Some((touch, gap, motion)) = ground.meet(pair, candidate, particles, way) else { continue };
        if !setting.is_sound(motion / per_metre) {
            continue;
        }
        let normal = touch.footing.normal;
        let approach = (-motion.dot(normal)).max(0.0);
        let apart = (-gap).min(approach / per_metre + EASE * setting.h) / touch.give * normal;
        let impulse = (1.0 + pair.restitution) * approach;
        let most = pair.friction * impulse;
        let tangent = normal.perp();
        let slide = (motion.dot(tangent) + pair.belt * setting.h * per_metre).clamp(-most, most);
        let kick = (impulse * normal - slide * tangent) / touch.give;
        for k in 0..3 {
            let weight = ground.weights[touch.at[k]] * touch.share[k];
            let (d, v) = (weight * apart, weight * kick);
            let record = &mut particles.state[touch.at[k]];
            (record[0], record[1]) = (record[0] + d.x, record[1] + d.y);
            (record[2], record[3]) = (record[2] + v.x, record[3] + v.y);
        }
        candidate.touched = true;
        ground.account(pair, candidate, &touch, particles, [impulse / per_metre, -slide / per_metre]);
    }
}
