//! What a benchmark found, for people and for machines.

use super::{KernelRow, Machine, Phases, Spread};
use crate::recorder::format_number;
use crate::report::Report;
use crate::table::{Table, short, short_or_dash};
use serde::Serialize;

/// A subject that has been run several times.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Trial {
    /// How the first run went. Nothing but the times may differ in the others.
    pub report: Report,
    /// The time of a frame in each run. `[ms]`
    pub times: Vec<f64>,
    /// Whether all runs ended in the same state.
    pub same_state: bool,
}

impl Trial {
    /// Of its first run.
    pub fn new(report: Report) -> Self {
        Self { times: report.ms_per_frame.into_iter().collect(), same_state: true, report }
    }

    /// Adds another run.
    pub fn add(&mut self, report: &Report) {
        self.times.extend(report.ms_per_frame);
        self.same_state &= report.state_hash == self.report.state_hash;
    }

    /// What the runs took; none without a clock. `[ms]`
    pub fn spread(&self) -> Option<Spread> {
        Spread::of(self.times.iter().copied())
    }
}

/// All that a benchmark found.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Results {
    /// In a line.
    pub machine: String,
    /// What speaks against the numbers.
    pub warnings: Vec<String>,
    /// One for each subject.
    pub trials: Vec<Trial>,
    /// Where the time goes, if that was asked for.
    pub phases: Vec<Phases>,
    /// The kernels, if they were asked for.
    pub kernels: Vec<KernelRow>,
}

/// Times and quality side by side.
const COLUMNS: [&str; 15] = [
    "workload",
    "ms/frame",
    "± %",
    "repeats",
    "area error %",
    "max %",
    "inside",
    "crossing",
    "overlap %",
    "escaped",
    "rms v [m/s]",
    "height [m]",
    "hang [m]",
    "bodies",
    "springs",
];

impl Results {
    /// Of trials, on this machine.
    pub fn new(trials: Vec<Trial>, kernels: Vec<KernelRow>, mut warnings: Vec<String>) -> Self {
        for trial in trials.iter().filter(|trial| !trial.same_state) {
            warnings.push(format!("{}: repeats ended in different states, which must not be", trial.report.scene));
        }
        Self { machine: Machine::here().words(), warnings, trials, phases: Vec::new(), kernels }
    }

    /// The workloads for people.
    pub fn table(&self) -> Table {
        let mut table = Table::new(COLUMNS);
        for trial in &self.trials {
            let (report, spread) = (&trial.report, trial.spread());
            let count = |value: usize| value.to_string();
            table.add([
                report.scene.clone(),
                spread.map_or("–".into(), |spread| format!("{:.3}", spread.median)),
                spread.map_or("–".into(), |spread| format!("{:.0}", 50.0 * spread.relative())),
                count(trial.times.len()),
                short(100.0 * report.area_error_mean),
                short(100.0 * report.area_error_max),
                count(report.points_inside_others),
                count(report.self_crossing_bodies),
                short(100.0 * report.overlap_area_max),
                report.escaped_points.map_or("–".into(), count),
                short(report.rms_speed),
                short_or_dash(report.height),
                short_or_dash(report.hang),
                count(report.bodies),
                count(report.springs),
            ]);
        }
        table
    }

    /// Where the time goes, for people.
    pub fn phase_table(&self) -> Table {
        let names = self.phases.first().into_iter().flat_map(|phases| phases.ms.iter().map(|(name, _)| *name));
        let mut table = Table::new(["ms a frame"].into_iter().chain(names));
        for phases in &self.phases {
            let times = phases.ms.iter().map(|(_, time)| format!("{time:.3}"));
            table.add([phases.name.clone()].into_iter().chain(times));
        }
        table
    }

    /// The kernels for people.
    pub fn kernel_table(&self) -> Table {
        let mut table =
            Table::new(["kernel, ns a spring", "plain", "coloured", "kernel", "ratio", "root and quotient alone", "of the kernel"]);
        for row in &self.kernels {
            let number = |value: f64| format!("{value:.2}");
            table.add([
                row.name.clone(),
                number(row.plain),
                number(row.coloured),
                number(row.kernel),
                format!("{:.1}×", row.ratio()),
                number(row.divider),
                format!("{:.0} %", 100.0 * row.divider_share()),
            ]);
        }
        table
    }

    /// One line for each run of each subject.
    pub fn to_csv(&self) -> String {
        let mut csv = format!("workload,run,ms_per_frame,{}\n", Report::COLUMNS[2..].join(","));
        for trial in &self.trials {
            for (run, &time) in trial.times.iter().enumerate() {
                let rest = trial.report.row()[2..].join(",");
                csv += &format!("{},{run},{},{rest}\n", trial.report.scene, format_number(time));
            }
        }
        csv
    }

    /// One line for each kernel.
    pub fn kernels_to_csv(&self) -> String {
        let mut csv = String::from("kernel,plain_ns,coloured_ns,kernel_ns,divider_ns\n");
        for row in &self.kernels {
            let [plain, coloured, kernel, divider] = [row.plain, row.coloured, row.kernel, row.divider].map(format_number);
            csv += &format!("{},{plain},{coloured},{kernel},{divider}\n", row.name);
        }
        csv
    }
}
