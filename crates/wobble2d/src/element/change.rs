//! What is done to [strips](super::strip) of links: damping and projecting.
//!
//! Most strips of a cloth are even: their links differ in nothing but their rest lengths. What such links need is worked out once for a whole run of strips.
//! Few instructions are what counts here: the more strips a processor sees at once, the less it waits for roots and quotients.

use super::planes::Planes;
use super::spring::Ends;
use super::strip::{Form, LANES, LONGEST, Run, Strip, Strips, Yarn};
use crate::lanes::{Lanes, Wider};
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

impl Planes {
    /// Gives both ends of every link the displacements that a change makes of them.
    pub(crate) fn change<S: Simd>(&mut self, s: S, strips: &Strips, change: &impl Change) {
        let masses = strips.inverse_mass.as_slice();
        let [x, y, ux, uy] = self.all().map(|plane| &mut plane[..masses.len()]);
        let mut sheet = Sheet { x, y, ux, uy, masses, lengths: &strips.lengths };
        s.vectorize(
            #[inline(always)]
            || {
                for run in &strips.runs {
                    let own = &strips.strips[run.strips.start as usize..run.strips.end as usize];
                    sheet.change_run(s, run, own, change);
                }
            },
        );
    }
}

/// What a sweep over strips works on; all planes are of one length.
struct Sheet<'a> {
    x: &'a [f32],
    y: &'a [f32],
    ux: &'a mut [f32],
    uy: &'a mut [f32],
    /// Of every point. `[1/kg]`
    masses: &'a [f32],
    lengths: &'a [Wider],
}

impl Sheet<'_> {
    #[inline(always)]
    fn change_run<S: Simd>(&mut self, s: S, run: &Run, strips: &[Strip], change: &impl Change) {
        let (yarn, lengths) = (&run.yarn, self.lengths);
        if run.even {
            let Some([first, second]) = change.constants(yarn) else { return };
            let constants = [Lanes::splat(s, first), Lanes::splat(s, second)];
            let evenly = Evenly { change, constants, inverse_mass: Lanes::splat(s, yarn.inverse_mass), lengths };
            match run.form {
                Form::Parallel => self.each::<S, Parallel>(s, strips, &evenly),
                Form::Pairs => self.each::<S, Pairs>(s, strips, &evenly),
                Form::Single => {}
            }
        } else {
            let freely = Freely { change, kind: [Lanes::splat(s, yarn.compliance), Lanes::splat(s, yarn.damping)], yarn, lengths };
            match run.form {
                Form::Parallel => self.each::<S, Parallel>(s, strips, &freely),
                Form::Pairs => self.each::<S, Pairs>(s, strips, &freely),
                Form::Single => strips.iter().for_each(|strip| self.change_single(strip, yarn, change)),
            }
        }
    }

    /// Changes the strips of a run one after the other.
    #[inline(always)]
    fn each<S: Simd, F: Lie>(&mut self, s: S, strips: &[Strip], how: &impl How<S>) {
        let length = self.x.len();
        // Known to be as long, so that one check serves all.
        let (x, y, ux, uy) = (&self.x[..length], &self.y[..length], &mut self.ux[..length], &mut self.uy[..length]);
        let masses = &self.masses[..length];
        for &strip in strips {
            let strip = &strip;
            let [a_inverse_mass, b_inverse_mass] = how.inverse_masses::<F>(s, masses, strip);
            let [[ax, bx], [ay, by]] = [F::ends(s, x, strip), F::ends(s, y, strip)];
            let [[aux, bux], [auy, buy]] = [F::ends(s, ux, strip), F::ends(s, uy, strip)];
            let ends = Ends { a: [ax, ay, aux, auy], b: [bx, by, bux, buy], a_inverse_mass, b_inverse_mass };
            let [aux, auy, bux, buy] = ends.only(s, strip.here, how.changed(s, strip, &ends));
            F::put(s, ux, strip, [aux, bux]);
            F::put(s, uy, strip, [auy, buy]);
        }
    }

    fn change_single(&mut self, strip: &Strip, yarn: &Yarn, change: &impl Change) {
        let (a, b) = (strip.a as usize, strip.b as usize);
        let point = |i: usize| [self.x[i], self.y[i], self.ux[i], self.uy[i]];
        let ends = Ends { a: point(a), b: point(b), a_inverse_mass: self.masses[a], b_inverse_mass: self.masses[b] };
        let link = [self.lengths[strip.lengths as usize].0[0], yarn.compliance, yarn.damping];
        [self.ux[a], self.uy[a], self.ux[b], self.uy[b]] = change.of((), &ends, link, yarn.rope);
    }
}

/// How the links of a run are changed.
trait How<S: Simd> {
    fn inverse_masses<F: Lie>(&self, s: S, masses: &[f32], strip: &Strip) -> [f32x16<S>; 2];
    fn changed(&self, s: S, strip: &Strip, ends: &Ends<f32x16<S>>) -> [f32x16<S>; 4];
}

/// Those of even strips.
struct Evenly<'a, S: Simd, C> {
    change: &'a C,
    constants: [f32x16<S>; 2],
    inverse_mass: f32x16<S>,
    lengths: &'a [Wider],
}

impl<S: Simd, C: Change> How<S> for Evenly<'_, S, C> {
    #[inline(always)]
    fn inverse_masses<F: Lie>(&self, _: S, _: &[f32], _: &Strip) -> [f32x16<S>; 2] {
        [self.inverse_mass; 2]
    }

    #[inline(always)]
    fn changed(&self, s: S, strip: &Strip, ends: &Ends<f32x16<S>>) -> [f32x16<S>; 4] {
        self.change.of_even(
            s,
            ends,
            self.constants,
            #[inline(always)]
            || Lanes::load(s, &self.lengths[strip.lengths as usize]),
        )
    }
}

/// Those of all others.
struct Freely<'a, S: Simd, C> {
    change: &'a C,
    /// Compliance and damping.
    kind: [f32x16<S>; 2],
    yarn: &'a Yarn,
    lengths: &'a [Wider],
}

impl<S: Simd, C: Change> How<S> for Freely<'_, S, C> {
    #[inline(always)]
    fn inverse_masses<F: Lie>(&self, s: S, masses: &[f32], strip: &Strip) -> [f32x16<S>; 2] {
        F::ends(s, masses, strip)
    }

    #[inline(always)]
    fn changed(&self, s: S, strip: &Strip, ends: &Ends<f32x16<S>>) -> [f32x16<S>; 4] {
        let length = Lanes::load(s, &self.lengths[strip.lengths as usize]);
        self.change.of(s, ends, [length, self.kind[0], self.kind[1]], self.yarn.rope)
    }
}

/// How the ends of a strip lie in a plane.
trait Lie {
    /// The numbers of all beginnings and of all ends.
    fn ends<S: Simd>(s: S, plane: &[f32], strip: &Strip) -> [f32x16<S>; 2];
    /// Puts them back.
    fn put<S: Simd>(s: S, plane: &mut [f32], strip: &Strip, ends: [f32x16<S>; 2]);
}

/// See [`Form::Parallel`].
struct Parallel;

impl Lie for Parallel {
    #[inline(always)]
    fn ends<S: Simd>(s: S, plane: &[f32], strip: &Strip) -> [f32x16<S>; 2] {
        [sixteen(s, plane, strip.a as usize), sixteen(s, plane, strip.b as usize)]
    }

    /// The beginnings first: where the two overlap, the ends are what counts.
    #[inline(always)]
    fn put<S: Simd>(_: S, plane: &mut [f32], strip: &Strip, [begin, end]: [f32x16<S>; 2]) {
        let (a, b) = (strip.a as usize, strip.b as usize);
        begin.store_slice(&mut plane[a..a + LANES]);
        end.store_slice(&mut plane[b..b + LANES]);
    }
}

/// See [`Form::Pairs`].
struct Pairs;

impl Lie for Pairs {
    #[inline(always)]
    fn ends<S: Simd>(s: S, plane: &[f32], strip: &Strip) -> [f32x16<S>; 2] {
        let a = strip.a as usize;
        let (low, high) = (sixteen(s, plane, a), sixteen(s, plane, a + LANES));
        [s.unzip_low_f32x16(low, high), s.unzip_high_f32x16(low, high)]
    }

    #[inline(always)]
    fn put<S: Simd>(s: S, plane: &mut [f32], strip: &Strip, [begin, end]: [f32x16<S>; 2]) {
        let a = strip.a as usize;
        s.zip_low_f32x16(begin, end).store_slice(&mut plane[a..a + LANES]);
        s.zip_high_f32x16(begin, end).store_slice(&mut plane[a + LANES..a + LONGEST]);
    }
}

impl<S: Simd> Ends<f32x16<S>> {
    /// The displacements after a change in the lanes where there is a link, and before in the others.
    #[inline(always)]
    fn only(&self, s: S, here: u16, changed: [f32x16<S>; 4]) -> [f32x16<S>; 4] {
        if here == u16::MAX && !selects_for_nothing(s) {
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

/// Whether selecting takes no time, and asking whether it is needed does: with AVX-512, whose sums leave out lanes by themselves.
#[inline(always)]
fn selects_for_nothing<S: Simd>(s: S) -> bool {
    #[cfg(target_arch = "x86_64")]
    return s.level().as_avx512().is_some();
    #[cfg(not(target_arch = "x86_64"))]
    {
        let _ = s;
        false
    }
}

/// The sixteen numbers from a place on.
#[inline(always)]
fn sixteen<S: Simd>(s: S, numbers: &[f32], at: usize) -> f32x16<S> {
    SimdBase::from_slice(s, &numbers[at..at + LANES])
}
