//! What saved states of a pile take in rapier2d: `snapshot [COUNT]`. The same pile, and the same words, as the example `snapshot` of wobble2d.

#[path = "../src/bodies.rs"]
#[expect(dead_code, reason = "only the blobs are needed")]
mod bodies;

use rapier2d::prelude::*;
use std::time::Instant;

/// How often each is timed; the median counts.
const TIMES: usize = 21;

fn main() -> Result<(), bincode::Error> {
    let count: u32 = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(1000);
    let mut world = pile(count);
    (0..240).for_each(|_| world.step());
    let saved = bincode::serialize(&world)?;
    let particles: usize = world.soft_bodies.iter().map(|(_, body)| body.particle_positions().count()).sum();
    println!("{count} blobs, {particles} particles");
    println!("saved state: {} bytes, {:.1} a particle", saved.len(), saved.len() as f64 / particles as f64);
    for (name, part) in [
        ("soft bodies", bincode::serialized_size(&world.soft_bodies)?),
        ("colliders", bincode::serialized_size(&world.colliders)?),
        ("rigid bodies", bincode::serialized_size(&world.bodies)?),
        ("narrow phase", bincode::serialized_size(&world.narrow_phase)?),
        ("broad phase", bincode::serialized_size(&world.broad_phase)?),
    ] {
        println!("  of which {name}: {part} bytes");
    }
    let save = median(|| drop(bincode::serialize(&world)));
    let restore = median(|| drop(bincode::deserialize::<PhysicsWorld>(&saved)));
    println!("save {save:.3} ms, restore {restore:.3} ms");
    Ok(())
}

/// As `workload::pile` of wobble2d has them.
fn pile(count: u32) -> PhysicsWorld {
    let width = match count {
        0..=100 => 10.0,
        101..=400 => 20.0,
        _ => 32.0,
    };
    let (spacing, tall) = (1.1, 2000.0);
    let mut world = PhysicsWorld::new();
    for (half, centre) in [
        (Vector::new(width + 2.0, 1.0), Vector::new(0.5 * width, -1.0)),
        (Vector::new(1.0, tall), Vector::new(-1.0, tall - 2.0)),
        (Vector::new(1.0, tall), Vector::new(width + 1.0, tall - 2.0)),
    ] {
        let wall = ColliderBuilder::cuboid(half.x, half.y).friction(0.5).translation(centre);
        world.insert(RigidBodyBuilder::fixed(), wall);
    }
    let columns = (((width - 0.6) / spacing) as u32).max(1);
    for i in 0..count {
        let (column, row) = ((i % columns) as f32, (i / columns) as f32);
        let jitter = 0.04 * libm::sinf(12.9898 * i as f32);
        let place = Vector::new(width / 2.0 + (column - (columns - 1) as f32 / 2.0) * spacing + jitter, 1.0 + spacing * row);
        world.insert_soft_body(bodies::blob(place).builder.can_sleep(false));
    }
    world
}

/// `[ms]`
fn median(mut work: impl FnMut()) -> f64 {
    let mut times: Vec<f64> = (0..TIMES)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed().as_secs_f64() * 1e3
        })
        .collect();
    times.sort_by(f64::total_cmp);
    times[TIMES / 2]
}
