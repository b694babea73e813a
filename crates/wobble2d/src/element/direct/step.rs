//! One substep of a body that is solved as a whole.
//!
//! ```text
//!     implicit Euler      x* = x + h v           (M + h² K + h C) d = h² (f(x*, v) + f_ext)      x ← x* + d,  v ← v + d/h          (eq. 84)
//!     TR-BDF2             two such stages of the time constant η = 0.293 h                                                         (eq. 85)
//! ```
//! Forces are the exact ones of the predicted places. A body that is free keeps the momentum and the angular momentum that fields leave it: what rounding, the lag of its matrix and
//! the method take of them is measured and given back (eq. 13).

use super::factor::Matrix;
use super::ladder::{Rung, turn_of};
use super::material::{Form, Matter, Pair, conjugate_times, times};
use super::plan::{Direct, Stored, weights_of};
use super::solve::solve;
use crate::blueprint::Rest;
use crate::body::Tuning;

/// The time constant of a stage of TR-BDF2, in substeps: `1 − 1/√2`.
pub(super) const STAGE: f64 = 1.0 - core::f64::consts::FRAC_1_SQRT_2;

/// How often the lengths of a slender body are corrected in a substep.
const CORRECTIONS: usize = 3;

/// The fastest spin that is kept, radians a substep.
const FASTEST: f64 = 0.25;

/// No point is moved farther by one solve than this many times half the side of the body. Else the body is swept.
const FARTHEST: f64 = 2.0;

/// How a body is stepped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scheme {
    /// In contact: calm.
    Euler,
    /// Where nothing touches: keeps what rings.
    Trapezoid,
    /// Ropes, chains and cloth: keeps what swings.
    Shake,
}

/// What a substep works on.
#[derive(Debug, Default)]
pub(crate) struct Room {
    /// Where points are and how they move: place `[m]` and displacement of a substep `[m]`.
    pub start: Vec<[f64; 4]>,
    /// The displacement that fields alone would leave. `[m]`
    pub kicked: Vec<Pair>,
    /// Where the substep takes the points, and the displacement that they leave it with. `[m]`
    pub end: Vec<[f64; 4]>,
    places: Vec<Pair>,
    /// What sticks are to have in this substep. `[m]`
    lengths: Vec<f64>,
    displaced: Vec<Pair>,
    velocities: Vec<Pair>,
    forces: Vec<Pair>,
    /// By rows: what is asked of the matrix, then its answer.
    rows: Vec<Pair>,
    matrix: Matrix,
}

/// What is particular to the body.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Own<'a> {
    pub rest: &'a Rest,
    pub masses: &'a [[f32; 2]],
    pub tuning: Tuning,
    /// Whether its spin is kept, and whether it leaned on something.
    pub spins: bool,
    pub loaded: bool,
}

/// A substep at work.
struct Substep<'a> {
    direct: Direct<'a>,
    matter: Matter<'a>,
    room: &'a mut Room,
    h: f64,
    farthest: f64,
}

impl Room {
    /// Makes room for so many points and so many blocks of a matrix, so that no substep allocates later.
    pub(crate) fn reserve(&mut self, [points, blocks]: [usize; 2]) {
        if self.start.capacity() < points {
            self.start.reserve(points);
            self.kicked.reserve(points);
            self.end.reserve(points);
            for list in [&mut self.places, &mut self.displaced, &mut self.velocities, &mut self.forces, &mut self.rows] {
                list.reserve(points);
            }
            self.lengths.reserve(4 * points);
        }
        self.matrix.reserve(points, blocks);
    }
}

impl Direct<'_> {
    /// Takes the body through a substep: from `start` and `kicked` to `end`. False if it must be swept instead; nothing is changed then.
    pub(crate) fn substep(&self, room: &mut Room, own: Own<'_>, h: f32) -> bool {
        let matter = Matter { rest: own.rest, masses: own.masses, weights: weights_of(own.tuning, self.way, self.solved) };
        let farthest = FARTHEST * f64::from(own.rest.extent * own.tuning.size);
        matter.find_lengths(&room.start, &mut room.lengths);
        let mut substep = Substep { direct: *self, matter, room, h: f64::from(h), farthest };
        let done = match self.way.scheme {
            Scheme::Euler => substep.euler(),
            Scheme::Trapezoid => substep.trapezoid(),
            Scheme::Shake => substep.shake(),
        };
        if done && self.solved.free {
            substep.keep_momentum(&own);
        }
        done
    }

    /// What the sticks pull with where the substep has ended. `[N]`
    pub(crate) fn for_each_tension(&self, room: &mut Room, own: Own<'_>, mut note: impl FnMut(usize, f64)) {
        let matter = Matter { rest: own.rest, masses: own.masses, weights: weights_of(own.tuning, self.way, self.solved) };
        room.places.clear();
        room.places.extend(room.end.iter().map(|&[x, y, ..]| [x, y]));
        matter.tensions(&room.lengths, &room.places).enumerate().for_each(|(stick, pull)| note(stick, pull));
    }
}

impl Substep<'_> {
    /// Implicit Euler (eq. 84).
    fn euler(&mut self) -> bool {
        let h = self.h;
        self.predict(|[x, y, ux, uy]| ([x + ux, y + uy], [ux / h, uy / h]));
        self.clear_forces();
        self.add_forces();
        if !(self.linearise() && self.ask(h, 1.0) && self.solve()) {
            return false;
        }
        let pattern = &self.direct.solved.pattern;
        let Room { start, end, rows, .. } = &mut *self.room;
        end.clear();
        end.extend(start.iter().map(|&[x, y, ux, uy]| [x + ux, y + uy, ux, uy]));
        for (&point, [dx, dy]) in pattern.point.iter().zip(rows) {
            let own = &mut end[point as usize];
            *own = [own[0] + *dx, own[1] + *dy, own[2] + *dx, own[3] + *dy];
        }
        true
    }

    /// TR-BDF2 (eq. 85).
    fn trapezoid(&mut self) -> bool {
        let (h, time) = (self.h, STAGE * self.h);
        self.predict(|[x, y, ux, uy]| ([x, y], [ux / h, uy / h]));
        self.clear_forces();
        self.add_forces();
        self.predict(|[x, y, ux, uy]| ([x + 2.0 * STAGE * ux, y + 2.0 * STAGE * uy], [ux / h, uy / h]));
        self.add_forces();
        if !(self.linearise() && self.ask(time, 2.0) && self.solve()) {
            return false;
        }
        self.take_steps(time);
        // The weight of the first stage in the second: 1/(γ (2 − γ)) with γ = 2 − √2.
        let weight = 0.5 + core::f64::consts::FRAC_1_SQRT_2;
        let Room { start, places, velocities, .. } = &mut *self.room;
        for ((place, velocity), &[x, y, ux, uy]) in places.iter_mut().zip(velocities).zip(&*start) {
            let mix = |before: f64, now: f64| before + weight * (now - before);
            *velocity = [mix(ux / h, velocity[0]), mix(uy / h, velocity[1])];
            *place = [mix(x, place[0]) + time * velocity[0], mix(y, place[1]) + time * velocity[1]];
        }
        self.clear_forces();
        self.add_forces();
        if !(self.ask(time, 1.0) && self.solve()) {
            return false;
        }
        self.take_steps(time);
        let Room { end, places, velocities, .. } = &mut *self.room;
        end.clear();
        end.extend(places.iter().zip(velocities).map(|(&[x, y], &mut [vx, vy])| [x, y, h * vx, h * vy]));
        true
    }

    /// SHAKE for what is held by links (eq. 86): their lengths are those at the end, their directions those at the beginning.
    fn shake(&mut self) -> bool {
        let h = self.h;
        self.predict(|[x, y, ux, uy]| ([x, y], [ux / h, uy / h]));
        if !self.linearise() {
            return false;
        }
        let Room { start, end, .. } = &mut *self.room;
        end.clear();
        end.extend(start.iter().map(|&[x, y, ux, uy]| [x + ux, y + uy, ux, uy]));
        for correction in 0..CORRECTIONS {
            self.clear_forces();
            let Room { end, lengths, places, displaced, velocities, forces, .. } = &mut *self.room;
            displaced.clear();
            displaced.extend(end.iter().map(|&[x, y, ..]| [x, y]));
            self.matter.add_forces_along(lengths, places, displaced, velocities, forces);
            if correction > 0 {
                self.note_moves();
                let Room { lengths, places, displaced, forces, .. } = &mut *self.room;
                self.matter.add_across(lengths, places, displaced, forces);
            }
            self.ask(h, 1.0);
            if correction > 0 {
                self.take_back();
            }
            if !self.solve() {
                return false;
            }
            let Room { end, velocities, rows, .. } = &mut *self.room;
            for (&point, &[dx, dy]) in self.direct.solved.pattern.point.iter().zip(&*rows) {
                let (own, velocity) = (&mut end[point as usize], &mut velocities[point as usize]);
                *own = [own[0] + dx, own[1] + dy, own[2] + dx, own[3] + dy];
                *velocity = [velocity[0] + dx / h, velocity[1] + dy / h];
            }
        }
        true
    }

    /// Puts what the corrections have changed so far of each displacement where the displaced places were. `[m]`
    fn note_moves(&mut self) {
        let Room { start, end, displaced, .. } = &mut *self.room;
        displaced.clear();
        displaced.extend(end.iter().zip(start).map(|(end, start)| [end[2] - start[2], end[3] - start[3]]));
    }

    /// Takes what earlier corrections have done to the inertia off what is asked.
    fn take_back(&mut self) {
        let Self { direct, matter, room, .. } = self;
        let Room { displaced, rows, .. } = &mut **room;
        for (&point, row) in direct.solved.pattern.point.iter().zip(rows) {
            let (mass, [x, y]) = (f64::from(matter.masses[point as usize][1]), displaced[point as usize]);
            *row = [row[0] - mass * x, row[1] - mass * y];
        }
    }

    /// Places and velocities of a stage, from those at the beginning.
    fn predict(&mut self, of: impl Fn([f64; 4]) -> (Pair, Pair)) {
        let Room { start, places, velocities, .. } = &mut *self.room;
        places.clear();
        velocities.clear();
        for &own in &*start {
            let (place, velocity) = of(own);
            places.push(place);
            velocities.push(velocity);
        }
    }

    /// Adds what a stage has found to its places and velocities.
    fn take_steps(&mut self, time: f64) {
        let Room { rows, places, velocities, .. } = &mut *self.room;
        for (&point, &[dx, dy]) in self.direct.solved.pattern.point.iter().zip(&*rows) {
            let (place, velocity) = (&mut places[point as usize], &mut velocities[point as usize]);
            *place = [place[0] + dx, place[1] + dy];
            *velocity = [velocity[0] + dx / time, velocity[1] + dy / time];
        }
    }

    fn clear_forces(&mut self) {
        self.room.forces.clear();
        self.room.forces.resize(self.room.start.len(), [0.0; 2]);
    }

    fn add_forces(&mut self) {
        let Room { lengths, places, velocities, forces, .. } = &mut *self.room;
        self.matter.add_forces(lengths, places, velocities, forces);
    }

    /// Makes the matrix anew if that is the body's rung. False if it has no factor.
    fn linearise(&mut self) -> bool {
        if self.direct.way.rung != Rung::Linearised {
            return true;
        }
        let solved = self.direct.solved;
        let Room { places, matrix, .. } = &mut *self.room;
        self.matter.assemble(&solved.pattern, &solved.entries, Form::At(places), matrix);
        matrix.factor(&solved.pattern)
    }

    /// What a stage of this time constant asks of the matrix, with so many times the force of the fields.
    fn ask(&mut self, time: f64, fields: f64) -> bool {
        let Self { direct, matter, room, h, .. } = self;
        let (square, of_fields) = (time * time, fields * (time / *h) * (time / *h));
        room.rows.clear();
        for &point in &direct.solved.pattern.point {
            let i = point as usize;
            let ([fx, fy], [kx, ky], [_, _, ux, uy]) = (room.forces[i], room.kicked[i], room.start[i]);
            let mass = f64::from(matter.masses[i][1]) * of_fields;
            room.rows.push([square * fx + mass * (kx - ux), square * fy + mass * (ky - uy)]);
        }
        true
    }

    /// Solves for the step that is asked for. False if it is no number, or too long.
    fn solve(&mut self) -> bool {
        let Self { direct, matter, room, farthest, .. } = self;
        let (pattern, way) = (&direct.solved.pattern, direct.way);
        let turn = (way.rung == Rung::Constant).then(|| turn_of(matter.rest, matter.masses, &room.places));
        if let Some(turn) = turn {
            room.rows.iter_mut().for_each(|asked| *asked = conjugate_times(turn, *asked));
        }
        match (way.factor.as_deref(), way.rung) {
            (Some(Stored::Single { diagonal, below }), _) => solve(pattern, diagonal, below, &mut room.rows),
            (Some(Stored::Double(matrix)), _) => solve(pattern, &matrix.diagonal, &matrix.below, &mut room.rows),
            (None, Rung::LinearisedOnce) => {
                let Some(matrix) = direct.own else { return false };
                solve(pattern, &matrix.diagonal, &matrix.below, &mut room.rows);
            }
            (None, _) => solve(pattern, &room.matrix.diagonal, &room.matrix.below, &mut room.rows),
        }
        if let Some(turn) = turn {
            room.rows.iter_mut().for_each(|step| *step = times(turn, *step));
        }
        let most = *farthest * *farthest;
        room.rows.iter().fold(true, |sound, step| sound & (step[0] * step[0] + step[1] * step[1] <= most))
    }

    /// Gives a free body back what the step has taken of its momentum and its angular momentum.
    fn keep_momentum(&mut self, own: &Own<'_>) {
        let Room { start, kicked, end, .. } = &mut *self.room;
        let masses = || own.masses.iter().map(|mass| f64::from(mass[1]));
        let euler = self.direct.way.scheme != Scheme::Trapezoid;
        let total: f64 = masses().sum();
        let (mut wanted, mut moved, mut left, mut centre) = ([0.0; 2], [0.0; 2], [0.0; 2], [0.0; 2]);
        for (i, m) in masses().enumerate() {
            for k in 0..2 {
                wanted[k] += m * kicked[i][k] / total;
                moved[k] += m * (end[i][k] - start[i][k]) / total;
                left[k] += m * end[i][k + 2] / total;
                centre[k] += m * (start[i][k] - start[0][k]) / total;
            }
        }
        for own in &mut *end {
            for k in 0..2 {
                own[k] += wanted[k] - moved[k];
                own[k + 2] += wanted[k] - left[k];
            }
        }
        if !own.spins {
            return;
        }
        let centre = [centre[0] + start[0][0], centre[1] + start[0][1]];
        // What implicit Euler carries on is about the places at the start, what TR-BDF2 does about those at the end.
        let arm = |own: &[f64; 4], start: &[f64; 4]| {
            if euler {
                [start[0] - centre[0], start[1] - centre[1]]
            } else {
                [own[0] - centre[0] - wanted[0], own[1] - centre[1] - wanted[1]]
            }
        };
        let (mut before, mut after, mut inertia) = (0.0, 0.0, 0.0);
        for (i, m) in masses().enumerate() {
            let at_start = [start[i][0] - centre[0], start[i][1] - centre[1]];
            before += m * (at_start[0] * (kicked[i][1] - wanted[1]) - at_start[1] * (kicked[i][0] - wanted[0]));
            let [rx, ry] = arm(&end[i], &start[i]);
            after += m * (rx * (end[i][3] - wanted[1]) - ry * (end[i][2] - wanted[0]));
            inertia += m * (rx * rx + ry * ry);
        }
        let turn = spin_lost(before, after, inertia, own.loaded && self.direct.solved.slender);
        for (own, start) in end.iter_mut().zip(&*start) {
            let [rx, ry] = arm(own, start);
            let (dx, dy) = (-turn * ry, turn * rx);
            let moved = if euler { [dx, dy] } else { [0.0; 2] };
            *own = [own[0] + moved[0], own[1] + moved[1], own[2] + dx, own[3] + dy];
        }
    }
}

/// By how much the spin is less than it should be, in radians a substep, as far as it is to be given back: see [`spin`](crate::element::spin).
fn spin_lost(before: f64, after: f64, inertia: f64, loaded: bool) -> f64 {
    if inertia <= 0.0 {
        return 0.0;
    }
    let (spin, lost) = (before / inertia, (before - after) / inertia);
    let most = if loaded { (spin * spin * spin).abs() } else { f64::INFINITY };
    if spin.abs() <= FASTEST { lost.clamp(-most, most) } else { 0.0 }
}
