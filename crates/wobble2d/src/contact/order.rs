//! The order in which pairs of bodies are answered.
//!
//! ```text
//!   bodies   ●●●●●●●●●●●●●●│●●●●●●●●●●●●●●        Bodies in a row are a region; mostly they are near each other in the world.
//!   pairs     ╰╯╰─╯ ╰╯╰─╯  │ ╰╯ ╰─╯╰╯ ╰╯          First come the pairs within regions, which have nothing to do with each other,
//!                       ╰──┼──╯                   and then those between them.
//! ```
//!
//! In each region, and between them, pairs are coloured like links: no two of a colour share a body that can move. Region after region and colour after colour is *the*
//! order, on one thread too, so that answering a colour sixteen at a time, or regions on many threads, cannot change a bit. A thread that has a region need not wait
//! for anybody between its colours, and its core's cache holds the bodies there.

use super::census::Party;
use super::pairs::Pair;

/// So many bodies are a region, or some more: enough for squads of every colour to be full.
const REGION: usize = 500;

/// From so many on there are two.
const TWO_REGIONS: usize = 400;

/// There are no more regions than this.
const MOST_REGIONS: usize = 256;

/// So many colours a region may have, and so many there may be between regions; pairs that find no colour among those share another, and are answered one after the
/// other.
pub(crate) const COLOURS: usize = 32;

/// How many classes of pairs there are: see [`Order::class`].
pub(super) const CLASSES: usize = 2 * COLOURS + 1;

/// The order in which pairs are answered: batches of one region and colour each. Those between regions are last, and the very last one is of pairs without a colour.
#[derive(Debug, Default)]
pub(crate) struct Order {
    /// Places of pairs, batch by batch, and within a batch by bodies.
    pub(super) list: Vec<u32>,
    /// Where every batch begins and where the last one ends. No two pairs of a batch share a body that can move, but for those of the last one.
    starts: Vec<u32>,
    /// How many regions there are: none before the first step, and then at least one.
    pub(super) regions: usize,
    /// The region of every body.
    places: Vec<u16>,
    /// Which colours every body has, bit by bit: in its region, and between regions.
    taken: Vec<[u32; 2]>,
    /// Places of pairs between regions.
    between: Vec<u32>,
    /// For whom this was found out, and whether pairs have been in the same places since.
    of: Subject,
    holds: bool,
}

/// The batches of a [class](Order::class) of pairs, if there are so many regions.
pub(super) fn batches_of(class: usize, regions: usize) -> impl Iterator<Item = usize> {
    let first = if class < COLOURS { class } else { class + (regions - 1) * COLOURS };
    let end = if class < COLOURS { regions * COLOURS } else { first + 1 };
    (first..end).step_by(COLOURS)
}

/// All pairs that are live, and the bodies that cannot move.
#[derive(Debug, Default)]
struct Subject {
    places: Vec<u32>,
    bodies: Vec<[u32; 2]>,
    immovable: Vec<bool>,
}

impl Order {
    /// Puts all pairs that are live in order; `live` are their places. Returns whether that was necessary: in a pile at rest the same pairs are live for many steps.
    pub(super) fn line_up(&mut self, pairs: &mut [Pair], live: &[u32], census: &[Party]) -> bool {
        if !self.lines_up_anew(pairs, live, census) {
            return false;
        }
        self.divide(census.len());
        let batches = self.batches();
        self.starts.clear();
        self.starts.resize(batches + 1, 0);
        self.between.clear();
        for &place in live {
            let pair = &mut pairs[place as usize];
            match self.region(pair.bodies, census) {
                Some(region) => self.colour(pair, census, region),
                None => self.between.push(place),
            }
        }
        for k in 0..self.between.len() {
            self.colour(&mut pairs[self.between[k] as usize], census, self.regions);
        }
        self.sort(pairs, live);
        true
    }

    /// Follows pairs to where they are now.
    pub(super) fn renumber(&mut self, now_at: &[Option<u32>]) {
        let mut all = self.of.places.iter_mut().chain(&mut self.list);
        let follow = |place: &mut u32| now_at.get(*place as usize).copied().flatten().map(|now| *place = now);
        self.holds &= all.all(|place| follow(place).is_some());
    }

    /// Takes note that pairs are no longer where they were.
    pub(super) fn forget(&mut self) {
        self.holds = false;
    }

    /// Whether the order may be another than it is, of which note is taken.
    fn lines_up_anew(&mut self, pairs: &[Pair], live: &[u32], census: &[Party]) -> bool {
        let held = || census.iter().map(|party| party.immovable);
        let Subject { places, bodies, immovable } = &mut self.of;
        if self.holds && places == live && held().eq(immovable.iter().copied()) {
            return false;
        }
        self.holds = true;
        places.clear();
        places.extend_from_slice(live);
        bodies.clear();
        bodies.extend(live.iter().map(|&place| pairs[place as usize].bodies));
        immovable.clear();
        immovable.extend(held());
        true
    }

    /// All pairs that are live, with their places, sorted by bodies.
    pub(super) fn pairs(&self) -> impl Iterator<Item = (u32, [u32; 2])> {
        self.of.places.iter().copied().zip(self.of.bodies.iter().copied())
    }

    /// A number that pairs have in common of which no two share a body that can move: those of one colour in whatever region, and of one colour between them.
    /// The [last](CLASSES) is of pairs without a colour.
    pub(super) fn class(&self, pair: &Pair) -> usize {
        let batch = usize::from(pair.batch);
        if batch < self.regions * COLOURS { batch % COLOURS } else { batch - (self.regions - 1) * COLOURS }
    }

    /// The places of the pairs of a class, region after region.
    pub(super) fn of_class(&self, class: usize) -> impl Iterator<Item = &u32> {
        batches_of(class, self.regions).flat_map(|batch| self.of_batch(batch))
    }

    /// The places of the pairs of a batch.
    pub(super) fn of_batch(&self, batch: usize) -> &[u32] {
        &self.list[self.starts[batch] as usize..self.starts[batch + 1] as usize]
    }

    /// How many batches there are.
    pub(super) fn batches(&self) -> usize {
        (self.regions + 1) * COLOURS + 1
    }

    /// Divides so many bodies into regions.
    fn divide(&mut self, bodies: usize) {
        self.taken.clear();
        self.taken.resize(bodies, [0; 2]);
        if self.regions == 0 || self.places.len() != bodies {
            let least = if bodies < TWO_REGIONS { 1 } else { 2 };
            self.regions = (bodies / REGION).clamp(least, MOST_REGIONS);
            self.places.clear();
            self.places.extend((0..bodies).map(|body| (body * self.regions / bodies) as u16));
        }
    }

    /// The region that a pair is in, if there is one. What cannot move is in all of them.
    fn region(&self, [a, b]: [u32; 2], census: &[Party]) -> Option<usize> {
        let [of_a, of_b] = [a, b].map(|body| usize::from(self.places[body as usize]));
        if of_a == of_b || census[b as usize].immovable { Some(of_a) } else { census[a as usize].immovable.then_some(of_b) }
    }

    /// Gives a pair the first colour that neither of its bodies has.
    fn colour(&mut self, pair: &mut Pair, census: &[Party], region: usize) {
        let kind = usize::from(region == self.regions);
        let used = |body: u32| if census[body as usize].immovable { 0 } else { self.taken[body as usize][kind] };
        let colour = (used(pair.bodies[0]) | used(pair.bodies[1])).trailing_ones() as usize;
        let batch = if colour < COLOURS {
            pair.bodies.iter().for_each(|&body| self.taken[body as usize][kind] |= 1 << colour);
            region * COLOURS + colour
        } else {
            self.batches() - 1
        };
        pair.batch = batch as u16;
        self.starts[batch + 1] += 1;
    }

    /// Lists pairs batch by batch.
    fn sort(&mut self, pairs: &[Pair], live: &[u32]) {
        let Self { list, starts, .. } = self;
        for batch in 1..starts.len() {
            starts[batch] += starts[batch - 1];
        }
        list.clear();
        list.resize(live.len(), 0);
        // Filled back to front, so that the ends become the beginnings.
        for &place in live.iter().rev() {
            let end = &mut starts[usize::from(pairs[place as usize].batch) + 1];
            *end -= 1;
            list[*end as usize] = place;
        }
        starts.remove(0);
        starts.push(list.len() as u32);
    }
}
