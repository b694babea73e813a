//! Runs a workload for ten seconds and prints what it cost and how well it held: `pile [COUNT | squares | cloth] [SEED]`.

use std::time::Instant;
use wobble2d::{World, workload};

fn main() -> wobble2d::Result<()> {
    let mut words = std::env::args().skip(1);
    let name = words.next().unwrap_or_else(|| "100".into());
    let seed = words.next().and_then(|word| word.parse().ok()).unwrap_or(0.0);
    let mut world = match name.as_str() {
        "squares" => workload::squares(seed)?,
        "cloth" => workload::cloth()?,
        count => workload::pile(count.parse().unwrap_or(100), seed)?,
    };
    let (mut seconds, mut square) = (0.0, 0.0);
    for step in 0..600 {
        let start = Instant::now();
        world.step(1.0 / 60.0);
        seconds += if step >= 300 { start.elapsed().as_secs_f64() } else { 0.0 };
        square += if step >= 540 { world.rms_speed() * world.rms_speed() / 60.0 } else { 0.0 };
    }
    report(&name, &world, seconds / 300.0 * 1e3, square.sqrt());
    Ok(())
}

fn report(name: &str, world: &World, milliseconds: f64, rms: f64) {
    let first = world.bodies().next().map(|body| body.bounding_box()).unwrap_or_default();
    println!("{name}: {milliseconds:.3} ms/frame, rms {rms:.4} m/s, {:?}", world.quality());
    println!(
        "  height/width of the first body {:.3}, hang {:.2} m",
        (first.1.y - first.0.y) / (first.1.x - first.0.x),
        first.1.y - first.0.y
    );
}
