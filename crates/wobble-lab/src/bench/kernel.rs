//! The spring kernels as ratios to the plain loop, measured in turn within one run.
//!
//! The plain loop takes the springs as their author listed them, around the ring or along the rows, as anyone would write it.

use super::seconds;
use crate::clock::Clock;
use core::hint::black_box;
use serde::Serialize;
use wobble2d::blueprint::{Ball, Filling, Lattice};
use wobble2d::oracle::{
    Kernel, Order, PlainSpring, add_forces_plainly, plain_springs, project_plainly, run_kernel, take_roots_and_quotients,
};
use wobble2d::{Blueprint, BodyDef, Result, Spring, Width, World};

/// The length of a substep. `[s]`
const H: f32 = 1.0 / 480.0;
/// Sweeps in one visit: enough that carrying a block in and out does not show.
const SWEEPS: u32 = 100;
/// So many times sixteen numbers are divided and rooted: few enough to stay in the nearest cache.
const SIXTEENS: usize = 256;
/// How often all are measured in turn; the least time counts.
const TURNS: u32 = 12;

/// What a kernel takes for a spring.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct KernelRow {
    /// Which springs, and what is done to them.
    pub name: String,
    /// The plain loop. `[ns]`
    pub plain: f64,
    /// The plain loop over springs in the order of the kernels. `[ns]`
    pub coloured: f64,
    /// The kernel. `[ns]`
    pub kernel: f64,
    /// A root and a quotient alone, as many at once as the machine can: no kernel that takes one of each for a spring is faster. `[ns]`
    pub divider: f64,
}

impl KernelRow {
    /// How many times as fast as the plain loop.
    pub fn ratio(&self) -> f64 {
        self.plain / self.kernel
    }

    /// Which part of its time the kernel would need for roots and quotients alone, if it takes them one spring at a time.
    pub fn divider_share(&self) -> f64 {
        self.divider / self.kernel
    }
}

/// Measures all kernels; nothing without a clock.
///
/// # Errors
/// If the engine refuses a blueprint, which would be a mistake of ours.
pub fn kernels(clock: Clock<'_>) -> Result<Vec<KernelRow>> {
    let ring =
        Ball { points: 16, skin: Spring::new(1e4), bending: Some(Spring::new(1e3)), filling: Filling::Empty, ..Ball::default() };
    let spring = Spring::new(1e4);
    let mesh = Lattice { columns: 64, rows: 64, spacing: 0.1, mass: 4.0, structural: spring, shear: spring, area: None };
    let mut rows = compare(clock, "1000 rings of 16 points", &ring.build()?, 1000)?;
    rows.extend(compare(clock, "one mesh of 64 × 64 points", &mesh.build()?, 1)?);
    Ok(rows)
}

fn compare(clock: Clock<'_>, name: &str, blueprint: &Blueprint, bodies: usize) -> Result<Vec<KernelRow>> {
    let mut world = World::new();
    for _ in 0..bodies {
        world.add(BodyDef::new(blueprint))?;
    }
    let springs = blueprint.springs().len() * bodies;
    let lists = [Order::AsGiven, Order::ByColour].map(|order| plain_springs(blueprint, bodies, order));
    let inverse_mass: Vec<f32> = blueprint.points().iter().map(|p| 1.0 / p.mass).cycle().take(world.particles().len()).collect();
    let mut points = world.particles().to_vec();
    let mut forces = vec![[0.0; 2]; points.len()];

    let project = |list: &[PlainSpring]| project_plainly(list, black_box(&mut points), &inverse_mass, H);
    let kernel = Kernel::Project { sweeps: SWEEPS, h: H };
    let projection = race(clock, &lists, springs, project, || run_kernel(&mut world, kernel, Width::Widest));

    let at_rest = points.clone();
    let force = |list: &[PlainSpring]| add_forces_plainly(list, black_box(&at_rest), &mut forces);
    let kernel = Kernel::Force { sweeps: SWEEPS };
    let force = race(clock, &lists, springs, force, || run_kernel(&mut world, kernel, Width::Widest));

    let row = |what: &str, [plain, coloured, kernel, divider]: [f64; 4]| KernelRow {
        name: format!("{name}: {what}"),
        plain,
        coloured,
        kernel,
        divider,
    };
    Ok([("projection", projection), ("force", force)].into_iter().filter_map(|(what, times)| Some(row(what, times?))).collect())
}

/// The plain loop, the plain loop by colour, the kernel, and roots and quotients alone, in turn: the least time of each for a spring. `[ns]`
fn race(
    clock: Clock<'_>,
    lists: &[Vec<PlainSpring>; 2],
    springs: usize,
    mut plain: impl FnMut(&[PlainSpring]),
    mut kernel: impl FnMut(),
) -> Option<[f64; 4]> {
    let mut best = [f64::INFINITY; 4];
    let mut numbers = [[2.0; 16]; SIXTEENS];
    for _ in 0..TURNS {
        best[0] = best[0].min(time(clock, springs, || plain(&lists[0]))?);
        best[1] = best[1].min(time(clock, springs, || plain(&lists[1]))?);
        best[2] = best[2].min(time(clock, springs * SWEEPS as usize, &mut kernel)?);
        let divide = || take_roots_and_quotients(black_box(&mut numbers), SWEEPS);
        best[3] = best[3].min(time(clock, 16 * SIXTEENS * SWEEPS as usize, divide)?);
    }
    Some(best)
}

/// The mean of five goes after one that warms up, for a spring. `[ns]`
fn time(clock: Clock<'_>, springs: usize, mut work: impl FnMut()) -> Option<f64> {
    work();
    let spent = seconds(clock, || (0..5).for_each(|_| work()))?;
    Some(spent * 1e9 / 5.0 / springs as f64)
}
