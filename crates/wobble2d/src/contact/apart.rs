//! Bodies that lie in each other, as when one is put where another is.
//!
//! No vertex can tell which way is out, so the bodies are moved as wholes: the smaller one's mass centre looks for the nearest edge of the
//! larger one and goes out there, faster the deeper it is. Moving so gives no speed; and what speed drives them deeper into each other is taken
//! away as in a blow without rebound, so momentum is kept.

use super::respond::EASE;
use super::seen::Seen;
use crate::body::{Body, BodyView, Particles};
use crate::pace::Pace;
use glam::Vec2;

/// In about this time a body is out, however deep it is. `[s]`
const PATIENCE: f32 = 0.3;

/// Draws two tangled bodies apart for a time `dt`. `weights` are inverse masses, 0 for what does not move in this step.
pub(super) fn draw(pair: [&Body; 2], particles: &mut Particles, weights: &[f32], pace: Pace, dt: f32) {
    // Into what is hollow, out of what is not: a hollow body's edges look inward.
    let size = |body: &Body| if body.blueprint.0.contact.is_hollow() { f32::INFINITY } else { body.contact_radius() };
    let [small, large] = if size(pair[0]) < size(pair[1]) { pair } else { [pair[1], pair[0]] };
    let seen = |body| BodyView { body, particles: &*particles };
    let centre = seen(small).centre() + small.origin;
    let (out, depth) = way_out(large, particles, centre).unwrap_or((Vec2::Y, 0.0));
    let speed = (EASE * pace.speed(small.contact_radius())).max((depth + small.contact_radius()) / PATIENCE);
    let give = [small, large].map(|body| if body.immovable() { 0.0 } else { 1.0 / seen(body).mass() });
    let closing = (seen(large).mean_velocity() - seen(small).mean_velocity()).dot(out).max(0.0);
    let share = give.map(|part| part / (give[0] + give[1]));
    for (body, share) in [(small, share[0]), (large, -share[1])] {
        let (by, faster) = (share * speed * dt * out, share * closing * out);
        for i in body.range().filter(|&i| weights[i] > 0.0) {
            let [x, y, vx, vy] = &mut particles.state[i];
            (*x, *y) = (*x + by.x, *y + by.y);
            (*vx, *vy) = (*vx + faster.x, *vy + faster.y);
        }
    }
}

/// The direction in which a place gets out of a body soonest, and how deep it is in. A place outside is led away. `[m]`
fn way_out(body: &Body, particles: &Particles, place: Vec2) -> Option<(Vec2, f32)> {
    let seen = Seen { body, shape: &body.blueprint.0.contact, particles };
    let (edge, distance) = seen.nearest_solid(place)?;
    Some((seen.normal(edge), if seen.encloses(place) { distance } else { 0.0 }))
}
