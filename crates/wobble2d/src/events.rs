//! What happened during the last step.

use crate::body::Trouble;
use crate::contact::Contact;
use crate::diagnose::{Advice, Cause};
use crate::id::{BodyId, JointId};
use crate::tear::Torn;

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
        /// Why, as well as can be told.
        cause: Cause,
    },
    /// Two bodies touch that did not in the step before. While they go on touching, [`World::contacts`](crate::World::contacts) lists them.
    ContactBegan(Contact),
    /// Two bodies no longer touch, or one of them was removed.
    ContactEnded {
        /// One body, as it was when the contact began.
        body: BodyId,
        /// The other; `None` for the bounds.
        other: Option<BodyId>,
    },
    /// A body overlaps a [sensor](crate::Filter::sensor) that it did not overlap in the step before.
    Entered {
        /// Who noticed.
        sensor: BodyId,
        /// What came.
        body: BodyId,
    },
    /// A body no longer overlaps a sensor, or one of them was removed.
    Left {
        /// Who noticed.
        sensor: BodyId,
        /// What left.
        body: BodyId,
    },
    /// The middle of a body has come out of one that [keeps others inside](crate::blueprint::Keeps::Inside). One that is not far out is brought back.
    Escaped {
        /// Who should have kept it.
        container: BodyId,
        /// What is outside.
        body: BodyId,
    },
    /// A body tore, or was [cut](crate::World::cut).
    Torn(Torn),
    /// A joint broke and is gone.
    JointBroke {
        /// Its name.
        joint: JointId,
        /// What it had to carry. `[N]`
        force: f32,
    },
}
