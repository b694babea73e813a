//! Impulses that outlive a substep: what the next solve starts from.

use crate::body::Body;
use core::ops::Range;

/// What stands for the walls of the box.
pub(crate) const WALLS: u32 = u32::MAX;

/// The impulse of a contact point between rigid bodies, scenery and walls.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct KeptImpulse {
    /// The indices of both bodies, the lower first; [`WALLS`] comes last.
    pub bodies: [u32; 2],
    /// The vertex, counted over all bodies.
    pub point: u32,
    /// Tells apart several contact points of one vertex: their order, or the wall.
    pub ordinal: u32,
    /// Along the normal, and along the normal turned left. `[N s]`
    pub impulse: [f32; 2],
}

/// What contacts press a point of a body with that is solved as a whole: an external force of its next substep, whose rows only correct it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Press {
    /// Counted over all bodies.
    pub point: u32,
    /// `[N s]`
    pub impulse: [f32; 2],
}

/// Those of the points in a range. `all` is sorted.
pub(crate) fn presses_in(all: &[Press], range: Range<usize>) -> &[Press] {
    let [start, end] = [range.start, range.end].map(|end| all.partition_point(|press| (press.point as usize) < end));
    &all[start..end]
}

impl KeptImpulse {
    /// By what they are sorted.
    pub(crate) fn key(&self) -> ([u32; 2], u32, u32) {
        (self.bodies, self.point, self.ordinal)
    }

    /// Whether it can be of a world with these bodies.
    pub(crate) fn is_sound(&self, all: &[Body]) -> bool {
        let [first, second] = self.bodies;
        let exists = |body: u32| (body as usize) < all.len();
        let own = |body: u32| all.get(body as usize).is_some_and(|body| body.range().contains(&(self.point as usize)));
        first < second
            && exists(first)
            && (second == WALLS || exists(second))
            && (own(first) || own(second))
            && self.impulse.iter().all(|impulse| impulse.is_finite())
    }
}
