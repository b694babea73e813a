//! A box that the world happens in.
//!
//! Under the force methods a particle beyond a wall is put back on it, its normal speed taken away, and its tangential
//! speed braked by at most the friction coefficient times the change of the normal one, never past rest (eqs. 23, 24). Under XPBD the same
//! is said in displacements. Bodies rebound as wholes: see [`blow`](super::blow).
//!
//! A particle that is beyond a wall without having moved there (the wall moved, or the body was put there) comes back at no more than
//! [`EASE`], and without keeping that as a speed.

use super::Arc;
use super::respond::{EASE, Load};
use crate::body::{Body, Mover, Particles, Roster};
use crate::error::{Result, require};
use crate::lanes::{Lanes, Widest};
use crate::math::{cross, within};
use crate::pace::Pace;
use crate::team::{Shared, Team};
use fearless_simd::{Simd, f32x8, f32x16, prelude::*};
use glam::Vec2;

/// A box whose walls stop particles.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bounds {
    /// The lower left corner. `[m]`
    pub min: Vec2,
    /// The upper right corner. `[m]`
    pub max: Vec2,
    /// The part of the normal speed that a rebound keeps, 0 to 1.
    pub restitution: f32,
    /// Coulomb's coefficient of friction, 0 to 100.
    pub friction: f32,
}

impl Bounds {
    /// A box from one corner to the other, with restitution 0.2 and friction 0.5.
    pub const fn new(min: Vec2, max: Vec2) -> Self {
        Self { min, max, restitution: 0.2, friction: 0.5 }
    }

    pub(crate) fn check(&self) -> Result<()> {
        let field = |name: &'static str| move || format!("bounds.{name}");
        let hint = "use 1e6 for a side that is open";
        require(within(self.min, 1e6), field("min"), "must be -1e6 to 1e6 [m]", self.min, hint)?;
        require(within(self.max, 1e6), field("max"), "must be -1e6 to 1e6 [m]", self.max, hint)?;
        require(self.min.cmplt(self.max).all(), field("max"), "must be above and right of min [m]", self.max, "swap them")?;
        let unit = "1 keeps all of the speed";
        require((0.0..=1.0).contains(&self.restitution), field("restitution"), "must be 0 to 1", self.restitution, unit)?;
        require((0.0..=100.0).contains(&self.friction), field("friction"), "must be 0 to 100", self.friction, "0.5 is wood on wood")
    }

    /// How far inside of a wall a place is. `[m]`
    pub(super) fn distance(&self, wall: usize, place: Vec2) -> f32 {
        let Wall { axis, place: at, inward } = self.walls(Vec2::ZERO)[wall];
        (place[axis] - at) * inward
    }

    /// The walls as seen from a local zero.
    #[inline(always)]
    fn walls(&self, origin: Vec2) -> [Wall; 4] {
        let (min, max) = (self.min - origin, self.max - origin);
        [(0, min.x, 1.0), (0, max.x, -1.0), (1, min.y, 1.0), (1, max.y, -1.0)].map(|(axis, place, inward)| Wall {
            axis,
            place,
            inward,
        })
    }
}

/// A wall as a body sees it: which coordinate it bounds, where, and which way is in.
#[derive(Clone, Copy)]
struct Wall {
    axis: usize,
    place: f32,
    inward: f32,
}

/// What walls must know of a body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Local {
    /// Its local zero. `[m]`
    pub origin: Vec2,
    /// Its size. `[m]`
    pub radius: f32,
}

/// How far a particle of a body of that size is moved back in a substep, if it did not get behind a wall by moving. `[m]`
fn ease(pace: Pace, radius: f32, h: f32) -> f32 {
    EASE * pace.speed(radius) * h
}

/// What the four walls gave a body during a step.
pub(crate) type WallLoads = [Load; 4];

/// Stops the particles of a force method after a substep of length `h` has moved them. `per_metre` is the velocity (or displacement)
/// that a metre in this substep stands for.
pub(crate) fn stop_moved(
    bounds: &Bounds,
    bodies: &Roster,
    particles: &mut Particles,
    loads: &mut [WallLoads],
    pace: Pace,
    h: f32,
    per_metre: f32,
) {
    for (body, loads) in bodies.list.iter().zip(loads).filter(|(body, _)| !body.rests() && !body.is_rigid()) {
        let (walls, ease) = (bounds.walls(body.origin), ease(pace, body.contact_radius(), h));
        for i in body.range() {
            let [inverse_mass, mass] = particles.masses[i];
            if inverse_mass > 0.0 {
                for (wall, load) in walls.iter().zip(&mut *loads) {
                    if let Some(push) = wall.reflect(&mut particles.state[i], bounds, ease, per_metre) {
                        wall.account(load, push.map(|push| push * mass / per_metre), particles.position(i) + body.origin);
                    }
                }
            }
        }
    }
}

/// Stops the arcs of soft bodies at walls: between its vertices an outline that bends evenly stands out over its edges (eq. 90). The vertices are left to those
/// who stop particles.
pub(crate) struct Arcs<'a> {
    pub bounds: &'a Bounds,
    /// The length of a substep. `[s]`
    pub h: f32,
    /// What a metre in this substep adds to the velocity slot; `None` where positions take up the displacement last of all.
    pub per_metre: Option<f32>,
    /// What speeds are measured by.
    pub pace: Pace,
}

/// An arc that is beyond a wall: its ends, their shares, and how far it is beyond it.
struct Beyond {
    ends: [usize; 2],
    share: [f32; 2],
    /// How high the arc is over its edge there, and how far the edge reaches. `[m]`
    height: f32,
    way: Vec2,
    /// At the start of the substep, and at its end. `[m]`
    depth: [f32; 2],
}

impl Arcs<'_> {
    /// Lists the bodies whose arcs may touch a wall in a part of a step of that length, with that much gravity, and the walls. Particles hold velocities.
    pub(crate) fn list(
        bounds: &Bounds,
        bodies: &[Body],
        particles: &Particles,
        (dt, gravity): (f32, f32),
        near: &mut Vec<[u32; 2]>,
    ) {
        near.clear();
        let round = |body: &Body| body.free && !body.rests() && !body.is_rigid() && body.blueprint.0.contact.bulge > 0.0;
        for (index, body) in (0..).zip(bodies).filter(|(_, body)| round(body)) {
            let size = 8.0 * body.contact_radius();
            let bulge = body.blueprint.0.contact.bulge * body.tuning.size;
            let own = &particles.state[body.range()];
            for (number, wall) in (0..).zip(bounds.walls(body.origin)) {
                let close = |&[x, y, vx, vy]: &[f32; 4], more: f32| {
                    let way = 2.0 * dt * (vx.abs() + vy.abs() + dt * gravity) + more;
                    ([x, y][wall.axis] - wall.place) * wall.inward < way
                };
                if close(&own[0], size) && own.iter().any(|record| close(record, 4.0 * bulge)) {
                    near.push([index, number]);
                }
            }
        }
    }

    /// Stops all arcs of a body at a wall.
    pub(crate) fn stop(&self, body: &Body, wall: u32, particles: &mut Particles, loads: &mut WallLoads) {
        let ease = ease(self.pace, body.contact_radius(), self.h);
        let (wall, load) = (self.bounds.walls(body.origin)[wall as usize], &mut loads[wall as usize]);
        for edge in &body.blueprint.0.contact.edges {
            if let Some(arc) = edge.arc
                && let Some(beyond) = self.beyond(&wall, [edge.a, edge.b].map(|i| (body.first + i) as usize), arc, particles)
            {
                self.stop_one(&wall, &beyond, particles, body.origin, ease, load);
            }
        }
    }

    fn beyond(&self, wall: &Wall, ends: [usize; 2], arc: Arc, particles: &Particles) -> Option<Beyond> {
        let [a, b] = ends.map(|i| particles.state[i]);
        let [from, to] = self.per_metre.map_or([0.0, 1.0], |per_metre| [-1.0 / per_metre, 0.0]);
        let place = |[x, y, ux, uy]: [f32; 4], times: f32| Vec2::new(x + times * ux, y + times * uy);
        let height = |place: Vec2| (place[wall.axis] - wall.place) * wall.inward;
        let mut normal = Vec2::ZERO;
        normal[wall.axis] = wall.inward;
        // What has a vertex beyond the wall is brought back by that.
        let [p0, q0] = [place(a, from), place(b, from)];
        if height(p0) < 0.0 || height(q0) < 0.0 {
            return None;
        }
        let [p, q] = [place(a, to), place(b, to)];
        let high = 4.0 * arc.bulge * cross(q - p, normal);
        let rise = height(q) - height(p);
        if !(high > 0.0 && rise.abs() < high) {
            return None;
        }
        let t = 0.5 - 0.5 * rise / high;
        let depth = |p: Vec2, q: Vec2| high * t * (1.0 - t) - height(p) - t * (height(q) - height(p));
        let depth = [depth(p0, q0), depth(p, q)];
        (depth[1] > 0.0).then_some(Beyond { ends, share: [1.0 - t, t], height: high * t * (1.0 - t), way: q - p, depth })
    }

    fn stop_one(&self, wall: &Wall, beyond: &Beyond, particles: &mut Particles, origin: Vec2, ease: f32, load: &mut Load) {
        let Beyond { ends, share, height, way, depth } = *beyond;
        let weights = ends.map(|i| particles.masses[i][0]);
        let give = weights[0] * share[0] * share[0] + weights[1] * share[1] * share[1];
        if give <= 0.0 {
            return;
        }
        let slots = ends.map(|i| particles.state[i]);
        let mean = |k: usize| share[0] * slots[0][k] + share[1] * slots[1][k];
        let per_metre = self.per_metre.unwrap_or(1.0);
        let approach = (-mean(2 + wall.axis) * wall.inward).max(0.0) / per_metre;
        // What was beyond the wall to begin with is brought back bit by bit, without gaining speed.
        let [shift, change] = if self.per_metre.is_some() {
            [depth[1].min(approach + ease), approach]
        } else {
            let shift = depth[0].max(0.0).min(ease);
            [shift, (depth[1] - depth[0].max(0.0)).max(0.0)]
        };
        // The arc stands out over the edge, and turns with it.
        let across = Vec2::new(slots[1][2] - slots[0][2], slots[1][3] - slots[0][3]);
        let mut outward = Vec2::ZERO;
        outward[wall.axis] = -wall.inward;
        let turning = height * cross(way, across) / way.length_squared() * outward.perp()[1 - wall.axis];
        let along = (mean(2 + (1 - wall.axis)) + turning) / per_metre;
        let rubbed = brake(along, self.bounds.friction * change) - along;
        for k in 0..2 {
            let part = weights[k] * share[k] / give;
            let record = &mut particles.state[ends[k]];
            record[wall.axis] += part * shift * wall.inward;
            record[2 + wall.axis] += part * change * per_metre * wall.inward;
            record[2 + (1 - wall.axis)] += part * rubbed * per_metre;
        }
        let place = Vec2::new(mean(0), mean(1)) + origin;
        wall.account(load, [change / give, rubbed / give], place);
    }
}

/// The end of an XPBD substep: stops what would leave the box, then adds the displacements to the positions.
#[derive(Clone, Copy)]
pub(crate) struct Finish<'a> {
    pub bounds: Option<&'a Bounds>,
    /// The length of the substep. `[s]`
    pub h: f32,
    /// What speeds are measured by.
    pub pace: Pace,
    /// Whether the velocity slot is to hold velocities from then on.
    pub leaves: bool,
}

/// The same for all bodies.
pub(crate) struct FinishAll<'a> {
    pub team: &'a Team,
    pub movers: &'a [Mover],
    pub particles: &'a mut Particles,
    pub loads: &'a mut [WallLoads],
    pub finish: Finish<'a>,
}

impl Widest for FinishAll<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self { team, movers, particles, loads, finish } = self;
        let Particles { state, masses, .. } = particles;
        // SAFETY: every body is in one part.
        #[allow(unsafe_code)]
        let (state, loads) = unsafe { (Shared::new(state), Shared::new(loads)) };
        team.each(movers.len().div_ceil(PART), |part| {
            s.vectorize(
                #[inline(always)]
                || {
                    for mover in &movers[part * PART..movers.len().min((part + 1) * PART)] {
                        let own = state.range(mover.first as usize..mover.end as usize);
                        finish.run(s, mover, own, masses, loads.at(mover.place as usize));
                    }
                },
            );
        });
    }
}

/// So many bodies are one part of the work.
const PART: usize = 64;

impl Finish<'_> {
    /// Ends the substep of a body.
    #[inline(always)]
    pub(crate) fn run<S: Simd>(&self, s: S, mover: &Mover, own: &mut [[f32; 4]], masses: &[[f32; 2]], loads: &mut WallLoads) {
        // Divided, not multiplied by 1/h: going in and out again must not wear the velocity down.
        let unit: f32x8<S> = SimdBase::from_slice(s, [[1.0, 1.0, self.h, self.h]; 2].as_flattened());
        let wide = |of: Vec2, any: f32| -> f32x8<S> { SimdBase::from_slice(s, [[of.x, of.y, any, any]; 2].as_flattened()) };
        let this = Self { bounds: self.bounds.filter(|_| !mover.in_rows), ..*self };
        let low = this.bounds.map_or(Vec2::NEG_INFINITY, |bounds| bounds.min - mover.origin);
        let high = this.bounds.map_or(Vec2::INFINITY, |bounds| bounds.max - mover.origin);
        let (low, high) = (wide(low, f32::NEG_INFINITY), wide(high, f32::INFINITY));
        let (eights, rest) = own.as_chunks_mut::<8>();
        let first = mover.first as usize;
        for (k, eight) in eights.iter_mut().enumerate() {
            let goals = |eight: &[[f32; 4]; 8]| -> [f32x8<S>; 4] {
                core::array::from_fn(
                    #[inline(always)]
                    |k| moved(s, &[eight[2 * k], eight[2 * k + 1]]),
                )
            };
            let mut all = goals(eight);
            // Not so for what is not a number.
            let inside = |goal: f32x8<S>| low.simd_le(goal) & goal.simd_le(high);
            let held = inside(all[0]) & inside(all[1]) & inside(all[2]) & inside(all[3]);
            if held.to_bitmask() != 0xFF {
                this.stop(mover.local(), first + 8 * k, eight, masses, loads);
                all = goals(eight);
            }
            for (two, goal) in eight.as_chunks_mut::<2>().0.iter_mut().zip(all) {
                let goal = if self.leaves { goal / unit } else { goal };
                goal.store_slice(two.as_flattened_mut());
            }
        }
        this.stop(mover.local(), first + 8 * eights.len(), rest, masses, loads);
        for record in rest {
            let [x, y, ux, uy] = *record;
            let [vx, vy] = [ux + 0.0, uy + 0.0].map(|u| if self.leaves { u / self.h } else { u });
            *record = [x + ux, y + uy, vx, vy];
        }
    }

    /// The same for a body whose points are spread out over planes: `x`, `y`, and the displacements. `masses` are its own.
    pub(crate) fn run_spread<S: Simd>(
        &self,
        s: S,
        local: Local,
        planes: [&mut [f32]; 4],
        masses: &[[f32; 2]],
        loads: &mut WallLoads,
    ) {
        let low = self.bounds.map_or(Vec2::NEG_INFINITY, |bounds| bounds.min - local.origin).to_array();
        let high = self.bounds.map_or(Vec2::INFINITY, |bounds| bounds.max - local.origin).to_array();
        let [x, y, ux, uy] = planes.map(|plane| plane.as_chunks_mut::<16>().0);
        s.vectorize(
            #[inline(always)]
            || {
                for (k, (((x, y), ux), uy)) in x.iter_mut().zip(y).zip(ux).zip(uy).enumerate() {
                    let load = |numbers: &[f32; 16]| -> f32x16<S> { SimdBase::from_slice(s, numbers) };
                    let (mut way, mut goal) = ([load(ux), load(uy)], [load(x), load(y)]);
                    goal = [goal[0] + way[0], goal[1] + way[1]];
                    // Not so for what is not a number.
                    let inside = |axis: usize| goal[axis].simd_ge(low[axis]) & goal[axis].simd_le(high[axis]);
                    if (inside(0) & inside(1)).to_bitmask() != 0xFFFF {
                        self.stop_spread(local, 16 * k, [&mut *x, &mut *y, &mut *ux, &mut *uy], masses, loads);
                        way = [load(ux), load(uy)];
                        goal = [load(x) + way[0], load(y) + way[1]];
                    }
                    for (axis, (place, u)) in [(x, ux), (y, uy)].into_iter().enumerate() {
                        goal[axis].store_slice(place);
                        let way = way[axis] + 0.0;
                        if self.leaves { way / self.h } else { way }.store_slice(u);
                    }
                }
            },
        );
    }

    /// Stops those of sixteen spread-out particles from `first` on that would leave the box.
    #[inline(never)]
    fn stop_spread(&self, local: Local, first: usize, mut planes: [&mut [f32; 16]; 4], masses: &[[f32; 2]], loads: &mut WallLoads) {
        for k in 0..16.min(masses.len().saturating_sub(first)) {
            let mut record = planes.each_ref().map(|plane| plane[k]);
            self.stop(local, first + k, core::slice::from_mut(&mut record), masses, loads);
            planes.iter_mut().zip(record).for_each(|(plane, number)| plane[k] = number);
        }
    }

    /// The corners of the box as seen from the local zero of every lane. `[m]`
    #[inline(always)]
    pub(crate) fn box_seen_from<L: Lanes>(&self, t: L::Token, origin: [L; 2]) -> [[L; 2]; 2] {
        let (low, high) = self.bounds.map_or((Vec2::NEG_INFINITY, Vec2::INFINITY), |bounds| (bounds.min, bounds.max));
        [low, high].map(
            #[inline(always)]
            |corner| [L::splat(t, corner.x) - origin[0], L::splat(t, corner.y) - origin[1]],
        )
    }

    /// Stops the particles from `first` on that would leave the box.
    #[inline(never)]
    fn stop(&self, local: Local, first: usize, own: &mut [[f32; 4]], masses: &[[f32; 2]], loads: &mut WallLoads) {
        let Some(bounds) = self.bounds else { return };
        let (low, high) = (bounds.min - local.origin, bounds.max - local.origin);
        for (i, record) in (first..).zip(own) {
            let goal = [record[0] + record[2], record[1] + record[3]];
            let held = (low.x <= goal[0]) & (goal[0] <= high.x) & (low.y <= goal[1]) & (goal[1] <= high.y);
            if !held {
                self.stop_one(local, record, masses[i], loads);
            }
        }
    }

    /// Stops a particle that would leave the box. An immovable one goes on.
    #[inline(never)]
    pub(crate) fn stop_one(&self, local: Local, record: &mut [f32; 4], [inverse_mass, mass]: [f32; 2], loads: &mut WallLoads) {
        let Some(bounds) = self.bounds.filter(|_| inverse_mass > 0.0) else { return };
        // Wall by wall and not in a loop: so the compiler knows the axis of each.
        let [left, right, below, above] = bounds.walls(local.origin);
        let [of_left, of_right, of_below, of_above] = loads;
        let mut stopped = *record;
        self.stop_at(bounds, left, local, &mut stopped, mass, of_left);
        self.stop_at(bounds, right, local, &mut stopped, mass, of_right);
        self.stop_at(bounds, below, local, &mut stopped, mass, of_below);
        self.stop_at(bounds, above, local, &mut stopped, mass, of_above);
        *record = stopped;
    }

    /// Stops a particle at one wall, if it would go beyond that.
    #[inline(always)]
    fn stop_at(
        &self,
        bounds: &Bounds,
        wall: Wall,
        Local { origin, radius }: Local,
        record: &mut [f32; 4],
        mass: f32,
        load: &mut Load,
    ) {
        if !wall.lets_pass(record) {
            let push = wall.reflect_displaced(record, bounds, ease(self.pace, radius, self.h));
            let place = Vec2::new(record[0], record[1]) + origin;
            wall.account(load, push.map(|push| push * mass), place);
        }
    }
}

/// Where two particles are after the substep, and their displacements.
#[inline(always)]
fn moved<S: Simd>(s: S, two: &[[f32; 4]; 2]) -> f32x8<S> {
    let records: f32x8<S> = SimdBase::from_slice(s, two.as_flattened());
    // The displacements come to stand below the places, and nothing below the displacements.
    records + s.slide_within_blocks_f32x8::<2>(records, SimdBase::splat(s, 0.0))
}

impl Wall {
    /// `record` holds a position and a velocity. Returns what the wall added to the velocity, inward and along, if it was touched.
    #[inline(always)]
    fn reflect(&self, record: &mut [f32; 4], bounds: &Bounds, ease: f32, per_metre: f32) -> Option<[f32; 2]> {
        let Self { axis, place, inward } = *self;
        let beyond = (place - record[axis]) * inward;
        (beyond > 0.0).then(|| {
            let approach = (-record[2 + axis] * inward).max(0.0);
            record[axis] += beyond.min(approach / per_metre + ease) * inward;
            let along = record[3 - axis];
            if approach > 0.0 {
                record[2 + axis] = 0.0;
                record[3 - axis] = brake(along, bounds.friction * approach);
            }
            [approach, record[3 - axis] - along]
        })
    }

    /// Whether a displacement still to be added does not lead beyond the wall.
    #[inline(always)]
    fn lets_pass(&self, record: &[f32; 4]) -> bool {
        (self.place - (record[self.axis] + record[2 + self.axis])) * self.inward <= 0.0
    }

    /// `record` holds a position and a displacement still to be added, which leads beyond the wall. Returns what the wall added to the displacement, inward and
    /// along.
    #[inline(always)]
    fn reflect_displaced(&self, record: &mut [f32; 4], bounds: &Bounds, ease: f32) -> [f32; 2] {
        let Self { axis, place, inward } = *self;
        // Where it was beyond the wall to begin with, it is brought back without gaining speed.
        let began_beyond = ((place - record[axis]) * inward).max(0.0);
        record[axis] += began_beyond.min(ease) * inward;
        // From there it may move on to the wall, or stay if it is still beyond.
        let room = ((place - record[axis]) * inward).min(0.0);
        let normal = record[2 + axis] * inward;
        let stopped = normal.max(room);
        record[2 + axis] = stopped * inward;
        let change = stopped - normal;
        let along = record[3 - axis];
        record[3 - axis] = brake(along, bounds.friction * change);
        [change, record[3 - axis] - along]
    }

    /// Adds to what the wall gave. `push` is inward and along the other axis. `[kg m]`
    #[inline(always)]
    fn account(&self, load: &mut Load, push: [f32; 2], place: Vec2) {
        let mut normal = Vec2::ZERO;
        normal[self.axis] = self.inward;
        // Along the other axis, or against it, is to the left of the normal.
        let left = normal.perp()[1 - self.axis];
        load.add(push[0], push[1] * left, normal, place);
    }
}

/// What is left of a tangential speed after friction that can take away at most `most`.
#[inline(always)]
fn brake(speed: f32, most: f32) -> f32 {
    if speed > most {
        speed - most
    } else if speed < -most {
        speed + most
    } else {
        0.0
    }
}
