//! Scene files for wobble2d: reading, checking, building, writing, and the gallery.
//!
//! A scene is one JSON document. [`Scene::parse`] checks it against the schema and reports everything that is wrong with it at once;
//! [`Scene::build`] makes the world.
//!
//! ```text
//!   text ──parse──► tree with lines ──check──► Document ──build──► World, names, camera, references
//!                                      ▲ schema, made from the types in `format`
//! ```
//!
//! Not included: simulating, drawing, and commands.

pub mod format;
pub mod gallery;
pub mod limits;
pub mod link;

mod build;
mod check;
mod law;
mod path;
mod pretty;
mod problem;
mod prune;
mod reference;
mod scene;
mod schema;
mod suggest;
mod tree;

pub use build::Built;
pub use law::Reference;
pub use problem::{Position, Problem, Problems};
pub use reference::reference_text;
pub use scene::Scene;
pub use schema::{schema, schema_text};
pub use suggest::nearest;
