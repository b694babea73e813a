//! Erase: what the pointer goes over is removed.

use super::{Gesture, Touch, body_at};
use crate::stage::Stage;
use wobble2d::Action;
use wobble2d::glam::Vec2;

pub(super) struct Erasing {
    last: Vec2,
}

impl Erasing {
    pub fn begin(stage: &mut Stage, touch: Touch) -> Box<dyn Gesture> {
        remove_at(stage, touch);
        Box::new(Self { last: touch.at })
    }
}

fn remove_at(stage: &mut Stage, touch: Touch) {
    if let Some(body) = body_at(stage.world(), touch) {
        stage.act(Action::Remove(body));
    }
}

impl Gesture for Erasing {
    fn carry(&mut self, stage: &mut Stage, touch: Touch) {
        // A pointer that rests must not eat everything that falls on it.
        if self.last.distance(touch.at) > 0.3 * touch.reach {
            self.last = touch.at;
            remove_at(stage, touch);
        }
    }

    fn end(self: Box<Self>, _stage: &mut Stage, _touch: Touch) {}
}
