//! Bodies: one instance of a blueprint each, and their particles.

mod def;
mod flesh;
mod lined;
mod motion;
mod particles;
mod roster;
mod view;

pub use def::{BodyDef, Tuning};
pub use flesh::Work;
pub(crate) use flesh::{Driven, Flesh, Frame, check_pumped, check_signal};
pub use motion::{Keyframe, Motion};
pub(crate) use motion::{Lead, present_frame};
pub(crate) use particles::{HEAVIEST, LIGHTEST, Particles};
pub(crate) use roster::{Roster, Slot};
pub use view::BodyView;

use crate::blueprint::{Blueprint, Rest};
use crate::contact::{Filter, Local, Surface};
use crate::element::packet::{Packets, WORTH_PACKING};
use crate::element::strip::Strips;
use crate::id::BodyId;
use crate::solve::island::Memory;
use core::ops::Range;
use glam::Vec2;

/// Why a body was frozen.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Trouble {
    /// A position or velocity was no longer a number.
    NotFinite,
    /// A particle was faster than [`Settings::speed_limit`](crate::Settings::speed_limit). `[m/s]`
    TooFast(f32),
    /// A particle was more than a thousand kilometres from the origin. `[m]`
    TooFar(f32),
    /// [`World::freeze`](crate::World::freeze) was called.
    Asked,
}

/// One instance of a blueprint. Loops look at many of them, so what is large and rare is kept elsewhere.
#[derive(Clone, Debug)]
pub(crate) struct Body {
    pub id: BodyId,
    pub blueprint: Blueprint,
    /// The place of its first particle in the arrays.
    pub first: u32,
    pub tuning: Tuning,
    pub frozen: Option<Trouble>,
    /// The world's place of the local zero its positions are relative to during a step. Derived from the positions.
    pub origin: Vec2,
    /// Whether none of its particles is immovable. Derived.
    pub free: bool,
    /// Whether all of its particles are immovable, as those of scenery. Derived.
    pub held: bool,
    /// Whether it is [solved as a whole](crate::element::direct) while it moves. Derived.
    pub solved: bool,
    /// Whether it leaned on another body or a wall in the last step.
    pub loaded: bool,
    /// Whether its points hardly move against each other in this step. Derived.
    pub steady: bool,
    /// Whether it moves so fast in this step that it could be folded through itself.
    pub folding: bool,
    /// For how long it has been folded through itself. `[s]`
    pub folded: f32,
    /// What the solver remembers of the island it is in.
    pub island: Memory,
    /// How its surface touches others.
    pub surface: Surface,
    /// Whom it meets.
    pub filter: Filter,
    /// What moves its pinned points, if anything does.
    pub lead: Option<Box<Lead>>,
    /// Whether it sleeps: nothing about it changes until something wakes it.
    pub asleep: bool,
    /// For how long it has been still. `[s]`
    pub still: f32,
    /// What of its matter is its own, if anything is.
    pub flesh: Option<Box<Flesh>>,
    /// What is left of its pressure, from 1 to 0, while it leaks.
    pub leak: Option<f32>,
    /// The body it was part of at first, if it is a piece of one.
    pub torn_from: Option<BodyId>,
    /// Its springs in packets, where that pays. Derived.
    pub packets: Option<Box<Packets>>,
    /// The same in strips, where that pays more. Derived.
    pub strips: Option<Box<Strips>>,
    /// Whether it [rides](crate::ride) through the substeps. Derived.
    pub rides: bool,
}

/// Where the particles of a body that moves in this step are, for loops that need no more of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mover {
    /// The body's place in the list.
    pub place: u32,
    pub first: u32,
    pub end: u32,
    /// As in [`Body`]. `[m]`
    pub origin: Vec2,
    /// Its [size](Body::contact_radius). `[m]`
    pub radius: f32,
    /// Whether rows hold it off the walls.
    pub in_rows: bool,
}

impl Mover {
    pub(crate) fn local(&self) -> Local {
        Local { origin: self.origin, radius: self.radius }
    }
}

impl Body {
    /// Its rest shape as it is now.
    pub(crate) fn rest(&self) -> &Rest {
        self.flesh.as_ref().map_or(&self.blueprint.0, |flesh| &flesh.rest)
    }

    /// What its flesh must see of it.
    pub(crate) fn frame<'a>(&'a self, particles: &'a Particles) -> Frame<'a> {
        Frame { blueprint: &self.blueprint.0, tuning: self.tuning, state: &particles.state[self.range()] }
    }

    pub(crate) fn range(&self) -> Range<usize> {
        let first = self.first as usize;
        first..first + self.blueprint.0.points.len()
    }

    /// Whether nothing in this step can move it.
    pub(crate) fn immovable(&self) -> bool {
        self.frozen.is_some() || self.held
    }

    /// Whether its own parts touch each other in this step.
    pub(crate) fn meets_itself(&self) -> bool {
        (self.filter.itself || self.folding) && !self.is_stuck() && !self.rests() && !self.held && !self.is_rigid()
    }

    /// Whether it has nothing to do in this step: it is at rest and nothing moves it.
    pub(crate) fn rests(&self) -> bool {
        self.asleep || self.frozen.is_some() || (self.held && self.lead.is_none())
    }

    /// The least distance between two of its sides; `None` without solid sides. `[m]`
    pub(crate) fn thickness(&self) -> Option<f32> {
        self.blueprint.0.contact.thickness.map(|thickness| thickness * self.tuning.size)
    }

    /// Whether it takes part in the calm pass: free bodies do; for what is held, rigid motion says nothing.
    pub(crate) fn calms(&self) -> bool {
        self.free && self.frozen.is_none() && !self.asleep
    }

    /// Whether it is one particle, or several that nothing keeps together.
    pub(crate) fn is_loose(&self) -> bool {
        !self.blueprint.0.has_elements()
    }

    /// A measure of its size for skins and margins. `[m]`
    pub(crate) fn contact_radius(&self) -> f32 {
        self.blueprint.0.extent * self.tuning.size
    }

    /// Packs the springs if the body has enough of them. Those of flesh change, which strips do not follow.
    pub(crate) fn pack(&mut self, particles: &Particles) {
        let (rest, inverse_mass) = (self.rest(), particles.masses[self.range()].iter().map(|pair| pair[0]));
        if rest.springs.list.len() < WORTH_PACKING {
            return;
        }
        let inverse_mass: Vec<f32> = inverse_mass.collect();
        match Strips::of(rest, &inverse_mass).filter(|_| self.flesh.is_none()) {
            Some(strips) => self.strips = Some(Box::new(strips)),
            None => self.packets = Some(Box::new(Packets::new(&rest.springs, &inverse_mass))),
        }
    }
}
