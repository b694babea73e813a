//! Fling: a body is drawn back like a slingshot, and flies off when let go.

use super::{Gesture, Touch, body_at};
use crate::stage::Stage;
use wobble_view::{DrawList, Lines, View};
use wobble2d::glam::Vec2;
use wobble2d::{Action, BodyId, World};

/// How much faster a body flies for every metre that it was drawn back. `[1/s]`
const PER_DRAW: f32 = 5.0;

pub(super) struct Flinging {
    body: BodyId,
    pointer: Vec2,
}

impl Flinging {
    pub fn begin(stage: &mut Stage, touch: Touch) -> Option<Box<dyn Gesture>> {
        let body = body_at(stage.world(), touch)?;
        if stage.world().body(body)?.is_scenery() {
            return None;
        }
        Some(Box::new(Self { body, pointer: touch.at }))
    }

    /// From the pointer to the body. `[m]`
    fn drawn(&self, world: &World) -> Option<Vec2> {
        Some(world.body(self.body)?.centre() - self.pointer)
    }
}

impl Gesture for Flinging {
    fn carry(&mut self, _stage: &mut Stage, touch: Touch) {
        self.pointer = touch.at;
    }

    fn end(self: Box<Self>, stage: &mut Stage, _touch: Touch) {
        if let Some(drawn) = self.drawn(stage.world()) {
            stage.act(Action::SetVelocity(self.body, PER_DRAW * drawn, 0.0));
        }
    }

    fn sketch(&self, world: &World, view: &View, list: &mut DrawList) {
        let Some(drawn) = self.drawn(world) else { return };
        let pixel = |place: Vec2| view.camera.to_pixels(place);
        let centre = self.pointer + drawn;
        list.lines(Lines::one([pixel(self.pointer), pixel(centre)]), 3.0, view.theme.ink.alpha(150));
        list.lines(Lines::one([pixel(centre), pixel(centre + 0.5 * drawn)]), 2.0, view.theme.velocity);
        list.discs(vec![pixel(self.pointer)], 4.0, view.theme.ink);
    }
}
