//! Grab: the nearest particle follows the pointer.

use super::{Gesture, Touch, body_at};
use crate::stage::Stage;
use wobble2d::{Action, GrabId, Outcome, PointId};

pub(super) struct Grabbing {
    grab: GrabId,
}

impl Grabbing {
    pub fn begin(stage: &mut Stage, touch: Touch) -> Option<Box<dyn Gesture>> {
        let point = target(stage, touch)?;
        match stage.act(Action::Grab(point, touch.at))? {
            Outcome::Grabbed(grab) => Some(Box::new(Self { grab })),
            _ => None,
        }
    }

    fn holds(&self, stage: &Stage) -> bool {
        stage.world().grabs().iter().any(|grab| grab.id == self.grab)
    }
}

/// The movable particle within reach, or, inside a large body, the nearest of that body however far it is.
fn target(stage: &Stage, touch: Touch) -> Option<PointId> {
    let world = stage.world();
    if let Some(point) = world.nearest_point(touch.at, touch.reach) {
        return Some(point);
    }
    let body = world.body(body_at(world, touch)?)?;
    let movable = (0..body.state().len() as u32).filter(|&index| !body.is_pinned(index));
    let nearest = movable.min_by(|&a, &b| {
        let away = |index| body.position(index).distance_squared(touch.at);
        away(a).total_cmp(&away(b))
    })?;
    Some(PointId { body: body.id(), index: nearest })
}

impl Gesture for Grabbing {
    fn carry(&mut self, stage: &mut Stage, touch: Touch) {
        // What was grabbed may have been erased or torn away meanwhile.
        if self.holds(stage) {
            stage.act(Action::MoveGrab(self.grab, touch.at));
        }
    }

    fn end(self: Box<Self>, stage: &mut Stage, _touch: Touch) {
        self.cancel(stage);
    }

    fn cancel(self: Box<Self>, stage: &mut Stage) {
        if self.holds(stage) {
            stage.act(Action::Release(self.grab));
        }
    }
}
