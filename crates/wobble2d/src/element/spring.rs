//! A damped spring between two particles.
//!
//! ```text
//!        n →
//!   a ○─/\/\/\─○ b        F = k (l − l₀) + c (v_b − v_a)·n     (eq. 1)
//! ```
//! `+F n` acts on a and `−F n` on b. As a constraint (eq. 2) it is `C = l − l₀` with compliance `1/k`; the projection divides
//! the correction by inverse mass, and damping (eq. 3) is an implicit pull on the closing speed. The pull is applied to the
//! velocities a whole substep leaves behind: inside the sweep it would brake the corrections that the sweep itself still has to
//! cancel, which feeds energy into spinning bodies and shifts the resting shape.

use super::link::Link;
use crate::block::Block;
use crate::error::{Result, require};
use crate::lanes::Lanes;

/// A damped spring, as a blueprint describes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Spring {
    /// Force per metre of stretch. `[N/m]`
    pub stiffness: f32,
    /// Force per speed of stretching. `[N s/m]`
    pub damping: f32,
    /// The length at which it is at ease; the distance of its ends in the blueprint if `None`. `[m]`
    pub rest_length: Option<f32>,
    /// Simulated, but normally not drawn.
    pub support: bool,
    /// Pulls when stretched, but never pushes.
    pub rope: bool,
}

impl Spring {
    /// An undamped spring at ease in the blueprint's shape. `[N/m]`
    pub const fn new(stiffness: f32) -> Self {
        Self { stiffness, damping: 0.0, rest_length: None, support: false, rope: false }
    }

    /// The same with damping. `[N s/m]`
    pub const fn damped(self, damping: f32) -> Self {
        Self { damping, ..self }
    }

    /// The same with a rest length of its own. `[m]`
    pub const fn rest_length(self, length: f32) -> Self {
        Self { rest_length: Some(length), ..self }
    }

    /// The same, simulated but not drawn.
    pub const fn support(self) -> Self {
        Self { support: true, ..self }
    }

    /// The same, pulling but never pushing.
    pub const fn rope(self) -> Self {
        Self { rope: true, ..self }
    }

    pub(crate) fn check(&self, index: usize) -> Result<()> {
        let field = |name: &'static str| move || format!("springs[{index}].{name}");
        let hint = "use a stick for a distance that must not change";
        require((0.0..=1e12).contains(&self.stiffness), field("stiffness"), "must be 0 to 1e12 [N/m]", self.stiffness, hint)?;
        require(
            (0.0..=1e9).contains(&self.damping),
            field("damping"),
            "must be 0 to 1e9 [N s/m]",
            self.damping,
            "leave it out for a spring that rings for ever",
        )?;
        let length = self.rest_length.unwrap_or(0.0);
        let hint = "leave it out to take the distance in the blueprint";
        require((0.0..=1e6).contains(&length), field("rest_length"), "must be 0 to 1e6 [m]", length, hint)
    }

    pub(crate) fn link(&self, [a, b]: [u32; 2], distance: f32) -> Link {
        Link {
            a,
            b,
            rest_length: self.rest_length.unwrap_or(distance),
            stiffness: self.stiffness,
            compliance: 1.0 / self.stiffness,
            damping: self.damping,
            push: if self.rope { 0.0 } else { 1.0 },
        }
    }
}

/// Adds the spring forces (eq. 1) of every lane to the block's forces. `per_second` turns the velocity slot into a velocity.
pub(crate) fn add_forces<L: Lanes>(block: &mut Block<'_, L>, per_second: f32) {
    let t = block.token;
    L::run(
        t,
        #[inline(always)]
        || {
            for link in &block.rest.springs.list {
                let (a, b) = (link.a as usize, link.b as usize);
                let ([ax, ay, avx, avy], [bx, by, bvx, bvy]) = (block.point(a), block.point(b));
                let (dx, dy) = (bx - ax, by - ay);
                let length = (dx * dx + dy * dy).sqrt();
                let inverse = L::ratio(t, L::splat(t, 1.0), length);
                let (nx, ny) = (dx * inverse, dy * inverse);
                let stretch = length - L::splat(t, link.rest_length) * block.tuning.size;
                let slack = L::splat(t, link.push);
                let stretch = L::if_less(stretch, L::splat(t, 0.0), stretch * slack, stretch);
                let closing = ((bvx - avx) * nx + (bvy - avy) * ny) * L::splat(t, per_second);
                let force = L::splat(t, link.stiffness) * block.tuning.stiffness * stretch
                    + L::splat(t, link.damping) * block.tuning.damping * closing;
                block.add_force(a, force * nx, force * ny);
                block.add_force(b, -(force * nx), -(force * ny));
            }
        },
    );
}

/// One projection of every spring (eq. 2), in colour order.
pub(crate) fn project<L: Lanes>(block: &mut Block<'_, L>, h: f32) {
    let per_compliance = block.softness(h);
    project_links(block, &block.rest.springs.list, per_compliance, false);
}

/// The same, back to front. A sweep forth and back is symmetric and cannot feed energy into a body with too many springs.
pub(crate) fn project_back<L: Lanes>(block: &mut Block<'_, L>, h: f32) {
    let per_compliance = block.softness(h);
    project_links(block, &block.rest.springs.list, per_compliance, true);
}

/// Projects links on the displaced positions. `softness` is what a unit of compliance counts for in the denominator.
pub(crate) fn project_links<L: Lanes>(block: &mut Block<'_, L>, links: &[Link], softness: L, back_to_front: bool) {
    let t = block.token;
    L::run(
        t,
        #[inline(always)]
        || {
            if back_to_front {
                links.iter().rev().for_each(|link| project_link(block, link, softness));
            } else {
                links.iter().for_each(|link| project_link(block, link, softness));
            }
        },
    );
}

#[inline(always)]
fn project_link<L: Lanes>(block: &mut Block<'_, L>, link: &Link, softness: L) {
    let t = block.token;
    let (a, b) = (link.a as usize, link.b as usize);
    let ends =
        Ends { a: block.point(a), b: block.point(b), a_inverse_mass: block.inverse_mass(a), b_inverse_mass: block.inverse_mass(b) };
    let rest_length = L::splat(t, link.rest_length) * block.tuning.size;
    let [ax, ay, bx, by] = ends.corrected(t, rest_length, L::splat(t, link.compliance) * softness, L::splat(t, link.push));
    block.set_motion(a, ax, ay);
    block.set_motion(b, bx, by);
}

/// The two ends of a link: `[x, y, ux, uy]` each, where `u` is the displacement of this substep.
pub(crate) struct Ends<L> {
    pub a: [L; 4],
    pub b: [L; 4],
    pub a_inverse_mass: L,
    pub b_inverse_mass: L,
}

impl<L: Lanes> Ends<L> {
    /// The displacements of both ends after one projection (eq. 2): `[ax, ay, bx, by]`.
    #[inline(always)]
    pub(crate) fn corrected(&self, t: L::Token, rest_length: L, compliance: L, push: L) -> [L; 4] {
        let ([ax, ay, aux, auy], [bx, by, bux, buy]) = (self.a, self.b);
        let (dx, dy) = ((bx - ax) + (bux - aux), (by - ay) + (buy - auy));
        let length = (dx * dx + dy * dy).sqrt();
        let stretch = length - rest_length;
        let stretch = L::if_less(stretch, L::splat(t, 0.0), stretch * push, stretch);
        let pull = L::ratio(t, stretch, length * ((self.a_inverse_mass + self.b_inverse_mass) + compliance));
        let (px, py) = (pull * dx, pull * dy);
        [
            aux + self.a_inverse_mass * px,
            auy + self.a_inverse_mass * py,
            bux - self.b_inverse_mass * px,
            buy - self.b_inverse_mass * py,
        ]
    }
}

/// Damps the closing speed of every damped spring (eq. 3): `s ← s / (1 + h c (w_a + w_b))`.
pub(crate) fn damp<L: Lanes>(block: &mut Block<'_, L>, h: f32) {
    if !block.rest.springs.any_damped {
        return;
    }
    let t = block.token;
    L::run(
        t,
        #[inline(always)]
        || {
            let one = L::splat(t, 1.0);
            for link in block.rest.springs.list.iter().filter(|link| link.damping > 0.0) {
                let (a, b) = (link.a as usize, link.b as usize);
                let ([ax, ay, aux, auy], [bx, by, bux, buy]) = (block.point(a), block.point(b));
                let (wa, wb) = (block.inverse_mass(a), block.inverse_mass(b));
                let (dx, dy) = (bx - ax, by - ay);
                let strength = L::splat(t, h * link.damping) * block.tuning.damping;
                let closing = (bux - aux) * dx + (buy - auy) * dy;
                let pull = L::ratio(t, closing * strength, (dx * dx + dy * dy) * (one + strength * (wa + wb)));
                block.set_motion(a, aux + wa * (pull * dx), auy + wa * (pull * dy));
                block.set_motion(b, bux - wb * (pull * dx), buy - wb * (pull * dy));
            }
        },
    );
}
