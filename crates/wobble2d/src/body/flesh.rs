//! What of a body's matter is its own: muscles, a pump, and what has flowed.
//!
//! Bodies share their blueprint. One with muscles, or one whose matter has flowed, works with a copy whose rest lengths, rest shapes and gas are rewritten
//! as time goes on. It marches alone: the bodies of a block must have one rest shape.

use super::Tuning;
use crate::blueprint::Rest;
use crate::diagnose::inflation_energy;
use crate::element::link::Link;
use crate::element::packet::Packets;
use crate::element::{GasLaw, plasticity, spring, triangle};
use crate::error::{Result, require};
use crate::signal::Signal;
use core::ops::AddAssign;
use glam::Vec2;

/// The energy that bodies were given by what changes their rest shapes. `[J]`
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Work {
    /// By muscles.
    pub muscles: f64,
    /// By pumps.
    pub pumps: f64,
    /// By flowing: negative, since what flows loses its tension.
    pub flow: f64,
}

impl Work {
    /// All of it.
    pub fn total(&self) -> f64 {
        self.muscles + self.pumps + self.flow
    }
}

impl AddAssign for Work {
    fn add_assign(&mut self, other: Self) {
        self.muscles += other.muscles;
        self.pumps += other.pumps;
        self.flow += other.flow;
    }
}

/// Something that a signal drives, and the factor it has come to.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Driven {
    pub signal: Signal,
    pub factor: f32,
}

impl Driven {
    fn new(signal: Signal) -> Self {
        Self { signal, factor: 1.0 }
    }

    fn is_steady(&self) -> bool {
        matches!(self.signal, Signal::Constant(value) if value == self.factor)
    }
}

/// See the module's head.
#[derive(Clone, Debug)]
pub(crate) struct Flesh {
    /// The blueprint's rest with the present rest lengths, rest shapes and gas. Derived from the rest of these.
    pub rest: Rest,
    /// By the springs they pull on, in their order.
    pub muscles: Vec<(u32, Driven)>,
    pub pump: Option<Driven>,
    /// By what factor each spring has become longer for good, in the blueprint's order; empty while none has.
    pub springs: Vec<f32>,
    /// How each triangle is distorted for good, in the blueprint's order; empty while none is.
    pub triangles: Vec<[f32; 2]>,
    pub work: Work,
}

/// What of a body its flesh must see.
pub(crate) struct Frame<'a> {
    pub blueprint: &'a Rest,
    pub tuning: Tuning,
    /// The places of its particles, all relative to one zero.
    pub state: &'a [[f32; 4]],
}

impl Frame<'_> {
    fn place(&self, i: u32) -> Vec2 {
        let [x, y, ..] = self.state[i as usize];
        Vec2::new(x, y)
    }

    fn spring_energy(&self, link: &Link) -> f64 {
        let length = self.place(link.a).distance(self.place(link.b));
        spring::energy(link, length, self.tuning.size, self.tuning.stiffness)
    }
}

impl Flesh {
    /// That of a body as its blueprint has it.
    pub(crate) fn new(blueprint: &Rest) -> Self {
        let rest = blueprint.clone();
        Self { rest, muscles: Vec::new(), pump: None, springs: Vec::new(), triangles: Vec::new(), work: Work::default() }
    }

    /// Whether nothing about it will change by itself.
    pub(crate) fn is_steady(&self) -> bool {
        self.muscles.iter().all(|(_, muscle)| muscle.is_steady()) && self.pump.as_ref().is_none_or(Driven::is_steady)
    }

    /// Makes a muscle of a spring, or a plain spring of a muscle.
    pub(crate) fn set_muscle(&mut self, frame: &Frame<'_>, packets: Option<&mut Packets>, spring: u32, signal: Option<Signal>) {
        let place = self.muscles.binary_search_by_key(&spring, |&(spring, _)| spring);
        match (signal, place) {
            (Some(signal), Ok(place)) => self.muscles[place].1.signal = signal,
            (Some(signal), Err(place)) => self.muscles.insert(place, (spring, Driven::new(signal))),
            (None, Ok(place)) => {
                self.muscles.remove(place);
                self.work.muscles += self.fit_spring(frame, packets, spring, 1.0);
            }
            (None, Err(_)) => {}
        }
    }

    /// Adds a pump, or takes it away.
    pub(crate) fn set_pump(&mut self, frame: &Frame<'_>, signal: Option<Signal>) {
        match (signal, &mut self.pump) {
            (Some(signal), Some(pump)) => pump.signal = signal,
            (Some(signal), None) => self.pump = Some(Driven::new(signal)),
            (None, _) => {
                self.pump = None;
                self.work.pumps += self.fit_gas(frame, 1.0);
            }
        }
    }

    /// Lets muscles and pump follow their signals to a time, and counts the work (eqs. 56 to 59). `[s]`
    pub(crate) fn flex(&mut self, frame: &Frame<'_>, mut packets: Option<&mut Packets>, time: f64) {
        for k in 0..self.muscles.len() {
            let (spring, muscle) = &mut self.muscles[k];
            let factor = muscle.signal.at(time);
            if factor != muscle.factor {
                muscle.factor = factor;
                let spring = *spring;
                self.work.muscles += self.fit_spring(frame, packets.as_deref_mut(), spring, factor);
            }
        }
        if let Some(pump) = &mut self.pump {
            let factor = pump.signal.at(time);
            if factor != pump.factor {
                pump.factor = factor;
                self.work.pumps += self.fit_gas(frame, factor);
            }
        }
    }

    /// Makes a spring longer for good.
    pub(crate) fn set_spring(&mut self, frame: &Frame<'_>, packets: Option<&mut Packets>, spring: u32, longer: f32) {
        self.springs.resize(frame.blueprint.spring_list.len(), 1.0);
        self.springs[spring as usize] = longer;
        let place = self.muscles.binary_search_by_key(&spring, |&(spring, _)| spring);
        let factor = place.map_or(1.0, |place| self.muscles[place].1.factor);
        self.work.flow += self.fit_spring(frame, packets, spring, factor);
    }

    /// Distorts a triangle for good.
    pub(crate) fn set_triangle(&mut self, frame: &Frame<'_>, index: u32, set: [f32; 2]) {
        self.triangles.resize(frame.blueprint.triangle_list.len(), [0.0; 2]);
        self.triangles[index as usize] = set;
        let slot = self.rest.triangles.slot[index as usize] as usize;
        let energy = |element: &triangle::Element| {
            let places = element.trio.points.map(|i| frame.place(i));
            triangle::energy(element, places, frame.tuning.size, frame.tuning.stiffness)
        };
        let before = energy(&self.rest.triangles.list[slot]);
        self.fit_triangle(frame.blueprint, index);
        self.work.flow += counted(energy(&self.rest.triangles.list[slot]) - before);
    }

    /// Gives a spring its present rest length, with the factor of its muscle. Returns the work.
    fn fit_spring(&mut self, frame: &Frame<'_>, packets: Option<&mut Packets>, spring: u32, factor: f32) -> f64 {
        let slot = self.rest.springs.slot[spring as usize] as usize;
        let before = frame.spring_energy(&self.rest.springs.list[slot]);
        let longer = self.springs.get(spring as usize).copied().unwrap_or(1.0);
        let rest_length = frame.blueprint.springs.list[slot].rest_length * longer * factor;
        self.rest.springs.list[slot].rest_length = rest_length;
        if let Some(packets) = packets {
            packets.set_rest_length(&self.rest.springs, slot, rest_length);
        }
        counted(frame.spring_energy(&self.rest.springs.list[slot]) - before)
    }

    fn fit_triangle(&mut self, blueprint: &Rest, index: u32) {
        let (points, triangle) = &blueprint.triangle_list[index as usize];
        let places = points.map(|i| blueprint.points[i as usize].position);
        let element = plasticity::flowed(triangle, *points, places, self.triangles[index as usize]);
        let slot = self.rest.triangles.slot[index as usize] as usize;
        self.rest.triangles.list[slot] = element;
    }

    /// Gives the gas its present amount, or the area its present goal. Returns the work.
    fn fit_gas(&mut self, frame: &Frame<'_>, factor: f32) -> f64 {
        let corners = self.rest.outline.loops.iter();
        let area: f32 = corners.map(|corners| crate::math::polygon_area(corners.iter().map(|&i| frame.place(i)))).sum();
        let before = inflation_energy(&self.rest, &frame.tuning, area);
        pump_up(&mut self.rest, frame.blueprint, factor);
        counted(inflation_energy(&self.rest, &frame.tuning, area) - before)
    }

    /// Whether it can belong to a body of this blueprint, as far as its numbers go.
    pub(crate) fn check(&self, blueprint: &Rest) -> Result<()> {
        let damaged = || "flesh".to_string();
        let (springs, triangles) = (blueprint.spring_list.len(), blueprint.triangle_list.len());
        let counts = [(self.springs.len(), springs), (self.triangles.len(), triangles)];
        let fits = counts.iter().all(|&(have, want)| have == 0 || have == want);
        let sorted = self.muscles.windows(2).all(|two| two[0].0 < two[1].0);
        let within = self.muscles.iter().all(|&(spring, _)| (spring as usize) < springs);
        let sound = self.springs.iter().all(|longer| (0.2..=5.0).contains(longer))
            && self.triangles.iter().all(|&set| Vec2::from(set).length() < 0.9)
            && [self.work.muscles, self.work.pumps, self.work.flow].iter().all(|work| work.is_finite());
        let hint = "take an undamaged snapshot";
        require(fits && sorted && within && sound, damaged, "must fit its blueprint", "something else", hint)?;
        for driven in self.muscles.iter().map(|(_, muscle)| muscle).chain(&self.pump) {
            check_signal(&driven.signal, "flesh")?;
            require((LEAST..=MOST).contains(&driven.factor), damaged, RULE, driven.factor, hint)?;
        }
        self.pump.as_ref().map_or(Ok(()), |_| check_pumped(blueprint))
    }

    /// Works out the rest shape anew from what it has come to.
    pub(crate) fn rebuild(&mut self, blueprint: &Rest) {
        self.rest = blueprint.clone();
        for (spring, &slot) in self.rest.springs.slot.iter().enumerate() {
            let longer = self.springs.get(spring).copied().unwrap_or(1.0);
            let place = self.muscles.binary_search_by_key(&(spring as u32), |&(spring, _)| spring);
            let factor = place.map_or(1.0, |place| self.muscles[place].1.factor);
            let link = &mut self.rest.springs.list[slot as usize];
            link.rest_length = link.rest_length * longer * factor;
        }
        (0..self.triangles.len() as u32).for_each(|index| self.fit_triangle(blueprint, index));
        if let Some(pump) = &self.pump {
            pump_up(&mut self.rest, blueprint, pump.factor);
        }
    }

    /// The flesh of a body whose blueprint was changed: what still has its ends, or corners, stays as it was. `was` tells the number that a point had before.
    pub(crate) fn refitted(&self, from: &Rest, to: &Rest, was: impl Fn(u32) -> u32) -> Self {
        let mut flesh = Self { work: self.work, pump: self.pump.clone().filter(|_| check_pumped(to).is_ok()), ..Self::new(to) };
        let spring_at: std::collections::BTreeMap<[u32; 2], usize> =
            from.spring_list.iter().enumerate().map(|(i, &(ends, _))| (ends, i)).collect();
        let before: Vec<Option<usize>> = to.spring_list.iter().map(|(ends, _)| spring_at.get(&ends.map(&was)).copied()).collect();
        for (spring, &before) in before.iter().enumerate() {
            let Some(before) = before else { continue };
            if let Ok(place) = self.muscles.binary_search_by_key(&(before as u32), |&(spring, _)| spring) {
                flesh.muscles.push((spring as u32, self.muscles[place].1.clone()));
            }
        }
        if !self.springs.is_empty() {
            flesh.springs = before.iter().map(|before| before.map_or(1.0, |before| self.springs[before])).collect();
        }
        if !self.triangles.is_empty() {
            let triangle_at: std::collections::BTreeMap<[u32; 3], usize> =
                from.triangle_list.iter().enumerate().map(|(i, &(corners, _))| (corners, i)).collect();
            let set = |corners: &[u32; 3]| triangle_at.get(&corners.map(&was)).map_or([0.0; 2], |&before| self.triangles[before]);
            flesh.triangles = to.triangle_list.iter().map(|(corners, _)| set(corners)).collect();
        }
        flesh.rebuild(to);
        flesh
    }
}

/// What of a body that is exploding cannot be told is left out, so that the sum stays a number.
fn counted(work: f64) -> f64 {
    if work.is_finite() { work } else { 0.0 }
}

const LEAST: f32 = 0.01;
const MOST: f32 = 100.0;
const RULE: &str = "must be a factor of 0.01 to 100";

/// Checks the signal of a muscle or a pump.
pub(crate) fn check_signal(signal: &Signal, field: &str) -> Result<()> {
    signal.check(field, LEAST, MOST, RULE)
}

/// Checks that there is something to pump.
pub(crate) fn check_pumped(rest: &Rest) -> Result<()> {
    let filled = rest.gas.is_some() || rest.area_law.is_some();
    require(filled, || "pump".into(), "needs a body with gas or an area law", "neither", "fill the body, or leave the pump out")
}

/// Multiplies the amount of gas (eq. 58): against an atmosphere that stays as it is, so that the area at which the body is at ease grows as well. Where there is
/// no gas it is the area sought that grows.
fn pump_up(rest: &mut Rest, blueprint: &Rest, factor: f32) {
    match (&mut rest.gas, &blueprint.gas, &mut rest.area_law, &blueprint.area_law) {
        (Some(gas), Some(given), area_law, given_law) => {
            gas.amount = given.amount * factor;
            if gas.law == GasLaw::Atmosphere {
                rest.area = blueprint.area * factor;
                if let (Some(law), Some(given)) = (area_law, given_law) {
                    // The resistance of the area is about the blueprint's, whatever the gas does.
                    (law.inflation, law.stiffness) = (given.inflation / factor, given.stiffness * factor);
                }
            }
        }
        (_, _, Some(law), Some(given)) => law.inflation = given.inflation * factor,
        _ => {}
    }
}
