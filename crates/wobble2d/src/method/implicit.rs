//! The implicit method: bodies [solved as wholes](crate::element::direct) (eqs. 84, 85), all others by XPBD.
//!
//! As under XPBD the velocity slot holds the displacement `u` of a substep, and a particle's place is `x + u`. Where the displacement that a body is left with is
//! not the way it has come, `x` is put to where `x + u` is right.

use super::xpbd;
use crate::block::Block;
use crate::body::Tuning;
use crate::element::direct::{Direct, Own, Room};
use crate::element::spring::first_lane;
use crate::field::{Acting, Seen};
use crate::lanes::Lanes;
use crate::solve::memory::Press;
use fearless_simd::Simd;

pub(super) fn substep<L: Lanes, S: Simd>(s: S, block: &mut Block<'_, L>, acting: &Acting<'_>, h: f32, stick_iterations: u32) {
    if let Some(direct) = block.direct {
        let mut room = core::mem::take(&mut block.scratch.direct);
        let done = solve(block, direct, &mut room, acting, h);
        block.scratch.direct = room;
        if done {
            return;
        }
        for press in block.presses {
            let i = (press.point - block.first) as usize;
            let [x, y] = pressed_by(block, press, h);
            block.add_motion(i, x, y);
        }
    }
    xpbd::substep(s, block, acting, h, stick_iterations);
}

/// The displacement that a press adds in a substep. `[m]`
fn pressed_by<L: Lanes>(block: &Block<'_, L>, press: &Press, h: f32) -> [L; 2] {
    let i = (press.point - block.first) as usize;
    let per_impulse = block.inverse_mass(i) * L::splat(block.token, h);
    press.impulse.map(|part| per_impulse * L::splat(block.token, part))
}

/// A substep of a body that is solved as a whole; nothing, and false, if it must be swept.
fn solve<L: Lanes>(block: &mut Block<'_, L>, direct: Direct<'_>, room: &mut Room, acting: &Acting<'_>, h: f32) -> bool {
    let count = block.points.len();
    let number = |value: L| f64::from(first_lane(value));
    room.start.clear();
    room.start.extend((0..count).map(|i| block.point(i).map(number)));
    room.kicked.clear();
    room.kicked.extend((0..count).map(|i| pushed(block, acting, i, h).map(number)));
    // What contacts pressed with acts again, and rows only correct it: a body that carries much does not spring up in between.
    for press in block.presses {
        let kicked = &mut room.kicked[(press.point - block.first) as usize];
        let by = pressed_by(block, press, h).map(number);
        *kicked = [kicked[0] + by[0], kicked[1] + by[1]];
    }
    let particular = block.tuning;
    let [size, stiffness, damping] = [particular.size, particular.stiffness, particular.damping].map(first_lane);
    let own = Own {
        rest: block.rest,
        masses: direct.masses,
        tuning: Tuning { size, stiffness, damping, ..Tuning::default() },
        spins: first_lane(particular.spins) > 0.0,
        loaded: first_lane(particular.loaded) > 0.0,
    };
    let t = block.token;
    if !direct.substep(room, own, h) {
        return false;
    }
    for (i, (&[x, y, ux, uy], masses)) in room.end.iter().zip(direct.masses).enumerate() {
        if masses[0] > 0.0 {
            let motion = [ux as f32, uy as f32];
            let place = [x - f64::from(motion[0]), y - f64::from(motion[1])].map(|number| number as f32);
            block.set_point(i, [place[0], place[1], motion[0], motion[1]].map(|number| L::splat(t, number)));
        }
    }
    if !block.pulls.is_empty() {
        let pulls = &mut *block.pulls;
        direct.for_each_tension(room, own, |stick, tension| {
            if let Some(cell) = pulls.get_mut(stick) {
                (L::load(t, cell) + L::splat(t, tension as f32 * h)).store(cell);
            }
        });
    }
    true
}

/// The displacement that fields alone would leave a point with. `[m]`
fn pushed<L: Lanes>(block: &Block<'_, L>, acting: &Acting<'_>, i: usize, h: f32) -> [L; 2] {
    let t = block.token;
    let ([x, y, ux, uy], per_second) = (block.point(i), L::splat(t, 1.0 / h));
    let seen = Seen {
        place: [x + block.tuning.origin[0], y + block.tuning.origin[1]],
        velocity: [ux * per_second, uy * per_second],
        inverse_mass: block.inverse_mass(i),
        mass: block.mass(i),
    };
    acting.push(t, &seen, [ux, uy], h)
}
