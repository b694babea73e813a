//! Constraints between bodies, solved together at the level of velocities.
//!
//! ```text
//!   contacts, friction, joints, motors, walls ──► rows ──► islands ──► impulses ──► velocities
//! ```
//! A [row] is one scalar equation or inequality on the velocities of up to four mobiles. A mobile is a rigid body, or one particle of a soft one.
//! An [island] is solved by [sweeps](sweep), and where they converge slowly by [direct] steps.

#![allow(dead_code, reason = "the world that uses it is being built")]

mod direct;
pub(crate) mod island;
pub(crate) mod row;
mod sweep;
mod system;
pub(crate) mod taut;
#[cfg(test)]
mod test_world;
#[cfg(test)]
mod tests;

/// What a solve cost. For tests and profiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Work {
    pub sweeps: u32,
    /// Matrices that were factored.
    pub factors: u32,
    /// Direct steps that were refused.
    pub refused: u32,
}
