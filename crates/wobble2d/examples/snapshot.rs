//! What snapshots of a pile take: `snapshot [COUNT]`.

use std::time::Instant;
use wobble2d::{World, workload};

/// How often each is timed; the median counts.
const TIMES: usize = 101;

fn main() -> wobble2d::Result<()> {
    let count = std::env::args().nth(1).and_then(|word| word.parse().ok()).unwrap_or(1000);
    let mut world = workload::pile(count, 0.0)?;
    (0..240).for_each(|_| world.step(1.0 / 60.0));
    let saved = world.save();
    let particles = world.particles().len();
    println!(
        "{count} blobs, {particles} particles, {} contacts remembered or not, at step {}",
        world.contacts().len(),
        world.steps()
    );
    sizes("snapshot", &saved, particles);
    for frames in [1, 6, 30] {
        let mut later = World::restore(&saved)?;
        (0..frames).for_each(|_| later.step(1.0 / 60.0));
        sizes(&format!("changes of {frames} frames"), &later.save_since(&saved)?, particles);
    }
    let save = median(|| drop(world.save()));
    let restore = median(|| drop(World::restore(&saved)));
    let hash = median(|| assert_ne!(world.state_hash(), 0));
    println!("save {save:.3} ms, restore {restore:.3} ms, together {:.3} ms, state hash {hash:.3} ms", save + restore);
    Ok(())
}

fn sizes(what: &str, bytes: &[u8], particles: usize) {
    println!("{what}: {} bytes, {:.1} a particle", bytes.len(), bytes.len() as f64 / particles as f64);
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
