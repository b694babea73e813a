//! From points and springs to a finished blueprint, with every mistake named.

use super::{Blueprint, Cover, Point, Rest};
use crate::contact::cell::Cells;
use crate::contact::shape::{ContactShape, Keeps};
use crate::element::bend::Bends;
use crate::element::link::{Link, Links};
use crate::element::outline::Outline;
use crate::element::sweep::needs_way_back;
use crate::element::triangle::{Element, Triangles};
use crate::element::trio::Trio;
use crate::element::{Area, Bend, Gas, Plasticity, Shape, Spring, Stick, Triangle};
use crate::error::{Result, require};
use crate::math::{polygon_area, within};
use crate::tear::Tearing;
use crate::tear::face::Faces;
use glam::Vec2;
use std::sync::Arc;

/// Collects a shape; [`build`](Self::build) checks and finishes it.
///
/// ```
/// use wobble2d::{Blueprint, Spring};
/// use glam::vec2;
///
/// let triangle = Blueprint::builder()
///     .point(vec2(0.0, 0.0), 1.0)
///     .point(vec2(1.0, 0.0), 1.0)
///     .point(vec2(0.5, 0.9), 1.0)
///     .spring(0, 1, Spring::new(500.0).damped(2.0))
///     .spring(1, 2, Spring::new(500.0).damped(2.0))
///     .spring(2, 0, Spring::new(500.0).damped(2.0))
///     .outline([0, 1, 2])
///     .build()?;
/// assert_eq!(triangle.mass(), 3.0);
/// # Ok::<(), wobble2d::Error>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct BlueprintBuilder {
    pub(crate) points: Vec<Point>,
    pub(crate) uvs_given: bool,
    pub(crate) springs: Vec<([u32; 2], Spring)>,
    pub(crate) sticks: Vec<([u32; 2], Stick)>,
    pub(crate) bends: Vec<([u32; 3], Bend)>,
    pub(crate) triangles: Vec<([u32; 3], Triangle)>,
    pub(crate) loops: Vec<Vec<u32>>,
    pub(crate) keeps: Keeps,
    pub(crate) strands: Vec<Vec<u32>>,
    pub(crate) cover: Option<Cover>,
    pub(crate) cells: Vec<Vec<u32>>,
    pub(crate) gas: Option<Gas>,
    pub(crate) area: Option<Area>,
    pub(crate) shape: Option<Shape>,
    pub(crate) plasticity: Option<Plasticity>,
    pub(crate) tearing: Tearing,
    /// The faces of a torn body, which no longer follow from its links.
    pub(crate) faces: Option<Vec<Vec<u32>>>,
    /// What an earlier trial of the sweep found, for a blueprint that comes back from a snapshot.
    pub(crate) sweep_back: Option<bool>,
}

/// More points or links than this are refused: a mistake is likelier than such a body.
const MOST: usize = 4_000_000;

impl BlueprintBuilder {
    /// Adds a point. `[m]`, `[kg]`
    pub fn point(mut self, position: Vec2, mass: f32) -> Self {
        self.points.push(Point { position, mass, uv: Vec2::ZERO, pinned: false });
        self
    }

    /// Adds many points of one mass. `[m]`, `[kg]`
    pub fn points(mut self, positions: impl IntoIterator<Item = Vec2>, mass: f32) -> Self {
        self.points.extend(positions.into_iter().map(|position| Point { position, mass, uv: Vec2::ZERO, pinned: false }));
        self
    }

    /// Gives the points their places on a picture. Without this they follow from the rest shape: its box is the picture.
    pub fn uvs(mut self, uvs: impl IntoIterator<Item = Vec2>) -> Self {
        self.points.iter_mut().zip(uvs).for_each(|(point, uv)| point.uv = uv);
        self.uvs_given = true;
        self
    }

    /// Makes points immovable. An index that does not exist is ignored.
    pub fn pin(mut self, points: impl IntoIterator<Item = u32>) -> Self {
        for index in points {
            if let Some(point) = self.points.get_mut(index as usize) {
                point.pinned = true;
            }
        }
        self
    }

    /// Adds a spring between two points.
    pub fn spring(mut self, a: u32, b: u32, spring: Spring) -> Self {
        self.springs.push(([a, b], spring));
        self
    }

    /// Adds a stick between two points.
    pub fn stick(mut self, a: u32, b: u32, stick: Stick) -> Self {
        self.sticks.push(([a, b], stick));
        self
    }

    /// Adds resistance to bending at the second of three points, at ease in the blueprint's shape.
    pub fn bend(mut self, points: [u32; 3], bend: Bend) -> Self {
        self.bends.push((points, bend));
        self
    }

    /// Adds resistance to bending at every inner point of an open chain.
    pub fn bend_along(mut self, points: impl IntoIterator<Item = u32>, bend: Bend) -> Self {
        let points: Vec<u32> = points.into_iter().collect();
        self.bends.extend(points.windows(3).map(|three| ([three[0], three[1], three[2]], bend)));
        self
    }

    /// Adds resistance to bending at every point of a closed loop.
    pub fn bend_around(mut self, points: impl IntoIterator<Item = u32>, bend: Bend) -> Self {
        let points: Vec<u32> = points.into_iter().collect();
        let n = points.len();
        self.bends.extend((0..n).map(|k| ([points[k], points[(k + 1) % n], points[(k + 2) % n]], bend)));
        self
    }

    /// Adds an elastic triangle between three points, counter-clockwise, at ease in the blueprint's shape.
    pub fn triangle(mut self, corners: [u32; 3], triangle: Triangle) -> Self {
        self.triangles.push((corners, triangle));
        self
    }

    /// Adds a loop of outer edges: counter-clockwise around matter, clockwise around a hole.
    pub fn outline(mut self, points: impl IntoIterator<Item = u32>) -> Self {
        self.loops.push(points.into_iter().collect());
        self
    }

    /// Says where the outline keeps others: outside, unless this says otherwise.
    pub fn keeps(mut self, others: Keeps) -> Self {
        self.keeps = others;
        self
    }

    /// Adds an open chain of points that others can touch from both sides, such as a rope.
    pub fn strand(mut self, points: impl IntoIterator<Item = u32>) -> Self {
        self.strands.push(points.into_iter().collect());
        self
    }

    /// Says how the inside is covered by triangles. Without this it is a fan from the middle.
    pub fn cover(mut self, cover: Cover) -> Self {
        self.cover = Some(cover);
        self
    }

    /// Adds a convex cell of the outer layer.
    pub fn cell(mut self, points: impl IntoIterator<Item = u32>) -> Self {
        self.cells.push(points.into_iter().collect());
        self
    }

    /// Fills the outline with gas.
    pub fn gas(mut self, gas: Gas) -> Self {
        self.gas = Some(gas);
        self
    }

    /// Makes the area inside the outline resist change.
    pub fn area(mut self, area: Area) -> Self {
        self.area = Some(area);
        self
    }

    /// Makes the body keep the blueprint's shape as a whole.
    pub fn shape(mut self, shape: Shape) -> Self {
        self.shape = Some(shape);
        self
    }

    /// Lets springs and triangles flow when they are stretched too far.
    pub fn plastic(mut self, plasticity: Plasticity) -> Self {
        self.plasticity = Some(plasticity);
        self
    }

    /// Says when its parts break; without this they never do.
    pub fn tearing(mut self, tearing: Tearing) -> Self {
        self.tearing = tearing;
        self
    }

    /// Multiplies all masses so that they add up to this. `[kg]`
    pub fn total_mass(mut self, mass: f32) -> Self {
        let now: f32 = self.points.iter().map(|point| point.mass).sum();
        self.points.iter_mut().for_each(|point| point.mass *= mass / now);
        self
    }

    /// Multiplies the stiffness and the damping of every spring.
    pub fn scale_springs(mut self, stiffness: f32, damping: f32) -> Self {
        for (_, spring) in &mut self.springs {
            spring.stiffness *= stiffness;
            spring.damping *= damping;
        }
        self
    }

    /// Replaces spring number `index`, if there is one.
    pub fn replace_spring(mut self, index: u32, spring: Spring) -> Self {
        if let Some(entry) = self.springs.get_mut(index as usize) {
            entry.1 = spring;
        }
        self
    }

    /// Checks everything and finishes the blueprint.
    ///
    /// # Errors
    /// Names the first field that is wrong, its value and the way out.
    pub fn build(mut self) -> Result<Blueprint> {
        self.check_points()?;
        self.check_links()?;
        let area = self.check_outline()?;
        if !self.uvs_given {
            self.uvs_from_shape();
        }
        let springs = self.links(&self.springs, Spring::link);
        let sticks = self.links(&self.sticks, Stick::link);
        let (bends, triangles) = self.trios()?;
        let extent = self.extent();
        let outline = Outline { loops: self.loops };
        let perimeter: f32 = edges(&outline).map(|[a, b]| self.points[a].position.distance(self.points[b].position)).sum();
        let radius = (area.max(0.0) / core::f32::consts::PI).sqrt();
        let mut rest = Rest {
            contact: ContactShape::new(&self.points, &outline.loops, self.keeps, &self.strands, extent),
            strands: self.strands,
            extent,
            springs: Links::new(self.points.len(), &springs),
            sticks: Links::new(self.points.len(), &sticks),
            bends: Bends::new(self.points.len(), &bends, |trio| trio),
            triangles: Triangles::new(self.points.len(), &triangles, |element| &element.trio),
            bend_list: self.bends,
            triangle_list: self.triangles,
            cut_cells: Cells::default(),
            tearing: self.tearing,
            faces: Faces::new(self.faces),
            sweep_back: false,
            mean_edge: perimeter / outline.corner_count().max(1) as f32,
            points: self.points,
            spring_list: self.springs,
            stick_list: self.sticks,
            outline,
            cover: self.cover.unwrap_or(Cover::Fan),
            cells: self.cells,
            gas: self.gas,
            area_law: self.area,
            shape: self.shape,
            plasticity: self.plasticity,
            area,
            radius,
            fingerprint: 0,
        };
        rest.sweep_back = self.sweep_back.unwrap_or_else(|| needs_way_back(&rest));
        rest.fingerprint = crate::snapshot::fingerprint(&rest);
        Ok(Blueprint(Arc::new(rest)))
    }

    fn check_points(&self) -> Result<()> {
        let count = self.points.len();
        require(count > 0, || "points".into(), "must not be empty", count, "add at least one point")?;
        require(count <= MOST, || "points".into(), "must be at most 4 million", count, "use several bodies")?;
        for (i, point) in self.points.iter().enumerate() {
            let p = point.position;
            let hint = "keep the shape within a kilometre of its own origin";
            require(within(p, 1e5), || format!("points[{i}].position"), "must be -100000 to 100000 [m]", p, hint)?;
            require(
                (1e-9..=1e9).contains(&point.mass),
                || format!("points[{i}].mass"),
                "must be 1e-9 to 1e9 [kg]",
                point.mass,
                "pin a point to make it immovable",
            )?;
            require(point.uv.is_finite(), || format!("points[{i}].uv"), "must be finite", point.uv, "0 to 1 covers the picture")?;
        }
        Ok(())
    }

    fn check_links(&self) -> Result<()> {
        let count = self.springs.len() + self.sticks.len() + self.bends.len() + self.triangles.len();
        require(count <= MOST, || "springs".into(), "must be at most 4 million", count, "use several bodies")?;
        for (i, (ends, spring)) in self.springs.iter().enumerate() {
            self.check_ends("springs", i, *ends)?;
            spring.check(i)?;
        }
        for (i, (ends, stick)) in self.sticks.iter().enumerate() {
            self.check_ends("sticks", i, *ends)?;
            stick.check(i)?;
            let [a, b] = *ends;
            let length = stick.length.unwrap_or(self.distance(a, b));
            let hint = "move its ends apart, or give it a length";
            require(length > 0.0, || format!("sticks[{i}].length"), "must be above 0 [m]", length, hint)?;
        }
        Ok(())
    }

    /// What is made of three points each, checked and ready for the kernels.
    fn trios(&self) -> Result<(Vec<Trio>, Vec<Element>)> {
        let places = |list: &'static str, i: usize, points: [u32; 3]| {
            points.iter().try_for_each(|&index| self.check_index(|| format!("{list}[{i}]"), index))?;
            let [a, b, c] = points;
            let hint = "give it three different ones";
            require(a != b && b != c && c != a, || format!("{list}[{i}]"), "must not name a point twice", points, hint)?;
            Ok(points.map(|index| self.points[index as usize].position))
        };
        let bend = |(i, (points, bend)): (usize, &([u32; 3], Bend))| {
            bend.check(i)?;
            bend.element(i, *points, places("bends", i, *points)?)
        };
        let triangle = |(i, (points, triangle)): (usize, &([u32; 3], Triangle))| {
            triangle.check(i)?;
            triangle.element(i, *points, places("triangles", i, *points)?)
        };
        Ok((
            self.bends.iter().enumerate().map(bend).collect::<Result<_>>()?,
            self.triangles.iter().enumerate().map(triangle).collect::<Result<_>>()?,
        ))
    }

    fn check_ends(&self, list: &'static str, i: usize, [a, b]: [u32; 2]) -> Result<()> {
        self.check_index(|| format!("{list}[{i}]"), a)?;
        self.check_index(|| format!("{list}[{i}]"), b)?;
        require(a != b, || format!("{list}[{i}]"), "must join two different points", [a, b], "give it another end")
    }

    fn check_index(&self, field: impl FnOnce() -> String, index: u32) -> Result<()> {
        let hint = "points are counted from 0 in the order in which they are added";
        require((index as usize) < self.points.len(), field, "names a point that does not exist", index, hint)
    }

    fn check_outline(&self) -> Result<f32> {
        let mut seen = vec![false; self.points.len()];
        let mut area = 0.0;
        for (k, corners) in self.loops.iter().enumerate() {
            let hint = "a chain or rope needs no outline";
            require(corners.len() >= 3, || format!("loops[{k}]"), "must have at least 3 points", corners.len(), hint)?;
            for &index in corners {
                self.check_index(|| format!("loops[{k}]"), index)?;
                let hint = "an outline visits a point once; use a second loop for a hole";
                require(!seen[index as usize], || format!("loops[{k}]"), "must not visit a point twice", index, hint)?;
                seen[index as usize] = true;
            }
            area += polygon_area(corners.iter().map(|&i| self.points[i as usize].position));
        }
        let hint = "reverse the outer loop: it must run counter-clockwise";
        require(self.loops.is_empty() || area > 0.0, || "loops".into(), "must enclose a positive area [m²]", area, hint)?;
        for (k, strand) in self.strands.iter().enumerate() {
            let hint = "leave it out";
            require(strand.len() >= 2, || format!("strands[{k}]"), "must have at least 2 points", strand.len(), hint)?;
            strand.iter().try_for_each(|&index| self.check_index(|| format!("strands[{k}]"), index))?;
        }
        for (k, cell) in self.cells.iter().enumerate() {
            let hint = "leave it out";
            require(cell.len() >= 3, || format!("cells[{k}]"), "must have at least 3 points", cell.len(), hint)?;
            cell.iter().try_for_each(|&index| self.check_index(|| format!("cells[{k}]"), index))?;
        }
        if let Some(Cover::Triangles(triangles)) = &self.cover {
            triangles.iter().flatten().try_for_each(|&index| self.check_index(|| "cover".into(), index))?;
        }
        for (k, face) in self.faces.iter().flatten().enumerate() {
            let hint = "leave it out";
            require(face.len() >= 3, || format!("faces[{k}]"), "must have at least 3 points", face.len(), hint)?;
            face.iter().try_for_each(|&index| self.check_index(|| format!("faces[{k}]"), index))?;
        }
        self.tearing.check()?;
        let hint = "add the loop that keeps others inside";
        let plain = self.keeps == Keeps::Outside;
        require(plain || !self.loops.is_empty(), || "keeps".into(), "needs an outline", "none", hint)?;
        let law = if self.gas.is_some() { "gas" } else { "area" };
        let needs = self.gas.is_some() || self.area.is_some();
        require(!needs || area > 0.0, || law.into(), "needs an outline to fill", "none", "add the loop of outer points")?;
        self.gas.map_or(Ok(()), |gas| gas.check())?;
        self.area.map_or(Ok(()), |area| area.check())?;
        self.shape.map_or(Ok(()), |shape| shape.check())?;
        self.plasticity.map_or(Ok(()), |plasticity| plasticity.check())?;
        Ok(area)
    }

    /// Half the side of a square whose diagonal is that of the box around all points; a tenth of a metre where that is nothing.
    fn extent(&self) -> f32 {
        let low = self.points.iter().fold(Vec2::INFINITY, |low, point| low.min(point.position));
        let high = self.points.iter().fold(Vec2::NEG_INFINITY, |high, point| high.max(point.position));
        let half = 0.5 * low.distance(high) * core::f32::consts::FRAC_1_SQRT_2;
        if half > 0.0 { half } else { 0.1 }
    }

    fn uvs_from_shape(&mut self) {
        let low = self.points.iter().fold(Vec2::INFINITY, |low, point| low.min(point.position));
        let high = self.points.iter().fold(Vec2::NEG_INFINITY, |high, point| high.max(point.position));
        let size = (high - low).max(Vec2::splat(f32::MIN_POSITIVE));
        self.points.iter_mut().for_each(|point| point.uv = (point.position - low) / size);
    }

    fn distance(&self, a: u32, b: u32) -> f32 {
        self.points[a as usize].position.distance(self.points[b as usize].position)
    }

    fn links<T>(&self, list: &[([u32; 2], T)], link: impl Fn(&T, [u32; 2], f32) -> Link) -> Vec<Link> {
        list.iter().map(|(ends, element)| link(element, *ends, self.distance(ends[0], ends[1]))).collect()
    }
}

impl From<&Blueprint> for BlueprintBuilder {
    fn from(blueprint: &Blueprint) -> Self {
        let rest = &*blueprint.0;
        Self {
            points: rest.points.clone(),
            uvs_given: true,
            springs: rest.spring_list.clone(),
            sticks: rest.stick_list.clone(),
            bends: rest.bend_list.clone(),
            triangles: rest.triangle_list.clone(),
            loops: rest.outline.loops.clone(),
            keeps: rest.contact.keeps,
            strands: rest.strands.clone(),
            cover: Some(rest.cover.clone()),
            cells: rest.cells.clone(),
            gas: rest.gas,
            area: rest.area_law,
            shape: rest.shape,
            plasticity: rest.plasticity,
            tearing: rest.tearing,
            faces: rest.faces.given.clone(),
            sweep_back: None,
        }
    }
}

/// The edges of all loops, as pairs of indices.
fn edges(outline: &Outline) -> impl Iterator<Item = [usize; 2]> {
    outline
        .loops
        .iter()
        .flat_map(|corners| (0..corners.len()).map(|k| [corners[k] as usize, corners[(k + 1) % corners.len()] as usize]))
}
