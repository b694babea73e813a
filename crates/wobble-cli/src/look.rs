//! What scenes look like in pictures.

use clap::Args;
use wobble_scene::{Built, Reference};
use wobble_view::{Camera, DrawList, Lines, Overlays, Theme, View, draw};
use wobble2d::World;
use wobble2d::glam::Vec2;

/// How pictures are coloured.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Look {
    /// For dark surroundings
    #[arg(long)]
    pub dark: bool,
}

impl Look {
    pub fn theme(self) -> Theme {
        if self.dark { Theme::dark() } else { Theme::light() }
    }
}

/// The room around what the scene's camera shows. `[px]`
const MARGIN: f32 = 8.0;

/// For how long the way of a motion without a period is drawn. `[s]`
const WAY: f64 = 3.0;

/// How a scene is looked at. `[px]`
pub(crate) fn view(built: &Built, size: [u32; 2], theme: Theme, overlays: Overlays) -> View {
    let view = match built.camera {
        Some(camera) => View::new(Camera::fit(Vec2::from(camera.min), Vec2::from(camera.max), size, MARGIN)),
        None => View::fit(&built.world, size),
    };
    view.theme(theme).overlays(overlays)
}

/// A world, with the exact curves of its laws over it.
pub(crate) fn picture(world: &World, view: &View, references: &[Reference]) -> DrawList {
    let mut list = draw(world, view);
    for reference in references {
        let curve = reference.curve(reference.period().unwrap_or(WAY), 240);
        let pixels = curve.into_iter().map(|place| view.camera.to_pixels(place.as_vec2()));
        list.lines(Lines::one(pixels), 1.2, view.theme.normal.alpha(150));
        if let Some(place) = reference.position(world.time()) {
            list.discs(vec![view.camera.to_pixels(place.as_vec2())], 3.0, view.theme.normal);
        }
    }
    list
}
