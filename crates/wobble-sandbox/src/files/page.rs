//! Files of a browser: downloads, uploads, and the page's own memory.

use super::{Brought, LARGEST, plain};
use std::sync::{Arc, Mutex};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::{JsFuture, spawn_local};
use web_sys::{Blob, BlobPropertyBag, File, HtmlAnchorElement, HtmlInputElement, Storage, Url};

/// Under which name work that was not saved is kept.
const UNSAVED: &str = "wobble-unsaved";

/// The name of the element with which files are chosen.
const CHOOSER: &str = "file-chooser";

/// A browser reads files when it likes: they are put here, and found in the next frame.
type Arrived = Arc<Mutex<Vec<Result<Brought, String>>>>;

/// Downloads, uploads, and the page's own memory.
#[derive(Clone, Debug, Default)]
pub struct Files {
    arrived: Arrived,
}

impl Files {
    /// Downloads a file. Returns where it went.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn save(&self, name: &str, bytes: &[u8]) -> Result<String, String> {
        let name = plain(name);
        download(&name, bytes).ok_or_else(|| format!("{name} cannot be downloaded: the browser refuses"))?;
        Ok(format!("downloaded as {name}"))
    }

    /// The same: where a download goes is the browser's business.
    ///
    /// # Errors
    /// If the browser refuses.
    pub fn save_at(&self, place: &str, bytes: &[u8]) -> Result<String, String> {
        self.save(place, bytes)
    }

    /// Whether saving would overwrite a file; a download never does.
    pub fn exists(&self, _place: &str) -> bool {
        false
    }

    /// Files that could be opened by name: none, a browser has a chooser of its own.
    pub fn scenes(&self) -> Vec<String> {
        Vec::new()
    }

    /// Reads a file that was dropped on the page.
    pub(crate) fn take(&mut self, file: egui::DroppedFileHandle, ctx: &egui::Context) {
        let (arrived, ctx) = (self.arrived.clone(), ctx.clone());
        spawn_local(async move {
            let name = file.path().to_string_lossy().into_owned();
            put(&arrived, file.bytes_async().await.and_then(|bytes| checked(name, bytes)));
            ctx.request_repaint();
        });
    }

    /// Lets the user choose a file to upload.
    pub(crate) fn ask(&self, ctx: &egui::Context) {
        if choose(self.arrived.clone(), ctx.clone()).is_none() {
            put(&self.arrived, Err("no file can be chosen: the browser refuses".into()));
        }
    }

    /// The files that have arrived since this was last asked.
    pub(crate) fn brought(&mut self) -> Vec<Result<Brought, String>> {
        self.arrived.lock().map(|mut arrived| core::mem::take(&mut *arrived)).unwrap_or_default()
    }

    /// Keeps work that was not saved, or forgets it.
    pub fn keep_unsaved(&self, text: Option<&str>) {
        let Some(storage) = storage() else { return };
        // Nothing depends on it: where it cannot be kept, work goes on without.
        let _ = match text {
            Some(text) => storage.set_item(UNSAVED, text),
            None => storage.remove_item(UNSAVED),
        };
    }

    /// Work that was not saved the last time.
    pub fn unsaved(&self) -> Option<String> {
        storage()?.get_item(UNSAVED).ok()?
    }
}

fn storage() -> Option<Storage> {
    web_sys::window()?.local_storage().ok()?
}

fn download(name: &str, bytes: &[u8]) -> Option<()> {
    let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
    let kind = BlobPropertyBag::new();
    kind.set_type("application/octet-stream");
    let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &kind).ok()?;
    let address = Url::create_object_url_with_blob(&blob).ok()?;
    let document = web_sys::window()?.document()?;
    let anchor: HtmlAnchorElement = document.create_element("a").ok()?.dyn_into().ok()?;
    anchor.set_href(&address);
    anchor.set_download(name);
    anchor.click();
    Url::revoke_object_url(&address).ok()
}

fn put(arrived: &Arrived, brought: Result<Brought, String>) {
    if let Ok(mut arrived) = arrived.lock() {
        arrived.push(brought);
    }
}

fn checked(name: String, bytes: Vec<u8>) -> Result<Brought, String> {
    if bytes.len() as u64 > LARGEST {
        return Err(format!("{name} is larger than {} MB; a scene file is small", LARGEST >> 20));
    }
    Ok(Brought { name, bytes, home: None })
}

fn choose(arrived: Arrived, ctx: egui::Context) -> Option<()> {
    let document = web_sys::window()?.document()?;
    // Part of the page, since some browsers open no chooser for what is not; one is enough.
    let input: HtmlInputElement = match document.get_element_by_id(CHOOSER) {
        Some(known) => known.dyn_into().ok()?,
        None => {
            let input: HtmlInputElement = document.create_element("input").ok()?.dyn_into().ok()?;
            input.set_id(CHOOSER);
            input.set_hidden(true);
            document.body()?.append_child(&input).ok()?;
            input
        }
    };
    input.set_type("file");
    input.set_accept(".json");
    // The same file may be chosen again.
    input.set_value("");
    let chooser = input.clone();
    let chosen = Closure::once_into_js(move || {
        let Some(file) = chooser.files().and_then(|files| files.get(0)) else { return };
        spawn_local(async move {
            put(&arrived, upload(file).await);
            ctx.request_repaint();
        });
    });
    input.set_onchange(Some(chosen.unchecked_ref()));
    input.click();
    Some(())
}

/// A file that is too large is refused before it is read.
async fn upload(file: File) -> Result<Brought, String> {
    let name = file.name();
    if file.size() > LARGEST as f64 {
        return Err(format!("{name} is larger than {} MB; a scene file is small", LARGEST >> 20));
    }
    let cannot = |_: JsValue| format!("{name} cannot be read");
    let buffer = JsFuture::from(file.array_buffer()).await.map_err(cannot)?;
    checked(name.clone(), js_sys::Uint8Array::new(&buffer).to_vec())
}
