//! An island: bodies that rows connect, solved together.
//!
//! ```text
//!     warm start ──► sweeps ──► direct steps ──► sweeps ──► rebounds ──► overlap
//!                      └── done as soon as a sweep changes next to nothing
//! ```

use super::Work;
use super::direct::{Care, Direct};
use super::row::{Mobile, Row, Term};
use super::sweep::sweep;
use super::system::System;

/// An island is solved when a sweep changes no more than this share of the energy that is at stake. A change says little about the error
/// where sweeps converge slowly, hence so small a number: with 1e-6 a stack of ten below a weight of 100× creeps.
const TOLERANCE: f64 = 1e-8;

/// The same for rebounds, which must not create energy: it depends on the error itself, not on its square.
const REBOUND_TOLERANCE: f64 = 1e-20;

/// The same for what parts overlap, which is spread over several substeps anyhow.
const OVERLAP_TOLERANCE: f64 = 1e-4;

/// Sweeps before direct steps, and after each of them.
const FIRST_SWEEPS: u32 = 4;
const SWEEPS_AFTER_STEP: u32 = 2;

/// Direct steps in a substep.
const STEPS: u32 = 3;

/// Sweeps that end a substep which is not solved by then, in a small island and in one of more than [`MANY`] mobiles.
const LAST_SWEEPS: u32 = 8;
const LAST_SWEEPS_OF_MANY: u32 = 16;
const MANY: usize = 100;

/// The same where rows reach so many mobiles that the matrix of a direct step would be full: there are only sweeps.
const LAST_SWEEPS_OF_DENSE: u32 = 16;
const LAST_SWEEPS_OF_DENSE_AND_UNEVEN: u32 = 96;

/// An island of more mobiles is stepped directly in one of [`PAUSE_OF_LARGE`] substeps only.
const LARGE: usize = 250;
const PAUSE_OF_LARGE: u8 = 16;

/// Sweeps of joints that have no factor.
const FALL_BACK_SWEEPS: u32 = 32;

/// Times that rebounds set off further rebounds.
const REBOUNDS: u32 = 12;

/// Sweeps against overlap before direct steps.
const OVERLAP_SWEEPS: u32 = 8;

/// Masses that differ by more than this are uneven.
const UNEVEN: f64 = 30.0;

/// What an island remembers from one substep to the next. Part of the state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Memory {
    pub motion: BackOff,
    pub overlap: BackOff,
    /// Whether the first sweep of the next substep begins with the last row.
    pub back: bool,
}

/// Leaves out direct steps for a while after one was refused: for 1, 3, 7, then 15 substeps.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct BackOff {
    /// How many substeps were left out last.
    pub wait: u8,
    /// How many are still left out.
    pub skip: u8,
}

/// Solves islands, one after the other. Holds scratch only.
#[derive(Debug, Default)]
pub(crate) struct IslandSolver {
    system: System,
    direct: Direct,
    /// Whether the next sweep begins with the first row.
    forth: bool,
}

/// How hard a system is tried.
#[derive(Clone, Copy)]
struct Effort {
    /// `[J]`
    tolerance: f64,
    first_sweeps: u32,
    last_sweeps: u32,
    care: Care,
}

impl Memory {
    /// That of an island which two others have become.
    pub(crate) fn merged(self, other: Self) -> Self {
        Self { motion: self.motion.merged(other.motion), overlap: self.overlap.merged(other.overlap), back: self.back }
    }
}

impl BackOff {
    fn merged(self, other: Self) -> Self {
        Self { wait: self.wait.max(other.wait), skip: self.skip.max(other.skip) }
    }

    /// Whether a direct step may be tried in this substep.
    fn may_try(&mut self) -> bool {
        let may = self.skip == 0;
        self.skip = self.skip.saturating_sub(1);
        may
    }

    fn note(&mut self, refused: bool) {
        self.wait = if refused { (2 * self.wait + 1).min(15) } else { 0 };
        self.skip = self.wait;
    }
}

impl IslandSolver {
    /// Finds the impulses of all rows and the velocities that follow, and then those that part overlap. `rows` act on `mobiles` by index;
    /// friction follows its normal.
    pub(crate) fn solve(&mut self, mobiles: &mut [Mobile], rows: &mut [Row], terms: &[Term], memory: &mut Memory) -> Work {
        let mut work = Work::default();
        self.forth = !memory.back;
        memory.back = !memory.back;
        self.system.prepare(mobiles, rows, terms);
        let uneven = is_uneven(mobiles);
        let care = if uneven || self.system.has_joints() { Care::Thorough } else { Care::Quick };
        let last_sweeps = match self.system.is_dense() {
            true if uneven => LAST_SWEEPS_OF_DENSE_AND_UNEVEN,
            true => LAST_SWEEPS_OF_DENSE,
            false if mobiles.len() > MANY => LAST_SWEEPS_OF_MANY,
            false => LAST_SWEEPS,
        };
        let tolerance = TOLERANCE * self.system.energy_scale();
        self.converge(Effort { tolerance, first_sweeps: FIRST_SWEEPS, last_sweeps, care }, &mut memory.motion, &mut work);
        self.rebound(rows, last_sweeps, &mut memory.motion, &mut work);
        self.system.finish(mobiles, rows);
        self.part_overlap(mobiles, rows, &mut memory.overlap, &mut work);
        work
    }

    fn converge(&mut self, effort: Effort, back_off: &mut BackOff, work: &mut Work) {
        if self.system.is_free_of_limits() {
            self.solve_joints(effort, work);
            return;
        }
        let jointed = self.system.has_joints();
        let first_sweeps = if jointed { SWEEPS_AFTER_STEP } else { effort.first_sweeps };
        if self.sweeps(first_sweeps, effort.tolerance, work) && !jointed {
            return;
        }
        let large = self.system.velocity.len() > LARGE;
        if large && self.sweeps(effort.last_sweeps, effort.tolerance, work) && !jointed {
            return;
        }
        if !self.system.is_dense() && ((jointed && !large) || back_off.may_try()) {
            let [solved, refused] = self.steps(if large { 1 } else { STEPS }, effort, work);
            back_off.note(refused || (!solved && (effort.care == Care::Quick || self.system.velocity.len() > MANY)));
            if large {
                back_off.skip = PAUSE_OF_LARGE - 1;
            }
            if solved {
                return;
            }
        }
        if !large {
            self.sweeps(effort.last_sweeps, effort.tolerance, work);
        }
    }

    /// Rows without limits: no sweep is of use.
    fn solve_joints(&mut self, effort: Effort, work: &mut Work) {
        if self.system.equations.is_empty() {
            return;
        }
        self.direct.begin(&self.system);
        if !self.direct.solve_unlimited(&mut self.system, effort.tolerance, work) {
            work.refused += 1;
            self.sweeps(FALL_BACK_SWEEPS, effort.tolerance, work);
        }
    }

    /// Direct steps, each followed by sweeps. Whether the island is solved then, and whether a step was refused.
    fn steps(&mut self, most: u32, effort: Effort, work: &mut Work) -> [bool; 2] {
        self.direct.begin(&self.system);
        for _ in 0..most {
            if !self.direct.step(&mut self.system, effort.care, effort.tolerance, work) {
                work.refused += 1;
                return [false, true];
            }
            if self.sweeps(SWEEPS_AFTER_STEP, effort.tolerance, work) {
                return [true, false];
            }
        }
        [false, false]
    }

    /// Sweeps forth and back until one changes no more than the tolerance. Whether one did.
    fn sweeps(&mut self, most: u32, tolerance: f64, work: &mut Work) -> bool {
        for _ in 0..most {
            let change = sweep(&mut self.system, self.forth);
            self.forth = !self.forth;
            work.sweeps += 1;
            if change <= tolerance {
                return true;
            }
        }
        false
    }

    /// Asks of all rows that carry an impulse the velocity of their rebound, and solves them together (Moreau's law): simultaneous impacts
    /// without friction keep what energy their coefficients leave. A row that only then carries one rebounds too.
    fn rebound(&mut self, rows: &[Row], last_sweeps: u32, back_off: &mut BackOff, work: &mut Work) {
        for _ in 0..REBOUNDS {
            let mut any = false;
            for equation in &mut self.system.equations {
                let Some(rebound) = rows[equation.row as usize].rebound else { continue };
                if equation.impulse > 0.0 && !equation.rebounds {
                    equation.target += rebound - rows[equation.row as usize].target;
                    equation.rebounds = true;
                    any = true;
                }
            }
            if !any {
                return;
            }
            let tolerance = REBOUND_TOLERANCE * self.system.energy_scale();
            self.converge(
                Effort { tolerance, first_sweeps: FIRST_SWEEPS, last_sweeps: 2 * last_sweeps, care: Care::Thorough },
                back_off,
                work,
            );
        }
    }

    /// Finds the velocities that part overlap, starting from the impulses of the motion: what is loaded may be pushed with less, so that a face is parted as
    /// a whole and does not tilt. They move positions in this substep and are forgotten then.
    fn part_overlap(&mut self, mobiles: &mut [Mobile], rows: &mut [Row], back_off: &mut BackOff, work: &mut Work) {
        let mut asked = 0.0;
        for equation in &mut self.system.equations {
            let push = rows[equation.row as usize].push_target;
            equation.target += push;
            asked += equation.effective_mass * push * push;
        }
        if asked == 0.0 {
            return;
        }
        self.system.stiffen(mobiles);
        let tolerance = OVERLAP_TOLERANCE * asked;
        let uneven = is_uneven(mobiles);
        let care = if uneven || self.system.has_joints() { Care::Thorough } else { Care::Quick };
        self.converge(Effort { tolerance, first_sweeps: OVERLAP_SWEEPS, last_sweeps: 0, care }, back_off, work);
        for equation in &self.system.equations {
            let row = &mut rows[equation.row as usize];
            row.push_impulse = equation.impulse - row.impulse;
        }
        for (mobile, velocity) in mobiles.iter_mut().zip(&self.system.velocity) {
            mobile.push = core::array::from_fn(|k| velocity[k] - mobile.velocity[k]);
        }
    }
}

/// Whether masses differ by more than [`UNEVEN`].
fn is_uneven(mobiles: &[Mobile]) -> bool {
    let inverses = || mobiles.iter().map(|mobile| mobile.inverse_mass[0]).filter(|&inverse| inverse > 0.0);
    inverses().fold(0.0, f64::max) > UNEVEN * inverses().fold(f64::INFINITY, f64::min)
}
