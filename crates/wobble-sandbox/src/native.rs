//! The window.

use crate::Sandbox;
use eframe::NativeOptions;
use egui::ViewportBuilder;

/// Opens a window and stays in it until it is closed.
///
/// # Errors
/// If no window can be opened: no display, or no OpenGL.
pub fn open_window(sandbox: Sandbox) -> Result<(), String> {
    let viewport =
        ViewportBuilder::default().with_title("wobble").with_inner_size([1280.0, 800.0]).with_min_inner_size([320.0, 400.0]);
    let options = NativeOptions { viewport, renderer: eframe::Renderer::Glow, ..NativeOptions::default() };
    let created = Box::new(|context: &eframe::CreationContext<'_>| {
        sandbox.dress(&context.egui_ctx);
        Ok(Box::new(sandbox) as Box<dyn eframe::App>)
    });
    eframe::run_native("wobble", options, created).map_err(|error| format!("cannot open a window: {error}"))
}
