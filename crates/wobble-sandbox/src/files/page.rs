//! Files of a browser: downloads, uploads, and the page's own memory.

use super::plain;
use wasm_bindgen::JsCast;
use web_sys::{Blob, BlobPropertyBag, HtmlAnchorElement, Storage, Url};

/// Under which name work that was not saved is kept.
const UNSAVED: &str = "wobble-unsaved";

/// Downloads, and the page's own memory.
#[derive(Clone, Debug, Default)]
pub struct Files;

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
