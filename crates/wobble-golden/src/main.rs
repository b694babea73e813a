//! Prints the golden hashes as this build computes them, a scene and its hash in each line:
//! `cargo run --release -p wobble-golden -- [widest | narrow | THREADS] [FRAMES]`

use std::process::ExitCode;
use wobble_golden::{FRAMES, SCENES, golden_hash, golden_hash_by_threads};

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let (narrow, threads) = match words.first().map(String::as_str) {
        None | Some("widest") => (false, 1),
        Some("narrow") => (true, 1),
        Some(word) => match word.parse() {
            Ok(threads @ 1..=64) => (false, threads),
            _ => return complain(&format!("the width must be `widest`, `narrow` or a number of threads, got {word:?}")),
        },
    };
    match words.get(1).map_or(Ok(FRAMES), |word| word.parse()) {
        Ok(frames) => {
            for (scene, _) in SCENES {
                let hash = if narrow { golden_hash(scene, frames, true) } else { golden_hash_by_threads(scene, frames, threads) };
                println!("{scene} {hash}");
            }
            ExitCode::SUCCESS
        }
        Err(problem) => complain(&format!("FRAMES must be a whole number, got {:?} ({problem})", words[1])),
    }
}

fn complain(why: &str) -> ExitCode {
    eprintln!("{why}; usage: wobble-golden [widest | narrow | THREADS] [FRAMES]");
    ExitCode::from(2)
}
