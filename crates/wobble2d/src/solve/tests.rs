//! What the solver must do, on small worlds.

use super::test_world::{Shape, World};

const CUBE: Shape = Shape::Box([0.5, 0.5]);

/// Boxes of such masses on a floor, one on the other, half a skin apart.
fn stack(masses: &[f64], substeps: f64) -> World {
    let mut world = World::new(1.0 / (60.0 * substeps));
    world.add(Shape::Box([50.0, 1.0]), [0.0, -1.0], 0.0);
    for (&mass, level) in masses.iter().zip(0..) {
        world.add(CUBE, [0.0, 0.5 + 0.0025 + 1.0025 * f64::from(level)], mass);
    }
    world
}

/// The most that a body has moved, and the mean number of sweeps and factors. After the first second.
fn drift(world: &mut World, seconds: f64) -> [f64; 4] {
    world.run(1.0, |_| {});
    let start: Vec<_> = world.bodies.iter().map(|body| body.position).collect();
    let (mut sweeps, mut factors, mut count, mut overlap) = (0.0, 0.0, 0.0, 0.0);
    world.run(seconds - 1.0, |world| {
        sweeps += f64::from(world.work.sweeps);
        factors += f64::from(world.work.factors);
        count += 1.0;
        overlap = f64::max(overlap, world.overlap);
    });
    let moved = world.bodies.iter().zip(&start).map(|(body, start)| {
        let way = [0, 1].map(|k| body.position[k] - start[k]);
        (way[0] * way[0] + way[1] * way[1]).sqrt()
    });
    [moved.fold(0.0, f64::max), overlap, sweeps / count, factors / count]
}

#[test]
fn explore_refused() {
    for (substeps, masses) in [(4.0, vec![1.0,1.0,1.0,1.0,1000.0]), ] {
        let mut world = stack(&masses, substeps);
        for i in 0..2400 {
            world.substep();
            if false { println!("{i} {:?} {:?} top {:e} {:?} rows", world.work, world.memory, world.top_speed(), world.bodies.last().unwrap().position); }
        }
    }
}

#[test]
fn explore_stacks() {
    for substeps in [1.0, 4.0] {
        for count in [5, 10] {
            for top in [1.0, 10.0, 100.0, 1000.0] {
                let mut masses = vec![1.0; count];
                masses[count - 1] = top;
                println!("{substeps} {count} {top}: {:?}", drift(&mut stack(&masses, substeps), 60.0));
            }
        }
        for heavy in [100.0, 1000.0] {
            let masses: Vec<f64> = (0..10).map(|i| if i % 2 == 0 { 1.0 } else { heavy }).collect();
            println!("{substeps} by turns {heavy}: {:?}", drift(&mut stack(&masses, substeps), 60.0));
        }
    }
}
