//! Time-stepping methods, one a file, each readable as its algorithm.
//!
//! | method | order | energy of an undamped body | largest stable `h ω` |
//! |---|---|---|---|
//! | explicit Euler | 1 | grows without end | 0 |
//! | semi-implicit Euler | 1 | stays in a band | 2 |
//! | position Verlet | 2 | stays in a narrow band | 2 |
//! | velocity Verlet | 2 | stays in a narrow band | 2 |
//! | RK4 | 4 | slowly lost | 2.83 |
//! | XPBD | 1 | quickly lost | none |
//! | implicit | 1 in contact, else 2 | hardly lost where nothing touches | none |
//!
//! The first five are *force methods*: they turn forces into accelerations and integrate them, then project sticks. XPBD never
//! forms a force: it moves particles until the elements are content. The implicit method solves a body as a whole where XPBD would leave it too soft, and is XPBD else. All work on one [`Block`] at a time, since bodies only meet in contacts,
//! which are resolved between the substeps.

mod explicit_euler;
mod forces;
mod implicit;
mod position_verlet;
mod rk4;
mod semi_implicit_euler;
mod velocity_verlet;
mod xpbd;

pub(crate) use forces::accelerate;

use crate::block::Block;
use crate::blueprint::Rest;
use crate::body::Mover;
use crate::contact::{Finish, WallLoads};
use crate::crew::Work;
use crate::element::{shape, spin, stick};
use crate::field::Acting;
use crate::lanes::Lanes;
use crate::solve::memory::Press;
use crate::team::Shared;
use fearless_simd::Simd;

/// How time advances. Any method runs any scene, and the method may change between any two steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default)]
pub enum Method {
    /// Moves first, then accelerates. The classic mistake: whatever can swing gains energy.
    ExplicitEuler,
    /// Accelerates first, then moves. One force evaluation a substep, and energy stays in a band.
    SemiImplicitEuler,
    /// Keeps the last displacement instead of a velocity. Second order for one force evaluation.
    PositionVerlet,
    /// Half a kick, a drift, half a kick. Second order, with velocities that belong to the positions.
    VelocityVerlet,
    /// Four evaluations of the whole state. Fourth order; for accuracy, not for stiffness.
    Rk4,
    /// Extended position-based dynamics: compliant constraints, unconditionally robust.
    #[default]
    Xpbd,
    /// One direct solve a body: as stiff as stated on any mesh. What is soft, or holds its shape by gas alone, is done by XPBD.
    Implicit,
}

impl Method {
    /// All methods, in the order of the table above.
    pub const ALL: [Self; 7] = [
        Self::ExplicitEuler,
        Self::SemiImplicitEuler,
        Self::PositionVerlet,
        Self::VelocityVerlet,
        Self::Rk4,
        Self::Xpbd,
        Self::Implicit,
    ];

    /// A name for commands and files, such as `semi-implicit-euler`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::ExplicitEuler => "explicit-euler",
            Self::SemiImplicitEuler => "semi-implicit-euler",
            Self::PositionVerlet => "position-verlet",
            Self::VelocityVerlet => "velocity-verlet",
            Self::Rk4 => "rk4",
            Self::Xpbd => "xpbd",
            Self::Implicit => "implicit",
        }
    }

    /// The method of that [`name`](Self::name).
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|method| method.name() == name)
    }

    /// Whether the velocity slot holds the displacement of a substep, which positions take up last of all.
    pub(crate) const fn displaces(self) -> bool {
        matches!(self, Self::Xpbd | Self::Implicit)
    }

    /// What a metre of correction adds to the velocity slot after a substep has moved the particles.
    /// `None` where positions take up the displacement last of all.
    pub(crate) fn per_metre(self, h: f32) -> Option<f32> {
        match self {
            Self::Xpbd | Self::Implicit => None,
            Self::PositionVerlet => Some(1.0),
            _ => Some(1.0 / h),
        }
    }
}

/// Which part of a step a block is visited for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Before the first substep: the velocity slot takes the form the method works with.
    Enter,
    /// The first substep, if nobody looks between that and entering.
    First,
    Substep,
    /// After the last substep: the velocity slot holds a velocity again.
    Leave,
}

/// What a visit to a block is to do.
pub(crate) struct Visit<'a> {
    pub method: Method,
    pub phase: Phase,
    /// Whether the end of the substep before was put off until now.
    pub finishes: bool,
    /// The end of a substep, and what the walls give meanwhile.
    pub finish: Finish<'a>,
    pub loads: Shared<'a, WallLoads>,
    pub substeps: u32,
    /// How long a substep is. `[s]`
    pub h: f32,
    pub stick_iterations: u32,
    pub acting: Acting<'a>,
    pub presses: &'a [Press],
}

impl Visit<'_> {
    /// What the force methods enforce after they have moved the particles: sticks.
    fn enforce<L: Lanes>(&self, block: &mut Block<'_, L>, per_metre: f32) {
        if block.rest.sticks.list.is_empty() {
            return;
        }
        let spin = spin::before(block);
        stick::project_moved(block, self.stick_iterations, per_metre, self.h);
        if let Some(spin) = spin {
            spin.restore(block, 1.0 / per_metre);
        }
    }
}

impl Work for Visit<'_> {
    #[inline(always)]
    fn finish(&self) -> Option<(&Finish<'_>, Shared<'_, WallLoads>)> {
        self.finishes.then_some((&self.finish, self.loads))
    }

    fn presses(&self) -> &[Press] {
        self.presses
    }

    fn ride<S: Simd>(&self, s: S, block: &mut Block<'_, f32>, rider: &Mover) {
        let (masses, loads) = (block.masses, self.loads.at(rider.place as usize));
        if self.phase == Phase::First {
            xpbd::ride(s, block, &self.acting, self.h, self.substeps, |planes, leaves| {
                Finish { leaves, ..self.finish }.run_spread(s, rider.local(), planes.all(), masses, loads);
            });
        }
    }

    #[inline(always)]
    fn kick(&self, rest: &Rest) -> Option<[f32; 2]> {
        let begins = self.method.displaces() && self.phase == Phase::Substep && xpbd::begins_with_kick(rest);
        self.acting.even_kick(self.h).filter(|_| begins)
    }

    fn run<L: Lanes, S: Simd>(&self, s: S, block: &mut Block<'_, L>) {
        let Self { h, ref acting, .. } = *self;
        match (self.method, self.phase) {
            (Method::Xpbd | Method::Implicit, Phase::Enter) => xpbd::enter(block, h),
            (Method::Xpbd, Phase::First) => {
                xpbd::enter(block, h);
                xpbd::substep(s, block, acting, h, self.stick_iterations);
            }
            (Method::Xpbd, Phase::Substep) => xpbd::substep(s, block, acting, h, self.stick_iterations),
            (Method::Implicit, Phase::First) => {
                xpbd::enter(block, h);
                implicit::substep(s, block, acting, h, self.stick_iterations);
            }
            (Method::Implicit, Phase::Substep) => implicit::substep(s, block, acting, h, self.stick_iterations),
            (Method::Xpbd | Method::Implicit, Phase::Leave) => xpbd::leave(block, h),
            (Method::PositionVerlet, Phase::Enter) => position_verlet::enter(block, acting, h),
            (Method::PositionVerlet, Phase::Leave) => position_verlet::leave(block, acting, h),
            (_, Phase::Enter | Phase::Leave) => {}
            (method, Phase::First | Phase::Substep) => {
                match method {
                    Method::ExplicitEuler => explicit_euler::substep(block, acting, h),
                    Method::SemiImplicitEuler => semi_implicit_euler::substep(block, acting, h),
                    Method::PositionVerlet => position_verlet::substep(block, acting, h),
                    Method::VelocityVerlet => velocity_verlet::substep(block, acting, h),
                    Method::Rk4 => rk4::substep(block, acting, h),
                    Method::Xpbd | Method::Implicit => {}
                }
                if let Some(per_metre) = method.per_metre(h) {
                    self.enforce(block, per_metre);
                }
                if let Some(shape) = &block.rest.shape {
                    shape::forget(block, shape, h, false);
                }
            }
        }
    }
}
