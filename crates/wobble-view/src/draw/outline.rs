//! Bodies with an outline: filled, softly shaded, cleanly edged.

use super::sketch::Sketch;
use crate::lines::Lines;
use crate::list::{DrawList, Paint};
use crate::view::View;
use glam::{Vec2, vec2};
use wobble2d::Blueprint;

/// The width of outlines. `[px]`
const OUTLINE: f32 = 2.0;

/// The width of the beams inside a girder, and how much they hide. `[px]`
const BEAM: f32 = 1.5;
const BEAM_ALPHA: u8 = 130;

/// A body this many times longer than wide is lit from above; others from the upper left.
const LONG: f32 = 2.2;

/// Adds a body's area and its edge.
pub(super) fn draw(sketch: &Sketch<'_>, view: &View, list: &mut DrawList) {
    let mut loops = Lines::default();
    for corners in sketch.body.blueprint().loops() {
        sketch.trace(corners, true, view.smooth, &mut loops);
    }
    list.fill(loops.clone(), paint(sketch, view));
    if is_framework(sketch.body.blueprint()) {
        list.lines(beams(sketch), BEAM, view.theme.outline(sketch.colour).alpha(BEAM_ALPHA));
    }
    list.loops(loops, outline_width(sketch), view.theme.outline(sketch.colour));
}

/// Nothing but its links holds such a body, a girder for example, so they are shown.
fn is_framework(blueprint: &Blueprint) -> bool {
    blueprint.gas().is_none() && blueprint.area_law().is_none() && blueprint.cells().is_empty()
}

fn beams(sketch: &Sketch<'_>) -> Lines {
    let mut lines = Lines::default();
    for &([a, b], _) in sketch.body.blueprint().springs().iter().filter(|(_, spring)| !spring.support) {
        lines.add([sketch.pixel(a), sketch.pixel(b)]);
    }
    lines
}

/// Small bodies get a finer outline, so that something is left of their colour. `[px]`
fn outline_width(sketch: &Sketch<'_>) -> f32 {
    (0.06 * (sketch.high - sketch.low).min_element()).clamp(0.75, OUTLINE)
}

/// The light comes from above, and does not turn with the body.
fn paint(sketch: &Sketch<'_>, view: &View) -> Paint {
    let colours = view.theme.shading(sketch.colour);
    let size = (sketch.high - sketch.low).max(Vec2::ONE);
    if is_long(sketch) {
        return Paint::Vertical { top: sketch.low.y, bottom: sketch.high.y, colours };
    }
    let middle = sketch.low.midpoint(sketch.high);
    Paint::Radial { centre: middle + size * vec2(-0.18, -0.24), radius: 0.80 * size.max_element(), colours }
}

/// By the rest shape: a ball that is squashed for a moment must not blink.
fn is_long(sketch: &Sketch<'_>) -> bool {
    let places = sketch.body.blueprint().points().iter().map(|point| point.position);
    let (low, high) = places.fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(low, high), p| (low.min(p), high.max(p)));
    (high - low).max_element() > LONG * (high - low).min_element()
}
