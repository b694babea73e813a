//! What acts on every particle from outside.

mod grab;

pub use grab::Grab;
pub(crate) use grab::pull as pull_grabs;

use crate::error::{Result, require};
use crate::lanes::Lanes;
use crate::math::within;
use glam::Vec2;
use std::sync::Arc;

/// What acts on every particle from outside. Change it at any time with [`World::set_fields`](crate::World::set_fields).
#[derive(Clone, Debug, PartialEq)]
pub struct Fields {
    /// `[m/s²]`
    pub gravity: Vec2,
    /// Whether gravity acts.
    pub gravity_on: bool,
    /// Quadratic air drag of a particle, `F = −c |v| v` with `v` relative to the wind. `[kg/m]`
    pub drag: f32,
    /// Linear damping of all motion: `v' = −f v`. `[1/s]`
    pub damping: f32,
    /// How fast the air moves that drag is relative to. `[m/s]`
    pub wind: Vec2,
    /// A pointer that attracts or repels.
    pub pointer: Option<Pointer>,
    /// Points that attract by the inverse square of the distance.
    pub attractors: Vec<Attractor>,
}

impl Default for Fields {
    fn default() -> Self {
        Self {
            gravity: Vec2::new(0.0, -9.81),
            gravity_on: true,
            drag: 0.0,
            damping: 0.0,
            wind: Vec2::ZERO,
            pointer: None,
            attractors: Vec::new(),
        }
    }
}

/// A pointer that pulls every particle with the acceleration `strength / √distance` (eq. 14). Within its
/// core the pull fades to none.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pointer {
    /// `[m]`
    pub position: Vec2,
    /// Positive attracts, negative repels. `[m^1.5/s²]`
    pub strength: f32,
    /// The distance within which the pull fades. `[m]`
    pub core: f32,
}

/// A point that pulls every particle with the acceleration `gm / distance²` (eq. 15).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Attractor {
    /// `[m]`
    pub position: Vec2,
    /// Gravitational constant times mass; negative repels. `[m³/s²]`
    pub gm: f32,
    /// The distance within which the pull fades; 0 for none. `[m]`
    pub core: f32,
}

/// Where a user's field is asked for its acceleration.
#[derive(Clone, Copy, Debug)]
pub struct FieldSample {
    /// `[m]`
    pub position: Vec2,
    /// `[m/s]`
    pub velocity: Vec2,
    /// `[kg]`
    pub mass: f32,
    /// The world's time at the start of the step. `[s]`
    pub time: f64,
}

/// A field of the user's own: the acceleration `[m/s²]` at a sample. It must depend on nothing else, or runs will not repeat.
pub type UserField = Arc<dyn Fn(FieldSample) -> Vec2 + Send + Sync>;

impl Fields {
    /// No gravity and nothing else.
    pub fn none() -> Self {
        Self { gravity: Vec2::ZERO, ..Self::default() }
    }

    pub(crate) fn check(&self) -> Result<()> {
        let field = |name: &'static str| move || format!("fields.{name}");
        let off = "0 switches it off";
        require(within(self.gravity, 1e6), field("gravity"), "must be -1e6 to 1e6 [m/s²]", self.gravity, off)?;
        require((0.0..=1e6).contains(&self.drag), field("drag"), "must be 0 to 1e6 [kg/m]", self.drag, off)?;
        require((0.0..=1e6).contains(&self.damping), field("damping"), "must be 0 to 1e6 [1/s]", self.damping, off)?;
        require(within(self.wind, 1e4), field("wind"), "must be -1e4 to 1e4 [m/s]", self.wind, off)?;
        let count = self.attractors.len();
        require(count <= 1000, field("attractors"), "must be at most 1000", count, "use a field of your own")?;
        let pulls = self.attractors.iter().map(|a| ("attractors", a.position, a.gm, a.core));
        for (name, position, strength, core) in pulls.chain(self.pointer.map(|p| ("pointer", p.position, p.strength, p.core))) {
            let valid = within(position, 1e6) && strength.abs() <= 1e9 && (0.0..=1e6).contains(&core);
            let rule = "needs a position within 1e6 m, a strength of -1e9 to 1e9 and a core of 0 to 1e6 m";
            require(valid, field(name), rule, (position, strength, core), off)?;
        }
        Ok(())
    }
}

/// All that acts on particles in one step.
pub(crate) struct Acting<'a> {
    pub fields: &'a Fields,
    pub user: Option<&'a UserField>,
    pub time: f64,
}

/// A particle as the fields see it, in every lane: place in the world, velocity, inverse mass and mass.
pub(crate) struct Seen<L> {
    pub place: [L; 2],
    pub velocity: [L; 2],
    pub inverse_mass: L,
    pub mass: L,
}

impl Acting<'_> {
    /// What a substep of length `h` adds to the displacement of everything that can move, if that is the same everywhere. `[m]`
    pub(crate) fn even_kick(&self, h: f32) -> Option<[f32; 2]> {
        let Fields { gravity, gravity_on, drag, damping, ref attractors, ref pointer, .. } = *self.fields;
        let even = self.user.is_none() && pointer.is_none() && attractors.is_empty() && drag <= 0.0 && damping <= 0.0;
        let gravity = if gravity_on { gravity } else { Vec2::ZERO };
        even.then_some([h * h * gravity.x, h * h * gravity.y])
    }

    /// The whole acceleration of a particle, drag and damping included (the force methods).
    #[inline(always)]
    pub(crate) fn acceleration<L: Lanes>(&self, t: L::Token, seen: &Seen<L>) -> [L; 2] {
        let [mut ax, mut ay] = self.pull(t, seen);
        let [vx, vy] = seen.velocity;
        if self.fields.damping > 0.0 {
            let rate = L::splat(t, self.fields.damping);
            (ax, ay) = (ax - rate * vx, ay - rate * vy);
        }
        if self.fields.drag > 0.0 {
            let (rx, ry) = (vx - L::splat(t, self.fields.wind.x), vy - L::splat(t, self.fields.wind.y));
            let rate = L::splat(t, self.fields.drag) * seen.inverse_mass * (rx * rx + ry * ry).sqrt();
            (ax, ay) = (ax - rate * rx, ay - rate * ry);
        }
        movable(t, seen.inverse_mass, [ax, ay])
    }

    /// The displacement of the coming substep (XPBD): pulled at, then braked implicitly, which no drag can make unstable.
    #[inline(always)]
    pub(crate) fn kick<L: Lanes>(&self, t: L::Token, seen: &Seen<L>, [ux, uy]: [L; 2], h: f32) -> [L; 2] {
        let [ax, ay] = self.fall(t, seen, h);
        self.brake(t, seen, [ux + ax, uy + ay], h)
    }

    /// What is pulled at and braked side by side (the implicit method): what stands still is not braked, so that brakes change nothing about where it rests.
    #[inline(always)]
    pub(crate) fn push<L: Lanes>(&self, t: L::Token, seen: &Seen<L>, motion: [L; 2], h: f32) -> [L; 2] {
        let ([ax, ay], [ux, uy]) = (self.fall(t, seen, h), self.brake(t, seen, motion, h));
        [ux + ax, uy + ay]
    }

    /// By how much everything that does not brake displaces a particle. `[m]`
    #[inline(always)]
    fn fall<L: Lanes>(&self, t: L::Token, seen: &Seen<L>, h: f32) -> [L; 2] {
        let [ax, ay] = movable(t, seen.inverse_mass, self.pull(t, seen));
        let square = L::splat(t, h * h);
        [square * ax, square * ay]
    }

    /// What damping and drag leave of a displacement. `[m]`
    #[inline(always)]
    fn brake<L: Lanes>(&self, t: L::Token, seen: &Seen<L>, [mut ux, mut uy]: [L; 2], h: f32) -> [L; 2] {
        if self.fields.damping > 0.0 {
            // What is immovable may be led by a motion, which nothing brakes.
            let one = L::splat(t, 1.0);
            let keep = L::if_less(L::splat(t, 0.0), seen.inverse_mass, L::splat(t, 1.0 / (1.0 + h * self.fields.damping)), one);
            (ux, uy) = (ux * keep, uy * keep);
        }
        if self.fields.drag > 0.0 {
            let (wx, wy) = (L::splat(t, h * self.fields.wind.x), L::splat(t, h * self.fields.wind.y));
            let (rx, ry) = (ux - wx, uy - wy);
            // h c w |v| with |v| = |r| / h
            let rate = L::splat(t, self.fields.drag) * seen.inverse_mass * (rx * rx + ry * ry).sqrt();
            let keep = L::splat(t, 1.0) / (L::splat(t, 1.0) + rate);
            let zero = L::splat(t, 0.0);
            (ux, uy) =
                (L::if_less(zero, seen.inverse_mass, wx + rx * keep, ux), L::if_less(zero, seen.inverse_mass, wy + ry * keep, uy));
        }
        [ux, uy]
    }

    /// Everything that does not brake.
    #[inline(always)]
    fn pull<L: Lanes>(&self, t: L::Token, seen: &Seen<L>) -> [L; 2] {
        let gravity = if self.fields.gravity_on { self.fields.gravity } else { Vec2::ZERO };
        let (mut ax, mut ay) = (L::splat(t, gravity.x), L::splat(t, gravity.y));
        let [x, y] = seen.place;
        if let Some(pointer) = &self.fields.pointer {
            let (dx, dy, square) = towards(t, pointer.position, pointer.core, x, y);
            let distance = square.sqrt();
            let pull = L::ratio(t, L::splat(t, pointer.strength), distance * distance.sqrt());
            (ax, ay) = (ax + pull * dx, ay + pull * dy);
        }
        for attractor in &self.fields.attractors {
            let (dx, dy, square) = towards(t, attractor.position, attractor.core, x, y);
            let pull = L::ratio(t, L::splat(t, attractor.gm), square * square.sqrt());
            (ax, ay) = (ax + pull * dx, ay + pull * dy);
        }
        if let Some(user) = self.user {
            let [ux, uy] = self.ask(t, user, seen);
            (ax, ay) = (ax + ux, ay + uy);
        }
        [ax, ay]
    }

    /// Asks the user's field, lane by lane.
    fn ask<L: Lanes>(&self, t: L::Token, user: &UserField, seen: &Seen<L>) -> [L; 2] {
        let mut cells = [L::Cell::default(); 5];
        let values = [seen.place[0], seen.place[1], seen.velocity[0], seen.velocity[1], seen.mass];
        cells.iter_mut().zip(values).for_each(|(cell, value)| value.store(cell));
        let mut answer = [L::Cell::default(); 2];
        for lane in 0..L::COUNT {
            let [x, y, vx, vy, mass] = cells.map(|cell| L::lane(&cell, lane));
            let sample = FieldSample { position: Vec2::new(x, y), velocity: Vec2::new(vx, vy), mass, time: self.time };
            let acceleration = user(sample);
            L::set_lane(&mut answer[0], lane, acceleration.x);
            L::set_lane(&mut answer[1], lane, acceleration.y);
        }
        answer.map(|cell| L::load(t, &cell))
    }
}

/// `d`, and `|d|² + core²`.
#[inline(always)]
fn towards<L: Lanes>(t: L::Token, to: Vec2, core: f32, x: L, y: L) -> (L, L, L) {
    let (dx, dy) = (L::splat(t, to.x) - x, L::splat(t, to.y) - y);
    (dx, dy, dx * dx + dy * dy + L::splat(t, core * core))
}

/// Nothing for immovable particles.
#[inline(always)]
fn movable<L: Lanes>(t: L::Token, inverse_mass: L, [ax, ay]: [L; 2]) -> [L; 2] {
    let zero = L::splat(t, 0.0);
    [L::if_less(zero, inverse_mass, ax, zero), L::if_less(zero, inverse_mass, ay, zero)]
}
