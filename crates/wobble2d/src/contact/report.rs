//! Who touched whom during a step, for those who want to know.

use super::order::Order;
use super::pushes::{Pushes, Told};
use crate::body::{Body, BodyView, Particles, Roster};
use crate::events::Event;
use crate::id::BodyId;
use glam::Vec2;

/// Two bodies that touched during the last step, or a body and the [bounds](crate::Bounds).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Contact {
    /// One body.
    pub body: BodyId,
    /// The other; `None` for the bounds.
    pub other: Option<BodyId>,
    /// The middle of where they touched, by the load. `[m]`
    pub point: Vec2,
    /// From the other to the body, of length 1.
    pub normal: Vec2,
    /// How much they pushed each other apart during the step. `[N s]`
    pub impulse: f32,
    /// How much friction held the body along the normal turned left. `[N s]`
    pub friction: f32,
}

/// What a touch is known by. Names, not places: it outlives the removal of a body, so that the end of a touch is told even then.
pub(crate) type Known = (BodyId, Option<BodyId>);

/// What two bodies gave each other in a part of a step.
#[derive(Clone, Copy, Debug)]
struct Sum {
    bodies: (u32, Option<u32>),
    place: Vec2,
    normal: Vec2,
    impulse: f32,
    friction: f32,
}

/// Collects the touches of a step.
#[derive(Default)]
pub(crate) struct Report {
    /// By places of bodies; pushes in `[N s]`.
    sums: Vec<Sum>,
    /// How many parts of the step they are from.
    parts: u32,
    sensed: Vec<[u32; 2]>,
    /// The touches of the last step.
    pub contacts: Vec<Contact>,
    now: Vec<Known>,
    /// Of all bodies.
    names: Vec<BodyId>,
    anyone_asleep: bool,
}

impl Sum {
    /// The contact of two bodies, whose names these are by their places.
    #[inline(always)]
    fn named(&self, names: &[BodyId]) -> Contact {
        let ((body, other), Self { place, normal, impulse, friction, .. }) = (self.bodies, *self);
        let (body, other) = (names[body as usize], other.map(|other| names[other as usize]));
        Contact { body, other, point: place, normal, impulse, friction }
    }

    /// What the same two gave each other in all parts, in the middle by the push.
    fn of_all(same: &[Self]) -> Self {
        let weight: f32 = same.iter().map(|sum| sum.impulse).sum();
        let place = same.iter().map(|sum| sum.impulse / weight * sum.place).sum();
        let push: Vec2 = same.iter().map(|sum| sum.impulse * sum.normal).sum();
        let friction = same.iter().map(|sum| sum.friction).sum();
        Self { bodies: same[0].bodies, place, normal: push.normalize_or_zero(), impulse: push.length(), friction }
    }
}

/// So far ahead things are looked for one by one.
const NEAR: usize = 4;

/// Looks things up in a sorted list, one after the other. In the order of the list each look takes a moment.
struct Lookup<'a, T> {
    list: &'a [T],
    next: usize,
}

impl<'a, T: Ord> Lookup<'a, T> {
    fn new(list: &'a [T]) -> Self {
        Self { list, next: 0 }
    }

    fn has(&mut self, item: &T) -> bool {
        let next = self.list.get(self.next..).and_then(|rest| rest.iter().take(NEAR).position(|other| other == item));
        let found = next.map_or_else(|| self.list.binary_search(item), |ahead| Ok(self.next + ahead));
        self.next = found.map_or_else(|place| place, |place| place + 1);
        found.is_ok()
    }
}

impl Report {
    /// Begins a step.
    pub(crate) fn begin(&mut self) {
        self.sums.clear();
        self.parts = 0;
        self.sensed.clear();
    }

    /// Adds what a part of a step with substeps of length `h` brought, in the order of bodies: what the walls gave each, then the others.
    pub(crate) fn collect(&mut self, pushes: &Pushes, order: &Order, h: f32) {
        let mut add = |bodies: (u32, Option<u32>), told: Told| {
            if told.size > 0.0 {
                let Told { place, normal, size, tangent } = told;
                self.sums.push(Sum { bodies, place, normal, impulse: size / h, friction: tangent / h });
            }
        };
        let mut walls = pushes.of_walls().peekable();
        for (place, [body, other]) in order.pairs() {
            while let Some((body, told)) = walls.next_if(|&(at_wall, _)| at_wall <= body) {
                add((body, None), told);
            }
            if body != other {
                add((body, Some(other)), pushes.of_pair(place));
            }
        }
        walls.for_each(|(body, told)| add((body, None), told));
        self.parts += 1;
    }

    /// Adds a sensor and a body that are near each other, in either order.
    pub(crate) fn sense(&mut self, bodies: [u32; 2]) {
        self.sensed.push(bodies);
    }

    /// Ends a step: tells which touches began and which ended. `known` is what touched in the step before; touches of bodies that rest stay as they are.
    pub(crate) fn finish_contacts(&mut self, roster: &Roster, known: &mut Vec<Known>, events: &mut Vec<Event>) {
        self.name_contacts(roster);
        let Self { contacts, now, anyone_asleep, .. } = self;
        let touches = || contacts.iter().map(|contact| (contact.body, contact.other));
        if !*anyone_asleep && touches().eq(known.iter().copied()) {
            return;
        }
        now.clear();
        now.extend(touches());
        if *anyone_asleep {
            let asleep = |id: BodyId| roster.place(id).is_some_and(|place| roster.list[place].asleep);
            now.extend(known.iter().filter(|(a, b)| roster.place(*a).is_some() && is_at_rest(roster, *a, *b, asleep)));
        }
        if now == known {
            return;
        }
        // Names mostly come in the order of bodies.
        if !now.is_sorted() {
            now.sort_unstable();
        }
        now.dedup();
        let mut before = Lookup::new(known);
        let began = contacts.iter().filter(|contact| !before.has(&(contact.body, contact.other)));
        events.extend(began.map(|contact| Event::ContactBegan(*contact)));
        let mut after = Lookup::new(now);
        let ended = known.iter().filter(|touch| !after.has(touch));
        events.extend(ended.map(|&(body, other)| Event::ContactEnded { body, other }));
        core::mem::swap(known, now);
    }

    /// Makes contacts of the sums, in the order of bodies.
    fn name_contacts(&mut self, roster: &Roster) {
        // Those of one part are in order.
        if self.parts > 1 {
            self.sums.sort_by_key(|sum| sum.bodies);
        }
        let Self { sums, contacts, names, anyone_asleep, .. } = self;
        // Side by side: bodies are large, and others come in no order.
        names.clear();
        *anyone_asleep = false;
        for body in &roster.list {
            names.push(body.id);
            *anyone_asleep |= body.asleep;
        }
        contacts.clear();
        // A body in a corner touches two walls.
        contacts.extend(sums.chunk_by(|a, b| a.bodies == b.bodies).map(|same| match same {
            [one] => one.named(names),
            _ => Sum::of_all(same).named(names),
        }));
    }

    /// Ends a step for sensors: tells what came and what left. `noticed` are the pairs of the step before, the sensor first.
    pub(crate) fn finish_sensors(
        &mut self,
        roster: &Roster,
        particles: &Particles,
        noticed: &mut Vec<[BodyId; 2]>,
        events: &mut Vec<Event>,
    ) {
        if self.sensed.is_empty() && noticed.is_empty() {
            return;
        }
        self.sensed.sort_unstable();
        self.sensed.dedup();
        let mut now = Vec::new();
        for both in &self.sensed {
            let [a, b] = both.map(|place| &roster.list[place as usize]);
            let view = |body| BodyView { body, particles };
            if view(a).overlaps(&view(b)) {
                now.extend(
                    [(a, b), (b, a)].iter().filter(|(sensor, _)| sensor.filter.sensor).map(|(a, b): &(&Body, &Body)| [a.id, b.id]),
                );
            }
        }
        now.sort_unstable();
        let new = |pair: &&[BodyId; 2], old: &[[BodyId; 2]]| old.binary_search(pair).is_err();
        events.extend(now.iter().filter(|pair| new(pair, noticed)).map(|&[sensor, body]| Event::Entered { sensor, body }));
        events.extend(noticed.iter().filter(|pair| new(pair, &now)).map(|&[sensor, body]| Event::Left { sensor, body }));
        *noticed = now;
    }
}

impl Report {
    /// Ends a step for hollow bodies: tells whose middle has come out of one it should be in.
    pub(crate) fn finish_hollows(roster: &Roster, particles: &Particles, escaped: &mut Vec<[BodyId; 2]>, events: &mut Vec<Event>) {
        let mut now = Vec::new();
        for container in roster.list.iter().filter(|body| body.blueprint.0.contact.is_hollow()) {
            let kept = |body: &&Body| body.id != container.id && !body.immovable() && body.filter.meets(&container.filter);
            for body in roster.list.iter().filter(kept) {
                if (BodyView { body: container, particles }).encloses((BodyView { body, particles }).centre()) {
                    now.push([container.id, body.id]);
                }
            }
        }
        now.sort_unstable();
        let new = now.iter().filter(|pair| escaped.binary_search(pair).is_err());
        events.extend(new.map(|&[container, body]| Event::Escaped { container, body }));
        *escaped = now;
    }
}

/// Whether neither of two that touched has been looked at in this step, because what could move of them is asleep.
fn is_at_rest(roster: &Roster, a: BodyId, b: Option<BodyId>, asleep: impl Fn(BodyId) -> bool) -> bool {
    let still = |id: BodyId| roster.place(id).is_some_and(|place| roster.list[place].rests());
    match b {
        None => asleep(a),
        Some(b) => (asleep(a) || asleep(b)) && still(a) && still(b),
    }
}
