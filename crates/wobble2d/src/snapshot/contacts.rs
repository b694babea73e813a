//! What a snapshot holds of contacts: what is remembered, and what need not be looked for again.

use super::wire::{Read, Reader, Short, Wire, Writer, wire_struct};
use crate::contact::{Blow, KeptCandidate, KeptPair, Memory, Remembered, Room, Tangle};
use crate::solve::memory::{KeptImpulse, Press};
use crate::world::World;

wire_struct!(Blow { bodies, approach, work, most, push, total, arm, wobble, strained, age, closing, still, unloaded });
wire_struct!(KeptImpulse { bodies, point, ordinal, impulse });
wire_struct!(Press { point, impulse });
wire_struct!(Tangle { bodies, looks });
wire_struct!(Room { left, shift });

/// Places in lists, which are mostly small.
fn write_places<const N: usize>(places: [u32; N], out: &mut Writer) {
    places.iter().for_each(|&place| Short(place).write(out));
}

fn read_places<const N: usize>(from: &mut Reader<'_>) -> Read<[u32; N]> {
    let mut places = [0; N];
    for place in &mut places {
        *place = Short::read(from)?.0;
    }
    Ok(places)
}

/// Writes what is remembered, and what is kept: see [`Memory`] and [`Kept`](crate::contact::Kept) for reading it again.
pub(super) fn write_contacts(world: &World, out: &mut Writer) {
    let (contacts, bodies) = (&world.contacts, &world.bodies.list);
    let Memory { blows, tangles, impulses, presses, touching, noticed, escaped, .. } = &contacts.memory;
    write_remembered(&contacts.remembered(bodies, false), out);
    blows.write(out);
    tangles.write(out);
    impulses.write(out);
    presses.write(out);
    touching.write(out);
    noticed.write(out);
    escaped.write(out);
    contacts.kept(bodies).write(out);
}

pub(super) fn read_memory(from: &mut Reader<'_>) -> Read<Memory> {
    Ok(Memory {
        list: read_remembered(from)?,
        blows: Wire::read(from)?,
        tangles: Wire::read(from)?,
        impulses: Wire::read(from)?,
        presses: Wire::read(from)?,
        touching: Wire::read(from)?,
        noticed: Wire::read(from)?,
        escaped: Wire::read(from)?,
    })
}

/// Pair by pair: the bodies and how many there are; then for each how far it is from the vertex before, and the edge. What is rare, being inside or
/// on the left, follows where a bit says so.
fn write_remembered(list: &[Remembered], out: &mut Writer) {
    (list.len() as u32).write(out);
    for own in list.chunk_by(|a, b| a.bodies == b.bodies) {
        write_places([own[0].bodies[0], own[0].bodies[1], own.len() as u32], out);
        let mut last = 0;
        for &Remembered { point, edge, side, inside, .. } in own {
            let more = inside << 1 | u32::from(side < 0.0);
            write_places([point.wrapping_sub(last), edge << 1 | u32::from(more != 0)], out);
            if more != 0 {
                Short(more).write(out);
            }
            last = point;
        }
    }
}

fn read_remembered(from: &mut Reader<'_>) -> Read<Vec<Remembered>> {
    let total = u32::read(from)? as usize;
    let mut list = from.room_for(total);
    while list.len() < total {
        let [first, second, count] = read_places(from)?;
        if count == 0 || count as usize > total - list.len() {
            return Err(());
        }
        let mut point = 0u32;
        for _ in 0..count {
            let [step, edge] = read_places(from)?;
            let more = if edge & 1 == 1 { Short::read(from)?.0 } else { 0 };
            point = point.wrapping_add(step);
            let side = if more & 1 == 1 { -1.0 } else { 1.0 };
            list.push(Remembered { bodies: [first, second], point, edge: edge >> 1, side, inside: more >> 1 });
        }
    }
    Ok(list)
}

impl Wire for KeptPair {
    fn write(&self, out: &mut Writer) {
        write_places([self.bodies[0], self.bodies[1], self.count << 1 | u32::from(self.clear)], out);
        self.room.write(out);
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        let [first, second, more] = read_places(from)?;
        Ok(Self { bodies: [first, second], count: more >> 1, clear: more & 1 == 1, room: Wire::read(from)? })
    }
}

impl Wire for KeptCandidate {
    fn write(&self, out: &mut Writer) {
        write_places([self.index << 2 | u32::from(self.touched) << 1 | u32::from(self.of_first), self.edge], out);
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        let [vertex, edge] = read_places(from)?;
        Ok(Self { index: vertex >> 2, touched: vertex & 2 == 2, of_first: vertex & 1 == 1, edge })
    }
}
