//! From elements and fields to accelerations, for the force methods.

use crate::block::Block;
use crate::element::{area, bend, gas, shape, spring, triangle};
use crate::field::{Acting, Seen};
use crate::lanes::Lanes;

/// Fills the block's force scratch with the acceleration of every point at the present state.
/// `per_second` turns the velocity slot into a velocity.
pub(crate) fn accelerate<L: Lanes>(block: &mut Block<'_, L>, acting: &Acting<'_>, per_second: f32) {
    let t = block.token;
    let rest = block.rest;
    block.scratch.force.clear();
    block.scratch.force.resize(block.points.len(), [L::Cell::default(); 2]);

    spring::add_forces(block, per_second);
    if !rest.bends.list.is_empty() {
        bend::add_forces(block, per_second);
    }
    if !rest.triangles.list.is_empty() {
        triangle::add_forces(block, per_second);
    }
    if let Some(shape) = &rest.shape {
        shape::add_forces(block, shape, per_second);
    }
    if let Some(gas) = &rest.gas {
        gas::add_forces(block, gas, per_second);
    }
    if let Some(area) = &rest.area_law {
        area::add_forces(block, area);
    }
    L::run(
        t,
        #[inline(always)]
        || {
            let per_second = L::splat(t, per_second);
            for i in 0..block.points.len() {
                let [x, y, vx, vy] = block.point(i);
                let inverse_mass = block.inverse_mass(i);
                let seen = Seen {
                    place: [x + block.tuning.origin[0], y + block.tuning.origin[1]],
                    velocity: [vx * per_second, vy * per_second],
                    inverse_mass,
                    mass: block.mass(i),
                };
                let [ax, ay] = acting.acceleration(t, &seen);
                let [fx, fy] = block.force(i);
                block.set_force(i, ax + fx * inverse_mass, ay + fy * inverse_mass);
            }
        },
    );
}

/// Calls `update(point, acceleration)` for every point and keeps what it returns.
pub(crate) fn update_points<L: Lanes>(block: &mut Block<'_, L>, update: impl Fn([L; 4], [L; 2]) -> [L; 4]) {
    let t = block.token;
    L::run(
        t,
        #[inline(always)]
        || {
            for i in 0..block.points.len() {
                let next = update(block.point(i), block.force(i));
                block.set_point(i, next);
            }
        },
    );
}
