//! Which pairs are answered together: colour by colour, first eight at a time, then those that are left.
//!
//! Who marches with whom decides nothing but the time it takes, since pairs of a colour share nothing that moves. So eight that are still of one colour, with the
//! same candidates near, stay together from step to step: their rows are written already.

use super::census::Party;
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
    /// Who marched in the step before, colour by colour.
    last: Vec<Octet>,
    last_colours: Vec<Colour>,
    /// Which pairs stay in the octets they were in.
    stays: Vec<bool>,
    plain: Vec<u32>,
    /// The inverse masses that rows were written with. `[1/kg]`
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
    pub census: &'a [Party],
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
            for &pair in all {
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

    /// Follows pairs to where they are now; octets of which one is gone disband.
    pub(super) fn renumber(&mut self, now_at: &[Option<u32>]) {
        for octet in &mut self.octets {
            for pair in &mut octet.pairs {
                match now_at.get(*pair as usize).copied().flatten() {
                    Some(now) => *pair = now,
                    None => octet.count = 0,
                }
            }
        }
    }

    /// Makes room for a new formation.
    fn look_back(&mut self, troops: &Troops<'_>, wide: bool) {
        let Self { octets, rows, colours, last, last_colours, stays, weights, .. } = self;
        let places = 8 * octets.iter().map(|octet| octet.rows.len()).sum::<usize>();
        core::mem::swap(last, octets);
        core::mem::swap(last_colours, colours);
        octets.clear();
        colours.clear();
        let live: usize = troops.pairs.iter().filter(|pair| pair.live).map(|pair| pair.candidates.len()).sum();
        let (full, other) = (8 * rows.len() > 2 * places, weights != troops.weights);
        if !wide || full || other || places as f32 > LOOSE * live as f32 {
            last.clear();
            last_colours.clear();
            rows.clear();
        }
        if other {
            weights.clear();
            weights.extend_from_slice(troops.weights);
        }
        stays.clear();
        stays.resize(troops.pairs.len(), false);
    }

    /// Takes over the octets of a colour of which all eight can stay.
    fn stay_together(&mut self, troops: &Troops<'_>, colour: usize) {
        let Self { octets, last, last_colours, stays, .. } = self;
        let Some(range) = last_colours.get(colour).map(|colour| colour.octets.clone()) else { return };
        let Some(before) = last.get_mut(range.start as usize..range.end as usize) else { return };
        for octet in before {
            if octet.count == 8 && octet.pairs.iter().all(|&pair| troops.stays_in(pair, colour)) {
                octet.pairs.iter().for_each(|&pair| stays[pair as usize] = true);
                octets.push(core::mem::take(octet).again());
            }
        }
    }

    /// Forms octets of the plain pairs of a colour that have none.
    fn join_up(&mut self, troops: &Troops<'_>) {
        let length = |pair: u32| troops.pairs[pair as usize].candidates.len();
        for near in self.plain.chunks_mut(WINDOW) {
            near.sort_unstable_by_key(|&pair| (core::cmp::Reverse(length(pair)), pair));
            for eight in near.chunks(8) {
                let begin = self.rows.len();
                self.rows.resize_with(begin + length(eight[0]), Row::default);
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
                let own = &mut candidates[pair.own()];
                own.iter_mut().zip(touched).for_each(|(candidate, row)| candidate.touched = row & 1 << lane != 0);
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

    /// Whether a pair that is in an octet of a colour can stay there.
    fn stays_in(&self, place: u32, colour: usize) -> bool {
        let pair = &self.pairs[place as usize];
        !pair.fresh && pair.colour.map(usize::from) == Some(colour) && self.is_plain(place)
    }
}
