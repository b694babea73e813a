//! What must hold after every step, whatever was done.

use core::fmt;
use wobble2d::{Method, World};

/// What was broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// The engine panicked.
    Panic,
    /// A number is none.
    NotFinite,
    /// Something is faster than the speed limit, or farther away than it may be, and was not frozen.
    Uncontained,
    /// Energy came from nowhere, under XPBD, while nothing was done.
    Energy,
    /// The world has far more parts than it was given.
    Memory,
    /// A restored world is another one.
    Snapshot,
}

/// What was broken, and how.
#[derive(Clone, Debug, PartialEq)]
pub struct Violation {
    /// What was broken.
    pub kind: Kind,
    /// How, in words.
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: {}", self.kind, self.what)
    }
}

/// A snapshot larger than this is runaway memory: hostile worlds have some hundred points. `[B]`
const LARGEST: usize = 16 << 20;

/// Whether what must hold after every step does.
pub(crate) fn state(world: &World) -> Option<Violation> {
    let violation = |kind, what: String| Some(Violation { kind, what });
    let limit = world.settings().speed_limit;
    for (i, record) in world.particles().iter().enumerate() {
        let [x, y, vx, vy] = *record;
        if !record.iter().all(|value| value.is_finite()) {
            return violation(Kind::NotFinite, format!("particle {i} is {record:?}"));
        }
        let (speed, distance) = ((vx * vx + vy * vy).sqrt(), x.abs().max(y.abs()));
        // A thousandth for rounding, the second for what bodies that sleep are led by.
        if speed > 1.001 * limit.max(1e3) || distance > 1.001e6 {
            return violation(Kind::Uncontained, format!("particle {i} is at ({x}, {y}) with {speed} m/s, limit {limit}"));
        }
    }
    if !world.energy().total().is_finite() {
        return violation(Kind::NotFinite, format!("the energy is {:?}", world.energy()));
    }
    None
}

/// Whether saving and restoring gives the same world.
pub(crate) fn snapshot(world: &World) -> Option<Violation> {
    let saved = world.save();
    if saved.len() > LARGEST {
        let what = format!("a snapshot of {} bytes for {} particles", saved.len(), world.particles().len());
        return Some(Violation { kind: Kind::Memory, what });
    }
    let what = match World::restore(&saved) {
        Err(error) => error.to_string(),
        Ok(again) if again.state_hash() != world.state_hash() => "the restored world has another hash".into(),
        Ok(again) if again.save() != saved => "the snapshot of the restored world is another one".into(),
        Ok(_) => return None,
    };
    Some(Violation { kind: Kind::Snapshot, what })
}

/// What a world may have at most while nothing is done to it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Budget {
    /// Motion and height, and what may become of what is stored. `[J]`
    most: f64,
    gas: f64,
}

impl Budget {
    /// For a world under XPBD that nothing drives; `None` for others, and where joints hold: what they are off by is a store that nobody measures.
    ///
    /// Overlapping bodies are eased apart, and folded ones led back, by up to ten metres a second, so each kilogram may gain ½ v² = 50 J once; rounding may
    /// add a tenth.
    pub(crate) fn of(world: &World) -> Option<Self> {
        let driven = world.joints().next().is_some() || !world.grabs().is_empty();
        let led = world.bodies().any(|body| {
            body.motion().is_some() || body.surface().belt != 0.0 || body.muscles().next().is_some() || body.pump().is_some()
        });
        if world.settings().method != Method::Xpbd || driven || led {
            return None;
        }
        let energy = world.energy();
        let mass: f64 = world.bodies().map(|body| f64::from(body.mass())).sum();
        let moving = energy.kinetic + energy.gravity;
        Some(Self { most: moving + 1.1 * (energy.total() - moving - energy.gas) + 50.0 * mass, gas: energy.gas })
    }

    /// Motion and height may come to no more than all there was, and what gas has given since. What is stored in springs of stiffness 1e12 that a few
    /// sweeps cannot solve is not counted: it is no motion until it is set free, and then it is.
    pub(crate) fn check(&self, world: &World) -> Option<Violation> {
        let energy = world.energy();
        let (moving, most) = (energy.kinetic + energy.gravity, self.most + 1.1 * (self.gas - energy.gas).max(0.0));
        let what = || format!("{moving:e} J of motion and height, at most {most:e} J were to be expected; {energy:?}");
        (moving > most).then(|| Violation { kind: Kind::Energy, what: what() })
    }
}

#[cfg(test)]
mod tests {
    use super::{Budget, Kind, state};
    use glam::Vec2;
    use wobble2d::blueprint::Ball;
    use wobble2d::{BodyDef, Method, Settings, World};

    fn falling() -> World {
        let mut world = World::new();
        world.add(BodyDef::new(&Ball::default().build().expect("a ball"))).expect("room");
        world
    }

    #[test]
    fn falling_costs_nothing_but_a_sudden_speed_is_noticed() {
        let mut world = falling();
        let budget = Budget::of(&world).expect("nothing drives it");
        (0..60).for_each(|_| world.step(1.0 / 60.0));
        assert_eq!(budget.check(&world), None);
        let body = world.bodies().next().expect("the ball").id();
        world.set_velocity(body, Vec2::new(30.0, 0.0), 0.0).expect("a speed");
        assert_eq!(budget.check(&world).map(|violation| violation.kind), Some(Kind::Energy));
    }

    #[test]
    fn explicit_methods_have_no_energy_budget() {
        let mut world = falling();
        world.set_settings(Settings { method: Method::ExplicitEuler, ..Settings::default() }).expect("settings");
        assert!(Budget::of(&world).is_none());
    }

    #[test]
    fn what_is_too_fast_after_a_step_is_not_contained() {
        let mut world = falling();
        let body = world.bodies().next().expect("the ball").id();
        world.set_velocity(body, Vec2::new(1e4, 0.0), 0.0).expect("a speed");
        assert_eq!(state(&world).map(|violation| violation.kind), Some(Kind::Uncontained));
        world.step(1.0 / 60.0);
        assert_eq!(state(&world), None, "the step freezes it");
    }
}
