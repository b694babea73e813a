//! All bodies taken for rigid, sixteen with as many points each at once: the sums of [`Rigid::of`] in the same order, so the same bits.

use super::super::pushes::{MARCH, load, splat};
use super::super::rigid::Rigid;
use crate::body::{Body, Particles};
use crate::lanes::{Lanes, Wider, Widest, run_widest};
use crate::records::{gather_sixteen, sixteen_rows};
use crate::team::{Shared, Team};
use fearless_simd::{Simd, f32x16, mask32x16, prelude::*};

/// So many bodies are one part of the work.
const BODIES: usize = 64;

/// Bodies with more points are looked at alone.
const MOST_POINTS: usize = 32;

/// Fewer bodies than this are looked at one by one.
const FEW: usize = 3;

/// How bodies move as wholes. One at rest comes after them and stands for the walls.
#[derive(Debug, Default)]
pub(in crate::contact) struct Wholes {
    /// Mass centre `[m]`, inverse mass `[1/kg]` and inverse inertia `[1/(kg m²)]`.
    pub matter: Vec<[f32; 4]>,
    /// Velocity `[m/s]`, spin `[1/s]`, and how far the body rolls in a radian `[m]`.
    pub motions: Vec<[f32; 4]>,
    /// The motions that particles know of.
    before: Vec<[f32; 4]>,
}

impl Wholes {
    /// Looks at those bodies that are wanted, or at all. `masses` is what the points of each weigh, if they weigh the same; motions are of the unit of the
    /// velocity slot.
    pub(in crate::contact) fn take(
        &mut self,
        team: &Team,
        bodies: &[Body],
        masses: &[Option<f32>],
        particles: &Particles,
        wanted: Option<&[bool]>,
    ) {
        let Self { matter, motions, .. } = self;
        for records in [&mut *matter, &mut *motions] {
            records.resize(bodies.len() + 1, [0.0; 4]);
            records[bodies.len()] = [0.0; 4];
        }
        run_widest(Take { team, bodies, masses, particles, wanted, matter, motions });
    }

    /// Takes over what another knows, in the room there is.
    pub(in crate::contact) fn copy_from(&mut self, other: &Self) {
        self.matter.clone_from(&other.matter);
        self.motions.clone_from(&other.motions);
    }

    /// Adds what only the calm pass asks for: how far bodies roll, and what particles know of motions.
    pub(super) fn prepare(&mut self, bodies: &[Body]) {
        for (body, motion) in bodies.iter().zip(&mut self.motions) {
            motion[3] = body.blueprint.0.contact.rolling_radius * body.tuning.size;
        }
        self.before.clone_from(&self.motions);
    }

    /// Gives particles what their bodies got (eq. 33).
    pub(in crate::contact) fn write_back(&self, team: &Team, bodies: &[Body], particles: &mut Particles) {
        run_widest(WriteBack { team, wholes: self, bodies, state: &mut particles.state });
    }
}

struct Take<'a> {
    team: &'a Team,
    bodies: &'a [Body],
    masses: &'a [Option<f32>],
    particles: &'a Particles,
    wanted: Option<&'a [bool]>,
    matter: &'a mut [[f32; 4]],
    motions: &'a mut [[f32; 4]],
}

impl Widest for Take<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self { team, bodies, masses, particles, wanted, matter, motions } = self;
        // SAFETY: every body is in one part.
        #[allow(unsafe_code)]
        let (matter, motions) = unsafe { (Shared::new(matter), Shared::new(motions)) };
        team.each(bodies.len().div_ceil(BODIES), |part| {
            let range = part * BODIES..bodies.len().min((part + 1) * BODIES);
            let mut own = Own { matter: matter.range(range.clone()), motions: motions.range(range.clone()) };
            s.vectorize(
                #[inline(always)]
                || {
                    own.take(
                        s,
                        &bodies[range.clone()],
                        &masses[range.clone()],
                        particles,
                        wanted.map(|wanted| &wanted[range.clone()]),
                    )
                },
            );
        });
    }
}

/// A part of the wholes.
struct Own<'a> {
    matter: &'a mut [[f32; 4]],
    motions: &'a mut [[f32; 4]],
}

/// Bodies with as many points each, and points of one mass in each.
#[derive(Default)]
struct Alike {
    places: [usize; MARCH],
    first: [u32; MARCH],
    mass: Wider,
    count: usize,
    points: usize,
}

impl Own<'_> {
    #[inline(always)]
    fn take<S: Simd>(&mut self, s: S, bodies: &[Body], masses: &[Option<f32>], particles: &Particles, wanted: Option<&[bool]>) {
        let mut alike = Alike::default();
        let mut room = [[Wider::default(); 4]; MOST_POINTS];
        for (place, (body, mass)) in bodies.iter().zip(masses).enumerate() {
            if wanted.is_some_and(|wanted| !wanted[place]) {
                continue;
            }
            let points = body.range().len();
            if let Some(mass) = mass.filter(|_| body.calms() && points <= MOST_POINTS) {
                if alike.count == MARCH || alike.points != points {
                    self.take_alike(s, &alike, bodies, particles, &mut room);
                    (alike.count, alike.points) = (0, points);
                }
                alike.add(place, body.first, mass);
            } else {
                self.put(place, &Rigid::of(body, particles));
            }
        }
        self.take_alike(s, &alike, bodies, particles, &mut room);
    }

    #[inline(always)]
    fn take_alike<S: Simd>(
        &mut self,
        s: S,
        alike: &Alike,
        bodies: &[Body],
        particles: &Particles,
        room: &mut [[Wider; 4]; MOST_POINTS],
    ) {
        let places = &alike.places[..alike.count];
        if alike.count < FEW {
            return places.iter().for_each(|&place| self.put(place, &Rigid::of(&bodies[place], particles)));
        }
        let (matter, motions) = measure(s, alike, &particles.state, room);
        for (lane, &place) in places.iter().enumerate() {
            (self.matter[place], self.motions[place]) = (matter[lane], motions[lane]);
        }
    }

    fn put(&mut self, place: usize, rigid: &Rigid) {
        self.matter[place] = [rigid.centre.x, rigid.centre.y, rigid.inverse_mass, rigid.inverse_inertia];
        self.motions[place] = [rigid.velocity.x, rigid.velocity.y, rigid.spin, 0.0];
    }
}

impl Alike {
    fn add(&mut self, place: usize, first: u32, mass: f32) {
        // Lanes without a body repeat the first.
        if self.count == 0 {
            (self.first, self.mass) = ([first; MARCH], Wider([mass; MARCH]));
        }
        (self.places[self.count], self.first[self.count], self.mass.0[self.count]) = (place, first, mass);
        self.count += 1;
    }
}

/// Matter and motions of sixteen bodies; see [`Rigid::of`].
#[inline(always)]
fn measure<S: Simd>(
    s: S,
    alike: &Alike,
    state: &[[f32; 4]],
    room: &mut [[Wider; 4]; MOST_POINTS],
) -> ([[f32; 4]; MARCH], [[f32; 4]; MARCH]) {
    let (none, one, mass) = (splat(s, 0.0), splat(s, 1.0), load(s, &alike.mass));
    let [base_x, base_y, ..] = gather_sixteen(s, state, &alike.first);
    let (mut total, mut moment, mut momentum) = (none, [none; 2], [none; 2]);
    let room = &mut room[..alike.points];
    let mut at = alike.first;
    for cells in room.iter_mut() {
        let [x, y, vx, vy] = gather_sixteen(s, state, &at);
        for index in &mut at {
            *index += 1;
        }
        total += mass;
        moment = [moment[0] + mass * (x - base_x), moment[1] + mass * (y - base_y)];
        momentum = [momentum[0] + mass * vx, momentum[1] + mass * vy];
        x.store(&mut cells[0]);
        y.store(&mut cells[1]);
        vx.store(&mut cells[2]);
        vy.store(&mut cells[3]);
    }
    let centre = [base_x + moment[0] / total, base_y + moment[1] / total];
    let velocity = [momentum[0] / total, momentum[1] / total];
    let (mut turning, mut inertia) = (none, none);
    for [x, y, vx, vy] in room.iter() {
        let arm = [load(s, x) - centre[0], load(s, y) - centre[1]];
        let speed = [load(s, vx) - velocity[0], load(s, vy) - velocity[1]];
        turning += mass * (arm[0] * speed[1] - arm[1] * speed[0]);
        inertia += mass * (arm[0] * arm[0] + arm[1] * arm[1]);
    }
    let turns = none.simd_lt(inertia);
    let (inverse_inertia, spin) = (turns.select(one / inertia, none), turns.select(turning / inertia, none));
    let matter = sixteen_rows(s, [centre[0], centre[1], one / total, inverse_inertia]);
    (matter, sixteen_rows(s, [velocity[0], velocity[1], spin, none]))
}

struct WriteBack<'a> {
    team: &'a Team,
    wholes: &'a Wholes,
    bodies: &'a [Body],
    state: &'a mut [[f32; 4]],
}

impl Widest for WriteBack<'_> {
    #[inline(always)]
    fn run<S: Simd>(self, s: S) {
        let Self { team, wholes, bodies, state } = self;
        // SAFETY: every body is in one part.
        #[allow(unsafe_code)]
        let state = unsafe { Shared::new(state) };
        team.each(bodies.len().div_ceil(BODIES), |part| {
            s.vectorize(
                #[inline(always)]
                || {
                    for (place, body) in bodies.iter().enumerate().skip(part * BODIES).take(BODIES) {
                        let ([x, y, spin, _], [x0, y0, spin0, _]) = (wholes.motions[place], wholes.before[place]);
                        // Nothing else than free bodies has any inverse mass, so all of its points move.
                        if [x, y, spin] != [x0, y0, spin0] {
                            let [cx, cy, ..] = wholes.matter[place];
                            push_on(s, state.range(body.range()), [cx, cy], [x - x0, y - y0, spin - spin0]);
                        }
                    }
                },
            );
        });
    }
}

/// Adds a motion as a whole to the velocities of particles, four at a time, as they lie there.
#[inline(always)]
fn push_on<S: Simd>(s: S, own: &mut [[f32; 4]], [cx, cy]: [f32; 2], [x, y, spin]: [f32; 3]) {
    let four = |record: [f32; 4]| -> f32x16<S> { SimdBase::from_slice(s, [record; 4].as_flattened()) };
    let (centre, push, turn) = (four([cx, cy, 0.0, 0.0]), four([0.0, 0.0, x, y]), four([0.0, 0.0, -spin, spin]));
    // Which of the numbers are velocities, and which of those across.
    let (velocities, across) = (0xCCCC, 0x8888);
    let (fours, rest) = own.as_chunks_mut::<4>();
    for records in fours {
        let before: f32x16<S> = SimdBase::from_slice(s, records.as_flattened());
        let arm = before - centre;
        // The arm along comes to stand below the velocity across, and the one across below the velocity along.
        let along = s.slide_within_blocks_f32x16::<1>(arm, arm);
        let turned = s.slide_within_blocks_f32x16::<3>(arm, arm);
        let arm = mask(s, across).select(along, turned);
        let after = before + (push + turn * arm);
        mask(s, velocities).select(after, before).store_slice(records.as_flattened_mut());
    }
    for record in rest {
        let [px, py, vx, vy] = *record;
        *record = [px, py, vx + (x - spin * (py - cy)), vy + (y + spin * (px - cx))];
    }
}

#[inline(always)]
fn mask<S: Simd>(s: S, bits: u64) -> mask32x16<S> {
    SimdMask::from_bitmask(s, bits)
}
