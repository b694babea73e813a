//! The files of a folder, read once: what is not among them cannot be asked for, however an address is twisted.

use std::collections::BTreeMap;
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Read};
use std::path::Path;

/// How many files a site may have.
const MOST_FILES: usize = 1000;

/// How large a site may be. The page has some 6 MB. `[bytes]`
const LARGEST: u64 = 64 << 20;

/// How deep folders may lie in each other.
const DEEPEST: usize = 8;

/// All files, by their address.
#[derive(Default)]
pub(crate) struct Site {
    files: BTreeMap<String, File>,
    size: u64,
}

/// One file.
pub(super) struct File {
    pub kind: &'static str,
    pub bytes: Vec<u8>,
    /// Another one whenever the bytes are others.
    pub tag: String,
}

impl Site {
    /// Reads a folder. Links and hidden files are left out.
    ///
    /// # Errors
    /// If something cannot be read, or is too large.
    pub fn load(folder: &Path) -> io::Result<Self> {
        let mut site = Self::default();
        site.add(folder, "/", 0)?;
        Ok(site)
    }

    /// The file at an address.
    pub(super) fn file(&self, path: &str) -> Option<&File> {
        self.files.get(if path == "/" { "/index.html" } else { path })
    }

    fn add(&mut self, folder: &Path, address: &str, depth: usize) -> io::Result<()> {
        for entry in fs::read_dir(folder)? {
            let entry = entry?;
            let (kind, name) = (entry.file_type()?, entry.file_name());
            let Some(name) = name.to_str().filter(|name| !name.starts_with('.')) else { continue };
            if kind.is_dir() && depth < DEEPEST {
                self.add(&entry.path(), &format!("{address}{name}/"), depth + 1)?;
            } else if kind.is_file() {
                let file = self.read(&entry.path())?;
                self.files.insert(format!("{address}{name}"), file);
            }
        }
        Ok(())
    }

    fn read(&mut self, path: &Path) -> io::Result<File> {
        let (left, mut bytes) = (LARGEST - self.size, Vec::new());
        fs::File::open(path)?.take(left + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > left || self.files.len() == MOST_FILES {
            let limit = format!("a page may have {MOST_FILES} files and {} MB; is this the right folder?", LARGEST >> 20);
            return Err(io::Error::other(limit));
        }
        self.size += bytes.len() as u64;
        let mut hasher = DefaultHasher::new();
        bytes.hash(&mut hasher);
        Ok(File { kind: kind(path), tag: format!("\"{:016x}\"", hasher.finish()), bytes })
    }
}

fn kind(path: &Path) -> &'static str {
    match path.extension().and_then(|ending| ending.to_str()) {
        Some("html") => "text/html; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("js" | "mjs") => "text/javascript; charset=utf-8",
        Some("json") => "application/json",
        Some("wasm") => "application/wasm",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("txt" | "ts" | "md") => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}
