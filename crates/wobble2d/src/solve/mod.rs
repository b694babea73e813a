//! Rigid bodies, bodies that are solved as wholes, and what holds them: contacts, friction, walls, joints and grabs, solved together at the level of velocities.
//!
//! ```text
//!   begin      particles ──► position, turn, velocity, spin of every rigid body
//!   substep    predict (fields) → rows (contacts, walls, joints, grabs) → islands → impulses → move
//!   end        position, turn, velocity, spin ──► particles
//! ```
//! A [row] is one scalar equation or inequality on the velocities of some mobiles. A mobile is a rigid body, a part of the motion of an [elastic] one, or one particle
//! of a swept body that touches either. Rows start from the impulses of the substep before ([`memory`]); those with a swept particle start from none, since their impulse becomes
//! deformation within the substep. An [island] is solved by [sweeps](sweep), and where they converge slowly and rows are short by [direct] steps.

pub(crate) use joint::PARTS as JOINT_ROWS;

mod contact;
mod direct;
mod elastic;
pub(crate) mod island;
mod joint;
pub(crate) mod memory;
mod partition;
mod point;
mod rigid;
pub(crate) mod row;
mod sweep;
mod system;
mod taut;
#[cfg(test)]
mod test_world;
#[cfg(test)]
mod tests;
mod wall;

use crate::body::{Body, Particles, Roster};
use crate::contact::{Bounds, Contacts};
use crate::element::direct::Plans;
use crate::field::{Acting, Grab};
use crate::joint::Jointed;
use elastic::ElasticBodies;
use glam::DVec2;
use island::IslandSolver;
use memory::KeptImpulse;
use partition::{Island, Partition};
use point::ContactPoint;
use rigid::Rigid;
use row::{Mobile, NONE, Row, Term};

/// The gap within which a contact counts as closed, as a part of the smaller radius: half of the skin. Without it the set of closed contacts would
/// flicker, and a stack would tremble.
pub(super) const SLOP: f32 = 0.003;

/// The part of overlap beyond the slop that a substep undoes; shorter substeps of a divided step undo less by as much.
const RECOVERY: f64 = 0.2;

/// What a solve cost. For tests and profiles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Work {
    pub sweeps: u32,
    /// Matrices that were factored.
    pub factors: u32,
    /// Direct steps that were refused.
    pub refused: u32,
}

/// Where a row comes from, and what else there is to know of it.
#[derive(Clone, Copy, Debug)]
enum Source {
    /// A contact along its normal; friction is the next row. The index of the pair, of its candidate, and which of the contact points of the vertex it is.
    Contact { pair: u32, candidate: u32, key: KeptImpulse, warm: bool, point: DVec2, normal: DVec2 },
    /// The same at a wall of the box.
    Wall { body: u32, wall: u32, key: KeptImpulse, point: DVec2, normal: DVec2 },
    /// Friction of the contact before.
    Friction,
    /// The index of the joint, and which of its rows it is.
    Joint { joint: u32, part: u32, direction: DVec2, counts: bool },
    /// What keeps a joint from buzzing.
    Taut,
    /// A pointer.
    Grab,
}

/// How velocity slots are to be read: see [`Method::per_metre`](crate::Method).
#[derive(Clone, Copy)]
pub(crate) struct Slots {
    pub h: f32,
    pub moved: Option<f32>,
}

impl Slots {
    /// The velocity in a record. `[m/s]`
    fn velocity(self, [_, _, x, y]: [f32; 4]) -> DVec2 {
        DVec2::new(f64::from(x), f64::from(y)) / (f64::from(self.moved.unwrap_or(1.0)) * f64::from(self.h))
    }

    /// The velocity that one in a slot stands for.
    pub(crate) fn velocity_of_unit(self) -> f32 {
        1.0 / (self.moved.unwrap_or(1.0) * self.h)
    }

    /// What a slot holds for a velocity.
    fn slot(self, velocity: DVec2) -> DVec2 {
        f64::from(self.h) * f64::from(self.moved.unwrap_or(1.0)) * velocity
    }

    /// What to add to a place for that at the start of the substep, in units of the slot.
    fn to_start(self) -> f32 {
        self.moved.map_or(0.0, |per_metre| -1.0 / per_metre)
    }
}

/// Rigid bodies and their rows. Holds nothing between steps.
#[derive(Default)]
pub(crate) struct Solver {
    /// Impulses of the last substep, sorted by their keys, while rows are solved.
    impulses: Vec<KeptImpulse>,
    rigid: Vec<Rigid>,
    /// From bodies to their rigid state, or [`NONE`].
    rigid_of: Vec<u32>,
    arms: Vec<DVec2>,
    /// Rigid bodies first; then particles, and what elastic bodies are made of.
    mobiles: Vec<Mobile>,
    /// The bodies whose mobiles these are, or [`NONE`] for particles.
    owners: Vec<u32>,
    /// The particles among the mobiles, their mobiles, and what they were before the solve.
    particles: Vec<(u32, u32, [f64; 3])>,
    /// From particles to mobiles, or [`NONE`].
    mobile_of: Vec<u32>,
    elastic: ElasticBodies,
    points: Vec<ContactPoint>,
    /// The first row of every contact point.
    first_rows: Vec<u32>,
    /// The impulse along its normal that every contact point had in the substep before. `[N s]`
    recalled: Vec<f64>,
    rows: Vec<Row>,
    terms: Vec<Term>,
    sources: Vec<Source>,
    partition: Partition,
    island: Island,
    island_solver: IslandSolver,
    kept: Vec<KeptImpulse>,
}

impl Body {
    /// Whether it is a rigid body that moves by the solver in this step.
    pub(crate) fn is_rigid(&self) -> bool {
        !self.held && self.blueprint.0.shape.is_some_and(|shape| shape.rate.is_none())
    }

    /// The same of what neither sleeps nor is frozen.
    pub(crate) fn moves_rigidly(&self) -> bool {
        self.is_rigid() && !self.rests()
    }

    /// Whether rows answer its contacts.
    pub(crate) fn moves_by_rows(&self) -> bool {
        self.moves_rigidly() || self.moves_elastically()
    }
}

impl Solver {
    /// Takes in all rigid bodies. Particles hold velocities.
    pub(crate) fn begin(&mut self, bodies: &[Body], particles: &Particles) {
        self.elastic.begin(bodies);
        let Self { rigid, rigid_of, arms, mobiles, mobile_of, .. } = self;
        rigid.clear();
        arms.clear();
        mobiles.clear();
        rigid_of.clear();
        rigid_of.resize(bodies.len(), NONE);
        mobile_of.resize(particles.len(), NONE);
        for (index, body) in bodies.iter().enumerate().filter(|(_, body)| body.moves_rigidly()) {
            rigid_of[index] = rigid.len() as u32;
            let own = Rigid::new(index, body, particles, arms);
            let velocity = own.velocity(particles);
            mobiles.push(Mobile { velocity, inverse_mass: own.inverse_mass(), ..Mobile::default() });
            rigid.push(own);
        }
    }

    /// Whether there is nothing to do.
    pub(crate) fn is_idle(&self) -> bool {
        self.rigid.is_empty() && self.elastic.is_empty()
    }

    /// Lets fields act, and writes down where bodies would go for those who look at particles.
    pub(crate) fn predict(&mut self, acting: &Acting<'_>, particles: &mut Particles, slots: Slots) {
        let Self { rigid, arms, mobiles, .. } = self;
        for (own, mobile) in rigid.iter_mut().zip(mobiles) {
            own.before = mobile.velocity;
            mobile.velocity = own.accelerate(mobile.velocity, arms, &particles.masses, acting, slots.h);
            mobile.free_change = core::array::from_fn(|k| mobile.velocity[k] - own.before[k]);
            let [vx, vy, spin] = mobile.velocity;
            let motion = |arm: DVec2| DVec2::new(vx, vy) + spin * arm.perp();
            if slots.moved.is_some() {
                let mut moved = *own;
                moved.advance(mobile.velocity, f64::from(slots.h));
                moved.put_particles(arms, &mut particles.state, |arm| slots.slot(motion(arm)));
            } else {
                own.put_particles(arms, &mut particles.state, |arm| slots.slot(motion(arm)));
            }
        }
    }

    /// Reads velocities off the particles again, after something other than rows has changed them.
    pub(crate) fn read_velocities(&mut self, particles: &Particles, slots: Slots) {
        for (own, mobile) in self.rigid.iter().zip(&mut self.mobiles) {
            mobile.velocity = own.velocity_of_shape(&self.arms, particles, |record| slots.velocity(record));
        }
    }

    /// Moves all rigid bodies by their velocities.
    pub(crate) fn advance(&mut self, particles: &mut Particles, slots: Slots) {
        let Self { rigid, arms, mobiles, .. } = self;
        for (own, mobile) in rigid.iter_mut().zip(mobiles) {
            let all: [f64; 3] = core::array::from_fn(|k| mobile.velocity[k] + mobile.push[k]);
            mobile.push = [0.0; 3];
            own.advance(all, f64::from(slots.h));
            let [vx, vy, spin] = mobile.velocity;
            own.put_particles(arms, &mut particles.state, |arm| slots.slot(DVec2::new(vx, vy) + spin * arm.perp()));
        }
    }

    /// Gives particles their velocities.
    pub(crate) fn end(&mut self, particles: &mut Particles) {
        for (own, mobile) in self.rigid.iter().zip(&self.mobiles) {
            let [vx, vy, spin] = mobile.velocity;
            own.put_particles(&self.arms, &mut particles.state, |arm| DVec2::new(vx, vy) + spin * arm.perp());
        }
    }

    /// Adds to velocity and spin of a body, if it is rigid.
    pub(crate) fn change_velocity(&mut self, body: u32, by: [f32; 3]) {
        if let Some((index, _)) = self.rigid_at(body) {
            let velocity = &mut self.mobiles[index as usize].velocity;
            velocity.iter_mut().zip(by).for_each(|(own, by)| *own += f64::from(by));
        }
    }

    fn rigid_at(&self, body: u32) -> Option<(u32, &Rigid)> {
        let index = self.rigid_of[body as usize];
        self.rigid.get(index as usize).map(|rigid| (index, rigid))
    }

    /// The impulse that a contact point had in the substep before.
    fn recall(&self, key: &KeptImpulse) -> [f32; 2] {
        let at = self.impulses.binary_search_by_key(&key.key(), KeptImpulse::key);
        at.map_or([0.0; 2], |at| self.impulses[at].impulse)
    }

    fn push(&mut self, mut row: Row, terms: &[Term], source: Source) {
        let start = self.terms.len();
        self.terms.extend_from_slice(terms);
        row.terms = [start, self.terms.len()].map(|at| at as u32);
        self.rows.push(row);
        self.sources.push(source);
    }

    /// The velocity of a row with such terms. `[m/s]`
    fn velocity_along(&self, terms: &[Term]) -> f64 {
        terms.iter().map(|term| along(term, self.mobiles[term.mobile as usize].velocity)).sum()
    }

    /// The same before fields acted in this substep; what they do to soft particles is in their velocity already.
    fn velocity_along_before(&self, terms: &[Term]) -> f64 {
        let before =
            |mobile: u32| self.rigid.get(mobile as usize).map_or(self.mobiles[mobile as usize].velocity, |rigid| rigid.before);
        terms.iter().map(|term| along(term, before(term.mobile))).sum()
    }
}

fn along(term: &Term, velocity: [f64; 3]) -> f64 {
    (0..3).map(|k| term.jacobian[k] * velocity[k]).sum::<f64>()
}

/// What rows need to know of a substep.
pub(crate) struct Substep<'a> {
    pub bodies: &'a mut Roster,
    pub bounds: Option<&'a Bounds>,
    pub grabs: &'a [Grab],
    pub slots: Slots,
    /// The part that is of a substep's length in a step that is not divided.
    pub share: f32,
    pub speed_limit: f32,
    pub time: f64,
    pub pace: crate::pace::Pace,
    pub plans: &'a Plans,
}

impl Solver {
    /// Solves all rows of a substep, and hands the impulses to those who asked for them.
    pub(crate) fn solve(
        &mut self,
        substep: Substep<'_>,
        contacts: &mut Contacts,
        joints: &mut [Jointed],
        particles: &mut Particles,
    ) {
        core::mem::swap(&mut self.impulses, &mut contacts.memory.impulses);
        self.rows.clear();
        self.terms.clear();
        self.sources.clear();
        self.points.clear();
        self.first_rows.clear();
        self.recalled.clear();
        self.mobiles.truncate(self.rigid.len());
        self.owners.clear();
        self.owners.extend(self.rigid.iter().map(|rigid| rigid.body));
        self.particles.clear();
        self.elastic.clear();
        self.add_contacts(&substep, contacts, particles);
        if let Some(bounds) = substep.bounds {
            self.add_walls(&substep, bounds);
            self.add_walls_of_elastic(&substep, bounds, particles);
        }
        self.touch_pressed(&substep, &contacts.memory.presses, particles);
        self.find_responses(&substep, particles);
        self.take_back_presses(&substep, &contacts.memory.presses, particles);
        self.add_contact_rows(&substep);
        self.add_joints(&substep, joints, particles);
        self.add_grabs(&substep);
        self.solve_islands(&mut substep.bodies.list);
        self.hand_over(&substep, contacts, joints);
        self.keep_impulses(substep.bodies);
        core::mem::swap(&mut self.impulses, &mut contacts.memory.impulses);
        self.return_particles(particles, substep.slots);
        self.move_elastic(&substep, &mut contacts.memory.presses, particles);
    }

    fn solve_islands(&mut self, bodies: &mut [Body]) {
        let Self { partition, island, island_solver, mobiles, rows, terms, owners, .. } = self;
        for index in 0..partition.find(mobiles, rows, terms) {
            partition.take(index, mobiles, rows, terms, island);
            let own =
                || island.mobile_of.iter().map(|&mobile| owners[mobile as usize] as usize).filter(|&body| body != NONE as usize);
            let memory = own().map(|body| bodies[body].island).reduce(island::Memory::merged);
            let mut memory = memory.unwrap_or_default();
            island_solver.solve(&mut island.mobiles, &mut island.rows, &island.terms, &mut memory);
            own().for_each(|body| bodies[body].island = memory);
            island.hand_back(mobiles, rows);
        }
    }

    /// Tells pairs, walls and joints what their rows carried.
    fn hand_over(&self, substep: &Substep<'_>, contacts: &mut Contacts, joints: &mut [Jointed]) {
        let h = f64::from(substep.slots.h);
        for (k, (row, source)) in self.rows.iter().zip(&self.sources).enumerate() {
            match *source {
                Source::Contact { pair, candidate, point, normal, .. } if row.impulse > 0.0 => {
                    let across = self.rows[k + 1].impulse;
                    contacts.note_row(pair, candidate, [h * row.impulse, h * across], normal, point);
                }
                Source::Wall { body, wall, point, normal, .. } if row.impulse > 0.0 => {
                    let (along, across) = ((h * row.impulse) as f32, (h * self.rows[k + 1].impulse) as f32);
                    contacts.walls[body as usize][wall as usize].add(along, across, normal.as_vec2(), point.as_vec2());
                }
                Source::Joint { joint, part, direction, counts } => {
                    let held = &mut joints[joint as usize];
                    held.impulses[part as usize] = row.impulse as f32;
                    if counts {
                        held.impulse += (row.impulse * direction).as_vec2();
                    }
                }
                _ => {}
            }
        }
    }

    /// Keeps the impulses of contacts between what is rigid for the next substep, and those of bodies that sleep.
    fn keep_impulses(&mut self, bodies: &Roster) {
        let Self { rows, sources, impulses, kept, .. } = self;
        kept.clear();
        let rests = |body: u32| bodies.list.get(body as usize).is_none_or(|body| body.rests());
        kept.extend(impulses.iter().filter(|kept| kept.bodies.iter().all(|&body| rests(body))));
        for (k, (row, source)) in rows.iter().zip(&*sources).enumerate() {
            if let Source::Contact { key, warm: true, .. } | Source::Wall { key, .. } = *source
                && row.impulse > 0.0
            {
                kept.push(KeptImpulse { impulse: [row.impulse as f32, rows[k + 1].impulse as f32], ..key });
            }
        }
        kept.sort_unstable_by_key(KeptImpulse::key);
        core::mem::swap(impulses, kept);
    }

    /// Gives soft particles what they got.
    fn return_particles(&mut self, particles: &mut Particles, slots: Slots) {
        let h = f64::from(slots.h);
        for &(point, mobile, before) in &self.particles {
            let mobile = &self.mobiles[mobile as usize];
            self.mobile_of[point as usize] = NONE;
            let change = DVec2::new(mobile.velocity[0] - before[0], mobile.velocity[1] - before[1]);
            let pushed = h * DVec2::new(mobile.push[0], mobile.push[1]);
            let by = if slots.moved.is_some() { pushed + h * change } else { pushed };
            let (by, slot) = (by.as_vec2(), slots.slot(change).as_vec2());
            let [x, y, sx, sy] = particles.state[point as usize];
            particles.state[point as usize] = [x + by.x, y + by.y, sx + slot.x, sy + slot.y];
        }
    }

    /// The mobile of a soft particle, or [`NONE`] if it cannot move.
    fn mobile_of_particle(&mut self, point: usize, weight: f32, record: [f32; 4], slots: Slots) -> u32 {
        if weight == 0.0 {
            return NONE;
        }
        if self.mobile_of[point] == NONE {
            self.mobile_of[point] = self.mobiles.len() as u32;
            let (velocity, weight) = (slots.velocity(record), f64::from(weight));
            let velocity = [velocity.x, velocity.y, 0.0];
            self.particles.push((point as u32, self.mobile_of[point], velocity));
            self.owners.push(NONE);
            self.mobiles.push(Mobile { velocity, inverse_mass: [weight, weight, 0.0], ..Mobile::default() });
        }
        self.mobile_of[point]
    }
}
