//! Beams, blocks and bars are as stiff as stated, on any mesh, at any rate.

use super::beam::{G, Matter, Rectangle};
use super::case::{Experiment, Family, Law, Rule};
use super::scene::{STEP, built, empty_space, play};
use super::statics::Statics;
use core::f64::consts::TAU;
use glam::{DVec2, Vec2, dvec2};
use wobble2d::{BodyDef, Fields, PointId, Settings, Spring, Triangle, World};

const SAG: Law = Law {
    name: "sag",
    rule: Rule::Relative,
    bound: 0.03,
    unit: "m",
    shows: "A beam of triangles, held at one end, sags as the static solution of the same mesh.",
};
const LATTICE_SAG: Law = Law { name: "lattice-sag", shows: "The same for a beam of springs.", ..SAG };
const BLOCK: Law = Law {
    name: "block",
    shows: "A square of a metre gets shorter under a load of ten times its mass as the static solution says.",
    ..SAG
};
const BAR: Law =
    Law { name: "bar", shows: "A bar that hangs gets longer by its weight times its length over twice its stiffness.", ..SAG };
const FREQUENCY: Law = Law {
    name: "frequency",
    unit: "Hz",
    shows: "A plucked beam swings with the lowest frequency of the same mesh; a beam that does not swing has none.",
    ..SAG
};
const SLOW_REST: Law = Law {
    name: "slow-rest",
    bound: 0.01,
    shows: "In slow motion, with steps of a quarter, a beam comes to rest in the same shape.",
    ..SAG
};
const SLOW_SWING: Law = Law {
    name: "slow-swing",
    rule: Rule::Absolute,
    bound: 0.1,
    unit: "",
    shows: "In slow motion a plucked beam has the same part of its swing after ten periods.",
};
const HARM: Law = Law {
    name: "harm",
    rule: Rule::AtMost,
    bound: 0.01,
    unit: "",
    shows: "Whatever Young's modulus, a beam that falls has never more kinetic energy than it fell for, as a part of its weight times its length.",
};

const SIXTY: [u32; 2] = [60, 8];

pub(super) fn experiments() -> Vec<Experiment> {
    let mut all = Vec::new();
    for (aspect, young) in [(5.0f32, 1e5f32), (10.0, 4e5), (20.0, 1.6e6)] {
        for cells in [[20, 4], [40, 8], [80, 16]] {
            all.push(sag(beam(cells, aspect, young), SIXTY));
        }
    }
    all.extend([1e4, 1e6, 1e7, 1e8].map(|young| sag(beam([40, 8], 5.0, young), SIXTY)));
    all.extend([[30, 8], [120, 8], [240, 8], [60, 4], [60, 16]].map(|pace| sag(beam([40, 8], 5.0, 1e5), pace)));
    all.extend([[20, 4], [40, 8], [80, 16]].map(lattice_sag));
    all.extend([8, 12, 18, 36].map(block));
    all.extend([2, 4, 8].map(bar));
    all.extend([[20, 4], [40, 8], [80, 16]].map(|cells| frequency(cells, SIXTY)));
    all.extend([[30, 8], [120, 8], [240, 8], [60, 4], [60, 16]].map(|pace| frequency([20, 4], pace)));
    all.extend([1e5, 1e7].map(slow_rest));
    all.extend([1e5, 1e7].map(slow_swing));
    all.extend([1.0, 1e2, 1e5, 1e8, 1e10, 1e12].map(harm));
    all
}

/// Ten metres of matter of a kilogram to the square metre.
fn beam(cells: [u32; 2], aspect: f32, young: f32) -> Rectangle {
    let matter = Matter::Triangles(Triangle::new(young, 0.3));
    Rectangle { cells, size: [10.0, 10.0 / aspect], density: 1.0, matter }
}

fn young(rectangle: &Rectangle) -> f32 {
    match rectangle.matter {
        Matter::Triangles(law) => law.young,
        Matter::Springs(spring) => spring.stiffness,
    }
}

fn named(rectangle: &Rectangle, [rate, substeps]: [u32; 2]) -> String {
    let [columns, rows] = rectangle.cells;
    let aspect = rectangle.size[0] / rectangle.size[1];
    format!("mesh={columns}x{rows} aspect={aspect} young={:e} rate={rate} substeps={substeps}", young(rectangle))
}

/// A beam alone in a world, held at its left side, braked or not; and its theory.
struct Held {
    world: World,
    statics: Statics,
    rectangle: Rectangle,
}

impl Held {
    fn new(rectangle: Rectangle, substeps: u32, gravity: bool) -> Option<Self> {
        let blueprint = built(rectangle.build(rectangle.left(), 0.0, [], false))?;
        let mut world = built(empty_space())?;
        built(world.set_settings(Settings { substeps, ..Settings::default() }))?;
        if gravity {
            built(world.set_fields(Fields::default()))?;
        }
        built(world.add(BodyDef::new(&blueprint)))?;
        Some(Self { world, statics: Statics::of(&blueprint), rectangle })
    }

    /// Brakes the slowest vibration half as much as would stop it without a swing.
    fn braked(mut self) -> Option<Self> {
        let (omega, _) = self.statics.slowest()?;
        built(self.world.set_fields(Fields { damping: omega as f32, ..self.world.fields().clone() }))?;
        Some(self)
    }

    /// The mean height of the right side. `[m]`
    fn tip(&self, height: impl Fn(u32) -> f64) -> f64 {
        let side: Vec<f64> = self.rectangle.right().map(height).collect();
        side.iter().sum::<f64>() / side.len() as f64 - 0.5 * f64::from(self.rectangle.size[1])
    }

    /// How far the tip hangs down in theory. `[m]`
    fn theory(&self) -> f64 {
        self.statics.rest(dvec2(0.0, -G)).map_or(f64::NAN, |rest| -self.tip(|i| rest[i as usize].y))
    }

    /// The same in the last of so many seconds of simulation. `[s]`, `[m]`
    fn measured(&mut self, seconds: f64, step: f32) -> Option<f64> {
        let side: Vec<u32> = self.rectangle.right().collect();
        let middle = 0.5 * f64::from(self.rectangle.size[1]);
        let mean = last_second(&mut self.world, seconds, step, &side)?;
        Some(middle - mean)
    }
}

fn height(world: &World, index: u32) -> f64 {
    world.bodies().next().map_or(f64::NAN, |body| f64::from(body.position(index).y))
}

/// The mean height of some points of the only body over the last second. `[m]`
fn last_second(world: &mut World, seconds: f64, step: f32, points: &[u32]) -> Option<f64> {
    let (mut sum, mut count) = (0.0, 0.0);
    play(world, seconds, step, |world| {
        if world.time() > seconds - 1.0 {
            sum += points.iter().map(|&i| height(world, i)).sum::<f64>() / points.len() as f64;
            count += 1.0;
        }
    })?;
    Some(sum / count)
}

fn sag_of(rectangle: Rectangle, [rate, substeps]: [u32; 2]) -> (f64, Option<f64>) {
    let Some(mut held) = Held::new(rectangle, substeps, true).and_then(Held::braked) else { return (f64::NAN, None) };
    (held.theory(), held.measured(10.0, 1.0 / rate as f32))
}

fn sag(rectangle: Rectangle, pace: [u32; 2]) -> Experiment {
    let sag = Experiment::one(Family::Stiffness, named(&rectangle, pace), SAG, move || sag_of(rectangle, pace));
    let flat = rectangle.size[1] < 2.0;
    sag.quick(pace[0] < 240 && !(rectangle.cells[0] == 80 && flat))
}

/// A closed line through the outer points of a beam, and what it is. `[m]`
pub(super) type Outline = (String, Vec<[f64; 2]>);

/// The outlines of the beam of aspect 5 at rest: as the engine has it on three meshes, and as the finest mesh has it in theory. What explodes is left out.
pub(super) fn shapes() -> [Vec<Outline>; 2] {
    let line = |rectangle: &Rectangle, place: &dyn Fn(u32) -> [f64; 2]| {
        let border = rectangle.border();
        border.iter().chain(border.first()).map(|&i| place(i)).collect()
    };
    let measured = |cells: [u32; 2]| {
        let rectangle = beam(cells, 5.0, 1e5);
        let mut held = Held::new(rectangle, SIXTY[1], true).and_then(Held::braked)?;
        play(&mut held.world, 10.0, STEP, |_| {})?;
        let body = held.world.bodies().next()?;
        Some((format!("{} × {} cells", cells[0], cells[1]), line(&rectangle, &|i| body.position(i).as_dvec2().to_array())))
    };
    let theory = || {
        let rectangle = beam([80, 16], 5.0, 1e5);
        let rest = Held::new(rectangle, SIXTY[1], true)?.statics.rest(dvec2(0.0, -G))?;
        Some(("theory".to_string(), line(&rectangle, &|i| rest[i as usize].to_array())))
    };
    [[[20, 4], [40, 8], [80, 16]].into_iter().filter_map(measured).collect(), theory().into_iter().collect()]
}

fn lattice_sag(cells: [u32; 2]) -> Experiment {
    let rectangle = Rectangle { cells, size: [10.0, 2.0], density: 1.0, matter: Matter::Springs(Spring::new(1e5)) };
    let [columns, rows] = cells;
    let parameters = format!("mesh={columns}x{rows} spring=1e5");
    Experiment::one(Family::Stiffness, parameters, LATTICE_SAG, move || sag_of(rectangle, SIXTY))
}

/// A square with its lower side pinned and ten kilograms on its upper one.
fn block(cells: u32) -> Experiment {
    let matter = Matter::Triangles(Triangle::new(1e4, 0.3));
    let rectangle = Rectangle { cells: [cells; 2], size: [1.0; 2], density: 1.0, matter };
    let block = Experiment::one(Family::Stiffness, format!("mesh={cells}x{cells} load=10"), BLOCK, move || {
        let blueprint = rectangle.build(rectangle.bottom(), 10.0, rectangle.top(), false);
        let top: Vec<u32> = rectangle.top().collect();
        standing(blueprint.ok(), &top, 1.0)
    });
    block.quick(cells < 36)
}

/// A bar that hangs from its upper side, of matter that does not get narrower.
fn bar(columns: u32) -> Experiment {
    let rectangle = Rectangle {
        cells: [columns, 10 * columns],
        size: [1.0, 10.0],
        density: 1.0,
        matter: Matter::Triangles(Triangle::new(1e4, 0.0)),
    };
    let parameters = format!("mesh={columns}x{} young=1e4", 10 * columns);
    Experiment::one(Family::Stiffness, parameters, BAR, move || {
        let blueprint = rectangle.build(rectangle.top(), 0.0, [], false);
        let bottom: Vec<u32> = rectangle.bottom().collect();
        let (_, measured) = standing(blueprint.ok(), &bottom, 0.0);
        (G * 10.0 * 10.0 / (2.0 * 1e4), measured.map(|way| way.abs()))
    })
}

/// By how much the mean height of some points is below what it was, in theory and after ten seconds with a brake. `[m]`
fn standing(blueprint: Option<wobble2d::Blueprint>, points: &[u32], height: f64) -> (f64, Option<f64>) {
    let Some(blueprint) = blueprint else { return (f64::NAN, None) };
    let statics = Statics::of(&blueprint);
    let mean = |rest: Vec<DVec2>| points.iter().map(|&i| rest[i as usize].y).sum::<f64>() / points.len() as f64;
    let theory = statics.rest(dvec2(0.0, -G)).map_or(f64::NAN, |rest| height - mean(rest));
    let run = || {
        let damping = statics.slowest()?.0 as f32;
        let mut world = World::new();
        built(world.set_fields(Fields { damping, ..Fields::default() }))?;
        built(world.add(BodyDef::new(&blueprint)))?;
        last_second(&mut world, 10.0, STEP, points).map(|mean| height - mean)
    };
    (theory, run())
}

/// How far a plucked beam swings.
struct Swing {
    /// When its tip came through the middle. `[s]`
    crossings: Vec<f64>,
    /// The widest swing of the last period as a part of that of the first.
    left: f64,
}

/// Strikes a beam in the shape of its slowest vibration, and watches its tip for so many of its periods.
fn pluck(rectangle: Rectangle, [rate, substeps]: [u32; 2], periods: f64) -> Option<(f64, Option<Swing>)> {
    let mut held = Held::new(rectangle, substeps, false)?;
    let (omega, shape) = held.statics.slowest()?;
    let (period, reach) = (TAU / omega, 0.05);
    let id = held.world.bodies().next()?.id();
    for (index, way) in (0u32..).zip(&shape) {
        let velocity: Vec2 = (*way * (omega * reach)).as_vec2();
        built(held.world.set_point_velocity(PointId { body: id, index }, velocity))?;
    }
    let tip = rectangle.at(rectangle.cells[0], rectangle.cells[1] / 2);
    let start = height(&held.world, tip);
    let (mut crossings, mut before, mut widest) = (Vec::new(), (0.0, 0.0), [0.0f64; 2]);
    let run = play(&mut held.world, periods * period, 1.0 / rate as f32, |world| {
        let now = (world.time(), height(world, tip) - start);
        if before.1 * now.1 < 0.0 {
            crossings.push(before.0 + (now.0 - before.0) * before.1 / (before.1 - now.1));
        }
        let part = [now.0 < period, now.0 > (periods - 1.0) * period];
        part.iter().zip(&mut widest).filter(|(within, _)| **within).for_each(|(_, most)| *most = most.max(now.1.abs()));
        before = now;
    });
    Some((1.0 / period, run.map(|()| Swing { crossings, left: widest[1] / widest[0] })))
}

fn frequency(cells: [u32; 2], pace: [u32; 2]) -> Experiment {
    let rectangle = beam(cells, 5.0, 1e5);
    Experiment::one(Family::Stiffness, named(&rectangle, pace), FREQUENCY, move || {
        let Some((theory, swing)) = pluck(rectangle, pace, 6.0) else { return (f64::NAN, None) };
        let measured = swing.map(|swing| match *swing.crossings.as_slice() {
            [first, .., last] => 0.5 * (swing.crossings.len() - 1) as f64 / (last - first),
            _ => 0.0,
        });
        (theory, measured)
    })
}

fn slow_rest(young: f32) -> Experiment {
    let rectangle = beam([20, 4], 5.0, young);
    Experiment::one(Family::Stiffness, format!("mesh=20x4 young={young:e} rate=240"), SLOW_REST, move || {
        (sag_of(rectangle, SIXTY).1.unwrap_or(f64::NAN), sag_of(rectangle, [240, 8]).1)
    })
}

fn slow_swing(young: f32) -> Experiment {
    let rectangle = beam([20, 4], 5.0, young);
    Experiment::one(Family::Stiffness, format!("mesh=20x4 young={young:e} rate=240"), SLOW_SWING, move || {
        let left = |rate| pluck(rectangle, [rate, 8], 10.0).and_then(|(_, swing)| Some(swing?.left));
        (left(60).unwrap_or(f64::NAN), left(240))
    })
}

fn harm(young: f32) -> Experiment {
    let rectangle = beam([20, 4], 5.0, young);
    Experiment::one(Family::Stiffness, format!("mesh=20x4 young={young:e}"), HARM, move || {
        let run = || {
            let Held { mut world, .. } = Held::new(rectangle, 8, true)?;
            let seen = |world: &World| {
                let energy = world.energy();
                energy.kinetic + energy.gravity
            };
            let (start, mut most) = (seen(&world), 0.0f64);
            play(&mut world, 5.0, STEP, |world| most = most.max(seen(world) - start))?;
            // Twenty kilograms, ten metres.
            Some(most / (20.0 * G * 10.0))
        };
        (0.0, run())
    })
}
