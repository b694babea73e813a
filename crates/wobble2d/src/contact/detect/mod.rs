//! The plain detectors: a vertex of one body against another body, from present places only.
//!
//! Each is one function that yields the same small [`Found`]. They run in every substep over all pairs of bodies whose boxes overlap: first
//! the vertices of the first body against the second, then the other way round, each answered before the next one is looked at.
//! Surfaces rest on each other without a skin, so resting bodies overlap by a hair.

mod convex_cells;
mod diagonals;
mod nearest_edge;

use super::Contacts;
use super::broad::ChunkBox;
use super::census::are_parted;
use super::gather::margin;
use super::pairs::Pair;
use super::respond::{Ground, Setting, Touch, Way};
use super::settings::Detector;
use crate::blueprint::Rest;
use crate::body::{Body, Particles};
use crate::team::Team;
use glam::Vec2;

/// A particle of one body that is in another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Found {
    /// The index of the particle in its body.
    pub particle: u32,
    /// The edge of the other body that holds it: loops first, then strands, in the order of their points.
    pub edge: u32,
    /// Where on the edge, 0 at its beginning, 1 at its end.
    pub t: f32,
    /// The way out. A unit vector.
    pub normal: Vec2,
    /// How far it is to go that way. `[m]`
    pub depth: f32,
}

/// One body as a detector sees it.
#[derive(Clone, Copy)]
struct Seen<'a> {
    rest: &'a Rest,
    /// Positions and velocity slots of its points.
    state: &'a [[f32; 4]],
    /// From its local frame to that of the pair. `[m]`
    shift: Vec2,
    /// Whether the velocity slot is still to be added to the positions.
    displaced: bool,
}

impl Seen<'_> {
    fn place(&self, index: u32) -> Vec2 {
        let [x, y, ux, uy] = self.state[index as usize];
        self.shift + if self.displaced { Vec2::new(x + ux, y + uy) } else { Vec2::new(x, y) }
    }

    /// The ends of an edge.
    fn ends(&self, edge: u32) -> (Vec2, Vec2) {
        let edge = &self.rest.contact.edges[edge as usize];
        (self.place(edge.a), self.place(edge.b))
    }

    /// The edges that bound matter.
    fn solid_edges(&self) -> impl Iterator<Item = u32> + Clone {
        let edges = &self.rest.contact.edges;
        (0..edges.len() as u32).filter(|&edge| edges[edge as usize].solid)
    }

    /// The box around what can touch.
    fn touchable_box(&self) -> [Vec2; 2] {
        let places = self.rest.contact.vertices.iter().map(|&index| self.place(index));
        places.fold([Vec2::INFINITY, Vec2::NEG_INFINITY], |[low, high], p| [low.min(p), high.max(p)])
    }
}

impl Detector {
    /// Where vertex `index` of a body with its mass centre at `centre` is in another body, if it is.
    fn find(self, vertex: &Seen<'_>, index: u32, centre: Vec2, target: &Seen<'_>) -> Option<Found> {
        match self {
            // Its candidates were found before the substeps.
            Self::Swept => None,
            Self::NearestEdge { barycentre } => nearest_edge::find(vertex, index, barycentre.then_some(centre), target),
            Self::ConvexCells => convex_cells::find(vertex, index, target),
            Self::Diagonals => diagonals::find(vertex, index, centre, target),
        }
    }
}

impl Contacts {
    /// Finds the pairs of bodies whose boxes overlap or may do so before the next step.
    pub(super) fn pair_bodies(&mut self, team: &Team, bodies: &[Body], particles: &Particles, dt: f32) {
        self.broad.enclose(team, bodies, particles, dt, margin);
        // One box a body: a plain detector looks at all of it.
        self.broad.boxes.dedup_by(|next, kept| {
            let same = next.body == kept.body;
            if same {
                *kept = ChunkBox { low: kept.low.min(next.low), high: kept.high.max(next.high), ..*kept };
            }
            same
        });
        let (parted, census) = (&self.parted, &self.census);
        self.broad.find_pairs(team, |a, b| {
            let [first, second] = [a, b].map(|item| &census[item.body as usize]);
            a.body != b.body && first.may_meet(second) && !are_parted(parted, [a.body, b.body])
        });
        self.memory.list.clear();
        self.pairs.clear();
        self.leases.clear();
        self.candidates.clear();
        self.matched = false;
        self.order.forget();
        [&mut self.stale, &mut self.live].into_iter().for_each(Vec::clear);
        let Self { broad, pairs, live, stale, report, .. } = self;
        for both in broad.pairs.iter().map(|pair| pair.map(|i| broad.boxes[i as usize].body)) {
            let [a, b] = both.map(|body| &bodies[body as usize].filter);
            if a.only_notices(b) {
                report.sense(both);
            } else {
                live.push(pairs.len() as u32);
                pairs.push(Pair::new(both).anew(both.map(|body| &bodies[body as usize])));
            }
        }
        // All of them are looked at.
        stale.extend_from_slice(live);
    }
}

impl Contacts {
    /// What the detector finds at present, answered by nobody: the body of the vertex, the other one, and the contact.
    pub(crate) fn found_now(&mut self, bodies: &[Body], particles: &mut Particles, setting: Setting) -> Vec<([u32; 2], Found)> {
        let Self { pairs, candidates, weights, .. } = self;
        let ground = Ground { bodies, weights, setting };
        let mut list = Vec::new();
        for pair in pairs.iter_mut().filter(|pair| pair.live) {
            let [first, second] = pair.bodies;
            for candidate in &mut candidates[pair.own()] {
                let places = if candidate.of_first { [first, second] } else { [second, first] };
                let touch = ground.touch(pair, candidate, &*particles.state, Way { start: 0.0, end: 0.0 });
                let particle = candidate.point - bodies[places[0] as usize].first;
                // The skin is a matter of the response.
                let Some(touch) = touch else { continue };
                let (t, depth) = (-touch.share[2], -touch.gap - pair.skin);
                if depth > 0.0 {
                    list.push((places, Found { particle, edge: candidate.edge, t, normal: touch.normal, depth }));
                }
            }
            for places in [[first, second], [second, first]] {
                let [vertex, target] = places.map(|place| &bodies[place as usize]);
                let detector = setting.contact.detector;
                ground.each_found(vertex, target, particles, detector, |found, _| list.push((places, found)));
            }
        }
        list
    }
}

impl Ground<'_> {
    /// Finds and answers all touches of a pair.
    pub(crate) fn answer_plainly(&self, pair: &mut Pair, particles: &mut Particles, detector: Detector) {
        let [first, second] = pair.bodies.map(|body| &self.bodies[body as usize]);
        for (of_first, vertex, target) in [(true, first, second), (false, second, first)] {
            self.each_found(vertex, target, particles, detector, |found, particles| {
                let edge = &target.blueprint.0.contact.edges[found.edge as usize];
                let at = [vertex.first + found.particle, target.first + edge.a, target.first + edge.b].map(|i| i as usize);
                let touch = Touch { of_first, ..Touch::new(self.weights, at, found.t, found.normal, -found.depth) };
                if touch.gap < 0.0 && touch.give > 0.0 {
                    self.answer(pair, &touch, &mut *particles.state);
                }
            });
        }
    }

    /// Looks for the vertices of one body in another, and reports each before it looks for the next.
    fn each_found(
        &self,
        vertex: &Body,
        target: &Body,
        particles: &mut Particles,
        detector: Detector,
        mut report: impl FnMut(Found, &mut Particles),
    ) {
        let centre = self.see(vertex, target, particles).centre(&particles.masses[vertex.range()]);
        let [low, high] = self.see(target, target, particles).touchable_box();
        for &index in &vertex.blueprint.0.contact.vertices {
            let seen = self.see(vertex, target, particles);
            let p = seen.place(index);
            // A diagonal may end beyond what it crosses.
            let from = if detector == Detector::Diagonals { centre } else { p };
            let beside = p.max(from).cmplt(low).any() || p.min(from).cmpgt(high).any();
            if beside && !target.blueprint.0.contact.is_hollow() {
                continue;
            }
            if let Some(found) = detector.find(&seen, index, centre, &self.see(target, target, particles)) {
                report(found, particles);
            }
        }
    }

    /// A body in the local frame of another.
    fn see<'a>(&self, body: &'a Body, frame: &Body, particles: &'a Particles) -> Seen<'a> {
        Seen {
            rest: &body.blueprint.0,
            state: &particles.state[body.range()],
            shift: body.origin - frame.origin,
            displaced: self.setting.per_metre.is_none(),
        }
    }
}

impl Seen<'_> {
    /// The mass centre.
    fn centre(&self, masses: &[[f32; 2]]) -> Vec2 {
        let base = self.place(0);
        let (mut moment, mut total) = (Vec2::ZERO, 0.0);
        for (index, pair) in masses.iter().enumerate() {
            moment += pair[1] * (self.place(index as u32) - base);
            total += pair[1];
        }
        base + moment / total
    }
}
