//! Links between two particles, springs and sticks alike, as the kernels want them: in colour order.

use super::colour::{colour_order, woven_order};

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
    /// Pulls, but does not push.
    pub rope: bool,
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
}

impl Links {
    pub(crate) fn new(point_count: usize, given: &[Link]) -> Self {
        let ends: Vec<[u32; 2]> = given.iter().map(|link| [link.a, link.b]).collect();
        let (mut order, colours) = woven_order(&ends).unwrap_or_else(|| colour_order(point_count, &ends));
        let colours = part_ropes(&mut order, &colours, given);
        let mut slot = vec![0; given.len()];
        for (place, &link) in order.iter().enumerate() {
            slot[link as usize] = place as u32;
        }
        Self {
            list: order.iter().map(|&link| given[link as usize]).collect(),
            colours,
            slot,
            any_damped: given.iter().any(|link| link.damping > 0.0),
        }
    }
}

/// Puts the ropes of each colour last, as a colour of their own, so that a packet of eight is all springs or all ropes.
fn part_ropes(order: &mut [u32], colours: &[u32], given: &[Link]) -> Vec<u32> {
    let mut parted = vec![0];
    for colour in colours.windows(2) {
        let links = &mut order[colour[0] as usize..colour[1] as usize];
        links.sort_by_key(|&link| given[link as usize].rope);
        let springs = links.iter().filter(|&&link| !given[link as usize].rope).count() as u32;
        parted.extend([colour[0] + springs, colour[1]]);
    }
    parted.dedup();
    parted
}
