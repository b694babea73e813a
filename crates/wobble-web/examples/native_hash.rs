//! Prints the hash of the welcome scene as the native build computes it:
//! `cargo run --release -p wobble-web --example native_hash -- 600`

use std::process::ExitCode;

fn main() -> ExitCode {
    let argument = std::env::args().nth(1).unwrap_or_default();
    match argument.parse() {
        Ok(frames) => {
            println!("{}", wobble_web::welcome_hash(frames));
            ExitCode::SUCCESS
        }
        Err(problem) => {
            eprintln!("FRAMES must be a whole number, got {argument:?} ({problem}); usage: native_hash FRAMES");
            ExitCode::from(2)
        }
    }
}
