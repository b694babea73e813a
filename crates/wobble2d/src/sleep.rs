//! Sleep: bodies that have come to rest together are left alone together, until something disturbs one of them.
//!
//! An island is a set of movable bodies that touch each other or are joined, directly or over others; immovable ones do not connect. An island falls asleep
//! when all of its bodies have been still for [`PATIENCE`] and nothing about it is going to change by itself. A sleeping body costs nothing
//! but its box. It wakes, with its whole island, when something awake is about to touch it, when something it touched is removed or changed, when it is
//! changed itself, and when settings or fields change.

use crate::body::{Body, Particles, Roster};
use crate::contact::Known;
use crate::id::BodyId;
use crate::joint::Joint;
use crate::pace::Pace;
use crate::world::World;
use glam::Vec2;

/// How long all bodies of an island must have been still. `[s]`
const PATIENCE: f32 = 0.5;

/// Slower than this part of its [pace](crate::pace) a body that leans on something is still.
const SLOW: f32 = 0.009;

/// The same as a part of its radius a second, which counts for small bodies and where nothing falls. `[1/s]`
const SLOW_PER_RADIUS: f32 = 0.04;

/// What leans on nothing may drift or swing for ever: it is still only below this part of the speed above.
const FREE: f32 = 0.01;

/// Which bodies belong together: every place knows one nearer to the first of its island.
struct Islands {
    towards: Vec<u32>,
}

impl Islands {
    /// From all that ties bodies together: touches and joints.
    fn of(roster: &Roster, ties: &[&[Known]]) -> Self {
        let mut islands = Self { towards: (0..roster.list.len() as u32).collect() };
        let movable = |id: BodyId| roster.place(id).filter(|&place| !roster.list[place].immovable());
        for &(a, b) in ties.iter().copied().flatten() {
            if let (Some(a), Some(b)) = (movable(a), b.and_then(movable)) {
                let (a, b) = (islands.first(a as u32), islands.first(b as u32));
                islands.towards[a.max(b) as usize] = a.min(b);
            }
        }
        islands
    }

    fn first(&mut self, place: u32) -> u32 {
        let mut here = place;
        while self.towards[here as usize] != here {
            let next = self.towards[here as usize];
            self.towards[here as usize] = self.towards[next as usize];
            here = next;
        }
        here
    }
}

/// Wakes the islands of some bodies. Returns whether anybody slept.
pub(crate) fn wake(roster: &mut Roster, ties: &[&[Known]], places: &[u32]) -> bool {
    let asleep = places.iter().any(|&place| roster.list[place as usize].asleep);
    if asleep {
        let mut islands = Islands::of(roster, ties);
        let woken: Vec<u32> = places.iter().map(|&place| islands.first(place)).collect();
        for place in 0..roster.list.len() {
            if woken.contains(&islands.first(place as u32)) {
                rouse(&mut roster.list[place]);
            }
        }
    }
    asleep
}

fn rouse(body: &mut Body) {
    body.asleep = false;
    body.still = 0.0;
}

impl Joint {
    /// The two bodies it ties together, if it does.
    fn tie(&self) -> Option<Known> {
        let [a, b] = [0, 1].map(|k| self.anchors[k].body());
        Some((a?, Some(b?)))
    }
}

/// Whether a body has come to rest, as far as this step can tell.
fn is_still(body: &Body, particles: &Particles, pace: Pace) -> bool {
    let records = &particles.state[body.range()];
    let square = records.iter().map(|&[_, _, x, y]| x * x + y * y).sum::<f32>() / records.len() as f32;
    let radius = body.contact_radius();
    let slow = (SLOW * pace.speed(radius)).min(SLOW_PER_RADIUS * radius) * if body.loaded { 1.0 } else { FREE };
    square < slow * slow
}

impl World {
    /// Wakes everything.
    pub fn wake_all(&mut self) {
        if self.bodies.list.iter().any(|body| body.asleep) {
            self.crew.disband();
        }
        self.bodies.list.iter_mut().for_each(rouse);
    }

    /// Wakes the body at a place, all that sleeps with it, and what rests on it if it is immovable.
    pub(crate) fn wake(&mut self, place: usize) {
        let id = self.bodies.list[place].id;
        self.bodies.list[place].still = 0.0;
        let joined: Vec<Known> = self.joints.iter().filter_map(|held| held.joint.tie()).collect();
        let touching = &self.contacts.memory.touching;
        let neighbours = touching.iter().chain(&joined).filter_map(|&(a, b)| {
            let other = if a == id { b } else { (b == Some(id)).then_some(a) };
            other.and_then(|other| self.bodies.place(other))
        });
        let places: Vec<u32> = neighbours.chain([place]).map(|place| place as u32).collect();
        if wake(&mut self.bodies, &[touching, &joined], &places) {
            self.crew.disband();
        }
    }

    /// Lets islands that have come to rest fall asleep.
    pub(crate) fn doze(&mut self, dt: f32) {
        // What a user's field will do next nobody knows.
        if !self.settings.sleep || self.user_field.is_some() {
            return;
        }
        let pace = Pace::of(&self.fields);
        let Self { bodies, particles, grabs, contacts, joints, .. } = self;
        for body in bodies.list.iter_mut().filter(|body| !body.rests()) {
            body.still = if is_still(body, particles, pace) { body.still + dt } else { 0.0 };
        }
        let touching = &contacts.memory.touching;
        let mut restless = vec![false; bodies.list.len()];
        for (place, body) in bodies.list.iter().enumerate() {
            let works = body.flesh.as_ref().is_some_and(|flesh| !flesh.is_steady());
            restless[place] = body.still < PATIENCE && !body.asleep || body.lead.is_some() || works || body.leak.is_some();
        }
        let led = |id: BodyId| bodies.place(id).is_some_and(|place| bodies.list[place].lead.is_some());
        let carried_along = touching.iter().filter_map(|&(a, b)| b.map(|b| [(a, b), (b, a)])).flatten();
        let driven = joints.iter().filter(|held| held.joint.motor.is_some()).flat_map(|held| held.joint.anchors);
        let moved = carried_along.filter(|&(_, by)| led(by)).map(|(body, _)| body);
        let moved = moved.chain(grabs.iter().map(|grab| grab.point.body)).chain(driven.filter_map(|anchor| anchor.body()));
        moved.filter_map(|id| bodies.place(id)).for_each(|place| restless[place] = true);
        let mut islands = Islands::of(bodies, &[touching, &contacts.joined]);
        let mut awake = vec![false; bodies.list.len()];
        for place in 0..bodies.list.len() {
            awake[islands.first(place as u32) as usize] |= restless[place];
        }
        for place in 0..bodies.list.len() {
            let body = &mut bodies.list[place];
            if !awake[islands.first(place as u32) as usize] && !body.rests() {
                body.asleep = true;
                body.range().for_each(|i| particles.set_velocity(i, Vec2::ZERO));
                self.crew.disband();
            }
        }
    }
}
