//! From a list of shapes to triangles: everything but the labels becomes one mesh, so that a thousand bodies are one draw call.
//!
//! ```text
//!   a star-shaped area        any other area          a line
//!    ╱│╲   fan around a       ┌─┬──┐  ears are        ░░░░  fades out over a pixel
//!   ╱─•─╲  hub, in rings      │╱ ╲ │  clipped         ████
//!   ╲ │ ╱                     └──┴─┘                  ░░░░
//! ```
//! Fills are not smoothed at their edges: the outline that is drawn over them is.

use earcut::Earcut;
use egui::epaint::Vertex;
use egui::{Color32, Mesh, Pos2, pos2};
use std::collections::BTreeMap;
use std::sync::Arc;
use wobble_view::{Colour, DrawList, Fill, Label, Paint, Shape};
use wobble2d::glam::Vec2;

/// A fan gets a ring for so much of its width, so that its gradient is seen, but not more than a few. `[px]`
const RING: f32 = 18.0;
const MOST_RINGS: u32 = 5;

/// Edges of triangles longer than this are halved, a few times, so that a gradient is seen. `[px]`
const LONG_EDGE: f32 = 40.0;
const REFINEMENTS: u32 = 3;

/// A line whose solid core is finer than so many pixels to each side of its middle is drawn without one.
const FINE: f32 = 0.3;

/// No join sticks out further than so many half widths.
const LONGEST_MITER: f32 = 2.0;

/// The memory of a mesh that nobody shows any more; none if it is still shown. Fresh memory costs as much as filling it.
pub(crate) fn emptied(mesh: Option<Arc<Mesh>>) -> Mesh {
    let mut mesh = mesh.and_then(Arc::into_inner).unwrap_or_default();
    mesh.vertices.clear();
    mesh.indices.clear();
    mesh
}

/// Turns shapes into triangles.
pub(crate) struct Canvas {
    mesh: Mesh,
    labels: Vec<(Pos2, Label)>,
    origin: Vec2,
    /// Over which distance lines fade out: one pixel of the screen. `[points]`
    feather: f32,
    ears: Earcut<f32>,
    corners: Vec<[f32; 2]>,
    indices: Vec<u32>,
    patterns: BTreeMap<Weave, Vec<u32>>,
}

impl Canvas {
    /// An empty canvas that draws into an empty mesh. Its upper left corner is at `origin`. `[points]`
    pub fn new(origin: Pos2, feather: f32, mesh: Mesh) -> Self {
        Self {
            mesh,
            labels: Vec::new(),
            origin: Vec2::new(origin.x, origin.y),
            feather,
            ears: Earcut::new(),
            corners: Vec::new(),
            indices: Vec::new(),
            patterns: BTreeMap::new(),
        }
    }

    /// Adds a picture: its background and its shapes, in their order.
    pub fn draw(&mut self, list: &DrawList) {
        let [width, height] = list.size.map(|side| side as f32);
        let corners = [Vec2::ZERO, Vec2::new(width, 0.0), Vec2::new(width, height), Vec2::new(0.0, height)];
        self.fan(&corners, corners[0], &Paint::Flat(list.background));
        for shape in &list.shapes {
            match shape {
                Shape::Fill(fill) => self.fill(fill),
                Shape::Stroke(stroke) => {
                    stroke.lines.iter().for_each(|line| self.stroke(line, stroke.closed, stroke.width, stroke.colour));
                }
                Shape::Discs(discs) => discs.centres.iter().for_each(|&at| self.disc(at, discs.radius, discs.colour)),
                Shape::Label(label) => self.labels.push((self.place(label.place), label.clone())),
                Shape::Inset(inset) => {
                    let by = Vec2::new(inset.place[0] as f32, inset.place[1] as f32);
                    self.origin += by;
                    self.draw(&inset.list);
                    self.origin -= by;
                }
            }
        }
    }

    /// The triangles, and the labels to be written over them.
    pub fn finish(self) -> (Mesh, Vec<(Pos2, Label)>) {
        (self.mesh, self.labels)
    }

    fn place(&self, at: Vec2) -> Pos2 {
        pos2(self.origin.x + at.x, self.origin.y + at.y)
    }

    fn vertex(&mut self, at: Vec2, colour: Color32) {
        let pos = self.place(at);
        self.mesh.vertices.push(Vertex { pos, uv: egui::epaint::WHITE_UV, color: colour });
    }

    fn triangles(&mut self, corners: impl IntoIterator<Item = u32>) {
        self.mesh.indices.extend(corners);
    }

    fn next(&self) -> u32 {
        self.mesh.vertices.len() as u32
    }

    fn fill(&mut self, fill: &Fill) {
        let mut loops = fill.loops.iter();
        if let (Some(corners), None) = (loops.next(), loops.next())
            && let Some(hub) = hub(corners, &fill.paint)
        {
            return self.fan(corners, hub, &fill.paint);
        }
        for (outer, holes) in patches(fill) {
            self.clip_ears(outer, &holes, &fill.paint);
        }
    }

    /// An area that is seen whole from its hub: rings from there to the rim.
    fn fan(&mut self, corners: &[Vec2], hub: Vec2, paint: &Paint) {
        let n = corners.len() as u32;
        let widest = corners.iter().map(|corner| corner.distance_squared(hub)).fold(0.0f32, f32::max).sqrt();
        let rings = if matches!(paint, Paint::Flat(_)) { 1 } else { 1 + ((widest / RING) as u32).min(MOST_RINGS - 1) };
        let (first, origin) = (self.next(), self.origin);
        self.vertex(hub, colour_at(paint, hub));
        self.mesh.vertices.reserve(corners.len() * rings as usize);
        for ring in 1..=rings {
            let part = ring as f32 / rings as f32;
            self.mesh.vertices.extend(corners.iter().map(|&corner| {
                let at = hub.lerp(corner, part);
                let pos = pos2(origin.x + at.x, origin.y + at.y);
                Vertex { pos, uv: egui::epaint::WHITE_UV, color: colour_at(paint, at) }
            }));
        }
        self.weave(Weave::Fan { rings, n }, first);
    }

    /// Adds the triangles of a pattern over the corners from `first` on.
    fn weave(&mut self, weave: Weave, first: u32) {
        let pattern = self.patterns.entry(weave).or_insert_with(|| weave.pattern());
        self.mesh.indices.extend(pattern.iter().map(|&corner| first + corner));
    }

    /// Any area.
    fn clip_ears(&mut self, outer: &[Vec2], holes: &[&[Vec2]], paint: &Paint) {
        let first = self.next();
        let (mut corners, mut starts) = (core::mem::take(&mut self.corners), Vec::new());
        corners.clear();
        corners.extend(outer.iter().map(Vec2::to_array));
        for hole in holes {
            starts.push(corners.len() as u32);
            corners.extend(hole.iter().map(Vec2::to_array));
        }
        let mut indices = core::mem::take(&mut self.indices);
        self.ears.earcut(corners.iter().copied(), &starts, &mut indices);
        if !matches!(paint, Paint::Flat(_)) {
            (0..REFINEMENTS).for_each(|_| refine(&mut corners, &mut indices));
        }
        for &[x, y] in &corners {
            let at = Vec2::new(x, y);
            self.vertex(at, colour_at(paint, at));
        }
        self.triangles(indices.iter().map(|&index| first + index));
        (self.corners, self.indices) = (corners, indices);
    }

    /// A line with mitred joins that fades out over a pixel.
    ///
    /// ```text
    ///   ░░░░░ outer      a fine line has no room for a solid core: its middle is one row of corners,
    ///   █████ inner      which saves a third of its triangles
    ///   ░░░░░ outer
    /// ```
    fn stroke(&mut self, points: &[Vec2], closed: bool, width: f32, colour: Colour) {
        if points.len() < 2 {
            return;
        }
        let mut solid = to_egui(colour);
        let (half, feather) = (0.5 * width.max(self.feather), 0.5 * self.feather);
        if width < self.feather {
            solid = solid.gamma_multiply(width / self.feather);
        }
        let (inner, outer) = (half - feather, half + feather);
        let edge = Color32::TRANSPARENT;
        if inner < FINE * self.feather {
            // As much ink: the area under a triangle instead of that under a trapezium.
            self.ribbon(points, closed, [(-2.0 * half, edge), (0.0, solid), (2.0 * half, edge)]);
        } else {
            self.ribbon(points, closed, [(-outer, edge), (-inner, solid), (inner, solid), (outer, edge)]);
        }
    }

    /// Rows of corners beside a line, each at a distance and in a colour, with triangles between them. `[points]`
    fn ribbon<const ROWS: usize>(&mut self, points: &[Vec2], closed: bool, rows: [(f32, Color32); ROWS]) {
        let n = points.len();
        let (first, origin) = (self.next(), self.origin);
        self.mesh.vertices.reserve(ROWS * n);
        let across = |a: Vec2, b: Vec2| (b - a).perp().normalize_or_zero();
        let mut before = if closed { across(points[n - 1], points[0]) } else { Vec2::ZERO };
        for (k, &point) in points.iter().enumerate() {
            let after = match points.get(k + 1) {
                Some(&next) => across(point, next),
                None if closed => across(point, points[0]),
                None => Vec2::ZERO,
            };
            let miter = miter(before, after);
            self.mesh.vertices.extend(rows.map(|(distance, color)| {
                let at = origin + point + distance * miter;
                Vertex { pos: pos2(at.x, at.y), uv: egui::epaint::WHITE_UV, color }
            }));
            before = after;
        }
        self.weave(Weave::Ribbon { rows: ROWS as u32, n: n as u32, closed }, first);
    }

    fn disc(&mut self, centre: Vec2, radius: f32, colour: Colour) {
        let corners = ((4.0 * radius.max(1.0).sqrt()) as u32).clamp(8, 64);
        let (solid, feather) = (to_egui(colour), 0.5 * self.feather);
        let first = self.next();
        self.vertex(centre, solid);
        for k in 0..corners {
            let (sin, cos) = libm::sincosf(core::f32::consts::TAU * k as f32 / corners as f32);
            let out = Vec2::new(cos, sin);
            self.vertex(centre + (radius - feather).max(0.0) * out, solid);
            self.vertex(centre + (radius + feather) * out, Color32::TRANSPARENT);
        }
        for k in 0..corners {
            let (a, b) = (first + 1 + 2 * k, first + 1 + 2 * ((k + 1) % corners));
            self.triangles([first, a, b, a, a + 1, b, b, a + 1, b + 1]);
        }
    }
}

/// How corners are joined to triangles. Most bodies of a world are joined in one of a few ways, so each is thought out once.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Weave {
    /// A hub, then rings of `n` corners.
    Fan { rings: u32, n: u32 },
    /// `n` times a corner in every row.
    Ribbon { rows: u32, n: u32, closed: bool },
}

impl Weave {
    /// The corners of all triangles.
    fn pattern(self) -> Vec<u32> {
        let mut pattern = Vec::new();
        match self {
            Self::Fan { rings, n } => {
                for k in 0..n {
                    let next = if k + 1 == n { 0 } else { k + 1 };
                    pattern.extend([0, 1 + k, 1 + next]);
                    for ring in 1..rings {
                        let (inner, outer) = (1 + (ring - 1) * n, 1 + ring * n);
                        pattern.extend([inner + k, outer + k, outer + next, inner + k, outer + next, inner + next]);
                    }
                }
            }
            Self::Ribbon { rows, n, closed } => {
                for k in 0..if closed { n } else { n - 1 } {
                    let (a, b) = (rows * k, rows * if k + 1 == n { 0 } else { k + 1 });
                    for row in 0..rows - 1 {
                        let [p, q, r, s] = [a + row, a + row + 1, b + row, b + row + 1];
                        pattern.extend([p, q, r, r, q, s]);
                    }
                }
            }
        }
        pattern
    }
}

/// Halves every long edge of triangles. Triangles that share an edge share its middle, so no gaps open.
///
/// ```text
///     ╱╲          ╱╲           ╱╲
///    ╱──╲        ╱ ╱╲         ╱ │╲      three, two or one long edge
///   ╱╲  ╱╲      ╱╱  ╲╲       ╱  │ ╲
/// ```
fn refine(corners: &mut Vec<[f32; 2]>, indices: &mut Vec<u32>) {
    let mut middles: BTreeMap<[u32; 2], u32> = BTreeMap::new();
    let mut finer = Vec::with_capacity(2 * indices.len());
    for triangle in indices.chunks_exact(3) {
        let [a, b, c] = [triangle[0], triangle[1], triangle[2]];
        let [ab, bc, ca] = [[a, b], [b, c], [c, a]].map(|[p, q]| {
            let ends = [p, q].map(|index| Vec2::from(corners[index as usize]));
            let long = ends[0].distance_squared(ends[1]) > LONG_EDGE * LONG_EDGE;
            long.then(|| {
                *middles.entry([p.min(q), p.max(q)]).or_insert_with(|| {
                    corners.push(ends[0].midpoint(ends[1]).to_array());
                    corners.len() as u32 - 1
                })
            })
        });
        // The outline of the triangle with its middles, cut into a fan around one of them.
        let ring: Vec<u32> = [Some(a), ab, Some(b), bc, Some(c), ca].into_iter().flatten().collect();
        match (ab, bc, ca) {
            (Some(ab), Some(bc), Some(ca)) => finer.extend([a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca]),
            _ => {
                let hub = ring.iter().position(|&index| [ab, bc, ca].contains(&Some(index))).unwrap_or(0);
                let n = ring.len();
                (1..n - 1).for_each(|k| finer.extend([ring[hub], ring[(hub + k) % n], ring[(hub + k + 1) % n]]));
            }
        }
    }
    *indices = finer;
}

/// A place from which a whole outline is seen: the middle of its light, or of its corners.
fn hub(corners: &[Vec2], paint: &Paint) -> Option<Vec2> {
    let mean = corners.iter().sum::<Vec2>() / corners.len() as f32;
    let lit = if let Paint::Radial { centre, .. } = paint { Some(*centre) } else { None };
    lit.into_iter().chain([mean]).find(|&hub| sees_all(hub, corners))
}

fn sees_all(hub: Vec2, corners: &[Vec2]) -> bool {
    let Some(&last) = corners.last() else { return false };
    let (mut left, mut right, mut before) = (false, false, last - hub);
    for &corner in corners {
        let here = corner - hub;
        let turn = before.perp_dot(here);
        left |= turn > 0.0;
        right |= turn < 0.0;
        before = here;
    }
    left != right
}

fn signed_area(corners: &[Vec2]) -> f32 {
    let next = |k: usize| corners[(k + 1) % corners.len()];
    (0..corners.len()).map(|k| corners[k].perp_dot(next(k))).sum()
}

/// The outer loops of an area, each with its holes, which go the other way round.
fn patches(fill: &Fill) -> Vec<(&[Vec2], Vec<&[Vec2]>)> {
    let largest = fill.loops.iter().map(signed_area).fold(0.0f32, |most, area| if area.abs() > most.abs() { area } else { most });
    let (outer, holes): (Vec<&[Vec2]>, Vec<&[Vec2]>) = fill.loops.iter().partition(|corners| signed_area(corners) * largest > 0.0);
    let mut patches: Vec<(&[Vec2], Vec<&[Vec2]>)> = outer.into_iter().map(|corners| (corners, Vec::new())).collect();
    for hole in holes {
        let owner = patches.iter().position(|(outer, _)| encloses(outer, hole[0])).unwrap_or(0);
        if let Some((_, holes)) = patches.get_mut(owner) {
            holes.push(hole);
        }
    }
    patches
}

fn encloses(corners: &[Vec2], place: Vec2) -> bool {
    let mut inside = false;
    for (k, &a) in corners.iter().enumerate() {
        let b = corners[(k + 1) % corners.len()];
        if (a.y > place.y) != (b.y > place.y) && place.x < a.x + (b.x - a.x) * (place.y - a.y) / (b.y - a.y) {
            inside = !inside;
        }
    }
    inside
}

/// Across a line where two pieces meet, as long as makes both equally wide; from the units across both, zero where the line ends.
fn miter(before: Vec2, after: Vec2) -> Vec2 {
    // The mean of two unit vectors is as short as the half angle's cosine; twice its inverse makes the miter.
    let (sum, cosine) = (before + after, 1.0 + before.dot(after));
    if before == Vec2::ZERO || after == Vec2::ZERO || cosine < 1e-3 {
        return if after == Vec2::ZERO { before } else { after };
    }
    if 2.0 > LONGEST_MITER * LONGEST_MITER * cosine { LONGEST_MITER * sum.normalize_or_zero() } else { sum / cosine }
}

/// The colour of a paint at a place. `[px]`
fn colour_at(paint: &Paint, at: Vec2) -> Color32 {
    match paint {
        Paint::Flat(colour) => to_egui(*colour),
        Paint::Vertical { top, bottom, colours } => stops(colours, (at.y - top) / (bottom - top).max(1e-3)),
        Paint::Radial { centre, radius, colours } => stops(colours, at.distance(*centre) / radius.max(1e-3)),
    }
}

fn stops(colours: &[Colour; 3], part: f32) -> Color32 {
    let part = 2.0 * part.clamp(0.0, 1.0);
    let (from, to, part) = if part < 1.0 { (colours[0], colours[1], part) } else { (colours[1], colours[2], part - 1.0) };
    // As `Colour::mix`, but rounded by hand: this is done for every corner of every body.
    let mix = |a: u8, b: u8| (f32::from(a) + (f32::from(b) - f32::from(a)) * part + 0.5) as u8;
    let (red, green, blue) = (mix(from.red, to.red), mix(from.green, to.green), mix(from.blue, to.blue));
    to_egui(Colour { red, green, blue, alpha: mix(from.alpha, to.alpha) })
}

/// The same colour, as the window understands it.
pub(crate) fn to_egui(Colour { red, green, blue, alpha }: Colour) -> Color32 {
    Color32::from_rgba_unmultiplied(red, green, blue, alpha)
}
