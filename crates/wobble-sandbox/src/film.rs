//! A film of what a stage has lived through lately, made a few frames at a time while the app goes on.

use crate::Sandbox;
use crate::history::History;
use crate::look::Look;
use wobble_render::{Film, FilmFormat, FilmSettings};
use wobble_view::{Camera, View, draw};
use wobble2d::World;

/// The longer side of a film. `[px]`
const LONGEST: f32 = 640.0;

/// A frame of the film is so many steps long. `[steps]`
const STRIDE: u64 = 2;

/// So many frames of the film are made in a frame of the window.
const AT_ONCE: u32 = 3;

/// A film in the making.
pub(crate) struct Filming {
    film: Film<Vec<u8>>,
    view: View,
    history: History,
    world: World,
    made: u32,
    frames: u32,
    name: String,
}

impl Filming {
    /// How much of it is made, from 0 to 1.
    pub fn part(&self) -> f32 {
        self.made as f32 / self.frames as f32
    }

    /// Makes some frames. The whole film once it is made.
    fn go_on(mut self) -> wobble_render::Result<Result<(String, Vec<u8>), Self>> {
        for _ in 0..AT_ONCE.min(self.frames - self.made) {
            self.film.push(draw(&self.world, &self.view))?;
            self.made += 1;
            (0..STRIDE).for_each(|_| self.history.advance(&mut self.world));
        }
        if self.made < self.frames {
            return Ok(Err(self));
        }
        Ok(Ok((self.name, self.film.finish()?)))
    }
}

fn view(look: &Look, camera: Camera) -> View {
    let [width, height] = camera.size.map(|side| side as f32);
    let scale = (LONGEST / width.max(height)).min(1.0);
    let size = [width, height].map(|side| ((side * scale) as u32).max(2));
    look.view(Camera { scale: camera.scale * scale, size, ..camera }, 1.0)
}

impl Sandbox {
    /// Begins a film of what is remembered of the first pane, up to now.
    pub fn film(&mut self) {
        let Some(stage) = self.stages.first() else { return };
        let first = *stage.history().span().start();
        let frames = ((stage.world().steps() - first.min(stage.world().steps())) / STRIDE) as u32;
        let Some(world) = stage.moment(first).filter(|_| frames > 0) else {
            return self.tell("nothing to film yet: let time pass first".into());
        };
        let view = view(&self.look, self.lookout.camera());
        let settings = FilmSettings::of(&view, 60.0 / STRIDE as f64, frames);
        let (history, name) = (stage.history().clone(), format!("{}.gif", stage.name()));
        match Film::new(Vec::new(), FilmFormat::Gif, settings) {
            Ok(film) => self.filming = Some(Filming { film, view, history, world, made: 0, frames, name }),
            Err(error) => self.tell(format!("no film: {error}")),
        }
    }

    /// Goes on with a film that was begun.
    pub(crate) fn go_on_filming(&mut self, ctx: &egui::Context) {
        let Some(filming) = self.filming.take() else { return };
        match filming.go_on() {
            Ok(Ok((name, bytes))) => self.save(&name, &bytes),
            Ok(Err(unfinished)) => self.filming = Some(unfinished),
            Err(error) => self.tell(format!("no film: {error}")),
        }
        ctx.request_repaint();
    }

    /// Saves a picture of the first pane as it is now.
    pub fn export_picture(&mut self) {
        let Some(stage) = self.stages.first() else { return };
        let camera = self.lookout.camera();
        let list = draw(stage.world(), &self.look.view(camera, 1.0));
        let name = format!("{}.png", stage.name());
        let painted = wobble_render::Raster::new(camera.size).and_then(|mut raster| {
            raster.draw(&list)?;
            wobble_render::encode_png(&raster)
        });
        match painted {
            Ok(bytes) => self.save(&name, &bytes),
            Err(error) => self.tell(format!("no picture: {error}")),
        }
    }
}
