//! Light things carry heavy ones: chains, ropes, bridges, cloth and hinged links.

use super::beam::G;
use super::case::{Experiment, Family, Finding, Law, Rule};
use super::scene::{STEP, built, play, wait};
use super::statics::Statics;
use glam::{Vec2, dvec2, vec2};
use wobble2d::blueprint::{Chain, Cloth, Mesh, Pinned, Rope};
use wobble2d::{Anchor, Blueprint, BodyDef, BodyId, Fields, Hold, Joint, Material, Result, Spring, Surface, World};

const CHAIN: Law = Law {
    name: "chain",
    rule: Rule::AtMost,
    bound: 0.005,
    unit: "",
    shows: "A chain of 20 sticks with a weight at its end is as long after a minute as its sticks are together.",
};
const CHAIN_CREEP: Law =
    Law { name: "chain-creep", bound: 0.001, shows: "It does not get longer in the second half of that minute.", ..CHAIN };
const ROPE: Law =
    Law { name: "rope", shows: "A rope of 30 springs with a weight at its end gets longer by load over stiffness.", ..CHAIN };
const BRIDGE: Law = Law {
    name: "bridge",
    shows: "A bridge of 20 sticks, held at both ends, carries a weight in its middle without getting longer.",
    ..CHAIN
};
const CLOTH: Law =
    Law { name: "cloth", shows: "A cloth with a weight along its lower edge gets longer as the static solution says.", ..CHAIN };
const BALL_ON_CLOTH: Law = Law {
    name: "ball-on-cloth",
    rule: Rule::AtLeast,
    bound: 0.0,
    unit: "m",
    shows: "A heavy ball that falls on a cloth stays above its lowest point.",
};
const LINKS: Law = Law {
    name: "links",
    shows: "Twenty hinged links of steel, the last one heavy, are as long after a minute as they are together.",
    ..CHAIN
};
const LINKS_CREEP: Law = Law { name: "links-creep", shows: CHAIN_CREEP.shows, ..CHAIN_CREEP };

const RATIOS: [f32; 4] = [1.0, 10.0, 100.0, 1000.0];

pub(super) fn experiments() -> Vec<Experiment> {
    let mut all = Vec::new();
    all.extend(RATIOS.map(chain));
    all.extend(RATIOS.map(rope));
    all.extend(RATIOS.map(bridge));
    all.extend(RATIOS.map(cloth));
    all.extend([1.0, 10.0, 100.0].map(ball_on_cloth));
    all.extend([1.0, 10.0, 100.0, 200.0, 1000.0].map(links));
    all
}

/// The length of a way through points of the first body. `[m]`
fn length(world: &World, points: u32) -> f64 {
    world
        .bodies()
        .next()
        .map_or(f64::NAN, |body| (1..points).map(|i| f64::from(body.position(i - 1).distance(body.position(i)))).sum())
}

/// Theory, and the measured stretch after a minute and its growth in the second half. `length` is measured in parts of what it should be.
fn in_a_minute(world: Option<World>, theory: f64, length: impl Fn(&World) -> f64) -> Vec<Finding> {
    let run = || {
        let mut world = world?;
        wait(&mut world, 30.0)?;
        let half = length(&world);
        wait(&mut world, 30.0)?;
        Some([length(&world), half])
    };
    let found = run();
    vec![Finding::new(theory, found.map(|[end, _]| end - 1.0)), Finding::new(0.0, found.map(|[end, half]| end - half))]
}

/// One particle more mass. `[kg]`
fn weighted(blueprint: &Blueprint, index: u32, mass: f32) -> Result<Blueprint> {
    let mut builder = Blueprint::builder();
    for (i, point) in (0u32..).zip(blueprint.points()) {
        builder = builder.point(point.position, point.mass + if i == index { mass } else { 0.0 });
    }
    builder = builder.pin((0u32..).zip(blueprint.points()).filter(|(_, point)| point.pinned).map(|(i, _)| i));
    builder = blueprint.sticks().iter().fold(builder, |builder, &([a, b], stick)| builder.stick(a, b, stick));
    builder = blueprint.springs().iter().fold(builder, |builder, &([a, b], spring)| builder.spring(a, b, spring));
    blueprint.strands().iter().fold(builder, |builder, strand| builder.strand(strand.iter().copied())).build()
}

fn only(blueprint: Result<Blueprint>) -> Option<World> {
    let mut world = World::new();
    built(world.add(BodyDef::new(&blueprint.ok()?)))?;
    Some(world)
}

/// Five metres of chain, 50 grams a link, hanging.
fn chain(ratio: f32) -> Experiment {
    Experiment::new(Family::MassRatio, format!("ratio={ratio}"), &[CHAIN, CHAIN_CREEP], move || {
        let chain = Chain { to: vec2(0.0, -5.0), mass: 1.0, ..Chain::default() };
        let world = only(chain.build().and_then(|chain| weighted(&chain, 20, ratio / 20.0)));
        in_a_minute(world, 0.0, |world| length(world, 21) / 5.0)
    })
}

/// Two metres of rope; the weight is a multiple of its own.
fn rope(ratio: f32) -> Experiment {
    Experiment::one(Family::MassRatio, format!("ratio={ratio}"), ROPE, move || {
        let spring = Spring { stiffness: 1e7, ..Rope::default().spring };
        let rope = Rope { to: vec2(0.0, -2.0), spring, ..Rope::default() };
        let load = ratio * rope.mass;
        let Some(blueprint) = built(rope.build().and_then(|rope| weighted(&rope, 30, load))) else { return (f64::NAN, None) };
        // Every piece carries what is below it.
        let below = |k: usize| blueprint.points()[k..].iter().map(|point| f64::from(point.mass)).sum::<f64>();
        let theory = (1..=30).map(|k| below(k) * G / 1e7).sum::<f64>() / 2.0;
        let run = || {
            let mut world = only(Ok(blueprint.clone()))?;
            wait(&mut world, 30.0)?;
            Some(length(&world, 31) / 2.0 - 1.0)
        };
        (theory, run())
    })
}

/// Ten metres wide and a tenth longer; the weight is a multiple of its own.
fn bridge(ratio: f32) -> Experiment {
    Experiment::one(Family::MassRatio, format!("ratio={ratio}"), BRIDGE, move || {
        let bridge = Chain { to: vec2(10.0, 0.0), slack: 1.1, mass: 1.0, pinned: [true; 2], ..Chain::default() };
        let run = || {
            let mut world = only(bridge.build().and_then(|bridge| weighted(&bridge, 10, ratio)))?;
            built(world.set_fields(Fields { damping: 0.5, ..Fields::default() }))?;
            wait(&mut world, 30.0)?;
            Some(length(&world, 21) / 11.0 - 1.0)
        };
        (0.0, run())
    })
}

/// A cloth of 16 × 16 points, a metre and a half wide.
fn cloth(ratio: f32) -> Experiment {
    let cloth = Experiment::one(Family::MassRatio, format!("ratio={ratio}"), CLOTH, move || {
        let spring = Spring::new(1e6).damped(2.0);
        let cloth =
            Cloth { columns: 16, rows: 16, spacing: 0.1, mass: 1.0, structural: spring, shear: spring, pinned: Pinned::Top };
        let Some(plain) = built(cloth.build()) else { return (f64::NAN, None) };
        let Some(loaded) = built((0..16).try_fold(plain, |cloth, i| weighted(&cloth, i, ratio / 16.0))) else {
            return (f64::NAN, None);
        };
        let hang = |height: &dyn Fn(usize) -> f64| (0..16).map(|i| 0.75 - height(i)).sum::<f64>() / 16.0 / 1.5 - 1.0;
        let theory = Statics::of(&loaded).rest(dvec2(0.0, -G)).map_or(f64::NAN, |rest| hang(&|i| rest[i].y));
        let run = || {
            let mut world = only(Ok(loaded.clone()))?;
            built(world.set_fields(Fields { damping: 1.0, ..Fields::default() }))?;
            wait(&mut world, 20.0)?;
            let body = world.bodies().next()?;
            Some(hang(&|i| f64::from(body.position(i as u32).y)))
        };
        (theory, run())
    });
    cloth.quick(ratio == 1.0 || ratio == 100.0)
}

/// A cloth of half a kilogram between two walls, seen from its edge, and a ball of a multiple of its mass.
fn ball_on_cloth(ratio: f32) -> Experiment {
    Experiment::one(Family::MassRatio, format!("ratio={ratio}"), BALL_ON_CLOTH, move || {
        let run = || {
            let spring = Spring::new(1e5).damped(2.0);
            let cloth =
                Cloth { columns: 41, rows: 3, spacing: 0.1, mass: 0.5, structural: spring, shear: spring, pinned: Pinned::Sides };
            let mut world = World::new();
            let sheet = built(world.add(BodyDef::new(&built(cloth.build())?)))?;
            let disc = built(Mesh::disc(0.4).of(Material::STEEL).build())?;
            let ball = built(world.add(BodyDef::new(&disc).at(0.0, 0.8).mass(0.5 * ratio)))?;
            let mut least = f64::INFINITY;
            play(&mut world, 10.0, STEP, |world| {
                if let (Some(ball), Some(sheet)) = (world.body(ball), world.body(sheet)) {
                    least = least.min(f64::from(ball.centre().y - sheet.bounding_box().0.y));
                }
            })?;
            Some(least)
        };
        (0.0, run())
    })
}

/// Rigid links of a quarter of a metre and a kilogram, hinged to each other and to the world; the last one is heavier.
fn links(ratio: f32) -> Experiment {
    let links = Experiment::new(Family::MassRatio, format!("ratio={ratio}"), &[LINKS, LINKS_CREEP], move || {
        let hung = built(hinged(ratio));
        let last = hung.as_ref().and_then(|(_, last)| *last);
        let far = move |world: &World| {
            let end = last.and_then(|last| world.body(last)).map(|body| body.place_now(vec2(0.0, -0.125)));
            end.map_or(f64::NAN, |end| f64::from(end.length()) / 5.0)
        };
        in_a_minute(hung.map(|(world, _)| world), 0.0, far)
    });
    // One that is right, one that is not.
    links.quick(ratio == 10.0 || ratio == 1000.0)
}

fn hinged(ratio: f32) -> Result<(World, Option<BodyId>)> {
    let link = Mesh { spacing: 0.1, ..Mesh::rectangle(0.05, 0.25).of(Material::STEEL) }.build()?;
    let mut world = World::new();
    let mut upper = Anchor::World(Vec2::ZERO);
    let mut last = None;
    for k in 0..20 {
        let mass = if k == 19 { ratio } else { 1.0 };
        let def = BodyDef::new(&link).at(0.0, -0.125 - 0.25 * k as f32).mass(mass).surface(Surface::default());
        let body = world.add(def)?;
        world.add_joint(Joint::new(Hold::Hinge, upper, Anchor::Body { body, place: vec2(0.0, 0.125) }))?;
        upper = Anchor::Body { body, place: vec2(0.0, -0.125) };
        last = Some(body);
    }
    Ok((world, last))
}
