//! Where matter meets.
//!
//! Once a step, before its substeps: boxes ([`broad`]), vertices near edges ([`near`], [`gather`]), pairs in their order ([`order`]). In every substep: each
//! candidate's footing is found anew ([`feature`]) and answered ([`respond`]). The plain detectors of the laboratory ([`detect`]) need only the boxes.

mod apart;
mod arc;
mod blow;
mod bounds;
pub(crate) mod broad;
mod calm;
pub(crate) mod cell;
mod census;
pub(crate) mod detect;
mod feature;
mod filter;
mod formation;
mod gather;
mod itself;
mod kept;
mod matching;
mod memory;
mod near;
mod order;
mod outlook;
mod pairs;
pub(crate) mod parts;
mod pushes;
mod report;
pub(crate) mod respond;
mod rigid;
mod rim;
mod seen;
mod settings;
pub(crate) mod shape;
mod squad;
mod stray;
mod sway;
mod tangle;

pub(crate) use arc::Arc;
pub(crate) use blow::{Blow, Outset};
pub use bounds::Bounds;
pub(crate) use bounds::{Arcs, Finish, FinishAll, Local, WallLoads, stop_moved};
pub use filter::Filter;
pub(crate) use kept::{KeptCandidate, KeptPair, Room};
pub(crate) use memory::{Memory, Remembered};
pub(crate) use pairs::{Candidate, Pair, SKIN};
pub use report::Contact;
pub(crate) use report::Known;
pub use settings::{ContactSettings, Detector, FrictionLaw, Response, RestitutionRule};
pub(crate) use tangle::Tangle;

use crate::body::{Body, Particles, Roster};
use crate::events::Event;
use crate::joint::Joint;
use crate::lanes::run_widest;
use crate::pace::Pace;
use crate::settings::{Settings, Width};
use crate::sleep;
use crate::solve::memory::{KeptImpulse, WALLS};
use crate::team::Team;
use blow::Blows;
use broad::Broad;
use calm::Calm;
use census::Party;
use formation::{Formation, Troops};
use gather::{Choice, Finding};
use glam::{DVec2, Vec2};
use kept::{Gone, Lease};
use order::Order;
use pushes::Pushes;
use report::Report;
use respond::{Field, Ground, Setting};
use rim::Rims;
use sway::Sway;

/// How the surface of a body touches others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// Coulomb's coefficient of friction, 0 to 100. Two surfaces rub with the geometric mean, unless [`ContactSettings`] say otherwise.
    pub friction: f32,
    /// The part of the approach speed that a rebound keeps, 0 to 1. Two surfaces rebound with the product, unless [`ContactSettings`] say otherwise.
    pub restitution: f32,
    /// How fast the surface runs around the body like a conveyor belt, clockwise, −1e4 to 1e4: what lies on top is carried to the right. `[m/s]`
    pub belt: f32,
}

impl Default for Surface {
    fn default() -> Self {
        Self { friction: 0.5, restitution: 0.0, belt: 0.0 }
    }
}

impl Surface {
    pub(crate) fn check(&self) -> crate::Result<()> {
        use crate::error::require;
        let field = |name: &'static str| move || format!("surface.{name}");
        require(
            (0.0..=100.0).contains(&self.friction),
            field("friction"),
            "must be 0 to 100",
            self.friction,
            "0.5 is wood on wood",
        )?;
        let hint = "1 keeps all of the speed";
        require((0.0..=1.0).contains(&self.restitution), field("restitution"), "must be 0 to 1", self.restitution, hint)?;
        require(self.belt.abs() <= 1e4, field("belt"), "must be -1e4 to 1e4 [m/s]", self.belt, "0 is no belt")
    }
}

/// How a part of a step ends.
#[derive(Clone, Copy)]
pub(crate) struct Ending {
    pub calm: bool,
    /// The length of a substep. `[s]`
    pub h: f32,
    /// The number of the step.
    pub step: u64,
}

/// All that is known of contacts. From step to step live on the memory, and what [need not be looked for again](kept).
#[derive(Default)]
pub(crate) struct Contacts {
    pub memory: Memory,
    broad: Broad,
    findings: Vec<Finding>,
    rims: Rims,
    /// Of all pairs, which have their places in here; what is between them belongs to nobody.
    pub candidates: Vec<Candidate>,
    /// Of all bodies whose boxes are near each other, sorted by bodies.
    pub pairs: Vec<Pair>,
    leases: Vec<Lease>,
    /// Whether these are the pairs of the boxes that are near each other now.
    matched: bool,
    /// The places of the pairs that must be looked at in this step, and of those that may touch.
    stale: Vec<u32>,
    live: Vec<u32>,
    /// The places of those that rows of the solver answer.
    pub in_rows: Vec<u32>,
    choices: Vec<Choice>,
    /// The places of those that have strayed: room to work in.
    strayed: Vec<u32>,
    /// Which bodies met themselves, and which had others near, when pairs were matched.
    selves: Vec<bool>,
    near_others: Vec<bool>,
    /// Whether any pair may be rounded.
    rounded: bool,
    /// Room for pairs that move, and where each is then.
    before: (Vec<Pair>, Vec<Lease>),
    spare_live: Vec<u32>,
    now_at: Vec<Option<u32>>,
    /// Pairs that are new: where they belong in the list, their bodies, and as in [`Lease`], their chunks.
    new_pairs: Vec<(usize, [u32; 2], [u32; 2])>,
    /// The settings by which surfaces were last mixed; `None` if a surface has changed since.
    mixed: Option<ContactSettings>,
    /// What there is to know of every body in this step.
    census: Vec<Party>,
    /// How every body moves: room to work in.
    sways: Vec<Sway>,
    /// How far every body has gone, and how far it will have at the end of the step, if it goes on as it does.
    gone: Vec<Gone>,
    ahead: Vec<Gone>,
    /// Of which bodies that is asked: room to work in.
    asked: Vec<bool>,
    order: Order,
    formation: Formation,
    /// The inverse masses of all points, 0 for what does not move in this step, and those that all points of a body share. `[1/kg]`
    weights: Vec<f32>,
    even_weights: Vec<Option<f32>>,
    /// The masses that all points of a body share. `[kg]`
    even_masses: Vec<Option<f32>>,
    /// Whether all of these are still what they are.
    weighed: bool,
    /// Whether they are not what they were when pairs last lined up.
    reweighed: bool,
    /// What the walls of the bounds gave each body.
    pub walls: Vec<WallLoads>,
    /// The bodies whose arcs may touch walls, and which.
    pub near_walls: Vec<[u32; 2]>,
    /// What carried a load, and which bodies did; the last entry stands for the walls.
    pushes: Pushes,
    touched: Vec<bool>,
    calm: Calm,
    blows: Blows,
    report: Report,
    /// Edges of two bodies that may cross: room to work in.
    edges: Vec<[Vec2; 2]>,
    /// Whether edges were looked at in this step.
    watched: bool,
    /// Who is joined to whom, by name; and by place, sorted, who does not touch for that reason.
    pub joined: Vec<Known>,
    parted: Vec<[u32; 2]>,
}

/// Nothing has been looked at more often in a row: a hundred times a second for months.
const MOST_LOOKS: u32 = 1 << 30;

impl Contacts {
    /// Finds what may touch until the next step. Returns whether somebody was woken by that.
    #[expect(clippy::too_many_arguments, reason = "all that a step is")]
    pub(crate) fn prepare(
        &mut self,
        team: &Team,
        roster: &mut Roster,
        particles: &mut Particles,
        settings: &Settings,
        pace: Pace,
        dt: f32,
        step: u64,
    ) -> bool {
        let wide = settings.width == Width::Widest && settings.method.displaces();
        let settings = &settings.contact;
        self.walls.clear();
        self.walls.resize(roster.list.len(), WallLoads::default());
        self.find(team, &roster.list, particles, settings, dt);
        let disturbed = self.disturbed(&roster.list, particles, settings, dt);
        let woken = sleep::wake(roster, &[&self.memory.touching, &self.joined], &disturbed);
        if woken {
            self.formation.disband();
            self.reweigh();
            // What was found a moment ago has not been mixed yet.
            self.resurface();
            self.find(team, &roster.list, particles, settings, dt);
        }
        if settings.detector == Detector::Swept {
            self.watch_edges(&roster.list, particles, step);
        }
        self.draw_apart(&roster.list, particles, pace, dt);
        self.mix_surfaces(&roster.list, settings);
        self.mark_rows(&roster.list);
        self.mark_round(&roster.list);
        let reordered = self.order.line_up(&mut self.pairs, &self.live, &self.census);
        let troops = Troops {
            pairs: &self.pairs,
            live: &self.live,
            stale: &self.stale,
            order: &self.order,
            candidates: &self.candidates,
            bodies: &roster.list,
            census: &self.census,
            weights: &self.weights,
            reweighed: core::mem::take(&mut self.reweighed),
        };
        let wide = wide && settings.detector == Detector::Swept;
        self.formation.line_up(team, &troops, settings.friction, wide, reordered);
        for &place in &self.formation.alone {
            self.pairs[place as usize].begin(&mut self.candidates);
        }
        woken
    }

    fn find(&mut self, team: &Team, bodies: &[Body], particles: &Particles, settings: &ContactSettings, dt: f32) {
        self.weigh(bodies, particles);
        self.census.clear();
        self.census.extend(bodies.iter().zip(&self.even_weights).map(|(body, &weight)| Party::of(body, weight)));
        if settings.detector == Detector::Swept {
            self.gather(team, bodies, particles, dt);
        } else {
            self.sways.clear();
            self.pair_bodies(team, bodies, particles, dt);
        }
    }

    /// Takes note that masses may not be what they were, or that other bodies move than did.
    pub(crate) fn reweigh(&mut self) {
        self.weighed = false;
    }

    /// Takes note of the masses of all points.
    fn weigh(&mut self, bodies: &[Body], particles: &Particles) {
        if core::mem::replace(&mut self.weighed, true) {
            return;
        }
        let Self { weights, even_weights, even_masses, reweighed, .. } = self;
        even_masses.clear();
        even_masses.extend(bodies.iter().map(|body| {
            let mut masses = particles.masses[body.range()].iter().map(|pair| pair[1]);
            masses.next().filter(|&first| masses.all(|mass| mass == first))
        }));
        let others = weights.len() != particles.len() || even_weights.len() != bodies.len();
        weights.resize(particles.len(), 0.0);
        even_weights.resize(bodies.len(), None);
        for (body, even) in bodies.iter().zip(even_weights) {
            let rests = body.frozen.is_some() || body.asleep;
            let own = &mut weights[body.range()];
            let mut changed = others;
            for (weight, &[inverse_mass, _]) in own.iter_mut().zip(&particles.masses[body.range()]) {
                let now = if rests { 0.0 } else { inverse_mass };
                changed |= *weight != now;
                *weight = now;
            }
            if changed {
                *even = own.first().copied().filter(|&first| own.iter().all(|&weight| weight == first));
                *reweighed = true;
            }
        }
    }

    /// The sleeping bodies that something awake lies in or may touch in this step. The plain detectors know no candidates, so near is enough for them.
    fn disturbed(&self, bodies: &[Body], particles: &Particles, settings: &ContactSettings, dt: f32) -> Vec<u32> {
        let setting = Setting { speed_limit: f32::INFINITY, ..Setting::looking(dt, *settings) };
        let ground = Ground { bodies, weights: &self.weights, setting };
        if !self.census.iter().any(|party| party.asleep) {
            return Vec::new();
        }
        let one_sleeps = |pair: &&Pair| pair.live && pair.bodies.iter().any(|&body| bodies[body as usize].asleep);
        let touches = |pair: &&Pair| {
            let mut own = self.candidates[pair.own()].iter();
            pair.is_tangled()
                || pair.candidates.is_empty()
                || own.any(|candidate| ground.may_touch(pair, candidate, &*particles.state, dt))
        };
        let pairs = self.pairs.iter().filter(one_sleeps).filter(touches);
        pairs.flat_map(|pair| pair.bodies).filter(|&body| bodies[body as usize].asleep).collect()
    }

    /// Moves bodies that lie in each other apart as wholes, and leaves their vertices alone meanwhile.
    fn draw_apart(&mut self, bodies: &[Body], particles: &mut Particles, pace: Pace, dt: f32) {
        let Self { pairs, leases, stale, live, weights, .. } = self;
        // What is tangled is looked at in every step.
        if !stale.iter().any(|&place| pairs[place as usize].is_tangled()) {
            return;
        }
        live.retain(|&place| {
            let pair = &mut pairs[place as usize];
            let tangled = pair.is_tangled();
            if tangled {
                apart::draw(pair.bodies.map(|body| &bodies[body as usize]), particles, weights, pace, dt);
                leases[place as usize].forget(|| pair);
            }
            !tangled
        });
    }

    /// Finds out how the surfaces of pairs rub and rebound: of all if a surface or a rule has changed, else of those that are looked at.
    fn mix_surfaces(&mut self, bodies: &[Body], settings: &ContactSettings) {
        let Self { pairs, stale, formation, .. } = self;
        let all = self.mixed.replace(*settings) != Some(*settings);
        let mix = |pair: &mut Pair| pair.mix_surfaces(bodies, settings);
        if all {
            formation.disband();
            pairs.iter_mut().for_each(mix);
            return;
        }
        for &place in stale.iter() {
            let pair = &mut pairs[place as usize];
            if pair.live && pair.fresh {
                mix(pair);
            }
        }
    }

    /// Notes which pairs are answered by rows of the solver: those with a body that is rigid or solved as a whole.
    fn mark_rows(&mut self, bodies: &[Body]) {
        let Self { pairs, live, in_rows, formation, .. } = self;
        let any = bodies.iter().any(Body::moves_by_rows);
        if !any && in_rows.is_empty() {
            return;
        }
        in_rows.clear();
        for &place in live.iter() {
            let pair = &mut pairs[place as usize];
            let both = pair.bodies.map(|body| &bodies[body as usize]);
            let rows = pair.bodies[0] != pair.bodies[1] && both.iter().any(|body| body.moves_by_rows());
            let stiff = rows && both.iter().all(|body| body.is_rigid() || body.immovable());
            if pair.in_rows != rows {
                formation.disband();
            }
            (pair.in_rows, pair.stiff) = (rows, stiff);
            if rows {
                in_rows.push(place);
            }
        }
    }

    /// Notes in which pairs a soft outline is rounded.
    fn mark_round(&mut self, bodies: &[Body]) {
        let Self { pairs, live, formation, rounded, .. } = self;
        let any = bodies.iter().any(|body| body.held || body.is_rigid());
        if !any && !core::mem::replace(rounded, any) {
            return;
        }
        *rounded = any;
        for &place in live.iter() {
            let pair = &mut pairs[place as usize];
            let [a, b] = pair.bodies.map(|body| &bodies[body as usize]);
            let rounds = pairs::rounding(a, b) > 0.0;
            if pair.rounds != rounds {
                pair.rounds = rounds;
                formation.disband();
            }
        }
    }

    /// Takes note that a surface is not what it was.
    pub(crate) fn resurface(&mut self) {
        self.mixed = None;
    }

    /// Answers all touches of a substep.
    pub(crate) fn respond(&mut self, team: &Team, ground: Ground<'_>, particles: &mut Particles) {
        let Self { pairs, candidates, weights, formation, .. } = self;
        let ground = Ground { weights, ..ground };
        match ground.setting.contact.detector {
            Detector::Swept => run_widest(Field { team, ground, formation, pairs, candidates, state: &mut particles.state }),
            plain => formation.order().for_each(|pair| ground.answer_plainly(&mut pairs[pair as usize], particles, plain)),
        }
    }

    /// What the rows of a pair need: the pair, its candidates, and the inverse masses of all points.
    pub(crate) fn row_pair(&mut self, place: u32) -> (&Pair, &mut [Candidate], &[f32]) {
        let Self { pairs, candidates, weights, .. } = self;
        let pair = &pairs[place as usize];
        (pair, &mut candidates[pair.own()], weights)
    }

    /// The rules by which surfaces were mixed.
    pub(crate) fn settings(&self) -> ContactSettings {
        self.mixed.unwrap_or_default()
    }

    /// Adds what a row of the solver carried to its pair. `load` is along the normal, which points from the second body to the first, and along the normal turned
    /// left. `[kg m]`
    pub(crate) fn note_row(&mut self, pair: u32, candidate: u32, load: [f64; 2], normal: DVec2, place: DVec2) {
        let pair = &mut self.pairs[pair as usize];
        pair.load.add(load[0] as f32, load[1] as f32, normal.as_vec2(), place.as_vec2());
        self.candidates[candidate as usize].touched = true;
    }

    /// Begins a step, which may have several parts.
    pub(crate) fn begin(&mut self) {
        self.watched = false;
        self.report.begin();
    }

    /// Takes note of joints.
    pub(crate) fn join<'a>(&mut self, roster: &Roster, joints: impl Iterator<Item = &'a Joint>) {
        self.joined.clear();
        self.parted.clear();
        for joint in joints {
            if let [Some(a), Some(b)] = [0, 1].map(|k| joint.anchors[k].body()) {
                self.joined.push((a, Some(b)));
                if let (false, Some(a), Some(b)) = (joint.contacts, roster.place(a), roster.place(b)) {
                    self.parted.push([a.min(b) as u32, a.max(b) as u32]);
                }
            }
        }
        self.parted.sort_unstable();
    }

    /// Ends a part of a step: calms bodies that carry each other (see [`calm`]), and keeps what the next part must remember.
    pub(crate) fn settle(
        &mut self,
        team: &Team,
        bodies: &mut [Body],
        particles: &mut Particles,
        bounds: Option<&Bounds>,
        ending: Ending,
    ) {
        self.formation.hand_over(team, &self.pairs, &mut self.candidates);
        self.recall_strayed(bodies, particles, ending.step);
        self.pushes.list(&self.pairs, &self.formation, bodies, &self.walls, bounds);
        self.note_loads(bodies);
        if ending.calm {
            self.calm.pass(team, &self.pushes, &self.even_masses, bodies, particles, ending.h);
        }
        self.report.collect(&self.pushes, &self.order, ending.h);
    }

    /// Ends a step: tells what began and ended.
    pub(crate) fn tell(&mut self, roster: &Roster, particles: &Particles, events: &mut Vec<Event>) {
        self.report.finish_contacts(roster, &mut self.memory.touching, events);
        self.report.finish_sensors(roster, particles, &mut self.memory.noticed, events);
        Report::finish_hollows(roster, particles, &mut self.memory.escaped, events);
    }

    /// The touches of the last step.
    pub(crate) fn list(&self) -> &[Contact] {
        &self.report.contacts
    }

    /// Notes who leaned on something.
    fn note_loads(&mut self, bodies: &mut [Body]) {
        self.touched.clear();
        self.touched.resize(bodies.len() + 1, false);
        self.pushes.touched().for_each(|body| self.touched[body as usize] = true);
        for (body, &touched) in bodies.iter_mut().zip(&self.touched) {
            body.loaded = touched || body.asleep && body.loaded;
        }
    }

    /// Forgets how a body was touched, since its edges are no longer what they were.
    pub(crate) fn forget_edges(&mut self, place: usize, bodies: &[Body]) {
        self.look_again(bodies);
        self.memory.list.retain(|known| !known.bodies.contains(&(place as u32)));
    }

    /// Whether all that is remembered names vertices and edges that exist.
    pub(crate) fn is_consistent(&self, bodies: &[Body]) -> bool {
        self.memory.list.iter().all(|known| {
            let [Some(first), Some(second)] = known.bodies.map(|place| bodies.get(place as usize)) else { return false };
            let of_first = first.range().contains(&(known.point as usize));
            let target = if of_first { second } else { first };
            (of_first || second.range().contains(&(known.point as usize)))
                && (known.edge as usize) < target.blueprint.0.contact.edges.len()
                && known.side.abs() == 1.0
                && known.inside <= MOST_LOOKS
        }) && self.memory.list.is_sorted_by_key(|known| (known.bodies, known.point, known.edge))
            && self.memory.blows.iter().all(|blow| blow.is_sound(bodies))
            && self.memory.blows.is_sorted_by_key(|blow| blow.bodies)
            && self.memory.tangles.is_sorted_by_key(|tangle| tangle.bodies)
            && self.memory.tangles.iter().all(|tangle| tangle.looks <= MOST_LOOKS)
            && self.memory.impulses.is_sorted_by_key(KeptImpulse::key)
            && self.memory.impulses.iter().all(|kept| kept.is_sound(bodies))
            && self.memory.presses.is_sorted_by_key(|press| press.point)
            && self.memory.presses.iter().all(|press| press.impulse.iter().all(|part| part.is_finite()))
            && self.memory.touching.is_sorted()
            && self.memory.noticed.is_sorted()
            && self.memory.escaped.is_sorted()
    }

    /// Forgets a body that is removed: its place in the list and its particles' places in the arrays.
    pub(crate) fn forget(&mut self, place: usize, particles: core::ops::Range<usize>, bodies: &[Body]) {
        self.look_again(bodies);
        let place = place as u32;
        let count = particles.len() as u32;
        let moved_up = |bodies: [u32; 2]| bodies.map(|body| if body > place { body - 1 } else { body });
        self.memory.blows.retain(|blow| !blow.bodies.contains(&place));
        self.memory.blows.iter_mut().for_each(|blow| *blow = blow.without(place));
        self.memory.tangles.retain(|tangle| !tangle.bodies.contains(&place));
        self.memory.tangles.iter_mut().for_each(|tangle| tangle.bodies = moved_up(tangle.bodies));
        self.memory.impulses.retain(|kept| !kept.bodies.contains(&place));
        for kept in &mut self.memory.impulses {
            kept.bodies = kept.bodies.map(|body| if body > place && body != WALLS { body - 1 } else { body });
            if kept.point >= particles.end as u32 {
                kept.point -= count;
            }
        }
        self.memory.presses.retain(|press| !particles.contains(&(press.point as usize)));
        for press in self.memory.presses.iter_mut().filter(|press| press.point >= particles.end as u32) {
            press.point -= count;
        }
        self.memory.list.retain(|known| !known.bodies.contains(&place));
        for known in &mut self.memory.list {
            known.bodies = moved_up(known.bodies);
            if known.point >= particles.end as u32 {
                known.point -= count;
            }
        }
    }
}
