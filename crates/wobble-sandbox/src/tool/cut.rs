//! Cut: what the pointer crosses is cut.

use super::{Gesture, Touch};
use crate::stage::Stage;
use wobble_view::{DrawList, Lines, View};
use wobble2d::glam::Vec2;
use wobble2d::{Action, World};

/// How much of the blade's way is shown.
const TRAIL: usize = 24;

/// How far each stroke of the blade goes back over the one before, as a part of the pointer's reach.
const OVERLAP: f32 = 0.5;

pub(super) struct Cutting {
    way: Vec<Vec2>,
}

impl Cutting {
    pub fn begin(touch: Touch) -> Self {
        Self { way: vec![touch.at] }
    }
}

impl Gesture for Cutting {
    fn carry(&mut self, stage: &mut Stage, touch: Touch) {
        let Some(&last) = self.way.last() else { return };
        // Every cut costs a look at all bodies: the blade goes on once it has moved a little.
        if last.distance(touch.at) > 0.1 * touch.reach {
            // What is cut moves from frame to frame: without going back a little, threads would slip between two strokes.
            let back = OVERLAP * touch.reach * (last - touch.at).normalize_or_zero();
            let from = if self.way.len() > 1 { last + back } else { last };
            stage.act(Action::Cut(from, touch.at));
            self.way.push(touch.at);
            let surplus = self.way.len().saturating_sub(TRAIL);
            self.way.drain(..surplus);
        }
    }

    fn end(mut self: Box<Self>, stage: &mut Stage, touch: Touch) {
        self.carry(stage, touch);
    }

    fn sketch(&self, _world: &World, view: &View, list: &mut DrawList) {
        let way = self.way.iter().map(|&place| view.camera.to_pixels(place));
        list.lines(Lines::one(way), 2.0, view.theme.force);
    }
}
