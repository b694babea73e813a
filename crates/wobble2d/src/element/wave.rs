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

#[cfg(test)]
mod tests {
    use super::super::strip::{Form, LANES, Strips};
    use crate::blueprint::{Cloth, Pinned};
    use crate::element::Spring;

    /// Which links change every point, in which order, by the numbers of their other ends.
    fn history(count: usize, links: impl Iterator<Item = [u32; 2]>) -> Vec<Vec<u32>> {
        let mut history = vec![Vec::new(); count];
        for [a, b] in links {
            history[a as usize].push(b);
            history[b as usize].push(a);
        }
        history
    }

    #[test]
    fn every_link_is_in_one_lane_and_every_point_is_changed_in_the_order_of_colours() {
        let spring = Spring::new(2e3).damped(0.05);
        for (columns, rows) in [(50, 50), (64, 64), (100, 53), (19, 200)] {
            let pinned = Pinned::Top;
            let cloth = Cloth { columns, rows, spacing: 0.1, mass: 1.0, structural: spring, shear: spring, pinned };
            let rest = cloth.build().unwrap().0;
            let inverse_mass: Vec<f32> = rest.points.iter().map(|point| if point.pinned { 0.0 } else { 1.0 }).collect();
            let strips = Strips::of(&rest, &inverse_mass).unwrap();
            let in_waves = strips.strips.iter().flat_map(|strip| {
                let step = if strip.form == Form::Pairs { 2 } else { 1 };
                let here = (0..LANES as u32).filter(|lane| strip.here & 1 << lane != 0);
                here.map(move |lane| [strip.a + step * lane, strip.b + step * lane])
            });
            let by_colour = rest.springs.list.iter().map(|link| [link.a, link.b]);
            assert_eq!(history(inverse_mass.len(), in_waves), history(inverse_mass.len(), by_colour), "{columns} × {rows}");
            let mean = rest.springs.list.len() / strips.strips.len();
            assert!(mean >= 12 || columns < 32, "{mean} links in a strip of {columns} × {rows}");
        }
    }
}
