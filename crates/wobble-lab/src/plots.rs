//! Recordings as plots.

use crate::recorder::Recorder;
use wobble_render::plot::{Axis, Cell, Curve, Plot, Sheet};
use wobble_view::{DrawList, Theme};

/// One plot for each kind of quantity, such as all energies: their curves over time.
pub fn plots(recorder: &Recorder) -> Vec<Plot> {
    let mut plots: Vec<Plot> = Vec::new();
    let of_a_kind = |kind: &str| recorder.all().iter().filter(|series| series.quantity.kind() == kind).count();
    for series in recorder.all() {
        // Among several energies, those of matter that is not there say nothing.
        if of_a_kind(&series.quantity.kind()) > 2 && series.values.iter().all(|&value| value == 0.0) {
            continue;
        }
        let (kind, unit) = (series.quantity.kind(), series.quantity.unit());
        let points = recorder.times().iter().zip(&series.values).map(|(&time, &value)| [time, value]);
        let curve = Curve::line(series.quantity.name(), points);
        match plots.iter_mut().find(|plot| plot.y.name == kind) {
            Some(plot) => plot.curves.push(curve),
            None => plots.push(Plot::new("", Axis::new("time", "s"), Axis::new(kind, unit)).with(curve)),
        }
    }
    plots
}

/// Plots below each other, two in a row if there are more than three.
pub fn sheet(title: &str, plots: &[Plot], size: [u32; 2], theme: &Theme) -> DrawList {
    let columns = if plots.len() > 3 { 2 } else { 1 };
    let rows = plots.chunks(columns).map(|row| (1.0, row.iter().cloned().map(Cell::Plot).collect())).collect();
    Sheet { title: title.into(), size, rows }.draw(theme)
}
