//! What is shown of a world, and in which colours.

use crate::probe::Selection;
use crate::stage::Stage;
use wobble_scene::Reference;
use wobble_view::{Camera, DrawList, Lines, Overlays, Theme, View, draw};
use wobble2d::World;

/// For how long the way of a motion without a period is drawn. `[s]`
const WAY: f64 = 3.0;

/// How many pieces an exact curve is drawn with.
const CURVE: usize = 160;

/// What is shown, and in which colours.
#[derive(Clone, Debug)]
pub struct Look {
    /// For dark surroundings.
    pub dark: bool,
    /// Whether bodies are drawn by their springs and sticks alone.
    pub wireframe: bool,
    /// Whether outlines run smoothly through their points.
    pub smooth: bool,
    /// Whether there is a grid.
    pub grid: bool,
    /// What is drawn on top.
    pub overlays: Overlays,
    /// Whether the frame rate is shown.
    pub frame_rate: bool,
    /// Whether the best possible frame rate is shown.
    pub best_frame_rate: bool,
}

impl Default for Look {
    fn default() -> Self {
        Self {
            dark: false,
            wireframe: false,
            smooth: true,
            grid: true,
            overlays: Overlays::default(),
            frame_rate: true,
            best_frame_rate: false,
        }
    }
}

impl Look {
    /// The colours.
    pub fn theme(&self) -> Theme {
        if self.dark { Theme::dark() } else { Theme::light() }
    }

    /// How a world is looked at through a camera, at a part of the way between its last two steps.
    pub fn view(&self, camera: Camera, part: f32) -> View {
        let mut overlays = self.overlays;
        overlays.springs |= self.wireframe;
        overlays.supports |= self.wireframe;
        let (filled, smooth, grid) = (!self.wireframe, self.smooth && !self.wireframe, self.grid);
        View { filled, smooth, grid, part, ..View::new(camera).theme(self.theme()).overlays(overlays) }
    }

    /// The switch of an overlay, by its place in [`Overlays::NAMES`].
    pub fn overlay(&mut self, index: usize) -> Option<&mut bool> {
        let Overlays { springs, supports, normals, forces, velocities, contacts, sleep, boxes, particle_ids } = &mut self.overlays;
        [springs, supports, normals, contacts, forces, velocities, boxes, sleep, particle_ids].into_iter().nth(index)
    }
}

/// What a stage looks like: its world, the exact curves of its laws, and what the pointer does.
pub(crate) fn picture(stage: &Stage, view: &View) -> DrawList {
    let mut list = draw(stage.world(), view);
    for reference in stage.references() {
        draw_reference(reference, stage.world(), view, &mut list);
    }
    if let Some(gesture) = &stage.gesture {
        gesture.sketch(stage.world(), view, &mut list);
    }
    list
}

/// Marks what is selected: a box around the body, a ring around the point.
pub(crate) fn mark(selection: &Selection, stage: &Stage, view: &View, list: &mut DrawList) {
    let Some(body) = stage.world().body(selection.body) else { return };
    let (low, high) = body.bounding_box();
    let room = 6.0 / view.camera.scale;
    let corners = [
        [low.x - room, low.y - room],
        [high.x + room, low.y - room],
        [high.x + room, high.y + room],
        [low.x - room, high.y + room],
    ];
    let ring = corners.iter().chain(&corners[..1]).map(|&corner| view.camera.to_pixels(corner.into()));
    list.lines(Lines::one(ring), 1.5, view.theme.velocity);
    if let Some(index) = selection.point.filter(|&index| (index as usize) < body.state().len()) {
        let at = view.camera.to_pixels(body.position_between(index, view.part));
        list.discs(vec![at], 6.0, view.theme.paper);
        list.discs(vec![at], 4.5, view.theme.velocity);
    }
}

fn draw_reference(reference: &Reference, world: &World, view: &View, list: &mut DrawList) {
    let curve = reference.curve(reference.period().unwrap_or(WAY), CURVE);
    let pixels = curve.into_iter().map(|place| view.camera.to_pixels(place.as_vec2()));
    list.lines(Lines::one(pixels), 1.2, view.theme.normal.alpha(150));
    if let Some(place) = reference.position(world.time()) {
        list.discs(vec![view.camera.to_pixels(place.as_vec2())], 3.0, view.theme.normal);
    }
}

#[cfg(test)]
mod tests {
    use super::Look;
    use wobble_view::Overlays;

    #[test]
    fn every_switch_belongs_to_the_overlay_of_its_name() {
        for (index, name) in Overlays::NAMES.iter().enumerate() {
            let mut look = Look::default();
            *look.overlay(index).expect("as many switches as names") = true;
            assert_eq!(look.overlays, name.parse().expect("a known name"), "{name}");
        }
    }
}
