//! Into how many parts a step is divided, so that nothing gets through anything between two looks.
//!
//! Only bodies that may meet in this step count: their speed against each other is held against the thinner of the two. It follows from the
//! state alone, so the same world is always divided in the same way.

use crate::body::{Body, Particles};
use glam::Vec2;

/// The farthest two bodies may move against each other in a substep, as a part of the thinner one's thickness.
const LONGEST_MOVE: f32 = 0.4;

/// A step has at most this many parts, and is divided into whole numbers of them.
pub(crate) const MOST_PARTS: u32 = 64;

/// A body and all of its velocities, each in a box.
#[derive(Clone, Copy, Debug)]
struct Sweep {
    low: Vec2,
    high: Vec2,
    slowest: Vec2,
    fastest: Vec2,
    /// Infinite for what has neither sides nor strands. `[m]`
    thickness: f32,
    movable: bool,
}

/// How many [`MOST_PARTS`]ths of a step of length `dt` can be made at once, with substeps of length `h` in a whole one. A power of two.
pub(crate) fn longest_part(bodies: &[Body], particles: &Particles, dt: f32, h: f32) -> u32 {
    let thinnest = bodies.iter().filter_map(Body::thickness).fold(f32::INFINITY, f32::min);
    // Two bodies at this speed may need a division.
    let alarming = 0.5 * LONGEST_MOVE * thinnest / h;
    let speed = |body: &Body| particles.state[body.range()].iter().map(|&[_, _, x, y]| x * x + y * y).fold(0.0f32, f32::max).sqrt();
    let fast: Vec<usize> = (0..bodies.len()).filter(|&k| bodies[k].frozen.is_none() && speed(&bodies[k]) > alarming).collect();
    if fast.is_empty() {
        return MOST_PARTS;
    }
    let sweeps: Vec<Sweep> = bodies.iter().map(|body| Sweep::of(body, particles, dt)).collect();
    let mut most = 1.0f32;
    for &k in &fast {
        for (j, other) in sweeps.iter().enumerate() {
            if j != k && sweeps[k].may_meet(other) {
                most = most.max(sweeps[k].speed_against(other) * h / (LONGEST_MOVE * sweeps[k].thickness.min(other.thickness)));
            }
        }
    }
    // Also for a number that is none.
    let parts = if most >= MOST_PARTS as f32 { MOST_PARTS } else { (most.ceil() as u32).next_power_of_two() };
    MOST_PARTS / parts
}

impl Sweep {
    fn of(body: &Body, particles: &Particles, dt: f32) -> Self {
        let (mut low, mut high) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        let (mut slowest, mut fastest) = (Vec2::INFINITY, Vec2::NEG_INFINITY);
        for &[x, y, vx, vy] in &particles.state[body.range()] {
            let (place, velocity) = (Vec2::new(x, y), Vec2::new(vx, vy));
            low = low.min(place.min(place + dt * velocity));
            high = high.max(place.max(place + dt * velocity));
            slowest = slowest.min(velocity);
            fastest = fastest.max(velocity);
        }
        // What is hit gives way, and may then be where it is not yet expected.
        let room = Vec2::splat(body.contact_radius());
        let thickness = body.thickness().unwrap_or(f32::INFINITY);
        Self { low: low - room, high: high + room, slowest, fastest, thickness, movable: !body.immovable() }
    }

    fn may_meet(&self, other: &Self) -> bool {
        (self.movable || other.movable) && self.low.cmple(other.high).all() && other.low.cmple(self.high).all()
    }

    /// The fastest that any point of one moves against any of the other, at most. `[m/s]`
    fn speed_against(&self, other: &Self) -> f32 {
        (self.fastest - other.slowest).max(other.fastest - self.slowest).length()
    }
}
