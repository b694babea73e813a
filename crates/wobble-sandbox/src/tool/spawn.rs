//! Spawn: a ready-made body appears where the pointer was pressed, with the speed of a drag.

use super::{Gesture, Kit, Touch};
use crate::stage::Stage;
use wobble_view::{DrawList, Lines, View};
use wobble2d::blueprint::{Ball, Balloon, Cloth, Lattice, Pinned, Rope, StickPolygon, TwoLayerRing};
use wobble2d::glam::{Vec2, vec2};
use wobble2d::{Action, Blueprint, BodyDef, Tuning, World};

/// How much faster a body is for every metre that it was dragged. `[1/s]`
const PER_DRAG: f32 = 4.0;

/// What can be added.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ready {
    /// A jelly ball.
    Ball,
    /// A jelly square.
    Box,
    /// A balloon.
    Balloon,
    /// A rope, hung up at its upper end.
    Rope,
    /// A cloth, hung up at its corners.
    Cloth,
    /// A hexagon of sticks.
    Polygon,
    /// A soft wheel.
    Wheel,
}

impl Ready {
    /// All of them.
    pub const ALL: [Self; 7] = [Self::Ball, Self::Box, Self::Balloon, Self::Rope, Self::Cloth, Self::Polygon, Self::Wheel];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ball => "Ball",
            Self::Box => "Box",
            Self::Balloon => "Balloon",
            Self::Rope => "Rope",
            Self::Cloth => "Cloth",
            Self::Polygon => "Polygon",
            Self::Wheel => "Wheel",
        }
    }

    /// What it is made of.
    ///
    /// # Errors
    /// Never, for what is listed here; the engine checks all the same.
    pub fn blueprint(self) -> wobble2d::Result<Blueprint> {
        match self {
            Self::Ball => Ball { radius: 0.4, points: 20, ..Ball::default() }.build(),
            Self::Box => Lattice { columns: 5, rows: 5, spacing: 0.18, ..Lattice::default() }.build(),
            Self::Balloon => Balloon { radius: 0.4, ..Balloon::default() }.build(),
            Self::Rope => Rope { to: vec2(0.0, -2.0), pieces: 20, pinned: [true, false], ..Rope::default() }.build(),
            Self::Cloth => Cloth { columns: 15, rows: 15, spacing: 0.12, pinned: Pinned::TopCorners, ..Cloth::default() }.build(),
            Self::Polygon => StickPolygon { corners: 6, radius: 0.45, ..StickPolygon::default() }.build(),
            Self::Wheel => TwoLayerRing { radius: 0.45, ..TwoLayerRing::default() }.build(),
        }
    }
}

pub(super) struct Placing {
    blueprint: Blueprint,
    size: f32,
    at: Vec2,
    pulled: Vec2,
}

impl Placing {
    pub fn begin(kit: &Kit, touch: Touch) -> Option<Box<dyn Gesture>> {
        let blueprint = kit.ready.blueprint().ok()?;
        Some(Box::new(Self { blueprint, size: kit.size, at: touch.at, pulled: Vec2::ZERO }))
    }
}

impl Gesture for Placing {
    fn carry(&mut self, _stage: &mut Stage, touch: Touch) {
        let pulled = touch.at - self.at;
        // A finger never rests quite still.
        self.pulled = if pulled.length() > 0.5 * touch.reach { pulled } else { Vec2::ZERO };
    }

    fn end(mut self: Box<Self>, stage: &mut Stage, touch: Touch) {
        self.carry(stage, touch);
        let Vec2 { x, y } = PER_DRAG * self.pulled;
        let tuning = Tuning { size: self.size, ..Tuning::default() };
        let def = BodyDef::new(&self.blueprint).at(self.at.x, self.at.y).moving(x, y).tuned(tuning);
        // Twice as wide is four times as heavy.
        let mass = self.blueprint.mass() * self.size * self.size;
        stage.act(Action::Add(Box::new(def.mass(mass))));
    }

    fn sketch(&self, _world: &World, view: &View, list: &mut DrawList) {
        let pixel = |place: Vec2| view.camera.to_pixels(place);
        let points = self.blueprint.points();
        let mut lines = Lines::default();
        for corners in self.blueprint.loops() {
            lines.add(corners.iter().map(|&index| pixel(self.at + self.size * points[index as usize].position)));
        }
        list.loops(lines, 1.5, view.theme.ink.alpha(170));
        list.discs(vec![pixel(self.at)], 3.0, view.theme.ink.alpha(170));
        if self.pulled != Vec2::ZERO {
            list.lines(Lines::one([pixel(self.at), pixel(self.at + self.pulled)]), 2.0, view.theme.velocity);
        }
    }
}
