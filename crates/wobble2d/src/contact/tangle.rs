//! Bodies that stay caught in each other.
//!
//! ```text
//!        ╭─╮           No vertex is inside the other body, and yet they are through each other: vertices alone
//!    ╭───┼─┼───╮       cannot tell. So now and then the edges of two bodies that touch are looked at.
//!    ╰───┼─┼───╯       What crosses for long is drawn apart as a whole, like bodies put into each other.
//!        ╰─╯
//! ```
//!
//! Edges also cross where a vertex is in by a way that is known, and its edge holds it. In a crowd that is no tangle: let go of, such bodies would be pressed
//! into each other by the others around, and drawn apart into them.

use super::Contacts;
use super::kept::Lease;
use super::pairs::{MOST_LOST, Pair};
use super::seen::{Seen, see};
use crate::body::{Body, Particles};
use crate::math::segments_cross;
use glam::Vec2;

/// Every so many steps the edges of a pair are looked at.
const EVERY: u64 = 8;

/// In so many looks in a row edges may cross: at the end of a step a vertex may be a little too far in.
const PATIENCE: u32 = 4;

/// Two bodies whose edges crossed when they were last looked at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Tangle {
    /// Their places, the lower first.
    pub bodies: [u32; 2],
    /// In how many looks in a row.
    pub looks: u32,
}

impl Contacts {
    /// Looks at the edges of those pairs whose turn it is in this step, in its first part. What hangs from pins is left alone: it cannot be moved as a
    /// whole.
    pub(super) fn watch_edges(&mut self, bodies: &[Body], particles: &Particles, step: u64) {
        let known = core::mem::take(&mut self.memory.tangles);
        let first_part = !core::mem::replace(&mut self.watched, true);
        let turn = |pair: [u32; 2]| (step + u64::from(pair[0]) + u64::from(pair[1])).is_multiple_of(EVERY);
        let whole = |&place: &u32| bodies[place as usize].free || bodies[place as usize].immovable();
        let watched = |both: [u32; 2]| both[0] != both[1] && both.iter().all(whole);
        for place in 0..self.live.len() {
            let k = self.live[place] as usize;
            let Lease { bodies: both, clear, .. } = self.leases[k];
            let idle = known.is_empty() && !(first_part && turn(both));
            if clear || idle || !watched(both) {
                continue;
            }
            let before = known.binary_search_by_key(&both, |tangle| tangle.bodies).map_or(0, |k| known[k].looks);
            let caught = before >= PATIENCE;
            let looks = if !first_part || !(caught || turn(both)) {
                before
            } else if (caught || !self.is_held_in_a_crowd(&self.pairs[k]))
                && cross_each_other(both.map(|place| see(bodies, place, particles)), &mut self.edges)
            {
                before + 1
            } else {
                // Candidates that serve on keep edges from crossing; what is looked at in every step is watched on.
                self.leases[k].clear = true;
                0
            };
            if looks > 0 {
                self.memory.tangles.push(Tangle { bodies: both, looks });
            }
            if looks >= PATIENCE {
                let lost = &mut self.pairs[k].lost;
                *lost = (*lost).max(MOST_LOST + 1);
            }
        }
    }

    /// Whether all vertices of a pair that are inside are held where they came in, and others are near that press on the pair.
    fn is_held_in_a_crowd(&self, pair: &Pair) -> bool {
        let with_another =
            |other: &&Pair, body: u32| other.live && other.bodies[0] != other.bodies[1] && other.bodies.contains(&body);
        let in_company = |body: u32| self.pairs.iter().filter(|other| with_another(other, body)).count() > 1;
        pair.holds(&self.candidates) && pair.bodies.into_iter().any(in_company)
    }
}

/// Whether edges of two bodies cross, both being parts of loops. `near` is room to work in.
fn cross_each_other([a, b]: [Seen<'_>; 2], near: &mut Vec<[Vec2; 2]>) -> bool {
    let [first, second] = [&a, &b].map(box_around);
    let (low, high) = (first[0].max(second[0]), first[1].min(second[1]));
    if !low.cmple(high).all() {
        return false;
    }
    near.clear();
    for seen in [&a, &b] {
        let solid = seen.shape.edges.iter().filter(|edge| edge.solid);
        let ends = solid.map(|edge| [seen.place(edge.a), seen.place(edge.b)]);
        let both = near.len();
        near.extend(ends.filter(|[p, q]| p.min(*q).cmple(high).all() && p.max(*q).cmpge(low).all()));
        let (first, second) = near.split_at(both);
        if second.iter().any(|&one| first.iter().any(|&other| segments_cross(one, other))) {
            return true;
        }
    }
    false
}

fn box_around(seen: &Seen<'_>) -> [Vec2; 2] {
    let places = seen.shape.vertices.iter().map(|&index| seen.place(index));
    places.fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[low, high], p| [low.min(p), high.max(p)])
}
