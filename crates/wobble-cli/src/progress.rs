//! A bar on standard error while long work goes on. It shows itself on a terminal only.

use indicatif::{ProgressBar, ProgressStyle};

/// A bar for so many parts of work; it goes away when it is dropped.
pub(crate) struct Progress(ProgressBar);

impl Progress {
    pub fn new(what: &str, parts: u64) -> Self {
        let bar = ProgressBar::new(parts).with_message(what.to_string());
        if let Ok(style) = ProgressStyle::with_template("{msg} {bar:30} {percent:>3} % {eta:>4}") {
            bar.set_style(style);
        }
        Self(bar)
    }

    /// So many parts are done.
    pub fn at(&self, done: u64) {
        self.0.set_position(done);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
