//! What happens where two bodies touch.

mod impulse;
mod position;

pub(crate) use impulse::collide;
pub(crate) use position::project;

use crate::body::{Body, Particles};
use crate::contact::feature::{self, Footing, footing, way_in};
use crate::contact::itself;
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
    /// `Σ λ p`, with the place of touch `p` in the world. `[kg m²]`
    pub place: Vec2,
    /// `Σ λ_t`, signed along the normal turned left. `[kg m]`
    pub tangent: f32,
}

impl Load {
    /// Adds a push along a normal, and one along the normal turned left. `[kg m]`
    pub(crate) fn add(&mut self, along: f32, across: f32, normal: Vec2, place: Vec2) {
        self.total += along;
        self.normal += along * normal;
        self.place += along * place;
        self.tangent += across;
    }

    /// The same as an impulse: what was moved within a time. `[kg m/s]`
    pub(crate) fn over(&self, time: f32) -> Self {
        let Self { total, normal, place, tangent } = *self;
        Self { total: total / time, normal: normal / time, place: place / time, tangent: tangent / time }
    }

    /// Adds another load.
    pub(crate) fn join(&mut self, other: &Self) {
        self.total += other.total;
        self.normal += other.normal;
        self.place += other.place;
        self.tangent += other.tangent;
    }

    /// Where the pair touches, the direction of the load from the second body to the first, and its size. `[m]`, `[kg m]`
    pub(crate) fn manifold(&self) -> Option<(Vec2, Vec2, f32)> {
        let size = self.normal.length();
        (size > 0.0 && self.total > 0.0).then(|| (self.place / self.total, self.normal / size, size))
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
        let touch = self.touch(pair, candidate, particles, way);
        candidate.edge = touch.footing.edge;
        let gap = touch.footing.distance - pair.skin;
        (gap < 0.0 && touch.give > 0.0).then(|| {
            let motion = touch.relative_motion(particles);
            (touch, gap, motion)
        })
    }

    /// Whether a candidate may touch within a time, going on as it does now. The velocity slot holds velocities.
    pub(crate) fn may_touch(&self, pair: &Pair, candidate: &Candidate, particles: &Particles, time: f32) -> bool {
        let touch = self.touch(pair, &mut candidate.clone(), particles, Way { start: 0.0, end: 0.0 });
        touch.footing.distance - pair.skin <= time * touch.relative_motion(particles).length()
    }

    /// Finds where a candidate stands now.
    #[inline(always)]
    fn touch(&self, pair: &Pair, candidate: &mut Candidate, particles: &Particles, way: Way) -> Touch {
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
        if pair.bodies[0] == pair.bodies[1] {
            let (footing, side) = itself::footing(shape, candidate.edge, candidate.side, [p0, p], before, now);
            candidate.side = side;
            return self.touch_at(footing, candidate, target);
        }
        let mut footing = footing(shape, candidate.edge, candidate.side, p, now);
        if footing.distance < 0.0 {
            if let Some(edge) = way_in(shape, &footing, candidate.side, [p0, p], before, now) {
                footing = feature::footing(shape, edge, candidate.side, p, now);
            }
        }
        self.touch_at(footing, candidate, target)
    }

    /// The touch of a candidate with that footing.
    #[inline(always)]
    fn touch_at(&self, footing: Footing, candidate: &Candidate, target: &Body) -> Touch {
        let (base, edge) = (target.first as usize, &target.blueprint.0.contact.edges[footing.edge as usize]);
        let at = [candidate.point as usize, base + edge.a as usize, base + edge.b as usize];
        let share = [1.0, footing.t - 1.0, -footing.t];
        let give = (0..3).map(|k| self.weights[at[k]] * share[k] * share[k]).sum();
        Touch { at, share, give, footing }
    }
}

impl Ground<'_> {
    /// Adds a touch to what the pair exchanged in this step. `push` is the change of the relative displacement along the normal, and along
    /// the normal turned left. `[m]`
    fn account(&self, pair: &mut Pair, candidate: &Candidate, touch: &Touch, particles: &Particles, push: [f32; 2]) {
        let toward_first = if candidate.of_first { 1.0 } else { -1.0 };
        let [along, across] = push.map(|push| push / touch.give);
        let vertex = &self.bodies[pair.bodies[usize::from(!candidate.of_first)] as usize];
        pair.load.add(along, across, toward_first * touch.footing.normal, particles.position(touch.at[0]) + vertex.origin);
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
