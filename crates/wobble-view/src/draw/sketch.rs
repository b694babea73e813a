//! One body, with everything in pixels.

use crate::colour::Colour;
use crate::curve::Curve;
use crate::lines::Lines;
use crate::view::View;
use glam::Vec2;
use wobble2d::BodyView;

/// Where a rest shape turns by more than 55°, a corner is meant: an octagon (45°) is taken for a coarse ball, a pentagon (72°)
/// for a pentagon. The cosine of that.
const CORNER: f32 = 0.574;

/// How far beyond the picture's edge a body still counts as seen: outlines and marks stick out. `[px]`
const FRINGE: f32 = 16.0;

/// What a frozen body's colour tends to: stone.
const STONE: Colour = Colour::hex(0xA3A7AE);

/// One body, with everything in pixels.
pub(super) struct Sketch<'w> {
    pub body: BodyView<'w>,
    /// Where its points are. `[px]`
    pub pixels: &'w [Vec2],
    /// The box around them. `[px]`
    pub low: Vec2,
    pub high: Vec2,
    pub colour: Colour,
    /// Whether it is part of the room rather than a body in it.
    pub scenery: bool,
    /// For each point, whether a stick ends there: sticks are drawn straight. Empty where there are no sticks.
    stiff: Vec<bool>,
}

impl<'w> Sketch<'w> {
    /// `None` if nothing of it can be seen.
    pub fn new(body: BodyView<'w>, pixels: &'w [Vec2], place: usize, view: &View) -> Option<Self> {
        let low = pixels.iter().copied().fold(Vec2::INFINITY, Vec2::min);
        let high = pixels.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
        let [width, height] = view.camera.size;
        let size = Vec2::new(width as f32, height as f32);
        let seen = high.cmpgt(Vec2::splat(-FRINGE)).all() && low.cmplt(size + FRINGE).all();
        let colour = view.theme.body(place);
        let colour = if body.frozen().is_some() { colour.mix(STONE, 0.8) } else { colour };
        seen.then(|| Self { body, pixels, low, high, colour, scenery: body.is_scenery(), stiff: stiff_points(body) })
    }

    /// A point's pixel.
    pub fn pixel(&self, index: u32) -> Vec2 {
        self.pixels[index as usize]
    }

    /// A point's place in the rest shape. `[m]`
    pub fn rest(&self, index: u32) -> Vec2 {
        self.body.blueprint().points()[index as usize].position
    }

    /// Whether a stick ends at a point.
    pub fn is_stiff(&self, index: u32) -> bool {
        self.stiff.get(index as usize).is_some_and(|&stiff| stiff)
    }

    /// Whether a line turns sharply at its `k`-th point, by the rest shape: what is meant, not how it is dented now.
    fn is_corner(&self, points: &[u32], k: usize) -> bool {
        let n = points.len();
        let [before, here, after] = [(k + n - 1) % n, k, (k + 1) % n].map(|k| self.rest(points[k]));
        let (inward, onward) = (here - before, after - here);
        // The cosine of the turn against that of a corner, both squared: roots take long.
        let (along, lengths) = (inward.dot(onward), inward.length_squared() * onward.length_squared());
        self.is_stiff(points[k]) || along <= 0.0 || along * along < CORNER * CORNER * lengths
    }
}

/// Draws lines through points of bodies. Keep one: its memory is used again.
#[derive(Default)]
pub(super) struct Tracer {
    pixels: Vec<Vec2>,
    sharp: Vec<bool>,
    roots: Vec<f32>,
}

/// A curve over an edge as short as this is less than half a pixel away from it, unless it turns sharply, and one cannot tell. `[px]`
const SHORT: f32 = 6.0;

impl Tracer {
    /// Whether all edges are so short that they may be straight.
    fn is_fine(&self) -> bool {
        let Some(&last) = self.pixels.last() else { return true };
        let mut before = last;
        self.pixels.iter().all(|&here| here.distance_squared(core::mem::replace(&mut before, here)) <= SHORT * SHORT)
    }

    /// Adds a line through points of a body, smoothed except at its corners.
    pub fn trace(&mut self, sketch: &Sketch<'_>, points: &[u32], closed: bool, smooth: bool, lines: &mut Lines) {
        self.pixels.clear();
        self.pixels.extend(points.iter().map(|&index| sketch.pixel(index)));
        if !smooth || self.is_fine() {
            return lines.add(self.pixels.iter().copied());
        }
        self.sharp.clear();
        self.sharp.extend((0..points.len()).map(|k| sketch.is_corner(points, k)));
        Curve { points: &self.pixels, sharp: &self.sharp, closed }.trace(&mut self.roots, lines);
    }
}

fn stiff_points(body: BodyView<'_>) -> Vec<bool> {
    if body.blueprint().sticks().is_empty() {
        return Vec::new();
    }
    let mut stiff = vec![false; body.blueprint().points().len()];
    for (ends, stick) in body.blueprint().sticks() {
        if !stick.support {
            ends.iter().for_each(|&end| stiff[end as usize] = true);
        }
    }
    stiff
}
