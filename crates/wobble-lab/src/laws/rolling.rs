//! What is round rolls down a slope as fast as theory says.

use super::beam::G;
use super::case::{Experiment, Family, Law, Rule};
use super::scene::{built, ground, roundness, slope, steel_disc, wait};
use wobble2d::blueprint::{Ball, Mesh};
use wobble2d::{Blueprint, BodyDef, BodyId, Material, Result, Settings, World};

const DISC: Law = Law {
    name: "disc",
    rule: Rule::Relative,
    bound: 0.02,
    unit: "m/s",
    shows: "A rigid disc has the speed g sin(slope) t / (1 + I/(m r²)) after five seconds.",
};
const MESH: Law =
    Law { name: "mesh", bound: 0.05, shows: "So has a disc of rubber, and one of steel with twice the corners.", ..DISC };
const BALL: Law = Law {
    name: "ball",
    rule: Rule::AtLeast,
    bound: 0.0,
    unit: "",
    shows: "The default ball has at least this part of the speed of a hoop: its matter is kneaded as it rolls.",
};
const PLANK: Law = Law {
    name: "plank",
    bound: 0.05,
    shows: "A plank on three free rollers has g sin(slope) t (M + 3 m/2) / (M + 3 (m + I/r²)/4) after two seconds.",
    ..DISC
};
const RUBBER_PLANK: Law = Law { name: "rubber-plank", bound: 0.1, shows: "The same for a plank of rubber.", ..PLANK };
const PLANK_CALM: Law =
    Law { name: "plank-calm", bound: 0.01, shows: "The plank is as fast with the calm pass as without it.", ..DISC };

pub(super) fn experiments() -> Vec<Experiment> {
    let mut all = Vec::new();
    all.extend([0.5, 1.0, 2.0, 5.0, 10.0].map(disc));
    for angle in [2.0, 5.0] {
        all.extend([Roller::Rubber, Roller::Fine].map(|roller| mesh(roller, angle)));
    }
    all.extend([(2.0, 0.1), (5.0, 0.65)].map(|(angle, part)| ball(angle, part)));
    all.push(plank(Material::STEEL, "steel", PLANK));
    all.push(plank(Material::RUBBER, "rubber", RUBBER_PLANK));
    all.push(plank_calm());
    all
}

/// What rolls; all a metre wide.
#[derive(Clone, Copy, Debug)]
enum Roller {
    Disc,
    Rubber,
    Fine,
    Ball,
}

impl Roller {
    fn build(self) -> Result<Blueprint> {
        match self {
            Self::Disc => steel_disc(0.5),
            Self::Rubber => Mesh::disc(0.5).of(Material::RUBBER).build(),
            Self::Fine => {
                let corner = |k: u32| {
                    let angle = core::f64::consts::TAU * f64::from(k) / 64.0;
                    glam::dvec2(0.5 * libm::cos(angle), 0.5 * libm::sin(angle)).as_vec2()
                };
                Mesh { outline: (0..64).map(corner).collect(), ..Mesh::disc(0.5) }.of(Material::STEEL).build()
            }
            Self::Ball => Ball::default().build(),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Disc => "disc",
            Self::Rubber => "rubber",
            Self::Fine => "fine",
            Self::Ball => "ball",
        }
    }
}

/// Theory and measured speed after so many seconds on a slope. `[s]`, `[°]`, `[m/s]`
fn speed(roller: Roller, angle: f64, seconds: f64) -> (f64, Option<f64>) {
    let Some(blueprint) = built(roller.build()) else { return (f64::NAN, None) };
    let radians = angle.to_radians();
    let theory = G * libm::sin(radians) * seconds / (1.0 + roundness(&blueprint, 0.5));
    let run = || {
        let mut world = World::new();
        built(world.set_fields(slope(radians)))?;
        built(world.add(BodyDef::new(&built(ground(-20.0, 60.0))?)))?;
        let body = built(world.add(BodyDef::new(&blueprint).at(0.0, 0.5)))?;
        wait(&mut world, seconds)?;
        Some(f64::from(world.body(body)?.mean_velocity().x))
    };
    (theory, run())
}

fn disc(angle: f64) -> Experiment {
    Experiment::one(Family::Rolling, format!("slope={angle}"), DISC, move || speed(Roller::Disc, angle, 5.0))
}

fn mesh(roller: Roller, angle: f64) -> Experiment {
    let parameters = format!("body={} slope={angle}", roller.name());
    Experiment::one(Family::Rolling, parameters, MESH, move || speed(roller, angle, 5.0))
}

fn ball(angle: f64, part: f64) -> Experiment {
    Experiment::one(Family::Rolling, format!("slope={angle}"), BALL, move || {
        let (theory, measured) = speed(Roller::Ball, angle, 5.0);
        (part, measured.map(|speed| speed / theory))
    })
}

/// A plank of four metres on three rollers, on a slope of 2°.
fn on_rollers(material: &Material, calm: bool) -> Result<(World, BodyId, [f64; 3])> {
    let (plank, roller) = (Mesh::rectangle(4.0, 0.2).of(*material).build()?, steel_disc(0.25)?);
    let mut world = World::new();
    world.set_fields(slope(2.0f64.to_radians()))?;
    world.set_settings(Settings { calm, ..Settings::default() })?;
    world.add(BodyDef::new(&ground(-20.0, 40.0)?))?;
    for k in [-1.0, 0.0, 1.0] {
        world.add(BodyDef::new(&roller).at(k, 0.25))?;
    }
    let body = world.add(BodyDef::new(&plank).at(0.0, 0.6))?;
    let masses = [f64::from(plank.mass()), f64::from(roller.mass()), roundness(&roller, 0.25)];
    Ok((world, body, masses))
}

/// Theory and measured speed of the plank after two seconds. `[m/s]`
fn plank_speed(material: &Material, calm: bool) -> (f64, Option<f64>) {
    let Some((mut world, body, [plank, roller, roundness])) = built(on_rollers(material, calm)) else { return (f64::NAN, None) };
    let (pull, inertia) = (plank + 1.5 * roller, plank + 0.75 * roller * (1.0 + roundness));
    let theory = G * libm::sin(2.0f64.to_radians()) * 2.0 * pull / inertia;
    let mut run = || {
        wait(&mut world, 2.0)?;
        Some(f64::from(world.body(body)?.mean_velocity().x))
    };
    (theory, run())
}

fn plank(material: Material, name: &str, law: Law) -> Experiment {
    Experiment::one(Family::Rolling, format!("plank={name} slope=2"), law, move || plank_speed(&material, true))
}

fn plank_calm() -> Experiment {
    Experiment::one(Family::Rolling, "plank=steel slope=2", PLANK_CALM, || {
        let speed = |calm| plank_speed(&Material::STEEL, calm).1;
        (speed(false).unwrap_or(f64::NAN), speed(true))
    })
}
