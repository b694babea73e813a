//! `wobble record`

use crate::failure::Result;
use crate::output::say;
use crate::progress::Progress;
use crate::script::Script;
use crate::source::{Source, Stepping};
use crate::stop::Stop;
use clap::Args;
use std::path::PathBuf;
use wobble_lab::STEP;
use wobble2d::Recording;

/// Record a run: its start, what is done to it, and a hash of every frame
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  wobble record pile-100 -o pile.wobr --seconds 5
  wobble record ragdoll -o pushed.wobr --actions pushes.json

The actions are a list such as
  [ { \"at\": 0.5, \"impulse\": { \"body\": \"ball\", \"point\": 0, \"by\": [0, 2] } },
    { \"at\": 1.0, \"gravity\": [0, 9.81] } ]
with one of gravity, wind, method, substeps, remove, freeze, thaw, pin, unpin, mass, teleport, velocity, impulse, cut, grab, move, release each.
`wobble replay` lives the run again and says whether it is the same.")]
pub(crate) struct Record {
    #[command(flatten)]
    source: Source,
    #[command(flatten)]
    stepping: Stepping,
    /// The recording to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,
    /// What is done meanwhile (JSON)
    #[arg(long, value_name = "FILE")]
    actions: Option<PathBuf>,
}

impl Record {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let built = self.source.build(&self.stepping)?;
        let mut script = self.actions.as_ref().map(|path| Script::load(path, &built)).transpose()?.unwrap_or_default();
        let mut world = built.world;
        let mut recording = Recording::of(&world);
        let frames = wobble_lab::Run { seconds: self.stepping.seconds, ..wobble_lab::Run::default() }.frames();
        let progress = Progress::new("recording", frames.into());
        for frame in 0..frames {
            stop.check()?;
            script.play(&mut recording, &mut world)?;
            recording.step(&mut world, STEP);
            progress.at(frame.into());
        }
        drop(progress);
        let bytes = recording.to_bytes();
        wobble_render::write_bytes(&self.output, &bytes)?;
        say(&format!(
            "wrote {}: {} frames, {} actions, {} bytes; state hash {:016x}",
            self.output.display(),
            recording.frames(),
            recording.actions(),
            bytes.len(),
            world.state_hash()
        ))
    }
}
