//! Islands: mobiles that rows tie together, directly or over others. What is immovable ties nothing together.

use super::row::{Mobile, NONE, Row, Term};

/// Finds islands, and lays each out by itself.
#[derive(Debug, Default)]
pub(super) struct Partition {
    /// For every mobile one that is nearer to the first of its island.
    towards: Vec<u32>,
    /// For every mobile its island, or [`NONE`], and its index there.
    island_of: Vec<u32>,
    local: Vec<u32>,
    /// Where the rows of every island begin in `order`, and where the last one ends.
    starts: Vec<u32>,
    /// The indices of all rows, island by island.
    order: Vec<u32>,
    /// For every row its island, or [`NONE`].
    of_row: Vec<u32>,
}

/// One island: its mobiles and rows, with indices of their own.
#[derive(Debug, Default)]
pub(super) struct Island {
    pub mobiles: Vec<Mobile>,
    pub rows: Vec<Row>,
    pub terms: Vec<Term>,
    /// What they are outside.
    pub mobile_of: Vec<u32>,
    pub row_of: Vec<u32>,
}

impl Partition {
    /// Finds the islands; returns how many there are. They are in the order of their first rows.
    pub(super) fn find(&mut self, mobiles: &[Mobile], rows: &[Row], terms: &[Term]) -> usize {
        self.towards.clear();
        self.towards.extend(0..mobiles.len() as u32);
        let movable = |mobile: u32| mobiles[mobile as usize].moves();
        for row in rows {
            let mut known = None;
            for term in row.own_terms(terms).iter().filter(|term| movable(term.mobile)) {
                let first = self.first(term.mobile);
                let other = known.map_or(first, |other| self.first(other));
                self.towards[first.max(other) as usize] = first.min(other);
                known = Some(first.min(other));
            }
        }
        self.island_of.clear();
        self.island_of.resize(mobiles.len(), NONE);
        self.starts.clear();
        self.starts.push(0);
        let mut of_row = core::mem::take(&mut self.of_row);
        of_row.clear();
        for row in rows {
            let first = row.own_terms(terms).iter().find(|term| movable(term.mobile)).map(|term| self.first(term.mobile));
            let island = first.map_or(NONE, |first| {
                let own = &mut self.island_of[first as usize];
                if *own == NONE {
                    *own = self.starts.len() as u32 - 1;
                    self.starts.push(0);
                }
                *own
            });
            if island != NONE {
                self.starts[island as usize + 1] += 1;
            }
            of_row.push(island);
        }
        for k in 1..self.starts.len() {
            self.starts[k] += self.starts[k - 1];
        }
        self.order.clear();
        self.order.resize(self.starts.last().map_or(0, |&end| end as usize), 0);
        // Filled front to back, so the beginnings become the ends.
        for (&island, row) in of_row.iter().zip(0..).filter(|&(&island, _)| island != NONE) {
            let at = &mut self.starts[island as usize];
            self.order[*at as usize] = row;
            *at += 1;
        }
        self.of_row = of_row;
        self.starts.insert(0, 0);
        self.starts.pop();
        self.local.clear();
        self.local.resize(mobiles.len(), NONE);
        self.starts.len() - 1
    }

    /// Lays out an island.
    pub(super) fn take(&mut self, island: usize, mobiles: &[Mobile], rows: &[Row], terms: &[Term], into: &mut Island) {
        let Island { mobiles: own, rows: own_rows, terms: own_terms, mobile_of, row_of } = into;
        own.clear();
        own_rows.clear();
        own_terms.clear();
        mobile_of.clear();
        row_of.clear();
        row_of.extend_from_slice(&self.order[self.starts[island] as usize..self.starts[island + 1] as usize]);
        for &row in &*row_of {
            let mut row = rows[row as usize];
            let first = own_terms.len() as u32;
            for &Term { mobile, jacobian } in row.own_terms(terms) {
                let local = &mut self.local[mobile as usize];
                if *local == NONE || mobile_of.get(*local as usize) != Some(&mobile) {
                    *local = own.len() as u32;
                    own.push(mobiles[mobile as usize]);
                    mobile_of.push(mobile);
                }
                own_terms.push(Term { mobile: *local, jacobian });
            }
            row.terms = [first, own_terms.len() as u32];
            own_rows.push(row);
        }
    }

    fn first(&mut self, mobile: u32) -> u32 {
        let mut here = mobile;
        while self.towards[here as usize] != here {
            let next = self.towards[here as usize];
            self.towards[here as usize] = self.towards[next as usize];
            here = next;
        }
        here
    }
}

impl Island {
    /// Hands back what its solve has changed.
    pub(super) fn hand_back(&self, mobiles: &mut [Mobile], rows: &mut [Row]) {
        for (own, &mobile) in self.mobiles.iter().zip(&self.mobile_of) {
            let there = &mut mobiles[mobile as usize];
            if there.moves() {
                *there = *own;
            }
        }
        for (own, &row) in self.rows.iter().zip(&self.row_of) {
            let there = &mut rows[row as usize];
            (there.impulse, there.push_impulse) = (own.impulse, own.push_impulse);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::row::{Limit, Mobile, NONE, Row, Term};
    use super::{Island, Partition};

    fn row(all: &mut Vec<Term>, mobiles: [u32; 2]) -> Row {
        let first = all.len() as u32;
        all.extend(mobiles.into_iter().filter(|&mobile| mobile != NONE).map(|mobile| Term { mobile, jacobian: [1.0, 0.0, 0.0] }));
        Row {
            terms: [first, all.len() as u32],
            limit: Limit::Free,
            target: 0.0,
            compliance: 0.0,
            impulse: 0.0,
            push_target: 0.0,
            push_impulse: 0.0,
            rebound: None,
        }
    }

    #[test]
    fn rows_that_share_something_movable_are_one_island() {
        let movable = Mobile { inverse_mass: [1.0; 3], ..Mobile::default() };
        let mut mobiles = vec![movable; 6];
        mobiles[2] = Mobile::default();
        let mut terms = Vec::new();
        let mut rows: Vec<Row> =
            [[0, 1], [3, 4], [1, 2], [4, NONE], [2, 5], [2, NONE]].map(|mobiles| row(&mut terms, mobiles)).into();
        let mut partition = Partition::default();
        assert_eq!(partition.find(&mobiles, &rows, &terms), 3);
        let mut island = Island::default();
        let all: Vec<Vec<u32>> = (0..3)
            .map(|k| {
                partition.take(k, &mobiles, &rows, &terms, &mut island);
                island.rows.iter_mut().for_each(|row| row.impulse = 1.0 + k as f64);
                island.hand_back(&mut mobiles, &mut rows);
                island.row_of.clone()
            })
            .collect();
        assert_eq!(all, [vec![0, 2], vec![1, 3], vec![4]]);
        assert_eq!(rows.iter().map(|row| row.impulse).collect::<Vec<_>>(), [1.0, 2.0, 1.0, 2.0, 3.0, 0.0]);
    }
}
