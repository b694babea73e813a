//! Into how many parts a step is divided, so that nothing gets through anything between two looks.
//!
//! Only bodies that may meet in this step count: their speed against each other is held against the thinner of the two. It follows from the
//! state alone, so the same world is always divided in the same way.

use super::Contacts;
use super::census::{Party, are_parted};
use super::outlook::{TOGETHER, alike, first_points};
use crate::body::{Body, Particles};
use crate::lanes::{Lanes, Widest, run_widest};
use crate::records::{gather_sixteen, sixteen_rows};
use fearless_simd::Simd;
use glam::Vec2;

/// The farthest two bodies may move against each other in a substep, as a part of the thinner one's thickness.
const LONGEST_MOVE: f32 = 0.4;

/// A step has at most this many parts, and is divided into whole numbers of them.
pub(crate) const MOST_PARTS: u32 = 64;

/// A body that another moves against by more than this part of its thickness in a step may be folded through itself.
const FOLDING_MOVE: f32 = 0.5;

/// And it may until that motion, and the motion of its own parts against each other, has come down to this part of it.
const STILL_FOLDING: f32 = 0.2;

/// A body and all of its velocities, each in a box.
#[derive(Clone, Copy, Debug)]
struct Sweep {
    body: usize,
    low: Vec2,
    high: Vec2,
    slowest: Vec2,
    fastest: Vec2,
    /// Infinite for what has neither sides nor strands. `[m]`
    thickness: f32,
    /// By how much it may move in a step without being folded; infinite for what has no sides that could fold. `[m]`
    unfolded: f32,
    folding: bool,
}

impl Contacts {
    /// How many [`MOST_PARTS`]ths of a step of length `dt` can be made at once, with substeps of length `h` in a whole one. A power of two.
    /// And the highest speed at which what makes that necessary may meet. `[m/s]`
    /// Notes on the way which bodies may be folded by what they meet, if that is cured.
    pub(crate) fn longest_part(&self, bodies: &mut [Body], particles: &Particles, dt: f32, h: f32, cured: bool) -> (u32, f32) {
        let (mut thinnest, mut any_folding) = (f32::INFINITY, false);
        for body in bodies.iter() {
            thinnest = thinnest.min(body.thickness().unwrap_or(f32::INFINITY));
            any_folding |= body.folding;
        }
        // Two bodies at this speed may need a division, or fold; and one of them at the lower one if it folds already.
        let alarming = |folding: f32| 0.5 * thinnest * (LONGEST_MOVE / h).min(folding / dt);
        let fast = alarming(FOLDING_MOVE);
        let least = if any_folding { alarming(STILL_FOLDING * FOLDING_MOVE) } else { fast };
        let alarms = |body: &Body| {
            let least = least * least;
            // Not `any`, which looks at one after the other.
            let fast = particles.state[body.range()].iter().map(|&[_, _, x, y]| x * x + y * y > least);
            body.frozen.is_none() && fast.fold(false, |any, fast| any | fast)
        };
        // Nobody is even nearly as fast, mostly: a speed below 0.7 both ways is below 1. What is not a number alarms nobody, but must be looked at.
        let all_slow = particles.all_within([f32::INFINITY, f32::INFINITY, 0.7 * least, 0.7 * least]);
        if all_slow || !bodies.iter().any(alarms) {
            if any_folding {
                bodies.iter_mut().for_each(|body| body.folding = false);
            }
            return (MOST_PARTS, 0.0);
        }
        let mut sweeps = Vec::with_capacity(bodies.len());
        run_widest(Sweeping { bodies, state: &particles.state, dt, sweeps: &mut sweeps });
        bodies.iter_mut().for_each(|body| body.folding = false);
        // Two bodies that are slower than that, and fold not yet, need nothing. A hair less, for rounding; and what is not a number matters.
        let slow = (0.99 * fast) * (0.99 * fast);
        let is_slow = |sweep: &Sweep| sweep.slowest.abs().max(sweep.fastest.abs()).length_squared() < slow;
        let mut watched: Vec<Sweep> = sweeps.iter().filter(|sweep| sweep.folding || !is_slow(sweep)).copied().collect();
        watched.sort_by(|a, b| a.low.x.total_cmp(&b.low.x));
        let widest = watched.iter().map(|sweep| sweep.high.x - sweep.low.x).fold(0.0, f32::max);
        for one in &watched {
            bodies[one.body].folding |= cured && one.folding && one.speed_against(one) * dt > one.unfolded;
        }
        let (mut most, mut violence) = (1.0f32, 0.0f32);
        for other in &sweeps {
            let first = watched.partition_point(|one| one.low.x < other.low.x - widest);
            for one in watched[first..].iter().take_while(|one| one.low.x <= other.high.x).filter(|one| one.overlaps(other)) {
                let both = [one.body, other.body];
                let [first, second] = both.map(|body| Party::of(&bodies[body], None));
                if one.body == other.body || !first.may_meet(&second) || are_parted(&self.parted, both.map(|body| body as u32)) {
                    continue;
                }
                let speed = one.speed_against(other);
                let parts = speed * h / (LONGEST_MOVE * one.thickness.min(other.thickness));
                most = most.max(parts);
                violence = if parts > 1.0 { violence.max(speed) } else { violence };
                for sweep in [one, other] {
                    bodies[sweep.body].folding |= cured && speed * dt > sweep.unfolded;
                }
            }
        }
        // Also for a number that is none.
        let parts = if most >= MOST_PARTS as f32 { MOST_PARTS } else { (most.ceil() as u32).next_power_of_two() };
        (MOST_PARTS / parts, violence)
    }
}

/// Finds the sweeps of all bodies.
struct Sweeping<'a> {
    bodies: &'a [Body],
    state: &'a [[f32; 4]],
    dt: f32,
    sweeps: &'a mut Vec<Sweep>,
}

impl Widest for Sweeping<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self { bodies, state, dt, sweeps } = self;
        while let Some(rest) = bodies.get(sweeps.len()..).filter(|rest| !rest.is_empty()) {
            let together = &rest[..alike(rest)];
            if together.is_empty() {
                sweeps.push(Sweep::new(sweeps.len(), &rest[0], extremes(&state[rest[0].range()]), dt));
                continue;
            }
            let [least, most] = s.vectorize(
                #[inline(always)]
                || extremes_together(s, together, state),
            );
            for (lane, body) in together.iter().enumerate() {
                sweeps.push(Sweep::new(sweeps.len(), body, [least[lane], most[lane]], dt));
            }
        }
    }
}

/// The least and the most of the numbers of some records.
fn extremes(records: &[[f32; 4]]) -> [[f32; 4]; 2] {
    // Whole records: their four numbers march together without being told to.
    let (mut least, mut most) = ([f32::INFINITY; 4], [f32::NEG_INFINITY; 4]);
    for record in records {
        for k in 0..4 {
            least[k] = if record[k] < least[k] { record[k] } else { least[k] };
            most[k] = if record[k] > most[k] { record[k] } else { most[k] };
        }
    }
    [least, most]
}

/// The same of the points of bodies that are [alike].
#[inline(always)]
fn extremes_together<S: Simd>(s: S, bodies: &[Body], state: &[[f32; 4]]) -> [[[f32; 4]; TOGETHER]; 2] {
    let (mut least, mut most) = ([Lanes::splat(s, f32::INFINITY); 4], [Lanes::splat(s, f32::NEG_INFINITY); 4]);
    let mut at = first_points(bodies);
    for _ in bodies[0].range() {
        let records = gather_sixteen(s, state, &at);
        for index in &mut at {
            *index += 1;
        }
        for k in 0..4 {
            least[k] = Lanes::min(records[k], least[k]);
            most[k] = Lanes::max(most[k], records[k]);
        }
    }
    [sixteen_rows(s, least), sixteen_rows(s, most)]
}

impl Sweep {
    /// Of a body, of whose records these are the least and the most numbers.
    fn new(place: usize, body: &Body, [least, most]: [[f32; 4]; 2], dt: f32) -> Self {
        let [low, high] = [least, most].map(|[x, y, ..]| Vec2::new(x, y));
        let [slowest, fastest] = [least, most].map(|[.., x, y]| Vec2::new(x, y));
        let (low, high) = (low.min(low + dt * slowest), high.max(high + dt * fastest));
        // What is hit gives way, and may then be where it is not yet expected.
        let room = Vec2::splat(body.contact_radius());
        let thickness = body.thickness().unwrap_or(f32::INFINITY);
        let movable = !body.immovable();
        let solid = !body.is_rigid() && body.blueprint.0.contact.edges.first().is_some_and(|edge| edge.solid);
        let unfolded = if solid && movable { FOLDING_MOVE * thickness } else { f32::INFINITY };
        let unfolded = if body.folding { STILL_FOLDING * unfolded } else { unfolded };
        Self { body: place, low: low - room, high: high + room, slowest, fastest, thickness, unfolded, folding: body.folding }
    }

    fn overlaps(&self, other: &Self) -> bool {
        self.low.cmple(other.high).all() && other.low.cmple(self.high).all()
    }

    /// The fastest that any point of one moves against any of the other, at most. `[m/s]`
    fn speed_against(&self, other: &Self) -> f32 {
        (self.fastest - other.slowest).max(other.fastest - self.slowest).length()
    }
}
