//! Constraints between bodies, solved together at the level of velocities.
//!
//! ```text
//!   contacts, friction, joints, motors, walls ──► rows ──► islands ──► impulses ──► velocities
//! ```
//! A [row] is one scalar equation or inequality on the velocities of up to four mobiles. A mobile is a rigid body, or one particle of a soft one.

#[allow(dead_code, reason = "the solver that uses it is being built")]
pub(crate) mod row;
