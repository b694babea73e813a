//! The clipboard of the desktop. In a browser the page around the app has one.

/// The clipboard; nothing happens where there is none.
///
/// Kept while the app runs, because under X11 a text is gone with the program it was copied in.
#[derive(Default)]
pub(crate) struct Clipboard(Option<arboard::Clipboard>);

impl Clipboard {
    fn open(&mut self) -> Option<&mut arboard::Clipboard> {
        if self.0.is_none() {
            self.0 = arboard::Clipboard::new().ok();
        }
        self.0.as_mut()
    }

    /// Puts a text there.
    pub fn put(&mut self, text: &str) {
        if let Some(clipboard) = self.open() {
            // Also in the app's own clipboard, so that a failure loses nothing within it.
            let _ = clipboard.set_text(text);
        }
    }

    /// The text that is there; empty if there is none.
    pub fn text(&mut self) -> String {
        self.open().and_then(|clipboard| clipboard.get_text().ok()).unwrap_or_default()
    }
}
