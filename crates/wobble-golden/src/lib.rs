//! Runs whose last bit is known.
//!
//! Each scene is chaotic: a difference in the last bit of one number is, some hundred frames later, a difference everywhere. `golden.txt` holds the
//! state hash that each must have in the end, on every machine; `cargo xtask golden` compares, and writes it anew when the motion was meant to change.

#[cfg(target_family = "wasm")]
use wasm_bindgen::prelude::wasm_bindgen;
use wobble_scene::gallery;
use wobble2d::{Settings, Width, oracle};

/// The length of one frame. `[s]`
const FRAME: f32 = 1.0 / 60.0;

/// How many frames each scene runs.
pub const FRAMES: u32 = 600;

/// The hashes that are known, a scene and its hash in each line.
pub const KNOWN: &str = include_str!("../golden.txt");

/// The scenes of the gallery that are run, and what they are there for.
pub const SCENES: [(&str, &str); 10] = [
    ("balloon-party", "gas"),
    ("pile-100", "contacts"),
    ("galton-board", "restitution"),
    ("conveyor-factory", "friction"),
    ("torn-cloth", "tearing"),
    ("breakable-bridge", "joints that break"),
    ("clay-ball", "plasticity"),
    ("walking-frame", "muscles"),
    ("jump-platforms", "moving scenery"),
    ("cloth-64", "cloth"),
];

/// The state hash of a scene after so many frames as 16 hexadecimal digits, or what is wrong.
///
/// `narrow` takes the plain kernels, one body at a time, instead of the widest that the machine has. A string, because a JavaScript number cannot hold 64 bits.
#[cfg_attr(target_family = "wasm", wasm_bindgen)]
#[must_use]
pub fn golden_hash(scene: &str, frames: u32, narrow: bool) -> String {
    hash(scene, frames, if narrow { Width::One } else { Width::Widest }, 1).unwrap_or_else(|why| why)
}

/// The same by so many threads, which share all of the work, however small the scene is.
#[must_use]
pub fn golden_hash_by_threads(scene: &str, frames: u32, threads: usize) -> String {
    hash(scene, frames, Width::Widest, threads).unwrap_or_else(|why| why)
}

fn hash(scene: &str, frames: u32, width: Width, threads: usize) -> Result<String, String> {
    let entry = gallery::find(scene).map_err(|error| error.to_string())?;
    let mut world = entry.scene().build().map_err(|problems| problems.to_string())?.world;
    let settings = Settings { width, ..*world.settings() };
    world.set_settings(settings).map_err(|error| error.to_string())?;
    if threads > 1 {
        oracle::share_always(&mut world, threads);
    }
    for _ in 0..frames {
        world.step(FRAME);
    }
    Ok(format!("{:016x}", world.state_hash()))
}

/// The names of all scenes, a line each.
#[cfg_attr(target_family = "wasm", wasm_bindgen)]
#[must_use]
pub fn golden_scenes() -> String {
    SCENES.map(|(name, _)| name).join("\n")
}

/// The known hash of a scene, if there is one.
pub fn known(scene: &str) -> Option<&'static str> {
    KNOWN.lines().filter_map(|line| line.split_once(' ')).find(|(name, _)| *name == scene).map(|(_, hash)| hash.trim())
}
