//! Pairs of bodies that may touch, and the order in which they are solved.
//!
//! Pairs are coloured like links: no two of a colour share a body that can move. Colour after colour is *the* order, on one thread too, so
//! that solving a colour eight at a time or on many threads cannot change a bit.

use super::respond::Load;
use crate::body::Body;
use core::ops::Range;

/// A vertex that may touch an edge before the next step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Candidate {
    /// The vertex, counted over all bodies.
    pub point: u32,
    /// The edge of the other body, where the vertex last was.
    pub edge: u32,
    /// On which side of the edge the vertex belongs: 1 right, −1 left, 0 it no longer matters.
    pub side: f32,
    /// Whether the vertex belongs to the first body of the pair.
    pub of_first: bool,
    /// For how many looks in a row the vertex has been inside.
    pub inside: u32,
    /// Whether it touched during this step.
    pub touched: bool,
}

/// Two bodies that may touch.
#[derive(Clone, Debug)]
pub(crate) struct Pair {
    /// Their places in the list, the lower first.
    pub bodies: [u32; 2],
    pub candidates: Range<u32>,
    /// No two pairs of a colour share a body that can move, but for those of the last one.
    pub colour: u32,
    /// The gap at which their surfaces rest. `[m]`
    pub skin: f32,
    pub friction: f32,
    pub restitution: f32,
    /// How many vertices are inside the other body without anyone knowing how they got there.
    pub lost: u32,
    /// What they exchanged during this step.
    pub load: Load,
}

impl Pair {
    pub(super) fn new([first, second]: [u32; 2], begin: u32, bodies: &[Body]) -> Self {
        let (a, b) = (&bodies[first as usize], &bodies[second as usize]);
        Self {
            bodies: [first, second],
            candidates: begin..begin,
            colour: 0,
            skin: SKIN * a.contact_radius().min(b.contact_radius()),
            friction: (a.surface.friction * b.surface.friction).sqrt(),
            restitution: a.surface.restitution * b.surface.restitution,
            lost: 0,
            load: Load::default(),
        }
    }
}

/// With more lost vertices than this, two bodies are taken for tangled: no edge can tell which way is out.
const MOST_LOST: u32 = 2;

impl Pair {
    /// Whether the bodies lie in each other, as when one is put where another is.
    pub(crate) fn is_tangled(&self) -> bool {
        self.lost > MOST_LOST
    }
}

/// The gap at which two surfaces come to rest, as a part of the smaller radius. One sweep leaves errors of up to a millimetre on a blob of
/// a metre; with this skin no vertex ends up inside.
const SKIN: f32 = 0.006;

/// Colours beyond this share the last one, which is solved one pair after the other anyway.
const COLOURS: u32 = 64;

/// Orders pairs by colour, and within a colour by bodies.
pub(super) fn order_by_colour(pairs: &mut [Pair], bodies: &[Body]) {
    let mut taken = vec![0u64; bodies.len()];
    for pair in pairs.iter_mut() {
        let used = pair.bodies.map(|body| if bodies[body as usize].immovable() { 0 } else { taken[body as usize] });
        pair.colour = (used[0] | used[1]).trailing_ones().min(COLOURS - 1);
        pair.bodies.iter().for_each(|&body| taken[body as usize] |= 1 << pair.colour);
    }
    pairs.sort_unstable_by_key(|pair| (pair.colour, pair.bodies));
}
