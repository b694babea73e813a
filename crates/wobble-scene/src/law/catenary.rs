//! The chain that hangs between two places: `y = a cosh((x − x₀)/a) + y₀`, with `a` from its length.

use super::{Unfit, gravity, place};
use glam::{DVec2, dvec2};
use wobble2d::{BodyView, World};

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Catenary {
    /// The left end.
    start: DVec2,
    /// The bottom of the curve, at `y₀ + a`.
    lowest: f64,
    /// `a`, the tension at the bottom as a length of chain. `[m]`
    scale: f64,
    length: f64,
    /// Whether the first point of the body is the right end.
    reversed: bool,
    points: Vec<u32>,
}

impl Catenary {
    pub(super) fn new(world: &World, body: &BodyView<'_>) -> Result<Self, Unfit> {
        let down = gravity(world);
        Unfit::unless(down.x == 0.0 && down.y < 0.0, "needs gravity straight down", "set gravity to [0, -9.81]")?;
        let blueprint = body.blueprint();
        let row = blueprint.strands().first().cloned().unwrap_or_default();
        let [Some(&first), Some(&last)] = [row.first(), row.last()] else {
            return Err(Unfit::new("law", "needs a chain or rope", "use the shape `chain`"));
        };
        let held = body.is_pinned(first) && body.is_pinned(last);
        Unfit::unless(held, "needs a chain whose two ends are pinned", "set `pinned` to [true, true]")?;
        let length = f64::from(body.tuning().size) * row_length(body, &row);
        let (a, b) = (place(body, first), place(body, last));
        let reversed = a.x > b.x;
        let (start, end) = if reversed { (b, a) } else { (a, b) };
        let (span, rise) = (end.x - start.x, end.y - start.y);
        let hangs = span > 1e-6 && length > (end - start).length() * 1.000_01;
        Unfit::unless(hangs, "needs a chain that is longer than the distance of its ends, side by side", "raise `slack` above 1")?;
        let scale = scale(span, (length * length - rise * rise).sqrt());
        let lowest = 0.5 * (start.x + end.x) - scale * libm::atanh(rise / length);
        Ok(Self { start, lowest, scale, length, reversed, points: row })
    }

    /// The place at a part of the length, from left to right.
    pub(super) fn place(&self, part: f64) -> DVec2 {
        let Self { start, lowest, scale, length, .. } = self;
        let begin = (start.x - lowest) / scale;
        let along = libm::asinh(part * length / scale + libm::sinh(begin));
        dvec2(lowest + scale * along, start.y + scale * (libm::cosh(along) - libm::cosh(begin)))
    }

    pub(super) fn error(&self, body: &BodyView<'_>) -> f64 {
        let last = self.points.len() as f64 - 1.0;
        let distance = |(i, &point): (usize, &u32)| {
            let part = i as f64 / last;
            place(body, point).distance(self.place(if self.reversed { 1.0 - part } else { part }))
        };
        self.points.iter().enumerate().map(distance).fold(0.0, f64::max)
    }
}

/// The rest length of the links along a row of points. `[m]`
fn row_length(body: &BodyView<'_>, row: &[u32]) -> f64 {
    let blueprint = body.blueprint();
    let drawn = |[a, b]: [u32; 2]| blueprint.points()[a as usize].position.distance(blueprint.points()[b as usize].position);
    let sticks = blueprint.sticks().iter().map(|&(ends, stick)| (ends, stick.length.unwrap_or_else(|| drawn(ends))));
    let springs = blueprint.springs().iter().map(|&(ends, spring)| (ends, spring.rest_length.unwrap_or_else(|| drawn(ends))));
    let mut links: Vec<([u32; 2], f32)> = sticks.chain(springs).map(|([a, b], length)| ([a.min(b), a.max(b)], length)).collect();
    links.sort_by_key(|(ends, _)| *ends);
    let length = |pair: &[u32]| {
        let ends = [pair[0].min(pair[1]), pair[0].max(pair[1])];
        let found = links.binary_search_by_key(&ends, |(ends, _)| *ends);
        f64::from(found.map_or_else(|_| drawn(ends), |place| links[place].1))
    };
    row.windows(2).map(length).sum()
}

/// `a` with `2 a sinh(span / 2a) = chord`, by bisection of `sinh(z)/z`.
fn scale(span: f64, chord: f64) -> f64 {
    let wanted = chord / span;
    let (mut low, mut high) = (1e-6, 50.0);
    for _ in 0..100 {
        let z = 0.5 * (low + high);
        if libm::sinh(z) / z < wanted { low = z } else { high = z }
    }
    span / (low + high)
}
