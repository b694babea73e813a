//! All engines on all workloads, in turn.

use crate::args::Args;
use crate::engine::{Engines, Entry};
use crate::score::Score;
use crate::worker;
use crate::workload::Workload;
use std::path::Path;
use std::time::{Duration, Instant};
use wobble_lab::bench::Spread;

/// One run, or the reason why there is none.
pub struct Run {
    pub workload: Workload,
    pub round: u32,
    pub label: String,
    /// What the engine says of itself, once it has run.
    pub engine: String,
    pub settings: String,
    pub outcome: Result<Score, String>,
}

/// Everything that was measured.
pub struct Results {
    pub runs: Vec<Run>,
}

/// Round after round, so that what slows the machine for a while slows everybody.
pub fn run(args: &Args, engines: &Engines) -> Results {
    let mut runs: Vec<Run> = Vec::new();
    let mut slow: Vec<(Workload, String)> = Vec::new();
    for round in 0..args.rounds {
        for &workload in &args.workloads {
            for entry in engines.entries(workload) {
                if slow.contains(&(workload, entry.label.clone())) {
                    continue;
                }
                let began = Instant::now();
                let run = one(args, engines, workload, round, &entry);
                if run.outcome.is_err() || began.elapsed() > Duration::from_secs(args.patience) {
                    slow.push((workload, entry.label));
                }
                runs.push(run);
            }
        }
    }
    Results { runs }
}

fn one(args: &Args, engines: &Engines, workload: Workload, round: u32, entry: &Entry) -> Run {
    eprint!("round {} of {}, {}, {}: ", round + 1, args.rounds, workload.name(), entry.label);
    let job = entry.job(workload.scene(), args.frames);
    let answer = engines.start(entry.kind).and_then(|start| worker::run(start, &job, Duration::from_secs(args.limit)));
    let (engine, settings) =
        answer.as_ref().map(|answer| (answer.summary.engine.clone(), answer.summary.settings.clone())).unwrap_or_default();
    let outcome = answer.and_then(|answer| Score::of(&answer, &job.scene).ok_or_else(|| "the answer holds no times".to_string()));
    match &outcome {
        Ok(score) => eprintln!("{:.3} ms", score.ms),
        Err(why) => eprintln!("{why}"),
    }
    Run { workload, round, label: entry.label.clone(), engine, settings, outcome }
}

impl Results {
    /// The scores of an entry on a workload, with their rounds.
    pub fn scores<'r>(&'r self, workload: Workload, label: &'r str) -> impl Iterator<Item = (u32, &'r Score)> {
        let chosen = self.runs.iter().filter(move |run| run.workload == workload && run.label == label);
        chosen.filter_map(|run| Some((run.round, run.outcome.as_ref().ok()?)))
    }

    /// All labels of a workload, in the order of the runs.
    pub fn labels(&self, workload: Workload) -> Vec<&str> {
        let mut labels = Vec::new();
        for run in self.runs.iter().filter(|run| run.workload == workload) {
            if !labels.contains(&run.label.as_str()) {
                labels.push(run.label.as_str());
            }
        }
        labels
    }

    /// How many times as long as ours an entry takes: the middle of the ratios within each round.
    pub fn ratio(&self, workload: Workload, label: &str) -> Option<Spread> {
        let ours = |round: u32| self.scores(workload, OURS).find(|&(other, _)| other == round).map(|(_, score)| score.ms);
        Spread::of(self.scores(workload, label).filter_map(|(round, score)| Some(score.ms / ours(round)?)))
    }

    /// The same by the time that they had a processor, which says more on a busy machine; one thread only.
    pub fn cpu_ratio(&self, workload: Workload, label: &str) -> Option<Spread> {
        let ours = |round: u32| self.scores(workload, OURS).find(|&(other, _)| other == round).and_then(|(_, score)| score.cpu_ms);
        Spread::of(self.scores(workload, label).filter_map(|(round, score)| Some(score.cpu_ms? / ours(round)?)))
    }

    /// Our own times, which must not differ from round to round.
    pub fn spreads(&self) -> Vec<(&'static str, Spread)> {
        let ours =
            |workload: Workload| Some((workload.name(), Spread::of(self.scores(workload, OURS).map(|(_, score)| score.ms))?));
        Workload::ALL.into_iter().filter_map(ours).collect()
    }

    /// Writes every run as a line.
    pub fn save(&self, path: &Path) -> Result<(), csv::Error> {
        let mut file = csv::Writer::from_path(path)?;
        file.write_record(COLUMNS)?;
        for run in &self.runs {
            file.write_record(fields(run))?;
        }
        Ok(file.flush()?)
    }
}

/// The label of the engine that all others are compared with.
pub const OURS: &str = "wobble2d";

const COLUMNS: [&str; 20] = [
    "workload",
    "round",
    "entry",
    "engine",
    "settings",
    "ms_per_frame",
    "ms_per_frame_median",
    "cpu_ms_per_frame",
    "area_error_mean",
    "area_error_max",
    "points_inside",
    "self_crossing",
    "overlap_max",
    "nan_points",
    "escaped",
    "rms_speed",
    "height",
    "hang",
    "bytes",
    "failure",
];

fn fields(run: &Run) -> Vec<String> {
    let number = |value: Option<f64>| value.map_or(String::new(), |value| value.to_string());
    let mut fields =
        vec![run.workload.name().into(), run.round.to_string(), run.label.clone(), run.engine.clone(), run.settings.clone()];
    match &run.outcome {
        Ok(score) => {
            fields.extend([score.ms, score.ms_median].map(|value| value.to_string()));
            fields.push(number(score.cpu_ms));
            let quality = score.quality;
            fields.push(number(quality.map(|quality| quality.area_error_mean.into())));
            fields.push(number(quality.map(|quality| quality.area_error_max.into())));
            fields.push(number(quality.map(|quality| quality.points_inside as f64)));
            fields.push(number(quality.map(|quality| quality.self_crossing as f64)));
            fields.push(number(quality.map(|quality| quality.overlap_max.into())));
            fields.push(number(quality.map(|quality| quality.nan_points as f64)));
            fields.push(score.escaped.to_string());
            fields.extend([score.rms_speed, score.height, score.hang].map(number));
            fields.push(score.memory.map_or(String::new(), |bytes| bytes.to_string()));
            fields.push(String::new());
        }
        Err(why) => {
            fields.resize(COLUMNS.len() - 1, String::new());
            fields.push(why.clone());
        }
    }
    fields
}

#[cfg(test)]
pub mod tests {
    use super::{COLUMNS, Results, Run, fields};
    use crate::score::Score;
    use crate::workload::Workload;

    pub fn made_up() -> Results {
        let score = |ms| Score {
            ms,
            ms_median: ms,
            cpu_ms: Some(0.5 * ms),
            quality: None,
            escaped: 0,
            rms_speed: Some(0.01),
            height: None,
            hang: Some(6.4),
            memory: None,
            memory_of_bodies: None,
        };
        let run = |round, label: &str, outcome| Run {
            workload: Workload::Cloth64,
            round,
            label: label.into(),
            engine: format!("{label} 1.0"),
            settings: "as it comes".into(),
            outcome,
        };
        // The machine is twice as slow in the second round.
        let runs = vec![
            run(0, "wobble2d", Ok(score(1.0))),
            run(0, "other", Ok(score(10.0))),
            run(0, "absent", Err("cannot start it".into())),
            run(1, "wobble2d", Ok(score(2.0))),
            run(1, "other", Ok(score(22.0))),
        ];
        Results { runs }
    }

    #[test]
    fn ratios_are_taken_within_a_round_where_the_machine_was_the_same() {
        let results = made_up();
        let ratio = results.ratio(Workload::Cloth64, "other").unwrap();
        assert_eq!((ratio.median, ratio.least, ratio.most), (10.5, 10.0, 11.0));
        assert_eq!(results.cpu_ratio(Workload::Cloth64, "other"), Some(ratio));
        assert_eq!(results.ratio(Workload::Cloth64, "absent"), None);
        assert_eq!(results.labels(Workload::Cloth64), ["wobble2d", "other", "absent"]);
        assert!((results.spreads()[0].1.relative() - 2.0 / 3.0).abs() < 1e-12);
    }

    #[test]
    fn every_run_is_a_line_with_all_columns() {
        assert!(made_up().runs.iter().all(|run| fields(run).len() == COLUMNS.len()));
        assert_eq!(fields(&made_up().runs[2]).last().map(String::as_str), Some("cannot start it"));
    }
}
