//! What is done to a scene while it is recorded: a list in a JSON file.
//!
//! ```json
//! [
//!   { "at": 0.5, "impulse": { "body": "ball", "point": 3, "by": [0, 2] } },
//!   { "at": 1.0, "gravity": [0, 9.81] },
//!   { "at": 2.0, "grab": { "name": "hand", "body": 0, "point": 0, "to": [1, 3] } },
//!   { "at": 2.5, "move": { "grab": "hand", "to": [2, 3] } },
//!   { "at": 3.0, "release": "hand" }
//! ]
//! ```

use crate::failure::{Failure, Result};
use crate::input;
use crate::values;
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::path::Path;
use wobble_scene::{Built, limits};
use wobble2d::glam::Vec2;
use wobble2d::{Action, BodyId, Fields, GrabId, Outcome, PointId, Recording, Settings, World};

/// What is done, in the order of time.
#[derive(Debug, Default)]
pub(crate) struct Script {
    lines: Vec<Line>,
    next: usize,
    grabs: BTreeMap<String, GrabId>,
    names: BTreeMap<String, Vec<BodyId>>,
    bodies: Vec<BodyId>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(try_from = "Map<String, Value>")]
struct Line {
    /// `[s]`
    at: f64,
    deed: Deed,
}

impl TryFrom<Map<String, Value>> for Line {
    type Error = String;

    fn try_from(mut map: Map<String, Value>) -> core::result::Result<Self, String> {
        let at = map.remove("at").and_then(|at| at.as_f64()).ok_or("an action needs `at`, a time [s]")?;
        if map.len() != 1 {
            return Err(format!("an action has `at` and one thing to do, got {}", map.len()));
        }
        serde_json::from_value(Value::Object(map)).map(|deed| Self { at, deed }).map_err(|error| error.to_string())
    }
}

#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Deed {
    Gravity([f32; 2]),
    Wind([f32; 2]),
    Method(String),
    Substeps(u32),
    Remove(Which),
    Freeze(Which),
    Thaw(Which),
    Pin(At),
    Unpin(At),
    Mass(Weighed),
    Teleport(Moved),
    Velocity(Moving),
    Impulse(Pushed),
    Cut(Knife),
    Grab(Grabbed),
    Move(Led),
    Release(String),
}

/// A body by its name, or by its place in the scene, counted from 0.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
enum Which {
    Name(String),
    Place(usize),
}

macro_rules! parts {
    ($($name:ident { $($field:ident: $type:ty),* })*) => {$(
        #[derive(Clone, Debug, Deserialize)]
        #[serde(deny_unknown_fields)]
        struct $name { $($field: $type),* }
    )*};
}
parts! {
    At { body: Which, point: u32 }
    Weighed { body: Which, mass: f32 }
    Moved { body: Which, by: [f32; 2] }
    Moving { body: Which, to: [f32; 2], spin: Option<f32> }
    Pushed { body: Which, point: u32, by: [f32; 2] }
    Knife { from: [f32; 2], to: [f32; 2] }
    Grabbed { name: String, body: Which, point: u32, to: [f32; 2] }
    Led { grab: String, to: [f32; 2] }
}

impl Script {
    /// The script of a file, for a scene.
    pub fn load(path: &Path, built: &Built) -> Result<Self> {
        let bytes = input::read(path, limits::FILE_SIZE >> 20)?;
        let mut lines: Vec<Line> =
            serde_json::from_slice(&bytes).map_err(|error| Failure::Asked(format!("{}: {error}", path.display())))?;
        if let Some(line) = lines.iter().find(|line| !(line.at >= 0.0 && line.at <= 86_400.0)) {
            return Err(Failure::Asked(format!("{}: at must be 0 to 86400 [s], got {}", path.display(), line.at)));
        }
        lines.sort_by(|a, b| a.at.total_cmp(&b.at));
        let names = built.names().map(|(name, bodies)| (name.to_string(), bodies.to_vec())).collect();
        let bodies = built.world.bodies().map(|body| body.id()).collect();
        Ok(Self { lines, next: 0, grabs: BTreeMap::new(), names, bodies })
    }

    /// Does what is due at the world's time.
    pub fn play(&mut self, recording: &mut Recording, world: &mut World) -> Result<()> {
        // Half a step early rather than one late: times are rounded to the nearest frame.
        while let Some(line) = self.lines.get(self.next).filter(|line| line.at <= world.time() + 1.0 / 120.0).cloned() {
            let place = self.next;
            self.next += 1;
            let failed = |why: String| Failure::Asked(format!("action {place} (at {} s): {why}", line.at));
            let action = self.action(&line.deed, world).map_err(failed)?;
            let outcome = recording.act(world, &action).map_err(|error| failed(error.to_string()))?;
            if let (Outcome::Grabbed(id), Deed::Grab(grabbed)) = (outcome, &line.deed) {
                self.grabs.insert(grabbed.name.clone(), id);
            }
        }
        Ok(())
    }

    fn action(&self, deed: &Deed, world: &World) -> core::result::Result<Action, String> {
        let place = |pair: &[f32; 2]| Vec2::from(*pair);
        let fields = || world.fields().clone();
        Ok(match deed {
            Deed::Gravity(gravity) => Action::SetFields(Fields { gravity: place(gravity), ..fields() }),
            Deed::Wind(wind) => Action::SetFields(Fields { wind: place(wind), ..fields() }),
            Deed::Method(name) => Action::SetSettings(Settings { method: values::method(name)?, ..*world.settings() }),
            Deed::Substeps(substeps) => Action::SetSettings(Settings { substeps: *substeps, ..*world.settings() }),
            Deed::Remove(body) => Action::Remove(self.body(body)?),
            Deed::Freeze(body) => Action::Freeze(self.body(body)?),
            Deed::Thaw(body) => Action::Thaw(self.body(body)?),
            Deed::Pin(at) => Action::Pin(self.point(&at.body, at.point)?, true),
            Deed::Unpin(at) => Action::Pin(self.point(&at.body, at.point)?, false),
            Deed::Mass(weighed) => Action::SetMass(self.body(&weighed.body)?, weighed.mass),
            Deed::Teleport(moved) => Action::Teleport(self.body(&moved.body)?, place(&moved.by)),
            Deed::Velocity(moving) => {
                Action::SetVelocity(self.body(&moving.body)?, place(&moving.to), moving.spin.unwrap_or_default())
            }
            Deed::Impulse(pushed) => Action::Impulse(self.point(&pushed.body, pushed.point)?, place(&pushed.by)),
            Deed::Cut(knife) => Action::Cut(place(&knife.from), place(&knife.to)),
            Deed::Grab(grabbed) => Action::Grab(self.point(&grabbed.body, grabbed.point)?, place(&grabbed.to)),
            Deed::Move(led) => Action::MoveGrab(self.grab(&led.grab)?, place(&led.to)),
            Deed::Release(name) => Action::Release(self.grab(name)?),
        })
    }

    fn body(&self, which: &Which) -> core::result::Result<BodyId, String> {
        let found = match which {
            Which::Name(name) => self.names.get(name).and_then(|bodies| bodies.first()).copied(),
            Which::Place(place) => self.bodies.get(*place).copied(),
        };
        found.ok_or_else(|| match which {
            Which::Name(name) => match wobble_scene::nearest(name, self.names.keys().map(String::as_str)) {
                Some(near) => format!("the scene has no body `{name}`; did you mean `{near}`?"),
                None => format!("the scene has no body `{name}`; name one in the scene, or count from 0"),
            },
            Which::Place(place) => format!("the scene has no body {place}; it has {}, counted from 0", self.bodies.len()),
        })
    }

    fn point(&self, body: &Which, index: u32) -> core::result::Result<PointId, String> {
        Ok(PointId { body: self.body(body)?, index })
    }

    fn grab(&self, name: &str) -> core::result::Result<GrabId, String> {
        self.grabs.get(name).copied().ok_or_else(|| format!("nothing is grabbed as `{name}`; grab it first"))
    }
}
