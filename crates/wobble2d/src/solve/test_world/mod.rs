//! A small world of rigid boxes and discs, to try the solver on.

pub(super) mod collide;

use super::Work;
use super::island::{IslandSolver, Memory};
use super::row::{Limit, Mobile, NONE, Row, Term};
use super::taut::{HingeEnd, added_inertia, spin_row};
use collide::{Contact, collide};
use std::collections::BTreeMap;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    Box([f64; 2]),
    Disc(f64),
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Body {
    pub mobile: Mobile,
    pub position: [f64; 2],
    pub angle: f64,
    pub shape: Shape,
    pub mass: f64,
    pub inertia: f64,
}

/// Two bodies at one point, or one at a point of the scenery. Arms turn with the bodies.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hinge {
    pub bodies: [u32; 2],
    pub arms: [[f64; 2]; 2],
    pub impulse: [f64; 2],
    /// That it added last. `[kg m²]`
    pub inertia: f64,
}

#[derive(Debug)]
pub(super) struct World {
    pub bodies: Vec<Body>,
    pub hinges: Vec<Hinge>,
    pub gravity: [f64; 2],
    pub h: f64,
    /// Between bodies, and with the scenery.
    pub friction: [f64; 2],
    pub restitution: f64,
    /// Bodies up to this index do not touch those up to it.
    pub untouchable: usize,
    pub skin: f64,
    pub memory: Memory,
    pub work: Work,
    pub overlap: f64,
    impulses: BTreeMap<[u32; 3], [f64; 2]>,
    solver: IslandSolver,
    mobiles: Vec<Mobile>,
    rows: Vec<Row>,
    terms: Vec<Term>,
}

impl Body {
    /// A body of this density; without mass it is scenery.
    pub(super) fn new(shape: Shape, position: [f64; 2], mass: f64) -> Self {
        let inertia = mass
            * match shape {
                Shape::Box([a, b]) => (a * a + b * b) / 3.0,
                Shape::Disc(radius) => 0.5 * radius * radius,
            };
        let inverse = |own: f64| if own > 0.0 { 1.0 / own } else { 0.0 };
        let inverse_mass = [inverse(mass), inverse(mass), inverse(inertia)];
        Self { mobile: Mobile { inverse_mass, ..Mobile::default() }, position, angle: 0.0, shape, mass, inertia }
    }

    /// The same in a world of other lengths and masses.
    pub(super) fn scaled(self, length: f64, mass: f64) -> Self {
        let shape = match self.shape {
            Shape::Box(half) => Shape::Box(half.map(|part| length * part)),
            Shape::Disc(radius) => Shape::Disc(length * radius),
        };
        Self::new(shape, self.position.map(|part| length * part), mass * self.mass)
    }

    pub(super) fn turned(self, [x, y]: [f64; 2]) -> [f64; 2] {
        let (sine, cosine) = (libm::sin(self.angle), libm::cos(self.angle));
        [cosine * x - sine * y, sine * x + cosine * y]
    }

    pub(super) fn point(self, local: [f64; 2]) -> [f64; 2] {
        let [x, y] = self.turned(local);
        [self.position[0] + x, self.position[1] + y]
    }

    pub(super) fn size(self) -> f64 {
        match self.shape {
            Shape::Box([a, b]) => 2.0 * a.min(b),
            Shape::Disc(radius) => 2.0 * radius,
        }
    }
}

impl World {
    pub(super) fn new(h: f64) -> Self {
        Self {
            bodies: Vec::new(),
            hinges: Vec::new(),
            gravity: [0.0, -9.81],
            h,
            friction: [0.5; 2],
            restitution: 0.0,
            untouchable: 0,
            skin: 0.003,
            memory: Memory::default(),
            work: Work::default(),
            overlap: 0.0,
            impulses: BTreeMap::new(),
            solver: IslandSolver::default(),
            mobiles: Vec::new(),
            rows: Vec::new(),
            terms: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, shape: Shape, position: [f64; 2], mass: f64) -> u32 {
        self.bodies.push(Body::new(shape, position, mass));
        self.bodies.len() as u32 - 1
    }

    /// Hinges a body to another, or to the scenery, at a point of the world.
    pub(super) fn hinge(&mut self, a: u32, b: Option<u32>, [x, y]: [f64; 2]) {
        let local = |body: u32| {
            let body = self.bodies[body as usize];
            Body { angle: -body.angle, ..body }.turned([x - body.position[0], y - body.position[1]])
        };
        self.hinges.push(Hinge {
            bodies: [a, b.unwrap_or(NONE)],
            arms: [local(a), b.map_or([x, y], local)],
            impulse: [0.0; 2],
            inertia: 0.0,
        });
    }

    pub(super) fn run(&mut self, seconds: f64, mut each: impl FnMut(&Self)) {
        for _ in 0..(seconds / self.h).round() as usize {
            self.substep();
            each(self);
        }
    }

    pub(super) fn substep(&mut self) {
        let h = self.h;
        let before: Vec<[f64; 3]> = self.bodies.iter().map(|body| body.mobile.velocity).collect();
        for body in self.bodies.iter_mut().filter(|body| body.mass > 0.0) {
            body.mobile.push = [0.0; 3];
            body.mobile.free_change = [h * self.gravity[0], h * self.gravity[1], 0.0];
            (0..3).for_each(|k| body.mobile.velocity[k] += body.mobile.free_change[k]);
        }
        self.mobiles.clear();
        self.mobiles.extend(self.bodies.iter().map(|body| body.mobile));
        self.rows.clear();
        self.terms.clear();
        self.add_hinge_rows();
        let hinge_rows = self.rows.len();
        let contacts = self.contacts();
        contacts.iter().for_each(|contact| self.add_contact_rows(contact, &before));
        self.work = self.solver.solve(&mut self.mobiles, &mut self.rows, &self.terms, &mut self.memory);
        self.keep_impulses(hinge_rows, &contacts);
        for (body, mobile) in self.bodies.iter_mut().zip(&self.mobiles) {
            body.mobile = *mobile;
            let [vx, vy, spin] = [0, 1, 2].map(|k| mobile.velocity[k] + mobile.push[k]);
            body.position = [body.position[0] + h * vx, body.position[1] + h * vy];
            body.angle += h * spin;
        }
    }

    fn add_hinge_rows(&mut self) {
        let mut inertias = Vec::new();
        for hinge in &self.hinges {
            let (points, arms) = self.hinge_points(hinge);
            for k in 0..2 {
                let mut row = Row { terms: [self.terms.len() as u32; 2], ..EMPTY };
                for (side, sign) in [(0, 1.0), (1, -1.0)] {
                    let turning = if k == 0 { -arms[side][1] } else { arms[side][0] };
                    let mut jacobian = [0.0, 0.0, sign * turning];
                    jacobian[k] = sign;
                    if hinge.bodies[side] != NONE {
                        self.terms.push(Term { mobile: hinge.bodies[side], jacobian });
                    }
                }
                row.terms[1] = self.terms.len() as u32;
                row.target = -(points[0][k] - points[1][k]) / self.h;
                row.impulse = hinge.impulse[k];
                self.rows.push(row);
            }
            let ends = [0, 1].map(|side| HingeEnd { mobile: hinge.bodies[side], arm: arms[side] });
            let now = added_inertia(&self.mobiles, ends, hinge.impulse, self.h);
            self.rows.extend(spin_row(&self.mobiles, &mut self.terms, ends, [hinge.inertia, now]));
            inertias.push(now);
        }
        self.hinges.iter_mut().zip(inertias).for_each(|(hinge, inertia)| hinge.inertia = inertia);
    }

    /// Where both ends of a hinge are, and the arms that lead there.
    fn hinge_points(&self, hinge: &Hinge) -> ([[f64; 2]; 2], [[f64; 2]; 2]) {
        let end = |side: usize| match self.bodies.get(hinge.bodies[side] as usize) {
            Some(body) => (body.point(hinge.arms[side]), body.turned(hinge.arms[side])),
            None => (hinge.arms[side], [0.0; 2]),
        };
        let (a, b) = (end(0), end(1));
        ([a.0, b.0], [a.1, b.1])
    }

    fn contacts(&mut self) -> Vec<Contact> {
        let mut list = Vec::new();
        for b in 0..self.bodies.len() {
            for a in 0..b {
                let [first, second] = [self.bodies[a], self.bodies[b]];
                if first.mass + second.mass > 0.0 && (a >= self.untouchable || b >= self.untouchable) {
                    let speed = [0, 1].map(|k| first.mobile.velocity[k] - second.mobile.velocity[k]);
                    let margin = 2.0 * self.h * (speed[0] * speed[0] + speed[1] * speed[1]).sqrt()
                        + 0.02 * first.size().min(second.size())
                        + self.h * (reach(first) + reach(second));
                    collide([(a as u32, first), (b as u32, second)], margin, &mut list);
                }
            }
        }
        self.overlap = list.iter().fold(0.0, |most, contact| f64::max(most, -contact.distance / contact.size));
        list
    }

    fn add_contact_rows(&mut self, contact: &Contact, before: &[[f64; 3]]) {
        let stored = self.impulses.get(&contact.key).copied().unwrap_or_default();
        let gap = contact.distance - self.skin * contact.size;
        let overlap = -gap - 0.5 * self.skin * contact.size;
        let [nx, ny] = contact.normal;
        for (direction, impulse) in [([nx, ny], stored[0]), ([-ny, nx], stored[1])] {
            let mut row = Row { impulse, terms: [self.terms.len() as u32; 2], ..EMPTY };
            for (side, sign) in [(0, -1.0), (1, 1.0)] {
                let body = contact.key[side];
                let [x, y] = self.bodies[body as usize].position;
                let arm = [contact.point[0] - x, contact.point[1] - y];
                let turning = arm[0] * direction[1] - arm[1] * direction[0];
                self.terms.push(Term { mobile: body, jacobian: [sign * direction[0], sign * direction[1], sign * turning] });
            }
            row.terms[1] = self.terms.len() as u32;
            if direction == [nx, ny] {
                row.limit = Limit::Push;
                row.target = -gap.max(0.0) / self.h;
                row.push_target = 0.2 * overlap.max(0.0) / self.h;
                let speed = row
                    .own_terms(&self.terms)
                    .iter()
                    .fold(0.0, |sum, term| (0..3).fold(sum, |sum, k| sum + term.jacobian[k] * before[term.mobile as usize][k]));
                let weight = (self.gravity[0] * self.gravity[0] + self.gravity[1] * self.gravity[1]).sqrt();
                let lively = self.restitution > 0.0 && speed.abs() > 4.0 * self.h * weight;
                row.rebound = lively.then_some(-self.restitution * speed);
            } else {
                row.limit =
                    Limit::Friction { coefficient: self.friction[usize::from(self.bodies[contact.key[0] as usize].mass == 0.0)] };
            }
            self.rows.push(row);
        }
    }

    fn keep_impulses(&mut self, hinge_rows: usize, contacts: &[Contact]) {
        let mut rows = self.rows[..hinge_rows].iter().filter(|row| row.compliance == 0.0).map(|row| row.impulse);
        for hinge in &mut self.hinges {
            hinge.impulse = [0, 1].map(|_| rows.next().unwrap_or_default());
        }
        self.impulses.clear();
        for (contact, rows) in contacts.iter().zip(self.rows[hinge_rows..].chunks(2)) {
            self.impulses.insert(contact.key, [rows[0].impulse, rows[1].impulse]);
        }
    }

    /// Takes a substep. How often the solver allocated.
    pub(super) fn allocations(&mut self) -> u64 {
        self.substep();
        let (mut mobiles, mut rows, mut memory) = (self.mobiles.clone(), self.rows.clone(), self.memory);
        let solver = &mut self.solver;
        let mut work = Work::default();
        allocation_counter::measure(|| work = solver.solve(&mut mobiles, &mut rows, &self.terms, &mut memory)).count_total
    }

    pub(super) fn swap_solver(&mut self, other: &mut Self) {
        core::mem::swap(&mut self.solver, &mut other.solver);
    }

    /// The widest gap of a hinge. `[m]`
    pub(super) fn gap(&self) -> f64 {
        let gap = |hinge: &Hinge| {
            let ([a, b], _) = self.hinge_points(hinge);
            ((a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])).sqrt()
        };
        self.hinges.iter().map(gap).fold(0.0, f64::max)
    }

    pub(super) fn kinetic_energy(&self) -> f64 {
        let own = |body: &Body| {
            let [x, y, spin] = body.mobile.velocity;
            0.5 * (body.mass * (x * x + y * y) + body.inertia * spin * spin)
        };
        self.bodies.iter().map(own).sum()
    }

    /// Kinetic and potential, at one time: velocities are of the middle of a substep. `[J]`
    pub(super) fn energy(&self) -> f64 {
        let [gx, gy] = self.gravity;
        let own = |body: &Body| {
            let middle = [0, 1].map(|k| body.position[k] - 0.5 * self.h * body.mobile.velocity[k]);
            -body.mass * (gx * middle[0] + gy * middle[1])
        };
        self.kinetic_energy() + self.bodies.iter().map(own).sum::<f64>()
    }

    /// About the origin. `[kg m²/s]`
    pub(super) fn angular_momentum(&self) -> f64 {
        let own = |body: &Body| {
            let ([x, y], [vx, vy, spin]) = (body.position, body.mobile.velocity);
            body.mass * (x * vy - y * vx) + body.inertia * spin
        };
        self.bodies.iter().map(own).sum()
    }

    pub(super) fn top_speed(&self) -> f64 {
        let own = |body: &Body| {
            let [x, y, _] = body.mobile.velocity;
            (x * x + y * y).sqrt()
        };
        self.bodies.iter().map(own).fold(0.0, f64::max)
    }
}

/// How fast a point of a body's outline turns about it. `[m/s]`
fn reach(body: Body) -> f64 {
    match body.shape {
        Shape::Box([a, b]) => body.mobile.velocity[2].abs() * (a * a + b * b).sqrt(),
        Shape::Disc(_) => 0.0,
    }
}

const EMPTY: Row = Row {
    terms: [0; 2],
    limit: Limit::Free,
    target: 0.0,
    compliance: 0.0,
    impulse: 0.0,
    push_target: 0.0,
    push_impulse: 0.0,
    rebound: None,
};
