//! Bodies with an outline: filled, softly shaded, cleanly edged.

use super::sketch::Sketch;
use crate::lines::Lines;
use crate::list::{DrawList, Paint};
use crate::view::View;
use glam::{Vec2, vec2};

/// The width of outlines. [px]
const OUTLINE: f32 = 2.0;

/// A body this many times wider than high, or higher than wide, is lit from above; others from the upper left.
const LONG: f32 = 2.2;

/// Adds a body's area and its edge.
pub(super) fn draw(sketch: &Sketch<'_>, view: &View, list: &mut DrawList) {
    let mut loops = Lines::default();
    for corners in sketch.body.blueprint().loops() {
        sketch.trace(corners, true, view.smooth, &mut loops);
    }
    list.fill(loops.clone(), paint(sketch, view));
    list.loops(loops, outline_width(sketch), view.theme.outline(sketch.colour));
}

/// Small bodies get a finer outline, so that something is left of their colour. [px]
fn outline_width(sketch: &Sketch<'_>) -> f32 {
    (0.06 * (sketch.high - sketch.low).min_element()).clamp(0.75, OUTLINE)
}

/// The light comes from above, and does not turn with the body.
fn paint(sketch: &Sketch<'_>, view: &View) -> Paint {
    let colours = view.theme.shading(sketch.colour);
    let size = (sketch.high - sketch.low).max(Vec2::ONE);
    if size.max_element() > LONG * size.min_element() {
        return Paint::Vertical { top: sketch.low.y, bottom: sketch.high.y, colours };
    }
    let middle = sketch.low.midpoint(sketch.high);
    Paint::Radial { centre: middle + size * vec2(-0.18, -0.24), radius: 0.80 * size.max_element(), colours }
}
