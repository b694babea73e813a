//! Where the worlds are seen from.

use crate::stage::Stage;
use wobble_view::{Camera, View};
use wobble2d::BodyId;
use wobble2d::glam::Vec2;

/// Metres may not become larger or smaller than this on the screen. `[px/m]`
const SCALES: (f32, f32) = (0.01, 1e5);

/// What is left free around a scene's own frame. `[px]`
const MARGIN: f32 = 12.0;

/// Where the worlds are seen from; the same for all panes.
#[derive(Clone, Debug)]
pub struct Lookout {
    camera: Camera,
    follows: Option<BodyId>,
    /// Whether the whole scene is kept in view when the window changes its size.
    fitted: bool,
    /// Whether it is to be fitted once more, whatever the size.
    due: bool,
}

impl Default for Lookout {
    fn default() -> Self {
        Self { camera: Camera { centre: Vec2::ZERO, scale: 60.0, size: [1, 1] }, follows: None, fitted: true, due: true }
    }
}

impl Lookout {
    /// The camera.
    pub fn camera(&self) -> Camera {
        self.camera
    }

    /// The body that is kept in the middle, if any.
    pub fn follows(&self) -> Option<BodyId> {
        self.follows
    }

    /// Shows the whole scene, from now on whatever the size of the window.
    pub fn fit(&mut self) {
        self.fitted = true;
        self.due = true;
        self.follows = None;
    }

    /// Shows the whole scene once more if it was kept in view: there is another window now.
    pub fn fit_again(&mut self) {
        self.due = true;
    }

    /// Keeps a body in the middle, or lets it go.
    pub fn follow(&mut self, body: Option<BodyId>) {
        self.follows = body;
        self.fitted &= body.is_none();
    }

    /// Drags the world along by so many pixels.
    pub fn drag(&mut self, by: Vec2) {
        self.camera = self.camera.dragged(by);
        self.fitted = false;
        self.follows = None;
    }

    /// Makes everything larger, keeping what is under a pixel in its place; or in the middle, when a body is followed.
    pub fn zoom(&mut self, pixel: Vec2, factor: f32) {
        let factor = (self.camera.scale * factor).clamp(SCALES.0, SCALES.1) / self.camera.scale;
        let size = Vec2::new(self.camera.size[0] as f32, self.camera.size[1] as f32);
        let pixel = if self.follows.is_some() { 0.5 * size } else { pixel };
        self.camera = self.camera.zoomed(pixel, factor);
        self.fitted = false;
    }

    /// Makes ready to look at a stage in a pane of this size. `[px]`
    pub fn attend(&mut self, stage: &Stage, size: [u32; 2]) {
        let resized = self.camera.size != size;
        self.camera.size = size;
        if self.fitted && (resized || core::mem::take(&mut self.due)) {
            self.camera = match stage.frame() {
                Some((low, high)) => Camera::fit(low, high, size, MARGIN),
                None => View::fit(stage.world(), size).camera,
            };
        }
        if let Some(id) = self.follows {
            match stage.world().body(id) {
                Some(body) => self.camera.centre = body.centre(),
                None => self.follows = None,
            }
        }
    }
}
