//! Files, wherever the app runs: in a folder, or as downloads and uploads of a browser.

#[cfg(not(target_arch = "wasm32"))]
mod folder;
#[cfg(target_arch = "wasm32")]
mod page;

#[cfg(not(target_arch = "wasm32"))]
pub use folder::Files;
#[cfg(target_arch = "wasm32")]
pub use page::Files;

/// A file that someone has brought.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Brought {
    /// Its name, without folders.
    pub name: String,
    /// What is in it.
    pub bytes: Vec<u8>,
    /// Where it is, if it can be saved there again.
    pub home: Option<String>,
}

/// Files larger than this are not read. `[B]`
pub const LARGEST: u64 = wobble_scene::limits::FILE_SIZE;

/// A name that is safe on every system: letters, digits, dots and dashes.
pub(crate) fn plain(name: &str) -> String {
    let clean: String =
        name.chars().map(|c| if c.is_ascii_alphanumeric() || c == '.' || c == '-' || c == '_' { c } else { '-' }).collect();
    let clean = clean.trim_start_matches(['.', '-']);
    if clean.is_empty() { "scene".into() } else { clean.chars().take(80).collect() }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn a_name_cannot_leave_its_folder() {
        for (name, safe) in [("../../etc/passwd", "etc-passwd"), ("", "scene"), ("a b.json", "a-b.json"), (".hidden", "hidden")] {
            assert_eq!(plain(name), safe);
        }
    }
}
