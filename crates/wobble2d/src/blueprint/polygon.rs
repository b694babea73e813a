//! A regular polygon of sticks, with supports that keep it from folding.

use super::Blueprint;
use super::ball::circle;
use crate::element::Stick;
use crate::error::Result;

/// A regular polygon of sticks. Without supports only a triangle holds its shape.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct StickPolygon {
    /// From the centre to a corner. `[m]`
    pub radius: f32,
    /// How many corners, 3 to 100 000.
    pub corners: u32,
    /// `[kg]`
    pub mass: f32,
    /// Sticks inside that hold the shape and are not drawn.
    pub supports: bool,
}

impl Default for StickPolygon {
    fn default() -> Self {
        Self { radius: 0.5, corners: 5, mass: 1.0, supports: true }
    }
}

impl StickPolygon {
    /// Finishes the blueprint.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn build(&self) -> Result<Blueprint> {
        let n = self.corners;
        let mut builder = circle(self.radius, n, self.mass)?;
        for i in 0..n {
            builder = builder.stick(i, (i + 1) % n, Stick::default());
        }
        if self.supports {
            let support = Stick { support: true, ..Stick::default() };
            for [a, b] in supports(n) {
                builder = builder.stick(a, b, support);
            }
        }
        builder.build()
    }
}

/// Next-but-one neighbours and diameters: enough to hold the shape, few enough to stay calm.
fn supports(n: u32) -> impl Iterator<Item = [u32; 2]> {
    let next_but_one = (0..if n > 4 { n } else { 0 }).map(move |i| [i, (i + 2) % n]);
    // A pentagon's diameters are its next-but-one neighbours.
    let diameters = (0..if n == 4 || n > 5 { n / 2 } else { 0 }).map(move |i| [i, i + n / 2]);
    next_but_one.chain(diameters)
}
