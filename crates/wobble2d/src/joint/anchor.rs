//! What a joint holds on to.
//!
//! ```text
//!   Point      ●            one particle
//!   Edge       ●───×──●     a place between two; it has a direction, so it can be turned
//!   Body     ( ·× · )       a place that goes with the body as a whole: its mass centre and its mean turn
//!   World        ×          a place that never moves
//! ```
//!
//! A [`Handle`] is an anchor as it is in a substep: where it is, how it moves, how readily it gives way to a push, and how it takes one.
//!
//! A push changes displacements, and `Σ m x × u` counts from where the substep *began*. So arms of pushes are measured there, and what is to be closed at the
//! end of the substep: then angular momentum is kept, however far things move.

use super::solve::seen_from;
use crate::blueprint::Point;
use crate::body::{Body, Particles, Roster};
use crate::id::{BodyId, PointId};
use crate::math::{cross, rotate};
use glam::Vec2;

/// A place that a joint holds on to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Anchor {
    /// A place in the world. `[m]`
    World(Vec2),
    /// A particle.
    Point(PointId),
    /// A place on the line between two particles of a body, which also gives it a direction.
    Edge {
        /// Whose.
        body: BodyId,
        /// The indices of the two particles.
        ends: [u32; 2],
        /// Where between them: 0 at the first, 1 at the second.
        part: f32,
    },
    /// A place that goes with a body as a whole. A push on it is shared out as if the body were rigid.
    Body {
        /// Whose.
        body: BodyId,
        /// In the coordinates of the blueprint, before any change of size. `[m]`
        place: Vec2,
    },
}

impl Anchor {
    /// The body it holds, if any.
    pub fn body(&self) -> Option<BodyId> {
        match *self {
            Self::World(_) => None,
            Self::Point(point) => Some(point.body),
            Self::Edge { body, .. } | Self::Body { body, .. } => Some(body),
        }
    }

    /// Whether it can be turned.
    pub(super) fn has_direction(&self) -> bool {
        !matches!(self, Self::Point(_))
    }
}

/// An anchor in a substep. Places are in the world, but measured from `origin`, to keep their digits.
#[derive(Clone, Copy, Debug)]
pub(super) struct Handle<'a> {
    grip: Grip<'a>,
    /// What places are measured from. `[m]`
    origin: Vec2,
    /// Where it is at the end of the substep. `[m]`
    place: Vec2,
    /// Where it is at the start. `[m]`
    start: Vec2,
    /// How far it moves. `[m]`
    pub motion: Vec2,
    /// The direction it points in at the end, a unit vector; nothing for a point, and for what is too crumpled to point anywhere.
    pub direction: Vec2,
    /// How far it turns. `[rad]`
    pub turn: f32,
}

/// How it takes a push. Arms and lines are those at the start of the substep.
#[derive(Clone, Copy, Debug)]
enum Grip<'a> {
    Fixed,
    Point { at: usize, w: f32 },
    Edge { at: [usize; 2], w: [f32; 2], part: f32, along: Vec2 },
    Body(Whole<'a>),
}

/// A body that is held as a whole: by the rest shape that is laid over it, turned to fit best (eq. 51a). A push is shared out so that it moves that shape: along
/// the gradient, so that a joint never does any work of its own, however the body is bent. Where a body is too crumpled to say how it lies, the shape
/// shrinks with the fit, and every place of it is a weighted mean of the particles: nothing jumps when a body is turned inside out.
#[derive(Clone, Copy, Debug)]
struct Whole<'a> {
    points: &'a [Point],
    first: usize,
    /// The mass centre of the blueprint. `[m]`
    rest: Vec2,
    /// The body's size, relative to the blueprint.
    size: f32,
    /// Its mass centre. `[m]`
    centre: Vec2,
    /// From the mass centre to the place that is held, in the rest shape. `[m]`
    arm: Vec2,
    /// The same as it lies at the end of the substep. `[m]`
    arm_now: Vec2,
    /// How readily it moves. `[1/kg]`
    w: f32,
    /// How the rest shape lies, a unit vector; nothing for a crumpled body.
    lie: Vec2,
    /// By how much a torque turns the field of displacements. `[1/(kg m²)]`
    per_torque: f32,
    /// By how much a torque turns the rest shape that is laid over it. `[1/(kg m²)]`
    turning: f32,
}

impl Whole<'_> {
    fn is_crumpled(&self) -> bool {
        self.lie == Vec2::ZERO
    }

    /// How a push that is taken at a place, and a torque, turn (and for a crumpled body stretch) the displacements, as seen from the rest shape.
    fn swing(&self, at: Vec2, push: Vec2, turn: f32) -> Vec2 {
        if self.is_crumpled() {
            self.per_torque * seen_from(self.arm, push)
        } else {
            self.per_torque * (cross(at - self.centre, push) + turn) * self.lie.perp()
        }
    }

    /// By how much a push along `n`, taken at a place, moves what is held.
    fn give(&self, at: Vec2, n: Vec2) -> Vec2 {
        if self.is_crumpled() {
            (self.w + self.turning * self.arm.length_squared()) * n
        } else {
            self.w * n + self.turning * cross(at - self.centre, n) * self.arm_now.perp()
        }
    }
}

/// How a substep's slots are to be read and written: see [`Method::per_metre`](crate::Method).
#[derive(Clone, Copy)]
pub(super) struct Slots {
    pub moved: Option<f32>,
}

impl Slots {
    /// Where a particle is at the start of the substep, and its displacement.
    fn read(self, record: [f32; 4]) -> (Vec2, Vec2) {
        let [x, y, sx, sy] = record;
        match self.moved {
            None => (Vec2::new(x, y), Vec2::new(sx, sy)),
            Some(per_metre) => {
                let displacement = Vec2::new(sx, sy) / per_metre;
                (Vec2::new(x, y) - displacement, displacement)
            }
        }
    }

    fn shift(self, record: &mut [f32; 4], by: Vec2, only_velocity: bool) {
        let scale = self.moved.unwrap_or(1.0);
        if self.moved.is_some() && !only_velocity {
            (record[0], record[1]) = (record[0] + by.x, record[1] + by.y);
        }
        (record[2], record[3]) = (record[2] + by.x * scale, record[3] + by.y * scale);
    }
}

/// An anchor that cannot be moved, for rows.
pub(crate) struct Still {
    /// Where it is in the world at the start of the substep. `[m]`
    pub place: glam::DVec2,
    /// A unit vector, or nothing for a point.
    pub direction: Vec2,
    /// How far it moves and turns in the substep. `[m]`, `[rad]`
    pub motion: Vec2,
    pub turn: f32,
}

impl Still {
    pub(crate) fn of(anchor: &Anchor, bodies: &Roster, particles: &Particles, moved: Option<f32>) -> Option<Self> {
        let Handle { origin, start, motion, direction, turn, .. } = Handle::of(anchor, bodies, particles, Slots { moved })?;
        Some(Self { place: origin.as_dvec2() + start.as_dvec2(), direction, motion, turn })
    }
}

impl<'a> Handle<'a> {
    /// The handle of an anchor; `None` if what it holds is gone.
    pub(super) fn of(anchor: &Anchor, bodies: &'a Roster, particles: &Particles, slots: Slots) -> Option<Self> {
        let body = |id: BodyId| bodies.place(id).map(|place| &bodies.list[place]);
        Some(match *anchor {
            Anchor::World(place) => Self {
                grip: Grip::Fixed,
                origin: Vec2::ZERO,
                place,
                start: place,
                motion: Vec2::ZERO,
                direction: Vec2::X,
                turn: 0.0,
            },
            // Whatever holds a particle of a rigid body holds the body.
            Anchor::Point(point) if body(point.body)?.is_rigid() => {
                let body = body(point.body)?;
                let own = Self::of_whole(body, particles, body.blueprint.points()[point.index as usize].position, slots);
                Self { direction: Vec2::ZERO, ..own }
            }
            Anchor::Edge { body: id, ends, part } if body(id)?.is_rigid() => {
                let body = body(id)?;
                let [a, b] = ends.map(|index| body.blueprint.points()[index as usize].position);
                let own = Self::of_whole(body, particles, a + part * (b - a), slots);
                Self { direction: rotate((b - a).normalize_or_zero(), own.direction), ..own }
            }
            Anchor::Point(point) => {
                let body = body(point.body)?;
                let at = body.first as usize + point.index as usize;
                let (start, motion) = slots.read(particles.state[at]);
                let grip = Grip::Point { at, w: weight(body, particles, at) };
                Self { grip, origin: body.origin, place: start + motion, start, motion, direction: Vec2::ZERO, turn: 0.0 }
            }
            Anchor::Edge { body: id, ends, part } => Self::of_edge(body(id)?, particles, ends, part, slots),
            Anchor::Body { body: id, place } => Self::of_whole(body(id)?, particles, place, slots),
        })
    }

    fn of_edge(body: &'a Body, particles: &Particles, ends: [u32; 2], part: f32, slots: Slots) -> Self {
        let at = ends.map(|index| body.first as usize + index as usize);
        let [(a, ua), (b, ub)] = at.map(|i| slots.read(particles.state[i]));
        let along = b - a;
        let (start, motion) = (a + part * along, ua + part * (ub - ua));
        Self {
            grip: Grip::Edge { at, w: at.map(|i| weight(body, particles, i)), part, along },
            origin: body.origin,
            place: start + motion,
            start,
            motion,
            direction: (along + (ub - ua)).normalize_or_zero(),
            turn: cross(along, ub - ua) / along.length_squared().max(LEAST),
        }
    }

    /// Eq. 51a: the rest shape laid over the body at both ends of the substep, and how it answers to a push at the start.
    fn of_whole(body: &'a Body, particles: &Particles, place: Vec2, slots: Slots) -> Self {
        let (points, size) = (body.blueprint.points(), body.tuning.size);
        let (mut mass, mut rest, mut now, mut motion) = (0.0, Vec2::ZERO, Vec2::ZERO, Vec2::ZERO);
        let base = slots.read(particles.state[body.first as usize]).0;
        for (point, i) in points.iter().zip(body.range()) {
            let m = particles.masses[i][1];
            let (x, u) = slots.read(particles.state[i]);
            mass += m;
            rest += m * point.position;
            now += m * (x - base);
            motion += m * u;
        }
        let (rest, centre, motion) = (rest / mass, base + now / mass, motion / mass);
        let (mut fit, mut fit_at_end, mut inertia) = (Vec2::ZERO, Vec2::ZERO, 0.0);
        for (point, i) in points.iter().zip(body.range()) {
            let m = particles.masses[i][1];
            let (x, u) = slots.read(particles.state[i]);
            let (r, arm) = (size * (point.position - rest), x - centre);
            let end = arm + (u - motion);
            fit += m * Vec2::new(r.dot(arm), cross(r, arm));
            fit_at_end += m * Vec2::new(r.dot(end), cross(r, end));
            inertia += m * r.length_squared();
        }
        let movable = !body.immovable() && !body.asleep;
        let inverse = |quantity: f32| if movable && quantity > 0.0 { 1.0 / quantity } else { 0.0 };
        let (arm, least) = (size * (place - rest), CRUMPLED * inertia);
        let [start, end] = [fit, fit_at_end].map(|fit| rotate(arm, fit / fit.length().max(least).max(f32::MIN_POSITIVE)));
        let crumpled = fit.length().min(fit_at_end.length()) <= least;
        let [lie, direction] = [fit, fit_at_end].map(|fit| if crumpled { Vec2::ZERO } else { fit.normalize_or_zero() });
        let fit = if crumpled { least } else { fit.length() };
        let turned = seen_from(lie, direction);
        let per_torque = inverse(fit);
        let turning = inertia * per_torque * per_torque;
        let whole = Whole {
            points,
            first: body.first as usize,
            rest,
            size,
            centre,
            arm,
            arm_now: end,
            w: inverse(mass),
            lie,
            per_torque,
            turning,
        };
        Self {
            grip: Grip::Body(whole),
            origin: body.origin,
            place: centre + motion + end,
            start: centre + start,
            motion: motion + (end - start),
            direction,
            turn: if crumpled { 0.0 } else { libm::atan2f(turned.y, turned.x) },
        }
    }

    /// From another handle to this one at the end of the substep. `[m]`
    pub(super) fn gap_from(&self, other: &Self) -> Vec2 {
        (self.place - other.place) + (self.origin - other.origin)
    }

    /// The same at its start. `[m]`
    pub(super) fn gap_from_at_start(&self, other: &Self) -> Vec2 {
        (self.start - other.start) + (self.origin - other.origin)
    }

    /// Where it takes a push that another handle takes the other way: a whole body takes it where the other does.
    pub(super) fn meeting_place(&self, other: &Self) -> Vec2 {
        match (&self.grip, &other.grip) {
            (Grip::Body(_), Grip::Body(_)) => self.start - 0.5 * self.gap_from_at_start(other),
            (Grip::Body(_), _) => self.start - self.gap_from_at_start(other),
            _ => self.start,
        }
    }

    /// By how much a push along `n`, taken at a place, moves it.
    pub(super) fn give(&self, at: Vec2, n: Vec2) -> Vec2 {
        match self.grip {
            Grip::Fixed => Vec2::ZERO,
            Grip::Point { w, .. } => w * n,
            Grip::Edge { w, part, .. } => (w[0] * (1.0 - part) * (1.0 - part) + w[1] * part * part) * n,
            Grip::Body(whole) => whole.give(at, n),
        }
    }

    /// How readily it turns.
    pub(super) fn give_turn(&self) -> f32 {
        match self.grip {
            Grip::Fixed | Grip::Point { .. } => 0.0,
            Grip::Edge { w, along, .. } => (w[0] + w[1]) / along.length_squared().max(LEAST),
            Grip::Body(whole) if whole.is_crumpled() => 0.0,
            Grip::Body(whole) => whole.turning,
        }
    }

    /// Pushes at a place and turns: times inverse mass and inertia, what is displaced. `[kg m]`, `[kg m²]`
    pub(super) fn push(&self, particles: &mut Particles, slots: Slots, Push { push, at, turn, only_velocity }: Push) {
        let shift = |record: &mut [f32; 4], by: Vec2| slots.shift(record, by, only_velocity);
        // What is immovable is not even pushed by nothing: nothing times the infinite push of a body that has just exploded is not a number.
        let shift_by = |record: &mut [f32; 4], w: f32, push: Vec2| {
            if w > 0.0 {
                shift(record, w * push);
            }
        };
        match self.grip {
            Grip::Fixed => {}
            Grip::Point { at, w } => shift_by(&mut particles.state[at], w, push),
            Grip::Edge { at, w, part, along } => {
                let couple = turn / along.length_squared().max(LEAST) * along.perp();
                shift_by(&mut particles.state[at[0]], w[0], (1.0 - part) * push - couple);
                shift_by(&mut particles.state[at[1]], w[1], part * push + couple);
            }
            Grip::Body(whole) if whole.w == 0.0 && whole.per_torque == 0.0 => {}
            Grip::Body(whole) => {
                let (by, swing) = (whole.w * push, whole.swing(at, push, turn));
                if by == Vec2::ZERO && swing == Vec2::ZERO {
                    return;
                }
                for (point, i) in whole.points.iter().zip(whole.first..) {
                    if particles.masses[i][0] > 0.0 {
                        shift(&mut particles.state[i], by + rotate(whole.size * (point.position - whole.rest), swing));
                    }
                }
            }
        }
    }
}

/// A push at a place, measured as the handle that takes it measures its own, and a turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Push {
    /// `[kg m]`
    pub push: Vec2,
    /// `[m]`
    pub at: Vec2,
    /// `[kg m²]`
    pub turn: f32,
    /// Whether it leaves the positions alone that the substep has already moved.
    pub only_velocity: bool,
}

/// Shorter than this an edge has no direction. `[m²]`
const LEAST: f32 = 1e-12;

/// Below this part of its inertia, the fit of a body to its rest shape does not say how it lies: one that is folded to its own mirror image lies no way more
/// than another, and cannot be turned.
const CRUMPLED: f32 = 0.5;

fn weight(body: &Body, particles: &Particles, at: usize) -> f32 {
    if body.frozen.is_some() || body.asleep { 0.0 } else { particles.masses[at][0] }
}
