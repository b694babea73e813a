//! A stick: a distance that is enforced, not pulled at.
//!
//! Under XPBD it is a spring without compliance (eq. 2 with `1/k = 0`). Under the force methods it is projected after the substep
//! has moved the particles, as often as the settings say: the ends share the error by inverse mass (eq. 4), and what moves a
//! particle by `d` changes its velocity by `d/h`.

use super::link::Link;
use super::spring::{Ends, LEAST_GIVE, project_link, project_links};
use super::sweep::Way;
use crate::block::Block;
use crate::blueprint::Rest;
use crate::error::{Result, require};
use crate::lanes::Lanes;

/// A distance that is enforced, as a blueprint describes it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Stick {
    /// The length; the distance of its ends in the blueprint if `None`. `[m]`
    pub length: Option<f32>,
    /// Simulated, but normally not drawn.
    pub support: bool,
    /// Holds its ends together, but lets them come closer.
    pub rope: bool,
}

impl Stick {
    pub(crate) fn check(&self, index: usize) -> Result<()> {
        let length = self.length.unwrap_or(1.0);
        let hint = "leave it out to take the distance in the blueprint";
        require((0.0..=1e6).contains(&length), || format!("sticks[{index}].length"), "must be 0 to 1e6 [m]", length, hint)
    }

    pub(crate) fn link(&self, [a, b]: [u32; 2], distance: f32) -> Link {
        Link {
            a,
            b,
            rest_length: self.length.unwrap_or(distance),
            stiffness: f32::INFINITY,
            compliance: LEAST_GIVE,
            damping: 0.0,
            rope: self.rope,
        }
    }
}

/// Projects all sticks on the displaced positions of an XPBD substep of length `h`.
pub(crate) fn project<L: Lanes>(block: &mut Block<'_, L>, iterations: u32, h: f32) {
    let rest = block.rest;
    let rigid = L::splat(block.token, 1.0);
    if !block.pulls.is_empty() {
        return project_and_note(block, iterations, h);
    }
    for _ in 0..iterations {
        project_links(block, &rest.sticks.list, rigid, Way::Forth);
        if rest.sweep_back {
            project_links(block, &rest.sticks.list, rigid, Way::Back);
        }
    }
}

/// The same, noting what each stick carries.
fn project_and_note<L: Lanes>(block: &mut Block<'_, L>, iterations: u32, h: f32) {
    let (t, rest) = (block.token, block.rest);
    let rigid = L::splat(t, 1.0);
    for k in ways(rest, iterations) {
        let link = &rest.sticks.list[k];
        let (a, b) = (link.a as usize, link.b as usize);
        let ends = Ends {
            a: block.point(a),
            b: block.point(b),
            a_inverse_mass: block.inverse_mass(a),
            b_inverse_mass: block.inverse_mass(b),
        };
        note(block, k, &ends, h);
        project_link(t, link, block.points, block.masses, block.tuning.size, rigid);
    }
}

/// The places of all sticks as often as they are projected: forth, and back where the sweep must.
fn ways(rest: &Rest, iterations: u32) -> impl Iterator<Item = usize> {
    let count = rest.sticks.list.len();
    let back = if rest.sweep_back { count } else { 0 };
    (0..iterations).flat_map(move |_| (0..count).chain((0..back).rev()))
}

/// Adds to what a stick has carried, if that is wanted.
#[inline(always)]
fn note<L: Lanes>(block: &mut Block<'_, L>, k: usize, ends: &Ends<L>, h: f32) {
    let t = block.token;
    let link = &block.rest.sticks.list[k];
    let length = L::splat(t, link.rest_length) * block.tuning.size;
    if let Some(cell) = block.pulls.get_mut(k) {
        let pull = ends.pull(t, length, L::splat(t, link.compliance), link.rope);
        (L::load(t, cell) + pull / L::splat(t, h)).store(cell);
    }
}

/// Projects all sticks after a force method has moved the particles. `per_metre` is the velocity (or displacement) that a metre
/// of correction adds: `1/h`, or 1 where the method keeps displacements.
pub(crate) fn project_moved<L: Lanes>(block: &mut Block<'_, L>, iterations: u32, per_metre: f32, h: f32) {
    let t = block.token;
    let rest = block.rest;
    L::run(
        t,
        #[inline(always)]
        || {
            let zero = L::splat(t, 0.0);
            let per_metre = L::splat(t, per_metre);
            for k in ways(rest, iterations) {
                let link = &rest.sticks.list[k];
                let (a, b) = (link.a as usize, link.b as usize);
                let ([ax, ay, avx, avy], [bx, by, bvx, bvy]) = (block.point(a), block.point(b));
                let ends = Ends {
                    a: [ax, ay, zero, zero],
                    b: [bx, by, zero, zero],
                    a_inverse_mass: block.inverse_mass(a),
                    b_inverse_mass: block.inverse_mass(b),
                };
                note(block, k, &ends, h);
                let length = L::splat(t, link.rest_length) * block.tuning.size;
                let [dax, day, dbx, dby] = ends.corrected(t, length, L::splat(t, link.compliance), link.rope);
                block.set_point(a, [ax + dax, ay + day, avx + dax * per_metre, avy + day * per_metre]);
                block.set_point(b, [bx + dbx, by + dby, bvx + dbx * per_metre, bvy + dby * per_metre]);
            }
        },
    );
}
