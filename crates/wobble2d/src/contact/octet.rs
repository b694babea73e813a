//! Eight pairs of one colour at once.
//!
//! Pairs of a colour share nothing that moves, so eight of them march in step, candidate by candidate: with the same operations in the same
//! order as one by one, so that not a bit differs.
//!
//! ```text
//!   lane     0   1   2   3   4   5   6   7         each column is a pair of bodies, each row a candidate of every pair;
//!   row 0    ●   ●   ●   ●   ●   ●   ●   ●         columns are sorted by length, so that few places stay empty
//!   row 1    ●   ●   ●   ●   ●   ●   ·   ·
//!   row 2    ●   ●   ·   ·   ·   ·   ·   ·
//! ```
//! What needs more than the plain case (a vertex over a corner, one that walks on to another edge, one in a notch) leaves its lane and is
//! answered alone.

use super::formation::Troops;
use super::pairs::Candidate;
use super::respond::Load;
use super::shape::Edge;
use crate::body::Body;
use crate::lanes::Wide;
use core::ops::Range;

/// Eight pairs that are answered at once. Empty lanes have no live candidates.
#[derive(Debug, Default)]
pub(crate) struct Octet {
    /// Their places in the list of pairs. Empty lanes repeat the first.
    pub pairs: [u32; 8],
    /// How many there are; none if one of them is gone.
    pub count: usize,
    pub rows: Range<u32>,
    /// Whether its rows are still to be written.
    pub fresh: bool,
    /// As in [`Pair`](super::pairs::Pair).
    pub skin: Wide,
    pub friction: Wide,
    pub belt: Wide,
    /// 1 where overlap is parted at any price, else 0.
    pub hasty: Wide,
    /// The local zeros of the first and the second bodies. `[m]`
    pub origins: [[Wide; 2]; 2],
    pub load: Loads,
    /// Which lanes exchanged anything in the last substep, bit by bit.
    pub pressed: u8,
}

/// A [`Load`] in every lane.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Loads {
    pub total: Wide,
    pub normal: [Wide; 2],
    pub from: [Wide; 2],
    pub place: [Wide; 2],
    pub spread: Wide,
    pub tangent: Wide,
}

/// One candidate of each of the eight pairs, ready to be answered.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    /// Vertex, beginning and end of the edge, counted over all bodies.
    at: [[u32; 8]; 3],
    /// No index above is larger.
    last: u32,
    /// Their inverse masses. `[1/kg]`
    pub weights: [Wide; 3],
    /// Which lanes have a candidate here, bit by bit; so all that follow.
    pub live: u8,
    /// Where the vertex belongs on the left of the edge.
    pub left: u8,
    /// Where the vertex belongs to the first body of the pair.
    pub of_first: u8,
    /// Where the edge is [in a row](Edge::in_a_row) with its neighbours.
    in_a_row: u8,
    /// Where the next candidate has the same vertex.
    pub shared: u8,
    /// Whether some lanes must not be written back: those without a pair, and particles that nothing moves, which other lanes may share.
    pub partial: bool,
}

impl Octet {
    /// Up to eight pairs, whose rows are still to be written.
    pub(super) fn new(eight: &[u32], rows: Range<u32>) -> Self {
        let pairs = core::array::from_fn(|lane| *eight.get(lane).unwrap_or(&eight[0]));
        Self { pairs, count: eight.len(), rows, fresh: true, ..Self::default() }
    }

    /// The same for another step: nothing has been exchanged yet.
    pub(super) fn again(self) -> Self {
        Self { load: Loads::default(), pressed: 0, ..self }
    }
}

impl Troops<'_> {
    /// Fills in an octet that has its pairs, and its rows if they are not written yet.
    pub(super) fn fill(&self, octet: &mut Octet, rows: &mut [Row]) {
        let pairs = octet.pairs.map(|pair| &self.pairs[pair as usize]);
        for (lane, pair) in pairs.into_iter().enumerate() {
            for (body, origin) in octet.origins.iter_mut().enumerate() {
                let place = self.census[pair.bodies[body] as usize].origin;
                (origin[0].0[lane], origin[1].0[lane]) = (place.x, place.y);
            }
        }
        if core::mem::take(&mut octet.fresh) {
            for (lane, pair) in pairs.into_iter().enumerate() {
                octet.skin.0[lane] = pair.skin;
                octet.friction.0[lane] = pair.friction;
                octet.belt.0[lane] = pair.belt;
                octet.hasty.0[lane] = if pair.hasty { 1.0 } else { 0.0 };
            }
            self.write_rows(&octet.pairs[..octet.count], rows);
        }
    }

    /// Writes the rows of up to eight pairs, the longest first, which are empty.
    fn write_rows(&self, eight: &[u32], rows: &mut [Row]) {
        for (lane, &pair) in eight.iter().enumerate() {
            let pair = &self.pairs[pair as usize];
            let own = &self.candidates[pair.own()];
            let targets = pair.bodies.map(|body| Target::new(&self.bodies[body as usize]));
            for (k, candidate) in own.iter().enumerate() {
                let row = &mut rows[k];
                row.live |= 1 << lane;
                row.shared |= u8::from(own.get(k + 1).is_some_and(|next| next.point == candidate.point)) << lane;
                row.of_first |= u8::from(candidate.of_first) << lane;
                row.stand(lane, candidate, targets[usize::from(candidate.of_first)], self.weights);
            }
            // Where a pair has no more candidates its lane stands where it did, so that eight records can be written back at once.
            for k in own.len()..rows.len() {
                let [from, to] = rows.get_disjoint_mut([k - 1, k]).unwrap_or_else(|_| unreachable!());
                for at in 0..3 {
                    to.at[at][lane] = from.at[at][lane];
                    to.partial |= self.weights[from.at[at][lane] as usize] == 0.0;
                }
                to.last = to.last.max(from.last);
            }
        }
        // Lanes without a pair look where the first does: elsewhere another thread may be writing.
        for row in rows.iter_mut().filter(|_| eight.len() < 8) {
            row.partial = true;
            for at in &mut row.at {
                let first = at[0];
                at[eight.len()..].fill(first);
            }
        }
    }
}

impl Default for Row {
    fn default() -> Self {
        let none = Wide::default();
        Self { at: [[0; 8]; 3], last: 0, weights: [none; 3], live: 0, left: 0, of_first: 0, in_a_row: 0, shared: 0, partial: false }
    }
}

/// A body that vertices may touch.
#[derive(Clone, Copy)]
pub(crate) struct Target<'a> {
    first: u32,
    edges: &'a [Edge],
}

impl<'a> Target<'a> {
    pub(crate) fn new(body: &'a Body) -> Self {
        Self { first: body.first, edges: &body.blueprint.0.contact.edges }
    }
}

impl Row {
    /// Vertices, beginnings and ends of the edges, counted over all bodies.
    #[inline(always)]
    pub(crate) fn at(&self) -> &[[u32; 8]; 3] {
        &self.at
    }

    /// The points before the beginning of an edge and after its end, if they are where one would look for them.
    pub(crate) fn around(&self, lane: usize) -> Option<[u32; 2]> {
        (self.in_a_row & 1 << lane != 0).then(|| [self.at[1][lane] - 1, self.at[2][lane] + 1])
    }

    /// No particle of the row has a larger index.
    #[inline(always)]
    pub(crate) fn last(&self) -> usize {
        self.last as usize
    }

    /// Puts a candidate where it stands.
    #[inline]
    pub(crate) fn stand(&mut self, lane: usize, candidate: &Candidate, target: Target<'_>, weights: &[f32]) {
        let edge = &target.edges[candidate.edge as usize];
        let bit = |set: bool| u8::from(set) << lane;
        self.in_a_row = self.in_a_row & !bit(true) | bit(edge.in_a_row);
        self.left = self.left & !bit(true) | bit(candidate.side < 0.0);
        // The point after the end, where there is one, is looked at too.
        self.last = self.last.max(target.first + edge.b + u32::from(edge.in_a_row));
        for (k, at) in [candidate.point, target.first + edge.a, target.first + edge.b].into_iter().enumerate() {
            self.at[k][lane] = at;
            self.last = self.last.max(at);
            self.weights[k].0[lane] = weights[at as usize];
            self.partial |= weights[at as usize] == 0.0;
        }
    }
}

impl Loads {
    pub(crate) fn lane(&self, lane: usize) -> Load {
        let two = |cells: &[Wide; 2]| glam::Vec2::new(cells[0].0[lane], cells[1].0[lane]);
        Load {
            total: self.total.0[lane],
            normal: two(&self.normal),
            from: two(&self.from),
            place: two(&self.place),
            spread: self.spread.0[lane],
            tangent: self.tangent.0[lane],
        }
    }

    pub(crate) fn set_lane(&mut self, lane: usize, load: &Load) {
        let set = |cells: &mut [Wide; 2], value: glam::Vec2| {
            cells[0].0[lane] = value.x;
            cells[1].0[lane] = value.y;
        };
        self.total.0[lane] = load.total;
        set(&mut self.normal, load.normal);
        set(&mut self.from, load.from);
        set(&mut self.place, load.place);
        self.spread.0[lane] = load.spread;
        self.tangent.0[lane] = load.tangent;
    }
}
