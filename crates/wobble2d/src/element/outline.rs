//! The loops of outer edges of a body, and the area they enclose.
//!
//! ```text
//!         after                 S = ½ Σ xᵢ × xᵢ₊₁                         (eq. 5)
//!        ↗                      ∂S/∂xᵢ = ½ (yᵢ₊₁ − yᵢ₋₁, xᵢ₋₁ − xᵢ₊₁)     (eq. 6)
//!   this        inside
//!        ↖                      A loop runs counter-clockwise around matter and clockwise around a hole,
//!         before                so one sum serves any number of loops.
//! ```

use crate::block::Block;
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

    /// Measures a block. `displaced` says whether the velocity slot holds this substep's displacement, to be added.
    #[inline(always)]
    pub(crate) fn extent<L: Lanes>(&self, block: &mut Block<'_, L>, displaced: bool) -> Extent<L> {
        let t = block.token;
        let zero = L::splat(t, 0.0);
        let mut extent = Extent { area: zero, mobility: zero, keenest: zero };
        self.each_corner(
            block,
            displaced,
            #[inline(always)]
            |block, corner| {
                let w = block.inverse_mass(corner.index);
                let square = corner.gx * corner.gx + corner.gy * corner.gy;
                extent.area = extent.area + corner.area;
                extent.mobility = extent.mobility + w * square;
                extent.keenest = extent.keenest.max((w * w) * square);
            },
        );
        extent
    }

    /// Calls `visit` with every corner. The corners' places are those of before the first call, whatever `visit` does to them.
    #[inline(always)]
    pub(crate) fn each_corner<L: Lanes>(
        &self,
        block: &mut Block<'_, L>,
        displaced: bool,
        mut visit: impl FnMut(&mut Block<'_, L>, Corner<L>),
    ) {
        let half = L::splat(block.token, 0.5);
        for corners in &self.loops {
            let [Some(&first), Some(&last)] = [corners.first(), corners.last()] else { continue };
            // Measured from the first corner: small numbers keep their digits.
            let (ox, oy) = block.place(first as usize, displaced);
            let (mut before_x, mut before_y) = block.place(last as usize, displaced);
            (before_x, before_y) = (before_x - ox, before_y - oy);
            let zero = L::splat(block.token, 0.0);
            let (mut x, mut y) = (zero, zero);
            for (k, &index) in corners.iter().enumerate() {
                let (after_x, after_y) = match corners.get(k + 1) {
                    Some(&next) => {
                        let (x, y) = block.place(next as usize, displaced);
                        (x - ox, y - oy)
                    }
                    None => (zero, zero),
                };
                let corner = Corner {
                    index: index as usize,
                    area: half * (x * after_y - y * after_x),
                    gx: half * (after_y - before_y),
                    gy: half * (before_x - after_x),
                };
                visit(block, corner);
                (before_x, before_y) = (x, y);
                (x, y) = (after_x, after_y);
            }
        }
    }
}

/// One corner of a loop.
pub(crate) struct Corner<L> {
    pub index: usize,
    /// Its share of the area.
    pub area: L,
    /// `∂S/∂x`
    pub gx: L,
    pub gy: L,
}

/// The area is never taken for less than this part of the rest area where a law divides by it: a body that is squeezed flat or
/// turned inside out gets a strong but bounded pressure that opens it again.
pub(crate) const LEAST_AREA: f32 = 0.05;

/// The farthest a pressure moves a particle in one substep, as a part of the mean edge of the outline.
pub(crate) const LONGEST_PUSH: f32 = 0.2;

/// Moves every corner by `w ∂S/∂x multiplier` (XPBD), but none by more than [`LONGEST_PUSH`] of the mean edge.
#[inline(always)]
pub(crate) fn push<L: Lanes>(block: &mut Block<'_, L>, extent: &Extent<L>, multiplier: L) {
    let t = block.token;
    let rest = block.rest;
    let longest = L::splat(t, LONGEST_PUSH * rest.mean_edge) * block.tuning.size;
    let step = (extent.keenest * multiplier * multiplier).sqrt();
    let multiplier = L::if_less(longest, step, multiplier * L::ratio(t, longest, step), multiplier);
    rest.outline.each_corner(
        block,
        true,
        #[inline(always)]
        |block, corner| {
            let pull = block.inverse_mass(corner.index) * multiplier;
            block.add_motion(corner.index, pull * corner.gx, pull * corner.gy);
        },
    );
}

/// Adds the force of a pressure on every corner: `p ∂S/∂x`, which is `p |d| n` of each edge, half to each end.
#[inline(always)]
pub(crate) fn press<L: Lanes>(block: &mut Block<'_, L>, pressure: L) {
    let rest = block.rest;
    rest.outline.each_corner(
        block,
        false,
        #[inline(always)]
        |block, corner| block.add_force(corner.index, pressure * corner.gx, pressure * corner.gy),
    );
}
