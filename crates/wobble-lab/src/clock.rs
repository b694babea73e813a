//! A clock that the caller brings.

use std::fmt;

/// Tells the time: seconds since whatever moment. The laboratory has no clock of its own, so that its results depend on nothing but the
/// world; only what a run costs needs one. `[s]`
#[derive(Clone, Copy)]
pub struct Clock<'c>(pub Option<&'c (dyn Fn() -> f64 + Sync)>);

impl Clock<'_> {
    /// No clock: all times are unknown.
    pub const NONE: Self = Self(None);

    /// Does something, and says how long it took. `[s]`
    pub(crate) fn time<T>(self, work: impl FnOnce() -> T) -> (T, Option<f64>) {
        let began = self.0.map(|now| now());
        let done = work();
        (done, self.0.zip(began).map(|(now, began)| now() - began))
    }
}

impl Default for Clock<'_> {
    fn default() -> Self {
        Self::NONE
    }
}

impl fmt::Debug for Clock<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "Clock" } else { "no clock" })
    }
}
