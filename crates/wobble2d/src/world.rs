//! The world: everything that is simulated, and everything one can do to it.

use crate::blueprint::Blueprint;
use crate::body::{Body, BodyDef, BodyView, Lead, Motion, Mover, Particles, Roster, Trouble, Tuning, present_frame};
use crate::contact::{Contact, Contacts, Filter, Surface};
use crate::crew::Crew;
use crate::error::{Error, Result, require};
use crate::events::Event;
use crate::field::{Fields, Grab, UserField};
use crate::id::{BodyId, GrabId, PointId};
use crate::joint::Jointed;
use crate::math::{direction, rotate, within};
use crate::method::Method;
use crate::profile::{Clock, Profile, Stopwatch};
use crate::settings::Settings;
use crate::solve::Solver;
use crate::team::{MOST_THREADS, Team};
use crate::tear::Losses;
use glam::Vec2;

/// How eagerly a grabbed particle follows its target unless told otherwise. `[1/s]`
const GRAB_RATE: f32 = 25.0;

/// Everything that is simulated.
///
/// ```
/// use wobble2d::{BodyDef, Bounds, Settings, World, blueprint::Ball};
/// use glam::vec2;
///
/// let mut world = World::new();
/// world.set_settings(Settings { bounds: Some(Bounds::new(vec2(-5.0, 0.0), vec2(5.0, 8.0))), ..Settings::default() })?;
/// let ball = world.add(BodyDef::new(&Ball::default().build()?).at(0.0, 3.0))?;
/// for _ in 0..120 {
///     world.step(1.0 / 60.0);
/// }
/// assert!(world.body(ball).is_some_and(|ball| ball.centre().y < 0.6)); // it fell, and lies on the floor
/// # Ok::<(), wobble2d::Error>(())
/// ```
#[derive(Default)]
pub struct World {
    pub(crate) settings: Settings,
    pub(crate) fields: Fields,
    pub(crate) user_field: Option<UserField>,
    pub(crate) particles: Particles,
    pub(crate) bodies: Roster,
    pub(crate) grabs: Vec<Grab>,
    pub(crate) next_grab: u32,
    pub(crate) joints: Vec<Jointed>,
    pub(crate) next_joint: u32,
    pub(crate) time: f64,
    pub(crate) steps: u64,
    pub(crate) events: Vec<Event>,
    pub(crate) contacts: Contacts,
    pub(crate) solver: Solver,
    /// What has torn or been cut since the world began.
    pub(crate) torn: Losses,
    // Room to work in; holds nothing that a later step depends on.
    pub(crate) team: Team,
    pub(crate) crew: Crew,
    pub(crate) movers: Vec<Mover>,
    pub(crate) watch: Stopwatch,
    /// The method and substep that the last warnings were about.
    pub(crate) warned_about: Option<(Method, f32)>,
}

impl World {
    /// An empty world with earth's gravity and the default settings.
    pub fn new() -> Self {
        Self::default()
    }

    /// How the world is stepped.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Changes how the world is stepped. Positions and velocities stay as they are.
    ///
    /// # Errors
    /// If a setting is out of its range; nothing has changed then.
    pub fn set_settings(&mut self, settings: Settings) -> Result<()> {
        settings.check()?;
        self.settings = settings;
        self.wake_all();
        Ok(())
    }

    /// What acts on every particle.
    pub fn fields(&self) -> &Fields {
        &self.fields
    }

    /// Changes what acts on every particle.
    ///
    /// # Errors
    /// If a number is out of its range; nothing has changed then.
    pub fn set_fields(&mut self, fields: Fields) -> Result<()> {
        fields.check()?;
        self.fields = fields;
        self.wake_all();
        Ok(())
    }

    /// Adds a field of your own, or takes it away. It is code, not state: snapshots do not hold it.
    pub fn set_user_field(&mut self, field: Option<UserField>) {
        self.user_field = field;
        self.wake_all();
    }

    /// Has steps take their own time with a clock from now on, or no longer. The clock changes nothing but [`World::profile`].
    pub fn set_clock(&mut self, clock: Option<Clock>) {
        self.watch = Stopwatch::new(clock);
    }

    /// What steps have spent their time on since [`World::set_clock`].
    pub fn profile(&self) -> &Profile {
        &self.watch.profile
    }

    /// Has steps be done by so many threads from now on, 1 to 64, the calling one included: the results are the same to the bit.
    ///
    /// It pays in large worlds, where one thread needs a millisecond or more for a step; small ones stay on one thread by themselves. More threads than the
    /// machine has free cores are slower. Fewer are used where the system gives no more. Snapshots do not hold it.
    pub fn set_threads(&mut self, threads: usize) {
        if threads.clamp(1, MOST_THREADS) != self.team.threads() {
            self.team = Team::of(threads);
        }
    }

    /// How many threads a step is done by, if the world is large enough.
    pub fn threads(&self) -> usize {
        self.team.threads()
    }

    /// The time simulated so far. `[s]`
    pub fn time(&self) -> f64 {
        self.time
    }

    /// The number of steps made so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// What happened during the last step.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// What touched during the last step. Bodies that sleep are not listed.
    pub fn contacts(&self) -> &[Contact] {
        self.contacts.list()
    }

    /// All particles, body after body: `[x, y, vx, vy]` each. `[m]`, `[m/s]`
    pub fn particles(&self) -> &[[f32; 4]] {
        &self.particles.state
    }

    /// How many bodies there are.
    pub fn body_count(&self) -> usize {
        self.bodies.list.len()
    }

    /// All bodies, in the order in which they were added.
    pub fn bodies(&self) -> impl ExactSizeIterator<Item = BodyView<'_>> + DoubleEndedIterator {
        self.bodies.list.iter().map(|body| BodyView { body, particles: &self.particles })
    }

    /// One body, if it exists.
    pub fn body(&self, id: BodyId) -> Option<BodyView<'_>> {
        let place = self.bodies.place(id)?;
        Some(BodyView { body: &self.bodies.list[place], particles: &self.particles })
    }

    /// Adds a body.
    ///
    /// # Errors
    /// If a number of the definition is out of its range.
    pub fn add(&mut self, def: BodyDef) -> Result<BodyId> {
        def.check()?;
        let first = self.particles.len();
        let most = u32::MAX as usize;
        let count = def.blueprint.points().len();
        require(first + count <= most, || "points".into(), "of all bodies must be at most 4 billion", count, "remove some")?;
        let mass_factor = def.mass.map_or(1.0, |mass| mass / def.blueprint.mass());
        let turn = direction(def.angle);
        for point in def.blueprint.points() {
            let arm = rotate(point.position * def.tuning.size, turn);
            let velocity = def.velocity + def.spin * arm.perp();
            self.particles.push(def.position + arm, velocity, point.mass * mass_factor, point.pinned);
        }
        let id = self.bodies.next_id();
        let (position, angle, since) = (def.position, def.angle, self.time);
        self.bodies.push(Body {
            id,
            blueprint: def.blueprint,
            first: first as u32,
            tuning: def.tuning,
            surface: def.surface,
            filter: def.filter,
            lead: def.motion.map(|motion| Box::new(Lead { motion, position, angle, since })),
            frozen: None,
            leak: None,
            torn_from: None,
            loaded: false,
            steady: false,
            folding: false,
            folded: 0.0,
            island: Default::default(),
            asleep: false,
            still: 0.0,
            origin: Vec2::ZERO,
            free: false,
            held: false,
            solved: false,
            flesh: None,
            packets: None,
            strips: None,
            rides: false,
        });
        self.crew.disband();
        Ok(id)
    }

    /// Removes a body, and the grabs and joints that hold it.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn remove(&mut self, id: BodyId) -> Result<()> {
        let place = self.place(id)?;
        self.wake(place);
        let range = self.bodies.list[place].range();
        self.contacts.forget(place, range.clone(), &self.bodies.list);
        self.particles.remove(range);
        self.bodies.remove(place);
        self.grabs.retain(|grab| grab.point.body != id);
        self.unjoin(id);
        self.crew.disband();
        Ok(())
    }

    /// Makes a particle immovable, or movable again with the mass it had.
    ///
    /// # Errors
    /// If there is no such particle.
    pub fn pin(&mut self, point: PointId, pinned: bool) -> Result<()> {
        let i = self.particle(point)?;
        self.wake(self.place(point.body)?);
        let mass = self.particles.masses[i][1];
        self.particles.set_mass(i, mass, pinned);
        self.crew.disband();
        Ok(())
    }

    /// Moves a whole body at once, without changing its velocity. `[m]`
    ///
    /// # Errors
    /// If there is no such body, or it would end more than a thousand kilometres away.
    pub fn teleport(&mut self, id: BodyId, by: Vec2) -> Result<()> {
        let place = self.place(id)?;
        let range = self.bodies.list[place].range();
        let farthest = range.clone().map(|i| (self.particles.position(i) + by).abs().max_element()).fold(0.0f32, f32::max);
        let near = by.is_finite() && farthest <= 1e6;
        require(near, || "by".into(), "must keep the body within 1e6 m", by, "move it less far")?;
        self.wake(place);
        self.contacts.look_again(&self.bodies.list);
        if let Some(lead) = &mut self.bodies.list[place].lead {
            lead.position += by;
        }
        for i in range {
            let [x, y, ..] = &mut self.particles.state[i];
            *x += by.x;
            *y += by.y;
            let [x, y, ..] = self.particles.state[i];
            [self.particles.previous[i][0], self.particles.previous[i][1]] = [x, y];
        }
        Ok(())
    }

    /// Moves one particle at once, pinned or not, without changing its velocity. `[m]`
    ///
    /// # Errors
    /// If there is no such particle or the place is not within a thousand kilometres.
    pub fn place_point(&mut self, point: PointId, position: Vec2) -> Result<()> {
        let i = self.particle(point)?;
        let near = within(position, 1e6);
        require(near, || "position".into(), "must be -1e6 to 1e6 [m]", position, "keep the world smaller")?;
        self.wake(self.place(point.body)?);
        self.contacts.look_again(&self.bodies.list);
        [self.particles.state[i][0], self.particles.state[i][1]] = position.to_array();
        Ok(())
    }

    /// Sets the velocity of a whole body, and how fast it turns about its mass centre. A frozen one stays at rest. `[m/s]`, `[rad/s]`
    ///
    /// # Errors
    /// If there is no such body, or a number is not finite.
    pub fn set_velocity(&mut self, id: BodyId, velocity: Vec2, spin: f32) -> Result<()> {
        let place = self.place(id)?;
        check_velocity(velocity)?;
        require(spin.abs() <= 1e6, || "spin".into(), "must be -1e6 to 1e6 [rad/s]", spin, "turn it slower")?;
        self.wake(place);
        let body = &self.bodies.list[place];
        let centre = BodyView { body, particles: &self.particles }.centre();
        for i in body.range() {
            if self.is_movable(place, i) {
                let arm = self.particles.position(i) - centre;
                self.particles.set_velocity(i, velocity + spin * arm.perp());
            }
        }
        Ok(())
    }

    /// Sets the velocity of one particle. An immovable one, or one of a frozen body, stays at rest. `[m/s]`
    ///
    /// # Errors
    /// If there is no such particle, or the velocity is not finite.
    pub fn set_point_velocity(&mut self, point: PointId, velocity: Vec2) -> Result<()> {
        let i = self.particle(point)?;
        check_velocity(velocity)?;
        let place = self.place(point.body)?;
        self.wake(place);
        if self.is_movable(place, i) {
            self.particles.set_velocity(i, velocity);
        }
        Ok(())
    }

    /// Gives a particle an impulse. An immovable one, or one of a frozen body, does not feel it. `[N s]`
    ///
    /// # Errors
    /// If there is no such particle, or it would be too fast.
    pub fn impulse(&mut self, point: PointId, impulse: Vec2) -> Result<()> {
        let i = self.particle(point)?;
        let velocity = self.particles.velocity(i) + impulse * self.particles.masses[i][0];
        check_velocity(velocity)?;
        let place = self.place(point.body)?;
        self.wake(place);
        if self.is_movable(place, i) {
            self.particles.set_velocity(i, velocity);
        }
        Ok(())
    }

    /// Gives a whole body a mass, shared out as before. `[kg]`
    ///
    /// # Errors
    /// If there is no such body, or the mass is out of its range.
    pub fn set_mass(&mut self, id: BodyId, mass: f32) -> Result<()> {
        let place = self.place(id)?;
        let hint = "pin particles to make them immovable";
        require((1e-9..=1e9).contains(&mass), || "mass".into(), "must be 1e-9 to 1e9 [kg]", mass, hint)?;
        self.wake(place);
        let body = &self.bodies.list[place];
        let factor = mass / BodyView { body, particles: &self.particles }.mass();
        for i in body.range() {
            let (mass, pinned) = (self.particles.masses[i][1] * factor, self.particles.pinned[i]);
            self.particles.set_mass(i, mass, pinned);
        }
        self.crew.disband();
        Ok(())
    }

    /// Changes how a body differs from its blueprint.
    ///
    /// # Errors
    /// If there is no such body, or a factor is out of its range.
    pub fn tune(&mut self, id: BodyId, tuning: Tuning) -> Result<()> {
        let place = self.place(id)?;
        tuning.check()?;
        self.wake(place);
        self.bodies.list[place].tuning = tuning;
        self.contacts.look_again(&self.bodies.list);
        Ok(())
    }

    /// Changes how the surface of a body touches others.
    ///
    /// # Errors
    /// If there is no such body, or a number is out of its range.
    pub fn set_surface(&mut self, id: BodyId, surface: Surface) -> Result<()> {
        let place = self.place(id)?;
        surface.check()?;
        self.wake(place);
        self.bodies.list[place].surface = surface;
        self.contacts.resurface();
        Ok(())
    }

    /// Changes whom a body meets.
    ///
    /// # Errors
    /// If there is no such body, or it holds from no direction.
    pub fn set_filter(&mut self, id: BodyId, filter: Filter) -> Result<()> {
        let place = self.place(id)?;
        filter.check()?;
        self.wake(place);
        self.bodies.list[place].filter = filter;
        Ok(())
    }

    /// Gives the pinned points of a body a motion that begins where they are, or lets them rest. Pinned points that are not where the
    /// blueprint has them go there within a step.
    ///
    /// # Errors
    /// If there is no such body, or a number is out of its range.
    pub fn set_motion(&mut self, id: BodyId, motion: Option<Motion>) -> Result<()> {
        let place = self.place(id)?;
        motion.as_ref().map_or(Ok(()), Motion::check)?;
        self.wake(place);
        let (position, angle) = present_frame(&self.bodies.list[place], &self.particles);
        let since = self.time;
        let body = &mut self.bodies.list[place];
        body.lead = motion.map(|motion| Box::new(Lead { motion, position, angle, since }));
        if body.lead.is_none() {
            for i in body.range().filter(|&i| self.particles.masses[i][0] == 0.0) {
                self.particles.state[i][2..].fill(0.0);
            }
        }
        self.crew.disband();
        Ok(())
    }

    /// Makes a body of another blueprint with as many points: other springs, another gas, another outline. Positions, velocities
    /// and masses stay.
    ///
    /// # Errors
    /// If there is no such body, or the blueprint has another number of points.
    pub fn set_blueprint(&mut self, id: BodyId, blueprint: &Blueprint) -> Result<()> {
        let place = self.place(id)?;
        let body = &self.bodies.list[place];
        let (now, then) = (body.blueprint.points().len(), blueprint.points().len());
        let hint = "add a new body instead";
        require(now == then, || "blueprint.points".into(), "must be as many as the body has", then, hint)?;
        self.wake(place);
        let body = &mut self.bodies.list[place];
        body.flesh = body.flesh.as_ref().map(|flesh| Box::new(flesh.refitted(&body.blueprint.0, &blueprint.0, |index| index)));
        body.blueprint = blueprint.clone();
        body.leak = None;
        self.contacts.forget_edges(place, &self.bodies.list);
        self.crew.disband();
        Ok(())
    }

    /// Holds a body still, as if all its particles were immovable.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn freeze(&mut self, id: BodyId) -> Result<()> {
        let place = self.place(id)?;
        self.set_frozen(place, Some(Trouble::Asked));
        Ok(())
    }

    /// Lets a frozen body move again, from rest.
    ///
    /// # Errors
    /// If there is no such body.
    pub fn thaw(&mut self, id: BodyId) -> Result<()> {
        let place = self.place(id)?;
        self.set_frozen(place, None);
        Ok(())
    }

    /// Grabs a particle: it is drawn to a target as strongly as its body is heavy, until released. `[m]`
    ///
    /// # Errors
    /// If there is no such particle, or the target is not finite.
    pub fn grab(&mut self, point: PointId, target: Vec2) -> Result<GrabId> {
        self.particle(point)?;
        check_target(target)?;
        self.wake(self.place(point.body)?);
        let id = GrabId(self.next_grab);
        self.next_grab = self.next_grab.wrapping_add(1);
        self.grabs.push(Grab { id, point, target, rate: GRAB_RATE });
        Ok(id)
    }

    /// Moves the target of a grab. `[m]`
    ///
    /// # Errors
    /// If there is no such grab, or the target is not finite.
    pub fn move_grab(&mut self, id: GrabId, target: Vec2) -> Result<()> {
        check_target(target)?;
        let grab = self.grabs.iter_mut().find(|grab| grab.id == id).ok_or(Error::NoSuchGrab(id))?;
        grab.target = target;
        Ok(())
    }

    /// Lets go of a grab.
    ///
    /// # Errors
    /// If there is no such grab.
    pub fn release(&mut self, id: GrabId) -> Result<()> {
        let place = self.grabs.iter().position(|grab| grab.id == id).ok_or(Error::NoSuchGrab(id))?;
        self.grabs.remove(place);
        Ok(())
    }

    /// All grabs.
    pub fn grabs(&self) -> &[Grab] {
        &self.grabs
    }

    /// Pinned particles and those of frozen bodies stay at rest: what touches them would be struck by a speed that they do not have.
    fn is_movable(&self, place: usize, particle: usize) -> bool {
        !self.particles.pinned[particle] && self.bodies.list[place].frozen.is_none()
    }

    pub(crate) fn set_frozen(&mut self, place: usize, trouble: Option<Trouble>) {
        self.wake(place);
        let body = &mut self.bodies.list[place];
        body.frozen = trouble;
        for i in body.range() {
            self.particles.set_velocity(i, Vec2::ZERO);
        }
        self.crew.disband();
    }

    pub(crate) fn place(&self, id: BodyId) -> Result<usize> {
        self.bodies.place(id).ok_or(Error::NoSuchBody(id))
    }

    pub(crate) fn particle(&self, point: PointId) -> Result<usize> {
        let body = &self.bodies.list[self.place(point.body)?];
        let count = body.blueprint.points().len() as u32;
        if point.index < count {
            Ok((body.first + point.index) as usize)
        } else {
            Err(Error::NoSuchPoint { body: point.body, index: point.index, count })
        }
    }
}

fn check_velocity(velocity: Vec2) -> Result<()> {
    let valid = within(velocity, 1e6);
    require(valid, || "velocity".into(), "must be -1e6 to 1e6 [m/s]", velocity, "push it less")
}

fn check_target(target: Vec2) -> Result<()> {
    let valid = within(target, 1e6);
    require(valid, || "target".into(), "must be -1e6 to 1e6 [m]", target, "keep the pointer near the world")
}
