//! Pin: a particle is nailed to its place, or freed.

use super::{Gesture, Touch, nearest_point};
use crate::stage::Stage;
use wobble2d::Action;

/// Nothing goes on after the press.
pub(super) fn toggle(stage: &mut Stage, touch: Touch) -> Option<Box<dyn Gesture>> {
    let point = nearest_point(stage.world(), touch)?;
    let pinned = stage.world().body(point.body)?.is_pinned(point.index);
    stage.act(Action::Pin(point, !pinned));
    None
}
