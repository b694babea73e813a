//! Contact points: a row along the normal, and one for friction.

use super::elastic::Side;
use super::memory::KeptImpulse;
use super::row::{Limit, Row, Term};
use super::{RECOVERY, SLOP, Solver, Source};
use crate::contact::respond::EASE;
use crate::pace::Pace;
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
    list: [Term; 3],
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
    pub(super) fn add_contact_rows(&mut self, h: f64, pace: Pace) {
        for at in 0..self.points.len() {
            let point = self.points[at];
            self.first_rows.push(self.rows.len() as u32);
            self.add_contact_point(&point, h, pace);
        }
    }

    fn add_contact_point(&mut self, point: &ContactPoint, h: f64, pace: Pace) {
        let ContactPoint { normal, tangent, fixed, gap, radius, friction, belt, restitution, warm, .. } = *point;
        let along = self.velocity_along(normal.list()) + fixed[0];
        let slop = f64::from(SLOP) * radius;
        let overlap = (-gap - slop).clamp(0.0, 0.25 * radius);
        let push = RECOVERY * overlap / h;
        let most = f64::from(pace.speed(radius as f32));
        // What cannot be pushed as a whole parts by its motion, slowly: to push only what touches it would lift that for ever.
        let (push_target, parting) = match point.sides.iter().flatten().map(|side| self.elastic.is_free(side)).reduce(|a, b| a && b)
        {
            None => (push, 0.0),
            Some(true) => (push.min(f64::from(EASE) * most), 0.0),
            Some(false) => (0.0, push.min(PARTING * most)),
        };
        let target = parting - gap.max(0.0) / h - fixed[0];
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
