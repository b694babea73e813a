//! What a snapshot holds of contacts: what is remembered, and what need not be looked for again.

use super::wire::{Read, Reader, Short, Wire, Writer, wire_struct};
use crate::contact::{Blow, KeptCandidate, KeptPair, Memory, Remembered, Room, Tangle, Vacant};

wire_struct!(Blow { bodies, approach, age, place, normal });
wire_struct!(Tangle { bodies, looks });
wire_struct!(Memory { list, blows, tangles, touching, noticed, escaped });
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

/// Of the sides there are two.
impl Wire for Remembered {
    fn write(&self, out: &mut Writer) {
        write_places([self.bodies[0], self.bodies[1], self.point, self.edge, self.inside << 1 | u32::from(self.side < 0.0)], out);
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        let [first, second, point, edge, more] = read_places(from)?;
        let side = if more & 1 == 1 { -1.0 } else { 1.0 };
        Ok(Self { bodies: [first, second], point, edge, side, inside: more >> 1 })
    }
}

impl Wire for KeptPair {
    fn write(&self, out: &mut Writer) {
        write_places([self.bodies[0], self.bodies[1], self.count], out);
        self.room.write(out);
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        let [first, second, count] = read_places(from)?;
        Ok(Self { bodies: [first, second], count, room: Wire::read(from)? })
    }
}

impl Wire for Vacant {
    fn write(&self, out: &mut Writer) {
        write_places(self.bodies, out);
        self.room.write(out);
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        Ok(Self { bodies: read_places(from)?, room: Wire::read(from)? })
    }
}

impl Wire for KeptCandidate {
    fn write(&self, out: &mut Writer) {
        write_places([self.index << 1 | u32::from(self.of_first), self.edge], out);
    }
    fn read(from: &mut Reader<'_>) -> Read<Self> {
        let [vertex, edge] = read_places(from)?;
        Ok(Self { index: vertex >> 1, of_first: vertex & 1 == 1, edge })
    }
}
