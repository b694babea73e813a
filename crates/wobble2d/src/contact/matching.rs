//! Pairs of bodies whose boxes are near each other, for as long as they are, in the order of bodies.
//!
//! Mostly nothing has changed, or a few pairs are new: these are put in their places, and all that know others by their places are told where those are now.

use super::Contacts;
use super::kept::{Gone, Lease};
use super::pairs::Pair;
use crate::team::Team;

/// So many new pairs find their places one by one; and one in so many of the others may be apart before the list is made anew.
const FEW_NEW: usize = 64;
const APART: usize = 8;

impl Contacts {
    /// Finds out which bodies are near each other now, and makes pairs of them.
    pub(super) fn follow(&mut self, team: &Team) {
        let Self { selves, census, .. } = &*self;
        let same_selves = selves.len() == census.len() && selves.iter().zip(census).all(|(was, is)| *was == is.meets_itself);
        let moved = self.broad.follow(team);
        if !self.matched || !same_selves || moved && !self.match_new() {
            self.match_up();
        }
    }

    /// Makes a pair of all bodies whose boxes are near each other. Those that were near stay what they are, and stay as long as they have room.
    fn match_up(&mut self) {
        let Self { broad, pairs, leases, before, now_at, formation, census, selves, near_others, gone, .. } = self;
        selves.clear();
        selves.extend(census.iter().map(|party| party.meets_itself));
        near_others.clear();
        near_others.resize(census.len(), false);
        gone.resize(census.len(), Gone::default());
        core::mem::swap(&mut before.0, pairs);
        core::mem::swap(&mut before.1, leases);
        pairs.clear();
        leases.clear();
        now_at.clear();
        let mut add = |pair: Pair, mut lease: Lease, chunks: [u32; 2]| {
            lease.chunks = chunks;
            lease.bodies.iter().for_each(|&body| near_others[body as usize] = true);
            pairs.push(pair);
            leases.push(lease);
            Some(pairs.len() as u32 - 1)
        };
        let mut known = before.0.iter().zip(&before.1).peekable();
        for (both, chunks) in broad.near_bodies().filter(|(both, _)| may_pair(*both, selves)) {
            while let Some((pair, lease)) = known.next_if(|(_, lease)| lease.bodies < both) {
                now_at.push(lease.room(gone).and_then(|_| add(pair.clone(), *lease, [0; 2])));
            }
            if let Some((pair, lease)) = known.next_if(|(_, lease)| lease.bodies == both) {
                now_at.push(add(pair.clone(), *lease, chunks));
            } else {
                add(Pair::new(both), Lease::new(both), chunks);
            }
        }
        for (pair, lease) in known {
            now_at.push(lease.room(gone).and_then(|_| add(pair.clone(), *lease, [0; 2])));
        }
        formation.renumber(now_at);
        self.order.renumber(now_at);
        self.matched = true;
    }

    /// Adds a pair of any two bodies whose boxes are near each other and have not been, if those are few and nearly all others are near each other still. Returns
    /// whether that is so.
    fn match_new(&mut self) -> bool {
        let Self { broad, pairs, leases, new_pairs, now_at, formation, selves, near_others, .. } = self;
        new_pairs.clear();
        let (mut place, mut apart) = (0, 0);
        for (both, chunks) in broad.near_bodies().filter(|(both, _)| may_pair(*both, selves)) {
            while let Some(lease) = leases.get_mut(place).filter(|lease| lease.bodies < both) {
                lease.chunks = [0; 2];
                (place, apart) = (place + 1, apart + 1);
            }
            match leases.get_mut(place).filter(|lease| lease.bodies == both) {
                Some(lease) => {
                    lease.chunks = chunks;
                    place += 1;
                }
                None => new_pairs.push((place, both, chunks)),
            }
        }
        leases[place..].iter_mut().for_each(|lease| lease.chunks = [0; 2]);
        apart += leases.len() - place;
        if new_pairs.len() > FEW_NEW || APART * apart > leases.len() {
            return false;
        }
        if new_pairs.is_empty() {
            return true;
        }
        now_at.clear();
        now_at.extend((0..pairs.len() as u32).map(Some));
        // From the last on: what is behind a new pair moves up once, by as many places as there are new ones before it.
        let mut end = pairs.len();
        pairs.resize_with(end + new_pairs.len(), || Pair::new([0; 2]));
        leases.resize_with(pairs.len(), || Lease::new([0; 2]));
        for (before, &(place, both, chunks)) in new_pairs.iter().enumerate().rev() {
            let count = before + 1;
            pairs[place..end + count].rotate_right(count);
            leases[place..end + count].rotate_right(count);
            now_at[place..end].iter_mut().flatten().for_each(|now| *now += count as u32);
            end = place;
            let new = place + before;
            (pairs[new], leases[new]) = (Pair::new(both), Lease::new(both));
            leases[new].chunks = chunks;
            both.iter().for_each(|&body| near_others[body as usize] = true);
        }
        formation.renumber(now_at);
        self.order.renumber(now_at);
        true
    }
}

/// Whether two bodies that are near each other are a pair: one and itself is, if it meets itself.
fn may_pair(both: [u32; 2], selves: &[bool]) -> bool {
    both[0] != both[1] || selves[both[0] as usize]
}
