//! Contact points: a row along the normal, and one for friction.

use super::elastic::Side;
use super::memory::KeptImpulse;
use super::row::{Limit, Row, Term};
use super::{RECOVERY, SLOP, Solver, Source, Substep};
use crate::contact::respond::EASE;
use glam::DVec2;

/// How fast what is held at some of its points parts from what it overlaps, at most, as a part of its [pace](crate::pace).
const PARTING: f64 = 0.05;

/// How a contact point rubs.
#[derive(Clone, Copy, Debug)]
pub(super) enum Friction {
    /// Coulomb's coefficient.
    Coulomb(f64),
    /// The part of the sliding velocity that a substep takes.
    Part(f64),
}

/// The terms of a contact point on mobiles that are known before it becomes rows: a body or a vertex, and a body or two ends of an edge.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Terms {
    count: usize,
    list: [Term; 4],
}

/// A contact point on its way to becoming rows.
#[derive(Clone, Copy, Debug)]
pub(super) struct ContactPoint {
    /// From what it touches to the body that it is a vertex of.
    pub direction: DVec2,
    pub normal: Terms,
    pub tangent: Terms,
    /// What immovable matter and the deformation of elastic bodies add to the velocity along both. `[m/s]`
    pub fixed: [f64; 2],
    /// The points of elastic bodies that take part.
    pub sides: [Option<Side>; 2],
    /// `[m]`
    pub gap: f64,
    /// The velocity that eases an overlap of soft matter, instead of a push. `[m/s]`
    pub parting: Option<f64>,
    /// The smaller radius. `[m]`
    pub radius: f64,
    pub friction: Friction,
    /// `[m/s]`
    pub belt: f64,
    pub restitution: f64,
    /// Whether impulses are kept from substep to substep: those on bodies that are solved as wholes, and on what is immovable.
    pub warm: bool,
    pub key: KeptImpulse,
    pub source: Source,
}

impl Terms {
    pub(super) fn add(&mut self, mobile: u32, jacobian: [f64; 3]) {
        self.list[self.count] = Term { mobile, jacobian };
        self.count += 1;
    }

    /// Moves a contact out from the first two terms, the ends of an edge, by an arm: what slides there turns the edge.
    pub(super) fn turn(&mut self, lever: DVec2) {
        for (term, sign) in self.list.iter_mut().zip([1.0, -1.0]) {
            term.jacobian[0] += sign * lever.x;
            term.jacobian[1] += sign * lever.y;
        }
    }

    pub(super) fn list(&self) -> &[Term] {
        &self.list[..self.count]
    }
}

impl ContactPoint {
    fn is_elastic(&self) -> bool {
        self.sides.iter().any(Option::is_some)
    }
}

impl Solver {
    /// Makes rows of all contact points.
    pub(super) fn add_contact_rows(&mut self, substep: &Substep<'_>) {
        for at in 0..self.points.len() {
            let point = self.points[at];
            self.first_rows.push(self.rows.len() as u32);
            self.add_contact_point(&point, substep);
        }
    }

    fn add_contact_point(&mut self, point: &ContactPoint, substep: &Substep<'_>) {
        let (h, share) = (f64::from(substep.slots.h), f64::from(substep.share));
        let ContactPoint { normal, tangent, fixed, gap, parting, radius, friction, belt, restitution, warm, .. } = *point;
        let along = self.velocity_along(normal.list()) + fixed[0];
        let slop = f64::from(SLOP) * radius;
        let overlap = (-gap - slop).clamp(0.0, 0.25 * radius);
        let push = RECOVERY * share * overlap / h;
        let pace = f64::from(substep.pace.speed(radius as f32));
        let eased = push.min(f64::from(EASE) * pace);
        // What cannot be pushed as a whole parts by its motion, slowly: to push only what touches it would lift that for ever.
        let free = point.sides.iter().flatten().map(|side| self.elastic.is_free(side)).reduce(|a, b| a && b);
        let (push_target, speed) = match (parting, free) {
            (Some(parting), _) => (0.0, parting),
            (None, None) if warm => (push, 0.0),
            (None, None | Some(true)) => (eased, 0.0),
            (None, Some(false)) => (0.0, push.min(PARTING * pace)),
        };
        let target = if parting.is_some() { speed } else { speed - gap.max(0.0) / h } - fixed[0];
        let before = self.velocity_along_before(normal.list()) + fixed[0];
        // What fields alone bring together in four substeps rests and does not rebound. What parts already keeps its share too, or it would gain where it is
        // pressed on by a blow elsewhere. What can be deformed rebounds by its elasticity.
        let rebounds = warm && restitution > 0.0 && !point.is_elastic() && before.abs() > 4.0 * (along - before).abs();
        let [impulse, across] = if warm { self.recall(&point.key).map(f64::from) } else { [0.0; 2] };
        self.recalled.push(impulse);
        let row = Row {
            terms: [0; 2],
            limit: Limit::Push,
            target,
            compliance: 0.0,
            impulse,
            push_target,
            push_impulse: 0.0,
            rebound: rebounds.then_some(-restitution * before - fixed[0]),
        };
        self.push_point_row(row, point, normal.list(), point.direction, point.source);
        let (limit, target) = match friction {
            Friction::Coulomb(coefficient) => (coefficient, -fixed[1] - belt),
            // A part of the sliding velocity is taken, whatever the load.
            Friction::Part(part) => {
                let slide = self.velocity_along(tangent.list());
                (1e3, slide + part * (-fixed[1] - belt - slide))
            }
        };
        let row = Row {
            terms: [0; 2],
            limit: Limit::Friction { coefficient: limit },
            target,
            compliance: 0.0,
            impulse: across,
            push_target: 0.0,
            push_impulse: 0.0,
            rebound: None,
        };
        self.push_point_row(row, point, tangent.list(), point.direction.perp(), Source::Friction);
    }

    /// Adds a row with the terms of a contact point along a direction.
    fn push_point_row(&mut self, mut row: Row, point: &ContactPoint, terms: &[Term], direction: DVec2, source: Source) {
        let start = self.terms.len();
        self.terms.extend_from_slice(terms);
        for side in point.sides.iter().flatten() {
            self.elastic.add_terms(side, direction, &mut self.terms);
        }
        row.terms = [start, self.terms.len()].map(|at| at as u32);
        self.rows.push(row);
        self.sources.push(source);
    }
}
