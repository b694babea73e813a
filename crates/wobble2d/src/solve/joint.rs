//! Rows of joints between rigid bodies and what is immovable, and of pointers that hold rigid bodies.
//!
//! ```text
//!     hinge, weld    J v = −d/h along both axes        d: the gap from the second anchor to the first              (eq. 92)
//!     weld           ω_b − ω_a = −φ/h                  φ: what is missing of its angle
//!     spring         J v + λ/(h (h k + c)) = −h k s / (h (h k + c))        s: how far it is stretched               (eq. 93)
//!     motor          J v = target, |λ| ≤ h × strength
//! ```

use super::point::Terms;
use super::rigid::{cross, turned};
use super::row::{Limit, NONE, Row, Term};
use super::taut::{HingeEnd, added_inertia, spin_row};
use super::{Solver, Source, Substep};
use crate::body::{Particles, Roster};
use crate::joint::{Anchor, CLOSING_SPEED, Drive, Hold, Joint, Jointed, Motor, RATE, Still, TURNING_SPEED, seen_from};
use glam::DVec2;

/// An end of a joint.
#[derive(Clone, Copy)]
struct End {
    /// Its rigid body, or [`NONE`].
    mobile: u32,
    /// From the mass centre. `[m]`
    arm: DVec2,
    /// In the world. `[m]`
    place: DVec2,
    /// A unit vector, or nothing for a point.
    direction: DVec2,
    /// Velocity and spin of what is immovable. `[m/s]`, `[rad/s]`
    velocity: DVec2,
    spin: f64,
}

/// A joint in a substep.
struct Held {
    index: u32,
    ends: [End; 2],
    h: f64,
}

/// What a row of a joint asks for.
struct Ask {
    part: u32,
    limit: Limit,
    target: f64,
    compliance: f64,
    /// Whether it counts for the force that the joint carries.
    counts: bool,
}

impl Ask {
    fn new(part: u32, limit: Limit, target: f64) -> Self {
        Self { part, limit, target, compliance: 0.0, counts: true }
    }
}

/// The rows of a joint: both axes or its line, its angle, its limits, its motor.
pub(crate) const PARTS: usize = 6;
const ANGLE: u32 = 2;
const LEAST: u32 = 3;
const GREATEST: u32 = 4;
const MOTOR: u32 = 5;

impl Solver {
    /// Whether rows hold a joint: its ends are rigid or immovable, and one of them can move.
    pub(crate) fn holds(&self, joint: &Joint, bodies: &Roster) -> bool {
        let rigid = |place: usize| self.rigid_of.get(place).is_some_and(|&own| own != NONE);
        let still = |place: usize| bodies.list[place].immovable() || bodies.list[place].asleep;
        let places = [0, 1].map(|k| joint.anchors[k].body().and_then(|id| bodies.place(id)));
        places.into_iter().flatten().any(rigid) && places.into_iter().flatten().all(|place| rigid(place) || still(place))
    }

    /// Adds the rows of all joints that rows hold.
    pub(super) fn add_joints(&mut self, substep: &Substep<'_>, joints: &mut [Jointed], particles: &Particles) {
        for (index, held) in (0..).zip(joints) {
            if !self.holds(&held.joint, substep.bodies) {
                continue;
            }
            let Some(ends) = self.ends(held, substep, particles) else { continue };
            let joint = Held { index, ends, h: f64::from(substep.slots.h) };
            let speed = self.closing_speed(held, substep);
            self.add_taut(&joint, held);
            self.add_hold(&joint, held, speed);
            self.add_angle(&joint, held);
            self.add_lengths(&joint, held);
            if let Some(motor) = held.joint.motor.clone() {
                self.add_motor(&joint, held, &motor, substep.time);
            }
        }
    }

    fn ends(&self, held: &Jointed, substep: &Substep<'_>, particles: &Particles) -> Option<[End; 2]> {
        let of = |k: usize| self.end_of(&held.joint.anchors[k], substep, particles);
        Some([of(0)?, of(1)?])
    }

    fn end_of(&self, anchor: &Anchor, substep: &Substep<'_>, particles: &Particles) -> Option<End> {
        let place = anchor.body().and_then(|id| substep.bodies.place(id));
        let rigid = place.and_then(|place| self.rigid_at(place as u32));
        let Some((mobile, rigid)) = rigid else {
            let Still { place, direction, motion, turn } = Still::of(anchor, substep.bodies, particles, substep.slots.moved)?;
            let h = f64::from(substep.slots.h);
            let velocity = motion.as_dvec2() / h;
            return Some(End {
                mobile: NONE,
                arm: DVec2::ZERO,
                place,
                direction: direction.as_dvec2(),
                velocity,
                spin: f64::from(turn) / h,
            });
        };
        let arms = rigid.arms(&self.arms);
        let at = |index: u32| arms.get(index as usize).map(|&arm| turned(rigid.turn, arm));
        let (arm, direction) = match *anchor {
            Anchor::World(_) => return None,
            Anchor::Point(point) => (at(point.index)?, DVec2::ZERO),
            Anchor::Edge { ends, part, .. } => {
                let [a, b] = [at(ends[0])?, at(ends[1])?];
                (a + f64::from(part) * (b - a), (b - a).normalize_or_zero())
            }
            Anchor::Body { place, .. } => (rigid.arm_of(place), rigid.turn),
        };
        Some(End { mobile, arm, place: rigid.origin + rigid.centre + arm, direction, velocity: DVec2::ZERO, spin: 0.0 })
    }

    /// How fast a gap that was there before may be closed. `[m/s]`
    fn closing_speed(&self, held: &Jointed, substep: &Substep<'_>) -> f64 {
        let radius = |k: usize| Some(substep.bodies.list[substep.bodies.place(held.joint.anchors[k].body()?)?].contact_radius());
        let smaller = [0, 1].into_iter().filter_map(radius).fold(f32::INFINITY, f32::min);
        f64::from(CLOSING_SPEED * substep.pace.speed(smaller))
    }

    /// Keeps a hinge that carries a pull from buzzing.
    fn add_taut(&mut self, joint: &Held, held: &mut Jointed) {
        let before = f64::from(held.taut);
        let ends = joint.ends.map(|end| HingeEnd { mobile: end.mobile, arm: [end.arm.x, end.arm.y] });
        let [x, y, ..] = held.impulses.map(f64::from);
        let hinged = held.joint.hold == Hold::Hinge;
        let now = if hinged { added_inertia(&self.mobiles, ends, [x, y], joint.h) } else { 0.0 };
        held.taut = now as f32;
        if let Some(row) = spin_row(&self.mobiles, &mut self.terms, ends, [before, now]) {
            self.rows.push(row);
            self.sources.push(Source::Taut);
        }
    }

    fn add_hold(&mut self, joint: &Held, held: &Jointed, speed: f64) {
        let [a, b] = &joint.ends;
        let gap = a.place - b.place;
        let length = gap.length();
        match held.joint.hold {
            Hold::Hinge | Hold::Weld => {
                let closing = (gap / joint.h).clamp_length_max(speed);
                for (part, axis) in [DVec2::X, DVec2::Y].into_iter().enumerate() {
                    self.add_line(joint, held, axis, Ask::new(part as u32, Limit::Free, -closing.dot(axis)));
                }
            }
            Hold::Rod { length: wanted } => {
                let error = (length - f64::from(wanted.unwrap_or(held.length))) / joint.h;
                self.add_line(joint, held, line(gap), Ask::new(0, Limit::Free, -error.clamp(-speed, speed)));
            }
            Hold::Spring { length: wanted, stiffness, damping } => {
                let stretch = length - f64::from(wanted.unwrap_or(held.length));
                let (stiffness, damping) = (f64::from(stiffness), f64::from(damping));
                if let Some(ask) = spring(0, stretch, stiffness, damping, joint.h) {
                    self.add_line(joint, held, line(gap), ask);
                }
            }
            Hold::Loose => {}
        }
    }

    fn add_angle(&mut self, joint: &Held, held: &mut Jointed) {
        let [a, b] = &joint.ends;
        if a.direction == DVec2::ZERO || b.direction == DVec2::ZERO {
            return;
        }
        held.turn_to(seen_from(a.direction.as_vec2(), b.direction.as_vec2()));
        let (angle, fastest) = (f64::from(held.angle), f64::from(TURNING_SPEED));
        if held.joint.hold == Hold::Weld {
            let ask = Ask::new(ANGLE, Limit::Free, (-angle / joint.h).clamp(-fastest, fastest));
            self.add_turn(joint, held, 1.0, ask);
        } else if let Some([least, greatest]) = held.joint.angles {
            // A limit that is not reached stops what would pass it in this substep.
            let room = |room: f64| (-room / joint.h).min(fastest);
            self.add_turn(joint, held, 1.0, Ask::new(LEAST, Limit::Push, room(angle - f64::from(least))));
            self.add_turn(joint, held, -1.0, Ask::new(GREATEST, Limit::Push, room(f64::from(greatest) - angle)));
        }
    }

    fn add_lengths(&mut self, joint: &Held, held: &Jointed) {
        let Some([least, greatest]) = held.joint.lengths else { return };
        let gap = joint.ends[0].place - joint.ends[1].place;
        let length = gap.length();
        self.add_line(joint, held, line(gap), Ask::new(LEAST, Limit::Push, -(length - f64::from(least)) / joint.h));
        self.add_line(joint, held, -line(gap), Ask::new(GREATEST, Limit::Push, -(f64::from(greatest) - length) / joint.h));
    }

    /// Drives a joint: what is missing of a motion is given, as far as the motor's strength allows.
    fn add_motor(&mut self, joint: &Held, held: &Jointed, motor: &Motor, time: f64) {
        let target = f64::from(motor.target.at(time));
        let limit = Limit::Within(f64::from(motor.strength) * joint.h);
        if motor.drive.turns() {
            let rate = if motor.drive == Drive::Spin { target } else { f64::from(RATE) * (target - f64::from(held.angle)) };
            self.add_turn(joint, held, 1.0, Ask { counts: false, ..Ask::new(MOTOR, limit, rate) });
        } else {
            let gap = joint.ends[0].place - joint.ends[1].place;
            let speed = if motor.drive == Drive::Speed { target } else { f64::from(RATE) * (target - gap.length()) };
            self.add_line(joint, held, line(gap), Ask { counts: false, ..Ask::new(MOTOR, limit, speed) });
        }
    }

    /// A row along a line: the velocity of the first end against the second. The arms of both end in one place, or a pull across a gap would turn them.
    fn add_line(&mut self, joint: &Held, held: &Jointed, direction: DVec2, ask: Ask) {
        let [a, b] = &joint.ends;
        let middle = 0.5 * (a.place - b.place);
        let hinged = matches!(held.joint.hold, Hold::Hinge | Hold::Weld);
        let (mut terms, mut fixed) = (Terms::default(), 0.0);
        for (end, sign) in [(a, 1.0), (b, -1.0)] {
            let along = sign * direction;
            if end.mobile == NONE {
                fixed += along.dot(end.velocity);
            } else {
                let arm = if hinged { end.arm - sign * middle } else { end.arm };
                terms.add(end.mobile, [along.x, along.y, cross(arm, along)]);
            }
        }
        self.add_row(joint, held, terms.list(), direction, Ask { target: ask.target - fixed, ..ask });
    }

    /// A row of turning: the spin of the second end against the first, times a sign.
    fn add_turn(&mut self, joint: &Held, held: &Jointed, sign: f64, ask: Ask) {
        let (mut terms, mut fixed) = (Terms::default(), 0.0);
        for (end, sign) in joint.ends.iter().zip([-sign, sign]) {
            if end.mobile == NONE {
                fixed += sign * end.spin;
            } else {
                terms.add(end.mobile, [0.0, 0.0, sign]);
            }
        }
        self.add_row(joint, held, terms.list(), DVec2::ZERO, Ask { target: ask.target - fixed, counts: false, ..ask });
    }

    fn add_row(&mut self, joint: &Held, held: &Jointed, terms: &[Term], direction: DVec2, ask: Ask) {
        let Ask { part, limit, target, compliance, counts } = ask;
        let impulse = f64::from(held.impulses[part as usize]);
        let row = Row { terms: [0; 2], limit, target, compliance, impulse, push_target: 0.0, push_impulse: 0.0, rebound: None };
        self.push(row, terms, Source::Joint { joint: joint.index, part, direction, counts });
    }

    /// Adds the rows of pointers that hold a particle of a rigid body.
    pub(super) fn add_grabs(&mut self, substep: &Substep<'_>) {
        let h = f64::from(substep.slots.h);
        for grab in substep.grabs {
            let Some(place) = substep.bodies.place(grab.point.body) else { continue };
            let Some((mobile, rigid)) = self.rigid_at(place as u32) else { continue };
            let Some(&arm) = rigid.arms(&self.arms).get(grab.point.index as usize) else { continue };
            let arm = turned(rigid.turn, arm);
            let gap = rigid.origin + rigid.centre + arm - grab.target.as_dvec2();
            let omega = 2.0 * f64::from(grab.rate);
            let (stiffness, damping) = (rigid.mass * omega * omega, 2.0 * rigid.mass * omega);
            for axis in [DVec2::X, DVec2::Y] {
                let Some(ask) = spring(0, gap.dot(axis), stiffness, damping, h) else { continue };
                let term = Term { mobile, jacobian: [axis.x, axis.y, cross(arm, axis)] };
                let Ask { limit, target, compliance, .. } = ask;
                let row = Row {
                    terms: [0; 2],
                    limit,
                    target,
                    compliance,
                    impulse: 0.0,
                    push_target: 0.0,
                    push_impulse: 0.0,
                    rebound: None,
                };
                self.push(row, &[term], Source::Grab);
            }
        }
    }
}

/// The row of a damped spring that is stretched by so much (eq. 93); `None` without either.
fn spring(part: u32, stretch: f64, stiffness: f64, damping: f64, h: f64) -> Option<Ask> {
    let both = h * stiffness + damping;
    (both > 0.0).then(|| Ask { compliance: 1.0 / (h * both), ..Ask::new(part, Limit::Free, -stiffness * stretch / both) })
}

/// The line from the second end to the first.
fn line(gap: DVec2) -> DVec2 {
    gap.try_normalize().unwrap_or(DVec2::X)
}
