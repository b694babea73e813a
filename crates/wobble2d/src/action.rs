//! Everything that is done to a world from outside, as plain data.
//!
//! A start state and the actions between its steps are a whole run: that is what a recording holds, and what a networked game sends.

use crate::blueprint::Blueprint;
use crate::body::{BodyDef, Motion, Tuning};
use crate::contact::{Filter, Surface};
use crate::error::Result;
use crate::field::Fields;
use crate::id::{BodyId, GrabId, JointId, PointId};
use crate::joint::{Joint, Motor};
use crate::settings::Settings;
use crate::signal::Signal;
use crate::world::World;
use glam::Vec2;

/// Something done to a world from outside. Each does what the method of [`World`] with its name does.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Action {
    /// [`World::set_settings`]
    SetSettings(Settings),
    /// [`World::set_fields`]
    SetFields(Fields),
    /// [`World::add`]
    Add(Box<BodyDef>),
    /// [`World::remove`]
    Remove(BodyId),
    /// [`World::pin`]
    Pin(PointId, bool),
    /// [`World::teleport`]
    Teleport(BodyId, Vec2),
    /// [`World::place_point`]
    PlacePoint(PointId, Vec2),
    /// [`World::set_velocity`]
    SetVelocity(BodyId, Vec2, f32),
    /// [`World::set_point_velocity`]
    SetPointVelocity(PointId, Vec2),
    /// [`World::impulse`]
    Impulse(PointId, Vec2),
    /// [`World::set_mass`]
    SetMass(BodyId, f32),
    /// [`World::tune`]
    Tune(BodyId, Tuning),
    /// [`World::set_surface`]
    SetSurface(BodyId, Surface),
    /// [`World::set_filter`]
    SetFilter(BodyId, Filter),
    /// [`World::set_motion`]
    SetMotion(BodyId, Option<Motion>),
    /// [`World::set_blueprint`]
    SetBlueprint(BodyId, Blueprint),
    /// [`World::set_muscle`]
    SetMuscle(BodyId, u32, Option<Signal>),
    /// [`World::set_pump`]
    SetPump(BodyId, Option<Signal>),
    /// [`World::cut`]
    Cut(Vec2, Vec2),
    /// [`World::freeze`]
    Freeze(BodyId),
    /// [`World::thaw`]
    Thaw(BodyId),
    /// [`World::grab`]
    Grab(PointId, Vec2),
    /// [`World::move_grab`]
    MoveGrab(GrabId, Vec2),
    /// [`World::release`]
    Release(GrabId),
    /// [`World::add_joint`]
    AddJoint(Box<Joint>),
    /// [`World::remove_joint`]
    RemoveJoint(JointId),
    /// [`World::set_motor`]
    SetMotor(JointId, Option<Motor>),
}

/// What an action gave back.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing but success.
    Done,
    /// The body that was added.
    Added(BodyId),
    /// The grab that was made.
    Grabbed(GrabId),
    /// The joint that was made.
    Joined(JointId),
}

impl World {
    /// Does what an action says.
    ///
    /// # Errors
    /// If the action names something that does not exist, or a number out of its range; nothing has changed then.
    pub fn apply(&mut self, action: &Action) -> Result<Outcome> {
        match action.clone() {
            Action::SetSettings(settings) => self.set_settings(settings),
            Action::SetFields(fields) => self.set_fields(fields),
            Action::Add(def) => return self.add(*def).map(Outcome::Added),
            Action::Remove(body) => self.remove(body),
            Action::Pin(point, pinned) => self.pin(point, pinned),
            Action::Teleport(body, by) => self.teleport(body, by),
            Action::PlacePoint(point, position) => self.place_point(point, position),
            Action::SetVelocity(body, velocity, spin) => self.set_velocity(body, velocity, spin),
            Action::SetPointVelocity(point, velocity) => self.set_point_velocity(point, velocity),
            Action::Impulse(point, impulse) => self.impulse(point, impulse),
            Action::SetMass(body, mass) => self.set_mass(body, mass),
            Action::Tune(body, tuning) => self.tune(body, tuning),
            Action::SetSurface(body, surface) => self.set_surface(body, surface),
            Action::SetFilter(body, filter) => self.set_filter(body, filter),
            Action::SetMotion(body, motion) => self.set_motion(body, motion),
            Action::SetBlueprint(body, blueprint) => self.set_blueprint(body, &blueprint),
            Action::SetMuscle(body, spring, signal) => self.set_muscle(body, spring, signal),
            Action::SetPump(body, signal) => self.set_pump(body, signal),
            Action::Cut(from, to) => self.cut(from, to).map(|_| ()),
            Action::Freeze(body) => self.freeze(body),
            Action::Thaw(body) => self.thaw(body),
            Action::Grab(point, target) => return self.grab(point, target).map(Outcome::Grabbed),
            Action::MoveGrab(grab, target) => self.move_grab(grab, target),
            Action::Release(grab) => self.release(grab),
            Action::AddJoint(joint) => return self.add_joint(*joint).map(Outcome::Joined),
            Action::RemoveJoint(joint) => self.remove_joint(joint),
            Action::SetMotor(joint, motor) => self.set_motor(joint, motor),
        }
        .map(|()| Outcome::Done)
    }
}
