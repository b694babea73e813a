//! The laboratory: what is selected, several stages side by side, and what is measured of them.

mod chart;
mod split;

pub(crate) use chart::Chart;
pub use split::divergence;

use crate::Sandbox;
use crate::panel::adviser::Asked;
use crate::tool::{Touch, body_at, nearest_point};
use std::collections::VecDeque;
use wobble2d::{BodyId, PointId};

/// What is selected, in all stages alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Selection {
    /// The body.
    pub body: BodyId,
    /// One of its points, if the pointer was near to one.
    pub point: Option<u32>,
}

impl Selection {
    /// The selected point.
    pub fn point_id(&self) -> Option<PointId> {
        self.point.map(|index| PointId { body: self.body, index })
    }
}

/// What the laboratory remembers.
#[derive(Clone, Debug, Default)]
pub(crate) struct Probe {
    pub selection: Option<Selection>,
    /// What a frame cost, and when in the time of the first stage: `[s, ms]`.
    pub costs: VecDeque<[f64; 2]>,
    /// What the adviser last said about each stage.
    pub asked: Vec<Option<Asked>>,
}

/// So many frames of cost are kept.
const MOST_COSTS: usize = 1800;

impl Probe {
    /// Keeps what this frame cost: stepping and drawing together. `[s]`
    pub fn note_cost(&mut self, time: f64, seconds: f64) {
        // A past that is lived again is measured again.
        while self.costs.back().is_some_and(|&[then, _]| then >= time) {
            self.costs.pop_back();
        }
        self.costs.push_back([time, 1e3 * seconds]);
        let surplus = self.costs.len().saturating_sub(MOST_COSTS);
        self.costs.drain(..surplus);
    }
}

impl Sandbox {
    /// What is selected, if it still exists.
    pub fn selection(&self) -> Option<Selection> {
        let selection = self.probe.selection?;
        self.stages.iter().any(|stage| stage.world().body(selection.body).is_some()).then_some(selection)
    }

    /// Selects the point or the body that is touched in a stage, or nothing.
    pub(crate) fn select_at(&mut self, stage: usize, touch: Touch) {
        let Some(stage) = self.stages.get(stage) else { return };
        let near = Touch { reach: 0.5 * touch.reach, ..touch };
        let point = nearest_point(stage.world(), near).map(|point| Selection { body: point.body, point: Some(point.index) });
        let body = || body_at(stage.world(), touch).map(|body| Selection { body, point: None });
        self.probe.selection = point.or_else(body);
        if self.probe.selection.is_some() {
            self.panels.show("Body");
        }
    }

    /// Goes to another moment in every stage, as far as it is known, and stays there. `[steps]`
    pub fn travel(&mut self, step: u64) {
        self.clock.paused = true;
        self.held = None;
        self.stages.iter_mut().for_each(|stage| stage.travel(step));
    }

    /// The steps that one can go to in every stage.
    pub fn time_span(&self) -> core::ops::RangeInclusive<u64> {
        let spans = self.stages.iter().map(|stage| stage.history().span());
        let first = spans.clone().map(|span| *span.start()).max().unwrap_or(0);
        let last = spans.map(|span| *span.end()).min().unwrap_or(0);
        first..=last.max(first)
    }

    pub(crate) fn step_back(&mut self) {
        let now = self.stages.first().map_or(0, |stage| stage.world().steps());
        self.travel(now.saturating_sub(1));
    }
}
