//! Where the time of a frame goes.

use super::Subject;
use crate::run::STEP;
use serde::Serialize;
use wobble2d::{Clock, Phase};

/// The phases of a frame, and what each takes.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Phases {
    /// Of what.
    pub name: String,
    /// The name of each phase and its mean over the timed frames. `[ms]`
    pub ms: Vec<(&'static str, f64)>,
}

/// Makes so many frames without looking, then so many again with a clock. `watch` hears after every frame; when it returns false, nothing comes back.
pub fn phases(subject: &Subject<'_>, frames: u32, clock: Clock, mut watch: impl FnMut() -> bool) -> Option<Phases> {
    let mut world = (subject.world)();
    for frame in 0..2 * frames {
        if frame == frames {
            world.set_clock(Some(clock));
        }
        world.step(STEP);
        if !watch() {
            return None;
        }
    }
    let mean = |phase: Phase| 1e3 * world.profile().seconds(phase) / f64::from(frames);
    Some(Phases { name: subject.name.clone(), ms: Phase::ALL.map(|phase| (phase.name(), mean(phase))).into() })
}
