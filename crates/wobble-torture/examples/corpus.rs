//! Writes the cases that a fuzzer begins with into `fuzz/corpus`: `cargo run --release -p wobble-torture --example corpus`.
//!
//! Small scenes of the gallery, each as a file, as a link, and after half a second as a snapshot and as a recording; and what has changed in
//! the world that every target of changes begins with.

use std::error::Error;
use std::fs;
use std::path::Path;
use wobble_scene::{gallery, link};
use wobble2d::Recording;

/// Between them: gas, joints, tearing, plasticity, muscles, scenery that moves.
const SCENES: [&str; 6] = ["pendulum", "clay-ball", "balloon-party", "breakable-bridge", "inchworm", "jump-platforms"];

/// How far they have gone. `[frames]`
const FRAMES: u32 = 30;

const FRAME: f32 = 1.0 / 60.0;

/// What changes begin with: the target brings the same, since it knows what they are changes of. `[B]`
const CHANGES: usize = 14;

fn main() -> Result<(), Box<dyn Error>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    let write = |target: &str, name: &str, bytes: &[u8]| {
        println!("{target}/{name}: {} bytes", bytes.len());
        fs::create_dir_all(corpus.join(target)).and_then(|()| fs::write(corpus.join(target).join(name), bytes))
    };
    for name in SCENES {
        let scene = gallery::find(name)?.scene();
        write("scene", name, scene.to_json().as_bytes())?;
        write("share_link", name, link::write(&scene)?.as_bytes())?;
        let mut world = scene.build()?.world;
        let mut recording = Recording::of(&world);
        for _ in 0..FRAMES {
            recording.step(&mut world, FRAME);
        }
        write("snapshot", name, inner(&world.save()))?;
        write("recording", name, inner(&recording.to_bytes()))?;
    }
    let mut world = wobble2d::demo::welcome();
    let start = world.save();
    for name in ["one-frame", "two-frames", "three-frames"] {
        world.step(FRAME);
        write("changes", name, &world.save_since(&start)?[CHANGES..])?;
    }
    Ok(())
}

/// What is between head and checksum: the targets bring these themselves.
fn inner(bytes: &[u8]) -> &[u8] {
    &bytes[6..bytes.len() - 8]
}
