//! Several lines in one list.

use glam::Vec2;

/// Several lines of points, kept one after the other in one list: an outline with its holes, the threads of a cloth. `[px]`
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lines {
    points: Vec<Vec2>,
    /// For each finished line, where the next begins.
    ends: Vec<u32>,
}

impl Lines {
    /// One line through these points.
    pub fn one(points: impl IntoIterator<Item = Vec2>) -> Self {
        let mut lines = Self::default();
        lines.add(points);
        lines
    }

    /// Nothing yet, with room for so many points in one line.
    pub(crate) fn with_room(points: usize) -> Self {
        Self { points: Vec::with_capacity(points), ends: Vec::with_capacity(1) }
    }

    /// Adds a line. A line without points is left out.
    pub fn add(&mut self, points: impl IntoIterator<Item = Vec2>) {
        self.points.extend(points);
        self.finish();
    }

    /// Adds a point to the line that is not finished.
    pub(crate) fn go_to(&mut self, point: Vec2) {
        self.points.push(point);
    }

    /// Ends a line, if it has points.
    pub(crate) fn finish(&mut self) {
        let begin = self.ends.last().copied().unwrap_or(0);
        if self.points.len() > begin as usize {
            self.ends.push(self.points.len() as u32);
        }
    }

    /// The lines, each as a slice of its points. `[px]`
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Vec2]> {
        let begin = |k: usize| if k == 0 { 0 } else { self.ends[k - 1] as usize };
        (0..self.ends.len()).map(move |k| &self.points[begin(k)..self.ends[k] as usize])
    }

    /// The points of all lines. `[px]`
    pub fn points(&self) -> &[Vec2] {
        &self.points
    }

    /// Whether there are no lines.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The smallest box around all points: its upper left and lower right corners. `None` without points. `[px]`
    pub fn bounding_box(&self) -> Option<(Vec2, Vec2)> {
        let first = *self.points.first()?;
        Some(self.points.iter().fold((first, first), |(low, high), &point| (low.min(point), high.max(point))))
    }
}

#[cfg(test)]
mod tests {
    use super::Lines;
    use glam::{Vec2, vec2};

    #[test]
    fn lines_come_back_as_they_were_added() {
        let mut lines = Lines::default();
        lines.add([vec2(0.0, 0.0), vec2(1.0, 0.0)]);
        lines.add([]);
        lines.add([vec2(5.0, 5.0), vec2(6.0, 5.0), vec2(6.0, 9.0)]);
        let back: Vec<Vec<Vec2>> = lines.iter().map(<[Vec2]>::to_vec).collect();
        assert_eq!(back, [vec![vec2(0.0, 0.0), vec2(1.0, 0.0)], vec![vec2(5.0, 5.0), vec2(6.0, 5.0), vec2(6.0, 9.0)]]);
        assert_eq!(lines.bounding_box(), Some((vec2(0.0, 0.0), vec2(6.0, 9.0))));
    }
}
