//! `wobble render`

use crate::failure::{Failure, Result};
use crate::look::{self, Look};
use crate::output::say;
use crate::progress::Progress;
use crate::source::{Source, Stepping};
use crate::stop::Stop;
use crate::values;
use clap::Args;
use std::path::{Path, PathBuf};
use wobble_lab::STEP;
use wobble_render::{FilmFormat, FilmSettings, save_film, save_png, save_svg};
use wobble_scene::Built;
use wobble_view::Overlays;

/// Draw a scene: an animation, or the moment at the end
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  wobble render jelly-tower -o tower.gif
  wobble render pile-100 -o pile.apng --seconds 5 --fps 60 --dark
  wobble render cantilever-beam -o beam.png --seconds 3 --overlay springs,forces
  wobble render mine.json -o mine.svg --size 1280x960

GIFs are small, APNGs hold every colour exactly and are larger; PNG and SVG show the moment after --seconds.
Films of other kinds are made from an APNG: ffmpeg -i pile.apng pile.mp4")]
pub(crate) struct Render {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    stepping: Stepping,
    /// The file to write; its end says what it becomes: .gif, .apng, .png or .svg
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Frames in a second of an animation [1/s]
    #[arg(long, default_value = "30", value_parser = values::rate)]
    fps: f64,
    /// Width and height [px]
    #[arg(long, default_value = "640x480", value_parser = values::size)]
    size: [u32; 2],
    /// What is drawn on top: springs (or strain), supports, normals, contacts, forces, velocities, boxes, sleep, particle-ids
    #[arg(long, default_value = "", value_name = "NAME,NAME…", hide_default_value = true)]
    overlay: Overlays,
    #[command(flatten)]
    look: Look,
}

/// What a file becomes.
pub(super) enum Kind {
    Film(FilmFormat),
    Png,
    Svg,
}

impl Render {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let kind = kind(&self.output)?;
        let built = self.source.build(&self.stepping)?;
        match kind {
            Kind::Film(format) => self.film(built, format, stop)?,
            Kind::Png | Kind::Svg => self.still(built, &kind, stop)?,
        }
        say(&format!("wrote {}", self.output.display()))
    }

    fn film(&self, built: Built, format: FilmFormat, stop: &Stop) -> Result<()> {
        let view = look::view(&built, self.size, self.look.theme(), self.overlay);
        let Built { mut world, references, .. } = built;
        let frames = (self.stepping.seconds * self.fps).round().clamp(1.0, f64::from(u32::MAX)) as u32;
        let progress = Progress::new("rendering", frames.into());
        save_film(&self.output, format, &FilmSettings::of(&view, self.fps, frames), |film| {
            for frame in 0..frames {
                // A step always has the same length; a frame shows the last one before its time.
                let due = (f64::from(frame) / self.fps / f64::from(STEP) + 1e-6) as u64;
                while world.steps() < due {
                    stop.check()?;
                    world.step(STEP);
                }
                stop.check()?;
                film.push(look::picture(&world, &view, &references))?;
                progress.at(frame.into());
            }
            Ok(())
        })
    }

    fn still(&self, built: Built, kind: &Kind, stop: &Stop) -> Result<()> {
        let view = look::view(&built, self.size, self.look.theme(), self.overlay);
        let Built { mut world, references, .. } = built;
        let steps = (self.stepping.seconds / f64::from(STEP)).round() as u64;
        let progress = Progress::new("simulating", steps);
        while world.steps() < steps {
            stop.check()?;
            world.step(STEP);
            progress.at(world.steps());
        }
        let list = look::picture(&world, &view, &references);
        match kind {
            Kind::Svg => save_svg(&self.output, &list)?,
            _ => save_png(&self.output, &list)?,
        }
        Ok(())
    }
}

/// What a file becomes, by the end of its name.
pub(super) fn kind(path: &Path) -> Result<Kind> {
    let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default().to_ascii_lowercase();
    match (FilmFormat::of(path), end.as_str()) {
        (Some(format), _) => Ok(Kind::Film(format)),
        (_, "png") => Ok(Kind::Png),
        (_, "svg") => Ok(Kind::Svg),
        (_, "mp4" | "webm" | "mov") => {
            let stem = path.with_extension("apng");
            Err(Failure::Asked(format!(
                "{end} files are not written; render to {0} and convert it: ffmpeg -i {0} {1}",
                stem.display(),
                path.display()
            )))
        }
        _ => Err(Failure::Asked(format!(
            "cannot tell what {} is to be; give it a name that ends in .gif, .apng, .png or .svg",
            path.display()
        ))),
    }
}
