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

mod rows;

use super::respond::Manifold;
use super::rigid::Rigid;
use crate::body::{Body, Particles};
use crate::contact::Ending;
use crate::lanes::{Widest, run_widest};
use crate::team::{Shared, Team};
use fearless_simd::Simd;
use glam::Vec2;
use rows::{Motion, Rows};

/// So many bodies are one part of the work.
const BODIES: usize = 64;

/// The part of the load that may be held back.
const PART: f32 = 0.2;

/// How often the pairs are swept, back and forth by turns.
const SWEEPS: usize = 12;

/// How long bodies must have been touched before they are calmed, and over how long the calm sets in. `[s]`
const AGE: f32 = 0.25;

/// Bodies that close or part faster than this are not calmed for a while, nor at all those that roll on each other at twice that. `[m/s]`
const AWAKE: f32 = 1.0;

/// Bodies that rock on each other so fast, at the edge of their patch, are still calmed fully, and not at all at twice that: they roll. `[m/s]`
const ROCKING: f32 = 0.15;

/// Two bodies that carried each other during a step, or a body and a wall.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Carried {
    /// The second is `None` for a wall.
    pub bodies: (u32, Option<u32>),
    /// What they gave each other, as one push.
    pub push: Option<Manifold>,
    /// Along the normal turned left. `[kg m]`
    pub tangent: f32,
    pub friction: f32,
    /// How fast the surfaces run past each other by themselves, along the normal turned left. `[m/s]`
    pub belt: f32,
}

/// One of them, as the sweeps need it.
#[derive(Clone, Copy, Debug)]
struct Held {
    bodies: [u32; 2],
    place: Vec2,
    normal: Vec2,
    belt: f32,
    /// Along the normal, along the normal turned left, and of the spin.
    give: [f32; 3],
    limit: [f32; 3],
}

/// Room to work in; what lives on from step to step are the ages of the bodies.
#[derive(Default)]
pub(crate) struct Calm {
    /// As many as there are bodies, and one at rest that stands for the walls.
    rigid: Vec<Rigid>,
    touched: Vec<bool>,
    struck: Vec<bool>,
    held: Vec<Held>,
    rows: Vec<Rows>,
    motions: Vec<Motion>,
}

impl Calm {
    /// Calms what carried a load in the step that ends, in groups of which no two members share a body that can move. `h` is the length of a
    /// substep, `dt` that of the step; particles hold velocities.
    pub(crate) fn pass<'a>(
        &mut self,
        team: &Team,
        carried: impl Iterator<Item = &'a [Carried]> + Clone,
        bodies: &mut [Body],
        particles: &mut Particles,
        ending: Ending,
    ) {
        self.take_for_rigid(team, bodies, particles);
        self.grow_older(carried.clone().flatten(), bodies, ending.dt);
        self.rows.clear();
        carried.for_each(|group| self.line_up(group, bodies, ending.h));
        self.motions.clear();
        self.motions.extend(self.rigid.iter().map(|body| [body.velocity.x, body.velocity.y, body.spin, 0.0]));
        run_widest(Sweeps { rows: &mut self.rows, motions: &mut self.motions });
        for (body, &[x, y, spin, _]) in self.rigid.iter_mut().zip(&self.motions) {
            (body.velocity, body.spin) = (Vec2::new(x, y), spin);
        }
        self.write_back(team, bodies, particles);
    }

    fn take_for_rigid(&mut self, team: &Team, bodies: &[Body], particles: &Particles) {
        self.rigid.clear();
        self.rigid.resize(bodies.len() + 1, Rigid::default());
        team.each_chunk(&mut self.rigid[..bodies.len()], BODIES, |first, own| {
            own.iter_mut().zip(&bodies[first..]).for_each(|(rigid, body)| *rigid = Rigid::of(body, particles));
        });
    }

    fn places(&self, carried: &Carried) -> [u32; 2] {
        [carried.bodies.0, carried.bodies.1.unwrap_or(self.rigid.len() as u32 - 1)]
    }

    /// A body ages while it is touched, and is young again when something hits it or lets it go.
    fn grow_older<'a>(&mut self, carried: impl Iterator<Item = &'a Carried>, bodies: &mut [Body], dt: f32) {
        for marks in [&mut self.touched, &mut self.struck] {
            marks.clear();
            marks.resize(self.rigid.len(), false);
        }
        for both in carried {
            let places = self.places(both);
            let fast = both.push.is_some_and(|at| {
                let [a, b] = places.map(|body| self.rigid[body as usize].velocity_at(at.place));
                (a - b).dot(at.normal).abs() > AWAKE
            });
            for body in places {
                self.touched[body as usize] = true;
                self.struck[body as usize] |= fast;
            }
        }
        for (k, body) in bodies.iter_mut().enumerate() {
            body.age = if self.touched[k] && !self.struck[k] { (body.age + dt).min(4.0 * AGE) } else { 0.0 };
        }
    }

    /// Lays out a group in rows.
    fn line_up(&mut self, carried: &[Carried], bodies: &[Body], h: f32) {
        self.held.clear();
        for both in carried {
            let Some(Manifold { place, normal, size, breadth }) = both.push else { continue };
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
            let spare = (both.friction * load - both.tangent.abs() / h).max(0.0);
            let [first, second] = places.map(|body| self.rigid[body as usize]);
            let give = |along: Vec2| first.give(place, along) + second.give(place, along);
            let turning = (first.spin - second.spin).abs();
            let rocks = (2.0 - turning * breadth / ROCKING).clamp(0.0, 1.0);
            let arm = |body: &Rigid| if body.inverse_mass > 0.0 { body.centre.distance(place) } else { f32::INFINITY };
            // What rolls is not at rest, however long it has been touched.
            let rests = (2.0 - turning * arm(&first).min(arm(&second)) / AWAKE).clamp(0.0, 1.0);
            self.held.push(Held {
                bodies: places,
                place,
                normal,
                belt: both.belt,
                give: [give(normal), give(tangent), first.inverse_inertia + second.inverse_inertia],
                limit: [load, spare, rocks * breadth * load].map(|most| PART * rests * ease_in * most),
            });
        }
        self.rows.extend(self.held.chunks(8).map(|eight| Rows::new(eight, &self.rigid)));
    }

    fn write_back(&self, team: &Team, bodies: &[Body], particles: &mut Particles) {
        let Particles { state, masses, .. } = particles;
        // SAFETY: every body is in one part.
        #[allow(unsafe_code)]
        let state = unsafe { Shared::new(state) };
        team.each(bodies.len().div_ceil(BODIES), |part| {
            for (body, rigid) in bodies.iter().zip(&self.rigid).skip(part * BODIES).take(BODIES) {
                rigid.write_back(state.range(body.range()), &masses[body.range()]);
            }
        });
    }
}

/// All sweeps over all rows.
struct Sweeps<'a> {
    rows: &'a mut [Rows],
    motions: &'a mut [Motion],
}

impl Widest for Sweeps<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self { rows, motions } = self;
        for sweep in 0..SWEEPS {
            s.vectorize(
                #[inline(always)]
                || {
                    if sweep % 2 == 0 {
                        rows.iter_mut().for_each(|row| row.solve(s, motions));
                    } else {
                        rows.iter_mut().rev().for_each(|row| row.solve(s, motions));
                    }
                },
            );
        }
    }
}
