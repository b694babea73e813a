//! Links between two particles, springs and sticks alike, as the kernels want them: in colour order.

use super::colour::colour_order;

/// One link, ready for the kernels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Link {
    pub a: u32,
    pub b: u32,
    /// `[m]`
    pub rest_length: f32,
    /// `[N/m]`; infinite for a stick.
    pub stiffness: f32,
    /// 1 / stiffness. `[m/N]`
    pub compliance: f32,
    /// `[N s/m]`
    pub damping: f32,
    /// What part of its force it gives when shorter than its rest length: 1, or 0 for a rope, which only pulls.
    pub push: f32,
}

/// Links in colour order, and the way back to the order they were given in.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Links {
    /// In colour order.
    pub list: Vec<Link>,
    /// Where each colour begins in `list`, with the end last.
    pub colours: Vec<u32>,
    /// Where the link that was given as number `i` now stands.
    pub slot: Vec<u32>,
    pub any_damped: bool,
    pub any_rope: bool,
}

impl Links {
    pub(crate) fn new(point_count: usize, given: &[Link]) -> Self {
        let ends: Vec<[u32; 2]> = given.iter().map(|link| [link.a, link.b]).collect();
        let (order, colours) = colour_order(point_count, &ends);
        let mut slot = vec![0; given.len()];
        for (place, &link) in order.iter().enumerate() {
            slot[link as usize] = place as u32;
        }
        Self {
            list: order.iter().map(|&link| given[link as usize]).collect(),
            colours,
            slot,
            any_damped: given.iter().any(|link| link.damping > 0.0),
            any_rope: given.iter().any(|link| link.push < 1.0),
        }
    }
}
