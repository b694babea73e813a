//! `wobble bench`

use crate::failure::{Failure, Result};
use crate::output::{remark, say};
use crate::progress::Progress;
use crate::source;
use crate::stop::Stop;
use clap::Args;
use std::sync::OnceLock;
use std::time::Instant;
use wobble_lab::bench::{self, Phases, Results, Subject, Trial, WORKLOADS, Watch};
use wobble_lab::{Clock, Run};
use wobble2d::World;

/// Time the workloads, with quality next to every time
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  wobble bench                                  all workloads, three times each
  wobble bench pile-1000 --repeats 7
  wobble bench pile-1000 --profile              where the time goes
  wobble bench --kernels                        the spring kernels against plain loops
  wobble bench squares-50 mine.json --csv > times.csv

Ten seconds are simulated. The time is the mean of a frame from 300 to 600, the median of all repeats; ± is half of what lies between the least and
the most. Quality is that of the last frame, speeds are those of the last second.")]
pub(crate) struct Bench {
    /// Scenes of the gallery or files; pile-100, pile-400, pile-1000, cloth-64 and squares-50 if not given
    #[arg(value_name = "WORKLOAD")]
    workloads: Vec<String>,
    /// How often each is run, in turn with the others
    #[arg(long, default_value = "3", value_parser = clap::value_parser!(u32).range(1..=1000))]
    repeats: u32,
    /// Threads to step large worlds with, 1 if not given; the result is the same to the bit
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=64))]
    threads: Option<u32>,
    /// Show where the time of a frame goes, in a run of its own
    #[arg(long)]
    profile: bool,
    /// Time the spring kernels; without workloads, nothing else
    #[arg(long)]
    kernels: bool,
    /// Report as one JSON object
    #[arg(long, conflicts_with_all = ["csv", "markdown"])]
    json: bool,
    /// Report as CSV, one line for each run
    #[arg(long, conflicts_with = "markdown")]
    csv: bool,
    /// Report as a Markdown table
    #[arg(long)]
    markdown: bool,
}

impl Bench {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        if self.csv && (self.profile || self.kernels && !self.workloads.is_empty()) {
            let way_out = "ask for them one after the other, or for --json";
            let why = "workloads, phases and kernels have different columns and make no CSV together";
            return Err(Failure::Asked(format!("{why}; {way_out}")));
        }
        if cfg!(debug_assertions) {
            remark("wobble: this build checks itself and is slow; measure with a release build");
        }
        let clock = Clock(Some(&now));
        let subjects = self.subjects()?;
        let watch = Watch::begin(clock);
        let kernels = if self.kernels { bench::kernels(clock)? } else { Vec::new() };
        let trials = self.trials(&subjects, clock, stop)?;
        let spreads = trials.iter().filter_map(|trial| Some((trial.report.scene.as_str(), trial.spread()?)));
        let warnings = watch.end(spreads);
        let phases = if self.profile { phases(&subjects, stop)? } else { Vec::new() };
        self.print(&Results { phases, ..Results::new(trials, kernels, warnings) })
    }

    fn subjects(&self) -> Result<Vec<Subject<'static>>> {
        let names: Vec<String> = match self.workloads.as_slice() {
            [] if self.kernels => Vec::new(),
            [] => WORKLOADS.map(String::from).to_vec(),
            given => given.to_vec(),
        };
        let subject = |name: String| {
            let scene = source::find(&name)?;
            scene.build()?;
            // It was built a moment ago, so it can be built again.
            let threads = self.threads.map_or(1, |threads| threads as usize);
            let world = move || {
                let mut world = scene.build().map_or_else(|_| World::new(), |built| built.world);
                world.set_threads(threads);
                world
            };
            Ok(Subject { name, world: Box::new(world) })
        };
        names.into_iter().map(subject).collect()
    }

    fn trials(&self, subjects: &[Subject<'_>], clock: Clock<'_>, stop: &Stop) -> Result<Vec<Trial>> {
        let run = Run { clock, ..Run::default() };
        let frames = u64::from(run.frames()) * subjects.len() as u64 * u64::from(self.repeats);
        let progress = Progress::new("measuring", frames);
        let trials = bench::trials(subjects, self.repeats, run, |done| {
            progress.at(done);
            !stop.is_asked()
        });
        drop(progress);
        trials.ok_or(Failure::Stopped("nothing was measured to the end"))
    }

    fn print(&self, results: &Results) -> Result<()> {
        for warning in &results.warnings {
            remark(&format!("wobble: noisy: {warning}"));
        }
        if self.json {
            let json = serde_json::to_string_pretty(results)
                .map_err(|error| Failure::Asked(format!("cannot write the results: {error}")))?;
            return say(&json);
        }
        if self.csv {
            let csv = if self.kernels { results.kernels_to_csv() } else { results.to_csv() };
            return say(csv.trim_end());
        }
        let tables = [
            (!results.trials.is_empty()).then(|| results.table()),
            (!results.phases.is_empty()).then(|| results.phase_table()),
            self.kernels.then(|| results.kernel_table()),
        ];
        say(&format!("{}\n", results.machine))?;
        for table in tables.into_iter().flatten() {
            let text = if self.markdown { table.to_markdown() } else { table.to_string() };
            say(&text)?;
        }
        Ok(())
    }
}

/// Seconds since the first look.
fn now() -> f64 {
    static BEGAN: OnceLock<Instant> = OnceLock::new();
    BEGAN.get_or_init(Instant::now).elapsed().as_secs_f64()
}

fn phases(subjects: &[Subject<'_>], stop: &Stop) -> Result<Vec<Phases>> {
    let phases = |subject| bench::phases(subject, 300, now, || !stop.is_asked());
    subjects.iter().map(phases).collect::<Option<_>>().ok_or(Failure::Stopped("nothing was measured to the end"))
}
