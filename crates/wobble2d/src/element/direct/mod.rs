//! Bodies solved as wholes: as stiff as stated, whatever the mesh and the substep.
//!
//! A sweep carries what happens one element far; a fine mesh is therefore softer than its numbers say. Here all elements of a body are solved at once, by
//! a sparse factor:
//!
//! ```text
//!   order ──► pattern ──► material ──► factor ──► solve        once a blueprint │ once a blueprint, or anew │ every substep
//!             ladder: which matrix                 plan: who, and what is kept          step: a substep
//! ```
//! Factors are derived: they are in no snapshot, and the same bits whoever makes them and when.

mod factor;
mod ladder;
mod material;
mod order;
mod pattern;
mod plan;
mod response;
mod solve;
mod step;

pub(crate) use factor::Matrix;
pub(crate) use plan::{Direct, Plans};
pub(crate) use response::{Anew, FactorId, Response, Table};
pub(crate) use step::{Own, Room};
