//! Rigid bodies: position, turn, velocity and spin, from their particles and back to them.
//!
//! ```text
//!     x = c + R r        r: arm of a particle in the rest shape, from the mass centre
//!     v = V + ω J r                                                                      (eq. 91)
//! ```
//! Particles hold the state between steps; the best turn (eq. 48) and the momenta give it back, so whatever changes particles from outside needs no second door.
//!
//! A body with one pinned particle turns about it: the pin takes the place of the mass centre, and its mass is infinite along both axes. With more pins it is
//! led by them, and nothing moves it.

use crate::blueprint::Point;
use crate::body::{Body, Particles};
use crate::contact::Arc;
use crate::field::{Acting, Seen};
use core::ops::Range;
use glam::{DVec2, Vec2};

/// A rigid body during a step. Places are relative to the body's local zero.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rigid {
    /// The index of its body.
    pub body: u32,
    /// The index of its first particle.
    pub first: u32,
    /// Where its arms begin.
    pub first_arm: u32,
    pub count: u32,
    /// How it is held.
    hold: Hold,
    /// The mass centre, or the pin. `[m]`
    pub centre: DVec2,
    /// Cosine and sine of its turn against the rest shape.
    pub turn: DVec2,
    /// `[kg]`
    pub mass: f64,
    /// About the centre. `[kg m²]`
    pub inertia: f64,
    /// Velocity and spin at the beginning of the substep, before fields act. `[m/s]`, `[rad/s]`
    pub before: [f64; 3],
    /// The local zero. `[m]`
    pub origin: DVec2,
    /// The centre in the blueprint. `[m]`
    pub rest_centre: DVec2,
    /// Relative to the blueprint.
    pub size: f64,
}

/// How many of its particles are pinned, at different places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Hold {
    Free,
    /// It turns about a pin.
    Pivot,
    /// It is led by its pins.
    Led,
}

impl Hold {
    fn of(points: &[Point], masses: &[[f32; 2]]) -> Self {
        let mut pinned = points.iter().zip(masses).filter(|(_, pair)| pair[0] == 0.0).map(|(point, _)| point.position);
        match pinned.next() {
            None => Self::Free,
            Some(first) if pinned.all(|other| other == first) => Self::Pivot,
            Some(_) => Self::Led,
        }
    }

    /// The weight of a particle in what says where the centre is.
    fn in_centre(self, [inverse_mass, mass]: [f32; 2]) -> f64 {
        if self == Self::Free { f64::from(mass) } else { f64::from(u8::from(inverse_mass == 0.0)) }
    }

    /// The same for the turn.
    fn in_turn(self, [inverse_mass, mass]: [f32; 2]) -> f64 {
        if self == Self::Led { f64::from(u8::from(inverse_mass == 0.0)) } else { f64::from(mass) }
    }
}

/// So much farther than to the middle of an arc both of its vertices reach, so that no direction is left out by rounding.
const SHARED: f64 = 1e-5;

/// A vector turned by an angle that is given as cosine and sine.
#[inline(always)]
pub(super) fn turned(turn: DVec2, vector: DVec2) -> DVec2 {
    DVec2::new(turn.x * vector.x - turn.y * vector.y, turn.x * vector.y + turn.y * vector.x)
}

/// The cross product of vectors in the plane.
#[inline(always)]
pub(super) fn cross(a: DVec2, b: DVec2) -> f64 {
    a.x * b.y - a.y * b.x
}

/// A turn after another by a small angle: a rotation to rounding, of that angle to the sixth order. `[rad]`
pub(super) fn turned_by(turn: DVec2, angle: f64) -> DVec2 {
    let half = 0.5 * angle;
    let square = half * half;
    // The tangent of half the angle; beyond a radian a substep nothing follows the motion anyway.
    let tangent = if half.abs() < 1.0 { half * (1.0 + square * (1.0 / 3.0 + square * (2.0 / 15.0))) } else { half };
    let all = 1.0 + tangent * tangent;
    let after = turned(DVec2::new((1.0 - tangent * tangent) / all, 2.0 * tangent / all), turn);
    after / after.length()
}

impl Rigid {
    /// Reads a body off its particles, whose slots hold velocities. Adds its arms to `arms`.
    pub(super) fn new(index: usize, body: &Body, particles: &Particles, arms: &mut Vec<DVec2>) -> Self {
        let (points, size) = (body.blueprint.points(), f64::from(body.tuning.size));
        let masses = &particles.masses[body.range()];
        let hold = Hold::of(points, masses);
        let (mut mass, mut weight, mut rest_centre) = (0.0, 0.0, DVec2::ZERO);
        for (point, &pair) in points.iter().zip(masses) {
            mass += f64::from(pair[1]);
            weight += hold.in_centre(pair);
            rest_centre += hold.in_centre(pair) * point.position.as_dvec2();
        }
        let rest_centre = rest_centre / weight;
        let first_arm = arms.len();
        arms.extend(points.iter().map(|point| size * (point.position.as_dvec2() - rest_centre)));
        let inertia = arms[first_arm..].iter().zip(masses).map(|(r, &pair)| hold.in_turn(pair) * r.length_squared()).sum();
        let mut rigid = Self {
            body: index as u32,
            first: body.first,
            first_arm: first_arm as u32,
            count: points.len() as u32,
            hold,
            centre: DVec2::ZERO,
            turn: DVec2::X,
            mass,
            inertia,
            before: [0.0; 3],
            origin: body.origin.as_dvec2(),
            rest_centre,
            size,
        };
        rigid.fit(&arms[first_arm..], &particles.state[body.range()], &particles.masses[body.range()]);
        rigid
    }

    /// Lays the rest shape over the particles.
    fn fit(&mut self, arms: &[DVec2], state: &[[f32; 4]], masses: &[[f32; 2]]) {
        let base = place(state[0]);
        let (mut sum, mut weight) = (DVec2::ZERO, 0.0);
        for (&record, &pair) in state.iter().zip(masses) {
            sum += self.hold.in_centre(pair) * (place(record) - base);
            weight += self.hold.in_centre(pair);
        }
        self.centre = base + sum / weight;
        let mut lie = DVec2::ZERO;
        for ((&record, &pair), &arm) in state.iter().zip(masses).zip(arms) {
            let now = place(record) - self.centre;
            lie += self.hold.in_turn(pair) * DVec2::new(arm.dot(now), cross(arm, now));
        }
        let length = lie.length();
        self.turn = if length > 0.0 { lie / length } else { DVec2::X };
    }

    /// Velocity and spin that have the momenta of the particles, where they are. Their slots hold velocities.
    pub(super) fn velocity(&self, particles: &Particles) -> [f64; 3] {
        let velocity = |[_, _, x, y]: [f32; 4]| DVec2::new(f64::from(x), f64::from(y));
        self.velocity_by(particles, velocity, |record, _| place(record) - self.centre)
    }

    /// The same where the rest shape lies. `velocity` tells that of each by its record.
    pub(super) fn velocity_of_shape(
        &self,
        arms: &[DVec2],
        particles: &Particles,
        velocity: impl Fn([f32; 4]) -> DVec2,
    ) -> [f64; 3] {
        self.velocity_by(particles, velocity, |_, k| turned(self.turn, self.arms(arms)[k]))
    }

    fn velocity_by(
        &self,
        particles: &Particles,
        velocity: impl Fn([f32; 4]) -> DVec2,
        arm: impl Fn([f32; 4], usize) -> DVec2,
    ) -> [f64; 3] {
        let own = || particles.state[self.range()].iter().zip(&particles.masses[self.range()]);
        let (mut sum, mut weight) = (DVec2::ZERO, 0.0);
        for (&record, &pair) in own() {
            sum += self.hold.in_centre(pair) * velocity(record);
            weight += self.hold.in_centre(pair);
        }
        let centre = sum / weight;
        let spin: f64 = own()
            .enumerate()
            .map(|(k, (&record, &pair))| self.hold.in_turn(pair) * cross(arm(record, k), velocity(record) - centre))
            .sum();
        [centre.x, centre.y, if self.inertia > 0.0 { spin / self.inertia } else { 0.0 }]
    }

    pub(super) fn range(&self) -> Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    pub(super) fn arms<'a>(&self, arms: &'a [DVec2]) -> &'a [DVec2] {
        &arms[self.first_arm as usize..(self.first_arm + self.count) as usize]
    }

    /// Inverse mass and inertia as mobiles have them.
    pub(super) fn inverse_mass(&self) -> [f64; 3] {
        let about = if self.inertia > 0.0 { 1.0 / self.inertia } else { 0.0 };
        match self.hold {
            Hold::Free => [1.0 / self.mass, 1.0 / self.mass, about],
            Hold::Pivot => [0.0, 0.0, about],
            Hold::Led => [0.0; 3],
        }
    }

    /// A place of the blueprint as an arm in the world. `[m]`
    pub(super) fn arm_of(&self, rest: Vec2) -> DVec2 {
        turned(self.turn, self.size * (rest.as_dvec2() - self.rest_centre))
    }

    /// The arm of the point of a vertex and the halves of the arcs beside it that lies farthest in a direction; `None` if another vertex is nearer to the
    /// farthest point of the arc. `corner` is the arm of the vertex, `arcs` those of the edges that end and begin there.
    pub(super) fn support(&self, corner: DVec2, arcs: [Option<Arc>; 2], direction: DVec2) -> Option<DVec2> {
        for (arc, side) in arcs.into_iter().zip([-1.0, 1.0]) {
            let Some(arc) = arc else { continue };
            let (centre, radius) = (self.arm_of(arc.centre), self.size * f64::from(arc.radius));
            let radial = (corner - centre) / radius;
            let beyond = side * cross(radial, direction);
            if beyond > 0.0 {
                let own = beyond <= f64::from(arc.half_sine) * (1.0 + SHARED) && radial.dot(direction) > 0.0;
                return own.then(|| centre + radius * direction);
            }
        }
        Some(corner)
    }

    /// What fields make of its velocity in a substep of length `h`.
    pub(super) fn accelerate(
        &self,
        velocity: [f64; 3],
        arms: &[DVec2],
        masses: &[[f32; 2]],
        acting: &Acting<'_>,
        h: f32,
    ) -> [f64; 3] {
        let [vx, vy, spin] = velocity;
        if self.hold == Hold::Led {
            return velocity;
        }
        if let Some([ux, uy]) = acting.even_kick(h).filter(|_| self.hold == Hold::Free) {
            return [vx + f64::from(ux) / f64::from(h), vy + f64::from(uy) / f64::from(h), spin];
        }
        let (mut momentum, mut moment) = (DVec2::ZERO, 0.0);
        for (&arm, &[inverse_mass, mass]) in self.arms(arms).iter().zip(&masses[self.range()]) {
            let arm = turned(self.turn, arm);
            let place = (self.origin + self.centre + arm).as_vec2();
            let velocity = (DVec2::new(vx, vy) + spin * arm.perp()).as_vec2();
            let seen = Seen { place: place.to_array(), velocity: velocity.to_array(), inverse_mass, mass };
            let motion = (h * velocity).to_array();
            let [ux, uy] = if inverse_mass > 0.0 { acting.kick((), &seen, motion, h) } else { motion };
            let impulse = f64::from(mass) * DVec2::new(f64::from(ux - motion[0]), f64::from(uy - motion[1])) / f64::from(h);
            momentum += impulse;
            moment += cross(arm, impulse);
        }
        let [wx, wy, wt] = self.inverse_mass();
        [vx + wx * momentum.x, vy + wy * momentum.y, spin + wt * moment]
    }

    /// Moves it by velocities of a substep of length `h`. `[s]`
    pub(super) fn advance(&mut self, [vx, vy, spin]: [f64; 3], h: f64) {
        self.centre += h * DVec2::new(vx, vy);
        self.turn = turned_by(self.turn, h * spin);
    }

    /// Puts its particles where they belong. `slot` tells what their slots hold, by the arm.
    pub(super) fn put_particles(&self, arms: &[DVec2], state: &mut [[f32; 4]], slot: impl Fn(DVec2) -> DVec2) {
        for (record, &arm) in state[self.range()].iter_mut().zip(self.arms(arms)) {
            let arm = turned(self.turn, arm);
            let (place, slot) = ((self.centre + arm).as_vec2(), slot(arm).as_vec2());
            *record = [place.x, place.y, slot.x, slot.y];
        }
    }
}

/// The place in a record.
fn place([x, y, ..]: [f32; 4]) -> DVec2 {
    DVec2::new(f64::from(x), f64::from(y))
}

#[cfg(test)]
mod tests {
    use super::{turned, turned_by};
    use glam::DVec2;

    #[test]
    fn a_turn_by_small_angles_is_the_turn_by_their_sum() {
        let mut turn = DVec2::X;
        (0..1000).for_each(|_| turn = turned_by(turn, 0.2));
        let wanted = DVec2::new(libm::cos(200.0), libm::sin(200.0));
        assert!(turn.distance(wanted) < 1e-4 && (turn.length() - 1.0).abs() < 1e-15, "{turn} {wanted}");
        assert!(turned(turn, DVec2::X).distance(turn) < 1e-15);
    }
}
