//! How cost and memory grow with the size of the world: ours and rapier2d.

use crate::args::Args;
use crate::document;
use crate::engine::{self, Engines, Entry, Kind};
use crate::score::Score;
use crate::table::digits;
use crate::worker;
use crate::workload::blobs;
use anyhow::{Context, Result};
use job::Scene;
use std::path::Path;
use std::time::{Duration, Instant};
use wobble_lab::Table;
use wobble_lab::bench::{Machine, Watch};
use wobble_render::plot::{Axis, Curve, Plot, Style};
use wobble_render::save_svg;
use wobble_view::Theme;
use wobble2d::workload::Heap;

/// Frames of a run; by the end of the first half the bodies lie in a pile.
const FRAMES: u32 = 240;
/// A cloth costs the same from the first frame on.
const CLOTH_FRAMES: u32 = 24;
/// Bodies above each other, in all piles alike.
const ROWS: u32 = 12;

/// One measured place on a curve.
struct Sample {
    family: &'static str,
    label: String,
    size: usize,
    particles: usize,
    springs: usize,
    score: Score,
}

pub fn run(args: &Args, root: &Path, out: &Path, document: Option<&Path>, watch: Watch<'_>) -> Result<()> {
    let engines = engine::prepare(&Args { engines: vec![Kind::Ours, Kind::Rapier, Kind::RapierParallel], ..copy(args) }, root)?;
    let (mut samples, mut notes) = (Vec::new(), Vec::new());
    let bodies = steps(10, args.most_bodies).into_iter().map(|count| ("bodies", count as usize, pile(count), FRAMES));
    let springs = steps(1000, args.most_springs).into_iter().map(|count| {
        let scene = cloth(count);
        ("springs", scene.springs(), scene, CLOTH_FRAMES)
    });
    let mut given_up: Vec<(String, &str)> = Vec::new();
    for (family, size, scene, frames) in bodies.chain(springs) {
        for entry in entries(args) {
            let name = (entry.label.clone(), family);
            if given_up.contains(&name) {
                continue;
            }
            eprint!("{}, {size} {family}: ", entry.label);
            let began = Instant::now();
            let sample = sample(args, &engines, &entry, family, size, &scene, frames);
            match &sample {
                Ok(sample) => eprintln!("{:.3} ms", sample.score.ms),
                Err(why) => eprintln!("{why}"),
            }
            // The next is about three times as large.
            let last = sample.is_err() || 3 * began.elapsed().as_secs() > args.limit;
            match sample {
                Ok(sample) => samples.push(sample),
                Err(why) => notes.push(format!("- {}, {size} {family} and more: {why}", entry.label)),
            }
            if last {
                given_up.push(name);
            }
        }
    }
    save(&samples, &out.join("scaling.csv"))?;
    notes.extend(watch.end([]).into_iter().map(|warning| format!("- Noisy: {warning}.")));
    let text = text(&samples, &notes, args);
    println!("{text}");
    draw(&samples, out)?;
    if let Some(path) = document {
        document::replace(path, "scaling", &text)?;
    }
    Ok(())
}

fn copy(args: &Args) -> Args {
    Args { workloads: args.workloads.clone(), engines: args.engines.clone(), out: args.out.clone(), ..*args }
}

fn entries(args: &Args) -> Vec<Entry> {
    let entry = |label: String, kind, threads| Entry { label, kind, variant: None, threads };
    vec![
        entry("wobble2d".into(), Kind::Ours, 1),
        entry(format!("wobble2d, {} threads", args.threads), Kind::Ours, args.threads),
        entry("rapier2d".into(), Kind::Rapier, 1),
        entry(format!("rapier2d, {} threads", args.threads), Kind::RapierParallel, args.threads),
    ]
}

fn sample(
    args: &Args,
    engines: &Engines,
    entry: &Entry,
    family: &'static str,
    size: usize,
    scene: &Scene,
    frames: u32,
) -> Result<Sample, String> {
    let job = entry.job(scene.clone(), frames);
    let answer = worker::run(engines.start(entry.kind)?, &job, Duration::from_secs(args.limit))?;
    let score = Score::of(&answer, scene).ok_or("the answer holds no times")?;
    Ok(Sample { family, label: entry.label.clone(), size, particles: scene.particles(), springs: scene.springs(), score })
}

/// 10, 30, 100, 300 … from the least to the most, with the most itself.
fn steps(least: u32, most: u32) -> Vec<u32> {
    let mut steps = Vec::new();
    let (mut size, mut three) = (least, true);
    while size < most {
        steps.push(size);
        size = if three { 3 * size } else { size / 3 * 10 };
        three = !three;
    }
    steps.push(most);
    steps
}

/// So many blobs in a box as wide as it takes for a pile of the usual depth.
fn pile(count: u32) -> Scene {
    let columns = count.div_ceil(ROWS);
    blobs(Heap { count, width: 1.1 * columns as f32 + 0.65, ..Heap::pile(count) })
}

/// A square cloth of about so many springs: four for each point.
fn cloth(springs: u32) -> Scene {
    let side = (f64::from(springs) / 4.0).sqrt().round().max(2.0) as u32 + 1;
    Scene::Cloth { columns: side, rows: side }
}

fn save(samples: &[Sample], path: &Path) -> Result<()> {
    let mut file = csv::Writer::from_path(path).with_context(|| format!("cannot write {}", path.display()))?;
    file.write_record([
        "curve",
        "entry",
        "size",
        "particles",
        "springs",
        "ms_per_frame",
        "ms_per_frame_median",
        "cpu_ms_per_frame",
        "rms_speed",
        "bytes",
        "bytes_of_bodies",
    ])?;
    for sample in samples {
        let Score { ms, ms_median, cpu_ms, rms_speed, memory, memory_of_bodies, .. } = &sample.score;
        file.write_record([
            sample.family.to_string(),
            sample.label.clone(),
            sample.size.to_string(),
            sample.particles.to_string(),
            sample.springs.to_string(),
            ms.to_string(),
            ms_median.to_string(),
            cpu_ms.map_or(String::new(), |ms| ms.to_string()),
            rms_speed.map_or(String::new(), |speed| speed.to_string()),
            memory.map_or(String::new(), |bytes| bytes.to_string()),
            memory_of_bodies.map_or(String::new(), |bytes| bytes.to_string()),
        ])?;
    }
    Ok(file.flush()?)
}

fn labels(samples: &[Sample]) -> Vec<&str> {
    let mut labels: Vec<&str> = Vec::new();
    for sample in samples {
        if !labels.contains(&sample.label.as_str()) {
            labels.push(&sample.label);
        }
    }
    labels
}

fn text(samples: &[Sample], notes: &[String], args: &Args) -> String {
    let mut text =
        format!("Machine: {}. Who takes more than {} s for a run gets no larger one.\n", Machine::here().words(), args.limit / 3);
    for (family, title, unit) in [
        ("bodies", "Piles of equal depth: microseconds a body and frame, bytes a particle while they fall and in the pile", 1.0),
        ("springs", "Cloths: nanoseconds a spring and frame, bytes a particle after the first frame and the last", 1e3),
    ] {
        let labels = labels(samples);
        let names = labels.iter().flat_map(|label| [label.to_string(), "bytes".into()]);
        let mut table = Table::new([family.to_string()].into_iter().chain(names));
        let mut sizes: Vec<usize> = samples.iter().filter(|sample| sample.family == family).map(|sample| sample.size).collect();
        sizes.sort_unstable();
        sizes.dedup();
        for size in sizes {
            let mut line = vec![size.to_string()];
            for label in &labels {
                let found = samples.iter().find(|s| s.family == family && s.label == *label && s.size == size);
                line.push(found.map_or("–".into(), |s| digits(1e3 * unit * s.score.ms / size as f64)));
                line.push(found.map_or("–".into(), bytes));
            }
            table.add(line);
        }
        text += &format!("\n**{title}**\n\n{}", table.to_markdown());
    }
    if !notes.is_empty() {
        text += &format!("\n{}\n", notes.join("\n"));
    }
    text
}

/// What a particle takes after the first frame, and after the last.
fn bytes(sample: &Sample) -> String {
    let each = |bytes: Option<u64>| bytes.map_or("–".into(), |bytes| digits(bytes as f64 / sample.particles as f64));
    format!("{}, {}", each(sample.score.memory_of_bodies), each(sample.score.memory))
}

fn draw(samples: &[Sample], out: &Path) -> Result<()> {
    for (family, name, title) in
        [("bodies", "scaling-bodies.svg", "Piles of blobs, equally deep"), ("springs", "scaling-springs.svg", "Cloths")]
    {
        let axes = (Axis::new(family, "").logarithmic(), Axis::new("time of a frame", "ms").logarithmic());
        let mut plot = Plot::new(title, axes.0, axes.1);
        for label in labels(samples) {
            let chosen = samples.iter().filter(|sample| sample.family == family && sample.label == label);
            plot = plot.with(Curve::line(label, chosen.map(|sample| [sample.size as f64, sample.score.ms])).styled(Style::Dotted));
        }
        save_svg(&out.join(name), &plot.draw([760, 460], &Theme::light()))?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{ROWS, cloth, pile, steps};
    use job::Scene;

    #[test]
    fn sizes_go_up_by_about_three_and_end_where_asked() {
        assert_eq!(steps(10, 10_000), [10, 30, 100, 300, 1000, 3000, 10_000]);
        assert_eq!(steps(10, 10), [10]);
        assert_eq!(steps(1000, 2_000_000).last(), Some(&2_000_000));
    }

    #[test]
    fn piles_are_equally_deep_and_cloths_have_about_the_springs_asked_for() {
        for count in [12, 100, 1000, 10_000] {
            let Scene::Blobs { starts, .. } = pile(count) else { panic!("blobs") };
            let top = starts.iter().map(|start| start[1]).fold(0.0, f32::max);
            assert!((top - (1.0 + 1.1 * (ROWS - 1) as f32)).abs() < 1.2, "{count}: {top}");
        }
        for springs in [1000_u32, 100_000, 2_000_000] {
            let ratio = cloth(springs).springs() as f64 / f64::from(springs);
            assert!((0.9..1.1).contains(&ratio), "{springs}: {ratio}");
        }
    }
}
