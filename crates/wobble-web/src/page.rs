//! The app in a canvas, and what the page around it may ask.

use eframe::{WebOptions, WebRunner};
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;
use web_sys::HtmlCanvasElement;
use wobble_sandbox::Sandbox;
use wobble_scene::{gallery, link};

/// The running app.
#[wasm_bindgen]
pub struct Page(WebRunner);

#[wasm_bindgen]
impl Page {
    /// Starts the app in a canvas, with the scene of the address if there is one.
    ///
    /// # Errors
    /// If there is no WebGL.
    pub async fn start(canvas: HtmlCanvasElement, address: String) -> Result<Page, JsValue> {
        let mut sandbox = welcome()?;
        sandbox.set_address(&address);
        if link::is_link(&address) {
            sandbox.open_link(&address);
        }
        let runner = WebRunner::new();
        let created: eframe::AppCreator<'static> = Box::new(|context| {
            sandbox.dress(&context.egui_ctx);
            Ok(Box::new(sandbox))
        });
        runner.start(canvas, WebOptions::default(), created).await?;
        Ok(Self(runner))
    }

    /// Opens the scene of an address, if it has one.
    pub fn open_link(&self, address: &str) {
        if let Some(mut sandbox) = self.0.app_mut::<Sandbox>()
            && link::is_link(address)
        {
            sandbox.open_link(address);
        }
    }

    /// What is going on, as JSON; nothing after a crash.
    pub fn report(&self) -> Option<String> {
        let report = self.0.app_mut::<Sandbox>()?.report()?;
        serde_json::to_string(&report).ok()
    }

    /// A link to the scene.
    pub fn link(&self) -> Option<String> {
        self.0.app_mut::<Sandbox>()?.link().ok()
    }

    /// The scene that is being built, as a file would hold it.
    pub fn document(&self) -> Option<String> {
        self.0.app_mut::<Sandbox>()?.document_text()
    }

    /// Why the app has crashed, if it has.
    pub fn crash(&self) -> Option<String> {
        self.0.panic_summary().map(|summary| summary.message())
    }
}

fn welcome() -> Result<Sandbox, JsValue> {
    let entry = gallery::find("welcome").map_err(|error| error.to_string())?;
    Ok(Sandbox::new(entry.name, entry.scene()).map_err(|problems| problems.to_string())?)
}
