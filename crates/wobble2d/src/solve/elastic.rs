//! Bodies that are solved as wholes, as rows see them.
//!
//! ```text
//!     velocity of a touched point     v = v_free + ΔV + Δω × r + J z          z: what rows add to the deformation; 0 before they do
//!     response                        J Jᵀ = Eᵀ A⁻¹ E, less that of the rigid motion where that is a mobile of its own
//! ```
//! The free step has been taken when rows are solved, and `v_free` is what it has led to. Every two components of `z` are a mobile whose inverse mass is that of the body, so
//! that masses compare with others. When rows are solved, the impulses at the touched points go through the matrix of the body: what the rows balanced is what moves the points.

use super::memory::{Press, presses_in};
use super::rigid::{cross, turned, turned_by};
use super::row::{Mobile, NONE, Term};
use super::{Slots, Solver, Substep};
use crate::blueprint::Rest;
use crate::body::{Body, Particles, Tuning};
use crate::element::direct::{Anew, Direct, FactorId, Matrix, Own, Response, Table};
use glam::{DVec2, Vec2};

/// The points of an elastic body that a contact point acts on: a vertex, or both ends of an edge.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// Its index among elastic bodies.
    pub elastic: u32,
    /// Points of the body, and how much of the impulse each gets. Once responses are known, the indices are those of touched points.
    points: [(u32, f64); 2],
    count: usize,
    /// Which way the impulse acts, and where, seen from the mass centre. `[m]`
    sign: f64,
    pub arm: DVec2,
}

/// What an impulse at a touched point does to one mobile: by components along both axes of the world. `[1]`
#[derive(Clone, Copy, Debug)]
struct Lever {
    mobile: u32,
    x: [f64; 3],
    y: [f64; 3],
}

/// An elastic body in a substep.
#[derive(Clone, Copy, Debug)]
pub(super) struct Elastic {
    body: u32,
    /// Whether anything touches it in this substep.
    touched: bool,
    /// Its rigid motion, or [`NONE`] if it is not free.
    mobile: u32,
    /// `[kg]`, `[kg m²]`
    mass: f64,
    inertia: f64,
    /// The mass centre, from the local zero. `[m]`
    centre: DVec2,
    /// Velocity and spin that the free step has led to. `[m/s]`, `[rad/s]`
    free: [f64; 3],
    /// Its touched points.
    points: [u32; 2],
}

/// A body with a constant factor that is touched at more points is taken by the columns of its factor, which are longer but need no table.
const MOST_DENSE: usize = 192;

/// The same where the factor is made anew in every substep, and so is the table.
const MOST_DENSE_ANEW: usize = 48;

/// Pushes deform nothing: what they strain would spring back.
const STIFF: Option<[f64; 3]> = Some([0.0; 3]);

/// A pivot below this part of the diagonal is nothing but rounding: the point moves with those before it.
const LEAST_PIVOT: f64 = 1e-6;

/// The response of a body with a constant factor at its touched points, as long as these are the same: `C = J Jᵀ`, of the table times the mass.
#[derive(Debug)]
struct Dense {
    factor: Option<FactorId>,
    points: Vec<u32>,
    /// The rows of `J`, two a point, each as long as it is.
    rows: Vec<f64>,
}

/// What acts on a body: impulse, its moment about the mass centre. `[N s]`, `[N s m]`
#[derive(Clone, Copy, Debug, Default)]
struct Total {
    impulse: DVec2,
    moment: f64,
}

/// See the module's head.
#[derive(Default)]
pub(super) struct ElasticBodies {
    list: Vec<Elastic>,
    /// From bodies to their index in the list, or [`NONE`].
    of_body: Vec<u32>,
    /// The touched points: elastic body and point, sorted once responses are known.
    touched: Vec<[u32; 2]>,
    /// Where the levers of every touched point begin; one more than there are points.
    first_lever: Vec<u32>,
    levers: Vec<Lever>,
    /// The impulses at touched points, and on bodies. `[N s]`
    impulses: Vec<DVec2>,
    totals: Vec<Total>,
    /// What has pressed touched points in the free step, and what will in the next. `[N s]`
    pressed: Vec<DVec2>,
    next: Vec<DVec2>,
    tables: Vec<Table>,
    anew: Anew,
    anew_points: Vec<u32>,
    /// By bodies.
    dense: Vec<Dense>,
    mobile_of_row: Vec<u32>,
    columns: Vec<[[f64; 2]; 2]>,
    places: Vec<[f64; 2]>,
    rows: Vec<[f64; 2]>,
    changes: Vec<DVec2>,
    matrix: Matrix,
}

impl Body {
    /// Whether it is solved as a whole in this step, and rows answer its contacts.
    pub(crate) fn moves_elastically(&self) -> bool {
        self.solved && !self.rests()
    }

    /// What a direct solve needs to know of it.
    fn own<'a>(&'a self, direct: &Direct<'a>) -> Own<'a> {
        let Tuning { size, stiffness, damping, .. } = self.tuning;
        let tuning = Tuning { size, stiffness, damping, ..Tuning::default() };
        Own { rest: self.rest(), masses: direct.masses, tuning, spins: false, loaded: false }
    }
}

fn place([x, y, ..]: [f32; 4]) -> DVec2 {
    DVec2::new(f64::from(x), f64::from(y))
}

impl ElasticBodies {
    /// Takes in all bodies that are solved as wholes.
    pub(super) fn begin(&mut self, bodies: &[Body]) {
        self.list.clear();
        self.of_body.clear();
        self.tables.retain(|table| !table.is_of_no_use());
        self.dense.resize_with(bodies.len(), || Dense { factor: None, points: Vec::new(), rows: Vec::new() });
        self.of_body.resize(bodies.len(), NONE);
        for (index, _) in bodies.iter().enumerate().filter(|(_, body)| body.moves_elastically()) {
            self.of_body[index] = self.list.len() as u32;
            self.list.push(Elastic {
                body: index as u32,
                touched: false,
                mobile: NONE,
                mass: 0.0,
                inertia: 0.0,
                centre: DVec2::ZERO,
                free: [0.0; 3],
                points: [0; 2],
            });
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.list.is_empty()
    }

    /// Forgets what touched in the substep before.
    pub(super) fn clear(&mut self) {
        self.list.iter_mut().for_each(|own| own.touched = false);
        self.touched.clear();
        self.levers.clear();
        self.first_lever.clear();
    }

    /// Adds the terms of a side along a direction.
    pub(super) fn add_terms(&self, side: &Side, direction: DVec2, terms: &mut Vec<Term>) {
        let levers = |k: usize| {
            let (at, share) = side.points[k];
            let list = if k < side.count { &self.levers[self.range(at)] } else { &[] };
            (list, share)
        };
        let (mut lists, shares) = ([levers(0).0, levers(1).0], [levers(0).1, levers(1).1]);
        let along = |lever: &Lever, share: f64, k: usize| share * (direction.x * lever.x[k] + direction.y * lever.y[k]);
        loop {
            let next = lists.map(|list| list.first().map_or(NONE, |lever| lever.mobile));
            let mobile = next[0].min(next[1]);
            if mobile == NONE {
                return;
            }
            let mut jacobian = [0.0; 3];
            for side in 0..2 {
                if next[side] == mobile
                    && let [lever, rest @ ..] = lists[side]
                {
                    (0..3).for_each(|k| jacobian[k] += along(lever, shares[side], k));
                    lists[side] = rest;
                }
            }
            terms.push(Term { mobile, jacobian });
        }
    }

    /// Whether the body of a side can be pushed as a whole.
    pub(super) fn is_free(&self, side: &Side) -> bool {
        self.list[side.elastic as usize].mobile != NONE
    }

    /// Where the levers of a touched point are.
    fn range(&self, touched: u32) -> core::ops::Range<usize> {
        self.first_lever[touched as usize] as usize..self.first_lever[touched as usize + 1] as usize
    }

    fn note_places(&mut self, body: &Body, particles: &Particles) {
        self.places.clear();
        self.places.extend(particles.state[body.range()].iter().map(|&record| place(record).to_array()));
    }
}

impl Elastic {
    /// Reads mass centre, velocity and spin off the particles.
    fn look(&mut self, body: &Body, particles: &Particles, slots: Slots) {
        let points =
            || particles.state[body.range()].iter().zip(&particles.masses[body.range()]).map(|(&r, pair)| (r, f64::from(pair[1])));
        let base = place(particles.state[body.range().start]);
        let (mut mass, mut moment, mut momentum) = (0.0, DVec2::ZERO, DVec2::ZERO);
        for (record, own) in points() {
            mass += own;
            moment += own * (place(record) - base);
            momentum += own * slots.velocity(record);
        }
        let (centre, velocity) = (base + moment / mass, momentum / mass);
        let (mut spin, mut inertia) = (0.0, 0.0);
        for (record, own) in points() {
            let arm = place(record) - centre;
            spin += own * cross(arm, slots.velocity(record) - velocity);
            inertia += own * arm.length_squared();
        }
        (self.mass, self.inertia, self.centre) = (mass, inertia, centre);
        self.free = [velocity.x, velocity.y, if inertia > 0.0 { spin / inertia } else { 0.0 }];
    }
}

impl Solver {
    /// The index of an elastic body, if that body is one in this substep.
    pub(super) fn elastic_at(&mut self, substep: &Substep<'_>, body: u32, particles: &Particles) -> Option<u32> {
        let index = self.elastic.of_body[body as usize];
        let own = self.elastic.list.get_mut(index as usize)?;
        let direct = substep.plans.of(body as usize)?;
        if !own.touched {
            own.touched = true;
            own.look(&substep.bodies.list[body as usize], particles, substep.slots);
            own.mobile = NONE;
            if direct.is_free() {
                own.mobile = self.mobiles.len() as u32;
                // Its motion as a whole may yet belong to the levers; pushes move nothing else.
                let spin = if own.inertia > 0.0 { 1.0 / own.inertia } else { 0.0 };
                let push_inverse_mass = Some([1.0 / own.mass, 1.0 / own.mass, spin]);
                self.mobiles.push(Mobile { velocity: own.free, push_inverse_mass, ..Mobile::default() });
                self.owners.push(body);
            }
        }
        Some(index)
    }

    /// A side of a contact point on an elastic body, and the velocity and spin of its rigid motion. `points`: those of the body, counted over all, and their shares.
    pub(super) fn elastic_side(
        &mut self,
        substep: &Substep<'_>,
        index: u32,
        sign: f64,
        points: &[(usize, f64)],
        at: DVec2,
    ) -> (Side, u32) {
        let own = self.elastic.list[index as usize];
        let first = substep.bodies.list[own.body as usize].first;
        let mut side = Side { elastic: index, points: [(0, 0.0); 2], count: 0, sign, arm: at - own.centre };
        if let Some(direct) = substep.plans.of(own.body as usize) {
            for &(point, share) in points {
                let point = point as u32 - first;
                if direct.moves(point) {
                    self.elastic.touched.push([index, point]);
                    side.points[side.count] = (point, share);
                    side.count += 1;
                }
            }
        }
        (side, own.mobile)
    }

    /// Finds how all touched points answer to impulses.
    pub(super) fn find_responses(&mut self, substep: &Substep<'_>, particles: &Particles) {
        let Self { elastic, mobiles, owners, points, .. } = self;
        elastic.touched.sort_unstable();
        elastic.touched.dedup();
        for side in points.iter_mut().flat_map(|point| &mut point.sides).flatten() {
            for (point, _) in &mut side.points[..side.count] {
                let at = elastic.touched.binary_search(&[side.elastic, *point]);
                *point = at.map_or(0, |at| at as u32);
            }
        }
        let mut start = 0;
        while let Some(&[index, _]) = elastic.touched.get(start) {
            let end = start + elastic.touched[start..].partition_point(|&[other, _]| other == index);
            elastic.list[index as usize].points = [start, end].map(|at| at as u32);
            elastic.find_response(index as usize, substep, particles, mobiles, owners);
            start = end;
        }
        elastic.first_lever.push(elastic.levers.len() as u32);
    }

    /// Notes the points that were pressed in the free step: what rows do not press with again is taken back.
    pub(super) fn touch_pressed(&mut self, substep: &Substep<'_>, presses: &[Press], particles: &Particles) {
        for index in 0..self.elastic.list.len() {
            let body = self.elastic.list[index].body;
            let range = substep.bodies.list[body as usize].range();
            let own = presses_in(presses, range.clone());
            if own.is_empty() || self.elastic_at(substep, body, particles).is_none() {
                continue;
            }
            let direct = substep.plans.of(body as usize);
            for press in own {
                let point = press.point - range.start as u32;
                if direct.is_some_and(|direct| direct.moves(point)) {
                    self.elastic.touched.push([index as u32, point]);
                }
            }
        }
    }

    /// Takes the presses of the free step off the motion that rows begin with: they are among the impulses that rows begin with.
    pub(super) fn take_back_presses(&mut self, substep: &Substep<'_>, presses: &[Press], particles: &Particles) {
        let Self { elastic, mobiles, .. } = self;
        elastic.pressed.clear();
        elastic.pressed.resize(elastic.touched.len(), DVec2::ZERO);
        for (at, &[index, point]) in elastic.touched.iter().enumerate() {
            let own = &elastic.list[index as usize];
            let particle = substep.bodies.list[own.body as usize].first + point;
            let Ok(press) = presses.binary_search_by_key(&particle, |press| press.point) else { continue };
            let [x, y] = presses[press].impulse.map(f64::from);
            elastic.pressed[at] = DVec2::new(x, y);
            for lever in &elastic.levers[elastic.range(at as u32)] {
                let mobile = &mut mobiles[lever.mobile as usize];
                (0..3).for_each(|k| mobile.velocity[k] -= mobile.inverse_mass[k] * (x * lever.x[k] + y * lever.y[k]));
            }
            if let Some(mobile) = mobiles.get_mut(own.mobile as usize) {
                let moment = cross(place(particles.state[particle as usize]) - own.centre, elastic.pressed[at]);
                let change = [x, y, moment];
                (0..3).for_each(|k| mobile.velocity[k] -= mobile.inverse_mass[k] * change[k]);
            }
        }
    }

    /// Gives the points of elastic bodies what rows did to them, and keeps what they are pressed with.
    pub(super) fn move_elastic(&mut self, substep: &Substep<'_>, presses: &mut Vec<Press>, particles: &mut Particles) {
        let rests = |point: u32| {
            let bodies = &substep.bodies.list;
            let body = bodies.partition_point(|body| body.first <= point);
            body.checked_sub(1).is_some_and(|body| bodies[body].rests())
        };
        presses.retain(|press| rests(press.point));
        if self.elastic.touched.is_empty() {
            return;
        }
        self.sum_impulses(substep, presses, particles);
        let Self { elastic, mobiles, .. } = self;
        for index in 0..elastic.list.len() {
            let own = elastic.list[index];
            if own.touched && own.points[0] < own.points[1] {
                elastic.move_body(index, substep, mobiles, particles);
            }
        }
    }

    /// Sums the impulses of rows by touched points and by bodies: those of the next substep's presses, then less what has pressed already.
    fn sum_impulses(&mut self, substep: &Substep<'_>, presses: &mut Vec<Press>, particles: &Particles) {
        let Self { elastic, points, rows, first_rows, recalled, .. } = self;
        elastic.next.clear();
        elastic.next.resize(elastic.touched.len(), DVec2::ZERO);
        elastic.impulses.clear();
        elastic.impulses.resize(elastic.touched.len(), DVec2::ZERO);
        elastic.totals.clear();
        elastic.totals.resize(elastic.list.len(), Total::default());
        for ((point, &row), &before) in points.iter().zip(&*first_rows).zip(&*recalled) {
            let (normal, tangent) = (&rows[row as usize], &rows[row as usize + 1]);
            let impulse = normal.impulse * point.direction + tangent.impulse * point.direction.perp();
            // No more than it pressed with before: a blow does not come twice.
            let lasting = if normal.impulse > 0.0 { (before / normal.impulse).min(1.0) } else { 0.0 };
            for side in point.sides.iter().flatten() {
                for &(at, share) in &side.points[..side.count] {
                    elastic.impulses[at as usize] += share * impulse;
                    elastic.next[at as usize] += share * lasting * impulse;
                }
                let total = &mut elastic.totals[side.elastic as usize];
                total.impulse += side.sign * impulse;
                total.moment += side.sign * cross(side.arm, impulse);
            }
        }
        for (at, &[index, point]) in elastic.touched.iter().enumerate() {
            let (own, pressed) = (&elastic.list[index as usize], elastic.pressed[at]);
            let particle = substep.bodies.list[own.body as usize].first + point;
            elastic.impulses[at] -= pressed;
            let total = &mut elastic.totals[index as usize];
            total.impulse -= pressed;
            total.moment -= cross(place(particles.state[particle as usize]) - own.centre, pressed);
            let next = elastic.next[at].as_vec2();
            if next != Vec2::ZERO && next.is_finite() {
                presses.push(Press { point: particle, impulse: next.to_array() });
            }
        }
        presses.sort_unstable_by_key(|press| press.point);
    }
}

impl ElasticBodies {
    /// Finds the levers of the touched points of a body.
    fn find_response(
        &mut self,
        index: usize,
        substep: &Substep<'_>,
        particles: &Particles,
        mobiles: &mut Vec<Mobile>,
        owners: &mut Vec<u32>,
    ) {
        let own = self.list[index];
        let body = &substep.bodies.list[own.body as usize];
        let Some(direct) = substep.plans.of(own.body as usize) else { return };
        self.note_places(body, particles);
        let Self { touched, first_lever, levers, mobile_of_row, columns, places, matrix, tables, dense, anew, anew_points, .. } =
            self;
        let inverse_mass = [1.0 / own.mass, 1.0 / own.mass, 0.0];
        let scale = own.mass.sqrt();
        let range = own.points[0] as usize..own.points[1] as usize;
        let response = direct.response(body.own(&direct), places, matrix);
        let factor = direct.factor_id();
        let most = if factor.is_some() { MOST_DENSE } else { MOST_DENSE_ANEW };
        if let Some(response) = response.as_ref().filter(|_| range.len() <= most) {
            let dense = &mut dense[own.body as usize];
            if let Some(factor) = factor {
                dense.find(&touched[range.clone()], factor, tables, &body.blueprint.0, direct.masses, response, own.mass);
            } else {
                anew_points.clear();
                anew_points.extend(touched[range.clone()].iter().map(|&[_, point]| point));
                anew.find(anew_points, places, direct.masses, response);
                dense.find_anew(anew_points, anew, own.mass);
            }
            if own.mobile != NONE {
                let mobile = &mut mobiles[own.mobile as usize];
                mobile.inverse_mass = mobile.push_inverse_mass.unwrap_or_default();
            }
            let first = mobiles.len() as u32;
            for k in 0..(2 * range.len()).div_ceil(3) {
                let last = if 3 * k + 2 < 2 * range.len() { inverse_mass[0] } else { 0.0 };
                mobiles.push(Mobile {
                    inverse_mass: [inverse_mass[0], inverse_mass[0], last],
                    push_inverse_mass: STIFF,
                    ..Mobile::default()
                });
                owners.push(own.body);
            }
            for at in 0..range.len() {
                first_lever.push(levers.len() as u32);
                dense.add_levers(at, response.turn(), first, levers);
            }
            return;
        }
        let count = response.as_ref().map_or(direct.masses.len(), |response| response.points().len());
        mobile_of_row.clear();
        mobile_of_row.resize(count, NONE);
        columns.resize(count.max(columns.len()), [[0.0; 2]; 2]);
        // The rows that any touched point reaches become mobiles in their order.
        let Some(response) = response else {
            // Without a factor every point answers by its own mass.
            for &[_, point] in &touched[range] {
                first_lever.push(levers.len() as u32);
                let give = (own.mass * f64::from(direct.masses[point as usize][0])).sqrt();
                levers.push(Lever { mobile: mobiles.len() as u32, x: [give, 0.0, 0.0], y: [0.0, give, 0.0] });
                mobiles.push(Mobile { inverse_mass, push_inverse_mass: STIFF, ..Mobile::default() });
                owners.push(own.body);
            }
            return;
        };
        for &[_, point] in &touched[range.clone()] {
            response.path(response.row(point), |row| mobile_of_row[row as usize] = 0);
        }
        for mobile in mobile_of_row.iter_mut().filter(|mobile| **mobile == 0) {
            *mobile = mobiles.len() as u32;
            mobiles.push(Mobile { inverse_mass, push_inverse_mass: STIFF, ..Mobile::default() });
            owners.push(own.body);
        }
        for &[_, point] in &touched[range] {
            first_lever.push(levers.len() as u32);
            response.columns(point, columns, |row, [x, y]| {
                let lever = Lever {
                    mobile: mobile_of_row[row as usize],
                    x: [scale * x[0], scale * x[1], 0.0],
                    y: [scale * y[0], scale * y[1], 0.0],
                };
                levers.push(lever);
            });
        }
    }

    /// Gives the points of a body what rows did to them.
    fn move_body(&mut self, index: usize, substep: &Substep<'_>, mobiles: &[Mobile], particles: &mut Particles) {
        let own = self.list[index];
        let body = &substep.bodies.list[own.body as usize];
        let Some(direct) = substep.plans.of(own.body as usize) else { return };
        self.note_places(body, particles);
        let mut matrix = core::mem::take(&mut self.matrix);
        let response = direct.response(body.own(&direct), &self.places, &mut matrix);
        let h = f64::from(substep.slots.h);
        let range = own.points[0] as usize..own.points[1] as usize;
        if self.impulses[range].iter().any(|&impulse| impulse != DVec2::ZERO) {
            self.find_changes(&own, index, direct.masses, response.as_ref());
            for (record, &change) in particles.state[body.range()].iter_mut().zip(&self.changes) {
                let slot = substep.slots.slot(change).as_vec2();
                (record[2], record[3]) = (record[2] + slot.x, record[3] + slot.y);
            }
        }
        if let Some(&Mobile { push: [x, y, spin], .. }) = mobiles.get(own.mobile as usize)
            && [x, y, spin] != [0.0; 3]
        {
            // A turn, and not a spin for some time: that would stretch the body.
            let turn = turned_by(DVec2::X, h * spin);
            for (record, place) in particles.state[body.range()].iter_mut().zip(&self.places) {
                let arm = DVec2::from_array(*place) - own.centre;
                let by = (h * DVec2::new(x, y) + turned(turn, arm) - arm).as_vec2();
                (record[0], record[1]) = (record[0] + by.x, record[1] + by.y);
            }
        }
        self.matrix = matrix;
    }

    /// By how much the impulses at its touched points change the velocity of every point of a body. `[m/s]`
    fn find_changes(&mut self, own: &Elastic, index: usize, masses: &[[f32; 2]], response: Option<&Response<'_>>) {
        let Self { touched, impulses, totals, changes, rows, places, .. } = self;
        changes.clear();
        changes.resize(masses.len(), DVec2::ZERO);
        let range = own.points[0] as usize..own.points[1] as usize;
        let acting = touched[range.clone()].iter().zip(&impulses[range]);
        for (&[_, point], &impulse) in acting {
            changes[point as usize] = impulse;
        }
        let free = own.mobile != NONE;
        let arms = |point: usize| DVec2::from_array(places[point]) - own.centre;
        let turning = |moment: f64| if own.inertia > 0.0 { moment / own.inertia } else { 0.0 };
        let mass = |point: usize| f64::from(masses[point][1]);
        // What the matrix answers to is free of what moves the body as a whole.
        if free {
            let (mut sum, mut moment) = (DVec2::ZERO, 0.0);
            for (point, &impulse) in changes.iter().enumerate() {
                sum += impulse;
                moment += cross(arms(point), impulse);
            }
            let (velocity, spin) = (sum / own.mass, turning(moment));
            for (point, own) in changes.iter_mut().enumerate() {
                *own -= mass(point) * (velocity + spin * arms(point).perp());
            }
        }
        match response {
            Some(response) => {
                rows.clear();
                rows.extend(response.points().iter().map(|&point| changes[point as usize].to_array()));
                response.answer(rows);
                changes.fill(DVec2::ZERO);
                for (&point, &row) in response.points().iter().zip(&*rows) {
                    changes[point as usize] = DVec2::from_array(row);
                }
            }
            None => changes.iter_mut().zip(masses).for_each(|(own, pair)| *own *= f64::from(pair[0])),
        }
        if free {
            let Total { impulse, moment } = totals[index];
            let (mut left, mut turned) = (impulse, moment);
            for (point, &change) in changes.iter().enumerate() {
                left -= mass(point) * change;
                turned -= mass(point) * cross(arms(point), change);
            }
            let (velocity, spin) = (left / own.mass, turning(turned));
            for (point, own) in changes.iter_mut().enumerate() {
                *own += velocity + spin * arms(point).perp();
            }
        }
    }
}

impl Dense {
    /// Takes in the touched points of its body. What is the same as in the substep before is kept.
    #[expect(clippy::too_many_arguments, reason = "a body, its factor and its mass")]
    fn find(
        &mut self,
        touched: &[[u32; 2]],
        factor: FactorId,
        tables: &mut Vec<Table>,
        rest: &Rest,
        masses: &[[f32; 2]],
        response: &Response<'_>,
        mass: f64,
    ) {
        let mut same = touched.iter().zip(&self.points).take_while(|([_, now], before)| now == *before).count();
        if self.factor.as_ref() != Some(&factor) {
            same = 0;
        } else if same == touched.len() && same == self.points.len() {
            return;
        }
        let place = tables.iter().position(|table| table.is_of(&factor)).unwrap_or_else(|| {
            tables.push(Table::new(factor.clone(), rest));
            tables.len() - 1
        });
        let table = &mut tables[place];
        table.find(touched.iter().map(|&[_, point]| point), rest, masses, response);
        self.factor = Some(factor);
        self.points.truncate(same);
        self.rows.truncate(row_start(2 * same));
        for &[_, point] in &touched[same..] {
            self.points.push(point);
            self.add_point(|one, other| table.between(one, other), mass);
        }
    }

    /// The same for a factor that does not outlive the substep. `table` is that of the points.
    fn find_anew(&mut self, touched: &[u32], table: &Anew, mass: f64) {
        self.factor = None;
        self.points.clear();
        self.rows.clear();
        for at in 0..touched.len() {
            self.points.push(at as u32);
            self.add_point(|one, other| table.between(touched.len(), one as usize, other as usize), mass);
        }
    }

    /// Adds the two rows of the last point: a step of Cholesky's method, row by row.
    fn add_point(&mut self, between: impl Fn(u32, u32) -> [f64; 4], mass: f64) {
        let Some(&last) = self.points.last() else { return };
        let first_row = 2 * (self.points.len() - 1);
        for axis in 0..2 {
            let row = first_row + axis;
            for column in 0..=row {
                let cell = between(last, self.points[column / 2]);
                let asked = mass * cell[2 * axis + column % 2];
                let (own, other) = (row_start(row), row_start(column));
                let product = |count: usize| -> f64 { (0..count).map(|k| self.rows[own + k] * self.rows[other + k]).sum() };
                let left = asked - product(column);
                let value = if column < row {
                    let pivot = self.rows[other + column];
                    if pivot > 0.0 { left / pivot } else { 0.0 }
                } else if left > LEAST_PIVOT * asked {
                    left.sqrt()
                } else {
                    0.0
                };
                self.rows.push(value);
            }
        }
    }

    /// Adds the levers of a touched point, given the first mobile of the deformation.
    fn add_levers(&self, at: usize, [c, s]: [f64; 2], first: u32, levers: &mut Vec<Lever>) {
        let [one, two] = [2 * at, 2 * at + 1].map(|row| &self.rows[row_start(row)..row_start(row + 1)]);
        for k in (0..two.len()).step_by(3) {
            let part = |row: &[f64]| -> [f64; 3] { core::array::from_fn(|i| row.get(k + i).copied().unwrap_or(0.0)) };
            let (one, two) = (part(one), part(two));
            levers.push(Lever {
                mobile: first + k as u32 / 3,
                x: core::array::from_fn(|i| c * one[i] - s * two[i]),
                y: core::array::from_fn(|i| s * one[i] + c * two[i]),
            });
        }
    }
}

/// Where a row of a triangular table begins.
fn row_start(row: usize) -> usize {
    row * (row + 1) / 2
}
