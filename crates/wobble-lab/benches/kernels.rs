//! `cargo bench -p wobble-lab`: the spring kernels as ratios to the plain loop. `wobble bench --kernels` prints the same.

use std::time::Instant;
use wobble_lab::Clock;
use wobble_lab::bench::{Results, kernels};

fn main() -> wobble2d::Result<()> {
    let began = Instant::now();
    let now = || began.elapsed().as_secs_f64();
    let rows = kernels(Clock(Some(&now)))?;
    print!("{}", Results::new(Vec::new(), rows, Vec::new()).kernel_table());
    Ok(())
}
