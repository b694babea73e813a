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
use core::ops::Range;

/// Eight pairs that are answered at once. Empty lanes have no live candidates.
#[derive(Debug)]
pub(crate) struct Octet {
    /// Their places in the list of pairs.
    pub pairs: [u32; 8],
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
    pub at: [[u32; 8]; 3],
    /// Their inverse masses. `[1/kg]`
    pub weights: [Wide; 3],
    pub side: Wide,
    /// 1 where the vertex belongs to the first body of the pair, −1 where it belongs to the second.
    pub toward_first: Wide,
    /// Which lanes have a candidate here, bit by bit.
    pub live: u8,
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

impl Formation {
    /// Forms octets of the pairs that are plain, if `wide`; else everybody goes alone.
    pub(crate) fn line_up(&mut self, troops: &Troops<'_>, law: FrictionLaw, wide: bool) {
        self.octets.clear();
        self.rows.clear();
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
            for &pair in all {
                let list = if marches && troops.is_plain(pair) { &mut self.plain } else { &mut self.alone };
                list.push(pair);
            }
            self.plain.sort_unstable_by_key(|&pair| (core::cmp::Reverse(troops.pairs[pair as usize].candidates.len()), pair));
            for eight in self.plain.chunks(8) {
                let rows = self.rows.len() as u32;
                troops.write_rows(eight, &mut self.rows);
                self.octets.push(troops.octet(eight, rows..self.rows.len() as u32));
            }
            self.colours.push(Colour { octets: octets..self.octets.len() as u32, alone: alone..self.alone.len() as u32 });
        }
    }

    /// Hands over to the pairs and candidates what became of them.
    pub(crate) fn hand_over(&self, pairs: &mut [Pair], candidates: &mut [Candidate]) {
        for octet in &self.octets {
            let rows = &self.rows[octet.rows.start as usize..octet.rows.end as usize];
            for lane in (0..8).filter(|lane| rows[0].live & 1 << lane != 0) {
                let pair = &mut pairs[octet.pairs[lane] as usize];
                pair.load = octet.load.lane(lane);
                pair.pressed = octet.pressed & 1 << lane != 0;
                let own = &mut candidates[pair.candidates.start as usize..pair.candidates.end as usize];
                own.iter_mut().zip(rows).for_each(|(candidate, row)| candidate.touched |= row.touched & 1 << lane != 0);
            }
        }
    }
}

impl Troops<'_> {
    /// Whether a pair needs nothing but what octets can do.
    fn is_plain(&self, place: u32) -> bool {
        let pair = &self.pairs[place as usize];
        pair.plain && pair.bodies[0] != pair.bodies[1] && pair.vertex_restitution == 0.0
    }

    fn own(&self, pair: &Pair) -> &[Candidate] {
        &self.candidates[pair.candidates.start as usize..pair.candidates.end as usize]
    }

    fn octet(&self, eight: &[u32], rows: Range<u32>) -> Octet {
        let pairs: [u32; 8] = core::array::from_fn(|lane| *eight.get(lane).unwrap_or(&eight[0]));
        let each = |of: &dyn Fn(&Pair) -> f32| Wide(pairs.map(|pair| of(&self.pairs[pair as usize])));
        let origin = |body: usize, axis: usize| each(&|pair| self.bodies[pair.bodies[body] as usize].origin[axis]);
        Octet {
            pairs,
            rows,
            skin: each(&|pair| pair.skin),
            friction: each(&|pair| pair.friction),
            belt: each(&|pair| pair.belt),
            hasty: each(&|pair| if pair.hasty { 1.0 } else { 0.0 }),
            origins: [0, 1].map(|body| [0, 1].map(|axis| origin(body, axis))),
            load: Loads::default(),
            pressed: 0,
        }
    }

    /// Appends the rows of up to eight pairs, the longest first.
    fn write_rows(&self, eight: &[u32], rows: &mut Vec<Row>) {
        let first = rows.len();
        let longest = self.pairs[eight[0] as usize].candidates.len();
        rows.resize_with(first + longest, Row::default);
        for (lane, &pair) in eight.iter().enumerate() {
            let pair = &self.pairs[pair as usize];
            let own = self.own(pair);
            let targets = pair.bodies.map(|body| Target::new(&self.bodies[body as usize]));
            for (k, candidate) in own.iter().enumerate() {
                let row = &mut rows[first + k];
                row.live |= 1 << lane;
                row.shared |= u8::from(own.get(k + 1).is_some_and(|next| next.point == candidate.point)) << lane;
                row.toward_first.0[lane] = if candidate.of_first { 1.0 } else { -1.0 };
                row.stand(lane, candidate, targets[usize::from(candidate.of_first)], self.weights);
            }
            // Where a pair has no more candidates its lane stands where it did, so that eight records can be written back at once.
            for k in first + own.len()..rows.len() {
                let [from, to] = rows.get_disjoint_mut([k - 1, k]).unwrap_or_else(|_| unreachable!());
                (0..3).for_each(|at| to.at[at][lane] = from.at[at][lane]);
            }
        }
        rows[first..].iter_mut().for_each(|row| row.partial |= eight.len() < 8);
    }
}

impl Default for Row {
    fn default() -> Self {
        let none = Wide::default();
        Self { at: [[0; 8]; 3], weights: [none; 3], side: none, toward_first: none, live: 0, shared: 0, touched: 0, partial: false }
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
    /// Puts a candidate where it stands.
    #[inline]
    pub(crate) fn stand(&mut self, lane: usize, candidate: &Candidate, target: Target<'_>, weights: &[f32]) {
        let edge = &target.edges[candidate.edge as usize];
        for (k, at) in [candidate.point, target.first + edge.a, target.first + edge.b].into_iter().enumerate() {
            self.at[k][lane] = at;
            self.weights[k].0[lane] = weights[at as usize];
            self.partial |= weights[at as usize] == 0.0;
        }
        self.side.0[lane] = candidate.side;
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
