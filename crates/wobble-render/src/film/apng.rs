//! Animations as APNG: every colour exactly, and of each frame only what has changed.
//!
//! ```text
//!   signature  IHDR  acTL  [fcTL IDAT…]  [fcTL fdAT…]  …  IEND
//! ```
//! The `png` crate packs each patch as a picture of its own, several at a time; here they are put in order. Unchanged pixels of a patch are
//! transparent.

use super::Batch;
use super::patch::Patch;
use super::timing::delay;
use crate::error::{Error, Result};
use crate::png::encode_rgba;
use crate::raster::Raster;
use rayon::prelude::*;
use std::io::Write;

/// Before everything else.
const SIGNATURE: [u8; 8] = *b"\x89PNG\r\n\x1a\n";

/// Delays are given in these parts of a second.
const PARTS: u16 = 1000;

/// An APNG being written.
pub(super) struct Apng<W: Write> {
    out: W,
    /// The number of the next `fcTL` or `fdAT`.
    sequence: u32,
}

/// A packed patch.
struct Packed {
    patch: Patch,
    /// A whole PNG file.
    png: Vec<u8>,
}

impl<W: Write> Apng<W> {
    pub fn new(out: W) -> Self {
        Self { out, sequence: 0 }
    }

    pub fn write(&mut self, batch: &Batch<'_>) -> Result<()> {
        let frame = |k: usize| &batch.frames[k];
        let before = |k: usize| if k == 0 { batch.before } else { Some(frame(k - 1)) };
        let packed: Vec<Packed> =
            (0..batch.frames.len()).into_par_iter().map(|k| pack(before(k), frame(k))).collect::<Result<_>>()?;
        if batch.before.is_none() {
            self.begin(batch)?;
        }
        for (k, packed) in packed.iter().enumerate() {
            self.write_frame(batch.first + k as u32, batch.settings.rate, packed)?;
        }
        Ok(())
    }

    fn begin(&mut self, batch: &Batch<'_>) -> Result<()> {
        let [width, height] = batch.settings.size.map(u32::to_be_bytes);
        // Eight bits for each of red, green, blue and alpha; the only ways there are to pack and to filter; not interlaced.
        let kind = [8, 6, 0, 0, 0];
        self.out.write_all(&SIGNATURE)?;
        self.write_chunk(b"IHDR", &[&width, &height, &kind])?;
        let for_ever = 0u32.to_be_bytes();
        self.write_chunk(b"acTL", &[&batch.settings.frames.to_be_bytes(), &for_ever])
    }

    fn write_frame(&mut self, number: u32, rate: f64, Packed { patch, png }: &Packed) -> Result<()> {
        let place = [patch.width(), patch.height(), patch.left, patch.top].map(|side| (side as u32).to_be_bytes());
        let delay = [delay(number, rate, PARTS.into()), PARTS].map(u16::to_be_bytes);
        let keep_and_lay_over = [0, 1];
        let sequence = self.next_sequence();
        self.write_chunk(b"fcTL", &[&sequence, place.as_flattened(), delay.as_flattened(), &keep_and_lay_over])?;
        for data in chunks(png).filter(|(kind, _)| kind == b"IDAT").map(|(_, data)| data) {
            if number == 0 {
                self.write_chunk(b"IDAT", &[data])?;
            } else {
                let sequence = self.next_sequence();
                self.write_chunk(b"fdAT", &[&sequence, data])?;
            }
        }
        Ok(())
    }

    pub fn finish(mut self) -> Result<W> {
        self.write_chunk(b"IEND", &[])?;
        Ok(self.out)
    }

    fn next_sequence(&mut self) -> [u8; 4] {
        self.sequence += 1;
        (self.sequence - 1).to_be_bytes()
    }

    fn write_chunk(&mut self, kind: &[u8; 4], parts: &[&[u8]]) -> Result<()> {
        let length: usize = parts.iter().map(|part| part.len()).sum();
        let length = u32::try_from(length).map_err(|_| Error::Encode("a frame is larger than 4 GB".into()))?;
        let mut check = crc32fast::Hasher::new();
        self.out.write_all(&length.to_be_bytes())?;
        for part in [&kind[..]].iter().chain(parts) {
            check.update(part);
            self.out.write_all(part)?;
        }
        Ok(self.out.write_all(&check.finalize().to_be_bytes())?)
    }
}

/// The patch that turns the picture before into the next one.
fn pack(before: Option<&Raster>, next: &Raster) -> Result<Packed> {
    let pixels = next.rgba().as_chunks::<4>().0;
    let width = next.size()[0] as usize;
    let changed: Vec<[u8; 4]> = match before {
        None => pixels.to_vec(),
        Some(before) => {
            let olds = before.rgba().as_chunks::<4>().0;
            olds.iter().zip(pixels).map(|(old, new)| if old == new { [0; 4] } else { *new }).collect()
        }
    };
    let patch = Patch::of(&changed, width, |&[.., alpha]| alpha > 0);
    let rgba: Vec<u8> = patch.rows(&changed, width).flatten().flatten().copied().collect();
    Ok(Packed { patch, png: encode_rgba([patch.width() as u32, patch.height() as u32], &rgba)? })
}

/// The chunks of a PNG file: their kinds and contents.
fn chunks(png: &[u8]) -> impl Iterator<Item = ([u8; 4], &[u8])> {
    let mut rest = png.get(SIGNATURE.len()..).unwrap_or_default();
    core::iter::from_fn(move || {
        let (length, after) = rest.split_first_chunk::<4>()?;
        let (kind, after) = after.split_first_chunk::<4>()?;
        let (data, after) = after.split_at_checked(u32::from_be_bytes(*length) as usize)?;
        rest = after.get(4..)?;
        Some((*kind, data))
    })
}
