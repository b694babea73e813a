//! Contact points of pairs with a rigid body: where candidates stand becomes rows.
//!
//! ```text
//!    vertex over an edge      gap along the edge's normal
//!    arc over an edge         the circle's lowest point: it rolls instead of tipping from corner to corner
//!    vertex or arc at an arc  the line to the centre
//!    vertex past a corner     the normal of the edge that separates more: a direction between two corners would tilt with a hair's breadth
//! ```

use super::memory::KeptImpulse;
use super::rigid::{Rigid, cross};
use super::row::{NONE, TERMS, Term};
use super::{ContactPoint, Friction, Solver, Source, Substep};
use crate::body::{Body, Particles};
use crate::contact::respond::{Ground, Setting, Touch};
use crate::contact::{Arc, Candidate, Contacts, FrictionLaw, Pair};
use glam::DVec2;

/// Farther apart than this part of the radius beyond what the substep closes, a vertex and an edge are no contact.
const MARGIN: f64 = 0.012;

/// A contact between outlines, in the local frame of the target.
struct Geometry {
    /// `[m]`
    point: DVec2,
    /// From the target to the vertex.
    normal: DVec2,
    /// From the surfaces with their skin. `[m]`
    gap: f64,
}

/// The arc of a soft body that touches: the other end of its edge, where between the ends, and how much faster it slides than the edge for the motion of
/// the beginning against the end.
#[derive(Clone, Copy)]
struct SoftArc {
    end: usize,
    u: f64,
    lever: DVec2,
}

/// A candidate that is looked at.
#[derive(Clone, Copy)]
struct Look<'a> {
    pair: &'a Pair,
    vertex: &'a Body,
    target: &'a Body,
    touch: &'a Touch,
    edge: u32,
    of_first: bool,
}

impl Solver {
    /// Adds the contact points of all pairs that rows answer.
    pub(super) fn add_contacts(&mut self, substep: &Substep<'_>, contacts: &mut Contacts, particles: &Particles) {
        let setting = Setting::looking(substep.slots.h, contacts.settings());
        for k in 0..contacts.in_rows.len() {
            let place = contacts.in_rows[k];
            let (pair, candidates, weights) = contacts.row_pair(place);
            let ground = Ground { bodies: &substep.bodies.list, weights, setting };
            let (mut last, mut ordinal) = (u32::MAX, 0);
            for (at, candidate) in (pair.candidates.start..).zip(candidates) {
                let point = candidate.point;
                let Some(touch) = ground.stand(pair, candidate, &*particles.state, substep.slots.to_start()) else { continue };
                ordinal = if point == last { ordinal + 1 } else { 0 };
                last = point;
                let key = KeptImpulse { bodies: pair.bodies, point, ordinal, impulse: [0.0; 2] };
                self.add_candidate(substep, &ground, particles, pair, candidate, &touch, (place, at, key));
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "all that a candidate is")]
    fn add_candidate(
        &mut self,
        substep: &Substep<'_>,
        ground: &Ground<'_>,
        particles: &Particles,
        pair: &Pair,
        candidate: &Candidate,
        touch: &Touch,
        (place, at, key): (u32, u32, KeptImpulse),
    ) {
        let bodies = pair.bodies.map(|body| &substep.bodies.list[body as usize]);
        let [vertex, target] = if candidate.of_first { bodies } else { [bodies[1], bodies[0]] };
        let [of_vertex, of_target] = if candidate.of_first { pair.bodies } else { [pair.bodies[1], pair.bodies[0]] };
        let look = Look { pair, vertex, target, touch, edge: candidate.edge, of_first: candidate.of_first };
        let start = substep.slots.to_start();
        let Some(mut geometry) = self.geometry(look, [of_vertex, of_target], particles, start) else { return };
        let soft_arc = self.round(look, [of_vertex, of_target], particles, start, &mut geometry);
        let Geometry { point, normal, gap } = geometry;
        let between = (target.origin - vertex.origin).as_dvec2();
        let tangent = normal.perp();
        let (mut rows, mut fixed, mut soft) = ([[Term::default(); TERMS]; 2], [0.0; 2], false);
        let mut count = 0;
        let mut add = |mobile: u32, sign: f64, arm: Option<DVec2>, velocity: DVec2| {
            for (row, (fixed, direction)) in rows.iter_mut().zip(fixed.iter_mut().zip([normal, tangent])) {
                if mobile == NONE {
                    *fixed += sign * velocity.dot(direction);
                } else {
                    let along = sign * direction;
                    row[count] = Term { mobile, jacobian: [along.x, along.y, arm.map_or(0.0, |arm| cross(arm, along))] };
                }
            }
            count += usize::from(mobile != NONE);
        };
        let rigid = self.rigid_at(of_vertex).map(|(index, rigid)| (index, point + between - rigid.centre));
        if let Some((index, arm)) = rigid {
            add(index, 1.0, Some(arm), DVec2::ZERO);
        } else {
            let (end, u) = soft_arc.map_or((touch.at[0], 0.0), |arc| (arc.end, arc.u));
            for (at, share) in [(touch.at[0], 1.0 - u), (end, u)].into_iter().filter(|&(_, share)| share > 0.0) {
                let record = particles.state[at];
                let mobile = self.mobile_of_particle(at, ground.weights[at], record, substep.slots);
                soft |= mobile != NONE;
                add(mobile, share, None, substep.slots.velocity(record));
            }
        }
        let rigid = self.rigid_at(of_target).map(|(index, rigid)| (index, point - rigid.centre));
        if let Some((index, arm)) = rigid {
            add(index, -1.0, Some(arm), DVec2::ZERO);
        } else {
            for k in 1..3 {
                let record = particles.state[touch.at[k]];
                let mobile = self.mobile_of_particle(touch.at[k], ground.weights[touch.at[k]], record, substep.slots);
                soft |= mobile != NONE;
                add(mobile, f64::from(touch.share[k]), None, substep.slots.velocity(record));
            }
        }
        let _ = add;
        if let Some(arc) = soft_arc.filter(|_| soft) {
            // The arc stands out over the edge, and turns with it.
            for (term, sign) in rows[1].iter_mut().zip([1.0, -1.0]) {
                term.jacobian[0] += sign * arc.lever.x;
                term.jacobian[1] += sign * arc.lever.y;
            }
        }
        let toward_first = if candidate.of_first { 1.0 } else { -1.0 };
        let h = f64::from(substep.slots.h);
        let velocity = |terms: &[Term; TERMS], fixed: f64| {
            super::velocity_along(terms, |mobile| self.mobiles[mobile as usize].velocity) + fixed
        };
        let (along, across) = (velocity(&rows[0], fixed[0]), velocity(&rows[1], fixed[1]));
        let radius = f64::from(pair.radius.min(pair.skin / crate::contact::SKIN));
        let nearest = gap + h * along.min(0.0);
        let fast = along * along + across * across > f64::from(substep.speed_limit) * f64::from(substep.speed_limit);
        if !(nearest <= MARGIN * radius + 0.5 * h * across.abs()) || fast {
            return;
        }
        let friction = f64::from(pair.friction);
        let friction = match ground.setting.contact.friction {
            FrictionLaw::Coulomb => Friction::Coulomb(friction),
            FrictionLaw::Product => Friction::Part(friction),
        };
        let (source_point, source_normal) = (target.origin.as_dvec2() + point, toward_first * normal);
        let source = Source::Contact { pair: place, candidate: at, key, warm: !soft, point: source_point, normal: source_normal };
        let contact = ContactPoint {
            normal: rows[0],
            tangent: rows[1],
            fixed,
            gap,
            radius,
            friction,
            belt: f64::from(pair.belt),
            restitution: f64::from(pair.restitution),
            warm: !soft,
            key,
            source,
        };
        self.add_contact_point(&contact, h);
    }

    /// Rounds the outline of a soft body against a rigid one (eq. 90). Returns the arc that touches instead of the vertex, if one does.
    fn round(&self, look: Look<'_>, of: [u32; 2], particles: &Particles, start: f32, geometry: &mut Geometry) -> Option<SoftArc> {
        let Look { pair, vertex, target, touch, edge, .. } = look;
        let foot = f64::from(-touch.share[2]);
        if !pair.rounds || !(foot > 0.0 && foot < 1.0) {
            return None;
        }
        let place = |i: usize| {
            let [x, y, ux, uy] = particles.state[i];
            DVec2::new(f64::from(x + start * ux), f64::from(y + start * uy))
        };
        let below = &target.blueprint.0.contact.edges[edge as usize];
        if self.rigid_at(of[1]).is_none() {
            let arc = below.arc.filter(|_| below.solid)?;
            let (begin, way) = (place(touch.at[1]), place(touch.at[2]) - place(touch.at[1]));
            let (bulge, t) =
                (f64::from(arc.bulge), (geometry.point - begin).dot(way) / way.length_squared().max(f64::MIN_POSITIVE));
            if t > 0.0 && t < 1.0 {
                let length = way.length();
                let gradient = geometry.normal - 4.0 * bulge * (1.0 - 2.0 * t) / length * way;
                geometry.gap = (geometry.gap - 4.0 * bulge * t * (1.0 - t) * length) / gradient.length();
                geometry.normal = gradient / gradient.length();
            }
            return None;
        }
        if below.arc.is_some() {
            return None;
        }
        let own = vertex.blueprint.0.contact.edge_from(touch.at[0] as u32 - vertex.first)?;
        let (end, bulge) = ((vertex.first + own.b) as usize, f64::from(own.arc?.bulge));
        let way = place(end) - place(touch.at[0]);
        let (high, rise) = (4.0 * bulge * cross(way, geometry.normal), way.dot(geometry.normal));
        if !(high > 0.0 && rise.abs() < high) {
            return None;
        }
        let u = 0.5 - 0.5 * rise / high;
        let height = high * u * (1.0 - u);
        geometry.gap += u * rise - height;
        geometry.point += u * way - height * geometry.normal;
        Some(SoftArc { end, u, lever: height / way.length_squared() * way.perp() })
    }

    /// Where and how a candidate touches, with the arcs that rigid outlines stand for; `None` if another vertex has that contact.
    fn geometry(&self, look: Look<'_>, of: [u32; 2], particles: &Particles, start: f32) -> Option<Geometry> {
        let Look { pair, vertex, target, touch, edge, .. } = look;
        let place = |i: usize| {
            let [x, y, ux, uy] = particles.state[i];
            DVec2::new(f64::from(x + start * ux), f64::from(y + start * uy))
        };
        let between = (vertex.origin - target.origin).as_dvec2();
        let (corner, ends) = (place(touch.at[0]) + between, [place(touch.at[1]), place(touch.at[2])]);
        let skin = f64::from(pair.skin);
        let mut geometry = Geometry { point: corner, normal: touch.normal.as_dvec2(), gap: f64::from(touch.gap) };
        let rigid = of.map(|body| self.rigid_at(body).map(|(_, rigid)| rigid));
        let own_arcs = rigid[0].map_or([None; 2], |_| arcs_at(vertex, touch.at[0] as u32 - vertex.first));
        let (along, below) = (ends[1] - ends[0], corner - ends[0]);
        let foot = below.dot(along) / along.length_squared().max(f64::MIN_POSITIVE);
        let edges = &target.blueprint.0.contact.edges;
        let beside = if foot < 0.0 { edges[edge as usize].before } else { edges[edge as usize].after };
        let rounds_on = (0.0..=1.0).contains(&foot) || beside.is_some_and(|beside| edges[beside as usize].arc.is_some());
        if let (Some(target_rigid), Some(arc)) = (rigid[1], edges[edge as usize].arc.filter(|_| rounds_on)) {
            // Both ways round it is the same contact.
            if !look.of_first && own_arcs.iter().any(Option::is_some) {
                return None;
            }
            return self.at_arc(rigid[0], target_rigid, arc, own_arcs, corner, between, skin);
        }
        let solid = edges[edge as usize].solid;
        if let Some(own) = rigid[0].filter(|_| own_arcs.iter().any(Option::is_some)) {
            // Past an end of the edge its corner touches the arc, which is a candidate of its own.
            let normal = DVec2::new(along.y, -along.x) / along.length().max(f64::MIN_POSITIVE);
            let normal = if normal.dot(geometry.normal) < 0.0 { -normal } else { normal };
            let arm = own.support(corner - between - own.centre, own_arcs, -normal)?;
            let point = own.centre + arm + between;
            let foot = (point - ends[0]).dot(along) / along.length_squared().max(f64::MIN_POSITIVE);
            if (0.0..=1.0).contains(&foot) {
                return Some(Geometry { point, normal, gap: (point - ends[0]).dot(normal) - skin });
            }
            return (!solid).then_some(geometry);
        }
        if solid && rigid[0].is_some() && !(0.0..=1.0).contains(&foot) {
            self.past_corner(look, foot < 0.0, &place, corner, &mut geometry);
        }
        Some(geometry)
    }

    /// The contact of a vertex with an arc.
    #[expect(clippy::too_many_arguments, reason = "two bodies with what is round of them")]
    fn at_arc(
        &self,
        own: Option<&Rigid>,
        target: &Rigid,
        arc: Arc,
        own_arcs: [Option<Arc>; 2],
        corner: DVec2,
        between: DVec2,
        skin: f64,
    ) -> Option<Geometry> {
        let (centre, radius) = (target.centre + target.arm_of(arc.centre), target.size * f64::from(arc.radius));
        let round = own_arcs.into_iter().flatten().next();
        let Some((own, other)) = own.zip(round) else {
            let apart = corner - centre;
            let distance = apart.length();
            let normal = if distance > 0.0 { apart / distance } else { DVec2::Y };
            return Some(Geometry { point: corner, normal, gap: distance - radius - skin });
        };
        let apart = own.centre + own.arm_of(other.centre) + between - centre;
        let normal = apart / apart.length().max(f64::MIN_POSITIVE);
        let arm = own.support(corner - between - own.centre, own_arcs, -normal)?;
        let point = own.centre + arm + between;
        let to_point = point - centre;
        let normal = to_point / to_point.length().max(f64::MIN_POSITIVE);
        Some(Geometry { point, normal, gap: (point - centre).dot(normal) - radius - skin })
    }

    /// Past the end of an edge the edge that separates more decides.
    fn past_corner(&self, look: Look<'_>, begins: bool, place: &impl Fn(usize) -> DVec2, corner: DVec2, geometry: &mut Geometry) {
        let shape = &look.target.blueprint.0.contact;
        let here = shape.edges[look.edge as usize];
        let Some(other) = (if begins { here.before } else { here.after }) else { return };
        let separation = |edge: u32| {
            let edge = shape.edges[edge as usize];
            let [a, b] = [edge.a, edge.b].map(|end| place((look.target.first + end) as usize));
            let along = b - a;
            let normal = DVec2::new(along.y, -along.x) / along.length().max(f64::MIN_POSITIVE);
            (normal.dot(corner - a), normal)
        };
        let (one, two) = (separation(look.edge), separation(other));
        let (distance, normal) = if two.0 > one.0 { two } else { one };
        (geometry.normal, geometry.gap) = (normal, distance - f64::from(look.pair.skin));
    }
}

/// The arcs of the edges that end and begin at a point of an outline.
fn arcs_at(body: &Body, point: u32) -> [Option<Arc>; 2] {
    let edges = &body.blueprint.0.contact.edges;
    // Edges begin at their vertices in the order of outlines, so one of both is mostly where the index says.
    let begins = |&edge: &usize| edges.get(edge).is_some_and(|edge| edge.a == point);
    let own = Some(point as usize).filter(begins).or_else(|| (0..edges.len()).find(begins));
    own.map_or([None; 2], |own| [edges[own].before.and_then(|before| edges[before as usize].arc), edges[own].arc])
}
