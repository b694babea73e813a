//! The order in which the mobiles of an island are eliminated: minimum degree.
//!
//! The mobile with the fewest neighbours comes first, the lowest index among equals; its neighbours become neighbours of each other. It suits
//! whatever bodies form: chains, trees, loops, stacks and piles.

/// The graph that is left, and what was eliminated from it.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// For each mobile its neighbours that are left, ascending.
    neighbours: Vec<Vec<u32>>,
    eliminated: Vec<bool>,
    joined: Vec<u32>,
}

impl Order {
    /// Calls `note` with each of `count` mobiles in the order of elimination, and with its neighbours then.
    pub(super) fn eliminate(&mut self, count: usize, pairs: &[[u32; 2]], mut note: impl FnMut(u32, &[u32])) {
        self.connect(count, pairs);
        self.eliminated.clear();
        self.eliminated.resize(count, false);
        let mut least = 0;
        for _ in 0..count {
            let next = self.fewest_neighbours(count, least);
            self.eliminated[next] = true;
            let own = core::mem::take(&mut self.neighbours[next]);
            note(next as u32, &own);
            for &neighbour in &own {
                self.join(next as u32, neighbour, &own);
            }
            least = own.len().saturating_sub(1);
            self.neighbours[next] = own;
        }
    }

    fn connect(&mut self, count: usize, pairs: &[[u32; 2]]) {
        if self.neighbours.len() < count {
            self.neighbours.resize(count, Vec::new());
        }
        self.neighbours.iter_mut().for_each(Vec::clear);
        for &[a, b] in pairs {
            self.neighbours[a as usize].push(b);
            self.neighbours[b as usize].push(a);
        }
        for list in &mut self.neighbours[..count] {
            list.sort_unstable();
            list.dedup();
        }
    }

    /// The mobile to eliminate next. None that is left has fewer neighbours than `least`.
    fn fewest_neighbours(&self, count: usize, least: usize) -> usize {
        let (mut best, mut fewest) = (0, usize::MAX);
        for mobile in (0..count).filter(|&mobile| !self.eliminated[mobile]) {
            if self.neighbours[mobile].len() < fewest {
                (best, fewest) = (mobile, self.neighbours[mobile].len());
                if fewest <= least {
                    break;
                }
            }
        }
        best
    }

    /// Makes the neighbours of an eliminated mobile neighbours of one of them.
    fn join(&mut self, gone: u32, neighbour: u32, others: &[u32]) {
        let Self { neighbours, joined, .. } = self;
        let list = &mut neighbours[neighbour as usize];
        joined.clear();
        let (mut left, mut right) = (list.iter().peekable(), others.iter().peekable());
        loop {
            let next = match (left.peek(), right.peek()) {
                (Some(&&a), Some(&&b)) => a.min(b),
                (Some(&&a), None) => a,
                (None, Some(&&b)) => b,
                (None, None) => break,
            };
            left.next_if_eq(&&next);
            right.next_if_eq(&&next);
            if next != gone && next != neighbour {
                joined.push(next);
            }
        }
        list.clone_from(joined);
    }
}

#[cfg(test)]
mod tests {
    use super::Order;

    fn order(count: usize, pairs: &[[u32; 2]]) -> Vec<(u32, usize)> {
        let mut list = Vec::new();
        Order::default().eliminate(count, pairs, |mobile, neighbours| list.push((mobile, neighbours.len())));
        list
    }

    #[test]
    fn a_chain_is_eliminated_without_fill_from_its_lowest_end() {
        assert_eq!(order(4, &[[0, 1], [1, 2], [2, 3]]), [(0, 1), (1, 1), (2, 1), (3, 0)]);
    }

    #[test]
    fn the_hub_of_a_star_waits_until_one_ray_is_left() {
        assert_eq!(order(4, &[[0, 1], [0, 2], [0, 3]]), [(1, 1), (2, 1), (0, 1), (3, 0)]);
    }

    #[test]
    fn a_loop_fills_one_pair() {
        let list = order(4, &[[0, 1], [1, 2], [2, 3], [0, 3]]);
        assert_eq!(list.iter().map(|own| own.1).sum::<usize>(), 5, "four sides and a diagonal");
    }
}
