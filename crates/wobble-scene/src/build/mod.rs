//! From a document to a world.

mod body;
mod count;
mod custom;
mod engine;
mod joint;
mod outline;
mod scenery;

use crate::format::{Camera, Document, Material, Place, Preset, Repeat};
use crate::law::Reference;
use crate::problem::{Problem, Problems};
use crate::suggest;
use std::collections::BTreeMap;
use wobble2d::{Blueprint, BodyId, World};

/// A world made from a scene, and what the scene says about it.
pub struct Built {
    /// The world, before its first step.
    pub world: World,
    /// The part of the world that a picture shows, if the scene says so.
    pub camera: Option<Camera>,
    /// Closed forms to compare the simulation with.
    pub references: Vec<Reference>,
    names: BTreeMap<String, Vec<BodyId>>,
}

impl core::fmt::Debug for Built {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        let Self { world, camera, references, names } = self;
        let bodies = world.body_count();
        f.debug_struct("Built")
            .field("bodies", &bodies)
            .field("camera", camera)
            .field("references", references)
            .field("names", names)
            .finish()
    }
}

impl Built {
    /// The bodies of that name: one, or as many as its repetition has; none if there is no such name.
    pub fn bodies(&self, name: &str) -> &[BodyId] {
        self.names.get(name).map_or(&[], Vec::as_slice)
    }

    /// All names and their bodies, in alphabetical order.
    pub fn names(&self) -> impl Iterator<Item = (&str, &[BodyId])> {
        self.names.iter().map(|(name, bodies)| (name.as_str(), bodies.as_slice()))
    }
}

/// Makes the world of a document.
pub(crate) fn build(document: &Document) -> Result<Built, Problems> {
    let mut builder = Builder::new(document);
    count::check(document, &mut builder.problems);
    // Nothing has been built yet: a scene that is too large ends here.
    let problems = core::mem::take(&mut builder.problems);
    problems.or(())?;
    builder.surroundings();
    for (i, scenery) in document.scenery.iter().enumerate() {
        builder.scenery(scenery, &format!("scenery[{i}]"));
    }
    for (i, body) in document.bodies.iter().enumerate() {
        builder.body(body, &format!("bodies[{i}]"));
    }
    for (i, joint) in document.joints.iter().enumerate() {
        builder.joint(joint, &format!("joints[{i}]"));
    }
    builder.analytic();
    let Builder { problems, world, names, references, .. } = builder;
    problems.or(Built { world, camera: document.camera, references, names })
}

/// A world in the making.
struct Builder<'d> {
    document: &'d Document,
    world: World,
    names: BTreeMap<String, Vec<BodyId>>,
    references: Vec<Reference>,
    problems: Problems,
    /// Blueprints by the text of their shape, so that equal bodies march together.
    blueprints: BTreeMap<String, Blueprint>,
}

impl<'d> Builder<'d> {
    fn new(document: &'d Document) -> Self {
        Self {
            document,
            world: World::new(),
            names: BTreeMap::new(),
            references: Vec::new(),
            problems: Problems::default(),
            blueprints: BTreeMap::new(),
        }
    }

    fn surroundings(&mut self) {
        if let Err(error) = self.world.set_settings(self.document.settings.into()) {
            self.problems.push(engine::problem("", error, |field| Some(field.replace("bounds.", "settings.bounds."))));
        }
        if let Err(error) = self.world.set_fields(self.document.fields.clone().into()) {
            self.problems.push(engine::problem("", error, |field| Some(field.to_string())));
        }
        if let Some(camera) = self.document.camera
            && (camera.min[0] >= camera.max[0] || camera.min[1] >= camera.max[1])
        {
            let value = format!("{:?}", camera.max);
            self.problems.push(Problem::new("camera.max", "must be above and right of min [m]", "swap them").value(value));
        }
    }

    /// The material of that name.
    fn material(&mut self, name: Option<&str>, path: &str) -> Material {
        let Some(name) = name else { return Material::default() };
        if let Some(material) = self.document.materials.get(name) {
            return *material;
        }
        if let Some(preset) = Preset::named(name) {
            return Material::preset(preset);
        }
        let own = self.document.materials.keys().map(String::as_str);
        let known: Vec<&str> = own.chain(Preset::ALL.map(|(name, _)| name)).collect();
        let rule = "must be the name of a material of this file or of one that comes with the program";
        let problem = Problem::new(format!("{path}.material"), rule, suggest::way_out(name, &known));
        self.problems.push(problem.value(format!("{name:?}")));
        Material::default()
    }

    /// Adds the bodies of one entry under its name.
    fn enter(&mut self, name: Option<&str>, ids: Vec<BodyId>, path: &str) {
        let Some(name) = name else { return };
        if self.names.insert(name.to_string(), ids).is_some() {
            let problem = Problem::new(format!("{path}.name"), "must not be used twice", "give each its own, or use `repeat`");
            self.problems.push(problem.value(format!("{name:?}")));
        }
    }

    fn analytic(&mut self) {
        for (i, analytic) in self.document.analytic.iter().enumerate() {
            let path = format!("analytic[{i}]");
            let Some(&body) = self.names.get(&analytic.body).and_then(|ids| ids.first()) else {
                let known: Vec<&str> = self.names.keys().map(String::as_str).collect();
                let rule = "must be the name of a body of this file";
                let hint =
                    if known.is_empty() { "give a body this `name`".to_string() } else { suggest::way_out(&analytic.body, &known) };
                self.problems.push(Problem::new(format!("{path}.body"), rule, hint).value(format!("{:?}", analytic.body)));
                continue;
            };
            match Reference::new(analytic.law, &self.world, body, analytic.point) {
                Ok(reference) => self.references.push(reference),
                Err(unfit) => self.problems.push(Problem::new(format!("{path}.{}", unfit.field), unfit.rule, unfit.hint)),
            }
        }
    }
}

/// Where the bodies of an entry stand.
fn places(repeat: Option<&Repeat>, at: [f32; 2]) -> Vec<Place> {
    match repeat {
        None => vec![Place { at, angle: 0.0, size: 1.0 }],
        Some(repeat) => (0..repeat.total() as u32).map(|i| repeat.place(i, at)).collect(),
    }
}
