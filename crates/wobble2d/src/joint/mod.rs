//! Joints: what holds bodies together, drives them against each other, and breaks.
//!
//! Each is solved once forth and once back in every substep, after the elements and before the contacts, as a constraint between two
//! [handles](anchor::Handle). Both always get equal and opposite pushes at one place, and equal and opposite turns.

mod anchor;
mod solve;

pub use anchor::Anchor;
pub(crate) use anchor::Still;
pub(crate) use solve::{CLOSING_SPEED, RATE, TURNING_SPEED, seen_from, solve};

use crate::error::{Error, Result, require};
use crate::events::Event;
use crate::id::{BodyId, JointId};
use crate::signal::Signal;
use crate::world::World;

/// How two places are held.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Hold {
    /// They stay together and turn freely. Needs nothing of its anchors.
    Hinge,
    /// They stay together and keep their angle. Both anchors must have a direction: an edge, a body or the world.
    Weld,
    /// They keep a distance, as a damped spring does.
    Spring {
        /// The distance at which it is at ease; that at the beginning if `None`. `[m]`
        length: Option<f32>,
        /// 0 to 1e12. `[N/m]`
        stiffness: f32,
        /// 0 to 1e9. `[N s/m]`
        damping: f32,
    },
    /// They keep a distance, whatever the force.
    Rod {
        /// That at the beginning if `None`. `[m]`
        length: Option<f32>,
    },
    /// Nothing but its motor and limits.
    Loose,
}

/// What a motor drives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drive {
    /// How fast the second anchor turns against the first, counter-clockwise. `[rad/s]`
    Spin,
    /// The angle from the first anchor to the second, 0 at the beginning. `[rad]`
    Angle,
    /// How fast the two places part. `[m/s]`
    Speed,
    /// Their distance. `[m]`
    Length,
}

impl Drive {
    /// Whether it turns.
    pub(crate) fn turns(self) -> bool {
        matches!(self, Self::Spin | Self::Angle)
    }
}

/// Something that moves a joint.
#[derive(Clone, Debug, PartialEq)]
pub struct Motor {
    /// What is driven.
    pub drive: Drive,
    /// To what it is driven, in the unit of the drive.
    pub target: Signal,
    /// It is no stronger than this. `[N]`, or `[N m]` where it turns
    pub strength: f32,
}

/// A joint between two places.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// What it holds on to. At least one must be part of a body.
    pub anchors: [Anchor; 2],
    /// How.
    pub hold: Hold,
    /// What moves it.
    pub motor: Option<Motor>,
    /// The least and greatest angle from the first anchor to the second, counted from the beginning. `[rad]`
    pub angles: Option<[f32; 2]>,
    /// The least and greatest distance. `[m]`
    pub lengths: Option<[f32; 2]>,
    /// With more than this, as the mean of a step, it breaks. `[N]`
    pub breaking_force: Option<f32>,
    /// Whether the two bodies still touch each other.
    pub contacts: bool,
}

impl Joint {
    /// A joint without motor or limits, that does not break, between bodies that do not touch each other.
    pub const fn new(hold: Hold, first: Anchor, second: Anchor) -> Self {
        let anchors = [first, second];
        Self { anchors, hold, motor: None, angles: None, lengths: None, breaking_force: None, contacts: false }
    }

    /// The same with a motor.
    pub fn driven(self, drive: Drive, target: Signal, strength: f32) -> Self {
        Self { motor: Some(Motor { drive, target, strength }), ..self }
    }

    /// The same, breaking beyond a force. `[N]`
    pub const fn breaking(mut self, force: f32) -> Self {
        self.breaking_force = Some(force);
        self
    }

    /// The same with limits of its angle. `[rad]`
    pub const fn angles(mut self, least: f32, greatest: f32) -> Self {
        self.angles = Some([least, greatest]);
        self
    }

    /// The same with limits of its length. `[m]`
    pub const fn lengths(mut self, least: f32, greatest: f32) -> Self {
        self.lengths = Some([least, greatest]);
        self
    }

    pub(crate) fn check(&self, world: &World) -> Result<()> {
        self.anchors.iter().try_for_each(|anchor| check_anchor(anchor, world))?;
        let held = self.anchors.iter().any(|anchor| anchor.body().is_some());
        require(held, || "joint.anchors".into(), "must hold at least one body", "none", "anchor it to a body or a point")?;
        let rule = "must have a direction";
        let hint = "use an edge or a whole body instead of a point";
        let turns =
            self.hold == Hold::Weld || self.angles.is_some() || self.motor.as_ref().is_some_and(|motor| motor.drive.turns());
        let directed = self.anchors.iter().all(Anchor::has_direction);
        require(!turns || directed, || "joint.anchors".into(), rule, "a point", hint)?;
        if let Hold::Spring { stiffness, damping, .. } = self.hold {
            let stiff = (0.0..=1e12).contains(&stiffness);
            require(
                stiff,
                || "joint.stiffness".into(),
                "must be 0 to 1e12 [N/m]",
                stiffness,
                "use a rod for what must not change",
            )?;
            require(
                (0.0..=1e9).contains(&damping),
                || "joint.damping".into(),
                "must be 0 to 1e9 [N s/m]",
                damping,
                "leave it at 0",
            )?;
        }
        if let Hold::Spring { length: Some(length), .. } | Hold::Rod { length: Some(length) } = self.hold {
            require((0.0..=1e6).contains(&length), || "joint.length".into(), "must be 0 to 1e6 [m]", length, "leave it out")?;
        }
        if let Some(angles @ [least, greatest]) = self.angles {
            let valid = least <= greatest && least.abs() <= 1e6 && greatest.abs() <= 1e6;
            require(valid, || "joint.angles".into(), "must be two angles, the lesser first [rad]", angles, "swap them")?;
        }
        if let Some(lengths @ [least, greatest]) = self.lengths {
            let valid = least <= greatest && least >= 0.0 && greatest <= 1e6;
            require(valid, || "joint.lengths".into(), "must be two lengths, the lesser first [m]", lengths, "swap them")?;
        }
        if let Some(motor) = &self.motor {
            motor.target.check("joint.motor.target", -1e6, 1e6, "must stay within -1e6 and 1e6")?;
            let strong = (0.0..=1e12).contains(&motor.strength);
            require(strong, || "joint.motor.strength".into(), "must be 0 to 1e12 [N] or [N m]", motor.strength, "0 stops it")?;
        }
        let force = self.breaking_force.unwrap_or(1.0);
        require(force > 0.0 && force.is_finite(), || "joint.breaking_force".into(), "must be above 0 [N]", force, "leave it out")
    }
}

fn check_anchor(anchor: &Anchor, world: &World) -> Result<()> {
    match *anchor {
        Anchor::World(place) => {
            let near = crate::math::within(place, 1e6);
            require(near, || "joint.anchors".into(), "must be -1e6 to 1e6 [m]", place, "keep the world smaller")
        }
        Anchor::Point(point) => world.particle(point).map(|_| ()),
        Anchor::Edge { body, ends, part } => {
            ends.iter().try_for_each(|&index| world.particle(crate::PointId { body, index }).map(|_| ()))?;
            require(ends[0] != ends[1], || "joint.anchors".into(), "must be two different points", ends, "use a point")?;
            require(part.abs() <= 1e3, || "joint.anchors".into(), "must be a part of -1000 to 1000", part, "0.5 is the middle")
        }
        Anchor::Body { body, place } => {
            world.place(body)?;
            let near = crate::math::within(place, 1e4);
            require(near, || "joint.anchors".into(), "must be -1e4 to 1e4 [m]", place, "blueprints are smaller")
        }
    }
}

/// A joint in a world.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Jointed {
    pub id: JointId,
    pub joint: Joint,
    /// The distance at the beginning. `[m]`
    pub length: f32,
    /// The directions of both anchors at the beginning, the second as seen from the first: a unit vector.
    pub direction: glam::Vec2,
    /// The angle now, with whole turns. `[rad]`
    pub angle: f32,
    /// What it has given the first anchor since the step began. `[N s]`
    pub impulse: glam::Vec2,
    /// The mean force of the last step. `[N]`
    pub force: f32,
    /// What its rows carried in the last substep, if rows hold it: what the next solve starts from. `[N s]`, `[N m s]`
    pub impulses: [f32; crate::solve::JOINT_ROWS],
    /// The inertia that its pull added to the spin of its ends in the last substep. `[kg m²]`
    pub taut: f32,
}

/// A look at a joint.
#[derive(Clone, Copy, Debug)]
pub struct JointView<'w> {
    pub(crate) held: &'w Jointed,
}

impl<'w> JointView<'w> {
    /// Its name.
    pub fn id(&self) -> JointId {
        self.held.id
    }

    /// What it is.
    pub fn joint(&self) -> &'w Joint {
        &self.held.joint
    }

    /// How far the second anchor has turned against the first since the beginning, with whole turns. `[rad]`
    pub fn angle(&self) -> f32 {
        self.held.angle
    }

    /// The mean force it carried in the last step, without that of a motor. `[N]`
    pub fn force(&self) -> f32 {
        self.held.force
    }
}

impl World {
    /// Adds a joint between two places as they are now.
    ///
    /// # Errors
    /// If an anchor does not exist or a number is out of its range.
    pub fn add_joint(&mut self, joint: Joint) -> Result<JointId> {
        joint.check(self)?;
        let id = JointId(self.next_joint);
        self.next_joint = self.next_joint.wrapping_add(1);
        let held = solve::begin(id, joint, &self.bodies, &self.particles);
        self.wake_joined(&held.joint);
        self.joints.push(held);
        Ok(id)
    }

    /// Removes a joint.
    ///
    /// # Errors
    /// If there is no such joint.
    pub fn remove_joint(&mut self, id: JointId) -> Result<()> {
        let place = self.joints.iter().position(|held| held.id == id).ok_or(Error::NoSuchJoint(id))?;
        let held = self.joints.remove(place);
        self.wake_joined(&held.joint);
        Ok(())
    }

    /// Changes what moves a joint.
    ///
    /// # Errors
    /// If there is no such joint, or a number is out of its range.
    pub fn set_motor(&mut self, id: JointId, motor: Option<Motor>) -> Result<()> {
        let place = self.joints.iter().position(|held| held.id == id).ok_or(Error::NoSuchJoint(id))?;
        let joint = Joint { motor, ..self.joints[place].joint.clone() };
        joint.check(self)?;
        self.wake_joined(&joint);
        self.joints[place].joint = joint;
        Ok(())
    }

    /// All joints, in the order in which they were added.
    pub fn joints(&self) -> impl ExactSizeIterator<Item = JointView<'_>> {
        self.joints.iter().map(|held| JointView { held })
    }

    /// One joint, if it exists.
    pub fn joint(&self, id: JointId) -> Option<JointView<'_>> {
        self.joints().find(|joint| joint.id() == id)
    }

    fn wake_joined(&mut self, joint: &Joint) {
        for id in joint.anchors.iter().filter_map(Anchor::body) {
            if let Some(place) = self.bodies.place(id) {
                self.wake(place);
            }
        }
    }

    /// Begins a step: tells the contacts who is joined.
    pub(crate) fn begin_joints(&mut self) {
        self.joints.iter_mut().for_each(|held| held.impulse = glam::Vec2::ZERO);
        self.contacts.join(&self.bodies, self.joints.iter().map(|held| &held.joint));
    }

    /// Ends a step of a length: takes away joints that carried more than they can.
    pub(crate) fn end_joints(&mut self, dt: f32) {
        let Self { joints, events, .. } = self;
        joints.retain_mut(|held| {
            // A body that exploded pushed at it with what is no number; the body is put back, and so is the joint.
            if !held.impulse.is_finite() {
                held.impulse = glam::Vec2::ZERO;
            }
            held.force = held.impulse.length() / dt;
            let broke = held.force > held.joint.breaking_force.unwrap_or(f32::INFINITY);
            if broke {
                events.push(Event::JointBroke { joint: held.id, force: held.force });
            }
            !broke
        });
    }

    /// Forgets the joints of a body that is removed.
    pub(crate) fn unjoin(&mut self, body: BodyId) {
        self.joints.retain(|held| held.joint.anchors.iter().all(|anchor| anchor.body() != Some(body)));
    }
}
