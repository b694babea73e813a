//! How the points of a body move in a step: together, and against each other.
//!
//! Eight points at a time, whatever the machine, so that sums have the same order everywhere.

use crate::body::{Body, Particles};
use crate::lanes::{Lanes, Widest};
use crate::team::{Shared, Team};
use fearless_simd::{Simd, f32x8, prelude::*};
use glam::Vec2;

/// How the points of a body move: together, and how far at most one of them from that. `[m]`
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sway {
    pub mean: Vec2,
    pub spread: f32,
}

impl Sway {
    /// How far the points of two bodies move against each other, at most. `[m]`
    pub(super) fn against(self, other: Self) -> f32 {
        (self.mean - other.mean).length() + self.spread + other.spread
    }
}

/// Which way of the points is looked at.
#[derive(Clone, Copy)]
pub(super) enum Way<'a> {
    /// The one that a time like this leads, if they go on as they do `[s]`, and what is known of it already.
    Ahead(f32, &'a [Option<Sway>]),
    /// The one since the step began.
    Gone,
}

/// Those of all bodies that are asked for and do not rest.
pub(super) struct Survey<'a> {
    pub team: &'a Team,
    pub bodies: &'a [Body],
    pub particles: &'a Particles,
    pub asked: &'a [bool],
    pub way: Way<'a>,
    pub sways: &'a mut Vec<Sway>,
}

/// So many bodies are one part of the work.
const PART: usize = 128;

impl Widest for Survey<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self { team, bodies, particles, asked, way, sways } = self;
        sways.clear();
        sways.resize(bodies.len(), Sway::default());
        // SAFETY: every body is in one part.
        #[allow(unsafe_code)]
        let sways = unsafe { Shared::new(sways) };
        team.each(bodies.len().div_ceil(PART), |part| {
            let range = part * PART..bodies.len().min((part + 1) * PART);
            s.vectorize(
                #[inline(always)]
                || {
                    for place in range {
                        if asked[place] && !bodies[place].rests() {
                            let known = if let Way::Ahead(_, known) = way { known[place] } else { None };
                            *sways.at(place) = match known {
                                Some(sway) => sway,
                                None => Sway::of_body(s, &bodies[place], particles, way),
                            };
                        }
                    }
                },
            );
        });
    }
}

impl Sway {
    #[inline(always)]
    fn of_body<S: Simd>(s: S, body: &Body, particles: &Particles, way: Way<'_>) -> Self {
        let (now, before) = (&particles.state[body.range()], &particles.previous[body.range()]);
        match way {
            Way::Ahead(time, _) => Self::of::<S, AHEAD>(s, now, now, Lanes::splat(s, time)),
            Way::Gone => Self::of::<S, GONE>(s, now, before, Lanes::splat(s, 0.0)),
        }
    }

    /// The sway of points whose ways are in the two numbers of a record from `AT` on. Two records are in a register, as they lie in memory.
    #[inline(always)]
    fn of<S: Simd, const AT: usize>(s: S, now: &[[f32; 4]], before: &[[f32; 4]], time: f32x8<S>) -> Self {
        let (count, none) = (now.len(), Lanes::splat(s, 0.0));
        let ((now, rest), (before, rest_before)) = (now.as_chunks::<8>(), before.as_chunks::<8>());
        let mut sum = [none; 4];
        for (now, before) in now.iter().zip(before) {
            add_up::<S, AT>(s, &mut sum, now, before, time);
        }
        if !rest.is_empty() {
            // What is missing at the end does not count for the sum, and is like the last for the rest.
            add_up::<S, AT>(s, &mut sum, &filled(rest, [0.0; 4]), &filled(rest_before, [0.0; 4]), time);
        }
        let sum = sum.map(<[f32; 8]>::from);
        let (mut x, mut y) = (-0.0, -0.0);
        for two in &sum {
            (x, y) = (x + two[AT], y + two[AT + 1]);
            (x, y) = (x + two[AT + 4], y + two[AT + 5]);
        }
        let mean = Vec2::new(x / count as f32, y / count as f32);
        let mut middle = [0.0; 8];
        (middle[AT], middle[AT + 1], middle[AT + 4], middle[AT + 5]) = (mean.x, mean.y, mean.x, mean.y);
        let middle: f32x8<S> = SimdBase::from_slice(s, &middle);
        let mut most = [none; 4];
        for (now, before) in now.iter().zip(before) {
            spread_out::<S, AT>(s, &mut most, now, before, time, middle);
        }
        if let (Some(&last), Some(&last_before)) = (rest.last(), rest_before.last()) {
            spread_out::<S, AT>(s, &mut most, &filled(rest, last), &filled(rest_before, last_before), time, middle);
        }
        let mut farthest = 0.0f32;
        for two in most.map(<[f32; 8]>::from) {
            for square in [two[AT], two[AT + 4]] {
                farthest = if square <= farthest { farthest } else { square };
            }
        }
        Self { mean, spread: farthest.sqrt() }
    }
}

/// Where ways are in what [`ways`] makes of a record.
const GONE: usize = 0;
const AHEAD: usize = 2;

/// Eight records in a row.
type Eight = [[f32; 4]; 8];

/// Some records, and others that stand for what is missing of eight.
fn filled(records: &[[f32; 4]], missing: [f32; 4]) -> Eight {
    core::array::from_fn(|k| *records.get(k).unwrap_or(&missing))
}

/// The ways of the `k`th two of eight points, each in two numbers of a record.
#[inline(always)]
fn ways<S: Simd, const AT: usize>(s: S, now: &Eight, before: &Eight, k: usize, time: f32x8<S>) -> f32x8<S> {
    if AT == AHEAD { two(s, now, k) * time } else { two(s, now, k) - two(s, before, k) }
}

/// The `k`th two of eight records.
#[inline(always)]
fn two<S: Simd>(s: S, eight: &Eight, k: usize) -> f32x8<S> {
    SimdBase::from_slice(s, eight.as_chunks::<2>().0[k].as_flattened())
}

#[inline(always)]
fn add_up<S: Simd, const AT: usize>(s: S, sum: &mut [f32x8<S>; 4], now: &Eight, before: &Eight, time: f32x8<S>) {
    for (k, sum) in sum.iter_mut().enumerate() {
        *sum += ways::<S, AT>(s, now, before, k, time);
    }
}

/// Notes the squares of how far points go from the middle, where they are more than before.
#[inline(always)]
fn spread_out<S: Simd, const AT: usize>(
    s: S,
    most: &mut [f32x8<S>; 4],
    now: &Eight,
    before: &Eight,
    time: f32x8<S>,
    middle: f32x8<S>,
) {
    for (k, most) in most.iter_mut().enumerate() {
        let way = ways::<S, AT>(s, now, before, k, time) - middle;
        let square = way * way;
        let square = square + s.slide_within_blocks_f32x8::<1>(square, square);
        // What is not a number is the most there is.
        *most = square.simd_le(*most).select(*most, square);
    }
}
