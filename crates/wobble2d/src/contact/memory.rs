//! What contacts remember from step to step.

use super::{Blow, Known, Tangle};
use crate::id::BodyId;
use crate::solve::memory::{KeptImpulse, Press};

/// A vertex that touched an edge in the last step: by which edge it came, should it be found inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Remembered {
    /// The places of both bodies, the lower first.
    pub bodies: [u32; 2],
    /// The vertex, counted over all bodies.
    pub point: u32,
    pub edge: u32,
    pub side: f32,
    /// For how many looks in a row it has been inside.
    pub inside: u32,
}

/// What is remembered of the last step, sorted by bodies and vertex.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Memory {
    pub list: Vec<Remembered>,
    /// Bodies that ran into each other and have not parted yet, sorted.
    pub blows: Vec<Blow>,
    /// Bodies whose edges crossed when they were last looked at, sorted.
    pub tangles: Vec<Tangle>,
    /// What contacts of rigid bodies carried in the last substep, sorted.
    pub impulses: Vec<KeptImpulse>,
    /// What pressed the points of bodies that are solved as wholes then, sorted.
    pub presses: Vec<Press>,
    /// Who touched whom, sorted.
    pub touching: Vec<Known>,
    /// What overlapped which sensor, sorted, the sensor first.
    pub noticed: Vec<[BodyId; 2]>,
    /// What is outside a hollow body that should keep it, sorted, the hollow one first.
    pub escaped: Vec<[BodyId; 2]>,
}
