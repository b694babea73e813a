//! The law of scale: with lengths, velocities and gravity times `s`, and masses, times and N/m as they are, everything moves as before, `s` times as far
//! (eq. 68). For a power of two it does so to the bit.

use glam::{Vec2, vec2};
use wobble2d::blueprint::{Ball, Chain, Cloth, Filling, Lattice, Mesh, Pinned};
use wobble2d::{
    Anchor, Area, Blueprint, BodyDef, Bounds, Fields, Gas, Hold, Joint, Limit, Material, Method, Settings, Spring, Surface,
    Tearing, World,
};

/// A world whose lengths are `s` times the usual ones, in a box with a floor at 0.
fn world(s: f32, method: Method) -> World {
    let mut world = World::new();
    world.set_fields(Fields { gravity: vec2(0.0, -9.81 * s), ..Fields::default() }).unwrap();
    let bounds = Bounds { restitution: 0.3, ..Bounds::new(vec2(-3.0, 0.0) * s, vec2(3.0, 1000.0) * s) };
    let substeps = if method == Method::Xpbd { 8 } else { 128 };
    world
        .set_settings(Settings { method, substeps, bounds: Some(bounds), speed_limit: 1000.0 * s, ..Settings::default() })
        .unwrap();
    world
}

fn add(world: &mut World, def: BodyDef, s: f32) {
    world.add(BodyDef { position: def.position * s, velocity: def.velocity * s, ..def }).unwrap();
}

fn blob(s: f32) -> Blueprint {
    let filling = Filling::Area(Area { stiffness: 8e5, inflation: 1.0 });
    let (skin, bending) = (Spring::new(1000.0), Some(Spring::new(550.0)));
    Ball { radius: 0.5 * s, points: 16, mass: 1.0, skin, bending, filling }.build().unwrap()
}

fn square(s: f32) -> Blueprint {
    let spring = Spring::new(1e5).damped(2.0);
    Lattice { columns: 5, rows: 5, spacing: 0.25 * s, mass: 1.0, structural: spring, shear: spring, area: None }.build().unwrap()
}

fn balloon(s: f32) -> Blueprint {
    let filling = Filling::Gas(Gas::in_atmosphere(400.0 * s * s).viscous(0.2 / s));
    Ball { radius: 0.4 * s, filling, ..Ball::default() }.build().unwrap()
}

fn steel(s: f32) -> Blueprint {
    let material = Material { density: 4.0 / (s * s), ..Material::STEEL };
    Mesh { spacing: 0.2 * s, ..Mesh::rectangle(1.0 * s, 0.6 * s) }.of(material).build().unwrap()
}

fn slope(s: f32, gradient: f32) -> Blueprint {
    let rise = 8.0 * gradient;
    let corners = [vec2(-4.0, -1.0), vec2(4.0, -1.0), vec2(4.0, 1.0), vec2(-4.0, 1.0 + rise)].map(|corner| corner * s);
    Blueprint::builder().points(corners, 1.0).pin(0..4).outline(0..4).build().unwrap()
}

fn pile(s: f32, method: Method) -> World {
    let mut world = world(s, method);
    for i in 0..24 {
        let (column, row) = ((i % 5) as f32, (i / 5) as f32);
        let at = vec2(1.1 * (column - 2.0) + 0.01 * row, 1.0 + 1.1 * row);
        let blueprint = if i % 3 == 0 { balloon(s) } else { blob(s) };
        add(&mut world, BodyDef::new(&blueprint).at(at.x, at.y), s);
    }
    world
}

fn stack(s: f32, method: Method) -> World {
    let mut world = world(s, method);
    for i in 0..4 {
        let def = BodyDef::new(&if i == 2 { steel(s) } else { square(s) });
        add(&mut world, def.at(0.02 * i as f32, 0.6 + 1.1 * i as f32), s);
    }
    world
}

fn bounce(s: f32, method: Method) -> World {
    let mut world = world(s, method);
    let surface = Surface { restitution: 0.8, ..Surface::default() };
    add(&mut world, BodyDef::new(&slope(s, 0.1)).surface(surface), s);
    for (i, blueprint) in [blob(s), square(s), steel(s), balloon(s)].iter().enumerate() {
        let at = 1.2 * i as f32 - 1.8;
        add(&mut world, BodyDef::new(blueprint).at(at, 4.0).moving(-at, 1.0).turned(0.3).spinning(2.0).surface(surface), s);
    }
    world
}

fn roll(s: f32, method: Method) -> World {
    let mut world = world(s, method);
    add(&mut world, BodyDef::new(&slope(s, 0.15)), s);
    add(&mut world, BodyDef::new(&blob(s)).at(-2.0, 2.5), s);
    add(&mut world, BodyDef::new(&balloon(s)).at(1.0, 2.1), s);
    world
}

fn sleeping(s: f32, method: Method) -> World {
    let mut world = stack(s, method);
    world.set_settings(Settings { sleep: true, ..*world.settings() }).unwrap();
    // It wakes them when it comes.
    add(&mut world, BodyDef::new(&blob(s)).at(0.0, 180.0).moving(0.0, -20.0), s);
    world
}

fn tearing(s: f32, method: Method) -> World {
    let mut world = world(s, method);
    let spring = Spring::new(2e3).damped(0.3);
    let cloth =
        Cloth { columns: 12, rows: 8, spacing: 0.15 * s, mass: 0.5, structural: spring, shear: spring, pinned: Pinned::TopCorners };
    let limit = Limit { strain: Some(0.5), force: Some(300.0 * s) };
    let torn = cloth.build().unwrap().to_builder().tearing(Tearing { springs: limit, ..Tearing::default() }).build().unwrap();
    add(&mut world, BodyDef::new(&torn).at(0.0, 3.0), s);
    add(&mut world, BodyDef::new(&square(s)).at(0.2, 6.0).mass(20.0), s);
    world
}

fn chain(s: f32, method: Method) -> World {
    let mut world = world(s, method);
    let sticks = Chain { from: vec2(-1.0, 4.0) * s, to: vec2(1.0, 4.5) * s, links: 12, slack: 1.2, ..Chain::default() };
    add(&mut world, BodyDef::new(&sticks.build().unwrap()), s);
    for i in 0..3 {
        add(&mut world, BodyDef::new(&square(s)).at(1.2 * i as f32 - 1.0, 6.0), s);
    }
    let ids: Vec<_> = world.bodies().map(|body| body.id()).collect();
    let at = |k: usize, x: f32| Anchor::Body { body: ids[k], place: vec2(x, 0.0) * s };
    world.add_joint(Joint::new(Hold::Hinge, Anchor::World(vec2(-1.7, 6.2) * s), at(1, -0.5))).unwrap();
    world.add_joint(Joint::new(Hold::Hinge, at(1, 0.6), at(2, -0.6)).angles(-1.0, 1.0)).unwrap();
    world.add_joint(Joint::new(Hold::Weld, at(2, 0.6), at(3, -0.6))).unwrap();
    world
}

/// Blows in empty space, where speeds are measured by sizes alone, and bodies that are put into each other.
fn space(s: f32, method: Method) -> World {
    let mut world = bounce(s, method);
    world.set_fields(Fields::none()).unwrap();
    add(&mut world, BodyDef::new(&blob(s)).at(0.1, 6.0), s);
    add(&mut world, BodyDef::new(&square(s)).at(0.3, 6.2), s);
    world
}

/// What a scene does, as the bits of places and velocities in units of `s`, every tenth of a second.
fn motion(scene: fn(f32, Method) -> World, s: f32, method: Method, steps: u32) -> Vec<[u32; 4]> {
    let mut world = scene(s, method);
    let mut all = Vec::new();
    for step in 0..steps {
        world.step(1.0 / 60.0);
        if step % 6 == 5 {
            all.extend(world.particles().iter().map(|record| record.map(|number| (number / s).to_bits())));
        }
    }
    assert!(world.bodies().all(|body| body.frozen().is_none()));
    all
}

fn is_the_same_at_every_scale(scene: fn(f32, Method) -> World, method: Method, steps: u32) {
    let usual = motion(scene, 1.0, method, steps);
    for s in [1.0 / 128.0, 128.0] {
        let scaled = motion(scene, s, method, steps);
        let other = usual.iter().zip(&scaled).position(|(a, b)| a != b);
        let values = other.map(|at| [usual[at], scaled[at]].map(|record| record.map(f32::from_bits)));
        assert_eq!((usual.len(), other), (scaled.len(), None), "{method:?}, scale {s}: {values:?}");
    }
}

#[test]
fn a_pile_is_the_same_at_every_scale() {
    is_the_same_at_every_scale(pile, Method::Xpbd, 240);
}

#[test]
fn a_stack_is_the_same_at_every_scale() {
    is_the_same_at_every_scale(stack, Method::Xpbd, 300);
}

#[test]
fn rebounds_are_the_same_at_every_scale() {
    is_the_same_at_every_scale(bounce, Method::Xpbd, 300);
    is_the_same_at_every_scale(bounce, Method::VelocityVerlet, 30);
}

#[test]
fn rolling_is_the_same_at_every_scale() {
    is_the_same_at_every_scale(roll, Method::Xpbd, 300);
}

#[test]
fn sleep_is_the_same_at_every_scale() {
    is_the_same_at_every_scale(sleeping, Method::Xpbd, 420);
}

#[test]
fn tearing_is_the_same_at_every_scale() {
    is_the_same_at_every_scale(tearing, Method::Xpbd, 180);
}

#[test]
fn chains_and_joints_are_the_same_at_every_scale() {
    is_the_same_at_every_scale(chain, Method::Xpbd, 300);
}

#[test]
fn bodies_solved_as_wholes_are_the_same_at_every_scale() {
    for (scene, steps) in
        [(pile as fn(f32, Method) -> World, 120), (stack, 240), (bounce, 240), (roll, 120), (chain, 240), (space, 120)]
    {
        is_the_same_at_every_scale(scene, Method::Implicit, steps);
    }
}

#[test]
fn empty_space_is_the_same_at_every_scale() {
    is_the_same_at_every_scale(space, Method::Xpbd, 240);
}

#[test]
fn the_scenes_of_scale_do_what_they_are_for() {
    let mut world = tearing(1.0, Method::Xpbd);
    (0..180).for_each(|_| world.step(1.0 / 60.0));
    assert!(world.torn().springs > 0);
    let mut world = sleeping(1.0, Method::Xpbd);
    let mut slept = Vec2::ZERO;
    for _ in 0..420 {
        world.step(1.0 / 60.0);
        let asleep = world.bodies().filter(|body| body.is_asleep()).count();
        slept = slept.max(vec2(asleep as f32, 0.0));
    }
    assert!(slept.x > 0.0);
}
