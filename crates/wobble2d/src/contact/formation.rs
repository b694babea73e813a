//! Which pairs are answered together: colour by colour, first eight at a time, then those that are left.
//!
//! Who marches with whom decides nothing but the time it takes, since pairs of a colour share nothing that moves. So eight that are still of one colour, with the
//! same candidates near, stay together from step to step: their rows are written already.

use super::octet::{Octet, Row};
use super::pairs::{Candidate, LAST_COLOUR, Order, Pair};
use super::settings::FrictionLaw;
use crate::body::Body;
use crate::team::{Shared, Team};
use core::ops::Range;

/// How the pairs of a step are answered.
#[derive(Debug, Default)]
pub(crate) struct Formation {
    pub octets: Vec<Octet>,
    /// Of octets that are, and of some that have been.
    pub rows: Vec<Row>,
    /// Which lanes of every row have touched in this step, bit by bit.
    pub touched: Vec<u8>,
    pub alone: Vec<u32>,
    pub colours: Vec<Colour>,
    /// Who marched in the step before.
    last: Last,
    /// Where the pairs of the step before are in this one.
    now_at: Vec<Option<u32>>,
    /// Which pairs stay in the octets they were in.
    stays: Vec<bool>,
    plain: Vec<u32>,
}

/// A formation that has been.
#[derive(Debug, Default)]
struct Last {
    octets: Vec<Octet>,
    colours: Vec<Colour>,
    /// How many pairs there were.
    pairs: usize,
    weights: Vec<f32>,
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

/// So many octets are one part of the work.
const PART: usize = 16;

/// A formation with more places than this for every candidate is formed anew.
const LOOSE: f32 = 1.15;

impl Formation {
    /// Forms octets of the pairs that are plain, if `wide`; else everybody goes alone.
    pub(crate) fn line_up(&mut self, team: &Team, troops: &Troops<'_>, law: FrictionLaw, wide: bool) {
        let wide = wide && law == FrictionLaw::Coulomb;
        self.look_back(troops, wide);
        self.alone.clear();
        for (colour, range) in troops.order.starts.windows(2).enumerate() {
            let all = &troops.order.list[range[0] as usize..range[1] as usize];
            if all.is_empty() {
                break;
            }
            let (octets, alone) = (self.octets.len() as u32, self.alone.len() as u32);
            let marches = wide && colour != LAST_COLOUR as usize;
            if marches {
                self.stay_together(troops, colour);
            }
            self.plain.clear();
            for &pair in all.iter().filter(|&&pair| troops.pairs[pair as usize].near > 0 || !marches) {
                if !(marches && troops.is_plain(pair)) {
                    self.alone.push(pair);
                } else if !self.stays[pair as usize] {
                    self.plain.push(pair);
                }
            }
            self.join_up(troops);
            self.colours.push(Colour { octets: octets..self.octets.len() as u32, alone: alone..self.alone.len() as u32 });
        }
        self.touched.clear();
        self.touched.resize(self.rows.len(), 0);
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

    /// Has everybody line up anew in the next step.
    pub(crate) fn disband(&mut self) {
        self.octets.clear();
    }

    /// Makes room for a new formation, and finds out where those of the last one are.
    fn look_back(&mut self, troops: &Troops<'_>, wide: bool) {
        let Self { octets, rows, colours, last, stays, now_at, .. } = self;
        let places = 8 * octets.iter().map(|octet| octet.rows.len()).sum::<usize>();
        core::mem::swap(&mut last.octets, octets);
        core::mem::swap(&mut last.colours, colours);
        octets.clear();
        colours.clear();
        let live: u32 = troops.pairs.iter().map(|pair| pair.near).sum();
        let full = 8 * rows.len() > 2 * places;
        if !wide || full || last.weights != troops.weights || places as f32 > LOOSE * live as f32 {
            last.octets.clear();
            last.colours.clear();
            rows.clear();
        }
        last.weights.clear();
        last.weights.extend_from_slice(troops.weights);
        stays.clear();
        stays.resize(troops.pairs.len(), false);
        now_at.clear();
        now_at.resize(core::mem::replace(&mut last.pairs, troops.pairs.len()), None);
        for (place, pair) in (0..).zip(troops.pairs) {
            if let Some(now_at) = pair.again.and_then(|before| now_at.get_mut(before as usize)) {
                *now_at = Some(place);
            }
        }
    }

    /// Takes over the octets of a colour of which all eight can stay.
    fn stay_together(&mut self, troops: &Troops<'_>, colour: usize) {
        let Self { octets, last, stays, now_at, .. } = self;
        let Some(range) = last.colours.get(colour).map(|colour| colour.octets.clone()) else { return };
        let Some(before) = last.octets.get(range.start as usize..range.end as usize) else { return };
        for octet in before.iter().filter(|octet| octet.count == 8) {
            let pairs = octet.pairs.map(|pair| now_at[pair as usize].filter(|&pair| troops.marches_in(pair, colour)));
            let [Some(a), Some(b), Some(c), Some(d), Some(e), Some(f), Some(g), Some(h)] = pairs else { continue };
            let pairs = [a, b, c, d, e, f, g, h];
            pairs.iter().for_each(|&pair| stays[pair as usize] = true);
            octets.push(Octet::again(pairs, octet.rows.clone()));
        }
    }

    /// Forms octets of the plain pairs of a colour that have none.
    fn join_up(&mut self, troops: &Troops<'_>) {
        let length = |pair: u32| troops.pairs[pair as usize].near;
        for near in self.plain.chunks_mut(WINDOW) {
            near.sort_unstable_by_key(|&pair| (core::cmp::Reverse(length(pair)), pair));
            for eight in near.chunks(8) {
                let begin = self.rows.len();
                self.rows.resize_with(begin + length(eight[0]) as usize, Row::default);
                self.octets.push(Octet::new(eight, begin as u32..self.rows.len() as u32));
            }
        }
    }

    /// The pairs that are answered alone, in their order.
    pub(crate) fn order(&self) -> impl Iterator<Item = u32> {
        self.alone.iter().copied()
    }

    /// Hands over to the pairs and candidates what became of them.
    pub(crate) fn hand_over(&self, pairs: &mut [Pair], candidates: &mut [Candidate]) {
        for octet in &self.octets {
            let touched = &self.touched[octet.rows.start as usize..octet.rows.end as usize];
            for lane in 0..octet.count {
                let pair = &mut pairs[octet.pairs[lane] as usize];
                pair.load = octet.load.lane(lane);
                pair.pressed = octet.pressed & 1 << lane != 0;
                let own = &mut candidates[pair.near()];
                own.iter_mut().zip(touched).for_each(|(candidate, row)| candidate.touched |= row & 1 << lane != 0);
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

    /// Whether a pair is in an octet of a colour.
    fn marches_in(&self, place: u32, colour: usize) -> bool {
        self.order.colours[place as usize] == colour as u32 && self.is_plain(place)
    }
}
