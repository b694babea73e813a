//! Who marches with whom: bodies of one blueprint in blocks of eight, all others alone.
//!
//! Marching together changes no result (see [`lanes`](crate::lanes)), so the line-up is free to follow speed alone, and is made anew
//! only when bodies come, go or change.

use crate::block::{Block, Particulars, Scratch};
use crate::body::{Body, Particles, Roster};
use crate::lanes::{Lanes, Wide, Widest, gather, run_widest, scatter};
use crate::settings::Width;
use fearless_simd::{Simd, f32x8};

/// The line-up, and room to work in.
#[derive(Default)]
pub(crate) struct Crew {
    groups: Vec<Group>,
    singles: Vec<u32>,
    /// The width it was made for; `None` when it must be made anew.
    made_for: Option<Width>,
    /// For each body, what every stick has carried since the step began, where that may break it. `[N s]`
    pulls: Vec<Vec<f32>>,
    points: Vec<[Wide; 4]>,
    drift: Vec<[Wide; 2]>,
    wide: Scratch<Wide>,
    narrow: Scratch<f32>,
}

/// A visit to every block.
struct Visiting<'a, W> {
    crew: &'a mut Crew,
    bodies: &'a Roster,
    particles: &'a mut Particles,
    work: &'a W,
}

impl<W: Work> Widest for Visiting<'_, W> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        self.crew.visit_all(s, self.bodies, self.particles, self.work);
    }
}

/// Something to be done to every block.
pub(crate) trait Work {
    /// `s` is for kernels that use eight lanes within one body.
    fn run<L: Lanes, S: Simd>(&self, s: S, block: &mut Block<'_, L>);
}

/// Up to eight bodies of one blueprint. Empty lanes repeat the first body, and write the same bits to the same place.
struct Group {
    bodies: [u32; 8],
    masses: Vec<[Wide; 2]>,
}

/// Bodies whose springs come in packets of their own march together only if there are at least this many.
const ENOUGH_PACKED: usize = 4;

impl Crew {
    /// To be called whenever bodies came, went, froze, or changed in mass or blueprint.
    pub(crate) fn disband(&mut self) {
        self.made_for = None;
    }

    /// Lines up the bodies that move. Returns whether that was necessary.
    pub(crate) fn line_up(&mut self, bodies: &mut Roster, particles: &Particles, width: Width) -> bool {
        if self.made_for == Some(width) {
            return false;
        }
        self.made_for = Some(width);
        self.groups.clear();
        self.singles.clear();
        for body in &mut bodies.list {
            body.free = particles.masses[body.range()].iter().all(|pair| pair[0] > 0.0);
            body.held = particles.masses[body.range()].iter().all(|pair| pair[0] == 0.0);
        }
        let mut kinds: Vec<(usize, Vec<u32>)> = Vec::new();
        let mut kind_of = std::collections::HashMap::new();
        for (place, body) in bodies.list.iter().enumerate().filter(|(_, body)| !body.rests()) {
            // The address only tells blueprints apart; it never decides an order.
            let key = core::ptr::from_ref(body.rest()) as usize;
            let kind = *kind_of.entry(key).or_insert_with(|| {
                kinds.push((key, Vec::new()));
                kinds.len() - 1
            });
            kinds[kind].1.push(place as u32);
        }
        for (_, places) in &kinds {
            for eight in places.chunks(8) {
                let packs = bodies.list[eight[0] as usize].blueprint.0.springs.list.len() >= crate::element::packet::WORTH_PACKING;
                let least = if packs { ENOUGH_PACKED } else { 2 };
                if width == Width::Widest && eight.len() >= least && !notes_pulls(&bodies.list[eight[0] as usize]) {
                    self.groups.push(Group::new(eight, bodies, particles));
                } else {
                    self.singles.extend_from_slice(eight);
                }
            }
        }
        self.pulls.resize_with(bodies.list.len(), Vec::new);
        for (pulls, body) in self.pulls.iter_mut().zip(&bodies.list) {
            pulls.resize(if notes_pulls(body) { body.blueprint.0.sticks.list.len() } else { 0 }, 0.0);
        }
        for &single in &self.singles {
            let body = &mut bodies.list[single as usize];
            body.packets = None;
            if width == Width::Widest {
                body.pack(particles);
            }
        }
        true
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
    pub(crate) fn visit(&mut self, bodies: &Roster, particles: &mut Particles, work: &impl Work) {
        run_widest(Visiting { crew: self, bodies, particles, work });
    }

    #[inline(always)]
    fn visit_all<S: Simd>(&mut self, s: S, bodies: &Roster, particles: &mut Particles, work: &impl Work) {
        for group in &self.groups {
            let members = group.bodies.map(|place| &bodies.list[place as usize]);
            let rest = members[0].rest();
            group.load(s, members, &particles.state, &mut self.points);
            self.drift.clear();
            if rest.forgets() {
                group.load_drift(members, &particles.drift, &mut self.drift);
            }
            let mut block = Block::<f32x8<S>> {
                token: s,
                rest,
                points: &mut self.points,
                masses: &group.masses,
                drift: &mut self.drift,
                tuning: particulars_of_eight(s, members),
                pulls: &mut [],
                packets: None,
                scratch: &mut self.wide,
            };
            work.run(s, &mut block);
            group.unload(s, members, &self.points, &mut particles.state);
            unload_drift(members, &self.drift, &mut particles.drift);
        }
        for &single in &self.singles {
            let body = &bodies.list[single as usize];
            let mut block = Block::<f32> {
                token: (),
                rest: body.rest(),
                tuning: particulars(body),
                points: &mut particles.state[body.range()],
                masses: &particles.masses[body.range()],
                drift: body.drift(&mut particles.drift),
                pulls: self.pulls.get_mut(single as usize).map_or(&mut [], |pulls| pulls.as_mut_slice()),
                packets: body.packets.as_ref(),
                scratch: &mut self.narrow,
            };
            work.run(s, &mut block);
        }
    }
}

/// Whether it must be known what each stick carries. Such bodies march alone.
fn notes_pulls(body: &Body) -> bool {
    body.blueprint.0.tearing.sticks.force.is_some()
}

impl Group {
    fn new(places: &[u32], bodies: &Roster, particles: &Particles) -> Self {
        let eight: [u32; 8] = core::array::from_fn(|lane| *places.get(lane).unwrap_or(&places[0]));
        let first = eight.map(|place| bodies.list[place as usize].first as usize);
        let count = bodies.list[eight[0] as usize].blueprint.0.points.len();
        let wide = |i: usize, k: usize| Wide(core::array::from_fn(|lane| particles.masses[first[lane] + i][k]));
        Self { bodies: eight, masses: (0..count).map(|i| [wide(i, 0), wide(i, 1)]).collect() }
    }

    #[inline(always)]
    fn load<S: Simd>(&self, s: S, members: [&Body; 8], state: &[[f32; 4]], points: &mut Vec<[Wide; 4]>) {
        points.resize(self.masses.len(), [Wide::default(); 4]);
        s.vectorize(
            #[inline(always)]
            || {
                let mut index = members.map(|body| body.first);
                for point in points.iter_mut() {
                    let columns = gather(s, state, &index);
                    point.iter_mut().zip(columns).for_each(|(cell, column)| Lanes::store(column, cell));
                    index.iter_mut().for_each(|i| *i += 1);
                }
            },
        );
    }

    fn load_drift(&self, members: [&Body; 8], drift: &[[f32; 2]], wide: &mut Vec<[Wide; 2]>) {
        let cell = |i: usize, k: usize| Wide(members.map(|body| drift[body.first as usize + i][k]));
        wide.extend((0..self.masses.len()).map(|i| [cell(i, 0), cell(i, 1)]));
    }

    #[inline(always)]
    fn unload<S: Simd>(&self, s: S, members: [&Body; 8], points: &[[Wide; 4]], state: &mut [[f32; 4]]) {
        s.vectorize(
            #[inline(always)]
            || {
                let mut index = members.map(|body| body.first);
                for point in points {
                    let columns = core::array::from_fn(|k| <f32x8<S> as Lanes>::load(s, &point[k]));
                    scatter(s, state, &index, columns);
                    index.iter_mut().for_each(|i| *i += 1);
                }
            },
        );
    }
}

/// The inverse of [`Group::load_drift`]; nothing where nothing was loaded.
fn unload_drift(members: [&Body; 8], wide: &[[Wide; 2]], drift: &mut [[f32; 2]]) {
    for (i, cells) in wide.iter().enumerate() {
        for (lane, body) in members.iter().enumerate() {
            drift[body.first as usize + i] = [cells[0].0[lane], cells[1].0[lane]];
        }
    }
}

pub(crate) fn particulars(body: &Body) -> Particulars<f32> {
    Particulars {
        size: body.tuning.size,
        stiffness: body.tuning.stiffness,
        damping: body.tuning.damping,
        gas: body.tuning.gas,
        pressure: body.leak.unwrap_or(1.0),
        free: if body.free { 1.0 } else { 0.0 },
        loaded: if body.loaded { 1.0 } else { 0.0 },
        origin: body.origin.to_array(),
    }
}

fn particulars_of_eight<S: Simd>(s: S, members: [&Body; 8]) -> Particulars<f32x8<S>> {
    let each = members.map(particulars);
    let wide = |of: fn(&Particulars<f32>) -> f32| <f32x8<S> as Lanes>::load(s, &Wide(each.map(|one| of(&one))));
    Particulars {
        size: wide(|p| p.size),
        stiffness: wide(|p| p.stiffness),
        damping: wide(|p| p.damping),
        gas: wide(|p| p.gas),
        pressure: wide(|p| p.pressure),
        free: wide(|p| p.free),
        loaded: wide(|p| p.loaded),
        origin: [wide(|p| p.origin[0]), wide(|p| p.origin[1])],
    }
}
