//! Bodies without an outline: ropes, chains, cloth and free particles, drawn by what links their points.

use super::sketch::{Sketch, Tracer};
use crate::lines::Lines;
use crate::list::DrawList;
use crate::threads::{Meeting, join};
use crate::view::View;
use glam::Vec2;
use std::sync::Arc;

/// The thickness of a rope, unless that is too fine or too coarse for the picture. `[m]`
const ROPE: f32 = 0.05;

/// Adds a body's links and its free ends.
pub(super) fn draw(sketch: &Sketch<'_>, view: &View, tracer: &mut Tracer, list: &mut DrawList) {
    let links = visible_links(sketch, view);
    let meeting = Meeting::new(&links, sketch.pixels.len());
    let degree = |point: u32| meeting.at(point).len();
    let points = 0..sketch.pixels.len() as u32;
    let is_mesh = points.clone().any(|point| degree(point) > 2);
    let width = if is_mesh { mesh_width(sketch, &links) } else { view.camera.pixels(ROPE).clamp(2.5, 7.0) };

    let mut lines = Lines::default();
    for thread in join(&links, |index| sketch.rest(index), sketch.pixels.len()) {
        tracer.trace(sketch, &thread, false, view.smooth, &mut lines);
    }
    let lines = Arc::new(lines);
    let (dark, bright) = (view.theme.outline(sketch.colour), sketch.colour);
    let knots: Vec<Vec2> = points.filter(|&point| is_knot(sketch, point, degree(point))).map(|p| sketch.pixel(p)).collect();
    if width < 2.5 {
        list.lines(lines, width, bright.mix(dark, 0.5));
    } else {
        list.discs(knots.clone(), 0.8 * width + 1.0, dark);
        list.lines(lines.clone(), width + 1.0, dark);
        list.lines(lines, width - 1.5, bright);
        list.discs(knots, 0.8 * width - 0.5, bright);
    }
}

/// The joints of a chain, the ends of a rope, and particles on their own.
fn is_knot(sketch: &Sketch<'_>, point: u32, degree: usize) -> bool {
    degree < 2 || sketch.is_stiff(point)
}

fn visible_links(sketch: &Sketch<'_>, view: &View) -> Vec<[u32; 2]> {
    let blueprint = sketch.body.blueprint();
    let springs = blueprint.springs().iter().map(|&(ends, spring)| (ends, spring.support));
    let sticks = blueprint.sticks().iter().map(|&(ends, stick)| (ends, stick.support));
    springs.chain(sticks).filter(|&(_, support)| !support || view.overlays.supports).map(|(ends, _)| ends).collect()
}

/// Fine for a fine mesh, so that a cloth stays airy; as strong as a rope for a girder. `[px]`
fn mesh_width(sketch: &Sketch<'_>, links: &[[u32; 2]]) -> f32 {
    let total: f32 = links.iter().map(|&[a, b]| sketch.pixel(a).distance(sketch.pixel(b))).sum();
    (0.15 * total / links.len().max(1) as f32).clamp(1.0, 5.0)
}
