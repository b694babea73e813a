//! Links whose ends lie side by side: sixteen at a time, without gathering them one by one.
//!
//! ```text
//!   parallel      a a a a a a a a …      pairs     a b a b a b a b a b a b a b a b …
//!                 │ │ │ │   │ │ │                  ╰─╯ ╰─╯ ╰─╯     ╰─╯ ╰─╯ ╰─╯ ╰─╯
//!                 b b b b b b b b …
//! ```
//! A cloth is woven in rows, and so are a colour's links: the next link begins and ends one point farther on, or two where it joins neighbours in a row. With
//! all `x` in one [plane](super::planes), all `y` in another, and likewise the displacements, sixteen ends are one load. Where a link is missing, as at the end
//! of a row, its lane is left as it was. That pays for bodies that are nothing but springs. Same formulas, and every point in the order of colours, so the same
//! bits as one link after the other.

use super::link::{Link, Links};
use super::planes::LINE;
use super::wave;
use crate::blueprint::Rest;
use crate::lanes::Wider;
use core::ops::Range;
use std::collections::HashMap;

/// So many links march together.
pub(super) const LANES: usize = 16;

/// A strip of pairs is so long.
pub(super) const LONGEST: usize = 2 * LANES;

/// Strips pay if there are so many links in them on average: in fewer, packets are as fast.
const FILLED: usize = 6;

/// Up to sixteen links of a colour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Strip {
    /// The point of the first lane, and its other end.
    pub a: u32,
    pub b: u32,
    /// Where the rest lengths are.
    pub lengths: u32,
    /// Of which yarn it is.
    pub yarn: u16,
    /// In which lanes there is a link, bit by bit.
    pub here: u16,
    pub form: Form,
    /// Whether it is no rope, and all its ends have the mass that its yarn says.
    pub even: bool,
}

/// Strips that follow each other and are alike.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub strips: Range<u32>,
    pub form: Form,
    pub even: bool,
    pub yarn: Yarn,
}

/// How the ends of a strip lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Form {
    /// All begin side by side, and end so. No beginning is behind an end.
    Parallel,
    /// Every link joins neighbours, the next one beginning where it ends.
    Pairs,
    /// One link, in the first lane.
    Single,
}

/// What the links of a strip have in common.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Yarn {
    pub compliance: f32,
    pub damping: f32,
    pub rope: bool,
    /// That of the ends of even strips. `[1/kg]`
    pub inverse_mass: f32,
}

/// The links of a body in strips, in [waves](wave).
#[derive(Clone, Debug)]
pub(crate) struct Strips {
    pub(super) strips: Vec<Strip>,
    pub(super) runs: Vec<Run>,
    /// Those of every strip; strips that agree in all share them, and so they stay at hand. `[m]`
    pub(super) lengths: Vec<Wider>,
    /// Of every point, and of none behind the last. `[1/kg]`
    pub(super) inverse_mass: Vec<f32>,
}

impl Strips {
    /// The strips of a body's links, if it is made of nothing else and they are filled well. `inverse_mass` is that of every point.
    pub(crate) fn of(rest: &Rest, inverse_mass: &[f32]) -> Option<Self> {
        let only_springs = rest.sticks.list.is_empty()
            && rest.bends.list.is_empty()
            && rest.triangles.list.is_empty()
            && rest.shape.is_none()
            && rest.gas.is_none()
            && rest.area_law.is_none();
        if !only_springs {
            return None;
        }
        let mut weaver = Weaver { inverse_mass, lengths: Vec::new(), known: HashMap::new(), yarns: Vec::new() };
        let colours = weaver.colours(&rest.springs)?;
        let count: usize = colours.iter().map(Vec::len).sum();
        let Weaver { lengths, yarns, .. } = weaver;
        let mut inverse_mass = inverse_mass.to_vec();
        inverse_mass.resize(inverse_mass.len() + LONGEST, 0.0);
        (count * FILLED <= rest.springs.list.len()).then(|| {
            let strips = wave::order(&colours);
            Self { runs: runs(&strips, &yarns), strips, lengths, inverse_mass }
        })
    }
}

/// Puts together what follows each other and is alike.
fn runs(strips: &[Strip], yarns: &[Yarn]) -> Vec<Run> {
    let mut end = 0;
    let run = |own: &[Strip]| {
        let Strip { form, even, yarn, .. } = own[0];
        let first = end;
        end += own.len() as u32;
        Run { strips: first..end, form, even, yarn: yarns[yarn as usize] }
    };
    strips.chunk_by(|a, b| (a.form, a.even, a.yarn) == (b.form, b.even, b.yarn)).map(run).collect()
}

/// Makes strips of links.
struct Weaver<'a> {
    inverse_mass: &'a [f32],
    lengths: Vec<Wider>,
    /// Where rest lengths are, by their bits.
    known: HashMap<[u32; LANES], u32>,
    yarns: Vec<Yarn>,
}

impl Weaver<'_> {
    /// The strips of every colour; `None` if there are more yarns than a cloth has.
    fn colours(&mut self, links: &Links) -> Option<Vec<Vec<Strip>>> {
        let colour = |range: &[u32]| {
            let (mut rest, mut strips) = (&links.list[range[0] as usize..range[1] as usize], Vec::new());
            while !rest.is_empty() {
                let (form, lanes) = first_strip(rest);
                strips.push(self.strip(form, &lanes, &rest[..lanes.len()])?);
                rest = &rest[lanes.len()..];
            }
            Some(strips)
        };
        links.colours.windows(2).map(colour).collect()
    }

    /// The strip of links that go to these lanes.
    fn strip(&mut self, form: Form, lanes: &[usize], links: &[Link]) -> Option<Strip> {
        let Link { a, b, rope, compliance, damping, .. } = links[0];
        let inverse_mass = self.inverse_mass[a as usize];
        let before = lanes[0] as u32;
        let (a, b) = (a - before, b - before);
        let same = |&end: &u32| self.inverse_mass[end as usize] == inverse_mass;
        let even = !rope && form != Form::Single && links.iter().all(|link| same(&link.a) && same(&link.b));
        let yarn = self.yarn(Yarn { compliance, damping, rope, inverse_mass: if even { inverse_mass } else { 0.0 } })?;
        let mut lengths = Wider::default();
        lanes.iter().zip(links).for_each(|(&lane, link)| lengths.0[lane] = link.rest_length);
        let lengths = *self.known.entry(lengths.0.map(f32::to_bits)).or_insert_with(|| {
            self.lengths.push(lengths);
            self.lengths.len() as u32 - 1
        });
        let here = lanes.iter().fold(0, |here, lane| here | 1 << lane);
        Some(Strip { a, b, lengths, yarn, here, form, even })
    }

    fn yarn(&mut self, yarn: Yarn) -> Option<u16> {
        let same = |known: &Yarn| yarn.alike(known) && known.inverse_mass == yarn.inverse_mass;
        let place = self.yarns.iter().position(same).unwrap_or_else(|| {
            self.yarns.push(yarn);
            self.yarns.len() - 1
        });
        (place < MOST_YARNS).then_some(place as u16)
    }
}

/// A cloth with more kinds of links is not one.
const MOST_YARNS: usize = 256;

impl Yarn {
    fn alike(&self, other: &Self) -> bool {
        (self.compliance, self.damping, self.rope) == (other.compliance, other.damping, other.rope)
    }
}

/// How many of the first links are a strip, and in which lanes.
fn first_strip(links: &[Link]) -> (Form, Vec<usize>) {
    let first = &links[0];
    if first.a >= first.b {
        return (Form::Single, vec![0]);
    }
    let distance = first.b - first.a;
    let pairs = distance == 1;
    let begin = if pairs { first.a } else { begin_of_parallel(links, distance) };
    let alike = |link: &Link| (link.compliance, link.damping, link.rope) == (first.compliance, first.damping, first.rope);
    let lane = |link: &Link| {
        let on = link.a.checked_sub(begin).filter(|_| alike(link) && link.b.checked_sub(link.a) == Some(distance))? as usize;
        // No beginning may be behind the first end: it would be changed twice.
        let lane = if pairs { on.is_multiple_of(2).then_some(on / 2)? } else { on };
        (lane < LANES && (pairs || lane < distance as usize)).then_some(lane)
    };
    let mut lanes = Vec::with_capacity(LANES);
    for link in links {
        match lane(link).filter(|&lane| lanes.last().is_none_or(|&last| last < lane)) {
            Some(lane) => lanes.push(lane),
            None => break,
        }
    }
    (if pairs { Form::Pairs } else { Form::Parallel }, lanes)
}

/// Where the first strip of parallel links begins: with the first link, or before it at the beginning of a cache line, if that takes no more strips for all that
/// follow each other.
fn begin_of_parallel(links: &[Link], distance: u32) -> u32 {
    let (first, lanes) = (links[0].a, LANES as u32);
    let follows = |two: &&[Link]| two[1].a.wrapping_sub(two[0].a) <= lanes && two[1].b.wrapping_sub(two[1].a) == distance;
    let last = links.windows(2).take_while(follows).last().map_or(first, |two| two[1].a);
    let strips = |begin: u32| (last + 1 - begin).div_ceil(lanes);
    let line = first - first % LINE as u32;
    if distance >= lanes && strips(line) == strips(first) { line } else { first }
}
