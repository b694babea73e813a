//! Tearing and cutting.
//!
//! At the end of a step the elements of bodies with [`Limit`]s are measured, and of those beyond them the farthest of each neighbourhood die. [`World::cut`] lets everything die that a line
//! crosses. Particles never die. What is left of a body gets a blueprint of its own, with the boundary of its living [faces](face) for an outline; parts that no longer
//! hang together become bodies of their own, and everything that knew their particles is told.
//!
//! ```text
//!   broken or cut ──living──► what dies with it ──border──► loops, strands ──part──► blueprints ──handover──► bodies
//! ```

mod border;
pub(crate) mod face;
mod handover;
mod limit;
mod living;
mod part;

pub use limit::{Limit, Tearing};

use crate::body::BodyView;
use crate::error::{Result, require};
use crate::events::Event;
use crate::id::{BodyId, PointId};
use crate::math::within;
use crate::world::World;
use glam::Vec2;
use limit::Broken;
use living::Living;
use part::{Part, Pressure, parts};

/// How many elements have died.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Losses {
    /// Springs.
    pub springs: u64,
    /// Sticks.
    pub sticks: u64,
    /// Resistance to bending, by points at which it acted.
    pub bends: u64,
    /// Elastic triangles.
    pub triangles: u64,
}

impl Losses {
    fn new([springs, sticks, bends, triangles]: [usize; 4]) -> Self {
        Self { springs: springs as u64, sticks: sticks as u64, bends: bends as u64, triangles: triangles as u64 }
    }

    fn add(&mut self, other: Self) {
        self.springs += other.springs;
        self.sticks += other.sticks;
        self.bends += other.bends;
        self.triangles += other.triangles;
    }
}

/// A body that tore or was cut.
#[derive(Clone, Debug, PartialEq)]
pub struct Torn {
    /// Which body.
    pub body: BodyId,
    /// What died.
    pub losses: Losses,
    /// What it is now. The first is the largest, and still has the body's name; the others are new bodies.
    pub pieces: Vec<Piece>,
}

/// A piece of a torn body.
#[derive(Clone, Debug, PartialEq)]
pub struct Piece {
    /// Its name.
    pub body: BodyId,
    /// The indices its points had in the body before, in order.
    pub points: Vec<u32>,
    /// The same of its springs.
    pub springs: Vec<u32>,
}

impl Torn {
    /// The present name of a particle of the body before it tore; `None` for any other.
    pub fn follow(&self, point: PointId) -> Option<PointId> {
        if point.body != self.body {
            return None;
        }
        self.pieces.iter().find_map(|piece| {
            let index = piece.points.binary_search(&point.index).ok()? as u32;
            Some(PointId { body: piece.body, index })
        })
    }
}

impl World {
    /// Cuts everything that a line from one place to another crosses, but no [scenery](BodyView::is_scenery): springs, sticks, bends, triangles and
    /// outlines. Particles stay as they are. `[m]`
    ///
    /// What was cut is returned, and is among the [events](World::events) until the next step.
    ///
    /// # Errors
    /// If a place is not finite or more than a thousand kilometres away.
    pub fn cut(&mut self, from: Vec2, to: Vec2) -> Result<Vec<Torn>> {
        let near = within(from, 1e6) && within(to, 1e6);
        require(near, || "cut".into(), "must be -1e6 to 1e6 [m]", [from, to], "cut within the world")?;
        let bodies: Vec<BodyId> = self.bodies().filter(|body| !body.is_scenery()).map(|body| body.id()).collect();
        let mut all = Vec::new();
        for id in bodies {
            all.extend(self.cut_body(id, from, to)?);
        }
        Ok(all)
    }

    /// Cuts one body, scenery or not, as [`cut`](World::cut) does; `None` if the line crosses nothing of it.
    ///
    /// # Errors
    /// If there is no such body, or a place is not finite or more than a thousand kilometres away.
    pub fn cut_body(&mut self, id: BodyId, from: Vec2, to: Vec2) -> Result<Option<Torn>> {
        let near = within(from, 1e6) && within(to, 1e6);
        require(near, || "cut".into(), "must be -1e6 to 1e6 [m]", [from, to], "cut within the world")?;
        let place = self.place(id)?;
        let body = &self.bodies.list[place];
        let view = BodyView { body, particles: &self.particles };
        let (low, high) = view.bounding_box();
        if from.max(to).cmplt(low).any() || from.min(to).cmpgt(high).any() {
            return Ok(None);
        }
        let blueprint = body.blueprint.clone();
        let Some(mut living) = Living::beside(&blueprint.0, view, [from, to]) else { return Ok(None) };
        living.leaks = body.leak.is_some();
        self.wake(place);
        Ok(self.divide(place, &living))
    }

    /// How many springs and sticks have torn or been cut since the world began.
    pub fn torn_springs(&self) -> u64 {
        self.torn.springs + self.torn.sticks
    }

    /// Everything that has torn or been cut since the world began.
    pub fn torn(&self) -> Losses {
        self.torn
    }

    /// Ends a step: lets what leaks lose its pressure, and breaks what is beyond its limits.
    pub(crate) fn tear(&mut self, dt: f32) {
        self.leak(dt);
        for place in 0..self.bodies.list.len() {
            let body = &self.bodies.list[place];
            if body.rests() || !body.blueprint.0.tearing.is_set() {
                continue;
            }
            let broken = Broken::of(BodyView { body, particles: &self.particles }, self.crew.pulls(place), dt);
            if let Some(broken) = broken {
                let blueprint = body.blueprint.clone();
                let mut living = Living::after(&blueprint.0, &broken);
                living.leaks = body.leak.is_some();
                self.wake(place);
                self.divide(place, &living);
            }
        }
        self.crew.release();
    }

    /// The pressure of a punctured body falls evenly. When it is gone, the outline that held it is a strand.
    fn leak(&mut self, dt: f32) {
        for place in 0..self.bodies.list.len() {
            let body = &mut self.bodies.list[place];
            let (Some(left), true) = (body.leak, body.frozen.is_none()) else { continue };
            let left = left - dt / body.blueprint.0.tearing.puncture;
            // Rounding must not make the last step one more.
            if left > 1e-5 {
                body.leak = Some(left);
                continue;
            }
            let blueprint = body.blueprint.clone();
            let living = Living { leaks: true, ..Living::all(&blueprint.0) };
            if let Ok(parts) = parts(&living, Pressure::Gone) {
                self.hand_over(place, parts);
            }
        }
    }

    /// Makes bodies of what lives of one.
    fn divide(&mut self, place: usize, living: &Living<'_>) -> Option<Torn> {
        let (body, held) = (self.bodies.list[place].id, self.bodies.list[place].leak);
        // The builder refuses nothing that it accepted before; a body that it would refuse stays as it is.
        let parts: Vec<Part> = parts(living, Pressure::Held(held)).ok()?;
        let losses = Losses::new(living.losses());
        let pieces = self.hand_over(place, parts);
        self.torn.add(losses);
        let torn = Torn { body, losses, pieces };
        self.events.push(Event::Torn(torn.clone()));
        Some(torn)
    }
}
