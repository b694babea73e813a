//! Saving a world, going back to it, and telling two worlds apart.
//!
//! What a snapshot holds is the whole list of what a step depends on: settings, fields, blueprints, bodies (tuning, surface, filter, motion,
//! whether they leaned on something, sleep or are frozen), the names that find them, particles (state, masses, pins, the shapes of bodies that forget theirs), grabs, joints, muscles, pumps, what has flowed, what touched
//! what in the last step, blows that go on, which candidates need not be looked for again, what has torn or leaks, time and step count. Everything else is made anew from these. A user's field is code and is not held.
//!
//! ```text
//!   "wob2" │ version u16 │ two lengths u32 │ shapes: blueprints and who is of which │ particles: a record each │ all the rest │ checksum u64
//! ```
//!
//! Little-endian throughout. The lengths are those of the first two sections; [`World::save_since`] compares section by section.

mod contacts;
mod content;
mod delta;
mod hash;
mod sound;
mod wire;

use crate::error::{Error, Result};
use crate::tear::{Losses, Tearing};
use crate::world::World;
pub(crate) use content::{read_blueprint, write_blueprint};
pub(crate) use hash::Hash;
pub(crate) use wire::{Read, Reader, Wire, Writer};

pub(crate) const MAGIC: [u8; 4] = *b"wob2";
const VERSION: u16 = 13;

/// Magic, version and the two lengths. `[B]`
const HEAD: usize = 14;

impl World {
    /// Everything the world needs to go on exactly as it would have.
    pub fn save(&self) -> Vec<u8> {
        let mut out = Writer { bytes: Vec::with_capacity(HEAD + 24 * self.particles.len() + 128 * self.body_count()) };
        MAGIC.write(&mut out);
        VERSION.write(&mut out);
        [0u32; 2].write(&mut out);
        let ends = content::write(self, &mut out);
        let lengths = [ends[0] - HEAD, ends[1] - ends[0]].map(|length| (length as u32).to_le_bytes());
        out.bytes[6..HEAD].copy_from_slice(lengths.as_flattened());
        let checksum = Hash::checksum(&out.bytes);
        checksum.write(&mut out);
        out.bytes
    }

    /// The world of a snapshot. A field of the user's own is not part of it.
    ///
    /// # Errors
    /// If the bytes are damaged, foreign, or from another version.
    pub fn restore(bytes: &[u8]) -> Result<Self> {
        content::read(&Sections::of(bytes)?.parts)
    }

    /// A number that is equal for two worlds in the same state, and in practice for no others. The same on every machine.
    pub fn state_hash(&self) -> u64 {
        let mut hash = Hash::default();
        let mut out = Writer::default();
        content::write_small_parts(self, &mut out);
        hash.bytes(&out.bytes);
        for body in &self.bodies.list {
            hash.word(body.blueprint.0.fingerprint);
        }
        for (record, pair) in self.particles.state.iter().zip(&self.particles.masses) {
            let bits = |low: f32, high: f32| u64::from(low.to_bits()) | u64::from(high.to_bits()) << 32;
            hash.word(bits(record[0], record[1]));
            hash.word(bits(record[2], record[3]));
            hash.word(bits(pair[0], pair[1]));
        }
        for i in content::drifting(self) {
            let [x, y] = self.particles.drift[i].map(f32::to_bits);
            hash.word(u64::from(x) | u64::from(y) << 32);
        }
        // What has never torn has the hash it would have if nothing could.
        if self.torn != Losses::default() || self.bodies.list.iter().any(|body| body.leak.is_some() || body.torn_from.is_some()) {
            let mut out = Writer::default();
            content::write_tears(self, &mut out);
            hash.bytes(&out.bytes);
        }
        hash.finish()
    }
}

/// A snapshot whose head and checksum are right, in its parts.
struct Sections<'a> {
    /// Shapes, particles, all the rest.
    parts: [&'a [u8]; 3],
    checksum: u64,
}

impl<'a> Sections<'a> {
    fn of(bytes: &'a [u8]) -> Result<Self> {
        let mut header = Reader::new(bytes);
        let foreign = |_| Error::Snapshot("it does not begin like one".into());
        let magic = <[u8; 4]>::read(&mut header).map_err(foreign)?;
        if magic != MAGIC {
            return Err(foreign(()));
        }
        let version = u16::read(&mut header).map_err(|()| Error::Snapshot("it ends within its head".into()))?;
        if version != VERSION {
            return Err(Error::Snapshot(format!("it is of version {version}; this engine reads version {VERSION}")));
        }
        let cut = |_| Error::Snapshot("it is cut short".into());
        let lengths = <[u32; 2]>::read(&mut header).map_err(cut)?.map(|length| length as usize);
        let (whole, checksum) = bytes.split_last_chunk::<8>().ok_or_else(|| cut(()))?;
        let checksum = u64::from_le_bytes(*checksum);
        if Hash::checksum(whole) != checksum {
            return Err(Error::Snapshot("its checksum is wrong: it was damaged or cut short".into()));
        }
        let mut content = Reader::new(whole.get(HEAD..).ok_or_else(|| cut(()))?);
        let parts = [content.take(lengths[0]).map_err(cut)?, content.take(lengths[1]).map_err(cut)?, content.rest()];
        Ok(Self { parts, checksum })
    }
}

/// The snapshot that has these parts.
fn assemble(parts: &[Vec<u8>; 3]) -> Vec<u8> {
    let mut out = Writer { bytes: Vec::with_capacity(HEAD + 8 + parts.iter().map(Vec::len).sum::<usize>()) };
    MAGIC.write(&mut out);
    VERSION.write(&mut out);
    [parts[0].len() as u32, parts[1].len() as u32].write(&mut out);
    parts.iter().for_each(|part| out.bytes.extend_from_slice(part));
    let checksum = Hash::checksum(&out.bytes);
    checksum.write(&mut out);
    out.bytes
}

/// A number that is equal for equal blueprints.
pub(crate) fn fingerprint(rest: &crate::blueprint::Rest) -> u64 {
    let mut out = Writer::default();
    content::write_rest(rest, &mut out);
    if rest.tearing != Tearing::default() || rest.faces.given.is_some() {
        content::write_tearing(rest, &mut out);
    }
    Hash::of_bytes(&out.bytes)
}
