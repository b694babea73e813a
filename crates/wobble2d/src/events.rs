//! What happened during the last step.

use crate::body::Trouble;
use crate::diagnose::Advice;
use crate::id::BodyId;

/// Something that happened during the last step.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The substep is too long for a body under the present method: it will shake or explode. Said once, in the step after bodies, method
    /// or step length changed.
    Unstable(Advice),
    /// A body was put back where the step began and frozen, because it had exploded.
    Frozen {
        /// Which body.
        body: BodyId,
        /// What was wrong with it.
        trouble: Trouble,
        /// What the stability adviser has to say about it, if the method was beyond its limit.
        advice: Option<String>,
    },
}
