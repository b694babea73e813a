//! The loops of outer edges of a body, and the area they enclose.
//!
//! ```text
//!         after                 S = ½ Σ xᵢ × xᵢ₊₁                         (eq. 5)
//!        ↗                      ∂S/∂xᵢ = ½ (yᵢ₊₁ − yᵢ₋₁, xᵢ₋₁ − xᵢ₊₁)     (eq. 6)
//!   this        inside
//!        ↖                      A loop runs counter-clockwise around matter and clockwise around a hole,
//!         before                so one sum serves any number of loops.
//! ```

use crate::block::{Block, load};
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
        let masses = block.masses;
        self.each_corner(
            t,
            block.points,
            displaced,
            #[inline(always)]
            |_, corner| {
                let w = L::load(t, &masses[corner.index][0]);
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
    fn each_corner<L: Lanes>(
        &self,
        t: L::Token,
        points: &mut [[L::Cell; 4]],
        displaced: bool,
        mut visit: impl FnMut(&mut [[L::Cell; 4]], Corner<L>),
    ) {
        let half = L::splat(t, 0.5);
        let zero = L::splat(t, 0.0);
        let look = |points: &[[L::Cell; 4]], index: u32| {
            let [x, y, ux, uy] = load::<L, 4>(t, &points[index as usize]);
            let place = if displaced { [x + ux, y + uy] } else { [x, y] };
            (place, [ux, uy])
        };
        for corners in &self.loops {
            let [Some(&first), Some(&last)] = [corners.first(), corners.last()] else { continue };
            // Measured from the first corner: small numbers keep their digits.
            let ([ox, oy], first_motion) = look(points, first);
            let ([last_x, last_y], _) = look(points, last);
            let mut before = [last_x - ox, last_y - oy];
            let (mut this, mut motion) = ([zero; 2], first_motion);
            let nexts = corners[1..].iter().map(Some).chain([None]);
            for (&index, next) in corners.iter().zip(nexts) {
                let (after, next_motion) = match next {
                    Some(&next) => {
                        let ([x, y], motion) = look(points, next);
                        ([x - ox, y - oy], motion)
                    }
                    None => ([zero; 2], first_motion),
                };
                let corner = Corner {
                    index: index as usize,
                    area: half * (this[0] * after[1] - this[1] * after[0]),
                    gx: half * (after[1] - before[1]),
                    gy: half * (before[0] - after[0]),
                    motion,
                };
                visit(points, corner);
                (before, this, motion) = (this, after, next_motion);
            }
        }
    }
}

/// One corner of a loop.
struct Corner<L> {
    index: usize,
    /// Its share of the area.
    area: L,
    /// `∂S/∂x`
    gx: L,
    gy: L,
    /// What its velocity slot held before.
    motion: [L; 2],
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
    let masses = block.masses;
    rest.outline.each_corner(
        t,
        block.points,
        true,
        #[inline(always)]
        |points, corner| {
            let pull = L::load(t, &masses[corner.index][0]) * multiplier;
            let cells = &mut points[corner.index];
            (corner.motion[0] + pull * corner.gx).store(&mut cells[2]);
            (corner.motion[1] + pull * corner.gy).store(&mut cells[3]);
        },
    );
}

/// Adds the force of a pressure on every corner: `p ∂S/∂x`, which is `p |d| n` of each edge, half to each end.
#[inline(always)]
pub(crate) fn press<L: Lanes>(block: &mut Block<'_, L>, pressure: L) {
    let (t, rest) = (block.token, block.rest);
    let forces = block.scratch.force.as_mut_slice();
    rest.outline.each_corner(
        t,
        block.points,
        false,
        #[inline(always)]
        |_, corner| {
            let cells = &mut forces[corner.index];
            let [x, y] = load::<L, 2>(t, cells);
            (x + pressure * corner.gx).store(&mut cells[0]);
            (y + pressure * corner.gy).store(&mut cells[1]);
        },
    );
}
