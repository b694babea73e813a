//! The order in which strips are worked off: in waves over the body, not colour after colour.
//!
//! ```text
//!   points      0 ──────────────────────────────► n
//!   colour 0    ████████████████░░░░░░░░░░            A colour may go on as soon as the one before is ahead by as much as a strip is long.
//!   colour 1    ███████████░░░░░░░░░░░░░░░            So all colours cross the body together, and what they work on stays in the
//!   colour 2    ██████░░░░░░░░░░░░░░░░░░░░            nearest memory.
//! ```
//! Every point is changed by the same links in the same order as colour after colour, so nothing but the time it takes is different. Colours that reach
//! across the whole body follow each other as before.

use super::strip::{Form, LANES, Strip};
use core::ops::Range;

/// So many points are a step of a wave. By as many more than it must a colour is ahead of the next, so that no step needs what it stores itself: that takes a
/// while until it can be loaded again.
const STEP: usize = 64;

/// The strips of all colours in the order in which they are worked off.
pub(super) fn order(colours: &[Vec<Strip>]) -> Vec<Strip> {
    let mut strips = Vec::new();
    let mut behind = 0;
    for own in colours {
        // Two strips that share a point begin no farther from each other than the later one is long.
        let longest = own.iter().map(|strip| strip.points().len()).max().unwrap_or(0);
        behind += longest + STEP;
        strips.extend(own.iter().map(|strip| ((strip.points().start + behind) / STEP, *strip)));
    }
    // Of one step no two share a point, so those that are alike may follow each other.
    strips.sort_by_key(|(step, strip)| (*step, strip.form, strip.yarn, strip.even, strip.here != u16::MAX, strip.a));
    strips.into_iter().map(|(_, strip)| strip).collect()
}

impl Strip {
    /// From the first point that it reads to the last.
    fn points(&self) -> Range<usize> {
        let (low, high) = (self.a.min(self.b) as usize, self.a.max(self.b) as usize);
        let on = match self.form {
            Form::Parallel => LANES,
            Form::Pairs => 2 * LANES - 1,
            Form::Single => 1,
        };
        low..high + on
    }
}
