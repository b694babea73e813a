//! How the points of a body move in a step: together, and against each other.
//!
//! Eight points at a time, whatever the machine, so that sums have the same order everywhere.

use crate::body::{Body, Particles};
use crate::lanes::{Lanes, Widest, gather};
use crate::team::{Shared, Team};
use fearless_simd::{Simd, f32x8, mask32x8, prelude::*};
use glam::Vec2;

/// How the points of a body move: together, and how far at most one of them from that. `[m]`
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Sway {
    pub mean: Vec2,
    pub spread: f32,
}

/// Which way of the points is looked at.
#[derive(Clone, Copy)]
pub(super) enum Way {
    /// The one that a time like this leads, if they go on as they do. `[s]`
    Ahead(f32),
    /// The one since the step began.
    Gone,
}

/// Those of all bodies that are asked for and do not rest.
pub(super) struct Survey<'a> {
    pub team: &'a Team,
    pub bodies: &'a [Body],
    pub particles: &'a Particles,
    pub asked: &'a [bool],
    pub way: Way,
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
                    for ((body, &asked), sway) in bodies[range.clone()].iter().zip(&asked[range.clone()]).zip(sways.range(range)) {
                        if asked && !body.rests() {
                            *sway = Sway::of_body(s, body, particles, way);
                        }
                    }
                },
            );
        });
    }
}

impl Sway {
    #[inline(always)]
    fn of_body<S: Simd>(s: S, body: &Body, particles: &Particles, way: Way) -> Self {
        let now = &particles.state[body.range()];
        match way {
            Way::Ahead(time) => Self::of(
                s,
                now.len(),
                #[inline(always)]
                |first| {
                    let [_, _, x, y] = eight(s, now, first);
                    [x * time, y * time]
                },
            ),
            Way::Gone => {
                let before = &particles.previous[body.range()];
                Self::of(
                    s,
                    now.len(),
                    #[inline(always)]
                    |first| {
                        let ([x, y, ..], [x0, y0, ..]) = (eight(s, now, first), eight(s, before, first));
                        [x - x0, y - y0]
                    },
                )
            }
        }
    }

    /// The sway of so many points, of which `ways` tells the ways of eight from any on; behind the last one it is repeated.
    #[inline(always)]
    fn of<S: Simd>(s: S, count: usize, ways: impl Fn(usize) -> [f32x8<S>; 2]) -> Self {
        let none: f32x8<S> = Lanes::splat(s, 0.0);
        let mut sum = [none; 2];
        for first in (0..count).step_by(8) {
            let own: mask32x8<S> = SimdMask::from_bitmask(s, (1u64 << (count - first).min(8)) - 1);
            let [x, y] = ways(first);
            sum = [sum[0] + own.select(x, none), sum[1] + own.select(y, none)];
        }
        let mean = sum.map(|sum| <[f32; 8]>::from(sum).iter().sum::<f32>() / count as f32);
        let mut most = none;
        for first in (0..count).step_by(8) {
            let [x, y] = ways(first);
            let (x, y) = (x - mean[0], y - mean[1]);
            let square = x * x + y * y;
            // What is not a number is the most there is.
            most = square.simd_le(most).select(most, square);
        }
        let most = <[f32; 8]>::from(most).into_iter().fold(0.0f32, |most, square| if square <= most { most } else { square });
        Self { mean: Vec2::from_array(mean), spread: most.sqrt() }
    }
}

/// Eight records from one on, as columns; behind the last one it is repeated.
#[inline(always)]
fn eight<S: Simd>(s: S, records: &[[f32; 4]], first: usize) -> [f32x8<S>; 4] {
    let rest = &records[first..];
    if let Some(all) = rest.first_chunk::<8>() {
        gather(s, all.as_slice(), &[0, 1, 2, 3, 4, 5, 6, 7])
    } else {
        gather(s, rest, &core::array::from_fn(|lane| lane.min(rest.len() - 1) as u32))
    }
}
