//! A run that can be lived again: where it began, everything that was done to it from outside, and a hash of every frame.
//!
//! ```text
//!   "wobr" │ version u16 │ made by │ start: a snapshot │ blueprints that came later │ entries … │ checksum u64
//!
//!   entry   0 hash               a step as long as the one before
//!           1 dt hash            a step of another length
//!           2 action             something done before the next step
//! ```
//!
//! Little-endian throughout. A frame takes nine bytes, and memory is never much more than the file: entries stay bytes until they are replayed.
//!
//! Not included: files, and a field of the user's own, which is code. Who has one sets it again before replaying.

mod action;
mod replay;

pub use replay::{Difference, Replay};

use crate::action::{Action, Outcome};
use crate::blueprint::Blueprint;
use crate::error::{Error, Result, require};
use crate::snapshot::{Hash, Reader, Wire, Writer, read_blueprint, write_blueprint};
use crate::world::World;

const MAGIC: [u8; 4] = *b"wobr";
const VERSION: u16 = 2;

/// The longest name of a maker. `[B]`
const LONGEST_NAME: usize = 100;

/// More points than this a recorded world never has at once: a small file could ask for any amount of memory otherwise.
pub(crate) const MOST_POINTS: usize = 1_000_000;

/// A run that can be lived again; see [`Recording::replay`].
///
/// ```
/// use wobble2d::{Action, PointId, Recording, demo, glam::vec2};
///
/// let mut world = demo::welcome();
/// let mut recording = Recording::of(&world);
/// let ball = world.bodies().next().expect("a body").id();
/// recording.act(&mut world, &Action::Impulse(PointId { body: ball, index: 0 }, vec2(0.0, 0.1)))?;
/// for _ in 0..60 {
///     recording.step(&mut world, 1.0 / 60.0);
/// }
/// let file = recording.to_bytes();
///
/// let again = Recording::from_bytes(&file)?;
/// assert_eq!(again.verify()?, None); // no frame differs
/// # Ok::<(), wobble2d::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Recording {
    made_by: String,
    start: Vec<u8>,
    blueprints: Vec<Blueprint>,
    entries: Vec<u8>,
    frames: u64,
    actions: u64,
    /// The length of the last step, 0 before the first. `[s]`
    dt: f32,
}

/// Something that happened in a recorded run.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    /// Something was done to the world.
    Act(Action),
    /// A step was made.
    Step {
        /// `[s]`
        dt: f32,
        /// The state hash after it.
        hash: u64,
    },
}

impl Recording {
    /// One that begins with a world as it is now.
    pub fn of(world: &World) -> Self {
        Self::beginning(world.save())
    }

    /// One that begins with a snapshot.
    ///
    /// # Errors
    /// If the bytes are no usable snapshot.
    pub fn from_snapshot(bytes: Vec<u8>) -> Result<Self> {
        World::restore(&bytes).map(|_| Self::beginning(bytes))
    }

    fn beginning(start: Vec<u8>) -> Self {
        let made_by = concat!("wobble2d ", env!("CARGO_PKG_VERSION")).to_string();
        Self { made_by, start, blueprints: Vec::new(), entries: Vec::new(), frames: 0, actions: 0, dt: 0.0 }
    }

    /// Does something to the world and writes it down. What is refused has changed nothing, and is not written down.
    ///
    /// # Errors
    /// If the world refuses, or would come to have more than a million points.
    pub fn act(&mut self, world: &mut World, action: &Action) -> Result<Outcome> {
        check_room(world, action)?;
        let outcome = world.apply(action)?;
        self.note(action);
        Ok(outcome)
    }

    /// Makes a step and writes it down. `[s]`
    pub fn step(&mut self, world: &mut World, dt: f32) {
        world.step(dt);
        self.note_step(dt, world.state_hash());
    }

    /// Writes down something that was done elsewhere, and succeeded.
    pub fn note(&mut self, action: &Action) {
        let mut out = Writer { bytes: core::mem::take(&mut self.entries) };
        2u8.write(&mut out);
        action::write(action, &mut self.blueprints, &mut out);
        self.entries = out.bytes;
        self.actions += 1;
    }

    /// Writes down a step that was made elsewhere: its length `[s]`, and the state hash after it.
    pub fn note_step(&mut self, dt: f32, hash: u64) {
        let mut out = Writer { bytes: core::mem::take(&mut self.entries) };
        // Bits, not values: a length that is no number is kept as faithfully as any other.
        if dt.to_bits() == self.dt.to_bits() {
            (0u8, hash).write(&mut out);
        } else {
            (1u8, (dt, hash)).write(&mut out);
        }
        self.entries = out.bytes;
        self.dt = dt;
        self.frames += 1;
    }

    /// How many steps were made.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// How many things were done between them.
    pub fn actions(&self) -> u64 {
        self.actions
    }

    /// Which engine made it, for example `wobble2d 0.1.0`. Another one may move differently.
    pub fn made_by(&self) -> &str {
        &self.made_by
    }

    /// The snapshot it begins with.
    pub fn start(&self) -> &[u8] {
        &self.start
    }

    /// What happened, in order.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        let (mut from, mut dt) = (Reader::new(&self.entries), 0.0);
        // The bytes were checked or written by this type, so they end where an entry does.
        core::iter::from_fn(move || if from.is_empty() { None } else { read_entry(&mut from, &mut dt, &self.blueprints).ok() })
    }

    /// As a file: compact, with version and checksum.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = Writer::default();
        MAGIC.write(&mut out);
        VERSION.write(&mut out);
        write_block(self.made_by.as_bytes(), &mut out);
        write_block(&self.start, &mut out);
        (self.blueprints.len() as u32).write(&mut out);
        self.blueprints.iter().for_each(|blueprint| write_blueprint(blueprint, &mut out));
        write_block(&self.entries, &mut out);
        let checksum = Hash::checksum(&out.bytes);
        checksum.write(&mut out);
        out.bytes
    }

    /// The recording of a file.
    ///
    /// # Errors
    /// If the bytes are damaged, foreign, or from another version, or if they begin with a world that cannot be restored.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let mut from = Reader::new(bytes);
        match <[u8; 4]>::read(&mut from) {
            Ok(MAGIC) => {}
            Ok(magic) if magic == crate::snapshot::MAGIC => {
                return Err(unusable("it is a snapshot; it has a state, but no frames"));
            }
            _ => return Err(unusable("it does not begin like one")),
        }
        let version = u16::read(&mut from).map_err(|()| unusable("it ends within its head"))?;
        if version != VERSION {
            return Err(unusable(&format!("it is of version {version}; this engine reads version {VERSION}")));
        }
        let (content, checksum) = bytes.split_last_chunk::<8>().ok_or_else(|| unusable("it is cut short"))?;
        if Hash::checksum(content) != u64::from_le_bytes(*checksum) {
            return Err(unusable("its checksum is wrong: it was damaged or cut short"));
        }
        Self::read(&mut Reader::new(content.get(6..).unwrap_or_default()))
    }

    fn read(from: &mut Reader<'_>) -> Result<Self> {
        let damaged = |what: &'static str| move |()| unusable(&format!("{what} is damaged"));
        let made_by = read_block(from).map_err(damaged("the name of its maker"))?;
        let name = str::from_utf8(made_by).ok().filter(|name| name.len() <= LONGEST_NAME && !name.contains(char::is_control));
        let made_by = name.ok_or_else(|| unusable("the name of its maker is no plain text of at most 100 bytes"))?.to_string();
        let start = read_block(from).map_err(damaged("its start"))?.to_vec();
        World::restore(&start)?;
        let count = u32::read(from).map_err(damaged("the list of blueprints"))?;
        let blueprints = (0..count).map(|_| read_blueprint(from)).collect::<Result<Vec<_>>>()?;
        let entries = read_block(from).map_err(damaged("the list of frames"))?.to_vec();
        if !from.is_empty() {
            return Err(unusable("the end is damaged"));
        }
        let mut recording = Self { made_by, start, blueprints, entries, frames: 0, actions: 0, dt: 0.0 };
        recording.count().map_err(damaged("a frame or an action"))?;
        Ok(recording)
    }

    /// Goes through all entries once, so that none is found damaged later.
    fn count(&mut self) -> core::result::Result<(), ()> {
        let mut from = Reader::new(&self.entries);
        while !from.is_empty() {
            match read_entry(&mut from, &mut self.dt, &self.blueprints)? {
                Entry::Act(_) => self.actions += 1,
                Entry::Step { .. } => self.frames += 1,
            }
        }
        Ok(())
    }

    /// Lives the run again, frame by frame.
    ///
    /// # Errors
    /// If the start cannot be restored.
    pub fn replay(&self) -> Result<Replay<'_>> {
        Replay::new(self)
    }

    /// Lives the whole run again; the first frame that differs from what was recorded, if any.
    ///
    /// # Errors
    /// If the start cannot be restored.
    pub fn verify(&self) -> Result<Option<Difference>> {
        let mut replay = self.replay()?;
        while let Some(frame) = replay.advance() {
            if let Err(difference) = frame {
                return Ok(Some(difference));
            }
        }
        Ok(None)
    }
}

/// Reads one entry. `dt` is the length of the step before it.
fn read_entry(from: &mut Reader<'_>, dt: &mut f32, blueprints: &[Blueprint]) -> core::result::Result<Entry, ()> {
    match u8::read(from)? {
        0 => Ok(Entry::Step { dt: *dt, hash: Wire::read(from)? }),
        1 => {
            *dt = Wire::read(from)?;
            Ok(Entry::Step { dt: *dt, hash: Wire::read(from)? })
        }
        2 => action::read(from, blueprints).map(Entry::Act),
        _ => Err(()),
    }
}

/// Whether a world has room for what an action adds.
fn check_room(world: &World, action: &Action) -> Result<()> {
    let Action::Add(def) = action else { return Ok(()) };
    let count = world.particles().len() + def.blueprint.points().len();
    let rule = "of all bodies must be at most a million while a world is recorded";
    require(count <= MOST_POINTS, || "points".into(), rule, count, "remove some")
}

/// Bytes with their count before them; more than the 4 billion that a list may have.
fn write_block(bytes: &[u8], out: &mut Writer) {
    (bytes.len() as u64).write(out);
    out.bytes.extend_from_slice(bytes);
}

fn read_block<'a>(from: &mut Reader<'a>) -> core::result::Result<&'a [u8], ()> {
    let count = u64::read(from)?;
    from.take(usize::try_from(count).map_err(|_| ())?)
}

fn unusable(why: &str) -> Error {
    Error::Recording(why.into())
}
