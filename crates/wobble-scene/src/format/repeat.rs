//! Many bodies from one description: rows and grids, with a small disorder that is the same on every machine.
//!
//! ```text
//!   row 1      6   7   8            body number i stands in column i mod columns, row i div columns
//!   row 0    0   1   2   3 …        the grid is centred on `at` sideways and grows by `spacing` upwards
//!                ↑ at
//! ```

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Rows and columns of a body. `at` of the body is the middle of the first row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Repeat {
    /// How many stand side by side.
    #[schemars(range(min = 1, max = 100_000))]
    pub columns: u32,
    /// How many rows there are.
    #[schemars(range(min = 1, max = 100_000))]
    pub rows: u32,
    /// How many bodies there are; if left out, columns times rows. The last row may stay incomplete.
    #[schemars(range(min = 1, max = 100_000))]
    pub count: Option<u32>,
    /// From column to column, and from row to row; negative goes left or down. `[m]`
    #[schemars(inner(range(min = -1e4, max = 1e4)))]
    pub spacing: [f32; 2],
    /// By how much every second row is shifted to the right. `[m]`
    #[schemars(range(min = -1e4, max = 1e4))]
    pub stagger: f32,
    /// A small disorder, so that things do not stand on each other like coins.
    pub jitter: Option<Jitter>,
}

impl Default for Repeat {
    fn default() -> Self {
        Self { columns: 1, rows: 1, count: None, spacing: [1.1, 1.1], stagger: 0.0, jitter: None }
    }
}

/// A disorder that looks random and is not: body number `i` is moved by `position · sin(frequency · i + phase)`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Jitter {
    /// The farthest it moves a body, in x and in y; y uses `phase + 2`. `[m]`
    #[schemars(inner(range(min = -1e4, max = 1e4)))]
    pub position: [f32; 2],
    /// The farthest it turns a body; uses `phase + 4`. `[rad]`
    #[schemars(range(min = -1e4, max = 1e4))]
    pub angle: f32,
    /// The part by which it makes bodies larger and smaller; uses `phase + 6`.
    #[schemars(range(min = 0.0, max = 0.9))]
    pub size: f32,
    /// How far the phase goes from body to body. `[rad]`
    #[schemars(range(min = -1e6, max = 1e6))]
    pub frequency: f32,
    /// Another phase is another disorder. `[rad]`
    #[schemars(range(min = -1e6, max = 1e6))]
    pub phase: f32,
}

impl Default for Jitter {
    fn default() -> Self {
        Self { position: [0.04, 0.0], angle: 0.0, size: 0.0, frequency: 12.9898, phase: 0.0 }
    }
}

/// Where one of many stands, and how it differs from the others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Place {
    /// `[m]`
    pub at: [f32; 2],
    /// `[rad]`
    pub angle: f32,
    /// A factor on all lengths.
    pub size: f32,
}

impl Repeat {
    /// How many bodies there are.
    pub fn total(&self) -> u64 {
        let grid = u64::from(self.columns) * u64::from(self.rows);
        self.count.map_or(grid, |count| grid.min(u64::from(count)))
    }

    /// Where body number `i` stands when the first row is centred on `at`.
    pub fn place(&self, i: u32, at: [f32; 2]) -> Place {
        let columns = self.columns.max(1);
        let (column, row) = ((i % columns) as f32, (i / columns) as f32);
        let shift = if (i / columns) % 2 == 1 { self.stagger } else { 0.0 };
        let x = at[0] + (column - (columns - 1) as f32 / 2.0) * self.spacing[0] + shift;
        let y = at[1] + self.spacing[1] * row;
        let Some(jitter) = self.jitter else { return Place { at: [x, y], angle: 0.0, size: 1.0 } };
        let wave = |ahead: f32| libm::sinf(jitter.frequency * i as f32 + (jitter.phase + ahead));
        Place {
            at: [x + jitter.position[0] * wave(0.0), y + jitter.position[1] * wave(2.0)],
            angle: jitter.angle * wave(4.0),
            size: 1.0 + jitter.size * wave(6.0),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Jitter, Repeat};

    #[test]
    fn an_incomplete_last_row_starts_at_the_left_of_a_centred_grid() {
        let repeat = Repeat { columns: 4, rows: 2, count: Some(5), spacing: [1.0, 2.0], ..Repeat::default() };
        assert_eq!(repeat.total(), 5);
        assert_eq!(repeat.place(0, [10.0, 1.0]).at, [8.5, 1.0]);
        assert_eq!(repeat.place(3, [10.0, 1.0]).at, [11.5, 1.0]);
        assert_eq!(repeat.place(4, [10.0, 1.0]).at, [8.5, 3.0]);
    }

    #[test]
    fn every_second_row_is_shifted() {
        let repeat = Repeat { columns: 1, rows: 3, spacing: [1.0, 1.0], stagger: 0.25, ..Repeat::default() };
        assert_eq!([0, 1, 2].map(|i| repeat.place(i, [0.0, 0.0]).at[0]), [0.0, 0.25, 0.0]);
    }

    #[test]
    fn jitter_is_the_sine_of_the_number_and_never_larger_than_it_says() {
        let jitter = Jitter { position: [0.04, 0.02], angle: 0.3, size: 0.5, ..Jitter::default() };
        let repeat = Repeat { columns: 1000, spacing: [0.0, 0.0], jitter: Some(jitter), ..Repeat::default() };
        for i in 0..1000 {
            let place = repeat.place(i, [0.0, 0.0]);
            assert_eq!(place.at[0], 0.04 * libm::sinf(12.9898 * i as f32));
            assert!(place.at[1].abs() <= 0.02 && place.angle.abs() <= 0.3 && (0.5..=1.5).contains(&place.size));
        }
    }
}
