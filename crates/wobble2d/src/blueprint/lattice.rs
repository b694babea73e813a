//! A rectangle of points with springs along rows, columns and diagonals.
//!
//! ```text
//!   6 ─ 7 ─ 8
//!   │ ╳ │ ╳ │      numbered from the lower left, row by row
//!   3 ─ 4 ─ 5
//!   │ ╳ │ ╳ │
//!   0 ─ 1 ─ 2
//! ```

use super::{Blueprint, BlueprintBuilder, Cover};
use crate::element::{Area, Spring};
use crate::error::{Result, require};
use glam::vec2;

/// A rectangular lattice, centred on the origin: a jelly square, a springy box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Lattice {
    /// Points in a row, 2 to 4096.
    pub columns: u32,
    /// Points in a column, 2 to 4096.
    pub rows: u32,
    /// The distance between neighbours. `[m]`
    pub spacing: f32,
    /// `[kg]`
    pub mass: f32,
    /// Springs along rows and columns.
    pub structural: Spring,
    /// Springs along both diagonals.
    pub shear: Spring,
    /// Resistance of the whole area, if wanted.
    pub area: Option<Area>,
}

impl Default for Lattice {
    /// A jelly square, a metre wide.
    fn default() -> Self {
        Self {
            columns: 6,
            rows: 6,
            spacing: 0.2,
            mass: 2.0,
            structural: Spring::new(1500.0).damped(1.0),
            shear: Spring::new(1000.0).damped(0.7).support(),
            area: None,
        }
    }
}

impl Lattice {
    /// Finishes the blueprint.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn build(&self) -> Result<Blueprint> {
        let (columns, rows) = (self.columns, self.rows);
        let mut builder = grid(columns, rows, self.spacing, self.mass, self.structural, self.shear)?;
        builder = builder.outline(border(columns, rows));
        let at = |x: u32, y: u32| y * columns + x;
        let mut triangles = Vec::new();
        for y in 0..rows - 1 {
            for x in 0..columns - 1 {
                let [a, b, c, d] = [at(x, y), at(x + 1, y), at(x + 1, y + 1), at(x, y + 1)];
                triangles.extend([[a, b, c], [a, c, d]]);
                builder = builder.cell([a, b, c, d]);
            }
        }
        builder = builder.cover(Cover::Triangles(triangles));
        if let Some(area) = self.area {
            builder = builder.area(area);
        }
        builder.build()
    }
}

/// The outer points of a rectangle, counter-clockwise.
pub(super) fn border(columns: u32, rows: u32) -> impl Iterator<Item = u32> {
    let at = move |x: u32, y: u32| y * columns + x;
    let bottom = (0..columns - 1).map(move |x| at(x, 0));
    let right = (0..rows - 1).map(move |y| at(columns - 1, y));
    let top = (1..columns).rev().map(move |x| at(x, rows - 1));
    let left = (1..rows).rev().map(move |y| at(0, y));
    bottom.chain(right).chain(top).chain(left)
}

/// The points and springs of a rectangle, centred on the origin, without an outline.
pub(super) fn grid(
    columns: u32,
    rows: u32,
    spacing: f32,
    mass: f32,
    structural: Spring,
    shear: Spring,
) -> Result<BlueprintBuilder> {
    let field = |name: &'static str| move || name.to_string();
    require((2..=4096).contains(&columns), field("columns"), "must be 2 to 4096", columns, "use a chain for a single row")?;
    require((2..=4096).contains(&rows), field("rows"), "must be 2 to 4096", rows, "use a chain for a single row")?;
    let count = columns as usize * rows as usize;
    require(count <= 1_000_000, field("columns"), "times rows must be at most a million", count, "use several bodies")?;
    require((1e-4..=100.0).contains(&spacing), field("spacing"), "must be 0.0001 to 100 [m]", spacing, "0.1 suits a jelly square")?;

    let middle = vec2((columns - 1) as f32, (rows - 1) as f32) * 0.5;
    let places = (0..rows).flat_map(|y| (0..columns).map(move |x| spacing * (vec2(x as f32, y as f32) - middle)));
    let mut builder = Blueprint::builder().points(places, mass / count as f32);
    let at = |x: u32, y: u32| y * columns + x;
    for y in 0..rows {
        for x in 0..columns {
            if x + 1 < columns {
                builder = builder.spring(at(x, y), at(x + 1, y), structural);
            }
            if y + 1 < rows {
                builder = builder.spring(at(x, y), at(x, y + 1), structural);
            }
            if x + 1 < columns && y + 1 < rows {
                builder = builder.spring(at(x, y), at(x + 1, y + 1), shear).spring(at(x + 1, y), at(x, y + 1), shear);
            }
        }
    }
    Ok(builder)
}
