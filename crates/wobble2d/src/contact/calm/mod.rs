//! The calm pass: how deep piles of soft bodies come to rest.
//!
//! A pile that will not lie still does not boil: nothing feeds it. What is left are its own slowest swings, whole bodies moving to and fro
//! over many layers, and nothing in the elements or contacts damps them, because neighbours hardly move against each other. So once a step
//! every body is taken for rigid, and a small system over the *pairs that carry a load* brings their relative velocity at the place of touch towards
//! zero, with impulses of at most a part of what the contact carried anyway: dry hysteresis, as in any real contact (eqs. 31 to 33).
//!
//! ```text
//!        │ λ₁                The part is κ σ, where σ tells how far the loads of a body cancel. What lies, rolls, rocks or
//!      ╭─▼─╮                 bounces on one support has σ = 0, and is not touched to the last bit. Within a pile σ is about
//!      │   │  σ = 1 − │Σλn│ / Σ│λn│        0.5 to 0.9.
//!      ╰─▲─╯
//!        │ λ₂
//! ```
//!
//! It is projected coordinate descent on the kinetic energy of the rigid motions, so energy cannot rise. Impulses are equal and opposite at
//! one place, so momentum and angular momentum stay. A limit below the load never pulls. Nothing is remembered from step to step.

mod rows;
mod wholes;

use super::pushes::Pushes;
use crate::body::{Body, Particles};
use crate::lanes::{Widest, line_stack, run_widest};
use crate::team::{MOST_BY_OFFSET, Shared, Team};
use fearless_simd::Simd;
use rows::Rows;
pub(super) use wholes::Wholes;

/// The part of the load that may be held back.
const PART: f32 = 0.2;

/// How often the pairs are swept, back and forth by turns.
const SWEEPS: usize = 12;

/// What is squeezed less than this is not squeezed: the supports of what lies in a shallow hollow are almost one.
const LEAST_SQUEEZE: f32 = 0.02;

/// Room to work in.
#[derive(Default)]
pub(crate) struct Calm {
    wholes: Wholes,
    /// `Σ λ n` and `Σ |λ n|` of every body, and nothing.
    sums: Vec<[f32; 4]>,
    /// `σ` of every body, from 0 to 1; that of what stands for the walls comes last.
    squeezes: Vec<f32>,
    rows: Vec<Rows>,
}

impl Calm {
    /// Calms what carried a load in the part of a step that ends, with substeps of length `h`. `masses` is what the points of a body weigh, if they weigh
    /// the same; particles hold velocities.
    pub(crate) fn pass(
        &mut self,
        team: &Team,
        pushes: &Pushes,
        masses: &[Option<f32>],
        bodies: &[Body],
        particles: &mut Particles,
        h: f32,
    ) {
        self.wholes.take(team, bodies, masses, particles, None);
        self.wholes.prepare(bodies);
        self.sums.clear();
        self.sums.resize(bodies.len() + 1, [0.0; 4]);
        self.rows.resize(pushes.sixteens.len(), Rows::default());
        let Self { wholes, sums, squeezes, rows } = self;
        run_widest(AddUp { pushes, sums });
        squeezes.clear();
        squeezes.extend(bodies.iter().zip(&*sums).map(|(body, sum)| squeeze(body, sum)));
        squeezes.push(1.0);
        run_widest(LayOut { pushes, wholes, squeezes, rows, h });
        rows.retain(Rows::hold_anything);
        run_widest(Sweeps { rows, motions: &mut wholes.motions });
        wholes.write_back(team, bodies, particles);
    }
}

/// `σ`: how far the loads of a body cancel. What is held at a few points moves, but not as a rigid body does; what is wholly held is at rest or led.
fn squeeze(body: &Body, &[x, y, total, _]: &[f32; 4]) -> f32 {
    if !body.calms() {
        return if body.immovable() { 1.0 } else { 0.0 };
    }
    let squeeze = 1.0 - (x * x + y * y).sqrt() / total;
    if squeeze > LEAST_SQUEEZE { squeeze } else { 0.0 }
}

/// Adds up the loads of every body. No two of sixteen share a body that can move.
struct AddUp<'a> {
    pushes: &'a Pushes,
    sums: &'a mut [[f32; 4]],
}

impl Widest for AddUp<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self { pushes, sums } = self;
        s.vectorize(
            #[inline(always)]
            || {
                for sixteen in &pushes.sixteens {
                    sixteen.add_to(s, sums);
                }
            },
        );
    }
}

/// Lays out all pushes in rows.
struct LayOut<'a> {
    pushes: &'a Pushes,
    wholes: &'a Wholes,
    squeezes: &'a [f32],
    rows: &'a mut [Rows],
    /// The length of a substep. `[s]`
    h: f32,
}

impl Widest for LayOut<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self { pushes, wholes, squeezes, rows, h } = self;
        s.vectorize(
            #[inline(always)]
            || {
                for (sixteen, row) in pushes.sixteens.iter().zip(rows) {
                    row.lay_out(s, sixteen, wholes, h);
                    row.limit_by(s, squeezes);
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
