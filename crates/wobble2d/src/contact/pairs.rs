//! Pairs of bodies that may touch.

use super::itself;
use super::respond::Load;
use super::settings::{ContactSettings, FrictionLaw, RestitutionRule};
use crate::body::Body;
use core::ops::Range;

/// A vertex that may touch an edge before the next step.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Candidate {
    /// The vertex, counted over all bodies.
    pub point: u32,
    /// The edge of the other body, where the vertex last was.
    pub edge: u32,
    /// On which side of the edge the vertex belongs: 1 right, −1 left.
    pub side: f32,
    /// Whether the vertex belongs to the first body of the pair.
    pub of_first: bool,
    /// For how many looks in a row the vertex has been inside.
    pub inside: u32,
    /// Whether it touched during this step.
    pub touched: bool,
    /// Whether it was behind its edge, and has left the place there.
    pub over: bool,
}

/// When overlap of two bodies is parted at any price, and not gently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Haste {
    /// A strand has no inside that anything could be pressed into. Caught on both of its sides, things would fight the haste, and heat up.
    Never,
    /// In a blow, which would throw two outlines through each other.
    InBlows,
    /// With a lone particle, which nothing holds, and within one body, which would else be pressed through itself where it lies in a heap.
    Always,
}

impl Haste {
    fn of(a: &Body, b: &Body) -> Self {
        if a.is_loose() || b.is_loose() || a.id == b.id {
            Self::Always
        } else if [a, b].iter().all(|body| body.blueprint.0.contact.solid) {
            Self::InBlows
        } else {
            Self::Never
        }
    }

    /// Whether there is haste, in a blow or else.
    pub fn now(self, blow: bool) -> bool {
        self == Self::Always || blow && self == Self::InBlows
    }
}

/// Two bodies whose boxes are near each other, for as long as they are. What every step asks of them is in their [`Lease`](super::kept::Lease).
#[derive(Clone, Debug)]
#[repr(C, align(64))]
pub(crate) struct Pair {
    /// Their places in the list, the lower first.
    pub bodies: [u32; 2],
    pub candidates: Range<u32>,
    /// For how many candidates there is room in their place.
    pub capacity: u32,
    /// Whether they may touch in this step.
    pub live: bool,
    /// Whether they were looked at in this step, and found otherwise than before.
    pub fresh: bool,
    /// When they are answered, if they may touch: see [`Order`](super::order::Order).
    pub batch: u16,
    /// The gap at which their surfaces rest. `[m]`
    pub skin: f32,
    /// The size by which their speeds are measured. `[m]`
    pub radius: f32,
    /// When overlap is parted at any price.
    pub haste: Haste,
    /// Coulomb's coefficient, or the part of the sliding speed that a substep takes away.
    pub friction: f32,
    pub restitution: f32,
    /// How fast the surfaces run past each other by themselves, along a normal turned left: it comes out the same from either side. `[m/s]`
    pub belt: f32,
    /// Whether nothing is held from behind a solid edge.
    pub plain: bool,
    /// How many vertices are inside the other body without anyone knowing how they got there.
    pub lost: u32,
    /// Whether rows of the solver answer them, and whether neither can be deformed.
    pub in_rows: bool,
    pub stiff: bool,
    /// Whether one of them is scenery or rigid, and the outline of the other is soft and round in places.
    pub rounds: bool,
    /// What they exchanged during this step.
    pub load: Load,
}

impl Pair {
    /// Two bodies of which nothing is known yet.
    pub(super) fn new(bodies: [u32; 2]) -> Self {
        Self {
            bodies,
            candidates: 0..0,
            capacity: 0,
            live: false,
            fresh: false,
            batch: 0,
            skin: 0.0,
            radius: 0.0,
            haste: Haste::Never,
            friction: 0.0,
            restitution: 0.0,
            belt: 0.0,
            plain: true,
            lost: 0,
            in_rows: false,
            stiff: false,
            rounds: false,
            load: Load::default(),
        }
    }

    /// The same two, looked at anew: they may touch, and what they had is forgotten.
    pub(super) fn anew(&self, [a, b]: [&Body; 2]) -> Self {
        Self {
            candidates: self.candidates.clone(),
            capacity: self.capacity,
            in_rows: self.in_rows,
            stiff: self.stiff,
            live: true,
            fresh: true,
            batch: self.batch,
            skin: skin(a, b),
            radius: radius(a, b),
            haste: Haste::of(a, b),
            belt: a.surface.belt + b.surface.belt,
            rounds: self.rounds,
            ..Self::new(self.bodies)
        }
    }

    /// The same two, looked at anew, with the candidates that they had before: squads and surfaces need not know.
    pub(super) fn unchanged_from(self, before: &Self) -> Self {
        let &Self { friction, restitution, .. } = before;
        Self { fresh: false, friction, restitution, ..self }
    }

    /// Forgets all that is known of them, since they are apart.
    pub(super) fn forget(&mut self) {
        let (start, capacity) = (self.candidates.start, self.capacity);
        *self = Self { candidates: start..start, capacity, ..Self::new(self.bodies) };
    }

    /// Whether it needs nothing but what squads can do.
    pub(super) fn marches(&self) -> bool {
        self.plain && !self.in_rows && !self.rounds && self.bodies[0] != self.bodies[1]
    }

    /// Begins a step: nothing has touched yet. `candidates` are those of all pairs.
    pub(super) fn begin(&mut self, candidates: &mut [Candidate]) {
        self.load = Load::default();
        candidates[self.own()].iter_mut().for_each(|candidate| candidate.touched = false);
    }

    /// Where its candidates are.
    #[inline(always)]
    pub(crate) fn own(&self) -> Range<usize> {
        self.candidates.start as usize..self.candidates.end as usize
    }
}

impl Pair {
    /// How the surfaces of both bodies rub and rebound.
    pub(super) fn mix_surfaces(&mut self, bodies: &[Body], settings: &ContactSettings) {
        let [first, second] = self.bodies.map(|body| &bodies[body as usize]);
        let (a, b) = (first.surface, second.surface);
        self.friction = match settings.friction {
            FrictionLaw::Coulomb => (a.friction * b.friction).sqrt(),
            FrictionLaw::Product => (a.friction * b.friction).min(1.0),
        };
        self.restitution = match settings.restitution {
            RestitutionRule::Product => a.restitution * b.restitution,
            RestitutionRule::Largest => a.restitution.max(b.restitution),
        };
    }
}

/// With more lost vertices than this, two bodies are taken for tangled: no edge can tell which way is out.
pub(super) const MOST_LOST: u32 = 2;

impl Pair {
    /// Whether the bodies lie in each other, as when one is put where another is.
    pub(crate) fn is_tangled(&self) -> bool {
        self.lost > MOST_LOST
    }

    /// Whether vertices are inside the other body, and of all of them it is known how they got there. `candidates` are those of all pairs.
    pub(super) fn holds(&self, candidates: &[Candidate]) -> bool {
        self.lost == 0 && candidates[self.own()].iter().any(|candidate| candidate.inside > 0)
    }
}

/// The size by which the speeds of two bodies are measured: the smaller one, but a lone particle has no size of its own. `[m]`
fn radius(a: &Body, b: &Body) -> f32 {
    match [a.is_loose(), b.is_loose()] {
        [true, false] => b.contact_radius(),
        [false, true] => a.contact_radius(),
        _ => a.contact_radius().min(b.contact_radius()),
    }
}

/// The gap at which two surfaces come to rest, as a part of the smaller radius. One sweep leaves errors of up to a millimetre on a blob of
/// a metre; with this skin no vertex ends up inside.
pub(crate) const SKIN: f32 = 0.006;

/// The gap at which the surfaces of two bodies rest. `[m]`
pub(super) fn skin(a: &Body, b: &Body) -> f32 {
    let skin = SKIN * a.contact_radius().min(b.contact_radius());
    if a.id == b.id { skin.min(itself::SKIN * a.blueprint.0.contact.shortest_edge * a.tuning.size) } else { skin }
}

/// How far the arcs of a soft body stand out towards scenery or a rigid body. `[m]`
pub(super) fn rounding(a: &Body, b: &Body) -> f32 {
    let soft = |body: &Body| if body.free && !body.is_rigid() { body.blueprint.0.contact.bulge * body.tuning.size } else { 0.0 };
    let firm = |body: &Body| body.held || body.is_rigid();
    match [firm(a), firm(b)] {
        [true, false] => soft(b),
        [false, true] => soft(a),
        _ => 0.0,
    }
}
