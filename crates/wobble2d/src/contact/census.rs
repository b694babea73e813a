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
    /// `weight` is the inverse mass of all of its points, if they have the same. `[1/kg]`
    pub(super) fn of(body: &Body, weight: Option<f32>) -> Self {
        Self {
            filter: body.filter,
            origin: body.origin,
            rests: body.rests(),
            immovable: body.immovable(),
            asleep: body.asleep,
            free: body.free,
            stuck: body.is_stuck(),
            meets_itself: body.meets_itself(),
            weight,
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

/// What two bodies that are near each other are to each other in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    /// Neither of them moves.
    Rest,
    /// They do not touch.
    Pass,
    /// One of them takes note of the other.
    Notice,
    /// They touch from some sides only.
    MeetOneWay,
    /// They touch.
    Meet,
}

impl Relation {
    /// Of two bodies, or one and itself. `parted` as in [`are_parted`].
    pub(super) fn of(bodies: [u32; 2], census: &[Party], parted: &[[u32; 2]]) -> Self {
        let itself = bodies[0] == bodies[1];
        let [a, b] = bodies.map(|body| &census[body as usize]);
        let meet = if itself { a.meets_itself } else { a.may_meet(b) && !are_parted(parted, bodies) };
        if a.rests && b.rests {
            Self::Rest
        } else if !meet {
            Self::Pass
        } else if !itself && a.filter.only_notices(&b.filter) {
            Self::Notice
        } else if a.filter.one_way.is_some() || b.filter.one_way.is_some() {
            Self::MeetOneWay
        } else {
            Self::Meet
        }
    }
}

/// Whether any two of all bodies simply [meet](Relation::Meet).
pub(super) fn all_meet(census: &[Party]) -> bool {
    let Some(first) = census.first() else { return true };
    let plain = |party: &Party| party.filter == first.filter && !(party.rests || party.immovable || party.stuck);
    let filter = &first.filter;
    filter.meets(filter) && !filter.sensor && filter.one_way.is_none() && census.iter().all(plain)
}
