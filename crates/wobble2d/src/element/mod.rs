//! What holds matter together. One noun a file, with both faces of its physics side by side:
//! its force, for the force methods, and its projection, for XPBD.

pub(crate) mod area;
pub(crate) mod bend;
pub(crate) mod change;
pub(crate) mod colour;
pub(crate) mod direct;
pub(crate) mod gas;
pub(crate) mod link;
mod march;
pub(crate) mod outline;
pub(crate) mod packet;
pub(crate) mod planes;
pub(crate) mod plasticity;
pub(crate) mod shape;
pub(crate) mod spin;
pub(crate) mod spring;
pub(crate) mod stick;
pub(crate) mod strip;
pub(crate) mod sweep;
pub(crate) mod triangle;
pub(crate) mod trio;
mod wave;

pub use area::Area;
pub use bend::Bend;
pub use gas::{Gas, GasLaw};
pub use plasticity::Plasticity;
pub use shape::Shape;
pub use spring::Spring;
pub use stick::Stick;
pub use triangle::Triangle;
