//! `wobble run`

use crate::failure::{Failure, Result};
use crate::output::{remark, say};
use crate::progress::Progress;
use crate::source::{Source, Stepping};
use crate::stop::Stop;
use clap::Args;
use std::path::PathBuf;
use std::time::Instant;
use wobble_lab::{Clock, Quantity, Recorder, Report};

/// Simulate a scene and report how it went
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  wobble run pile-100 --seconds 5
  wobble run jelly-tower --json | jq .state_hash
  wobble run orbit --method rk4 --substeps 4 --record orbit.csv
  wobble run mine.json --set fields.gravity=[0,-1.6]")]
pub(crate) struct Run {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    stepping: Stepping,
    /// Report as one JSON object
    #[arg(long)]
    json: bool,
    /// Write energies, momentum, area, height and speed of every frame to a CSV file
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

impl Run {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let mut world = self.source.build(&self.stepping)?.world;
        let mut recorder = self.record.as_ref().map(|_| Recorder::new(Quantity::ALL));
        let began = Instant::now();
        let now = || began.elapsed().as_secs_f64();
        let run = wobble_lab::Run { seconds: self.stepping.seconds, clock: Clock(Some(&now)), ..wobble_lab::Run::default() };
        let progress = Progress::new("simulating", run.frames().into());
        let report = run.go(&self.source.scene, &mut world, |world, frame| {
            progress.at(frame.into());
            if let Some(recorder) = &mut recorder {
                recorder.record(world);
            }
            !stop.is_asked()
        });
        drop(progress);
        stop.check()?;
        if let (Some(path), Some(recorder)) = (&self.record, recorder) {
            wobble_render::write_bytes(path, recorder.to_csv().as_bytes())?;
        }
        self.print(&report)
    }

    fn print(&self, report: &Report) -> Result<()> {
        if self.json {
            let json = serde_json::to_string_pretty(report)
                .map_err(|error| Failure::Asked(format!("cannot write the report: {error}")))?;
            return say(&json);
        }
        for warning in &report.warnings {
            remark(&format!("wobble: {warning}"));
        }
        say(report.to_table().to_string().trim_end())
    }
}
