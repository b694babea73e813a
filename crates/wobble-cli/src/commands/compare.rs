//! `wobble compare`

use crate::failure::{Failure, Result};
use crate::look::{self, Look};
use crate::output::{remark, say};
use crate::progress::Progress;
use crate::source::Source;
use crate::stop::Stop;
use crate::values;
use clap::Args;
use std::path::PathBuf;
use std::time::Instant;
use wobble_lab::Clock;
use wobble_lab::compare::{Comparison, Exact, Experiment};
use wobble_render::{save_png, save_svg, write_bytes};
use wobble_scene::{Built, Reference};
use wobble_view::Overlays;
use wobble2d::glam::DVec2;
use wobble2d::{Method, World};

/// Run a scene under several methods and substeps, side by side
#[derive(Debug, Args)]
#[command(after_help = "Examples:
  wobble compare orbit --substeps 2,4,8,16
  wobble compare euler-vs-verlet --methods euler,semi-implicit,verlet,rk4 -o methods.png
  wobble compare thesis-1 --seconds 20 -o thesis.csv

Drift and swing of the energy are parts of the largest kinetic energy of the calmest run. The order says how fast the error shrinks with
the step; it is measured where the scene has an exact solution.")]
pub(crate) struct Compare {
    #[command(flatten)]
    source: Source,
    /// Which methods; all of them if not given
    #[arg(long, value_delimiter = ',', value_parser = values::method)]
    methods: Vec<Method>,
    /// Substeps in a frame, one run for each
    #[arg(long, value_delimiter = ',', default_value = "8", value_parser = clap::value_parser!(u32).range(1..=1024))]
    substeps: Vec<u32>,
    /// Simulated time of each run [s]
    #[arg(long, default_value = "10", value_parser = values::seconds)]
    seconds: f64,
    /// Draw the comparison (.png, .svg), or write its table (.csv)
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Width and height of the picture [px]
    #[arg(long, default_value = "1280x760", value_parser = values::size)]
    size: [u32; 2],
    #[command(flatten)]
    look: Look,
}

impl Compare {
    pub fn run(&self, stop: &Stop) -> Result<()> {
        let end = self.end()?;
        let scene = self.source.scene()?;
        let start = scene.build()?;
        let error = |world: &World| phase_error(&start.references, world);
        let exact = (!start.references.is_empty()).then(|| Exact {
            error: &error,
            size: extent(&start.references),
            pace: pace(&start.references),
        });
        let began = Instant::now();
        let now = || began.elapsed().as_secs_f64();
        // It was built a moment ago, so it can be built again.
        let world = || scene.build().map_or_else(|_| World::new(), |built| built.world);
        let methods = if self.methods.is_empty() { Method::ALL.to_vec() } else { self.methods.clone() };
        let experiment = Experiment {
            seconds: self.seconds,
            methods,
            substeps: self.substeps.clone(),
            exact,
            clock: Clock(Some(&now)),
            ..Experiment::new(&world)
        };
        let runs = experiment.methods.len() * experiment.substeps.len();
        let progress = Progress::new("comparing", (self.seconds * 60.0) as u64 * runs as u64);
        let comparison = experiment.run(|done, _| {
            progress.at(done);
            !stop.is_asked()
        })?;
        drop(progress);
        let comparison = comparison.ok_or(Failure::Stopped("nothing was written"))?;
        say(comparison.table().to_string().trim_end())?;
        self.save(&comparison, &start, end)
    }

    /// The end of the output's name, if it is one that can be written.
    fn end(&self) -> Result<Option<&'static str>> {
        let Some(path) = &self.output else { return Ok(None) };
        let end = path.extension().and_then(|end| end.to_str()).unwrap_or_default();
        match ["png", "svg", "csv"].into_iter().find(|known| end.eq_ignore_ascii_case(known)) {
            Some(known) => Ok(Some(known)),
            None => Err(Failure::Asked(format!(
                "cannot tell what {} is to be; give it a name that ends in .png, .svg or .csv",
                path.display()
            ))),
        }
    }

    fn save(&self, comparison: &Comparison, start: &Built, end: Option<&str>) -> Result<()> {
        let (Some(path), Some(end)) = (&self.output, end) else { return Ok(()) };
        let picture = || {
            let see = |world: &World, size| {
                look::picture(world, &look::view(start, size, self.look.theme(), Overlays::default()), &start.references)
            };
            comparison.picture(&self.source.scene, self.size, &self.look.theme(), see)
        };
        match end {
            "csv" => write_bytes(path, comparison.to_csv().as_bytes())?,
            "svg" => save_svg(path, &picture())?,
            _ => save_png(path, &picture())?,
        }
        remark(&format!("wrote {}", path.display()));
        Ok(())
    }
}

/// How finely the way of a motion is looked at.
const SAMPLES: usize = 400;

/// How far a world is from its laws: the worst of them. For a motion, its velocity counts too, as the way it makes in a radian. `[m]`
fn phase_error(references: &[Reference], world: &World) -> f64 {
    references.iter().map(|reference| error(reference, world).unwrap_or(f64::NAN)).fold(0.0, f64::max)
}

fn error(reference: &Reference, world: &World) -> Option<f64> {
    let (place, time) = (reference.error(world)?, world.time());
    let Some(radian) = pace(core::slice::from_ref(reference)) else { return Some(place) };
    let nudge = 1e-4 * radian;
    let exact = (reference.position(time + nudge)? - reference.position(time - nudge)?) / (2.0 * nudge);
    let velocity: DVec2 = world.body(reference.body)?.velocity(reference.point).as_dvec2();
    Some(place + radian * (velocity - exact).length())
}

/// How fast the fastest motion is: the root of its size over its largest acceleration, which is the time of a radian for a circle or a swing.
/// None where nothing moves. `[s]`
fn pace(references: &[Reference]) -> Option<f64> {
    let moving = references.iter().filter(|reference| reference.position(0.0).is_some());
    moving
        .map(|reference| (extent(core::slice::from_ref(reference)) / largest_acceleration(reference)).sqrt().clamp(1e-3, 1.0))
        .reduce(f64::min)
}

/// `[m/s²]`
fn largest_acceleration(reference: &Reference) -> f64 {
    let way = reference.curve(reference.period().unwrap_or(1.0), SAMPLES);
    let pause = reference.period().unwrap_or(1.0) / SAMPLES as f64;
    way.windows(3)
        .map(|places| (places[0] - 2.0 * places[1] + places[2]).length() / (pause * pause))
        .fold(f64::MIN_POSITIVE, f64::max)
}

/// Half the size of what moves, or of the curve. `[m]`
fn extent(references: &[Reference]) -> f64 {
    let half = |reference: &Reference| {
        let curve = reference.curve(reference.period().unwrap_or(1.0), SAMPLES);
        let (low, high) =
            curve.iter().fold((DVec2::INFINITY, DVec2::NEG_INFINITY), |(low, high), &place| (low.min(place), high.max(place)));
        0.5 * (high - low).max_element()
    };
    references.iter().map(half).fold(1e-6, f64::max)
}
