//! Momentum and speed.

use crate::World;
use glam::{DVec2, Vec2};

impl World {
    /// The momentum of all movable particles. `[N s]`
    pub fn momentum(&self) -> DVec2 {
        self.movable().map(|(_, velocity, mass)| mass * velocity).sum()
    }

    /// The angular momentum of all movable particles about a place, counter-clockwise. `[N m s]`
    pub fn angular_momentum(&self, about: Vec2) -> f64 {
        let about = about.as_dvec2();
        self.movable().map(|(position, velocity, mass)| mass * (position - about).perp_dot(velocity)).sum()
    }

    /// The root mean square speed of all movable particles. `[m/s]`
    pub fn rms_speed(&self) -> f64 {
        let (sum, count) =
            self.movable().fold((0.0, 0u32), |(sum, count), (_, velocity, _)| (sum + velocity.length_squared(), count + 1));
        if count == 0 { 0.0 } else { (sum / f64::from(count)).sqrt() }
    }

    /// Position, velocity and mass of the particles that can move.
    fn movable(&self) -> impl Iterator<Item = (DVec2, DVec2, f64)> {
        self.particles.state.iter().zip(&self.particles.masses).filter(|(_, pair)| pair[0] > 0.0).map(|(record, pair)| {
            let [x, y, vx, vy] = record.map(f64::from);
            (DVec2::new(x, y), DVec2::new(vx, vy), f64::from(pair[1]))
        })
    }
}
