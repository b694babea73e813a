//! Files that are read, never more of them than is allowed.

use crate::failure::{Failure, Result};
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The bytes of a file of at most so many megabytes.
pub(crate) fn read(path: &Path, megabytes: u64) -> Result<Vec<u8>> {
    let name = path.display();
    let most = megabytes << 20;
    let failed = |error| Failure::Asked(format!("cannot read {name}: {error}; check the name"));
    let mut bytes = Vec::new();
    File::open(path).map_err(failed)?.take(most + 1).read_to_end(&mut bytes).map_err(failed)?;
    if bytes.len() as u64 > most {
        return Err(Failure::Asked(format!("{name} must be at most {megabytes} MB; it is larger")));
    }
    Ok(bytes)
}
