//! The scene format, version 1, as Rust types. The JSON schema is made from them, doc comments and ranges included.
//!
//! A new optional list or field is a member here, its meaning in `build`, and nothing else: checking, completing, writing and the reference
//! in the documents follow from the type.

mod analytic;
mod body;
mod camera;
mod contact;
mod custom;
mod fields;
mod filling;
mod filter;
mod joint;
mod link;
mod material;
mod matter;
mod motion;
mod muscle;
mod repeat;
mod scenery;
mod settings;
mod shape;
mod signal;
mod surface;
mod tearing;

pub use analytic::{Analytic, Law};
pub use body::Body;
pub use camera::Camera;
pub use contact::{Contact, Detector, FrictionLaw, Penalty, Response, RestitutionRule};
pub use custom::{Custom, FullPoint, FullSpring, FullStick, Point, SpringBetween, StickBetween};
pub use fields::{Attractor, Fields, Pointer};
pub use filling::{Area, Filling, Gas, GasLaw};
pub use filter::Filter;
pub use joint::{Anchor, Drive, Hold, Joint, Motor, OnBody, OnEdge, OnPoint, Rod, Strut};
pub use link::{Spring, Thread};
pub use material::{Material, Tuning};
pub use matter::{Bend, Matter, Preset, Skin, Triangle, Whole};
pub use motion::{Keyframe, Keyframes, Motion, Steady, Swing};
pub use muscle::{Muscles, Plasticity};
pub use repeat::{Jitter, Place, Repeat};
pub use scenery::{Disc, Scenery, SceneryShape};
pub use settings::{Bounds, Method, Settings};
pub use shape::{Ball, Balloon, Chain, Cloth, Held, Lattice, Mesh, Ring, Rope, Shape, StickPolygon, Truss};
pub use signal::{Curve, Signal, Sine, Square};
pub use surface::Surface;
pub use tearing::{Limit, Tearing};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The version of the format that this crate reads and writes.
pub const VERSION: u32 = 1;

/// A scene for wobble2d. Lengths are in metres, masses in kilograms, times in seconds, angles in radians; y points up.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[schemars(title = "wobble2d scene")]
pub struct Document {
    /// Where the schema is, for editors that complete and check.
    #[serde(rename = "$schema", default)]
    #[schemars(length(max = 1000))]
    pub schema: Option<String>,
    /// The version of the format: 1.
    #[schemars(range(min = 1, max = 1), extend("x-hint" = "this program reads version 1"))]
    pub version: u32,
    /// A title for people.
    #[serde(default)]
    #[schemars(length(max = 200))]
    pub title: String,
    /// What is to be seen, in a sentence or two.
    #[serde(default)]
    #[schemars(length(max = 10_000))]
    pub description: String,
    /// Where the idea comes from.
    #[serde(default)]
    #[schemars(length(max = 10_000))]
    pub credits: String,
    /// How the world is stepped.
    #[serde(default)]
    pub settings: Settings,
    /// What acts on every particle from outside.
    #[serde(default)]
    pub fields: Fields,
    /// What bodies of one kind share, by name.
    #[serde(default)]
    #[schemars(extend("maxProperties" = 1000))]
    pub materials: BTreeMap<String, Material>,
    /// What is immovable, or moves as it is told. It is added before the bodies.
    #[serde(default)]
    #[schemars(length(max = 10_000))]
    pub scenery: Vec<Scenery>,
    /// What moves, in the order in which it is added.
    #[serde(default)]
    #[schemars(length(max = 10_000))]
    pub bodies: Vec<Body>,
    /// What ties bodies together and drives them, once all of them are there.
    #[serde(default)]
    #[schemars(length(max = 10_000))]
    pub joints: Vec<Joint>,
    /// The part of the world that a picture shows; if left out, everything there is at the start.
    #[serde(default)]
    pub camera: Option<Camera>,
    /// Closed forms that the simulation can be compared with.
    #[serde(default)]
    #[schemars(length(max = 100))]
    pub analytic: Vec<Analytic>,
}

impl Default for Document {
    fn default() -> Self {
        Self {
            schema: None,
            version: VERSION,
            title: String::new(),
            description: String::new(),
            credits: String::new(),
            settings: Settings::default(),
            fields: Fields::default(),
            materials: BTreeMap::new(),
            scenery: Vec::new(),
            bodies: Vec::new(),
            joints: Vec::new(),
            camera: None,
            analytic: Vec::new(),
        }
    }
}
