//! What contacts ask of bodies again and again, side by side: bodies are large, and pairs name them in no order.

use super::filter::Filter;
use crate::body::Body;
use glam::Vec2;

/// What contacts ask of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Party {
    pub filter: Filter,
    /// As in [`Body`]. `[m]`
    pub origin: Vec2,
    pub rests: bool,
    pub immovable: bool,
    pub asleep: bool,
    free: bool,
    stuck: bool,
    pub meets_itself: bool,
    /// The inverse mass of its points, 0 for what does not move in this step; `None` if they differ. `[1/kg]`
    pub weight: Option<f32>,
}

impl Party {
    /// `weights` are the inverse masses of its points. `[1/kg]`
    pub(super) fn of(body: &Body, weights: &[f32]) -> Self {
        Self {
            filter: body.filter,
            origin: body.origin,
            rests: body.rests(),
            immovable: body.immovable(),
            asleep: body.asleep,
            free: body.free,
            stuck: body.is_stuck(),
            meets_itself: body.meets_itself(),
            weight: weights.first().copied().filter(|&first| weights.iter().all(|&weight| weight == first)),
        }
    }

    /// Whether two bodies can move against each other, and meet. Joints may still keep them from touching.
    pub(super) fn may_meet(&self, other: &Self) -> bool {
        let can_move = !(self.rests && other.rests || self.immovable && other.immovable);
        // What must come out of itself first is let through, but not by what is held anywhere.
        let stuck = (self.stuck || other.stuck) && self.free && other.free;
        can_move && !stuck && self.filter.meets(&other.filter)
    }
}

/// Whether two bodies, by their places, are kept from touching by a joint. `parted` are all of those, sorted.
pub(super) fn are_parted(parted: &[[u32; 2]], [first, second]: [u32; 2]) -> bool {
    parted.binary_search(&[first.min(second), first.max(second)]).is_ok()
}
