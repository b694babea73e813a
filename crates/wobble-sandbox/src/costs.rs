//! What a frame costs, by what it is spent on.
//!
//! The engine measures nothing inside a step, so the step is one bar. The clock is only looked at here, outside of the engine.

use web_time::Duration;

/// How much a new value counts in a running mean.
const WEIGHT: f64 = 0.1;

/// A running mean of durations.
#[derive(Clone, Copy, Debug, Default)]
pub struct Cost {
    mean: Option<f64>,
    latest: f64,
}

impl Cost {
    /// Adds one measurement.
    pub fn note(&mut self, spent: Duration) {
        self.note_seconds(spent.as_secs_f64());
    }

    fn note_seconds(&mut self, spent: f64) {
        self.latest = spent;
        self.mean = Some(self.mean.map_or(spent, |mean| mean + WEIGHT * (spent - mean)));
    }

    /// The mean. `[s]`
    pub fn seconds(&self) -> f64 {
        self.mean.unwrap_or(0.0)
    }
}

/// What a frame costs.
#[derive(Clone, Debug, Default)]
pub struct Costs {
    /// One step of all worlds.
    pub step: Cost,
    /// What is kept of it: the past, the last minute for a report, the values of plots.
    pub keep: Cost,
    /// From worlds to lists of shapes.
    pub list: Cost,
    /// From shapes to triangles.
    pub mesh: Cost,
    /// Laying out panels and everything else of the interface.
    pub interface: Cost,
    /// From frame to frame, as the wall clock sees it.
    frame: Cost,
}

impl Costs {
    /// A frame came so long after the one before. `[s]`
    pub fn note_frame(&mut self, elapsed: f64) {
        if elapsed > 0.0 {
            self.frame.note_seconds(elapsed);
        }
    }

    /// Frames in a second. `[1/s]`
    pub fn frame_rate(&self) -> f64 {
        rate(self.frame.seconds())
    }

    /// Frames in a second if nothing but the step took time. `[1/s]`
    pub fn best_frame_rate(&self) -> f64 {
        rate(self.step.seconds())
    }

    /// Names and means of all parts, in the order of a frame. `[s]`
    pub fn parts(&self) -> [(&'static str, f64); 5] {
        self.each().map(|(name, cost)| (name, cost.seconds()))
    }

    /// The same of the last frame alone. `[s]`
    pub fn latest(&self) -> [(&'static str, f64); 5] {
        self.each().map(|(name, cost)| (name, cost.latest))
    }

    fn each(&self) -> [(&'static str, &Cost); 5] {
        let Self { step, keep, list, mesh, interface, .. } = self;
        [("step", step), ("keeping", keep), ("draw list", list), ("triangles", mesh), ("interface", interface)]
    }
}

fn rate(seconds: f64) -> f64 {
    if seconds > 0.0 { 1.0 / seconds } else { 0.0 }
}
