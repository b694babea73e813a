//! `wobble torture`

use crate::failure::{Failure, Result};
use crate::output::{remark, say};
use crate::progress::Progress;
use crate::stop::Stop;
use clap::Args;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};
use wobble_torture::{Trial, minimise};

/// A trial that takes longer hangs: a second is usual on a busy machine. `[s]`
const LONGEST: u64 = 120;

/// Do the worst to worlds that nobody would make, and check that nothing breaks
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  wobble torture --seeds 0..1000
  wobble torture --seeds 4711..4712 --json

Every seed is a world: mass ratios of a million, stiffness from 0 to 1e12, bodies without area, inside out, inside each other; gravity that flips,
steps from a microsecond to a second, bodies that are moved, cut, joined and removed while they touch, all methods and detectors.
Checked are panics, numbers that are none, containment, energy (under XPBD, while nothing is done), memory, time, snapshots and recordings.
What breaks something is made as short as possible and written to torture-SEED.wobr; the exit code is 1 then.")]
pub(crate) struct Torture {
    /// The first seed and the one after the last, such as 0..1000
    #[arg(long, value_name = "A..B", value_parser = seeds)]
    seeds: Range<u64>,
    /// How many run at once; one if not given
    #[arg(long, default_value = "1", value_parser = clap::value_parser!(u16).range(1..=256))]
    jobs: u16,
    /// Say it as one JSON object
    #[arg(long)]
    json: bool,
    /// The folder for recordings of what breaks something
    #[arg(long, value_name = "FOLDER", default_value = ".")]
    keep: PathBuf,
}

/// What came of all trials.
#[derive(Default)]
struct Tally {
    trials: u64,
    frames: u64,
    frozen: u64,
    driven: u64,
    broken: Vec<(u64, String)>,
}

fn seeds(text: &str) -> std::result::Result<Range<u64>, String> {
    let parsed = text.split_once("..").and_then(|(from, to)| Some(from.parse().ok()?..to.parse().ok()?));
    parsed
        .filter(|seeds: &Range<u64>| !seeds.is_empty())
        .ok_or_else(|| "must be two whole numbers with the smaller first, such as 0..1000".into())
}

impl Torture {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        // A panic is a finding here, and is told with its seed.
        std::panic::set_hook(Box::new(|_| {}));
        let began = Instant::now();
        let progress = Progress::new("torturing", self.seeds.end - self.seeds.start);
        let (next, tally) = (AtomicU64::new(self.seeds.start), Mutex::new(Tally::default()));
        let begun: Vec<Mutex<Option<(u64, Instant)>>> = (0..self.jobs).map(|_| Mutex::new(None)).collect();
        thread::scope(|scope| {
            let workers: Vec<_> =
                begun.iter().map(|begun| scope.spawn(|| self.work(&next, &tally, begun, &progress, stop))).collect();
            while workers.iter().any(|worker| !worker.is_finished()) {
                thread::sleep(Duration::from_millis(50));
                if let Some(seed) = begun.iter().find_map(hanging) {
                    remark(&format!("wobble: seed {seed} hangs: no end after {LONGEST} s"));
                    // A thread cannot be ended from outside.
                    std::process::exit(1);
                }
            }
        });
        drop(progress);
        stop.check()?;
        let tally = tally.into_inner().unwrap_or_default();
        self.report(&tally, began.elapsed())?;
        if tally.broken.is_empty() { Ok(()) } else { Err(Failure::CheckFailed) }
    }

    fn work(
        &self,
        next: &AtomicU64,
        tally: &Mutex<Tally>,
        begun: &Mutex<Option<(u64, Instant)>>,
        progress: &Progress,
        stop: &Stop,
    ) {
        loop {
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= self.seeds.end || stop.is_asked() {
                break;
            }
            set(begun, Some((seed, Instant::now())));
            let trial = Trial::of_seed(seed);
            set(begun, None);
            let broken = trial.violation.is_some().then(|| self.keep(seed, minimise(trial.clone())));
            if let Ok(mut tally) = tally.lock() {
                tally.trials += 1;
                tally.frames += trial.recording.frames();
                tally.frozen += trial.frozen;
                tally.driven += trial.driven;
                tally.broken.extend(broken.map(|what| (seed, what)));
                progress.at(tally.trials);
            }
        }
    }

    /// Writes what broke something; what it was, in words.
    fn keep(&self, seed: u64, trial: Trial) -> String {
        let path = self.keep.join(format!("torture-{seed}.wobr"));
        let what = trial.violation.map_or_else(String::new, |violation| violation.to_string());
        let short = format!("{} frames, {} actions", trial.recording.frames(), trial.recording.actions());
        match wobble_render::write_bytes(&path, &trial.recording.to_bytes()) {
            Ok(()) => format!("{what} ({short} in {})", path.display()),
            Err(error) => format!("{what} ({short}; {error})"),
        }
    }

    fn report(&self, tally: &Tally, took: Duration) -> Result<()> {
        if self.json {
            let broken: Vec<_> =
                tally.broken.iter().map(|(seed, what)| serde_json::json!({ "seed": seed, "what": what })).collect();
            return say(&serde_json::json!({
                "worlds": tally.trials, "frames": tally.frames, "frozen": tally.frozen, "driven": tally.driven, "broken": broken,
                "seconds": took.as_secs_f64(),
            })
            .to_string());
        }
        for (seed, what) in &tally.broken {
            remark(&format!("wobble: seed {seed}: {what}"));
        }
        say(&format!(
            "{} worlds, {} frames, {:.1} s: {} broken; {} bodies were frozen, {} of them driven beyond the speed limit by what was done",
            tally.trials,
            tally.frames,
            took.as_secs_f64(),
            tally.broken.len(),
            tally.frozen,
            tally.driven
        ))
    }
}

fn set(begun: &Mutex<Option<(u64, Instant)>>, value: Option<(u64, Instant)>) {
    if let Ok(mut begun) = begun.lock() {
        *begun = value;
    }
}

/// The seed of a worker that is at it for too long.
fn hanging(begun: &Mutex<Option<(u64, Instant)>>) -> Option<u64> {
    let begun = *begun.lock().ok()?;
    begun.filter(|(_, since)| since.elapsed() > Duration::from_secs(LONGEST)).map(|(seed, _)| seed)
}
