//! The part of a frame that must be stored.

/// A box of pixels: the first of each direction, and the first beyond.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Patch {
    pub left: usize,
    pub right: usize,
    pub top: usize,
    pub bottom: usize,
}

impl Patch {
    /// The box around the pixels that count, `width` in a row; a single pixel if none does, since a frame must have one.
    pub fn of<T>(pixels: &[T], width: usize, counts: impl Fn(&T) -> bool) -> Self {
        let mut patch = Self { left: width, right: 0, top: usize::MAX, bottom: 0 };
        for (y, row) in pixels.chunks_exact(width).enumerate() {
            if let Some(first) = row.iter().position(&counts) {
                patch.left = patch.left.min(first);
                patch.right = row.iter().rposition(&counts).map_or(patch.right, |last| patch.right.max(last + 1));
                patch.top = patch.top.min(y);
                patch.bottom = y + 1;
            }
        }
        if patch.bottom == 0 { Self { left: 0, right: 1, top: 0, bottom: 1 } } else { patch }
    }

    pub fn width(self) -> usize {
        self.right - self.left
    }

    pub fn height(self) -> usize {
        self.bottom - self.top
    }

    /// The patch's own part of all pixels, row after row.
    pub fn rows<T>(self, pixels: &[T], width: usize) -> impl Iterator<Item = &[T]> {
        pixels.chunks_exact(width).take(self.bottom).skip(self.top).map(move |row| &row[self.left..self.right])
    }
}

#[cfg(test)]
mod tests {
    use super::Patch;

    #[test]
    fn a_patch_is_no_larger_than_what_counts() {
        // Six by four, of which (1, 1), (3, 1) and (2, 2) count.
        let pixels: Vec<bool> = (0..24).map(|i| [7, 9, 14].contains(&i)).collect();
        let patch = Patch::of(&pixels, 6, |&counts| counts);
        assert_eq!(patch, Patch { left: 1, right: 4, top: 1, bottom: 3 });
        let inside: Vec<bool> = patch.rows(&pixels, 6).flatten().copied().collect();
        assert_eq!(inside, [true, false, true, false, true, false]);
    }

    #[test]
    fn where_nothing_counts_there_is_still_a_pixel() {
        let patch = Patch::of(&[false; 24], 6, |&counts| counts);
        assert_eq!((patch.width(), patch.height()), (1, 1));
    }
}
