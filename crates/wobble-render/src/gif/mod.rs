//! Animations as GIF: one palette for all frames, and of each frame only what has changed.
//!
//! ```text
//!   push → batch of lists ─→ pixels ─→ palette numbers ─→ patches ─→ file
//!                           └────── each for all frames of a batch at once ──────┘
//! ```
//! A batch is a few frames for each thread, so memory stays bounded however long the animation is.

mod difference;
mod palette;
mod timing;

use crate::error::{Error, Result};
use crate::file::write_whole;
use crate::raster::Raster;
use ::gif::{Encoder, EncodingError, Frame, Repeat};
use difference::difference;
use palette::{Histogram, Palette};
use rayon::prelude::*;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use timing::{check_rate, delay};
use wobble_view::{Colour, DrawList, View};

/// What an animation is like.
#[derive(Clone, Debug, PartialEq)]
pub struct GifSettings {
    /// Width and height. `[px]`
    pub size: [u32; 2],
    /// Frames in a second, 0.1 to 50: faster ones are slowed down by most players. `[1/s]`
    pub rate: f64,
    /// Colours that get a place in the palette even if the first frames do not show them.
    pub swatches: Vec<Colour>,
}

impl GifSettings {
    /// For pictures seen like this. `[1/s]`
    pub fn of(view: &View, rate: f64) -> Self {
        Self { size: view.camera.size, rate, swatches: view.theme.swatches() }
    }
}

/// Records frames one after the other. It loops for ever when played.
pub struct GifRecorder<W: Write> {
    settings: GifSettings,
    output: Output<W>,
    /// Frames that wait for their batch to be full.
    waiting: Vec<DrawList>,
    /// Room for the frames of a batch; the memory is used again.
    rasters: Vec<Raster>,
    /// The palette numbers of the frame before the batch, then of each frame of the batch.
    numbers: Vec<Vec<u8>>,
    frames_written: u64,
}

/// The palette is in the file's head, so nothing can be written before the first frames are known.
enum Output<W: Write> {
    NotBegun(Option<W>),
    Begun(Encoder<W>, Palette),
}

/// Records a GIF file. The file appears when `record` has succeeded; otherwise nothing is left of it.
///
/// # Errors
/// What `record` returns; if the settings are out of their range, no frame was pushed, or the file cannot be written.
pub fn save_gif<E: From<Error>>(
    path: &Path,
    settings: &GifSettings,
    record: impl FnOnce(&mut GifRecorder<&mut BufWriter<&File>>) -> core::result::Result<(), E>,
) -> core::result::Result<(), E> {
    write_whole(path, |out| {
        let mut recorder = GifRecorder::new(out, settings.clone())?;
        record(&mut recorder)?;
        recorder.finish()?;
        Ok(())
    })
}

impl<W: Write> GifRecorder<W> {
    /// Begins an animation.
    ///
    /// # Errors
    /// If the size or the frame rate is out of its range.
    pub fn new(out: W, settings: GifSettings) -> Result<Self> {
        check_rate(settings.rate)?;
        let batch = (4 * rayon::current_num_threads()).clamp(8, 32);
        let rasters = (0..batch).map(|_| Raster::new(settings.size)).collect::<Result<_>>()?;
        let numbers = vec![Vec::new(); batch + 1];
        let output = Output::NotBegun(Some(out));
        Ok(Self { settings, output, waiting: Vec::new(), rasters, numbers, frames_written: 0 })
    }

    /// Adds a frame.
    ///
    /// # Errors
    /// If it has another size, or cannot be written.
    pub fn push(&mut self, frame: DrawList) -> Result<()> {
        if frame.size != self.settings.size {
            return Err(Error::SizeChanged { expected: self.settings.size, got: frame.size });
        }
        self.waiting.push(frame);
        if self.waiting.len() == self.rasters.len() { self.write_batch() } else { Ok(()) }
    }

    /// Writes what is left and gives the writer back.
    ///
    /// # Errors
    /// If there was no frame, or it cannot be written.
    pub fn finish(mut self) -> Result<W> {
        self.write_batch()?;
        match self.output {
            Output::NotBegun(_) => Err(Error::NoFrames),
            Output::Begun(encoder, _) => {
                let mut out = encoder.into_inner()?;
                out.flush()?;
                Ok(out)
            }
        }
    }

    fn write_batch(&mut self) -> Result<()> {
        let count = self.waiting.len();
        if count == 0 {
            return Ok(());
        }
        let rasters = &mut self.rasters[..count];
        rasters.par_iter_mut().zip(&self.waiting).try_for_each(|(raster, list)| raster.draw(list))?;
        self.waiting.clear();

        let (encoder, palette) = self.output.begin(&self.settings, rasters)?;
        let numbers = &mut self.numbers[..=count];
        numbers[1..].par_iter_mut().zip(rasters).for_each(|(numbers, raster)| palette.number(raster.rgba(), numbers));

        let first = self.frames_written;
        let frame = |(k, pair): (usize, &[Vec<u8>])| encode(&self.settings, palette, first + k as u64, pair);
        let frames: Vec<Frame<'static>> = numbers.par_windows(2).enumerate().map(frame).collect();
        frames.iter().try_for_each(|frame| encoder.write_lzw_pre_encoded_frame(frame))?;
        numbers.swap(0, count);
        self.frames_written += count as u64;
        Ok(())
    }
}

impl<W: Write> Output<W> {
    fn begin(&mut self, settings: &GifSettings, rasters: &[Raster]) -> Result<(&mut Encoder<W>, &Palette)> {
        if let Self::NotBegun(out) = self
            && let Some(out) = out.take()
        {
            let mut histogram = Histogram::default();
            histogram.add_swatches(&settings.swatches);
            rasters.iter().for_each(|raster| histogram.add_pixels(raster.rgba()));
            let palette = Palette::of(&histogram);
            let [width, height] = settings.size.map(|side| side as u16);
            let mut encoder = Encoder::new(out, width, height, &palette.bytes())?;
            encoder.set_repeat(Repeat::Infinite)?;
            *self = Self::Begun(encoder, palette);
        }
        match self {
            Self::Begun(encoder, palette) => Ok((encoder, palette)),
            Self::NotBegun(_) => Err(Error::Encode("its beginning could not be written".into())),
        }
    }
}

/// One frame, ready to be written; `pair` is the frame before (empty for the first) and this one.
fn encode(settings: &GifSettings, palette: &Palette, number: u64, pair: &[Vec<u8>]) -> Frame<'static> {
    let mut frame = difference(&pair[0], &pair[1], settings.size[0] as usize, palette.transparent());
    frame.delay = delay(number, settings.rate);
    frame.make_lzw_pre_encoded();
    frame
}

impl From<EncodingError> for Error {
    fn from(error: EncodingError) -> Self {
        match error {
            EncodingError::Io(source) => Self::Io(source),
            other => Self::Encode(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests;
