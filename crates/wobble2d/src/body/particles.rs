//! The particles of all bodies, body after body.

use super::lined::Lined;
use crate::lanes::{Widest, run_widest};
use fearless_simd::Simd;
use glam::Vec2;

/// The mass of a particle is kept between these, however a body's mass is shared out. `[kg]`
pub(crate) const LIGHTEST: f32 = 1e-12;
pub(crate) const HEAVIEST: f32 = 1e12;

/// The particles of all bodies, in plain arrays.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Particles {
    /// `[x, y, vx, vy]`: position `[m]` and velocity `[m/s]` in one record, since nothing ever needs one without the other.
    pub state: Lined,
    /// The state at the start of the last step: what to draw between, and what a frozen body goes back to.
    pub previous: Lined,
    /// Inverse mass `[1/kg]`, 0 for an immovable particle, and mass `[kg]`.
    pub masses: Vec<[f32; 2]>,
    pub pinned: Vec<bool>,
    /// How far a point of the remembered shape is from the blueprint's, in bodies whose shape forgets. `[m]`
    pub drift: Vec<[f32; 2]>,
}

impl Particles {
    pub(crate) fn len(&self) -> usize {
        self.state.len()
    }

    pub(crate) fn with_capacity(count: usize) -> Self {
        Self {
            state: Lined::with_capacity(count),
            previous: Lined::with_capacity(count),
            masses: Vec::with_capacity(count),
            pinned: Vec::with_capacity(count),
            drift: Vec::with_capacity(count),
        }
    }

    pub(crate) fn push(&mut self, position: Vec2, velocity: Vec2, mass: f32, pinned: bool) {
        let velocity = if pinned { Vec2::ZERO } else { velocity };
        let record = [position.x, position.y, velocity.x, velocity.y];
        self.state.push(record);
        self.previous.push(record);
        self.push_masses([(mass, pinned)]);
    }

    /// Adds everything but the places and velocities of particles, which are to be added beside.
    pub(crate) fn push_masses(&mut self, those: impl IntoIterator<Item = (f32, bool)>) {
        for (mass, pinned) in those {
            let mass = mass.clamp(LIGHTEST, HEAVIEST);
            self.masses.push([if pinned { 0.0 } else { 1.0 / mass }, mass]);
            self.pinned.push(pinned);
            self.drift.push([0.0; 2]);
        }
    }

    pub(crate) fn remove(&mut self, range: core::ops::Range<usize>) {
        self.state.remove(range.clone());
        self.previous.remove(range.clone());
        self.masses.drain(range.clone());
        self.pinned.drain(range.clone());
        self.drift.drain(range);
    }

    /// Puts the particles in another order: which one is to be first, second and so on.
    pub(crate) fn reorder(&mut self, order: &[usize]) {
        self.state = order.iter().map(|&i| self.state[i]).collect();
        self.previous = order.iter().map(|&i| self.previous[i]).collect();
        self.masses = order.iter().map(|&i| self.masses[i]).collect();
        self.pinned = order.iter().map(|&i| self.pinned[i]).collect();
        self.drift = order.iter().map(|&i| self.drift[i]).collect();
    }

    pub(crate) fn position(&self, i: usize) -> Vec2 {
        Vec2::new(self.state[i][0], self.state[i][1])
    }

    pub(crate) fn velocity(&self, i: usize) -> Vec2 {
        Vec2::new(self.state[i][2], self.state[i][3])
    }

    pub(crate) fn set_velocity(&mut self, i: usize, velocity: Vec2) {
        self.state[i][2] = velocity.x;
        self.state[i][3] = velocity.y;
    }

    /// Sets mass and immovability, which together make the inverse mass.
    pub(crate) fn set_mass(&mut self, i: usize, mass: f32, pinned: bool) {
        self.pinned[i] = pinned;
        let mass = mass.clamp(LIGHTEST, HEAVIEST);
        self.masses[i] = [if pinned { 0.0 } else { 1.0 / mass }, mass];
        if pinned {
            self.set_velocity(i, Vec2::ZERO);
        }
    }

    /// Whether no number of any record is farther from zero than the one of `most`. False if one is none.
    pub(crate) fn all_within(&self, most: [f32; 4]) -> bool {
        let mut within = true;
        run_widest(Within { state: &self.state, most, within: &mut within });
        within
    }

    /// Keeps the state as it is now, before a step changes it.
    pub(crate) fn remember(&mut self) {
        self.previous.copy_from(&self.state);
    }
}

/// See [`Particles::all_within`].
struct Within<'a> {
    state: &'a [[f32; 4]],
    most: [f32; 4],
    within: &'a mut bool,
}

impl Widest for Within<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self { state, most, within } = self;
        *within = s.vectorize(
            #[inline(always)]
            || {
                let mut all = [true; 4];
                for record in state {
                    for k in 0..4 {
                        // Not `all`, which looks at one after the other.
                        all[k] &= record[k].abs() <= most[k];
                    }
                }
                all == [true; 4]
            },
        );
    }
}
