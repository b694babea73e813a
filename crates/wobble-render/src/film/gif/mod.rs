//! Animations as GIF: one palette for all frames, and of each frame only what has changed.

mod palette;
mod screen;

use super::Batch;
use super::patch::Patch;
use super::timing::delay;
use crate::error::{Error, Result};
use crate::raster::Raster;
use ::gif::{DisposalMethod, Encoder, EncodingError, Frame, Repeat};
use palette::{Histogram, Palette};
use rayon::prelude::*;
use screen::Screen;
use std::borrow::Cow;
use std::io::Write;

/// A GIF being written.
pub(super) struct Gif<W: Write> {
    output: Output<W>,
    screen: Screen,
    /// For each frame of a batch the palette numbers of its pixels; the memory is used again.
    numbers: Vec<Vec<u8>>,
}

/// The palette is in the file's head, so nothing can be written before the first frames are known.
enum Output<W: Write> {
    NotBegun(Option<W>),
    Begun(Encoder<W>, Palette),
}

impl<W: Write> Gif<W> {
    pub fn new(out: W) -> Self {
        Self { output: Output::NotBegun(Some(out)), screen: Screen::default(), numbers: Vec::new() }
    }

    pub fn write(&mut self, batch: &Batch<'_>) -> Result<()> {
        let (encoder, palette) = self.output.begin(batch)?;
        self.numbers.resize(self.numbers.len().max(batch.frames.len()), Vec::new());
        let numbers = &mut self.numbers[..batch.frames.len()];
        numbers.par_iter_mut().zip(batch.frames).for_each(|(numbers, frame)| palette.number(frame.rgba(), numbers));

        let befores = batch.before.into_iter().chain(batch.frames).map(Raster::rgba);
        let befores = batch.before.is_none().then_some(&[][..]).into_iter().chain(befores);
        for ((numbers, frame), before) in numbers.iter_mut().zip(batch.frames).zip(befores) {
            self.screen.show([before, frame.rgba()], numbers, batch.settings.size[0] as usize, palette);
        }

        let frames: Vec<Frame<'static>> =
            numbers.par_iter().enumerate().map(|(k, stored)| pack(batch, palette, k, stored)).collect();
        Ok(frames.iter().try_for_each(|frame| encoder.write_lzw_pre_encoded_frame(frame))?)
    }

    pub fn finish(self) -> Result<W> {
        match self.output {
            Output::NotBegun(_) => Err(Error::NoFrames),
            Output::Begun(encoder, _) => Ok(encoder.into_inner()?),
        }
    }
}

impl<W: Write> Output<W> {
    fn begin(&mut self, batch: &Batch<'_>) -> Result<(&mut Encoder<W>, &Palette)> {
        if let Self::NotBegun(out) = self
            && let Some(out) = out.take()
        {
            let mut histogram = Histogram::default();
            histogram.add_swatches(&batch.settings.swatches);
            batch.frames.iter().for_each(|frame| histogram.add_pixels(frame.rgba()));
            let palette = Palette::of(&histogram);
            let [width, height] = batch.settings.size.map(|side| side as u16);
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

/// The `k`-th frame of a batch, ready to be written: the smallest patch that holds all that is stored.
fn pack(batch: &Batch<'_>, palette: &Palette, k: usize, stored: &[u8]) -> Frame<'static> {
    let width = batch.settings.size[0] as usize;
    let patch = Patch::of(stored, width, |&number| number != palette.transparent());
    let pixels: Vec<u8> = patch.rows(stored, width).flatten().copied().collect();
    let mut frame = Frame {
        delay: delay(batch.first + k as u32, batch.settings.rate, 100.0),
        dispose: DisposalMethod::Keep,
        transparent: Some(palette.transparent()),
        left: patch.left as u16,
        top: patch.top as u16,
        width: patch.width() as u16,
        height: patch.height() as u16,
        buffer: Cow::Owned(pixels),
        ..Frame::default()
    };
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
