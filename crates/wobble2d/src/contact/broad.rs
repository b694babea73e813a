//! Which chunks of which bodies may touch during a step.
//!
//! Every chunk gets a box around its points and the way they may go. Boxes are put into the cells of a grid without end, and cells into
//! buckets by a hash of their numbers, all by counting, which is fast and always gives the same order. Two boxes are compared in the
//! cell that holds the lower left corner of their overlap. Boxes much larger than a cell are compared with all others instead.
//!
//! The grid sees boxes that are a little wider. As long as every box stays within its wide one, only pairs of those can overlap, and they need not be found
//! again: what is kept saves time and decides nothing.

use super::outlook::{Outlook, Ways, alike};
use super::sway::Sway;
use crate::body::{Body, Particles};
use crate::lanes::{Lanes, Widest, gather, run_widest};
use crate::team::{Shared, Team};
use fearless_simd::{Simd, SimdBase, f32x8};
use glam::Vec2;

/// A box around a chunk, and whose it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChunkBox {
    pub low: Vec2,
    pub high: Vec2,
    /// The body's place in the list.
    pub body: u32,
    pub chunk: u32,
    /// How far its points may move in the step. `[m]`
    pub reach: f32,
}

/// Finds pairs of boxes that overlap. All its memory is scratch.
#[derive(Default)]
pub(crate) struct Broad {
    pub boxes: Vec<ChunkBox>,
    pub pairs: Vec<[u32; 2]>,
    /// How bodies will sway, as far as that was found out with their boxes.
    pub(super) sways: Vec<Option<Sway>>,
    /// Boxes with some room around them, and those of them that overlap.
    wide: Vec<ChunkBox>,
    pub near: Vec<[u32; 2]>,
    /// Which boxes have left their wide ones.
    left: Vec<bool>,
    /// What every part of the work has made or found.
    some_boxes: Vec<Vec<ChunkBox>>,
    found: Vec<Vec<[u32; 2]>>,
    large: Vec<u32>,
    extents: Vec<f32>,
    /// The next free place of every bucket.
    free: Vec<u32>,
    cell_starts: Vec<u32>,
    cell_items: Vec<u32>,
}

/// The number of a box around a whole body: what is deep in a large outline is near none of its chunks.
pub(crate) const WHOLE: u32 = u32::MAX;

/// The boxes of this many chunks still cover all of the inside.
const FEW_CHUNKS: usize = 4;

/// How much wider a wide box is on every side, as a part of its extent.
const WIDER: f32 = 0.1;

/// For how many steps like this one a box is to stay within its wide one.
const STEPS_AHEAD: f32 = 3.0;

/// If no more boxes than this have left their wide ones, they are compared with all others.
const FEW_LEFT: usize = 32;

/// A box that covers more cells than this is compared with all others.
const MOST_CELLS: i64 = 32;

/// So many bodies, boxes, or pairs of those, are one part of the work, if threads share it.
const BODIES: usize = 128;
const PART: usize = 64;
const PAIRS: usize = 512;

impl ChunkBox {
    pub(super) fn overlaps(&self, other: &Self) -> bool {
        self.low.cmple(other.high).all() && other.low.cmple(self.high).all()
    }

    fn is_within(&self, wide: &Self) -> bool {
        wide.low.cmple(self.low).all() && self.high.cmple(wide.high).all()
    }

    fn widened(&self) -> Self {
        let room = Vec2::splat(WIDER * (self.high - self.low).max_element() + STEPS_AHEAD * self.reach);
        Self { low: self.low - room, high: self.high + room, ..*self }
    }
}

/// Makes the boxes of some bodies, and finds out how some of them sway.
struct Enclosing<'a, M> {
    boxes: &'a mut Vec<ChunkBox>,
    sways: &'a mut [Option<Sway>],
    bodies: &'a [Body],
    /// The place of the first of them.
    first: usize,
    particles: &'a Particles,
    dt: f32,
    margin: M,
}

impl<M: Fn(&Body) -> f32> Widest for Enclosing<'_, M> {
    #[inline(always)]
    fn run<S: Simd>(mut self, s: S) {
        self.boxes.clear();
        let mut ways = Ways::default();
        let mut next = 0;
        while let Some(rest) = self.bodies.get(next..).filter(|rest| !rest.is_empty()) {
            let count = alike(rest);
            if count == 0 {
                self.enclose_one(s, next);
                next += 1;
                continue;
            }
            let outlook = s.vectorize(
                #[inline(always)]
                || Outlook::of(s, &rest[..count], &self.particles.state, self.dt, &mut ways),
            );
            for (lane, place) in (next..next + count).enumerate() {
                self.put(place, 0, &outlook.extent(lane));
                self.sways[place] = Some(outlook.sways.lane(lane));
            }
            next += count;
        }
    }
}

impl<M: Fn(&Body) -> f32> Enclosing<'_, M> {
    #[inline(always)]
    fn enclose_one<S: Simd>(&mut self, s: S, place: usize) {
        let body = &self.bodies[place];
        let (shape, from) = (&body.blueprint.0.contact, self.boxes.len());
        let own = &self.particles.state[body.range()];
        for (chunk, part) in shape.chunks.iter().enumerate() {
            let extent = s.vectorize(
                #[inline(always)]
                || match part.points.first() {
                    Some(&first) if part.in_a_row => Extent::of_row(s, &own[first as usize..][..part.points.len()], self.dt),
                    _ => Extent::of(s, own, &part.points, self.dt),
                },
            );
            self.put(place, chunk as u32, &extent);
        }
        if shape.chunks.len() > FEW_CHUNKS && shape.edges.first().is_some_and(|edge| edge.solid) {
            let own = &self.boxes[from..];
            let low = own.iter().fold(Vec2::INFINITY, |low, item| low.min(item.low));
            let high = own.iter().fold(Vec2::NEG_INFINITY, |high, item| high.max(item.high));
            self.boxes.push(ChunkBox { low, high, body: (self.first + place) as u32, chunk: WHOLE, reach: 0.0 });
        }
    }

    /// Adds the box of a chunk.
    fn put(&mut self, place: usize, chunk: u32, extent: &Extent) {
        let body = &self.bodies[place];
        let (low, high) = (extent.low + body.origin, extent.high + body.origin);
        if low.is_finite() && high.is_finite() {
            let (room, reach) = (Vec2::splat((self.margin)(body)), extent.fastest.sqrt() * self.dt);
            let body = (self.first + place) as u32;
            self.boxes.push(ChunkBox { low: low - room, high: high + room, body, chunk, reach });
        }
    }
}

/// How far some points and their ways reach, and the square of the highest speed. `[m]`, `[m²/s²]`
pub(super) struct Extent {
    pub low: Vec2,
    pub high: Vec2,
    pub fastest: f32,
}

impl Extent {
    /// Of points that are given by their numbers.
    #[inline(always)]
    fn of<S: Simd>(s: S, records: &[[f32; 4]], points: &[u32], dt: f32) -> Self {
        let splat = |value: f32| -> f32x8<S> { Lanes::splat(s, value) };
        let (mut low, mut high) = ([splat(f32::INFINITY); 2], [splat(f32::NEG_INFINITY); 2]);
        let (mut fastest, mut nothing) = (splat(0.0), splat(0.0));
        for some in points.chunks(8) {
            let eight = core::array::from_fn(|lane| *some.get(lane).unwrap_or(&some[0]));
            let [x, y, vx, vy] = gather(s, records, &eight);
            for (axis, (start, end)) in [(x, x + vx * dt), (y, y + vy * dt)].into_iter().enumerate() {
                low[axis] = Lanes::min(start, Lanes::min(end, low[axis]));
                high[axis] = Lanes::max(Lanes::max(high[axis], end), start);
            }
            fastest = Lanes::max(fastest, vx * vx + vy * vy);
            // What is not a number is lost in comparisons, but not in a sum.
            nothing += (x + y + vx + vy) * 0.0;
        }
        let least = |lanes: f32x8<S>| <[f32; 8]>::from(lanes).into_iter().fold(f32::INFINITY, less);
        let most = |lanes: f32x8<S>| <[f32; 8]>::from(lanes).into_iter().fold(f32::NEG_INFINITY, more);
        let nothing: f32 = <[f32; 8]>::from(nothing).iter().sum();
        let corner = |of: [f32; 2]| Vec2::from_array(of) + nothing;
        Self { low: corner(low.map(least)), high: corner(high.map(most)), fastest: most(fastest) }
    }

    /// The same of points that follow one another: two of them at a time, as they lie there.
    #[inline(always)]
    fn of_row<S: Simd>(s: S, records: &[[f32; 4]], dt: f32) -> Self {
        let splat = |value: f32| -> f32x8<S> { Lanes::splat(s, value) };
        let (mut low, mut high) = (splat(f32::INFINITY), splat(f32::NEG_INFINITY));
        let (mut fastest, mut nothing) = (splat(0.0), splat(0.0));
        let (twos, rest) = records.as_chunks::<2>();
        let last = rest.first().map(|&record| [record; 2]);
        for two in twos.iter().chain(&last) {
            let start: f32x8<S> = SimdBase::from_slice(s, two.as_flattened());
            // Velocities come to stand below places; what comes of them below velocities is of no use.
            let end = start + s.slide_within_blocks_f32x8::<2>(start, start) * dt;
            low = Lanes::min(Lanes::min(start, end), low);
            high = Lanes::max(high, Lanes::max(start, end));
            let square = start * start;
            fastest = Lanes::max(fastest, square + s.slide_within_blocks_f32x8::<1>(square, square));
            nothing += start * 0.0;
        }
        let [low, high, fastest, nothing] = [low, high, fastest, nothing].map(<[f32; 8]>::from);
        let nothing: f32 = nothing.iter().sum();
        Self {
            low: Vec2::new(less(low[0], low[4]), less(low[1], low[5])) + nothing,
            high: Vec2::new(more(high[0], high[4]), more(high[1], high[5])) + nothing,
            fastest: more(fastest[2], fastest[6]),
        }
    }
}

fn less(a: f32, b: f32) -> f32 {
    if b < a { b } else { a }
}

fn more(a: f32, b: f32) -> f32 {
    if a < b { b } else { a }
}

impl Broad {
    /// Makes the boxes of all bodies. `dt` is the length of the step, `margin(body)` the room around it.
    /// On the way it finds out how some of the bodies will sway.
    pub(crate) fn enclose(
        &mut self,
        team: &Team,
        bodies: &[Body],
        particles: &Particles,
        dt: f32,
        margin: impl Fn(&Body) -> f32 + Copy + Sync,
    ) {
        let Self { boxes, sways, some_boxes, .. } = self;
        sways.clear();
        sways.resize(bodies.len(), None);
        if !team.is_busy() {
            return run_widest(Enclosing { boxes, sways, bodies, first: 0, particles, dt, margin });
        }
        let parts = bodies.len().div_ceil(BODIES);
        some_boxes.resize_with(parts.max(some_boxes.len()), Vec::new);
        // SAFETY: every body is in one part.
        #[allow(unsafe_code)]
        let sways = unsafe { Shared::new(sways) };
        team.each_of(&mut some_boxes[..parts], |part, boxes| {
            let own = part * BODIES..bodies.len().min((part + 1) * BODIES);
            let (first, sways) = (own.start, sways.range(own.clone()));
            run_widest(Enclosing { boxes, sways, bodies: &bodies[own], first, particles, dt, margin });
        });
        boxes.clear();
        some_boxes[..parts].iter().for_each(|some| boxes.extend_from_slice(some));
    }

    /// Widens the boxes that have left their wide ones, and finds which of those are near each other. Returns whether that was necessary.
    pub(crate) fn follow(&mut self, team: &Team) -> bool {
        let Self { boxes, wide, left, .. } = self;
        let of_same = |(item, wide): (&ChunkBox, &ChunkBox)| (item.body, item.chunk) == (wide.body, wide.chunk);
        if boxes.len() != wide.len() || !boxes.iter().zip(&*wide).all(of_same) {
            self.find_near(team);
            return true;
        }
        left.clear();
        left.extend(boxes.iter().zip(wide).map(|(item, wide)| !item.is_within(wide)));
        match left.iter().filter(|left| **left).count() {
            0 => return false,
            1..=FEW_LEFT => self.find_near_some(),
            _ => self.find_near(team),
        }
        true
    }

    /// The same for the few boxes that have left theirs: they are compared with all others.
    fn find_near_some(&mut self) {
        let Self { boxes, wide, near, left, found, .. } = self;
        let those = || (0..).zip(&*left).filter(|(_, left)| **left).map(|(i, _): (u32, _)| i);
        for i in those() {
            wide[i as usize] = boxes[i as usize].widened();
        }
        found.resize_with(found.len().max(2), Vec::new);
        let [new, old] = &mut found[..2] else { return };
        new.clear();
        for i in those() {
            let item = &wide[i as usize];
            let overlapping = (0..).zip(&*wide).filter(|(_, other)| item.overlaps(other)).map(|(j, _): (u32, _)| j);
            // Two that have both left find each other twice.
            new.extend(overlapping.filter(|&j| j >= i || !left[j as usize]).map(|j| [i.min(j), i.max(j)]));
        }
        let key = |&[i, j]: &[u32; 2]| (boxes[i as usize].body, boxes[j as usize].body, i, j);
        new.sort_unstable_by_key(key);
        core::mem::swap(near, old);
        near.clear();
        let stays = |pair: &&[u32; 2]| !pair.iter().any(|&k| left[k as usize]);
        let mut new = new.iter().peekable();
        for pair in old.iter().filter(stays) {
            while let Some(&before) = new.next_if(|other| key(other) < key(pair)) {
                near.push(before);
            }
            near.push(*pair);
        }
        near.extend(new);
    }

    /// The bodies of two boxes.
    fn both(&self, [i, j]: [u32; 2]) -> [u32; 2] {
        [i, j].map(|item| self.boxes[item as usize].body)
    }

    /// Which bodies have boxes near each other, in their order, and which pairs of boxes these are: the first of them, and how many.
    pub(crate) fn near_bodies(&self) -> impl Iterator<Item = ([u32; 2], [u32; 2])> {
        let groups = self.near.chunk_by(|&a, &b| self.both(a) == self.both(b));
        groups.scan(0, |first, near| {
            let chunks = [*first, near.len() as u32];
            *first += chunks[1];
            Some((self.both(near[0]), chunks))
        })
    }

    /// Some of the pairs that are near each other: the first of them, and how many.
    pub(crate) fn some_near(&self, [first, count]: [u32; 2]) -> &[[u32; 2]] {
        &self.near[first as usize..(first + count) as usize]
    }

    /// Whether boxes of any of some pairs that are near each other overlap.
    pub(crate) fn any_overlap(&self, some: [u32; 2]) -> bool {
        self.some_near(some).iter().any(|&[i, j]| self.boxes[i as usize].overlaps(&self.boxes[j as usize]))
    }

    /// Finds all pairs of boxes that overlap and that `wanted` does not refuse, lower index first and sorted by bodies. A box meets itself if that is wanted.
    pub(crate) fn find_pairs(&mut self, team: &Team, wanted: impl Fn(&ChunkBox, &ChunkBox) -> bool + Sync) {
        self.follow(team);
        let Self { boxes, pairs, near, found, .. } = self;
        let (boxes, near) = (&*boxes, &*near);
        let parts = if team.is_busy() { near.len().div_ceil(PAIRS) } else { 1 };
        found.resize_with(parts.max(found.len()), Vec::new);
        let found = &mut found[..parts];
        let meet = |&&[i, j]: &&[u32; 2]| {
            let (item, other) = (&boxes[i as usize], &boxes[j as usize]);
            item.overlaps(other) && wanted(item, other)
        };
        team.each_of(found, |part, found| {
            found.clear();
            let own = &near[part * near.len() / parts..(part + 1) * near.len() / parts];
            found.extend(own.iter().filter(meet));
        });
        pairs.clear();
        found.iter().for_each(|found| pairs.extend_from_slice(found));
    }

    /// Widens the boxes and finds those that overlap, themselves included, in the order of pairs.
    fn find_near(&mut self, team: &Team) {
        self.wide.clear();
        self.wide.extend(self.boxes.iter().map(ChunkBox::widened));
        self.near.clear();
        let Some(grid) = Grid::for_boxes(&self.wide, &mut self.extents) else { return };
        self.fill_cells(&grid);
        let Self { wide, near, found, large, cell_starts, cell_items, .. } = self;
        let (boxes, large, cell_starts, cell_items) = (&*wide, &*large, &*cell_starts, &*cell_items);
        let is_large = |item: &ChunkBox| grid.cover(item) > MOST_CELLS;
        let parts = if team.is_busy() { boxes.len().div_ceil(PART) } else { 1 };
        found.resize_with(parts.max(found.len()), Vec::new);
        let found = &mut found[..parts];
        // A body belongs to the part that its first box is in.
        let begins = |k: usize| k == 0 || boxes[k - 1].body != boxes[k].body;
        let begin = |part: usize| (part * boxes.len() / parts..boxes.len()).find(|&k| begins(k)).unwrap_or(boxes.len());
        team.each_of(found, |part, found| {
            found.clear();
            let mut first = begin(part) as u32;
            for own in boxes[begin(part)..begin(part + 1)].chunk_by(|a, b| a.body == b.body) {
                let from = found.len();
                for (i, item) in (first..).zip(own) {
                    let mut meet = |j: u32| {
                        if item.overlaps(&boxes[j as usize]) {
                            found.push([i, j]);
                        }
                    };
                    meet(i);
                    if is_large(item) {
                        (i + 1..boxes.len() as u32).for_each(meet);
                        continue;
                    }
                    grid.each_cell(item, |cell, bucket| {
                        let items = &cell_items[cell_starts[bucket] as usize..cell_starts[bucket + 1] as usize];
                        for &j in items.iter().rev().take_while(|&&j| j > i) {
                            // Only where the lower left corner of their overlap is.
                            let other = &boxes[j as usize];
                            if item.overlaps(other) && Grid::cell(grid.per_metre, item.low.max(other.low)) == cell {
                                meet(j);
                            }
                        }
                    });
                    large.iter().filter(|&&j| j > i).for_each(|&j| meet(j));
                }
                first += own.len() as u32;
                found[from..].sort_unstable_by_key(|&[i, j]| (boxes[j as usize].body, i, j));
            }
            found.dedup();
        });
        found.iter().for_each(|found| near.extend_from_slice(found));
    }

    fn fill_cells(&mut self, grid: &Grid) {
        let Self { wide: boxes, large, free, cell_starts, cell_items, .. } = self;
        large.clear();
        cell_starts.clear();
        cell_starts.resize(grid.len() + 1, 0);
        for (i, item) in boxes.iter().enumerate() {
            if grid.cover(item) > MOST_CELLS {
                large.push(i as u32);
            } else {
                grid.each_cell(item, |_, cell| cell_starts[cell + 1] += 1);
            }
        }
        for cell in 0..grid.len() {
            cell_starts[cell + 1] += cell_starts[cell];
        }
        cell_items.clear();
        cell_items.resize(cell_starts[grid.len()] as usize, 0);
        // Filled back to front, so that the starts end up where they belong without a second copy.
        free.clear();
        free.extend_from_slice(&cell_starts[1..]);
        for (i, item) in boxes.iter().enumerate().rev() {
            if grid.cover(item) <= MOST_CELLS {
                grid.each_cell(item, |_, cell| {
                    free[cell] -= 1;
                    cell_items[free[cell] as usize] = i as u32;
                });
            }
        }
    }
}

/// A grid of square cells without end, and the buckets its cells are kept in.
struct Grid {
    per_metre: f32,
    /// One less than the number of buckets, which is a power of two.
    mask: u32,
}

impl Grid {
    /// Cells twice as large as the middle box, and about twice as many buckets as boxes.
    fn for_boxes(boxes: &[ChunkBox], extents: &mut Vec<f32>) -> Option<Self> {
        extents.clear();
        extents.extend(boxes.iter().map(|item| (item.high - item.low).max_element()));
        if extents.is_empty() {
            return None;
        }
        let middle = extents.len() / 2;
        let (_, &mut typical, _) = extents.select_nth_unstable_by(middle, f32::total_cmp);
        let buckets = (2 * boxes.len() as u32).next_power_of_two();
        Some(Self { per_metre: 1.0 / (2.0 * typical).max(f32::MIN_POSITIVE), mask: buckets - 1 })
    }

    fn len(&self) -> usize {
        self.mask as usize + 1
    }

    /// Numbers beyond what an integer holds end at its limits, alike for all.
    fn cell(per_metre: f32, place: Vec2) -> [i32; 2] {
        (place * per_metre).to_array().map(|at| {
            let cut = at as i32;
            cut.saturating_sub(i32::from(cut as f32 > at))
        })
    }

    fn bucket(&self, [x, y]: [i32; 2]) -> usize {
        let mixed = (x as u32).wrapping_mul(0x9E37_79B1) ^ (y as u32).wrapping_mul(0x85EB_CA77);
        ((mixed ^ (mixed >> 15)) & self.mask) as usize
    }

    /// How many cells a box covers.
    fn cover(&self, item: &ChunkBox) -> i64 {
        let ([x0, y0], [x1, y1]) = (Self::cell(self.per_metre, item.low), Self::cell(self.per_metre, item.high));
        (i64::from(x1) - i64::from(x0) + 1).saturating_mul(i64::from(y1) - i64::from(y0) + 1)
    }

    fn each_cell(&self, item: &ChunkBox, mut visit: impl FnMut([i32; 2], usize)) {
        let ([x0, y0], [x1, y1]) = (Self::cell(self.per_metre, item.low), Self::cell(self.per_metre, item.high));
        for y in y0..=y1 {
            for x in x0..=x1 {
                visit([x, y], self.bucket([x, y]));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boxes of very different sizes, from a small generator.
    fn boxes(count: u32) -> Vec<ChunkBox> {
        let mut seed = 7u32;
        let mut next = |size: f32| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            size * (seed >> 8) as f32 / 16_777_216.0
        };
        (0..count)
            .map(|body| {
                let low = Vec2::new(next(50.0) - 25.0, next(20.0));
                let size = if body % 17 == 0 { 20.0 } else { 1.0 };
                ChunkBox { low, high: low + Vec2::new(next(size), next(size)), body, chunk: 0, reach: 0.0 }
            })
            .collect()
    }

    #[test]
    fn a_box_a_thousand_kilometres_away_changes_neither_the_cells_nor_the_pairs() {
        let mut near = Broad { boxes: boxes(300), ..Broad::default() };
        near.find_pairs(&Team::default(), |a, b| a.body != b.body);
        let mut far = Broad { boxes: boxes(300), ..Broad::default() };
        let low = Vec2::new(9e5, -9e5);
        far.boxes.push(ChunkBox { low, high: low + 1.0, body: 300, chunk: 0, reach: 0.0 });
        far.find_pairs(&Team::default(), |a, b| a.body != b.body);
        assert_eq!(near.pairs, far.pairs);
        let most = far.cell_starts.windows(2).map(|pair| pair[1] - pair[0]).max().unwrap();
        assert!(most < 40, "{most} boxes in one bucket");
    }

    #[test]
    fn the_grid_finds_exactly_the_pairs_that_overlap_whatever_their_sizes() {
        let mut broad = Broad { boxes: boxes(300), ..Broad::default() };
        broad.find_pairs(&Team::default(), |a, b| a.body != b.body);
        let mut expected = Vec::new();
        for i in 0..300u32 {
            for j in i + 1..300 {
                let (a, b) = (&broad.boxes[i as usize], &broad.boxes[j as usize]);
                if a.low.cmple(b.high).all() && b.low.cmple(a.high).all() {
                    expected.push([i, j]);
                }
            }
        }
        assert!(expected.len() > 200);
        assert_eq!(broad.pairs, expected);
    }
}
