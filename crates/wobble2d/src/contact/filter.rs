//! Who meets whom.

use crate::error::{Result, require};
use crate::math::within;
use glam::Vec2;

/// Which bodies a body meets, and whether it stops them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Filter {
    /// The layers it is on, a bit each.
    pub layers: u32,
    /// The layers it meets. Two bodies meet if each is on a layer that the other meets.
    pub mask: u32,
    /// A sensor stops nothing and is stopped by nothing; what [enters and leaves](crate::Event::Entered) it is reported.
    pub sensor: bool,
    /// Whether its parts touch each other, from either side. It costs about as much as meeting another body of its size. In a blow that could
    /// fold it through itself a body meets itself whatever this says.
    pub itself: bool,
    /// The side from which it holds others, such as up for a platform to jump onto from below; `None` holds from all sides. What has part
    /// of the body above it, seen along this direction, passes until it is through. Any length but 0.
    pub one_way: Option<Vec2>,
}

impl Default for Filter {
    /// On the first layer, meeting all.
    fn default() -> Self {
        Self { layers: 1, mask: u32::MAX, sensor: false, itself: false, one_way: None }
    }
}

impl Filter {
    pub(crate) fn check(&self) -> Result<()> {
        let side = self.one_way.unwrap_or(Vec2::Y);
        let sound = within(side, 1e6) && side.length() > 1e-6;
        require(sound, || "filter.one_way".into(), "must be a direction", side, "up is (0, 1)")
    }

    /// Whether two bodies meet at all, be it only to be noticed.
    pub(crate) fn meets(&self, other: &Self) -> bool {
        self.layers & other.mask != 0 && other.layers & self.mask != 0
    }

    /// Whether two bodies that meet only take note of each other.
    pub(crate) fn only_notices(&self, other: &Self) -> bool {
        self.sensor || other.sensor
    }
}

#[cfg(test)]
mod tests {
    use super::Filter;

    #[test]
    fn two_meet_only_if_each_wants_to() {
        let ghost = Filter { mask: 0, ..Filter::default() };
        let upper = Filter { layers: 2, mask: 1, ..Filter::default() };
        let (plain, other) = (Filter::default(), Filter { layers: 2, ..Filter::default() });
        assert!(plain.meets(&plain) && plain.meets(&other) && plain.meets(&upper) && upper.meets(&plain));
        assert!(!ghost.meets(&plain) && !plain.meets(&ghost) && !upper.meets(&other) && !other.meets(&upper));
    }
}
