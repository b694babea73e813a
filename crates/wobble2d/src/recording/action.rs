//! Actions as bytes. Blueprints are held once and named by number.

use crate::action::Action;
use crate::blueprint::Blueprint;
use crate::body::BodyDef;
use crate::snapshot::{Read, Reader, Wire, Writer};
use std::sync::Arc;

/// The number of a blueprint; a new one is added to the list.
fn number(blueprint: &Blueprint, known: &mut Vec<Blueprint>) -> u32 {
    let same = |other: &Blueprint| Arc::ptr_eq(&other.0, &blueprint.0) || other.0.fingerprint == blueprint.0.fingerprint;
    let place = known.iter().rposition(same).unwrap_or_else(|| {
        known.push(blueprint.clone());
        known.len() - 1
    });
    place as u32
}

fn write_def(def: &BodyDef, known: &mut Vec<Blueprint>, out: &mut Writer) {
    number(&def.blueprint, known).write(out);
    (def.position, (def.angle, (def.velocity, (def.spin, def.mass)))).write(out);
    (def.tuning, (def.surface, def.filter)).write(out);
    def.motion.write(out);
}

fn read_def(from: &mut Reader<'_>, known: &[Blueprint]) -> Read<BodyDef> {
    let blueprint = known.get(u32::read(from)? as usize).ok_or(())?.clone();
    let (position, (angle, (velocity, (spin, mass)))) = Wire::read(from)?;
    let (tuning, (surface, filter)) = Wire::read(from)?;
    Ok(BodyDef { blueprint, position, angle, velocity, spin, mass, tuning, surface, filter, motion: Wire::read(from)? })
}

/// The kinds are counted in the order in which they came to be; a new one takes the next number.
pub(super) fn write(action: &Action, known: &mut Vec<Blueprint>, out: &mut Writer) {
    use Action::*;
    match action {
        SetSettings(settings) => (0u8, *settings).write(out),
        SetFields(fields) => {
            1u8.write(out);
            fields.write(out);
        }
        Add(def) => {
            2u8.write(out);
            write_def(def, known, out);
        }
        Remove(body) => (3u8, *body).write(out),
        Pin(point, pinned) => (4u8, (*point, *pinned)).write(out),
        Teleport(body, by) => (5u8, (*body, *by)).write(out),
        PlacePoint(point, position) => (6u8, (*point, *position)).write(out),
        SetVelocity(body, velocity, spin) => (7u8, (*body, (*velocity, *spin))).write(out),
        SetPointVelocity(point, velocity) => (8u8, (*point, *velocity)).write(out),
        Impulse(point, impulse) => (9u8, (*point, *impulse)).write(out),
        SetMass(body, mass) => (10u8, (*body, *mass)).write(out),
        Tune(body, tuning) => (11u8, (*body, *tuning)).write(out),
        SetSurface(body, surface) => (12u8, (*body, *surface)).write(out),
        SetFilter(body, filter) => (13u8, (*body, *filter)).write(out),
        SetMotion(body, motion) => {
            (14u8, *body).write(out);
            motion.write(out);
        }
        SetBlueprint(body, blueprint) => (15u8, (*body, number(blueprint, known))).write(out),
        SetMuscle(body, spring, signal) => {
            (16u8, (*body, *spring)).write(out);
            signal.write(out);
        }
        SetPump(body, signal) => {
            (17u8, *body).write(out);
            signal.write(out);
        }
        Cut(from, to) => (18u8, (*from, *to)).write(out),
        Freeze(body) => (19u8, *body).write(out),
        Thaw(body) => (20u8, *body).write(out),
        Grab(point, target) => (21u8, (*point, *target)).write(out),
        MoveGrab(grab, target) => (22u8, (*grab, *target)).write(out),
        Release(grab) => (23u8, *grab).write(out),
        AddJoint(joint) => {
            24u8.write(out);
            joint.write(out);
        }
        RemoveJoint(joint) => (25u8, *joint).write(out),
        SetMotor(joint, motor) => {
            (26u8, *joint).write(out);
            motor.write(out);
        }
    }
}

/// Reads what [`write`] wrote. Whether its numbers make sense, the world decides when it is done.
pub(super) fn read(from: &mut Reader<'_>, known: &[Blueprint]) -> Read<Action> {
    use Action::*;
    Ok(match u8::read(from)? {
        0 => SetSettings(Wire::read(from)?),
        1 => SetFields(Wire::read(from)?),
        2 => Add(Box::new(read_def(from, known)?)),
        3 => Remove(Wire::read(from)?),
        4 => Pin(Wire::read(from)?, Wire::read(from)?),
        5 => Teleport(Wire::read(from)?, Wire::read(from)?),
        6 => PlacePoint(Wire::read(from)?, Wire::read(from)?),
        7 => SetVelocity(Wire::read(from)?, Wire::read(from)?, Wire::read(from)?),
        8 => SetPointVelocity(Wire::read(from)?, Wire::read(from)?),
        9 => Impulse(Wire::read(from)?, Wire::read(from)?),
        10 => SetMass(Wire::read(from)?, Wire::read(from)?),
        11 => Tune(Wire::read(from)?, Wire::read(from)?),
        12 => SetSurface(Wire::read(from)?, Wire::read(from)?),
        13 => SetFilter(Wire::read(from)?, Wire::read(from)?),
        14 => SetMotion(Wire::read(from)?, Wire::read(from)?),
        15 => SetBlueprint(Wire::read(from)?, known.get(u32::read(from)? as usize).ok_or(())?.clone()),
        16 => SetMuscle(Wire::read(from)?, Wire::read(from)?, Wire::read(from)?),
        17 => SetPump(Wire::read(from)?, Wire::read(from)?),
        18 => Cut(Wire::read(from)?, Wire::read(from)?),
        19 => Freeze(Wire::read(from)?),
        20 => Thaw(Wire::read(from)?),
        21 => Grab(Wire::read(from)?, Wire::read(from)?),
        22 => MoveGrab(Wire::read(from)?, Wire::read(from)?),
        23 => Release(Wire::read(from)?),
        24 => AddJoint(Box::new(Wire::read(from)?)),
        25 => RemoveJoint(Wire::read(from)?),
        26 => SetMotor(Wire::read(from)?, Wire::read(from)?),
        _ => return Err(()),
    })
}
