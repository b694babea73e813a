//! Field: everything is repelled or attracted while the pointer is held.

use super::{Gesture, Kit, Touch};
use crate::stage::Stage;
use wobble_view::{DrawList, Lines, View};
use wobble2d::glam::Vec2;
use wobble2d::{Action, Fields, Pointer, World};

/// Where the pull fades. `[m]`
const CORE: f32 = 0.2;

pub(super) struct Acting {
    strength: f32,
}

impl Acting {
    pub fn begin(kit: &Kit, stage: &mut Stage, touch: Touch) -> Box<dyn Gesture> {
        let strength = if kit.attracts != touch.other { kit.field } else { -kit.field };
        let mut acting = Box::new(Self { strength });
        acting.carry(stage, touch);
        acting
    }
}

fn set(stage: &mut Stage, pointer: Option<Pointer>) {
    if stage.world().fields().pointer != pointer {
        let fields = Fields { pointer, ..stage.world().fields().clone() };
        stage.act(Action::SetFields(fields));
    }
}

impl Gesture for Acting {
    fn carry(&mut self, stage: &mut Stage, touch: Touch) {
        set(stage, Some(Pointer { position: touch.at, strength: self.strength, core: CORE }));
    }

    fn end(self: Box<Self>, stage: &mut Stage, _touch: Touch) {
        self.cancel(stage);
    }

    fn cancel(self: Box<Self>, stage: &mut Stage) {
        let original: Fields = stage.scene().document().fields.clone().into();
        set(stage, original.pointer);
    }

    fn sketch(&self, world: &World, view: &View, list: &mut DrawList) {
        let Some(pointer) = world.fields().pointer else { return };
        let centre = view.camera.to_pixels(pointer.position);
        let colour = if self.strength < 0.0 { view.theme.stretched } else { view.theme.squeezed };
        for (ring, alpha) in [(14.0, 220), (26.0, 130), (40.0, 60)] {
            let circle = (0..40).map(|k| {
                let (sin, cos) = libm::sincosf(core::f32::consts::TAU * k as f32 / 40.0);
                centre + ring * Vec2::new(cos, sin)
            });
            list.loops(Lines::one(circle), 2.0, colour.alpha(alpha));
        }
    }
}
