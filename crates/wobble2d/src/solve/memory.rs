//! Impulses that outlive a substep: what the next solve starts from.

use crate::body::Body;

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
