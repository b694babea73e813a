//! Animations, frame after frame.
//!
//! ```text
//!   push → batch of lists ─→ pixels ─→ what has changed ─→ packed ─→ file
//!                           └───── for all frames of a batch at once ─────┘
//! ```
//! A batch is a few frames for each thread, so memory stays bounded however long the animation is.

mod apng;
mod gif;
mod patch;
mod timing;

use crate::error::{Error, Result};
use crate::file::write_whole;
use crate::raster::Raster;
use apng::Apng;
use gif::Gif;
use rayon::prelude::*;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use wobble_view::{Colour, DrawList, View};

/// What an animation is like.
#[derive(Clone, Debug, PartialEq)]
pub struct FilmSettings {
    /// Width and height. `[px]`
    pub size: [u32; 2],
    /// Frames in a second, 0.1 to 50 for a GIF, to 120 for an APNG. `[1/s]`
    pub rate: f64,
    /// How many frames there will be: an APNG says so at its beginning.
    pub frames: u32,
    /// Colours that get a place in a GIF's palette even if the first frames do not show them.
    pub swatches: Vec<Colour>,
}

impl FilmSettings {
    /// So many frames of pictures seen like this. `[1/s]`
    pub fn of(view: &View, rate: f64, frames: u32) -> Self {
        Self { size: view.camera.size, rate, frames, swatches: view.theme.swatches() }
    }
}

/// What kind of file an animation becomes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilmFormat {
    /// 127 colours, small, shown by everything.
    Gif,
    /// Every colour exactly, larger, shown by every browser.
    Apng,
}

impl FilmFormat {
    /// By the end of a file's name, `.gif` or `.apng`.
    pub fn of(path: &Path) -> Option<Self> {
        let end = path.extension()?.to_str()?;
        [("gif", Self::Gif), ("apng", Self::Apng)]
            .into_iter()
            .find(|(name, _)| end.eq_ignore_ascii_case(name))
            .map(|(_, format)| format)
    }

    fn fastest(self) -> f64 {
        match self {
            // Players take a delay of less than two hundredths for a mistake and wait ten.
            Self::Gif => 50.0,
            Self::Apng => 120.0,
        }
    }
}

/// Records frames one after the other. It loops for ever when played.
pub struct Film<W: Write> {
    settings: FilmSettings,
    output: Output<W>,
    /// Frames that wait for their batch to be full.
    waiting: Vec<DrawList>,
    /// The frame before the batch, then room for the frames of a batch; the memory is used again.
    rasters: Vec<Raster>,
    written: u32,
}

enum Output<W: Write> {
    Gif(Gif<W>),
    Apng(Apng<W>),
}

/// A batch of frames, ready to be packed.
struct Batch<'a> {
    settings: &'a FilmSettings,
    /// The number of its first frame.
    first: u32,
    /// The frame before; none before the very first.
    before: Option<&'a Raster>,
    frames: &'a [Raster],
}

/// The memory that the pictures of a batch may take. `[B]`
const BATCH_MEMORY: u64 = 256 << 20;

/// Records an animation to a file. The file appears when `record` has succeeded; otherwise nothing is left of it.
///
/// # Errors
/// What `record` returns; if the settings are out of their range, another number of frames was pushed, or the file cannot be written.
pub fn save_film<E: From<Error>>(
    path: &Path,
    format: FilmFormat,
    settings: &FilmSettings,
    record: impl FnOnce(&mut Film<&mut BufWriter<&File>>) -> core::result::Result<(), E>,
) -> core::result::Result<(), E> {
    write_whole(path, |out| {
        let mut film = Film::new(out, format, settings.clone())?;
        record(&mut film)?;
        film.finish()?;
        Ok(())
    })
}

impl<W: Write> Film<W> {
    /// Begins an animation.
    ///
    /// # Errors
    /// If the size, the frame rate or the number of frames is out of its range.
    pub fn new(out: W, format: FilmFormat, settings: FilmSettings) -> Result<Self> {
        let (rate, fastest) = (settings.rate, format.fastest());
        if !(0.1..=fastest).contains(&rate) {
            return Err(Error::Rate { rate, fastest });
        }
        if settings.frames == 0 {
            return Err(Error::NoFrames);
        }
        let first = Raster::new(settings.size)?;
        let most = (BATCH_MEMORY / first.rgba().len() as u64).max(1) as usize;
        let batch = (4 * rayon::current_num_threads()).clamp(8, 32).min(most);
        let output = match format {
            FilmFormat::Gif => Output::Gif(Gif::new(out)),
            FilmFormat::Apng => Output::Apng(Apng::new(out)),
        };
        Ok(Self { settings, output, waiting: Vec::new(), rasters: vec![first; batch + 1], written: 0 })
    }

    /// Adds a frame.
    ///
    /// # Errors
    /// If it has another size, there are more than was said, or it cannot be written.
    pub fn push(&mut self, frame: DrawList) -> Result<()> {
        if frame.size != self.settings.size {
            return Err(Error::SizeChanged { expected: self.settings.size, got: frame.size });
        }
        let expected = self.settings.frames;
        if self.written as usize + self.waiting.len() == expected as usize {
            return Err(Error::Frames { expected, got: expected.saturating_add(1) });
        }
        self.waiting.push(frame);
        if self.waiting.len() + 1 == self.rasters.len() { self.write_batch() } else { Ok(()) }
    }

    /// Writes what is left and gives the writer back.
    ///
    /// # Errors
    /// If there were fewer frames than was said, or it cannot be written.
    pub fn finish(mut self) -> Result<W> {
        self.write_batch()?;
        let (expected, got) = (self.settings.frames, self.written);
        if got != expected {
            return Err(Error::Frames { expected, got });
        }
        let mut out = match self.output {
            Output::Gif(gif) => gif.finish()?,
            Output::Apng(apng) => apng.finish()?,
        };
        out.flush()?;
        Ok(out)
    }

    fn write_batch(&mut self) -> Result<()> {
        let count = self.waiting.len();
        if count == 0 {
            return Ok(());
        }
        let (before, rasters) = self.rasters.split_at_mut(1);
        let frames = &mut rasters[..count];
        frames.par_iter_mut().zip(&self.waiting).try_for_each(|(raster, list)| raster.draw(list))?;
        self.waiting.clear();
        let before = (self.written > 0).then_some(&before[0]);
        let batch = Batch { settings: &self.settings, first: self.written, before, frames };
        match &mut self.output {
            Output::Gif(gif) => gif.write(&batch)?,
            Output::Apng(apng) => apng.write(&batch)?,
        }
        self.rasters.swap(0, count);
        self.written += count as u32;
        Ok(())
    }
}

#[cfg(test)]
mod tests;
