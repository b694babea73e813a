//! What happens where two bodies touch.
//!
//! Every detector ends in a [`Touch`], and every method family has one function that answers one touch: [`position`] for XPBD, [`impulse`] and
//! [`penalty`] for the force methods.

mod impulse;
mod penalty;
mod position;
mod sixteen;

pub(crate) use sixteen::Field;

use crate::body::Body;
use crate::contact::feature::{Footing, behind, footing as footing_at, way_in};
use crate::contact::itself;
use crate::contact::pairs::{Candidate, Pair};
use crate::contact::settings::{ContactSettings, FrictionLaw, Response};
use crate::lanes::Records;
use crate::math::cross;
use crate::pace::Pace;
use glam::Vec2;

/// How fast bodies that already overlap are parted, at most, as a part of their [pace](crate::pace).
pub(crate) const EASE: f32 = 1.35;

/// What a response needs to know of the substep.
#[derive(Clone, Copy)]
pub(crate) struct Setting {
    pub h: f32,
    /// What speeds are measured by.
    pub pace: Pace,
    /// How fast what had the step divided may meet; nothing in a step as a whole. `[m/s]`
    pub violence: f32,
    /// What moves faster against each other has exploded, and is not allowed to take others with it. `[m/s]`
    pub speed_limit: f32,
    /// What a metre in this substep adds to the velocity slot; `None` for XPBD, where that slot is still to be added to the positions.
    pub per_metre: Option<f32>,
    pub contact: ContactSettings,
}

impl Setting {
    /// That of a look at what touches, which answers nothing.
    pub(crate) fn looking(h: f32, contact: ContactSettings) -> Self {
        Self { h, pace: Pace::default(), violence: 0.0, speed_limit: 0.0, per_metre: None, contact }
    }

    /// Whether a relative displacement in one substep is nothing that only an explosion makes. False for what is not a number.
    fn is_sound(&self, displacement: Vec2) -> bool {
        displacement.length_squared() <= square(self.speed_limit * self.h)
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

impl Load {
    /// Adds a push along a normal, and one along the normal turned left, at a place in the world. `[kg m]`
    #[inline(always)]
    pub(crate) fn add(&mut self, along: f32, across: f32, normal: Vec2, place: Vec2) {
        if self.total == 0.0 {
            self.from = place;
        }
        let place = place - self.from;
        self.total += along;
        self.normal += along * normal;
        self.place += along * place;
        self.spread += along * place.length_squared();
        self.tangent += across;
    }
}

/// A touch, ready to be answered: three state, their shares, and how they stand to each other.
pub(crate) struct Touch {
    /// Vertex, beginning and end of the edge, counted over all bodies. For an arc over an edge the beginning and the end of both.
    pub at: [usize; 4],
    /// How much of a push each gets: 1, −(1−t), −t and nothing; for an arc 1−u, −(1−t), −t, u.
    pub share: [f32; 4],
    /// How much faster the arc slides than the edge under it, for the motion of the end of the edge against its beginning: it stands out, and turns with the edge.
    pub lever: Vec2,
    /// `Σ w share²`: how readily they part.
    pub give: f32,
    /// From the edge to the side the vertex belongs on.
    pub normal: Vec2,
    /// How far the vertex is from where it may rest; negative. `[m]`
    pub gap: f32,
    /// Whether the vertex belongs to the first body of the pair.
    pub of_first: bool,
    /// Whether it is known how the vertex came in. If not, the way out may be the wrong one, and must not give it speed.
    pub known: bool,
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
    pub setting: Setting,
}

impl Ground<'_> {
    /// Answers all candidates of a pair that touch.
    pub(crate) fn answer_pair(&self, pair: &mut Pair, candidates: &mut [Candidate], state: &mut (impl Records + ?Sized)) {
        if pair.in_rows {
            return;
        }
        match self.setting.per_metre {
            // The displacement is still to be added.
            None => self.each(pair, candidates, state, Way { start: 0.0, end: 1.0 }),
            // The substep has already moved the particles.
            Some(per_metre) => self.each(pair, candidates, state, Way { start: -1.0 / per_metre, end: 0.0 }),
        }
    }

    #[inline(always)]
    fn each(&self, pair: &mut Pair, candidates: &mut [Candidate], state: &mut (impl Records + ?Sized), way: Way) {
        for k in 0..candidates.len() {
            self.answer_candidate(pair, candidates, k, state, way);
        }
    }

    /// Answers the `k`th candidate of a pair if it touches, and the next one with it in a notch.
    #[inline(always)]
    fn answer_candidate(
        &self,
        pair: &mut Pair,
        candidates: &mut [Candidate],
        k: usize,
        state: &mut (impl Records + ?Sized),
        way: Way,
    ) {
        if let Some(touch) = self.meet(pair, &mut candidates[k], state, way) {
            self.answer_met(pair, candidates, k, &touch, state, way);
        }
    }

    /// Answers the `k`th candidate of a pair, which touches.
    #[inline(always)]
    fn answer_met(
        &self,
        pair: &mut Pair,
        candidates: &mut [Candidate],
        k: usize,
        touch: &Touch,
        state: &mut (impl Records + ?Sized),
        way: Way,
    ) {
        if let Some([here, next]) = candidates.get_mut(k..k + 2).and_then(|two| <&mut [Candidate; 2]>::try_from(two).ok())
            && self.setting.per_metre.is_none()
            && here.point == next.point
            && !touch.is_of_arc()
            && let Some(other) = self.meet(pair, next, state, way)
            && !other.is_of_arc()
            && self.open_notch(pair, [touch, &other], state)
        {
            (here.touched, next.touched) = (true, true);
            return;
        }
        candidates[k].touched |= self.answer(pair, touch, state);
    }

    /// Answers one touch in the way of the method. False if only an explosion brings such a touch about.
    #[inline(always)]
    pub(crate) fn answer(&self, pair: &mut Pair, touch: &Touch, state: &mut (impl Records + ?Sized)) -> bool {
        let motion = touch.relative_motion(state);
        if !self.setting.is_sound(motion / self.setting.per_metre.unwrap_or(1.0)) {
            return false;
        }
        match (self.setting.per_metre, self.setting.contact.response) {
            (None, _) => self.project(pair, touch, motion, state),
            (Some(per_metre), Response::Impulse) => self.collide(pair, touch, motion, state, per_metre),
            (Some(per_metre), Response::Penalty { stiffness, viscosity }) => {
                let spring = penalty::Spring { stiffness, viscosity };
                self.press(pair, touch, motion, state, spring, per_metre);
            }
        }
        true
    }

    /// Where a candidate touches now, if it does.
    #[inline(always)]
    fn meet(&self, pair: &Pair, candidate: &mut Candidate, state: &(impl Records + ?Sized), way: Way) -> Option<Touch> {
        if candidate.over {
            return None;
        }
        let touch = self.touch(pair, candidate, state, way);
        candidate.over = touch.is_none();
        touch.filter(|touch| touch.gap < 0.0 && touch.give > 0.0)
    }

    /// Whether a candidate may touch within a time, going on as it does now. The velocity slot holds velocities.
    pub(crate) fn may_touch(&self, pair: &Pair, candidate: &Candidate, state: &(impl Records + ?Sized), time: f32) -> bool {
        let touch = self.touch(pair, &mut candidate.clone(), state, Way { start: 0.0, end: 0.0 });
        touch.is_some_and(|touch| touch.gap <= time * touch.relative_motion(state).length())
    }

    /// Finds where a candidate stands now, and lets it walk there; nothing for one that was behind its edge and has left the place there.
    #[inline(always)]
    pub(crate) fn touch(&self, pair: &Pair, candidate: &mut Candidate, state: &(impl Records + ?Sized), way: Way) -> Option<Touch> {
        let [first, second] = pair.bodies.map(|body| &self.bodies[body as usize]);
        let (vertex, target) = if candidate.of_first { (first, second) } else { (second, first) };
        let place = |i: usize, times: f32| {
            let [x, y, ux, uy] = state.record(i);
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
            return Some(self.touch_at(&footing, candidate, target, pair.skin));
        }
        let footing = if candidate.side < 0.0 && shape.edges[candidate.edge as usize].solid {
            behind(shape, candidate.edge, [p0, p], before, now)?
        } else {
            let here = footing_at(shape, candidate.edge, candidate.side, p, now);
            let came_by = if here.distance < 0.0 { way_in(shape, &here, candidate.side, [p0, p], before, now) } else { None };
            came_by.map_or(here, |edge| footing_at(shape, edge, candidate.side, p, now))
        };
        candidate.edge = footing.edge;
        let touch = self.touch_at(&footing, candidate, target, pair.skin);
        let inner = candidate.side > 0.0 && footing.t > 0.0 && footing.t < 1.0;
        // Where the step had to be divided, shapes are far from those that bend evenly.
        Some(if pair.rounds && !pair.in_rows && inner && self.setting.violence == 0.0 {
            self.rounded(touch, vertex, target, &footing, |i| place(i, way.end))
        } else {
            touch
        })
    }

    /// The same touch with the outline of the soft body rounded: every edge that stands for an arc carries a parabola as high (eq. 90).
    ///
    /// ```text
    ///        a ●────────────● b       Over flat scenery the arc from a to b touches at its lowest place, if that is between
    ///          ╲___    ____╱          its ends, in the shares 1−u and u; else the vertices do. A vertex of scenery touches
    ///    ──────────────────────       the parabola over the edge.
    /// ```
    fn rounded(&self, touch: Touch, vertex: &Body, target: &Body, footing: &Footing, place: impl Fn(usize) -> Vec2) -> Touch {
        if vertex.held {
            let edge = &target.blueprint.0.contact.edges[footing.edge as usize];
            let Some(arc) = edge.arc.filter(|_| edge.solid) else { return touch };
            let way = place(touch.at[2]) - place(touch.at[1]);
            let height = 4.0 * arc.bulge * footing.t * (1.0 - footing.t) * way.length();
            // The gradient of the gap over the parabola.
            let gradient = footing.normal - 4.0 * arc.bulge * (1.0 - 2.0 * footing.t) * way.normalize_or_zero();
            let slope = gradient.length();
            return Touch { normal: gradient / slope, gap: (touch.gap - height) / slope, ..touch };
        }
        let Some(edge) = vertex.blueprint.0.contact.edge_from(touch.at[0] as u32 - vertex.first) else { return touch };
        let Some(arc) = edge.arc else { return touch };
        let end = (vertex.first + edge.b) as usize;
        let way = place(end) - place(touch.at[0]);
        // Four times the height of the parabola, seen along the normal of the scenery.
        let high = 4.0 * arc.bulge * cross(way, footing.normal);
        let rise = way.dot(footing.normal);
        if !(high > 0.0 && rise.abs() < high) {
            return touch;
        }
        let u = 0.5 - 0.5 * rise / high;
        let share = [1.0 - u, touch.share[1], touch.share[2], u];
        let at = [touch.at[0], touch.at[1], touch.at[2], end];
        let give = (0..4).map(|k| self.weights[at[k]] * share[k] * share[k]).sum();
        let height = high * u * (1.0 - u);
        let lever = height / way.length_squared() * way.perp();
        Touch { at, share, lever, give, gap: touch.gap + u * rise - height, ..touch }
    }

    /// The touch of a candidate with that footing.
    #[inline(always)]
    fn touch_at(&self, footing: &Footing, candidate: &Candidate, target: &Body, skin: f32) -> Touch {
        let (base, edge) = (target.first as usize, &target.blueprint.0.contact.edges[footing.edge as usize]);
        let at = [candidate.point as usize, base + edge.a as usize, base + edge.b as usize];
        let mut touch = Touch::new(self.weights, at, footing.t, footing.normal, footing.distance - skin);
        (touch.of_first, touch.known) = (candidate.of_first, true);
        touch
    }

    /// Where a candidate stands at one moment, for rows: nothing for one that has left the place behind its edge.
    pub(crate) fn stand(&self, pair: &Pair, candidate: &mut Candidate, state: &(impl Records + ?Sized), at: f32) -> Option<Touch> {
        if candidate.over {
            return None;
        }
        let touch = self.touch(pair, candidate, state, Way { start: at, end: at });
        candidate.over = touch.is_none();
        touch
    }

    /// How much of a sliding motion is taken back by a push, both as a change of the same unit.
    #[inline(always)]
    fn friction(&self, pair: &Pair, slide: f32, push: f32) -> f32 {
        match self.setting.contact.friction {
            FrictionLaw::Coulomb => {
                let most = pair.friction * push;
                slide.clamp(-most, most)
            }
            FrictionLaw::Product if push > 0.0 => pair.friction * slide,
            FrictionLaw::Product => 0.0,
        }
    }

    /// Adds a touch to what the pair exchanged in this step. `push` is the change of the relative displacement along the normal, and along
    /// the normal turned left. `[m]`
    #[inline(always)]
    fn account(&self, pair: &mut Pair, touch: &Touch, state: &(impl Records + ?Sized), push: [f32; 2]) {
        let toward_first = if touch.of_first { 1.0 } else { -1.0 };
        let per_give = 1.0 / touch.give;
        let [along, across] = push.map(|push| push * per_give);
        let vertex = &self.bodies[pair.bodies[usize::from(!touch.of_first)] as usize];
        let place = |k: usize| {
            let [x, y, ..] = state.record(touch.at[k]);
            Vec2::new(x, y)
        };
        let place = if touch.is_of_arc() { touch.share[0] * place(0) + touch.share[3] * place(3) } else { place(0) };
        pair.load.add(along, across, toward_first * touch.normal, place + vertex.origin);
    }
}

/// A number times itself.
pub(super) fn square(number: f32) -> f32 {
    number * number
}

impl Touch {
    #[inline(always)]
    pub(crate) fn new(weights: &[f32], at: [usize; 3], t: f32, normal: Vec2, gap: f32) -> Self {
        let share = [1.0, t - 1.0, -t, 0.0];
        let give = (0..3).map(|k| weights[at[k]] * share[k] * share[k]).sum();
        let at = [at[0], at[1], at[2], at[0]];
        Self { at, share, lever: Vec2::ZERO, give, normal, gap, of_first: true, known: false }
    }

    /// Whether it is an arc that touches, and not a vertex.
    #[inline(always)]
    pub(super) fn is_of_arc(&self) -> bool {
        self.share[3] != 0.0
    }

    /// How many particles take part.
    #[inline(always)]
    pub(super) fn count(&self) -> usize {
        if self.is_of_arc() { 4 } else { 3 }
    }

    /// How fast the vertex or the arc slides along the normal turned left. `motion` is the relative motion.
    #[inline(always)]
    pub(super) fn slide(&self, motion: Vec2, state: &(impl Records + ?Sized)) -> f32 {
        let slide = motion.dot(self.normal.perp());
        if !self.is_of_arc() {
            return slide;
        }
        let [begin, end] = [0, 3].map(|k: usize| {
            let [_, _, x, y] = state.record(self.at[k]);
            Vec2::new(x, y)
        });
        slide - self.lever.dot(end - begin)
    }

    /// The relative value of a pair of velocity slots: that of the vertex less that of the edge under it.
    #[inline(always)]
    fn relative_motion(&self, state: &(impl Records + ?Sized)) -> Vec2 {
        let motion = |k: usize| {
            let [_, _, vx, vy] = state.record(self.at[k]);
            self.share[k] * Vec2::new(vx, vy)
        };
        let vertex = motion(0) + motion(1) + motion(2);
        if self.is_of_arc() { vertex + motion(3) } else { vertex }
    }
}
