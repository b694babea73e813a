//! How the points of a body move in a step: together, and against each other.
//!
//! Eight points at a time, whatever the machine, so that sums have the same order everywhere.

use crate::body::{Body, Particles};
use crate::lanes::{Lanes, Widest, gather};
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
    pub bodies: &'a [Body],
    pub particles: &'a Particles,
    pub asked: &'a [bool],
    pub way: Way,
    pub sways: &'a mut Vec<Sway>,
}

impl Widest for Survey<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self { bodies, particles, asked, way, sways } = self;
        sways.clear();
        s.vectorize(
            #[inline(always)]
            || {
                for (body, &asked) in bodies.iter().zip(asked) {
                    let range = body.range();
                    let sway = if !asked || body.rests() {
                        Sway::default()
                    } else {
                        let now = &particles.state[range.clone()];
                        match way {
                            Way::Ahead(time) => Sway::of(
                                s,
                                now.len(),
                                #[inline(always)]
                                |eight| {
                                    let [_, _, x, y] = gather(s, now, eight);
                                    [x * time, y * time]
                                },
                            ),
                            Way::Gone => {
                                let before = &particles.previous[range];
                                Sway::of(
                                    s,
                                    now.len(),
                                    #[inline(always)]
                                    |eight| {
                                        let ([x, y, ..], [x0, y0, ..]) = (gather(s, now, eight), gather(s, before, eight));
                                        [x - x0, y - y0]
                                    },
                                )
                            }
                        }
                    };
                    sways.push(sway);
                }
            },
        );
    }
}

impl Sway {
    /// The sway of so many points, of which `ways` tells the ways of any eight.
    #[inline(always)]
    fn of<S: Simd>(s: S, count: usize, ways: impl Fn(&[u32; 8]) -> [f32x8<S>; 2]) -> Self {
        let none: f32x8<S> = Lanes::splat(s, 0.0);
        let mut sum = [none; 2];
        each_eight(count, |eight, own| {
            let own: mask32x8<S> = SimdMask::from_bitmask(s, own);
            let [x, y] = ways(eight);
            sum = [sum[0] + own.select(x, none), sum[1] + own.select(y, none)];
        });
        let mean = sum.map(|sum| <[f32; 8]>::from(sum).iter().sum::<f32>() / count as f32);
        let mut most = none;
        each_eight(count, |eight, _| {
            let [x, y] = ways(eight);
            let (x, y) = (x - mean[0], y - mean[1]);
            let square = x * x + y * y;
            // What is not a number is the most there is.
            most = square.simd_le(most).select(most, square);
        });
        let most = <[f32; 8]>::from(most).into_iter().fold(0.0f32, |most, square| if square <= most { most } else { square });
        Self { mean: Vec2::from_array(mean), spread: most.sqrt() }
    }
}

/// Visits so many points eight by eight: their numbers, and which of them are there; behind the last one it is repeated.
#[inline(always)]
fn each_eight(count: usize, mut visit: impl FnMut(&[u32; 8], u64)) {
    for first in (0..count).step_by(8) {
        let left = (count - first).min(8);
        let eight = core::array::from_fn(|lane| (first + lane.min(left - 1)) as u32);
        visit(&eight, (1u64 << left) - 1);
    }
}
