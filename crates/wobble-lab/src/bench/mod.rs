//! Measuring speed: runs that are repeated, how far they agree, and whether the machine was quiet meanwhile.
//!
//! Who asks brings a clock; see [`Clock`].

mod kernel;
mod machine;
mod phases;
mod results;
mod spread;

pub use kernel::{KernelRow, kernels};
pub use machine::{Machine, Watch};
pub use phases::{Phases, phases};
pub use results::{Results, Trial};
pub use spread::Spread;

use crate::clock::Clock;
use crate::run::Run;
use wobble2d::World;

/// The workloads that engines are compared on, as scenes of the gallery.
pub const WORKLOADS: [&str; 5] = ["pile-100", "pile-400", "pile-1000", "cloth-64", "squares-50"];

/// A world to time, as often as asked.
pub struct Subject<'w> {
    /// What it is called.
    pub name: String,
    /// Makes the world anew; not timed.
    pub world: Box<dyn Fn() -> World + 'w>,
}

/// Runs every subject once in each round, so that what slows the machine for a while slows all of them. `watch` hears of every frame: how many of all have been
/// made; when it returns false, nothing comes back.
pub fn trials(subjects: &[Subject<'_>], rounds: u32, run: Run<'_>, mut watch: impl FnMut(u64) -> bool) -> Option<Vec<Trial>> {
    let mut trials: Vec<Trial> = Vec::new();
    let mut done = 0;
    for round in 0..rounds {
        for (place, subject) in subjects.iter().enumerate() {
            let mut wanted = true;
            let report = run.go(&subject.name, &mut (subject.world)(), |_, frame| {
                wanted = watch(done + u64::from(frame));
                wanted
            });
            if !wanted {
                return None;
            }
            done += u64::from(run.frames());
            match trials.get_mut(place).filter(|_| round > 0) {
                Some(trial) => trial.add(&report),
                None => trials.push(Trial::new(report)),
            }
        }
    }
    Some(trials)
}

/// How long something takes, in seconds; the result goes nowhere. Without a clock it is not done at all.
fn seconds(clock: Clock<'_>, work: impl FnOnce()) -> Option<f64> {
    clock.0.and_then(|_| clock.time(work).1)
}
