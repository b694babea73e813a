//! Links whose ends lie side by side: eight at a time, without gathering them one by one.
//!
//! ```text
//!   parallel      a a a a a a a a        pairs     a b a b a b a b a b a b a b a b
//!                 │ │ │ │ │ │ │ │                  ╰─╯ ╰─╯ ╰─╯ ╰─╯ ╰─╯ ╰─╯ ╰─╯ ╰─╯
//!                 b b b b b b b b
//! ```
//! A cloth is woven in rows, and so are a colour's links: the next link begins and ends one point farther on, or two where it joins neighbours in a row. With
//! all `x` in one plane, all `y` in another, and likewise the displacements, eight ends are one load. That pays for bodies that are nothing but springs; their
//! points are spread out over the planes and put back in every substep. Same formulas, same order of colours, so the same bits as one link after
//! the other.

use super::link::{Link, Links};
use super::spring::Ends;
use crate::blueprint::Rest;
use crate::lanes::{Lanes, Wide, gather, scatter};
use core::ops::Range;
use fearless_simd::{Simd, f32x8, mask32x8, prelude::*};

/// Up to eight links of a colour.
#[derive(Clone, Copy, Debug)]
struct Strip {
    /// The first point of the first link, and its other end.
    a: u32,
    b: u32,
    /// How many links.
    count: u32,
    /// Whether every link joins neighbours, the next one beginning where it ends. Else all begin side by side, and end so.
    pairs: bool,
    rope: bool,
    compliance: f32,
    damping: f32,
    rest_length: Wide,
}

/// The links of a body in strips, colour by colour, and those that are in none.
#[derive(Clone, Debug)]
pub(crate) struct Strips {
    strips: Vec<Strip>,
    singles: Vec<Link>,
    /// For every colour, which strips and which singles.
    colours: Vec<[Range<u32>; 2]>,
    /// Of every point, and of none behind the last. `[1/kg]`
    inverse_mass: Vec<f32>,
}

/// Something that is done to links.
pub(crate) trait Change {
    /// What becomes of the displacements of both ends, with the rest length, the compliance and the damping of a link.
    fn of<L: Lanes>(&self, token: L::Token, ends: &Ends<L>, link: [L; 3], rope: bool) -> [L; 4];
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
}

impl Change for Project {
    #[inline(always)]
    fn of<L: Lanes>(&self, t: L::Token, ends: &Ends<L>, [rest_length, compliance, _]: [L; 3], rope: bool) -> [L; 4] {
        ends.corrected(t, rest_length * L::splat(t, self.size), compliance * L::splat(t, self.softness), rope)
    }
}

impl Strip {
    /// What becomes of the displacements of both ends of all links.
    #[inline(always)]
    fn changed<S: Simd>(&self, s: S, ends: &Ends<f32x8<S>>, change: &impl Change) -> [f32x8<S>; 4] {
        let link = [Lanes::load(s, &self.rest_length), Lanes::splat(s, self.compliance), Lanes::splat(s, self.damping)];
        let changed = change.of(s, ends, link, self.rope);
        if self.count < 8 { ends.only(s, self.count, changed) } else { changed }
    }
}

/// The points of a body, coordinate by coordinate, with room for a strip behind the last one.
#[derive(Debug, Default)]
pub(crate) struct Planes {
    x: Vec<f32>,
    y: Vec<f32>,
    ux: Vec<f32>,
    uy: Vec<f32>,
}

/// A strip of pairs is so long.
const LONGEST: usize = 16;

/// Strips pay if there are at most as many single links as one in so many.
const FEW: usize = 16;

impl Strips {
    /// The strips of a body's links, if it is made of nothing else and nearly all of them are in strips. `inverse_mass` is that of every point.
    pub(crate) fn of(rest: &Rest, inverse_mass: &[f32]) -> Option<Self> {
        let only_springs = rest.sticks.list.is_empty()
            && rest.bends.list.is_empty()
            && rest.triangles.list.is_empty()
            && rest.shape.is_none()
            && rest.gas.is_none()
            && rest.area_law.is_none();
        if !only_springs || rest.sweep_back {
            return None;
        }
        let mut inverse_mass = inverse_mass.to_vec();
        inverse_mass.resize(inverse_mass.len() + LONGEST, 0.0);
        let strips = Self { strips: Vec::new(), singles: Vec::new(), colours: Vec::new(), inverse_mass };
        let strips = strips.filled(&rest.springs);
        (strips.singles.len() * FEW <= rest.springs.list.len()).then_some(strips)
    }

    fn filled(mut self, links: &Links) -> Self {
        for colour in links.colours.windows(2) {
            let (first, alone) = (self.strips.len() as u32, self.singles.len() as u32);
            let mut rest = &links.list[colour[0] as usize..colour[1] as usize];
            while let [link, ..] = rest {
                let count = longest_strip(rest);
                if count > 1 {
                    let mut rest_length = Wide::default();
                    rest_length.0.iter_mut().zip(&rest[..count]).for_each(|(cell, link)| *cell = link.rest_length);
                    let Link { a, b, rope, compliance, damping, .. } = *link;
                    let (count, pairs) = (count as u32, rest[1].a == a + 2);
                    self.strips.push(Strip { a, b, count, pairs, rope, compliance, damping, rest_length });
                } else {
                    self.singles.push(*link);
                }
                rest = &rest[count..];
            }
            self.colours.push([first..self.strips.len() as u32, alone..self.singles.len() as u32]);
        }
        self
    }

    /// Gives both ends of every link the displacements that a change makes of them, colour by colour.
    pub(crate) fn change<S: Simd>(&self, s: S, planes: &mut Planes, change: &impl Change) {
        for [strips, singles] in &self.colours {
            s.vectorize(
                #[inline(always)]
                || {
                    for strip in &self.strips[strips.start as usize..strips.end as usize] {
                        if strip.pairs {
                            planes.change_pairs(s, strip, &self.inverse_mass, change);
                        } else {
                            planes.change_parallel(s, strip, &self.inverse_mass, change);
                        }
                    }
                },
            );
            for link in &self.singles[singles.start as usize..singles.end as usize] {
                planes.change_one(link, &self.inverse_mass, change);
            }
        }
    }

    /// Adds the same to the displacements of all points that can move. `[m]`
    pub(crate) fn kick<S: Simd>(&self, s: S, planes: &mut Planes, kick: [f32; 2]) {
        s.vectorize(
            #[inline(always)]
            || {
                for (plane, kick) in [(&mut planes.ux, kick[0]), (&mut planes.uy, kick[1])] {
                    let (eights, _) = plane.as_chunks_mut::<8>();
                    for (eight, masses) in eights.iter_mut().zip(self.inverse_mass.as_chunks::<8>().0) {
                        let (u, w): (f32x8<S>, f32x8<S>) = (SimdBase::from_slice(s, eight), SimdBase::from_slice(s, masses));
                        let (none, kick) = (Lanes::splat(s, 0.0), Lanes::splat(s, kick));
                        (u + Lanes::if_less(none, w, kick, none)).store_slice(eight);
                    }
                }
            },
        );
    }
}

/// How many of the first links are a strip.
fn longest_strip(links: &[Link]) -> usize {
    let first = &links[0];
    let same = |link: &Link| {
        (link.compliance, link.damping, link.rope) == (first.compliance, first.damping, first.rope) && link.a < link.b
    };
    let step = links.get(1).map_or(0, |second| second.a.wrapping_sub(first.a));
    // Eight ends must not be among the eight beginnings, unless they take turns.
    let apart = (step == 1 && first.b.abs_diff(first.a) >= 8) || (step == 2 && first.b == first.a + 1);
    let goes_on = |k: usize, link: &Link| same(link) && [link.a, link.b] == [first.a, first.b].map(|end| end + step * k as u32);
    if apart { links.iter().take(8).enumerate().take_while(|(k, link)| goes_on(*k, link)).count().max(1) } else { 1 }
}

impl Planes {
    /// Spreads points out, does something, and puts them back.
    pub(crate) fn around<S: Simd>(&mut self, s: S, points: &mut [[f32; 4]], work: impl FnOnce(&mut Self)) {
        self.spread(s, points);
        work(self);
        self.put_back(s, points);
    }

    /// Spreads points out.
    fn spread<S: Simd>(&mut self, s: S, points: &[[f32; 4]]) {
        let length = points.len() + LONGEST;
        for plane in [&mut self.x, &mut self.y, &mut self.ux, &mut self.uy] {
            plane.resize(length, 0.0);
        }
        let Self { x, y, ux, uy } = self;
        s.vectorize(
            #[inline(always)]
            || {
                let (eights, rest) = points.as_chunks::<8>();
                for (k, eight) in eights.iter().enumerate() {
                    let columns = gather(s, eight.as_slice(), &[0, 1, 2, 3, 4, 5, 6, 7]);
                    let at = 8 * k..8 * k + 8;
                    columns[0].store_slice(&mut x[at.clone()]);
                    columns[1].store_slice(&mut y[at.clone()]);
                    columns[2].store_slice(&mut ux[at.clone()]);
                    columns[3].store_slice(&mut uy[at]);
                }
                for (k, point) in (8 * eights.len()..).zip(rest) {
                    [x[k], y[k], ux[k], uy[k]] = *point;
                }
            },
        );
    }

    /// Puts the points back.
    fn put_back<S: Simd>(&self, s: S, points: &mut [[f32; 4]]) {
        let Self { x, y, ux, uy } = self;
        s.vectorize(
            #[inline(always)]
            || {
                let (eights, rest) = points.as_chunks_mut::<8>();
                let whole = eights.len();
                for (k, eight) in eights.iter_mut().enumerate() {
                    let at = 8 * k..8 * k + 8;
                    let columns = [
                        SimdBase::from_slice(s, &x[at.clone()]),
                        SimdBase::from_slice(s, &y[at.clone()]),
                        SimdBase::from_slice(s, &ux[at.clone()]),
                        SimdBase::from_slice(s, &uy[at]),
                    ];
                    scatter(s, eight.as_mut_slice(), &[0, 1, 2, 3, 4, 5, 6, 7], columns);
                }
                for (k, point) in (8 * whole..).zip(rest) {
                    *point = [x[k], y[k], ux[k], uy[k]];
                }
            },
        );
    }

    #[inline(always)]
    fn change_parallel<S: Simd>(&mut self, s: S, strip: &Strip, inverse_mass: &[f32], change: &impl Change) {
        let (a, b) = (strip.a as usize, strip.b as usize);
        let length = inverse_mass.len();
        let [x, y, ux, uy] = [&mut self.x, &mut self.y, &mut self.ux, &mut self.uy].map(|plane| &mut plane[..length]);
        assert!(a + 8 <= length && b + 8 <= length);
        let ends = Ends {
            a: [eight(s, x, a), eight(s, y, a), eight(s, ux, a), eight(s, uy, a)],
            b: [eight(s, x, b), eight(s, y, b), eight(s, ux, b), eight(s, uy, b)],
            a_inverse_mass: eight(s, inverse_mass, a),
            b_inverse_mass: eight(s, inverse_mass, b),
        };
        let changed = strip.changed(s, &ends, change);
        changed[0].store_slice(&mut ux[a..a + 8]);
        changed[1].store_slice(&mut uy[a..a + 8]);
        changed[2].store_slice(&mut ux[b..b + 8]);
        changed[3].store_slice(&mut uy[b..b + 8]);
    }

    #[inline(always)]
    fn change_pairs<S: Simd>(&mut self, s: S, strip: &Strip, inverse_mass: &[f32], change: &impl Change) {
        let a = strip.a as usize;
        let length = inverse_mass.len();
        let [x, y, ux, uy] = [&mut self.x, &mut self.y, &mut self.ux, &mut self.uy].map(|plane| &mut plane[..length]);
        assert!(a + LONGEST <= length);
        let ([ax, bx], [ay, by], [aux, bux]) = (parted(s, x, a), parted(s, y, a), parted(s, ux, a));
        let ([auy, buy], [a_inverse_mass, b_inverse_mass]) = (parted(s, uy, a), parted(s, inverse_mass, a));
        let ends = Ends { a: [ax, ay, aux, auy], b: [bx, by, bux, buy], a_inverse_mass, b_inverse_mass };
        let changed = strip.changed(s, &ends, change);
        s.zip_low_f32x8(changed[0], changed[2]).store_slice(&mut ux[a..a + 8]);
        s.zip_high_f32x8(changed[0], changed[2]).store_slice(&mut ux[a + 8..a + 16]);
        s.zip_low_f32x8(changed[1], changed[3]).store_slice(&mut uy[a..a + 8]);
        s.zip_high_f32x8(changed[1], changed[3]).store_slice(&mut uy[a + 8..a + 16]);
    }

    fn change_one(&mut self, link: &Link, inverse_mass: &[f32], change: &impl Change) {
        let (a, b) = (link.a as usize, link.b as usize);
        let point = |i: usize| [self.x[i], self.y[i], self.ux[i], self.uy[i]];
        let ends = Ends { a: point(a), b: point(b), a_inverse_mass: inverse_mass[a], b_inverse_mass: inverse_mass[b] };
        [self.ux[a], self.uy[a], self.ux[b], self.uy[b]] =
            change.of((), &ends, [link.rest_length, link.compliance, link.damping], link.rope);
    }
}

impl<S: Simd> Ends<f32x8<S>> {
    /// The displacements of the first links after a change, and of the others before.
    #[inline(always)]
    fn only(&self, s: S, count: u32, changed: [f32x8<S>; 4]) -> [f32x8<S>; 4] {
        let here: mask32x8<S> = SimdMask::from_bitmask(s, (1 << count) - 1);
        [
            here.select(changed[0], self.a[2]),
            here.select(changed[1], self.a[3]),
            here.select(changed[2], self.b[2]),
            here.select(changed[3], self.b[3]),
        ]
    }
}

#[inline(always)]
fn eight<S: Simd>(s: S, plane: &[f32], at: usize) -> f32x8<S> {
    SimdBase::from_slice(s, &plane[at..at + 8])
}

/// Every other number from a place on, and those between.
#[inline(always)]
fn parted<S: Simd>(s: S, plane: &[f32], at: usize) -> [f32x8<S>; 2] {
    let (low, high) = (eight(s, plane, at), eight(s, plane, at + 8));
    [s.unzip_low_f32x8(low, high), s.unzip_high_f32x8(low, high)]
}
