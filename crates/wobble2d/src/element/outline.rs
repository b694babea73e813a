//! The loops of outer edges of a body, and the area they enclose.
//!
//! ```text
//!         after                 S = ½ Σ xᵢ × xᵢ₊₁                         (eq. 5)
//!        ↗                      ∂S/∂xᵢ = ½ (yᵢ₊₁ − yᵢ₋₁, xᵢ₋₁ − xᵢ₊₁)     (eq. 6)
//!   this        inside
//!        ↖                      A loop runs counter-clockwise around matter and clockwise around a hole,
//!         before                so one sum serves any number of loops.
//! ```

use crate::block::{Block, Scratch, load};
use crate::lanes::Lanes;

/// The loops of a body.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Outline {
    pub loops: Vec<Vec<u32>>,
}

/// The enclosed area and what its gradient says of the masses behind it.
pub(crate) struct Extent<L> {
    /// `[m²]`
    pub area: L,
    /// `Σ w |∂S/∂x|²`: how readily the area changes.
    pub mobility: L,
    /// The largest `(w |∂S/∂x|)²` of a corner.
    pub keenest: L,
}

impl Outline {
    /// The number of corners of all loops.
    pub(crate) fn corner_count(&self) -> usize {
        self.loops.iter().map(Vec::len).sum()
    }

    /// Measures a block, and notes how its area changes with the place of every corner. `displaced` says whether the velocity slot holds this substep's
    /// displacement, to be added.
    #[inline(always)]
    pub(crate) fn extent<L: Lanes>(&self, block: &mut Block<'_, L>, displaced: bool) -> Extent<L> {
        let t = block.token;
        let (half, quarter, zero) = (L::splat(t, 0.5), L::splat(t, 0.25), L::splat(t, 0.0));
        let mut extent = Extent { area: zero, mobility: zero, keenest: zero };
        let points = &*block.points;
        // Known to be as long, so that one check of an index serves both.
        let masses = &block.masses[..points.len()];
        block.scratch.slopes.resize(self.corner_count(), [L::Cell::default(); 2]);
        let mut slopes = block.scratch.slopes.as_mut_slice();
        let place = |index: u32| {
            let [x, y, ux, uy] = load::<L, 4>(t, &points[index as usize]);
            if displaced { [x + ux, y + uy] } else { [x, y] }
        };
        for corners in &self.loops {
            let [Some(&first), Some(&last)] = [corners.first(), corners.last()] else { continue };
            let (own, others) = slopes.split_at_mut(corners.len());
            slopes = others;
            // Measured from the first corner: small numbers keep their digits.
            let [ox, oy] = place(first);
            let from_first = |[x, y]: [L; 2]| [x - ox, y - oy];
            let (mut before, mut this) = (from_first(place(last)), [zero; 2]);
            let nexts = corners[1..].iter().map(Some).chain([None]);
            for ((&index, next), slope) in corners.iter().zip(nexts).zip(own) {
                let after = next.map_or(
                    [zero; 2],
                    #[inline(always)]
                    |&next| from_first(place(next)),
                );
                let (gx, gy) = (after[1] - before[1], before[0] - after[0]);
                gx.store(&mut slope[0]);
                gy.store(&mut slope[1]);
                let w = L::load(t, &masses[index as usize][0]);
                let mobility = w * (gx * gx + gy * gy);
                extent.area = extent.area + (this[0] * after[1] - this[1] * after[0]);
                extent.mobility = extent.mobility + mobility;
                extent.keenest = extent.keenest.max(w * mobility);
                (before, this) = (this, after);
            }
        }
        Extent { area: half * extent.area, mobility: quarter * extent.mobility, keenest: quarter * extent.keenest }
    }
}

/// The area is never taken for less than this part of the rest area where a law divides by it: a body that is squeezed flat or
/// turned inside out gets a strong but bounded pressure that opens it again.
pub(crate) const LEAST_AREA: f32 = 0.05;

/// The farthest a pressure moves a particle in one substep, as a part of the mean edge of the outline.
pub(crate) const LONGEST_PUSH: f32 = 0.2;

/// Moves every corner of a block that was just measured by `w ∂S/∂x multiplier` (XPBD), but none by more than [`LONGEST_PUSH`] of the mean edge.
#[inline(always)]
pub(crate) fn push<L: Lanes>(block: &mut Block<'_, L>, extent: &Extent<L>, multiplier: L) {
    let t = block.token;
    let rest = block.rest;
    let longest = L::splat(t, LONGEST_PUSH * rest.mean_edge) * block.tuning.size;
    let step = (extent.keenest * multiplier * multiplier).sqrt();
    let multiplier = L::if_less(longest, step, multiplier * L::ratio(t, longest, step), multiplier);
    let half_multiplier = L::splat(t, 0.5) * multiplier;
    let (points, slopes) = (&mut *block.points, &block.scratch.slopes);
    let masses = &block.masses[..points.len()];
    for (&corner, slope) in rest.outline.loops.iter().flatten().zip(slopes) {
        let [gx, gy] = load::<L, 2>(t, slope);
        let pull = L::load(t, &masses[corner as usize][0]) * half_multiplier;
        let [_, _, ux, uy] = &mut points[corner as usize];
        (L::load(t, ux) + pull * gx).store(ux);
        (L::load(t, uy) + pull * gy).store(uy);
    }
}

/// Adds the force of a pressure on every corner of a block that was just measured: `p ∂S/∂x`, which is `p |d| n` of each edge, half to each end.
#[inline(always)]
pub(crate) fn press<L: Lanes>(block: &mut Block<'_, L>, pressure: L) {
    let (t, rest) = (block.token, block.rest);
    let pressure = L::splat(t, 0.5) * pressure;
    let Scratch { force, slopes, .. } = &mut *block.scratch;
    for (&corner, slope) in rest.outline.loops.iter().flatten().zip(&*slopes) {
        let [gx, gy] = load::<L, 2>(t, slope);
        let [fx, fy] = &mut force[corner as usize];
        (L::load(t, fx) + pressure * gx).store(fx);
        (L::load(t, fy) + pressure * gy).store(fy);
    }
}
