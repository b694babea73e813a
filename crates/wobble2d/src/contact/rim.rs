//! The edges of all chunks, laid out in rows of eight, so that a place is measured against eight edges at once.

use super::broad::{ChunkBox, WHOLE};
use super::feature::SHORT;
use super::gather::margin;
use super::seen::{Seen, nearest_on, see};
use super::shape::CHUNK;
use crate::body::{Body, Particles};
use crate::lanes::{Lanes, Wide};
use fearless_simd::{Simd, f32x8, prelude::*};
use glam::Vec2;

/// Eight vertices of a chunk and where the edges end that begin there, in the world. `[m]`
#[derive(Clone, Copy, Debug)]
struct Row {
    begin: [Wide; 2],
    end: [Wide; 2],
    /// The vertices, counted over all bodies.
    points: [u32; 8],
}

/// The vertices and edges of a chunk.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Rim {
    first_row: u32,
    vertices: u32,
    /// The number of its first edge in the body, and how many there are: as many as vertices, or one less at the end of a strand.
    pub first_edge: u32,
    pub edges: u32,
    /// The edges before the first and after the last, if there are any.
    pub goes_on: [Option<u32>; 2],
    /// The room around the body. `[m]`
    pub margin: f32,
    /// The length of the shortest edge of the body at rest. `[m]`
    pub shortest: f32,
    /// Whether the edges are those of a loop.
    pub solid: bool,
    /// Whether they are all that the body has, so that a loop ends where it began.
    pub whole: bool,
}

/// How a place stands to the edges of a rim, once that is measured.
#[derive(Default)]
pub(super) struct Standings {
    /// `[m]`
    pub place: Vec2,
    /// The squared distances: from the edge before the rim, from its own, and from the edge after. `[m²]`
    squares: [f32; CHUNK + 2 + 8],
    /// Which edges are nearest at one of their ends, bit by bit.
    pub corner: u32,
    /// The lines of which edges the place is left of, bit by bit.
    pub left: u32,
}

/// The rims of all chunks that are looked at.
#[derive(Debug, Default)]
pub(super) struct Rims {
    rows: Vec<Row>,
    rims: Vec<Rim>,
    /// Which of them is that of a box.
    places: Vec<Option<u32>>,
}

impl Rims {
    /// Lays out the chunks of some boxes.
    pub(super) fn lay_out<'a>(
        &mut self,
        boxes: &[ChunkBox],
        wanted: impl Iterator<Item = &'a u32>,
        bodies: &[Body],
        particles: &Particles,
    ) {
        self.rows.clear();
        self.rims.clear();
        self.places.clear();
        self.places.resize(boxes.len(), None);
        for &place in wanted {
            if self.places[place as usize].is_none() {
                let item = &boxes[place as usize];
                let rim =
                    if item.chunk == WHOLE { Rim::default() } else { self.lay_out_chunk(&see(bodies, item.body, particles), item) };
                self.places[place as usize] = Some(self.rims.len() as u32);
                self.rims.push(rim);
            }
        }
    }

    fn lay_out_chunk(&mut self, seen: &Seen<'_>, item: &ChunkBox) -> Rim {
        let chunk = &seen.shape.chunks[item.chunk as usize];
        let (first_row, edges) = (self.rows.len(), chunk.edges.clone());
        let vertices = &seen.shape.vertices[chunk.vertices.start as usize..chunk.vertices.end as usize];
        // Lanes without a vertex or an edge are far from everything.
        let nowhere = [Wide([f32::INFINITY; 8]); 2];
        self.rows.resize(first_row + vertices.len().div_ceil(8), Row { begin: nowhere, end: nowhere, points: [0; 8] });
        for (k, &index) in vertices.iter().enumerate() {
            let row = &mut self.rows[first_row + k / 8];
            let place = seen.place(index);
            (row.begin[0].0[k % 8], row.begin[1].0[k % 8]) = (place.x, place.y);
            row.points[k % 8] = seen.body.first + index;
        }
        for (k, edge) in seen.shape.edges[edges.start as usize..edges.end as usize].iter().enumerate() {
            let row = &mut self.rows[first_row + k / 8];
            let place = seen.place(edge.b);
            (row.end[0].0[k % 8], row.end[1].0[k % 8]) = (place.x, place.y);
        }
        let ends = seen.shape.edges.get(edges.start as usize).zip(edges.clone().next_back());
        let goes_on = ends.map_or([None; 2], |(first, last)| [first.before, seen.shape.edges[last as usize].after]);
        Rim {
            margin: margin(seen.body),
            shortest: seen.shape.shortest_edge * seen.body.tuning.size,
            solid: ends.is_some_and(|(first, _)| first.solid),
            whole: seen.shape.chunks.len() == 1,
            first_row: first_row as u32,
            vertices: vertices.len() as u32,
            first_edge: edges.start,
            edges: edges.end - edges.start,
            goes_on,
        }
    }

    /// The rim of a box; an empty one if it was not laid out.
    #[inline(always)]
    pub(super) fn rim(&self, item: u32) -> Rim {
        self.places[item as usize].map_or_else(Rim::default, |place| self.rims[place as usize])
    }

    /// The `k`th vertex of a rim, counted over all bodies, and where it is. `[m]`
    #[inline(always)]
    pub(super) fn vertex(&self, rim: Rim, k: usize) -> (u32, Vec2) {
        let row = &self.rows[rim.first_row as usize + k / 8];
        (row.points[k % 8], Vec2::new(row.begin[0].0[k % 8], row.begin[1].0[k % 8]))
    }

    #[inline(always)]
    fn rows(&self, rim: Rim) -> &[Row] {
        let first = rim.first_row as usize;
        &self.rows[first..first + rim.vertices.div_ceil(8) as usize]
    }

    /// Which vertices of a rim are in a box, bit by bit.
    #[inline(always)]
    pub(super) fn within<S: Simd>(&self, s: S, rim: Rim, low: Vec2, high: Vec2) -> u32 {
        let mut bits = 0;
        for (k, row) in self.rows(rim).iter().enumerate() {
            let (x, y) = (load(s, &row.begin[0]), load(s, &row.begin[1]));
            let in_x = splat(s, low.x).simd_le(x) & x.simd_le(splat(s, high.x));
            let in_y = splat(s, low.y).simd_le(y) & y.simd_le(splat(s, high.y));
            bits |= ((in_x & in_y).to_bitmask() as u32) << (8 * k);
        }
        // A box that an explosion made endless holds even what is nowhere.
        bits & ((1 << rim.vertices) - 1)
    }

    /// Measures how a place stands to the edges of a rim.
    #[inline(always)]
    pub(super) fn measure<'a, S: Simd>(&self, s: S, rim: Rim, see: impl Fn() -> Seen<'a>, standings: &mut Standings) {
        let p = standings.place;
        (standings.corner, standings.left) = (0, 0);
        for (k, row) in self.rows(rim).iter().enumerate() {
            let (square, corner, left) = row.measure(s, p);
            square.store_slice(&mut standings.squares[8 * k + 1..8 * k + 9]);
            standings.corner |= corner << (8 * k);
            standings.left |= left << (8 * k);
        }
        standings.close(rim, see);
    }

    /// Whether a place is inside a body, as [`Seen::encloses`].
    #[inline(never)]
    pub(super) fn encloses<S: Simd>(&self, s: S, rim: Rim, seen: &Seen<'_>, p: Vec2) -> bool {
        if !(rim.whole && rim.solid) {
            return seen.encloses(p);
        }
        let turns = s.vectorize(
            #[inline(always)]
            || {
                let (mut up, mut down) = (0, 0);
                for (k, row) in self.rows(rim).iter().enumerate() {
                    let (rising, falling) = row.crossings(s, p);
                    up |= rising << (8 * k);
                    down |= falling << (8 * k);
                }
                let own = (1u32 << rim.edges) - 1;
                (up & own).count_ones() as i32 - (down & own).count_ones() as i32
            },
        );
        turns + i32::from(seen.shape.is_hollow()) > 0
    }
}

impl Row {
    /// The squared distances of a place from eight edges, which of them are nearest at an end, and of which lines it is on the left.
    #[inline(always)]
    fn measure<S: Simd>(&self, s: S, p: Vec2) -> (f32x8<S>, u32, u32) {
        let (ax, ay) = (load(s, &self.begin[0]), load(s, &self.begin[1]));
        let (bx, by) = (load(s, &self.end[0]), load(s, &self.end[1]));
        let (px, py) = (splat(s, p.x), splat(s, p.y));
        let (ex, ey, dx, dy) = (bx - ax, by - ay, px - ax, py - ay);
        let square = ex * ex + ey * ey;
        let (zero, one) = (splat(s, 0.0), splat(s, 1.0));
        let t = splat(s, SHORT).simd_lt(square).select((dx * ex + dy * ey) * (splat(s, 1.0) / square), splat(s, 0.5));
        let (before, after) = (t.simd_le(zero), one.simd_le(t));
        let x = before.select(ax, after.select(bx, ax + t * ex));
        let y = before.select(ay, after.select(by, ay + t * ey));
        let (rx, ry) = (px - x, py - y);
        let left = (dx * ey - dy * ex).simd_lt(zero);
        (rx * rx + ry * ry, (before | after).to_bitmask() as u32, left.to_bitmask() as u32)
    }

    /// Which of eight edges a ray from a place to the right crosses on their way up, and which on their way down. Half-open in y, so that a shared corner
    /// counts once.
    #[inline(always)]
    fn crossings<S: Simd>(&self, s: S, p: Vec2) -> (u32, u32) {
        let (ax, ay) = (load(s, &self.begin[0]), load(s, &self.begin[1]));
        let (bx, by) = (load(s, &self.end[0]), load(s, &self.end[1]));
        let (px, py) = (splat(s, p.x), splat(s, p.y));
        let (a_above, b_above) = (py.simd_lt(ay), py.simd_lt(by));
        let right = px.simd_lt(ax + (bx - ax) * (py - ay) / (by - ay));
        ((!a_above & b_above & right).to_bitmask() as u32, (a_above & !b_above & right).to_bitmask() as u32)
    }
}

impl Standings {
    /// Adds the edges before the first and after the last: in a loop of one chunk they are its own.
    #[inline(always)]
    fn close<'a>(&mut self, rim: Rim, see: impl Fn() -> Seen<'a>) {
        let (p, count) = (self.place, rim.edges as usize);
        if rim.whole && rim.solid {
            (self.squares[0], self.squares[count + 1]) = (self.squares[count], self.squares[1]);
            return;
        }
        let square = |edge: Option<u32>| {
            edge.map_or(f32::INFINITY, |edge| match edge.checked_sub(rim.first_edge) {
                Some(k) if k < rim.edges => self.squares[k as usize + 1],
                _ => {
                    let seen = see();
                    let edge = &seen.shape.edges[edge as usize];
                    nearest_on(seen.place(edge.a), seen.place(edge.b), p).1.distance_squared(p)
                }
            })
        };
        let [before, after] = rim.goes_on.map(square);
        (self.squares[0], self.squares[count + 1]) = (before, after);
    }

    /// Which edges are nearer than both of their neighbours, bit by bit. Of two that are as far, the first.
    #[inline(always)]
    pub(super) fn nearest<S: Simd>(&self, s: S, rim: Rim) -> u32 {
        let count = rim.edges as usize;
        // Which are no farther than the one before, the one after the last included.
        let mut nearer = 0;
        for k in 0..count.div_ceil(8) {
            let before: f32x8<S> = SimdBase::from_slice(s, &self.squares[8 * k..8 * k + 8]);
            let here: f32x8<S> = SimdBase::from_slice(s, &self.squares[8 * k + 1..8 * k + 9]);
            nearer |= (here.simd_le(before).to_bitmask() as u32) << (8 * k);
        }
        let own = (1 << count) - 1;
        nearer = nearer & own | u32::from(self.squares[count + 1] <= self.squares[count]) << count;
        nearer & !(nearer >> 1) & own
    }

    /// How far the `k`th edge of a rim is. `[m]`
    #[inline(always)]
    pub(super) fn distance(&self, k: u32) -> f32 {
        self.squares[k as usize + 1].sqrt()
    }

    /// The neighbours of the `k`th edge of a rim that are no farther away than a limit.
    #[inline(always)]
    pub(super) fn neighbours_within(&self, rim: Rim, k: u32, limit: f32) -> [Option<u32>; 2] {
        let edge = rim.first_edge + k;
        let near = |at: u32| self.squares[at as usize] <= limit * limit;
        let before = if k > 0 { Some(edge - 1) } else { rim.goes_on[0] };
        let after = if k + 1 < rim.edges { Some(edge + 1) } else { rim.goes_on[1] };
        [before.filter(|_| near(k)), after.filter(|_| near(k + 2))]
    }
}

#[inline(always)]
fn load<S: Simd>(s: S, cell: &Wide) -> f32x8<S> {
    Lanes::load(s, cell)
}

#[inline(always)]
fn splat<S: Simd>(s: S, value: f32) -> f32x8<S> {
    Lanes::splat(s, value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lanes::{Widest, run_widest};

    struct Ask<'a> {
        rims: &'a Rims,
        rim: Rim,
        found: &'a mut u32,
    }

    impl Widest for Ask<'_> {
        #[inline(always)]
        fn run<S: Simd>(self, s: S) {
            *self.found = self.rims.within(s, self.rim, Vec2::NEG_INFINITY, Vec2::INFINITY);
        }
    }

    #[test]
    fn a_box_without_end_holds_the_vertices_and_nothing_else() {
        let mut places = Wide([f32::INFINITY; 8]);
        places.0[..3].copy_from_slice(&[0.0, 1.0, 1e30]);
        let row = Row { begin: [places; 2], end: [places; 2], points: [0; 8] };
        let (rims, mut found) = (Rims { rows: vec![row], ..Rims::default() }, 0);
        run_widest(Ask { rims: &rims, rim: Rim { vertices: 3, ..Rim::default() }, found: &mut found });
        assert_eq!(found, 0b111);
    }
}
