//! What happens where two bodies touch.

mod impulse;
mod position;

pub(crate) use impulse::collide;
pub(crate) use position::project;

use crate::body::{Body, Particles};
use crate::contact::feature::{Footing, behind, footing as footing_at, way_in};
use crate::contact::pairs::{Candidate, Pair};
use glam::Vec2;

/// How fast bodies that already overlap are parted, at most. `[m/s]`
pub(crate) const EASE: f32 = 3.0;

/// What a response needs to know of the substep.
#[derive(Clone, Copy)]
pub(crate) struct Setting {
    pub h: f32,
    /// What moves faster against each other has exploded, and is not allowed to take others with it. `[m/s]`
    pub speed_limit: f32,
}

impl Setting {
    /// Whether a relative displacement in one substep is nothing that only an explosion makes. False for what is not a number.
    fn is_sound(&self, displacement: Vec2) -> bool {
        displacement.length() <= self.speed_limit * self.h
    }
}

/// What a pair of bodies exchanged during a step, as the calm pass and the events need it. Lengths times mass, summed over substeps.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Load {
    /// `Σ λ`, always positive. `[kg m]`
    pub total: f32,
    /// `Σ λ n`, with `n` from the second body to the first. `[kg m]`
    pub normal: Vec2,
    /// Where the first touch was, in the world: what places are measured from, so that they keep their digits. `[m]`
    pub from: Vec2,
    /// `Σ λ p`, with the place of touch `p` seen from there. `[kg m²]`
    pub place: Vec2,
    /// `Σ λ |p|²`. `[kg m³]`
    pub spread: f32,
    /// `Σ λ_t`, signed along the normal turned left. `[kg m]`
    pub tangent: f32,
}

/// A load as one push: where, which way, how strong and how broad.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Manifold {
    /// The middle of the load, in the world. `[m]`
    pub place: Vec2,
    /// From the second body to the first.
    pub normal: Vec2,
    /// `[kg m]`
    pub size: f32,
    /// How far from the middle the load is carried, root mean square. `[m]`
    pub breadth: f32,
}

impl Load {
    /// The load as one push, if there is any.
    pub(crate) fn manifold(&self) -> Option<Manifold> {
        let size = self.normal.length();
        (size > 0.0 && self.total > 0.0).then(|| {
            let middle = self.place / self.total;
            let square = self.spread / self.total - middle.length_squared();
            Manifold { place: self.from + middle, normal: self.normal / size, size, breadth: square.max(0.0).sqrt() }
        })
    }
}

/// A touch, ready to be answered: three particles, their shares, and how they stand to each other.
pub(crate) struct Touch {
    /// Vertex, beginning and end of the edge, counted over all bodies.
    pub at: [usize; 3],
    /// How much of a push each gets: 1, −(1−t), −t.
    pub share: [f32; 3],
    /// `Σ w share²`: how readily they part.
    pub give: f32,
    pub footing: Footing,
}

/// Where in a substep the particles are, in units of the velocity slot: what to add to positions for its start and for its end.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    pub start: f32,
    pub end: f32,
}

/// Everything a response reads.
pub(crate) struct Ground<'a> {
    pub bodies: &'a [Body],
    /// Inverse masses, 0 for what does not move in this step. `[1/kg]`
    pub weights: &'a [f32],
}

impl Ground<'_> {
    /// If a candidate touches now: the touch, the gap (negative) and the relative motion in units of the velocity slot.
    #[inline(always)]
    fn meet(&self, pair: &Pair, candidate: &mut Candidate, particles: &Particles, way: Way) -> Option<(Touch, f32, Vec2)> {
        if candidate.side == 0.0 {
            return None;
        }
        let Some(touch) = self.touch(pair, candidate, particles, way) else {
            candidate.side = 0.0;
            return None;
        };
        candidate.edge = touch.footing.edge;
        let gap = touch.footing.distance - pair.skin;
        (gap < 0.0 && touch.give > 0.0).then(|| {
            let motion = touch.relative_motion(particles);
            (touch, gap, motion)
        })
    }

    /// Finds where a candidate stands now; nothing for one that was behind its edge and has left the place there.
    #[inline(always)]
    fn touch(&self, pair: &Pair, candidate: &Candidate, particles: &Particles, way: Way) -> Option<Touch> {
        let [first, second] = pair.bodies.map(|body| &self.bodies[body as usize]);
        let (vertex, target) = if candidate.of_first { (first, second) } else { (second, first) };
        let place = |i: usize, times: f32| {
            let [x, y, ux, uy] = particles.state[i];
            Vec2::new(x + times * ux, y + times * uy)
        };
        // Everything in the target's local frame.
        let [p0, p] = [way.start, way.end].map(|times| place(candidate.point as usize, times) + (vertex.origin - target.origin));
        let base = target.first as usize;
        let shape = &target.blueprint.0.contact;
        let now = |index: u32| place(base + index as usize, way.end);
        let before = |index: u32| place(base + index as usize, way.start);
        let footing = if candidate.side < 0.0 && shape.edges[candidate.edge as usize].solid {
            behind(shape, candidate.edge, [p0, p], before, now)?
        } else {
            let here = footing_at(shape, candidate.edge, candidate.side, p, now);
            let came_by = if here.distance < 0.0 { way_in(shape, &here, candidate.side, [p0, p], before, now) } else { None };
            came_by.map_or(here, |edge| footing_at(shape, edge, candidate.side, p, now))
        };
        let edge = &shape.edges[footing.edge as usize];
        let at = [candidate.point as usize, base + edge.a as usize, base + edge.b as usize];
        let share = [1.0, footing.t - 1.0, -footing.t];
        let give = (0..3).map(|k| self.weights[at[k]] * share[k] * share[k]).sum();
        Some(Touch { at, share, give, footing })
    }
}

impl Ground<'_> {
    /// Adds a touch to what the pair exchanged in this step. `push` is the change of the relative displacement along the normal, and along
    /// the normal turned left. `[m]`
    fn account(&self, pair: &mut Pair, candidate: &Candidate, touch: &Touch, particles: &Particles, push: [f32; 2]) {
        let toward_first = if candidate.of_first { 1.0 } else { -1.0 };
        let [along, across] = push.map(|push| push / touch.give);
        let vertex = &self.bodies[pair.bodies[usize::from(!candidate.of_first)] as usize];
        let place = particles.position(touch.at[0]) + vertex.origin;
        if pair.load.total == 0.0 {
            pair.load.from = place;
        }
        let place = place - pair.load.from;
        pair.load.total += along;
        pair.load.normal += (toward_first * along) * touch.footing.normal;
        pair.load.place += along * place;
        pair.load.spread += along * place.length_squared();
        pair.load.tangent += across;
    }
}

impl Touch {
    /// The relative value of a pair of velocity slots: that of the vertex less that of the edge under it.
    #[inline(always)]
    fn relative_motion(&self, particles: &Particles) -> Vec2 {
        let motion = |k: usize| self.share[k] * particles.velocity(self.at[k]);
        motion(0) + motion(1) + motion(2)
    }
}
