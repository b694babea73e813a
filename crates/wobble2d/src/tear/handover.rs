//! From parts to bodies: particles change places, and everything that knew them follows.

use super::Piece;
use super::part::Part;
use crate::blueprint::Blueprint;
use crate::body::{Body, BodyView, Particles, Work};
use crate::contact::Remembered;
use crate::events::Event;
use crate::id::{BodyId, PointId};
use crate::joint::{Anchor, Jointed};
use crate::solve::memory::KeptImpulse;
use crate::world::World;
use core::ops::Range;
use glam::Vec2;

/// Where the particles of a torn body are now.
struct Moved {
    body: BodyId,
    place: u32,
    /// Its particles before.
    range: Range<u32>,
    /// The part and the index in it of every point.
    to: Vec<(u32, u32)>,
    /// The place, the name and the first particle of every part.
    parts: Vec<(u32, BodyId, u32)>,
    before: Blueprint,
    now: Vec<Blueprint>,
}

impl World {
    /// Makes bodies of the parts of a body. The first stays at its place and keeps its name.
    pub(super) fn hand_over(&mut self, place: usize, parts: Vec<Part>) -> Vec<Piece> {
        self.contacts.look_again(&self.bodies.list);
        let held: Vec<Held> = self.joints.iter().flat_map(|held| Held::of(held, self, place)).collect();
        let old = self.bodies.list[place].clone();
        let range = old.range();
        let mut moved = Moved {
            body: old.id,
            place: place as u32,
            range: range.start as u32..range.end as u32,
            to: vec![(0, 0); range.len()],
            parts: Vec::new(),
            before: old.blueprint.clone(),
            now: parts.iter().map(|part| part.blueprint.clone()).collect(),
        };
        for (part, k) in parts.iter().zip(0..) {
            part.points.iter().zip(0..).for_each(|(&point, index)| moved.to[point as usize] = (k, index));
        }
        self.particles.regroup(range.clone(), &parts);
        let mut pieces = Vec::new();
        let mut first = self.particles.len() as u32 - parts[1..].iter().map(|part| part.points.len() as u32).sum::<u32>();
        for (k, part) in parts.into_iter().enumerate() {
            let count = part.points.len() as u32;
            let id = if k == 0 { old.id } else { self.bodies.next_id() };
            let was = |index: u32| part.points[index as usize];
            let mut flesh = old.flesh.as_ref().map(|flesh| flesh.refitted(&old.blueprint.0, &part.blueprint.0, was)).map(Box::new);
            if k == 0 {
                self.bodies.shrink(place, part.blueprint, part.leak);
                self.bodies.list[place].flesh = flesh;
                moved.parts.push((place as u32, id, old.first));
            } else {
                // What was done to the whole is told by the first alone.
                flesh.iter_mut().for_each(|flesh| flesh.work = Work::default());
                let own = first as usize..(first + count) as usize;
                let led = self.particles.pinned[own].contains(&true);
                moved.parts.push((self.bodies.list.len() as u32, id, first));
                self.bodies.push(Body {
                    id,
                    blueprint: part.blueprint,
                    first,
                    leak: part.leak,
                    flesh,
                    torn_from: old.torn_from.or(Some(old.id)),
                    lead: old.lead.clone().filter(|_| led),
                    packets: None,
                    strips: None,
                    rides: false,
                    still: 0.0,
                    folded: 0.0,
                    ..old.clone()
                });
                first += count;
            }
            pieces.push(Piece { body: id, points: part.points, springs: part.springs });
        }
        self.contacts.memory.list =
            core::mem::take(&mut self.contacts.memory.list).into_iter().filter_map(|known| moved.remembered(known)).collect();
        self.contacts.memory.list.sort_unstable_by_key(|known| (known.bodies, known.point, known.edge));
        let impulses = &mut self.contacts.memory.impulses;
        impulses.retain(|kept| !kept.bodies.contains(&moved.place));
        impulses.iter_mut().for_each(|kept| kept.point = moved.particle(kept.point, kept.bodies[0]).1);
        impulses.sort_unstable_by_key(KeptImpulse::key);
        let presses = &mut self.contacts.memory.presses;
        presses.iter_mut().for_each(|press| press.point = moved.particle(press.point, moved.place).1);
        presses.sort_unstable_by_key(|press| press.point);
        self.grabs.iter_mut().for_each(|grab| grab.point = moved.point(grab.point));
        self.follow_joints(&moved, &held);
        self.crew.disband();
        pieces
    }

    /// Lets joints hold on to what they held. A joint of an edge whose ends are no longer in one body breaks.
    fn follow_joints(&mut self, moved: &Moved, held: &[Held]) {
        let (roster, particles) = (&self.bodies, &self.particles);
        let events = &mut self.events;
        self.joints.retain_mut(|joint| {
            let mut whole = true;
            for k in 0..2 {
                whole &= match &mut joint.joint.anchors[k] {
                    Anchor::Point(point) => {
                        *point = moved.point(*point);
                        true
                    }
                    Anchor::Edge { body, ends, .. } if *body == moved.body => moved.edge(body, ends),
                    _ => true,
                };
            }
            let id = joint.id;
            for grip in held.iter().filter(|grip| grip.joint == id) {
                let piece = moved.nearest(grip.anchor);
                let place = moved.parts[piece].0 as usize;
                grip.renew(joint, BodyView { body: &roster.list[place], particles });
            }
            if !whole {
                events.push(Event::JointBroke { joint: joint.id, force: joint.force });
            }
            whole
        });
    }
}

impl Moved {
    fn point(&self, point: PointId) -> PointId {
        if point.body != self.body {
            return point;
        }
        let (part, index) = self.to[point.index as usize];
        PointId { body: self.parts[part as usize].1, index }
    }

    /// Renames an edge; `false` if its ends have parted.
    fn edge(&self, body: &mut BodyId, ends: &mut [u32; 2]) -> bool {
        let [(one, a), (other, b)] = ends.map(|index| self.to[index as usize]);
        (*body, *ends) = (self.parts[one as usize].1, [a, b]);
        one == other
    }

    /// The part whose rest shape has a point nearest to a place.
    fn nearest(&self, place: Vec2) -> usize {
        let squares = self.before.points().iter().map(|point| point.position.distance_squared(place));
        let nearest = squares.zip(&self.to).min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map_or(0, |(_, &(part, _))| part as usize)
    }

    /// The place of the body that a particle was of, and where the particle is now and in which body.
    fn particle(&self, i: u32, others: u32) -> (u32, u32) {
        if self.range.contains(&i) {
            let (part, index) = self.to[(i - self.range.start) as usize];
            let (place, _, first) = self.parts[part as usize];
            (place, first + index)
        } else if i < self.range.start {
            (others, i)
        } else {
            let gone = self.range.len() as u32 - self.now[0].points().len() as u32;
            (others, i - gone)
        }
    }

    /// What is remembered of a touch, if it is still one.
    fn remembered(&self, known: Remembered) -> Option<Remembered> {
        let itself = known.bodies[0] == known.bodies[1];
        let of_torn = self.range.contains(&known.point);
        let other = if known.bodies[0] == self.place { known.bodies[1] } else { known.bodies[0] };
        let touched = known.bodies.contains(&self.place);
        let (owner, point) = self.particle(known.point, other);
        if !touched {
            return Some(Remembered { point, ..known });
        }
        let (target, edge) = if of_torn && !itself { (other, known.edge) } else { self.contact_edge(known.edge)? };
        // What touched itself and is now two has another memory than two that touch.
        if itself && target != owner {
            return None;
        }
        Some(Remembered { bodies: [owner.min(target), owner.max(target)], point, edge, ..known })
    }

    /// The body and the number of what was an edge of the torn one.
    fn contact_edge(&self, edge: u32) -> Option<(u32, u32)> {
        let old = self.before.0.contact.edges.get(edge as usize)?;
        let [(one, a), (other, b)] = [old.a, old.b].map(|index| self.to[index as usize]);
        let edges = &self.now[one as usize].0.contact.edges;
        let same = |now: &crate::contact::shape::Edge| now.a == a && now.b == b && now.solid == old.solid;
        let number = edges.iter().position(same).filter(|_| one == other)?;
        Some((self.parts[one as usize].0, number as u32))
    }
}

/// A joint that holds the torn body as a whole: how it held it before.
struct Held {
    joint: crate::id::JointId,
    k: usize,
    /// In the coordinates of the blueprint. `[m]`
    anchor: Vec2,
    /// In the world. `[m]`
    place: Vec2,
    turn: Vec2,
}

impl Held {
    fn of<'a>(held: &'a Jointed, world: &'a World, at: usize) -> impl Iterator<Item = Self> + 'a {
        let body = &world.bodies.list[at];
        let view = BodyView { body, particles: &world.particles };
        (0..2).filter_map(move |k| match held.joint.anchors[k] {
            Anchor::Body { body: id, place: anchor } if id == body.id => {
                Some(Self { joint: held.id, k, anchor, place: view.place_now(anchor), turn: turn(view) })
            }
            _ => None,
        })
    }

    /// Takes hold of a piece at the same place in the world, at the same angle: the mean turn of a piece is not that of the whole.
    fn renew(&self, joint: &mut Jointed, piece: BodyView<'_>) {
        let now = turn(piece);
        let way = self.place - piece.place_now(Vec2::ZERO);
        let back = Vec2::new(now.x, -now.y).rotate(way) / piece.tuning().size;
        joint.joint.anchors[self.k] = Anchor::Body { body: piece.id(), place: back };
        let change = Vec2::new(self.turn.x, -self.turn.y).rotate(now);
        let change = if self.k == 0 { Vec2::new(change.x, -change.y) } else { change };
        joint.direction = change.rotate(joint.direction).normalize_or(Vec2::X);
    }
}

/// The mean turn of a body, as a unit vector.
fn turn(body: BodyView<'_>) -> Vec2 {
    (body.place_now(Vec2::X) - body.place_now(Vec2::ZERO)).normalize_or(Vec2::X)
}

impl Particles {
    /// Leaves the first of some parts where a body's particles are, and puts those of the others at the end. Everything else closes up.
    fn regroup(&mut self, range: Range<usize>, parts: &[Part]) {
        if parts.len() < 2 {
            return;
        }
        let of = |part: &Part| part.points.iter().map(|&point| range.start + point as usize).collect::<Vec<usize>>();
        let mut order: Vec<usize> = (0..range.start).chain(of(&parts[0])).chain(range.end..self.len()).collect();
        parts[1..].iter().for_each(|part| order.extend(of(part)));
        self.reorder(&order);
    }
}
