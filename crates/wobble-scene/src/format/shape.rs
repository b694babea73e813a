//! The ready-made shapes of the engine, with all their options.

use super::custom::Custom;
use super::filling::{Area, Filling, Gas};
use super::link::{Spring, Thread};
use super::matter::Bend;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wobble2d::blueprint;

/// What a body is made of. Exactly one of these is given.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A ring of points with springs to the neighbours, and a filling.
    Ball(Ball),
    /// A skin that only its gas holds open.
    Balloon(Balloon),
    /// Two rings of points around a centre: a soft wheel without pressure.
    Ring(Ring),
    /// A rectangle of points with crossed springs: jelly.
    Lattice(Lattice),
    /// Points and beams as you like; by default a girder of five squares.
    Truss(Truss),
    /// A row of sticks.
    Chain(Chain),
    /// A row of springs that only pull.
    Rope(Rope),
    /// A regular polygon of sticks.
    StickPolygon(StickPolygon),
    /// A lattice without an outline, held along an edge.
    Cloth(Cloth),
    /// A body from any outline, with or without holes, filled with a material.
    Mesh(Mesh),
    /// Points, springs, sticks, bends, triangles, outlines and strands, one by one.
    Custom(Custom),
}

impl Shape {
    /// The name that a file uses.
    pub const fn name(&self) -> &'static str {
        match self {
            Self::Ball(_) => "ball",
            Self::Balloon(_) => "balloon",
            Self::Ring(_) => "ring",
            Self::Lattice(_) => "lattice",
            Self::Truss(_) => "truss",
            Self::Chain(_) => "chain",
            Self::Rope(_) => "rope",
            Self::StickPolygon(_) => "stick_polygon",
            Self::Cloth(_) => "cloth",
            Self::Mesh(_) => "mesh",
            Self::Custom(_) => "custom",
        }
    }
}

/// A ball: a ring of points, springs to the neighbours and to the next but one, and a filling.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Ball {
    /// From the centre to the points. `[m]`
    #[schemars(range(min = 1e-3, max = 1e3))]
    pub radius: f32,
    /// How many points.
    #[schemars(range(min = 3, max = 2048), extend("x-hint" = "24 look round"))]
    pub points: u32,
    /// The mass of the whole ball. `[kg]`
    #[schemars(range(min = 1e-6, max = 1e9), extend("x-hint" = "pin particles to make them immovable"))]
    pub mass: f32,
    /// The springs between neighbours.
    pub skin: Spring,
    /// The springs between next-but-one neighbours, which resist bending; `null` for none.
    pub bending: Option<Spring>,
    /// What keeps it round.
    pub filling: Filling,
}

impl Default for Ball {
    fn default() -> Self {
        let blueprint::Ball { radius, points, mass, skin, bending, filling } = blueprint::Ball::default();
        Self { radius, points, mass, skin: skin.into(), bending: bending.map(Spring::from), filling: filling.into() }
    }
}

impl From<&Ball> for blueprint::Ball {
    fn from(ball: &Ball) -> Self {
        let Ball { radius, points, mass, skin, bending, filling } = *ball;
        Self { radius, points, mass, skin: skin.into(), bending: bending.map(Spring::into), filling: filling.into() }
    }
}

/// A balloon: a skin that only its gas holds open.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Balloon {
    /// From the centre to the points. `[m]`
    #[schemars(range(min = 1e-3, max = 1e3))]
    pub radius: f32,
    /// How many points.
    #[schemars(range(min = 3, max = 2048), extend("x-hint" = "32 look round"))]
    pub points: u32,
    /// The mass of the whole balloon. `[kg]`
    #[schemars(range(min = 1e-6, max = 1e9), extend("x-hint" = "pin particles to make them immovable"))]
    pub mass: f32,
    /// The springs between neighbours.
    pub skin: Thread,
    /// The rest length of the skin as a part of its drawn length, so that the gas stretches it.
    #[schemars(range(min = 0.0, max = 1.0), extend("x-hint" = "1 leaves the skin slack"))]
    pub tightness: f32,
    /// The gas; if left out, as much in a vacuum as holds the skin where it is drawn.
    pub gas: Option<Gas>,
}

impl Default for Balloon {
    fn default() -> Self {
        let blueprint::Balloon { radius, points, mass, skin, tightness, gas } = blueprint::Balloon::default();
        Self { radius, points, mass, skin: skin.into(), tightness, gas: gas.map(Gas::from) }
    }
}

impl From<&Balloon> for blueprint::Balloon {
    fn from(balloon: &Balloon) -> Self {
        let Balloon { radius, points, mass, skin, tightness, gas } = *balloon;
        Self { radius, points, mass, skin: skin.into(), tightness, gas: gas.map(Gas::into) }
    }
}

/// Two rings of points around a centre: a soft wheel that keeps its shape without pressure.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Ring {
    /// The outer radius. `[m]`
    #[schemars(range(min = 1e-3, max = 1e3))]
    pub radius: f32,
    /// Points in each layer; the body has twice as many and one.
    #[schemars(range(min = 3, max = 2048), extend("x-hint" = "18 look round"))]
    pub points: u32,
    /// The inner layer's half axes as parts of the radius.
    #[schemars(inner(range(min = 0.01, max = 0.99)), extend("x-hint" = "0.5 is half way"))]
    pub inner: [f32; 2],
    /// How many neighbours to each side a point is sprung to.
    #[schemars(range(min = 1, max = 20), extend("x-hint" = "5 is firm"))]
    pub reach: u32,
    /// The mass of the whole ring. `[kg]`
    #[schemars(range(min = 1e-6, max = 1e9), extend("x-hint" = "pin particles to make them immovable"))]
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

impl Default for Ring {
    fn default() -> Self {
        let ring = blueprint::TwoLayerRing::default();
        Self {
            radius: ring.radius,
            points: ring.points,
            inner: ring.inner.into(),
            reach: ring.reach,
            mass: ring.mass,
            outer_springs: ring.outer_springs.into(),
            inner_springs: ring.inner_springs.into(),
            spokes: ring.spokes.into(),
            hub: ring.hub.into(),
        }
    }
}

impl From<&Ring> for blueprint::TwoLayerRing {
    fn from(ring: &Ring) -> Self {
        Self {
            radius: ring.radius,
            points: ring.points,
            inner: ring.inner.into(),
            reach: ring.reach,
            mass: ring.mass,
            outer_springs: ring.outer_springs.into(),
            inner_springs: ring.inner_springs.into(),
            spokes: ring.spokes.into(),
            hub: ring.hub.into(),
        }
    }
}

/// A rectangle of points with springs along rows, columns and diagonals, centred on `at`. Points count from the lower left, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Lattice {
    /// Points in a row.
    #[schemars(range(min = 2, max = 1024), extend("x-hint" = "use a chain for a single row"))]
    pub columns: u32,
    /// Points in a column.
    #[schemars(range(min = 2, max = 1024), extend("x-hint" = "use a chain for a single row"))]
    pub rows: u32,
    /// The distance between neighbours. `[m]`
    #[schemars(range(min = 1e-4, max = 100.0))]
    pub spacing: f32,
    /// The mass of the whole lattice. `[kg]`
    #[schemars(range(min = 1e-6, max = 1e9), extend("x-hint" = "pin particles to make them immovable"))]
    pub mass: f32,
    /// Springs along rows and columns.
    pub structural: Spring,
    /// Springs along both diagonals.
    pub shear: Spring,
    /// Resistance of the whole area; if left out, none.
    pub area: Option<Area>,
}

impl Default for Lattice {
    fn default() -> Self {
        let blueprint::Lattice { columns, rows, spacing, mass, structural, shear, area } = blueprint::Lattice::default();
        let (structural, shear, area) = (structural.into(), shear.into(), area.map(Area::from));
        Self { columns, rows, spacing, mass, structural, shear, area }
    }
}

impl From<&Lattice> for blueprint::Lattice {
    fn from(lattice: &Lattice) -> Self {
        let Lattice { columns, rows, spacing, mass, structural, shear, area } = *lattice;
        Self { columns, rows, spacing, mass, structural: structural.into(), shear: shear.into(), area: area.map(Area::into) }
    }
}

/// A free structure: points, and beams between them.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Truss {
    /// The joints. `[m]`
    #[schemars(length(min = 1, max = 100_000), inner(inner(range(min = -1e3, max = 1e3))))]
    pub points: Vec<[f32; 2]>,
    /// Pairs of points that a beam joins, counted from 0.
    #[schemars(length(max = 200_000))]
    pub beams: Vec<[u32; 2]>,
    /// Each beam.
    pub spring: Spring,
    /// The mass of the whole structure. `[kg]`
    #[schemars(range(min = 1e-6, max = 1e9), extend("x-hint" = "pin particles to make them immovable"))]
    pub mass: f32,
    /// The outer points, counter-clockwise; empty for a structure that is touched at its points only.
    #[schemars(length(max = 2048))]
    pub outline: Vec<u32>,
}

impl Default for Truss {
    fn default() -> Self {
        let blueprint::Truss { points, beams, spring, mass, outline } = blueprint::Truss::default();
        Self { points: points.into_iter().map(Into::into).collect(), beams, spring: spring.into(), mass, outline }
    }
}

impl From<&Truss> for blueprint::Truss {
    fn from(truss: &Truss) -> Self {
        Self {
            points: truss.points.iter().map(|&point| point.into()).collect(),
            beams: truss.beams.clone(),
            spring: truss.spring.into(),
            mass: truss.mass,
            outline: truss.outline.clone(),
        }
    }
}

/// A chain of sticks from one place to another, relative to `at`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Chain {
    /// Where it begins. `[m]`
    #[schemars(inner(range(min = -1e3, max = 1e3)))]
    pub from: [f32; 2],
    /// Where it ends. `[m]`
    #[schemars(inner(range(min = -1e3, max = 1e3)))]
    pub to: [f32; 2],
    /// How many sticks.
    #[schemars(range(min = 1, max = 100_000), extend("x-hint" = "20 hang well"))]
    pub links: u32,
    /// The length of the chain as a multiple of the distance; more than 1 lets it hang.
    #[schemars(range(min = 0.1, max = 100.0), extend("x-hint" = "1 is straight, 1.2 hangs"))]
    pub slack: f32,
    /// The mass of the whole chain. `[kg]`
    #[schemars(range(min = 1e-6, max = 1e9), extend("x-hint" = "pin particles to make them immovable"))]
    pub mass: f32,
    /// Whether its beginning and its end are immovable.
    pub pinned: [bool; 2],
    /// Resistance to bending; if left out, it bends freely.
    pub bend: Option<Bend>,
}

impl Default for Chain {
    fn default() -> Self {
        let blueprint::Chain { from, to, links, slack, mass, pinned } = blueprint::Chain::default();
        Self { from: from.into(), to: to.into(), links, slack, mass, pinned, bend: None }
    }
}

impl From<&Chain> for blueprint::Chain {
    fn from(chain: &Chain) -> Self {
        let Chain { from, to, links, slack, mass, pinned, .. } = *chain;
        Self { from: from.into(), to: to.into(), links, slack, mass, pinned }
    }
}

/// A rope of springs that pull but do not push, from one place to another, relative to `at`.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Rope {
    /// Where it begins. `[m]`
    #[schemars(inner(range(min = -1e3, max = 1e3)))]
    pub from: [f32; 2],
    /// Where it ends. `[m]`
    #[schemars(inner(range(min = -1e3, max = 1e3)))]
    pub to: [f32; 2],
    /// How many pieces.
    #[schemars(range(min = 1, max = 100_000), extend("x-hint" = "20 hang well"))]
    pub pieces: u32,
    /// The length of the rope as a multiple of the distance; more than 1 lets it hang.
    #[schemars(range(min = 0.1, max = 100.0), extend("x-hint" = "1 is straight, 1.2 hangs"))]
    pub slack: f32,
    /// The mass of the whole rope. `[kg]`
    #[schemars(range(min = 1e-6, max = 1e9), extend("x-hint" = "pin particles to make them immovable"))]
    pub mass: f32,
    /// Each piece.
    pub spring: Thread,
    /// Whether its beginning and its end are immovable.
    pub pinned: [bool; 2],
    /// Resistance to bending; if left out, it bends freely.
    pub bend: Option<Bend>,
}

impl Default for Rope {
    fn default() -> Self {
        let blueprint::Rope { from, to, pieces, slack, mass, spring, pinned } = blueprint::Rope::default();
        Self { from: from.into(), to: to.into(), pieces, slack, mass, spring: spring.into(), pinned, bend: None }
    }
}

impl From<&Rope> for blueprint::Rope {
    fn from(rope: &Rope) -> Self {
        let Rope { from, to, pieces, slack, mass, spring, pinned, .. } = *rope;
        Self { from: from.into(), to: to.into(), pieces, slack, mass, spring: spring.into(), pinned }
    }
}

/// A regular polygon of sticks. Without supports only a triangle holds its shape.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct StickPolygon {
    /// From the centre to a corner. `[m]`
    #[schemars(range(min = 1e-3, max = 1e3))]
    pub radius: f32,
    /// How many corners.
    #[schemars(range(min = 3, max = 2048))]
    pub corners: u32,
    /// The mass of the whole polygon. `[kg]`
    #[schemars(range(min = 1e-6, max = 1e9), extend("x-hint" = "pin particles to make them immovable"))]
    pub mass: f32,
    /// Sticks inside that hold the shape and are not drawn.
    pub supports: bool,
}

impl Default for StickPolygon {
    fn default() -> Self {
        let blueprint::StickPolygon { radius, corners, mass, supports } = blueprint::StickPolygon::default();
        Self { radius, corners, mass, supports }
    }
}

impl From<&StickPolygon> for blueprint::StickPolygon {
    fn from(polygon: &StickPolygon) -> Self {
        let StickPolygon { radius, corners, mass, supports } = *polygon;
        Self { radius, corners, mass, supports }
    }
}

/// Which points of a cloth are immovable.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Held {
    /// None.
    Free,
    /// The whole upper row.
    Top,
    /// The two upper corners.
    TopCorners,
    /// The left and the right column, as a trampoline.
    Sides,
}

impl From<Held> for blueprint::Pinned {
    fn from(held: Held) -> Self {
        match held {
            Held::Free => Self::Free,
            Held::Top => Self::Top,
            Held::TopCorners => Self::TopCorners,
            Held::Sides => Self::Sides,
        }
    }
}

/// A sheet of cloth, centred on `at`. Points count from the lower left, row by row.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Cloth {
    /// Points in a row.
    #[schemars(range(min = 2, max = 1024), extend("x-hint" = "use a rope for a single row"))]
    pub columns: u32,
    /// Points in a column.
    #[schemars(range(min = 2, max = 1024), extend("x-hint" = "use a rope for a single row"))]
    pub rows: u32,
    /// The distance between neighbours. `[m]`
    #[schemars(range(min = 1e-4, max = 100.0))]
    pub spacing: f32,
    /// The mass of the whole cloth. `[kg]`
    #[schemars(range(min = 1e-6, max = 1e9), extend("x-hint" = "pin particles to make them immovable"))]
    pub mass: f32,
    /// Springs along warp and weft.
    pub structural: Spring,
    /// Springs along both diagonals.
    pub shear: Spring,
    /// What holds it.
    pub pinned: Held,
}

impl Default for Cloth {
    fn default() -> Self {
        let blueprint::Cloth { columns, rows, spacing, mass, structural, shear, .. } = blueprint::Cloth::default();
        Self { columns, rows, spacing, mass, structural: structural.into(), shear: shear.into(), pinned: Held::Top }
    }
}

impl From<&Cloth> for blueprint::Cloth {
    fn from(cloth: &Cloth) -> Self {
        let Cloth { columns, rows, spacing, mass, structural, shear, pinned } = *cloth;
        Self { columns, rows, spacing, mass, structural: structural.into(), shear: shear.into(), pinned: pinned.into() }
    }
}

/// A body from an outline, filled with points of about one spacing. What fills it is its material, jelly if it has none. Points count along the outline from its
/// first corner counter-clockwise, then along the holes, then inside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Mesh {
    /// The corners of the outer boundary, either way round. `[m]`
    #[schemars(length(min = 3, max = 2048), inner(inner(range(min = -1e3, max = 1e3))))]
    pub outline: Vec<[f32; 2]>,
    /// The corners of every hole, either way round. `[m]`
    #[schemars(length(max = 256), inner(length(min = 3, max = 2048), inner(inner(range(min = -1e3, max = 1e3)))))]
    pub holes: Vec<Vec<[f32; 2]>>,
    /// The usual distance of neighbouring points. `[m]`
    #[schemars(range(min = 1e-4, max = 100.0), extend("x-hint" = "a tenth of the body's size looks good"))]
    pub spacing: f32,
}

impl Default for Mesh {
    /// A square metre.
    fn default() -> Self {
        Self { outline: vec![[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], holes: Vec::new(), spacing: 0.15 }
    }
}

impl Mesh {
    /// The same of a material, as the engine wants it.
    pub fn of(&self, material: wobble2d::Material) -> blueprint::Mesh {
        let corners = |corners: &Vec<[f32; 2]>| corners.iter().map(|&corner| corner.into()).collect();
        let (outline, holes) = (corners(&self.outline), self.holes.iter().map(corners).collect());
        blueprint::Mesh { outline, holes, spacing: self.spacing, material }
    }
}
