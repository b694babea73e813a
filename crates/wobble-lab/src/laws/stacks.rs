//! Stacks stand, pyramids hold, piles of all shapes come to rest with no point inside another body.

use super::beam::{G, Matter, Rectangle};
use super::case::{Experiment, Family, Finding, Law, Rule};
use super::scene::{STEP, built, on_ground, play, steel_box, walled};
use super::statics::Statics;
use glam::{Vec2, dvec2, vec2};
use wobble2d::blueprint::{Ball, Cloth, Lattice, Mesh, Pinned, Rope};
use wobble2d::{Blueprint, BodyDef, BodyId, Material, Result, Triangle, Tuning, World, workload};

const STACK: Law = Law {
    name: "stack",
    rule: Rule::Absolute,
    bound: 0.01,
    unit: "",
    shows: "Boxes on each other stay where they are for a minute: the furthest drift to a side, in sides of a box, 1 for a stack that fell.",
};
const BUCKLES: Law = Law {
    name: "buckles",
    rule: Rule::AtLeast,
    bound: 0.0,
    unit: "",
    shows: "A stack of soft boxes that is too high by Euler's formula does buckle: its drift is at least a tenth of a box.",
};
const PYRAMID: Law = Law { name: "pyramid", shows: "Fifty-five boxes in ten rows stay where they are for a minute.", ..STACK };
const HEAVY: Law = Law { name: "heavy-top", shows: "Four boxes carry a fifth one that is heavier for a minute.", ..STACK };
const LOADED: Law = Law {
    name: "loaded-block",
    rule: Rule::Absolute,
    bound: 0.003,
    unit: "m",
    shows: "A square of a metre that lies on the ground under ten times its mass is as high as the static solution.",
};
const INSIDE: Law = Law {
    name: "inside",
    rule: Rule::AtMost,
    bound: 0.0,
    unit: "",
    shows: "In a pile no point is inside another body after the stated time.",
};
const CALM: Law = Law {
    name: "calm",
    rule: Rule::AtMost,
    bound: 0.0,
    unit: "m/s",
    shows: "By then the root mean square speed is at most 0.02 √(g r), r the median radius.",
};

pub(super) fn experiments() -> Vec<Experiment> {
    let mut all = Vec::new();
    all.extend([3, 5, 7, 10].map(|count| stack(Brick::Steel, count)));
    all.extend([(Brick::Rubber, 5), (Brick::Lattice, 3), (Brick::Firm, 10)].map(|(brick, count)| stack(brick, count)));
    all.push(buckles());
    all.push(pyramid());
    all.extend([1.0, 10.0, 100.0].map(heavy_top));
    all.extend([8, 16, 36].map(loaded_block));
    all.extend(piles());
    all
}

/// A box of a metre.
#[derive(Clone, Copy, Debug)]
enum Brick {
    Steel,
    Rubber,
    Lattice,
    /// Of a Young's modulus of 1e5 N/m at 4 kg/m².
    Firm,
}

impl Brick {
    fn build(self) -> Result<Blueprint> {
        match self {
            Self::Steel => steel_box(1.0),
            Self::Rubber => Mesh::rectangle(1.0, 1.0).of(Material::RUBBER).build(),
            Self::Lattice => Lattice::default().build(),
            Self::Firm => {
                let material = Material::solid(4.0, Triangle::new(1e5, 0.3).damped(25.0), 0.5);
                Mesh::rectangle(1.0, 1.0).of(material).build()
            }
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Steel => "steel",
            Self::Rubber => "rubber",
            Self::Lattice => "lattice",
            Self::Firm => "firm",
        }
    }
}

/// The furthest that any body has gone to a side in a minute, at most a box: how far the boxes of a fallen stack lie apart says nothing. `[m]`
fn drift(mut world: World, bodies: &[BodyId]) -> Option<f64> {
    let places = |world: &World| -> Option<Vec<Vec2>> { bodies.iter().map(|&id| Some(world.body(id)?.centre())).collect() };
    let start = places(&world)?;
    play(&mut world, 60.0, STEP, |_| {})?;
    let ways = start.iter().zip(places(&world)?).map(|(from, to)| {
        let fallen = from.y - to.y > 0.6;
        f64::from((to.x - from.x).abs()).max(if fallen { 1.0 } else { 0.0 })
    });
    Some(ways.fold(0.0, f64::max).min(1.0))
}

fn column(brick: Brick, masses: &[Option<f32>]) -> Result<(World, Vec<BodyId>)> {
    let (mut world, blueprint) = (on_ground(20.0)?, brick.build()?);
    let mut bodies = Vec::new();
    for (k, mass) in masses.iter().enumerate() {
        // A small offset, so that symmetry alone does not hold the stack.
        let x = if k % 2 == 0 { 0.002 } else { -0.002 };
        let def = BodyDef { mass: *mass, ..BodyDef::new(&blueprint).at(x, 0.5 + k as f32) };
        bodies.push(world.add(def)?);
    }
    Ok((world, bodies))
}

fn drift_of(column: Result<(World, Vec<BodyId>)>) -> Option<f64> {
    let (world, bodies) = built(column)?;
    drift(world, &bodies)
}

fn stack(brick: Brick, count: usize) -> Experiment {
    let parameters = format!("boxes={count} of={}", brick.name());
    Experiment::one(Family::Stacks, parameters, STACK, move || (0.0, drift_of(column(brick, &vec![None; count]))))
}

fn buckles() -> Experiment {
    // ρ g a n³ = 39,240 N/m, twice the Young's modulus.
    Experiment::one(Family::Stacks, "boxes=10 of=rubber", BUCKLES, || (0.1, drift_of(column(Brick::Rubber, &[None; 10]))))
}

fn pyramid() -> Experiment {
    let pyramid = Experiment::one(Family::Stacks, "boxes=55 of=steel", PYRAMID, || {
        let place = || {
            let (mut world, blueprint) = (on_ground(20.0)?, steel_box(1.0)?);
            let mut bodies = Vec::new();
            for row in 0..10 {
                for k in 0..10 - row {
                    let x = 1.05 * (k as f32 - 0.5 * (9 - row) as f32);
                    bodies.push(world.add(BodyDef::new(&blueprint).at(x, 0.5 + row as f32))?);
                }
            }
            Ok((world, bodies))
        };
        (0.0, drift_of(place()))
    });
    pyramid.quick(false)
}

/// Four boxes of a kilogram under one that is heavier.
fn heavy_top(ratio: f32) -> Experiment {
    let stack = Experiment::one(Family::Stacks, format!("ratio={ratio} of=steel"), HEAVY, move || {
        let masses = [1.0, 1.0, 1.0, 1.0, ratio].map(Some);
        (0.0, drift_of(column(Brick::Steel, &masses)))
    });
    stack.quick(ratio < 100.0)
}

fn loaded_block(cells: u32) -> Experiment {
    let matter = Matter::Triangles(Triangle::new(1e4, 0.3).damped(10.0));
    let rectangle = Rectangle { cells: [cells; 2], size: [1.0; 2], density: 1.0, matter };
    let block = Experiment::one(Family::Stacks, format!("mesh={cells}x{cells} load=10"), LOADED, move || {
        let Some(blueprint) = built(rectangle.build([], 10.0, rectangle.top(), true)) else { return (f64::NAN, None) };
        let mean = |height: &dyn Fn(u32) -> f64| {
            let side = |points: Vec<u32>| points.iter().map(|&i| height(i)).sum::<f64>() / f64::from(cells + 1);
            side(rectangle.top().collect()) - side(rectangle.bottom().collect())
        };
        let held = built(rectangle.build(rectangle.bottom(), 10.0, rectangle.top(), true));
        // The lower side may slide, but for its middle.
        let free = (0..=cells as usize).filter(|&i| i != cells as usize / 2);
        let rest = held.and_then(|held| Statics::of(&held).sliding(free).rest(dvec2(0.0, -G)));
        let theory = rest.map_or(f64::NAN, |rest| mean(&|i| rest[i as usize].y));
        let run = || {
            let mut world = built(on_ground(5.0))?;
            let body = built(world.add(BodyDef::new(&blueprint).at(-0.5, 0.0)))?;
            play(&mut world, 10.0, STEP, |_| {})?;
            let view = world.body(body)?;
            Some(mean(&|i| f64::from(view.position(i).y)))
        };
        (theory, run())
    });
    block.quick(cells < 36)
}

/// A pile: how to build it, its median radius, and when it is looked at.
#[derive(Clone, Copy)]
struct Pile {
    name: &'static str,
    build: fn() -> Result<World>,
    radius: f64,
    seconds: f64,
    fast: bool,
}

fn piles() -> Vec<Experiment> {
    let pile = |name, build, radius, seconds, fast| Pile { name, build, radius, seconds, fast };
    let all: [Pile; 14] = [
        pile("blobs-100", || workload::pile(100, 0.0), 0.5, 10.0, true),
        pile("blobs-1000", || workload::pile(1000, 0.0), 0.5, 15.0, false),
        pile("blobs-1500", || workload::pile(1500, 0.0), 0.5, 20.0, false),
        pile("blobs-2000", || workload::pile(2000, 0.0), 0.5, 20.0, false),
        pile("blobs-4000", || workload::pile(4000, 0.0), 0.5, 15.0, false),
        pile("squares-50", || workload::squares(0.0), 0.5, 10.0, true),
        pile("sizes-1-to-10", sizes, 0.16, 15.0, false),
        pile("stars-60", || many(&rubber(star(5, 0.5, 0.22))?, 60), 0.4, 15.0, false),
        pile("corners-60", || many(&rubber(corner())?, 60), 0.4, 15.0, true),
        pile("gears-40", || many(&rubber(star(8, 0.5, 0.38))?, 40), 0.45, 15.0, true),
        pile("ropes-9", ropes, 0.5, 5.0, false),
        pile("balls-1-to-10", balls, 0.16, 5.0, false),
        pile("jelly-stars-60", || many(&jelly(star(5, 0.5, 0.18))?, 60), 0.35, 15.0, false),
        pile("cloths-10", cloths, 0.5, 15.0, true),
    ];
    all.map(pile_case).into()
}

fn pile_case(pile: Pile) -> Experiment {
    let parameters = format!("pile={} seconds={}", pile.name, pile.seconds);
    let experiment = Experiment::new(Family::Stacks, parameters, &[INSIDE, CALM], move || {
        let run = || {
            let mut world = built((pile.build)())?;
            let (mut squares, mut count) = (0.0, 0.0);
            play(&mut world, pile.seconds, STEP, |world| {
                if world.time() > pile.seconds - 1.0 {
                    squares += world.rms_speed() * world.rms_speed();
                    count += 1.0;
                }
            })?;
            Some([world.quality().points_inside as f64, f64::sqrt(squares / count)])
        };
        let found = run();
        let calm = 0.02 * (G * pile.radius).sqrt();
        vec![Finding::new(0.0, found.map(|[inside, _]| inside)), Finding::new(calm, found.map(|[_, speed]| speed))]
    });
    experiment.quick(pile.fast)
}

/// The usual box: ten metres wide, without a lid.
fn basin() -> Result<World> {
    let mut world = World::new();
    walled(&mut world, Vec2::ZERO, vec2(10.0, 1e5), 0.0, 0.5)?;
    Ok(world)
}

/// Rows of a body, each turned a little further.
fn many(blueprint: &Blueprint, count: u32) -> Result<World> {
    let mut world = basin()?;
    for k in 0..count {
        let (x, y) = (1.0 + 1.15 * (k % 8) as f32, 1.0 + 1.2 * (k / 8) as f32);
        world.add(BodyDef::new(blueprint).at(x, y).turned(0.7 * k as f32))?;
    }
    Ok(world)
}

fn rubber(outline: Vec<Vec2>) -> Result<Blueprint> {
    Mesh { outline, spacing: 0.15, ..Mesh::default() }.of(Material::RUBBER).build()
}

fn jelly(outline: Vec<Vec2>) -> Result<Blueprint> {
    Mesh { outline, spacing: 0.15, ..Mesh::default() }.of(Material::JELLY).build()
}

/// A star of so many arms. `[m]`
fn star(arms: u32, outer: f64, inner: f64) -> Vec<Vec2> {
    let corner = |k: u32| {
        let angle = core::f64::consts::TAU * f64::from(k) / f64::from(2 * arms);
        let radius = if k.is_multiple_of(2) { outer } else { inner };
        dvec2(radius * libm::cos(angle), radius * libm::sin(angle)).as_vec2()
    };
    (0..2 * arms).map(corner).collect()
}

/// An L.
fn corner() -> Vec<Vec2> {
    [(-0.4, -0.4), (0.4, -0.4), (0.4, -0.1), (-0.1, -0.1), (-0.1, 0.4), (-0.4, 0.4)].map(|(x, y)| vec2(x, y)).into()
}

/// Two hundred blobs from a tenth of the usual size to the whole.
fn sizes() -> Result<World> {
    of_all_sizes(&workload::blob()?, 200)
}

/// Forty default balls of such sizes.
fn balls() -> Result<World> {
    of_all_sizes(&Ball::default().build()?, 40)
}

fn of_all_sizes(blueprint: &Blueprint, count: u32) -> Result<World> {
    let mut world = basin()?;
    for k in 0..count {
        // As many of one octave as of another.
        let size = libm::pow(10.0, -f64::from(k * 7 % count) / f64::from(count - 1)) as f32;
        let (x, y) = (0.9 + 1.15 * (k % 8) as f32, 1.0 + 1.1 * (k / 8) as f32);
        let tuning = Tuning { size, ..Tuning::default() };
        world.add(BodyDef::new(blueprint).at(x, y).mass(size * size).tuned(tuning))?;
    }
    Ok(world)
}

/// Nine free ropes above each other.
fn ropes() -> Result<World> {
    let mut world = basin()?;
    let rope = Rope { pinned: [false; 2], ..Rope::default() }.build()?;
    for k in 0..9u32 {
        world.add(BodyDef::new(&rope).at(1.0 + 2.3 * (k % 3) as f32 + 0.1 * (k / 3) as f32, 0.5 + 0.3 * (k / 3) as f32))?;
    }
    Ok(world)
}

/// Ten free cloths of a metre above each other.
fn cloths() -> Result<World> {
    let mut world = basin()?;
    let cloth = Cloth { columns: 11, rows: 11, pinned: Pinned::Free, ..Cloth::default() }.build()?;
    for k in 0..10u32 {
        world.add(BodyDef::new(&cloth).at(2.0 + 1.5 * (k % 5) as f32, 1.0 + 1.3 * (k / 5) as f32))?;
    }
    Ok(world)
}
