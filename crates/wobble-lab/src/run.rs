//! Running a world and saying how it went.

use crate::clock::Clock;
use crate::quantity::Quantity;
use crate::report::Report;
use glam::DVec2;
use wobble2d::{Anchor, Event, Trouble, World};

/// The usual length of a step. `[s]`
pub const STEP: f32 = 1.0 / 60.0;

/// A point this far outside the bounds has escaped; a skin and a fast blow need some room. `[m]`
const ESCAPED: f32 = 0.25;

/// How a world is run.
#[derive(Clone, Copy, Debug)]
pub struct Run<'c> {
    /// For how long. `[s]`
    pub seconds: f64,
    /// The length of a step. `[s]`
    pub step: f32,
    /// What times the steps.
    pub clock: Clock<'c>,
}

impl Default for Run<'_> {
    /// Ten seconds at sixty steps a second, without a clock.
    fn default() -> Self {
        Self { seconds: 10.0, step: STEP, clock: Clock::NONE }
    }
}

/// What is known before and during a run.
struct Notes {
    energy_start: f64,
    momentum_start: DVec2,
    cost: f64,
    timed: u32,
    squares: Vec<f64>,
    warnings: Vec<String>,
    exploded_at: Option<f64>,
}

impl Run<'_> {
    /// How many steps that is, at least one.
    pub fn frames(&self) -> u32 {
        (self.seconds / f64::from(self.step)).round().clamp(1.0, f64::from(u32::MAX)) as u32
    }

    /// Runs a world and reports. `watch` sees it before the first frame and after each, and how many have been made; when it returns false, the
    /// run ends.
    pub fn go(&self, scene: &str, world: &mut World, mut watch: impl FnMut(&World, u32) -> bool) -> Report {
        let frames = self.frames();
        let mut notes = Notes::of(world);
        let mut made = 0;
        let mut wanted = watch(world, 0);
        while wanted && made < frames {
            let ((), seconds) = self.clock.time(|| world.step(self.step));
            made += 1;
            notes.after_step(world, seconds.filter(|_| 2 * made > frames));
            wanted = watch(world, made);
        }
        self.report(scene, world, made, notes)
    }

    fn report(&self, scene: &str, world: &World, frames: u32, notes: Notes) -> Report {
        let quality = world.quality();
        let last = (1.0 / f64::from(self.step)).round().clamp(1.0, 1e9) as usize;
        let squares = &notes.squares[notes.squares.len().saturating_sub(last)..];
        let mean_square = squares.iter().sum::<f64>() / squares.len().max(1) as f64;
        let floor = world.settings().bounds.map_or(0.0, |bounds| f64::from(bounds.min.y));
        let first = world.bodies().next().map(|body| body.bounding_box());
        Report {
            scene: scene.into(),
            method: world.settings().method.name().into(),
            substeps: world.settings().substeps,
            seconds: f64::from(frames) * f64::from(self.step),
            frames,
            particles: world.particles().len(),
            springs: world.bodies().map(|body| body.blueprint().springs().len() + body.blueprint().sticks().len()).sum(),
            bodies: world.body_count(),
            ms_per_frame: (notes.timed > 0).then(|| 1000.0 * notes.cost / f64::from(notes.timed)),
            energy_start: notes.energy_start,
            energy_end: world.energy().total(),
            momentum_error: momentum_error(world, notes.momentum_start, f64::from(frames) * f64::from(self.step)),
            nan_points: world.particles().iter().filter(|state| state.iter().any(|part| !part.is_finite())).count(),
            escaped_points: escaped_points(world),
            area_error_mean: quality.area_error_mean.into(),
            area_error_max: quality.area_error_max.into(),
            self_crossing_bodies: quality.self_crossing,
            points_inside_others: quality.points_inside,
            overlap_area_max: quality.overlap_max.into(),
            rms_speed: mean_square.sqrt(),
            height: Some(Quantity::Height.measure(world) - floor).filter(|height| height.is_finite()),
            hang: first.map(|(low, high)| f64::from(high.y - low.y)),
            sleeping_bodies: world.bodies().filter(|body| body.is_asleep()).count(),
            torn_springs: world.torn_springs(),
            exploded_bodies: exploded(world),
            exploded_at: notes.exploded_at,
            warnings: notes.warnings,
            state_hash: format!("{:016x}", world.state_hash()),
        }
    }
}

impl Notes {
    fn of(world: &World) -> Self {
        Self {
            energy_start: world.energy().total(),
            momentum_start: world.momentum(),
            cost: 0.0,
            timed: 0,
            squares: Vec::new(),
            warnings: Vec::new(),
            exploded_at: None,
        }
    }

    fn after_step(&mut self, world: &World, seconds: Option<f64>) {
        if let Some(seconds) = seconds {
            self.cost += seconds;
            self.timed += 1;
        }
        let speed = world.rms_speed();
        self.squares.push(speed * speed);
        for event in world.events() {
            match event {
                Event::Unstable(advice) => self.warnings.push(advice.to_string()),
                Event::Frozen { .. } => self.exploded_at = self.exploded_at.or(Some(world.time())),
                _ => {}
            }
        }
    }
}

/// Bodies that are frozen because something was wrong with them, not because somebody asked for it.
pub(crate) fn exploded(world: &World) -> usize {
    world.bodies().filter(|body| body.frozen().is_some_and(|trouble| trouble != Trouble::Asked)).count()
}

/// The change of momentum that gravity does not explain, where nothing else acts from outside.
pub(crate) fn momentum_error(world: &World, before: DVec2, seconds: f64) -> Option<f64> {
    let fields = world.fields();
    let still_air = fields.damping == 0.0 && fields.drag == 0.0 && fields.pointer.is_none() && fields.attractors.is_empty();
    let tied = world.joints().any(|joint| joint.joint().anchors.iter().any(|anchor| matches!(anchor, Anchor::World(_))));
    let untouched = world.settings().bounds.is_none() && world.grabs().is_empty() && !tied;
    let free =
        world.bodies().all(|body| body.frozen().is_none() && (0..body.state().len() as u32).all(|index| !body.is_pinned(index)));
    let mass: f64 =
        world.bodies().map(|body| (0..body.state().len() as u32).map(|index| f64::from(body.point_mass(index))).sum::<f64>()).sum();
    let gravity = if fields.gravity_on { fields.gravity.as_dvec2() } else { DVec2::ZERO };
    (still_air && untouched && free).then(|| (world.momentum() - before - mass * seconds * gravity).length())
}

fn escaped_points(world: &World) -> Option<usize> {
    let bounds = world.settings().bounds?;
    let (low, high) = (bounds.min - ESCAPED, bounds.max + ESCAPED);
    let inside = |&[x, y, ..]: &[f32; 4]| x >= low.x && x <= high.x && y >= low.y && y <= high.y;
    Some(world.particles().iter().filter(|state| !inside(state)).count())
}
