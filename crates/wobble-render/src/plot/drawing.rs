//! A plot as shapes.
//!
//! ```text
//!   title
//!   ─ legend  ─ legend
//!   y [m]
//!   2 ┌────────────────┐
//!   1 │                │
//!   0 └────────────────┘
//!     0    1    2    3
//!                  x [s]
//! ```

use super::axis::Ruler;
use super::curve::{Style, dashes, pieces};
use super::{Curve, Plot};
use crate::letters;
use glam::{Vec2, vec2};
use wobble_view::{Anchor, Colour, DrawList, Label, Lines, Theme};

/// The height of capitals: of the title, and of all other text. `[px]`
const TITLE: f32 = 10.0;
const TEXT: f32 = 8.0;

/// From one line of text to the next, and the room around everything. `[px]`
const LINE: f32 = 18.0;
const MARGIN: f32 = 12.0;

/// About so far from one mark to the next. `[px]`
const MARKS_X: f64 = 70.0;
const MARKS_Y: f64 = 38.0;

/// `[px]`
const CURVE: f32 = 1.8;
const DOT: f32 = 3.2;
const DASH: [f32; 2] = [7.0, 5.0];

/// How long a curve's sample in the legend is, and the room after its name. `[px]`
const SAMPLE: f32 = 20.0;
const LEGEND_GAP: f32 = 16.0;

/// Where things are. `[px]`
struct Layout {
    size: Vec2,
    low: Vec2,
    high: Vec2,
}

pub(super) fn draw(plot: &Plot, size: [u32; 2], theme: &Theme) -> DrawList {
    let mut list = DrawList::new(size, theme.air);
    let whole = vec2(size[0] as f32, size[1] as f32);
    let mut top = MARGIN;
    if !plot.title.is_empty() {
        write(&mut list, vec2(MARGIN, top + 0.5 * TITLE), Anchor::Start, TITLE, theme.ink, &plot.title);
        top += LINE + 2.0;
    }
    top = draw_legend(plot, theme, whole.x, top, &mut list);
    write(&mut list, vec2(MARGIN, top + 0.5 * TEXT), Anchor::Start, TEXT, faint(theme), &plot.y.label());
    top += LINE;

    let bottom = whole.y - MARGIN - TEXT - LINE - 8.0;
    let values = |i: usize| plot.curves.iter().flat_map(|curve| &curve.points).map(move |point| point[i]);
    let y = plot.y.ruler(values(1), MARKS_Y / f64::from((bottom - top).max(1.0)));
    let widest = y.marks.iter().map(|(_, name)| letters::width(name, TEXT)).fold(0.0, f32::max);
    let left = MARGIN + widest + 8.0;
    let right = whole.x - MARGIN - 4.0;
    let x = plot.x.ruler(values(0), MARKS_X / f64::from((right - left).max(1.0)));
    let layout = Layout { size: whole, low: vec2(left, top), high: vec2(right, bottom) };
    if right - left < 8.0 || bottom - top < 8.0 {
        return list;
    }
    draw_marks(plot, [&x, &y], &layout, theme, &mut list);
    draw_curves(plot, [&x, &y], &layout, theme, &mut list);
    let frame = [layout.low, vec2(left, bottom), layout.high];
    list.lines(Lines::one(frame.map(on_pixel)), 1.0, faint(theme));
    list
}

/// The names of the curves, in as many rows as they need; returns where they end. `[px]`
fn draw_legend(plot: &Plot, theme: &Theme, width: f32, top: f32, list: &mut DrawList) -> f32 {
    let named = || plot.curves.iter().enumerate().filter(|(_, curve)| !curve.name.is_empty());
    let (mut x, mut y) = (MARGIN, top + 0.5 * TEXT);
    for (place, curve) in named() {
        let wide = SAMPLE + 6.0 + letters::width(&curve.name, TEXT);
        if x > MARGIN && x + wide > width - MARGIN {
            (x, y) = (MARGIN, y + LINE);
        }
        draw_line(curve, &[vec2(x, y), vec2(x + SAMPLE, y)], colour(curve, place, theme), list);
        if curve.style == Style::Dotted {
            list.discs(vec![vec2(x + 0.5 * SAMPLE, y)], DOT, colour(curve, place, theme));
        }
        write(list, vec2(x + SAMPLE + 6.0, y), Anchor::Start, TEXT, theme.ink, &curve.name);
        x += wide + LEGEND_GAP;
    }
    if named().next().is_some() { y - 0.5 * TEXT + LINE } else { top }
}

fn draw_marks(plot: &Plot, [x, y]: [&Ruler; 2], layout: &Layout, theme: &Theme, list: &mut DrawList) {
    let Layout { size, low, high } = *layout;
    let grid = theme.ink.mix(theme.air, 0.9);
    let (mut lines, mut fine) = (Lines::default(), Lines::default());
    let name = plot.x.label();
    let beneath = high.y + 12.0;
    write(list, vec2(high.x, size.y - MARGIN - 0.5 * TEXT), Anchor::End, TEXT, faint(theme), &name);
    for (place, text) in &x.marks {
        let at = low.x + *place as f32 * (high.x - low.x);
        if text.is_empty() { &mut fine } else { &mut lines }.add([vec2(at, low.y), vec2(at, high.y)].map(on_pixel));
        let half = 0.5 * letters::width(text, TEXT);
        if at + half < size.x && at - half > 0.0 {
            write(list, vec2(at, beneath), Anchor::Middle, TEXT, theme.ink, text);
        }
    }
    for (place, text) in &y.marks {
        let at = high.y - *place as f32 * (high.y - low.y);
        if text.is_empty() { &mut fine } else { &mut lines }.add([vec2(low.x, at), vec2(high.x, at)].map(on_pixel));
        write(list, vec2(low.x - 6.0, at), Anchor::End, TEXT, theme.ink, text);
    }
    list.lines(fine, 1.0, theme.ink.mix(theme.air, 0.95));
    list.lines(lines, 1.0, grid);
}

/// The curves lie in an inset, which cuts off what is beyond the axes. It has the marks' lines again, since an inset hides what is below.
fn draw_curves(plot: &Plot, [x, y]: [&Ruler; 2], layout: &Layout, theme: &Theme, list: &mut DrawList) {
    let origin = layout.low.floor();
    let extent = (layout.high.ceil() - origin).max(Vec2::ONE);
    let mut inner = DrawList::new([extent.x as u32, extent.y as u32], theme.air);
    for shape in &list.shapes {
        if let wobble_view::Shape::Stroke(stroke) = shape {
            let mut moved = Lines::default();
            stroke.lines.iter().for_each(|line| moved.add(line.iter().map(|point| *point - origin)));
            inner.lines(moved, stroke.width, stroke.colour);
        }
    }
    let (low, high) = (layout.low - origin, layout.high - origin);
    let pixel = |&[a, b]: &[f64; 2]| {
        let (a, b) = (x.place(a)? as f32, y.place(b)? as f32);
        Some(vec2(low.x + a * (high.x - low.x), high.y - b * (high.y - low.y)))
    };
    for (place, curve) in plot.curves.iter().enumerate() {
        let colour = colour(curve, place, theme);
        for piece in pieces(curve.points.iter().map(pixel)) {
            draw_line(curve, &piece, colour, &mut inner);
            if curve.style == Style::Dotted || piece.len() == 1 {
                inner.discs(piece, DOT, colour);
            }
        }
    }
    list.inset([origin.x as i32, origin.y as i32], inner);
}

fn draw_line(curve: &Curve, line: &[Vec2], colour: Colour, list: &mut DrawList) {
    match curve.style {
        _ if line.len() < 2 => {}
        Style::Dashed => list.lines(dashes(line, DASH), CURVE, colour),
        Style::Line | Style::Dotted => list.lines(Lines::one(line.iter().copied()), CURVE, colour),
    }
}

fn colour(curve: &Curve, place: usize, theme: &Theme) -> Colour {
    theme.line(curve.colour.unwrap_or(place))
}

/// Frame and units stand back behind what they frame.
fn faint(theme: &Theme) -> Colour {
    theme.ink.mix(theme.air, 0.45)
}

/// Fine lines are sharp on the middle of a pixel.
fn on_pixel(point: Vec2) -> Vec2 {
    point.floor() + 0.5
}

fn write(list: &mut DrawList, place: Vec2, anchor: Anchor, height: f32, colour: Colour, text: &str) {
    if !text.is_empty() {
        list.label(Label { place, anchor, height, colour, text: text.into() });
    }
}
