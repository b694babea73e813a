//! Files in a folder.

use super::{Brought, LARGEST, plain};
use std::io::Read;
use std::path::{Path, PathBuf};

/// More files than this are not listed.
const MOST_LISTED: usize = 200;

/// Files in a folder.
#[derive(Clone, Debug)]
pub struct Files {
    folder: PathBuf,
    /// Where work that was not saved is kept, if there is such a place.
    refuge: Option<PathBuf>,
    arrived: Vec<Result<Brought, String>>,
}

impl Default for Files {
    /// In the folder where the program was started; what was not saved is kept with the user's other state.
    fn default() -> Self {
        let state = std::env::var_os("XDG_STATE_HOME").map(PathBuf::from);
        let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/state"));
        let refuge = state.or_else(home).map(|folder| folder.join("wobble/unsaved.json"));
        Self { folder: PathBuf::from("."), refuge, arrived: Vec::new() }
    }
}

impl Files {
    /// In another folder, where also everything is kept that was not saved.
    pub fn within(folder: impl Into<PathBuf>) -> Self {
        let folder = folder.into();
        Self { refuge: Some(folder.join("unsaved.json")), folder, arrived: Vec::new() }
    }

    /// Writes a file, whole or not at all. Returns where it is.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save(&self, name: &str, bytes: &[u8]) -> Result<String, String> {
        let path = self.folder.join(plain(name));
        wobble_render::write_bytes(&path, bytes).map_err(|error| error.to_string())?;
        Ok(format!("saved as {}", path.display()))
    }

    /// Writes a file where the user says, relative to the folder, whole or not at all. Returns where it is.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn save_at(&self, place: &str, bytes: &[u8]) -> Result<String, String> {
        let path = self.folder.join(place);
        wobble_render::write_bytes(&path, bytes).map_err(|error| error.to_string())?;
        Ok(format!("saved as {}", path.display()))
    }

    /// Whether there is a file where the user says.
    pub fn exists(&self, place: &str) -> bool {
        self.folder.join(place).exists()
    }

    /// The files of the folder that may be scenes, by name; not all of a very full folder.
    pub fn scenes(&self) -> Vec<String> {
        let entries = std::fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let names = entries.filter_map(|entry| entry.file_name().into_string().ok());
        let mut scenes: Vec<String> = names.filter(|name| name.ends_with(".json")).take(MOST_LISTED).collect();
        scenes.sort();
        scenes
    }

    /// Reads a file by a name that the user has typed, relative to the folder.
    ///
    /// # Errors
    /// If it cannot be read or is too large.
    pub fn read(&self, name: &str) -> Result<Brought, String> {
        Ok(Brought { home: Some(name.into()), ..read(&self.folder.join(name))? })
    }

    /// Reads a file that was dropped on the window.
    pub(crate) fn take(&mut self, file: egui::DroppedFileHandle, _ctx: &egui::Context) {
        self.arrived.push(read(file.path()));
    }

    /// The files that have arrived since this was last asked.
    pub(crate) fn brought(&mut self) -> Vec<Result<Brought, String>> {
        core::mem::take(&mut self.arrived)
    }

    /// Keeps work that was not saved, or forgets it.
    pub fn keep_unsaved(&self, text: Option<&str>) {
        let Some(path) = &self.refuge else { return };
        // Nothing depends on it: where it cannot be kept, work goes on without.
        let _ = match text {
            Some(text) => {
                let _ = path.parent().map(std::fs::create_dir_all);
                wobble_render::write_bytes(path, text.as_bytes()).is_ok()
            }
            None => std::fs::remove_file(path).is_ok(),
        };
    }

    /// Work that was not saved the last time.
    pub fn unsaved(&self) -> Option<String> {
        String::from_utf8(read(self.refuge.as_ref()?).ok()?.bytes).ok()
    }
}

/// Reads a file of at most [`LARGEST`].
fn read(path: &Path) -> Result<Brought, String> {
    let cannot = |error: std::io::Error| format!("{} cannot be read: {error}; check the name", path.display());
    let mut bytes = Vec::new();
    std::fs::File::open(path).map_err(cannot)?.take(LARGEST + 1).read_to_end(&mut bytes).map_err(cannot)?;
    if bytes.len() as u64 > LARGEST {
        return Err(format!("{} is larger than {} MB; a scene file is small", path.display(), LARGEST >> 20));
    }
    let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
    Ok(Brought { name, bytes, home: Some(path.display().to_string()) })
}
