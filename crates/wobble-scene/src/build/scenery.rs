//! Scenery: bodies whose points are all pinned.

use super::{Builder, engine, outline, places};
use crate::format::{Scenery, SceneryShape};
use crate::problem::Problem;
use glam::Vec2;
use wobble2d::{Blueprint, BodyDef, Tuning};

/// Scenery is immovable, whatever it weighs; the engine wants some mass all the same. `[kg]`
const POINT_MASS: f32 = 1.0;

impl Builder<'_> {
    /// Adds a piece of scenery, or all of its repetition.
    pub(super) fn scenery(&mut self, scenery: &Scenery, path: &str) {
        let material = self.material(scenery.material.as_deref(), path);
        let shape_path = format!("{path}.{}", scenery.shape.name());
        let (corners, closed) = corners(&scenery.shape);
        if let Some(problem) = outline::check(&corners, closed, &shape_path).or_else(|| flat(&corners, closed, &shape_path)) {
            return self.problems.push(problem);
        }
        let blueprint = match blueprint(&corners, closed) {
            Ok(blueprint) => blueprint,
            Err(error) => return self.problems.push(engine::problem(&shape_path, error, |_| None)),
        };
        let base = BodyDef {
            surface: scenery.surface.or(material.surface).unwrap_or_default().into(),
            filter: (&scenery.filter).into(),
            motion: scenery.motion.as_ref().map(wobble2d::Motion::from),
            ..BodyDef::new(&blueprint)
        };
        let def = |place: &crate::format::Place| BodyDef {
            position: place.at.into(),
            angle: scenery.angle + place.angle,
            tuning: Tuning { size: place.size, ..Tuning::default() },
            ..base.clone()
        };
        let defs = places(scenery.repeat.as_ref(), scenery.at).iter().map(def).collect();
        let ids = self.add(defs, &[], scenery.motion.as_ref(), path);
        self.enter(scenery.name.as_deref(), ids, path);
    }
}

/// The corners of a shape, and whether they enclose something.
fn corners(shape: &SceneryShape) -> (Vec<Vec2>, bool) {
    let list = |corners: &[[f32; 2]]| corners.iter().map(|&corner| corner.into()).collect();
    match shape {
        SceneryShape::Polygon(corners) => (list(corners), true),
        SceneryShape::Line(corners) => (list(corners), false),
        &SceneryShape::Box([width, height]) => {
            let (x, y) = (0.5 * width, 0.5 * height);
            (list(&[[-x, -y], [x, -y], [x, y], [-x, y]]), true)
        }
        &SceneryShape::Slope([x, y]) => (list(&[[0.0, 0.0], [x, 0.0], [x, y]]), true),
        SceneryShape::Disc(disc) => {
            let corner = |k: u32| {
                let angle = core::f32::consts::TAU * k as f32 / disc.corners as f32;
                disc.radius * Vec2::new(libm::cosf(angle), libm::sinf(angle))
            };
            ((0..disc.corners).map(corner).collect(), true)
        }
    }
}

fn flat(corners: &[Vec2], closed: bool, path: &str) -> Option<Problem> {
    let area = 0.5 * outline::twice_area(corners).abs();
    let flat = closed && (area.is_nan() || area <= 1e-9);
    flat.then(|| Problem::new(path, "must enclose an area above 0 [m²]", "give it a width and a height").value(area))
}

fn blueprint(corners: &[Vec2], closed: bool) -> wobble2d::Result<Blueprint> {
    let count = corners.len() as u32;
    let builder = Blueprint::builder().points(corners.iter().copied(), POINT_MASS).pin(0..count);
    if !closed {
        return builder.strand(0..count).build();
    }
    // Solid on the left: corners that run clockwise are taken from behind.
    let clockwise = outline::twice_area(corners) < 0.0;
    let order: Vec<u32> = if clockwise { (0..count).rev().collect() } else { (0..count).collect() };
    builder.outline(order).build()
}
