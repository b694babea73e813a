//! `wobble replay`

use super::render::{Kind, kind};
use crate::failure::{Failure, Result};
use crate::input;
use crate::look::Look;
use crate::output::{remark, say};
use crate::progress::Progress;
use crate::stop::Stop;
use crate::values;
use clap::Args;
use std::path::{Path, PathBuf};
use wobble_lab::STEP;
use wobble_render::{FilmFormat, FilmSettings, save_film, save_png, save_svg};
use wobble_view::{Overlays, View, draw};
use wobble2d::{Difference, Recording};

/// The largest recording that is read: 256 MB are more than five hours of frames.
const MEGABYTES: u64 = 256;

/// Frames in a second of a film. `[1/s]`
const FILM_RATE: f64 = 30.0;

/// Live a recorded run again, and say whether it is the same
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  wobble replay pile.wobr
  wobble replay bug.wobr -o bug.png
  wobble replay bug.wobr -o bug.gif --overlay springs

If a frame differs from what was recorded, the first one is named and the exit code is 1.
A .png or .svg shows that frame, or the last one; a .gif or .apng everything up to it.")]
pub(crate) struct Replay {
    /// The recording
    file: PathBuf,
    /// The picture or film to write: .png, .svg, .gif or .apng
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Say it as one JSON object
    #[arg(long)]
    json: bool,
    /// Width and height [px]
    #[arg(long, default_value = "640x480", value_parser = values::size)]
    size: [u32; 2],
    /// What is drawn on top, as in `wobble render`
    #[arg(long, default_value = "", value_name = "NAME,NAME…", hide_default_value = true)]
    overlay: Overlays,
    #[command(flatten)]
    look: Look,
}

impl Replay {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let picture = self.output.as_ref().map(|path| kind(path).map(|kind| (path, kind))).transpose()?;
        let failed = |error: wobble2d::Error| Failure::Asked(format!("{}: {error}", self.file.display()));
        let recording = Recording::from_bytes(&input::read(&self.file, MEGABYTES)?).map_err(failed)?;
        let difference = verify(&recording, stop)?;
        if let Some((path, kind)) = picture {
            let last = difference.as_ref().map_or(recording.frames(), Difference::frame);
            self.draw(&recording, last, path, &kind, stop)?;
        }
        self.report(&recording, difference.as_ref())?;
        if difference.is_some() { Err(Failure::CheckFailed) } else { Ok(()) }
    }

    fn report(&self, recording: &Recording, difference: Option<&Difference>) -> Result<()> {
        let (frames, actions, made_by) = (recording.frames(), recording.actions(), recording.made_by());
        if self.json {
            let first =
                difference.map(|difference| serde_json::json!({ "frame": difference.frame(), "what": difference.to_string() }));
            let all = serde_json::json!({ "frames": frames, "actions": actions, "made_by": made_by, "first_difference": first });
            return say(&all.to_string());
        }
        match difference {
            None => say(&format!("{frames} frames, {actions} actions: every frame is the same")),
            Some(difference) => {
                remark(&format!("wobble: {difference} (of {frames} frames, recorded by {made_by})"));
                Ok(())
            }
        }
    }

    /// Draws the recorded run up to a frame.
    fn draw(&self, recording: &Recording, last: u64, path: &Path, kind: &Kind, stop: &Stop) -> Result<()> {
        match kind {
            Kind::Film(format) => self.film(recording, last, path, *format, stop)?,
            Kind::Png | Kind::Svg => {
                let mut replay = recording.replay()?;
                while replay.frame() < last && replay.advance().is_some() {
                    stop.check()?;
                }
                let list = draw(replay.world(), &self.view(replay.world()));
                if matches!(kind, Kind::Svg) { save_svg(path, &list)? } else { save_png(path, &list)? }
            }
        }
        if self.json { Ok(()) } else { say(&format!("wrote {}: frame {last}", path.display())) }
    }

    fn film(&self, recording: &Recording, last: u64, path: &Path, format: FilmFormat, stop: &Stop) -> Result<()> {
        let mut replay = recording.replay()?;
        let view = self.view(replay.world());
        let every = (1.0 / (FILM_RATE * f64::from(STEP))).round().max(1.0) as u64;
        let frames = u32::try_from(last / every + 1).unwrap_or(u32::MAX);
        save_film(path, format, &FilmSettings::of(&view, FILM_RATE, frames), |film| {
            for frame in 0..u64::from(frames) {
                while replay.frame() < frame * every && replay.advance().is_some() {
                    stop.check()?;
                }
                film.push(draw(replay.world(), &view))?;
            }
            Ok::<(), Failure>(())
        })
    }

    fn view(&self, world: &wobble2d::World) -> View {
        View::fit(world, self.size).theme(self.look.theme()).overlays(self.overlay)
    }
}

/// The first frame that differs, if any.
fn verify(recording: &Recording, stop: &Stop) -> Result<Option<Difference>> {
    let mut replay = recording.replay()?;
    let progress = Progress::new("replaying", recording.frames());
    while let Some(frame) = replay.advance() {
        stop.check()?;
        progress.at(replay.frame());
        if let Err(difference) = frame {
            return Ok(Some(difference));
        }
    }
    Ok(None)
}
