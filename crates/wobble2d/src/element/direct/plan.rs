//! Which bodies are solved as wholes, and what of the work is done once for all of them.

use super::factor::Matrix;
use super::ladder::{LEAST_COSINE, LEAST_COSINE_RINGING, MOST_ROUND, Rung, least_cosine, time_for, turn_of};
use super::material::{Entries, Form, Matter, Pair, Weights, touching};
use super::pattern::Pattern;
use super::step::{STAGE, Scheme};
use crate::blueprint::{Blueprint, Rest};
use crate::body::{Body, Particles, Tuning};
use glam::DVec2;
use std::sync::Arc;

/// A body that has more movable points is swept.
pub(crate) const MOST_POINTS: usize = 10_000;

/// Nor is one solved as a whole whose factor would have more blocks than this: 16 bytes each, or 32 where it is stiff.
pub(crate) const MOST_BLOCKS: usize = 400_000;

/// So many factors of one kind are kept; of more, those that were not asked for longest are made again when they are.
const MOST_KEPT: usize = 8;

/// Below this stiffness, in units of the mass of a point over the square of a substep of 1/480 s, a sweep holds a body as stiff as stated to a few per cent.
pub(crate) const WORTH_SOLVING: f64 = 0.02;

/// A substep of the default settings. `[s]`
const USUAL: f64 = 1.0 / 480.0;

/// Above this, in the same units but of the time constant at hand, a factor is kept in double precision.
const MOST_SINGLE: f64 = 1e5;

/// No body counts for stiffer than this, nor for more damped: it is as good as rigid, and beyond it the rounding of places would be felt.
const MOST_STIFF: f64 = 2e5;

/// Ropes and cloth of up to so many points are linearised in every substep, larger ones in every part of a step.
const MOST_EACH_SUBSTEP: usize = 600;

/// What bodies of one blueprint with the same masses and pins share.
#[derive(Debug)]
pub(crate) struct Kind {
    blueprint: Blueprint,
    /// Inverse mass and mass of every point. `[1/kg]`, `[kg]`
    masses: Vec<[f32; 2]>,
    /// `None` if it is swept.
    solved: Option<Solved>,
    used: bool,
}

#[derive(Debug)]
pub(super) struct Solved {
    pub pattern: Pattern,
    pub entries: Entries,
    /// Whether no point is immovable.
    pub free: bool,
    /// Whether it is always linearised anew.
    pub slender: bool,
    /// The greatest stiffness in units of mass over the square of a second.
    stiffest: f64,
    /// The greatest damping in units of mass over a second.
    most_damped: f64,
    factors: Vec<Kept>,
}

/// What a constant factor depends on besides its kind.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Key {
    rung: Rung,
    time: f64,
    stiffness: f64,
    damping: f64,
}

#[derive(Debug)]
struct Kept {
    key: Key,
    asked: u64,
    factor: Option<Arc<Stored>>,
}

/// A factor as it is kept.
#[derive(Debug)]
pub(super) enum Stored {
    Single { diagonal: Vec<[f32; 3]>, below: Vec<[f32; 4]> },
    Double(Matrix),
}

/// How a body goes through the substeps of a part of a step.
#[derive(Debug)]
pub(crate) struct Plan {
    kind: u32,
    way: Option<Way>,
    /// Of a large body that is linearised once.
    own: Option<Box<Matrix>>,
}

/// See [`Plan`].
#[derive(Clone, Debug)]
pub(super) struct Way {
    pub rung: Rung,
    /// The time constant of the matrix. `[s]`
    pub time: f64,
    pub scheme: Scheme,
    pub factor: Option<Arc<Stored>>,
}

/// A body that is solved as a whole, as its substep sees it.
#[derive(Clone, Copy)]
pub(crate) struct Direct<'a> {
    pub(super) solved: &'a Solved,
    pub(super) way: &'a Way,
    pub(super) own: Option<&'a Matrix>,
    /// Inverse mass and mass of every point. `[1/kg]`, `[kg]`
    pub masses: &'a [[f32; 2]],
}

/// All bodies that are solved as wholes.
#[derive(Debug, Default)]
pub(crate) struct Plans {
    kinds: Vec<Kind>,
    /// For each body, if it is solved as a whole.
    list: Vec<Option<Plan>>,
    asked: u64,
    needs: [usize; 2],
    places: Vec<Pair>,
    work: Matrix,
}

impl Plans {
    /// Finds out which bodies are to be solved as wholes; none if none is `wanted`.
    pub(crate) fn line_up(&mut self, bodies: &mut [Body], particles: &Particles, wanted: bool) {
        self.list.clear();
        self.needs = [0; 2];
        bodies.iter_mut().for_each(|body| body.solved = false);
        if !wanted {
            return self.kinds.clear();
        }
        self.kinds.iter_mut().for_each(|kind| kind.used = false);
        for body in bodies.iter_mut() {
            let may = body.frozen.is_none() && !body.held && may_be_solved(&body.blueprint.0);
            let kind = may.then(|| self.kind_of(body, &particles.masses[body.range()]));
            let solved = kind.filter(|&kind| self.kinds[kind].solved.is_some());
            body.solved = solved.is_some();
            self.list.push(solved.map(|kind| Plan { kind: kind as u32, way: None, own: None }));
        }
        self.drop_unused();
        for solved in self.kinds.iter().filter_map(|kind| kind.solved.as_ref()) {
            self.needs = [self.needs[0].max(solved.pattern.row.len()), self.needs[1].max(solved.pattern.below.len())];
        }
    }

    fn kind_of(&mut self, body: &Body, masses: &[[f32; 2]]) -> usize {
        let fingerprint = body.blueprint.0.fingerprint;
        let same = |kind: &Kind| kind.blueprint.0.fingerprint == fingerprint && kind.masses == masses;
        let place = self.kinds.iter().position(same).unwrap_or_else(|| {
            self.kinds.push(Kind {
                blueprint: body.blueprint.clone(),
                masses: masses.to_vec(),
                solved: Solved::new(&body.blueprint.0, masses),
                used: true,
            });
            self.kinds.len() - 1
        });
        self.kinds[place].used = true;
        place
    }

    fn drop_unused(&mut self) {
        let mut left = 0;
        let now: Vec<u32> = self.kinds.iter().map(|kind| (left, left += u32::from(kind.used)).0).collect();
        self.list.iter_mut().flatten().for_each(|plan| plan.kind = now[plan.kind as usize]);
        self.kinds.retain(|kind| kind.used);
    }

    /// Whether the body at a place is solved as a whole, if nothing forbids it just now.
    pub(crate) fn solves(&self, place: usize) -> bool {
        self.list.get(place).is_some_and(Option::is_some)
    }

    /// The most points of a body that is solved as a whole, and the most blocks of a matrix that is made anew.
    pub(crate) fn needs(&self) -> [usize; 2] {
        self.needs
    }

    /// What the substep of the body at a place needs; `None` if it is swept.
    pub(crate) fn of(&self, place: usize) -> Option<Direct<'_>> {
        let plan = self.list.get(place)?.as_ref()?;
        let kind = &self.kinds[plan.kind as usize];
        Some(Direct { solved: kind.solved.as_ref()?, way: plan.way.as_ref()?, own: plan.own.as_deref(), masses: &kind.masses })
    }

    /// Chooses how every body goes through the substeps of length `h` that come, and makes the factors it needs. `by_rows`: whether rows
    /// answer contacts. Where they do not, a body that leans on something is swept. `[s]`
    pub(crate) fn prepare(&mut self, bodies: &[Body], particles: &Particles, h: f32, by_rows: bool) {
        self.asked += 1;
        let Self { kinds, list, asked, places, work, .. } = self;
        for (plan, body) in list.iter_mut().zip(bodies) {
            let Some(plan) = plan else { continue };
            let Kind { blueprint, masses, solved: Some(solved), .. } = &mut kinds[plan.kind as usize] else { continue };
            let swept = body.rests() || body.loaded && !by_rows;
            plan.way = (!swept).then(|| {
                places.clear();
                places.extend(particles.state[body.range()].iter().map(|&[x, y, ..]| [x, y].map(f64::from)));
                solved.way(body, masses, places, f64::from(h))
            });
            let Some(way) = &mut plan.way else { continue };
            let weights = weights_of(body.tuning, way, solved);
            match way.rung {
                Rung::Constant | Rung::Round => {
                    way.factor = solved.factor(&blueprint.0, masses, weights, way.rung, *asked, work);
                    if way.factor.is_none() {
                        plan.way = None;
                    }
                }
                Rung::Linearised => {}
                Rung::LinearisedOnce => {
                    let own = plan.own.get_or_insert_default();
                    let matter = Matter { rest: body.rest(), masses, weights };
                    matter.assemble(&solved.pattern, &solved.entries, Form::At(places), own);
                    if !own.factor(&solved.pattern) {
                        plan.way = None;
                    }
                }
            }
        }
    }
}

/// What a matrix weighs stiffness with.
pub(super) fn weights_of(tuning: Tuning, way: &Way, solved: &Solved) -> Weights {
    let Tuning { size, stiffness, damping, .. } = tuning;
    let bounded = matches!(way.rung, Rung::Linearised | Rung::LinearisedOnce);
    let stiffness = f64::from(stiffness).min(MOST_STIFF / (solved.stiffest * way.time * way.time).max(1e-30));
    let damping = f64::from(damping).min(MOST_STIFF / (solved.most_damped * way.time).max(1e-30));
    Weights { size: f64::from(size), stiffness, damping, time: way.time, bounded: bounded && solved.slender }
}

/// Whether its elements are of the kinds that a whole is made of. Shapes as wholes are dense, and what holds gas or area by its skin alone is right to a few per cent when
/// it is swept.
fn may_be_solved(rest: &Rest) -> bool {
    let held = rest.springs.list.len() + rest.sticks.list.len() + rest.bends.list.len() + rest.triangles.list.len() > 0;
    held && rest.shape.is_none() && !rest.is_filled()
}

impl Solved {
    /// `None` if a body with these masses is swept.
    fn new(rest: &Rest, masses: &[[f32; 2]]) -> Option<Self> {
        let movable: Vec<bool> = masses.iter().map(|mass| mass[0] > 0.0).collect();
        let count = movable.iter().filter(|&&movable| movable).count();
        let weights = Weights { size: 1.0, stiffness: 1.0, damping: 1.0, time: 1.0, bounded: false };
        let matter = Matter { rest, masses, weights };
        let [stiffest, most_damped] = matter.greatest();
        let sticks = !rest.sticks.list.is_empty();
        if count == 0 || count > MOST_POINTS || !(sticks || stiffest * USUAL * USUAL >= WORTH_SOLVING) {
            return None;
        }
        let positions: Vec<DVec2> = rest.points.iter().map(|point| point.position.as_dvec2()).collect();
        let pattern = Pattern::new(&positions, &movable, touching(rest));
        if pattern.blocks() > MOST_BLOCKS {
            return None;
        }
        let ropes = rest.springs.list.iter().any(|link| link.rope);
        let slender = sticks || ropes || rest.outline.loops.is_empty();
        let entries = Entries::new(rest, &pattern);
        let free = count == masses.len();
        Some(Self { pattern, entries, free, slender, stiffest, most_damped, factors: Vec::new() })
    }

    fn way(&self, body: &Body, masses: &[[f32; 2]], places: &[Pair], h: f64) -> Way {
        let (scheme, stage, least) = match (self.slender, body.loaded) {
            (true, false) => (Scheme::Shake, 1.0, 1.0),
            (true, true) => (Scheme::Euler, 1.0, 1.0),
            (false, true) => (Scheme::Euler, 1.0, LEAST_COSINE),
            (false, false) => (Scheme::Trapezoid, STAGE, LEAST_COSINE_RINGING),
        };
        let time = if self.slender { h } else { stage * time_for(h) };
        let flowed = body.flesh.as_ref().is_some_and(|flesh| !flesh.triangles.is_empty() || !flesh.springs.is_empty());
        let rung = if self.slender || flowed {
            self.linearised()
        } else if least_cosine(body.rest(), turn_of(&body.blueprint.0, masses, places), places) >= least {
            Rung::Constant
        } else if self.stiffest * time * time * f64::from(body.tuning.stiffness) <= MOST_ROUND {
            Rung::Round
        } else {
            self.linearised()
        };
        Way { rung, time, scheme, factor: None }
    }

    fn linearised(&self) -> Rung {
        if !self.slender || self.pattern.rows() <= MOST_EACH_SUBSTEP { Rung::Linearised } else { Rung::LinearisedOnce }
    }

    /// The constant factor of these weights, made if there is none; `None` if its matrix is not positive definite.
    fn factor(
        &mut self,
        rest: &Rest,
        masses: &[[f32; 2]],
        weights: Weights,
        rung: Rung,
        asked: u64,
        work: &mut Matrix,
    ) -> Option<Arc<Stored>> {
        let Weights { stiffness, damping, time, .. } = weights;
        let key = Key { rung, time, stiffness, damping };
        if let Some(kept) = self.factors.iter_mut().find(|kept| kept.key == key) {
            kept.asked = asked;
            return kept.factor.clone();
        }
        let places: Vec<Pair> = rest.points.iter().map(|point| point.position.as_dvec2().to_array()).collect();
        let form = if rung == Rung::Constant { Form::At(&places) } else { Form::Round };
        Matter { rest, masses, weights: Weights { size: 1.0, ..weights } }.assemble(&self.pattern, &self.entries, form, work);
        let double = self.stiffest * time * time * stiffness > MOST_SINGLE;
        let factor = work.factor(&self.pattern).then(|| Arc::new(Stored::of(work, double)));
        if self.factors.len() >= MOST_KEPT {
            let oldest = self.factors.iter().enumerate().min_by_key(|(_, kept)| kept.asked).map_or(0, |(place, _)| place);
            self.factors.swap_remove(oldest);
        }
        self.factors.push(Kept { key, asked, factor: factor.clone() });
        factor
    }
}

impl Stored {
    fn of(matrix: &Matrix, double: bool) -> Self {
        if double {
            return Self::Double(matrix.clone());
        }
        let diagonal = matrix.diagonal.iter().map(|cell| cell.map(|number| number as f32)).collect();
        let below = matrix.below.iter().map(|cell| cell.map(|number| number as f32)).collect();
        Self::Single { diagonal, below }
    }
}
