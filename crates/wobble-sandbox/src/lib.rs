//! The sandbox: worlds to play with, in a window and in the browser.
//!
//! ```text
//!   keys, buttons ──Command──┐
//!   pointer ──Gesture──Action┤
//!                            ▼
//!   wall clock ──Clock──► Stages ──Look──► DrawList ──Canvas──► one mesh
//! ```
//!
//! [`Sandbox`] owns everything and is an `eframe::App`. It looks at no clock but that of its frames, reads no file and opens no window;
//! [`open_window`] does, where there are windows.

mod app;
mod build;
mod button;
mod canvas;
#[cfg(not(target_arch = "wasm32"))]
mod clipboard;
mod clock;
mod command;
mod costs;
#[cfg(not(target_arch = "wasm32"))]
mod drive;
mod editor;
mod files;
mod film;
mod gallery;
mod history;
mod icon;
mod look;
mod lookout;
#[cfg(not(target_arch = "wasm32"))]
mod native;
mod numbers;
mod panel;
mod probe;
mod report;
mod share;
mod stage;
mod style;
mod tape;
mod thumbnail;
mod tool;
mod viewport;

pub use app::Sandbox;
pub use clock::{Clock, SPEEDS};
pub use command::{Command, SHORTCUTS, Shortcut};
pub use costs::{Cost, Costs};
#[cfg(not(target_arch = "wasm32"))]
pub use drive::{Deed, Drive, Harvest};
pub use editor::{Editor, HOLDS, Item, KINDS, Pen, SCENERY, Transform};
pub use files::{Brought, Files};
pub use history::{History, REACH};
pub use look::Look;
pub use lookout::Lookout;
#[cfg(not(target_arch = "wasm32"))]
pub use native::{drive_window, open_window};
pub use numbers::Numbers;
pub use probe::{Selection, divergence};
pub use report::{Building, Place, Report};
pub use stage::{Changes, RECORDED, STEP, Stage};
pub use tool::{Kit, Ready, Tool, Touch};
