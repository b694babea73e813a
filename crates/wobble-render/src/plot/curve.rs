//! One curve of a plot.

use glam::Vec2;
use wobble_view::Lines;

/// Points, and how they are joined.
#[derive(Clone, Debug, PartialEq)]
pub struct Curve {
    /// For the legend; an empty name has no place there.
    pub name: String,
    /// `[x, y]` each, in the axes' units. Where one is no number, the curve has a gap.
    pub points: Vec<[f64; 2]>,
    /// How the points are joined.
    pub style: Style,
    /// Which of the theme's line colours it has; without one, the next in turn.
    pub colour: Option<usize>,
}

/// How the points of a curve are joined.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Style {
    /// By a line.
    #[default]
    Line,
    /// By a dashed line, for what is only compared with.
    Dashed,
    /// By a line, with a dot at each point: for a few measurements.
    Dotted,
}

impl Curve {
    /// Points joined by a line.
    pub fn line(name: impl Into<String>, points: impl IntoIterator<Item = [f64; 2]>) -> Self {
        Self { name: name.into(), points: points.into_iter().collect(), style: Style::Line, colour: None }
    }

    /// The same, joined otherwise.
    pub fn styled(self, style: Style) -> Self {
        Self { style, ..self }
    }

    /// The same, in one of the theme's line colours.
    pub fn coloured(self, place: usize) -> Self {
        Self { colour: Some(place), ..self }
    }
}

/// How many points there may be in a column of pixels: the first, the lowest, the highest, the last.
const PER_COLUMN: usize = 4;

/// The pieces of a curve between its gaps, with no more points than can be seen. `[px]`
pub(super) fn pieces(points: impl Iterator<Item = Option<Vec2>>) -> Vec<Vec<Vec2>> {
    let mut pieces = vec![Vec::new()];
    for point in points {
        match (point, pieces.last_mut()) {
            (Some(point), Some(piece)) => add_thinned(piece, point),
            _ => pieces.push(Vec::new()),
        }
    }
    pieces.retain(|piece| !piece.is_empty());
    pieces
}

/// Adds a point; in a column that is full, a point between the extremes is replaced.
fn add_thinned(piece: &mut Vec<Vec2>, point: Vec2) {
    let column = point.x.floor();
    let begin = piece.len().saturating_sub(PER_COLUMN);
    let full = piece.len() >= PER_COLUMN && piece[begin..].iter().all(|other| other.x.floor() == column);
    if full {
        let [first, a, b, last] = [begin, begin + 1, begin + 2, begin + 3].map(|i| piece[i]);
        let (low, high) =
            [first, a, b, last, point].iter().fold((f32::MAX, f32::MIN), |(low, high), p| (low.min(p.y), high.max(p.y)));
        piece[begin + 1] = Vec2::new(a.x, low);
        piece[begin + 2] = Vec2::new(b.x, high);
        piece[begin + 3] = point;
    } else {
        piece.push(point);
    }
}

/// A line as dashes. `[px]`
pub(super) fn dashes(line: &[Vec2], [on, off]: [f32; 2]) -> Lines {
    let (mut lines, mut dash) = (Lines::default(), Vec::new());
    let (mut left, mut inked) = (on, true);
    for pair in line.windows(2) {
        let (mut from, to) = (pair[0], pair[1]);
        if inked && dash.is_empty() {
            dash.push(from);
        }
        while from.distance(to) > left {
            from += (to - from).normalize_or_zero() * left;
            if inked {
                dash.push(from);
                lines.add(core::mem::take(&mut dash));
            } else {
                dash.push(from);
            }
            inked = !inked;
            left = if inked { on } else { off };
        }
        left -= from.distance(to);
        if inked {
            dash.push(to);
        }
    }
    lines.add(dash);
    lines
}

#[cfg(test)]
mod tests {
    use super::{dashes, pieces};
    use glam::{Vec2, vec2};

    #[test]
    fn a_curve_has_a_gap_where_there_is_no_number() {
        let points = [Some(vec2(0.0, 0.0)), Some(vec2(9.0, 0.0)), None, None, Some(vec2(20.0, 0.0))];
        let lengths: Vec<usize> = pieces(points.into_iter()).iter().map(Vec::len).collect();
        assert_eq!(lengths, [2, 1]);
    }

    #[test]
    fn a_million_points_become_a_few_for_each_column_and_keep_the_extremes() {
        let wave = |i: i32| vec2(i as f32 / 10_000.0, libm::sinf(i as f32) * 50.0);
        let thin = pieces((0..1_000_000).map(|i| Some(wave(i)))).concat();
        assert!(thin.len() <= 4 * 101, "{}", thin.len());
        let (low, high) = thin.iter().fold((0.0f32, 0.0f32), |(low, high), p| (low.min(p.y), high.max(p.y)));
        assert!(low < -49.9 && high > 49.9, "{low} {high}");
    }

    #[test]
    fn dashes_are_as_long_as_asked_whatever_the_points_between() {
        let line: Vec<Vec2> = (0..=100).map(|i| vec2(i as f32, 0.0)).collect();
        let dashes = dashes(&line, [6.0, 4.0]);
        assert_eq!(dashes.iter().len(), 10);
        for (k, dash) in dashes.iter().enumerate() {
            let (first, last) = (dash[0].x, dash[dash.len() - 1].x);
            assert!((first - 10.0 * k as f32).abs() < 1e-3 && (last - first - 6.0).abs() < 1e-3, "{first} to {last}");
        }
    }
}
