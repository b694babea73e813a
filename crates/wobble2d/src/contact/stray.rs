//! Pairs whose candidates no longer stand where they serve: behind their edges, or far away from them. They must be looked at again.
//!
//! Class by class, each every few steps, at the end of a step: there sixteen pairs lie side by side in the rows by which they were just answered.

use super::Contacts;
use super::formation::Formation;
use super::kept::Lease;
use super::order::CLASSES;
use super::pairs::{Candidate, Pair};
use super::squad::{MARCH, Row, Squad, lanes};
use super::sway::Sway;
use crate::body::{Body, Particles};
use crate::lanes::{Lanes, Wider, Widest, run_widest};
use crate::math::cross;
use crate::records::gather_sixteen;
use crate::team::Shared;
use fearless_simd::{Simd, f32x16, prelude::*};
use glam::Vec2;

/// Every so many steps the candidates of a pair are looked at.
const EVERY: u64 = 8;

/// Candidates farther away than so many times the gap at which surfaces rest serve nobody: their bodies were faster when they were found.
const FAR: f32 = 15.0;

impl Contacts {
    /// Takes their room from the pairs that have strayed, of those whose turn it is.
    pub(super) fn recall_strayed(&mut self, bodies: &[Body], particles: &mut Particles, step: u64) {
        // SAFETY: nobody writes to it.
        #[allow(unsafe_code)]
        let state = unsafe { Shared::new(&mut particles.state) };
        let Self { formation, pairs, leases, candidates, sways, strayed, .. } = self;
        strayed.clear();
        run_widest(Straying { formation, pairs, leases, candidates, bodies, state, sways, step, strayed });
        for &place in strayed.iter() {
            leases[place as usize].revoke();
        }
    }
}

/// Finds the places of pairs that have strayed.
struct Straying<'a> {
    formation: &'a Formation,
    pairs: &'a [Pair],
    /// Of all pairs; plain detectors have none.
    leases: &'a [Lease],
    candidates: &'a [Candidate],
    bodies: &'a [Body],
    state: Shared<'a, [f32; 4]>,
    /// How every body was to move in the step.
    sways: &'a [Sway],
    step: u64,
    strayed: &'a mut Vec<u32>,
}

impl Widest for Straying<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let (formation, mut strayed) = (self.formation, core::mem::take(self.strayed));
        let own_turn = |class: &usize| (self.step + *class as u64).is_multiple_of(EVERY);
        for batch in (0..CLASSES).filter(own_turn).flat_map(|class| formation.of_class(class)) {
            for squad in formation.squads_of(batch) {
                let rows = &formation.rows[squad.rows.start as usize..squad.rows.end as usize];
                let here = s.vectorize(
                    #[inline(always)]
                    || self.of_squad(s, squad, rows),
                );
                strayed.extend(lanes(here & squad.manned).map(|lane| squad.pairs[lane]));
            }
            let alone = formation.alone_of(batch).iter();
            strayed.extend(alone.filter(|&&place| self.has_strayed(place as usize)));
        }
        *self.strayed = strayed;
    }
}

impl Straying<'_> {
    /// How far from their edges the candidates of two bodies serve. `[m]`
    fn far(&self, skin: f32, bodies: [u32; 2]) -> f32 {
        let [a, b] = bodies.map(|body| self.sways[body as usize]);
        FAR * skin + a.against(b)
    }

    /// Which lanes of a squad have strayed.
    #[inline(always)]
    fn of_squad<S: Simd>(&self, s: S, squad: &Squad, rows: &[Row]) -> u16 {
        let mut far = Wider::default();
        for lane in 0..MARCH {
            far.0[lane] = self.far(squad.skin.0[lane], squad.bodies.map(|side| side[lane]));
        }
        let far: f32x16<S> = Lanes::load(s, &far);
        let far = far * far;
        let mut strayed = 0;
        for row in rows {
            // SAFETY: no index of the row is above its last one.
            #[allow(unsafe_code)]
            let state = unsafe { self.state.up_to(row.last()) }.by_offset();
            let [p, a, b] = &row.at;
            let [px, py, ..] = gather_sixteen(s, &state, p);
            let [ax, ay, ..] = gather_sixteen(s, &state, a);
            let [bx, by, ..] = gather_sixteen(s, &state, b);
            let ([wx, wy], [dx, dy]) = ([bx - ax, by - ay], [px - ax, py - ay]);
            let left = wx * dy - wy * dx;
            let stands = left.simd_le(0.0) & (left * left).simd_le(far * (wx * wx + wy * wy));
            strayed |= !(stands.to_bitmask() as u16) & row.live;
        }
        strayed
    }

    /// The same for a pair that goes alone.
    fn has_strayed(&self, place: usize) -> bool {
        let pair = &self.pairs[place];
        if !self.leases.get(place).is_some_and(Lease::is_roomy) {
            return false;
        }
        let place = |at: u32| {
            let [x, y, ..] = self.state.get(at as usize);
            Vec2::new(x, y)
        };
        let far = self.far(pair.skin, pair.bodies);
        self.candidates[pair.own()].iter().any(|candidate| {
            let target = &self.bodies[pair.bodies[usize::from(candidate.of_first)] as usize];
            let edge = target.blueprint.0.contact.edges[candidate.edge as usize];
            let (p, a, b) = (place(candidate.point), place(target.first + edge.a), place(target.first + edge.b));
            let left = cross(b - a, p - a);
            // The line of an edge is never farther away than the edge.
            !(left <= 0.0 && left * left <= far * far * (b - a).length_squared())
        })
    }
}
