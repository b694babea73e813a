//! How an engine in Rust serves a job.

use crate::{Job, Line, Outline, Summary};
use std::fs;
use std::io::{self, Read, Write};
use std::time::Instant;

/// An engine with a world in it.
pub trait Engine: Sized {
    /// Makes the world of a job.
    ///
    /// # Errors
    /// If it cannot, in words.
    fn build(job: &Job) -> Result<Self, String>;
    /// Makes a sixtieth of a second.
    fn step(&mut self);
    /// Where every point is, and how fast. `[m, m, m/s, m/s]`
    fn points(&self) -> Vec<[f32; 4]>;
    /// All bodies that have an outline.
    fn outlines(&self) -> Vec<Outline>;
    /// Name and version.
    fn name(&self) -> String;
    /// What was set, in words.
    fn settings(&self) -> String;
}

/// Over how many frames at the end speeds are taken.
const LAST: u32 = 60;

/// Reads a job, does it, and answers.
///
/// # Errors
/// If the job is not understood or cannot be done, or nobody listens.
pub fn serve<E: Engine>() -> Result<(), String> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).map_err(|error| format!("cannot read the job: {error}"))?;
    let job: Job = serde_json::from_str(&text).map_err(|error| format!("the job is not understood: {error}"))?;
    let before = resident();
    let mut engine = E::build(&job)?;
    let (mut frame_ms, mut squares) = (Vec::new(), Vec::new());
    let mut busy = Some(0.0).filter(|_| job.threads == 1);
    let mut first = None;
    for frame in 0..job.frames {
        let (before, began) = (on_processor(), Instant::now());
        engine.step();
        let spent = 1e3 * began.elapsed().as_secs_f64();
        if frame >= job.untimed {
            frame_ms.push(spent);
            busy = busy.zip(before).zip(on_processor()).map(|((sum, before), after)| sum + (after - before));
        }
        if frame == 0 {
            first = resident();
        }
        if frame + LAST >= job.frames {
            squares.push(mean_square_speed(&engine.points()));
        }
    }
    let memory = before.zip(resident()).map(|(before, after)| [before, after]);
    let memory_of_bodies = before.zip(first).map(|(before, first)| first.saturating_sub(before));
    let rms_speed = Some((squares.iter().sum::<f64>() / squares.len().max(1) as f64).sqrt()).filter(|speed| speed.is_finite());
    let (low, high) = corners(&engine.points());
    let cpu_ms = busy.map(|sum| sum / frame_ms.len().max(1) as f64);
    let (engine_name, settings) = (engine.name(), engine.settings());
    let summary = Summary { engine: engine_name, settings, frame_ms, cpu_ms, rms_speed, low, high, memory, memory_of_bodies };
    answer(engine.outlines(), summary).map_err(|error| format!("cannot answer: {error}"))
}

fn answer(outlines: Vec<Outline>, summary: Summary) -> io::Result<()> {
    let mut out = io::BufWriter::new(io::stdout().lock());
    for line in outlines.into_iter().map(Line::Outline).chain([Line::Summary(summary)]) {
        serde_json::to_writer(&mut out, &line)?;
        writeln!(out)?;
    }
    out.flush()
}

fn mean_square_speed(points: &[[f32; 4]]) -> f64 {
    let square = |&[_, _, vx, vy]: &[f32; 4]| f64::from(vx) * f64::from(vx) + f64::from(vy) * f64::from(vy);
    points.iter().map(square).sum::<f64>() / points.len().max(1) as f64
}

type Corner = [Option<f32>; 2];

fn corners(points: &[[f32; 4]]) -> (Corner, Corner) {
    let start = ([f32::INFINITY; 2], [f32::NEG_INFINITY; 2]);
    let (low, high) =
        points.iter().fold(start, |(low, high), &[x, y, ..]| ([low[0].min(x), low[1].min(y)], [high[0].max(x), high[1].max(y)]));
    let known = |corner: [f32; 2]| corner.map(|side| Some(side).filter(|side| side.is_finite()));
    (known(low), known(high))
}

/// For how long the first thread of this process has had a processor, where the system tells. `[ms]`
fn on_processor() -> Option<f64> {
    let text = fs::read_to_string("/proc/self/schedstat").ok()?;
    Some(1e-6 * text.split_whitespace().next()?.parse::<f64>().ok()?)
}

/// Resident memory of this process, where the system tells. `[bytes]`
fn resident() -> Option<u64> {
    let text = fs::read_to_string("/proc/self/status").ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| 1024 * kilobytes)
}
