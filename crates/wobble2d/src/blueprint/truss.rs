//! A free structure of beams.

use super::Blueprint;
use crate::element::Spring;
use crate::error::Result;
use glam::{Vec2, vec2};

/// A free structure: points, and beams between them.
#[derive(Clone, Debug, PartialEq)]
pub struct Truss {
    /// `[m]`
    pub points: Vec<Vec2>,
    /// Pairs of points.
    pub beams: Vec<[u32; 2]>,
    /// Each beam.
    pub spring: Spring,
    /// `[kg]`
    pub mass: f32,
    /// The outer points, counter-clockwise, for a structure that others can touch; may be empty.
    pub outline: Vec<u32>,
}

impl Default for Truss {
    /// A girder of five squares with crossed diagonals.
    ///
    /// ```text
    ///   6 ─ 7 ─ 8 ─ 9 ─ 10 ─ 11
    ///   │ ╳ │ ╳ │ ╳ │ ╳ │ ╳ │
    ///   0 ─ 1 ─ 2 ─ 3 ─ 4 ─ 5
    /// ```
    fn default() -> Self {
        let bays = 5u32;
        let side = 0.4;
        let above = |i: u32| i + bays + 1;
        let row = |y: f32| (0..=bays).map(move |i| vec2(side * (i as f32 - bays as f32 / 2.0), y * side));
        let mut beams: Vec<[u32; 2]> = (0..=bays).map(|i| [i, above(i)]).collect();
        for i in 0..bays {
            beams.extend([[i, i + 1], [above(i), above(i + 1)], [i, above(i + 1)], [i + 1, above(i)]]);
        }
        Self {
            points: row(-0.5).chain(row(0.5)).collect(),
            beams,
            spring: Spring::new(4000.0).damped(2.0),
            mass: 3.0,
            outline: (0..=bays).chain((above(0)..=above(bays)).rev()).collect(),
        }
    }
}

impl Truss {
    /// Finishes the blueprint.
    ///
    /// # Errors
    /// If a number is out of its range or a beam names a point that does not exist.
    pub fn build(&self) -> Result<Blueprint> {
        let mass = self.mass / self.points.len().max(1) as f32;
        let mut builder = Blueprint::builder().points(self.points.iter().copied(), mass);
        for &[a, b] in &self.beams {
            builder = builder.spring(a, b, self.spring);
        }
        if !self.outline.is_empty() {
            builder = builder.outline(self.outline.iter().copied());
        }
        builder.build()
    }
}
