//! Single pictures as PNG.

use crate::error::{Error, Result};
use crate::file::write_bytes;
use crate::raster::Raster;
use ::png::{BitDepth, ColorType, Compression, Encoder, EncodingError};
use std::path::Path;
use wobble_view::DrawList;

/// A drawn picture as the bytes of a PNG file, 8-bit RGB.
///
/// # Errors
/// If the encoder refuses.
pub fn encode_png(picture: &Raster) -> Result<Vec<u8>> {
    let [width, height] = picture.size();
    let rgb: Vec<u8> = picture.rgba().as_chunks::<4>().0.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect();
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Rgb);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&rgb)?;
    writer.finish()?;
    Ok(bytes)
}

/// Pixels with alpha as the bytes of a PNG file, packed quickly.
pub(crate) fn encode_rgba([width, height]: [u32; 2], rgba: &[u8]) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width, height);
    encoder.set_color(ColorType::Rgba);
    encoder.set_depth(BitDepth::Eight);
    encoder.set_compression(Compression::Balanced);
    let mut writer = encoder.write_header()?;
    writer.write_image_data(rgba)?;
    writer.finish()?;
    Ok(bytes)
}

/// Draws a list and saves it as a PNG file.
///
/// # Errors
/// If the picture has no size, or the file cannot be written; nothing is left of it then.
pub fn save_png(path: &Path, list: &DrawList) -> Result<()> {
    let mut picture = Raster::new(list.size)?;
    picture.draw(list)?;
    write_bytes(path, &encode_png(&picture)?)
}

impl From<EncodingError> for Error {
    fn from(error: EncodingError) -> Self {
        match error {
            EncodingError::IoError(source) => Self::Io(source),
            other => Self::Encode(other.to_string()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::encode_png;
    use crate::raster::Raster;
    use ::png::Decoder;
    use std::io::Cursor;
    use wobble_view::{Colour, DrawList};

    #[test]
    fn a_picture_comes_back_with_its_size_and_colour() {
        let mut raster = Raster::new([33, 17]).expect("a valid size");
        raster.draw(&DrawList::new([33, 17], Colour::hex(0x123456))).expect("the same size");
        let bytes = encode_png(&raster).expect("a valid picture");
        let mut reader = Decoder::new(Cursor::new(bytes)).read_info().expect("a PNG header");
        assert_eq!((reader.info().width, reader.info().height), (33, 17));
        let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
        reader.next_frame(&mut pixels).expect("a picture");
        assert_eq!(pixels, [0x12, 0x34, 0x56].repeat(33 * 17));
    }
}
