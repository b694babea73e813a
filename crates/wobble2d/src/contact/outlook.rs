//! Where bodies will be in a step, if they go on as they do: how far they reach, and how they sway. Sixteen of one blueprint at once, with the sums of
//! [`Sway`] in the same order, so the same bits.

use super::broad::Extent;
use super::sway::Sway;
use crate::body::Body;
use crate::lanes::{Lanes, Wider};
use crate::records::gather_sixteen;
use core::ops::Range;
use fearless_simd::{Simd, f32x16, prelude::*};
use glam::Vec2;
use std::sync::Arc;

/// So many bodies are looked at together.
pub(super) const TOGETHER: usize = 16;

/// Fewer than this are looked at one by one, and so are bodies with more points.
const FEW: usize = 4;
const MOST_POINTS: usize = 32;

/// How many of some bodies, from the first on, may be looked at together; none if that does not pay.
pub(super) fn alike(bodies: &[Body]) -> usize {
    let Some(first) = bodies.first() else { return 0 };
    let Range { start, end } = first.range();
    let [chunk] = first.blueprint.0.contact.chunks.as_slice() else { return 0 };
    if !(chunk.in_a_row && chunk.points.len() == end - start && end - start <= MOST_POINTS) {
        return 0;
    }
    let count = bodies.iter().take(TOGETHER).take_while(|body| Arc::ptr_eq(&body.blueprint.0, &first.blueprint.0)).count();
    if count < FEW { 0 } else { count }
}

/// Room to work in: the ways of all points.
pub(super) type Ways = [[Wider; 2]; MOST_POINTS];

/// What is ahead of up to sixteen bodies.
pub(super) struct Outlook {
    low: [[f32; TOGETHER]; 2],
    high: [[f32; TOGETHER]; 2],
    fastest: [f32; TOGETHER],
    pub sways: Sways,
}

/// How up to sixteen bodies sway.
pub(super) struct Sways {
    mean: [[f32; TOGETHER]; 2],
    spread: [f32; TOGETHER],
}

impl Outlook {
    /// Of some bodies that are [alike], in a step of that length. `[s]`
    #[inline(always)]
    pub(super) fn of<S: Simd>(s: S, bodies: &[Body], state: &[[f32; 4]], dt: f32, ways: &mut Ways) -> Self {
        let splat = |value: f32| -> f32x16<S> { Lanes::splat(s, value) };
        let mut at = first_points(bodies);
        let ways = &mut ways[..bodies[0].range().len()];
        let (none, dt) = (splat(0.0), splat(dt));
        let (mut low, mut high) = ([splat(f32::INFINITY); 2], [splat(f32::NEG_INFINITY); 2]);
        let (mut fastest, mut nothing) = (none, none);
        for way in ways.iter_mut() {
            let [x, y, vx, vy] = gather_sixteen(s, state, &at);
            for index in &mut at {
                *index += 1;
            }
            let (wx, wy) = (vx * dt, vy * dt);
            let (end_x, end_y) = (x + wx, y + wy);
            low[0] = Lanes::min(Lanes::min(x, end_x), low[0]);
            low[1] = Lanes::min(Lanes::min(y, end_y), low[1]);
            high[0] = Lanes::max(high[0], Lanes::max(x, end_x));
            high[1] = Lanes::max(high[1], Lanes::max(y, end_y));
            fastest = Lanes::max(fastest, vx * vx + vy * vy);
            // What is not a number is lost in comparisons, but not in a sum.
            nothing += (x * none + y * none) + (vx * none + vy * none);
            wx.store(&mut way[0]);
            wy.store(&mut way[1]);
        }
        Self {
            low: [(low[0] + nothing).into(), (low[1] + nothing).into()],
            high: [(high[0] + nothing).into(), (high[1] + nothing).into()],
            fastest: fastest.into(),
            sways: Sways::of(s, ways),
        }
    }

    /// How far the body of a lane reaches.
    pub(super) fn extent(&self, lane: usize) -> Extent {
        let corner = |of: &[[f32; TOGETHER]; 2]| Vec2::new(of[0][lane], of[1][lane]);
        Extent { low: corner(&self.low), high: corner(&self.high), fastest: self.fastest[lane] }
    }
}

impl Sways {
    /// Of bodies whose points go these ways.
    #[inline(always)]
    fn of<S: Simd>(s: S, ways: &[[Wider; 2]]) -> Self {
        let count: f32x16<S> = Lanes::splat(s, ways.len() as f32);
        let mean = [sum(s, ways, 0) / count, sum(s, ways, 1) / count];
        let mut most: f32x16<S> = Lanes::splat(s, 0.0);
        for way in ways {
            let [x, y]: [f32x16<S>; 2] = [Lanes::load(s, &way[0]), Lanes::load(s, &way[1])];
            let (x, y) = (x - mean[0], y - mean[1]);
            let square = x * x + y * y;
            // What is not a number is the most there is.
            most = square.simd_le(most).select(most, square);
        }
        Self { mean: [mean[0].into(), mean[1].into()], spread: Lanes::sqrt(most).into() }
    }

    /// How the body of a lane does.
    pub(super) fn lane(&self, lane: usize) -> Sway {
        Sway { mean: Vec2::new(self.mean[0][lane], self.mean[1][lane]), spread: self.spread[lane] }
    }
}

/// The places of their first points. Lanes without a body repeat the first.
#[inline(always)]
pub(super) fn first_points(bodies: &[Body]) -> [u32; TOGETHER] {
    let mut at = [bodies[0].first; TOGETHER];
    at.iter_mut().zip(bodies).for_each(|(at, body)| *at = body.first);
    at
}

/// The sum of all ways along an axis: of every eighth, and of those.
#[inline(always)]
fn sum<S: Simd>(s: S, ways: &[[Wider; 2]], axis: usize) -> f32x16<S> {
    let mut all: f32x16<S> = Lanes::splat(s, -0.0);
    for first in 0..8 {
        let mut some: f32x16<S> = Lanes::splat(s, 0.0);
        for way in ways.iter().skip(first).step_by(8) {
            let way: f32x16<S> = Lanes::load(s, &way[axis]);
            some += way;
        }
        all += some;
    }
    all
}
