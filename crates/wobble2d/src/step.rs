//! One step of the world.

use crate::World;
use crate::contact::parts::{MOST_PARTS, longest_part};
use crate::contact::respond::Setting;
use crate::contact::{finish_displaced, stop_moved};
use crate::events::Event;
use crate::field::{Acting, pull_grabs};
use crate::guard;
use crate::method::{Method, Phase, Visit};
use glam::Vec2;

impl World {
    /// Advances time by `dt` seconds, in [`Settings::substeps`](crate::Settings::substeps) parts. It never fails: a body whose numbers go bad is
    /// put back, frozen and [reported](World::events), and the rest of the world goes on.
    pub fn step(&mut self, dt: f32) {
        let Some(h) = self.settings.substep(dt) else { return };
        self.events.clear();
        self.particles.remember();
        let changed = self.crew.line_up(&mut self.bodies, &self.particles, self.settings.width);
        self.warn(changed, dt);

        let mut left = MOST_PARTS;
        while left > 0 {
            let part = longest_part(&self.bodies.list, &self.particles, dt, h).min(left);
            left -= part;
            let share = part as f32 / MOST_PARTS as f32;
            self.advance(share * dt, share * h);
        }

        self.contain(dt);
        self.time += f64::from(dt);
        self.steps += 1;
    }

    /// A step, or a part of one where something moves so fast that it could pass through something thin.
    fn advance(&mut self, dt: f32, h: f32) {
        self.enter_local_frames();
        self.contacts.prepare(&self.bodies.list, &mut self.particles, dt);
        self.visit(Phase::Enter, h);
        for _ in 0..self.settings.substeps {
            self.keep_approach();
            self.visit(Phase::Substep, h); // fields, elements and sticks of every body
            let moved = self.settings.method.per_metre(h);
            pull_grabs(&self.grabs, &self.bodies, &mut self.particles, h, moved);
            let setting = Setting { h, speed_limit: self.settings.speed_limit };
            self.contacts.respond(&self.bodies.list, &mut self.particles, setting, moved);
            self.stop_at_bounds(h);
        }
        self.visit(Phase::Leave, h);
        self.leave_local_frames();
        if self.settings.calm {
            self.contacts.calm(&mut self.bodies.list, &mut self.particles, h, dt);
        }
        self.contacts.remember(&mut self.bodies.list);
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

    fn visit(&mut self, phase: Phase, h: f32) {
        let Self { settings, fields, user_field, time, crew, bodies, particles, .. } = self;
        let acting = Acting { fields, user: user_field.as_ref(), time: *time };
        let visit = Visit { method: settings.method, phase, h, stick_iterations: settings.stick_iterations, acting };
        crew.visit(bodies, particles, &visit);
    }

    /// During a step a body's positions are relative to a zero nearby, so that they keep their digits far from the origin.
    /// Within sixteen metres of the origin that zero is the origin itself.
    fn enter_local_frames(&mut self) {
        for body in &mut self.bodies.list {
            let [x, y, ..] = self.particles.state[body.first as usize];
            body.origin = if body.frozen.is_some() { Vec2::ZERO } else { Vec2::new(nearest_zero(x), nearest_zero(y)) };
        }
        self.shift(-1.0);
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

    /// Keeps the speeds before a substep, where XPBD needs them for rebounds.
    fn keep_approach(&mut self) {
        self.approach.clear();
        let rebounds = self.settings.bounds.is_some_and(|bounds| bounds.restitution > 0.0);
        if self.settings.method == Method::Xpbd && rebounds {
            self.approach.extend(self.particles.state.iter().map(|&[_, _, ux, uy]| [ux, uy]));
        }
    }

    fn stop_at_bounds(&mut self, h: f32) {
        let Self { settings, bodies, particles, approach, fields, .. } = self;
        if let Some(per_metre) = settings.method.per_metre(h) {
            if let Some(bounds) = &settings.bounds {
                stop_moved(bounds, bodies, particles, h, per_metre);
            }
        } else {
            // Slower than gravity makes a resting particle in two substeps: not a rebound. A displacement, like `approach`.
            let least_rebound = if fields.gravity_on { 2.0 * fields.gravity.length() * h * h } else { 0.0 };
            finish_displaced(settings.bounds.as_ref(), bodies, particles, approach, least_rebound, h);
        }
    }

    /// Freezes bodies that have exploded.
    fn contain(&mut self, dt: f32) {
        for place in 0..self.bodies.list.len() {
            let body = &self.bodies.list[place];
            if body.frozen.is_some() {
                continue;
            }
            if let Some(trouble) = guard::examine(body, &self.particles, self.settings.speed_limit) {
                guard::put_back(body, &mut self.particles);
                let id = body.id;
                let advice = self.advice_for(id, dt).map(|advice| advice.to_string());
                self.events.push(Event::Frozen { body: id, trouble, advice });
                self.set_frozen(place, Some(trouble));
            }
        }
    }
}

/// The nearest multiple of sixteen metres towards the origin. `[m]`
fn nearest_zero(coordinate: f32) -> f32 {
    ((coordinate / 16.0) as i32 as f32) * 16.0
}
