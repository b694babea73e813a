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

use super::respond::{Load, Manifold};
use super::rigid::Rigid;
use crate::body::{Body, Particles};
use glam::Vec2;

/// The part of the load that may be held back.
const PART: f32 = 0.2;

/// How often the pairs are swept, back and forth by turns.
const SWEEPS: usize = 12;

/// How long bodies must have been touched before they are calmed, and over how long the calm sets in. `[s]`
const AGE: f32 = 0.25;

/// Bodies that close or part faster than this are not calmed for a while, nor at all those that roll on each other at twice that. `[m/s]`
const AWAKE: f32 = 1.0;

/// Bodies that rock on each other so fast, at the edge of their patch, are still calmed fully, and not at all at twice that: they roll. `[m/s]`
const ROCKING: f32 = 0.05;

/// Two bodies that carried each other during a step, or a body and a wall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carried {
    /// The second is `None` for a wall.
    pub bodies: (u32, Option<u32>),
    pub load: Load,
    pub friction: f32,
    /// How fast the surfaces run past each other by themselves, along the normal turned left. `[m/s]`
    pub belt: f32,
}

/// One of them, as the sweeps need it.
#[derive(Clone, Copy, Debug)]
struct Row {
    bodies: [u32; 2],
    place: Vec2,
    normal: Vec2,
    belt: f32,
    /// Along the normal, along the normal turned left, and of the spin.
    give: [f32; 3],
    limit: [f32; 3],
    impulse: [f32; 3],
}

/// Room to work in; what lives on from step to step are the ages of the bodies.
#[derive(Default)]
pub(crate) struct Calm {
    /// As many as there are bodies, and one at rest that stands for the walls.
    rigid: Vec<Rigid>,
    rows: Vec<Row>,
}

impl Calm {
    /// Calms what carried a load in the step that ends. `h` is the length of a substep, `dt` that of the step; particles hold velocities.
    pub(crate) fn pass(&mut self, carried: &[Carried], bodies: &mut [Body], particles: &mut Particles, h: f32, dt: f32) {
        self.take_for_rigid(bodies, particles);
        self.grow_older(carried, bodies, dt);
        self.line_up(carried, bodies, h);
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
        self.rigid.extend(bodies.iter().map(|body| Rigid::of(body, particles)));
        self.rigid.push(Rigid::default());
    }

    fn places(&self, carried: &Carried) -> [u32; 2] {
        [carried.bodies.0, carried.bodies.1.unwrap_or(self.rigid.len() as u32 - 1)]
    }

    /// A body ages while it is touched, and is young again when something hits it or lets it go.
    fn grow_older(&self, carried: &[Carried], bodies: &mut [Body], dt: f32) {
        let mut touched = vec![false; self.rigid.len()];
        let mut struck = vec![false; self.rigid.len()];
        for both in carried {
            let places = self.places(both);
            let fast = both.load.manifold().is_some_and(|at| {
                let [a, b] = places.map(|body| self.rigid[body as usize].velocity_at(at.place));
                (a - b).dot(at.normal).abs() > AWAKE
            });
            for body in places {
                touched[body as usize] = true;
                struck[body as usize] |= fast;
            }
        }
        for (k, body) in bodies.iter_mut().enumerate() {
            body.age = if touched[k] && !struck[k] { (body.age + dt).min(4.0 * AGE) } else { 0.0 };
        }
    }

    fn line_up(&mut self, carried: &[Carried], bodies: &[Body], h: f32) {
        self.rows.clear();
        for both in carried {
            let Some(Manifold { place, normal, size, breadth }) = both.load.manifold() else { continue };
            let places = self.places(both);
            let body = |place: u32| bodies.get(place as usize);
            // What is held at a few points moves, but not as a rigid body does; what is wholly held is at rest or led.
            if places.iter().any(|&place| body(place).is_some_and(|body| !body.calms() && !body.immovable())) {
                continue;
            }
            let age_of = |place: u32| body(place).filter(|body| !body.immovable()).map_or(f32::INFINITY, |body| body.age);
            let age = age_of(places[0]).min(age_of(places[1]));
            if age < AGE || age == f32::INFINITY {
                continue;
            }
            let ease_in = ((age - AGE) / AGE).clamp(0.0, 1.0);
            let (load, tangent) = (size / h, normal.perp());
            let spare = (both.friction * load - both.load.tangent.abs() / h).max(0.0);
            let [first, second] = places.map(|body| self.rigid[body as usize]);
            let give = |along: Vec2| first.give(place, along) + second.give(place, along);
            let turning = (first.spin - second.spin).abs();
            let rocks = (2.0 - turning * breadth / ROCKING).clamp(0.0, 1.0);
            let arm = |body: &Rigid| if body.inverse_mass > 0.0 { body.centre.distance(place) } else { f32::INFINITY };
            // What rolls is not at rest, however long it has been touched.
            let rests = (2.0 - turning * arm(&first).min(arm(&second)) / AWAKE).clamp(0.0, 1.0);
            self.rows.push(Row {
                bodies: places,
                place,
                normal,
                belt: both.belt,
                give: [give(normal), give(tangent), first.inverse_inertia + second.inverse_inertia],
                limit: [load, spare, rocks * breadth * load].map(|most| PART * rests * ease_in * most),
                impulse: [0.0; 3],
            });
        }
    }

    fn write_back(&self, bodies: &[Body], particles: &mut Particles) {
        bodies.iter().zip(&self.rigid).for_each(|(body, rigid)| rigid.write_back(body, particles));
    }
}

impl Row {
    #[inline(always)]
    fn solve(&mut self, rigid: &mut [Rigid]) {
        let [a, b] = self.bodies.map(|body| body as usize);
        for (k, (along, belt)) in [(self.normal, 0.0), (self.normal.perp(), self.belt)].into_iter().enumerate() {
            let speed = (rigid[a].velocity_at(self.place) - rigid[b].velocity_at(self.place)).dot(along) + belt;
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
