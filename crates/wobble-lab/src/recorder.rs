//! Quantities, frame after frame.

use crate::quantity::Quantity;
use core::cell::OnceCell;
use core::ops::Range;
use wobble2d::World;

/// Measures a running world.
#[derive(Clone, Debug, PartialEq)]
pub struct Recorder {
    times: Vec<f64>,
    series: Vec<Series>,
}

/// One quantity over time.
#[derive(Clone, Debug, PartialEq)]
pub struct Series {
    /// What was measured.
    pub quantity: Quantity,
    /// One value a frame.
    pub values: Vec<f64>,
}

impl Recorder {
    /// For these quantities; one that is named twice is measured once.
    pub fn new(quantities: impl IntoIterator<Item = Quantity>) -> Self {
        let mut recorder = Self { times: Vec::new(), series: Vec::new() };
        for quantity in quantities {
            if recorder.series(quantity).is_none() {
                recorder.series.push(Series { quantity, values: Vec::new() });
            }
        }
        recorder
    }

    /// Measures the world as it is now.
    pub fn record(&mut self, world: &World) {
        self.times.push(world.time());
        let energy = OnceCell::new();
        for series in &mut self.series {
            series.values.push(series.quantity.measure_with(world, &energy));
        }
    }

    /// Forgets all frames before and after a span of time. `[s]`
    pub fn keep(&mut self, times: Range<f64>) {
        let begin = self.times.partition_point(|&time| time < times.start);
        let end = self.times.partition_point(|&time| time < times.end).max(begin);
        let shorten = |values: &mut Vec<f64>| {
            values.truncate(end);
            values.drain(..begin);
        };
        shorten(&mut self.times);
        self.series.iter_mut().for_each(|series| shorten(&mut series.values));
    }

    /// How many frames have been recorded.
    pub fn frames(&self) -> usize {
        self.times.len()
    }

    /// When they were. `[s]`
    pub fn times(&self) -> &[f64] {
        &self.times
    }

    /// All quantities.
    pub fn all(&self) -> &[Series] {
        &self.series
    }

    /// One quantity, if it was recorded.
    pub fn series(&self, quantity: Quantity) -> Option<&Series> {
        self.series.iter().find(|series| series.quantity == quantity)
    }

    /// The names of time and quantities, with their units.
    pub(crate) fn headings(&self) -> Vec<String> {
        let label = |series: &Series| {
            let (name, unit) = (series.quantity.name(), series.quantity.unit());
            if unit.is_empty() { name } else { format!("{name} [{unit}]") }
        };
        core::iter::once("time [s]".into()).chain(self.series.iter().map(label)).collect()
    }

    /// A table with a line of names and units, then one line a frame. Pandas and polars read it as it is.
    pub fn to_csv(&self) -> String {
        let mut csv = self.headings().join(",") + "\n";
        for (frame, time) in self.times.iter().enumerate() {
            csv += &format_number(*time);
            for series in &self.series {
                csv.push(',');
                csv += &format_number(series.values[frame]);
            }
            csv.push('\n');
        }
        csv
    }
}

/// The shortest text that is read back as the same number; nothing where there is no number.
pub(crate) fn format_number(value: f64) -> String {
    if value.is_finite() { value.to_string() } else { String::new() }
}
