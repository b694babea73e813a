//! The laboratory: measuring worlds, without any user interface.
//!
//! | to … | use |
//! |---|---|
//! | follow quantities from frame to frame | [`Recorder`] |
//! | run a world and say how it went | [`Run`], [`Report`] |
//! | run the same world under several methods and substeps | [`compare`] |
//! | run a grid of parameters | [`sweep`] |
//! | hold the engine against theory, law by law | [`laws`] |
//! | time worlds, again and again, and the kernels | [`mod@bench`] |
//! | draw what was recorded | [`plots`] |
//!
//! ```
//! use wobble_lab::{Quantity, Recorder, Run};
//!
//! let mut world = wobble2d::demo::welcome();
//! let mut recorder = Recorder::new([Quantity::Energy, Quantity::Height]);
//! let report = Run { seconds: 1.0, ..Run::default() }.go("welcome", &mut world, |world, _| {
//!     recorder.record(world);
//!     true
//! });
//! assert_eq!((report.frames, recorder.frames()), (60, 61));
//! assert!(recorder.to_csv().starts_with("time [s],energy [J],height [m]\n"));
//! ```
//!
//! Not included: scenes, files other than the table of a sweep, a clock: who wants times brings one.

pub mod bench;
pub mod compare;
pub mod laws;
pub mod sweep;

mod clock;
#[cfg(feature = "parquet")]
mod parquet;
mod plots;
mod quantity;
mod recorder;
mod report;
mod run;
mod table;

pub use clock::Clock;
pub use plots::{plots, sheet};
pub use quantity::{Quantity, UnknownQuantity};
pub use recorder::{Recorder, Series};
pub use report::Report;
pub use run::{Run, STEP};
pub use table::Table;
