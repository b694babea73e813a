//! The last minute of a stage as a recording: where it began, what was done, and a hash of every frame.
//!
//! ```text
//!   older reel   ├──────────────┼─ ─ ─ ─ ─        the one that is saved: half a minute to a minute
//!   newer reel                  ├─ ─ ─ ─ ─        takes its place after half a minute
//! ```

use crate::stage::STEP;
use std::collections::VecDeque;
use wobble2d::{Action, Recording, World};

/// A new reel begins so often. `[steps]`
const REEL: u64 = 1800;

/// The reels, the older first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tape {
    reels: VecDeque<Recording>,
}

impl Tape {
    /// Begins anew with a world as it is.
    pub fn begin(&mut self, world: &World) {
        self.reels.clear();
        self.reels.push_back(Recording::of(world));
    }

    /// Something was done to the world.
    pub fn done(&mut self, action: &Action) {
        self.reels.iter_mut().for_each(|reel| reel.note(action));
    }

    /// A step has been made, and nothing done since.
    pub fn stepped(&mut self, world: &World) {
        let hash = world.state_hash();
        self.reels.iter_mut().for_each(|reel| reel.note_step(STEP, hash));
        if self.reels.back().is_some_and(|reel| reel.frames() >= REEL) {
            self.reels.push_back(Recording::of(world));
            if self.reels.len() > 2 {
                self.reels.pop_front();
            }
        }
    }

    /// What is on it, if a step has been made.
    pub fn recording(&self) -> Option<&Recording> {
        self.reels.front().filter(|reel| reel.frames() > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::{REEL, STEP, Tape};
    use wobble2d::blueprint::Ball;
    use wobble2d::glam::vec2;
    use wobble2d::{Action, BodyDef, World};

    #[test]
    fn after_minutes_the_last_one_is_left_and_can_be_lived_again() {
        let mut world = World::new();
        let ball = world.add(BodyDef::new(&Ball::default().build().expect("a ball"))).expect("room");
        let mut tape = Tape::default();
        tape.begin(&world);
        assert!(tape.recording().is_none());
        for step in 0..5 * REEL / 2 {
            if step % 100 == 0 {
                let action = Action::SetVelocity(ball, vec2(0.1, 0.2), 1.0);
                world.apply(&action).expect("a ball that is there");
                tape.done(&action);
            }
            world.step(STEP);
            tape.stepped(&world);
        }
        let recording = tape.recording().expect("steps");
        assert_eq!((recording.frames(), recording.actions()), (3 * REEL / 2, 3 * REEL / 200));
        assert_eq!(recording.verify().expect("a start"), None);
    }
}
