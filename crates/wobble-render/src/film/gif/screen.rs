//! What a player shows, and how little must be stored to keep it true.
//!
//! Where something moves, nobody sees a colour that is a little off, and not storing it again makes files a third smaller. Three rules
//! keep that invisible:
//! - What stands still is shown as well as the palette can. So nothing leaves a trail, and a scene at rest is exact.
//! - A colour may be off by no more than its neighbours are, and by [`SLACK`] at most: no worse than a shift by a pixel. Even areas have
//!   neighbours of the same colour, so there nothing may be off.
//! - The measure is the picture and never what was shown before, so errors cannot add up.

use super::palette::{Palette, difference};

/// How far a colour may be off where something moves, as a [`difference`]: 24 of 255 in every part.
const SLACK: u32 = 9 * 24 * 24;

/// What a player shows: numbers of palette colours, row after row. Empty before the first frame.
#[derive(Default)]
pub(super) struct Screen {
    shown: Vec<u8>,
}

impl Screen {
    /// Shows the second picture over the first, `width` pixels in a row. `numbers` are the colours nearest to its pixels, and become what
    /// must be stored: a colour, or "unchanged".
    pub fn show(&mut self, [before, now]: [&[u8]; 2], numbers: &mut [u8], width: usize, palette: &Palette) {
        if self.shown.is_empty() {
            self.shown = numbers.to_vec();
            return;
        }
        let [before, now] = [before, now].map(|rgba| rgba.as_chunks::<4>().0);
        let unchanged = palette.transparent();
        for row in (0..now.len()).step_by(width) {
            let mut left = unchanged;
            for i in row..row + width {
                let (right, shown) = (numbers[i], self.shown[i]);
                left = if shown == right {
                    unchanged
                } else if before[i] == now[i] {
                    right
                } else {
                    let slack = SLACK.min(contrast(now, i, width));
                    let near = |number: u8| palette.distance(number, now[i]) <= slack;
                    // Going on as on the left makes runs, which pack well.
                    let runs = if left == unchanged { None } else { Some(left).filter(|&left| near(left)) };
                    runs.unwrap_or_else(|| if near(shown) { unchanged } else { right })
                };
                if left != unchanged {
                    self.shown[i] = left;
                }
                numbers[i] = left;
            }
        }
    }
}

/// How different a pixel is from its neighbours to the left and right, above and below.
fn contrast(pixels: &[[u8; 4]], i: usize, width: usize) -> u32 {
    let beside = [i.checked_sub(1), Some(i + 1), i.checked_sub(width), Some(i + width)];
    let neighbours = beside.into_iter().flatten().filter_map(|j| pixels.get(j));
    neighbours.map(|&neighbour| difference(pixels[i], neighbour)).max().unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::{Palette, SLACK, Screen, difference};
    use crate::film::gif::palette::Histogram;
    use crate::raster::Raster;
    use glam::vec2;
    use wobble_view::{Colour, DrawList, Lines, Paint};

    const SIZE: [u32; 2] = [96, 64];

    /// A shaded ball that crosses a faint grid, and then leaves.
    fn picture(frame: u32) -> Raster {
        let mut list = DrawList::new(SIZE, Colour::hex(0xFCFBF8));
        for k in 0..9 {
            let x = 8.5 + 10.0 * k as f32;
            list.lines(Lines::one([vec2(x, 0.0), vec2(x, 64.0)]), 1.0, Colour::hex(0xF1EFE9));
        }
        let centre = vec2(3.7 * frame as f32 - 20.0, 32.0 + 0.3 * frame as f32);
        let rim = (0..40).map(|k| centre + 18.0 * vec2(libm::cosf(0.157 * k as f32), libm::sinf(0.157 * k as f32)));
        let colours = [0xFFFFFF, 0x3262C4, 0x2A5099].map(Colour::hex);
        list.fill(Lines::one(rim), Paint::Radial { centre: centre - 6.0, radius: 28.0, colours });
        let mut raster = Raster::new(SIZE).expect("a valid size");
        raster.draw(&list).expect("the same size");
        raster
    }

    /// Plays forty frames and calls `judge` with the pixels before, the pixels now, the nearest numbers and those shown.
    fn play(mut judge: impl FnMut(&Palette, [&[[u8; 4]]; 2], &[u8], &[u8])) {
        let pictures: Vec<Raster> = (0..40).map(picture).collect();
        let mut histogram = Histogram::default();
        pictures.iter().for_each(|picture| histogram.add_pixels(picture.rgba()));
        let (palette, mut screen) = (Palette::of(&histogram), Screen::default());
        let mut before = &pictures[0];
        for now in &pictures {
            let mut numbers = Vec::new();
            palette.number(now.rgba(), &mut numbers);
            let nearest = numbers.clone();
            screen.show([before.rgba(), now.rgba()], &mut numbers, SIZE[0] as usize, &palette);
            judge(&palette, [before, now].map(|picture| picture.rgba().as_chunks::<4>().0), &nearest, &screen.shown);
            before = now;
        }
    }

    #[test]
    fn what_stands_still_is_shown_as_well_as_the_palette_can() {
        play(|_, [before, now], nearest, shown| {
            let still = (0..now.len()).filter(|&i| before[i] == now[i]);
            assert_eq!(still.filter(|&i| nearest[i] != shown[i]).count(), 0, "a trail");
        });
    }

    #[test]
    fn what_moves_is_never_off_by_more_than_the_slack_and_something_is_saved() {
        let mut saved = 0;
        play(|palette, [_, now], nearest, shown| {
            for i in (0..now.len()).filter(|&i| nearest[i] != shown[i]) {
                saved += 1;
                assert!(palette.distance(shown[i], now[i]) <= SLACK);
            }
        });
        assert!(saved > 1000, "{saved}");
    }

    #[test]
    fn an_even_area_is_right_even_where_something_has_just_left() {
        play(|_, [_, now], nearest, shown| {
            for i in 97..now.len() - 97 {
                let even = [i - 96, i - 1, i + 1, i + 96].iter().all(|&j| difference(now[i], now[j]) == 0);
                assert!(!even || nearest[i] == shown[i]);
            }
        });
    }
}
