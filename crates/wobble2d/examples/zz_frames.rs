use std::time::Instant;
use wobble2d::workload;
fn main() -> wobble2d::Result<()> {
    let n: u32 = std::env::args().nth(1).and_then(|w| w.parse().ok()).unwrap_or(1000);
    let reps: usize = std::env::args().nth(2).and_then(|w| w.parse().ok()).unwrap_or(3);
    let mut best = vec![f64::INFINITY; 600];
    for _ in 0..reps {
        let mut world = workload::pile(n, 0.0)?;
        for f in 0..600 {
            let t = Instant::now();
            world.step(1.0 / 60.0);
            best[f] = best[f].min(t.elapsed().as_secs_f64() * 1e3);
        }
    }
    let mean: f64 = best[300..].iter().sum::<f64>() / 300.0;
    print!("mean of best {mean:.3}:");
    for k in 10..20 {
        print!(" {:.2}", best[k * 30..(k + 1) * 30].iter().sum::<f64>() / 30.0);
    }
    println!();
    Ok(())
}
