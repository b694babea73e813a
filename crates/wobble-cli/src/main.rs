//! The `wobble` command.

fn main() {
    let mut world = wobble2d::demo::welcome();
    for _ in 0..300 {
        world.step(1.0 / 60.0);
    }
    println!("{:016x}", world.state_hash());
}
