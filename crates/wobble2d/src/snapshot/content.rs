//! What a snapshot holds, part by part.

use super::contacts::{read_memory, write_contacts};
use super::sound::is_sound;
use super::wire::{Read, Reader, Wire, Writer, wire_enum, wire_struct};
use crate::blueprint::{Blueprint, BlueprintBuilder, Cover, Point, Rest};
use crate::body::{Body, Driven, Flesh, Keyframe, Lead, Motion, Particles, Roster, Slot, Trouble, Tuning, Work};
use crate::contact::shape::Keeps;
use crate::contact::{Bounds, ContactSettings, Detector, Filter, FrictionLaw, Response, RestitutionRule, Surface};
use crate::element::{Area, Bend, Gas, GasLaw, Plasticity, Shape, Spring, Stick, Triangle};
use crate::error::{Error, Result};
use crate::field::{Attractor, Fields, Grab, Pointer};
use crate::id::{BodyId, GrabId, JointId, PointId};
use crate::joint::{Anchor, Drive, Hold, Joint, Jointed, Motor};
use crate::method::Method;
use crate::settings::{Settings, Width};
use crate::signal::Signal;
use crate::solve::island::{BackOff, Memory};
use crate::tear::{Limit, Losses, Tearing};
use crate::world::World;
use glam::Vec2;
use std::sync::Arc;

wire_enum!(Method[ExplicitEuler, SemiImplicitEuler, PositionVerlet, VelocityVerlet, Rk4, Xpbd, Implicit]);
wire_enum!(GasLaw[Vacuum, Atmosphere]);
wire_enum!(Keeps[Outside, Inside, Apart]);
wire_enum!(FrictionLaw[Coulomb, Product]);
wire_enum!(RestitutionRule[Product, Largest]);
wire_struct!(ContactSettings { detector, response, friction, restitution });
wire_struct!(Bounds { min, max, restitution, friction });
wire_struct!(Pointer { position, strength, core });
wire_struct!(Attractor { position, gm, core });
wire_struct!(Fields { gravity, gravity_on, drag, damping, wind, pointer, attractors });
wire_struct!(BodyId { slot, generation });
wire_struct!(PointId { body, index });
wire_enum!(Drive[Spin, Angle, Speed, Length]);
wire_struct!(Motor { drive, target, strength });
wire_struct!(Joint { anchors, hold, motor, angles, lengths, breaking_force, contacts });
wire_struct!(Jointed { id, joint, length, direction, angle, impulse, force, impulses, taut });
wire_struct!(BackOff { wait, skip });
wire_struct!(Memory { motion, overlap, back });
wire_struct!(Grab { id, point, target, rate });
wire_struct!(Tuning { size, stiffness, damping, gas });
wire_struct!(Slot { generation, place });
wire_struct!(Surface { friction, restitution, belt });
wire_struct!(Filter { layers, mask, sensor, itself, one_way });
wire_struct!(Keyframe { time, offset, angle });
wire_struct!(Lead { motion, position, angle, since });
wire_struct!(Spring { stiffness, damping, rest_length, support, rope });
wire_struct!(Stick { length, support, rope });
wire_struct!(Bend { stiffness, damping });
wire_struct!(Shape { rate, damping, forgets });
wire_struct!(Triangle { young, poisson, damping });
wire_struct!(Gas { law, amount, viscosity });
wire_struct!(Area { stiffness, inflation });
wire_struct!(Plasticity { yield_strain, creep, limit });
wire_struct!(Driven { signal, factor });
wire_struct!(Work { muscles, pumps, flow });
wire_struct!(Limit { strain, force });
wire_struct!(Tearing { springs, sticks, bends, triangles, puncture });
wire_struct!(Losses { springs, sticks, bends, triangles });
wire_struct!(Point { position, mass, uv, pinned });

impl Wire for Settings {
    fn write(&self, out: &mut Writer) {
        self.method.write(out);
        self.substeps.write(out);
        self.stick_iterations.write(out);
        self.bounds.write(out);
        self.speed_limit.write(out);
        self.calm.write(out);
        self.sleep.write(out);
        self.contact.write(out);
    }
    /// The width is a matter of the machine, not of the world.
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        Ok(Self {
            method: Wire::read(from)?,
            substeps: Wire::read(from)?,
            stick_iterations: Wire::read(from)?,
            bounds: Wire::read(from)?,
            speed_limit: Wire::read(from)?,
            calm: Wire::read(from)?,
            sleep: Wire::read(from)?,
            contact: Wire::read(from)?,
            width: Width::default(),
        })
    }
}

impl Wire for Detector {
    fn write(&self, out: &mut Writer) {
        (Self::ALL.iter().position(|detector| detector == self).unwrap_or(0) as u8).write(out);
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        Self::ALL.get(u8::read(from)? as usize).copied().ok_or(())
    }
}

impl Wire for Response {
    fn write(&self, out: &mut Writer) {
        match *self {
            Self::Impulse => None,
            Self::Penalty { stiffness, viscosity } => Some([stiffness, viscosity]),
        }
        .write(out);
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        let penalty = <Option<[f32; 2]>>::read(from)?;
        Ok(penalty.map_or(Self::Impulse, |[stiffness, viscosity]| Self::Penalty { stiffness, viscosity }))
    }
}

macro_rules! wire_names {
    ($($type:ident),*) => {$(
        impl Wire for $type {
            fn write(&self, out: &mut Writer) {
                self.0.write(out);
            }
            fn read(from: &mut Reader<'_>) -> Read<Self> {
                u32::read(from).map(Self)
            }
        }
    )*};
}
wire_names!(GrabId, JointId);

impl Wire for Anchor {
    fn write(&self, out: &mut Writer) {
        match *self {
            Self::World(place) => (0u8, place).write(out),
            Self::Point(point) => (1u8, point).write(out),
            Self::Edge { body, ends, part } => (2u8, (body, (ends, part))).write(out),
            Self::Body { body, place } => (3u8, (body, place)).write(out),
        }
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        Ok(match u8::read(from)? {
            0 => Self::World(Wire::read(from)?),
            1 => Self::Point(Wire::read(from)?),
            2 => Self::Edge { body: Wire::read(from)?, ends: Wire::read(from)?, part: Wire::read(from)? },
            3 => Self::Body { body: Wire::read(from)?, place: Wire::read(from)? },
            _ => return Err(()),
        })
    }
}

impl Wire for Hold {
    fn write(&self, out: &mut Writer) {
        match *self {
            Self::Hinge => 0u8.write(out),
            Self::Weld => 1u8.write(out),
            Self::Spring { length, stiffness, damping } => (2u8, (length, [stiffness, damping])).write(out),
            Self::Rod { length } => (3u8, length).write(out),
            Self::Loose => 4u8.write(out),
        }
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        Ok(match u8::read(from)? {
            0 => Self::Hinge,
            1 => Self::Weld,
            2 => Self::Spring { length: Wire::read(from)?, stiffness: Wire::read(from)?, damping: Wire::read(from)? },
            3 => Self::Rod { length: Wire::read(from)? },
            4 => Self::Loose,
            _ => return Err(()),
        })
    }
}

impl Wire for Signal {
    fn write(&self, out: &mut Writer) {
        match self {
            Self::Constant(value) => (0u8, *value).write(out),
            Self::Sine { mean, amplitude, period, phase } => (1u8, [*mean, *amplitude, *period, *phase]).write(out),
            Self::Square { low, high, period, phase } => (2u8, [*low, *high, *period, *phase]).write(out),
            Self::Keyframes { frames, repeats } => {
                3u8.write(out);
                frames.write(out);
                repeats.write(out);
            }
        }
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        Ok(match u8::read(from)? {
            0 => Self::Constant(Wire::read(from)?),
            1 => {
                let [mean, amplitude, period, phase] = Wire::read(from)?;
                Self::Sine { mean, amplitude, period, phase }
            }
            2 => {
                let [low, high, period, phase] = Wire::read(from)?;
                Self::Square { low, high, period, phase }
            }
            3 => Self::Keyframes { frames: Wire::read(from)?, repeats: Wire::read(from)? },
            _ => return Err(()),
        })
    }
}

impl Wire for Trouble {
    fn write(&self, out: &mut Writer) {
        let (kind, value) = match *self {
            Self::NotFinite => (0u8, 0.0),
            Self::TooFast(speed) => (1, speed),
            Self::TooFar(distance) => (2, distance),
            Self::Asked => (3, 0.0),
        };
        (kind, value).write(out);
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        match <(u8, f32)>::read(from)? {
            (0, _) => Ok(Self::NotFinite),
            (1, speed) => Ok(Self::TooFast(speed)),
            (2, distance) => Ok(Self::TooFar(distance)),
            (3, _) => Ok(Self::Asked),
            _ => Err(()),
        }
    }
}

impl Wire for Motion {
    fn write(&self, out: &mut Writer) {
        match self {
            Self::Steady { velocity, spin } => (0u8, (*velocity, *spin)).write(out),
            Self::Swing { by, turn, period, phase } => (1u8, (*by, [*turn, *period, *phase])).write(out),
            Self::Keyframes { frames, repeats } => {
                2u8.write(out);
                frames.write(out);
                repeats.write(out);
            }
        }
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        match u8::read(from)? {
            0 => Ok(Self::Steady { velocity: Wire::read(from)?, spin: Wire::read(from)? }),
            1 => {
                let (by, [turn, period, phase]) = Wire::read(from)?;
                Ok(Self::Swing { by, turn, period, phase })
            }
            2 => Ok(Self::Keyframes { frames: Wire::read(from)?, repeats: Wire::read(from)? }),
            _ => Err(()),
        }
    }
}

impl Wire for Cover {
    fn write(&self, out: &mut Writer) {
        match self {
            Self::Fan => None,
            Self::Triangles(triangles) => Some(triangles.clone()),
        }
        .write(out);
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        Ok(Option::read(from)?.map_or(Self::Fan, Self::Triangles))
    }
}

pub(super) fn write_rest(rest: &Rest, out: &mut Writer) {
    rest.points.write(out);
    rest.spring_list.write(out);
    rest.stick_list.write(out);
    rest.bend_list.write(out);
    rest.triangle_list.write(out);
    rest.outline.loops.write(out);
    rest.contact.keeps.write(out);
    rest.strands.write(out);
    rest.cover.write(out);
    rest.cells.write(out);
    rest.gas.write(out);
    rest.area_law.write(out);
    rest.shape.write(out);
    rest.plasticity.write(out);
    rest.sweep_back.write(out);
}

/// How a blueprint tears, and what is known of one that has.
pub(super) fn write_tearing(rest: &Rest, out: &mut Writer) {
    rest.tearing.write(out);
    rest.faces.given.write(out);
}

/// All of a blueprint.
pub(crate) fn write_blueprint(blueprint: &Blueprint, out: &mut Writer) {
    write_rest(&blueprint.0, out);
    write_tearing(&blueprint.0, out);
}

/// Goes through the builder, so that a blueprint from a stranger is as well checked as any other.
pub(crate) fn read_blueprint(from: &mut Reader<'_>) -> Result<Blueprint> {
    let parts = (|| {
        Ok(BlueprintBuilder {
            points: Wire::read(from)?,
            uvs_given: true,
            springs: Wire::read(from)?,
            sticks: Wire::read(from)?,
            bends: Wire::read(from)?,
            triangles: Wire::read(from)?,
            loops: Wire::read(from)?,
            keeps: Wire::read(from)?,
            strands: Wire::read(from)?,
            cover: Some(Wire::read(from)?),
            cells: Wire::read(from)?,
            gas: Wire::read(from)?,
            area: Wire::read(from)?,
            shape: Wire::read(from)?,
            plasticity: Wire::read(from)?,
            sweep_back: Some(Wire::read(from)?),
            tearing: Wire::read(from)?,
            faces: Wire::read(from)?,
        })
    })();
    parts.map_err(|()| damaged("a blueprint"))?.build()
}

/// Everything but blueprints and particles.
pub(super) fn write_small_parts(world: &World, out: &mut Writer) {
    world.settings.write(out);
    world.fields.write(out);
    world.time.write(out);
    world.steps.write(out);
    world.grabs.write(out);
    world.next_grab.write(out);
    world.joints.write(out);
    world.next_joint.write(out);
    world.bodies.slots.write(out);
    write_contacts(world, out);
    for body in &world.bodies.list {
        (body.id, (body.tuning, (body.surface, (body.filter, body.frozen)))).write(out);
        body.lead.write(out);
        ([body.loaded, body.asleep, body.folding], [body.still, body.folded]).write(out);
        body.island.write(out);
        write_flesh(body.flesh.as_deref(), out);
    }
}

fn write_flesh(flesh: Option<&Flesh>, out: &mut Writer) {
    flesh.is_some().write(out);
    if let Some(flesh) = flesh {
        flesh.muscles.write(out);
        flesh.pump.write(out);
        flesh.springs.write(out);
        flesh.triangles.write(out);
        flesh.work.write(out);
    }
}

/// The rest shape is worked out anew, once the numbers it comes from are checked.
fn read_flesh(from: &mut Reader<'_>, blueprint: &Rest) -> Read<Option<Box<Flesh>>> {
    if !bool::read(from)? {
        return Ok(None);
    }
    let mut flesh = Flesh::new(blueprint);
    flesh.muscles = Wire::read(from)?;
    flesh.pump = Wire::read(from)?;
    flesh.springs = Wire::read(from)?;
    flesh.triangles = Wire::read(from)?;
    flesh.work = Wire::read(from)?;
    flesh.check(blueprint).map_err(|_| ())?;
    flesh.rebuild(blueprint);
    Ok(Some(Box::new(flesh)))
}

/// What has torn, and for each body that did, or is a piece, what is left of its pressure and what it is a piece of.
pub(super) fn write_tears(world: &World, out: &mut Writer) {
    world.torn.write(out);
    let touched = world.bodies.list.iter().zip(0u32..).filter(|(body, _)| body.leak.is_some() || body.torn_from.is_some());
    touched.map(|(body, place)| (place, (body.leak, body.torn_from))).collect::<Vec<_>>().write(out);
}

/// Writes the three sections; where the first and the second end.
pub(super) fn write(world: &World, out: &mut Writer) -> [usize; 2] {
    let mut blueprints: Vec<&Blueprint> = Vec::new();
    let mut number_of = std::collections::HashMap::new();
    let numbers: Vec<u32> = world
        .bodies
        .list
        .iter()
        .map(|body| {
            *number_of.entry(Arc::as_ptr(&body.blueprint.0)).or_insert_with(|| {
                blueprints.push(&body.blueprint);
                blueprints.len() as u32 - 1
            })
        })
        .collect();
    (blueprints.len() as u32).write(out);
    blueprints.into_iter().for_each(|blueprint| write_blueprint(blueprint, out));
    numbers.write(out);
    let shapes = out.bytes.len();
    out.bytes.extend(world.particles.state.iter().flatten().flat_map(|number| number.to_le_bytes()));
    let particles = out.bytes.len();
    world.bodies.list.iter().for_each(|body| write_masses(body, &world.particles, out));
    drifting(world).for_each(|i| world.particles.drift[i].write(out));
    write_small_parts(world, out);
    write_tears(world, out);
    [shapes, particles]
}

/// Masses and pins: as the blueprint has them, or as they are.
fn write_masses(body: &Body, particles: &Particles, out: &mut Writer) {
    let now = || body.range().map(|i| (particles.masses[i][1], particles.pinned[i]));
    let same =
        body.blueprint.points().iter().zip(now()).all(|(point, (mass, pinned))| point.mass == mass && point.pinned == pinned);
    same.write(out);
    if !same {
        now().for_each(|pair| pair.write(out));
    }
}

fn read_masses(from: &mut Reader<'_>, blueprint: &Blueprint, records: &[[u8; 16]], particles: &mut Particles) -> Read<()> {
    let same = bool::read(from)?;
    if same {
        particles.push_masses(blueprint.points().iter().map(|point| (point.mass, point.pinned)));
    } else {
        for _ in records {
            particles.push_masses([Wire::read(from)?]);
        }
    }
    let state = records.iter().map(|record| {
        let (numbers, _) = record.as_chunks::<4>();
        core::array::from_fn(|k| f32::from_le_bytes(numbers[k]))
    });
    particles.state.extend(state.clone());
    particles.previous.extend(state);
    Ok(())
}

/// The particles of bodies whose shape forgets.
pub(super) fn drifting(world: &World) -> impl Iterator<Item = usize> {
    world.bodies.list.iter().filter(|body| body.blueprint.0.forgets()).flat_map(Body::range)
}

pub(super) fn read([shapes, records, rest]: &[&[u8]; 3]) -> Result<World> {
    let from = &mut Reader::new(shapes);
    let blueprint_count = u32::read(from).map_err(|()| damaged("the list of blueprints"))?;
    let mut blueprints = Vec::new();
    for _ in 0..blueprint_count {
        blueprints.push(read_blueprint(from)?);
    }
    let shapes = read_shapes(from, &blueprints).map_err(|()| damaged("the list of shapes"))?;
    let (records, odd) = records.as_chunks::<16>();
    // Before anything is made of them: what a body takes in memory, it must have taken in the file.
    let points = shapes.iter().map(|blueprint| blueprint.points().len() as u64).sum::<u64>();
    if !odd.is_empty() || points != records.len() as u64 || points > u64::from(u32::MAX) {
        return Err(damaged("the list of particles"));
    }
    let from = &mut Reader::new(rest);
    let world = read_parts(from, &shapes, records).map_err(|()| damaged("the list of bodies"))?;
    world.settings.check()?;
    world.fields.check()?;
    if !from.is_empty() {
        return Err(damaged("the end"));
    }
    is_sound(&world).then_some(world).ok_or_else(|| damaged("a name or a number"))
}

/// The blueprint of every body.
fn read_shapes(from: &mut Reader<'_>, blueprints: &[Blueprint]) -> Read<Vec<Blueprint>> {
    let numbers: Vec<u32> = Wire::read(from)?;
    let shapes = numbers.into_iter().map(|number| blueprints.get(number as usize).cloned().ok_or(())).collect();
    if from.is_empty() { shapes } else { Err(()) }
}

fn read_particles(from: &mut Reader<'_>, shapes: &[Blueprint], mut records: &[[u8; 16]]) -> Read<Particles> {
    let mut particles = Particles::with_capacity(records.len());
    for blueprint in shapes {
        let (own, others) = records.split_at_checked(blueprint.points().len()).ok_or(())?;
        read_masses(from, blueprint, own, &mut particles)?;
        records = others;
    }
    let mut first = 0;
    for blueprint in shapes {
        let range = first..first + blueprint.points().len();
        first = range.end;
        for drift in particles.drift[range].iter_mut().filter(|_| blueprint.0.forgets()) {
            *drift = Wire::read(from)?;
        }
    }
    Ok(particles)
}

fn read_parts(from: &mut Reader<'_>, shapes: &[Blueprint], records: &[[u8; 16]]) -> Read<World> {
    let particles = read_particles(from, shapes, records)?;
    let mut world = World {
        settings: Wire::read(from)?,
        fields: Wire::read(from)?,
        time: Wire::read(from)?,
        steps: Wire::read(from)?,
        grabs: Wire::read(from)?,
        next_grab: Wire::read(from)?,
        joints: Wire::read(from)?,
        next_joint: Wire::read(from)?,
        particles,
        ..World::default()
    };
    let slots: Vec<Slot> = Wire::read(from)?;
    world.contacts.memory = read_memory(from)?;
    let kept = Wire::read(from)?;
    let mut list = Vec::with_capacity(shapes.len());
    let mut first = 0u32;
    for blueprint in shapes {
        let (id, (tuning, (surface, (filter, frozen)))) = Wire::read(from)?;
        let lead = Wire::read(from)?;
        let ([loaded, asleep, folding], [still, folded]) = Wire::read(from)?;
        let island = Wire::read(from)?;
        let flesh = read_flesh(from, &blueprint.0)?;
        let count = blueprint.points().len() as u32;
        list.push(Body {
            id,
            blueprint: blueprint.clone(),
            first,
            tuning,
            surface,
            filter,
            lead,
            leak: None,
            torn_from: None,
            loaded,
            steady: false,
            folding,
            folded,
            island,
            asleep,
            still,
            frozen,
            origin: Vec2::ZERO,
            free: false,
            held: false,
            solved: false,
            flesh,
            packets: None,
            strips: None,
            rides: false,
        });
        first = first.checked_add(count).ok_or(())?;
    }
    world.torn = Wire::read(from)?;
    for (place, (leak, torn_from)) in <Vec<(u32, (Option<f32>, Option<BodyId>))>>::read(from)? {
        let body: &mut Body = list.get_mut(place as usize).ok_or(())?;
        (body.leak, body.torn_from) = (leak, torn_from);
    }
    world.bodies = Roster { list, slots };
    world.contacts.keep(kept, &world.bodies.list).ok_or(())?;
    Ok(world)
}

fn damaged(what: &str) -> Error {
    Error::Snapshot(format!("{what} is damaged"))
}
