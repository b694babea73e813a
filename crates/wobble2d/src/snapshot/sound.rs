//! Whether a world that was read from bytes is one that a step can be made of.

use crate::body::{HEAVIEST, LIGHTEST, Lead};
use crate::tear::Losses;
use crate::world::World;

/// No world counts farther than this: a million steps a second for centuries.
const MOST_COUNTED: u64 = 1 << 53;

/// Whether all names find their bodies and all numbers are in range. Names come first: whatever else is looked at is found by them.
pub(super) fn is_sound(world: &World) -> bool {
    let roster = &world.bodies;
    let names = roster.list.iter().enumerate().all(|(place, body)| roster.place(body.id) == Some(place));
    let taken = roster.slots.iter().filter(|slot| slot.place.is_some()).count();
    names && taken == roster.list.len() && numbers_are_sound(world)
}

fn numbers_are_sound(world: &World) -> bool {
    let numbers = world.particles.state.iter().flatten().all(|value| value.abs() <= 1e30);
    let drift = world.particles.drift.iter().flatten().all(|value| value.abs() <= 1e30);
    let masses = world.particles.masses.iter().all(|pair| (LIGHTEST..=HEAVIEST).contains(&pair[1]));
    let bodies = world.bodies.list.iter().all(|body| {
        body.tuning.check().is_ok()
            && body.surface.check().is_ok()
            && body.filter.check().is_ok()
            && body.leak.is_none_or(|left| (0.0..=1.0).contains(&left))
            && [body.still, body.folded].iter().all(|time| (0.0..=1e9).contains(time))
            && body.lead.as_deref().is_none_or(Lead::is_sound)
    });
    let grabs = world.grabs.iter().all(|grab| {
        let count = world.body(grab.point.body).map_or(0, |body| body.blueprint().points().len() as u32);
        grab.point.index < count && grab.target.is_finite() && (0.0..=1e6).contains(&grab.rate)
    });
    let contacts = world.contacts.is_consistent(&world.bodies.list);
    let joints = world.joints.iter().all(|held| {
        let numbers = [held.length, held.direction.x, held.direction.y, held.angle, held.force, held.impulse.x, held.impulse.y];
        held.joint.check(world).is_ok() && numbers.iter().all(|number| number.is_finite())
    });
    let Losses { springs, sticks, bends, triangles } = world.torn;
    let counts = [world.steps, springs, sticks, bends, triangles].iter().all(|&count| count <= MOST_COUNTED);
    joints && numbers && drift && masses && bodies && grabs && contacts && counts && world.time.is_finite()
}

#[cfg(test)]
mod tests {
    use crate::body::BodyDef;
    use crate::contact::{Remembered, Tangle};
    use crate::world::World;

    /// A step would count on, and over the end.
    #[test]
    fn a_world_that_has_counted_to_the_end_is_refused() {
        let spoils: [fn(&mut World); 5] = [
            |world| world.steps = u64::MAX,
            |world| world.torn.springs = u64::MAX,
            |world| world.bodies.list[0].folded = f32::NAN,
            |world| world.contacts.memory.tangles = vec![Tangle { bodies: [0, 0], looks: u32::MAX }],
            |world| {
                let known = Remembered { bodies: [0, 0], point: 0, edge: 0, side: 1.0, inside: u32::MAX };
                world.contacts.memory.list = vec![known];
            },
        ];
        for (number, spoil) in spoils.into_iter().enumerate() {
            let mut world = World::new();
            world.add(BodyDef::new(&crate::workload::blob().expect("a blob"))).expect("room");
            assert!(World::restore(&world.save()).is_ok());
            spoil(&mut world);
            assert!(World::restore(&world.save()).is_err(), "spoil {number}");
        }
    }

    /// What holds on to a body would be looked for beyond the end of the list.
    #[test]
    fn a_name_that_leads_nowhere_is_refused() {
        let mut world = World::new();
        let body = world.add(BodyDef::new(&crate::workload::blob().expect("a blob"))).expect("room");
        world.grab(crate::PointId { body, index: 0 }, glam::Vec2::ZERO).expect("a point");
        assert!(World::restore(&world.save()).is_ok());
        world.bodies.slots[0].place = Some(1792);
        assert!(World::restore(&world.save()).is_err());
    }
}
