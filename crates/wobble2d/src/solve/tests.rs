//! What the solver must do, on small worlds.

mod hinges;
mod impacts;
mod piles;
mod rules;

use super::test_world::{Shape, World};

const CUBE: Shape = Shape::Box([0.5, 0.5]);

/// What a world has done in some time.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    /// The farthest that a body has come. `[m]`
    drift: f64,
    /// The deepest overlap of outlines, in parts of the smaller body.
    overlap: f64,
    /// The widest gap of a hinge. `[m]`
    gap: f64,
    /// The least and the greatest energy. `[J]`
    energy: [f64; 2],
    /// In the mean of substeps.
    sweeps: f64,
    factors: f64,
    refused: f64,
}

fn record(world: &mut World, seconds: f64) -> Record {
    let start: Vec<_> = world.bodies.iter().map(|body| body.position).collect();
    let mut record = Record { energy: [world.energy(); 2], ..Record::default() };
    let mut count = 0.0;
    world.run(seconds, |world| {
        count += 1.0;
        record.sweeps += f64::from(world.work.sweeps);
        record.factors += f64::from(world.work.factors);
        record.refused += f64::from(world.work.refused);
        record.overlap = f64::max(record.overlap, world.overlap);
        record.gap = f64::max(record.gap, world.gap());
        record.energy = [record.energy[0].min(world.energy()), record.energy[1].max(world.energy())];
    });
    let moved = world.bodies.iter().zip(&start).map(|(body, start)| {
        let way = [0, 1].map(|k| body.position[k] - start[k]);
        (way[0] * way[0] + way[1] * way[1]).sqrt()
    });
    record.drift = moved.fold(0.0, f64::max);
    [record.sweeps, record.factors, record.refused] = [record.sweeps, record.factors, record.refused].map(|sum| sum / count);
    record
}

/// A world with a floor whose surface is at zero.
fn floor(substeps: f64) -> World {
    let mut world = World::new(1.0 / (60.0 * substeps));
    world.add(Shape::Box([50.0, 1.0]), [0.0, -1.0], 0.0);
    world
}

/// Boxes of such masses on a floor, one on the other, half a skin apart.
fn stack(masses: &[f64], substeps: f64) -> World {
    let mut world = floor(substeps);
    for (&mass, level) in masses.iter().zip(0..) {
        world.add(CUBE, [0.0, 0.5025 + 1.0025 * f64::from(level)], mass);
    }
    world
}
