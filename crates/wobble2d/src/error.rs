//! What can go wrong while building or looking up; stepping cannot fail.

use crate::id::{BodyId, GrabId, JointId};
use core::fmt::{Debug, Display};

/// Why something could not be built, found or restored. The text names the field, the value and the way out.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Error {
    /// A value is outside its range.
    Invalid {
        /// Where the value stands, for example `springs[3].stiffness`.
        field: String,
        /// The rule it breaks, with the unit, for example `must be positive [N/m]`.
        rule: &'static str,
        /// The value itself.
        value: String,
        /// The way out.
        hint: &'static str,
    },
    /// The body was removed, or belongs to another world.
    NoSuchBody(BodyId),
    /// The body has fewer points than that.
    NoSuchPoint {
        /// The body asked.
        body: BodyId,
        /// The index asked for.
        index: u32,
        /// How many points the body has.
        count: u32,
    },
    /// The grab was released, or its body is gone.
    NoSuchGrab(GrabId),
    /// The joint was removed or broke, or a body it held is gone.
    NoSuchJoint(JointId),
    /// A snapshot is damaged, foreign or from another version.
    Snapshot(String),
    /// A recording is damaged, foreign or from another version.
    Recording(String),
}

impl Display for Error {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Invalid { field, rule, value, hint } => write!(f, "{field} {rule}, got {value}; {hint}"),
            Self::NoSuchBody(id) => write!(f, "{id} does not exist; it was removed or belongs to another world"),
            Self::NoSuchPoint { body, index, count } => write!(f, "{body} has no point {index}; it has {count}, counted from 0"),
            Self::NoSuchGrab(id) => write!(f, "grab {} does not exist; it was released or its body is gone", id.0),
            Self::NoSuchJoint(id) => write!(f, "joint {} does not exist; it was removed or broke, or a body it held is gone", id.0),
            Self::Snapshot(why) => write!(f, "this is not a usable snapshot: {why}"),
            Self::Recording(why) => write!(f, "this is not a usable recording: {why}"),
        }
    }
}

impl std::error::Error for Error {}

/// A result whose error is [`Error`].
pub type Result<T> = core::result::Result<T, Error>;

/// `Ok` when `valid`; otherwise the error that says so. `field` is only formatted when needed.
pub(crate) fn require(
    valid: bool,
    field: impl FnOnce() -> String,
    rule: &'static str,
    value: impl Debug,
    hint: &'static str,
) -> Result<()> {
    if valid { Ok(()) } else { Err(Error::Invalid { field: field(), rule, value: format!("{value:?}"), hint }) }
}
