//! `cargo bench`: the spring kernels as ratios to the plain loop, measured in turn within one run.
//!
//! The plain loop takes the springs as their author listed them, around the ring or along the rows, as anyone would write it.

use std::hint::black_box;
use std::time::Instant;
use wobble2d::blueprint::{Ball, Filling, Lattice};
use wobble2d::oracle::{Kernel, Order, PlainSpring, add_forces_plainly, plain_springs, project_plainly, run_kernel};
use wobble2d::{Blueprint, BodyDef, Spring, Width, World};

const H: f32 = 1.0 / 480.0;
/// Sweeps in one visit: enough that carrying a block in and out does not show.
const SWEEPS: u32 = 20;

fn main() {
    let ring =
        Ball { points: 16, skin: Spring::new(1e4), bending: Some(Spring::new(1e3)), filling: Filling::Empty, ..Ball::default() };
    let spring = Spring::new(1e4);
    let mesh = Lattice { columns: 64, rows: 64, spacing: 0.1, mass: 4.0, structural: spring, shear: spring, area: None };
    println!("{:<42} {:>10} {:>10} {:>10} {:>8}", "ns per spring", "plain", "coloured", "kernel", "ratio");
    compare("1000 rings of 16 points", &ring.build().unwrap(), 1000);
    compare("one mesh of 64 × 64 points", &mesh.build().unwrap(), 1);
}

fn compare(name: &str, blueprint: &Blueprint, bodies: usize) {
    let mut world = World::new();
    for _ in 0..bodies {
        world.add(BodyDef::new(blueprint)).unwrap();
    }
    let springs = blueprint.springs().len() * bodies;
    let lists = [Order::AsGiven, Order::ByColour].map(|order| plain_springs(blueprint, bodies, order));
    let inverse_mass: Vec<f32> = blueprint.points().iter().map(|p| 1.0 / p.mass).cycle().take(world.particles().len()).collect();
    let mut points = world.particles().to_vec();
    let mut forces = vec![[0.0; 2]; points.len()];

    let mut project = |list: &[PlainSpring]| project_plainly(list, black_box(&mut points), &inverse_mass, H);
    let mut times = [f64::INFINITY; 3];
    for _ in 0..12 {
        least(&mut times[0], springs, || project(&lists[0]));
        least(&mut times[1], springs, || project(&lists[1]));
        let kernel = Kernel::Project { sweeps: SWEEPS, h: H };
        least(&mut times[2], springs * SWEEPS as usize, || run_kernel(&mut world, kernel, Width::Widest));
    }
    report(&format!("{name}: projection"), times);

    let at_rest = points.clone();
    let mut force = |list: &[PlainSpring]| add_forces_plainly(list, black_box(&at_rest), &mut forces);
    let mut times = [f64::INFINITY; 3];
    for _ in 0..12 {
        least(&mut times[0], springs, || force(&lists[0]));
        least(&mut times[1], springs, || force(&lists[1]));
        let kernel = Kernel::Force { sweeps: SWEEPS };
        least(&mut times[2], springs * SWEEPS as usize, || run_kernel(&mut world, kernel, Width::Widest));
    }
    report(&format!("{name}: force"), times);
}

/// Keeps the least time per spring. `[ns]`
fn least(best: &mut f64, springs: usize, mut work: impl FnMut()) {
    work();
    let start = Instant::now();
    (0..5).for_each(|_| work());
    *best = best.min(start.elapsed().as_secs_f64() * 1e9 / 5.0 / springs as f64);
}

fn report(name: &str, [plain, coloured, kernel]: [f64; 3]) {
    println!("{name:<42} {plain:>10.2} {coloured:>10.2} {kernel:>10.2} {:>7.1}×", plain / kernel);
}
