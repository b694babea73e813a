//! What is done to [strips](super::strip) of links: damping and projecting.
//!
//! Most strips of a cloth are even: their links differ in nothing but their rest lengths. What such links need is worked out once for a whole run of strips.
//! Few instructions are what counts here: the more strips a processor sees at once, the less it waits for roots and quotients.

use super::march::{March, has_sixteen_lanes};
use super::planes::Planes;
use super::spring::Ends;
use super::strip::{Form, LANES, Run, Strip, Strips, Yarn};
use super::sweep::Way;
use crate::lanes::{Lanes, Wider};
use fearless_simd::{Simd, f32x8, f32x16};

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
        (0.0 < strength).then_some([strength, 1.0 + strength * (yarn.inverse_mass + yarn.inverse_mass)])
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
    /// Gives both ends of every link the displacements that a change makes of them, in the order of strips or back to front.
    pub(crate) fn change<S: Simd>(&mut self, s: S, strips: &Strips, change: &impl Change, way: Way) {
        let masses = strips.inverse_mass.as_slice();
        let [x, y, ux, uy] = self.all().map(|plane| &mut plane[..masses.len()]);
        let mut sheet = Sheet { x, y, ux, uy, masses, lengths: &strips.lengths };
        s.vectorize(
            #[inline(always)]
            || {
                let own = |run: &Run| strips.strips[run.strips.start as usize..run.strips.end as usize].iter();
                match way {
                    Way::Forth => strips.runs.iter().for_each(
                        #[inline(always)]
                        |run| sheet.change_run(s, run, own(run), change),
                    ),
                    Way::Back => strips.runs.iter().rev().for_each(
                        #[inline(always)]
                        |run| sheet.change_run(s, run, own(run).rev(), change),
                    ),
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
    /// Sixteen links at once where a register holds as many, else eight and eight: two registers for every number would be more than there are.
    #[inline(always)]
    fn change_run<'b, S: Simd>(&mut self, s: S, run: &Run, strips: impl Iterator<Item = &'b Strip>, change: &impl Change) {
        if has_sixteen_lanes(s) {
            self.change_run_by::<f32x16<S>>(s, run, strips, change);
        } else {
            self.change_run_by::<f32x8<S>>(s, run, strips, change);
        }
    }

    #[inline(always)]
    fn change_run_by<'b, V: March>(
        &mut self,
        s: V::Token,
        run: &Run,
        strips: impl Iterator<Item = &'b Strip>,
        change: &impl Change,
    ) {
        let (yarn, lengths) = (&run.yarn, self.lengths);
        if run.even {
            let Some([first, second]) = change.constants(yarn) else { return };
            let constants: [V; 2] = [V::splat(s, first), V::splat(s, second)];
            let evenly = Evenly { change, constants, inverse_mass: V::splat(s, yarn.inverse_mass), lengths };
            match run.form {
                Form::Parallel => self.each::<V, Parallel>(s, strips, &evenly),
                Form::Pairs => self.each::<V, Pairs>(s, strips, &evenly),
                Form::Single => {}
            }
        } else {
            let kind: [V; 2] = [V::splat(s, yarn.compliance), V::splat(s, yarn.damping)];
            let freely = Freely { change, kind, yarn, lengths };
            match run.form {
                Form::Parallel => self.each::<V, Parallel>(s, strips, &freely),
                Form::Pairs => self.each::<V, Pairs>(s, strips, &freely),
                Form::Single => strips.for_each(|strip| self.change_single(strip, yarn, change)),
            }
        }
    }

    /// Changes the strips of a run one after the other.
    #[inline(always)]
    fn each<'b, V: March, F: Lie>(&mut self, s: V::Token, strips: impl Iterator<Item = &'b Strip>, how: &impl How<V>) {
        let length = self.x.len();
        // Known to be as long, so that one check serves all.
        let (x, y, ux, uy) = (&self.x[..length], &self.y[..length], &mut self.ux[..length], &mut self.uy[..length]);
        let masses = &self.masses[..length];
        for &strip in strips {
            for lane in (0..LANES).step_by(V::COUNT) {
                let part = Part::of::<F>(&strip, lane);
                let [a_inverse_mass, b_inverse_mass] = how.inverse_masses::<F>(s, masses, part);
                let [[ax, bx], [ay, by]]: [[V; 2]; 2] = [F::ends(s, x, part), F::ends(s, y, part)];
                let [[aux, bux], [auy, buy]]: [[V; 2]; 2] = [F::ends(s, ux, part), F::ends(s, uy, part)];
                let ends = Ends { a: [ax, ay, aux, auy], b: [bx, by, bux, buy], a_inverse_mass, b_inverse_mass };
                let [aux, auy, bux, buy] = only(s, part.here, &ends, how.changed(s, part, &ends));
                F::put(s, ux, part, [aux, bux]);
                F::put(s, uy, part, [auy, buy]);
            }
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

/// The links of a strip that are changed at once.
#[derive(Clone, Copy)]
struct Part {
    /// As in a [`Strip`], but from a lane on.
    a: usize,
    b: usize,
    here: u16,
    lengths: usize,
    lane: usize,
}

impl Part {
    #[inline(always)]
    fn of<F: Lie>(strip: &Strip, lane: usize) -> Self {
        let (a, b) = (strip.a as usize + F::STEP * lane, strip.b as usize + F::STEP * lane);
        Self { a, b, here: strip.here >> lane, lengths: strip.lengths as usize, lane }
    }

    #[inline(always)]
    fn rest_lengths<V: March>(self, s: V::Token, lengths: &[Wider]) -> V {
        V::numbers(s, &lengths[self.lengths].0, self.lane)
    }
}

/// How the links of a run are changed.
trait How<V: March> {
    fn inverse_masses<F: Lie>(&self, s: V::Token, masses: &[f32], part: Part) -> [V; 2];
    fn changed(&self, s: V::Token, part: Part, ends: &Ends<V>) -> [V; 4];
}

/// Those of even strips.
struct Evenly<'a, V, C> {
    change: &'a C,
    constants: [V; 2],
    inverse_mass: V,
    lengths: &'a [Wider],
}

impl<V: March, C: Change> How<V> for Evenly<'_, V, C> {
    #[inline(always)]
    fn inverse_masses<F: Lie>(&self, _: V::Token, _: &[f32], _: Part) -> [V; 2] {
        [self.inverse_mass; 2]
    }

    #[inline(always)]
    fn changed(&self, s: V::Token, part: Part, ends: &Ends<V>) -> [V; 4] {
        self.change.of_even(
            s,
            ends,
            self.constants,
            #[inline(always)]
            || part.rest_lengths(s, self.lengths),
        )
    }
}

/// Those of all others.
struct Freely<'a, V, C> {
    change: &'a C,
    /// Compliance and damping.
    kind: [V; 2],
    yarn: &'a Yarn,
    lengths: &'a [Wider],
}

impl<V: March, C: Change> How<V> for Freely<'_, V, C> {
    #[inline(always)]
    fn inverse_masses<F: Lie>(&self, s: V::Token, masses: &[f32], part: Part) -> [V; 2] {
        F::ends(s, masses, part)
    }

    #[inline(always)]
    fn changed(&self, s: V::Token, part: Part, ends: &Ends<V>) -> [V; 4] {
        self.change.of(s, ends, [part.rest_lengths(s, self.lengths), self.kind[0], self.kind[1]], self.yarn.rope)
    }
}

/// How the ends of a strip lie in a plane.
trait Lie {
    /// How far it is from one beginning to the next.
    const STEP: usize;
    /// The numbers of all beginnings and of all ends.
    fn ends<V: March>(s: V::Token, plane: &[f32], part: Part) -> [V; 2];
    /// Puts them back.
    fn put<V: March>(s: V::Token, plane: &mut [f32], part: Part, ends: [V; 2]);
}

/// See [`Form::Parallel`].
struct Parallel;

impl Lie for Parallel {
    const STEP: usize = 1;

    #[inline(always)]
    fn ends<V: March>(s: V::Token, plane: &[f32], part: Part) -> [V; 2] {
        [V::numbers(s, plane, part.a), V::numbers(s, plane, part.b)]
    }

    /// The beginnings first: where the two overlap, the ends are what counts.
    #[inline(always)]
    fn put<V: March>(_: V::Token, plane: &mut [f32], part: Part, [begin, end]: [V; 2]) {
        begin.put(plane, part.a);
        end.put(plane, part.b);
    }
}

/// See [`Form::Pairs`].
struct Pairs;

impl Lie for Pairs {
    const STEP: usize = 2;

    #[inline(always)]
    fn ends<V: March>(s: V::Token, plane: &[f32], part: Part) -> [V; 2] {
        V::unzipped(s, [V::numbers(s, plane, part.a), V::numbers(s, plane, part.a + V::COUNT)])
    }

    #[inline(always)]
    fn put<V: March>(s: V::Token, plane: &mut [f32], part: Part, ends: [V; 2]) {
        let [low, high] = V::zipped(s, ends);
        low.put(plane, part.a);
        high.put(plane, part.a + V::COUNT);
    }
}

/// The displacements after a change in the lanes where there is a link, and before in the others.
#[inline(always)]
fn only<V: March>(s: V::Token, here: u16, ends: &Ends<V>, changed: [V; 4]) -> [V; 4] {
    let full = u16::MAX >> (LANES - V::COUNT);
    if here & full == full && !V::selects_for_nothing(s) {
        return changed;
    }
    V::select(s, here & full, [changed, [ends.a[2], ends.a[3], ends.b[2], ends.b[3]]])
}
