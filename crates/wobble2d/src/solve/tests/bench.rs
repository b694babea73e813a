use super::super::test_world::{Shape, World};
use super::{CUBE, floor, stack};
use std::time::Instant;

fn pyramid(n: i32, top: f64) -> World {
    let mut world = floor(4.0);
    for level in 0..n {
        for place in 0..n - level {
            let x = 1.1 * (f64::from(place) + 0.5 * f64::from(level));
            world.add(CUBE, [x, 0.5025 + 1.0025 * f64::from(level)], if level == n - 1 { top } else { 1.0 });
        }
    }
    world
}

#[test]
fn bench() {
    let mut masses = vec![1.0; 10]; masses[9] = 1000.0;
    for (name, mut world) in [("stack", stack(&masses, 4.0)), ("p55", pyramid(10, 1.0)), ("p210", pyramid(20, 1.0)), ("chain", super::hinges::chain(-30.0, 100.0, 4.0, true)), ("bridge", super::hinges::bridge(100.0)), ("pile", super::piles::pile())] {
        for _ in 0..if name == "p210" {30} else {120} { world.substep(); }
        let (mobiles, rows, memory) = world.state();
        let mut best = [f64::MAX; 3];
        for _ in 0..200 {
            let r = world.measure(&mobiles, &rows, memory);
            for k in 0..3 { best[k] = best[k].min(r[k]); }
        }
        println!("{name}: rows {} solve {:.2} us, sweep {:.2} us, step {:.2} us", rows.len(), best[0], best[1], best[2]);
    }
}
