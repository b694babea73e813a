//! The engine behind a JavaScript interface.
//!
//! `cargo xtask web` builds this crate for WebAssembly and writes one bundle for browsers and one for node.
//! Natively it is an ordinary library, so that `cargo xtask hash-check` can run the very same function on all
//! three and compare the bits.
//!
//! Not included: drawing and input. The page only proves that the simulation is the same everywhere.

#[cfg(target_family = "wasm")]
use wasm_bindgen::prelude::wasm_bindgen;

/// The length of one frame. [s]
/// Part of the contract of [`welcome_hash`]: another value is another motion and so another hash.
const FRAME: f32 = 1.0 / 60.0;

/// Runs the welcome scene for `frames` frames and returns the hash of its state as 16 hexadecimal digits.
///
/// A string, because a JavaScript number cannot hold 64 bits.
#[cfg_attr(target_family = "wasm", wasm_bindgen)]
#[must_use]
pub fn welcome_hash(frames: u32) -> String {
    let mut world = wobble2d::demo::welcome();
    for _ in 0..frames {
        world.step(FRAME);
    }
    format!("{:016x}", world.state_hash())
}

#[cfg(test)]
mod tests {
    use super::welcome_hash;

    #[test]
    fn the_hash_is_sixteen_hexadecimal_digits() {
        let hash = welcome_hash(0);
        assert_eq!(hash.len(), 16);
        assert!(hash.bytes().all(|digit| digit.is_ascii_hexdigit()), "{hash}");
    }

    #[test]
    fn the_hash_repeats_and_follows_the_motion() {
        assert_eq!(welcome_hash(3), welcome_hash(3));
        assert_ne!(welcome_hash(3), welcome_hash(4));
    }
}
