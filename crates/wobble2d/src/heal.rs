//! Bodies that a violent blow has folded through themselves find their shape again.
//!
//! ```text
//!      ╭────╮          ╭──╮ ╭──╮        A loop that does not cross itself turns left once on its way round. One that turns twice, or not at all, is
//!      │ ╭╮ │           ╲  ╳  ╱         folded through itself: gas and area are content with that, since they count the inner part twice or
//!      ╰─┼╯ │            ╰╯ ╰╯          with the other sign, and so it would stay for ever.
//!        ╰──╯ twice       not at all
//! ```
//! Such a body is given the motion that leads to its rest shape, laid over it as well as it fits, until the loop is plain again. Only its inner motion
//! changes: both momenta stay what they are, and no point is put anywhere, so that contacts have their say.

use crate::World;
use crate::body::{Body, Particles};
use crate::math::{cross, rotate};
use crate::method::Method;
use crate::pace::Pace;
use glam::Vec2;

/// In about this time a folded body comes back to its shape. `[s]`
const PATIENCE: f32 = 0.05;

/// Nothing is led back faster than this, in units of its [pace](crate::pace), since large bodies have a long way: it is motion that nothing had before.
const HASTE: f32 = 4.5;

/// Every so many steps a body is looked at that was not folded before, and one that hardly deforms now, so that a look too late hurts nobody.
const EVERY: u64 = 4;
const EVERY_IF_STEADY: u64 = 16;

/// For so long a folded body may come back by itself. `[s]`
const GRACE: f32 = 0.1;

impl Body {
    /// Whether it has been folded for so long that it must be helped, and others must let it.
    pub(crate) fn is_stuck(&self) -> bool {
        self.folded > GRACE
    }
}

impl Method {
    /// Whether bodies are kept from being folded, and healed: under XPBD and the implicit method, which promise to hold whatever happens. The other methods are shown as they
    /// are.
    pub(crate) fn cures_folds(self) -> bool {
        self.displaces()
    }
}

impl World {
    /// Looks for folded bodies, and gives those that have been so for long the motion that leads to their rest shapes.
    pub(crate) fn heal(&mut self, dt: f32) {
        let (cured, step, pace) = (self.settings.method.cures_folds(), self.steps, Pace::of(&self.fields));
        // What leaks is a bag that may fold as it likes.
        let tight = |body: &&mut Body| body.free && !body.rests() && body.blueprint.0.is_filled() && body.leak.is_none();
        let every = |body: &Body| if body.steady { EVERY_IF_STEADY } else { EVERY };
        let turn = |place: u64, body: &Body| body.folded > 0.0 || (step + place).is_multiple_of(every(body));
        let looked_at = (0..).zip(&mut self.bodies.list).filter(|(place, body)| turn(*place, body)).map(|(_, body)| body);
        for body in looked_at.filter(tight) {
            body.folded = if cured && is_folded(body, &self.particles) { body.folded + dt } else { 0.0 };
            if body.is_stuck() {
                unfold(body, &mut self.particles, HASTE * pace.speed(body.contact_radius()), dt / (dt + PATIENCE));
            }
        }
    }
}

/// Whether one of the loops turns more or less often than it does at rest.
fn is_folded(body: &Body, particles: &Particles) -> bool {
    let now = |index: u32| particles.position((body.first + index) as usize);
    let at_rest = |index: u32| body.blueprint.points()[index as usize].position;
    body.blueprint.loops().iter().any(|corners| {
        let turns = turns(corners, now);
        turns != 1 && turns != self::turns(corners, at_rest)
    })
}

/// How often the way round some corners turns left: 1 for a plain loop, −1 for one that runs clockwise.
fn turns(corners: &[u32], place: impl Fn(u32) -> Vec2) -> i32 {
    let Some(&end) = corners.last() else { return 0 };
    let (mut turns, mut from) = (0, place(end));
    let (mut first, mut last) = (Vec2::ZERO, Vec2::ZERO);
    for &corner in corners {
        let to = place(corner);
        let edge = to - from;
        from = to;
        if edge == Vec2::ZERO {
            continue;
        }
        if last == Vec2::ZERO {
            first = edge;
        } else {
            turns += turn(last, edge);
        }
        last = edge;
    }
    turns + turn(last, first)
}

/// Every full turn passes the direction to the right once more one way than the other: 1 where it is passed to the left, −1 to the right.
#[inline(always)]
fn turn(last: Vec2, edge: Vec2) -> i32 {
    if (last.y < 0.0) == (edge.y < 0.0) {
        return 0;
    }
    let left = cross(last, edge) >= 0.0;
    i32::from(left && last.y < 0.0) - i32::from(!left && edge.y < 0.0)
}

/// Draws the motion of a body by a part towards one that brings back its rest shape, no faster than `haste`. `[m/s]`
fn unfold(body: &Body, particles: &mut Particles, haste: f32, part: f32) {
    let range = body.range();
    let mass = |i: usize| particles.masses[i][1];
    let total: f32 = range.clone().map(mass).sum();
    let mean = |value: &dyn Fn(usize) -> Vec2| range.clone().map(|i| mass(i) * value(i)).sum::<Vec2>() / total;
    let base = particles.position(range.start);
    let (points, size) = (body.blueprint.points(), body.tuning.size);
    let rest = |i: usize| size * points[i - range.start].position;
    let (centre, rest_centre) = (base + mean(&|i| particles.position(i) - base), mean(&rest));
    let velocity = mean(&|i| particles.velocity(i));
    let arm = |i: usize| particles.position(i) - centre;
    let sum = |value: &dyn Fn(usize) -> f32| range.clone().map(|i| mass(i) * value(i)).sum::<f32>();
    let along = sum(&|i| (rest(i) - rest_centre).dot(arm(i)));
    let across = sum(&|i| cross(rest(i) - rest_centre, arm(i)));
    let turn = Vec2::new(along, across).try_normalize().unwrap_or(Vec2::X);
    // Neither moving to the goals nor standing still has any spin: what the body had is kept as that of a rigid one.
    let inertia = sum(&|i| arm(i).length_squared()).max(f32::MIN_POSITIVE);
    let spin = sum(&|i| cross(arm(i), particles.velocity(i) - velocity)) / inertia;
    let way = |i: usize| centre + rotate(rest(i) - rest_centre, turn) - particles.position(i);
    let longest = range.clone().map(|i| way(i).length()).fold(0.0, f32::max);
    let patience = PATIENCE.max(longest / haste);
    let wanted: Vec<Vec2> = range.clone().map(|i| velocity + spin * arm(i).perp() + way(i) / patience).collect();
    for (i, wanted) in range.zip(wanted) {
        particles.set_velocity(i, particles.velocity(i).lerp(wanted, part));
    }
}

#[cfg(test)]
mod tests {
    use super::turns;
    use crate::math::direction;
    use glam::Vec2;

    #[test]
    fn a_plain_loop_turns_once_and_a_folded_one_does_not() {
        let ring = |winds: f32| (0..24).map(move |k| k as f32 * core::f32::consts::TAU / 24.0).map(move |angle| (angle, winds));
        let plain: Vec<Vec2> = ring(1.0).map(|(angle, _)| direction(angle)).collect();
        let dented: Vec<Vec2> = ring(1.0).map(|(angle, _)| direction(angle) * (1.0 + 0.8 * direction(5.0 * angle).x)).collect();
        let inner_loop: Vec<Vec2> = ring(1.0).map(|(angle, _)| direction(angle) * (0.4 + direction(angle).x)).collect();
        let eight: Vec<Vec2> = ring(1.0).map(|(angle, _)| Vec2::new(direction(angle).x, direction(2.0 * angle).y)).collect();
        for (name, corners, expected) in
            [("plain", plain, 1), ("dented", dented, 1), ("inner loop", inner_loop, 2), ("eight", eight, 0)]
        {
            let place = |corner: u32| corners[corner as usize];
            for shift in 0..24 {
                let mut order: Vec<u32> = (0..24).collect();
                order.rotate_left(shift);
                // A corner twice in a row has an edge without a direction.
                order.insert(shift, order[shift]);
                assert_eq!(turns(&order, place), expected, "{name} from corner {shift}");
                order.reverse();
                assert_eq!(turns(&order, place), -expected, "{name} backwards");
            }
        }
    }
}
