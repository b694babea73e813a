//! Hostile worlds: what a public playground must survive.
//!
//! A [`Dice`] decides everything, from a seed or from the bytes of a fuzzer. [`Trial::of_seed`] makes a world of it, does the worst to it, checks after every
//! step, and hands back a recording; [`minimise`] makes that recording as short as it can be while it still breaks the same thing. [`fuzz`] holds the bodies
//! of the fuzz targets, which ordinary tests run too.
//!
//! Not included: time limits and memory limits of the machine. Who runs trials watches the clock.

pub mod fuzz;

mod check;
mod dice;
mod hostile;
mod minimise;
mod trial;

pub use check::{Kind, Violation};
pub use dice::Dice;
pub use minimise::minimise;
pub use trial::Trial;
