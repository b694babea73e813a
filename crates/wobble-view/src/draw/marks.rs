//! What holds bodies: pins, grabs and joints.

use super::sketch::Sketch;
use crate::lines::Lines;
use crate::list::DrawList;
use crate::view::View;
use glam::Vec2;
use wobble2d::{Anchor, Hold, PointId, World};

/// The size of a pin's mark. `[px]`
const PIN: f32 = 3.5;

/// Marks immovable points.
pub(super) fn draw_pins(sketches: &[Sketch<'_>], view: &View, list: &mut DrawList) {
    for sketch in sketches.iter().filter(|sketch| !sketch.scenery) {
        let pinned = (0..sketch.pixels.len() as u32).filter(|&index| sketch.body.is_pinned(index));
        let pins: Vec<Vec2> = pinned.map(|index| sketch.pixel(index)).collect();
        let radius = pin_radius(&pins);
        list.discs(pins.clone(), radius, view.theme.ink);
        list.discs(pins, 0.45 * radius, view.theme.paper);
    }
}

/// Smaller where pins are close, so that a row of them stays a row. `[px]`
fn pin_radius(pins: &[Vec2]) -> f32 {
    let closest = pins.windows(2).map(|pair| pair[0].distance(pair[1])).fold(f32::INFINITY, f32::min);
    PIN.min(0.3 * closest).max(0.4 * PIN)
}

/// Draws a line from each grabbed point to where it is drawn to.
pub(super) fn draw_grabs(world: &World, view: &View, list: &mut DrawList) {
    let (mut lines, mut targets) = (Lines::default(), Vec::new());
    for grab in world.grabs() {
        let Some(body) = world.body(grab.point.body) else { continue };
        let held = view.camera.to_pixels(body.position_between(grab.point.index, view.part));
        let target = view.camera.to_pixels(grab.target);
        lines.add([held, target]);
        targets.push(target);
    }
    list.lines(lines, 1.5, view.theme.ink);
    list.discs(targets.clone(), PIN + 1.0, view.theme.ink);
    list.discs(targets, PIN - 0.5, view.theme.paper);
}

/// Draws joints: a ring where two places are one, a line where they keep a distance.
pub(super) fn draw_joints(world: &World, view: &View, list: &mut DrawList) {
    let (mut lines, mut places) = (Lines::default(), Vec::new());
    for joint in world.joints() {
        let [Some(a), Some(b)] = joint.joint().anchors.map(|anchor| pixel_of(&anchor, world, view)) else { continue };
        match joint.joint().hold {
            Hold::Hinge | Hold::Weld => places.push(a.midpoint(b)),
            Hold::Spring { .. } | Hold::Rod { .. } | Hold::Loose => lines.add([a, b]),
        }
    }
    list.lines(lines, 2.0, view.theme.ink);
    list.discs(places.clone(), PIN, view.theme.ink);
    list.discs(places, 0.6 * PIN, view.theme.paper);
}

fn pixel_of(anchor: &Anchor, world: &World, view: &View) -> Option<Vec2> {
    let place = |PointId { body, index }: PointId| Some(world.body(body)?.position_between(index, view.part));
    let world_place = match *anchor {
        Anchor::World(place) => place,
        Anchor::Point(point) => place(point)?,
        Anchor::Edge { body, ends: [a, b], part } => {
            place(PointId { body, index: a })?.lerp(place(PointId { body, index: b })?, part)
        }
        Anchor::Body { body, place } => world.body(body)?.place_now(place),
    };
    Some(view.camera.to_pixels(world_place))
}
