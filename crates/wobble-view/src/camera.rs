//! Between metres, y up, and pixels, y down.
//!
//! ```text
//!   y `[m]`                       0 ───── x `[px]`
//!   │   • centre        ⇄       │   • size / 2
//!   └───── x `[m]`                y
//! ```

use glam::{Vec2, vec2};

/// Which part of the world is seen, and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The place in the middle of the picture. `[m]`
    pub centre: Vec2,
    /// How large a metre appears. `[px/m]`
    pub scale: f32,
    /// Width and height of the picture. `[px]`
    pub size: [u32; 2],
}

/// A box smaller than this is shown as if it were this large: a single point has no size to fill a picture with. `[m]`
const SMALLEST_BOX: f32 = 1e-3;

impl Camera {
    /// The camera that shows a whole box, as large as it goes with a margin left on all sides. `[m]`, `[px]`
    pub fn fit(low: Vec2, high: Vec2, size: [u32; 2], margin: f32) -> Self {
        let room = (Self::extent(size) - 2.0 * margin).max(Vec2::ONE);
        let box_size = (high - low).max(Vec2::splat(SMALLEST_BOX));
        Self { centre: low + 0.5 * (high - low), scale: (room / box_size).min_element(), size }
    }

    /// Where a place of the world is in the picture. `[m]` to `[px]`
    pub fn to_pixels(&self, place: Vec2) -> Vec2 {
        // The difference first: far from the origin it still has all its digits.
        let away = (place - self.centre) * self.scale;
        0.5 * Self::extent(self.size) + vec2(away.x, -away.y)
    }

    /// Which place of the world is at a pixel. `[px]` to `[m]`
    pub fn to_world(&self, pixel: Vec2) -> Vec2 {
        let away = (pixel - 0.5 * Self::extent(self.size)) / self.scale;
        self.centre + vec2(away.x, -away.y)
    }

    /// How long a length appears. `[m]` to `[px]`
    pub fn pixels(&self, length: f32) -> f32 {
        length * self.scale
    }

    /// The part of the world that is seen: its lower left and upper right corners. `[m]`
    pub fn visible(&self) -> (Vec2, Vec2) {
        let half = 0.5 * Self::extent(self.size) / self.scale;
        (self.centre - half, self.centre + half)
    }

    /// The same, with the world dragged along by so many pixels.
    pub fn dragged(self, by: Vec2) -> Self {
        Self { centre: self.centre - vec2(by.x, -by.y) / self.scale, ..self }
    }

    /// The same, `factor` times larger, with the place under a pixel kept where it is.
    pub fn zoomed(self, pixel: Vec2, factor: f32) -> Self {
        let kept = self.to_world(pixel);
        let zoomed = Self { scale: self.scale * factor, ..self };
        Self { centre: zoomed.centre + kept - zoomed.to_world(pixel), ..zoomed }
    }

    fn extent([width, height]: [u32; 2]) -> Vec2 {
        vec2(width as f32, height as f32)
    }
}

#[cfg(test)]
mod tests {
    use super::Camera;
    use glam::vec2;

    #[test]
    fn a_place_comes_back_from_its_pixel() {
        let camera = Camera::fit(vec2(-4.0, 0.0), vec2(4.0, 6.0), [640, 480], 20.0);
        for place in [vec2(0.0, 0.0), vec2(-4.0, 6.0), vec2(3.25, 1.5)] {
            let back = camera.to_world(camera.to_pixels(place));
            assert!(back.distance(place) < 1e-5, "{place} came back as {back}");
        }
    }

    #[test]
    fn up_in_the_world_is_up_in_the_picture() {
        let camera = Camera { centre: vec2(10.0, 20.0), scale: 100.0, size: [200, 100] };
        assert_eq!(camera.to_pixels(vec2(10.0, 20.0)), vec2(100.0, 50.0));
        assert_eq!(camera.to_pixels(vec2(10.5, 20.25)), vec2(150.0, 25.0));
    }

    #[test]
    fn a_fitted_box_touches_the_margin_on_its_longer_side_and_is_centred_on_the_other() {
        let camera = Camera::fit(vec2(0.0, 0.0), vec2(10.0, 1.0), [220, 200], 10.0);
        assert_eq!(camera.scale, 20.0, "200 px for 10 m, the same in both directions");
        assert_eq!(camera.to_pixels(vec2(0.0, 0.0)), vec2(10.0, 110.0));
        assert_eq!(camera.to_pixels(vec2(10.0, 1.0)), vec2(210.0, 90.0));
    }

    #[test]
    fn a_single_point_can_be_fitted() {
        let camera = Camera::fit(vec2(3.0, 3.0), vec2(3.0, 3.0), [100, 100], 10.0);
        assert!(camera.scale.is_finite());
        assert_eq!(camera.to_pixels(vec2(3.0, 3.0)), vec2(50.0, 50.0));
    }

    #[test]
    fn zooming_keeps_the_place_under_the_pointer() {
        let camera = Camera { centre: vec2(1.0, 2.0), scale: 50.0, size: [640, 480] };
        let pointer = vec2(100.0, 333.0);
        let zoomed = camera.zoomed(pointer, 1.7);
        assert_eq!(zoomed.scale, 85.0);
        assert!(zoomed.to_world(pointer).distance(camera.to_world(pointer)) < 1e-5);
    }

    #[test]
    fn dragging_moves_the_world_with_the_pointer() {
        let camera = Camera { centre: vec2(0.0, 0.0), scale: 50.0, size: [640, 480] };
        let dragged = camera.dragged(vec2(30.0, -20.0));
        assert_eq!(dragged.to_pixels(vec2(1.0, 1.0)), camera.to_pixels(vec2(1.0, 1.0)) + vec2(30.0, -20.0));
    }
}
