//! Rebounds of whole bodies.
//!
//! ```text
//!    ↓ ↓ ↓ ↓     Restitution turns back the vertices that touch, but the rest of the body comes on and soon takes that speed away
//!    ↓ ↓ ↓ ↓     again: a stiff lattice rebounds by its elasticity and damping, whatever `e` is. So the speed at which two bodies, taken
//!    ↑ ↑ ↑ ↑     for rigid, approached is remembered for as long as their blow lasts. If they part with less than `e` times that speed, or
//!   ─────────    come to lie still, an impulse at the place of touch makes up for it (eq. 37).
//! ```
//!
//! It gives back what the blow has swallowed, and no more: what the bodies still hold as wobble counts as not swallowed. Impulses are equal
//! and opposite at one place, so momentum and angular momentum stay. A body that rebounds faster by its own elasticity is left alone.

use super::pairs::Pair;
use super::respond::Manifold;
use super::rigid::Rigid;
use super::{Contacts, Ending};
use crate::body::{Body, Particles};
use glam::Vec2;

/// Slower than this part of their [pace](crate::pace) bodies do not rebound as wholes.
const LEAST: f32 = 0.14;

/// A blow that lasts longer than this is none. `[s]`
const LONGEST: f32 = 0.5;

/// What comes to lie still later than this has been swallowed for good: it does not jump up again. `[s]`
const LONGEST_STOP: f32 = 0.25;

/// Bodies lie still against each other when they move, and change their speed in a step, by less than this part of the approach.
const STILL: f32 = 0.02;

/// Two bodies that have run into each other and have not parted yet.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Blow {
    /// Their places in the list, the lower first.
    pub bodies: [u32; 2],
    /// The closing speed with which it began. `[m/s]`
    pub approach: f32,
    /// `[s]`
    pub age: f32,
    /// Where they touch. `[m]`
    pub place: Vec2,
    /// From the second body to the first.
    pub normal: Vec2,
}

impl Blow {
    pub(super) fn is_sound(&self, bodies: &[Body]) -> bool {
        let exist = self.bodies.iter().all(|&body| (body as usize) < bodies.len());
        exist && self.place.is_finite() && self.normal.is_finite() && self.approach.is_finite() && (0.0..=1.0).contains(&self.age)
    }
}

/// Room to work in.
#[derive(Default)]
pub(crate) struct Rebound {
    /// How bodies moved before the step; empty when nothing rebounds.
    before: Vec<Rigid>,
    now: Vec<Rigid>,
    going_on: Vec<Blow>,
}

impl Contacts {
    /// Keeps how bodies move before a part of a step, if any may rebound.
    pub(super) fn expect_blows(&mut self, bodies: &[Body], particles: &Particles) {
        self.rebound.before.clear();
        if self.may_rebound() {
            let in_world = |body: &Body| {
                let mut motion = Rigid::of(body, particles);
                motion.centre += body.origin;
                motion
            };
            self.rebound.before.extend(bodies.iter().map(in_world));
        }
    }

    /// Ends the blows that are over in the part of a step that ends, and gives back the speed that they swallowed. Particles hold velocities.
    pub(super) fn end_blows(&mut self, bodies: &[Body], particles: &mut Particles, ending: Ending) {
        let Self { rebound, pairs, order, formation, memory, .. } = self;
        let Rebound { before, now, going_on } = rebound;
        going_on.clear();
        now.clear();
        if before.is_empty() {
            memory.blows.clear();
            return;
        }
        formation.hand_over_loads(pairs);
        now.extend(bodies.iter().map(|body| Rigid::of(body, particles)));
        for pair in
            order.list.iter().map(|&pair| &pairs[pair as usize]).filter(|pair| pair.restitution > 0.0 && rebounds(pair, bodies))
        {
            let known = memory.blows.binary_search_by_key(&pair.bodies, |blow| blow.bodies).ok().map(|k| memory.blows[k]);
            let Some(mut blow) = carry_on(pair, known) else { continue };
            let (was, is) = (blow.parting(before), blow.parting(now));
            if pair.load.total > 0.0 && -was > blow.approach {
                (blow.approach, blow.age) = (-was, 0.0);
            }
            blow.age += ending.dt;
            if blow.approach < LEAST * ending.pace.speed(pair.radius) || blow.age > LONGEST {
                continue;
            }
            let slow = STILL * blow.approach;
            let lies_still = is.abs() < slow && (is - was).abs() < slow;
            if is > -slow && (!pair.pressed || lies_still) {
                let in_time = !pair.pressed || blow.age < LONGEST_STOP;
                // What gravity may have taken since they parted is no loss of the blow.
                if in_time && is + ending.fall < pair.restitution * blow.approach {
                    blow.give_back(pair.restitution, is, now, bodies, particles);
                }
            } else if pair.load.total > 0.0 {
                going_on.push(blow);
            }
        }
        going_on.sort_unstable_by_key(|blow| blow.bodies);
        core::mem::swap(&mut memory.blows, going_on);
    }
}

/// Whether two bodies can rebound as wholes. What is held at some of its points does not move as a rigid body does.
fn rebounds(pair: &Pair, bodies: &[Body]) -> bool {
    let [a, b] = pair.bodies.map(|body| &bodies[body as usize]);
    let whole = |body: &Body| body.calms() || body.immovable();
    !pair.stiff && a.id != b.id && whole(a) && whole(b) && (a.calms() || b.calms())
}

/// The blow that a pair is in, where and in which direction it touches now.
fn carry_on(pair: &Pair, known: Option<Blow>) -> Option<Blow> {
    match pair.load.manifold() {
        Some(Manifold { place, normal, .. }) => {
            let (approach, age) = known.map_or((0.0, 0.0), |blow| (blow.approach, blow.age));
            Some(Blow { bodies: pair.bodies, approach, age, place, normal })
        }
        None => known,
    }
}

impl Blow {
    /// How fast the bodies part at the place of touch; negative while they close. `[m/s]`
    fn parting(&self, rigid: &[Rigid]) -> f32 {
        let [a, b] = self.bodies.map(|body| rigid[body as usize].velocity_at(self.place));
        (a - b).dot(self.normal)
    }

    /// Brings the parting speed up to `restitution` times the approach, as far as the blow has swallowed the energy for it (eq. 37).
    fn give_back(&self, restitution: f32, parting: f32, rigid: &mut [Rigid], bodies: &[Body], particles: &mut Particles) {
        let places = self.bodies.map(|body| body as usize);
        let give: f32 = places.iter().map(|&body| rigid[body].give(self.place, self.normal)).sum();
        // As much again as the wobble moves with is in its springs.
        let wobble: f32 = 2.0 * places.iter().map(|&body| wobble(&bodies[body], &rigid[body], particles)).sum::<f32>();
        let most = (self.approach * self.approach - 2.0 * give * wobble).max(0.0).sqrt();
        let wanted = (restitution * self.approach).min(most);
        if give > 0.0 && wanted > parting {
            let impulse = (wanted - parting) / give * self.normal;
            for (&body, impulse) in places.iter().zip([impulse, -impulse]) {
                rigid[body].kick(impulse, self.place);
                let range = bodies[body].range();
                rigid[body].write_back(&mut particles.state[range.clone()], &particles.masses[range]);
                rigid[body] = rigid[body].written();
            }
        }
    }
}

/// The kinetic energy of a body beside its motion as a whole. `[J]`
fn wobble(body: &Body, rigid: &Rigid, particles: &Particles) -> f32 {
    if !body.calms() {
        return 0.0;
    }
    let square = |i: usize| (particles.velocity(i) - rigid.velocity_at(particles.position(i))).length_squared();
    body.range().map(|i| 0.5 * particles.masses[i][1] * square(i)).sum()
}
