//! One step of the world.

use crate::World;
use crate::body::Mover;
use crate::contact::parts::MOST_PARTS;
use crate::contact::respond::{Ground, Setting};
use crate::contact::{Arcs, Detector, Ending, Finish, FinishAll, Outset, stop_moved};
use crate::events::Event;
use crate::field::{Acting, pull_grabs};
use crate::guard;
use crate::joint;
use crate::lanes::run_widest;
use crate::method::{Phase, Visit};
use crate::pace::Pace;
use crate::profile::Phase as Spent;
use crate::settings::Settings;
use crate::solve::{Slots, Substep};
use crate::team::Shared;
use core::ops::Range;
use glam::Vec2;

/// In smaller worlds the parts of the work are so short that handing them out takes longer than doing them.
const WORTH_SHARING: usize = 4000;

impl World {
    /// Advances time by `dt` seconds, in [`Settings::substeps`](crate::Settings::substeps) parts. It never fails: a body whose numbers go bad is
    /// put back, frozen and [reported](World::events), and the rest of the world goes on.
    pub fn step(&mut self, dt: f32) {
        let Some(h) = self.settings.substep(dt) else { return };
        self.watch.start();
        self.events.clear();
        self.contacts.begin();
        self.team.begin(self.particles.len() >= WORTH_SHARING);
        self.particles.remember();
        self.begin_joints();
        self.lead(dt);
        let changed = self.crew.line_up(&mut self.bodies, &self.particles, &self.settings);
        if changed {
            self.contacts.reweigh();
        }
        self.warn(changed, dt);
        self.watch.lap(Spent::Rest);

        let cured = self.settings.method.cures_folds();
        let (mut left, mut begin) = (MOST_PARTS, self.time);
        while left > 0 {
            let (part, violence) = self.contacts.longest_part(&mut self.bodies.list, &self.particles, dt, h, cured);
            let part = part.min(left);
            left -= part;
            let share = part as f32 / MOST_PARTS as f32;
            self.advance(begin, share * dt, share * h, share, violence);
            begin += f64::from(share * dt);
            if left > 0 {
                self.contacts.wear(&self.team, &self.bodies.list, &self.particles);
            }
        }

        self.flow(dt);
        self.heal(dt);
        self.end_joints(dt);
        self.doze(dt);
        self.contain(dt);
        self.contacts.tell(&self.bodies, &self.particles, &mut self.events);
        self.tear(dt);
        self.contacts.wear(&self.team, &self.bodies.list, &self.particles);
        self.time += f64::from(dt);
        self.steps += 1;
        self.team.end();
        self.watch.lap(Spent::Rest);
    }

    /// A step, or a part of one where something moves so fast that it could pass through something thin.
    fn advance(&mut self, begin: f64, dt: f32, h: f32, share: f32, violence: f32) {
        self.enter_local_frames();
        let pace = Pace::of(&self.fields);
        if self.contacts.prepare(&self.team, &mut self.bodies, &mut self.particles, &self.settings, pace, dt, self.steps) {
            self.crew.disband();
            self.crew.line_up(&mut self.bodies, &self.particles, &self.settings);
        }
        self.contacts.note_steady(&mut self.bodies.list, self.settings.substeps);
        self.solver.begin(&self.bodies.list, &self.particles);
        let gravity = if self.fields.gravity_on { self.fields.gravity.length() } else { 0.0 };
        self.crew.look(&self.bodies, &self.particles, h, self.settings.contact.detector == Detector::Swept);
        let Settings { bounds, method, .. } = self.settings;
        let unit = 1.0 / Slots { h, moved: method.per_metre(h) }.velocity_of_unit();
        let outset = Outset { bounds: bounds.as_ref(), h, dt, unit, gravity };
        let blows = self.contacts.expect_blows(&self.team, &self.bodies.list, &self.particles, outset);
        let at_once = self.passes_at_once(blows);
        if at_once {
            self.let_ride(h);
        }
        self.list_movers();
        if let Some(bounds) = bounds {
            let Self { contacts, bodies, particles, .. } = self;
            Arcs::list(&bounds, &bodies.list, particles, (dt, gravity), &mut contacts.near_walls);
        }
        self.watch.lap(Spent::Search);
        if !at_once {
            self.visit(Phase::Enter, h, false);
        }
        for substep in 0..self.settings.substeps {
            if !at_once {
                self.flex(begin + f64::from(substep as f32 * h));
            }
            let phase = if at_once && substep == 0 { Phase::First } else { Phase::Substep };
            self.visit(phase, h, at_once && substep > 0); // fields, elements and sticks of every body
            self.watch.lap(Spent::Elements);
            let moved = self.settings.method.per_metre(h);
            let slots = Slots { h, moved };
            self.predict_rigid(slots);
            pull_grabs(&self.grabs, &self.bodies, &mut self.particles, h, moved);
            self.sweep_joints(slots, pace);
            self.watch.lap(Spent::Joints);
            let Settings { speed_limit, contact, .. } = self.settings;
            let setting = Setting { h, pace, violence, speed_limit, per_metre: moved, contact };
            if blows {
                self.contacts.measure_before(&self.team, &self.bodies.list, &self.particles);
            }
            let ground = Ground { bodies: &self.bodies.list, weights: &[], setting };
            self.contacts.respond(&self.team, ground, &mut self.particles);
            self.solve_rows(slots, share, pace);
            self.stop_arcs(slots, pace);
            self.watch.lap(Spent::Contacts);
            let last = substep + 1 == self.settings.substeps;
            if !at_once || last {
                self.stop_at_bounds(h, at_once);
            }
            self.solver.advance(&mut self.particles, slots);
            if blows {
                self.settle_blows(slots, gravity);
            }
            self.watch.lap(Spent::Bounds);
        }
        if !at_once {
            self.visit(Phase::Leave, h, false);
        }
        self.end_rides();
        self.solver.end(&mut self.particles);
        self.watch.lap(Spent::Elements);
        self.leave_local_frames();
        if blows {
            self.contacts.keep_blows();
        }
        let ending = Ending { calm: self.settings.calm, h, step: self.steps };
        self.contacts.settle(&self.team, &mut self.bodies.list, &mut self.particles, self.settings.bounds.as_ref(), ending);
        self.watch.lap(Spent::Calm);
    }

    /// Lets fields act on rigid bodies.
    fn predict_rigid(&mut self, slots: Slots) {
        if !self.solver.is_idle() {
            let acting = Acting { fields: &self.fields, user: self.user_field.as_ref(), time: self.time };
            self.solver.predict(&acting, &mut self.particles, slots);
        }
    }

    /// Solves the joints that rows do not hold: those with a soft body.
    fn sweep_joints(&mut self, slots: Slots, pace: Pace) {
        let Self { solver, joints, bodies, particles, time, .. } = self;
        if joints.iter().any(|held| !solver.holds(&held.joint, bodies)) {
            joint::solve(joints, solver, bodies, particles, *time, pace, slots);
            solver.read_velocities(particles, slots);
        }
    }

    /// Solves contacts, walls, joints and grabs of rigid bodies.
    fn solve_rows(&mut self, slots: Slots, share: f32, pace: Pace) {
        let Self { solver, settings, joints, bodies, grabs, contacts, particles, time, crew, .. } = self;
        if solver.is_idle() {
            return;
        }
        if settings.contact.detector != Detector::Swept {
            solver.read_velocities(particles, slots);
        }
        let Settings { bounds, speed_limit, .. } = *settings;
        let substep =
            Substep { bodies, bounds: bounds.as_ref(), grabs, slots, share, speed_limit, time: *time, pace, plans: crew.plans() };
        solver.solve(substep, contacts, joints, particles);
    }

    /// Gives led points the velocity that takes them to where they belong at the end of the step.
    fn lead(&mut self, dt: f32) {
        let end = self.time + f64::from(dt);
        for body in self.bodies.list.iter().filter(|body| body.frozen.is_none()) {
            let Some(lead) = &body.lead else { continue };
            let frame = lead.frame(end);
            for (point, i) in body.blueprint.points().iter().zip(body.range()) {
                if self.particles.pinned[i] {
                    let way = frame.place(point.position * body.tuning.size) - self.particles.position(i);
                    self.particles.set_velocity(i, way / dt);
                }
            }
        }
    }

    /// Warns of bodies that the method cannot hold, when bodies, method or step length have changed.
    fn warn(&mut self, bodies_changed: bool, dt: f32) {
        let now = (self.settings.method, dt / self.settings.substeps as f32);
        if bodies_changed || self.warned_about != Some(now) {
            self.warned_about = Some(now);
            let moving = self.bodies().filter(|body| body.frozen().is_none());
            let warnings: Vec<Event> = moving.filter_map(|body| self.advice_for(body.id(), dt)).map(Event::Unstable).collect();
            self.events.extend(warnings);
        }
    }

    /// Follows blows through a substep.
    fn settle_blows(&mut self, slots: Slots, gravity: f32) {
        let Self { contacts, team, bodies, particles, solver, .. } = self;
        contacts.settle_blows(team, &bodies.list, particles, solver, (slots, gravity));
    }

    /// Whether a body may be visited once a substep: its end together with the beginning of the next one, while the body is at hand. Not where
    /// somebody looks at places or displacements in between: muscles do, and blows.
    fn passes_at_once(&self, blows: bool) -> bool {
        self.settings.method.displaces() && !blows && self.bodies.list.iter().all(|body| body.flesh.is_none())
    }

    /// `finishing`: the substep before is still to be ended.
    fn visit(&mut self, phase: Phase, h: f32, finishing: bool) {
        let Self { settings, fields, user_field, time, team, crew, bodies, particles, contacts, .. } = self;
        let acting = Acting { fields, user: user_field.as_ref(), time: *time };
        // SAFETY: every body is visited once.
        #[allow(unsafe_code)]
        let loads = unsafe { Shared::new(&mut contacts.walls) };
        let presses = &contacts.memory.presses;
        let finish = Finish { bounds: settings.bounds.as_ref(), h, pace: Pace::of(fields), leaves: false };
        let Settings { method, substeps, stick_iterations, .. } = *settings;
        let visit = Visit { method, phase, finishes: finishing, finish, loads, substeps, h, stick_iterations, acting, presses };
        crew.visit(team, bodies, particles, &visit);
    }

    /// During a step a body's positions are relative to a zero nearby, so that they keep their digits far from the origin.
    /// Near the origin that zero is the origin itself.
    fn enter_local_frames(&mut self) {
        for body in &mut self.bodies.list {
            let [x, y, ..] = self.particles.state[body.first as usize];
            let between = between_zeros(body.contact_radius());
            body.origin =
                if body.frozen.is_some() { Vec2::ZERO } else { Vec2::new(nearest_zero(x, between), nearest_zero(y, between)) };
        }
        self.shift(-1.0);
    }

    /// Lists the bodies that move in this part of a step, but for those that [ride](crate::ride).
    fn list_movers(&mut self) {
        self.movers.clear();
        let moving = (0..).zip(&self.bodies.list).filter(|(_, body)| !body.rests() && !body.rides && !body.is_rigid());
        self.movers.extend(moving.map(|(place, body)| {
            let Range { start, end } = body.range();
            Mover {
                place,
                first: start as u32,
                end: end as u32,
                origin: body.origin,
                radius: body.contact_radius(),
                in_rows: body.moves_elastically(),
            }
        }));
    }

    fn leave_local_frames(&mut self) {
        self.shift(1.0);
    }

    fn shift(&mut self, sign: f32) {
        for body in self.bodies.list.iter().filter(|body| body.origin != Vec2::ZERO && body.frozen.is_none()) {
            let by = sign * body.origin;
            for record in &mut self.particles.state[body.range()] {
                record[0] += by.x;
                record[1] += by.y;
            }
        }
    }

    /// Stops arcs of soft bodies at walls.
    fn stop_arcs(&mut self, Slots { h, moved }: Slots, pace: Pace) {
        let Self { settings, bodies, particles, contacts, .. } = self;
        if let Some(bounds) = &settings.bounds {
            let arcs = Arcs { bounds, h, per_metre: moved, pace };
            for &[place, wall] in &contacts.near_walls {
                let body = &bodies.list[place as usize];
                if !body.rides {
                    arcs.stop(body, wall, particles, &mut contacts.walls[place as usize]);
                }
            }
        }
    }

    fn stop_at_bounds(&mut self, h: f32, leaves: bool) {
        let pace = Pace::of(&self.fields);
        let Self { settings, team, bodies, movers, particles, contacts, .. } = self;
        let loads = &mut contacts.walls;
        let bounds = settings.bounds.as_ref();
        if let Some(per_metre) = settings.method.per_metre(h) {
            if let Some(bounds) = bounds {
                stop_moved(bounds, bodies, particles, loads, pace, h, per_metre);
            }
        } else {
            let finish = Finish { bounds, h, pace, leaves };
            run_widest(FinishAll { team, movers, particles, loads, finish });
        }
    }

    /// Freezes bodies that have exploded.
    fn contain(&mut self, dt: f32) {
        let limit = self.settings.speed_limit;
        if guard::all_sound(&self.particles, limit) {
            return;
        }
        let trouble = |(place, body)| Some((place, guard::examine(body, &self.particles, limit)?));
        let exploded: Vec<_> = (0..).zip(&self.bodies.list).filter(|(_, body)| !body.rests()).filter_map(trouble).collect();
        if exploded.is_empty() {
            return;
        }
        for &(place, _) in &exploded {
            guard::put_back(&self.bodies.list[place], &mut self.particles);
        }
        for (cause, &(place, trouble)) in self.causes(&exploded, dt).into_iter().zip(&exploded) {
            self.events.push(Event::Frozen { body: self.bodies.list[place].id, trouble, cause });
            self.set_frozen(place, Some(trouble));
        }
        self.bodies.list.iter().filter(|body| body.rests()).for_each(|body| guard::quiet(body, &mut self.particles));
    }
}

/// How far apart the local zeros of a body of that size are: a power of two, sixteen times its diameter at most. `[m]`
fn between_zeros(radius: f32) -> f32 {
    32.0 * f32::from_bits(radius.to_bits() & f32::INFINITY.to_bits())
}

/// The nearest of them towards the origin. `[m]`
fn nearest_zero(coordinate: f32, between: f32) -> f32 {
    ((coordinate / between) as i32 as f32) * between
}
