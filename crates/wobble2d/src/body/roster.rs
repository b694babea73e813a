//! The list of bodies, and the names that find them.

use super::Body;
use crate::blueprint::Blueprint;
use crate::id::BodyId;

/// A place that a name points to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Slot {
    pub generation: u32,
    /// The body's place in the list, if the slot is taken.
    pub place: Option<u32>,
}

/// Bodies in the order in which they were added, and the names that find them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Roster {
    pub list: Vec<Body>,
    pub slots: Vec<Slot>,
}

impl Roster {
    /// The name that the next body gets.
    pub(crate) fn next_id(&self) -> BodyId {
        let free = self.slots.iter().position(|slot| slot.place.is_none());
        let slot = free.unwrap_or(self.slots.len());
        let generation = self.slots.get(slot).map_or(0, |slot| slot.generation);
        BodyId { slot: slot as u32, generation }
    }

    /// Adds a body that carries the name of [`next_id`](Self::next_id).
    pub(crate) fn push(&mut self, body: Body) {
        let slot = Slot { generation: body.id.generation, place: Some(self.list.len() as u32) };
        match self.slots.get_mut(body.id.slot as usize) {
            Some(free) => *free = slot,
            None => self.slots.push(slot),
        }
        self.list.push(body);
    }

    /// Takes the body at a place out of the list; the others keep their order and close up.
    pub(crate) fn remove(&mut self, place: usize) -> Body {
        let body = self.list.remove(place);
        let count = body.blueprint.0.points.len() as u32;
        let slot = &mut self.slots[body.id.slot as usize];
        slot.place = None;
        slot.generation = slot.generation.wrapping_add(1);
        for (place, later) in self.list.iter_mut().enumerate().skip(place) {
            later.first -= count;
            self.slots[later.id.slot as usize].place = Some(place as u32);
        }
        body
    }

    /// Gives the body at a place a blueprint with fewer points; the particles of the others close up.
    pub(crate) fn shrink(&mut self, place: usize, blueprint: Blueprint, leak: Option<f32>) {
        let body = &mut self.list[place];
        let gone = (body.blueprint.points().len() - blueprint.points().len()) as u32;
        (body.blueprint, body.leak, body.packets, body.strips) = (blueprint, leak, None, None);
        self.list[place + 1..].iter_mut().for_each(|later| later.first -= gone);
    }

    /// Where a body stands in the list.
    pub(crate) fn place(&self, id: BodyId) -> Option<usize> {
        let slot = self.slots.get(id.slot as usize)?;
        if slot.generation == id.generation { slot.place.map(|place| place as usize) } else { None }
    }
}
