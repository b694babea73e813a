//! Contact points of pairs with a rigid body: where candidates stand becomes rows.
//!
//! ```text
//!    vertex over an edge      gap along the edge's normal
//!    arc over an edge         the circle's lowest point: it rolls instead of tipping from corner to corner
//!    vertex or arc at an arc  the line to the centre
//!    vertex near a corner     the normal of the edge that separates more: a direction between two corners would tilt with a hair's breadth
//! ```

use super::elastic::Side;
use super::memory::KeptImpulse;
use super::point::{ContactPoint, Friction, Terms};
use super::rigid::{Rigid, cross};
use super::row::NONE;
use super::{Solver, Source, Substep};
use crate::body::{Body, Particles};
use crate::contact::respond::{Ground, Setting, Touch};
use crate::contact::{Arc, Candidate, Contacts, FrictionLaw, Pair};
use glam::DVec2;

/// Farther apart than this part of the radius beyond what the substep closes, a vertex and an edge are no contact.
const MARGIN: f64 = 0.012;

/// A body goes no farther than its vertex if the edges beside it lean against the normal by less than this: a sine.
const FLAT: f64 = 0.1;

/// An edge beside the nearest one holds a vertex that is no deeper behind it than this part of the radius.
const SHALLOW: f64 = 0.03;

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

/// One body at a contact point: its vertex, or the ends of an edge, counted over all particles.
pub(super) struct End<'a> {
    pub body: u32,
    /// 1 for the vertex, −1 for the edge.
    pub sign: f64,
    /// The points, and the share of each, with its sign.
    pub points: &'a [(usize, f64)],
    /// Where an impulse acts, in the body's local frame. `[m]`
    pub at: DVec2,
}

/// Both bodies at a contact point.
pub(super) struct Ends {
    directions: [DVec2; 2],
    pub normal: Terms,
    pub tangent: Terms,
    pub fixed: [f64; 2],
    pub sides: [Option<Side>; 2],
    /// Whether a particle of a body that is swept takes part.
    pub soft: bool,
}

impl Ends {
    pub(super) fn new(normal: DVec2) -> Self {
        let (terms, directions) = (Terms::default(), [normal, normal.perp()]);
        Self { directions, normal: terms, tangent: terms, fixed: [0.0; 2], sides: [None; 2], soft: false }
    }

    /// Adds terms on a mobile, at an arm from its centre if it turns.
    fn add(&mut self, mobile: u32, sign: f64, arm: Option<DVec2>) {
        let jacobian = |direction: DVec2| {
            let along = sign * direction;
            [along.x, along.y, arm.map_or(0.0, |arm| cross(arm, along))]
        };
        self.normal.add(mobile, jacobian(self.directions[0]));
        self.tangent.add(mobile, jacobian(self.directions[1]));
    }

    /// Adds to the velocity that no mobile tells.
    fn fix(&mut self, sign: f64, velocity: DVec2) {
        self.fixed.iter_mut().zip(self.directions).for_each(|(fixed, direction)| *fixed += sign * velocity.dot(direction));
    }
}

impl Solver {
    /// Adds the contact points of all pairs that rows answer.
    pub(super) fn add_contacts(&mut self, substep: &Substep<'_>, contacts: &mut Contacts, particles: &Particles) {
        // Without what had the step divided: haste would feed on what is squeezed between a rigid body and others.
        let setting = Setting { pace: substep.pace, ..Setting::looking(substep.slots.h, contacts.settings()) };
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
        (place, index, key): (u32, u32, KeptImpulse),
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
        let mut ends = Ends::new(normal);
        let weights = Some(ground.weights);
        let at = touch.at;
        let (end, u) = soft_arc.map_or((at[0], 0.0), |arc| (arc.end, arc.u));
        let all = [(at[0], 1.0 - u), (end, u)];
        let vertices = if u == 0.0 { &all[..1] } else { &all[..] };
        let end = End { body: of_vertex, sign: 1.0, points: vertices, at: point + between };
        self.add_end(&mut ends, substep, particles, weights, end);
        if let Some(arc) = soft_arc.filter(|_| ends.soft && u > 0.0) {
            // The arc stands out over the edge, and turns with it.
            ends.tangent.turn(arc.lever);
        }
        let edge = [1, 2].map(|k| (at[k], f64::from(touch.share[k])));
        self.add_end(&mut ends, substep, particles, weights, End { body: of_target, sign: -1.0, points: &edge, at: point });
        let toward_first = if candidate.of_first { 1.0 } else { -1.0 };
        let h = f64::from(substep.slots.h);
        let along = self.velocity_along(ends.normal.list()) + ends.fixed[0];
        let across = self.velocity_along(ends.tangent.list()) + ends.fixed[1];
        let radius = f64::from(pair.radius.min(pair.skin / crate::contact::SKIN));
        let nearest = gap + h * along.min(0.0);
        let slow = along * along + across * across <= f64::from(substep.speed_limit) * f64::from(substep.speed_limit);
        let near = nearest <= MARGIN * radius + 0.5 * h * across.abs();
        if !(near && slow) {
            return;
        }
        // Pushing particles of a soft body apart deforms it, so that is eased as between soft bodies.
        let eases = ends.soft && touch.known && gap < 0.0;
        let parting = eases.then(|| {
            let motion = (h * (along * normal + across * normal.perp())).as_vec2();
            (along + f64::from(ground.parting(pair, motion, normal.as_vec2())) / h).min(-gap / h)
        });
        let friction = f64::from(pair.friction);
        let friction = match ground.setting.contact.friction {
            FrictionLaw::Coulomb => Friction::Coulomb(friction),
            FrictionLaw::Product => Friction::Part(friction),
        };
        let (source_point, source_normal) = (target.origin.as_dvec2() + point, toward_first * normal);
        let source =
            Source::Contact { pair: place, candidate: index, key, warm: !ends.soft, point: source_point, normal: source_normal };
        self.points.push(ContactPoint {
            direction: normal,
            normal: ends.normal,
            tangent: ends.tangent,
            fixed: ends.fixed,
            sides: ends.sides,
            gap,
            parting,
            radius,
            friction,
            belt: f64::from(pair.belt),
            restitution: f64::from(pair.restitution),
            warm: !ends.soft,
            key,
            source,
        });
    }

    /// Adds what a contact point has to do with one body. `weights`: inverse masses of all points, if not those of the particles.
    pub(super) fn add_end(
        &mut self,
        ends: &mut Ends,
        substep: &Substep<'_>,
        particles: &Particles,
        weights: Option<&[f32]>,
        end: End<'_>,
    ) {
        let End { body, sign, points, at } = end;
        if let Some((index, rigid)) = self.rigid_at(body) {
            let centre = rigid.centre;
            return ends.add(index, sign, Some(at - centre));
        }
        let velocity = |point: usize| substep.slots.velocity(particles.state[point]);
        if let Some(index) = self.elastic_at(substep, body, particles) {
            let (side, mobile) = self.elastic_side(substep, index, sign, points, at);
            if mobile != NONE {
                let [vx, vy, spin] = self.mobiles[mobile as usize].velocity;
                ends.add(mobile, sign, Some(side.arm));
                ends.fix(-sign, DVec2::new(vx, vy) + spin * side.arm.perp());
            }
            points.iter().for_each(|&(point, share)| ends.fix(share, velocity(point)));
            ends.sides[usize::from(ends.sides[0].is_some())] = Some(side);
            return;
        }
        for &(point, share) in points {
            let weight = weights.map_or(particles.masses[point][0], |weights| weights[point]);
            let mobile = self.mobile_of_particle(point, weight, particles.state[point], substep.slots);
            if mobile == NONE {
                ends.fix(share, velocity(point));
            } else {
                ends.soft = true;
                ends.add(mobile, share, None);
            }
        }
    }

    /// Rounds the outline of a soft body against a rigid one (eq. 90). Returns the arc that touches instead of the vertex, if one does.
    fn round(&self, look: Look<'_>, of: [u32; 2], particles: &Particles, start: f32, geometry: &mut Geometry) -> Option<SoftArc> {
        let Look { pair, vertex, target, touch, edge, .. } = look;
        let foot = f64::from(-touch.share[2]);
        if !(pair.rounds && foot > 0.0 && foot < 1.0) {
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
        let geometry = Geometry { point: corner, normal: touch.normal.as_dvec2(), gap: f64::from(touch.gap) };
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
        if solid && rigid[0].is_some() {
            return at_corner(look, place, between, geometry);
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
}

/// An edge that may separate a vertex from its target.
struct Separation {
    /// Outward.
    normal: DVec2,
    /// `[m]`
    distance: f64,
    /// The end of the edge that the vertex is past, if it is.
    past: Option<DVec2>,
}

/// The contact of a vertex of a rigid body with a solid outline; `None` if another vertex has that contact.
///
/// The vertex is the one that touches only if its body goes no farther along the normal than the vertex does: the corner of a box that lies on another one a
/// little to the side is within the skin of that one's side, which holds nothing. Then the edge beside decides. And where the corner of the target is
/// below an edge of the vertex's own body, that is the contact.
fn at_corner(look: Look<'_>, place: impl Fn(usize) -> DVec2, between: DVec2, geometry: Geometry) -> Option<Geometry> {
    let Look { vertex, target, touch, edge, pair, .. } = look;
    let own_edges = &vertex.blueprint.0.contact.edges;
    let Some(own) = edge_from(vertex, touch.at[0] as u32 - vertex.first) else { return Some(geometry) };
    let own_place = |point: u32| place((vertex.first + point) as usize) + between;
    let corner = geometry.point;
    let beside = own_edges[own].before.map(|before| own_place(own_edges[before as usize].a));
    let beside = [Some(own_place(own_edges[own].b)), beside];
    let is_farthest =
        |normal: DVec2| beside.iter().flatten().all(|&other| (other - corner).dot(normal) >= -FLAT * (other - corner).length());
    let edges = &target.blueprint.0.contact.edges;
    let separation = |edge: u32| {
        let edge = edges[edge as usize];
        let [a, b] = [edge.a, edge.b].map(|end| place((target.first + end) as usize));
        let (along, from) = (b - a, corner - a);
        let normal = DVec2::new(along.y, -along.x) / along.length().max(f64::MIN_POSITIVE);
        let foot = from.dot(along);
        let past = if foot < 0.0 { Some(a) } else { Some(b).filter(|_| foot > along.length_squared()) };
        Separation { normal, distance: normal.dot(from), past }
    };
    let nearest = separation(edge);
    if nearest.past.is_none() && is_farthest(nearest.normal) {
        return Some(geometry);
    }
    let neighbours = [edges[edge as usize].before, edges[edge as usize].after].into_iter().flatten().map(separation);
    let shallow = -SHALLOW * f64::from(pair.radius);
    let separates = |edge: &Separation| is_farthest(edge.normal) && edge.distance > shallow;
    let farthest = [nearest].into_iter().chain(neighbours).filter(separates);
    let Some(farthest) = farthest.reduce(|one, two| if two.distance > one.distance { two } else { one }) else {
        return Some(geometry);
    };
    let covers = |past: DVec2| {
        beside.iter().flatten().any(|&other| {
            let along = other - corner;
            (0.0..=along.length_squared()).contains(&(past - corner).dot(along))
        })
    };
    if farthest.past.is_some_and(covers) {
        return None;
    }
    Some(Geometry { normal: farthest.normal, gap: farthest.distance - f64::from(pair.skin), ..geometry })
}

/// The edge that begins at a point of an outline.
fn edge_from(body: &Body, point: u32) -> Option<usize> {
    let edges = &body.blueprint.0.contact.edges;
    // Edges begin at their vertices in the order of outlines, so it is mostly where the index says.
    let begins = |&edge: &usize| edges.get(edge).is_some_and(|edge| edge.a == point);
    Some(point as usize).filter(begins).or_else(|| (0..edges.len()).find(begins))
}

/// The arcs of the edges that end and begin at a point of an outline.
fn arcs_at(body: &Body, point: u32) -> [Option<Arc>; 2] {
    let edges = &body.blueprint.0.contact.edges;
    edge_from(body, point)
        .map_or([None; 2], |own| [edges[own].before.and_then(|before| edges[before as usize].arc), edges[own].arc])
}
