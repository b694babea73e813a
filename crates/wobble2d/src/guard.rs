//! Keeping one body's catastrophe from becoming everyone's.

use crate::body::{Body, Particles, Trouble};

/// Farther from the origin than this a particle counts as lost. `[m]`
const FARTHEST: f32 = 1e6;

/// Whether nothing is wrong with any body, by a look that is quick. A speed below 0.7 both ways is below 1.
pub(crate) fn all_sound(particles: &Particles, speed_limit: f32) -> bool {
    particles.all_within([FARTHEST, FARTHEST, 0.7 * speed_limit, 0.7 * speed_limit])
}

/// What is wrong with a body, if anything.
pub(crate) fn examine(body: &Body, particles: &Particles, speed_limit: f32) -> Option<Trouble> {
    let own = &particles.state[body.range()];
    let sound = |&[x, y, vx, vy]: &[f32; 4]| {
        let (speed, distance) = (vx * vx + vy * vy, x.abs().max(y.abs()));
        (speed <= speed_limit * speed_limit) & (distance <= FARTHEST) & !x.is_nan() & !y.is_nan()
    };
    // Not `all`, which looks at one after the other.
    if own.iter().fold(true, |all, record| all & sound(record)) {
        return None;
    }
    let (mut fastest, mut farthest) = (0.0f32, 0.0f32);
    for &[x, y, vx, vy] in own {
        let (speed, distance) = (vx * vx + vy * vy, x.abs().max(y.abs()));
        if !(speed.is_finite() && distance.is_finite()) {
            return Some(Trouble::NotFinite);
        }
        fastest = fastest.max(speed);
        farthest = farthest.max(distance);
    }
    if fastest > speed_limit * speed_limit {
        Some(Trouble::TooFast(fastest.sqrt()))
    } else if farthest > FARTHEST {
        Some(Trouble::TooFar(farthest))
    } else {
        None
    }
}

/// Puts a body back where the step began, at rest.
pub(crate) fn put_back(body: &Body, particles: &mut Particles) {
    for i in body.range() {
        let [x, y, ..] = particles.previous[i];
        particles.state[i] = [x, y, 0.0, 0.0];
        if !particles.drift[i].iter().all(|value| value.is_finite()) {
            particles.drift[i] = [0.0; 2];
        }
    }
}

/// Gives points that cannot move, but were hit by something infinite, a velocity that is a number again: infinity times no movability is none.
pub(crate) fn quiet(body: &Body, particles: &mut Particles) {
    for [_, _, vx, vy] in &mut particles.state[body.range()] {
        if !(vx.is_finite() && vy.is_finite()) {
            (*vx, *vy) = (0.0, 0.0);
        }
    }
}
