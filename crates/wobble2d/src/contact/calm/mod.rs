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
mod wholes;

use super::pushes::Pushes;
use super::squad::lanes;
use crate::body::{Body, Particles};
use crate::contact::Ending;
use crate::lanes::{Widest, line_stack, run_widest};
use crate::pace::Pace;
use crate::team::{MOST_BY_OFFSET, Shared, Team};
use fearless_simd::Simd;
use rows::Rows;
use wholes::Wholes;

/// The part of the load that may be held back.
const PART: f32 = 0.2;

/// How often the pairs are swept, back and forth by turns.
const SWEEPS: usize = 12;

/// How long bodies must have been touched before they are calmed, and over how long the calm sets in. `[s]`
const AGE: f32 = 0.25;

/// Bodies that close or part faster than this part of their [pace](crate::pace) are not calmed for a while, nor at all those that roll on each other at twice that.
const AWAKE: f32 = 0.45;

/// Bodies that rock on each other so fast, at the edge of their patch, as a part of the pace, are still calmed fully, and not at all at twice that: they roll.
const ROCKING: f32 = 0.067;

/// Room to work in; what lives on from step to step are the ages of the bodies.
#[derive(Default)]
pub(crate) struct Calm {
    wholes: Wholes,
    /// Which bodies were hit or let go.
    struck: Vec<bool>,
    /// How far the calm has set in, by bodies, from 0 to 1.
    eases: Vec<f32>,
    rows: Vec<Rows>,
}

impl Calm {
    /// Calms what carried a load in the part of a step that ends. `touched` says of every body whether something did, and so of what stands for
    /// the walls; `masses` is what the points of a body weigh, if they weigh the same; particles hold velocities.
    #[expect(clippy::too_many_arguments, reason = "all that a pass looks at")]
    pub(crate) fn pass(
        &mut self,
        team: &Team,
        pushes: &Pushes,
        touched: &[bool],
        masses: &[Option<f32>],
        bodies: &mut [Body],
        particles: &mut Particles,
        ending: Ending,
    ) {
        self.wholes.take(team, bodies, masses, particles);
        self.struck.clear();
        self.struck.resize(touched.len(), false);
        let Self { wholes, struck, rows, .. } = self;
        run_widest(LineUp { pushes, wholes, struck, rows, pace: ending.pace, h: ending.h });
        self.grow_older(touched, bodies, ending.dt);
        run_widest(EaseIn { rows: &mut self.rows, eases: &self.eases });
        self.rows.retain(Rows::hold_anything);
        run_widest(Sweeps { rows: &mut self.rows, motions: &mut self.wholes.motions });
        self.wholes.write_back(team, bodies, particles);
    }

    /// A body ages while it is touched, and is young again when something hits it or lets it go.
    fn grow_older(&mut self, touched: &[bool], bodies: &mut [Body], dt: f32) {
        self.eases.clear();
        for ((body, &touched), &struck) in bodies.iter_mut().zip(touched).zip(&self.struck) {
            body.age = if touched && !struck { (body.age + dt).min(4.0 * AGE) } else { 0.0 };
            self.eases.push(if body.calms() {
                ((body.age - AGE) / AGE).clamp(0.0, 1.0)
            } else {
                // What is held at a few points moves, but not as a rigid body does; what is wholly held is at rest or led.
                if body.immovable() { 1.0 } else { 0.0 }
            });
        }
        self.eases.push(1.0);
    }
}

/// Lays out all pushes in rows, and notes who was struck.
struct LineUp<'a> {
    pushes: &'a Pushes,
    wholes: &'a Wholes,
    struck: &'a mut [bool],
    rows: &'a mut Vec<Rows>,
    pace: Pace,
    /// The length of a substep. `[s]`
    h: f32,
}

impl Widest for LineUp<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self { pushes, wholes, struck, rows, pace, h } = self;
        // Rows are written all over.
        rows.resize(pushes.sixteens.len(), Rows::default());
        for (sixteen, row) in pushes.sixteens.iter().zip(rows) {
            let fast = s.vectorize(
                #[inline(always)]
                || row.lay_out(s, sixteen, wholes, pace, h),
            );
            for lane in lanes(fast) {
                sixteen.bodies.iter().for_each(|side| struck[side[lane] as usize] = true);
            }
        }
    }
}

/// Eases all rows in.
struct EaseIn<'a> {
    rows: &'a mut [Rows],
    /// How far the calm has set in, by bodies.
    eases: &'a [f32],
}

impl Widest for EaseIn<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self { rows, eases } = self;
        s.vectorize(
            #[inline(always)]
            || {
                for row in rows {
                    row.ease_in(s, eases);
                }
            },
        );
    }
}

/// All sweeps over all rows.
struct Sweeps<'a> {
    rows: &'a mut [Rows],
    motions: &'a mut [[f32; 4]],
}

impl Widest for Sweeps<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self { rows, motions } = self;
        let last = s.vectorize(
            #[inline(always)]
            || rows.iter().map(Rows::last).max().unwrap_or(0),
        );
        assert!(motions.len() <= MOST_BY_OFFSET);
        // SAFETY: nobody else has them, and rows name none behind the last.
        #[allow(unsafe_code)]
        let motions = unsafe { Shared::new(motions).up_to(last as usize) }.by_offset();
        s.vectorize(
            #[inline(always)]
            || {
                line_stack();
                for sweep in 0..SWEEPS {
                    // Plain loops: a closure in here would not be compiled for the same instructions.
                    if sweep % 2 == 0 {
                        for row in rows.iter_mut() {
                            row.solve(s, motions);
                        }
                    } else {
                        for row in rows.iter_mut().rev() {
                            row.solve(s, motions);
                        }
                    }
                }
            },
        );
    }
}
