//! Sheets of elastic triangles.

use glam::vec2;
use wobble2d::{Blueprint, Triangle};

/// A rectangle of triangles from the origin to (width, height), numbered row by row, with diagonals that lean by turns.
///
/// ```text
///   3 ─ 4 ─ 5
///   │ ╱ │ ╲ │
///   0 ─ 1 ─ 2
/// ```
pub struct Sheet {
    pub columns: u32,
    pub rows: u32,
    pub width: f32,
    pub height: f32,
    pub mass: f32,
    pub triangle: Triangle,
}

impl Sheet {
    /// The number of a point, counted in cells from the lower left.
    pub fn at(&self, x: u32, y: u32) -> u32 {
        y * (self.columns + 1) + x
    }

    pub fn corners(&self) -> Vec<[u32; 3]> {
        let cells = (0..self.rows).flat_map(|y| (0..self.columns).map(move |x| (x, y)));
        let cut = |(x, y): (u32, u32)| {
            let [a, b, c, d] = [self.at(x, y), self.at(x + 1, y), self.at(x + 1, y + 1), self.at(x, y + 1)];
            if (x + y) % 2 == 0 { [[a, b, c], [a, c, d]] } else { [[a, b, d], [b, c, d]] }
        };
        cells.flat_map(cut).collect()
    }

    /// The blueprint, with every point's mass from the triangles around it, and these points pinned.
    pub fn build(&self, pinned: impl IntoIterator<Item = u32>) -> Blueprint {
        self.loaded(0.0, pinned)
    }

    /// The same with another mass on its top row.
    pub fn loaded(&self, load: f32, pinned: impl IntoIterator<Item = u32>) -> Blueprint {
        let step = vec2(self.width / self.columns as f32, self.height / self.rows as f32);
        let corners = self.corners();
        let mut shares = vec![0.0f32; ((self.columns + 1) * (self.rows + 1)) as usize];
        corners.iter().flatten().for_each(|&i| shares[i as usize] += self.mass / (3 * corners.len()) as f32);
        let mut builder = Blueprint::builder();
        for y in 0..=self.rows {
            for x in 0..=self.columns {
                let own = if y == self.rows { load / (self.columns + 1) as f32 } else { 0.0 };
                builder = builder.point(step * vec2(x as f32, y as f32), own + shares[self.at(x, y) as usize]);
            }
        }
        let builder = corners.into_iter().fold(builder, |builder, corners| builder.triangle(corners, self.triangle));
        builder.outline(self.boundary()).pin(pinned).build().unwrap()
    }

    fn boundary(&self) -> Vec<u32> {
        let (c, r) = (self.columns, self.rows);
        let bottom = (0..c).map(|x| self.at(x, 0));
        let right = (0..r).map(|y| self.at(c, y));
        let top = (1..=c).rev().map(|x| self.at(x, r));
        let left = (1..=r).rev().map(|y| self.at(0, y));
        bottom.chain(right).chain(top).chain(left).collect()
    }
}
