//! Pictures without a window: a [`DrawList`](wobble_view::DrawList) becomes pixels, PNG, GIF or SVG.
//!
//! ```
//! use wobble_render::GifSettings;
//! use wobble_view::{View, draw};
//!
//! let mut world = wobble2d::demo::welcome();
//! let view = View::fit(&world, [160, 120]);
//! let folder = tempfile::tempdir()?;
//! wobble_render::save_png(&folder.path().join("start.png"), &draw(&world, &view))?;
//! wobble_render::save_gif(&folder.path().join("fall.gif"), &GifSettings::of(&view, 30.0), |gif| {
//!     for _ in 0..10 {
//!         gif.push(draw(&world, &view))?;
//!         world.step(1.0 / 30.0);
//!     }
//!     Ok::<(), wobble_render::Error>(())
//! })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A file appears whole or not at all: it is written beside its target under another name and renamed at the end.
//!
//! Not included: deciding what a world looks like (`wobble-view`), windows, and proper fonts; labels are written in plain strokes.

mod error;
mod file;
mod gif;
mod letters;
mod png;
mod raster;
mod svg;

pub use crate::gif::{GifRecorder, GifSettings, save_gif};
pub use crate::png::{encode_png, save_png};
pub use error::{Error, Result};
pub use raster::Raster;
pub use svg::{save_svg, to_svg};
