//! Living a recorded run again.

use super::{Entry, Recording, check_room, read_entry};
use crate::error::{Error, Result};
use crate::field::UserField;
use crate::snapshot::Reader;
use crate::world::World;
use core::fmt;

/// A recorded run that is lived again, frame by frame.
pub struct Replay<'r> {
    world: World,
    recording: &'r Recording,
    from: Reader<'r>,
    dt: f32,
    frame: u64,
}

/// Where a run came out otherwise than it was recorded. Frames are counted from 1: frame 1 is the state after the first step.
#[derive(Clone, Debug, PartialEq)]
pub enum Difference {
    /// The state is another one.
    State {
        /// The first frame whose state differs.
        frame: u64,
        /// The state hash that was recorded.
        recorded: u64,
        /// The state hash it has now.
        replayed: u64,
    },
    /// Something that could be done then is refused now.
    Refused {
        /// The frame that the action comes before.
        frame: u64,
        /// Why it is refused.
        why: Error,
    },
}

impl Difference {
    /// The frame it happens in.
    pub fn frame(&self) -> u64 {
        match self {
            Self::State { frame, .. } | Self::Refused { frame, .. } => *frame,
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::State { frame, recorded, replayed } => {
                write!(f, "frame {frame} differs: recorded {recorded:016x}, replayed {replayed:016x}")
            }
            Self::Refused { frame, why } => write!(f, "frame {frame} differs: what was done before it is refused now: {why}"),
        }
    }
}

impl<'r> Replay<'r> {
    pub(super) fn new(recording: &'r Recording) -> Result<Self> {
        let world = World::restore(&recording.start)?;
        Ok(Self { world, recording, from: Reader::new(&recording.entries), dt: 0.0, frame: 0 })
    }

    /// Gives the world the field of the user's own that it had when it was recorded.
    pub fn set_user_field(&mut self, field: Option<UserField>) {
        self.world.set_user_field(field);
    }

    /// The world as it is after the frames so far.
    pub fn world(&self) -> &World {
        &self.world
    }

    /// How many frames have been lived again.
    pub fn frame(&self) -> u64 {
        self.frame
    }

    /// Lives the next frame: what was done before it, then its step. `None` once all are over.
    ///
    /// One may go on after a difference; the rest then follows from another state.
    pub fn advance(&mut self) -> Option<core::result::Result<(), Difference>> {
        let mut refused = None;
        while !self.from.is_empty() {
            let frame = self.frame + 1;
            match read_entry(&mut self.from, &mut self.dt, &self.recording.blueprints).ok()? {
                Entry::Act(action) => {
                    let done = check_room(&self.world, &action).and_then(|()| self.world.apply(&action));
                    refused = refused.or(done.err());
                }
                Entry::Step { dt, hash } => {
                    self.world.step(dt);
                    self.frame = frame;
                    return Some(compare(frame, refused, hash, self.world.state_hash()));
                }
            }
        }
        refused.map(|why| Err(Difference::Refused { frame: self.frame + 1, why }))
    }
}

fn compare(frame: u64, refused: Option<Error>, recorded: u64, replayed: u64) -> core::result::Result<(), Difference> {
    match refused {
        Some(why) => Err(Difference::Refused { frame, why }),
        None if recorded != replayed => Err(Difference::State { frame, recorded, replayed }),
        None => Ok(()),
    }
}
