//! Measuring a world: energy, momentum, forces, and how far it is from exploding.
//!
//! Nothing here is part of a step, so logarithms and double precision are allowed.

mod cause;
mod energy;
mod force;
mod momentum;
mod stability;

pub use cause::Cause;
pub use energy::Energy;
pub(crate) use energy::inflation_energy;
pub use stability::{Advice, Stability};
