//! What a world looks like, whoever draws it.
//!
//! [`draw`] turns a [`World`](wobble2d::World), seen through a [`View`], into a [`DrawList`]: fills, strokes, discs and labels in
//! pixels, in the order in which they are to be painted. `wobble-render` makes pictures of it; a window draws the same list, so
//! that everything in this project looks alike.
//!
//! ```
//! use wobble_view::{View, draw};
//!
//! let world = wobble2d::demo::welcome();
//! let list = draw(&world, &View::fit(&world, [640, 480]));
//! assert!(!list.shapes.is_empty());
//! ```
//!
//! Not included: pixels, fonts, files, windows. A label says what is to be written, not how.

mod camera;
mod colour;
mod curve;
mod draw;
mod lines;
mod list;
mod overlays;
mod theme;
mod threads;
mod view;

pub use camera::Camera;
pub use colour::Colour;
pub use draw::draw;
pub use lines::Lines;
pub use list::{Anchor, Discs, DrawList, Fill, Inset, Label, Paint, Shape, Stroke};
pub use overlays::{Overlays, UnknownOverlay};
pub use theme::Theme;
pub use view::View;
