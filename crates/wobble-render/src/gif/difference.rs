//! What has changed from one frame to the next.

use ::gif::{DisposalMethod, Frame};
use std::borrow::Cow;

/// The smallest patch that turns the picture before into the next one; within it, what has not changed is transparent. Numbers of
/// palette colours, `width` in a row. Without a picture before (empty) it is the whole of the next.
pub(super) fn difference(before: &[u8], next: &[u8], width: usize, transparent: u8) -> Frame<'static> {
    let patch = changed(before, next, width);
    let row = |y: usize| y * width + patch.left..y * width + patch.right;
    let mut pixels = Vec::with_capacity((patch.right - patch.left) * (patch.bottom - patch.top));
    for y in patch.top..patch.bottom {
        match before.get(row(y)) {
            None => pixels.extend_from_slice(&next[row(y)]),
            Some(before) => {
                pixels.extend(before.iter().zip(&next[row(y)]).map(|(&old, &new)| if old == new { transparent } else { new }));
            }
        }
    }
    Frame {
        dispose: DisposalMethod::Keep,
        transparent: Some(transparent),
        left: patch.left as u16,
        top: patch.top as u16,
        width: (patch.right - patch.left) as u16,
        height: (patch.bottom - patch.top) as u16,
        buffer: Cow::Owned(pixels),
        ..Frame::default()
    }
}

/// A box of pixels: the first of each direction, and the first beyond.
struct Patch {
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
}

/// The box around what has changed; a single pixel if nothing has, since a frame must have one.
fn changed(before: &[u8], next: &[u8], width: usize) -> Patch {
    if before.is_empty() {
        return Patch { left: 0, right: width, top: 0, bottom: next.len() / width };
    }
    let mut patch = Patch { left: width, right: 0, top: usize::MAX, bottom: 0 };
    for (y, (old, new)) in before.chunks_exact(width).zip(next.chunks_exact(width)).enumerate() {
        // Comparing whole rows is quick, and most of a picture stands still.
        if old != new {
            let differs = |x: &usize| old[*x] != new[*x];
            patch.left = (0..patch.left).find(differs).unwrap_or(patch.left);
            patch.right = (patch.right..width).rev().find(differs).map_or(patch.right, |last| last + 1);
            patch.top = patch.top.min(y);
            patch.bottom = y + 1;
        }
    }
    if patch.bottom == 0 { Patch { left: 0, right: 1, top: 0, bottom: 1 } } else { patch }
}

#[cfg(test)]
mod tests {
    use super::difference;

    const TRANSPARENT: u8 = 255;

    /// Two pictures, six by four, that differ at (1, 1), (3, 1) and (2, 2).
    fn pictures() -> (Vec<u8>, Vec<u8>) {
        let before: Vec<u8> = (0..24).collect();
        let mut next = before.clone();
        for (x, y) in [(1, 1), (3, 1), (2, 2)] {
            next[y * 6 + x] += 100;
        }
        (before, next)
    }

    #[test]
    fn a_patch_is_no_larger_than_what_has_changed() {
        let (before, next) = pictures();
        let frame = difference(&before, &next, 6, TRANSPARENT);
        assert_eq!((frame.left, frame.top, frame.width, frame.height), (1, 1, 3, 2));
        assert_eq!(*frame.buffer, [107, 255, 109, 255, 114, 255]);
    }

    #[test]
    fn the_first_frame_is_the_whole_picture() {
        let (_, next) = pictures();
        let frame = difference(&[], &next, 6, TRANSPARENT);
        assert_eq!((frame.left, frame.top, frame.width, frame.height), (0, 0, 6, 4));
        assert_eq!(*frame.buffer, next);
    }

    #[test]
    fn a_picture_that_stands_still_is_one_transparent_pixel() {
        let (before, _) = pictures();
        let frame = difference(&before, &before, 6, TRANSPARENT);
        assert_eq!((frame.width, frame.height), (1, 1));
        assert_eq!(*frame.buffer, [TRANSPARENT]);
    }
}
