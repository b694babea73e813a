//! What a stage has lived through, so that it can go back and live it again, to the bit.
//!
//! ```text
//!   step   0 · · · · 20 · · · · 40 · · · · 60 · 63
//!   keys   █         █         █         █             a snapshot each, taken before anything is done at that step
//!   deeds      g m m   m r           s                 what was done at a step, in order
//! ```
//!
//! A moment is the last key before it, then deeds and steps by turns. What was done at a step belongs to it.

use crate::stage::{Changes, STEP};
use crate::tape::Tape;
use std::collections::VecDeque;
use wobble2d::{Action, Recording, World};

/// How far back one can go. `[steps]`
pub const REACH: u64 = 600;

/// From one key to the next: at most so many steps are made anew to reach a moment. `[steps]`
const KEY_SPACING: u64 = 20;

/// The keys of one stage may take so much memory; the oldest are given up first. `[B]`
const MOST_BYTES: usize = 48 << 20;

/// More deeds at one step than this are not kept apart: the past then begins after them.
const MOST_DEEDS_AT_A_STEP: usize = 2000;

/// What a stage has lived through lately.
#[derive(Clone, Debug, Default)]
pub struct History {
    keys: VecDeque<Key>,
    deeds: VecDeque<Deed>,
    changes: VecDeque<(u64, Changes)>,
    /// The farthest step that is known.
    end: u64,
    tape: Tape,
}

#[derive(Clone, Debug)]
struct Key {
    step: u64,
    bytes: Vec<u8>,
}

#[derive(Clone, Debug)]
struct Deed {
    step: u64,
    action: Action,
}

impl History {
    /// The steps that one can go to.
    pub fn span(&self) -> core::ops::RangeInclusive<u64> {
        let first = self.keys.front().map_or(self.end, |key| key.step);
        first.max(self.end.saturating_sub(REACH))..=self.end
    }

    /// What the keys take. `[B]`
    pub fn bytes(&self) -> usize {
        self.keys.iter().map(|key| key.bytes.len()).sum()
    }

    /// The last half minute to a minute, or all since the last jump in time: the best report of a mistake.
    pub fn recording(&self) -> Option<&Recording> {
        self.tape.recording()
    }

    /// Whether the world is in a past whose future is known.
    pub fn is_past(&self, world: &World) -> bool {
        world.steps() < self.end
    }

    /// A step has been made. What was done at this step the first time is done again.
    pub(crate) fn stepped(&mut self, world: &mut World) -> Option<Changes> {
        self.tape.stepped(world);
        if world.steps() <= self.end {
            self.redo(world);
            let mut tape = core::mem::take(&mut self.tape);
            self.deeds_at(world.steps()).for_each(|action| tape.done(action));
            self.tape = tape;
            return self.changes_at(world.steps());
        }
        self.end = world.steps();
        if world.steps().is_multiple_of(KEY_SPACING) {
            self.keep(world);
        }
        None
    }

    /// Makes sure that there is a key to begin with.
    pub(crate) fn begin(&mut self, world: &World) {
        if self.keys.is_empty() {
            self.end = world.steps();
            self.keep(world);
            self.tape.begin(world);
        }
    }

    /// The world is now as it was at another moment.
    pub(crate) fn travelled(&mut self, world: &World) {
        self.tape.begin(world);
    }

    /// Something is about to be done by hand. Whatever came later the first time will not come.
    pub(crate) fn before_deed(&mut self, world: &World) {
        self.begin(world);
        self.forget_future(world.steps());
    }

    /// Something was done by hand.
    pub(crate) fn done(&mut self, world: &World, action: Action) {
        let step = world.steps();
        self.tape.done(&action);
        match self.deeds.back_mut() {
            Some(last) if last.step == step && replaces(&action, &last.action) => last.action = action,
            _ => self.deeds.push_back(Deed { step, action }),
        }
        let here = self.deeds.iter().rev().take_while(|deed| deed.step == step).count();
        if here > MOST_DEEDS_AT_A_STEP {
            let changes = self.changes.back().copied();
            let tape = core::mem::take(&mut self.tape);
            *self = Self { end: step, changes: changes.into_iter().collect(), tape, ..Self::default() };
            self.keep(world);
        }
    }

    /// The user's changes are these from this step on.
    pub(crate) fn changed(&mut self, step: u64, changes: Changes) {
        self.changes.retain(|&(then, _)| then != step);
        self.changes.push_back((step, changes));
    }

    /// The world as it was at a step, or at the nearest that is known, and the user's changes then.
    pub(crate) fn moment(&self, step: u64) -> Option<(World, Option<Changes>)> {
        let step = step.clamp(*self.span().start(), self.end);
        let key = self.keys.iter().rfind(|key| key.step <= step)?;
        let mut world = World::restore(&key.bytes).ok()?;
        self.redo(&mut world);
        while world.steps() < step {
            self.advance(&mut world);
        }
        Some((world, self.changes_at(step)))
    }

    /// One step on the known way.
    pub(crate) fn advance(&self, world: &mut World) {
        world.step(STEP);
        self.redo(world);
    }

    fn redo(&self, world: &mut World) {
        // It succeeded the first time in the same state.
        self.deeds_at(world.steps()).for_each(|action| drop(world.apply(action)));
    }

    /// What was done at a step, in order.
    fn deeds_at(&self, step: u64) -> impl Iterator<Item = &Action> {
        let begin = self.deeds.partition_point(|deed| deed.step < step);
        self.deeds.range(begin..).take_while(move |deed| deed.step == step).map(|deed| &deed.action)
    }

    fn changes_at(&self, step: u64) -> Option<Changes> {
        self.changes.iter().rfind(|&&(then, _)| then <= step).map(|&(_, changes)| changes)
    }

    fn forget_future(&mut self, now: u64) {
        self.end = now;
        self.keys.retain(|key| key.step <= now);
        self.deeds.retain(|deed| deed.step <= now);
        self.changes.retain(|&(step, _)| step <= now);
    }

    fn keep(&mut self, world: &World) {
        self.keys.push_back(Key { step: world.steps(), bytes: world.save() });
        let oldest = self.end.saturating_sub(REACH);
        // The last key at or before the oldest moment must stay: moments after it are reached from there.
        while self.keys.get(1).is_some_and(|second| second.step <= oldest || self.bytes() > MOST_BYTES) {
            self.keys.pop_front();
        }
        let first = self.keys.front().map_or(0, |key| key.step);
        self.deeds.retain(|deed| deed.step >= first);
        while self.changes.get(1).is_some_and(|&(step, _)| step <= first) {
            self.changes.pop_front();
        }
    }
}

/// Whether the later of two deeds makes the earlier one, right before it, as if it had never been.
fn replaces(later: &Action, earlier: &Action) -> bool {
    match (later, earlier) {
        (Action::SetSettings(_), Action::SetSettings(_)) | (Action::SetFields(_), Action::SetFields(_)) => true,
        (Action::MoveGrab(a, _), Action::MoveGrab(b, _)) => a == b,
        (Action::Tune(a, _), Action::Tune(b, _)) | (Action::SetSurface(a, _), Action::SetSurface(b, _)) => a == b,
        _ => false,
    }
}
