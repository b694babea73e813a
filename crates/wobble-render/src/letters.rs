//! Labels, set in Ubuntu Light. The font is part of the program, so that pictures look the same on every machine.

use epaint_default_fonts::UBUNTU_LIGHT;
use std::sync::LazyLock;
use tiny_skia::PathBuilder;
use ttf_parser::{Face, GlyphId, OutlineBuilder};
use wobble_view::{Anchor, Label};

/// A light font looks pale in small letters, so its lines are thickened by this part of the height of capitals.
const THICKER: f32 = 0.045;

static FONT: LazyLock<Option<Face<'static>>> = LazyLock::new(|| Face::parse(UBUNTU_LIGHT, 0).ok());

/// How wide a text is whose capitals are of a height. `[px]`
pub(crate) fn width(text: &str, height: f32) -> f32 {
    FONT.as_ref().map_or(0.0, |font| text.chars().map(|letter| advance(font, letter)).sum::<f32>() * unit(font, height))
}

/// By how much the lines of letters are to be thickened. `[px]`
pub(crate) fn thicker(height: f32) -> f32 {
    THICKER * height
}

/// Adds the outlines of a label's letters to a path. `[px]`
pub(crate) fn trace(label: &Label, path: &mut PathBuilder) {
    let Some(font) = FONT.as_ref() else { return };
    let unit = unit(font, label.height);
    let before = match label.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => 0.5,
        Anchor::End => 1.0,
    };
    let mut pen =
        Pen { path, x: label.place.x - before * width(&label.text, label.height), y: label.place.y + 0.5 * label.height, unit };
    for letter in label.text.chars() {
        font.outline_glyph(glyph(font, letter), &mut pen);
        pen.x += unit * advance(font, letter);
    }
}

/// The size of a font's unit when its capitals are of a height. `[px]`
fn unit(font: &Face<'_>, height: f32) -> f32 {
    height / f32::from(font.capital_height().unwrap_or(700).max(1))
}

/// Glyph 0 is a box, for letters that the font does not have.
fn glyph(font: &Face<'_>, letter: char) -> GlyphId {
    font.glyph_index(letter).unwrap_or(GlyphId(0))
}

fn advance(font: &Face<'_>, letter: char) -> f32 {
    f32::from(font.glyph_hor_advance(glyph(font, letter)).unwrap_or(0))
}

/// Draws a glyph, y up and in the font's units, where the pen stands.
struct Pen<'p> {
    path: &'p mut PathBuilder,
    x: f32,
    y: f32,
    unit: f32,
}

impl Pen<'_> {
    fn at(&self, x: f32, y: f32) -> (f32, f32) {
        (self.x + self.unit * x, self.y - self.unit * y)
    }
}

impl OutlineBuilder for Pen<'_> {
    fn move_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        let (x, y) = self.at(x, y);
        self.path.line_to(x, y);
    }

    fn quad_to(&mut self, x1: f32, y1: f32, x: f32, y: f32) {
        let ((x1, y1), (x, y)) = (self.at(x1, y1), self.at(x, y));
        self.path.quad_to(x1, y1, x, y);
    }

    fn curve_to(&mut self, x1: f32, y1: f32, x2: f32, y2: f32, x: f32, y: f32) {
        let ((x1, y1), (x2, y2), (x, y)) = (self.at(x1, y1), self.at(x2, y2), self.at(x, y));
        self.path.cubic_to(x1, y1, x2, y2, x, y);
    }

    fn close(&mut self) {
        self.path.close();
    }
}

#[cfg(test)]
mod tests {
    use super::{FONT, trace, width};
    use glam::vec2;
    use tiny_skia::{PathBuilder, Rect};
    use wobble_view::{Anchor, Label};

    fn bounds(text: &str, anchor: Anchor) -> Option<Rect> {
        let label = Label { place: vec2(100.0, 50.0), anchor, height: 12.0, colour: wobble_view::Colour::BLACK, text: text.into() };
        let mut path = PathBuilder::new();
        trace(&label, &mut path);
        path.finish().map(|path| path.bounds())
    }

    #[test]
    fn every_letter_that_plots_need_is_in_the_font() {
        let font = FONT.as_ref().expect("a font that can be read");
        for letter in ('!'..='~').chain("−·×°²³µωθζαβλπ∆½±≤≥—–’".chars()) {
            assert!(font.glyph_index(letter).is_some(), "{letter} is missing");
        }
    }

    #[test]
    fn capitals_are_as_high_as_asked_and_centred() {
        let ink = bounds("HHHH", Anchor::Start).expect("some ink");
        assert!((ink.top() - 44.0).abs() < 0.1 && (ink.bottom() - 56.0).abs() < 0.1, "{ink:?}");
    }

    #[test]
    fn a_label_stands_where_its_anchor_says() {
        let wide = width("HHHH", 12.0);
        for (anchor, left) in [(Anchor::Start, 100.0), (Anchor::Middle, 100.0 - 0.5 * wide), (Anchor::End, 100.0 - wide)] {
            let ink = bounds("HHHH", anchor).expect("some ink");
            // A letter's ink begins and ends a little inside its room.
            assert!(ink.left() > left && ink.left() < left + 2.0, "{anchor:?}: {ink:?}");
            assert!(ink.right() < left + wide && ink.right() > left + wide - 2.0, "{anchor:?}: {ink:?}");
        }
    }

    #[test]
    fn a_letter_nobody_knows_is_a_box_and_no_letter_is_nothing() {
        assert!(bounds("語", Anchor::Start).is_some());
        assert!(bounds("", Anchor::Middle).is_none());
    }
}
