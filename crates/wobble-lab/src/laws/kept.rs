//! What was right and stays right: conserved quantities, friction, falls, orbits, pendulums, motors, belts, gas.

use super::beam::G;
use super::case::{Experiment, Family, Law, Rule};
use super::scene::{STEP, built, empty_space, ground, play, slope, steel_box, steel_disc, wait};
use core::f64::consts::PI;
use glam::{Vec2, vec2};
use wobble2d::blueprint::{Balloon, Chain, Keeps, Lattice, Mesh};
use wobble2d::{
    Anchor, Attractor, Blueprint, BodyDef, Drive, Fields, Gas, Hold, Joint, Material, Motion, PointId, Result, Signal, Spring,
    Surface, World, workload,
};

/// A law that is judged by a part of its theory.
const fn relative(name: &'static str, bound: f64, unit: &'static str, shows: &'static str) -> Law {
    Law { name, rule: Rule::Relative, bound, unit, shows }
}

/// A law whose theory is nothing.
const fn absolute(name: &'static str, bound: f64, unit: &'static str, shows: &'static str) -> Law {
    Law { name, rule: Rule::Absolute, bound, unit, shows }
}

const MOMENTUM: Law = absolute("momentum", 1e-4, "N s", "Two blobs that collide keep their common momentum.");
const TURNING: Law =
    relative("angular-momentum", 1e-3, "N m s", "A spinning square of springs keeps its angular momentum for ten seconds.");
const SPIN: Law = relative("spin", 0.01, "J", "And its kinetic energy.");
const FALL: Law = relative("fall", 0.005, "m", "A thrown particle is where the parabola says after two seconds.");
const ORBIT: Law = relative("orbit", 0.01, "m", "A circular orbit has its radius after ten rounds.");
const STICK: Law = Law {
    name: "stick-pendulum",
    rule: Rule::AtLeast,
    bound: 0.0,
    unit: "",
    shows: "A pendulum of a stick, let go at the height of its pin, keeps this part of its energy for a minute.",
};
const ROD: Law = Law { name: "rod-pendulum", shows: "So does a pendulum on a rod, which is a joint.", ..STICK };
const BOB: Law = relative("period", 0.01, "s", "A pendulum has its period, by the arithmetic-geometric mean.");
const HOLDS: Law = absolute("holds", 1e-3, "m", "Below the angle of friction a box stays where it is.");
const SLIDES: Law =
    relative("slides", 1e-3, "m/s²", "Above it a box is accelerated by g (sin(slope) − μ cos(slope)), to three digits.");
const BELT: Law = relative("belt", 0.02, "m/s", "A belt brings a box to its speed.");
const MOTOR: Law = relative("motor", 0.01, "rad/s", "A motor turns a wheel by torque times time over inertia.");
const STALL: Law =
    absolute("stall", 0.01, "rad", "A motor that is too weak to lift an arm level holds it where its weight balances the motor.");
const CATENARY: Law = relative("catenary", 0.01, "m", "A chain between two pins hangs as a catenary.");
const DRAG: Law = relative("terminal", 2e-3, "m/s", "A fall with drag has the speed √(m g / c) in the end.");
const BALLOON: Law = relative("balloon", 0.01, "m", "A balloon has the radius where pressure and tension balance.");
const CONTAINER: Law =
    absolute("container", 0.0, "", "A ring that keeps others inside and is shaken loses none of ten blobs in ten seconds.");
const REPEAT: Law = absolute("restored", 0.0, "", "A world that was saved and restored goes on with the same bits: 0 if so.");

pub(super) fn experiments() -> Vec<Experiment> {
    let one =
        |law: Law, parameters: &str, measure: fn() -> (f64, Option<f64>)| Experiment::one(Family::Kept, parameters, law, measure);
    let mut all = vec![
        one(MOMENTUM, "speed=4 seconds=5", momentum),
        one(TURNING, "spin=6 seconds=10", || spinning(|world| world.angular_momentum(Vec2::ZERO))),
        one(SPIN, "spin=6 seconds=10", || spinning(|world| world.energy().kinetic)),
        one(FALL, "seconds=2", fall),
        one(ORBIT, "rounds=10", orbit),
        one(STICK, "seconds=60", || (0.98, swing(Pendulum::Stick).map(|(kept, _)| kept))),
        one(ROD, "seconds=60", || (0.98, swing(Pendulum::Rod).map(|(kept, _)| kept))),
        one(BOB, "of=stick", || (period(), swing(Pendulum::Stick).map(|(_, period)| period))),
        one(BOB, "of=rod", || (period(), swing(Pendulum::Rod).map(|(_, period)| period))),
        one(BELT, "speed=2", belt),
        one(MOTOR, "torque=1", motor),
        one(STALL, "torque=4", stall),
        one(CATENARY, "span=2 length=2.6", catenary),
        one(DRAG, "drag=0.1", terminal),
        one(BALLOON, "gas=20", balloon),
        one(CONTAINER, "blobs=10 shaken=1", container),
        one(REPEAT, "pile=blobs-100", restored),
    ];
    all.extend([20.0, 26.0].map(holds));
    for angle in [27.0, 35.0, 50.0] {
        all.push(slides(angle, 0.5));
    }
    all.extend([5.0, 30.0].map(|angle| slides(angle, 0.0)));
    all
}

fn momentum() -> (f64, Option<f64>) {
    let run = || {
        let (mut world, blob) = (built(empty_space())?, built(workload::blob())?);
        built(world.add(BodyDef::new(&blob).at(-2.0, 0.0).moving(4.0, 0.0)))?;
        built(world.add(BodyDef::new(&blob).at(2.0, 0.3).mass(3.0)))?;
        wait(&mut world, 5.0)?;
        Some((world.momentum() - glam::dvec2(4.0, 0.0)).length())
    };
    (0.0, run())
}

/// What a spinning lattice has in the beginning, and after ten seconds.
fn spinning(quantity: fn(&World) -> f64) -> (f64, Option<f64>) {
    let spring = Spring::new(1e4);
    let lattice = Lattice { structural: spring, shear: spring, ..Lattice::default() };
    let Some(blueprint) = built(lattice.build()) else { return (f64::NAN, None) };
    let Some(mut world) = built(empty_space()) else { return (f64::NAN, None) };
    if built(world.add(BodyDef::new(&blueprint).spinning(6.0))).is_none() {
        return (f64::NAN, None);
    }
    let start = quantity(&world);
    (start, wait(&mut world, 10.0).map(|()| quantity(&world)))
}

fn particle() -> Result<Blueprint> {
    Blueprint::builder().point(Vec2::ZERO, 1.0).build()
}

/// The place of the first point of the first body. `[m]`
fn place(world: &World) -> Option<Vec2> {
    Some(world.bodies().next()?.position(0))
}

fn fall() -> (f64, Option<f64>) {
    let run = || {
        let mut world = World::new();
        built(world.add(BodyDef::new(&built(particle())?).moving(3.0, 4.0)))?;
        wait(&mut world, 2.0)?;
        Some(f64::from(place(&world)?.y))
    };
    (4.0 * 2.0 - 0.5 * G * 4.0, run())
}

fn orbit() -> (f64, Option<f64>) {
    let run = || {
        let mut world = World::new();
        let attractor = Attractor { position: Vec2::ZERO, gm: 25.0, core: 0.0 };
        built(world.set_fields(Fields { attractors: vec![attractor], ..Fields::none() }))?;
        built(world.add(BodyDef::new(&built(particle())?).at(1.0, 0.0).moving(0.0, 5.0)))?;
        wait(&mut world, 10.0 * 2.0 * PI / 5.0)?;
        Some(f64::from(place(&world)?.length()))
    };
    (1.0, run())
}

#[derive(Clone, Copy)]
enum Pendulum {
    Stick,
    Rod,
}

/// A metre long, let go at the height of its pin.
fn pendulum(kind: Pendulum) -> Result<World> {
    let mut world = World::new();
    match kind {
        Pendulum::Stick => {
            let chain = Chain { to: vec2(1.0, 0.0), links: 1, ..Chain::default() };
            world.add(BodyDef::new(&chain.build()?))?;
        }
        Pendulum::Rod => {
            let body = world.add(BodyDef::new(&particle()?).at(1.0, 0.0))?;
            let bob = Anchor::Point(PointId { body, index: 0 });
            world.add_joint(Joint::new(Hold::Rod { length: None }, Anchor::World(Vec2::ZERO), bob))?;
        }
    }
    Ok(world)
}

/// The part of its energy that is left after a minute, counted from the lowest place; and the mean period of the first ten seconds.
fn swing(kind: Pendulum) -> Option<(f64, f64)> {
    let mut world = built(pendulum(kind))?;
    let bob = match kind {
        Pendulum::Stick => 1,
        Pendulum::Rod => 0,
    };
    let mass = f64::from(world.bodies().next()?.point_mass(bob));
    let bottom = mass * G;
    let mut turns = Vec::new();
    let mut before = (0.0, 1.0);
    play(&mut world, 60.0, STEP, |world| {
        let x = world.bodies().next().map_or(f64::NAN, |body| f64::from(body.position(bob).x));
        let now = (world.time(), x);
        if before.1 * now.1 < 0.0 && now.0 < 10.0 {
            turns.push(before.0 + (now.0 - before.0) * before.1 / (before.1 - now.1));
        }
        before = now;
    })?;
    let kept = (world.energy().total() + bottom) / bottom;
    let period = match *turns.as_slice() {
        [first, .., last] => 2.0 * (last - first) / (turns.len() - 1) as f64,
        _ => 0.0,
    };
    Some((kept, period))
}

/// The period of a pendulum of a metre that swings to a right angle on both sides: 2π √(l/g) / agm(1, cos(½·90°)). `[s]`
fn period() -> f64 {
    let (mut a, mut b) = (1.0, 0.5f64.sqrt());
    for _ in 0..20 {
        (a, b) = (0.5 * (a + b), (a * b).sqrt());
    }
    2.0 * PI * (1.0 / G).sqrt() / a
}

/// How far a box of a metre goes down a slope in a second, one second after it was put there, and how much faster it gets. `[m]`, `[m/s]`
fn slide(angle: f64, friction: f32) -> Option<[f64; 2]> {
    let mut world = World::new();
    let surface = Surface { friction, ..Surface::default() };
    built(world.set_fields(slope(angle.to_radians())))?;
    built(world.add(BodyDef::new(&built(ground(-5.0, 60.0))?).surface(surface)))?;
    let body = built(world.add(BodyDef::new(&built(steel_box(1.0))?).at(0.0, 0.5).surface(surface)))?;
    wait(&mut world, 1.0)?;
    let now = |world: &World| Some([world.body(body)?.centre().x, world.body(body)?.mean_velocity().x].map(f64::from));
    let before = now(&world)?;
    wait(&mut world, 1.0)?;
    let after = now(&world)?;
    Some([after[0] - before[0], after[1] - before[1]])
}

fn holds(angle: f64) -> Experiment {
    Experiment::one(Family::Kept, format!("slope={angle} friction=0.5"), HOLDS, move || {
        (0.0, slide(angle, 0.5).map(|[way, _]| way))
    })
}

fn slides(angle: f64, friction: f32) -> Experiment {
    Experiment::one(Family::Kept, format!("slope={angle} friction={friction}"), SLIDES, move || {
        let radians = angle.to_radians();
        let theory = G * (libm::sin(radians) - f64::from(friction) * libm::cos(radians));
        (theory, slide(angle, friction).map(|[_, gain]| gain))
    })
}

fn belt() -> (f64, Option<f64>) {
    let run = || {
        let mut world = World::new();
        let surface = Surface { belt: 2.0, ..Surface::default() };
        built(world.add(BodyDef::new(&built(ground(-5.0, 30.0))?).surface(surface)))?;
        let body = built(world.add(BodyDef::new(&built(steel_box(0.5))?).at(0.0, 0.25)))?;
        wait(&mut world, 2.0)?;
        Some(f64::from(world.body(body)?.mean_velocity().x))
    };
    (2.0, run())
}

/// A wheel of steel on a hinge, driven. `[N m]`
fn driven(world: &mut World, wheel: &Blueprint, target: f32, strength: f32) -> Result<wobble2d::BodyId> {
    let body = world.add(BodyDef::new(wheel))?;
    let joint = Joint::new(Hold::Hinge, Anchor::World(Vec2::ZERO), Anchor::Body { body, place: Vec2::ZERO });
    world.add_joint(joint.driven(Drive::Spin, Signal::Constant(target), strength))?;
    Ok(body)
}

fn motor() -> (f64, Option<f64>) {
    let Some(wheel) = built(steel_disc(0.5)) else { return (f64::NAN, None) };
    let inertia = super::scene::roundness(&wheel, 0.5) * f64::from(wheel.mass()) * 0.25;
    let run = || {
        let mut world = built(empty_space())?;
        let body = built(driven(&mut world, &wheel, 1e3, 1.0))?;
        wait(&mut world, 2.0)?;
        Some(f64::from(world.body(body)?.mean_spin()))
    };
    (2.0 / inertia, run())
}

/// An arm of a metre and a kilogram, held at its end, needs a torque of 4.9 N m.
fn stall() -> (f64, Option<f64>) {
    let run = || {
        let material = Material { density: 10.0, ..Material::STEEL };
        let arm = built(Mesh { spacing: 0.1, ..Mesh::rectangle(1.0, 0.1) }.of(material).build())?;
        let mut world = World::new();
        // It hangs, and a motor that is too weak to lift it level tries to turn it on and on.
        let body = built(world.add(BodyDef::new(&arm).at(0.0, -0.5).turned(-0.5 * core::f32::consts::PI)))?;
        let joint = Joint::new(Hold::Hinge, Anchor::World(Vec2::ZERO), Anchor::Body { body, place: vec2(-0.5, 0.0) });
        built(world.add_joint(joint.driven(Drive::Spin, Signal::Constant(0.5), 4.0)))?;
        // It swings about its balance for ever, unless something brakes it.
        built(world.set_fields(Fields { damping: 0.5, ..Fields::default() }))?;
        wait(&mut world, 30.0)?;
        let centre = world.body(body)?.centre();
        Some(libm::atan2(f64::from(centre.x), -f64::from(centre.y)))
    };
    // The torque of its weight balances the motor.
    (libm::asin(4.0 / (1.0 * G * 0.5)), run())
}

fn catenary() -> (f64, Option<f64>) {
    // 2 a sinh(span / 2a) = length, solved for a.
    let (mut low, mut high) = (1e-3, 1e3);
    for _ in 0..200 {
        let a = 0.5 * (low + high);
        if 2.0 * a * libm::sinh(1.0 / a) > 2.6 { low = a } else { high = a }
    }
    let run = || {
        let chain = Chain { to: vec2(2.0, 0.0), links: 40, slack: 1.3, pinned: [true; 2], ..Chain::default() };
        let mut world = World::new();
        built(world.set_fields(Fields { damping: 2.0, ..Fields::default() }))?;
        let body = built(world.add(BodyDef::new(&built(chain.build())?)))?;
        wait(&mut world, 15.0)?;
        Some(-f64::from(world.body(body)?.bounding_box().0.y))
    };
    (low * (libm::cosh(1.0 / low) - 1.0), run())
}

fn terminal() -> (f64, Option<f64>) {
    let run = || {
        let mut world = World::new();
        built(world.set_fields(Fields { drag: 0.1, ..Fields::default() }))?;
        let body = built(world.add(BodyDef::new(&built(particle())?)))?;
        wait(&mut world, 10.0)?;
        Some(-f64::from(world.body(body)?.mean_velocity().y))
    };
    ((G / 0.1).sqrt(), run())
}

/// A ring of 24 springs of 200 N/m, stretched by a gas of 20 N m in a vacuum.
fn balloon() -> (f64, Option<f64>) {
    let half = PI / 24.0;
    let rest = 0.7 * 2.0 * 0.5 * libm::sin(half);
    let (mut low, mut high) = (0.01, 10.0);
    for _ in 0..100 {
        let r = 0.5 * (low + high);
        let inward = 2.0 * 200.0 * (2.0 * r * libm::sin(half) - rest) * libm::sin(half);
        let area = 12.0 * r * r * libm::sin(2.0 * half);
        let outward = 20.0 / area * r * libm::sin(2.0 * half);
        if outward > inward { low = r } else { high = r }
    }
    let run = || {
        let (skin, gas) = (Spring::new(200.0).damped(1.0), Gas::in_vacuum(20.0).viscous(2.0));
        let balloon = Balloon { radius: 0.5, points: 24, mass: 1.0, skin, tightness: 0.7, gas: Some(gas) };
        let mut world = built(empty_space())?;
        built(world.add(BodyDef::new(&built(balloon.build())?)))?;
        wait(&mut world, 10.0)?;
        Some(f64::from(place(&world)?.length()))
    };
    (low, run())
}

/// A ring of three metres that swings by half a metre to each side once a second.
fn container() -> (f64, Option<f64>) {
    let run = || {
        let corner = |k: u32| {
            let angle = 2.0 * PI * f64::from(k) / 32.0;
            glam::dvec2(3.0 * libm::cos(angle), 3.0 * libm::sin(angle)).as_vec2()
        };
        let ring = Blueprint::builder().points((0..32).map(corner), 1.0).pin(0..32).outline(0..32).keeps(Keeps::Inside);
        let shaken = Motion::Swing { by: vec2(0.5, 0.0), turn: 0.0, period: 1.0, phase: 0.0 };
        let (mut world, blob) = (World::new(), built(workload::blob())?);
        let ring = built(world.add(BodyDef::new(&built(ring.build())?).led(shaken)))?;
        for k in 0..10u32 {
            built(world.add(BodyDef::new(&blob).at(1.1 * (k % 4) as f32 - 1.65, 1.1 * (k / 4) as f32 - 1.1)))?;
        }
        wait(&mut world, 10.0)?;
        let centre = world.body(ring)?.centre();
        let lost = world.bodies().filter(|body| body.id() != ring && body.centre().distance(centre) > 3.0);
        Some(lost.count() as f64)
    };
    (0.0, run())
}

fn restored() -> (f64, Option<f64>) {
    let run = || {
        let mut world = built(workload::pile(100, 0.0))?;
        wait(&mut world, 2.0)?;
        let mut again = World::restore(&world.save()).ok()?;
        wait(&mut world, 2.0)?;
        wait(&mut again, 2.0)?;
        Some(if world.state_hash() == again.state_hash() { 0.0 } else { 1.0 })
    };
    (0.0, run())
}
