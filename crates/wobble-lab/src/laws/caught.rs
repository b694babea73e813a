//! Nothing stays where it must not be: what was shot, cut or crushed is out within a second, and gains nothing.

use super::case::{Experiment, Family, Finding, Law, Rule};
use super::scene::{STEP, built, ground, play, steel_disc, walled};
use glam::{Vec2, vec2};
use wobble2d::blueprint::{Ball, Cloth, Mesh};
use wobble2d::{Blueprint, BodyDef, Keyframe, Material, Motion, Result, World, workload};

const SHOT: Law = Law {
    name: "shot-inside",
    rule: Rule::AtMost,
    bound: 0.0,
    unit: "s",
    shows: "A ball that is shot into a hanging cloth is never for more than a second in it: the longest time with a point inside.",
};
const SHOT_AREA: Law = Law {
    name: "shot-area",
    rule: Rule::AtLeast,
    bound: 0.0,
    unit: "",
    shows: "Five seconds later it has at least nine tenths of its area.",
};
const SHOT_ENERGY: Law = Law {
    name: "shot-energy",
    rule: Rule::AtMost,
    bound: 0.01,
    unit: "",
    shows: "All energy is never more than in the beginning: the most that is gained, as a part of the kinetic energy of the shot.",
};
const CUT: Law = Law {
    name: "cut-inside",
    shows: "Of a heap that is cut at random nothing is inside another piece for more than a second.",
    ..SHOT
};
const CUT_ENERGY: Law = Law {
    name: "cut-energy",
    rule: Rule::AtMost,
    bound: 0.01,
    unit: "",
    shows: "Cutting gives no energy: the most there ever is, as a part of that of the start.",
};
const CRUSHED: Law = Law {
    name: "crushed-inside",
    shows: "A heap that was crushed has nothing inside another body a second after the press has opened.",
    rule: Rule::AtMost,
    bound: 0.0,
    unit: "",
};
const THROUGH: Law = Law {
    name: "through",
    rule: Rule::AtLeast,
    bound: 0.0,
    unit: "m",
    shows: "What is fast does not get through a thin wall: its distance to the wall after a tenth of a second.",
};

pub(super) fn experiments() -> Vec<Experiment> {
    let mut all = Vec::new();
    all.extend([5.0, 20.0, 50.0].map(|speed| shot(Shot::Ball, speed)));
    all.extend([5.0, 20.0].map(|speed| shot(Shot::Steel, speed)));
    all.extend([100, 500].map(|cuts| cutting(Heap::Blobs, cuts)));
    all.extend([100, 500].map(|cuts| cutting(Heap::Jelly, cuts)));
    all.extend(
        [(Heap::Blobs, 0.8), (Heap::Blobs, 0.6), (Heap::Jelly, 0.8), (Heap::Jelly, 0.6)].map(|(heap, part)| crushed(heap, part)),
    );
    for shot in [Shot::Ball, Shot::Steel] {
        all.extend([30.0, 100.0, 300.0].map(|speed| through(shot, speed)));
    }
    all
}

/// What is shot; all of radius 0.3 m.
#[derive(Clone, Copy, Debug)]
enum Shot {
    Ball,
    Steel,
}

impl Shot {
    fn build(self) -> Result<Blueprint> {
        match self {
            Self::Ball => Ball { radius: 0.3, ..Ball::default() }.build(),
            Self::Steel => steel_disc(0.3),
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::Ball => "ball",
            Self::Steel => "steel",
        }
    }
}

/// Watches how long points are inside other bodies without a break.
#[derive(Default)]
struct Inside {
    since: Option<f64>,
    longest: f64,
}

impl Inside {
    fn look(&mut self, world: &World) {
        let now = world.time();
        if world.quality().points_inside == 0 {
            self.since = None;
        } else {
            let since = *self.since.get_or_insert(now);
            self.longest = self.longest.max(now - since);
        }
    }
}

/// A default cloth hangs by its upper edge; the ball comes from the left.
fn shot(shot: Shot, speed: f32) -> Experiment {
    let parameters = format!("body={} speed={speed}", shot.name());
    Experiment::new(Family::Caught, parameters, &[SHOT, SHOT_AREA, SHOT_ENERGY], move || {
        let run = || {
            let mut world = World::new();
            built(world.add(BodyDef::new(&built(Cloth::default().build())?)))?;
            built(world.add(BodyDef::new(&built(ground(-30.0, 30.0))?).at(0.0, -3.0)))?;
            let ball = built(world.add(BodyDef::new(&built(shot.build())?).at(-1.4, -0.2).moving(speed, 0.0)))?;
            let (mut inside, start, mut most) = (Inside::default(), world.energy(), 0.0f64);
            play(&mut world, 6.0, STEP, |world| {
                inside.look(world);
                most = most.max(world.energy().total() - start.total());
            })?;
            let ball = world.body(ball)?;
            Some([inside.longest, f64::from(ball.area() / ball.rest_area()), most / start.kinetic])
        };
        let found = run();
        let finding = |theory, k: usize| Finding::new(theory, found.map(|found| found[k]));
        vec![finding(1.0, 0), finding(0.9, 1), finding(0.0, 2)]
    })
}

/// Of what a heap is.
#[derive(Clone, Copy, Debug)]
enum Heap {
    Blobs,
    Jelly,
}

impl Heap {
    fn name(self) -> &'static str {
        match self {
            Self::Blobs => "blobs",
            Self::Jelly => "jelly",
        }
    }

    /// Twenty bodies in a box of five metres, at rest after four seconds.
    fn build(self) -> Result<World> {
        let body = match self {
            Self::Blobs => workload::blob()?,
            Self::Jelly => Mesh::rectangle(0.9, 0.9).of(Material::JELLY).build()?,
        };
        let mut world = World::new();
        walled(&mut world, Vec2::ZERO, vec2(5.0, 1e4), 0.0, 0.5)?;
        for k in 0..20u32 {
            let place = vec2(0.7 + 1.15 * (k % 4) as f32 + 0.02 * (k % 3) as f32, 0.6 + 1.1 * (k / 4) as f32);
            world.add(BodyDef::new(&body).at(place.x, place.y))?;
        }
        Ok(world)
    }
}

/// Two places from a row of numbers that look random, in a box. `[m]`
fn line(number: &mut u32) -> [Vec2; 2] {
    let mut next = || {
        *number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (*number >> 8) as f32 / 16_777_216.0
    };
    let from = vec2(5.0 * next(), 4.0 * next());
    [from, from + vec2(2.0 * next() - 1.0, 2.0 * next() - 1.0)]
}

/// Five cuts every tenth of a second, and then five seconds of rest.
fn cutting(heap: Heap, cuts: u32) -> Experiment {
    let parameters = format!("heap={} cuts={cuts}", heap.name());
    let cutting = Experiment::new(Family::Caught, parameters, &[CUT, CUT_ENERGY], move || {
        let run = || {
            let mut world = built(heap.build())?;
            play(&mut world, 4.0, STEP, |_| {})?;
            let (start, mut most, mut inside, mut number) = (world.energy().total(), 0.0f64, Inside::default(), 7);
            for _ in 0..cuts / 5 {
                for _ in 0..5 {
                    let [from, to] = line(&mut number);
                    built(world.cut(from, to))?;
                }
                play(&mut world, 0.1, STEP, |world| most = most.max(world.energy().total()))?;
                inside.look(&world);
            }
            for _ in 0..50 {
                play(&mut world, 0.1, STEP, |world| most = most.max(world.energy().total()))?;
                inside.look(&world);
            }
            Some([inside.longest, most / start])
        };
        let found = run();
        vec![Finding::new(1.0, found.map(|[time, _]| time)), Finding::new(1.0, found.map(|[_, energy]| energy))]
    });
    cutting.quick(cuts < 500)
}

/// A press comes down to a part of the heap's height within a second, stays for one and opens within one.
fn crushed(heap: Heap, part: f32) -> Experiment {
    let parameters = format!("heap={} to={part}", heap.name());
    Experiment::one(Family::Caught, parameters, CRUSHED, move || {
        let run = || {
            let mut world = built(heap.build())?;
            play(&mut world, 4.0, STEP, |_| {})?;
            let top = world.bodies().map(|body| body.bounding_box().1.y).fold(0.0, f32::max);
            let corners = [vec2(0.01, 0.0), vec2(4.99, 0.0), vec2(4.99, 1.0), vec2(0.01, 1.0)];
            let press = built(Blueprint::builder().points(corners, 1.0).pin(0..4).outline(0..4).build())?;
            let key = |time: f32, down: f32| Keyframe { time, offset: vec2(0.0, -down), angle: 0.0 };
            let down = (1.0 - part) * top + 0.1;
            let frames = vec![key(0.0, 0.0), key(1.0, down), key(2.0, down), key(3.0, 0.0)];
            let def = BodyDef::new(&press).at(0.0, top + 0.1).led(Motion::Keyframes { frames, repeats: false });
            built(world.add(def))?;
            play(&mut world, 4.0, STEP, |_| {})?;
            Some(world.quality().points_inside as f64)
        };
        (0.0, run())
    })
}

/// A wall as thin as a hand, and what is shot at it from a metre away.
fn through(shot: Shot, speed: f32) -> Experiment {
    let parameters = format!("body={} speed={speed}", shot.name());
    Experiment::one(Family::Caught, parameters, THROUGH, move || {
        let run = || {
            let mut world = built(super::scene::empty_space())?;
            let corners = [vec2(0.0, -5.0), vec2(0.02, -5.0), vec2(0.02, 5.0), vec2(0.0, 5.0)];
            let wall = built(Blueprint::builder().points(corners, 1.0).pin(0..4).outline(0..4).build())?;
            built(world.add(BodyDef::new(&wall)))?;
            let body = built(world.add(BodyDef::new(&built(shot.build())?).at(-1.3, 0.0).moving(speed, 0.0)))?;
            play(&mut world, 0.1, STEP, |_| {})?;
            Some(-f64::from(world.body(body)?.centre().x))
        };
        (0.0, run())
    })
}
