//! Bodies with an outline: filled, softly shaded, cleanly edged.

use super::sketch::{Sketch, Tracer};
use crate::lines::Lines;
use crate::list::{DrawList, Paint};
use crate::view::View;
use glam::{Vec2, vec2};
use std::sync::Arc;
use wobble2d::Blueprint;
use wobble2d::blueprint::Keeps;

/// The width of outlines. `[px]`
const OUTLINE: f32 = 2.0;

/// The width of the beams inside a girder, and how much they hide. `[px]`
const BEAM: f32 = 1.5;
const BEAM_ALPHA: u8 = 130;

/// The width of the rim of what keeps others inside. `[px]`
const RIM: f32 = 5.0;

/// How much a skin hides of what it holds.
const SKIN_ALPHA: u8 = 60;

/// How much the line around a sensor hides.
const SENSOR_ALPHA: u8 = 120;

/// How far apart the marks of a belt are `[m]`, how long `[px]`, and how many there are at most.
const BELT_SPACING: f32 = 0.4;
const BELT_MARK: f32 = 6.0;
const MOST_MARKS: usize = 2000;

/// A body this many times longer than wide is lit from above; others from the upper left.
const LONG: f32 = 2.2;

/// Adds a body's area and its edge.
pub(super) fn draw(sketch: &Sketch<'_>, view: &View, time: f64, tracer: &mut Tracer, list: &mut DrawList) {
    let mut loops = Lines::with_room(sketch.pixels.len());
    for corners in sketch.body.blueprint().loops() {
        tracer.trace(sketch, corners, true, view.smooth && !sketch.scenery, &mut loops);
    }
    let loops = Arc::new(loops);
    if sketch.scenery {
        return draw_scenery(sketch, loops, view, time, list);
    }
    if !view.filled {
        // Only the edge.
    } else if sketch.body.blueprint().keeps() == Keeps::Outside {
        list.fill(loops.clone(), paint(sketch, view));
    } else {
        // What is inside must be seen.
        list.fill(loops.clone(), Paint::Flat(sketch.colour.alpha(SKIN_ALPHA)));
    }
    if is_framework(sketch.body.blueprint()) {
        list.lines(beams(sketch), BEAM, view.theme.outline(sketch.colour).alpha(BEAM_ALPHA));
    }
    let mut threads = Lines::default();
    for chain in sketch.body.blueprint().strands() {
        tracer.trace(sketch, chain, false, view.smooth, &mut threads);
    }
    list.lines(threads, OUTLINE, view.theme.outline(sketch.colour));
    list.loops(loops, outline_width(sketch), view.theme.outline(sketch.colour));
}

/// Scenery looks like the walls of the room. What keeps others inside is a rim, and what does not stop others is a line.
fn draw_scenery(sketch: &Sketch<'_>, loops: Arc<Lines>, view: &View, time: f64, list: &mut DrawList) {
    if sketch.body.filter().sensor {
        return list.loops(loops, 1.5, view.theme.wall_edge.alpha(SENSOR_ALPHA));
    }
    if sketch.body.blueprint().keeps() == Keeps::Outside {
        list.fill(loops.clone(), Paint::Flat(view.theme.wall));
        list.loops(loops, OUTLINE, view.theme.wall_edge);
    } else {
        list.loops(loops, RIM, view.theme.wall_edge);
    }
    let belt = sketch.body.surface().belt;
    if belt != 0.0 {
        list.lines(belt_marks(sketch, f64::from(belt) * time, view), OUTLINE, view.theme.wall_edge);
    }
}

/// Short lines across the edge of a belt that has run some way. `[m]`
fn belt_marks(sketch: &Sketch<'_>, way: f64, view: &View) -> Lines {
    let scale = view.camera.scale;
    // Clockwise is against the order of the points.
    let run = (-way / f64::from(BELT_SPACING)).rem_euclid(1.0) as f32;
    let mut marks = Lines::default();
    for corners in sketch.body.blueprint().loops() {
        let mut left = run * BELT_SPACING * scale;
        for (k, &corner) in corners.iter().enumerate() {
            let (a, b) = (sketch.pixel(corner), sketch.pixel(corners[(k + 1) % corners.len()]));
            let (length, along) = (a.distance(b), (b - a).normalize_or_zero());
            while left < length && marks.iter().len() < MOST_MARKS {
                let foot = a + left * along;
                marks.add([foot, foot - BELT_MARK * along.perp()]);
                left += BELT_SPACING * scale;
            }
            left -= length;
        }
    }
    marks
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
