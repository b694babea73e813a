//! Riding through the substeps: a body that nobody looks at between them is taken through all of them at once.
//!
//! Bodies meet in contacts, joints and grabs, which have their say after every substep. A cloth that hangs by itself has none of them: its points are spread out
//! over [planes](crate::element::planes) once a step and not in every substep, and stay at hand meanwhile. For every body that is the same work in the
//! same order, so the same bits.

use crate::World;
use crate::field::Acting;
use crate::group::particulars;

impl World {
    /// Notes who rides through the substeps of length `h`: bodies in strips that nothing but gravity and the bounds act on. `[s]`
    pub(crate) fn let_ride(&mut self, h: f32) {
        let Self { crew, bodies, fields, user_field, contacts, grabs, joints, .. } = self;
        let acting = Acting { fields, user: user_field.as_ref(), time: 0.0 };
        if acting.even_kick(h).is_none() {
            return;
        }
        let mut any = false;
        for &place in crew.singles() {
            let body = &mut bodies.list[place as usize];
            body.rides = body.strips.is_some() && particulars(body).spins == 0.0;
            any |= body.rides;
        }
        if !any {
            return;
        }
        contacts
            .pairs
            .iter()
            .filter(|pair| pair.live)
            .flat_map(|pair| pair.bodies)
            .for_each(|place| bodies.list[place as usize].rides = false);
        let joined = joints.iter().flat_map(|held| &held.joint.anchors).filter_map(|anchor| anchor.body());
        for id in joined.chain(grabs.iter().map(|grab| grab.point.body)) {
            if let Some(place) = bodies.place(id) {
                bodies.list[place].rides = false;
            }
        }
    }

    /// Nobody rides any longer.
    pub(crate) fn end_rides(&mut self) {
        self.crew.singles().iter().for_each(|&place| self.bodies.list[place as usize].rides = false);
    }
}
