//! Labels, set in Ubuntu Light, and in Hack what that does not have. The fonts are part of the program, so that pictures look the same on
//! every machine.

use epaint_default_fonts::{HACK_REGULAR, UBUNTU_LIGHT};
use std::sync::LazyLock;
use tiny_skia::PathBuilder;
use ttf_parser::{Face, GlyphId, OutlineBuilder};
use wobble_view::{Anchor, Label};

/// A light font looks pale in small letters, so its lines are thickened by this part of the height of capitals.
const THICKER: f32 = 0.045;

static FONTS: LazyLock<Vec<Face<'static>>> =
    LazyLock::new(|| [UBUNTU_LIGHT, HACK_REGULAR].into_iter().filter_map(|font| Face::parse(font, 0).ok()).collect());

/// A letter as one of the fonts has it.
#[derive(Clone, Copy)]
struct Glyph {
    font: &'static Face<'static>,
    id: GlyphId,
    /// The size of the font's unit. `[px]`
    unit: f32,
}

/// The glyphs of a text whose capitals are of a height. `[px]`
fn glyphs(text: &str, height: f32) -> impl Iterator<Item = Glyph> {
    text.chars().filter_map(move |letter| {
        let found = FONTS.iter().find_map(|font| Some((font, font.glyph_index(letter)?)));
        // Glyph 0 is a box, for letters that no font has.
        let (font, id) = found.or_else(|| Some((FONTS.first()?, GlyphId(0))))?;
        Some(Glyph { font, id, unit: height / f32::from(font.capital_height().unwrap_or(700).max(1)) })
    })
}

impl Glyph {
    /// From its beginning to that of the next. `[px]`
    fn width(self) -> f32 {
        self.unit * f32::from(self.font.glyph_hor_advance(self.id).unwrap_or(0))
    }
}

/// How wide a text is whose capitals are of a height. `[px]`
pub(crate) fn width(text: &str, height: f32) -> f32 {
    glyphs(text, height).map(Glyph::width).sum()
}

/// The room that a label takes: left, top, right and bottom, from its highest capital to its baseline. `[px]`
#[cfg(test)]
pub(crate) fn extent(label: &Label) -> [f32; 4] {
    let left = label.place.x - before(label.anchor) * width(&label.text, label.height);
    [left, label.place.y - 0.5 * label.height, left + width(&label.text, label.height), label.place.y + 0.5 * label.height]
}

/// By how much the lines of letters are to be thickened. `[px]`
pub(crate) fn thicker(height: f32) -> f32 {
    THICKER * height
}

/// Adds the outlines of a label's letters to a path. `[px]`
pub(crate) fn trace(label: &Label, path: &mut PathBuilder) {
    let left = label.place.x - before(label.anchor) * width(&label.text, label.height);
    let mut pen = Pen { path, x: left, y: label.place.y + 0.5 * label.height, unit: 0.0 };
    for glyph in glyphs(&label.text, label.height) {
        pen.unit = glyph.unit;
        glyph.font.outline_glyph(glyph.id, &mut pen);
        pen.x += glyph.width();
    }
}

/// Which part of a label is to the left of its place.
fn before(anchor: Anchor) -> f32 {
    match anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => 0.5,
        Anchor::End => 1.0,
    }
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
    use super::{GlyphId, glyphs, trace, width};
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
        for letter in ('!'..='~').chain("−·×°²³⁰¹⁴⁵⁶⁷⁸⁹⁻µωθζαβλπ½±≤≥→—–’".chars()) {
            let glyph = glyphs(&letter.to_string(), 8.0).next().expect("fonts that can be read");
            assert_ne!(glyph.id, GlyphId(0), "{letter} is missing");
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
