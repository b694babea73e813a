//! The window.

use crate::Sandbox;
use crate::drive::{Deed, Drive, Harvest};
use eframe::{App, NativeOptions};
use egui::ViewportBuilder;
use std::sync::{Arc, Mutex};

/// Opens a window and stays in it until it is closed.
///
/// # Errors
/// If no window can be opened: no display, or no OpenGL.
pub fn open_window(sandbox: Sandbox) -> Result<(), String> {
    run(sandbox, [1280.0, 800.0], |sandbox| Box::new(sandbox))
}

/// Opens a window of a size, does what a script says, closes it, and returns what was found. `[points]`
///
/// # Errors
/// If no window can be opened.
pub fn drive_window(sandbox: Sandbox, size: [f32; 2], deeds: Vec<Deed>) -> Result<Harvest, String> {
    let harvest = Arc::new(Mutex::new(Harvest::default()));
    let kept = harvest.clone();
    run(sandbox, size, |sandbox| Box::new(Drive::new(sandbox, deeds, kept)))?;
    harvest.lock().map(|harvest| harvest.clone()).map_err(|_| "the window has crashed".into())
}

fn run(sandbox: Sandbox, size: [f32; 2], app: impl FnOnce(Sandbox) -> Box<dyn App>) -> Result<(), String> {
    let viewport = ViewportBuilder::default().with_title("wobble").with_inner_size(size).with_min_inner_size([320.0, 400.0]);
    let options = NativeOptions { viewport, renderer: eframe::Renderer::Glow, ..NativeOptions::default() };
    let created = Box::new(|context: &eframe::CreationContext<'_>| {
        sandbox.dress(&context.egui_ctx);
        Ok(app(sandbox))
    });
    eframe::run_native("wobble", options, created).map_err(|error| format!("cannot open a window: {error}"))
}
