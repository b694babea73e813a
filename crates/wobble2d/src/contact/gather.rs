//! Once a step: which vertices may touch which edges until the next one.
//!
//! For a vertex outside, every edge that is nearer than its neighbours and within reach is a candidate: one on a convex side, two in a
//! notch. For a vertex that is already inside, distance says nothing about where it came in, so what is remembered decides; without a memory
//! the edge it crossed during the last step, and failing that the nearest edge that faces it. Bodies with several vertices of which
//! nothing is known lie in each other; they are not answered vertex by vertex but drawn apart as wholes.

use super::Contacts;
use super::broad::Broad;
use super::census::{Relation, all_meet};
use super::feature::along;
use super::kept::{Gone, Lease, Room};
use super::memory::{Memory, Remembered};
use super::near::{Few, Hit, Surroundings};
use super::pairs::{Candidate, MOST_LOST, Pair};
use super::seen::Seen;
use super::sway::Sway;
use crate::body::{Body, Particles};
use crate::lanes::{Widest, run_widest};
use crate::math::cross;
use crate::team::{Shared, Team};
use fearless_simd::Simd;
use glam::Vec2;

impl Contacts {
    /// Finds what may touch until the next step: pairs, and the candidates of each.
    pub(crate) fn gather(&mut self, team: &Team, bodies: &[Body], particles: &Particles, dt: f32) {
        self.broad.enclose(team, bodies, particles, dt, margin);
        for &place in &self.stale {
            self.pairs[place as usize].fresh = false;
        }
        self.follow(team);
        self.foresee(team, bodies, particles, dt);
        self.choose(team);
        self.look(team, bodies, particles, dt);
        self.add_live();
        // Only what was not looked at must still be remembered apart from the pairs.
        let census = &self.census;
        self.memory.list.retain(|known| known.bodies.iter().all(|&body| census[body as usize].rests));
    }

    /// Decides which pairs may touch, and which of these must be looked at, because what they had does not serve another step.
    fn choose(&mut self, team: &Team) {
        let Self { broad, pairs, leases, candidates, census, ahead, parted, report, stale, live, choices, .. } = self;
        // Then nobody needs to be asked.
        let all_meet = parted.is_empty() && all_meet(census);
        let count = pairs.len();
        let parts = if team.is_busy() { count.div_ceil(CHOICES).max(1) } else { 1 };
        choices.resize_with(parts.max(choices.len()), Choice::default);
        // SAFETY: every pair is in one part, with its lease.
        #[allow(unsafe_code)]
        let (pairs, leases) = unsafe { (Shared::new(pairs), Shared::new(leases)) };
        team.each_of(&mut choices[..parts], |part, choice| {
            let own = part * count / parts..(part + 1) * count / parts;
            choice.clear();
            // Written in any case and counted if it counts: who lives is nothing that a processor guesses.
            choice.live.resize(own.len(), 0);
            let mut lives = 0;
            for (place, lease) in (own.start as u32..).zip(leases.range(own)) {
                let pair = || pairs.at(place as usize);
                let itself = lease.bodies[0] == lease.bodies[1];
                let relation = if all_meet && !itself { Relation::Meet } else { Relation::of(lease.bodies, census, parted) };
                if relation == Relation::Rest {
                    // What sleeps beside each other stays what it is.
                    lease.set_resting(true, pair);
                } else if relation == Relation::Meet && lease.serves(ahead, candidates, pair) {
                    lease.set_resting(false, pair);
                    choice.live[lives] = place;
                    lives += usize::from(lease.live);
                } else if relation == Relation::Pass || !broad.any_overlap(lease.chunks) {
                    lease.forget(pair);
                } else if relation == Relation::Notice {
                    choice.sensed.push(lease.bodies);
                    lease.forget(pair);
                } else {
                    choice.stale.push(place);
                }
            }
            choice.live.truncate(lives);
        });
        stale.clear();
        live.clear();
        for choice in &choices[..parts] {
            stale.extend_from_slice(&choice.stale);
            live.extend_from_slice(&choice.live);
            choice.sensed.iter().for_each(|&bodies| report.sense(bodies));
        }
    }

    /// Adds those to the pairs that may touch of which that has come out when they were looked at.
    fn add_live(&mut self) {
        let Self { pairs, stale, live, spare_live, .. } = self;
        spare_live.clear();
        let mut served = live.iter().copied().peekable();
        for &place in stale.iter().filter(|&&place| pairs[place as usize].live) {
            while let Some(before) = served.next_if(|&other| other < place) {
                spare_live.push(before);
            }
            spare_live.push(place);
        }
        spare_live.extend(served);
        core::mem::swap(live, spare_live);
    }

    /// Looks at pairs whose candidates do not serve.
    fn look(&mut self, team: &Team, bodies: &[Body], particles: &Particles, dt: f32) {
        let Self { broad, rims, findings, candidates, pairs, leases, sways, gone, memory, stale, .. } = self;
        let chunks = stale.iter().flat_map(|&place| broad.some_near(leases[place as usize].chunks));
        rims.lay_out(&broad.boxes, chunks.flatten(), bodies, particles);
        let around = Surroundings { bodies, particles, boxes: &broad.boxes, rims };
        let places = candidates.len();
        for stale in stale.chunks(ROUND) {
            let parts = if team.is_busy() { stale.len().div_ceil(PART) } else { 1 };
            findings.resize_with(parts.max(findings.len()), Finding::default);
            let findings = &mut findings[..parts];
            let (past, broad) = (Past { pairs, leases, candidates, memory }, &*broad);
            team.each_of(findings, |part, found| {
                found.clear();
                let stale = &stale[part * stale.len() / parts..(part + 1) * stale.len() / parts];
                run_widest(Gathering { around, broad, stale, past, sways, gone, dt, found });
            });
            findings.iter_mut().for_each(|found| found.hand_over(pairs, leases, candidates));
        }
        if self.candidates.len() > places {
            self.tidy();
        }
    }

    /// Moves the candidates of all pairs together, if there are more places than needed, with room for what will come until that is so again.
    fn tidy(&mut self) {
        let Self { pairs, candidates, .. } = self;
        let live: usize = pairs.iter().map(|pair| pair.candidates.len()).sum();
        if candidates.len() < 2 * live + LEAST_PLACES {
            return;
        }
        let mut together = Vec::with_capacity(2 * live + 2 * LEAST_PLACES);
        for pair in pairs.iter_mut() {
            let start = together.len() as u32;
            together.extend_from_slice(&candidates[pair.own()]);
            (pair.candidates, pair.capacity) = (start..together.len() as u32, together.len() as u32 - start);
        }
        *candidates = together;
    }
}

/// So many pairs are one part of the search, if threads share it, or of the choice whom to look at.
const PART: usize = 32;
const CHOICES: usize = 512;

/// So many pairs are looked at before what was found is handed over, so that what is found needs little room, however many there are.
const ROUND: usize = 1024;

/// Fewer places for candidates are never too many.
const LEAST_PLACES: usize = 1024;

/// What a part of the choice has come to.
#[derive(Default)]
pub(super) struct Choice {
    /// The places of pairs that must be looked at, and of those that may touch and need not be.
    stale: Vec<u32>,
    live: Vec<u32>,
    /// Sensors and what they may notice.
    sensed: Vec<[u32; 2]>,
}

impl Choice {
    fn clear(&mut self) {
        [&mut self.stale, &mut self.live].into_iter().for_each(Vec::clear);
        self.sensed.clear();
    }
}

/// What a part of the search has found.
#[derive(Default)]
pub(super) struct Finding {
    hits: Vec<Hit>,
    remembered: Vec<Remembered>,
    pub candidates: Vec<Candidate>,
    /// With their places in the list of pairs; candidates are counted within this finding.
    pairs: Vec<(u32, Pair, Lease)>,
}

impl Finding {
    fn clear(&mut self) {
        self.candidates.clear();
        self.pairs.clear();
    }

    /// Writes what was found where it belongs: over what was there, or behind everything if there is not enough room.
    fn hand_over(&mut self, pairs: &mut [Pair], leases: &mut [Lease], candidates: &mut Vec<Candidate>) {
        for (place, found, lease) in self.pairs.drain(..) {
            leases[place as usize] = lease;
            let pair = &mut pairs[place as usize];
            let own = &mut self.candidates[found.own()];
            let (mut start, mut capacity) = (pair.candidates.start, pair.capacity);
            let same = pair.live && pair.plain == found.plain && are_same(own, &candidates[pair.own()]);
            if same {
                own.iter_mut().zip(&candidates[pair.own()]).for_each(|(now, before)| now.touched = before.touched);
            }
            if own.len() as u32 > capacity {
                (start, capacity) = (candidates.len() as u32, own.len() as u32);
                candidates.extend_from_slice(own);
            } else {
                candidates[start as usize..start as usize + own.len()].copy_from_slice(own);
            }
            let found = if same { found.unchanged_from(pair) } else { found };
            *pair = Pair { candidates: start..start + own.len() as u32, capacity, ..found };
        }
    }
}

/// Whether some candidates stand where others did.
fn are_same(now: &[Candidate], before: &[Candidate]) -> bool {
    let stand = |candidate: &Candidate| (candidate.point, candidate.edge, candidate.side, candidate.of_first);
    now.iter().map(stand).eq(before.iter().map(stand))
}

/// What is known of pairs from the step before.
#[derive(Clone, Copy)]
pub(super) struct Past<'a> {
    pub pairs: &'a [Pair],
    pub leases: &'a [Lease],
    pub candidates: &'a [Candidate],
    pub memory: &'a Memory,
}

impl Past<'_> {
    /// Recalls how the vertices of a pair stood, sorted by vertex. What has no candidates may be remembered from before it was set aside.
    pub(super) fn recall(&self, pair: &Pair, bodies: &[Body], remembered: &mut Vec<Remembered>) {
        let from = remembered.len();
        if pair.candidates.is_empty() {
            let list = &self.memory.list;
            let first = list.partition_point(|known| known.bodies < pair.bodies);
            remembered.extend(list[first..].iter().take_while(|known| known.bodies == pair.bodies));
            return;
        }
        let shapes = pair.bodies.map(|body| &bodies[body as usize].blueprint.0.contact);
        let itself = pair.bodies[0] == pair.bodies[1];
        for candidate in &self.candidates[pair.own()] {
            let target = shapes[usize::from(candidate.of_first)];
            let solid = target.solid || target.edges[candidate.edge as usize].solid || shapes.iter().all(|shape| shape.solid);
            // What is held from behind was never in.
            let known = !solid || (candidate.touched && candidate.side > 0.0);
            if if itself { candidate.side != 0.0 } else { known } {
                let Candidate { point, edge, side, inside, .. } = *candidate;
                remembered.push(Remembered { bodies: pair.bodies, point, edge, side, inside });
            }
        }
        let key = |known: &Remembered| (known.point, known.edge, known.side < 0.0, u32::MAX - known.inside);
        let own = &mut remembered[from..];
        if !own.is_sorted_by_key(key) {
            own.sort_unstable_by_key(key);
        }
        // Candidates that have walked to the same edge are one from now on.
        remembered.dedup_by_key(|known| (known.bodies, known.point, known.edge, known.side < 0.0));
    }
}

/// The search, and what it fills.
pub(super) struct Gathering<'a> {
    pub around: Surroundings<'a>,
    broad: &'a Broad,
    /// The places of the pairs that are looked at.
    stale: &'a [u32],
    past: Past<'a>,
    /// How every body will move in the step, if it goes on as it does.
    pub sways: &'a [Sway],
    /// How far every body has gone.
    gone: &'a [Gone],
    dt: f32,
    pub found: &'a mut Finding,
}

impl Widest for Gathering<'_> {
    #[inline(always)]
    fn run<S: Simd>(mut self, s: S) {
        let mut few = Few::default();
        for &place in self.stale {
            let (pair, lease) = (&self.past.pairs[place as usize], &self.past.leases[place as usize]);
            let more = if pair.bodies[0] == pair.bodies[1] { 0.0 } else { self.more_room(pair.bodies) };
            self.found.hits.clear();
            s.vectorize(
                #[inline(always)]
                || {
                    for &[i, j] in self.broad.some_near(lease.chunks) {
                        if self.around.boxes[i as usize].overlaps(&self.around.boxes[j as usize]) {
                            self.around.near_each_other(s, [i, j], more, &mut few, &mut self.found.hits);
                        }
                    }
                },
            );
            let (found, lease) = self.pair_up(pair, lease, more);
            self.found.pairs.push((place, found, lease));
        }
    }
}

impl Gathering<'_> {
    /// Turns the hits of two bodies into candidates, vertex by vertex.
    /// `more` is how much more room they have than usual. `[m]`
    fn pair_up(&mut self, pair: &Pair, before: &Lease, more: f32) -> (Pair, Lease) {
        let seen = pair.bodies.map(|body| self.around.see(body));
        let Finding { hits, remembered, candidates, .. } = &mut *self.found;
        let begin = candidates.len() as u32;
        let mut found = Pair { candidates: begin..begin, ..pair.anew(seen.each_ref().map(|seen| seen.body)) };
        let room = Room::of(seen.each_ref().map(|seen| seen.body), more);
        let itself = pair.bodies[0] == pair.bodies[1];
        let mut lease = before.anew();
        if hits.is_empty() && !itself {
            lease.grant(room, self.gone);
        }
        if hits.is_empty() || passes_through(&seen, self.past.memory) {
            found.live = false;
            return (found, lease);
        }
        // The first of the same is kept, and of those one that knows its limit.
        let key = |hit: &Hit| (!hit.of_first, hit.point, hit.edge, hit.limit == 0.0);
        if !hits.is_sorted_by_key(key) {
            hits.sort_unstable_by_key(key);
        }
        hits.dedup_by_key(|hit| (hit.point, hit.edge));
        let sided = seen.iter().any(|seen| seen.body.filter.one_way.is_some());
        let mut plain = true;
        remembered.clear();
        for hits in hits.chunk_by(|a, b| a.point == b.point) {
            let Hit { point, of_first, .. } = hits[0];
            let [vertex, target] = if of_first { [&seen[0], &seen[1]] } else { [&seen[1], &seen[0]] };
            let standing = Standing { vertex, target, point, of_first, hits, remembered: &[], dt: self.dt, itself };
            if standing.is_plain() && !sided {
                standing.add_plainly(candidates);
                continue;
            }
            // What was is asked for only here: mostly nobody needs it.
            if plain {
                self.past.recall(pair, self.around.bodies, remembered);
                plain = false;
            }
            let first = remembered.partition_point(|known| known.point < point);
            let count = remembered[first..].iter().take_while(|known| known.point == point).count();
            let standing = Standing { remembered: &remembered[first..first + count], ..standing };
            let from = candidates.len();
            found.lost += standing.add(candidates);
            found.plain &= candidates[from..].iter().all(|candidate| candidate.side > 0.0 || !standing.solid(candidate.edge));
        }
        if plain {
            lease.grant(room, self.gone);
            // What kept the edges from crossing has served until now.
            lease.clear = before.clear && before.room(self.gone).is_some();
            self.leave_out_far(&found);
        }
        let candidates = &self.found.candidates[begin as usize..];
        found.candidates.end = begin + candidates.len() as u32;
        lease.notched = candidates.windows(2).any(|two| two[0].point == two[1].point);
        (found.live, lease.live) = (!candidates.is_empty(), !candidates.is_empty());
        (found, lease)
    }
}

/// One vertex near another body, or near another part of its own.
struct Standing<'a> {
    vertex: &'a Seen<'a>,
    target: &'a Seen<'a>,
    /// Counted over all bodies.
    point: u32,
    of_first: bool,
    /// In the order of their edges.
    hits: &'a [Hit],
    remembered: &'a [Remembered],
    dt: f32,
    itself: bool,
}

impl Standing<'_> {
    /// Whether it is in front of solid edges only, so that nothing needs to be known of it.
    fn is_plain(&self) -> bool {
        !self.itself && self.target.shape.solid && self.hits.iter().all(|hit| hit.distance >= 0.0)
    }

    fn add_plainly(&self, candidates: &mut Vec<Candidate>) {
        candidates.extend(self.hits.iter().map(|hit| self.candidate(hit.edge, hit.side, 0)));
    }

    /// Adds the candidates of the vertex. Returns by how much it is lost.
    fn add(&self, candidates: &mut Vec<Candidate>) -> u32 {
        let on_edge = |hit: &Hit| {
            (0.0..=ROUNDING * self.target.body.contact_radius().min(self.vertex.body.contact_radius())).contains(&hit.distance)
        };
        let behind = self.hits.iter().any(|hit| hit.distance < 0.0) && !self.hits.iter().any(on_edge);
        let inside = behind && self.target.encloses(self.place());
        self.add_in_front(inside, candidates);
        self.add_bends(candidates);
        let held = inside && self.add_held(candidates);
        if !inside {
            self.add_behind(candidates);
        }
        if inside && !held { self.add_lost(candidates) } else { 0 }
    }

    fn candidate(&self, edge: u32, side: f32, inside: u32) -> Candidate {
        let Self { point, of_first, .. } = *self;
        Candidate { point, edge, side, of_first, inside, touched: false, over: false }
    }

    /// The vertex, counted from the first of its body.
    fn index(&self) -> u32 {
        self.point - self.vertex.body.first
    }

    fn place(&self) -> Vec2 {
        self.vertex.place(self.index())
    }

    /// Whether an edge has an inside that counts: within one body neither side is the wrong one.
    fn solid(&self, edge: u32) -> bool {
        !self.itself && self.target.shape.edges[edge as usize].solid
    }

    /// What it is in front of.
    fn add_in_front(&self, inside: bool, candidates: &mut Vec<Candidate>) {
        let beside_way_in = |edge: u32| {
            self.remembered.iter().any(|known| known.side > 0.0 && known.edge != edge && self.target.adjoin(known.edge, edge))
        };
        let in_front = |hit: &&Hit| hit.distance >= 0.0 && (!inside || !self.solid(hit.edge) || beside_way_in(hit.edge));
        let holds = |hit: &&Hit| self.target.holds_at(hit.edge, self.vertex);
        for hit in self.hits.iter().filter(in_front).filter(holds) {
            // Which side of a strand a vertex belongs on is what it was, not where it is. A strand may pass a vertex more than once.
            let apart = |known: &&Remembered| self.target.shape.steps_between(hit.edge, known.edge);
            let known = self.remembered.iter().filter(|known| !self.solid(hit.edge) && !self.solid(known.edge)).min_by_key(apart);
            let longest = if self.itself { 0 } else { LONGEST_WAY };
            let known = known.filter(|known| apart(known) <= longest);
            let known = known.filter(|known| known.side == hit.side || !self.is_through(hit.edge, hit.distance));
            let side = known.map_or(hit.side, |known| known.side);
            let hooked = !self.itself && !self.solid(hit.edge) && self.target.hooks(hit.edge, side, self.vertex, self.index());
            candidates.push(self.candidate(hit.edge, if hooked { -side } else { side }, 0));
        }
    }

    /// In a sharp bend of a strand another edge may be the nearer one now.
    fn add_bends(&self, candidates: &mut Vec<Candidate>) {
        for known in self.remembered.iter().filter(|known| !self.itself && !self.solid(known.edge)) {
            if self.hits.iter().any(|hit| hit.edge == known.edge) {
                continue;
            }
            let near = self.target.signed(known.edge, self.place(), self.hits[0].limit);
            if near.is_some_and(|(distance, side)| known.side == side || !self.is_through(known.edge, distance)) {
                candidates.push(self.candidate(known.edge, known.side, 0));
            }
        }
    }

    /// Whether it is so far on the wrong side of a strand that it counts as having come through: held there, it and the strand would be drawn ever farther out
    /// of shape by what pulls at either of them. A lone particle pulls at nothing, and is held however far it is.
    fn is_through(&self, edge: u32, distance: f32) -> bool {
        !self.vertex.body.is_loose() && distance > THROUGH * self.target.length_at_rest(edge)
    }

    /// The edges it came in by. Who cannot get out where it came in is caught, and looks for another way.
    fn add_held(&self, candidates: &mut Vec<Candidate>) -> bool {
        let holds = |known: &&Remembered| self.solid(known.edge) && known.side > 0.0 && known.inside < LONGEST_INSIDE;
        let before = candidates.len();
        candidates.extend(self.remembered.iter().filter(holds).map(|known| self.candidate(known.edge, 1.0, known.inside + 1)));
        candidates.len() > before
    }

    /// What is outside and behind an edge must not come out through it from within, whatever it pushes before it.
    fn add_behind(&self, candidates: &mut Vec<Candidate>) {
        let one_way = [self.target, self.vertex].iter().any(|seen| seen.body.filter.one_way.is_some());
        if self.target.shape.is_hollow() || one_way {
            return;
        }
        let touched = |edge: u32| self.remembered.iter().any(|known| known.side > 0.0 && self.target.adjoin(known.edge, edge));
        for hit in self.hits.iter().filter(|hit| hit.distance < 0.0 && -hit.distance <= hit.limit) {
            let edge = &self.target.shape.edges[hit.edge as usize];
            let around = [Some(hit.edge), edge.before, edge.after].into_iter().flatten();
            candidates.extend(around.filter(|&edge| !touched(edge)).map(|edge| self.candidate(edge, -1.0, 0)));
        }
    }

    /// The most likely way out of somewhere nobody knows how it came in. Returns by how much it is lost.
    fn add_lost(&self, candidates: &mut Vec<Candidate>) -> u32 {
        let looks = self.remembered.iter().map(|known| known.inside).max().unwrap_or(0);
        let way_in = if looks >= LONGEST_INSIDE { None } else { crossed(self.target, self.vertex, self.index(), self.dt) };
        let edge = way_in.or_else(|| nearest_facing(self.target, self.vertex, self.index(), self.hits));
        candidates.extend(edge.map(|edge| self.candidate(edge, 1.0, looks + 1)));
        let shallow = SHALLOW * self.vertex.body.contact_radius().min(self.target.body.contact_radius());
        let is_shallow = |hit: &Hit| Some(hit.edge) == edge && -hit.distance <= shallow;
        if way_in.is_some() {
            0
        } else if looks >= HOPELESS {
            MOST_LOST + 1
        } else {
            u32::from(!self.hits.iter().any(is_shallow))
        }
    }
}

/// Whether one of two bodies lets the other through for now: it holds from one side only, they do not touch yet, and part of it is above
/// the other, seen from that side.
fn passes_through([a, b]: &[Seen<'_>; 2], memory: &Memory) -> bool {
    let lets = |platform: &Seen<'_>, other: &Seen<'_>| {
        let Some(side) = platform.body.filter.one_way else { return false };
        let above = |index: &u32| platform.is_struck_by(other.place(*index), side);
        other.shape.vertices.iter().any(above)
    };
    let touching = || {
        let known = |first: &Seen<'_>, second: &Seen<'_>| (first.body.id, Some(second.body.id));
        [known(a, b), known(b, a)].iter().any(|key| memory.touching.binary_search(key).is_ok())
    };
    (lets(a, b) || lets(b, a)) && !touching()
}

/// By how many edges a vertex may have moved along a strand since it was last seen.
const LONGEST_WAY: u32 = 3;

/// How far on the wrong side of a strand a vertex is still held, as a part of the length of its edge: more than the sweeps of a heavy blow leave, and less
/// than lets stiff pieces that are caught in each other store what would throw them apart.
const THROUGH: f32 = 0.5;

/// The room around a body within which candidates are kept, beside what the motion needs. `[m]`
pub(super) fn margin(body: &Body) -> f32 {
    0.06 * body.contact_radius()
}

/// For how many looks in a row a vertex is held by the edge it came in by, though it does not get out.
const LONGEST_INSIDE: u32 = 30;

/// What is nearer to an edge than this part of a body's size lies on it.
const ROUNDING: f32 = 1e-5;

/// What is no deeper than this part of the smaller body's size gets out by the nearest edge: bodies are often put exactly on each other.
const SHALLOW: f32 = 0.03;

/// After how many looks a vertex that is still inside counts for a whole tangle.
const HOPELESS: u32 = 90;

/// The nearest edge that faces a vertex inside; failing that, the nearest.
fn nearest_facing(target: &Seen<'_>, vertex: &Seen<'_>, index: u32, hits: &[Hit]) -> Option<u32> {
    // The vertex points the way it came from.
    let outward = vertex_normal(vertex, index);
    let facing = |hit: &&Hit| outward == Vec2::ZERO || target.normal(hit.edge).dot(outward) < 0.0;
    let nearest = |a: &&Hit, b: &&Hit| a.distance.abs().total_cmp(&b.distance.abs());
    let inside = || hits.iter().filter(|hit| hit.distance < 0.0);
    inside().filter(facing).min_by(nearest).or_else(|| inside().min_by(nearest)).map(|hit| hit.edge)
}

/// The first edge that the vertex's way through the last step crosses from the right to the left, if any.
fn crossed(target: &Seen<'_>, vertex: &Seen<'_>, index: u32, dt: f32) -> Option<u32> {
    let (p0, p1) = (vertex.place_before(index, dt), vertex.place(index));
    let mut first = None;
    for (k, edge) in target.shape.edges.iter().enumerate().filter(|(_, edge)| edge.solid) {
        let (a0, b0) = (target.place_before(edge.a, dt), target.place_before(edge.b, dt));
        let (a1, b1) = (target.place(edge.a), target.place(edge.b));
        let (before, after) = (cross(b0 - a0, p0 - a0), cross(b1 - a1, p1 - a1));
        // Right of the edge before, left of it now.
        if before <= 0.0 && after > 0.0 {
            let when = before / (before - after);
            let (a, b, p) = (a0.lerp(a1, when), b0.lerp(b1, when), p0.lerp(p1, when));
            let t = along(p, a, b);
            if (-1e-3..=1.001).contains(&t) && first.is_none_or(|(earliest, _)| when < earliest) {
                first = Some((when, k as u32));
            }
        }
    }
    first.map(|(_, edge)| edge)
}

/// The outward direction at a vertex, nothing for one without edges.
fn vertex_normal(vertex: &Seen<'_>, index: u32) -> Vec2 {
    let edges = vertex.shape.edges.iter().enumerate().filter(|(_, edge)| edge.solid && (edge.a == index || edge.b == index));
    edges.map(|(k, _)| vertex.normal(k as u32)).sum()
}
