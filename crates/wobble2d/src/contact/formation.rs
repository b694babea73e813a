//! Which pairs are answered together: batch by batch, first sixteen at a time, then those that are left.
//!
//! Who marches with whom decides nothing but the time it takes, since pairs of a batch share nothing that moves. So sixteen that are still of one batch, with the
//! same candidates near, stay together from step to step: their rows are written already.

use super::census::Party;
use super::order::{CLASSES, Order, batches_of};
use super::pairs::{Candidate, Pair};
use super::settings::FrictionLaw;
use super::squad::{MARCH, Row, Squad, lanes};
use crate::body::Body;
use crate::team::{MOST_BY_OFFSET, Shared, Team};
use core::ops::Range;
use glam::Vec2;

/// How the pairs of a step are answered.
#[derive(Debug, Default)]
pub(crate) struct Formation {
    /// All squads, and some that have been.
    pub squads: Vec<Squad>,
    /// The places of those that march, batch by batch, and of those that have been.
    pub marching: Vec<u32>,
    vacant: Vec<u32>,
    /// Of squads that are, and of some that have been.
    pub rows: Vec<Row>,
    /// Which lanes of every row have touched in this step, bit by bit.
    pub touched: Vec<u16>,
    /// Which of their candidates were told so, at the end of the step before.
    told: Vec<u16>,
    pub alone: Vec<u32>,
    /// Those of every region, and then those between regions, as in [`Order`]; or, where no threads share the regions out, those of all regions together.
    pub batches: Vec<Batch>,
    /// How many regions are apart; none if they are together.
    pub regions: usize,
    /// Whether pairs marched wherever they could; nothing if all must line up anew.
    wide: Option<bool>,
    /// Who marched in the step before.
    last: Vec<u32>,
    last_batches: Vec<Batch>,
    /// Which pairs stay in the squads they were in.
    stays: Vec<bool>,
    plain: Vec<u32>,
    /// How long the shortest pair of every squad of a batch is, and its lane.
    shortest: Vec<(usize, usize)>,
    /// How many places there were for every candidate when all lined up anew.
    looseness: f32,
    /// The local zeros that squads were filled in with. `[m]`
    origins: Vec<Vec2>,
}

/// The squads and the single pairs of a batch, as ranges of [`marching`](Formation::marching) and [`alone`](Formation::alone).
#[derive(Clone, Debug)]
pub(crate) struct Batch {
    pub squads: Range<u32>,
    pub alone: Range<u32>,
}

/// All that a formation is made of.
pub(crate) struct Troops<'a> {
    pub pairs: &'a [Pair],
    /// The places of those that may touch.
    pub live: &'a [u32],
    /// The places of those that were looked at in this step.
    pub stale: &'a [u32],
    pub order: &'a Order,
    pub candidates: &'a [Candidate],
    pub bodies: &'a [Body],
    pub census: &'a [Party],
    pub weights: &'a [f32],
    /// Whether weights are not what they were when all lined up last.
    pub reweighed: bool,
}

/// So many squads are one part of the work.
const PART: usize = 16;

/// A formation with so many times as many places for every candidate as it had at first is formed anew.
const LOOSER: f32 = 1.04;

/// So often a pair changes its place at most before another is as short as it gets.
const TRIES: usize = 6;

/// A squad gives up rows that nobody needs if there are more of them than this.
const SPARE_ROWS: usize = 1;

/// A squad with fewer members disbands.
const FEW: u32 = 8;

impl Formation {
    /// Forms squads of the pairs that are plain, if `wide`; else everybody goes alone. All of them line up `anew`, or else those only that are not what they were.
    pub(crate) fn line_up(&mut self, team: &Team, troops: &Troops<'_>, law: FrictionLaw, wide: bool, anew: bool) {
        let wide = wide && law == FrictionLaw::Coulomb && troops.weights.len() <= MOST_BY_OFFSET;
        let apart = team.is_busy() && troops.order.regions >= team.threads();
        let regions = if apart { troops.order.regions } else { 0 };
        let same = self.wide == Some(wide) && self.regions == regions && !troops.reweighed;
        if anew || !same || !self.stays(troops, wide) {
            self.form(troops, wide, regions);
        }
        self.touched.clear();
        self.touched.resize(self.rows.len(), 0);
        self.told.resize(self.rows.len(), 0);
        self.fill_in(team, troops);
    }

    /// Keeps everybody in place, and has those lanes written whose pairs are not what they were. Returns whether that is possible.
    fn stays(&mut self, troops: &Troops<'_>, wide: bool) -> bool {
        let Self { squads, marching, .. } = self;
        let pairs = troops.stale.iter().map(|&place| (place, &troops.pairs[place as usize]));
        for (place, pair) in pairs.filter(|(_, pair)| pair.live && pair.fresh) {
            let lane = marching.iter().find_map(|&squad| Some((squad, squads[squad as usize].lane_of(place)?)));
            if let Some((squad, lane)) = lane {
                let squad = &mut squads[squad as usize];
                if !pair.marches() || pair.candidates.len() > squad.rows.len() {
                    return false;
                }
                squad.fresh |= 1 << lane;
            } else if wide && pair.marches() {
                return false;
            }
        }
        marching.iter().for_each(|&squad| squads[squad as usize].begin());
        true
    }

    /// Forms squads anew, of those who were together as far as they can stay together.
    fn form(&mut self, troops: &Troops<'_>, wide: bool, regions: usize) {
        let order = troops.order;
        self.look_back(troops, wide, regions);
        self.alone.clear();
        // Pairs of the last batch may share bodies.
        if regions > 0 {
            (0..order.batches())
                .for_each(|k| self.line_up_batch(troops, order.of_batch(k).iter(), wide && k + 1 < order.batches()));
        } else {
            (0..CLASSES).for_each(|k| self.line_up_batch(troops, order.of_class(k), wide && k + 1 < CLASSES));
        }
        if self.last.is_empty() {
            self.looseness = self.places() as f32 / troops.count().max(1) as f32;
        }
        self.make_room(troops.live.len());
        self.wide = Some(wide);
    }

    /// Makes room for what will come until all of so many pairs line up anew, so that no step does that has little else to do.
    fn make_room(&mut self, pairs: usize) {
        let (rows, squads) = (2 * self.places() / MARCH + MARCH, 2 * self.squads.len());
        self.rows.reserve(rows.saturating_sub(self.rows.len()));
        for list in [&mut self.touched, &mut self.told] {
            list.reserve(rows.saturating_sub(list.len()));
        }
        self.squads.reserve(squads - self.squads.len());
        for list in [&mut self.marching, &mut self.last, &mut self.vacant] {
            list.reserve(squads.saturating_sub(list.len()));
        }
        self.plain.reserve(pairs);
        self.shortest.reserve(squads);
    }

    /// Fills in those squads that have changed.
    fn fill_in(&mut self, team: &Team, troops: &Troops<'_>) {
        let shifted = self.are_shifted(troops.census);
        // SAFETY: every squad is in one part, and has rows of its own.
        #[allow(unsafe_code)]
        let (squads, rows) = unsafe { (Shared::new(&mut self.squads), Shared::new(&mut self.rows)) };
        let marching = &self.marching;
        team.each(marching.len().div_ceil(PART), |part| {
            for &place in marching.iter().skip(part * PART).take(PART) {
                let squad = squads.at(place as usize);
                if shifted || squad.fresh != 0 {
                    troops.fill(squad, rows.range(squad.rows.start as usize..squad.rows.end as usize), shifted);
                }
            }
        });
    }

    /// Lines up the pairs of the next batch.
    fn line_up_batch<'a>(&mut self, troops: &Troops<'_>, all: impl Iterator<Item = &'a u32>, marches: bool) {
        let (squads, alone) = (self.marching.len() as u32, self.alone.len() as u32);
        if marches {
            self.stay_together(troops);
        }
        self.plain.clear();
        for &pair in all {
            if !(marches && troops.pairs[pair as usize].marches()) {
                self.alone.push(pair);
            } else if !self.stays[pair as usize] {
                self.plain.push(pair);
            }
        }
        self.join_up(troops, squads as usize);
        self.batches.push(Batch { squads: squads..self.marching.len() as u32, alone: alone..self.alone.len() as u32 });
    }

    /// Whether local zeros are elsewhere than in the step before.
    fn are_shifted(&mut self, census: &[Party]) -> bool {
        let now = || census.iter().map(|party| party.origin);
        let shifted = !now().eq(self.origins.iter().copied());
        if shifted {
            self.origins.clear();
            self.origins.extend(now());
        }
        shifted
    }

    /// Has everybody line up anew in the next step.
    pub(crate) fn disband(&mut self) {
        [&mut self.marching, &mut self.vacant].into_iter().for_each(Vec::clear);
        self.squads.clear();
        self.wide = None;
    }

    /// How many candidates there is room for in the lanes of all squads.
    fn places(&self) -> usize {
        MARCH * self.marching.iter().map(|&place| self.squads[place as usize].rows.len()).sum::<usize>()
    }

    /// Follows pairs to where they are now; those that are gone leave their squads. If one has gone alone, all line up anew.
    pub(super) fn renumber(&mut self, now_at: &[Option<u32>]) {
        for place in &mut self.alone {
            match now_at.get(*place as usize).copied().flatten() {
                Some(now) => *place = now,
                None => self.wide = None,
            }
        }
        for &place in &self.marching {
            let squad = &mut self.squads[place as usize];
            for lane in lanes(squad.manned) {
                match now_at.get(squad.pairs[lane] as usize).copied().flatten() {
                    Some(now) => squad.pairs[lane] = now,
                    None => squad.dismiss(lane),
                }
            }
        }
    }

    /// Makes room for a new formation.
    fn look_back(&mut self, troops: &Troops<'_>, wide: bool, regions: usize) {
        let places = self.places();
        let Self { squads, marching, vacant, rows, batches, last, last_batches, stays, looseness, .. } = self;
        core::mem::swap(last, marching);
        core::mem::swap(last_batches, batches);
        marching.clear();
        batches.clear();
        let live = troops.count();
        let loose = places as f32 > LOOSER * *looseness * live as f32;
        let full = MARCH * rows.len() > 2 * places;
        let divided = core::mem::replace(&mut self.regions, regions) != regions;
        if !wide || full || troops.reweighed || loose || divided {
            [last, vacant].into_iter().for_each(Vec::clear);
            last_batches.clear();
            squads.clear();
            rows.clear();
        }
        stays.clear();
        stays.resize(troops.pairs.len(), false);
    }

    /// Takes over the squads of the next batch, without those who cannot stay. What is left of a squad with few members disbands.
    fn stay_together(&mut self, troops: &Troops<'_>) {
        let (batch, apart) = (self.batches.len(), self.regions > 0);
        let Self { squads, marching, vacant, last, last_batches, stays, .. } = self;
        let Some(range) = last_batches.get(batch).map(|batch| batch.squads.clone()) else { return };
        let Some(before) = last.get(range.start as usize..range.end as usize) else { return };
        for &place in before {
            let squad = &mut squads[place as usize];
            for lane in lanes(squad.manned) {
                let pair = &troops.pairs[squad.pairs[lane] as usize];
                if !troops.stays_in(pair, batch, apart) || pair.candidates.len() > squad.rows.len() {
                    squad.dismiss(lane);
                } else if pair.fresh {
                    squad.fresh |= 1 << lane;
                }
            }
            let longest = squad.members().map(|(_, pair)| troops.length(pair)).max().unwrap_or(0);
            if squad.rows.len() > longest + SPARE_ROWS {
                squad.rows.end = squad.rows.start + longest as u32;
            }
            if squad.manned.count_ones() >= FEW {
                squad.members().for_each(|(_, pair)| stays[pair as usize] = true);
                squad.begin();
                marching.push(place);
            } else {
                vacant.push(place);
            }
        }
    }

    /// Finds places for the plain pairs of a batch that have none: in squads from `first` on that lack somebody, and in new ones, of pairs that
    /// are about as long.
    fn join_up(&mut self, troops: &Troops<'_>, first: usize) {
        let Self { squads, marching, plain, .. } = self;
        plain.sort_unstable_by_key(|&pair| troops.rank(pair));
        for &place in &marching[first..] {
            let squad = &mut squads[place as usize];
            for lane in lanes(!squad.manned) {
                let Some(place) = plain.iter().position(|&pair| troops.length(pair) <= squad.rows.len()) else { break };
                squad.enlist(lane, plain.remove(place));
            }
        }
        self.exchange(troops, first);
        let Self { plain, alone, .. } = self;
        // Who would have most of its rows for itself is faster alone.
        while let [long, others @ ..] = plain.as_slice()
            && troops.length(*long) > others.first().map_or(0, |&next| 2 * troops.length(next))
        {
            alone.push(plain.remove(0));
        }
        for begin in (0..self.plain.len()).step_by(MARCH) {
            self.raise(troops, begin..self.plain.len().min(begin + MARCH));
        }
    }

    /// Has long pairs without a place change with short ones of squads that are long enough, from `first` on: those who are left then take few rows.
    fn exchange(&mut self, troops: &Troops<'_>, first: usize) {
        let Self { squads, marching, plain, shortest, .. } = self;
        if plain.is_empty() {
            return;
        }
        // The length and the lane of the shortest.
        let shortest_of = |squad: &Squad| {
            let members = squad.members().map(|(lane, pair)| (troops.length(pair), lane));
            members.min().unwrap_or((usize::MAX, 0))
        };
        shortest.clear();
        shortest.extend(marching[first..].iter().map(|&place| shortest_of(&squads[place as usize])));
        let mut next = 0;
        // No more than a squad of them is worth it, and those who take their place.
        for _ in 0..TRIES * plain.len().min(MARCH) {
            let Some(&long) = plain.get(next) else { break };
            let length = troops.length(long);
            let fits = |k: &usize| squads[marching[first + k] as usize].rows.len() >= length;
            match (0..shortest.len()).filter(fits).min_by_key(|&k| shortest[k]) {
                Some(k) if shortest[k].0 < length => {
                    let squad = &mut squads[marching[first + k] as usize];
                    let lane = shortest[k].1;
                    let short = squad.pairs[lane];
                    squad.enlist(lane, long);
                    shortest[k] = shortest_of(squad);
                    plain.remove(next);
                    plain.insert(plain.partition_point(|&pair| troops.rank(pair) < troops.rank(short)), short);
                }
                _ => next += 1,
            }
        }
    }

    /// Makes a squad of some of the plain pairs, in the place of one that has been, if there is one with rows enough.
    fn raise(&mut self, troops: &Troops<'_>, own: Range<usize>) {
        let Self { squads, marching, vacant, rows, plain, .. } = self;
        let own = &plain[own];
        let longest = own.iter().map(|&pair| troops.length(pair)).max().unwrap_or(0);
        let place = match vacant.iter().position(|&place| squads[place as usize].room.len() >= longest) {
            Some(place) => vacant.swap_remove(place),
            None => {
                let room = rows.len() as u32..(rows.len() + longest) as u32;
                rows.resize_with(room.end as usize, Row::default);
                squads.push(Squad::new(&[], room, 0));
                squads.len() as u32 - 1
            }
        };
        let squad = &mut squads[place as usize];
        *squad = Squad::new(own, squad.room.clone(), longest as u32);
        rows[squad.rows.start as usize..squad.rows.end as usize].fill(Row::default());
        marching.push(place);
    }

    /// The pairs that are answered alone, in their order.
    pub(crate) fn order(&self) -> impl Iterator<Item = u32> {
        self.alone.iter().copied()
    }

    /// The batches of a class.
    pub(super) fn of_class(&self, class: usize) -> impl Iterator<Item = &Batch> {
        batches_of(class, self.regions.max(1)).filter_map(|batch| self.batches.get(batch))
    }

    /// The squads of a batch.
    pub(super) fn squads_of(&self, batch: &Batch) -> impl Iterator<Item = &Squad> {
        let marching = &self.marching[batch.squads.start as usize..batch.squads.end as usize];
        marching.iter().map(|&place| &self.squads[place as usize])
    }

    /// The places of the pairs of a batch that are answered alone.
    pub(super) fn alone_of(&self, batch: &Batch) -> &[u32] {
        &self.alone[batch.alone.start as usize..batch.alone.end as usize]
    }

    /// Hands over to candidates whether they have touched, as far as they have not been told already.
    pub(crate) fn hand_over(&mut self, team: &Team, pairs: &[Pair], candidates: &mut [Candidate]) {
        // SAFETY: every pair is in one lane of one squad, which is in one part, and has candidates and rows of its own.
        #[allow(unsafe_code)]
        let (squads, told, candidates) =
            unsafe { (Shared::new(&mut self.squads), Shared::new(&mut self.told), Shared::new(candidates)) };
        let (marching, rows, touched) = (&self.marching, &self.rows, &self.touched);
        team.each(marching.len().div_ceil(PART), |part| {
            for &place in marching.iter().skip(part * PART).take(PART) {
                let squad = squads.at(place as usize);
                let untold = core::mem::take(&mut squad.untold);
                for (k, row) in (squad.rows.start as usize..squad.rows.end as usize).enumerate() {
                    let (now, told) = (touched[row], told.at(row));
                    for lane in lanes(((now ^ *told) | untold) & rows[row].live & squad.manned) {
                        let own = pairs[squad.pairs[lane] as usize].own();
                        candidates.at(own.start + k).touched = now & 1 << lane != 0;
                    }
                    *told = now;
                }
            }
        });
    }

    /// Tells where pairs keep what they exchange: sixteen times the squad and the lane, or [`u32::MAX`] for those that go alone.
    pub(super) fn seats(&self, pairs: usize, seats: &mut Vec<u32>) {
        seats.clear();
        seats.resize(pairs, u32::MAX);
        for &place in &self.marching {
            for (lane, pair) in self.squads[place as usize].members() {
                seats[pair as usize] = place * MARCH as u32 + lane as u32;
            }
        }
    }
}

impl Troops<'_> {
    /// How many candidates there are.
    fn count(&self) -> usize {
        self.live.iter().map(|&place| self.pairs[place as usize].candidates.len()).sum()
    }

    /// How many candidates a pair has.
    fn length(&self, pair: u32) -> usize {
        self.pairs[pair as usize].candidates.len()
    }

    /// The long ones come first.
    fn rank(&self, pair: u32) -> (core::cmp::Reverse<usize>, u32) {
        (core::cmp::Reverse(self.length(pair)), pair)
    }

    /// Whether a pair that is in a squad of a batch can stay there. `apart` says whether regions are.
    fn stays_in(&self, pair: &Pair, batch: usize, apart: bool) -> bool {
        let now = if apart { usize::from(pair.batch) } else { self.order.class(pair) };
        pair.live && now == batch && pair.marches()
    }
}
