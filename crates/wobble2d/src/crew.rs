//! Who marches with whom: bodies of one blueprint in blocks of sixteen, all others alone.
//!
//! Marching together changes no result (see [`lanes`](crate::lanes)), so the line-up is free to follow speed alone, and is made anew
//! only when bodies come, go or change.

use crate::block::{Block, Particulars, Scratch};
use crate::body::{Body, Mover, Particles, Roster, Tuning};
use crate::contact::{Finish, WallLoads};
use crate::element::spring::EvenSprings;
use crate::lanes::{Lanes, Sixteen, Wide, Widest, gather, run_widest, scatter};
use crate::settings::Width;
use crate::team::{Looked, Shared, Team};
use fearless_simd::{Simd, f32x8, mask32x8, prelude::*};

/// The line-up, and room to work in.
#[derive(Default)]
pub(crate) struct Crew {
    groups: Vec<Group>,
    singles: Vec<u32>,
    /// The width it was made for; `None` when it must be made anew.
    made_for: Option<Width>,
    /// For each body, what every stick has carried since the step began, where that may break it. `[N s]`
    pulls: Vec<Vec<f32>>,
    /// One for every part of the work.
    rooms: Vec<Room>,
    evens: Vec<Even>,
}

/// A number of every body of a group.
type Cell = [Wide; 2];

/// So many bodies march together.
const MARCH: usize = 16;

/// What every lane has, by its number.
fn cell(lane: impl Fn(usize) -> f32) -> Cell {
    [0, 8].map(|from| Wide(core::array::from_fn(|k| lane(from + k))))
}

/// Room to work in.
#[derive(Default)]
struct Room {
    points: Vec<[Cell; 4]>,
    drift: Vec<[Cell; 2]>,
    wide: Scratch<Cell>,
    narrow: Scratch<f32>,
}

/// What a visit changes.
#[derive(Clone, Copy)]
struct Matter<'a> {
    state: Shared<'a, [f32; 4]>,
    drift: Shared<'a, [f32; 2]>,
    /// These are not changed.
    masses: &'a [[f32; 2]],
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

    /// `s` is for kernels that use eight lanes within one body.
    fn run<L: Lanes, S: Simd>(&self, s: S, block: &mut Block<'_, L>);

    /// What is done to a body that nobody looks at between substeps.
    fn ride<S: Simd>(&self, s: S, block: &mut Block<'_, f32>, _: &Mover) {
        self.run(s, block);
    }
}

/// Up to sixteen bodies of one blueprint. Empty lanes repeat the first body, and write the same bits to the same place.
struct Group {
    bodies: [u32; MARCH],
    /// How many there are.
    count: usize,
    /// The first point of each body.
    first: [u32; MARCH],
    masses: Vec<[Cell; 2]>,
    /// Taken in once for all substeps: bodies are large and far apart in memory.
    tuning: Particulars<Cell>,
    /// Whether no point of any body is immovable.
    movable: bool,
    /// Whether the points of all bodies have the same masses.
    same_masses: bool,
    /// Which of the crew's even springs are theirs, if they are alike.
    even: Option<u32>,
}

#[derive(Default)]
/// Even springs, and whose they are: the address of the rest shape, which tells them apart for as long as a step, size, stiffness and inverse masses.
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
            for own in places.chunks(MARCH) {
                let packs = bodies.list[own[0] as usize].blueprint.0.springs.list.len() >= crate::element::packet::WORTH_PACKING;
                let least = if packs { ENOUGH_PACKED } else { 2 };
                if width == Width::Widest && own.len() >= least && !notes_pulls(&bodies.list[own[0] as usize]) {
                    self.groups.push(Group::new(own, bodies, particles));
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
            if width == Width::Widest {
                body.pack(particles);
            }
        }
        true
    }

    /// The places of the bodies that march alone.
    pub(crate) fn singles(&self) -> &[u32] {
        &self.singles
    }

    /// Takes in what is particular to each body, and stays so until the next part of a step.
    pub(crate) fn look(&mut self, bodies: &Roster, h: f32) {
        let Self { groups, evens, .. } = self;
        let mut known = 0;
        for group in groups {
            let each = group.bodies.map(|place| particulars(&bodies.list[place as usize]));
            group.tuning = Particulars::of_all(&each);
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
        let Crew { groups, singles, pulls, rooms, evens, .. } = crew;
        let of_groups = groups.len().div_ceil(PART);
        let parts = of_groups + singles.len().div_ceil(PART);
        rooms.resize_with(parts.max(rooms.len()), Room::default);
        // SAFETY: every body is in one group or single, which is in one part; and empty lanes repeat a body of their own group.
        #[allow(unsafe_code)]
        let (rooms, pulls, matter) = unsafe {
            let Particles { state, drift, masses, .. } = particles;
            let matter = Matter { state: Shared::new(state), drift: Shared::new(drift), masses };
            (Shared::new(rooms), Shared::new(pulls), matter)
        };
        team.each(parts, |part| {
            let room = rooms.at(part);
            if part < of_groups {
                let own = &groups[part * PART..groups.len().min((part + 1) * PART)];
                own.iter().for_each(|group| {
                    let even = group.even.map(|place| &evens[place as usize].springs);
                    group.visit(s, bodies, matter, even, room, work);
                });
                return;
            }
            let part = part - of_groups;
            for &single in &singles[part * PART..singles.len().min((part + 1) * PART)] {
                let body = &bodies.list[single as usize];
                let mover = Mover { place: single, first: body.first, end: body.range().end as u32, origin: body.origin };
                if let Some((finish, loads)) = work.finish().filter(|_| !body.rides) {
                    s.vectorize(
                        #[inline(always)]
                        || finish.run(s, &mover, matter.state.range(body.range()), matter.masses, loads.at(single as usize)),
                    );
                }
                let mut block = Block::<f32> {
                    token: (),
                    rest: body.rest(),
                    tuning: particulars(body),
                    points: matter.state.range(body.range()),
                    movable: body.free,
                    masses: &matter.masses[body.range()],
                    drift: if body.rest().forgets() { matter.drift.range(body.range()) } else { &mut [] },
                    pulls: pulls.at(single as usize),
                    even: None,
                    packets: body.packets.as_deref(),
                    strips: body.strips.as_deref(),
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
            && self.inverse_masses.iter().zip(&group.masses).all(|(here, there)| *here == there[0][0].0[0])
    }

    fn take_in(&mut self, body: &Body, group: &Group, h: f32) {
        self.rest = core::ptr::from_ref(body.rest()) as usize;
        self.tuning = body.tuning;
        self.inverse_masses.clear();
        self.inverse_masses.extend(group.masses.iter().map(|masses| masses[0][0].0[0]));
        self.springs.take_in(body.rest(), body.tuning, |point| group.masses[point as usize][0][0].0[0], h);
    }
}

/// Whether it must be known what each stick carries. Such bodies march alone.
fn notes_pulls(body: &Body) -> bool {
    body.blueprint.0.tearing.sticks.force.is_some()
}

impl Group {
    fn new(places: &[u32], bodies: &Roster, particles: &Particles) -> Self {
        let own: [u32; MARCH] = core::array::from_fn(|lane| *places.get(lane).unwrap_or(&places[0]));
        let first = own.map(|place| bodies.list[place as usize].first);
        let count = bodies.list[own[0] as usize].blueprint.0.points.len();
        let wide = |i: usize, k: usize| cell(|lane| particles.masses[first[lane] as usize + i][k]);
        let masses: Vec<_> = (0..count).map(|i| [wide(i, 0), wide(i, 1)]).collect();
        let same = |inverse: &Cell| inverse.iter().flat_map(|half| half.0).all(|one| one == inverse[0].0[0]);
        let same_masses = masses.iter().all(|[inverse, _]| same(inverse));
        let movable = own.iter().all(|&place| bodies.list[place as usize].free);
        Self { bodies: own, count: places.len(), first, movable, masses, tuning: Particulars::default(), same_masses, even: None }
    }

    /// Does some work on the group.
    #[inline(always)]
    fn visit<S: Simd>(
        &self,
        s: S,
        bodies: &Roster,
        matter: Matter<'_>,
        even: Option<&EvenSprings>,
        room: &mut Room,
        work: &impl Work,
    ) {
        let Room { points, drift, wide, .. } = room;
        let rest = bodies.list[self.bodies[0] as usize].rest();
        match work.finish() {
            Some((finish, loads)) => self.load_finished(s, matter, points, (finish, loads)),
            None => self.load(s, matter.state, points),
        }
        drift.clear();
        if rest.forgets() {
            self.load_drift(matter.drift, drift);
        }
        let mut block = Block::<Sixteen<S>> {
            token: s,
            rest,
            points,
            movable: self.movable,
            masses: &self.masses,
            drift,
            tuning: self.tuning.load(s),
            pulls: &mut [],
            even,
            packets: None,
            strips: None,
            scratch: wide,
        };
        work.run(s, &mut block);
        self.unload(s, points, matter.state);
        self.unload_drift(drift, matter.drift);
    }

    /// The records of all its bodies.
    #[inline(always)]
    fn records<'a>(&self, state: Shared<'a, [f32; 4]>) -> Looked<'a> {
        let last = self.first.iter().fold(0, |last: u32, &first| last.max(first)) as usize + self.masses.len() - 1;
        // SAFETY: no body of the group has points beyond the last one of that which comes last.
        #[allow(unsafe_code)]
        unsafe {
            state.up_to(last)
        }
    }

    /// Where the bodies begin, eight and eight.
    #[inline(always)]
    fn halves(&self) -> [[u32; 8]; 2] {
        [core::array::from_fn(|lane| self.first[lane]), core::array::from_fn(|lane| self.first[8 + lane])]
    }

    #[inline(always)]
    fn load<S: Simd>(&self, s: S, state: Shared<'_, [f32; 4]>, points: &mut Vec<[Cell; 4]>) {
        points.resize(self.masses.len(), [Cell::default(); 4]);
        let records = self.records(state);
        s.vectorize(
            #[inline(always)]
            || {
                for (half, mut index) in self.halves().into_iter().enumerate() {
                    for point in points.iter_mut() {
                        let columns = gather(s, &records, &index);
                        point.iter_mut().zip(columns).for_each(|(cell, column)| Lanes::store(column, &mut cell[half]));
                        index.iter_mut().for_each(|i| *i += 1);
                    }
                }
            },
        );
    }

    /// Ends the substep before on the way: see [`Finish`].
    #[inline(always)]
    fn load_finished<S: Simd>(
        &self,
        s: S,
        Matter { state, masses, .. }: Matter<'_>,
        points: &mut Vec<[Cell; 4]>,
        (finish, loads): (&Finish<'_>, Shared<'_, WallLoads>),
    ) {
        self.load(s, state, points);
        let beyond = s.vectorize(
            #[inline(always)]
            || self.move_on(s, points, finish),
        );
        if beyond == 0 {
            return;
        }
        for lane in (0..self.count).filter(|lane| beyond & 1 << lane != 0) {
            let (place, first) = (self.bodies[lane] as usize, self.first[lane] as usize);
            let origin = self.tuning.origin.map(|cell| cell[lane / 8].0[lane % 8]).into();
            finish.stop(origin, first, state.range(first..first + self.masses.len()), masses, loads.at(place));
        }
        self.load(s, state, points);
        s.vectorize(
            #[inline(always)]
            || self.move_on(s, points, finish),
        );
    }

    /// Adds displacements to positions. Returns which bodies leave the box, bit by bit.
    #[inline(always)]
    fn move_on<S: Simd>(&self, s: S, points: &mut [[Cell; 4]], finish: &Finish<'_>) -> u32 {
        let mut beyond = 0;
        for half in 0..2 {
            let [low, high] = finish.box_seen_from(self.tuning.origin.map(|cell| -> f32x8<S> { Lanes::load(s, &cell[half]) }));
            let mut held: mask32x8<S> = SimdMask::splat(s, true);
            for point in points.iter_mut() {
                for axis in 0..2 {
                    let way: f32x8<S> = Lanes::load(s, &point[2 + axis][half]);
                    let from: f32x8<S> = Lanes::load(s, &point[axis][half]);
                    let goal = from + way;
                    // Not so for what is not a number.
                    held = held & low[axis].simd_le(goal) & goal.simd_le(high[axis]);
                    Lanes::store(goal, &mut point[axis][half]);
                    Lanes::store(way + 0.0, &mut point[2 + axis][half]);
                }
            }
            beyond |= (held.to_bitmask() as u32 ^ 0xFF) << (8 * half);
        }
        beyond
    }

    fn load_drift(&self, drift: Shared<'_, [f32; 2]>, wide: &mut Vec<[Cell; 2]>) {
        let cell = |i: usize, k: usize| cell(|lane| drift.get(self.first[lane] as usize + i)[k]);
        wide.extend((0..self.masses.len()).map(|i| [cell(i, 0), cell(i, 1)]));
    }

    /// The inverse of [`Group::load_drift`]; nothing where nothing was loaded.
    fn unload_drift(&self, wide: &[[Cell; 2]], drift: Shared<'_, [f32; 2]>) {
        for (i, cells) in wide.iter().enumerate() {
            for (lane, first) in self.first.into_iter().enumerate() {
                *drift.at(first as usize + i) = cells.map(|cell| cell[lane / 8].0[lane % 8]);
            }
        }
    }

    #[inline(always)]
    fn unload<S: Simd>(&self, s: S, points: &[[Cell; 4]], state: Shared<'_, [f32; 4]>) {
        let mut records = self.records(state);
        s.vectorize(
            #[inline(always)]
            || {
                for (half, mut index) in self.halves().into_iter().enumerate() {
                    for point in points {
                        let columns = core::array::from_fn(|k| Lanes::load(s, &point[k][half]));
                        scatter(s, &mut records, &index, columns);
                        index.iter_mut().for_each(|i| *i += 1);
                    }
                }
            },
        );
    }
}

pub(crate) fn particulars(body: &Body) -> Particulars<f32> {
    Particulars {
        size: body.tuning.size,
        stiffness: body.tuning.stiffness,
        damping: body.tuning.damping,
        gas: body.tuning.gas,
        pressure: body.leak.unwrap_or(1.0),
        spins: if body.free && !(body.loaded && body.steady) { 1.0 } else { 0.0 },
        loaded: if body.loaded { 1.0 } else { 0.0 },
        origin: body.origin.to_array(),
    }
}

impl Particulars<Cell> {
    fn of_all(each: &[Particulars<f32>; MARCH]) -> Self {
        let wide = |of: fn(&Particulars<f32>) -> f32| cell(|lane| of(&each[lane]));
        Self {
            size: wide(|p| p.size),
            stiffness: wide(|p| p.stiffness),
            damping: wide(|p| p.damping),
            gas: wide(|p| p.gas),
            pressure: wide(|p| p.pressure),
            spins: wide(|p| p.spins),
            loaded: wide(|p| p.loaded),
            origin: [wide(|p| p.origin[0]), wide(|p| p.origin[1])],
        }
    }

    #[inline(always)]
    fn load<S: Simd>(&self, s: S) -> Particulars<Sixteen<S>> {
        Particulars {
            size: Lanes::load(s, &self.size),
            stiffness: Lanes::load(s, &self.stiffness),
            damping: Lanes::load(s, &self.damping),
            gas: Lanes::load(s, &self.gas),
            pressure: Lanes::load(s, &self.pressure),
            spins: Lanes::load(s, &self.spins),
            loaded: Lanes::load(s, &self.loaded),
            origin: [Lanes::load(s, &self.origin[0]), Lanes::load(s, &self.origin[1])],
        }
    }
}
