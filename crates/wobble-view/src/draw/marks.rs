//! What holds bodies: pins and grabs.

use super::sketch::Sketch;
use crate::lines::Lines;
use crate::list::DrawList;
use crate::view::View;
use wobble2d::World;

/// The size of a pin's mark. [px]
const PIN: f32 = 3.5;

/// Marks immovable points.
pub(super) fn draw_pins(sketches: &[Sketch<'_>], view: &View, list: &mut DrawList) {
    let mut pins = Vec::new();
    for sketch in sketches {
        let pinned = (0..sketch.pixels.len() as u32).filter(|&index| sketch.body.is_pinned(index));
        pins.extend(pinned.map(|index| sketch.pixel(index)));
    }
    list.discs(pins.clone(), PIN, view.theme.ink);
    list.discs(pins, 0.45 * PIN, view.theme.paper);
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
