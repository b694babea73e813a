//! How joints are solved.
//!
//! With the gap `d` from the second handle to the first and the pushes that close it (eqs. 52 to 55). Everything is in displacements of a
//! substep, so a push is a force times `h²`.

use super::anchor::{Handle, Push, Slots};
use super::{Drive, Hold, Joint, Jointed, Motor};
use crate::body::{Particles, Roster};
use crate::id::JointId;
use crate::math::cross;
use crate::pace::Pace;
use crate::solve::{JOINT_ROWS, Solver};
use glam::Vec2;

/// How eagerly a motor that drives an angle or a length closes what is missing. `[1/s]`
pub(crate) const RATE: f32 = 15.0;

/// A gap that was there before a substep is closed no faster than this part of the [pace](crate::pace) of the smaller body.
/// What is pulled apart by its own motion is held at once, at any speed. But where a limb is bent double, the place that goes with it as a whole may jump, and what
/// would be closed in one substep would be a blow.
pub(crate) const CLOSING_SPEED: f32 = 1.8;

/// The same of an angle. `[rad/s]`
pub(crate) const TURNING_SPEED: f32 = 20.0;

/// A joint between places as they are now.
pub(super) fn begin(id: JointId, joint: Joint, bodies: &Roster, particles: &Particles) -> Jointed {
    let mut held = Jointed {
        id,
        joint,
        length: 0.0,
        direction: Vec2::X,
        angle: 0.0,
        impulse: Vec2::ZERO,
        force: 0.0,
        impulses: [0.0; JOINT_ROWS],
        taut: 0.0,
    };
    if let Some([a, b]) = handles(&held, bodies, particles, Slots { moved: Some(1.0) }) {
        held.length = a.gap_from(&b).length();
        held.direction = seen_from(a.direction, b.direction);
    }
    held
}

/// Solves those of all joints that no rows hold, forth and back.
pub(crate) fn solve(
    joints: &mut [Jointed],
    solver: &Solver,
    bodies: &Roster,
    particles: &mut Particles,
    time: f64,
    pace: Pace,
    crate::solve::Slots { h, moved }: crate::solve::Slots,
) {
    let slots = Slots { moved };
    let sweeps = |held: &Jointed| !solver.holds(&held.joint, bodies);
    let substep = Substep { bodies, slots, time, pace, h };
    for held in joints.iter_mut().filter(|held| sweeps(held)) {
        substep.solve(held, particles, true);
    }
    for held in joints.iter_mut().rev().filter(|held| sweeps(held)) {
        substep.solve(held, particles, false);
    }
}

fn handles<'a>(held: &Jointed, bodies: &'a Roster, particles: &Particles, slots: Slots) -> Option<[Handle<'a>; 2]> {
    let of = |k: usize| Handle::of(&held.joint.anchors[k], bodies, particles, slots);
    Some([of(0)?, of(1)?])
}

struct Substep<'a> {
    bodies: &'a Roster,
    slots: Slots,
    time: f64,
    pace: Pace,
    h: f32,
}

impl Substep<'_> {
    fn solve(&self, held: &mut Jointed, particles: &mut Particles, first: bool) {
        self.hold(held, particles, first);
        let Some(pair) = handles(held, self.bodies, particles, self.slots) else { return };
        if pair.iter().all(|handle| handle.direction != Vec2::ZERO) {
            held.turn_to(seen_from(pair[0].direction, pair[1].direction));
            if held.joint.hold == Hold::Weld {
                self.turn_back(&pair, particles, held.angle);
            } else if let Some([least, greatest]) = held.joint.angles {
                self.turn_back(&pair, particles, held.angle - held.angle.clamp(least, greatest));
            }
        }
        if let Some([least, greatest]) = held.joint.lengths {
            self.keep_length(held, particles, [least, greatest]);
        }
        if first && let Some(motor) = held.joint.motor.clone() {
            self.drive(held, &motor, particles);
        }
    }

    /// How fast a gap may be closed. `[m/s]`
    fn closing_speed(&self, joint: &Joint) -> f32 {
        let radius = |k: usize| {
            let place = self.bodies.place(joint.anchors[k].body()?)?;
            Some(self.bodies.list[place].contact_radius())
        };
        let smaller = [0, 1].into_iter().filter_map(radius).fold(f32::INFINITY, f32::min);
        CLOSING_SPEED * self.pace.speed(smaller)
    }

    /// Keeps the places together, or apart.
    fn hold(&self, held: &mut Jointed, particles: &mut Particles, first: bool) {
        let Some(pair) = handles(held, self.bodies, particles, self.slots) else { return };
        match held.joint.hold {
            Hold::Hinge | Hold::Weld => {
                let at = meeting(&pair);
                let before = pair[0].gap_from_at_start(&pair[1]);
                let left = before - before.clamp_length_max(self.closing_speed(&held.joint) * self.h);
                let gap = pair[0].gap_from(&pair[1]) - left;
                // Eq. 52: the push that closes the gap, through the give of both along both axes.
                let give = |n: Vec2| pair[0].give(at[0], n) + pair[1].give(at[1], n);
                let (x, y) = (give(Vec2::X), give(Vec2::Y));
                let determinant = x.x * y.y - x.y * y.x;
                if determinant > 0.0 {
                    let push = -Vec2::new(y.y * gap.x - y.x * gap.y, x.x * gap.y - x.y * gap.x) / determinant;
                    self.push(held, particles, &pair, push, false);
                }
            }
            Hold::Rod { length } => {
                let length = length.unwrap_or(held.length);
                self.keep_length(held, particles, [length, length]);
            }
            // Once: a second sweep would double its stiffness.
            Hold::Spring { length, stiffness, damping } if first => {
                let gap = pair[0].gap_from(&pair[1]);
                let n = line(&pair);
                let stretch = gap.length() - length.unwrap_or(held.length);
                let give = along(&pair, n, gap);
                let (k, c) = (self.h * self.h * stiffness, self.h * damping);
                let closing = (pair[0].motion - pair[1].motion).dot(n);
                // Eq. 53: implicit, so that no stiffness is too much.
                let push = -(k * stretch + c * closing) / (1.0 + give * (k + c));
                self.push(held, particles, &pair, push * n, false);
            }
            Hold::Spring { .. } | Hold::Loose => {}
        }
    }

    /// Brings the distance back between two limits.
    fn keep_length(&self, held: &mut Jointed, particles: &mut Particles, [least, greatest]: [f32; 2]) {
        let Some(pair) = handles(held, self.bodies, particles, self.slots) else { return };
        let gap = pair[0].gap_from(&pair[1]);
        let length = gap.length();
        let error = length - length.clamp(least, greatest);
        let n = line(&pair);
        let give = along(&pair, n, gap);
        if error != 0.0 && give > 0.0 {
            self.push(held, particles, &pair, -error / give * n, false);
        }
    }

    /// Turns both towards each other by an angle.
    fn turn_back(&self, pair: &[Handle; 2], particles: &mut Particles, angle: f32) {
        let give = pair[0].give_turn() + pair[1].give_turn();
        let most = TURNING_SPEED * self.h;
        let before = angle - (pair[1].turn - pair[0].turn);
        let angle = angle - (before - before.clamp(-most, most));
        if angle != 0.0 && give > 0.0 {
            self.turn(particles, pair, -angle / give, false);
        }
    }

    /// Drives a joint (eqs. 54 and 55): what is missing of a motion is given, as far as the motor's strength allows.
    fn drive(&self, held: &mut Jointed, motor: &Motor, particles: &mut Particles) {
        let Some(pair) = handles(held, self.bodies, particles, self.slots) else { return };
        let target = motor.target.at(self.time);
        let most = motor.strength * self.h * self.h;
        if motor.drive.turns() {
            let rate = if motor.drive == Drive::Spin { target } else { RATE * (target - held.angle) };
            let missing = rate * self.h - (pair[1].turn - pair[0].turn);
            let give = pair[0].give_turn() + pair[1].give_turn();
            if give > 0.0 {
                self.turn(particles, &pair, (missing / give).clamp(-most, most), true);
            }
        } else {
            let gap = pair[0].gap_from(&pair[1]);
            let n = line(&pair);
            let speed = if motor.drive == Drive::Speed { target } else { RATE * (target - gap.length()) };
            let missing = speed * self.h - (pair[0].motion - pair[1].motion).dot(n);
            let give = along(&pair, n, n);
            if give > 0.0 {
                self.push(held, particles, &pair, (missing / give).clamp(-most, most) * n, true);
            }
        }
    }

    /// Pushes the first handle one way and the second the other.
    fn push(&self, held: &mut Jointed, particles: &mut Particles, pair: &[Handle; 2], push: Vec2, only_velocity: bool) {
        let at = meeting(pair);
        pair[0].push(particles, self.slots, Push { push, at: at[0], turn: 0.0, only_velocity });
        pair[1].push(particles, self.slots, Push { push: -push, at: at[1], turn: 0.0, only_velocity });
        if !only_velocity {
            held.impulse += push / self.h;
        }
    }

    /// Turns the second handle one way and the first the other.
    fn turn(&self, particles: &mut Particles, pair: &[Handle; 2], turn: f32, only_velocity: bool) {
        for (handle, turn) in [(&pair[0], -turn), (&pair[1], turn)] {
            handle.push(particles, self.slots, Push { push: Vec2::ZERO, at: Vec2::ZERO, turn, only_velocity });
        }
    }
}

impl Jointed {
    /// Follows the angle, over whole turns. `direction` is the second anchor's as seen from the first.
    pub(crate) fn turn_to(&mut self, direction: Vec2) {
        let since_begin = seen_from(self.direction, direction);
        if !since_begin.is_finite() {
            return;
        }
        let angle = libm::atan2f(since_begin.y, since_begin.x);
        let tau = core::f32::consts::TAU;
        let turns = libm::roundf((self.angle - angle) / tau);
        self.angle = angle + turns * tau;
    }
}

/// Where each takes a push, so that it is one place for both wherever one of them can choose.
fn meeting(pair: &[Handle; 2]) -> [Vec2; 2] {
    [pair[0].meeting_place(&pair[1]), pair[1].meeting_place(&pair[0])]
}

/// The line two handles push each other along: that at the start of the substep, so that nothing is turned.
fn line(pair: &[Handle; 2]) -> Vec2 {
    pair[0].gap_from_at_start(&pair[1]).try_normalize().unwrap_or(Vec2::X)
}

/// How readily two handles part along a gap when they are pushed along a line.
fn along(pair: &[Handle; 2], line: Vec2, gap: Vec2) -> f32 {
    let at = meeting(pair);
    (pair[0].give(at[0], line) + pair[1].give(at[1], line)).dot(gap.try_normalize().unwrap_or(line))
}

/// A unit vector as seen from another.
pub(crate) fn seen_from(from: Vec2, direction: Vec2) -> Vec2 {
    Vec2::new(from.dot(direction), cross(from, direction))
}
