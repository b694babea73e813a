//! Once a step: which vertices may touch which edges until the next one.
//!
//! For a vertex outside, every edge that is nearer than its neighbours and within reach is a candidate: one on a convex side, two in a
//! notch. For a vertex that is already inside, distance says nothing about where it came in, so what is remembered decides; without a memory
//! the edge it crossed during the last step, and failing that the nearest edge that faces it. Bodies with several vertices of which
//! nothing is known lie in each other; they are not answered vertex by vertex but drawn apart as wholes.

use super::Contacts;
use super::feature::along;
use super::kept::{Kept, Room, Vacant};
use super::memory::{Memory, Remembered};
use super::near::{Hit, Surroundings};
use super::pairs::{Candidate, MOST_LOST, Pair};
use super::seen::Seen;
use crate::body::{Body, Particles};
use crate::lanes::{Widest, run_widest};
use crate::math::cross;
use crate::team::Team;
use core::ops::Range;
use fearless_simd::Simd;
use glam::Vec2;

impl Contacts {
    /// Fills the list of pairs and their candidates.
    pub(crate) fn gather(&mut self, team: &Team, bodies: &[Body], particles: &Particles, dt: f32) {
        self.broad.enclose(bodies, particles, dt, margin);
        let parted = &self.parted;
        self.broad.find_pairs(team, |a, b| {
            let both = [a.body, b.body].map(|place| place as usize);
            if a.body == b.body { bodies[both[0]].meets_itself() } else { may_meet(both, bodies, parted) }
        });
        self.foresee(bodies, particles, dt);
        self.before.take_over(&mut self.pairs, &mut self.candidates, &mut self.vacant);
        let Self { broad, rims, findings, candidates, pairs, vacant, before, sways, memory, report, .. } = self;
        rims.lay_out(&broad.boxes, bodies, particles);
        let around = Surroundings { bodies, particles, boxes: &broad.boxes, rims };
        let parts = if team.is_busy() { broad.pairs.len().div_ceil(PART).max(1) } else { 1 };
        findings.resize_with(parts.max(findings.len()), Finding::default);
        let findings = &mut findings[..parts];
        team.each_of(findings, |part, found| {
            found.clear();
            let chunks = around.part_of(&broad.pairs, part, parts);
            let count = before.pairs.len();
            let kept = Kept { pairs: &before.pairs, candidates: &before.candidates, vacant: &before.vacant, count, sways };
            run_widest(Gathering { around, chunks, memory, kept, dt, found });
        });
        for found in findings {
            found.hand_over(pairs, candidates);
            vacant.append(&mut found.vacant);
            found.sensed.iter().for_each(|&both| report.sense(both));
        }
    }
}

/// So many pairs of chunks are one part of the search, if threads share it.
const PART: usize = 64;

/// What a part of the search has found.
#[derive(Default)]
pub(super) struct Finding {
    hits: Vec<Hit>,
    pub candidates: Vec<Candidate>,
    /// Those of a pair that cannot touch yet: room to work in.
    pub far: Vec<Candidate>,
    pub pairs: Vec<Pair>,
    pub vacant: Vec<Vacant>,
    /// Pairs of which one only notices the other.
    sensed: Vec<[u32; 2]>,
}

/// What the last search has found, while the next one looks.
#[derive(Default)]
pub(super) struct Before {
    pairs: Vec<Pair>,
    candidates: Vec<Candidate>,
    vacant: Vec<Vacant>,
}

impl Before {
    /// Takes what was found, and leaves empty lists.
    fn take_over(&mut self, pairs: &mut Vec<Pair>, candidates: &mut Vec<Candidate>, vacant: &mut Vec<Vacant>) {
        core::mem::swap(&mut self.pairs, pairs);
        core::mem::swap(&mut self.candidates, candidates);
        core::mem::swap(&mut self.vacant, vacant);
        pairs.clear();
        candidates.clear();
        vacant.clear();
    }
}

impl Finding {
    fn clear(&mut self) {
        self.candidates.clear();
        self.pairs.clear();
        self.vacant.clear();
        self.sensed.clear();
    }

    /// Appends what was found to what the parts before have found.
    fn hand_over(&mut self, pairs: &mut Vec<Pair>, candidates: &mut Vec<Candidate>) {
        if candidates.is_empty() {
            core::mem::swap(pairs, &mut self.pairs);
            core::mem::swap(candidates, &mut self.candidates);
            return;
        }
        let begin = candidates.len() as u32;
        candidates.append(&mut self.candidates);
        let moved = self.pairs.drain(..).map(|pair| {
            let Range { start, end } = pair.candidates;
            Pair { candidates: begin + start..begin + end, ..pair }
        });
        pairs.extend(moved);
    }
}

impl<'a> Surroundings<'a> {
    fn both(&self, chunks: [u32; 2]) -> [u32; 2] {
        chunks.map(|chunk| self.boxes[chunk as usize].body)
    }

    /// A part of the pairs of chunks: about as many as any other, and none of it belongs to a pair of bodies that another part has begun.
    fn part_of<'c>(&self, chunks: &'c [[u32; 2]], part: usize, parts: usize) -> &'c [[u32; 2]] {
        let begin = |part: usize| {
            let at = part * chunks.len() / parts;
            let same = |k: &usize| *k > 0 && self.both(chunks[*k]) == self.both(chunks[*k - 1]);
            (at..chunks.len()).find(|k| !same(k)).unwrap_or(chunks.len())
        };
        &chunks[begin(part)..begin(part + 1)]
    }
}

/// The search, and what it fills.
pub(super) struct Gathering<'a> {
    pub around: Surroundings<'a>,
    /// Pairs of chunks, sorted by bodies.
    chunks: &'a [[u32; 2]],
    memory: &'a Memory,
    pub kept: Kept<'a>,
    dt: f32,
    pub found: &'a mut Finding,
}

impl Widest for Gathering<'_> {
    #[inline(always)]
    fn run<S: Simd>(mut self, s: S) {
        let around = self.around;
        let Some(&first) = self.chunks.first() else { return };
        let first = around.both(first);
        let mut memory = &self.memory.list[self.memory.list.partition_point(|known| known.bodies < first)..];
        self.kept.skip_to(first);
        for of_pair in self.chunks.chunk_by(|&a, &b| around.both(a) == around.both(b)) {
            let [first, second] = around.both(of_pair[0]);
            let [a, b] = [first, second].map(|body| &around.bodies[body as usize].filter);
            if first != second && a.only_notices(b) {
                self.found.sensed.push([first, second]);
                continue;
            }
            if self.keep([first, second]) {
                continue;
            }
            self.found.hits.clear();
            s.vectorize(
                #[inline(always)]
                || {
                    for &chunks in of_pair {
                        around.near_each_other(s, chunks, &mut self.found.hits);
                    }
                },
            );
            if !self.found.hits.is_empty() {
                memory = &memory[memory.iter().take_while(|known| known.bodies < [first, second]).count()..];
                let known = memory.iter().take_while(|known| known.bodies == [first, second]).count();
                self.pair_up([first, second], &memory[..known]);
            } else if first != second {
                let room = Room::of(&around.bodies[first as usize], &around.bodies[second as usize]);
                self.found.vacant.push(Vacant { bodies: [first, second], room });
            }
        }
    }
}

impl Gathering<'_> {
    /// Turns the hits of two bodies into candidates, vertex by vertex.
    fn pair_up(&mut self, [first, second]: [u32; 2], memory: &[Remembered]) {
        // The first of the same is kept, and of those one that knows its limit.
        let Finding { hits, candidates, .. } = &mut *self.found;
        let key = |hit: &Hit| (!hit.of_first, hit.point, hit.edge, hit.limit == 0.0);
        if !hits.is_sorted_by_key(key) {
            hits.sort_unstable_by_key(key);
        }
        hits.dedup_by_key(|hit| (hit.point, hit.edge));
        let begin = candidates.len() as u32;
        let seen = [first, second].map(|body| self.around.see(body));
        let sides = seen.each_ref().map(|seen| seen.body.filter.one_way);
        if passes_through(&seen, self.memory) {
            return;
        }
        let mut pair = Pair::new([first, second], begin, self.around.bodies);
        let mut memory = memory;
        let mut plain = true;
        for hits in hits.chunk_by(|a, b| a.point == b.point) {
            let Hit { point, of_first, .. } = hits[0];
            let [vertex, target] = if of_first { [&seen[0], &seen[1]] } else { [&seen[1], &seen[0]] };
            memory = &memory[memory.iter().take_while(|known| known.point < point).count()..];
            let remembered = &memory[..memory.iter().take_while(|known| known.point == point).count()];
            let standing = Standing { vertex, target, point, of_first, hits, remembered, dt: self.dt, itself: first == second };
            if standing.is_plain() && sides == [None; 2] {
                standing.add_plainly(candidates);
            } else {
                plain = false;
                let from = candidates.len();
                pair.lost += standing.add(candidates);
                pair.plain &= candidates[from..].iter().all(|candidate| candidate.side > 0.0 || !standing.solid(candidate.edge));
            }
        }
        pair.candidates.end = candidates.len() as u32;
        if pair.candidates.is_empty() {
            return;
        }
        pair.near = pair.candidates.len() as u32;
        if plain {
            pair.room = Room::of(seen[0].body, seen[1].body);
            self.put_near_first(&mut pair);
        }
        self.found.pairs.push(pair);
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
        let inside = self.hits.iter().any(|hit| hit.distance < 0.0) && self.target.encloses(self.place());
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
            let side = known.map_or(hit.side, |known| known.side);
            let hooked = !self.itself && !self.solid(hit.edge) && self.target.hooks(hit.edge, side, self.vertex, self.index());
            candidates.push(self.candidate(hit.edge, if hooked { -side } else { side }, 0));
        }
    }

    /// In a sharp bend of a strand another edge may be the nearer one now.
    fn add_bends(&self, candidates: &mut Vec<Candidate>) {
        for known in self.remembered.iter().filter(|known| !self.itself && !self.solid(known.edge)) {
            if self.hits.iter().all(|hit| hit.edge != known.edge)
                && self.target.distance(known.edge, self.place()) <= self.hits[0].limit
            {
                candidates.push(self.candidate(known.edge, known.side, 0));
            }
        }
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
        match way_in {
            Some(_) => 0,
            None if looks < HOPELESS => 1,
            None => MOST_LOST + 1,
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

/// Whether two bodies, by their places, can move against each other, and meet. `parted` are those that joints keep from touching, sorted.
pub(super) fn may_meet([first, second]: [usize; 2], bodies: &[Body], parted: &[[u32; 2]]) -> bool {
    let (a, b) = (&bodies[first], &bodies[second]);
    let can_move = !(a.rests() && b.rests() || a.immovable() && b.immovable());
    // What must come out of itself first is let through, but not by what is held anywhere.
    let stuck = (a.is_stuck() || b.is_stuck()) && a.free && b.free;
    let parted = || parted.binary_search(&[first.min(second) as u32, first.max(second) as u32]).is_ok();
    can_move && !stuck && a.filter.meets(&b.filter) && !parted()
}

/// By how many edges a vertex may have moved along a strand since it was last seen.
const LONGEST_WAY: u32 = 3;

/// The room around a body within which candidates are kept, beside what the motion needs. `[m]`
pub(super) fn margin(body: &Body) -> f32 {
    0.08 * body.contact_radius()
}

/// For how many looks in a row a vertex is held by the edge it came in by, though it does not get out.
const LONGEST_INSIDE: u32 = 30;

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
