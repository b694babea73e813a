//! A snapshot as what has changed since an earlier one.
//!
//! Both have the same three sections (see `snapshot/mod.rs`). Each is compared with its counterpart by exclusive or, so that what has not changed
//! becomes zeros, and runs of zeros are left out. Of the particles' records all first bytes come first, then all second bytes, and so on:
//! signs, exponents and leading digits rarely change, and their zeros then stand together.
//!
//! ```text
//!   "wobd" │ version u16 │ checksum of the base u64 │ lengths of the sections 3 × u32 │ runs … │ checksum of the whole u64
//!
//!   run   count of zeros │ count of bytes │ bytes …      counts in sevenths, the last one below 128
//! ```

use super::wire::{Read, Reader, Short, Wire, Writer};
use super::{Hash, Sections};
use crate::error::{Error, Result};
use crate::world::World;

const MAGIC: [u8; 4] = *b"wobd";
const VERSION: u16 = 1;

/// Fewer zeros than this are cheaper written than left out.
const SHORTEST_RUN: usize = 4;

/// The bytes of one particle's record.
const RECORD: usize = 16;

impl World {
    /// What has changed since an earlier snapshot, smaller than [`World::save`] by what has not: for rollback and for networks.
    ///
    /// # Errors
    /// If the earlier bytes are no snapshot.
    pub fn save_since(&self, earlier: &[u8]) -> Result<Vec<u8>> {
        let (base, now) = (Sections::of(earlier)?, self.save());
        let mut out = Writer::default();
        MAGIC.write(&mut out);
        VERSION.write(&mut out);
        base.checksum.write(&mut out);
        let now = Sections::of(&now)?;
        now.parts.map(|part| part.len() as u32).write(&mut out);
        for (k, (part, base)) in now.parts.iter().zip(base.parts).enumerate() {
            write_runs(&difference(part, base, k == 1), base.len(), &mut out);
        }
        now.checksum.write(&mut out);
        Ok(out.bytes)
    }

    /// The world of an earlier snapshot and what has changed since.
    ///
    /// # Errors
    /// If either is damaged, foreign or from another version, or if they do not belong together.
    pub fn restore_since(earlier: &[u8], changes: &[u8]) -> Result<Self> {
        let unusable = |why: &str| Error::Snapshot(format!("as changes since an earlier one, {why}"));
        let from = &mut Reader::new(changes);
        if <[u8; 4]>::read(from) != Ok(MAGIC) || u16::read(from) != Ok(VERSION) {
            return Err(unusable("it does not begin like one of this version"));
        }
        let base = Sections::of(earlier)?;
        if u64::read(from) != Ok(base.checksum) {
            return Err(unusable("it belongs to another earlier snapshot; give the one it was made from"));
        }
        let (parts, checksum) = read_parts(from, &base, changes.len()).map_err(|()| unusable("it is damaged or cut short"))?;
        let whole = super::assemble(&parts);
        if Hash::checksum(&whole[..whole.len() - 8]) != checksum {
            return Err(unusable("its checksum is wrong: it was damaged or cut short"));
        }
        Self::restore(&whole)
    }
}

fn read_parts(from: &mut Reader<'_>, base: &Sections<'_>, size: usize) -> Read<([Vec<u8>; 3], u64)> {
    let lengths = <[u32; 3]>::read(from)?;
    let mut parts = [Vec::new(), Vec::new(), Vec::new()];
    for (k, part) in parts.iter_mut().enumerate() {
        let length = lengths[k] as usize;
        // What lies beyond the base is written out, so that a few bytes cannot ask for much memory.
        if length > base.parts[k].len() + size {
            return Err(());
        }
        let changed = read_runs(from, length, base.parts[k].len())?;
        *part = undo(&changed, base.parts[k], k == 1);
    }
    let checksum = u64::read(from)?;
    if from.is_empty() { Ok((parts, checksum)) } else { Err(()) }
}

/// Exclusive or with the base, which counts as zeros beyond its end; records are turned into planes.
fn difference(part: &[u8], base: &[u8], records: bool) -> Vec<u8> {
    let mut changed = part.to_vec();
    changed.iter_mut().zip(base).for_each(|(byte, old)| *byte ^= old);
    if records { transposed(&changed, changed.len() / RECORD, RECORD) } else { changed }
}

fn undo(changed: &[u8], base: &[u8], records: bool) -> Vec<u8> {
    let mut part = if records { transposed(changed, RECORD, changed.len() / RECORD) } else { changed.to_vec() };
    part.iter_mut().zip(base).for_each(|(byte, old)| *byte ^= old);
    part
}

/// Reads a table of so many rows and columns column by column. What does not fill a table stays as it is.
fn transposed(bytes: &[u8], rows: usize, columns: usize) -> Vec<u8> {
    if rows * columns != bytes.len() {
        return bytes.to_vec();
    }
    (0..columns).flat_map(|column| (0..rows).map(move |row| bytes[row * columns + column])).collect()
}

/// Zeros are left out only as far as the base reaches.
fn write_runs(bytes: &[u8], reach: usize, out: &mut Writer) {
    let mut at = 0;
    while at < bytes.len() {
        let zeros = bytes[at..bytes.len().min(reach.max(at))].iter().take_while(|&&byte| byte == 0).count();
        let begin = at + zeros;
        let mut end = begin;
        let mut quiet = 0;
        while end < bytes.len() && !(quiet >= SHORTEST_RUN && end < reach) {
            quiet = if bytes[end] == 0 { quiet + 1 } else { 0 };
            end += 1;
        }
        if quiet >= SHORTEST_RUN && end < bytes.len() {
            end -= quiet;
        }
        write_count(zeros, out);
        write_count(end - begin, out);
        out.bytes.extend_from_slice(&bytes[begin..end]);
        at = end;
    }
}

fn read_runs(from: &mut Reader<'_>, length: usize, reach: usize) -> Read<Vec<u8>> {
    let mut bytes = Vec::new();
    while bytes.len() < length {
        let zeros = read_count(from)?;
        let end = bytes.len().checked_add(zeros).ok_or(())?;
        if zeros > 0 && end > reach.min(length) {
            return Err(());
        }
        bytes.resize(end, 0);
        let count = read_count(from)?;
        if zeros == 0 && count == 0 || count > length - end {
            return Err(());
        }
        bytes.extend_from_slice(from.take(count)?);
    }
    Ok(bytes)
}

/// Lengths of parts of a snapshot, which are below 2³².
fn write_count(count: usize, out: &mut Writer) {
    Short(count as u32).write(out);
}

fn read_count(from: &mut Reader<'_>) -> Read<usize> {
    Short::read(from).map(|Short(count)| count as usize)
}

#[cfg(test)]
mod tests {
    use super::{Reader, Writer, difference, read_runs, undo, write_runs};

    #[test]
    fn runs_give_back_what_was_written_whatever_the_base() {
        let noisy = |k: usize| if k % 37 < 20 || k.is_multiple_of(5) { 0 } else { (k * 31 % 251) as u8 };
        for length in [0usize, 1, 5, 16, 160, 1000] {
            for reach in [0, 3, 160, 999, 1000, 2000] {
                let bytes: Vec<u8> = (0..length).map(noisy).collect();
                let mut out = Writer::default();
                write_runs(&bytes, reach, &mut out);
                let again = read_runs(&mut Reader::new(&out.bytes), length, reach);
                assert_eq!(again.as_ref(), Ok(&bytes), "{length} bytes on a base of {reach}");
            }
        }
    }

    #[test]
    fn planes_and_differences_are_undone() {
        let part: Vec<u8> = (0..160).map(|k| (k * 7) as u8).collect();
        for base in [&part[..], &part[16..48], &[9; 400]] {
            for records in [false, true] {
                assert_eq!(undo(&difference(&part, base, records), base, records), part);
            }
        }
    }

    #[test]
    fn a_few_bytes_cannot_ask_for_much_memory() {
        // A run of a billion zeros on a base of ten bytes.
        assert_eq!(read_runs(&mut Reader::new(&[128, 148, 235, 220, 3, 0]), 1_000_000_000, 10), Err(()));
    }
}
