//! Names of things that stay valid, or are known to be stale.

/// The name of a body. It never names another body, even after its own was removed.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct BodyId {
    pub(crate) slot: u32,
    pub(crate) generation: u32,
}

/// One particle of a body, counted as in its blueprint.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PointId {
    /// The body.
    pub body: BodyId,
    /// The point's place in the body's blueprint.
    pub index: u32,
}

/// The name of a grab, from [`World::grab`](crate::World::grab).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct GrabId(pub(crate) u32);

/// The name of a joint, from [`World::add_joint`](crate::World::add_joint).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct JointId(pub(crate) u32);

impl core::fmt::Display for BodyId {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "body {}.{}", self.slot, self.generation)
    }
}
