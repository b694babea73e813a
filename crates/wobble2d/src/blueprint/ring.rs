//! A ring of two layers around a centre.
//!
//! ```text
//!      ○───○         outer layer: n points; inner layer: n points on a smaller ellipse; one centre
//!    ○  ○ ○  ○       each layer is sprung to its neighbours one to five apart, outer points to the inner one
//!    ○  ○•○  ○       opposite and its two neighbours, and every point to the centre
//!      ○───○
//! ```

use super::Blueprint;
use super::ball::circle;
use crate::element::Spring;
use crate::error::{Result, require};
use glam::{Vec2, vec2};

/// A two-layer ring around a centre: a soft wheel that keeps its shape without pressure.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TwoLayerRing {
    /// The outer radius. `[m]`
    pub radius: f32,
    /// Points in each layer, 3 to 10 000; the body has twice as many and one.
    pub points: u32,
    /// The inner layer's half axes as parts of the radius, 0 to 1.
    pub inner: Vec2,
    /// How many neighbours to each side a point is sprung to, 1 to 20.
    pub reach: u32,
    /// `[kg]`
    pub mass: f32,
    /// Springs within the outer layer.
    pub outer_springs: Spring,
    /// Springs within the inner layer.
    pub inner_springs: Spring,
    /// Springs between the layers.
    pub spokes: Spring,
    /// Springs to the centre.
    pub hub: Spring,
}

impl Default for TwoLayerRing {
    fn default() -> Self {
        let spring = Spring::new(300.0).damped(0.3);
        Self {
            radius: 0.5,
            points: 18,
            inner: Vec2::splat(0.5),
            reach: 5,
            mass: 1.0,
            outer_springs: spring,
            inner_springs: spring.support(),
            spokes: spring.support(),
            hub: spring.support(),
        }
    }
}

impl TwoLayerRing {
    /// Finishes the blueprint.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn build(&self) -> Result<Blueprint> {
        let n = self.points;
        let field = |name: &'static str| move || name.to_string();
        require((3..=10_000).contains(&n), field("points"), "must be 3 to 10000", n, "18 look round")?;
        require((1..=20).contains(&self.reach), field("reach"), "must be 1 to 20", self.reach, "5 is firm")?;
        let within = self.inner.min_element() > 0.0 && self.inner.max_element() < 1.0;
        require(within, field("inner"), "must be between 0 and 1 in x and y", self.inner, "0.5 is half way")?;

        let outer = circle(self.radius, n, 1.0)?;
        let inner: Vec<Vec2> = outer.clone().build()?.points().iter().map(|point| point.position * self.inner).collect();
        let mut builder = outer.points(inner, 1.0 / n as f32).point(vec2(0.0, 0.0), 1.0 / n as f32).total_mass(self.mass);
        let centre = 2 * n;
        for layer in [0, n] {
            let spring = if layer == 0 { self.outer_springs } else { self.inner_springs };
            for i in 0..n {
                for apart in (1..=self.reach).filter(|apart| 2 * apart < n) {
                    builder = builder.spring(layer + i, layer + (i + apart) % n, spring);
                }
                builder = builder.spring(layer + i, centre, self.hub);
            }
        }
        for i in 0..n {
            for other in [i, (i + 1) % n, (i + n - 1) % n] {
                builder = builder.spring(i, n + other, self.spokes);
            }
            builder = builder.cell([i, (i + 1) % n, n + (i + 1) % n, n + i]);
        }
        builder.build()
    }
}
