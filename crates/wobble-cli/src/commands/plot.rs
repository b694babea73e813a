//! `wobble plot`

use crate::failure::{Failure, Result};
use crate::look::Look;
use crate::output::say;
use crate::progress::Progress;
use crate::source::{Source, Stepping};
use crate::stop::Stop;
use crate::values;
use clap::Args;
use std::path::PathBuf;
use wobble_lab::{Quantity, Recorder, plots, sheet};
use wobble_render::{save_png, save_svg, write_bytes};

/// Plot quantities of a running scene
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  wobble plot pendulum --quantity energies,height -o pendulum.png
  wobble plot orbit --quantity position@0.0,angular-momentum -o orbit.svg --seconds 20
  wobble plot pile-100 --quantity rms-speed,area-error -o pile.csv

Quantities: energy, energies (all kinds), work, momentum, angular-momentum, area, area-error, height, rms-speed, worst-strain, frozen-bodies,
each kind of energy such as kinetic-energy, and x@BODY.POINT, y@BODY.POINT or position@BODY.POINT, both counted from 0.")]
pub(crate) struct Plot {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    stepping: Stepping,
    /// What to measure, in every frame
    #[arg(long, value_delimiter = ',', default_value = "energies", value_name = "NAME,NAME…")]
    quantity: Vec<String>,
    /// The file to write: .png, .svg or .csv
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// Width and height [px]
    #[arg(long, default_value = "960x640", value_parser = values::size)]
    size: [u32; 2],
    #[command(flatten)]
    look: Look,
}

impl Plot {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let end = self.output.extension().and_then(|end| end.to_str()).unwrap_or_default().to_ascii_lowercase();
        if !["png", "svg", "csv"].contains(&end.as_str()) {
            let name = self.output.display();
            return Err(Failure::Asked(format!(
                "cannot tell what {name} is to be; give it a name that ends in .png, .svg or .csv"
            )));
        }
        let mut quantities = Vec::new();
        for name in &self.quantity {
            quantities.extend(Quantity::named(name).map_err(|error| Failure::Asked(error.to_string()))?);
        }
        let recorder = self.record(quantities, stop)?;
        let draw = || sheet(&self.source.scene, &plots(&recorder), self.size, &self.look.theme());
        match end.as_str() {
            "csv" => write_bytes(&self.output, recorder.to_csv().as_bytes())?,
            "svg" => save_svg(&self.output, &draw())?,
            _ => save_png(&self.output, &draw())?,
        }
        say(&format!("wrote {}", self.output.display()))
    }

    fn record(&self, quantities: Vec<Quantity>, stop: &Stop) -> Result<Recorder> {
        let mut world = self.source.build(&self.stepping)?.world;
        let mut recorder = Recorder::new(quantities);
        let run = wobble_lab::Run { seconds: self.stepping.seconds, ..wobble_lab::Run::default() };
        let progress = Progress::new("simulating", run.frames().into());
        run.go(&self.source.scene, &mut world, |world, frame| {
            progress.at(frame.into());
            recorder.record(world);
            !stop.is_asked()
        });
        stop.check()?;
        Ok(recorder)
    }
}
