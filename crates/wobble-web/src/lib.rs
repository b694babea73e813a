//! The sandbox as a web page.
//!
//! `cargo xtask web` builds this crate for WebAssembly and puts it beside the files of `page/`. What scripts may call is little:
//! [`scene_hash`] runs a scene of the gallery without showing it, also in node; in the browser `Page` is the app in a canvas.
//!
//! Natively it is an ordinary library without the page, so that its function can be tested like any other.

#[cfg(target_family = "wasm")]
mod page;

#[cfg(target_family = "wasm")]
pub use page::Page;
#[cfg(target_family = "wasm")]
use wasm_bindgen::prelude::wasm_bindgen;
use wobble_scene::gallery;

/// The length of one frame. `[s]`
/// Part of the contract of [`scene_hash`]: another value is another motion and so another hash.
const FRAME: f32 = 1.0 / 60.0;

/// Runs a scene of the gallery for some frames and returns the hash of its state as 16 hexadecimal digits, as `wobble hash` does.
///
/// A string, because a JavaScript number cannot hold 64 bits.
///
/// # Errors
/// If there is no such scene.
#[cfg_attr(target_family = "wasm", wasm_bindgen)]
pub fn scene_hash(name: &str, frames: u32) -> Result<String, String> {
    let entry = gallery::find(name).map_err(|error| error.to_string())?;
    let mut world = entry.scene().build().map_err(|problems| problems.to_string())?.world;
    for _ in 0..frames {
        world.step(FRAME);
    }
    Ok(format!("{:016x}", world.state_hash()))
}

#[cfg(test)]
mod tests {
    use super::scene_hash;

    #[test]
    fn the_hash_is_sixteen_hexadecimal_digits_and_follows_the_motion() {
        let hash = scene_hash("welcome", 3).expect("a scene of the gallery");
        assert!(hash.len() == 16 && hash.bytes().all(|digit| digit.is_ascii_hexdigit()), "{hash}");
        assert_eq!(scene_hash("welcome", 3).as_ref(), Ok(&hash));
        assert_ne!(scene_hash("welcome", 4).as_ref(), Ok(&hash));
    }

    #[test]
    fn a_scene_that_does_not_exist_is_an_error() {
        assert!(scene_hash("welcom", 1).expect_err("no such scene").contains("welcome"));
    }
}
