//! Looking at one body.

use super::{Body, Motion, Particles, Trouble, Tuning, Work};
use crate::blueprint::Blueprint;
use crate::contact::{Filter, Surface};
use crate::id::BodyId;
use crate::math::{cross, polygon_area, rotate};
use crate::signal::Signal;
use core::ops::Range;
use glam::Vec2;

/// A look at one body of a world.
#[derive(Clone, Copy)]
pub struct BodyView<'w> {
    pub(crate) body: &'w Body,
    pub(crate) particles: &'w Particles,
}

impl<'w> BodyView<'w> {
    /// Its name.
    pub fn id(&self) -> BodyId {
        self.body.id
    }

    /// What it is made of.
    pub fn blueprint(&self) -> &'w Blueprint {
        &self.body.blueprint
    }

    /// How it differs from its blueprint.
    pub fn tuning(&self) -> Tuning {
        self.body.tuning
    }

    /// How its surface touches others.
    pub fn surface(&self) -> Surface {
        self.body.surface
    }

    /// Whom it meets.
    pub fn filter(&self) -> Filter {
        self.body.filter
    }

    /// How its pinned points move, if they do.
    pub fn motion(&self) -> Option<&'w Motion> {
        self.body.lead.as_ref().map(|lead| &lead.motion)
    }

    /// Whether it is scenery: all of its points are immovable.
    pub fn is_scenery(&self) -> bool {
        self.particles.pinned[self.body.range()].iter().all(|&pinned| pinned)
    }

    /// Whether it sleeps.
    pub fn is_asleep(&self) -> bool {
        self.body.asleep
    }

    /// Its particles' places in [`World::particles`](crate::World::particles).
    pub fn particles(&self) -> Range<usize> {
        self.body.range()
    }

    /// Its particles, `[x, y, vx, vy]` each. `[m]`, `[m/s]`
    pub fn state(&self) -> &'w [[f32; 4]] {
        &self.particles.state[self.body.range()]
    }

    /// Where a point is. Panics if the blueprint has no such point. `[m]`
    pub fn position(&self, index: u32) -> Vec2 {
        let [x, y, ..] = self.state()[index as usize];
        Vec2::new(x, y)
    }

    /// How fast a point is. Panics if the blueprint has no such point. `[m/s]`
    pub fn velocity(&self, index: u32) -> Vec2 {
        let [_, _, x, y] = self.state()[index as usize];
        Vec2::new(x, y)
    }

    /// Where a point is drawn between the last two steps: `part` 0 is the start of the last step, 1 is now. `[m]`
    pub fn position_between(&self, index: u32, part: f32) -> Vec2 {
        let [x, y, ..] = self.particles.previous[self.body.range()][index as usize];
        Vec2::new(x, y).lerp(self.position(index), part)
    }

    /// Whether a point is immovable. Panics if the blueprint has no such point.
    pub fn is_pinned(&self, index: u32) -> bool {
        self.particles.pinned[self.body.range()][index as usize]
    }

    /// The mass of a point. Panics if the blueprint has no such point. `[kg]`
    pub fn point_mass(&self, index: u32) -> f32 {
        self.particles.masses[self.body.range()][index as usize][1]
    }

    /// The mass of the body. `[kg]`
    pub fn mass(&self) -> f32 {
        self.particles.masses[self.body.range()].iter().map(|pair| pair[1]).sum()
    }

    /// The mass centre. `[m]`
    pub fn centre(&self) -> Vec2 {
        self.mean(|[x, y, ..]| Vec2::new(x, y))
    }

    /// The velocity of the mass centre. `[m/s]`
    pub fn mean_velocity(&self) -> Vec2 {
        self.mean(|[_, _, x, y]| Vec2::new(x, y))
    }

    /// Where a place of the blueprint is now, if it goes with the body as a whole: with its mass centre and the mean turn of its rest shape. `[m]`
    pub fn place_now(&self, place: Vec2) -> Vec2 {
        let centre = self.centre();
        let points = self.blueprint().points().iter().zip(&self.particles.masses[self.body.range()]);
        let (moment, mass) = points
            .clone()
            .fold((Vec2::ZERO, 0.0), |(moment, mass), (point, pair)| (moment + pair[1] * point.position, mass + pair[1]));
        let rest = moment / mass;
        let mut fit = Vec2::ZERO;
        for ((point, pair), &[x, y, ..]) in points.zip(self.state()) {
            let (r, arm) = (point.position - rest, Vec2::new(x, y) - centre);
            fit += pair[1] * Vec2::new(r.dot(arm), cross(r, arm));
        }
        centre + rotate(self.tuning().size * (place - rest), fit.try_normalize().unwrap_or(Vec2::X))
    }

    /// How fast the body turns as a whole, counter-clockwise. `[rad/s]`
    pub fn mean_spin(&self) -> f32 {
        let (centre, velocity) = (self.centre(), self.mean_velocity());
        let (mut momentum, mut inertia) = (0.0, 0.0);
        for (&[x, y, vx, vy], pair) in self.state().iter().zip(&self.particles.masses[self.body.range()]) {
            let arm = Vec2::new(x, y) - centre;
            momentum += pair[1] * cross(arm, Vec2::new(vx, vy) - velocity);
            inertia += pair[1] * arm.length_squared();
        }
        if inertia > 0.0 { momentum / inertia } else { 0.0 }
    }

    /// The area inside the outline now. `[m²]`
    pub fn area(&self) -> f32 {
        let corner = |&index: &u32| self.position(index);
        self.blueprint().loops().iter().map(|corners| polygon_area(corners.iter().map(corner))).sum()
    }

    /// The area inside the outline when the body is at ease. `[m²]`
    pub fn rest_area(&self) -> f32 {
        self.body.rest().area * self.tuning().size * self.tuning().size
    }

    /// How far a spring is stretched, as a part of its rest length; negative when it is squeezed.
    /// Panics if the blueprint has no such spring.
    pub fn strain(&self, spring: u32) -> f32 {
        let rest = self.body.rest();
        let link = &rest.springs.list[rest.springs.slot[spring as usize] as usize];
        let rest_length = link.rest_length * self.tuning().size;
        (self.position(link.a).distance(self.position(link.b)) - rest_length) / rest_length.max(f32::MIN_POSITIVE)
    }

    /// The rest length of a spring as it is now, with its muscle and what has flowed. `[m]`
    pub fn rest_length(&self, spring: u32) -> Option<f32> {
        let springs = &self.body.rest().springs;
        let slot = *springs.slot.get(spring as usize)?;
        Some(springs.list[slot as usize].rest_length * self.tuning().size)
    }

    /// The springs that are muscles, and what drives them.
    pub fn muscles(&self) -> impl Iterator<Item = (u32, &'w Signal)> {
        self.body.flesh.iter().flat_map(|flesh| &flesh.muscles).map(|(spring, muscle)| (*spring, &muscle.signal))
    }

    /// What drives its pump, if it has one.
    pub fn pump(&self) -> Option<&'w Signal> {
        self.body.flesh.as_ref()?.pump.as_ref().map(|pump| &pump.signal)
    }

    /// The energy it was given by muscles, pump and flow since it was added. `[J]`
    pub fn work(&self) -> Work {
        self.body.flesh.as_ref().map_or_else(Work::default, |flesh| flesh.work)
    }

    /// The body it was part of at first, if it is a piece of a torn one.
    pub fn torn_from(&self) -> Option<BodyId> {
        self.body.torn_from
    }

    /// What is left of the pressure of a punctured body, from 1 to 0; `None` for a tight one, and when it is gone.
    pub fn leak(&self) -> Option<f32> {
        self.body.leak
    }

    /// Why the body is frozen, if it is.
    pub fn frozen(&self) -> Option<Trouble> {
        self.body.frozen
    }

    /// The smallest box around the particles: its lower left and upper right corners. `[m]`
    pub fn bounding_box(&self) -> (Vec2, Vec2) {
        let places = self.state().iter().map(|&[x, y, ..]| Vec2::new(x, y));
        places.fold((Vec2::INFINITY, Vec2::NEG_INFINITY), |(low, high), p| (low.min(p), high.max(p)))
    }

    fn mean(&self, of: impl Fn([f32; 4]) -> Vec2) -> Vec2 {
        // Summed from the first particle: small numbers keep their digits.
        let state = self.state();
        let base = of(state[0]);
        let (mut sum, mut total) = (Vec2::ZERO, 0.0);
        for (record, pair) in state.iter().zip(&self.particles.masses[self.body.range()]) {
            sum += pair[1] * (of(*record) - base);
            total += pair[1];
        }
        base + sum / total
    }
}
