//! Pictures without a window: a [`DrawList`](wobble_view::DrawList) becomes pixels, PNG, SVG, GIF or APNG.
//!
//! ```
//! use wobble_render::{FilmFormat, FilmSettings};
//! use wobble_view::{View, draw};
//!
//! let mut world = wobble2d::demo::welcome();
//! let view = View::fit(&world, [160, 120]);
//! let folder = tempfile::tempdir()?;
//! wobble_render::save_png(&folder.path().join("start.png"), &draw(&world, &view))?;
//! wobble_render::save_film(&folder.path().join("fall.gif"), FilmFormat::Gif, &FilmSettings::of(&view, 30.0, 10), |film| {
//!     for _ in 0..10 {
//!         film.push(draw(&world, &view))?;
//!         world.step(1.0 / 30.0);
//!     }
//!     Ok::<(), wobble_render::Error>(())
//! })?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A file appears whole or not at all: it is written beside its target under another name and renamed at the end.
//!
//! Not included: deciding what a world looks like (`wobble-view`), windows, and film formats with motion compensation: there is
//! no encoder for MP4 in pure Rust that is both quick and long kept, and any tool for films converts an APNG without loss.

pub mod plot;

mod error;
mod file;
mod film;
mod letters;
mod png;
mod raster;
mod svg;

pub use crate::png::{encode_png, save_png};
pub use error::{Error, Result};
pub use file::write_bytes;
pub use film::{Film, FilmFormat, FilmSettings, save_film};
pub use raster::Raster;
pub use svg::{save_svg, to_svg};
