//! Extended position-based dynamics (eq. 22), in small steps with one sweep each.
//!
//! During a step the velocity slot holds the displacement `u = h v` of the substep, and a particle's place is `x + u`. A
//! projection changes `u` alone: place and velocity move together, nothing is differenced, and a body a kilometre away falls
//! like one at the origin. The displacement is added to the position when the contacts have had their say.

use crate::block::Block;
use crate::blueprint::Rest;
use crate::element::change::{Damp, Project};
use crate::element::planes::Planes;
use crate::element::spring::first_lane;
use crate::element::strip::Strips;
use crate::element::sweep::{self, Way};
use crate::element::{bend, gas, shape, spin, spring, triangle};
use crate::field::{Acting, Seen};
use crate::lanes::Lanes;
use fearless_simd::Simd;

pub(super) fn enter<L: Lanes>(block: &mut Block<'_, L>, h: f32) {
    let h = L::splat(block.token, h);
    change_motion(
        block,
        #[inline(always)]
        |[x, y]| [x * h, y * h],
    );
}

pub(super) fn leave<L: Lanes>(block: &mut Block<'_, L>, h: f32) {
    let h = L::splat(block.token, h);
    // Divided, not multiplied by 1/h: going in and out again must not wear the velocity down.
    change_motion(
        block,
        #[inline(always)]
        |[x, y]| [x / h, y / h],
    );
}

/// Applies `change` to every velocity slot.
fn change_motion<L: Lanes>(block: &mut Block<'_, L>, change: impl Fn([L; 2]) -> [L; 2]) {
    let t = block.token;
    L::run(
        t,
        #[inline(always)]
        || {
            for i in 0..block.points.len() {
                let [_, _, x, y] = block.point(i);
                let [x, y] = change([x, y]);
                block.set_motion(i, x, y);
            }
        },
    );
}

pub(super) fn substep<L: Lanes, S: Simd>(s: S, block: &mut Block<'_, L>, acting: &Acting<'_>, h: f32, stick_iterations: u32) {
    let rest = block.rest;
    if let (Some(strips), Some(kick)) = (block.strips, acting.even_kick(h))
        && !block.spinning
    {
        return substep_in_strips(s, block, strips, kick, h);
    }
    if !block.kicked {
        damp(s, block, h);
        kick(block, acting, h);
    }
    if !rest.has_elements() {
        return;
    }
    let spin = spin::before(block);
    sweep::project(s, block, h, stick_iterations);
    if let Some(spin) = spin {
        spin.restore(block, 1.0);
    }
    if let Some(shape) = &rest.shape {
        shape::forget(block, shape, h, true);
    }
}

/// The same for a body of nothing but springs, in strips, that cannot spin and that nothing but gravity acts on.
fn substep_in_strips<L: Lanes, S: Simd>(s: S, block: &mut Block<'_, L>, strips: &Strips, kick: [f32; 2], h: f32) {
    let hanging = Hanging::of(block, strips, kick, h);
    if let Some(records) = L::records(block.points) {
        block.scratch.planes.around(s, records, |planes| hanging.substep(s, planes));
    }
}

/// All substeps of such a body, if nobody looks at it in between. `end` ends each of them in the planes, and is told which is the last.
pub(super) fn ride<S: Simd>(
    s: S,
    block: &mut Block<'_, f32>,
    acting: &Acting<'_>,
    h: f32,
    substeps: u32,
    mut end: impl FnMut(&mut Planes, bool),
) {
    let (Some(strips), Some(kick)) = (block.strips, acting.even_kick(h)) else { return };
    enter(block, h);
    let hanging = Hanging::of(block, strips, kick, h);
    block.scratch.planes.around(s, block.points, |planes| {
        for substep in 1..=substeps {
            hanging.substep(s, planes);
            end(planes, substep == substeps);
        }
    });
}

/// What a substep does to a body in strips that nothing but gravity acts on.
struct Hanging<'a> {
    strips: &'a Strips,
    /// `None` where nothing is damped.
    damp: Option<Damp>,
    kick: [f32; 2],
    project: Project,
    /// Whether it is swept back as well.
    goes_back: bool,
}

impl<'a> Hanging<'a> {
    fn of<L: Lanes>(block: &Block<'_, L>, strips: &'a Strips, kick: [f32; 2], h: f32) -> Self {
        let (size, softness) = (first_lane(block.tuning.size), first_lane(block.softness_of_pass(h)));
        let damping = first_lane(block.tuning.damping);
        let damp = block.rest.springs.any_damped.then_some(Damp { h, size, damping });
        Self { strips, damp, kick, project: Project { size, softness }, goes_back: block.rest.sweep_back }
    }

    fn substep<S: Simd>(&self, s: S, planes: &mut Planes) {
        if let Some(damp) = &self.damp {
            planes.change(s, self.strips, damp, Way::Forth);
        }
        planes.kick(s, self.strips, self.kick);
        planes.change(s, self.strips, &self.project, Way::Forth);
        if self.goes_back {
            planes.change(s, self.strips, &self.project, Way::Back);
        }
    }
}

/// Damps what the last substep left, contacts included: see [`spring`].
fn damp<L: Lanes, S: Simd>(s: S, block: &mut Block<'_, L>, h: f32) {
    spring::damp(s, block, h);
    bend::damp(block, h);
    triangle::damp(block, h);
    if let Some(shape) = &block.rest.shape {
        shape::damp(block, shape, h);
    }
    if let Some(gas) = &block.rest.gas {
        gas::damp(block, gas, h);
    }
}

/// Whether nothing of a body is damped, so that a substep begins with the [`kick`].
pub(super) fn begins_with_kick(rest: &Rest) -> bool {
    let damped = rest.springs.any_damped || rest.bends.any_damped || rest.triangles.any_damped;
    !damped && rest.shape.is_none() && rest.gas.is_none_or(|gas| gas.viscosity <= 0.0)
}

/// Gravity and the other fields.
fn kick<L: Lanes>(block: &mut Block<'_, L>, acting: &Acting<'_>, h: f32) {
    let t = block.token;
    if let Some(kick) = acting.even_kick(h).filter(|_| block.movable) {
        let [x, y] = kick.map(|kick| L::splat(t, kick));
        return change_motion(
            block,
            #[inline(always)]
            |[ux, uy]| [ux + x, uy + y],
        );
    }
    L::run(
        t,
        #[inline(always)]
        || {
            let per_second = L::splat(t, 1.0 / h);
            for i in 0..block.points.len() {
                let [x, y, ux, uy] = block.point(i);
                let seen = Seen {
                    place: [x + block.tuning.origin[0], y + block.tuning.origin[1]],
                    velocity: [ux * per_second, uy * per_second],
                    inverse_mass: block.inverse_mass(i),
                    mass: block.mass(i),
                };
                let [ux, uy] = acting.kick(t, &seen, [ux, uy], h);
                block.set_motion(i, ux, uy);
            }
        },
    );
}
