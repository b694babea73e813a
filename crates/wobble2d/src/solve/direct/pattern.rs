//! Which blocks of an island's matrix, and of its factor, are not zero.
//!
//! A *column* is a mobile in the order of elimination. It holds the mobiles that are its neighbours when its turn comes. All of them are connected
//! then, so column `j` changes blocks that exist: which ones is listed here once.

use super::order::Order;

/// Stands for two mobiles that share no row.
pub(super) const NONE: u32 = u32::MAX;

/// See the module's head.
#[derive(Debug, Default)]
pub(super) struct Pattern {
    /// What it is made from: for rows in turn the pairs of mobiles that they act on.
    pairs: Vec<[u32; 2]>,
    /// The column of each mobile.
    pub column: Vec<u32>,
    /// The mobile of each column.
    pub mobile: Vec<u32>,
    /// Where each column begins in `below`, with the end last.
    pub start: Vec<u32>,
    /// The columns that each column's blocks below the diagonal belong to, ascending.
    pub below: Vec<u32>,
    /// For each column and each two of its blocks, the first one before the second: the block that they change.
    pub changed: Vec<u32>,
    /// For each pair that it is made from its block.
    pub block: Vec<u32>,
}

impl Pattern {
    /// Whether it is that of such pairs.
    pub(super) fn fits(&self, count: usize, pairs: &[[u32; 2]]) -> bool {
        self.column.len() == count && self.pairs == pairs
    }

    /// Makes it that of `count` mobiles and such pairs.
    pub(super) fn rebuild(&mut self, order: &mut Order, count: usize, pairs: &[[u32; 2]]) {
        self.pairs.clear();
        self.pairs.extend_from_slice(pairs);
        self.start.clear();
        self.below.clear();
        self.mobile.clear();
        self.column.clear();
        self.column.resize(count, NONE);
        let Self { start, below, mobile, column, .. } = self;
        order.eliminate(count, pairs, |own, neighbours| {
            column[own as usize] = mobile.len() as u32;
            mobile.push(own);
            start.push(below.len() as u32);
            below.extend_from_slice(neighbours);
        });
        start.push(below.len() as u32);
        below.iter_mut().for_each(|own| *own = column[*own as usize]);
        for ends in start.windows(2) {
            below[ends[0] as usize..ends[1] as usize].sort_unstable();
        }
        self.list_blocks();
    }

    fn list_blocks(&mut self) {
        self.changed.clear();
        for column in 0..self.mobile.len() {
            let own = self.range(column);
            for first in own.clone() {
                for second in first + 1..own.end {
                    self.changed.push(self.find(self.below[first], self.below[second]));
                }
            }
        }
        self.block.clear();
        for &[a, b] in &self.pairs {
            let (a, b) = (self.column[a as usize], self.column[b as usize]);
            self.block.push(self.find(a.min(b), a.max(b)));
        }
    }

    /// Where the blocks of a column are.
    #[inline(always)]
    pub(super) fn range(&self, column: usize) -> core::ops::Range<usize> {
        self.start[column] as usize..self.start[column + 1] as usize
    }

    /// The block of a column and a later one.
    fn find(&self, column: u32, later: u32) -> u32 {
        let range = self.range(column as usize);
        self.below[range.clone()].binary_search(&later).map_or(NONE, |at| (range.start + at) as u32)
    }
}
