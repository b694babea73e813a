//! Where the time of a step goes.
//!
//! The engine has no clock of its own: a step must not depend on one, and not every machine has one. Who wants to know brings one.

/// What a step spends its time on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// Boxes, pairs and candidates, once a step.
    Search,
    /// Fields, springs, gas and all other elements of the bodies.
    Elements,
    /// Grabs and joints.
    Joints,
    /// Answering what touches.
    Contacts,
    /// Walls, and moving on.
    Bounds,
    /// Rebounds, the calm pass, and what is remembered.
    Calm,
    /// Sleep, healing, tearing, events and all the rest.
    Rest,
}

impl Phase {
    /// All of them, in the order of a step.
    pub const ALL: [Self; 7] = [Self::Search, Self::Elements, Self::Joints, Self::Contacts, Self::Bounds, Self::Calm, Self::Rest];

    /// What it is called in tables.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Search => "search",
            Self::Elements => "elements",
            Self::Joints => "joints",
            Self::Contacts => "contacts",
            Self::Bounds => "bounds",
            Self::Calm => "calm",
            Self::Rest => "rest",
        }
    }
}

/// A clock that counts seconds from any moment.
pub type Clock = fn() -> f64;

/// The time that steps have taken since the clock was set, by phase.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Profile {
    seconds: [f64; Phase::ALL.len()],
}

impl Profile {
    /// What one phase took. `[s]`
    pub fn seconds(&self, phase: Phase) -> f64 {
        self.seconds[phase as usize]
    }

    /// What all of them took. `[s]`
    pub fn total(&self) -> f64 {
        self.seconds.iter().sum()
    }
}

/// Takes the time, if there is a clock.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Stopwatch {
    clock: Option<Clock>,
    since: f64,
    pub profile: Profile,
}

impl Stopwatch {
    pub(crate) fn new(clock: Option<Clock>) -> Self {
        Self { clock, ..Self::default() }
    }

    /// Begins a step.
    pub(crate) fn start(&mut self) {
        if let Some(clock) = self.clock {
            self.since = clock();
        }
    }

    /// Ends a phase; the next one begins.
    #[inline(always)]
    pub(crate) fn lap(&mut self, phase: Phase) {
        if let Some(clock) = self.clock {
            let now = clock();
            self.profile.seconds[phase as usize] += now - self.since;
            self.since = now;
        }
    }
}
