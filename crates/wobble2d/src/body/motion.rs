//! Scenery that moves as it is told: platforms, pistons, rotors.
//!
//! A motion leads the *pinned* points of a body along a path through time; what is not pinned follows softly. So it moves a wholly pinned
//! platform, and it shakes a cloth by its upper edge. At the start of a step every led point gets the velocity that takes it to where it belongs at the
//! end, so contacts, springs and the division of fast steps see an ordinary moving point of infinite mass, and rounding
//! never adds up.

use super::{Body, Particles};
use crate::error::{Result, require};
use crate::math::{cross, direction, rotate, within};
use glam::Vec2;

/// How the pinned points of a body move. Offsets and turns count from where the body was when the motion began; it turns about the
/// blueprint's origin.
#[derive(Clone, Debug, PartialEq)]
pub enum Motion {
    /// On and on at the same speed.
    Steady {
        /// `[m/s]`
        velocity: Vec2,
        /// Counter-clockwise. `[rad/s]`
        spin: f32,
    },
    /// To and fro as a sine: `by · (sin 2π(t / period + phase) − sin 2π phase)`, and the turn alike.
    Swing {
        /// How far it goes to each side of its middle. `[m]`
        by: Vec2,
        /// How far it turns to each side of its middle, counter-clockwise first. `[rad]`
        turn: f32,
        /// The time for once to and fro. `[s]`
        period: f32,
        /// At which part of a period it begins: 0 in the middle, 0.25 at the far end.
        phase: f32,
    },
    /// From one keyframe to the next, straight and evenly. Before the first and after the last it rests.
    Keyframes {
        /// In the order of their times.
        frames: Vec<Keyframe>,
        /// Whether it begins again after the last one. It then jumps unless the last equals the first.
        repeats: bool,
    },
}

/// Where a motion is at a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Keyframe {
    /// Since the motion began. `[s]`
    pub time: f32,
    /// `[m]`
    pub offset: Vec2,
    /// Counter-clockwise. `[rad]`
    pub angle: f32,
}

/// A motion that has at most this many keyframes is accepted.
const MOST_FRAMES: usize = 10_000;

impl Motion {
    pub(crate) fn check(&self) -> Result<()> {
        let field = |name: &'static str| move || format!("motion.{name}");
        let slow = "move it slower";
        match self {
            Self::Steady { velocity, spin } => {
                require(within(*velocity, 1e4), field("velocity"), "must be -1e4 to 1e4 [m/s]", velocity, slow)?;
                require(spin.abs() <= 1e4, field("spin"), "must be -1e4 to 1e4 [rad/s]", spin, slow)
            }
            Self::Swing { by, turn, period, phase } => {
                require(within(*by, 1e5), field("by"), "must be -1e5 to 1e5 [m]", by, "swing it less far")?;
                require(turn.abs() <= 1e3, field("turn"), "must be -1000 to 1000 [rad]", turn, "turn it less far")?;
                require((1e-3..=1e6).contains(period), field("period"), "must be 0.001 to 1e6 [s]", period, "2 is a slow swing")?;
                require(phase.abs() <= 1e3, field("phase"), "must be -1000 to 1000 periods", phase, "0 begins in the middle")
            }
            Self::Keyframes { frames, .. } => Self::check_frames(frames),
        }
    }

    fn check_frames(frames: &[Keyframe]) -> Result<()> {
        let field = |k: usize, name: &'static str| move || format!("motion.frames[{k}].{name}");
        let count = frames.len();
        let few = (1..=MOST_FRAMES).contains(&count);
        require(few, || "motion.frames".into(), "must be 1 to 10000", count, "leave the motion out to stay at rest")?;
        for (k, frame) in frames.iter().enumerate() {
            let later = (0.0..=1e6).contains(&frame.time) && (k == 0 || frame.time > frames[k - 1].time);
            require(later, field(k, "time"), "must be later than the one before, 0 to 1e6 [s]", frame.time, "sort them by time")?;
            require(within(frame.offset, 1e5), field(k, "offset"), "must be -1e5 to 1e5 [m]", frame.offset, "move it less far")?;
            require(frame.angle.abs() <= 1e6, field(k, "angle"), "must be -1e6 to 1e6 [rad]", frame.angle, "turn it less far")?;
        }
        Ok(())
    }

    /// Offset and turn after a time.
    fn pose(&self, time: f64) -> (Vec2, f32) {
        match self {
            Self::Steady { velocity, spin } => {
                ((velocity.as_dvec2() * time).as_vec2(), libm::remainder(f64::from(*spin) * time, core::f64::consts::TAU) as f32)
            }
            Self::Swing { by, turn, period, phase } => {
                let sine = |periods: f64| libm::sin(core::f64::consts::TAU * libm::remainder(periods, 1.0));
                let phase = f64::from(*phase);
                let swing = (sine(time / f64::from(*period) + phase) - sine(phase)) as f32;
                (swing * *by, swing * turn)
            }
            Self::Keyframes { frames, repeats } => pose_between(frames, *repeats, time),
        }
    }
}

fn pose_between(frames: &[Keyframe], repeats: bool, time: f64) -> (Vec2, f32) {
    let (Some(first), Some(last)) = (frames.first(), frames.last()) else { return (Vec2::ZERO, 0.0) };
    let length = f64::from(last.time) - f64::from(first.time);
    let begun = time - f64::from(first.time);
    let time = if repeats && length > 0.0 && begun > length { begun - length * libm::floor(begun / length) } else { begun };
    let time = time as f32 + first.time;
    let next = frames.partition_point(|frame| frame.time <= time);
    match (next.checked_sub(1).map(|k| frames[k]), frames.get(next)) {
        (Some(a), Some(b)) => {
            let part = (time - a.time) / (b.time - a.time);
            (a.offset.lerp(b.offset, part), a.angle + part * (b.angle - a.angle))
        }
        (Some(resting), None) => (resting.offset, resting.angle),
        (None, _) => (first.offset, first.angle),
    }
}

/// A motion under way.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Lead {
    pub motion: Motion,
    /// Where the blueprint's origin was, and how it was turned, when the motion began. `[m]`, `[rad]`
    pub position: Vec2,
    pub angle: f32,
    /// When it began. `[s]`
    pub since: f64,
}

impl Lead {
    /// Whether its numbers are such that a world can hold.
    pub(crate) fn is_sound(&self) -> bool {
        self.motion.check().is_ok() && within(self.position, 1e7) && self.angle.is_finite() && self.since.is_finite()
    }

    /// Where the blueprint's origin is at a time, and the unit vector of its turn.
    pub(crate) fn frame(&self, time: f64) -> Frame {
        let (offset, turn) = self.motion.pose(time - self.since);
        Frame { origin: self.position + offset, turn: direction(self.angle + turn) }
    }
}

/// Where a body's pinned points have its blueprint's origin, and how they have it turned: the frame they fit best. `[m]`, `[rad]`
pub(crate) fn present_frame(body: &Body, particles: &Particles) -> (Vec2, f32) {
    let rest = body.blueprint.points().iter().map(|point| point.position * body.tuning.size);
    let pinned: Vec<(Vec2, Vec2)> =
        rest.zip(body.range()).filter(|&(_, i)| particles.pinned[i]).map(|(rest, i)| (rest, particles.position(i))).collect();
    let count = pinned.len().max(1) as f32;
    let middle = |of: fn(&(Vec2, Vec2)) -> Vec2| pinned.iter().map(of).sum::<Vec2>() / count;
    let (rest_middle, now_middle) = (middle(|pair| pair.0), middle(|pair| pair.1));
    let (mut along, mut across) = (0.0, 0.0);
    for &(rest, now) in &pinned {
        along += (rest - rest_middle).dot(now - now_middle);
        across += cross(rest - rest_middle, now - now_middle);
    }
    let angle = libm::atan2f(across, along);
    (now_middle - rotate(rest_middle, direction(angle)), angle)
}

/// A place and a turn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    origin: Vec2,
    /// The unit vector of the turn.
    turn: Vec2,
}

impl Frame {
    pub(crate) fn place(&self, rest: Vec2) -> Vec2 {
        self.origin + rotate(rest, self.turn)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::vec2;

    #[test]
    fn every_motion_begins_where_the_body_is() {
        let swing = Motion::Swing { by: vec2(2.0, 0.0), turn: 0.5, period: 3.0, phase: 0.25 };
        let steady = Motion::Steady { velocity: vec2(1.0, 2.0), spin: 3.0 };
        for motion in [swing, steady] {
            assert_eq!(motion.pose(0.0), (Vec2::ZERO, 0.0), "{motion:?}");
        }
    }

    #[test]
    fn keyframes_are_passed_in_time_and_begin_again() {
        let frame = |time: f32, x: f32| Keyframe { time, offset: vec2(x, 0.0), angle: 2.0 * x };
        let frames = vec![frame(1.0, 0.0), frame(2.0, 4.0), frame(4.0, 0.0)];
        let once = Motion::Keyframes { frames: frames.clone(), repeats: false };
        let again = Motion::Keyframes { frames, repeats: true };
        for (time, x) in [(0.0, 0.0), (1.5, 2.0), (2.0, 4.0), (3.5, 1.0), (9.0, 0.0)] {
            assert_eq!(once.pose(time), (vec2(x, 0.0), 2.0 * x), "at {time} s");
        }
        // Three seconds later it is where it was.
        assert_eq!(again.pose(4.5), (vec2(2.0, 0.0), 4.0));
    }
}
