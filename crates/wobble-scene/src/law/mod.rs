//! Laws with a closed form, and how far a simulation is from them.
//!
//! A law takes all its numbers from the world at the start: change the gravity of a scene and its curve changes too.

mod cantilever;
mod catenary;
mod orbit;
mod oscillator;
mod pendulum;
mod projectile;

use crate::format::Law;
use cantilever::Cantilever;
use catenary::Catenary;
use glam::DVec2;
use orbit::Orbit;
use oscillator::Oscillator;
use pendulum::Pendulum;
use projectile::Projectile;
use wobble2d::{BodyId, BodyView, World};

/// A body, or a point of one, and the closed form of its motion or shape.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// Which law.
    pub law: Law,
    /// The body.
    pub body: BodyId,
    /// The point of the body; of no meaning for the laws of curves, which concern all points.
    pub point: u32,
    exact: Exact,
}

/// A law with its numbers.
#[derive(Clone, Debug, PartialEq)]
enum Exact {
    Projectile(Projectile),
    Pendulum(Pendulum),
    Oscillator(Oscillator),
    Orbit(Orbit),
    Cantilever(Cantilever),
    Catenary(Catenary),
}

/// Why a law does not fit a body: the field to blame, the rule, and the way out.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Unfit {
    pub field: &'static str,
    pub rule: String,
    pub hint: String,
}

impl Unfit {
    fn new(field: &'static str, rule: impl Into<String>, hint: impl Into<String>) -> Self {
        Self { field, rule: rule.into(), hint: hint.into() }
    }

    /// `Ok` when a scene fits a law.
    fn unless(fits: bool, rule: &str, hint: &str) -> Result<(), Self> {
        if fits { Ok(()) } else { Err(Self::new("law", rule, hint)) }
    }
}

impl Reference {
    /// The law for a body of a world that has not been stepped yet.
    pub(crate) fn new(law: Law, world: &World, body: BodyId, point: Option<u32>) -> Result<Self, Unfit> {
        let view = world.body(body).ok_or_else(|| Unfit::new("body", "must be a body of this scene", "name another"))?;
        let count = view.state().len() as u32;
        let point = point.unwrap_or(count - 1);
        if point >= count {
            let hint = format!("points are counted from 0 to {}", count - 1);
            return Err(Unfit::new("point", format!("must name a point that exists, not {point}"), hint));
        }
        let exact = match law {
            Law::Projectile => Exact::Projectile(Projectile::new(world, &view, point)?),
            Law::Pendulum => Exact::Pendulum(Pendulum::new(world, &view, point)?),
            Law::Oscillator => Exact::Oscillator(Oscillator::new(world, &view, point)?),
            Law::Orbit => Exact::Orbit(Orbit::new(world, &view, point)?),
            Law::Cantilever => Exact::Cantilever(Cantilever::new(world, &view)?),
            Law::Catenary => Exact::Catenary(Catenary::new(world, &view)?),
        };
        Ok(Self { law, body, point, exact })
    }

    /// Where the point is after a time; `None` for the laws of curves, which say where a body comes to rest. `[s]`, `[m]`
    pub fn position(&self, time: f64) -> Option<DVec2> {
        match &self.exact {
            Exact::Projectile(law) => Some(law.position(time)),
            Exact::Pendulum(law) => Some(law.position(time)),
            Exact::Oscillator(law) => Some(law.position(time)),
            Exact::Orbit(law) => Some(law.position(time)),
            Exact::Cantilever(_) | Exact::Catenary(_) => None,
        }
    }

    /// How long the motion takes to repeat itself, if it does. `[s]`
    pub fn period(&self) -> Option<f64> {
        match &self.exact {
            Exact::Pendulum(law) => Some(law.period()),
            Exact::Oscillator(law) => law.period(),
            Exact::Orbit(law) => Some(law.period()),
            Exact::Projectile(_) | Exact::Cantilever(_) | Exact::Catenary(_) => None,
        }
    }

    /// A line to draw: the way of the point during so many seconds, or the curve of the body. `[s]`, `[m]`
    pub fn curve(&self, seconds: f64, samples: usize) -> Vec<DVec2> {
        let parts = (0..=samples.max(1)).map(|i| i as f64 / samples.max(1) as f64);
        match &self.exact {
            Exact::Cantilever(law) => parts.map(|part| law.place(part)).collect(),
            Exact::Catenary(law) => parts.map(|part| law.place(part)).collect(),
            _ => parts.filter_map(|part| self.position(part * seconds)).collect(),
        }
    }

    /// How far the simulation is from the law now: the distance of the point, or the largest distance of any part of the curve.
    /// `None` if the body is gone. `[m]`
    pub fn error(&self, world: &World) -> Option<f64> {
        let view = world.body(self.body)?;
        match &self.exact {
            Exact::Cantilever(law) => Some(law.error(&view)),
            Exact::Catenary(law) => Some(law.error(&view)),
            _ => Some(place(&view, self.point).distance(self.position(world.time())?)),
        }
    }
}

fn place(body: &BodyView<'_>, point: u32) -> DVec2 {
    body.position(point).as_dvec2()
}

/// Gravity, if it acts. `[m/s²]`
fn gravity(world: &World) -> DVec2 {
    let fields = world.fields();
    if fields.gravity_on { fields.gravity.as_dvec2() } else { DVec2::ZERO }
}

/// Whether nothing acts on particles but gravity and, if allowed, linear damping.
fn is_plain(world: &World) -> bool {
    let fields = world.fields();
    fields.drag == 0.0 && fields.pointer.is_none() && fields.attractors.is_empty()
}

/// The pinned point that a point is tied to by a link of a list.
fn anchor<T: Copy>(body: &BodyView<'_>, links: &[([u32; 2], T)], point: u32) -> Option<(u32, T)> {
    links.iter().find_map(|&([a, b], link)| {
        let other = if a == point { b } else { a };
        ((a == point || b == point) && body.is_pinned(other)).then_some((other, link))
    })
}
