//! The points of a body, coordinate by coordinate, so that sixteen neighbours are one load.

use super::strip::{LANES, LONGEST, Strips};
use crate::lanes::{Lanes, gather, scatter};
use fearless_simd::{Simd, f32x16, prelude::*};

/// The points of a body: all `x`, all `y`, and likewise the displacements, with room for a strip behind the last of each.
#[derive(Debug, Default)]
pub(crate) struct Planes {
    numbers: Vec<f32>,
    /// Where the first plane begins, and how far it is to the next.
    first: usize,
    stride: usize,
}

/// A line of the cache holds so many numbers. A strip that begins at the beginning of one is loaded in half the time.
pub(super) const LINE: usize = 16;

/// Places so many numbers apart, or a multiple of that, look alike to a processor: a load waits for a store to the other one.
const ALIKE: usize = 1024;

/// So the same point is in two planes that much farther apart.
const APART: usize = 128;

impl Planes {
    /// Spreads points out, does something, and puts them back.
    pub(crate) fn around<S: Simd>(&mut self, s: S, points: &mut [[f32; 4]], work: impl FnOnce(&mut Self)) {
        self.spread(s, points);
        work(self);
        self.put_back(s, points);
    }

    /// Makes room for so many points.
    fn make_room(&mut self, count: usize) {
        self.stride = (count + LONGEST).next_multiple_of(ALIKE) + APART;
        self.numbers.resize(4 * self.stride + LINE, 0.0);
        // Where the memory happens to begin decides how fast it is, and nothing else.
        self.first = self.numbers.as_ptr().align_offset(LINE * size_of::<f32>()).min(LINE);
        // What another body has left there.
        self.all().into_iter().for_each(|plane| plane[count..].fill(0.0));
    }

    /// `x`, `y`, `ux` and `uy`, all of one length, which is a multiple of sixteen.
    #[inline(always)]
    pub(crate) fn all(&mut self) -> [&mut [f32]; 4] {
        let (x, rest) = self.numbers[self.first..].split_at_mut(self.stride);
        let (y, rest) = rest.split_at_mut(self.stride);
        let (ux, rest) = rest.split_at_mut(self.stride);
        [x, y, ux, &mut rest[..self.stride]]
    }

    /// Spreads points out.
    fn spread<S: Simd>(&mut self, s: S, points: &[[f32; 4]]) {
        self.make_room(points.len());
        let planes = self.all();
        s.vectorize(
            #[inline(always)]
            || {
                let (eights, rest) = points.as_chunks::<8>();
                for (k, eight) in eights.iter().enumerate() {
                    let columns = gather(s, eight.as_slice(), &[0, 1, 2, 3, 4, 5, 6, 7]);
                    for axis in 0..4 {
                        columns[axis].store_slice(&mut planes[axis][8 * k..8 * k + 8]);
                    }
                }
                for (k, point) in (8 * eights.len()..).zip(rest) {
                    for axis in 0..4 {
                        planes[axis][k] = point[axis];
                    }
                }
            },
        );
    }

    /// Puts the points back.
    fn put_back<S: Simd>(&mut self, s: S, points: &mut [[f32; 4]]) {
        let planes = self.all();
        s.vectorize(
            #[inline(always)]
            || {
                let (eights, rest) = points.as_chunks_mut::<8>();
                let whole = 8 * eights.len();
                for (k, eight) in eights.iter_mut().enumerate() {
                    let columns = core::array::from_fn(
                        #[inline(always)]
                        |axis| SimdBase::from_slice(s, &planes[axis][8 * k..8 * k + 8]),
                    );
                    scatter(s, eight.as_mut_slice(), &[0, 1, 2, 3, 4, 5, 6, 7], columns);
                }
                for (k, point) in (whole..).zip(rest) {
                    *point = core::array::from_fn(|axis| planes[axis][k]);
                }
            },
        );
    }

    /// Adds the same to the displacements of all points that can move. `[m]`
    pub(crate) fn kick<S: Simd>(&mut self, s: S, strips: &Strips, kick: [f32; 2]) {
        let [_, _, ux, uy] = self.all();
        s.vectorize(
            #[inline(always)]
            || {
                for (plane, kick) in [(ux, kick[0]), (uy, kick[1])] {
                    for (lanes, masses) in
                        plane.as_chunks_mut::<LANES>().0.iter_mut().zip(strips.inverse_mass.as_chunks::<LANES>().0)
                    {
                        let (u, w): (f32x16<S>, f32x16<S>) = (SimdBase::from_slice(s, lanes), SimdBase::from_slice(s, masses));
                        let (none, kick) = (Lanes::splat(s, 0.0), Lanes::splat(s, kick));
                        (u + Lanes::if_less(none, w, kick, none)).store_slice(lanes);
                    }
                }
            },
        );
    }
}
