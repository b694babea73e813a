//! Small pictures of scenes, made when they are first needed: as triangles, so that they are sharp at every size of text.

use crate::canvas::Canvas;
use crate::stage::Stage;
use egui::emath::TSTransform;
use egui::{Mesh, Pos2, Rect};
use wobble_scene::gallery::Entry;
use wobble_view::{Camera, Theme, View, draw};

/// Width and height. `[points]`
pub(crate) const SIZE: [u32; 2] = [172, 112];

/// How long a scene runs before its picture is taken: until something has happened. `[steps]`
const STEPS: usize = 45;

/// At most so many particles are stepped for one picture, so that no frame is long.
const MOST_PARTICLES: usize = 60_000;

/// A scene on a shelf: what it is called, what it is about, what it looks like.
pub(crate) struct Thumbnail {
    pub title: String,
    pub description: String,
    /// For light and for dark surroundings, with its corner at the origin.
    pictures: [Mesh; 2],
}

impl Thumbnail {
    /// Builds the scene, lets it run a little, and draws it.
    pub fn of(entry: &Entry) -> Self {
        let scene = entry.scene();
        let document = scene.document();
        let (title, description) = (document.title.clone(), document.description.clone());
        let pictures = Stage::new(entry.name, scene).map(pictures).unwrap_or_default();
        Self { title, description, pictures }
    }

    /// The picture, as large as a rectangle is wide.
    pub fn picture(&self, dark: bool, rect: Rect) -> Mesh {
        let mut mesh = self.pictures[usize::from(dark)].clone();
        mesh.transform(TSTransform::new(rect.min.to_vec2(), rect.width() / SIZE[0] as f32));
        mesh
    }
}

fn pictures(stage: Stage) -> [Mesh; 2] {
    let mut stage = stage;
    let camera = match stage.frame() {
        Some((low, high)) => Camera::fit(low, high, SIZE, 4.0),
        None => View::fit(stage.world(), SIZE).camera,
    };
    let steps = (MOST_PARTICLES / stage.world().particles().len().max(1)).min(STEPS);
    (0..steps).for_each(|_| stage.step());
    [Theme::light(), Theme::dark()].map(|theme| {
        let view = View { grid: false, ..View::new(camera).theme(theme) };
        let mut canvas = Canvas::new(Pos2::ZERO, 0.75, Mesh::default());
        canvas.draw(&draw(stage.world(), &view));
        canvas.finish().0
    })
}
