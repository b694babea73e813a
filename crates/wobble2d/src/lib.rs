#![doc = include_str!("../../../README.md")]

pub mod blueprint;
pub mod demo;
pub mod diagnose;
pub mod material;
pub mod quality;
pub mod workload;

mod action;
mod block;
mod body;
mod contact;
mod crew;
mod element;
mod error;
mod events;
mod field;
mod group;
mod guard;
mod heal;
mod id;
mod joint;
mod lanes;
mod math;
mod method;
mod muscle;
#[doc(hidden)]
pub mod oracle;
mod pace;
mod profile;
mod query;
mod recording;
mod records;
mod ride;
mod settings;
mod signal;
mod sleep;

mod snapshot;
mod solve;
mod step;
mod stepper;
mod team;
mod tear;
mod world;

pub use action::{Action, Outcome};
pub use blueprint::Blueprint;
pub use body::{BodyDef, BodyView, Keyframe, Motion, Trouble, Tuning, Work};
pub use contact::{Bounds, Contact, ContactSettings, Detector, Filter, FrictionLaw, Response, RestitutionRule, Surface};
pub use diagnose::{Advice, Cause, Energy};
pub use element::{Area, Bend, Gas, GasLaw, Plasticity, Shape, Spring, Stick, Triangle};
pub use error::{Error, Result};
pub use events::Event;
pub use field::{Attractor, FieldSample, Fields, Grab, Pointer, UserField};
pub use glam;
pub use id::{BodyId, GrabId, JointId, PointId};
pub use joint::{Anchor, Drive, Hold, Joint, JointView, Motor};
pub use material::Material;
pub use method::Method;
pub use profile::{Clock, Phase, Profile};
pub use query::{Ray, RayHit, Struck};
pub use recording::{Difference, Entry, Recording, Replay};
pub use settings::{Settings, Width};
pub use signal::Signal;
pub use stepper::{Progress, Stepper};
pub use tear::{Limit, Losses, Piece, Tearing, Torn};
pub use world::World;

/// The guide's listings, compiled and run as tests.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guide.md")]
struct Guide;
