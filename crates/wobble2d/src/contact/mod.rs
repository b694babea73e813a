//! Where matter meets.

mod bounds;

pub use bounds::Bounds;
pub(crate) use bounds::{finish_displaced, stop_moved};
