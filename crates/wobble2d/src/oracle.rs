//! The plain way to do what the kernels do: one spring after the other, nothing packed, nothing clever.
//!
//! Tests hold the kernels to these loops bit for bit, look at what detectors find, and benchmarks measure against them. Not part of the public interface.

use crate::block::Block;
use crate::blueprint::Blueprint;
pub use crate::contact::detect::Found;
use crate::contact::respond::Setting;
use crate::crew::Work;
use crate::element::link::Link;
use crate::element::spring;
use crate::element::sweep::Way;
use crate::id::BodyId;
use crate::lanes::{Lanes, Widest, run_widest};
use crate::pace::Pace;
use crate::settings::{Settings, Width};
use crate::snapshot::Hash;
use crate::world::World;
use fearless_simd::{Simd, f32x16, prelude::*};

/// Adds the checksum that a snapshot or a recording ends with: fuzzers could not guess it.
pub fn seal(bytes: &mut Vec<u8>) {
    bytes.extend_from_slice(&Hash::checksum(bytes).to_le_bytes());
}

/// Has so many threads step a world, however small it is.
pub fn share_always(world: &mut World, threads: usize) {
    world.set_threads(threads);
    world.team.always = true;
}

/// A spring with its ends counted over all bodies.
pub struct PlainSpring {
    a: usize,
    b: usize,
    rest_length: f32,
    stiffness: f32,
    compliance: f32,
    damping: f32,
    rope: bool,
}

/// In which order the springs of a body are listed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// As the blueprint's author gave them.
    AsGiven,
    /// Colour by colour, as the kernels take them.
    ByColour,
}

/// The springs of this many bodies of a blueprint, one body after the other.
pub fn plain_springs(blueprint: &Blueprint, bodies: usize, order: Order) -> Vec<PlainSpring> {
    let rest = &blueprint.0;
    let links: Vec<&Link> = match order {
        Order::AsGiven => rest.springs.slot.iter().map(|&place| &rest.springs.list[place as usize]).collect(),
        Order::ByColour => rest.springs.list.iter().collect(),
    };
    let count = rest.points.len();
    let of_body = |body: usize| {
        links.iter().map(move |link| PlainSpring {
            a: body * count + link.a as usize,
            b: body * count + link.b as usize,
            rest_length: link.rest_length,
            stiffness: link.stiffness,
            compliance: link.compliance * rest.passes(),
            damping: link.damping,
            rope: link.rope,
        })
    };
    (0..bodies).flat_map(of_body).collect()
}

/// Projects every spring once (eq. 2). A point is `[x, y, ux, uy]` with the displacement `u` of the substep.
pub fn project_plainly(springs: &[PlainSpring], points: &mut [[f32; 4]], inverse_mass: &[f32], h: f32) {
    let softness = 1.0 / (h * h);
    for spring in springs {
        let ([ax, ay, aux, auy], [bx, by, bux, buy]) = (points[spring.a], points[spring.b]);
        let (wa, wb) = (inverse_mass[spring.a], inverse_mass[spring.b]);
        let (dx, dy) = ((bx - ax) + (bux - aux), (by - ay) + (buy - auy));
        let length = (dx * dx + dy * dy).sqrt();
        let stretch = length - spring.rest_length;
        let stretch = if spring.rope && stretch <= 0.0 { 0.0 } else { stretch };
        let pull = stretch / ((length + 1e-18) * ((wa + wb) + spring.compliance * softness));
        points[spring.a] = [ax, ay, aux + wa * (pull * dx), auy + wa * (pull * dy)];
        points[spring.b] = [bx, by, bux - wb * (pull * dx), buy - wb * (pull * dy)];
    }
}

/// Adds the force of every spring (eq. 1). A point is `[x, y, vx, vy]`.
pub fn add_forces_plainly(springs: &[PlainSpring], points: &[[f32; 4]], forces: &mut [[f32; 2]]) {
    for spring in springs {
        let ([ax, ay, avx, avy], [bx, by, bvx, bvy]) = (points[spring.a], points[spring.b]);
        let (dx, dy) = (bx - ax, by - ay);
        let length = (dx * dx + dy * dy).sqrt();
        let inverse = 1.0 / (length + 1e-18);
        let (nx, ny) = (dx * inverse, dy * inverse);
        let stretch = length - spring.rest_length;
        let closing = (bvx - avx) * nx + (bvy - avy) * ny;
        let force = spring.stiffness * stretch + spring.damping * closing;
        let force = if spring.rope && stretch <= 0.0 { 0.0 } else { force };
        forces[spring.a][0] += force * nx;
        forces[spring.a][1] += force * ny;
        forces[spring.b][0] -= force * nx;
        forces[spring.b][1] -= force * ny;
    }
}

/// A kernel to run on every block of a world.
#[derive(Clone, Copy)]
pub enum Kernel {
    /// Project all springs, this many times in one visit.
    Project { sweeps: u32, h: f32 },
    /// Sum all spring forces, this many times in one visit; the last sum stays in the velocity slot.
    Force { sweeps: u32 },
}

impl Work for Kernel {
    fn run<L: Lanes, S: Simd>(&self, s: S, block: &mut Block<'_, L>) {
        match *self {
            Self::Project { sweeps, h } => (0..sweeps).for_each(|_| spring::project(s, block, h, Way::Forth)),
            Self::Force { sweeps } => {
                for _ in 0..sweeps {
                    block.scratch.force.clear();
                    block.scratch.force.resize(block.points.len(), [L::Cell::default(); 2]);
                    spring::add_forces(block, 1.0);
                }
                for i in 0..block.points.len() {
                    let [fx, fy] = block.force(i);
                    block.set_motion(i, fx, fy);
                }
            }
        }
    }
}

/// Runs a kernel on every body of a world, as a substep would.
pub fn run_kernel(world: &mut World, kernel: Kernel, width: Width) {
    let settings = Settings { width, ..world.settings };
    world.crew.line_up(&mut world.bodies, &world.particles, &settings);
    let h = if let Kernel::Project { h, .. } = kernel { h } else { 1.0 };
    world.crew.look(&world.bodies, &world.particles, h, true);
    world.crew.visit(&world.team, &world.bodies, &mut world.particles, &kernel);
}

/// Replaces every number by the sum of its root and its inverse, so many times, sixteen numbers at once and nothing else: no kernel that takes a root and a quotient
/// for a spring can be faster.
pub fn take_roots_and_quotients(numbers: &mut [[f32; 16]], times: u32) {
    run_widest(Divider { numbers, times });
}

struct Divider<'a> {
    numbers: &'a mut [[f32; 16]],
    times: u32,
}

impl Widest for Divider<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        s.vectorize(
            #[inline(always)]
            || {
                for _ in 0..self.times {
                    for sixteen in self.numbers.iter_mut() {
                        let all: f32x16<S> = SimdBase::from_slice(s, sixteen);
                        let one: f32x16<S> = SimdBase::splat(s, 1.0);
                        (Lanes::sqrt(all) + one / all).store_slice(sixteen);
                    }
                }
            },
        );
    }
}

/// Whether XPBD sweeps bodies of a blueprint forth and back.
pub fn sweeps_back(blueprint: &Blueprint) -> bool {
    blueprint.0.sweep_back
}

/// What the detector of the settings finds at present, if the last step was `dt` long and nothing is remembered: the body of the vertex,
/// the other body, and the contact.
pub fn contacts(world: &mut World, dt: f32) -> Vec<([BodyId; 2], Found)> {
    let Settings { contact, speed_limit, .. } = world.settings;
    world.crew.line_up(&mut world.bodies, &world.particles, &world.settings);
    world.bodies.list.iter_mut().for_each(|body| body.origin = glam::Vec2::ZERO);
    world.contacts.look_again(&world.bodies.list);
    world.contacts.memory.list.clear();
    world.contacts.prepare(
        &world.team,
        &mut world.bodies,
        &mut world.particles,
        &world.settings,
        Pace::of(&world.fields),
        dt,
        world.steps,
    );
    let bodies = &world.bodies.list;
    let setting = Setting { speed_limit, per_metre: Some(1.0), ..Setting::looking(dt, contact) };
    let list = world.contacts.found_now(bodies, &mut world.particles, setting);
    list.into_iter().map(|(places, contact)| (places.map(|place| bodies[place as usize].id), contact)).collect()
}
