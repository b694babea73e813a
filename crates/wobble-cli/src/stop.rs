//! Ending in good order when the user presses Ctrl-C, so that no half file is left behind.

use crate::failure::{Failure, Result};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the user wants to stop.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop(Arc<AtomicBool>);

impl Stop {
    /// Set by Ctrl-C and the other polite signals. Where signals cannot be caught, they end the command as they always do.
    pub fn on_signals() -> Self {
        let stop = Self::default();
        let asked = stop.clone();
        let _ = ctrlc::set_handler(move || asked.ask());
        stop
    }

    /// Asks whoever checks to stop.
    pub fn ask(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Whether somebody asked.
    pub fn is_asked(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Long work calls this once in a while.
    ///
    /// # Errors
    /// If the user wants to stop.
    pub fn check(&self) -> Result<()> {
        if self.is_asked() { Err(Failure::Stopped("nothing was written")) } else { Ok(()) }
    }
}
