//! Once a step: which vertices may touch which edges until the next one.
//!
//! For a vertex outside, every edge that is nearer than its neighbours and within reach is a candidate: one on a convex side, two in a
//! notch. For a vertex that is already inside, distance says nothing about where it came in, so what is remembered decides; without a memory
//! the edge it crossed during the last step, and failing that the nearest edge that faces it. Bodies with several vertices of which
//! nothing is known lie in each other; they are not answered vertex by vertex but drawn apart as wholes.

use super::broad::{ChunkBox, WHOLE};
use super::feature::{along, right_of};
use super::itself;
use super::pairs::{Candidate, MOST_LOST, Pair, skin};
use super::shape::{ContactShape, Edge};
use super::{Blow, Contacts, Known, Remembered, Tangle};
use crate::body::{Body, Particles};
use crate::id::BodyId;
use crate::math::cross;
use glam::Vec2;

/// A vertex near an edge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hit {
    /// The places of both bodies, the lower first.
    bodies: [u32; 2],
    /// The vertex, counted over all bodies.
    point: u32,
    /// Whether the vertex belongs to the first body.
    of_first: bool,
    edge: u32,
    /// Signed for an edge with an inside, else not. `[m]`
    distance: f32,
    side: f32,
    /// How far away an edge may be that the vertex can reach in this step. `[m]`
    limit: f32,
}

/// One body as the search sees it.
pub(super) struct Seen<'a> {
    pub body: &'a Body,
    pub shape: &'a ContactShape,
    pub particles: &'a Particles,
}

impl Seen<'_> {
    /// Where a point is in the world. `[m]`
    pub(super) fn place(&self, index: u32) -> Vec2 {
        self.particles.position((self.body.first + index) as usize) + self.body.origin
    }

    /// Where a point was a step ago, if it has moved as it does now. `[m]`
    fn place_before(&self, index: u32, dt: f32) -> Vec2 {
        self.place(index) - dt * self.particles.velocity((self.body.first + index) as usize)
    }

    pub(super) fn normal(&self, edge: u32) -> Vec2 {
        let edge = &self.shape.edges[edge as usize];
        right_of(self.place(edge.a), self.place(edge.b))
    }

    /// Whether a place is inside the loops: they run round it once more counter-clockwise than clockwise. What is turned inside out has no
    /// inside.
    pub(super) fn encloses(&self, p: Vec2) -> bool {
        let crossing = |edge: &Edge| {
            let (a, b) = (self.place(edge.a), self.place(edge.b));
            // A ray to the right; half-open in y, so that a shared corner counts once.
            match (a.y > p.y, b.y > p.y) {
                (false, true) if p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) => 1,
                (true, false) if p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y) => -1,
                _ => 0,
            }
        };
        let turns: i32 = self.shape.edges.iter().filter(|edge| edge.solid).map(crossing).sum();
        turns + i32::from(self.shape.is_hollow()) > 0
    }

    /// The nearest edge of the loops, and how far away it is. `[m]`
    pub(super) fn nearest_solid(&self, p: Vec2) -> Option<(u32, f32)> {
        let solid = (0..self.shape.edges.len() as u32).filter(|&edge| self.shape.edges[edge as usize].solid);
        solid.map(|edge| (edge, self.distance(edge, p))).min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// How far a place is from an edge. `[m]`
    fn distance(&self, edge: u32, p: Vec2) -> f32 {
        let edge = &self.shape.edges[edge as usize];
        nearest_on(self.place(edge.a), self.place(edge.b), p).1.distance(p)
    }

    /// Whether two edges are the same or share an end.
    fn adjoin(&self, one: u32, other: u32) -> bool {
        let edge = &self.shape.edges[one as usize];
        one == other || edge.before == Some(other) || edge.after == Some(other)
    }

    /// Whether the foot of a place is between the ends of an edge.
    fn faces(&self, edge: u32, p: Vec2) -> bool {
        let edge = &self.shape.edges[edge as usize];
        let t = along(p, self.place(edge.a), self.place(edge.b));
        t > 0.0 && t < 1.0
    }

    /// Whether a ray from a place strikes any edge.
    fn is_struck_by(&self, from: Vec2, direction: Vec2) -> bool {
        self.shape.edges.iter().any(|edge| {
            let (a, b) = (self.place(edge.a) - from, self.place(edge.b) - from);
            let (left, right) = (cross(direction, a), cross(direction, b));
            (left > 0.0) != (right > 0.0) && a.lerp(b, left / (left - right)).dot(direction) > 0.0
        })
    }

    /// Whether an edge of this body holds a vertex of another, as far as sides are concerned.
    fn holds_at(&self, edge: u32, vertex: &Seen<'_>) -> bool {
        let faces = |side: Option<Vec2>, sign: f32| side.is_none_or(|side| sign * self.normal(edge).dot(side) > 0.0);
        let two_sided = !self.shape.edges[edge as usize].solid;
        two_sided || (faces(self.body.filter.one_way, 1.0) && faces(vertex.body.filter.one_way, -1.0))
    }

    /// Whether a vertex pokes through an edge near the end of a strand, to a side on which neither of its neighbours is. It was the last to go round that
    /// end, and would hang there.
    fn hooks(&self, edge: u32, side: f32, vertex: &Seen<'_>, index: u32) -> bool {
        let here = &self.shape.edges[edge as usize];
        let is_end =
            |edge: u32| self.shape.edges[edge as usize].before.is_none() || self.shape.edges[edge as usize].after.is_none();
        if ![Some(edge), here.before, here.after].into_iter().flatten().any(is_end) {
            return false;
        }
        let (a, b) = (self.place(here.a), self.place(here.b));
        let beyond = |other: u32| side * right_of(a, b).dot(vertex.place(other) - a) < 0.0;
        let next = vertex.shape.edges.iter().find(|edge| edge.solid && edge.a == index).map(|edge| edge.b);
        let last = vertex.shape.edges.iter().find(|edge| edge.solid && edge.b == index).map(|edge| edge.a);
        next.is_some_and(beyond) && last.is_some_and(beyond)
    }

    /// The outward direction at a place on an edge: its normal, or the mean of two at a corner.
    fn outward(&self, edge: u32, t: f32) -> Vec2 {
        let here = &self.shape.edges[edge as usize];
        let neighbour = if t <= 0.0 {
            here.before
        } else if t >= 1.0 {
            here.after
        } else {
            None
        };
        self.normal(edge) + neighbour.map_or(Vec2::ZERO, |neighbour| self.normal(neighbour))
    }
}

impl Contacts {
    /// Fills the list of pairs and their candidates.
    pub(crate) fn gather(&mut self, bodies: &[Body], particles: &Particles, dt: f32) {
        self.broad.enclose(bodies, particles, dt, margin);
        let parted = &self.parted;
        self.broad.find_pairs(|a, b| {
            let both = [a.body, b.body].map(|place| place as usize);
            if a.body == b.body { bodies[both[0]].meets_itself() } else { may_meet(both, bodies, parted) }
        });
        self.hits.clear();
        for k in 0..self.broad.pairs.len() {
            let [i, j] = self.broad.pairs[k];
            let both = [i, j].map(|chunk| self.broad.boxes[chunk as usize].body);
            let [a, b] = both.map(|body| &bodies[body as usize].filter);
            if both[0] != both[1] && a.only_notices(b) {
                self.report.sense([both[0].min(both[1]), both[0].max(both[1])]);
                continue;
            }
            if both[0] == both[1] {
                self.near_itself(bodies, particles, i as usize, j as usize);
                self.near_itself(bodies, particles, j as usize, i as usize);
            } else {
                self.near(bodies, particles, i as usize, j as usize);
                self.near(bodies, particles, j as usize, i as usize);
            }
        }
        for chunk in 0..self.broad.boxes.len() {
            if bodies[self.broad.boxes[chunk].body as usize].meets_itself() {
                self.near_itself(bodies, particles, chunk, chunk);
            }
        }
        self.hits.sort_unstable_by_key(|hit| (hit.bodies, !hit.of_first, hit.point, hit.edge, hit.limit == 0.0));
        // The first of the same is kept, and of those one that knows its limit.
        self.hits.dedup_by_key(|hit| (hit.bodies, hit.point, hit.edge));
        self.pair_up(bodies, particles, dt);
    }

    /// Finds the vertices of one chunk near the edges of another.
    fn near(&mut self, bodies: &[Body], particles: &Particles, of: usize, to: usize) {
        let (of, to) = (self.broad.boxes[of], self.broad.boxes[to]);
        if of.chunk == WHOLE {
            return;
        }
        let (vertices, edges) = (see(bodies, of.body, particles), see(bodies, to.body, particles));
        if to.chunk == WHOLE {
            return self.deep_inside(&vertices, &edges, [of, to]);
        }
        let chunk = edges.shape.chunks[to.chunk as usize].edges.clone();
        if chunk.is_empty() {
            return;
        }
        self.stretch.lay_out(&edges, chunk.clone());
        let limit = margin(vertices.body).min(margin(edges.body)) + of.reach + to.reach;
        let own = &vertices.shape.chunks[of.chunk as usize].vertices;
        let fast = of.reach + to.reach > edges.shape.shortest_edge * edges.body.tuning.size;
        let room = Vec2::splat(of.reach);
        for &index in &vertices.shape.vertices[own.start as usize..own.end as usize] {
            let p = vertices.place(index);
            if (p + room).cmplt(to.low).any() || (p - room).cmpgt(to.high).any() {
                continue;
            }
            self.stretch.measure(p);
            let mut add = |edge: u32, distance: f32, side: f32| {
                let bodies = [of.body.min(to.body), of.body.max(to.body)];
                let (point, of_first) = (vertices.body.first + index, of.body < to.body);
                self.hits.push(Hit { bodies, point, of_first, edge, distance, side, limit });
            };
            for k in self.stretch.nearest_along() {
                let edge = chunk.start + k as u32;
                let Some((distance, side)) = signed(&edges, edge, p, limit) else { continue };
                add(edge, distance, side);
                // In a notch of two edges both of them count, though one is the nearer; and what comes fast makes a notch where there is none yet.
                for other in self.stretch.neighbours_within(k, limit).into_iter().flatten() {
                    if let Some((farther, _)) = signed(&edges, other, p, limit).filter(|&(d, s)| d >= 0.0 && s == side)
                        && (fast || edges.faces(other, p))
                    {
                        add(other, farther, side);
                    }
                }
            }
        }
    }

    /// Finds the vertices of a chunk that are inside a large body, far from all of its edges. Near an edge they are found twice.
    fn deep_inside(&mut self, vertices: &Seen<'_>, target: &Seen<'_>, [of, to]: [ChunkBox; 2]) {
        let own = &vertices.shape.chunks[of.chunk as usize].vertices;
        let own = &vertices.shape.vertices[own.start as usize..own.end as usize];
        if own.first().is_none_or(|&index| !target.encloses(vertices.place(index))) {
            return;
        }
        for &index in own {
            let p = vertices.place(index);
            if let Some((edge, distance)) = target.nearest_solid(p).filter(|_| target.encloses(p)) {
                self.hits.push(Hit {
                    bodies: [of.body.min(to.body), of.body.max(to.body)],
                    point: vertices.body.first + index,
                    of_first: of.body < to.body,
                    edge,
                    distance: -distance,
                    side: 1.0,
                    limit: 0.0,
                });
            }
        }
    }

    /// Finds the vertices of one chunk near the edges of another of the same body: all of them, whatever the side.
    fn near_itself(&mut self, bodies: &[Body], particles: &Particles, of: usize, to: usize) {
        let (of, to) = (self.broad.boxes[of], self.broad.boxes[to]);
        if of.chunk == WHOLE || to.chunk == WHOLE {
            return;
        }
        let seen = see(bodies, of.body, particles);
        let limit = itself::margin(seen.body) + of.reach + to.reach;
        let skin = skin(seen.body, seen.body);
        let own = &seen.shape.chunks[of.chunk as usize].vertices;
        for &index in &seen.shape.vertices[own.start as usize..own.end as usize] {
            let p = seen.place(index);
            for edge in seen.shape.chunks[to.chunk as usize].edges.clone() {
                let here = seen.shape.edges[edge as usize];
                let distance = nearest_on(seen.place(here.a), seen.place(here.b), p).1.distance(p);
                if distance <= limit && !itself::belong_together(seen.body, index, edge, skin) {
                    let point = seen.body.first + index;
                    self.hits.push(Hit { bodies: [of.body; 2], point, of_first: true, edge, distance, side: 0.0, limit });
                }
            }
        }
    }

    /// Turns hits into candidates, vertex by vertex, and candidates into pairs of bodies.
    fn pair_up(&mut self, bodies: &[Body], particles: &Particles, dt: f32) {
        let Self { hits, candidates, pairs, memory, .. } = self;
        candidates.clear();
        pairs.clear();
        for of_vertex in hits.chunk_by(|a, b| a.bodies == b.bodies && a.point == b.point) {
            let Hit { bodies: [first, second], point, of_first, .. } = of_vertex[0];
            if pairs.last().is_none_or(|pair| pair.bodies != [first, second]) {
                let begin = candidates.len() as u32;
                let passes = passes_through([first, second].map(|place| see(bodies, place, particles)), memory);
                pairs.push(Pair { passes, ..Pair::new([first, second], begin, bodies) });
            }
            if pairs.last().is_some_and(|pair| pair.passes) {
                continue;
            }
            let owner = if of_first { second } else { first };
            let (target, vertex) = (see(bodies, owner, particles), see(bodies, if of_first { first } else { second }, particles));
            let mut add = |edge: u32, side: f32, inside: u32| {
                candidates.push(Candidate { point, edge, side, of_first, inside, touched: false, over: false });
            };
            let index = point - vertex.body.first;
            let remembered = memory.find([first, second], point);
            let solid = |edge: u32| first != second && target.shape.edges[edge as usize].solid;
            let inside = of_vertex.iter().any(|hit| hit.distance < 0.0) && target.encloses(vertex.place(index));
            let holds = |hit: &&Hit| target.holds_at(hit.edge, &vertex);
            let beside_way_in = |edge: u32| {
                remembered.iter().any(|known| known.side > 0.0 && known.edge != edge && target.adjoin(known.edge, edge))
            };
            let in_front = |hit: &&Hit| hit.distance >= 0.0 && (!inside || !solid(hit.edge) || beside_way_in(hit.edge));
            for hit in of_vertex.iter().filter(in_front).filter(holds) {
                // Which side of a strand a vertex belongs on is what it was, not where it is. A strand may pass a vertex more than once.
                let apart = |known: &&Remembered| target.shape.steps_between(hit.edge, known.edge);
                let known = remembered.iter().filter(|known| !solid(hit.edge) && !solid(known.edge)).min_by_key(apart);
                let longest = if first == second { 0 } else { LONGEST_WAY };
                let known = known.filter(|known| apart(known) <= longest);
                let side = known.map_or(hit.side, |known| known.side);
                let hooked = first != second && !solid(hit.edge) && target.hooks(hit.edge, side, &vertex, index);
                add(hit.edge, if hooked { -side } else { side }, 0);
            }
            // In a sharp bend of a strand another edge may be the nearer one now.
            for known in remembered.iter().filter(|known| first != second && !solid(known.edge)) {
                if of_vertex.iter().all(|hit| hit.edge != known.edge)
                    && target.distance(known.edge, vertex.place(index)) <= of_vertex[0].limit
                {
                    add(known.edge, known.side, 0);
                }
            }
            let mut held = false;
            // Who cannot get out where it came in is caught, and looks for another way.
            let caught = |known: &Remembered| known.inside >= LONGEST_INSIDE;
            for known in remembered.iter().filter(|known| inside && solid(known.edge) && known.side > 0.0 && !caught(known)) {
                held = true;
                add(known.edge, 1.0, known.inside + 1);
            }
            // What is outside and behind an edge must not come out through it from within, whatever it pushes before it.
            let touched = |edge: u32| remembered.iter().any(|known| known.side > 0.0 && target.adjoin(known.edge, edge));
            let sided = target.shape.is_hollow() || [&target, &vertex].iter().any(|seen| seen.body.filter.one_way.is_some());
            for hit in of_vertex.iter().filter(|hit| hit.distance < 0.0 && -hit.distance <= hit.limit && !inside && !sided) {
                let edge = &target.shape.edges[hit.edge as usize];
                let around = [Some(hit.edge), edge.before, edge.after].into_iter().flatten();
                around.filter(|&edge| !touched(edge)).for_each(|edge| add(edge, -1.0, 0));
            }
            let mut lost = 0;
            if inside && !held {
                let looks = remembered.iter().map(|known| known.inside).max().unwrap_or(0);
                let way_in = if looks >= LONGEST_INSIDE { None } else { crossed(&target, &vertex, index, dt) };
                lost = match way_in {
                    Some(_) => 0,
                    None if looks < HOPELESS => 1,
                    None => MOST_LOST + 1,
                };
                way_in
                    .or_else(|| nearest_facing(&target, &vertex, index, of_vertex))
                    .into_iter()
                    .for_each(|edge| add(edge, 1.0, looks + 1));
            }
            if let Some(pair) = pairs.last_mut() {
                pair.lost += lost;
                pair.candidates.end = candidates.len() as u32;
            }
        }
        pairs.retain(|pair| !pair.candidates.is_empty());
    }
}

pub(super) fn see<'a>(bodies: &'a [Body], place: u32, particles: &'a Particles) -> Seen<'a> {
    let body = &bodies[place as usize];
    Seen { body, shape: &body.blueprint.0.contact, particles }
}

/// Whether one of two bodies lets the other through for now: it holds from one side only, they do not touch yet, and part of it is above
/// the other, seen from that side.
fn passes_through([a, b]: [Seen<'_>; 2], memory: &Memory) -> bool {
    let lets = |platform: &Seen<'_>, other: &Seen<'_>| {
        let Some(side) = platform.body.filter.one_way else { return false };
        let above = |index: &u32| platform.is_struck_by(other.place(*index), side);
        other.shape.vertices.iter().any(above)
    };
    let touching = || {
        let known = |first: &Seen<'_>, second: &Seen<'_>| (first.body.id, Some(second.body.id));
        [known(&a, &b), known(&b, &a)].iter().any(|key| memory.touching.binary_search(key).is_ok())
    };
    (lets(&a, &b) || lets(&b, &a)) && !touching()
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

/// The edges of a chunk laid out in a row, with the one before and the one after, and how far each is from a place.
#[derive(Default)]
pub(crate) struct Stretch {
    ends: Vec<(Vec2, Vec2)>,
    squares: Vec<f32>,
    /// The edges before the first of the chunk and after its last, if there are any.
    goes_on: [Option<u32>; 2],
    /// The first edge of the chunk and its end.
    chunk: core::ops::Range<u32>,
}

impl Stretch {
    fn lay_out(&mut self, edges: &Seen<'_>, chunk: core::ops::Range<u32>) {
        let ends = |edge: u32| {
            let edge = &edges.shape.edges[edge as usize];
            (edges.place(edge.a), edges.place(edge.b))
        };
        let before = edges.shape.edges[chunk.start as usize].before;
        let after = edges.shape.edges[chunk.end as usize - 1].after;
        self.goes_on = [before, after];
        self.chunk = chunk.clone();
        self.ends.clear();
        self.ends.extend(before.into_iter().chain(chunk).chain(after).map(ends));
    }

    /// Measures the squared distance of a place from every edge.
    fn measure(&mut self, p: Vec2) {
        self.squares.clear();
        self.squares.extend(self.ends.iter().map(|&(a, b)| nearest_on(a, b, p).1.distance_squared(p)));
    }

    /// The neighbours of the `k`th edge of the chunk that are no farther away than a limit.
    fn neighbours_within(&self, k: usize, limit: f32) -> [Option<u32>; 2] {
        let at = k + usize::from(self.goes_on[0].is_some());
        let edge = self.chunk.start + k as u32;
        let near = |at: usize| self.squares.get(at).is_some_and(|&square| square <= limit * limit);
        let before = if edge > self.chunk.start { Some(edge - 1) } else { self.goes_on[0] };
        let after = if edge + 1 < self.chunk.end { Some(edge + 1) } else { self.goes_on[1] };
        [before.filter(|_| at > 0 && near(at - 1)), after.filter(|_| near(at + 1))]
    }

    /// The edges, counted from the first of the chunk, that are nearer than both of their neighbours.
    fn nearest_along(&self) -> impl Iterator<Item = usize> {
        let [before, after] = self.goes_on.map(|edge| edge.is_some());
        let (first, count) = (usize::from(before), self.squares.len());
        (first..count - usize::from(after)).filter_map(move |k| {
            let here = self.squares[k];
            let nearest = (k == 0 || here <= self.squares[k - 1]) && (k + 1 == count || here < self.squares[k + 1]);
            nearest.then_some(k - first)
        })
    }
}

/// Where on an edge the nearest place is, and that place. At a corner exactly the corner, so that both of its edges are exactly as far.
#[inline(always)]
fn nearest_on(a: Vec2, b: Vec2, p: Vec2) -> (f32, Vec2) {
    let t = along(p, a, b);
    if t <= 0.0 {
        (0.0, a)
    } else if t >= 1.0 {
        (1.0, b)
    } else {
        (t, a + t * (b - a))
    }
}

/// The signed distance of `p` from an edge and the side it is on, if it is within the limit or behind a solid edge.
fn signed(edges: &Seen<'_>, edge: u32, p: Vec2, limit: f32) -> Option<(f32, f32)> {
    let here = edges.shape.edges[edge as usize];
    let (t, foot) = nearest_on(edges.place(here.a), edges.place(here.b), p);
    let distance = foot.distance(p);
    let out = (p - foot).dot(edges.outward(edge, t));
    if here.solid {
        let inside = out < 0.0;
        (inside || distance <= limit).then_some((if inside { -distance } else { distance }, 1.0))
    } else {
        (distance <= limit).then_some((distance, if out < 0.0 { -1.0 } else { 1.0 }))
    }
}

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

/// What is remembered of the last step, sorted by bodies and vertex.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Memory {
    pub list: Vec<Remembered>,
    /// Bodies that ran into each other and have not parted yet, sorted.
    pub blows: Vec<Blow>,
    /// Bodies whose edges crossed when they were last looked at, sorted.
    pub tangles: Vec<Tangle>,
    /// Who touched whom, sorted.
    pub touching: Vec<Known>,
    /// What overlapped which sensor, sorted, the sensor first.
    pub noticed: Vec<[BodyId; 2]>,
    /// What is outside a hollow body that should keep it, sorted, the hollow one first.
    pub escaped: Vec<[BodyId; 2]>,
}

impl Memory {
    fn find(&self, bodies: [u32; 2], point: u32) -> &[Remembered] {
        let key = (bodies, point);
        let first = self.list.partition_point(|known| (known.bodies, known.point) < key);
        let count = self.list[first..].iter().take_while(|known| (known.bodies, known.point) == key).count();
        &self.list[first..first + count]
    }
}
