//! Letters made of a few straight strokes, for labels in pictures that have no fonts.
//!
//! ```text
//!   8 ┌───┐      capitals and figures stand from 2 to 8,
//!   6 │   │      small letters from 2 to 6,
//!   2 └───┘      and hang down to 0
//!   0
//!     0   4
//! ```
//! A glyph is strokes separated by spaces, a stroke is points, a point is two digits: x and y. A single point is a dot.

use glam::{Vec2, vec2};
use wobble_view::{Anchor, Label, Lines};

/// From `!` to `~`, in ASCII's order.
const GLYPHS: [&str; 94] = [
    "0804 02",
    "0806 2826",
    "1218 3238 0646 0444",
    "473818070615354443321203 2921",
    "0818160608 3444423234 0248",
    "420607182837360403122244",
    "0806",
    "18070312",
    "08171302",
    "2723 0644 0446",
    "2622 0444",
    "1201",
    "0434",
    "02",
    "0248",
    "182837332212030718",
    "071812 0222",
    "07183847460242",
    "0718384746354443321203 2535",
    "32380444",
    "480805354443321203",
    "4738180703123243443505",
    "084812",
    "15060718384746351504031232434435",
    "0312324347381807061545",
    "05 02",
    "15 1201",
    "360432",
    "0535 0333",
    "063402",
    "07183847462524 22",
    "342314162736344447381807031242",
    "022842 1434",
    "02083847463505 3544433202",
    "4738180703123243",
    "02082846442202",
    "48080242 0535",
    "480802 0535",
    "47381807031232434525",
    "0802 4842 0545",
    "0802",
    "3833221203",
    "0802 4804 1542",
    "080242",
    "0208254842",
    "02084248",
    "183847433212030718",
    "02083847463505",
    "183847433212030718 2442",
    "02083847463505 2542",
    "473818070615354443321203",
    "0848 2822",
    "080312324348",
    "082248",
    "0812253248",
    "0842 0248",
    "082548 2522",
    "08480242",
    "18080212",
    "0842",
    "08181202",
    "062846",
    "0141",
    "0817",
    "16263532 341403122233",
    "08022233352606",
    "361605031232",
    "38321203051636",
    "043435261605031232",
    "281712 0626",
    "361605031232 36312000",
    "0802 0516263532",
    "0602 08",
    "161100 18",
    "0802 3604 1532",
    "080312",
    "0206162522 25364542",
    "0206 0516263532",
    "162635332212030516",
    "00062635332202",
    "30361605031232",
    "0602 051626",
    "361605332202",
    "181322 0626",
    "0603122233 3632",
    "062246",
    "0612243246",
    "0632 0236",
    "0622 4610",
    "06360232",
    "28171605141322",
    "0901",
    "08171625141302",
    "04152435",
];

/// For every other letter.
const UNKNOWN: &str = "0848420208";

/// The height of capitals in the units of the glyphs, and the line they stand on.
const CAPITAL: f32 = 6.0;
const BASELINE: f32 = 2.0;

/// The room after a glyph, and the width of a space, in the units of the glyphs.
const GAP: f32 = 2.0;
const SPACE: f32 = 2.0;

/// How thick letters of a height are to be. `[px]`
pub(crate) fn pen_width(height: f32) -> f32 {
    (0.14 * height).max(1.0)
}

/// The strokes of a label. `[px]`
pub(crate) fn write(label: &Label) -> Lines {
    let unit = label.height / CAPITAL;
    let width: f32 = label.text.chars().map(advance).sum::<f32>() - GAP;
    let before = match label.anchor {
        Anchor::Start => 0.0,
        Anchor::Middle => 0.5 * width,
        Anchor::End => width,
    };
    let mut pen = label.place + unit * vec2(-before, BASELINE + 0.5 * CAPITAL);
    let mut lines = Lines::default();
    for letter in label.text.chars() {
        for stroke in glyph(letter).split_ascii_whitespace() {
            // A line without length has no direction for its round ends; a short one makes a dot.
            let dot = (stroke.len() == 2).then(|| pen + unit * (point(stroke.as_bytes()) + vec2(0.0, -0.25)));
            lines.add(points(stroke).map(|p| pen + unit * p).chain(dot));
        }
        pen.x += unit * advance(letter);
    }
    lines
}

fn glyph(letter: char) -> &'static str {
    match letter {
        ' ' => "",
        '!'..='~' => GLYPHS[letter as usize - '!' as usize],
        _ => UNKNOWN,
    }
}

fn advance(letter: char) -> f32 {
    let widest = glyph(letter).split_ascii_whitespace().flat_map(points).map(|p| p.x).reduce(f32::max);
    widest.unwrap_or(SPACE) + GAP
}

fn points(stroke: &str) -> impl Iterator<Item = Vec2> {
    stroke.as_bytes().chunks_exact(2).map(point)
}

/// Two digits, y down.
fn point(digits: &[u8]) -> Vec2 {
    let digit = |place: usize| f32::from(digits[place] - b'0');
    vec2(digit(0), -digit(1))
}

#[cfg(test)]
mod tests {
    use super::{GLYPHS, write};
    use glam::vec2;
    use wobble_view::{Anchor, Label};

    fn label(text: &str, anchor: Anchor) -> Label {
        Label { place: vec2(100.0, 50.0), anchor, height: 12.0, colour: wobble_view::Colour::BLACK, text: text.into() }
    }

    #[test]
    fn every_glyph_is_pairs_of_digits() {
        for glyph in GLYPHS {
            let strokes: Vec<&str> = glyph.split_ascii_whitespace().collect();
            assert!(!strokes.is_empty() && strokes.iter().all(|stroke| stroke.len() % 2 == 0), "{glyph}");
            assert!(glyph.bytes().all(|byte| byte == b' ' || byte.is_ascii_digit()), "{glyph}");
        }
    }

    #[test]
    fn glyphs_are_in_the_order_of_ascii() {
        for (letter, glyph) in [('-', "0434"), ('0', "182837332212030718"), ('A', "022842 1434"), ('z', "06360232"), ('|', "0901")]
        {
            assert_eq!(GLYPHS[letter as usize - '!' as usize], glyph);
        }
    }

    #[test]
    fn a_label_stands_where_its_anchor_says() {
        let reach = |anchor| write(&label("HHHH", anchor)).bounding_box().expect("some ink");
        let (low, high) = reach(Anchor::Start);
        assert_eq!((low.x, low.y, high.y), (100.0, 44.0, 56.0));
        let (low, high) = reach(Anchor::End);
        assert_eq!(high.x, 100.0);
        assert_eq!(reach(Anchor::Middle).0.x, 100.0 - 0.5 * (high.x - low.x));
    }

    #[test]
    fn a_letter_nobody_knows_is_a_box() {
        assert!(!write(&label("語", Anchor::Start)).is_empty());
        assert!(write(&label("", Anchor::Middle)).is_empty());
    }
}
