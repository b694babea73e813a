//! The patterns of the islands that were solved last. A pattern follows from the rows alone, so keeping it changes time, not results.

use super::super::system::System;
use super::order::Order;
use super::pattern::Pattern;

/// How many patterns are kept.
const KEPT: usize = 64;

#[derive(Debug, Default)]
pub(super) struct Plans {
    order: Order,
    kept: Vec<Pattern>,
    /// The one that is in use, and the one that is replaced next.
    current: usize,
    oldest: usize,
    pairs: Vec<[u32; 2]>,
    /// For each equation and each two of its arms their place in `pairs`.
    pub pair_of: Vec<u32>,
}

impl Plans {
    /// Finds the pattern of a system, or makes it.
    pub(super) fn find(&mut self, system: &System) {
        self.list_pairs(system);
        let Self { order, kept, current, oldest, pairs, .. } = self;
        let count = system.velocity.len();
        if kept.get(*current).is_some_and(|pattern| pattern.fits(count, pairs)) {
            return;
        }
        *current = match kept.iter().position(|pattern| pattern.fits(count, pairs)) {
            Some(found) => found,
            None => {
                let place = if kept.len() < KEPT { kept.len() } else { *oldest };
                *oldest = (place + 1) % KEPT;
                if place == kept.len() {
                    kept.push(Pattern::default());
                }
                kept[place].rebuild(order, count, pairs);
                place
            }
        };
    }

    pub(super) fn pattern(&self) -> &Pattern {
        &self.kept[self.current]
    }

    fn list_pairs(&mut self, system: &System) {
        self.pairs.clear();
        self.pair_of.clear();
        for equation in &system.equations {
            let arms = equation.own_arms(&system.arms);
            for (i, a) in arms.iter().enumerate() {
                for b in &arms[i + 1..] {
                    let pair = [a.mobile, b.mobile];
                    if self.pairs.last() != Some(&pair) {
                        self.pairs.push(pair);
                    }
                    self.pair_of.push(self.pairs.len() as u32 - 1);
                }
            }
        }
    }
}
