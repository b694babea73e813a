//! Files that appear whole or not at all.

use crate::error::{Error, Result};
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;
use tempfile::{Builder, NamedTempFile};

/// Writes a file beside its target and renames it when all went well; otherwise nothing is left of it, and an older file stays.
///
/// What is not a file, such as a pipe or `/dev/stdout`, is written to directly: renaming over it would destroy it.
pub(crate) fn write_whole<E: From<Error>>(
    path: &Path,
    write: impl FnOnce(&mut BufWriter<&File>) -> core::result::Result<(), E>,
) -> core::result::Result<(), E> {
    let named = |source: io::Error| Error::File { path: path.to_path_buf(), source };
    if path.metadata().is_ok_and(|target| !target.is_file()) {
        let file = File::options().write(true).open(path).map_err(named)?;
        return write_buffered(&file, write, named);
    }
    let pending = pending_beside(path).map_err(named)?;
    write_buffered(pending.as_file(), write, named)?;
    // On the disk before it has its name: else a power cut could leave the name of a file that is empty.
    pending.as_file().sync_all().map_err(named)?;
    pending.persist(path).map_err(|failed| named(failed.error))?;
    sync_folder(path);
    Ok(())
}

/// Writes a file that appears whole or not at all.
///
/// # Errors
/// If it cannot be written; nothing is left of it then, and an older file stays.
pub fn write_bytes(path: &Path, bytes: &[u8]) -> Result<()> {
    write_whole(path, |out| out.write_all(bytes).map_err(Error::from))
}

fn write_buffered<E: From<Error>>(
    file: &File,
    write: impl FnOnce(&mut BufWriter<&File>) -> core::result::Result<(), E>,
    named: impl Fn(io::Error) -> Error,
) -> core::result::Result<(), E> {
    let mut out = BufWriter::new(file);
    write(&mut out)?;
    Ok(out.flush().map_err(named)?)
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Puts the new name on the disk too. The file is whole either way, so that a system which cannot do this is no failure.
fn sync_folder(path: &Path) {
    if let Ok(folder) = File::open(folder_of(path)) {
        let _ = folder.sync_all();
    }
}

fn pending_beside(path: &Path) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".wobble-").suffix(".part");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // Like any other file that is made; temporary files are private otherwise.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    // Only the kind of the error: its text names the temporary file, which nobody asked for.
    builder.tempfile_in(folder_of(path)).map_err(|error| error.kind().into())
}

#[cfg(test)]
mod tests {
    use super::{write_bytes, write_whole};
    use crate::error::Error;
    use std::fs;
    use std::io::Write;
    use std::path::Path;

    fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).expect("a folder");
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect()
    }

    #[test]
    fn what_is_written_whole_is_there_under_its_name_only() {
        let folder = tempfile::tempdir().expect("a folder");
        write_bytes(&folder.path().join("a.png"), b"whole").expect("room to write");
        assert_eq!(names(folder.path()), ["a.png"]);
        assert_eq!(fs::read(folder.path().join("a.png")).expect("a file"), b"whole");
    }

    #[test]
    fn a_failure_half_way_leaves_no_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let result = write_whole(&folder.path().join("a.gif"), |out| {
            out.write_all(&[7; 100_000])?;
            assert_eq!(names(folder.path()).len(), 1, "the half file is somewhere");
            Err(Error::NoFrames)
        });
        assert!(matches!(result, Err(Error::NoFrames)));
        assert_eq!(names(folder.path()), [""; 0]);
    }

    #[test]
    fn a_failure_keeps_the_older_file() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("a.gif");
        fs::write(&path, b"older").expect("room to write");
        write_whole(&path, |out| out.write_all(b"new").map_err(Error::from).and(Err(Error::NoFrames))).expect_err("it fails");
        assert_eq!(fs::read(&path).expect("a file"), b"older");
        write_bytes(&path, b"new").expect("room to write");
        assert_eq!(fs::read(&path).expect("a file"), b"new");
    }

    #[test]
    fn a_folder_that_is_not_there_is_named_with_the_way_out() {
        let folder = tempfile::tempdir().expect("a folder");
        let error = write_bytes(&folder.path().join("no/such/a.png"), b"").expect_err("no folder").to_string();
        assert!(error.contains("a.png") && error.contains("make the folder first"), "{error}");
    }

    #[test]
    fn a_folder_is_not_replaced_by_a_picture() {
        let folder = tempfile::tempdir().expect("a folder");
        write_bytes(folder.path(), b"").expect_err("it is a folder");
        assert!(folder.path().is_dir());
    }
}
