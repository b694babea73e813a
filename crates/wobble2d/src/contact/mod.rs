//! Where matter meets.
//!
//! Once a step, before its substeps: boxes ([`broad`]), vertices near edges ([`gather`]), pairs in colour order ([`pairs`]). In every substep: each
//! candidate's footing is found anew ([`feature`]) and answered ([`respond`]).

mod apart;
mod bounds;
pub(crate) mod broad;
mod calm;
mod feature;
mod gather;
mod pairs;
pub(crate) mod parts;
pub(crate) mod respond;
pub(crate) mod shape;

pub use bounds::Bounds;
pub(crate) use bounds::{finish_displaced, stop_moved};
pub(crate) use gather::Memory;

use crate::body::{Body, Particles};
use broad::Broad;
use calm::Calm;
use gather::{Hit, Stretch};
use pairs::{Candidate, Pair};
use respond::{Ground, Setting};

/// How the surface of a body touches others.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Surface {
    /// Coulomb's coefficient of friction, 0 to 100. Two surfaces rub with the geometric mean.
    pub friction: f32,
    /// The part of the approach speed that a rebound keeps, 0 to 1. Two surfaces rebound with the product.
    pub restitution: f32,
}

impl Default for Surface {
    fn default() -> Self {
        Self { friction: 0.5, restitution: 0.0 }
    }
}

impl Surface {
    pub(crate) fn check(&self) -> crate::Result<()> {
        use crate::error::require;
        let field = |name: &'static str| move || format!("surface.{name}");
        require(
            (0.0..=100.0).contains(&self.friction),
            field("friction"),
            "must be 0 to 100",
            self.friction,
            "0.5 is wood on wood",
        )?;
        let hint = "1 keeps all of the speed";
        require((0.0..=1.0).contains(&self.restitution), field("restitution"), "must be 0 to 1", self.restitution, hint)
    }
}

/// A vertex that touched an edge in the last step: by which edge it came, should it be found inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Remembered {
    /// The places of both bodies, the lower first.
    pub bodies: [u32; 2],
    /// The vertex, counted over all bodies.
    pub point: u32,
    pub edge: u32,
    pub side: f32,
    /// For how many looks in a row it has been inside.
    pub inside: u32,
}

/// All that is known of contacts. Only the memory lives on from step to step.
#[derive(Default)]
pub(crate) struct Contacts {
    pub memory: Memory,
    broad: Broad,
    hits: Vec<Hit>,
    stretch: Stretch,
    candidates: Vec<Candidate>,
    pub pairs: Vec<Pair>,
    weights: Vec<f32>,
    calm: Calm,
}

impl Contacts {
    /// Finds what may touch until the next step.
    pub(crate) fn prepare(&mut self, bodies: &[Body], particles: &mut Particles, dt: f32) {
        self.weights.clear();
        self.weights.extend(particles.masses.iter().map(|pair| pair[0]));
        for body in bodies.iter().filter(|body| body.frozen.is_some()) {
            self.weights[body.range()].fill(0.0);
        }
        self.gather(bodies, particles, dt);
        self.draw_apart(bodies, particles, dt);
        pairs::order_by_colour(&mut self.pairs, bodies);
    }

    /// Moves bodies that lie in each other apart as wholes, and leaves their vertices alone meanwhile.
    fn draw_apart(&mut self, bodies: &[Body], particles: &mut Particles, dt: f32) {
        for pair in self.pairs.iter().filter(|pair| pair.is_tangled()) {
            apart::draw(pair.bodies.map(|body| &bodies[body as usize]), particles, &self.weights, dt);
        }
        self.pairs.retain(|pair| !pair.is_tangled());
    }

    /// Answers all touches of a substep. `per_metre` as in [`Method::per_metre`](crate::Method).
    pub(crate) fn respond(&mut self, bodies: &[Body], particles: &mut Particles, setting: Setting, per_metre: Option<f32>) {
        let Self { pairs, candidates, weights, .. } = self;
        let ground = Ground { bodies, weights };
        for pair in pairs {
            let own = &mut candidates[pair.candidates.start as usize..pair.candidates.end as usize];
            match per_metre {
                None => respond::project(&ground, pair, own, particles, setting),
                Some(per_metre) => respond::collide(&ground, pair, own, particles, setting, per_metre),
            }
        }
    }

    /// Calms bodies that carry each other; see [`calm`].
    pub(crate) fn calm(&mut self, bodies: &mut [Body], particles: &mut Particles, h: f32, dt: f32) {
        self.calm.pass(&self.pairs, bodies, particles, h, dt);
    }

    /// Keeps what the next step must remember.
    pub(crate) fn remember(&mut self, bodies: &mut [Body]) {
        for pair in self.pairs.iter().filter(|pair| pair.load.total > 0.0) {
            pair.bodies.iter().for_each(|&body| bodies[body as usize].touching = true);
        }
        bodies.iter_mut().for_each(|body| body.loaded = std::mem::take(&mut body.touching));
        self.memory.list.clear();
        for pair in &self.pairs {
            for candidate in &self.candidates[pair.candidates.start as usize..pair.candidates.end as usize] {
                let target = pair.bodies[usize::from(candidate.of_first)] as usize;
                let solid = bodies[target].blueprint.0.contact.edges[candidate.edge as usize].solid;
                // What is held from behind was never in.
                if !solid || (candidate.touched && candidate.side > 0.0) {
                    let Candidate { point, edge, side, inside, .. } = *candidate;
                    self.memory.list.push(Remembered { bodies: pair.bodies, point, edge, side, inside });
                }
            }
        }
        self.memory.list.sort_unstable_by_key(|known| (known.bodies, known.point, known.edge));
    }

    /// Forgets how a body was touched, since its edges are no longer what they were.
    pub(crate) fn forget_edges(&mut self, place: usize) {
        self.memory.list.retain(|known| !known.bodies.contains(&(place as u32)));
    }

    /// Whether all that is remembered names vertices and edges that exist.
    pub(crate) fn is_consistent(&self, bodies: &[Body]) -> bool {
        self.memory.list.iter().all(|known| {
            let [Some(first), Some(second)] = known.bodies.map(|place| bodies.get(place as usize)) else { return false };
            let of_first = first.range().contains(&(known.point as usize));
            let target = if of_first { second } else { first };
            (of_first || second.range().contains(&(known.point as usize)))
                && (known.edge as usize) < target.blueprint.0.contact.edges.len()
                && known.side.abs() == 1.0
        }) && self.memory.list.is_sorted_by_key(|known| (known.bodies, known.point, known.edge))
    }

    /// Forgets a body that is removed: its place in the list and its particles' places in the arrays.
    pub(crate) fn forget(&mut self, place: usize, particles: core::ops::Range<usize>) {
        let place = place as u32;
        let count = particles.len() as u32;
        self.memory.list.retain(|known| !known.bodies.contains(&place));
        for known in &mut self.memory.list {
            known.bodies = known.bodies.map(|body| if body > place { body - 1 } else { body });
            if known.point >= particles.end as u32 {
                known.point -= count;
            }
        }
    }
}
