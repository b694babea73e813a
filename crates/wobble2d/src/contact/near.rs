//! Which vertices are near which edges.

use super::broad::{ChunkBox, WHOLE};
use super::itself;
use super::pairs::skin;
use super::rim::{Rim, Rims, Standings};
use super::seen::{Seen, nearest_on, see, signed};
use crate::body::{Body, Particles};
use fearless_simd::Simd;
use glam::Vec2;

/// A vertex near an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hit {
    /// The vertex, counted over all bodies.
    pub point: u32,
    /// Whether the vertex belongs to the first body.
    pub of_first: bool,
    pub edge: u32,
    /// Signed for an edge with an inside, else not. `[m]`
    pub distance: f32,
    pub side: f32,
    /// How far away an edge may be that the vertex can reach in this step; 0 where that is not known. `[m]`
    pub limit: f32,
}

/// So many vertices are measured before it is asked which edges are nearest: what was just stored is not read in one piece again at once.
const TOGETHER: usize = 4;

/// Room to work in: those vertices, and how they stand.
#[derive(Default)]
pub(super) struct Few([(u32, Standings); TOGETHER]);

/// All that the search looks at.
#[derive(Clone, Copy)]
pub(super) struct Surroundings<'a> {
    pub bodies: &'a [Body],
    pub particles: &'a Particles,
    pub boxes: &'a [ChunkBox],
    pub rims: &'a Rims,
}

impl<'a> Surroundings<'a> {
    #[inline(always)]
    pub(super) fn see(&self, place: u32) -> Seen<'a> {
        see(self.bodies, place, self.particles)
    }

    /// Finds the vertices of either of two chunks near the edges of the other; of one body or of two. `more` is how much farther than usual it looks. `[m]`
    #[inline(always)]
    pub(super) fn near_each_other<S: Simd>(&self, s: S, [i, j]: [u32; 2], more: f32, few: &mut Few, hits: &mut Vec<Hit>) {
        let itself = self.boxes[i as usize].body == self.boxes[j as usize].body;
        let both = [[i, j], [j, i]];
        for &chunks in &both[..if i == j { 1 } else { 2 }] {
            if itself {
                self.near_itself(chunks, hits);
            } else {
                self.near(s, chunks, more, few, hits);
            }
        }
    }

    /// Finds the vertices of one chunk near the edges of another.
    #[inline(always)]
    fn near<S: Simd>(&self, s: S, [i, j]: [u32; 2], more: f32, Few(few): &mut Few, hits: &mut Vec<Hit>) {
        let [of, to] = [i, j].map(|item| self.boxes[item as usize]);
        if of.chunk == WHOLE {
            return;
        }
        if to.chunk == WHOLE {
            return self.deep_inside([of, to], hits);
        }
        let (own, rim) = (self.rims.rim(i), self.rims.rim(j));
        if rim.edges == 0 {
            return;
        }
        let room = Vec2::splat(of.reach + more);
        let mut found = self.rims.within(s, own, to.low - room, to.high + room);
        if found == 0 {
            return;
        }
        let edges = || self.see(to.body);
        let limit = own.margin.min(rim.margin) + more + of.reach + to.reach;
        let fast = of.reach + to.reach > rim.shortest;
        let of_first = of.body < to.body;
        while found != 0 {
            let count = TOGETHER.min(found.count_ones() as usize);
            for (point, standings) in &mut few[..count] {
                let k = found.trailing_zeros();
                found &= found - 1;
                (*point, standings.place) = self.rims.vertex(own, k as usize);
                self.rims.measure(s, rim, edges, standings);
            }
            for &(point, ref standings) in &few[..count] {
                let add = |edge: u32, distance: f32, side: f32| hits.push(Hit { point, of_first, edge, distance, side, limit });
                self.choose_edges(s, rim, edges, standings, (limit, fast), add);
            }
        }
    }

    /// Adds the edges of a rim that a vertex is near, with their distances and sides. `fast`: in a step the two come past a whole edge.
    #[inline(always)]
    fn choose_edges<'b, S: Simd>(
        &self,
        s: S,
        rim: Rim,
        edges: impl Fn() -> Seen<'b>,
        standings: &Standings,
        (limit, fast): (f32, bool),
        mut add: impl FnMut(u32, f32, f32),
    ) {
        let (p, mut nearest) = (standings.place, standings.nearest(s, rim));
        while nearest != 0 {
            let k = nearest.trailing_zeros();
            nearest &= nearest - 1;
            let edge = rim.first_edge + k;
            let found = if standings.corner & 1 << k != 0 {
                edges().signed(edge, p, limit)
            } else {
                signed(standings.distance(k), standings.left & 1 << k != 0, rim.solid, limit)
            };
            let Some((distance, side)) = found else { continue };
            // What is far behind an edge matters only to those inside.
            if distance < -limit && !self.rims.encloses(s, rim, &edges(), p) {
                continue;
            }
            add(edge, distance, side);
            // In a notch of two edges both of them count, though one is the nearer; and what comes fast makes a notch where there is none yet.
            for other in standings.neighbours_within(rim, k, limit).into_iter().flatten() {
                let own = other.checked_sub(rim.first_edge).filter(|&k| k < rim.edges);
                if !fast && own.is_some_and(|k| standings.corner & 1 << k != 0) {
                    continue;
                }
                if let Some((farther, _)) = edges().signed(other, p, limit).filter(|&(d, s)| d >= 0.0 && s == side)
                    && (fast || edges().faces(other, p))
                {
                    add(other, farther, side);
                }
            }
        }
    }

    /// Finds the vertices of a chunk that are inside a large body, far from all of its edges. Near an edge they are found twice.
    fn deep_inside(&self, [of, to]: [ChunkBox; 2], hits: &mut Vec<Hit>) {
        let (vertices, target) = (self.see(of.body), self.see(to.body));
        let own = &vertices.shape.chunks[of.chunk as usize].vertices;
        let own = &vertices.shape.vertices[own.start as usize..own.end as usize];
        if own.first().is_none_or(|&index| !target.encloses(vertices.place(index))) {
            return;
        }
        for &index in own {
            let p = vertices.place(index);
            if let Some((edge, distance)) = target.nearest_solid(p).filter(|_| target.encloses(p)) {
                let (point, of_first) = (vertices.body.first + index, of.body < to.body);
                hits.push(Hit { point, of_first, edge, distance: -distance, side: 1.0, limit: 0.0 });
            }
        }
    }

    /// Finds the vertices of one chunk near the edges of another of the same body: all of them, whatever the side.
    fn near_itself(&self, [i, j]: [u32; 2], hits: &mut Vec<Hit>) {
        let [of, to] = [i, j].map(|item| self.boxes[item as usize]);
        if of.chunk == WHOLE || to.chunk == WHOLE {
            return;
        }
        let seen = self.see(of.body);
        let limit = itself::margin(seen.body) + of.reach + to.reach;
        let skin = skin(seen.body, seen.body);
        let own = &seen.shape.chunks[of.chunk as usize].vertices;
        for &index in &seen.shape.vertices[own.start as usize..own.end as usize] {
            let p = seen.place(index);
            for edge in seen.shape.chunks[to.chunk as usize].edges.clone() {
                let here = seen.shape.edges[edge as usize];
                let distance = nearest_on(seen.place(here.a), seen.place(here.b), p).1.distance(p);
                if distance <= limit && !itself::belong_together(seen.body, index, edge, skin) {
                    hits.push(Hit { point: seen.body.first + index, of_first: true, edge, distance, side: 0.0, limit });
                }
            }
        }
    }
}
