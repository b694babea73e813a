//! Bodies of a scene.

use super::{Builder, custom, engine, places};
use crate::format::{Bend, Body, Material, Motion, Place, Shape, Tuning};
use crate::problem::Problem;
use wobble2d::{Blueprint, BodyDef, BodyId, Error, PointId, blueprint};

impl Builder<'_> {
    /// Adds a body, or all of its repetition.
    pub(super) fn body(&mut self, body: &Body, path: &str) {
        let material = self.material(body.material.as_deref(), path);
        let Some(blueprint) = self.blueprint(body, &material, path) else { return };
        let count = blueprint.points().len();
        for (i, &index) in body.pinned_points.iter().enumerate() {
            custom::check_index(count, index, &format!("{path}.pinned_points[{i}]"), &mut self.problems);
        }
        let substance = material.substance();
        let density = material.density.or(substance.map(|substance| substance.density));
        let density = body.density.or(density.filter(|_| body.mass.is_none())).filter(|_| blueprint.area() > 0.0);
        self.check_mass(body, &blueprint, path);
        let pinned = !body.pinned_points.is_empty() || blueprint.points().iter().any(|point| point.pinned);
        if body.motion.is_some() && !pinned {
            let hint = "list them in `pinned_points`, or make it scenery";
            self.problems.push(Problem::new(format!("{path}.motion"), "needs points that are pinned", hint));
        }
        let base = BodyDef {
            velocity: body.velocity.into(),
            spin: body.spin,
            mass: body.mass,
            surface: surface(body, &material),
            filter: (&body.filter).into(),
            motion: body.motion.as_ref().map(wobble2d::Motion::from),
            ..BodyDef::new(&blueprint)
        };
        let tuning = body.tuning.or(material.tuning).unwrap_or_default();
        let ids = places(body.repeat.as_ref(), body.at).iter().map(|place| placed(&base, body, place, tuning, density)).collect();
        let ids = self.add(ids, &body.pinned_points, body.motion.as_ref(), path);
        self.enliven(body, &blueprint, &ids, path);
        self.enter(body.name.as_deref(), ids, path);
    }

    fn check_mass(&mut self, body: &Body, blueprint: &Blueprint, path: &str) {
        let Some(density) = body.density else { return };
        if body.mass.is_some() {
            let problem = Problem::new(format!("{path}.density"), "must not be given beside `mass`", "keep one of them");
            self.problems.push(problem.value(density));
        } else if blueprint.area() <= 0.0 {
            let problem = Problem::new(format!("{path}.density"), "needs a shape with an outline", "give a `mass` instead");
            self.problems.push(problem.value(density));
        }
    }

    /// Adds bodies until one is refused.
    pub(super) fn add(&mut self, defs: Vec<BodyDef>, pinned: &[u32], motion: Option<&Motion>, path: &str) -> Vec<BodyId> {
        let mut ids = Vec::with_capacity(defs.len());
        for def in defs {
            match self.world.add(def) {
                Ok(id) => {
                    ids.push(id);
                    // Points that do not exist have been reported already.
                    pinned.iter().for_each(|&index| drop(self.world.pin(PointId { body: id, index }, true)));
                }
                Err(error) => {
                    self.problems.push(engine::problem(path, error, |field| Some(rename_of_body(field, motion))));
                    break;
                }
            }
        }
        ids
    }

    /// The blueprint of a shape; `None` if it has problems, which are noted.
    fn blueprint(&mut self, body: &Body, material: &Material, path: &str) -> Option<Blueprint> {
        let shape = &body.shape;
        let key = serde_json::to_string(&(shape, material, body.whole, body.tearing, body.plasticity)).unwrap_or_default();
        if let Some(known) = self.blueprints.get(&key) {
            return Some(known.clone());
        }
        let body_path = path;
        let path = format!("{path}.{}", shape.name());
        let before = self.problems.list.len() + self.problems.left_out;
        match shape {
            Shape::Custom(shape) => custom::check(shape, &path, &mut self.problems),
            Shape::Truss(truss) => custom::check_truss(truss, &path, &mut self.problems),
            _ => {}
        }
        if self.problems.list.len() + self.problems.left_out > before {
            return None;
        }
        let flowing = |blueprint: Blueprint| match body.plasticity {
            Some(plasticity) => blueprint.to_builder().plastic(plasticity.into()).build(),
            None => Ok(blueprint),
        };
        match make(body, material).and_then(flowing) {
            Ok(blueprint) => {
                self.blueprints.insert(key, blueprint.clone());
                Some(blueprint)
            }
            Err(error) => {
                let of_body = |field: &str| ["material", "shape", "tearing"].iter().any(|part| field.starts_with(part));
                let problem = match error {
                    Error::Invalid { ref field, .. } if of_body(field) => {
                        engine::problem(body_path, error, |field| rename_of_matter(body, material, field))
                    }
                    error => engine::problem(&path, error, |field| rename(shape, field)),
                };
                self.problems.push(problem);
                None
            }
        }
    }
}

/// The blueprint of a body: its shape, filled with its material, kept as a whole, and tearing, as it says.
fn make(body: &Body, material: &Material) -> wobble2d::Result<Blueprint> {
    let plain = filled(&body.shape, material.substance())?;
    let tearing = body.tearing.or(material.tearing);
    if body.whole.is_none() && tearing.is_none() {
        return Ok(plain);
    }
    let mut builder = plain.to_builder();
    if let Some(whole) = body.whole {
        builder = builder.shape(whole.into());
    }
    if let Some(tearing) = tearing {
        builder = builder.tearing(tearing.into());
    }
    builder.build()
}

/// A shape, filled with a substance where it can be.
fn filled(shape: &Shape, substance: Option<wobble2d::Material>) -> wobble2d::Result<Blueprint> {
    match (shape, substance) {
        (Shape::Mesh(mesh), substance) => mesh.of(substance.unwrap_or(wobble2d::Material::JELLY)).build(),
        (Shape::Ball(ball), Some(substance)) => blueprint::Ball::from(ball).made_of(&substance),
        (Shape::Lattice(_) | Shape::Cloth(_), Some(substance)) => own(shape)?.made_of(&substance),
        _ => own(shape),
    }
}

/// How a body touches others: as it says, as its material says, or with the friction of what it is made of.
fn surface(body: &Body, material: &Material) -> wobble2d::Surface {
    let given = body.surface.or(material.surface).map(Into::into);
    given.or_else(|| material.substance().map(|substance| substance.surface())).unwrap_or_default()
}

/// A shape as it comes.
fn own(shape: &Shape) -> wobble2d::Result<Blueprint> {
    match shape {
        Shape::Ball(ball) => blueprint::Ball::from(ball).build(),
        Shape::Balloon(balloon) => blueprint::Balloon::from(balloon).build(),
        Shape::Ring(ring) => blueprint::TwoLayerRing::from(ring).build(),
        Shape::Lattice(lattice) => blueprint::Lattice::from(lattice).build(),
        Shape::Truss(truss) => blueprint::Truss::from(truss).build(),
        Shape::Chain(chain) => stiffened(blueprint::Chain::from(chain).build()?, chain.bend),
        Shape::Rope(rope) => stiffened(blueprint::Rope::from(rope).build()?, rope.bend),
        Shape::StickPolygon(polygon) => blueprint::StickPolygon::from(polygon).build(),
        Shape::Cloth(cloth) => blueprint::Cloth::from(cloth).build(),
        Shape::Mesh(mesh) => mesh.of(wobble2d::Material::JELLY).build(),
        Shape::Custom(shape) => custom::blueprint(shape),
    }
}

/// A row of points with resistance to bending.
fn stiffened(row: Blueprint, bend: Option<Bend>) -> wobble2d::Result<Blueprint> {
    let Some(bend) = bend else { return Ok(row) };
    row.to_builder().bend_along(0..row.points().len() as u32, bend.into()).build()
}

/// The file's name for a field of the engine's matter.
fn rename_of_matter(body: &Body, material: &Material, field: &str) -> Option<String> {
    match field.split('.').next() {
        Some("shape") if body.whole.is_some() => Some(field.replacen("shape", "whole", 1)),
        Some("tearing") if body.tearing.is_some() => Some(field.to_string()),
        Some("material") if body.material.is_some() && material.substance().is_some() => Some("material".into()),
        _ => None,
    }
}

/// The file's name for a field of the engine's blueprint; `None` where the file has no such field.
fn rename(shape: &Shape, field: &str) -> Option<String> {
    let first = field.split(['.', '[']).next().unwrap_or(field);
    match (shape, first) {
        (Shape::Custom(_), "loops") => Some(field.replacen("loops", "outlines", 1)),
        (Shape::Custom(_), "points" | "springs" | "sticks" | "bends" | "triangles" | "strands" | "gas" | "area") => {
            Some(field.to_string())
        }
        (Shape::Chain(_) | Shape::Rope(_), "bends") => Some("bend".into()),
        (Shape::Truss(_), "loops") => Some("outline".into()),
        (Shape::Truss(_), "points") if !field.ends_with("mass") => Some(field.to_string()),
        (Shape::Balloon(_), "gas") | (Shape::Lattice(_), "area") => Some(field.to_string()),
        (Shape::Ball(_), "gas" | "area") => Some(format!("filling.{field}")),
        (_, "springs" | "sticks" | "bends" | "triangles" | "loops" | "strands") => None,
        (_, "points") if field.contains('[') => None,
        _ => Some(field.to_string()),
    }
}

/// The file's name for a field of the engine's definition of a body.
fn rename_of_body(field: &str, motion: Option<&Motion>) -> String {
    let field = field.strip_prefix("body.").unwrap_or(field).replace("position", "at");
    match (field.strip_prefix("motion."), motion) {
        (Some(rest), Some(motion)) => format!("motion.{}.{rest}", motion.name()),
        _ => field,
    }
}

/// One body of an entry.
fn placed(base: &BodyDef, body: &Body, place: &Place, tuning: Tuning, density: Option<f32>) -> BodyDef {
    let tuning = Tuning { size: tuning.size * place.size, ..tuning };
    let area = base.blueprint.area() * tuning.size * tuning.size;
    BodyDef {
        position: place.at.into(),
        angle: body.angle + place.angle,
        mass: density.map(|density| density * area).or(base.mass),
        tuning: tuning.into(),
        ..base.clone()
    }
}
