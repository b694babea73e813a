//! The laws of rigid bodies, as rapier2d keeps them at its default settings: `laws > docs/laws-rapier.csv`. Each line has the name of the line of `wobble laws` it
//! stands beside, and the theory of this body, whose discs are true circles. Sleeping is off.

use rapier2d::prelude::*;

const G: f64 = 9.81;
const STEP: f64 = 1.0 / 60.0;

fn main() {
    println!("engine,family,law,parameters,theory,measured");
    for e in [0.0, 0.5, 1.0] {
        for speed in [0.5, 5.0, 50.0] {
            for target in ["scenery", "another"] {
                rebound("disc", target, e, speed);
            }
        }
        for target in ["scenery", "another"] {
            rebound("box", target, e, 5.0);
        }
    }
    [5.0, 60.0].into_iter().for_each(gas);
    [0.01, 0.1, 1.0].into_iter().for_each(cradle);
    [0.5, 1.0, 2.0, 5.0, 10.0].into_iter().for_each(disc);
    plank();
    [3, 5, 7, 10].into_iter().for_each(stack);
    pyramid();
    [1.0, 10.0, 100.0].into_iter().for_each(heavy_top);
    [1.0, 10.0, 100.0, 200.0, 1000.0].into_iter().for_each(links);
    [(20.0, 0.5), (26.0, 0.5), (27.0, 0.5), (35.0, 0.5), (50.0, 0.5), (5.0, 0.0), (30.0, 0.0)].into_iter().for_each(slope);
}

fn line(family: &str, law: &str, parameters: &str, theory: f64, measured: f64) {
    println!("rapier2d 0.36.1,{family},{law},{parameters},{theory:?},{measured:?}");
}

fn vector(x: f64, y: f64) -> Vector {
    Vector::new(x as f32, y as f32)
}

/// A world of this gravity.
fn world(gravity: Vector) -> PhysicsWorld {
    let mut world = PhysicsWorld::new();
    world.gravity = gravity;
    world
}

fn run(world: &mut PhysicsWorld, seconds: f64, mut watch: impl FnMut(&PhysicsWorld)) {
    for _ in 0..(seconds / STEP).round() as u32 {
        world.step();
        watch(world);
    }
}

/// What is the same of all surfaces: both have the friction and the restitution that are meant, since rapier2d takes the mean.
fn surface(shape: ColliderBuilder, e: f64, friction: f64) -> ColliderBuilder {
    shape.restitution(e as f32).friction(friction as f32).density(8.0)
}

fn ball(radius: f64) -> ColliderBuilder {
    ColliderBuilder::ball(radius as f32)
}

fn cuboid(width: f64, height: f64) -> ColliderBuilder {
    ColliderBuilder::cuboid(0.5 * width as f32, 0.5 * height as f32)
}

fn add(world: &mut PhysicsWorld, place: Vector, velocity: Vector, shape: ColliderBuilder) -> RigidBodyHandle {
    world.insert(RigidBodyBuilder::dynamic().translation(place).linvel(velocity).can_sleep(false), shape).0
}

/// A block whose top is at height 0.
fn ground(world: &mut PhysicsWorld, e: f64, friction: f64) {
    world.insert(RigidBodyBuilder::fixed().translation(vector(20.0, -1.0)), surface(cuboid(120.0, 2.0), e, friction));
}

fn place(world: &PhysicsWorld, body: RigidBodyHandle) -> [f64; 2] {
    let place = world.bodies[body].translation();
    [f64::from(place.x), f64::from(place.y)]
}

fn velocity(world: &PhysicsWorld, body: RigidBodyHandle) -> [f64; 2] {
    let velocity = world.bodies[body].linvel();
    [f64::from(velocity.x), f64::from(velocity.y)]
}

fn kinetic(world: &PhysicsWorld) -> f64 {
    world.rigid_bodies().map(|(_, body)| f64::from(body.kinetic_energy())).sum()
}

fn rebound(body: &str, target: &str, e: f64, speed: f64) {
    let mut world = world(vector(0.0, 0.0));
    let shape = || surface(if body == "disc" { ball(0.5) } else { cuboid(1.0, 1.0) }, e, 0.0);
    let shot = add(&mut world, vector(0.0, 0.5 + 0.055 * speed), vector(0.0, -speed), shape());
    let other = (target == "another").then(|| add(&mut world, vector(0.0, -0.5), vector(0.0, 0.0), shape()));
    if target == "scenery" {
        ground(&mut world, e, 0.0);
    }
    run(&mut world, 0.5, |_| {});
    let away = velocity(&world, shot)[1] - other.map_or(0.0, |other| velocity(&world, other)[1]);
    line("restitution", "rebound", &format!("body={body} target={target} e={e} speed={speed} method=xpbd"), e, away / speed);
}

/// Forty discs in a box of four blocks.
fn discs(e: f64) -> PhysicsWorld {
    let mut world = world(vector(0.0, 0.0));
    for (x, y, width, height) in [(5.0, -1.0, 14.0, 2.0), (11.0, 5.0, 2.0, 14.0), (5.0, 11.0, 14.0, 2.0), (-1.0, 5.0, 2.0, 14.0)] {
        world.insert(RigidBodyBuilder::fixed().translation(vector(x, y)), surface(cuboid(width, height), e, 0.0));
    }
    for k in 0..40u32 {
        let at = vector(1.0 + 1.3 * f64::from(k % 7), 1.0 + 1.4 * f64::from(k / 7));
        let angle = 2.399_963_2 * f64::from(k);
        add(&mut world, at, vector(3.0 * libm::cos(angle), 3.0 * libm::sin(angle)), surface(ball(0.3), e, 0.0));
    }
    world
}

fn gas(seconds: f64) {
    let mut world = discs(1.0);
    let (start, mut most, mut least) = (kinetic(&world), 1.0f64, 1.0f64);
    run(&mut world, seconds, |world| {
        let part = kinetic(world) / start;
        (most, least) = (most.max(part), least.min(part));
    });
    let parameters = format!("walls=scenery seconds={seconds}");
    line("restitution", "gas-most", &parameters, 1.0, most);
    line("restitution", "gas-least", &parameters, 1.0, least);
    let mut world = discs(0.5);
    let (start, mut before, mut rise) = (kinetic(&world), kinetic(&world), 0.0f64);
    run(&mut world, seconds, |world| {
        let now = kinetic(world);
        rise = rise.max((now - before) / start);
        before = now;
    });
    line("restitution", "gas-rise", &format!("walls=scenery e=0.5 seconds={seconds}"), 0.0, rise);
}

fn cradle(gap: f64) {
    let mut world = world(vector(0.0, 0.0));
    let discs: Vec<_> = (0..5)
        .map(|k| {
            let speed = if k == 0 { 2.0 } else { 0.0 };
            add(&mut world, vector(f64::from(k) * (1.0 + gap), 0.0), vector(speed, 0.0), surface(ball(0.5), 1.0, 0.0))
        })
        .collect();
    let start = kinetic(&world);
    run(&mut world, 2.0 * gap + 1.0, |_| {});
    let parameters = format!("discs=5 gap={gap}");
    line("restitution", "cradle-energy", &parameters, 1.0, kinetic(&world) / start);
    line("restitution", "cradle-last", &parameters, 1.0, velocity(&world, discs[4])[0] / 2.0);
}

/// Gravity seen along a slope: x goes downhill.
fn tilted(degrees: f64) -> PhysicsWorld {
    let angle = degrees.to_radians();
    world(vector(G * libm::sin(angle), -G * libm::cos(angle)))
}

fn disc(angle: f64) {
    let mut world = tilted(angle);
    ground(&mut world, 0.0, 0.5);
    let disc = add(&mut world, vector(0.0, 0.5), vector(0.0, 0.0), surface(ball(0.5), 0.0, 0.5));
    run(&mut world, 5.0, |_| {});
    let theory = G * libm::sin(angle.to_radians()) * 5.0 / 1.5;
    line("rolling", "disc", &format!("slope={angle}"), theory, velocity(&world, disc)[0]);
}

fn plank() {
    let mut world = tilted(2.0);
    ground(&mut world, 0.0, 0.5);
    let rollers = [-1.0, 0.0, 1.0].map(|x| add(&mut world, vector(x, 0.25), vector(0.0, 0.0), surface(ball(0.25), 0.0, 0.5)));
    let plank = add(&mut world, vector(0.0, 0.6), vector(0.0, 0.0), surface(cuboid(4.0, 0.2), 0.0, 0.5));
    run(&mut world, 2.0, |_| {});
    let (mass, roller) = (f64::from(world.bodies[plank].mass()), f64::from(world.bodies[rollers[0]].mass()));
    let theory = G * libm::sin(2.0f64.to_radians()) * 2.0 * (mass + 1.5 * roller) / (mass + 0.75 * roller * 1.5);
    line("rolling", "plank", "plank=steel slope=2", theory, velocity(&world, plank)[0]);
}

/// The furthest that any box has gone to a side in a minute, at most a box.
fn drift(mut world: PhysicsWorld, boxes: &[RigidBodyHandle]) -> f64 {
    let start: Vec<_> = boxes.iter().map(|&body| place(&world, body)).collect();
    run(&mut world, 60.0, |_| {});
    let ways = boxes.iter().zip(start).map(|(&body, [x, y])| {
        let [to_x, to_y] = place(&world, body);
        (to_x - x).abs().max(if y - to_y > 0.6 { 1.0 } else { 0.0 })
    });
    ways.fold(0.0, f64::max).min(1.0)
}

fn column(masses: &[Option<f64>]) -> f64 {
    let mut world = world(vector(0.0, -G));
    ground(&mut world, 0.0, 0.5);
    let brick = |(k, mass): (usize, &Option<f64>)| {
        let x = if k % 2 == 0 { 0.002 } else { -0.002 };
        let shape = surface(cuboid(1.0, 1.0), 0.0, 0.5);
        let shape = mass.map_or_else(|| shape.clone(), |mass| shape.clone().mass(mass as f32));
        add(&mut world, vector(x, 0.5 + k as f64), vector(0.0, 0.0), shape)
    };
    let boxes: Vec<_> = masses.iter().enumerate().map(brick).collect();
    drift(world, &boxes)
}

fn stack(count: usize) {
    line("stacks", "stack", &format!("boxes={count} of=steel"), 0.0, column(&vec![None; count]));
}

fn heavy_top(ratio: f64) {
    line("stacks", "heavy-top", &format!("ratio={ratio} of=steel"), 0.0, column(&[1.0, 1.0, 1.0, 1.0, ratio].map(Some)));
}

fn pyramid() {
    let mut world = world(vector(0.0, -G));
    ground(&mut world, 0.0, 0.5);
    let mut boxes = Vec::new();
    for row in 0..10 {
        for k in 0..10 - row {
            let x = 1.05 * (f64::from(k) - 0.5 * f64::from(9 - row));
            boxes.push(add(&mut world, vector(x, 0.5 + f64::from(row)), vector(0.0, 0.0), surface(cuboid(1.0, 1.0), 0.0, 0.5)));
        }
    }
    line("stacks", "pyramid", "boxes=55 of=steel", 0.0, drift(world, &boxes));
}

fn links(ratio: f64) {
    let mut world = world(vector(0.0, -G));
    let mut upper = world.insert_body(RigidBodyBuilder::fixed());
    for k in 0..20u32 {
        let mass = if k == 19 { ratio } else { 1.0 };
        let shape = surface(cuboid(0.05, 0.25), 0.0, 0.5).mass(mass as f32);
        let link = add(&mut world, vector(0.0, -0.125 - 0.25 * f64::from(k)), vector(0.0, 0.0), shape);
        let hold = vector(0.0, if k == 0 { 0.0 } else { -0.125 });
        let joint = RevoluteJointBuilder::new().local_anchor1(hold).local_anchor2(vector(0.0, 0.125)).contacts_enabled(false);
        world.insert_impulse_joint(upper, link, joint);
        upper = link;
    }
    let far = |world: &PhysicsWorld| {
        let end = world.bodies[upper].position() * vector(0.0, -0.125);
        f64::from(end.x).hypot(f64::from(end.y)) / 5.0
    };
    run(&mut world, 30.0, |_| {});
    let half = far(&world);
    run(&mut world, 30.0, |_| {});
    line("mass-ratio", "links", &format!("ratio={ratio}"), 0.0, far(&world) - 1.0);
    line("mass-ratio", "links-creep", &format!("ratio={ratio}"), 0.0, far(&world) - half);
}

fn slope((angle, friction): (f64, f64)) {
    let mut world = tilted(angle);
    ground(&mut world, 0.0, friction);
    let body = add(&mut world, vector(0.0, 0.5), vector(0.0, 0.0), surface(cuboid(1.0, 1.0), 0.0, friction));
    run(&mut world, 1.0, |_| {});
    let before = [place(&world, body)[0], velocity(&world, body)[0]];
    run(&mut world, 1.0, |_| {});
    let parameters = format!("slope={angle} friction={friction}");
    if angle < 26.5 && friction > 0.0 {
        line("kept", "holds", &parameters, 0.0, place(&world, body)[0] - before[0]);
    } else {
        let radians = angle.to_radians();
        let theory = G * (libm::sin(radians) - friction * libm::cos(radians));
        line("kept", "slides", &parameters, theory, velocity(&world, body)[0] - before[1]);
    }
}
