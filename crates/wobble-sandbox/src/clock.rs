//! From the clock on the wall to steps of all stages, together.

use crate::costs::Costs;
use crate::stage::{STEP, Stage};
use web_time::Instant;
use wobble2d::Stepper;

/// How fast time may run, as a multiple of the real one.
pub const SPEEDS: [f64; 7] = [0.05, 0.1, 0.25, 0.5, 1.0, 2.0, 4.0];

/// A frame is given up after so much stepping, and the rest of its steps too: a slow machine shows slow motion, not a standstill. `[s]`
const LONGEST_FRAME: f64 = 0.1;

/// How time passes.
#[derive(Clone, Debug)]
pub struct Clock {
    /// Whether time stands still.
    pub paused: bool,
    /// How fast time runs, as a multiple of the real one.
    pub speed: f64,
    /// On how many threads several stages are stepped, or a large one.
    pub threads: usize,
    stepper: Stepper,
    wanted: u32,
    part: f32,
    pace: f64,
}

impl Default for Clock {
    fn default() -> Self {
        Self { paused: false, speed: 1.0, threads: 1, stepper: Stepper::new(STEP), wanted: 0, part: 1.0, pace: 1.0 }
    }
}

impl Clock {
    /// Asks for a single step, and for a standstill after it.
    pub fn single_step(&mut self) {
        self.paused = true;
        self.wanted += 1;
    }

    /// How far between the last two steps things are to be drawn.
    pub fn part(&self) -> f32 {
        if self.paused { 1.0 } else { self.part }
    }

    /// How fast the world really runs, as a part of what is asked for: 1, unless the machine is too slow.
    pub fn pace(&self) -> f64 {
        self.pace
    }

    /// The next slower speed, or the next faster.
    pub fn change_speed(&mut self, faster: bool) {
        let mut speeds = SPEEDS.iter().copied();
        let next = if faster { speeds.find(|&s| s > self.speed + 1e-9) } else { speeds.rfind(|&s| s < self.speed - 1e-9) };
        self.speed = next.unwrap_or(self.speed);
    }

    /// Lets the time pass that passed on the wall. `[s]`
    pub fn advance(&mut self, elapsed: f64, stages: &mut [Stage], costs: &mut Costs) {
        for _ in 0..core::mem::take(&mut self.wanted) {
            step_all(stages, self.threads, costs);
        }
        if self.paused {
            return;
        }
        let (begin, threads, asked) = (Instant::now(), self.threads, elapsed * self.speed);
        let mut given_up = 0;
        let progress = self.stepper.advance(asked, |_| {
            if begin.elapsed().as_secs_f64() < LONGEST_FRAME {
                step_all(stages, threads, costs);
            } else {
                given_up += 1;
            }
        });
        self.part = progress.part;
        if asked > 0.0 {
            let lost = progress.dropped + f64::from(given_up) * f64::from(STEP);
            // A mean over about a second of frames: a single hiccup is no slow motion.
            self.pace += 0.05 * ((1.0 - lost / asked).clamp(0.0, 1.0) - self.pace);
        }
    }
}

/// One step of every stage.
fn step_all(stages: &mut [Stage], threads: usize, costs: &mut Costs) {
    let begin = Instant::now();
    let each = if stages.len() > 1 { 1 } else { threads };
    stages.iter_mut().for_each(|stage| stage.set_threads(each));
    move_all(stages, threads);
    let moved = begin.elapsed();
    stages.iter_mut().for_each(Stage::keep);
    costs.step.note(moved);
    costs.keep.note(begin.elapsed().saturating_sub(moved));
}

/// One step of the worlds of all stages.
fn move_all(stages: &mut [Stage], threads: usize) {
    #[cfg(not(target_arch = "wasm32"))]
    if threads > 1 && stages.len() > 1 {
        let share = stages.len().div_ceil(threads);
        return std::thread::scope(|scope| {
            for group in stages.chunks_mut(share) {
                scope.spawn(|| group.iter_mut().for_each(Stage::move_on));
            }
        });
    }
    let _ = threads;
    stages.iter_mut().for_each(Stage::move_on);
}
