//! `wobble run`

use crate::failure::{Failure, Result};
use crate::output::{remark, say};
use crate::progress::Progress;
use crate::source::{Source, Stepping};
use crate::stop::Stop;
use clap::Args;
use std::path::{Path, PathBuf};
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
    /// Write energies, momentum, area, height and speed of every frame to a CSV file, or to a Parquet file (.parquet) in a build with that feature
    #[arg(long, value_name = "FILE")]
    record: Option<PathBuf>,
}

impl Run {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        if let Some(path) = &self.record {
            check_table(path)?;
        }
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
            wobble_render::write_bytes(path, &table(path, &recorder)?)?;
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

fn is_parquet(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("parquet"))
}

/// Refuses before anything is simulated what could not be written after it.
fn check_table(path: &Path) -> Result<()> {
    if is_parquet(path) && !cfg!(feature = "parquet") {
        let way_out = "record to a .csv file, or install wobble with `--features parquet`";
        return Err(Failure::Asked(format!("this build writes no Parquet files; {way_out}")));
    }
    Ok(())
}

/// What was recorded, in the format that a file's name asks for.
fn table(path: &Path, recorder: &Recorder) -> Result<Vec<u8>> {
    #[cfg(feature = "parquet")]
    if is_parquet(path) {
        return recorder.to_parquet().map_err(|error| Failure::Asked(format!("cannot write {}: {error}", path.display())));
    }
    check_table(path)?;
    Ok(recorder.to_csv().into_bytes())
}
