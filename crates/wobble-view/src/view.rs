//! How a world is looked at.

use crate::camera::Camera;
use crate::overlays::Overlays;
use crate::theme::Theme;
use glam::Vec2;
use wobble2d::World;

/// How a world is looked at.
#[derive(Clone, Debug, PartialEq)]
pub struct View {
    /// Which part of the world is seen.
    pub camera: Camera,
    /// The colours.
    pub theme: Theme,
    /// What is drawn on top.
    pub overlays: Overlays,
    /// Whether bodies are filled; if not, only their lines are drawn.
    pub filled: bool,
    /// Whether outlines and ropes run smoothly through their points. Sharp corners stay sharp either way.
    pub smooth: bool,
    /// Whether there is a grid in the background.
    pub grid: bool,
    /// Where between the last two steps the world is drawn: 0 is the start of the last step, 1 is now.
    pub part: f32,
}

/// What is left free around a fitted world. `[px]`
const MARGIN: f32 = 16.0;

impl View {
    /// Through this camera, in light colours, with a grid and without overlays.
    pub fn new(camera: Camera) -> Self {
        Self { camera, theme: Theme::light(), overlays: Overlays::default(), filled: true, smooth: true, grid: true, part: 1.0 }
    }

    /// The whole world as it is now: its bounds, as far as they are near the bodies, and all bodies. `[px]`
    pub fn fit(world: &World, size: [u32; 2]) -> Self {
        let (low, high) = extent(world);
        Self::new(Camera::fit(low, high, size, MARGIN))
    }

    /// The same, in other colours.
    pub fn theme(self, theme: Theme) -> Self {
        Self { theme, ..self }
    }

    /// The same, with other overlays.
    pub fn overlays(self, overlays: Overlays) -> Self {
        Self { overlays, ..self }
    }
}

/// The box that shows a world. A wall far away, such as an open side, does not count. `[m]`
fn extent(world: &World) -> (Vec2, Vec2) {
    let bodies = world.bodies().map(|body| body.bounding_box()).reduce(|(l, h), (low, high)| (l.min(low), h.max(high)));
    match (bodies, world.settings().bounds) {
        (None, None) => (Vec2::splat(-1.0), Vec2::ONE),
        (Some(bodies), None) => bodies,
        (None, Some(bounds)) => (bounds.min, bounds.max),
        (Some((low, high)), Some(bounds)) => {
            let reach = Vec2::splat((3.0 * (high - low).max_element()).max(10.0));
            let near_low = (low - bounds.min).abs().cmple(reach);
            let near_high = (high - bounds.max).abs().cmple(reach);
            (Vec2::select(near_low, bounds.min, low), Vec2::select(near_high, bounds.max, high))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{MARGIN, View};
    use glam::vec2;
    use wobble2d::{Bounds, Settings, World, demo};

    #[test]
    fn the_welcome_box_is_seen_whole() {
        let world = demo::welcome();
        let camera = View::fit(&world, [640, 480]).camera;
        let bounds = world.settings().bounds.expect("the welcome world has walls");
        let (low, high) = (camera.to_pixels(bounds.min), camera.to_pixels(bounds.max));
        assert!(low.x >= MARGIN - 0.01 && low.y <= 480.0 - MARGIN + 0.01, "{low}");
        assert!(high.x <= 640.0 - MARGIN + 0.01 && high.y >= MARGIN - 0.01, "{high}");
    }

    #[test]
    fn a_side_that_is_open_does_not_make_everything_tiny() {
        let mut world = demo::welcome();
        let open = Bounds::new(vec2(-1e6, 0.0), vec2(1e6, 1e6));
        world.set_settings(Settings { bounds: Some(open), ..Settings::default() }).expect("valid settings");
        let camera = View::fit(&world, [640, 480]).camera;
        let (low, high) = camera.visible();
        assert!(low.y < 0.0 && high.y < 20.0, "the floor is seen and the sky is not: {low} to {high}");
    }

    #[test]
    fn an_empty_world_can_be_looked_at() {
        assert!(View::fit(&World::new(), [10, 10]).camera.scale > 0.0);
    }
}
