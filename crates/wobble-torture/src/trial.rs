//! One hostile world, from its making to its verdict.

use crate::check::{self, Budget, Kind, Violation};
use crate::dice::Dice;
use crate::hostile;
use std::panic::{AssertUnwindSafe, catch_unwind};
use wobble2d::{Action, Cause, Entry, Event, Fields, Recording, World};

/// The usual length of a step. `[s]`
const STEP: f32 = 1.0 / 60.0;

/// How often something is done to a world made from a seed.
const DEEDS: u32 = 40;

/// After the last deed everything that drives is taken away, and the world is left alone for so long. `[steps]`
const QUIET: u32 = 120;

/// How long overlapping bodies and what lies beyond the bounds may take to find their place. `[steps]`
const SETTLING: u32 = 30;

/// What came of a hostile world.
#[derive(Clone, Debug)]
pub struct Trial {
    /// The whole run. Of one that panicked, the last frame is the one that did not end.
    pub recording: Recording,
    /// What it broke, if anything.
    pub violation: Option<Violation>,
    /// How many bodies exploded and were frozen.
    pub frozen: u64,
    /// How many of those no method's limit explains: what was done to them was too much.
    pub driven: u64,
}

/// A world under trial.
struct Stand {
    world: World,
    recording: Recording,
    frozen: u64,
    driven: u64,
}

impl Trial {
    /// The trial of a seed.
    pub fn of_seed(seed: u64) -> Self {
        let mut dice = Dice::of_seed(seed);
        Self::of(World::new(), |stand| stand.suffer(&mut dice, DEEDS).and_then(|()| stand.rest()))
    }

    /// The trial of a fuzzer's bytes.
    pub fn of_bytes(bytes: &[u8]) -> Self {
        let mut dice = Dice::of_bytes(bytes);
        Self::of(World::new(), |stand| stand.suffer(&mut dice, DEEDS))
    }

    /// The trial of a run that is known. What is refused this time is left out.
    pub fn again(start: &[u8], entries: &[Entry]) -> Option<Self> {
        let world = World::restore(start).ok()?;
        Some(Self::of(world, |stand| stand.repeat(entries)))
    }

    fn of(world: World, run: impl FnOnce(&mut Stand) -> Result<(), Violation>) -> Self {
        let recording = Recording::of(&world);
        let mut stand = Stand { world, recording, frozen: 0, driven: 0 };
        let ended = run(&mut stand).and_then(|()| check::snapshot(&stand.world).map_or(Ok(()), Err)).and_then(|()| stand.verify());
        Self { violation: ended.err(), recording: stand.recording, frozen: stand.frozen, driven: stand.driven }
    }
}

impl Stand {
    /// A world is made, and the worst is done to it.
    fn suffer(&mut self, dice: &mut Dice<'_>, deeds: u32) -> Result<(), Violation> {
        self.act(Action::SetSettings(hostile::settings(dice)))?;
        self.act(Action::SetFields(hostile::fields(dice)))?;
        for _ in 0..2 + dice.below(6) {
            if let Some(def) = hostile::def(dice) {
                self.act(Action::Add(Box::new(def)))?;
            }
        }
        for _ in 0..deeds {
            if dice.is_used_up() {
                break;
            }
            let dt = if dice.once_in(6) { dice.decade(-6.0, 0.0) } else { STEP };
            for _ in 0..1 + dice.below(4) {
                self.step(dt)?;
            }
            if let Some(action) = hostile::deed(dice, &self.world) {
                self.act(action)?;
            }
        }
        Ok(())
    }

    /// Left alone, a world comes to no more energy than it has.
    fn rest(&mut self) -> Result<(), Violation> {
        for grab in self.world.grabs().iter().map(|grab| grab.id).collect::<Vec<_>>() {
            self.act(Action::Release(grab))?;
        }
        self.act(Action::SetFields(Fields::default()))?;
        for _ in 0..SETTLING {
            self.step(STEP)?;
        }
        let budget = Budget::of(&self.world);
        for _ in 0..QUIET {
            self.step(STEP)?;
            if let Some(violation) = budget.and_then(|budget| budget.check(&self.world)) {
                return Err(violation);
            }
        }
        Ok(())
    }

    fn repeat(&mut self, entries: &[Entry]) -> Result<(), Violation> {
        // The quiet at the end is as long as it was: it begins after the last thing that was done.
        let last = entries.iter().rposition(|entry| matches!(entry, Entry::Act(_))).map_or(0, |place| place + 1);
        let mut budget = None;
        for (place, entry) in entries.iter().enumerate() {
            match entry {
                Entry::Act(action) => self.act(action.clone())?,
                Entry::Step { dt, .. } => self.step(*dt)?,
            }
            if place == last + SETTLING as usize {
                budget = Budget::of(&self.world);
            }
            if let Some(violation) = budget.and_then(|budget: Budget| budget.check(&self.world)) {
                return Err(violation);
            }
        }
        Ok(())
    }

    /// Does something; what is refused has changed nothing.
    fn act(&mut self, action: Action) -> Result<(), Violation> {
        let Self { world, recording, .. } = self;
        let done = catch_unwind(AssertUnwindSafe(|| world.apply(&action)));
        match done {
            Ok(Ok(_)) => recording.note(&action),
            Ok(Err(_)) => {}
            Err(panic) => {
                recording.note(&action);
                return Err(panicked(&*panic));
            }
        }
        Ok(())
    }

    fn step(&mut self, dt: f32) -> Result<(), Violation> {
        let Self { world, recording, .. } = self;
        if let Err(panic) = catch_unwind(AssertUnwindSafe(|| world.step(dt))) {
            recording.note_step(dt, 0);
            return Err(panicked(&*panic));
        }
        recording.note_step(dt, world.state_hash());
        for event in world.events() {
            if let Event::Frozen { cause, .. } = event {
                self.frozen += 1;
                self.driven += u64::from(*cause == Cause::Driven);
            }
        }
        check::state(world).map_or(Ok(()), Err)
    }

    /// The file of the recording gives the same run.
    fn verify(&self) -> Result<(), Violation> {
        let again = Recording::from_bytes(&self.recording.to_bytes()).and_then(|again| again.verify());
        let what = match again {
            Ok(None) => return Ok(()),
            Ok(Some(difference)) => difference.to_string(),
            Err(error) => error.to_string(),
        };
        Err(Violation { kind: Kind::Snapshot, what })
    }
}

fn panicked(panic: &(dyn core::any::Any + Send)) -> Violation {
    let text = panic.downcast_ref::<String>().map(String::as_str).or_else(|| panic.downcast_ref::<&str>().copied());
    Violation { kind: Kind::Panic, what: text.unwrap_or("without a word").to_string() }
}
