//! What is drawn on top: strain, normals, forces, velocities, boxes, numbers.

use super::sketch::{Sketch, Tracer};
use crate::colour::Colour;
use crate::lines::Lines;
use crate::list::{Anchor, DrawList, Label, Paint};
use crate::view::View;
use glam::{Vec2, vec2};
use std::collections::BTreeMap;
use wobble2d::{PointId, World};

/// How far ahead a velocity arrow reaches. `[s]`
const AHEAD: f32 = 0.1;

/// The arrow of an acceleration: a tenth of a metre for one g. `[s²]`
const PER_ACCELERATION: f32 = 0.1 / 9.81;

/// No force arrow is longer: resting contact and stiff springs easily reach a thousand g. `[m]`
const LONGEST_FORCE: f32 = 0.5;

/// The line of a contact, to each side: half a centimetre a newton at sixty steps a second. `[m/(N s)]`
const PER_IMPULSE: f32 = 0.3;

/// No line of a contact is longer, to each side. `[m]`
const LONGEST_CONTACT: f32 = 0.25;

/// More force arrows than this on one body would hide it, and each costs a look at the whole body.
const MOST_FORCES: usize = 96;

/// Adds the overlays that are wanted.
pub(super) fn draw(world: &World, sketches: &[Sketch<'_>], view: &View, list: &mut DrawList) {
    let wanted = view.overlays;
    for sketch in sketches {
        if wanted.springs || (wanted.supports && !sketch.body.blueprint().loops().is_empty()) {
            draw_links(sketch, view, list);
        }
        if wanted.boxes {
            let (low, high) = (sketch.low, sketch.high);
            let corners = [low, vec2(high.x, low.y), high, vec2(low.x, high.y)];
            list.loops(Lines::one(corners), 1.0, view.theme.bounding_box);
        }
        if wanted.normals {
            draw_normals(sketch, view, list);
        }
        if wanted.velocities {
            let tip = |index| sketch.body.velocity(index) * AHEAD;
            draw_arrows(sketch, view, 1, tip, view.theme.velocity, list);
        }
        if wanted.forces {
            let every = sketch.pixels.len().div_ceil(MOST_FORCES);
            draw_arrows(sketch, view, every, |index| force_arrow(world, sketch, index), view.theme.force, list);
        }
        if wanted.sleep && sketch.body.is_asleep() {
            draw_veil(sketch, view, list);
        }
        if wanted.particle_ids {
            draw_ids(sketch, view, list);
        }
    }
    if wanted.contacts {
        draw_contacts(world, view, list);
    }
}

/// A line along the normal of each contact, to both sides, by its impulse in the last step.
fn draw_contacts(world: &World, view: &View, list: &mut DrawList) {
    let (mut lines, mut places) = (Lines::default(), Vec::new());
    for contact in world.contacts() {
        let at = view.camera.to_pixels(contact.point);
        let arm = (PER_IMPULSE * contact.impulse).min(LONGEST_CONTACT) * view.camera.scale * contact.normal * vec2(1.0, -1.0);
        lines.add([at - arm, at + arm]);
        places.push(at);
    }
    list.lines(lines, 2.0, view.theme.normal);
    list.discs(places, 2.5, view.theme.normal);
}

/// A veil over a body that sleeps.
fn draw_veil(sketch: &Sketch<'_>, view: &View, list: &mut DrawList) {
    let mut loops = Lines::default();
    sketch
        .body
        .blueprint()
        .loops()
        .iter()
        .for_each(|corners| Tracer::default().trace(sketch, corners, true, view.smooth, &mut loops));
    list.fill(loops, Paint::Flat(view.theme.paper.alpha(150)));
    list.discs(vec![sketch.low.midpoint(sketch.high)], 3.0, view.theme.ink);
}

/// Springs by strain, sticks as at ease; grouped by colour, so that thousands of springs are a few strokes.
fn draw_links(sketch: &Sketch<'_>, view: &View, list: &mut DrawList) {
    let (body, wanted) = (sketch.body, view.overlays);
    let mut groups: BTreeMap<Colour, Lines> = BTreeMap::new();
    let mut add = |[a, b]: [u32; 2], support: bool, strain: f32| {
        if if support { wanted.supports } else { wanted.springs } {
            let hundredths = (strain * 100.0).round() / 100.0;
            groups.entry(view.theme.strain(hundredths)).or_default().add([sketch.pixel(a), sketch.pixel(b)]);
        }
    };
    for (index, &(ends, spring)) in body.blueprint().springs().iter().enumerate() {
        add(ends, spring.support, body.strain(index as u32));
    }
    for &(ends, stick) in body.blueprint().sticks() {
        add(ends, stick.support, 0.0);
    }
    if !view.filled {
        // Without the area, elastic triangles are seen by their edges.
        for &([a, b, c], _) in body.blueprint().triangles() {
            [[a, b], [b, c], [c, a]].into_iter().for_each(|ends| add(ends, true, 0.0));
        }
    }
    let width = link_width(sketch, groups.values().map(|lines| lines.iter().len()).sum());
    for (colour, lines) in groups {
        list.lines(lines, width, colour);
    }
}

/// Finer where links crowd, so that they do not become one grey area. `[px]`
fn link_width(sketch: &Sketch<'_>, links: usize) -> f32 {
    let area = (sketch.high - sketch.low).max(Vec2::ONE).element_product();
    (0.15 * (area / links.max(1) as f32).sqrt()).clamp(0.6, 1.5)
}

/// A short line outwards from the middle of each outer edge.
fn draw_normals(sketch: &Sketch<'_>, view: &View, list: &mut DrawList) {
    let mut lines = Lines::default();
    for corners in sketch.body.blueprint().loops() {
        for (k, &corner) in corners.iter().enumerate() {
            let (a, b) = (sketch.pixel(corner), sketch.pixel(corners[(k + 1) % corners.len()]));
            // Counter-clockwise with y up is clockwise with y down, so the outside is on the other hand.
            let outward = (b - a).perp().normalize_or_zero();
            lines.add([a.midpoint(b), a.midpoint(b) + 8.0 * outward]);
        }
    }
    list.lines(lines, 1.5, view.theme.normal);
}

/// The arrow of the force on a point. `[m]`
fn force_arrow(world: &World, sketch: &Sketch<'_>, index: u32) -> Vec2 {
    let force = world.force_on(PointId { body: sketch.body.id(), index }).unwrap_or(Vec2::ZERO);
    let arrow = force / sketch.body.point_mass(index) * PER_ACCELERATION;
    arrow * (LONGEST_FORCE / (LONGEST_FORCE + arrow.length()))
}

/// An arrow from every so many points to what `tip` says, as seen from the point. `[m]`
fn draw_arrows(sketch: &Sketch<'_>, view: &View, every: usize, tip: impl Fn(u32) -> Vec2, colour: Colour, list: &mut DrawList) {
    let mut lines = Lines::default();
    for index in (0..sketch.pixels.len() as u32).step_by(every.max(1)) {
        let (from, arrow) = (sketch.pixel(index), tip(index) * view.camera.scale * vec2(1.0, -1.0));
        if arrow.length() > 1.0 {
            let back = -arrow.normalize_or_zero() * (0.35 * arrow.length()).min(6.0);
            let (to, side) = (from + arrow, 0.5 * back.perp());
            lines.add([from, to]);
            lines.add([to + back + side, to, to + back - side]);
        }
    }
    list.lines(lines, 1.5, colour);
}

fn draw_ids(sketch: &Sketch<'_>, view: &View, list: &mut DrawList) {
    list.discs(sketch.pixels.to_vec(), 1.5, view.theme.ink);
    for (index, &pixel) in sketch.pixels.iter().enumerate() {
        let place = pixel + vec2(3.0, -5.0);
        let text = index.to_string();
        list.label(Label { place, anchor: Anchor::Start, height: 7.0, colour: view.theme.ink, text });
    }
}
