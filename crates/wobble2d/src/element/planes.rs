//! The points of a body, coordinate by coordinate, and what is done to [strips](super::strip) of links there.

use super::spring::Ends;
use super::strip::{Form, LANES, LONGEST, Strip, Strips, Yarn};
use crate::lanes::{Lanes, gather, scatter};
use fearless_simd::{Simd, f32x16, mask32x16, prelude::*};

/// Something that is done to links.
pub(crate) trait Change {
    /// What becomes of the displacements of both ends, with the rest length, the compliance and the damping of a link.
    fn of<L: Lanes>(&self, t: L::Token, ends: &Ends<L>, link: [L; 3], rope: bool) -> [L; 4];

    /// What is the same for all links of an even strip, to be worked out once. `None` if it changes nothing.
    fn constants(&self, yarn: &Yarn) -> Option<[f32; 2]>;

    /// The same as [`Change::of`] with these constants.
    fn of_even<L: Lanes>(&self, t: L::Token, ends: &Ends<L>, constants: [L; 2], rest_length: impl FnOnce() -> L) -> [L; 4];
}

/// Damps in a substep of length `h`. As in a body's tuning, but for the time. `[s]`
pub(crate) struct Damp {
    pub h: f32,
    pub size: f32,
    pub damping: f32,
}

/// Projects; `softness` is what a unit of compliance counts for.
pub(crate) struct Project {
    pub size: f32,
    pub softness: f32,
}

impl Change for Damp {
    #[inline(always)]
    fn of<L: Lanes>(&self, t: L::Token, ends: &Ends<L>, [rest_length, _, damping]: [L; 3], rope: bool) -> [L; 4] {
        let strength = L::splat(t, self.h) * damping * L::splat(t, self.damping);
        ends.damped(t, rest_length * L::splat(t, self.size), strength, rope)
    }

    /// The same operations in the same order as above, and in [`Ends::damped`].
    fn constants(&self, yarn: &Yarn) -> Option<[f32; 2]> {
        let strength = self.h * yarn.damping * self.damping;
        (0.0 < strength).then(|| [strength, 1.0 + strength * (yarn.inverse_mass + yarn.inverse_mass)])
    }

    #[inline(always)]
    fn of_even<L: Lanes>(&self, t: L::Token, ends: &Ends<L>, constants: [L; 2], _: impl FnOnce() -> L) -> [L; 4] {
        ends.damped_by(t, L::splat(t, 0.0), constants, false)
    }
}

impl Change for Project {
    #[inline(always)]
    fn of<L: Lanes>(&self, t: L::Token, ends: &Ends<L>, [rest_length, compliance, _]: [L; 3], rope: bool) -> [L; 4] {
        ends.corrected(t, rest_length * L::splat(t, self.size), compliance * L::splat(t, self.softness), rope)
    }

    /// The same operations in the same order as above, and in [`Ends::corrected`].
    fn constants(&self, yarn: &Yarn) -> Option<[f32; 2]> {
        Some([(yarn.inverse_mass + yarn.inverse_mass) + yarn.compliance * self.softness, 0.0])
    }

    #[inline(always)]
    fn of_even<L: Lanes>(&self, t: L::Token, ends: &Ends<L>, [give, _]: [L; 2], rest_length: impl FnOnce() -> L) -> [L; 4] {
        ends.corrected_by(t, rest_length() * L::splat(t, self.size), give, false)
    }
}

/// The points of a body: all `x`, all `y`, and likewise the displacements, with room for a strip behind the last of each.
#[derive(Debug, Default)]
pub(crate) struct Planes {
    numbers: Vec<f32>,
    /// Where the first plane begins, and how far it is to the next.
    first: usize,
    stride: usize,
    constants: Vec<Option<[f32; 2]>>,
}

/// A line of the cache holds so many numbers. A strip that begins at the beginning of one is loaded in half the time.
const LINE: usize = 16;

impl Planes {
    /// Spreads points out, does something, and puts them back.
    pub(crate) fn around<S: Simd>(&mut self, s: S, points: &mut [[f32; 4]], work: impl FnOnce(&mut Self)) {
        self.spread(s, points);
        work(self);
        self.put_back(s, points);
    }

    /// Makes room for so many points.
    fn make_room(&mut self, count: usize) {
        self.stride = (count + LONGEST).next_multiple_of(LINE) + LINE;
        self.numbers.resize(4 * self.stride + LINE, 0.0);
        // Where the memory happens to begin decides how fast it is, and nothing else.
        self.first = self.numbers.as_ptr().align_offset(LINE * size_of::<f32>()).min(LINE);
    }

    /// `x`, `y`, `ux` and `uy`, all of one length.
    #[inline(always)]
    fn all(&mut self) -> [&mut [f32]; 4] {
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
                    for (lanes, masses) in plane.as_chunks_mut::<LANES>().0.iter_mut().zip(strips.inverse_mass.as_chunks::<LANES>().0) {
                        let (u, w): (f32x16<S>, f32x16<S>) = (sixteen(s, lanes), sixteen(s, masses));
                        let (none, kick) = (Lanes::splat(s, 0.0), Lanes::splat(s, kick));
                        (u + Lanes::if_less(none, w, kick, none)).store_slice(lanes);
                    }
                }
            },
        );
    }

    /// Gives both ends of every link the displacements that a change makes of them.
    pub(crate) fn change<S: Simd>(&mut self, s: S, strips: &Strips, change: &impl Change) {
        let mut constants = core::mem::take(&mut self.constants);
        constants.clear();
        constants.extend(strips.yarns.iter().map(|yarn| change.constants(yarn)));
        let mut sweep = Sweep { planes: self.all(), strips, constants: &constants, change };
        s.vectorize(
            #[inline(always)]
            || {
                for strip in &strips.strips {
                    match (strip.form, strip.even) {
                        (Form::Parallel, true) => sweep.even_parallel(s, strip),
                        (Form::Pairs, true) => sweep.even_pairs(s, strip),
                        (Form::Parallel, false) => sweep.parallel(s, strip),
                        (Form::Pairs, false) => sweep.pairs(s, strip),
                        (Form::Single, _) => sweep.single(strip),
                    }
                }
            },
        );
        self.constants = constants;
    }
}

/// A change that is made to all strips of a body.
struct Sweep<'a, C> {
    planes: [&'a mut [f32]; 4],
    strips: &'a Strips,
    constants: &'a [Option<[f32; 2]>],
    change: &'a C,
}

impl<C: Change> Sweep<'_, C> {
    #[inline(always)]
    fn even_parallel<S: Simd>(&mut self, s: S, strip: &Strip) {
        let Some(constants) = self.constants[strip.yarn as usize] else { return };
        let w: f32x16<S> = Lanes::splat(s, self.strips.yarns[strip.yarn as usize].inverse_mass);
        let ends = self.parallel_ends(s, strip, [w, w]);
        let changed = self.changed_evenly(s, strip, &ends, constants);
        self.put_parallel(strip, ends.only(s, strip.here, changed));
    }

    #[inline(always)]
    fn even_pairs<S: Simd>(&mut self, s: S, strip: &Strip) {
        let Some(constants) = self.constants[strip.yarn as usize] else { return };
        let w: f32x16<S> = Lanes::splat(s, self.strips.yarns[strip.yarn as usize].inverse_mass);
        let ends = self.ends_of_pairs(s, strip, [w, w]);
        let changed = self.changed_evenly(s, strip, &ends, constants);
        self.put_pairs(s, strip, ends.only(s, strip.here, changed));
    }

    #[inline(always)]
    fn parallel<S: Simd>(&mut self, s: S, strip: &Strip) {
        let masses = [strip.a, strip.b].map(
            #[inline(always)]
            |end| sixteen(s, &self.strips.inverse_mass[end as usize..]),
        );
        let ends = self.parallel_ends(s, strip, masses);
        let changed = self.changed(s, strip, &ends);
        self.put_parallel(strip, ends.only(s, strip.here, changed));
    }

    #[inline(always)]
    fn pairs<S: Simd>(&mut self, s: S, strip: &Strip) {
        let ends = self.ends_of_pairs(s, strip, parted(s, &self.strips.inverse_mass, strip.a as usize));
        let changed = self.changed(s, strip, &ends);
        self.put_pairs(s, strip, ends.only(s, strip.here, changed));
    }

    fn single(&mut self, strip: &Strip) {
        let (a, b) = (strip.a as usize, strip.b as usize);
        let point = |i: usize| self.planes.each_ref().map(|plane| plane[i]);
        let masses = &self.strips.inverse_mass;
        let ends = Ends { a: point(a), b: point(b), a_inverse_mass: masses[a], b_inverse_mass: masses[b] };
        let Yarn { compliance, damping, rope, .. } = self.strips.yarns[strip.yarn as usize];
        let link = [self.strips.lengths[strip.lengths as usize].0[0], compliance, damping];
        let [_, _, ux, uy] = &mut self.planes;
        [ux[a], uy[a], ux[b], uy[b]] = self.change.of((), &ends, link, rope);
    }

    #[inline(always)]
    fn changed_evenly<S: Simd>(&self, s: S, strip: &Strip, ends: &Ends<f32x16<S>>, constants: [f32; 2]) -> [f32x16<S>; 4] {
        let constants = constants.map(
            #[inline(always)]
            |constant| Lanes::splat(s, constant),
        );
        self.change.of_even(
            s,
            ends,
            constants,
            #[inline(always)]
            || Lanes::load(s, &self.strips.lengths[strip.lengths as usize]),
        )
    }

    #[inline(always)]
    fn changed<S: Simd>(&self, s: S, strip: &Strip, ends: &Ends<f32x16<S>>) -> [f32x16<S>; 4] {
        let yarn = &self.strips.yarns[strip.yarn as usize];
        let length = Lanes::load(s, &self.strips.lengths[strip.lengths as usize]);
        self.change.of(s, ends, [length, Lanes::splat(s, yarn.compliance), Lanes::splat(s, yarn.damping)], yarn.rope)
    }

    #[inline(always)]
    fn parallel_ends<S: Simd>(&self, s: S, strip: &Strip, [a_inverse_mass, b_inverse_mass]: [f32x16<S>; 2]) -> Ends<f32x16<S>> {
        let (a, b) = (strip.a as usize, strip.b as usize);
        let length = self.planes[0].len();
        let [x, y, ux, uy] = self.planes.each_ref().map(|plane| &plane[..length]);
        // Once for all planes, which are of one length.
        assert!(a + LANES <= length && b + LANES <= length);
        Ends {
            a: [sixteen(s, &x[a..]), sixteen(s, &y[a..]), sixteen(s, &ux[a..]), sixteen(s, &uy[a..])],
            b: [sixteen(s, &x[b..]), sixteen(s, &y[b..]), sixteen(s, &ux[b..]), sixteen(s, &uy[b..])],
            a_inverse_mass,
            b_inverse_mass,
        }
    }

    /// The beginnings first: where the two overlap, the ends are what counts.
    #[inline(always)]
    fn put_parallel<S: Simd>(&mut self, strip: &Strip, changed: [f32x16<S>; 4]) {
        let (a, b) = (strip.a as usize, strip.b as usize);
        let [_, _, ux, uy] = &mut self.planes;
        changed[0].store_slice(&mut ux[a..a + LANES]);
        changed[1].store_slice(&mut uy[a..a + LANES]);
        changed[2].store_slice(&mut ux[b..b + LANES]);
        changed[3].store_slice(&mut uy[b..b + LANES]);
    }

    #[inline(always)]
    fn ends_of_pairs<S: Simd>(&self, s: S, strip: &Strip, [a_inverse_mass, b_inverse_mass]: [f32x16<S>; 2]) -> Ends<f32x16<S>> {
        let a = strip.a as usize;
        let length = self.planes[0].len();
        let [x, y, ux, uy] = self.planes.each_ref().map(|plane| &plane[..length]);
        assert!(a + LONGEST <= length);
        let ([ax, bx], [ay, by], [aux, bux], [auy, buy]) = (parted(s, x, a), parted(s, y, a), parted(s, ux, a), parted(s, uy, a));
        Ends { a: [ax, ay, aux, auy], b: [bx, by, bux, buy], a_inverse_mass, b_inverse_mass }
    }

    #[inline(always)]
    fn put_pairs<S: Simd>(&mut self, s: S, strip: &Strip, changed: [f32x16<S>; 4]) {
        let a = strip.a as usize;
        let [_, _, ux, uy] = &mut self.planes;
        for (plane, [a_end, b_end]) in [(ux, [changed[0], changed[2]]), (uy, [changed[1], changed[3]])] {
            s.zip_low_f32x16(a_end, b_end).store_slice(&mut plane[a..a + LANES]);
            s.zip_high_f32x16(a_end, b_end).store_slice(&mut plane[a + LANES..a + LONGEST]);
        }
    }
}

impl<S: Simd> Ends<f32x16<S>> {
    /// The displacements after a change in the lanes where there is a link, and before in the others.
    #[inline(always)]
    fn only(&self, s: S, here: u16, changed: [f32x16<S>; 4]) -> [f32x16<S>; 4] {
        if here == u16::MAX {
            return changed;
        }
        let here: mask32x16<S> = SimdMask::from_bitmask(s, u64::from(here));
        [
            here.select(changed[0], self.a[2]),
            here.select(changed[1], self.a[3]),
            here.select(changed[2], self.b[2]),
            here.select(changed[3], self.b[3]),
        ]
    }
}

/// The first sixteen numbers.
#[inline(always)]
fn sixteen<S: Simd>(s: S, numbers: &[f32]) -> f32x16<S> {
    SimdBase::from_slice(s, &numbers[..LANES])
}

/// Every other number from a place on, and those between.
#[inline(always)]
fn parted<S: Simd>(s: S, plane: &[f32], at: usize) -> [f32x16<S>; 2] {
    let (low, high) = (sixteen(s, &plane[at..]), sixteen(s, &plane[at + LANES..]));
    [s.unzip_low_f32x16(low, high), s.unzip_high_f32x16(low, high)]
}
