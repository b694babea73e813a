//! Who marches with whom: bodies of one blueprint in blocks of sixteen, all others alone.
//!
//! Marching together changes no result (see [`lanes`](crate::lanes)), so the line-up is free to follow speed alone, and is made anew
//! only when bodies come, go or change.

use crate::block::{Block, Scratch};
use crate::blueprint::Rest;
use crate::body::{Body, Mover, Particles, Roster, Tuning};
use crate::contact::{Finish, WallLoads};
use crate::element::direct::Plans;
use crate::element::spring::EvenSprings;
use crate::group::{self, Group, MARCH, Matter, particulars};
use crate::lanes::{Lanes, Widest, line_stack, run_widest};
use crate::method::Method;
use crate::settings::{Settings, Width};
use crate::solve::memory::{Press, presses_in};
use crate::team::{Shared, Team};
use fearless_simd::Simd;

/// The line-up, and room to work in.
#[derive(Default)]
pub(crate) struct Crew {
    groups: Vec<Group>,
    singles: Vec<u32>,
    /// The width and the method it was made for; `None` when it must be made anew.
    made_for: Option<(Width, Method)>,
    /// For each body, what every stick has carried since the step began, where that may break it. `[N s]`
    pulls: Vec<Vec<f32>>,
    /// One for every thread: its cache then holds it.
    rooms: Vec<Room>,
    evens: Vec<Even>,
    /// Who is solved as a whole.
    plans: Plans,
}

/// Room to work in.
#[derive(Default)]
struct Room {
    wide: group::Room,
    narrow: Scratch<f32>,
}

/// So many groups, or so many single bodies, are one part of the work.
const PART: usize = 2;

/// A visit to every block.
struct Visiting<'a, W> {
    team: &'a Team,
    crew: &'a mut Crew,
    bodies: &'a Roster,
    particles: &'a mut Particles,
    work: &'a W,
}

impl<W: Work> Widest for Visiting<'_, W> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        self.visit_all(s);
    }
}

/// Something to be done to every block.
pub(crate) trait Work: Sync {
    /// The end of the substep before, where it is still to be made, and what the walls give meanwhile.
    #[inline(always)]
    fn finish(&self) -> Option<(&Finish<'_>, Shared<'_, WallLoads>)> {
        None
    }

    /// What contacts press the points of bodies with that are solved as wholes, sorted.
    fn presses(&self) -> &[Press] {
        &[]
    }

    /// What is added to the displacement of every point after that, if it is the same for all of them and nothing comes before it: on the way in it costs
    /// next to nothing. The block then says that it was [kicked](Block::kicked). `[m]`
    #[inline(always)]
    fn kick(&self, _rest: &Rest) -> Option<[f32; 2]> {
        None
    }

    /// `s` is for kernels that use eight lanes within one body.
    fn run<L: Lanes, S: Simd>(&self, s: S, block: &mut Block<'_, L>);

    /// What is done to a body that nobody looks at between substeps.
    fn ride<S: Simd>(&self, s: S, block: &mut Block<'_, f32>, _: &Mover) {
        self.run(s, block);
    }
}

/// Even springs, and whose they are: the address of the rest shape, which tells them apart for as long as a step, size, stiffness and inverse masses.
#[derive(Default)]
struct Even {
    springs: EvenSprings,
    rest: usize,
    tuning: Tuning,
    inverse_masses: Vec<f32>,
}

/// Bodies whose springs come in packets of their own march together only if there are at least this many.
const ENOUGH_PACKED: usize = 6;

impl Crew {
    /// To be called whenever bodies came, went, froze, or changed in mass or blueprint.
    pub(crate) fn disband(&mut self) {
        self.made_for = None;
    }

    /// Lines up the bodies that move. Returns whether that was necessary.
    pub(crate) fn line_up(&mut self, bodies: &mut Roster, particles: &Particles, settings: &Settings) -> bool {
        let Settings { width, method, .. } = *settings;
        if self.made_for == Some((width, method)) {
            return false;
        }
        self.made_for = Some((width, method));
        self.groups.clear();
        self.singles.clear();
        for body in &mut bodies.list {
            body.free = particles.masses[body.range()].iter().all(|pair| pair[0] > 0.0);
            body.held = particles.masses[body.range()].iter().all(|pair| pair[0] == 0.0);
        }
        self.plans.line_up(&mut bodies.list, particles, method == Method::Implicit);
        let mut kinds: Vec<(usize, Vec<u32>)> = Vec::new();
        let mut kind_of = std::collections::HashMap::new();
        for (place, body) in bodies.list.iter().enumerate().filter(|(_, body)| !body.rests() && !body.is_rigid()) {
            if self.plans.solves(place) {
                self.singles.push(place as u32);
                continue;
            }
            // The address only tells blueprints apart; it never decides an order.
            let key = core::ptr::from_ref(body.rest()) as usize;
            let kind = *kind_of.entry(key).or_insert_with(|| {
                kinds.push((key, Vec::new()));
                kinds.len() - 1
            });
            kinds[kind].1.push(place as u32);
        }
        for (_, places) in &kinds {
            for own in places.chunks(MARCH) {
                let packs = bodies.list[own[0] as usize].blueprint.0.springs.list.len() >= crate::element::packet::WORTH_PACKING;
                let least = if packs { ENOUGH_PACKED } else { 2 };
                if width == Width::Widest && own.len() >= least && !notes_pulls(&bodies.list[own[0] as usize]) {
                    let group = Group::new(own, bodies, particles, self.groups.last());
                    self.groups.push(group);
                } else {
                    self.singles.extend_from_slice(own);
                }
            }
        }
        self.pulls.resize_with(bodies.list.len(), Vec::new);
        for (pulls, body) in self.pulls.iter_mut().zip(&bodies.list) {
            pulls.resize(if notes_pulls(body) { body.blueprint.0.sticks.list.len() } else { 0 }, 0.0);
        }
        for &single in &self.singles {
            let body = &mut bodies.list[single as usize];
            (body.packets, body.strips) = (None, None);
            if width == Width::Widest && !self.plans.solves(single as usize) {
                body.pack(particles);
            }
        }
        true
    }

    /// Who is solved as a whole.
    pub(crate) fn plans(&self) -> &Plans {
        &self.plans
    }

    /// The places of the bodies that march alone.
    pub(crate) fn singles(&self) -> &[u32] {
        &self.singles
    }

    /// Takes in what is particular to each body, and stays so until the next part of a step. `by_rows`: whether rows answer the contacts of bodies that are solved
    /// as wholes.
    pub(crate) fn look(&mut self, bodies: &Roster, particles: &Particles, h: f32, by_rows: bool) {
        let Self { groups, evens, plans, .. } = self;
        plans.prepare(&bodies.list, particles, h, by_rows);
        let mut known = 0;
        for group in groups {
            group.look(bodies);
            let body = &bodies.list[group.bodies[0] as usize];
            let alike = |place: &u32| {
                let tuning = bodies.list[*place as usize].tuning;
                (tuning.size, tuning.stiffness) == (body.tuning.size, body.tuning.stiffness)
            };
            group.even = (group.same_masses && group.bodies.iter().all(alike)).then(|| {
                // Groups of one blueprint follow each other.
                if !evens[..known].last().is_some_and(|even| even.is_of(body, group)) {
                    evens.resize_with(evens.len().max(known + 1), Even::default);
                    evens[known].take_in(body, group, h);
                    known += 1;
                }
                known as u32 - 1
            });
        }
    }

    /// What the sticks of the body at a place have carried in this step, in colour order; nothing if none can break by it. `[N s]`
    pub(crate) fn pulls(&self, place: usize) -> &[f32] {
        self.pulls.get(place).map_or(&[], Vec::as_slice)
    }

    /// Forgets what sticks have carried.
    pub(crate) fn release(&mut self) {
        self.pulls.iter_mut().for_each(|pulls| pulls.fill(0.0));
    }

    /// Visits every block, compiled for the widest instructions this machine has.
    pub(crate) fn visit(&mut self, team: &Team, bodies: &Roster, particles: &mut Particles, work: &impl Work) {
        run_widest(Visiting { team, crew: self, bodies, particles, work });
    }
}

impl<W: Work> Visiting<'_, W> {
    #[inline(always)]
    fn visit_all<S: Simd>(self, s: S) {
        let Self { team, crew, bodies, particles, work } = self;
        let Crew { groups, singles, pulls, rooms, evens, plans, .. } = crew;
        let plans = &*plans;
        let of_groups = groups.len().div_ceil(PART);
        let parts = of_groups + singles.len().div_ceil(PART);
        rooms.resize_with(team.threads().max(rooms.len()), Room::default);
        rooms.iter_mut().for_each(|room| room.narrow.direct.reserve(plans.needs()));
        // SAFETY: every body is in one group or single, which is in one part; empty lanes repeat a body of their own group; and every thread has a room of its own,
        // since nobody else visits this crew meanwhile.
        #[allow(unsafe_code)]
        let (rooms, pulls, matter) = unsafe {
            let Particles { state, drift, masses, .. } = particles;
            let matter = Matter { state: Shared::new(state), drift: Shared::new(drift), masses };
            (Shared::new(rooms), Shared::new(pulls), matter)
        };
        team.each_by(parts, |thread, part| {
            let room = rooms.at(thread);
            if part < of_groups {
                let own = &groups[part * PART..groups.len().min((part + 1) * PART)];
                return s.vectorize(
                    #[inline(always)]
                    || {
                        line_stack();
                        for group in own {
                            let even = group.even.map(|place| &evens[place as usize].springs);
                            group.visit(s, bodies, matter, even, &mut room.wide, work);
                        }
                    },
                );
            }
            let part = part - of_groups;
            for &single in &singles[part * PART..singles.len().min((part + 1) * PART)] {
                let body = &bodies.list[single as usize];
                let mover = Mover {
                    place: single,
                    first: body.first,
                    end: body.range().end as u32,
                    origin: body.origin,
                    radius: body.contact_radius(),
                    in_rows: body.moves_elastically(),
                };
                if let Some((finish, loads)) = work.finish().filter(|_| !body.rides) {
                    s.vectorize(
                        #[inline(always)]
                        || finish.run(s, &mover, matter.state.range(body.range()), matter.masses, loads.at(single as usize)),
                    );
                }
                let tuning = particulars(body);
                let mut block = Block::<f32> {
                    token: (),
                    rest: body.rest(),
                    kicked: false,
                    spinning: tuning.spins > 0.0,
                    tuning,
                    points: matter.state.range(body.range()),
                    movable: body.free,
                    masses: &matter.masses[body.range()],
                    drift: if body.rest().forgets() { matter.drift.range(body.range()) } else { &mut [] },
                    pulls: pulls.at(single as usize),
                    even: None,
                    packets: body.packets.as_deref(),
                    strips: body.strips.as_deref(),
                    direct: plans.of(single as usize),
                    presses: presses_in(work.presses(), body.range()),
                    first: body.first,
                    scratch: &mut room.narrow,
                };
                if body.rides {
                    work.ride(s, &mut block, &mover);
                } else {
                    work.run(s, &mut block);
                }
            }
        });
    }
}

impl Even {
    fn is_of(&self, body: &Body, group: &Group) -> bool {
        self.rest == core::ptr::from_ref(body.rest()) as usize
            && (self.tuning.size, self.tuning.stiffness) == (body.tuning.size, body.tuning.stiffness)
            && self.inverse_masses.iter().zip(&*group.masses).all(|(here, there)| *here == there[0].0[0])
    }

    fn take_in(&mut self, body: &Body, group: &Group, h: f32) {
        self.rest = core::ptr::from_ref(body.rest()) as usize;
        self.tuning = body.tuning;
        self.inverse_masses.clear();
        self.inverse_masses.extend(group.masses.iter().map(|masses| masses[0].0[0]));
        self.springs.take_in(body.rest(), body.tuning, |point| group.masses[point as usize][0].0[0], h);
    }
}

/// Whether it must be known what each stick carries. Such bodies march alone.
fn notes_pulls(body: &Body) -> bool {
    body.blueprint.0.tearing.sticks.force.is_some()
}
