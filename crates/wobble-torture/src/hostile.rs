//! Shapes, worlds and deeds that nobody in their right mind would make.

use crate::dice::Dice;
use glam::{Vec2, vec2};
use wobble2d::blueprint::{Ball, Balloon, Chain, Cloth, Lattice, Pinned, Rope, StickPolygon, TwoLayerRing};
use wobble2d::{
    Action, Anchor, Area, Bend, Blueprint, BodyDef, BodyId, Bounds, ContactSettings, Detector, Drive, Fields, Filter, FrictionLaw,
    Gas, GasLaw, Hold, Joint, Limit, Method, Motion, Motor, Plasticity, PointId, Pointer, Response, RestitutionRule, Settings,
    Shape, Signal, Spring, Stick, Surface, Tearing, Triangle, Tuning, World,
};

/// A world may have so many bodies; then some must go.
const MOST_BODIES: usize = 14;

/// Settings of every kind that is allowed.
pub(crate) fn settings(dice: &mut Dice<'_>) -> Settings {
    let corner = vec2(-dice.between(1.0, 8.0), -dice.between(0.5, 5.0));
    let bounds = Bounds { min: corner, max: -corner, restitution: dice.between(0.0, 1.0), friction: dice.between(0.0, 2.0) };
    let penalty = Response::Penalty { stiffness: dice.decade(0.0, 7.0), viscosity: dice.decade(-2.0, 3.0) };
    let contact = ContactSettings {
        detector: dice.one_of(&Detector::ALL),
        response: if dice.once_in(5) { penalty } else { Response::Impulse },
        friction: dice.one_of(&[FrictionLaw::Coulomb, FrictionLaw::Product]),
        restitution: dice.one_of(&[RestitutionRule::Product, RestitutionRule::Largest]),
    };
    Settings {
        method: if dice.once_in(3) { dice.one_of(&Method::ALL) } else { Method::Xpbd },
        substeps: 1 + dice.below(12),
        stick_iterations: 1 + dice.below(4),
        bounds: (!dice.once_in(4)).then_some(bounds),
        calm: !dice.once_in(4),
        sleep: dice.once_in(3),
        contact,
        ..Settings::default()
    }
}

pub(crate) fn fields(dice: &mut Dice<'_>) -> Fields {
    let pointer = Pointer { position: dice.place(3.0), strength: dice.between(-200.0, 200.0), core: dice.decade(-3.0, 0.0) };
    Fields {
        gravity: dice.one_of(&[vec2(0.0, -9.81), vec2(0.0, 9.81), vec2(60.0, 0.0), Vec2::ZERO, vec2(0.0, -1000.0)]),
        drag: if dice.once_in(4) { dice.decade(-4.0, 4.0) } else { 0.0 },
        damping: if dice.once_in(4) { dice.decade(-2.0, 4.0) } else { 0.0 },
        wind: if dice.once_in(4) { dice.place(50.0) } else { Vec2::ZERO },
        pointer: dice.once_in(5).then_some(pointer),
        ..Fields::default()
    }
}

/// A shape, or `None` where the builder refuses it, as it must.
pub(crate) fn blueprint(dice: &mut Dice<'_>) -> Option<Blueprint> {
    let spring = Spring::new(if dice.once_in(8) { 0.0 } else { dice.decade(-1.0, 12.0) }).damped(dice.decade(-3.0, 3.0));
    let (mass, points) = (dice.decade(-3.0, 3.0), 3 + dice.below(20));
    let shape = match dice.below(9) {
        0 => Ball { points, mass, skin: spring, ..Ball::default() }.build(),
        1 => Balloon { points, mass, skin: spring, tightness: dice.between(0.1, 3.0), ..Balloon::default() }.build(),
        2 => TwoLayerRing { points, mass, outer_springs: spring, ..TwoLayerRing::default() }.build(),
        3 => {
            let (columns, rows) = (2 + dice.below(5), 2 + dice.below(5));
            Lattice { columns, rows, mass, structural: spring, shear: spring, ..Lattice::default() }.build()
        }
        4 => Chain { links: 1 + points, mass, pinned: [dice.once_in(2), dice.once_in(4)], ..Chain::default() }.build(),
        5 => Rope { pieces: points, mass, spring, pinned: [dice.once_in(2), false], ..Rope::default() }.build(),
        6 => StickPolygon { corners: points, mass, supports: dice.once_in(2), ..StickPolygon::default() }.build(),
        7 => {
            let pinned = if dice.once_in(3) { Pinned::Top } else { Pinned::Free };
            Cloth { columns: 3 + dice.below(6), rows: 3 + dice.below(5), mass, structural: spring, pinned, ..Cloth::default() }
                .build()
        }
        _ => tangled(dice, spring),
    };
    shape.ok().and_then(|shape| changed(dice, &shape))
}

/// Points anywhere, joined anyhow: without area, inside out, crossing itself.
fn tangled(dice: &mut Dice<'_>, spring: Spring) -> wobble2d::Result<Blueprint> {
    let count = 3 + dice.below(8);
    let flat = dice.once_in(4);
    let mut builder = Blueprint::builder();
    for _ in 0..count {
        let place = dice.place(0.7);
        builder = builder.point(if flat { vec2(place.x, 0.0) } else { place }, dice.decade(-3.0, 3.0));
    }
    for _ in 0..2 * count {
        let (a, b) = (dice.below(count), dice.below(count));
        builder = match dice.below(5) {
            0 => builder.stick(a, b, Stick::default()),
            1 => builder.bend([a, b, dice.below(count)], Bend::new(dice.decade(-4.0, 4.0))),
            2 => builder.triangle([a, b, dice.below(count)], Triangle::new(dice.decade(0.0, 8.0), dice.between(-0.4, 0.9))),
            _ => builder.spring(a, b, spring),
        };
    }
    if dice.once_in(2) {
        builder = builder.outline(0..count);
    }
    builder.build()
}

/// The same shape with gas, plasticity, tearing and more put on top.
fn changed(dice: &mut Dice<'_>, shape: &Blueprint) -> Option<Blueprint> {
    let mut builder = shape.to_builder();
    if dice.once_in(4) {
        let limit = Limit { strain: Some(dice.decade(-2.0, 1.0)), force: dice.once_in(2).then(|| dice.decade(-1.0, 4.0)) };
        builder = builder.tearing(Tearing {
            springs: limit,
            sticks: limit,
            bends: limit,
            triangles: limit,
            puncture: dice.between(0.0, 1.0),
        });
    }
    if dice.once_in(5) {
        builder = builder.plastic(Plasticity {
            yield_strain: dice.decade(-3.0, 0.0),
            creep: dice.decade(-1.0, 2.0),
            limit: dice.between(0.1, 0.9),
        });
    }
    if dice.once_in(5) {
        let rate = dice.once_in(2).then(|| dice.decade(-1.0, 3.0));
        builder = builder.shape(Shape { rate, damping: dice.between(0.0, 5.0), forgets: if dice.once_in(2) { 0.5 } else { 0.0 } });
    }
    if dice.once_in(6) {
        let law = dice.one_of(&[GasLaw::Vacuum, GasLaw::Atmosphere]);
        builder = builder.gas(Gas { law, amount: dice.decade(-2.0, 5.0), viscosity: dice.between(0.0, 5.0) });
    }
    if dice.once_in(6) {
        builder = builder.area(Area { stiffness: dice.decade(0.0, 8.0), inflation: dice.between(0.2, 3.0) });
    }
    // What cannot be put on top is left away.
    builder.build().ok().or_else(|| Some(shape.clone()))
}

pub(crate) fn def(dice: &mut Dice<'_>) -> Option<BodyDef> {
    let shape = blueprint(dice)?;
    let tuning = Tuning { size: dice.decade(-0.5, 0.5), stiffness: dice.decade(-3.0, 3.0), ..Tuning::default() };
    // Within two metres of each other: most bodies begin inside others.
    let place = dice.place(2.0);
    let speed = if dice.once_in(4) { dice.decade(0.0, 2.8) } else { 1.0 };
    let motion = Motion::Swing { by: dice.place(2.0), turn: dice.between(-3.0, 3.0), period: dice.decade(-1.0, 1.0), phase: 0.0 };
    Some(BodyDef {
        position: place,
        angle: dice.between(-4.0, 4.0),
        velocity: speed * dice.place(1.0),
        spin: dice.between(-10.0, 10.0),
        mass: dice.once_in(3).then(|| dice.decade(-3.0, 3.0)),
        tuning: if dice.once_in(3) { tuning } else { Tuning::default() },
        surface: surface(dice),
        filter: filter(dice),
        motion: dice.once_in(5).then_some(motion),
        ..BodyDef::new(&shape)
    })
}

fn surface(dice: &mut Dice<'_>) -> Surface {
    let belt = if dice.once_in(6) { dice.between(-20.0, 20.0) } else { 0.0 };
    Surface { friction: dice.between(0.0, 3.0), restitution: if dice.once_in(3) { dice.between(0.0, 1.0) } else { 0.0 }, belt }
}

fn filter(dice: &mut Dice<'_>) -> Filter {
    let one_way = dice.once_in(8).then(|| vec2(0.0, 1.0));
    Filter { sensor: dice.once_in(12), itself: dice.once_in(3), one_way, ..Filter::default() }
}

/// Something to do to a world. The world may refuse it.
pub(crate) fn deed(dice: &mut Dice<'_>, world: &World) -> Option<Action> {
    let bodies: Vec<BodyId> = world.bodies().map(|body| body.id()).collect();
    if bodies.is_empty() {
        return def(dice).map(|def| Action::Add(Box::new(def)));
    }
    let body = dice.one_of(&bodies);
    let count = world.body(body).map_or(1, |body| body.state().len() as u32);
    let point = PointId { body, index: dice.below(count) };
    Some(match dice.below(22) {
        0 | 1 if bodies.len() < MOST_BODIES => Action::Add(Box::new(def(dice)?)),
        0..=2 => Action::Remove(body),
        3 => Action::Teleport(body, dice.place(3.0)),
        4 => Action::PlacePoint(point, dice.place(4.0)),
        5 => Action::SetFields(fields(dice)),
        6 => Action::SetSettings(Settings { method: world.settings().method, ..settings(dice) }),
        7 => Action::Pin(point, dice.once_in(2)),
        8 => Action::SetVelocity(body, dice.decade(0.0, 2.9) * dice.place(1.0), dice.between(-50.0, 50.0)),
        9 => Action::Impulse(point, dice.decade(-2.0, 1.0) * dice.place(1.0)),
        10 => Action::SetMass(body, dice.decade(-3.0, 3.0)),
        11 => Action::Tune(
            body,
            Tuning {
                size: dice.decade(-1.0, 1.0),
                stiffness: dice.decade(-3.0, 3.0),
                gas: dice.between(0.0, 3.0),
                ..Tuning::default()
            },
        ),
        12 => Action::SetSurface(body, surface(dice)),
        13 => Action::SetFilter(body, filter(dice)),
        14 | 15 => Action::Cut(dice.place(4.0), dice.place(4.0)),
        16 => {
            if dice.once_in(2) {
                Action::Freeze(body)
            } else {
                Action::Thaw(body)
            }
        }
        17 => Action::Grab(point, dice.place(5.0)),
        18 => match world.grabs().first().map(|grab| grab.id) {
            Some(grab) if dice.once_in(2) => Action::Release(grab),
            Some(grab) => Action::MoveGrab(grab, dice.place(5.0)),
            None => Action::SetPointVelocity(point, dice.place(300.0)),
        },
        19 => joint(dice, world, &bodies, point),
        20 => Action::SetMuscle(body, dice.below(count), Some(signal(dice))),
        _ => Action::SetPump(body, dice.once_in(2).then(|| signal(dice))),
    })
}

fn signal(dice: &mut Dice<'_>) -> Signal {
    Signal::Sine { mean: 1.0, amplitude: dice.between(0.0, 0.9), period: dice.decade(-1.5, 1.0), phase: 0.0 }
}

fn joint(dice: &mut Dice<'_>, world: &World, bodies: &[BodyId], point: PointId) -> Action {
    if let Some(joint) = world.joints().next().filter(|_| dice.once_in(3)) {
        return Action::RemoveJoint(joint.id());
    }
    let second = match dice.below(3) {
        0 => Anchor::World(dice.place(3.0)),
        1 => Anchor::Body { body: dice.one_of(bodies), place: dice.place(0.5) },
        _ => Anchor::Point(PointId { body: dice.one_of(bodies), index: 0 }),
    };
    let spring =
        Hold::Spring { length: Some(dice.decade(-2.0, 0.5)), stiffness: dice.decade(-1.0, 9.0), damping: dice.decade(-2.0, 3.0) };
    let hold = dice.one_of(&[Hold::Hinge, spring, Hold::Rod { length: None }, Hold::Loose, Hold::Weld]);
    let motor = Motor { drive: Drive::Speed, target: Signal::Constant(dice.between(-20.0, 20.0)), strength: dice.decade(0.0, 5.0) };
    let breaking_force = dice.once_in(3).then(|| dice.decade(-1.0, 4.0));
    Action::AddJoint(Box::new(Joint {
        motor: dice.once_in(4).then_some(motor),
        breaking_force,
        ..Joint::new(hold, Anchor::Point(point), second)
    }))
}
