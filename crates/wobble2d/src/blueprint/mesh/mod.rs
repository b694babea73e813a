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

use super::{Ball, Blueprint, BlueprintBuilder, Cover};
use crate::element::{Area, Bend, Gas, Spring};
use crate::error::{Result, require};
use crate::material::{Material, Matter, Skin};
use crate::math::direction;
use contour::Contour;
use glam::Vec2;

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
    /// What it is made of.
    pub material: Material,
}

impl Default for Mesh {
    /// A metre of jelly, square.
    fn default() -> Self {
        Self::rectangle(1.0, 1.0)
    }
}

/// More corners than this are refused: every edge is compared with every other.
const MOST_CORNERS: usize = 4096;

/// More triangles than this are refused.
const MOST_TRIANGLES: f32 = 100_000.0;

impl Mesh {
    /// A rectangle of jelly, centred on the origin. `[m]`
    pub fn rectangle(width: f32, height: f32) -> Self {
        let corners = [(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)];
        let outline = corners.map(|(x, y)| Vec2::new(x * width, y * height)).to_vec();
        Self { outline, holes: Vec::new(), spacing: 0.15 * width.min(height), material: Material::JELLY }
    }

    /// A disc of jelly, centred on the origin. `[m]`
    pub fn disc(radius: f32) -> Self {
        let corner = |k: u32| radius * direction(core::f32::consts::TAU * k as f32 / 32.0);
        Self { outline: (0..32).map(corner).collect(), spacing: 0.2 * radius, ..Self::rectangle(1.0, 1.0) }
    }

    /// The same, of another material.
    pub fn of(self, material: Material) -> Self {
        Self { material, ..self }
    }

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
        let net =
            if self.material.matter == Matter::Hollow { self.empty(&contour)? } else { delaunay::mesh(&contour, self.spacing)? };
        net.fill(&self.material, contour.area())
    }

    /// The points of the outline alone.
    fn empty(&self, contour: &Contour) -> Result<Net> {
        let hint = "give it matter, or leave the holes out";
        require(self.holes.is_empty(), || "holes".into(), "must be none in a hollow body", self.holes.len(), hint)?;
        let points = contour.divided(self.spacing).swap_remove(0);
        Ok(Net { loops: vec![(0..points.len() as u32).collect()], points, triangles: Vec::new() })
    }

    fn check_numbers(&self) -> Result<()> {
        let corners = self.outline.len() + self.holes.iter().map(Vec::len).sum::<usize>();
        let hint = "leave out corners that cannot be seen at this spacing";
        require(corners <= MOST_CORNERS, || "outline".into(), "and holes must have at most 4096 corners", corners, hint)?;
        let hint = "a tenth of the body's size looks good";
        require((1e-4..=100.0).contains(&self.spacing), || "spacing".into(), "must be 0.0001 to 100 [m]", self.spacing, hint)?;
        self.material.check()
    }
}

impl Net {
    /// A blueprint of a material.
    fn fill(&self, material: &Material, area: f32) -> Result<Blueprint> {
        let net = self;
        let Material { density, matter, skin, gas, area: resistance, plasticity, tearing, .. } = *material;
        let mut builder = Blueprint::builder();
        for (&place, share) in net.points.iter().zip(net.shares()) {
            builder = builder.point(place, density * area * share);
        }
        builder = match matter {
            Matter::Springs(spring) => net.edges().into_iter().fold(builder, |builder, [a, b]| builder.spring(a, b, spring)),
            Matter::Triangles(triangle) => {
                net.triangles.iter().fold(builder, |builder, &corners| builder.triangle(corners, triangle))
            }
            Matter::Whole(shape) => builder.shape(shape),
            Matter::Hollow => builder,
        };
        for corners in &net.loops {
            builder = builder.outline(corners.iter().copied());
            if let Some(skin) = skin {
                builder = net.clothe(builder, corners, skin);
            }
        }
        if let Some(pressure) = gas {
            builder = builder.gas(Gas::in_atmosphere(pressure * area));
        }
        if let Some(stiffness) = resistance {
            builder = builder.area(Area { stiffness, inflation: 1.0 });
        }
        if let Some(plasticity) = plasticity {
            builder = builder.plastic(plasticity);
        }
        let cover = if net.triangles.is_empty() { Cover::Fan } else { Cover::Triangles(net.triangles.clone()) };
        builder.cover(cover).tearing(tearing).build()
    }
}

impl Blueprint {
    /// The same points, pins and outline, filled with a material instead of springs of its own. Its triangles are those of its [cover](Cover), or
    /// lie between its links; without them only a [hollow](Matter::Hollow) material will do.
    ///
    /// # Errors
    /// If a number of the material is out of its range, or it has nothing to fill.
    pub fn made_of(&self, material: &Material) -> Result<Self> {
        material.check()?;
        let fan =
            |corners: &Vec<u32>| -> Vec<[u32; 3]> { corners[1..].windows(2).map(|pair| [corners[0], pair[0], pair[1]]).collect() };
        let triangles: Vec<[u32; 3]> = match self.cover() {
            Cover::Triangles(triangles) => triangles.clone(),
            Cover::Fan => self.0.faces().iter().flat_map(fan).collect(),
        };
        let hollow = material.matter == Matter::Hollow;
        let inner = self.points().len() - self.loops().iter().map(Vec::len).sum::<usize>();
        let hint = "use a ball or a mesh, or give the material matter";
        require(!hollow || inner == 0, || "material".into(), "must not be hollow where there are points inside", inner, hint)?;
        let hint = "use a mesh, or a hollow material such as a balloon's";
        require(hollow || !triangles.is_empty(), || "material".into(), "needs a shape with an inside to fill", "none", hint)?;
        let points = self.points().iter().map(|point| point.position).collect();
        let net = Net { points, triangles: if hollow { Vec::new() } else { triangles }, loops: self.loops().to_vec() };
        let pinned = (0u32..).zip(self.points()).filter(|(_, point)| point.pinned).map(|(i, _)| i);
        let mut builder = net.fill(material, self.area())?.to_builder().pin(pinned).keeps(self.keeps());
        builder.points.iter_mut().zip(self.points()).for_each(|(point, old)| point.uv = old.uv);
        builder.build()
    }
}

impl Ball {
    /// A ball of a material instead of springs of its own: a disc with points as far apart as this ball's.
    ///
    /// # Errors
    /// If a number is out of its range.
    pub fn made_of(&self, material: &Material) -> Result<Blueprint> {
        let skin = self.build()?;
        let outline = skin.points().iter().map(|point| point.position).collect();
        let spacing = core::f32::consts::TAU * self.radius / self.points as f32;
        Mesh { outline, holes: Vec::new(), spacing, material: *material }.build()
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
    /// The part of the body's mass that belongs to every point: a third of every triangle around it, or of a hollow body half of both edges.
    fn shares(&self) -> Vec<f32> {
        let mut shares = vec![0.0f32; self.points.len()];
        let place = |i: u32| self.points[i as usize];
        for &[a, b, c] in &self.triangles {
            let area = 0.5 * (place(b) - place(a)).perp_dot(place(c) - place(a));
            [a, b, c].iter().for_each(|&i| shares[i as usize] += area / 3.0);
        }
        if self.triangles.is_empty() {
            for [a, b] in self.loops.iter().flat_map(|corners| around(corners)) {
                [a, b].iter().for_each(|&i| shares[i as usize] += 0.5 * place(a).distance(place(b)));
            }
        }
        let total: f32 = shares.iter().sum();
        shares.iter().map(|share| share / total).collect()
    }

    /// Springs and bends along a loop.
    fn clothe(&self, mut builder: BlueprintBuilder, corners: &[u32], skin: Skin) -> BlueprintBuilder {
        for [a, b] in around(corners).filter(|_| skin.stretch > 0.0) {
            let stiffness = skin.stretch / self.points[a as usize].distance(self.points[b as usize]);
            builder = builder.spring(a, b, Spring::new(stiffness).damped(stiffness * skin.damping));
        }
        let bend = Bend::new(skin.bend).damped(skin.bend * skin.damping);
        if skin.bend > 0.0 { builder.bend_around(corners.iter().copied(), bend) } else { builder }
    }

    /// All edges, each once, in order.
    fn edges(&self) -> Vec<[u32; 2]> {
        let mut edges: Vec<[u32; 2]> =
            self.triangles.iter().flat_map(|corners| around(corners)).map(|[a, b]| [a.min(b), a.max(b)]).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }
}

/// The edges of a loop.
fn around(corners: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    (0..corners.len()).map(|k| [corners[k], corners[(k + 1) % corners.len()]])
}
