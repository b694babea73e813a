//! Blows: how much of the energy of a collision comes back, pair by pair of bodies, and of a body and a wall.
//!
//! ```text
//!   parting                                Both bodies are taken for rigid. While they touch, the normal impulses of the pair
//!   speed s │             ╭──── e s₀       take energy from that motion: W, and most of all W_c. When the pair carries no load
//!           │          ╱                   any more, e² W_c should have come back. What is short of that is given, what is in
//!         0 ┼───────╱───────────► time     excess is taken, by one impulse along the normal at the place of touch. What is
//!       −s₀ │────╯                         still in wobble counts as not lost.
//! ```
//! `W` is the work of this pair alone, so what a third body takes is never paid twice (eqs. 35 and 37).

use super::bounds::Bounds;
use super::calm::Wholes;
use super::pairs::Pair;
use super::respond::Load;
use super::squad::MARCH;
use super::{Contacts, FrictionLaw};
use crate::body::{Body, BodyView, Particles};
use crate::math::cross;
use crate::solve::memory::WALLS;
use crate::solve::{Slots, Solver};
use crate::team::Team;
use core::mem::swap;
use glam::Vec2;

/// What closes slower than so many times what fields make of it in a substep rests, and is no blow.
const LEAST: f32 = 8.0;

/// Bodies that have no load and part, or close slower than this part of the approach, have parted.
const PARTED: f32 = 0.02;

/// So long they must have been without load for that, as a part of the blow; and so long until they are taken to have no more to do with each other: what is
/// still compressed pushes itself off again and again.
const UNLOADED: f32 = 0.02;
const AWAY: f32 = 0.125;

/// Elements that store more than so many times the energy of the blow are strained more than they push.
const STRAINED: f32 = 1.5;

/// Slower than this part of the approach they are still.
const STILL: f32 = 0.1;

/// What has been still for so many times the time before has swallowed the blow.
const SWALLOWED: f32 = 2.0;

/// In one step a blow is followed over so many bodies that lie between.
const RINGS: usize = 2;

/// A blow that lasts so many times as long as the bodies closed is over.
const LONGEST: f32 = 8.0;

/// Two bodies that have run into each other and have not parted yet.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Blow {
    /// The indices of both bodies, the lower first; walls of the box are numbered from [`WALLS`] down.
    pub bodies: [u32; 2],
    /// `s₀`: the highest closing speed. `[m/s]`
    pub approach: f32,
    /// `W` and `W_c`. `[J]`
    pub work: f32,
    pub most: f32,
    /// `Σ λ n`, with `n` from the second body to the first, and `Σ λ`. `[kg m]`
    pub push: Vec2,
    pub total: f32,
    /// `Σ λ r`, with the place of touch `r` seen from the mass centre of the one that can move, the first if both can. `[kg m²]`
    pub arm: Vec2,
    /// What both held in wobble when it began. `[J]`
    pub wobble: f32,
    /// Whether elements are strained more than they push, as a sweep leaves stiff ones: what they store says nothing then.
    pub strained: bool,
    /// Since it began; for how long the bodies closed, 0 while they do; for how long they have been still, and without load. `[s]`
    pub age: f32,
    pub closing: f32,
    pub still: f32,
    pub unloaded: f32,
}

impl Blow {
    pub(super) fn is_sound(&self, bodies: &[Body]) -> bool {
        let [first, second] = self.bodies;
        let exist = (first as usize) < bodies.len() && ((second as usize) < bodies.len() || is_wall(second));
        let numbers =
            [self.approach, self.work, self.most, self.total, self.wobble, self.age, self.closing, self.still, self.unloaded];
        exist && first < second && numbers.iter().all(|number| number.is_finite()) && self.push.is_finite() && self.arm.is_finite()
    }

    /// The same after a body has been removed.
    pub(super) fn without(mut self, removed: u32) -> Self {
        let now = |body: u32| if body > removed && !is_wall(body) { body - 1 } else { body };
        self.bodies = self.bodies.map(now);
        self
    }
}

/// What has no place in a squad.
const NOWHERE: u32 = u32::MAX;

fn is_wall(body: u32) -> bool {
    body > WALLS - 4
}

/// A pair that may be in a blow.
#[derive(Clone, Copy, Debug, Default)]
struct Watch {
    bodies: [u32; 2],
    /// The index of the pair, or the number of the wall.
    source: u32,
    /// Where its load is kept: squad and lane, or [`NOWHERE`] for the pair itself.
    seat: u32,
    /// Which of the bodies the place of touch is seen from.
    anchor: usize,
    surface: Pairing,
    /// What they had exchanged by the end of the substep before.
    load: Load,
    blow: Option<Blow>,
}

/// How two surfaces rebound and rub.
#[derive(Clone, Copy, Debug, Default)]
struct Pairing {
    restitution: f32,
    /// Coulomb's coefficient.
    friction: f32,
    /// How fast they run past each other by themselves, along a normal turned left. `[m/s]`
    belt: f32,
}

/// Everything that blows need during a part of a step.
#[derive(Default)]
pub(crate) struct Blows {
    watches: Vec<Watch>,
    /// Which bodies are measured in every substep.
    measured: Vec<bool>,
    fresh: Vec<bool>,
    /// Where pairs have their loads, as in [`Watch`].
    seats: Vec<u32>,
    /// The local zeros of bodies. `[m]`
    origins: Vec<Vec2>,
    /// What else is asked of every body again and again, side by side.
    traits: Vec<Traits>,
    /// Those of the part of a step before.
    former: Vec<Blow>,
    /// How bodies move at the end of the substep before, and before and after contacts in this one.
    last: Wholes,
    before: Wholes,
    after: Wholes,
}

/// What is asked of a body again and again.
#[derive(Clone, Copy, Debug, Default)]
struct Traits {
    /// Whether it moves as a whole, and whether nothing moves it.
    calms: bool,
    immovable: bool,
    /// Whether rows answer its contacts, or nothing.
    in_rows: bool,
    /// Whether it leaned on nothing in the last step.
    falls: bool,
    /// How fast a point of it may move for a radian a second. `[m]`
    reach: f32,
}

impl Traits {
    fn of(body: &Body) -> Self {
        let calms = body.calms();
        let immovable = body.immovable();
        let in_rows = immovable || body.is_rigid() || body.solved;
        Self { calms, immovable, in_rows, falls: calms && !body.loaded, reach: 1.5 * body.contact_radius() }
    }
}

/// What blows need to know of a part of a step.
#[derive(Clone, Copy)]
pub(crate) struct Outset<'a> {
    pub bounds: Option<&'a Bounds>,
    /// The lengths of a substep and of the part. `[s]`
    pub h: f32,
    pub dt: f32,
    /// What a velocity slot holds for a metre a second.
    pub unit: f32,
    /// `[m/s²]`
    pub gravity: f32,
}

impl Contacts {
    /// Looks for pairs that may be in a blow in a part of a step. Returns whether there are any. Particles hold velocities.
    pub(crate) fn expect_blows(&mut self, team: &Team, bodies: &[Body], particles: &Particles, outset: Outset<'_>) -> bool {
        let coulomb = self.settings().friction == FrictionLaw::Coulomb;
        let Self { blows, pairs, order, memory, even_masses, formation, .. } = self;
        blows.watches.clear();
        blows.measured.clear();
        swap(&mut blows.former, &mut memory.blows);
        memory.blows.clear();
        if order.list.is_empty() && outset.bounds.is_none() {
            return false;
        }
        blows.last.take(team, bodies, even_masses, particles, None);
        blows.origins.clear();
        blows.origins.extend(bodies.iter().map(|body| body.origin));
        blows.traits.clear();
        blows.traits.extend(bodies.iter().map(Traits::of));
        blows.measured.resize(bodies.len(), false);
        let former = core::mem::take(&mut blows.former);
        let known = |bodies: [u32; 2]| former.binary_search_by_key(&bodies, |blow| blow.bodies).ok().map(|k| former[k]);
        let (all, traits) = (&*pairs, core::mem::take(&mut blows.traits));
        let pairs = || order.pairs().filter(|&(place, _)| may_hit(&all[place as usize], &traits));
        for (_, both) in pairs() {
            if known(both).is_some() || blows.may_close(both, &traits, outset) {
                blows.measured[both[0] as usize] = true;
                blows.measured[both[1] as usize] = true;
            }
        }
        if outset.bounds.is_some() {
            for (index, _) in bodies.iter().enumerate().filter(|(_, body)| body.calms()) {
                let number = index as u32;
                let in_blow = (0..4).any(|wall| known([number, WALLS - wall]).is_some());
                blows.measured[index] |= in_blow || blows.may_close([number, bodies.len() as u32], &traits, outset);
            }
        }
        if !blows.measured.contains(&true) {
            (blows.former, blows.traits) = (former, traits);
            return false;
        }
        for _ in 0..RINGS {
            blows.fresh.clone_from(&blows.measured);
            for (_, [a, b]) in pairs() {
                let spreads = |from: u32| blows.fresh[from as usize] && traits[from as usize].calms;
                if spreads(a) || spreads(b) {
                    blows.measured[a as usize] = true;
                    blows.measured[b as usize] = true;
                }
            }
            if blows.fresh == blows.measured {
                break;
            }
        }
        formation.seats(all.len(), &mut blows.seats);
        for (place, both) in pairs() {
            if both.iter().all(|&body| blows.measured[body as usize]) {
                let &Pair { restitution, friction, belt, .. } = &all[place as usize];
                let surface = Pairing { restitution, friction: if coulomb { friction } else { 0.0 }, belt };
                let blow = known(both);
                let (seat, anchor) = (blows.seats[place as usize], anchor(both, bodies));
                blows.watches.push(Watch { bodies: both, source: place, seat, anchor, surface, load: Load::default(), blow });
            }
        }
        if let Some(bounds) = outset.bounds {
            for (index, body) in bodies.iter().enumerate().filter(|(index, _)| blows.measured[*index]) {
                if body.calms() && !(body.is_rigid() || body.solved && bounds.restitution == 0.0) {
                    let [x, y, ..] = blows.last.matter[index];
                    let [vx, vy, ..] = blows.last.motions[index];
                    let (centre, way) =
                        (Vec2::new(x, y) + body.origin, outset.dt * (Vec2::new(vx, vy).length() + outset.dt * outset.gravity));
                    let reach = 4.0 * body.contact_radius() + way;
                    for wall in 0..4 {
                        let both = [index as u32, WALLS - wall];
                        let blow = known(both);
                        if blow.is_some() || bounds.distance(wall as usize, centre) < reach {
                            let surface = Pairing { restitution: bounds.restitution, friction: bounds.friction, belt: 0.0 };
                            let seat = NOWHERE;
                            blows.watches.push(Watch {
                                bodies: both,
                                source: wall,
                                seat,
                                anchor: 0,
                                surface,
                                load: Load::default(),
                                blow,
                            });
                        }
                    }
                }
            }
        }
        (blows.former, blows.traits) = (former, traits);
        let Blows { last, before, after, .. } = blows;
        // From here on in the unit of the velocity slot.
        for [x, y, spin, _] in &mut last.motions {
            (*x, *y, *spin) = (*x * outset.unit, *y * outset.unit, *spin * outset.unit);
        }
        before.copy_from(last);
        after.copy_from(last);
        true
    }

    /// Takes note of how bodies move before the contacts of a substep.
    pub(crate) fn measure_before(&mut self, team: &Team, bodies: &[Body], particles: &Particles) {
        let Self { blows, even_masses, .. } = self;
        let Blows { before, measured, .. } = blows;
        before.take(team, bodies, even_masses, particles, Some(measured));
    }

    /// Follows the blows through a substep that ends, and settles those that are over.
    pub(crate) fn settle_blows(
        &mut self,
        team: &Team,
        bodies: &[Body],
        particles: &mut Particles,
        solver: &mut Solver,
        (slots, gravity): (Slots, f32),
    ) {
        let Self { blows, pairs, formation, walls, even_masses, .. } = self;
        blows.after.take(team, bodies, even_masses, particles, Some(&blows.measured));
        let scale = slots.velocity_of_unit();
        let mut watches = core::mem::take(&mut blows.watches);
        for watch in &mut watches {
            let load = match (is_wall(watch.bodies[1]), watch.seat) {
                (true, _) => walls[watch.bodies[0] as usize][watch.source as usize],
                (_, NOWHERE) => pairs[watch.source as usize].load,
                (_, seat) => {
                    let load = &formation.squads[(seat / MARCH as u32) as usize].load;
                    let lane = seat as usize % MARCH;
                    if load.total.0[lane] == watch.load.total { watch.load } else { load.lane(lane) }
                }
            };
            blows.follow(watch, load, bodies, particles, scale, (slots.h, gravity));
        }
        for watch in &mut watches {
            if let Some(blow) = &mut watch.blow
                && blows.end(blow, (watch.surface, watch.anchor), bodies, particles, solver, (slots.h, scale))
            {
                watch.blow = None;
            }
        }
        blows.watches = watches;
        swap(&mut blows.last, &mut blows.after);
    }

    /// Keeps the blows that go on.
    pub(crate) fn keep_blows(&mut self) {
        let Self { blows, memory, .. } = self;
        memory.blows.clear();
        memory.blows.extend(blows.watches.iter().filter_map(|watch| watch.blow));
        memory.blows.sort_unstable_by_key(|blow| blow.bodies);
    }
}

/// Whether a pair has blows. What is held at some of its points does not move as a rigid body does, what is rigid has rows that rebound, and what is solved
/// as a whole without restitution keeps what its elasticity gives: contacts press on it before they are solved, and a blow sees a part of that only.
fn may_hit(pair: &Pair, traits: &[Traits]) -> bool {
    let [a, b] = [traits[pair.bodies[0] as usize], traits[pair.bodies[1] as usize]];
    let whole = |body: Traits| body.calms || body.immovable;
    let keeps = a.in_rows && b.in_rows && pair.restitution == 0.0;
    let apart = !(pair.stiff || keeps);
    apart && pair.bodies[0] != pair.bodies[1] && whole(a) && whole(b) && (a.calms || b.calms)
}

/// How a body moves as a whole.
#[derive(Clone, Copy)]
struct Motion {
    centre: Vec2,
    velocity: Vec2,
    spin: f32,
    inverse_mass: f32,
    inverse_inertia: f32,
}

impl Motion {
    fn of(wholes: &Wholes, body: u32, origins: &[Vec2], scale: f32) -> Self {
        let index = (body as usize).min(origins.len());
        let ([x, y, inverse_mass, inverse_inertia], [vx, vy, spin, _]) = (wholes.matter[index], wholes.motions[index]);
        let origin = origins.get(index).copied().unwrap_or(Vec2::ZERO);
        let velocity = scale * Vec2::new(vx, vy);
        Self { centre: Vec2::new(x, y) + origin, velocity, spin: scale * spin, inverse_mass, inverse_inertia }
    }

    fn at(&self, place: Vec2) -> Vec2 {
        self.velocity + self.spin * (place - self.centre).perp()
    }

    /// How readily it gives way at a place along a direction. `[1/kg]`
    fn give(&self, place: Vec2, along: Vec2) -> f32 {
        let arm = cross(place - self.centre, along);
        self.inverse_mass + self.inverse_inertia * arm * arm
    }
}

fn relative([a, b]: &[Motion; 2], place: Vec2) -> Vec2 {
    a.at(place) - b.at(place)
}

impl Blows {
    /// Whether two bodies, or one and a wall, may close in a part of a step faster than what rests does.
    fn may_close(&self, [a, b]: [u32; 2], traits: &[Traits], outset: Outset<'_>) -> bool {
        let own = |body: u32| traits.get(body as usize).copied().unwrap_or_default();
        let (a_own, b_own) = (own(a), own(b));
        let ([ax, ay, a_spin, _], [bx, by, b_spin, _]) = (self.last.motions[a as usize], self.last.motions[b as usize]);
        let turning = a_own.reach * a_spin.abs() + b_own.reach * b_spin.abs();
        let fall = if a_own.falls == b_own.falls { 0.0 } else { outset.gravity * outset.dt };
        Vec2::new(ax - bx, ay - by).length() + turning + fall > LEAST * outset.gravity * outset.h
    }

    fn both(&self, wholes: &Wholes, [a, b]: [u32; 2], scale: f32) -> [Motion; 2] {
        [Motion::of(wholes, a, &self.origins, scale), Motion::of(wholes, b, &self.origins, scale)]
    }

    /// Adds what a pair exchanged in a substep to its blow, or opens one.
    fn follow(&self, watch: &mut Watch, load: Load, bodies: &[Body], particles: &Particles, scale: f32, (h, gravity): (f32, f32)) {
        let Watch { bodies: both, anchor, .. } = *watch;
        let (push, total) = (load.normal - watch.load.normal, load.total - watch.load.total);
        let place = load.place - watch.load.place;
        watch.load = load;
        let strength = push.length();
        let loaded = total > 0.0 && strength > 0.0;
        if !loaded && watch.blow.is_none() {
            return;
        }
        let mut motions = None;
        if loaded {
            let (normal, place) = (push / strength, load.from + place / total);
            let before = self.both(&self.before, both, scale);
            let closing = -relative(&before, place).dot(normal);
            if watch.blow.is_none() && closing <= LEAST * gravity * h {
                return;
            }
            let last = self.both(&self.last, both, scale);
            let after = *motions.insert(self.both(&self.after, both, scale));
            let fields = (closing + relative(&last, place).dot(normal)).abs();
            if closing > LEAST * fields.max(gravity * h) {
                let blow = watch.blow.get_or_insert(Blow { bodies: both, ..Blow::default() });
                blow.approach = blow.approach.max(closing);
            }
            if let Some(blow) = &mut watch.blow {
                let mean = 0.5 * (relative(&before, place) + relative(&after, place));
                blow.work -= push.dot(mean) / h;
                blow.most = blow.most.max(blow.work);
                blow.push += push;
                blow.total += total;
                blow.arm += total * (place - after[anchor].centre);
                if blow.age == 0.0 && watch.surface.restitution > 0.0 {
                    // As it was before this substep: what it has added is of the blow.
                    let [moving, stored] = self.wobble(both, &after, bodies, particles, (scale, h));
                    blow.wobble = stored + (moving - blow.work).max(0.0);
                }
            }
        }
        if let Some(blow) = &mut watch.blow {
            let after = motions.unwrap_or_else(|| self.both(&self.after, both, scale));
            let (normal, place) = blow.contact(&after, anchor);
            let parting = relative(&after, place).dot(normal);
            blow.age += h;
            blow.unloaded = if loaded { 0.0 } else { blow.unloaded + h };
            blow.still = if parting.abs() < STILL * blow.approach { blow.still + h } else { 0.0 };
            if blow.closing == 0.0 && parting > -STILL * blow.approach {
                blow.closing = blow.age;
                if watch.surface.restitution > 0.0 {
                    let [moving, stored] = self.wobble(both, &after, bodies, particles, (scale, 0.0));
                    blow.strained = stored > STRAINED * (blow.most + blow.wobble - moving);
                }
            }
        }
    }

    /// Whether a blow is over; then it is settled.
    fn end(
        &mut self,
        blow: &mut Blow,
        (surface, anchor): (Pairing, usize),
        bodies: &[Body],
        particles: &mut Particles,
        solver: &mut Solver,
        (h, scale): (f32, f32),
    ) -> bool {
        let after = self.both(&self.after, blow.bodies, scale);
        let (normal, place) = blow.contact(&after, anchor);
        let parting = relative(&after, place).dot(normal);
        let parts = blow.unloaded > 0.0 && parting > -PARTED * blow.approach;
        let before = blow.unloaded - h;
        let unloaded = blow.unloaded >= UNLOADED * blow.age && (before <= 0.0 || before < UNLOADED * (blow.age - h));
        let parted = parts && unloaded;
        let swallowed = blow.still > 1.5 * h && blow.still > SWALLOWED * (blow.age - blow.still);
        if parted || swallowed {
            let give: f32 = after.iter().map(|body| body.give(place, normal)).sum();
            let wobble = || {
                let [moving, stored] = self.wobble(blow.bodies, &after, bodies, particles, (scale, 0.0));
                if blow.strained { moving } else { (moving + stored - blow.wobble).max(0.0) }
            };
            let wanted = blow.wanted(surface.restitution, parting, give, parted, wobble);
            if wanted != parting && give > 0.0 && wanted.is_finite() {
                let impulse = (wanted - parting) / give;
                // What is given has come back.
                blow.work -= impulse * 0.5 * (wanted + parting);
                let tangent = normal.perp();
                let slide = relative(&after, place).dot(tangent) + surface.belt;
                let across: f32 = after.iter().map(|body| body.give(place, tangent)).sum();
                let most = surface.friction * impulse.max(0.0);
                let impulse = impulse * normal - (slide / across).clamp(-most, most) * tangent;
                for (&body, sign) in blow.bodies.iter().zip([1.0, -1.0]) {
                    self.kick(body, sign * impulse, place, bodies, particles, solver, scale);
                }
            }
        }
        let closed = blow.closing.max(2.0 * h);
        parts && blow.unloaded >= AWAY * blow.age || blow.closing > 0.0 && blow.age > LONGEST * closed
    }

    /// Gives a body an impulse at a place. `[N s]`
    #[expect(clippy::too_many_arguments, reason = "all that an impulse needs")]
    fn kick(
        &mut self,
        body: u32,
        impulse: Vec2,
        place: Vec2,
        bodies: &[Body],
        particles: &mut Particles,
        solver: &mut Solver,
        scale: f32,
    ) {
        let motion = Motion::of(&self.after, body, &self.origins, scale);
        let Some(own) = bodies.get(body as usize).filter(|_| motion.inverse_mass > 0.0) else { return };
        let velocity = motion.inverse_mass * impulse;
        let spin = motion.inverse_inertia * cross(place - motion.centre, impulse);
        solver.change_velocity(body, [velocity.x, velocity.y, spin]);
        let (change, turn, centre) = (velocity / scale, spin / scale, motion.centre - own.origin);
        for [x, y, ux, uy] in &mut particles.state[own.range()] {
            let by = change + turn * (Vec2::new(*x, *y) - centre).perp();
            (*ux, *uy) = (*ux + by.x, *uy + by.y);
        }
        let [vx, vy, w, _] = &mut self.after.motions[body as usize];
        (*vx, *vy, *w) = (*vx + change.x, *vy + change.y, *w + turn);
    }
}

/// Which of two bodies the place of touch is seen from.
fn anchor(both: [u32; 2], bodies: &[Body]) -> usize {
    usize::from(!bodies[both[0] as usize].calms())
}

impl Blow {
    /// The direction and the place of touch, summed over the whole blow.
    fn contact(&self, motions: &[Motion; 2], anchor: usize) -> (Vec2, Vec2) {
        let place = motions[anchor].centre + self.arm / self.total;
        (self.push.normalize_or_zero(), place)
    }

    /// The parting speed that makes up for what the blow has swallowed, or takes what came back in excess.
    fn wanted(&self, restitution: f32, parting: f32, give: f32, parted: bool, wobble: impl Fn() -> f32) -> f32 {
        let newton = restitution * self.approach;
        let returned = (self.most - self.work).min(self.most);
        let owed = restitution * restitution * self.most - returned;
        if owed > 0.0 {
            let owed = owed.min((self.work - wobble()).max(0.0));
            // What gravity or others have done meanwhile is not given back.
            (parting * parting + 2.0 * owed * give).max(0.0).sqrt().min(newton).max(parting)
        } else if parted {
            // Friction has taken some of what the approach held.
            let give = give.max(0.5 * self.approach * self.approach / self.most);
            (parting * parting + 2.0 * owed * give).max(0.0).sqrt().max(newton).min(parting)
        } else {
            parting
        }
    }
}

impl Blows {
    /// What two bodies hold in wobble: as motion beside that as a whole, and stored in elements a given time before. `[J]`
    fn wobble(
        &self,
        both: [u32; 2],
        motions: &[Motion; 2],
        bodies: &[Body],
        particles: &Particles,
        (scale, ago): (f32, f32),
    ) -> [f32; 2] {
        let mut sum = [0.0; 2];
        for (&body, motion) in both.iter().zip(motions) {
            let Some(own) = bodies.get(body as usize).filter(|body| body.calms() && !body.is_rigid()) else { continue };
            let square = |i: usize| {
                let [x, y, ux, uy] = particles.state[i];
                (scale * Vec2::new(ux, uy) - motion.at(Vec2::new(x, y) + own.origin)).length_squared()
            };
            let moving: f32 = own.range().map(|i| 0.5 * particles.masses[i][1] * square(i)).sum();
            let view = BodyView { body: own, particles };
            // What keeps its shape as a whole holds as much as it moves with.
            let shape = if own.rest().shape.is_some() { moving } else { 0.0 };
            let position = |index: u32| {
                let [x, y, ux, uy] = particles.state[own.first as usize + index as usize];
                Vec2::new(x, y) - ago * scale * Vec2::new(ux, uy)
            };
            sum = [sum[0] + moving, sum[1] + view.elastic_energy(position).total() as f32 + shape];
        }
        sum
    }
}
