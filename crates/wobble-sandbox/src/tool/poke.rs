//! Poke: what is near is pushed, away from a press and along with a drag.

use super::{Gesture, Kit, Touch};
use crate::stage::{STEP, Stage};
use wobble2d::glam::Vec2;
use wobble2d::{Action, PointId};

/// A finger is so many times as wide as what counts as touched.
const FINGER: f32 = 1.5;

pub(super) struct Poking {
    speed: f32,
    last: Vec2,
}

impl Poking {
    pub fn begin(kit: &Kit, stage: &mut Stage, touch: Touch) -> Box<dyn Gesture> {
        let away = |place: Vec2| kit.poke * (place - touch.at).normalize_or(Vec2::Y);
        push(stage, touch, away);
        Box::new(Self { speed: kit.poke, last: touch.at })
    }
}

/// Gives every particle under the finger a velocity on top of its own, less at the rim.
fn push(stage: &mut Stage, touch: Touch, velocity: impl Fn(Vec2) -> Vec2) {
    let radius = FINGER * touch.reach;
    let mut impulses = Vec::new();
    for body in stage.world().bodies() {
        for index in 0..body.state().len() as u32 {
            let place = body.position(index);
            let share = 1.0 - place.distance(touch.at) / radius;
            if share > 0.0 && !body.is_pinned(index) {
                let impulse = body.point_mass(index) * share * velocity(place);
                impulses.push(Action::Impulse(PointId { body: body.id(), index }, impulse));
            }
        }
    }
    for impulse in impulses {
        stage.act(impulse);
    }
}

impl Gesture for Poking {
    fn carry(&mut self, stage: &mut Stage, touch: Touch) {
        let way = touch.at - self.last;
        if way.length() > 0.05 * touch.reach {
            let along = (way / STEP).clamp_length_max(self.speed);
            push(stage, touch, |_| along);
            self.last = touch.at;
        }
    }

    fn end(self: Box<Self>, _stage: &mut Stage, _touch: Touch) {}
}
