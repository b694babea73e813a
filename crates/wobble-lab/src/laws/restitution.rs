//! Rebounds keep the stated part of the speed, whatever hits whatever, and no energy is gained.

use super::case::{Experiment, Family, Finding, Law, Rule};
use super::scene::{STEP, bouncy, built, empty_space, ground, play, steel_box, steel_disc, wait, walled};
use glam::{Vec2, vec2};
use wobble2d::blueprint::{Ball, Mesh};
use wobble2d::{Blueprint, BodyDef, Fields, Material, Method, Result, Settings, World};

const REBOUND: Law = Law {
    name: "rebound",
    rule: Rule::Absolute,
    bound: 0.03,
    unit: "",
    shows: "What is rigid parts with e times the speed it came with.",
};
const SOFT: Law =
    Law { name: "soft-rebound", bound: 0.1, shows: "What is soft and filled parts with e times its speed.", ..REBOUND };
const MOST: Law = Law {
    name: "gas-most",
    rule: Rule::AtMost,
    bound: 0.01,
    unit: "",
    shows: "Forty discs that lose nothing never have more kinetic energy than in the beginning.",
};
const LEAST: Law = Law {
    name: "gas-least",
    rule: Rule::AtLeast,
    bound: 0.05,
    unit: "",
    shows: "And never less, but for what a blow that is not over has taken.",
};
const RISE: Law = Law {
    name: "gas-rise",
    rule: Rule::AtMost,
    bound: 1e-4,
    unit: "",
    shows: "Discs that lose speed by every blow never gain kinetic energy from one frame to the next.",
};
const CRADLE: Law = Law {
    name: "cradle-energy",
    rule: Rule::Absolute,
    bound: 0.05,
    unit: "",
    shows: "Five discs in a row that lose nothing have the kinetic energy of the first one in the end.",
};
const CRADLE_LAST: Law = Law { name: "cradle-last", shows: "The last disc has the speed that the first one had.", ..CRADLE };
const DROP: Law = Law {
    name: "drop",
    rule: Rule::Relative,
    bound: 0.06,
    unit: "m",
    shows: "A disc that falls on the floor of a box with e = 1 comes back to the height it fell from.",
};
const SOFT_DROP: Law = Law { name: "soft-drop", bound: 0.2, shows: "The same for the default ball.", ..DROP };

pub(super) fn experiments() -> Vec<Experiment> {
    let mut all = Vec::new();
    for target in [Target::Scenery, Target::Wall, Target::Another] {
        for e in [0.0, 0.5, 1.0] {
            all.extend([0.5, 5.0, 50.0].map(|speed| rigid(Shape::Disc, target, e, speed, Method::Xpbd)));
        }
    }
    for target in [Target::Scenery, Target::Another] {
        for e in [0.0, 0.5, 1.0] {
            all.push(rigid(Shape::Square, target, e, 5.0, Method::Xpbd));
        }
    }
    for method in Method::ALL.into_iter().filter(|method| *method != Method::Xpbd) {
        all.extend([0.0, 1.0].map(|e| rigid(Shape::Disc, Target::Scenery, e, 5.0, method)));
    }
    for shape in [Shape::Ball, Shape::Rubber] {
        for e in [0.0, 0.5, 1.0] {
            all.extend([1.0, 3.0].map(|speed| soft(shape, e, speed)));
        }
    }
    for walls in [Target::Scenery, Target::Wall] {
        all.extend([5.0, 60.0].map(|seconds| gas(walls, seconds)));
        all.extend([5.0, 60.0].map(|seconds| lossy_gas(walls, seconds)));
    }
    all.extend([0.01, 0.1, 1.0].map(cradle));
    all.push(drop(Shape::Disc, DROP));
    all.push(drop(Shape::Ball, SOFT_DROP));
    all
}

/// What is hit.
#[derive(Clone, Copy, Debug)]
enum Target {
    Scenery,
    Wall,
    Another,
}

impl Target {
    fn name(self) -> &'static str {
        match self {
            Self::Scenery => "scenery",
            Self::Wall => "wall",
            Self::Another => "another",
        }
    }
}

/// What hits it; all a metre wide.
#[derive(Clone, Copy, Debug)]
enum Shape {
    Disc,
    Square,
    Ball,
    Rubber,
}

impl Shape {
    fn build(self) -> Result<Blueprint> {
        match self {
            Self::Disc => steel_disc(0.5),
            Self::Square => steel_box(1.0),
            Self::Ball => Ball::default().build(),
            Self::Rubber => Mesh::disc(0.5).of(Material::RUBBER).build(),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Disc => "disc",
            Self::Square => "box",
            Self::Ball => "ball",
            Self::Rubber => "rubber",
        }
    }
}

fn rigid(shape: Shape, target: Target, e: f32, speed: f32, method: Method) -> Experiment {
    let parameters = format!("body={} target={} e={e} speed={speed} method={}", shape.name(), target.name(), method.name());
    Experiment::one(Family::Restitution, parameters, REBOUND, move || (f64::from(e), part(shape, target, e, speed, method)))
}

fn soft(shape: Shape, e: f32, speed: f32) -> Experiment {
    let parameters = format!("body={} e={e} speed={speed}", shape.name());
    Experiment::one(Family::Restitution, parameters, SOFT, move || {
        (f64::from(e), part(shape, Target::Scenery, e, speed, Method::Xpbd))
    })
}

/// The part of its speed with which a body goes away from what it was shot at.
fn part(shape: Shape, target: Target, e: f32, speed: f32, method: Method) -> Option<f64> {
    let (mut world, blueprint) = (built(empty_space())?, built(shape.build())?);
    built(world.set_settings(Settings { method, ..Settings::default() }))?;
    // It arrives after three frames and a bit.
    let room = 0.055 * speed;
    let shot = BodyDef::new(&blueprint).at(0.0, 0.5 + room).moving(0.0, -speed).surface(bouncy(e));
    let body = built(world.add(shot))?;
    let mut other = None;
    match target {
        Target::Scenery => {
            built(world.add(BodyDef::new(&built(ground(-5.0, 5.0))?).surface(bouncy(e))))?;
        }
        Target::Wall => built(walled(&mut world, vec2(-50.0, 0.0), vec2(50.0, 1e4), e, 0.0))?,
        Target::Another => {
            let against = BodyDef::new(&blueprint).at(0.0, -0.5).surface(bouncy(e));
            other = Some(built(world.add(against))?);
        }
    }
    wait(&mut world, 0.5)?;
    let way = |id| world.body(id).map(|body| f64::from(body.mean_velocity().y));
    let away = way(body)? - other.map_or(Some(0.0), way)?;
    Some(away / f64::from(speed))
}

/// Forty discs in a box of ten metres, as fast as each other, in all directions. The box is that of the settings, or four blocks.
fn discs(walls: Target, e: f32) -> Result<World> {
    let mut world = empty_space()?;
    if let Target::Wall = walls {
        walled(&mut world, Vec2::ZERO, Vec2::splat(10.0), e, 0.0)?;
    } else {
        let block = Mesh::rectangle(14.0, 2.0).outline;
        let block = Blueprint::builder().points(block, 1.0).pin(0..4).outline(0..4).build()?;
        for (x, y, turns) in [(5.0, -1.0, 0.0), (11.0, 5.0, 1.0), (5.0, 11.0, 0.0), (-1.0, 5.0, 1.0)] {
            let angle = turns * core::f32::consts::FRAC_PI_2;
            world.add(BodyDef::new(&block).at(x, y).turned(angle).surface(bouncy(e)))?;
        }
    }
    let disc = steel_disc(0.3)?;
    for k in 0..40u32 {
        let place = vec2(1.0 + 1.3 * (k % 7) as f32, 1.0 + 1.4 * (k / 7) as f32);
        // The golden angle spreads them evenly.
        let angle = 2.399_963_2 * f64::from(k);
        let velocity = 3.0 * vec2(libm::cos(angle) as f32, libm::sin(angle) as f32);
        world.add(BodyDef::new(&disc).at(place.x, place.y).moving(velocity.x, velocity.y).surface(bouncy(e)))?;
    }
    Ok(world)
}

fn gas(walls: Target, seconds: f64) -> Experiment {
    let parameters = format!("walls={} seconds={seconds}", walls.name());
    let experiment = Experiment::new(Family::Restitution, parameters, &[MOST, LEAST], move || {
        let run = || {
            let mut world = built(discs(walls, 1.0))?;
            let start = world.energy().kinetic;
            let (mut most, mut least) = (1.0f64, 1.0f64);
            play(&mut world, seconds, STEP, |world| {
                let part = world.energy().kinetic / start;
                (most, least) = (most.max(part), least.min(part));
            })?;
            Some([most, least])
        };
        let found = run();
        vec![Finding::new(1.0, found.map(|[most, _]| most)), Finding::new(1.0, found.map(|[_, least]| least))]
    });
    experiment.quick(seconds < 10.0)
}

fn lossy_gas(walls: Target, seconds: f64) -> Experiment {
    let parameters = format!("walls={} e=0.5 seconds={seconds}", walls.name());
    let experiment = Experiment::one(Family::Restitution, parameters, RISE, move || {
        let run = || {
            let mut world = built(discs(walls, 0.5))?;
            let start = world.energy().kinetic;
            let (mut before, mut rise) = (start, 0.0f64);
            play(&mut world, seconds, STEP, |world| {
                let now = world.energy().kinetic;
                rise = rise.max((now - before) / start);
                before = now;
            })?;
            Some(rise)
        };
        (0.0, run())
    });
    experiment.quick(seconds < 10.0)
}

fn cradle(gap: f32) -> Experiment {
    Experiment::new(Family::Restitution, format!("discs=5 gap={gap}"), &[CRADLE, CRADLE_LAST], move || {
        let run = || {
            let (mut world, disc) = (built(empty_space())?, built(steel_disc(0.5))?);
            let mut last = None;
            for k in 0..5 {
                let speed = if k == 0 { 2.0 } else { 0.0 };
                let def = BodyDef::new(&disc).at(k as f32 * (1.0 + gap), 0.0).moving(speed, 0.0).surface(bouncy(1.0));
                last = Some(built(world.add(def))?);
            }
            let start = world.energy().kinetic;
            wait(&mut world, f64::from(4.0 * gap / 2.0) + 1.0)?;
            let speed = f64::from(world.body(last?)?.mean_velocity().x) / 2.0;
            Some([world.energy().kinetic / start, speed])
        };
        let found = run();
        vec![Finding::new(1.0, found.map(|[energy, _]| energy)), Finding::new(1.0, found.map(|[_, speed]| speed))]
    })
}

/// Falls three metres on the floor of a box.
fn drop(shape: Shape, law: Law) -> Experiment {
    Experiment::one(Family::Restitution, format!("body={} fall=3 e=1", shape.name()), law, move || {
        let run = || {
            let (mut world, blueprint) = (built(empty_space())?, built(shape.build())?);
            built(world.set_fields(Fields::default()))?;
            built(walled(&mut world, vec2(-5.0, 0.0), vec2(5.0, 100.0), 1.0, 0.0))?;
            let body = built(world.add(BodyDef::new(&blueprint).at(0.0, 3.5).surface(bouncy(1.0))))?;
            let mut highest = 0.0f64;
            // It is down after 0.78 s, and would be back after 1.56 s.
            play(&mut world, 1.8, STEP, |world| {
                let height = world.body(body).map_or(f64::NAN, |body| f64::from(body.centre().y));
                highest = if world.time() > 0.8 { highest.max(height - 0.5) } else { 0.0 };
            })?;
            Some(highest)
        };
        (3.0, run())
    })
}
