//! What threads gain: the same pile stepped by one thread and by several, frame by frame in turn, so that a noisy machine is noisy for both.
//!
//! `cargo run --release -p wobble2d --example threads -- [BLOBS] [THREADS] [FRAMES]`

use std::time::Instant;
use wobble2d::{World, workload};

fn main() -> Result<(), Box<dyn core::error::Error>> {
    let mut numbers = std::env::args().skip(1).map(|word| word.parse::<u32>());
    let mut next = |otherwise: u32| numbers.next().unwrap_or(Ok(otherwise));
    let (blobs, threads, frames) = (next(1000)?, next(2)?, next(150)?);
    let mut worlds = [workload::pile(blobs, 0.0)?, workload::pile(blobs, 0.0)?];
    worlds[1].set_threads(threads as usize);
    for _ in 0..300 {
        worlds.iter_mut().for_each(|world| world.step(1.0 / 60.0));
    }
    let mut times = [Vec::new(), Vec::new()];
    for _ in 0..frames {
        for (world, times) in worlds.iter_mut().zip(&mut times) {
            times.push(step(world));
        }
    }
    let mut ratios: Vec<f64> = times[0].iter().zip(&times[1]).map(|(alone, shared)| alone / shared).collect();
    for list in times.iter_mut().chain([&mut ratios]) {
        list.sort_by(f64::total_cmp);
    }
    let [alone, shared] = times.each_ref().map(|times| (times[0], times[times.len() / 2]));
    println!("{blobs} blobs, {frames} frames      best [ms]   median [ms]");
    println!("1 thread {:>26.2} {:>13.2}", alone.0, alone.1);
    println!("{threads} threads {:>25.2} {:>13.2}", shared.0, shared.1);
    let [low, middle, high] = [1, 2, 3].map(|k| ratios[k * ratios.len() / 4]);
    println!("{middle:.2} times as fast (half of the frames between {low:.2} and {high:.2})");
    let same = worlds[0].state_hash() == worlds[1].state_hash();
    println!("{}", if same { "the same bits" } else { "DIFFERENT BITS" });
    Ok(())
}

/// One step, and how long it took. `[ms]`
fn step(world: &mut World) -> f64 {
    let begin = Instant::now();
    world.step(1.0 / 60.0);
    1e3 * begin.elapsed().as_secs_f64()
}
