//! A comparison as one picture: the runs side by side, their curves, and the error against the step.

use super::{Comparison, Trial};
use wobble_render::plot::{Axis, Cell, Curve, Plot, Sheet, Style};
use wobble_view::{DrawList, Theme};
use wobble2d::World;

/// How much of the height the runs side by side take.
const RUNS: f32 = 0.45;

/// How far above and below the energy of the beginning its plot reaches, in parts of the energy in play: what explodes leaves it.
const REACH: [f64; 2] = [1.5, 3.0];

impl Comparison {
    /// The picture. `see` draws a world in a given size. `[px]`
    pub fn picture(&self, title: &str, size: [u32; 2], theme: &Theme, see: impl Fn(&World, [u32; 2]) -> DrawList) -> DrawList {
        let shown = self.coarsest();
        let field = Sheet::picture_size(size, RUNS, shown.len());
        let runs = shown.iter().map(|trial| Cell::Picture { title: caption(trial), list: see(&trial.world, field) }).collect();
        let mut plots = vec![Cell::Plot(self.energy_plot())];
        if self.trials.iter().any(|trial| !trial.error.is_empty()) {
            plots.push(Cell::Plot(self.error_plot()));
        }
        if !self.orders.is_empty() {
            plots.push(Cell::Plot(self.order_plot()));
        }
        Sheet { title: title.into(), size, rows: vec![(RUNS, runs), (1.0 - RUNS, plots)] }.draw(theme)
    }

    /// One row a trial, for other programs.
    pub fn to_csv(&self) -> String {
        let mut csv = String::from(
            "method,substeps,h [s],energy gain [J],energy swing [J],momentum error [N s],area error,worst strain,rms error [m],order,cost [s/s],exploded at [s]\n",
        );
        let number = |value: Option<f64>| value.map_or(String::new(), crate::recorder::format_number);
        for trial in &self.trials {
            let numbers = [
                Some(trial.h),
                Some(trial.energy_gain()),
                Some(trial.energy_swing()),
                trial.momentum_error,
                Some(trial.area_error),
                Some(trial.worst_strain),
                trial.rms_error(),
                self.order(trial.method),
                trial.cost,
                trial.exploded_at,
            ];
            csv += &format!("{},{},{}\n", trial.method.name(), trial.substeps, numbers.map(number).join(","));
        }
        csv
    }

    /// Of each method the trial with the longest substep, where methods differ most.
    fn coarsest(&self) -> Vec<&Trial> {
        let mut found: Vec<&Trial> = Vec::new();
        for trial in &self.trials {
            match found.iter_mut().find(|other| other.method == trial.method) {
                Some(other) if other.h < trial.h => *other = trial,
                Some(_) => {}
                None => found.push(trial),
            }
        }
        found
    }

    fn energy_plot(&self) -> Plot {
        let start = self.trials.first().and_then(|trial| trial.energy.first()).map_or(0.0, |start| start[1]);
        let values = || {
            self.coarsest()
                .into_iter()
                .flat_map(|trial| &trial.energy)
                .map(|[_, energy]| *energy)
                .filter(|energy| energy.is_finite())
        };
        let [low, high] = [values().fold(f64::INFINITY, f64::min), values().fold(f64::NEG_INFINITY, f64::max)];
        let play = self.energy_in_play();
        let (low, high) = (low.max(start - REACH[0] * play), high.min(start + REACH[1] * play));
        let room = 0.05 * (high - low).max(1e-3 * play);
        let axis = Axis::new("energy", "J").range(low - room, high + room);
        let curves = self.coarsest().into_iter().map(|trial| Curve::line(caption(trial), trial.energy.iter().copied()));
        Plot { curves: curves.collect(), ..Plot::new("Energy", Axis::new("time", "s"), axis) }
    }

    fn error_plot(&self) -> Plot {
        let curves = self.coarsest().into_iter().map(|trial| Curve::line(trial.method.name(), trial.error.iter().copied()));
        Plot {
            curves: curves.collect(),
            ..Plot::new("Error over time", Axis::new("time", "s"), Axis::new("error", "m").logarithmic())
        }
    }

    fn order_plot(&self) -> Plot {
        let curve = |(method, order): &(wobble2d::Method, super::Order)| {
            let measured = order.value.map_or(String::new(), |value| format!(": order {value:.1}"));
            Curve::line(format!("{}{measured}", method.name()), order.errors.iter().copied()).styled(Style::Dotted)
        };
        let axes = (Axis::new("h", "s").logarithmic(), Axis::new("error", "m").logarithmic());
        Plot { curves: self.orders.iter().map(curve).collect(), ..Plot::new("Error against step", axes.0, axes.1) }
    }
}

fn caption(trial: &Trial) -> String {
    let end = trial.exploded_at.map_or(String::new(), |_| format!(", {}", trial.fate()));
    format!("{}, {} substeps{end}", trial.method.name(), trial.substeps)
}
