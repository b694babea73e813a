//! Who meets whom.

/// Which bodies a body meets, and whether it stops them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// The layers it is on, a bit each.
    pub layers: u32,
    /// The layers it meets. Two bodies meet if each is on a layer that the other meets.
    pub mask: u32,
    /// A sensor stops nothing and is stopped by nothing; what [enters and leaves](crate::Event::Entered) it is reported.
    pub sensor: bool,
}

impl Default for Filter {
    /// On the first layer, meeting all.
    fn default() -> Self {
        Self { layers: 1, mask: u32::MAX, sensor: false }
    }
}

impl Filter {
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
        let upper = Filter { layers: 2, mask: 1, sensor: false };
        let (plain, other) = (Filter::default(), Filter { layers: 2, ..Filter::default() });
        assert!(plain.meets(&plain) && plain.meets(&other) && plain.meets(&upper) && upper.meets(&plain));
        assert!(!ghost.meets(&plain) && !plain.meets(&ghost) && !upper.meets(&other) && !other.meets(&upper));
    }
}
