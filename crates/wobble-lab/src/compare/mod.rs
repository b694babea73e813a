//! The same world under several methods and substep counts.
//!
//! ```
//! use wobble2d::{Method, demo};
//! use wobble_lab::compare::Experiment;
//!
//! let experiment = Experiment { seconds: 0.5, methods: vec![Method::Xpbd, Method::VelocityVerlet], substeps: vec![4, 8], ..Experiment::new(&demo::welcome) };
//! let comparison = experiment.run(|_, _| true)?.expect("nobody stopped it");
//! assert_eq!(comparison.trials.len(), 4);
//! println!("{}", comparison.table());
//! # Ok::<(), wobble2d::Error>(())
//! ```

mod order;
mod picture;

pub use order::Order;

use crate::clock::Clock;
use crate::quantity::Quantity;
use crate::run::{STEP, exploded};
use crate::table::{Table, short, short_or_dash};
use wobble2d::{Method, Result, Settings, World};

/// What is compared.
#[derive(Clone)]
pub struct Experiment<'a> {
    /// Makes the world, the same every time.
    pub world: &'a dyn Fn() -> World,
    /// How long each trial runs. `[s]`
    pub seconds: f64,
    /// The length of a step. `[s]`
    pub step: f32,
    /// Which methods.
    pub methods: Vec<Method>,
    /// How many substeps a step has, for each trial of a method.
    pub substeps: Vec<u32>,
    /// The closed form of the motion, if there is one.
    pub exact: Option<Exact<'a>>,
    /// What times the trials.
    pub clock: Clock<'a>,
}

/// A closed form to compare with.
#[derive(Clone, Copy)]
pub struct Exact<'a> {
    /// How far a world is from what it should be at its time. `[m]`
    pub error: &'a dyn Fn(&World) -> f64,
    /// How large the motion is: errors are small compared with this. `[m]`
    pub size: f64,
    /// How fast it is: the time it takes to turn by a radian, or to change as much. None for a state of rest, where methods have no order. `[s]`
    pub pace: Option<f64>,
}

/// One method with one number of substeps.
pub struct Trial {
    /// The method.
    pub method: Method,
    /// Substeps in a step.
    pub substeps: u32,
    /// The length of a substep. `[s]`
    pub h: f64,
    /// Time and energy, frame after frame. `[s]`, `[J]`
    pub energy: Vec<[f64; 2]>,
    /// Time and error against the closed form, frame after frame; empty without one. `[s]`, `[m]`
    pub error: Vec<[f64; 2]>,
    /// The largest kinetic energy. `[J]`
    pub kinetic_max: f64,
    /// The change of momentum that gravity does not explain, where nothing else acts from outside. `[N s]`
    pub momentum_error: Option<f64>,
    /// The largest of the mean area errors.
    pub area_error: f64,
    /// The largest strain of any spring.
    pub worst_strain: f64,
    /// What a simulated second costs, as the clock says. `[s]`
    pub cost: Option<f64>,
    /// When the first body exploded. `[s]`
    pub exploded_at: Option<f64>,
    /// The world at the end.
    pub world: World,
}

/// All trials, and the orders of the methods.
pub struct Comparison {
    /// Method after method, each with all its numbers of substeps.
    pub trials: Vec<Trial>,
    /// How the error of each method shrinks with the substep; none without a closed form.
    pub orders: Vec<(Method, Order)>,
}

impl<'a> Experiment<'a> {
    /// Ten seconds of every method with eight substeps.
    pub fn new(world: &'a dyn Fn() -> World) -> Self {
        Self { world, seconds: 10.0, step: STEP, methods: Method::ALL.to_vec(), substeps: vec![8], exact: None, clock: Clock::NONE }
    }

    /// Runs all trials, one after the other so that their costs can be compared. `watch` is told how many frames of how many are done; when it
    /// returns false, there is no result.
    ///
    /// # Errors
    /// If a number of substeps is out of its range.
    pub fn run(&self, mut watch: impl FnMut(u64, u64) -> bool) -> Result<Option<Comparison>> {
        let frames = u64::from(self.frames());
        let total = frames * (self.methods.len() * self.substeps.len()) as u64;
        let mut comparison = Comparison { trials: Vec::new(), orders: Vec::new() };
        for &method in &self.methods {
            for &substeps in &self.substeps {
                let before = comparison.trials.len() as u64 * frames;
                match self.trial(method, substeps, |frame| watch(before + frame, total))? {
                    Some(trial) => comparison.trials.push(trial),
                    None => return Ok(None),
                }
            }
            if let Some(exact) = self.exact
                && let Some(pace) = exact.pace
            {
                comparison.orders.push((method, order::measure(self, exact, pace, method)?));
            }
        }
        Ok(Some(comparison))
    }

    fn frames(&self) -> u32 {
        (self.seconds / f64::from(self.step)).round().clamp(1.0, f64::from(u32::MAX)) as u32
    }

    fn trial(&self, method: Method, substeps: u32, mut watch: impl FnMut(u64) -> bool) -> Result<Option<Trial>> {
        let mut world = (self.world)();
        world.set_settings(Settings { method, substeps, ..*world.settings() })?;
        let momentum = world.momentum();
        let frames = self.frames();
        let mut cost = Some(0.0);
        let h = f64::from(self.step) / f64::from(substeps);
        let mut trial = Trial {
            method,
            substeps,
            h,
            energy: Vec::new(),
            error: Vec::new(),
            kinetic_max: 0.0,
            momentum_error: None,
            area_error: 0.0,
            worst_strain: 0.0,
            cost: None,
            exploded_at: None,
            world: World::new(),
        };
        trial.note(&world, self.exact);
        for frame in 1..=frames {
            if !watch(u64::from(frame)) {
                return Ok(None);
            }
            let ((), seconds) = self.clock.time(|| world.step(self.step));
            cost = cost.zip(seconds).map(|(sum, seconds)| sum + seconds);
            trial.note(&world, self.exact);
        }
        let simulated = f64::from(frames) * f64::from(self.step);
        trial.cost = cost.map(|sum| sum / simulated);
        trial.momentum_error = crate::run::momentum_error(&world, momentum, simulated);
        trial.world = world;
        Ok(Some(trial))
    }
}

impl Trial {
    /// Measures a world after a frame.
    fn note(&mut self, world: &World, exact: Option<Exact<'_>>) {
        let (time, energy) = (world.time(), world.energy());
        if self.exploded_at.is_none() && exploded(world) > 0 {
            self.exploded_at = Some(time);
        }
        self.energy.push([time, energy.total()]);
        self.kinetic_max = self.kinetic_max.max(energy.kinetic);
        self.area_error = self.area_error.max(Quantity::AreaError.measure(world));
        self.worst_strain = self.worst_strain.max(Quantity::WorstStrain.measure(world));
        if let Some(exact) = exact {
            self.error.push([time, (exact.error)(world)]);
        }
    }

    /// The root mean square of the errors of all frames; none without a closed form. `[m]`
    pub fn rms_error(&self) -> Option<f64> {
        let squares: f64 = self.error.iter().map(|[_, error]| error * error).sum();
        (!self.error.is_empty()).then(|| (squares / self.error.len() as f64).sqrt())
    }

    /// How much energy there is more at the end than at the beginning. `[J]`
    pub fn energy_gain(&self) -> f64 {
        self.energy.last().zip(self.energy.first()).map_or(0.0, |(end, start)| end[1] - start[1])
    }

    /// How far the energy ever was from that of the beginning. `[J]`
    pub fn energy_swing(&self) -> f64 {
        let start = self.energy.first().map_or(0.0, |start| start[1]);
        self.energy.iter().map(|[_, energy]| (energy - start).abs()).fold(0.0, f64::max)
    }

    /// `survived`, or when it exploded.
    pub fn fate(&self) -> String {
        self.exploded_at.map_or("survived".into(), |time| format!("exploded at {} s", short(time)))
    }
}

impl Comparison {
    /// The energy in play, which drifts are compared with: the largest kinetic energy of the calmest trial. `[J]`
    pub fn energy_in_play(&self) -> f64 {
        self.trials.iter().map(|trial| trial.kinetic_max).fold(f64::INFINITY, f64::min).max(f64::MIN_POSITIVE)
    }

    /// The order of a method, if it could be measured.
    pub fn order(&self, method: Method) -> Option<f64> {
        self.orders.iter().find(|(other, _)| *other == method)?.1.value
    }

    /// One line a trial.
    pub fn table(&self) -> Table {
        let mut table = Table::new([
            "method",
            "substeps",
            "energy drift [%]",
            "energy swing [%]",
            "momentum error [N s]",
            "area error [%]",
            "worst strain [%]",
            "error [m]",
            "order",
            "cost [ms/s]",
            "fate",
        ]);
        let percent = 100.0 / self.energy_in_play();
        for trial in &self.trials {
            table.add([
                trial.method.name().to_string(),
                trial.substeps.to_string(),
                short(percent * trial.energy_gain()),
                short(percent * trial.energy_swing()),
                short_or_dash(trial.momentum_error),
                short(100.0 * trial.area_error),
                short(100.0 * trial.worst_strain),
                short_or_dash(trial.rms_error()),
                self.order(trial.method).map_or("–".into(), |order| format!("{order:.2}")),
                short_or_dash(trial.cost.map(|seconds| 1000.0 * seconds)),
                trial.fate(),
            ]);
        }
        table
    }
}
