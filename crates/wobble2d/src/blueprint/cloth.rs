//! Cloth: a lattice seen from the side of its thread, held along an edge.

use super::Blueprint;
use super::lattice::{border, grid};
use crate::element::Spring;
use crate::error::Result;

/// Which points of a cloth are immovable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Pinned {
    /// None.
    Free,
    /// The whole upper row.
    #[default]
    Top,
    /// The two upper corners.
    TopCorners,
    /// The left and the right column, as a trampoline.
    Sides,
}

/// A sheet of cloth, centred on the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cloth {
    /// Points in a row, 2 to 4096.
    pub columns: u32,
    /// Points in a column, 2 to 4096.
    pub rows: u32,
    /// The distance between neighbours. `[m]`
    pub spacing: f32,
    /// `[kg]`
    pub mass: f32,
    /// Springs along warp and weft.
    pub structural: Spring,
    /// Springs along both diagonals.
    pub shear: Spring,
    /// What holds it.
    pub pinned: Pinned,
}

impl Default for Cloth {
    /// A light curtain, two metres wide.
    fn default() -> Self {
        Self {
            columns: 21,
            rows: 21,
            spacing: 0.1,
            mass: 0.5,
            structural: Spring::new(1000.0).damped(0.02),
            shear: Spring::new(300.0).damped(0.01).support(),
            pinned: Pinned::Top,
        }
    }
}

impl Cloth {
    /// Finishes the blueprint.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn build(&self) -> Result<Blueprint> {
        let (columns, rows) = (self.columns, self.rows);
        let builder = grid(columns, rows, self.spacing, self.mass, self.structural, self.shear)?;
        let top = (rows - 1) * columns;
        let held: Vec<u32> = match self.pinned {
            Pinned::Free => Vec::new(),
            Pinned::Top => (top..top + columns).collect(),
            Pinned::TopCorners => vec![top, top + columns - 1],
            Pinned::Sides => (0..rows).flat_map(|y| [y * columns, (y + 1) * columns - 1]).collect(),
        };
        builder.pin(held).outline(border(columns, rows)).build()
    }
}
