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

use super::pairs::{Candidate, LAST_COLOUR, Order, Pair};
use super::respond::Load;
use super::settings::FrictionLaw;
use super::shape::Edge;
use crate::body::Body;
use crate::lanes::Wide;
use crate::team::{Shared, Team};
use core::ops::Range;

/// Eight pairs that are answered at once. Empty lanes have no live candidates.
#[derive(Debug, Default)]
pub(crate) struct Octet {
    /// Their places in the list of pairs. Empty lanes repeat the first.
    pub pairs: [u32; 8],
    /// How many there are.
    count: usize,
    pub rows: Range<u32>,
    /// As in [`Pair`].
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
#[derive(Debug)]
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
    /// Which have touched in this step.
    pub touched: u8,
    /// Whether some lanes must not be written back: those without a pair, and particles that nothing moves, which other lanes may share.
    pub partial: bool,
}

/// How the pairs of a step are answered: colour by colour, first eight at a time, then those that are left.
#[derive(Debug, Default)]
pub(crate) struct Formation {
    pub octets: Vec<Octet>,
    pub rows: Vec<Row>,
    pub alone: Vec<u32>,
    pub colours: Vec<Colour>,
    plain: Vec<u32>,
}

/// The octets and the single pairs of a colour.
#[derive(Clone, Debug)]
pub(crate) struct Colour {
    pub octets: Range<u32>,
    pub alone: Range<u32>,
}

/// All that a formation is made of.
pub(crate) struct Troops<'a> {
    pub pairs: &'a [Pair],
    pub order: &'a Order,
    pub candidates: &'a [Candidate],
    pub bodies: &'a [Body],
    pub weights: &'a [f32],
}

/// Octets are formed of so many pairs in a row: enough to find eight that are about as long, and few enough to stay near each other, in memory and
/// mostly in the world.
const WINDOW: usize = 128;

impl Formation {
    /// Forms octets of the pairs that are plain, if `wide`; else everybody goes alone.
    pub(crate) fn line_up(&mut self, team: &Team, troops: &Troops<'_>, law: FrictionLaw, wide: bool) {
        self.octets.clear();
        let mut rows = 0;
        self.alone.clear();
        self.colours.clear();
        for (colour, range) in troops.order.starts.windows(2).enumerate() {
            let all = &troops.order.list[range[0] as usize..range[1] as usize];
            if all.is_empty() {
                break;
            }
            let (octets, alone) = (self.octets.len() as u32, self.alone.len() as u32);
            let marches = wide && law == FrictionLaw::Coulomb && colour != LAST_COLOUR as usize;
            self.plain.clear();
            for &pair in all.iter().filter(|&&pair| troops.pairs[pair as usize].near > 0 || !marches) {
                let list = if marches && troops.is_plain(pair) { &mut self.plain } else { &mut self.alone };
                list.push(pair);
            }
            for near in self.plain.chunks_mut(WINDOW) {
                let length = |pair: u32| troops.pairs[pair as usize].near;
                near.sort_unstable_by_key(|&pair| (core::cmp::Reverse(length(pair)), pair));
                for eight in near.chunks(8) {
                    self.octets.push(Octet::new(eight, rows..rows + length(eight[0])));
                    rows += length(eight[0]);
                }
            }
            self.colours.push(Colour { octets: octets..self.octets.len() as u32, alone: alone..self.alone.len() as u32 });
        }
        self.rows.resize_with(rows as usize, Row::default);
        let count = self.octets.len();
        // SAFETY: every octet is in one part, and has rows of its own.
        #[allow(unsafe_code)]
        let (octets, rows) = unsafe { (Shared::new(&mut self.octets), Shared::new(&mut self.rows)) };
        team.each(count.div_ceil(PART), |part| {
            for octet in octets.range(part * PART..count.min((part + 1) * PART)) {
                troops.fill(octet, rows.range(octet.rows.start as usize..octet.rows.end as usize));
            }
        });
    }

    /// The pairs that are answered alone, in their order.
    pub(crate) fn order(&self) -> impl Iterator<Item = u32> {
        self.alone.iter().copied()
    }

    /// Hands over to the pairs and candidates what became of them.
    pub(crate) fn hand_over(&self, pairs: &mut [Pair], candidates: &mut [Candidate]) {
        for octet in &self.octets {
            let rows = &self.rows[octet.rows.start as usize..octet.rows.end as usize];
            for lane in (0..8).filter(|lane| rows[0].live & 1 << lane != 0) {
                let pair = &mut pairs[octet.pairs[lane] as usize];
                pair.load = octet.load.lane(lane);
                pair.pressed = octet.pressed & 1 << lane != 0;
                let own = &mut candidates[pair.near()];
                own.iter_mut().zip(rows).for_each(|(candidate, row)| candidate.touched |= row.touched & 1 << lane != 0);
            }
        }
    }
}

impl Octet {
    fn new(eight: &[u32], rows: Range<u32>) -> Self {
        let pairs = core::array::from_fn(|lane| *eight.get(lane).unwrap_or(&eight[0]));
        Self { pairs, count: eight.len(), rows, ..Self::default() }
    }
}

/// So many octets are one part of the work.
const PART: usize = 16;

impl Troops<'_> {
    /// Whether a pair needs nothing but what octets can do.
    fn is_plain(&self, place: u32) -> bool {
        let pair = &self.pairs[place as usize];
        pair.plain && pair.bodies[0] != pair.bodies[1] && pair.vertex_restitution == 0.0
    }

    fn own(&self, pair: &Pair) -> &[Candidate] {
        &self.candidates[pair.near()]
    }

    /// Fills in an octet that has its pairs, and its rows.
    fn fill(&self, octet: &mut Octet, rows: &mut [Row]) {
        let pairs = octet.pairs.map(|pair| &self.pairs[pair as usize]);
        for (lane, pair) in pairs.into_iter().enumerate() {
            octet.skin.0[lane] = pair.skin;
            octet.friction.0[lane] = pair.friction;
            octet.belt.0[lane] = pair.belt;
            octet.hasty.0[lane] = if pair.hasty { 1.0 } else { 0.0 };
            for (body, origin) in octet.origins.iter_mut().enumerate() {
                let place = self.bodies[pair.bodies[body] as usize].origin;
                (origin[0].0[lane], origin[1].0[lane]) = (place.x, place.y);
            }
        }
        self.write_rows(&octet.pairs[..octet.count], rows);
    }

    /// Writes the rows of up to eight pairs, the longest first.
    fn write_rows(&self, eight: &[u32], rows: &mut [Row]) {
        rows.fill_with(Row::default);
        for (lane, &pair) in eight.iter().enumerate() {
            let pair = &self.pairs[pair as usize];
            let own = self.own(pair);
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
        Self {
            at: [[0; 8]; 3],
            last: 0,
            weights: [none; 3],
            live: 0,
            left: 0,
            of_first: 0,
            in_a_row: 0,
            shared: 0,
            touched: 0,
            partial: false,
        }
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
