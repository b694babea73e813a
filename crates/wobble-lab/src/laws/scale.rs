//! A scene in other units of length is the same scene; and so it is at other steps.
//!
//! Lengths, velocities, gravity and the speed limit are multiplied by `s`; times, masses and stiffness per metre stay. With `s` a power of two every
//! operation of the engine could give the same digits.

use super::case::{Experiment, Family, Law, Rule};
use super::scene::{STEP, built, play, slope};
use core::array;
use glam::{Vec2, vec2};
use wobble2d::blueprint::{Ball, Chain, Filling, Mesh, Rope};
use wobble2d::material::Matter;
use wobble2d::{
    Area, Blueprint, BodyDef, Bounds, Fields, Limit, Material, Result, Settings, Spring, Surface, Tearing, Triangle, World,
};

const SAME: Law = Law {
    name: "same",
    rule: Rule::Absolute,
    bound: 0.0,
    unit: "m",
    shows: "A scene that is a power of two as large is the same to the bit: the furthest that any point is off, scaled back, 1 for more than that.",
};
const UNEVEN: Law = Law {
    name: "uneven-steps",
    rule: Rule::AtMost,
    bound: 0.0,
    unit: "",
    shows: "With steps from 1/144 s to 1/30 s in turn, a stack has at most twice the root mean square speed it has with even steps.",
};

type Scene = fn(f32) -> Result<World>;

pub(super) fn experiments() -> Vec<Experiment> {
    let scenes: [(&'static str, Scene); 7] = [
        ("pile", pile),
        ("stack", stack),
        ("chain", chain),
        ("bounce", bounce),
        ("roll", roll),
        ("sleep", sleep),
        ("tearing", tearing),
    ];
    let mut all = Vec::new();
    for (name, scene) in scenes {
        all.extend([1.0 / 128.0, 128.0].map(|scale| same(name, scene, scale)));
    }
    all.extend([3, 5].map(uneven));
    all
}

fn same(name: &str, scene: Scene, scale: f32) -> Experiment {
    let size = if scale < 1.0 { "1/128" } else { "128" };
    Experiment::one(Family::Scale, format!("scene={name} scale={size}"), SAME, move || {
        let run = || {
            let [mut one, mut other] = [built(scene(1.0))?, built(scene(scale))?];
            for world in [&mut one, &mut other] {
                play(world, 5.0, STEP, |_| {})?;
            }
            furthest(&one, &other, f64::from(scale))
        };
        (0.0, run())
    })
}

/// How far any point of a scaled world is from where it should be, scaled back, at most a metre: further off, it is just another world. None if it has
/// other bodies or points, or other bodies sleep. `[m]`
fn furthest(one: &World, other: &World, scale: f64) -> Option<f64> {
    let asleep = |world: &World| world.bodies().map(|body| (body.is_asleep(), body.state().len())).collect::<Vec<_>>();
    if asleep(one) != asleep(other) {
        return None;
    }
    let pairs = one.bodies().zip(other.bodies()).flat_map(|(a, b)| a.state().iter().zip(b.state()));
    Some(pairs.map(|(a, b)| off(*a, *b, scale)).fold(0.0, f64::max).min(1.0))
}

fn off(a: [f32; 4], b: [f32; 4], scale: f64) -> f64 {
    let [x, y]: [f64; 2] = array::from_fn(|axis| f64::from(b[axis]) / scale - f64::from(a[axis]));
    (x * x + y * y).sqrt()
}

/// A world of a scale, with a box of so many metres to each side or without.
fn world(s: f32, half: Option<f32>) -> Result<World> {
    let mut world = World::new();
    world.set_fields(Fields { gravity: s * Fields::default().gravity, ..Fields::default() })?;
    let bounds = half.map(|half| Bounds::new(s * vec2(-half, 0.0), s * vec2(half, 1e3)));
    let limit = s * Settings::default().speed_limit;
    world.set_settings(Settings { bounds, speed_limit: limit, ..Settings::default() })?;
    Ok(world)
}

fn ground(s: f32) -> Result<Blueprint> {
    let corners = [(-20.0, -2.0), (20.0, -2.0), (20.0, 0.0), (-20.0, 0.0)].map(|(x, y)| s * vec2(x, y));
    Blueprint::builder().points(corners, 1.0).pin(0..4).outline(0..4).build()
}

fn blob(s: f32) -> Result<Blueprint> {
    let area = Area { stiffness: 2e4, inflation: 1.0 };
    let ball = Ball { radius: 0.5 * s, points: 16, filling: Filling::Area(area), ..Ball::default() };
    ball.build()
}

/// Matter by its mass, not by its density, and by numbers that hold at any size.
fn block(s: f32, matter: Matter) -> Result<Blueprint> {
    let plain = Mesh::rectangle(s, s);
    let material = Material { density: 4.0 / (s * s), matter, ..Material::RUBBER };
    Mesh { spacing: 0.25 * s, ..plain }.of(material).build()
}

fn pile(s: f32) -> Result<World> {
    let (mut world, blob) = (world(s, Some(3.0))?, blob(s)?);
    for k in 0..30u32 {
        let place = vec2(-2.2 + 1.1 * (k % 5) as f32 + 0.03 * (k % 3) as f32, 0.7 + 1.1 * (k / 5) as f32);
        world.add(BodyDef::new(&blob).at(s * place.x, s * place.y))?;
    }
    Ok(world)
}

fn stack(s: f32) -> Result<World> {
    let mut world = world(s, None)?;
    world.add(BodyDef::new(&ground(s)?))?;
    let block = block(s, Matter::Triangles(Triangle::new(5e4, 0.3).damped(10.0)))?;
    for k in 0..3 {
        world.add(BodyDef::new(&block).at(0.0, s * (0.5 + k as f32)))?;
    }
    Ok(world)
}

fn chain(s: f32) -> Result<World> {
    let mut world = world(s, None)?;
    let chain = Chain { to: s * vec2(2.0, 0.0), ..Chain::default() };
    world.add(BodyDef::new(&chain.build()?))?;
    Ok(world)
}

fn disc(s: f32) -> Result<Blueprint> {
    let disc = Mesh::disc(0.5 * s);
    let material = Material { density: 8.0 / (s * s), ..Material::STEEL };
    disc.of(material).build()
}

fn bounce(s: f32) -> Result<World> {
    let mut world = world(s, None)?;
    let bouncy = Surface { restitution: 0.75, ..Surface::default() };
    world.add(BodyDef::new(&ground(s)?).surface(bouncy))?;
    world.add(BodyDef::new(&disc(s)?).at(0.0, 2.5 * s).moving(0.5 * s, 0.0).surface(bouncy))?;
    Ok(world)
}

fn roll(s: f32) -> Result<World> {
    let mut world = world(s, None)?;
    let fields = slope(5.0f64.to_radians());
    world.set_fields(Fields { gravity: s * fields.gravity, ..fields })?;
    world.add(BodyDef::new(&ground(s)?))?;
    world.add(BodyDef::new(&disc(s)?).at(-10.0 * s, 0.5 * s))?;
    Ok(world)
}

fn sleep(s: f32) -> Result<World> {
    let mut world = stack(s)?;
    world.set_settings(Settings { sleep: true, ..*world.settings() })?;
    Ok(world)
}

/// A rope that tears when a weight at its end has fallen far enough.
fn tearing(s: f32) -> Result<World> {
    let mut world = world(s, None)?;
    let tearing = Tearing { springs: Limit::strain(0.05), ..Tearing::NEVER };
    let rope = Rope { to: s * vec2(2.0, 0.0), spring: Spring::new(500.0).damped(0.2).rope(), ..Rope::default() };
    let rope = rope.build()?.to_builder().point(s * Vec2::new(2.05, 0.0), 2.0).spring(30, 31, Spring::new(500.0)).tearing(tearing);
    world.add(BodyDef::new(&rope.build()?))?;
    Ok(world)
}

fn uneven(count: u32) -> Experiment {
    Experiment::one(Family::Scale, format!("boxes={count} of=rubber"), UNEVEN, move || {
        let speed = |steps: &[f32]| {
            let mut world = built(on_ground(count))?;
            // A cycle of all steps takes about as long whichever they are; ten seconds, of which the last two count.
            let (mut squares, mut counted) = (0.0, 0.0);
            while world.time() < 10.0 {
                for &step in steps {
                    play(&mut world, f64::from(step), step, |_| {})?;
                    if world.time() > 8.0 {
                        squares += world.rms_speed() * world.rms_speed();
                        counted += 1.0;
                    }
                }
            }
            Some(f64::sqrt(squares / counted))
        };
        let uneven: [f32; 8] = [144.0, 30.0, 60.0, 120.0, 45.0, 90.0, 35.0, 75.0].map(|rate: f32| 1.0 / rate);
        let (even, uneven) = (speed(&[STEP]), speed(&uneven));
        // Below a tenth of a millimetre a second, both are at rest.
        (2.0, even.zip(uneven).map(|(even, uneven)| uneven.max(1e-4) / even.max(1e-4)))
    })
}

fn on_ground(count: u32) -> Result<World> {
    let mut world = super::scene::on_ground(20.0)?;
    let block = Mesh::rectangle(1.0, 1.0).of(Material::RUBBER).build()?;
    for k in 0..count {
        world.add(BodyDef::new(&block).at(0.0, 0.5 + k as f32))?;
    }
    Ok(world)
}
