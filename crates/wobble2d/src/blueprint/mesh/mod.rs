//! A body from any outline: concave, with holes, filled with triangles of about one size.
//!
//! ```text
//!    ┌─────────┐          ┌─┬─┬─┬─┬─┐      edges are divided, points of an even pattern laid inside,
//!    │   ┌─┐   │          ├─┼─┬─┬─┼─┤      and a constrained Delaunay triangulation of them is refined
//!    │   └─┘   │    →     ├─┤ └─┘ ├─┤      until no angle is below 20°
//!    └─────────┘          └─┴─┴─┴─┴─┘
//! ```
//! The same outline gives the same mesh on every machine and in every run.

mod contour;
mod delaunay;

use super::{Blueprint, Cover};
use crate::element::{Spring, Triangle};
use crate::error::{Result, require};
use contour::Contour;
use glam::Vec2;

/// What the inside of a mesh is made of.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Matter {
    /// A spring along every edge of every triangle.
    Springs(Spring),
    /// Elastic triangles.
    Triangles(Triangle),
}

/// A body from an outline, with or without holes.
///
/// ```
/// use glam::vec2;
/// use wobble2d::blueprint::Mesh;
///
/// let corner = Mesh {
///     outline: vec![vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 1.0), vec2(1.0, 1.0), vec2(1.0, 2.0), vec2(0.0, 2.0)],
///     holes: vec![vec![vec2(0.3, 0.3), vec2(0.7, 0.3), vec2(0.7, 0.7), vec2(0.3, 0.7)]],
///     ..Mesh::default()
/// };
/// let blueprint = corner.build()?;
/// assert!((blueprint.area() - 2.84).abs() < 1e-5);
/// # Ok::<(), wobble2d::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Mesh {
    /// The corners of the outer boundary, either way round. `[m]`
    pub outline: Vec<Vec2>,
    /// The corners of every hole, either way round. `[m]`
    pub holes: Vec<Vec<Vec2>>,
    /// The usual distance of neighbouring points. `[m]`
    pub spacing: f32,
    /// `[kg]`
    pub mass: f32,
    /// What fills it.
    pub matter: Matter,
}

impl Default for Mesh {
    /// A metre of jelly, square.
    fn default() -> Self {
        let square = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
        Self {
            outline: square.map(Vec2::from).to_vec(),
            holes: Vec::new(),
            spacing: 0.2,
            mass: 2.0,
            matter: Matter::Triangles(Triangle::new(3000.0, 0.5).damped(4.0)),
        }
    }
}

/// More corners than this are refused: every edge is compared with every other.
const MOST_CORNERS: usize = 4096;

/// More triangles than this are refused.
const MOST_TRIANGLES: f32 = 100_000.0;

impl Mesh {
    /// Finishes the blueprint. The points of the outline come first, from its first corner counter-clockwise, then those of the holes, then the inner ones.
    ///
    /// # Errors
    /// If the outline or a hole crosses or touches itself or another, is not where it belongs, or has details far smaller than the spacing; if the mesh
    /// would be too large; if a number is out of its range.
    pub fn build(&self) -> Result<Blueprint> {
        self.check_numbers()?;
        let contour = Contour::new(&self.outline, &self.holes, self.spacing)?;
        let wanted = contour.area() / (0.433 * self.spacing * self.spacing);
        let hint = "use a larger spacing";
        require(wanted <= MOST_TRIANGLES, || "spacing".into(), "would need more than 100000 triangles [m]", self.spacing, hint)?;
        let pieces = contour.length() / self.spacing;
        require(
            pieces <= MOST_TRIANGLES,
            || "spacing".into(),
            "would cut the outline into more than 100000 pieces [m]",
            self.spacing,
            hint,
        )?;
        let net = delaunay::mesh(&contour, self.spacing)?;
        self.fill(&net)
    }

    fn check_numbers(&self) -> Result<()> {
        let corners = self.outline.len() + self.holes.iter().map(Vec::len).sum::<usize>();
        let hint = "leave out corners that cannot be seen at this spacing";
        require(corners <= MOST_CORNERS, || "outline".into(), "and holes must have at most 4096 corners", corners, hint)?;
        let hint = "a tenth of the body's size looks good";
        require((1e-4..=100.0).contains(&self.spacing), || "spacing".into(), "must be 0.0001 to 100 [m]", self.spacing, hint)?;
        let hint = "pin points to make them immovable";
        require((1e-6..=1e9).contains(&self.mass), || "mass".into(), "must be 1e-6 to 1e9 [kg]", self.mass, hint)
    }

    fn fill(&self, net: &Net) -> Result<Blueprint> {
        let mut shares = vec![0.0f32; net.points.len()];
        let mut total = 0.0f32;
        for corners in &net.triangles {
            let [a, b, c] = corners.map(|i| net.points[i as usize]);
            let area = 0.5 * (b - a).perp_dot(c - a);
            corners.iter().for_each(|&i| shares[i as usize] += area / 3.0);
            total += area;
        }
        let mut builder = Blueprint::builder();
        for (&place, share) in net.points.iter().zip(shares) {
            builder = builder.point(place, self.mass * share / total);
        }
        match self.matter {
            Matter::Springs(spring) => {
                for [a, b] in net.edges() {
                    builder = builder.spring(a, b, spring);
                }
            }
            Matter::Triangles(triangle) => {
                for &corners in &net.triangles {
                    builder = builder.triangle(corners, triangle);
                }
            }
        }
        for corners in &net.loops {
            builder = builder.outline(corners.iter().copied());
        }
        builder.cover(Cover::Triangles(net.triangles.clone())).build()
    }
}

/// Points and the triangles between them.
struct Net {
    points: Vec<Vec2>,
    /// Counter-clockwise.
    triangles: Vec<[u32; 3]>,
    /// Counter-clockwise around matter, clockwise around holes.
    loops: Vec<Vec<u32>>,
}

impl Net {
    /// All edges, each once, in order.
    fn edges(&self) -> Vec<[u32; 2]> {
        let around = |&[a, b, c]: &[u32; 3]| [[a, b], [b, c], [c, a]];
        let mut edges: Vec<[u32; 2]> = self.triangles.iter().flat_map(around).map(|[a, b]| [a.min(b), a.max(b)]).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }
}
