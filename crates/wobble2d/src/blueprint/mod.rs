//! Rest shapes: what a body is made of, before it is anywhere.
//!
//! A [`Blueprint`] is immutable, shared by all bodies made from it and cheap to clone. Bodies of one blueprint are simulated eight
//! at a time. Ready-made shapes are structs with defaults, such as [`Ball`]; a shape of your own comes from [`Blueprint::builder`].

mod ball;
mod builder;
mod chain;
mod cloth;
mod lattice;
#[cfg(feature = "mesh")]
mod mesh;
mod polygon;
mod ring;
mod truss;

pub use crate::contact::shape::Keeps;
pub use ball::{Ball, Balloon, Filling};
pub use builder::BlueprintBuilder;
pub use chain::{Chain, Rope};
pub use cloth::{Cloth, Pinned};
pub use lattice::Lattice;
#[cfg(feature = "mesh")]
pub use mesh::Mesh;
pub use polygon::StickPolygon;
pub use ring::TwoLayerRing;
pub use truss::Truss;

use crate::contact::cell::Cells;
use crate::contact::shape::ContactShape;
use crate::element::bend::Bends;
use crate::element::link::Links;
use crate::element::outline::Outline;
use crate::element::triangle::Triangles;
use crate::element::{Area, Bend, Gas, Plasticity, Shape, Spring, Stick, Triangle};
use crate::tear::Tearing;
use crate::tear::face::Faces;
use glam::Vec2;
use std::sync::Arc;

/// The rest shape of a body; see the [module](self).
#[derive(Clone, Debug, PartialEq)]
pub struct Blueprint(pub(crate) Arc<Rest>);

/// One point of a blueprint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where it is when the body stands at the origin, unturned. `[m]`
    pub position: Vec2,
    /// `[kg]`
    pub mass: f32,
    /// Its place on a picture that clothes the body, 0 to 1, y up.
    pub uv: Vec2,
    /// Immovable from the start.
    pub pinned: bool,
}

/// How the inside of a body is covered by triangles.
#[derive(Clone, Debug, PartialEq)]
pub enum Cover {
    /// These triangles, counter-clockwise.
    Triangles(Vec<[u32; 3]>),
    /// A fan from the mean of the outline's points, a centre without mass or springs.
    Fan,
}

/// What a blueprint shares.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Rest {
    pub points: Vec<Point>,
    pub spring_list: Vec<([u32; 2], Spring)>,
    pub stick_list: Vec<([u32; 2], Stick)>,
    pub bend_list: Vec<([u32; 3], Bend)>,
    pub triangle_list: Vec<([u32; 3], Triangle)>,
    pub springs: Links,
    pub sticks: Links,
    pub bends: Bends,
    pub triangles: Triangles,
    pub outline: Outline,
    pub cover: Cover,
    /// Convex polygons of points that cover the outer layer.
    pub cells: Vec<Vec<u32>>,
    pub gas: Option<Gas>,
    pub area_law: Option<Area>,
    pub shape: Option<Shape>,
    pub plasticity: Option<Plasticity>,
    /// The area inside the outline. `[m²]`
    pub area: f32,
    /// The mean length of the outline's edges. `[m]`
    pub mean_edge: f32,
    /// The radius of a disc of that area. `[m]`
    pub radius: f32,
    /// What of it can touch.
    pub contact: ContactShape,
    /// Half the side of a square whose diagonal is that of its box; a tenth of a metre for a single point. `[m]`
    pub extent: f32,
    /// Open chains that others can touch.
    pub strands: Vec<Vec<u32>>,
    /// Convex cells for the detector that wants them.
    pub cut_cells: Cells,
    /// When its parts break.
    pub tearing: Tearing,
    /// The patches of matter that its outline bounds.
    pub faces: Faces,
    /// Whether a one-way sweep would feed energy in, so that XPBD must sweep back too.
    pub sweep_back: bool,
    /// Equal for equal blueprints.
    pub fingerprint: u64,
}

impl Rest {
    /// Whether its bodies remember a shape of their own.
    pub(crate) fn forgets(&self) -> bool {
        self.shape.is_some_and(|shape| shape.forgets > 0.0)
    }

    /// Whether its outline holds something: gas or area.
    pub(crate) fn is_filled(&self) -> bool {
        self.gas.is_some() || self.area_law.is_some()
    }

    /// How often springs, bends and triangles are projected in a substep of XPBD.
    pub(crate) fn passes(&self) -> f32 {
        if self.sweep_back { 2.0 } else { 1.0 }
    }

    /// Whether anything but fields acts on its points.
    pub(crate) fn has_elements(&self) -> bool {
        let links = !(self.springs.list.is_empty() && self.sticks.list.is_empty());
        links
            || self.shape.is_some()
            || !self.outline.loops.is_empty()
            || !self.bends.list.is_empty()
            || !self.triangles.list.is_empty()
    }
}

impl Blueprint {
    /// Starts a shape of your own.
    pub fn builder() -> BlueprintBuilder {
        BlueprintBuilder::default()
    }

    /// The points, in the order in which they were given.
    pub fn points(&self) -> &[Point] {
        &self.0.points
    }

    /// The springs and their ends, in the order in which they were given.
    pub fn springs(&self) -> &[([u32; 2], Spring)] {
        &self.0.spring_list
    }

    /// The sticks and their ends, in the order in which they were given.
    pub fn sticks(&self) -> &[([u32; 2], Stick)] {
        &self.0.stick_list
    }

    /// The resistance to bending and where it acts, in the order in which it was given.
    pub fn bends(&self) -> &[([u32; 3], Bend)] {
        &self.0.bend_list
    }

    /// The elastic triangles and their corners, in the order in which they were given.
    pub fn triangles(&self) -> &[([u32; 3], Triangle)] {
        &self.0.triangle_list
    }

    /// Where its outline keeps others.
    pub fn keeps(&self) -> Keeps {
        self.0.contact.keeps
    }

    /// The loops of outer edges: counter-clockwise around matter, clockwise around holes.
    pub fn loops(&self) -> &[Vec<u32>] {
        &self.0.outline.loops
    }

    /// Open chains of points that others can touch from both sides, such as ropes.
    pub fn strands(&self) -> &[Vec<u32>] {
        &self.0.strands
    }

    /// How the inside is covered by triangles.
    pub fn cover(&self) -> &Cover {
        &self.0.cover
    }

    /// Convex polygons of points that cover the outer layer.
    pub fn cells(&self) -> &[Vec<u32>] {
        &self.0.cells
    }

    /// The gas inside.
    pub fn gas(&self) -> Option<Gas> {
        self.0.gas
    }

    /// The resistance of its area to change.
    pub fn area_law(&self) -> Option<Area> {
        self.0.area_law
    }

    /// How it keeps its rest shape as a whole.
    pub fn shape(&self) -> Option<Shape> {
        self.0.shape
    }

    /// How its springs and triangles flow when they are stretched too far.
    pub fn plasticity(&self) -> Option<Plasticity> {
        self.0.plasticity
    }

    /// When its parts break.
    pub fn tearing(&self) -> Tearing {
        self.0.tearing
    }

    /// The area inside the outline. `[m²]`
    pub fn area(&self) -> f32 {
        self.0.area
    }

    /// The mass of all points. `[kg]`
    pub fn mass(&self) -> f32 {
        self.0.points.iter().map(|point| point.mass).sum()
    }

    /// A builder that holds all of this, to change and build anew.
    pub fn to_builder(&self) -> BlueprintBuilder {
        BlueprintBuilder::from(self)
    }
}
