//! The calm pass: how deep piles of soft bodies come to rest.
//!
//! A pile that will not lie still does not boil: nothing feeds it. What is left are its own slowest swings, whole bodies moving to and fro
//! over many layers, and nothing in the elements or contacts damps them, because neighbours hardly move against each other. So once a step
//! every body is taken for rigid, and a small system over the *pairs that carry a load* brings their relative velocity at the place of touch towards
//! zero, with impulses of at most a part of what the contact carried anyway: dry hysteresis, as in any real contact (eqs. 31 to 33).
//!
//! It is projected coordinate descent on the kinetic energy of the rigid motions, so energy cannot rise. Impulses are equal and opposite at
//! one place, so momentum and angular momentum stay. What carries no load is not touched: free flight, spin and sliding without friction
//! are what they were. A limit below the load never pulls. Contacts younger than a quarter of a second, and those that close or part
//! fast, are left alone: bounces stay bounces.

use super::pairs::Pair;
use super::respond::Manifold;
use crate::body::{Body, Particles};
use crate::math::cross;
use glam::Vec2;

/// The part of the load that may be held back.
const PART: f32 = 0.2;

/// How often the pairs are swept, back and forth by turns.
const SWEEPS: usize = 12;

/// How long bodies must have been touched before they are calmed, and over how long the calm sets in. `[s]`
const AGE: f32 = 0.25;

/// Bodies that close or part faster than this are not calmed for a while, nor are those that roll on each other as fast. `[m/s]`
const AWAKE: f32 = 1.0;

/// Bodies that rock on each other so fast, at the edge of their patch, are still calmed fully, and not at all at twice that: they roll. `[m/s]`
const ROCKING: f32 = 0.05;

/// A body taken for rigid.
#[derive(Clone, Copy, Debug, Default)]
struct Rigid {
    centre: Vec2,
    velocity: Vec2,
    spin: f32,
    inverse_mass: f32,
    inverse_inertia: f32,
    /// Velocity and spin before the pass.
    before: (Vec2, f32),
}

impl Rigid {
    #[inline(always)]
    fn velocity_at(&self, place: Vec2) -> Vec2 {
        self.velocity + self.spin * (place - self.centre).perp()
    }

    #[inline(always)]
    fn kick(&mut self, impulse: Vec2, place: Vec2) {
        self.velocity += self.inverse_mass * impulse;
        self.spin += self.inverse_inertia * cross(place - self.centre, impulse);
    }

    /// How readily it gives way at a place along a direction.
    fn give(&self, place: Vec2, along: Vec2) -> f32 {
        let arm = cross(place - self.centre, along);
        self.inverse_mass + self.inverse_inertia * arm * arm
    }
}

/// A pair that carries a load.
#[derive(Clone, Copy, Debug)]
struct Row {
    bodies: [u32; 2],
    place: Vec2,
    normal: Vec2,
    /// Along the normal, along the normal turned left, and of the spin.
    give: [f32; 3],
    limit: [f32; 3],
    impulse: [f32; 3],
}

/// Room to work in; what lives on from step to step are the ages of the bodies.
#[derive(Default)]
pub(crate) struct Calm {
    rigid: Vec<Rigid>,
    rows: Vec<Row>,
}

impl Calm {
    /// Calms the pairs that carried a load in the step that ends. `h` is the length of a substep, `dt` that of the step; particles hold velocities.
    pub(crate) fn pass(&mut self, pairs: &[Pair], bodies: &mut [Body], particles: &mut Particles, h: f32, dt: f32) {
        self.take_for_rigid(bodies, particles);
        self.grow_older(pairs, bodies, dt);
        self.line_up(pairs, bodies, h);
        for sweep in 0..SWEEPS {
            if sweep % 2 == 0 {
                self.rows.iter_mut().for_each(|row| row.solve(&mut self.rigid));
            } else {
                self.rows.iter_mut().rev().for_each(|row| row.solve(&mut self.rigid));
            }
        }
        self.write_back(bodies, particles);
    }

    fn take_for_rigid(&mut self, bodies: &[Body], particles: &Particles) {
        self.rigid.clear();
        self.rigid.extend(bodies.iter().map(|body| if body.calms() { rigid_motion(body, particles) } else { Rigid::default() }));
    }

    /// A body ages while it is touched, and is young again when something hits it or lets it go.
    fn grow_older(&self, pairs: &[Pair], bodies: &mut [Body], dt: f32) {
        let mut touched = vec![false; bodies.len()];
        let mut struck = vec![false; bodies.len()];
        for pair in pairs.iter().filter(|pair| pair.load.total > 0.0) {
            let fast = pair.load.manifold().is_some_and(|at| {
                let [a, b] = pair.bodies.map(|body| self.rigid[body as usize].velocity_at(at.place));
                (a - b).dot(at.normal).abs() > AWAKE
            });
            for body in pair.bodies {
                touched[body as usize] = true;
                struck[body as usize] |= fast;
            }
        }
        for (k, body) in bodies.iter_mut().enumerate() {
            body.age = if touched[k] && !struck[k] { (body.age + dt).min(4.0 * AGE) } else { 0.0 };
        }
    }

    fn line_up(&mut self, pairs: &[Pair], bodies: &[Body], h: f32) {
        self.rows.clear();
        for pair in pairs {
            let [a, b] = pair.bodies.map(|body| &bodies[body as usize]);
            let Some(Manifold { place, normal, size, breadth }) = pair.load.manifold() else { continue };
            // What is held at a few points moves, but not as a rigid body does; what is wholly held is at rest.
            if [a, b].iter().any(|body| !body.calms() && !body.immovable()) {
                continue;
            }
            let age_of = |body: &Body| if body.immovable() { f32::INFINITY } else { body.age };
            let age = age_of(a).min(age_of(b));
            if age < AGE || age == f32::INFINITY {
                continue;
            }
            let ease_in = ((age - AGE) / AGE).clamp(0.0, 1.0);
            let (load, tangent) = (size / h, normal.perp());
            let spare = (pair.friction * load - pair.load.tangent.abs() / h).max(0.0);
            let [first, second] = pair.bodies.map(|body| self.rigid[body as usize]);
            let give = |along: Vec2| first.give(place, along) + second.give(place, along);
            let turning = (first.spin - second.spin).abs();
            let rocks = (2.0 - turning * breadth / ROCKING).clamp(0.0, 1.0);
            let arm = |body: &Rigid| if body.inverse_mass > 0.0 { body.centre.distance(place) } else { f32::INFINITY };
            // What rolls is not at rest, however long it has been touched.
            let rests = (2.0 - 2.0 * turning * arm(&first).min(arm(&second)) / AWAKE).clamp(0.0, 1.0);
            self.rows.push(Row {
                bodies: pair.bodies,
                place,
                normal,
                give: [give(normal), give(tangent), first.inverse_inertia + second.inverse_inertia],
                limit: [load, spare, rocks * breadth * load].map(|most| PART * rests * ease_in * most),
                impulse: [0.0; 3],
            });
        }
    }

    fn write_back(&self, bodies: &[Body], particles: &mut Particles) {
        for (body, rigid) in bodies.iter().zip(&self.rigid) {
            let (velocity, spin) = (rigid.velocity - rigid.before.0, rigid.spin - rigid.before.1);
            if velocity == Vec2::ZERO && spin == 0.0 {
                continue;
            }
            for i in body.range() {
                if particles.masses[i][0] > 0.0 {
                    let change = velocity + spin * (particles.position(i) - rigid.centre).perp();
                    let now = particles.velocity(i);
                    particles.set_velocity(i, now + change);
                }
            }
        }
    }
}

impl Row {
    #[inline(always)]
    fn solve(&mut self, rigid: &mut [Rigid]) {
        let [a, b] = self.bodies.map(|body| body as usize);
        for (k, along) in [self.normal, self.normal.perp()].into_iter().enumerate() {
            let speed = (rigid[a].velocity_at(self.place) - rigid[b].velocity_at(self.place)).dot(along);
            let impulse = self.hold(k, speed) * along;
            rigid[a].kick(impulse, self.place);
            rigid[b].kick(-impulse, self.place);
        }
        let turn = self.hold(2, rigid[a].spin - rigid[b].spin);
        rigid[a].spin += rigid[a].inverse_inertia * turn;
        rigid[b].spin -= rigid[b].inverse_inertia * turn;
    }

    /// By how much to change an impulse so that it stops a motion, within its limit.
    #[inline(always)]
    fn hold(&mut self, k: usize, speed: f32) -> f32 {
        if self.limit[k] <= 0.0 || self.give[k] <= 0.0 {
            return 0.0;
        }
        let held = (self.impulse[k] - speed / self.give[k]).clamp(-self.limit[k], self.limit[k]);
        let change = held - self.impulse[k];
        self.impulse[k] = held;
        change
    }
}

/// Mass centre, mean velocity, mean spin and their inertias, in the world's frame.
fn rigid_motion(body: &Body, particles: &Particles) -> Rigid {
    let range = body.range();
    let base = particles.position(range.start);
    let (mut total, mut moment, mut momentum) = (0.0f32, Vec2::ZERO, Vec2::ZERO);
    for i in range.clone() {
        let mass = particles.masses[i][1];
        total += mass;
        moment += mass * (particles.position(i) - base);
        momentum += mass * particles.velocity(i);
    }
    let (centre, velocity) = (base + moment / total, momentum / total);
    let (mut turning, mut inertia) = (0.0f32, 0.0f32);
    for i in range {
        let (mass, arm) = (particles.masses[i][1], particles.position(i) - centre);
        turning += mass * cross(arm, particles.velocity(i) - velocity);
        inertia += mass * arm.length_squared();
    }
    let spin = if inertia > 0.0 { turning / inertia } else { 0.0 };
    let inverse_inertia = if inertia > 0.0 { 1.0 / inertia } else { 0.0 };
    Rigid { centre, velocity, spin, inverse_mass: 1.0 / total, inverse_inertia, before: (velocity, spin) }
}
