//! Draw: an outline drawn by hand becomes a soft body.

use super::{Gesture, Touch};
use crate::stage::Stage;
use wobble_view::{DrawList, Lines, View};
use wobble2d::blueprint::Mesh;
use wobble2d::glam::Vec2;
use wobble2d::{Action, Blueprint, BodyDef, World};

/// The corners kept of an outline are so many reaches apart.
const CORNER_SPACING: f32 = 0.35;

/// An outline has at most so many corners.
const MOST_CORNERS: usize = 400;

pub(super) struct Drawing {
    outline: Vec<Vec2>,
}

impl Drawing {
    pub fn begin(touch: Touch) -> Self {
        Self { outline: vec![touch.at] }
    }
}

/// A body of an outline, and where it is to be. `[m]`
fn body_of(outline: &[Vec2]) -> wobble2d::Result<BodyDef> {
    let middle = outline.iter().sum::<Vec2>() / outline.len().max(1) as f32;
    let corners: Vec<Vec2> = outline.iter().map(|&corner| corner - middle).collect();
    Ok(BodyDef::new(&mesh_of(&corners)?).at(middle.x, middle.y))
}

fn mesh_of(corners: &[Vec2]) -> wobble2d::Result<Blueprint> {
    let low = corners.iter().copied().fold(Vec2::INFINITY, Vec2::min);
    let high = corners.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
    let spacing = (0.16 * (high - low).min_element()).clamp(0.03, 5.0);
    Mesh { outline: simplified(corners, 0.12 * spacing), spacing, ..Mesh::default() }.build()
}

/// Without corners that are hardly any: a hand trembles. Ramer, Douglas and Peucker, on both halves of the ring. `[m]`
pub(crate) fn simplified(corners: &[Vec2], tolerance: f32) -> Vec<Vec2> {
    let farthest = (0..corners.len()).max_by(|&a, &b| {
        let away = |k: usize| corners[k].distance_squared(corners[0]);
        away(a).total_cmp(&away(b))
    });
    let Some(far) = farthest else { return Vec::new() };
    let mut kept = vec![corners[0]];
    keep(&corners[..=far], tolerance, &mut kept);
    let back: Vec<Vec2> = corners[far..].iter().chain(corners.first()).copied().collect();
    keep(&back, tolerance, &mut kept);
    // The ring closes itself.
    kept.pop();
    kept
}

/// Adds what matters of a line, without its first point.
fn keep(line: &[Vec2], tolerance: f32, kept: &mut Vec<Vec2>) {
    let (Some(&a), Some(&b)) = (line.first(), line.last()) else { return };
    let along = (b - a).normalize_or_zero();
    let off = |p: Vec2| if along == Vec2::ZERO { p.distance(a) } else { along.perp_dot(p - a).abs() };
    let worst = (1..line.len().saturating_sub(1)).max_by(|&i, &j| off(line[i]).total_cmp(&off(line[j])));
    match worst {
        Some(k) if off(line[k]) > tolerance => {
            keep(&line[..=k], tolerance, kept);
            keep(&line[k..], tolerance, kept);
        }
        _ => kept.push(b),
    }
}

impl Gesture for Drawing {
    fn carry(&mut self, _stage: &mut Stage, touch: Touch) {
        let far = self.outline.last().is_none_or(|last| last.distance(touch.at) > CORNER_SPACING * touch.reach);
        if far && self.outline.len() < MOST_CORNERS {
            self.outline.push(touch.at);
        }
    }

    fn end(self: Box<Self>, stage: &mut Stage, touch: Touch) {
        let low = self.outline.iter().copied().fold(Vec2::INFINITY, Vec2::min);
        let high = self.outline.iter().copied().fold(Vec2::NEG_INFINITY, Vec2::max);
        if self.outline.len() < 3 || (high - low).min_element() < touch.reach {
            return stage.complain("an outline must be larger than the pointer; draw once around and let go".into());
        }
        match body_of(&self.outline) {
            Ok(def) => {
                stage.act(Action::Add(Box::new(def)));
            }
            Err(error) => stage.complain(format!("no body from this outline: {error}")),
        }
    }

    fn sketch(&self, _world: &World, view: &View, list: &mut DrawList) {
        let line = self.outline.iter().map(|&place| view.camera.to_pixels(place));
        list.lines(Lines::one(line), 2.0, view.theme.ink);
        let ends = [self.outline.last(), self.outline.first()];
        let gap = ends.into_iter().flatten().map(|&place| view.camera.to_pixels(place));
        list.lines(Lines::one(gap), 1.0, view.theme.ink.alpha(110));
    }
}
