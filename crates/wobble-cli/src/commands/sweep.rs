//! `wobble sweep`

use crate::failure::{Failure, Result};
use crate::output::say;
use crate::progress::Progress;
use crate::source;
use crate::stop::Stop;
use crate::values;
use clap::Args;
use std::path::PathBuf;
use std::time::Instant;
use wobble_lab::sweep::{Outcome, Parameter};
use wobble_lab::{Clock, Report};
use wobble_scene::Scene;

/// Run a grid of parameters, one row for each run
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  wobble sweep pile-100 --set settings.substeps=4,8,16 --seconds 5 -o substeps.csv
  wobble sweep mine.json --set bodies[0].ball.radius=0.3,0.4,0.5 --set fields.gravity=[0,-9.81],[0,-1.6] -o grid.csv

A table that was left half written is continued: give the same command again.")]
pub(crate) struct Sweep {
    /// A name of the gallery, a file, or - for standard input
    scene: String,
    /// A value of the scene and what it takes in turn; several make a grid
    #[arg(long = "set", value_name = "PATH=VALUE,VALUE…", value_parser = values::choices, required = true)]
    set: Vec<(String, Vec<String>)>,
    /// Simulated time of each run [s]
    #[arg(long, default_value = "10", value_parser = values::seconds)]
    seconds: f64,
    /// How many run at once; as many as the machine has threads, if not given
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    jobs: Option<u16>,
    /// The table to write (.csv)
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
}

impl Sweep {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let scene = source::find(&self.scene)?;
        let parameters: Vec<Parameter> =
            self.set.iter().map(|(path, values)| Parameter { path: path.clone(), values: values.clone() }).collect();
        let sweep = wobble_lab::sweep::Sweep {
            parameters: &parameters,
            results: &Report::COLUMNS,
            file: &self.output,
            jobs: self.jobs.map(usize::from),
        };
        let total = parameters.iter().map(|parameter| parameter.values.len() as u64).product();
        let progress = Progress::new("sweeping", total);
        let summary = sweep.go(|values| self.outcome(&scene, &parameters, values, stop), |done, _| progress.at(done as u64))?;
        drop(progress);
        if summary.stopped {
            return Err(Failure::Stopped("the rows so far are kept; the same command continues"));
        }
        let name = self.output.display();
        say(&format!("{name}: {} rows, {} of them new, {} failed", summary.total, summary.added, summary.failed))
    }

    fn outcome(&self, scene: &Scene, parameters: &[Parameter], values: &[String], stop: &Stop) -> Outcome {
        let mut scene = scene.clone();
        for (parameter, value) in parameters.iter().zip(values) {
            if let Err(problems) = scene.set(&parameter.path, value) {
                return Outcome::Failed(problems.to_string());
            }
        }
        let mut world = match scene.build() {
            Ok(built) => built.world,
            Err(problems) => return Outcome::Failed(problems.to_string()),
        };
        let began = Instant::now();
        let now = || began.elapsed().as_secs_f64();
        let run = wobble_lab::Run { seconds: self.seconds, clock: Clock(Some(&now)), ..wobble_lab::Run::default() };
        let report = run.go(&self.scene, &mut world, |_, _| !stop.is_asked());
        if stop.is_asked() { Outcome::Stopped } else { Outcome::Row(report.row()) }
    }
}
