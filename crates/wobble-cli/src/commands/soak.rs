//! `wobble soak`

use crate::failure::{Failure, Result};
use crate::output::{remark, say};
use crate::progress::Progress;
use crate::source;
use crate::stop::Stop;
use clap::Args;
use std::time::{Duration, Instant};
use wobble_lab::STEP;
use wobble2d::World;

/// The world is looked at once in so many frames.
const LOOK: u64 = 60;

/// The frames that are run twice, from a snapshot, to see whether they come out the same.
const AGAIN: u64 = 60;

/// A snapshot may grow to so many times the largest of the first half; contacts come and go.
const GROWTH: f64 = 1.5;

/// Run a scene for a long time and check that it stays bounded, small and reproducible
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  wobble soak --minutes 30
  wobble soak conveyor-factory --minutes 1 --json

Checked are: every number finite, no energy beyond the largest of the first half by more than a tenth and 50 J/kg, snapshots and (on Linux) memory that do
not grow, and the same hashes when every minute is begun again from a snapshot. The exit code is 1 if one fails.")]
pub(crate) struct Soak {
    /// A name of the gallery, a file, or - for standard input; the largest pile if not given
    #[arg(default_value = "pile-1000")]
    scene: String,
    /// For how long, by the clock on the wall [min]
    #[arg(long, default_value = "30", value_parser = minutes)]
    minutes: f64,
    /// Say it as one JSON object
    #[arg(long)]
    json: bool,
}

fn minutes(text: &str) -> std::result::Result<f64, String> {
    text.parse()
        .ok()
        .filter(|minutes| *minutes > 0.0 && *minutes <= 10_080.0)
        .ok_or_else(|| "must be above 0 and at most a week [min]".into())
}

/// One number of a look.
type Measure = fn(&Look) -> f64;

/// What was seen at one look.
#[derive(Clone, Copy)]
struct Look {
    energy: f64,
    snapshot: usize,
    /// What the process takes, where that can be known. `[B]`
    memory: Option<usize>,
}

impl Soak {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let mut world = source::find(&self.scene)?.build()?.world;
        let (began, limit) = (Instant::now(), Duration::from_secs_f64(60.0 * self.minutes));
        let progress = Progress::new("soaking", limit.as_secs());
        let (mut looks, mut broken) = (vec![Look::at(&world)], Vec::new());
        while began.elapsed() < limit && broken.is_empty() && !stop.is_asked() {
            run_twice(&mut world, &mut broken)?;
            for _ in AGAIN..LOOK * 10 {
                world.step(STEP);
            }
            if !world.particles().iter().flatten().all(|value| value.is_finite()) {
                broken.push(format!("a number is none at step {}", world.steps()));
            }
            looks.push(Look::at(&world));
            progress.at(began.elapsed().as_secs());
        }
        drop(progress);
        judge(&world, &looks, &mut broken);
        self.report(&world, &looks, &broken)?;
        if broken.is_empty() { Ok(()) } else { Err(Failure::CheckFailed) }
    }

    fn report(&self, world: &World, looks: &[Look], broken: &[String]) -> Result<()> {
        let largest = |of: Measure| looks.iter().map(of).fold(f64::MIN, f64::max);
        let (energy, snapshot) = (largest(|look| look.energy), largest(|look| look.snapshot as f64));
        let memory = looks.last().and_then(|look| look.memory);
        if self.json {
            return say(&serde_json::json!({
                "scene": self.scene, "frames": world.steps(), "seconds": world.time(), "energy_first": looks[0].energy, "energy_largest": energy,
                "energy_last": world.energy().total(), "snapshot_largest": snapshot, "memory_last": memory,
                "state_hash": format!("{:016x}", world.state_hash()), "broken": broken,
            }).to_string());
        }
        broken.iter().for_each(|what| remark(&format!("wobble: {what}")));
        say(&format!(
            "{}: {} frames ({:.0} s); energy {:.4e} J at first, {energy:.4e} J at most, {:.4e} J at last; snapshot {snapshot} B at most; memory {} MB; state hash {:016x}",
            self.scene,
            world.steps(),
            world.time(),
            looks[0].energy,
            world.energy().total(),
            memory.map_or("?".into(), |bytes| (bytes >> 20).to_string()),
            world.state_hash()
        ))
    }
}

/// Runs some frames, and the same again from a snapshot.
fn run_twice(world: &mut World, broken: &mut Vec<String>) -> Result<()> {
    let mut again = World::restore(&world.save())?;
    for _ in 0..AGAIN {
        world.step(STEP);
        again.step(STEP);
        if world.state_hash() != again.state_hash() {
            broken.push(format!("step {} comes out otherwise when it is made again", world.steps()));
            break;
        }
    }
    Ok(())
}

fn judge(world: &World, looks: &[Look], broken: &mut Vec<String>) {
    let (first, second) = looks.split_at(looks.len().div_ceil(2));
    let largest = |looks: &[Look], of: Measure| looks.iter().map(of).fold(f64::MIN, f64::max);
    let mass: f64 = world.bodies().map(|body| f64::from(body.mass())).sum();
    let (before, after) = (largest(first, |look| look.energy), largest(second, |look| look.energy));
    if after > before + 0.1 * before.abs() + 50.0 * mass {
        broken.push(format!("the energy grew from {before:e} J to {after:e} J"));
    }
    let sizes: [(&str, Measure, f64); 2] =
        [("a snapshot", |look| look.snapshot as f64, 1e5), ("the memory", |look| look.memory.unwrap_or_default() as f64, 3.2e7)];
    for (what, of, room) in sizes {
        let (before, after) = (largest(first, of), largest(second, of));
        if after > GROWTH * before + room {
            broken.push(format!("{what} grew from {before} B to {after} B"));
        }
    }
}

impl Look {
    fn at(world: &World) -> Self {
        Self { energy: world.energy().total(), snapshot: world.save().len(), memory: memory() }
    }
}

/// What the process has in memory, as Linux tells it.
fn memory() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().trim_end_matches(" kB").parse::<usize>().ok().map(|kilobytes| kilobytes << 10)
}
