//! 127 colours for a whole animation, and one for "unchanged".
//!
//! A GIF could have twice as many. Moving pictures with fewer look the same and take a quarter less room: codes are shorter, and shaded
//! bodies repeat themselves more often.
//!
//! Colours are counted in 2¹⁸ bins (six bits of red, green and blue). Boxes of bins are split where their colours differ most,
//! until there are enough; then each colour moves to the middle of those that are nearest to it (Lloyd). A table answers for
//! every bin.

use wobble_view::Colour;

/// As many as fit in seven bits, less one for "unchanged".
const MOST: usize = 127;

/// How often colours move to the middle of what they stand for. After four times nothing visible changes.
const ROUNDS: usize = 4;

/// How many pixels a swatch counts as: enough to get a place, too few to take it from what is seen.
const SWATCH_WEIGHT: u64 = 400;

/// How often colours occur.
pub(super) struct Histogram {
    /// How many pixels, and the sum of their red, green and blue, for each bin.
    bins: Vec<(u64, [u64; 3])>,
}

/// A colour that occurs, and how much it counts.
#[derive(Clone, Copy)]
struct Sample {
    bin: u32,
    colour: [f32; 3],
    weight: f32,
}

/// The colours of an animation.
pub(super) struct Palette {
    colours: Vec<[u8; 3]>,
    /// For each bin, the number of the nearest colour.
    nearest: Vec<u8>,
}

impl Default for Histogram {
    fn default() -> Self {
        Self { bins: vec![(0, [0; 3]); 1 << 18] }
    }
}

fn bin([red, green, blue]: [u8; 3]) -> usize {
    (red as usize >> 2) << 12 | (green as usize >> 2) << 6 | blue as usize >> 2
}

/// How different two pixels look: the sum of the squares of the differences of their parts, weighted 3, 4 and 2, since eyes see green best
/// and blue least.
pub(super) fn difference(a: [u8; 4], b: [u8; 4]) -> u32 {
    let square = |i: usize| u32::from(a[i].abs_diff(b[i])).pow(2);
    3 * square(0) + 4 * square(1) + 2 * square(2)
}

impl Histogram {
    /// Counts the pixels of a frame, red, green, blue and alpha each.
    pub fn add_pixels(&mut self, rgba: &[u8]) {
        for &[red, green, blue, _] in rgba.as_chunks::<4>().0 {
            self.add([red, green, blue], 1);
        }
    }

    /// Counts colours that are to have a place.
    pub fn add_swatches(&mut self, swatches: &[Colour]) {
        for swatch in swatches {
            self.add([swatch.red, swatch.green, swatch.blue], SWATCH_WEIGHT);
        }
    }

    fn add(&mut self, colour: [u8; 3], count: u64) {
        let (total, sum) = &mut self.bins[bin(colour)];
        *total += count;
        sum.iter_mut().zip(colour).for_each(|(sum, part)| *sum += count * u64::from(part));
    }

    fn samples(&self) -> Vec<Sample> {
        let seen = self.bins.iter().enumerate().filter(|(_, (count, _))| *count > 0);
        seen.map(|(bin, &(count, sum))| Sample {
            bin: bin as u32,
            colour: sum.map(|part| part as f32 / count as f32),
            // The root: a background of a million pixels must not leave the bodies without colours.
            weight: (count as f32).sqrt(),
        })
        .collect()
    }
}

impl Palette {
    /// The colours that stand best for those that occur.
    pub fn of(histogram: &Histogram) -> Self {
        let mut samples = histogram.samples();
        let mut colours = split(&mut samples);
        for _ in 0..ROUNDS {
            settle(&samples, &mut colours);
        }
        colours.iter_mut().flatten().for_each(|part| *part = part.round());
        let nearest = table(&samples, &colours);
        Self { colours: colours.into_iter().map(|colour| colour.map(|part| part as u8)).collect(), nearest }
    }

    /// The number that means "unchanged".
    pub fn transparent(&self) -> u8 {
        self.colours.len() as u8
    }

    /// Red, green and blue of every number, "unchanged" too.
    pub fn bytes(&self) -> Vec<u8> {
        self.colours.iter().copied().chain([[0; 3]]).flatten().collect()
    }

    /// The [`difference`] of a pixel and the colour of a number.
    pub fn distance(&self, number: u8, pixel: [u8; 4]) -> u32 {
        let [red, green, blue] = self.colours[number as usize];
        difference([red, green, blue, 255], pixel)
    }

    /// The numbers of the nearest colours of a frame's pixels.
    pub fn number(&self, rgba: &[u8], numbers: &mut Vec<u8>) {
        numbers.clear();
        let pixels = rgba.as_chunks::<4>().0.iter();
        numbers.extend(pixels.map(|&[red, green, blue, _]| self.nearest[bin([red, green, blue])]));
    }
}

/// Splits the samples into boxes, always the one that is worst described by its mean, and returns the means.
fn split(samples: &mut [Sample]) -> Vec<[f32; 3]> {
    let mut boxes = vec![Spread::of(samples, 0)];
    while boxes.len() < MOST {
        let worst = boxes.iter().enumerate().max_by(|a, b| a.1.error.total_cmp(&b.1.error));
        let Some((worst, &Spread { begin, len, axis, mean, error })) = worst else { break };
        if error < 1e-3 {
            break;
        }
        let part = &mut samples[begin..begin + len];
        part.sort_unstable_by(|a, b| a.colour[axis].total_cmp(&b.colour[axis]));
        let middle = part.partition_point(|sample| sample.colour[axis] <= mean[axis]).clamp(1, len - 1);
        let (low, high) = part.split_at(middle);
        boxes[worst] = Spread::of(low, begin);
        boxes.push(Spread::of(high, begin + middle));
    }
    boxes.into_iter().filter(|spread| spread.len > 0).map(|spread| spread.mean).collect()
}

/// A box of samples: where it begins, how many, their mean, and how far they are from it, most along one axis.
struct Spread {
    begin: usize,
    len: usize,
    axis: usize,
    mean: [f32; 3],
    error: f32,
}

impl Spread {
    fn of(samples: &[Sample], begin: usize) -> Self {
        let (mut total, mut sum, mut squares) = (0.0f64, [0.0f64; 3], [0.0f64; 3]);
        for sample in samples {
            let weight = f64::from(sample.weight);
            total += weight;
            for (i, part) in sample.colour.map(f64::from).into_iter().enumerate() {
                sum[i] += weight * part;
                squares[i] += weight * part * part;
            }
        }
        let total = total.max(f64::MIN_POSITIVE);
        let error: [f64; 3] = core::array::from_fn(|i| (squares[i] - sum[i] * sum[i] / total).max(0.0));
        let axis = (0..3).max_by(|&a, &b| error[a].total_cmp(&error[b])).unwrap_or(0);
        let error = if samples.len() > 1 { error.iter().sum::<f64>() as f32 } else { 0.0 };
        Self { begin, len: samples.len(), axis, mean: sum.map(|part| (part / total) as f32), error }
    }
}

/// Moves each colour to the middle of the samples that are nearest to it.
fn settle(samples: &[Sample], colours: &mut [[f32; 3]]) {
    let mut sums = vec![(0.0, [0.0; 3]); colours.len()];
    for sample in samples {
        let (total, sum) = &mut sums[nearest(sample.colour, colours)];
        *total += sample.weight;
        sum.iter_mut().zip(sample.colour).for_each(|(sum, part)| *sum += sample.weight * part);
    }
    for (colour, (total, sum)) in colours.iter_mut().zip(sums) {
        if total > 0.0 {
            *colour = sum.map(|part| part / total);
        }
    }
}

/// For bins that occur, the nearest to what occurs in them; for all others, the nearest to the middle of eight bins.
fn table(samples: &[Sample], colours: &[[f32; 3]]) -> Vec<u8> {
    let middle = |five_bits: usize| 8.0 * five_bits as f32 + 3.5;
    let coarse: Vec<u8> =
        (0..1 << 15).map(|bin| nearest([middle(bin >> 10), middle(bin >> 5 & 31), middle(bin & 31)], colours) as u8).collect();
    let halve = |bin: usize| (bin >> 13) << 10 | (bin >> 7 & 31) << 5 | bin >> 1 & 31;
    let mut table: Vec<u8> = (0..1 << 18).map(|bin| coarse[halve(bin)]).collect();
    for sample in samples {
        table[sample.bin as usize] = nearest(sample.colour, colours) as u8;
    }
    table
}

fn nearest(colour: [f32; 3], colours: &[[f32; 3]]) -> usize {
    let mut best = (f32::INFINITY, 0);
    for (number, other) in colours.iter().enumerate() {
        let [r, g, b] = core::array::from_fn(|i| colour[i] - other[i]);
        // As `difference` does.
        let distance = 3.0 * r * r + 4.0 * g * g + 2.0 * b * b;
        if distance < best.0 {
            best = (distance, number);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::{Histogram, Palette};
    use wobble_view::Colour;

    fn palette_of(pixels: &[[u8; 4]], swatches: &[Colour]) -> Palette {
        let mut histogram = Histogram::default();
        histogram.add_pixels(pixels.as_flattened());
        histogram.add_swatches(swatches);
        Palette::of(&histogram)
    }

    fn shown(palette: &Palette, pixel: [u8; 4]) -> [u8; 3] {
        let mut numbers = Vec::new();
        palette.number(&pixel, &mut numbers);
        palette.colours[numbers[0] as usize]
    }

    #[test]
    fn few_colours_are_kept_exactly() {
        let pixels = [[10, 20, 30, 255], [200, 100, 50, 255], [252, 251, 248, 255], [230, 227, 220, 255]];
        let palette = palette_of(&pixels, &[]);
        assert_eq!(palette.transparent(), 4);
        for pixel in pixels {
            assert_eq!(shown(&palette, pixel), pixel[..3]);
        }
    }

    #[test]
    fn a_large_background_does_not_take_the_colours_of_a_small_body() {
        let background = vec![[250, 250, 250, 255]; 300_000];
        let body: Vec<[u8; 4]> = (0..200).map(|i| [200 - i / 4, 60 + i / 3, 20 + i, 255]).collect();
        let palette = palette_of(&[background, body.clone()].concat(), &[]);
        assert_eq!(shown(&palette, [250, 250, 250, 255]), [250; 3]);
        for pixel in body {
            let error = shown(&palette, pixel).iter().zip(pixel).map(|(a, b)| a.abs_diff(b)).max();
            assert!(error <= Some(3), "{pixel:?} is shown as {:?}", shown(&palette, pixel));
        }
    }

    #[test]
    fn a_swatch_has_a_colour_before_it_is_seen() {
        let ramp: Vec<[u8; 4]> = (0..=255).flat_map(|i| [[i, i, i, 255]; 1000]).collect();
        let palette = palette_of(&ramp, &[Colour::hex(0xD04020)]);
        assert_eq!(shown(&palette, [0xD0, 0x40, 0x20, 255]), [0xD0, 0x40, 0x20]);
    }

    #[test]
    fn there_are_never_more_colours_than_fit_in_seven_bits() {
        let many: Vec<[u8; 4]> =
            (0..40_000u32).map(|i| [(i * 7) as u8, ((i * 31) >> 3) as u8, ((i * 13) >> 5) as u8, 255]).collect();
        let palette = palette_of(&many, &[]);
        assert_eq!((palette.transparent(), palette.bytes().len()), (127, 384));
    }
}
