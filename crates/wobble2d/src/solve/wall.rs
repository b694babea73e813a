//! Rows of the walls of the box: half-planes that rigid bodies touch with their vertices and arcs.

use super::contact::{End, Ends};
use super::memory::{KeptImpulse, WALLS};
use super::point::{ContactPoint, Friction, Terms};
use super::rigid::{cross, turned};
use super::{SLOP, Solver, Source, Substep};
use crate::body::{Body, Particles};
use crate::contact::Bounds;
use glam::DVec2;

/// Farther away than this part of the radius beyond what the substep closes, a vertex is no contact point.
const MARGIN: f64 = 0.012;

impl Solver {
    /// Adds the contact points of all rigid bodies at the walls.
    pub(super) fn add_walls(&mut self, substep: &Substep<'_>, bounds: &Bounds) {
        for index in 0..self.rigid.len() {
            let own = self.rigid[index];
            let body = &substep.bodies.list[own.body as usize];
            let (low, high) = (bounds.min.as_dvec2() - own.origin, bounds.max.as_dvec2() - own.origin);
            let walls = [(DVec2::X, low.x), (-DVec2::X, -high.x), (DVec2::Y, low.y), (-DVec2::Y, -high.y)];
            let h = f64::from(substep.slots.h);
            let [vx, vy, spin] = self.mobiles[index].velocity;
            let radius = f64::from(body.contact_radius());
            // No point is farther from the mass centre than the farthest two are from each other.
            let reach = 2.0 * radius + h * (vx.abs() + vy.abs() + 2.0 * radius * spin.abs()) + MARGIN * radius;
            for (wall, (normal, place)) in (0..).zip(walls) {
                if own.centre.dot(normal) - place < reach {
                    self.add_wall(substep, bounds, index, body, (wall, normal, place));
                }
            }
        }
    }

    fn add_wall(
        &mut self,
        substep: &Substep<'_>,
        bounds: &Bounds,
        index: usize,
        body: &Body,
        (wall, normal, place): (u32, DVec2, f64),
    ) {
        let (own, h) = (self.rigid[index], f64::from(substep.slots.h));
        let radius = f64::from(body.contact_radius());
        let shape = &body.blueprint.0.contact;
        let count = if shape.edges.is_empty() { own.count } else { shape.edges.len() as u32 };
        for k in 0..count {
            let (point, arm) = match shape.edges.get(k as usize) {
                None => (k, turned(own.turn, own.arms(&self.arms)[k as usize])),
                Some(edge) => {
                    let corner = turned(own.turn, own.arms(&self.arms)[edge.a as usize]);
                    let arcs = [edge.before.and_then(|before| shape.edges[before as usize].arc), edge.arc];
                    let Some(arm) = own.support(corner, arcs, -normal) else { continue };
                    (edge.a, arm)
                }
            };
            let gap = (own.centre + arm).dot(normal) - place - f64::from(SLOP) * radius;
            let [vx, vy, spin] = self.mobiles[index].velocity;
            let along = (DVec2::new(vx, vy) + spin * arm.perp()).dot(normal);
            if gap + h * along > MARGIN * radius {
                continue;
            }
            let tangent = normal.perp();
            let terms = |n: DVec2| {
                let mut terms = Terms::default();
                terms.add(index as u32, [n.x, n.y, cross(arm, n)]);
                terms
            };
            let key = KeptImpulse { bodies: [own.body, WALLS], point: own.first + point, ordinal: wall, impulse: [0.0; 2] };
            let point = own.origin + own.centre + arm;
            self.points.push(ContactPoint {
                direction: normal,
                normal: terms(normal),
                tangent: terms(tangent),
                fixed: [0.0; 2],
                sides: [None; 2],
                gap,
                parting: None,
                radius,
                friction: Friction::Coulomb(f64::from(bounds.friction)),
                belt: 0.0,
                restitution: f64::from(bounds.restitution),
                warm: true,
                key,
                source: Source::Wall { body: own.body, wall, key, point, normal },
            });
        }
    }

    /// Adds the contact points of all elastic bodies at the walls.
    pub(super) fn add_walls_of_elastic(&mut self, substep: &Substep<'_>, bounds: &Bounds, particles: &Particles) {
        for place in 0..substep.bodies.list.len() as u32 {
            let body = &substep.bodies.list[place as usize];
            if !body.moves_elastically() {
                continue;
            }
            let origin = body.origin.as_dvec2();
            let (low, high) = (bounds.min.as_dvec2() - origin, bounds.max.as_dvec2() - origin);
            let walls = [(DVec2::X, low.x), (-DVec2::X, -high.x), (DVec2::Y, low.y), (-DVec2::Y, -high.y)];
            let shape = &body.blueprint.0.contact;
            let count = if shape.edges.is_empty() { body.range().len() } else { shape.vertices.len() };
            for k in 0..count {
                let point = if shape.edges.is_empty() { k as u32 } else { shape.vertices[k] };
                for (wall, (normal, at)) in (0..).zip(walls) {
                    self.add_wall_of_point(substep, bounds, particles, (place, body, point), (wall, normal, at));
                }
            }
        }
    }

    fn add_wall_of_point(
        &mut self,
        substep: &Substep<'_>,
        bounds: &Bounds,
        particles: &Particles,
        (place, body, point): (u32, &Body, u32),
        (wall, normal, wall_at): (u32, DVec2, f64),
    ) {
        let (index, h) = ((body.first + point) as usize, f64::from(substep.slots.h));
        let record @ [x, y, ..] = particles.state[index];
        let (at, radius) = (DVec2::new(f64::from(x), f64::from(y)), f64::from(body.contact_radius()));
        let gap = at.dot(normal) - wall_at - f64::from(SLOP) * radius;
        let near = gap + h * substep.slots.velocity(record).dot(normal) <= MARGIN * radius;
        if !near || particles.masses[index][0] == 0.0 {
            return;
        }
        let mut ends = Ends::new(normal);
        self.add_end(&mut ends, substep, particles, None, End { body: place, sign: 1.0, points: &[(index, 1.0)], at });
        let key = KeptImpulse { bodies: [place, WALLS], point: index as u32, ordinal: wall, impulse: [0.0; 2] };
        let source = Source::Wall { body: place, wall, key, point: body.origin.as_dvec2() + at, normal };
        self.points.push(ContactPoint {
            direction: normal,
            normal: ends.normal,
            tangent: ends.tangent,
            fixed: ends.fixed,
            sides: ends.sides,
            gap,
            parting: None,
            radius,
            friction: Friction::Coulomb(f64::from(bounds.friction)),
            belt: 0.0,
            restitution: 0.0,
            warm: true,
            key,
            source,
        });
    }
}
