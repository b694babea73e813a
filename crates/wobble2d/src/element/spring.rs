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

use super::change::{Damp, Project};
use super::link::Link;
use super::packet::Packets;
use super::sweep::Way;
use crate::block::{Block, Particulars, load};
use crate::blueprint::Rest;
use crate::body::Tuning;
use crate::error::{Result, require};
use crate::lanes::Lanes;
use fearless_simd::Simd;

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
            rope: self.rope,
        }
    }
}

/// The energy of a spring of this length. `[m]`, `[J]`
pub(crate) fn energy(link: &Link, length: f32, size: f32, stiffness: f32) -> f64 {
    let stretch = f64::from(length) - f64::from(link.rest_length * size);
    let pulls = stretch > 0.0 || !link.rope;
    if pulls { 0.5 * f64::from(link.stiffness * stiffness) * stretch * stretch } else { 0.0 }
}

/// Adds the spring forces (eq. 1) of every lane to the block's forces. `per_second` turns the velocity slot into a velocity.
pub(crate) fn add_forces<L: Lanes>(block: &mut Block<'_, L>, per_second: f32) {
    let t = block.token;
    L::run(
        t,
        #[inline(always)]
        || {
            let Particulars { size, stiffness, damping, .. } = block.tuning;
            let damping = damping * L::splat(t, per_second);
            let (points, forces) = (&*block.points, block.scratch.force.as_mut_slice());
            for link in &block.rest.springs.list {
                let (a, b) = (link.a as usize, link.b as usize);
                let ([ax, ay, avx, avy], [bx, by, bvx, bvy]) = (load::<L, 4>(t, &points[a]), load::<L, 4>(t, &points[b]));
                let (dx, dy) = (bx - ax, by - ay);
                let length = (dx * dx + dy * dy).sqrt();
                let inverse = L::splat(t, 1.0) / (length + L::splat(t, LEAST_LENGTH));
                let (nx, ny) = (dx * inverse, dy * inverse);
                let stretch = length - L::splat(t, link.rest_length) * size;
                let closing = (bvx - avx) * nx + (bvy - avy) * ny;
                let force = L::splat(t, link.stiffness) * stiffness * stretch + L::splat(t, link.damping) * damping * closing;
                let force = if link.rope { taut(t, stretch, force) } else { force };
                let (fx, fy) = (force * nx, force * ny);
                let ([sx, sy], [ex, ey]) = (load::<L, 2>(t, &forces[a]), load::<L, 2>(t, &forces[b]));
                (sx + fx).store(&mut forces[a][0]);
                (sy + fy).store(&mut forces[a][1]);
                (ex - fx).store(&mut forces[b][0]);
                (ey - fy).store(&mut forces[b][1]);
            }
        },
    );
}

/// One projection of every spring (eq. 2), in colour order or back to front: sixteen bodies at once, or one body's strips or packets of eight, or one by one.
pub(crate) fn project<L: Lanes, S: Simd>(s: S, block: &mut Block<'_, L>, h: f32, way: Way) {
    let softness = block.softness_of_pass(h);
    let alone = [block.tuning.size, softness].map(first_lane);
    if let (Some(strips), Some(records)) = (block.strips, L::records(block.points)) {
        let [size, softness] = alone;
        block.scratch.planes.around(s, records, |planes| planes.change(s, strips, &Project { size, softness }, way));
    } else if let (Some(packets), Some(records)) = (block.packets, L::records(block.points)) {
        project_packets(s, block.rest, packets, records, |i| L::lane(&block.masses[i as usize][0], 0), alone, way);
    } else if let Some(even) = block.even {
        even.project(block, way);
    } else {
        project_links(block, &block.rest.springs.list, softness, way);
    }
}

/// The springs of one body in packets, and what is left over one by one.
fn project_packets<S: Simd>(
    s: S,
    rest: &Rest,
    packets: &Packets,
    points: &mut [[f32; 4]],
    inverse_mass: impl Fn(u32) -> f32,
    [size, softness]: [f32; 2],
    way: Way,
) {
    packets.project(s, points, size, softness, way, |points, link| {
        let link = &rest.springs.list[link as usize];
        let (a, b) = (link.a as usize, link.b as usize);
        let [a_inverse_mass, b_inverse_mass] = [link.a, link.b].map(&inverse_mass);
        let ends = Ends { a: points[a], b: points[b], a_inverse_mass, b_inverse_mass };
        let [ax, ay, bx, by] = ends.corrected((), link.rest_length * size, link.compliance * softness, link.rope);
        (points[a][2], points[a][3]) = (ax, ay);
        (points[b][2], points[b][3]) = (bx, by);
    });
}

/// The springs of bodies that are alike: what a projection needs, worked out once for all of them and for all substeps.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct EvenSprings {
    links: Vec<EvenLink>,
    any_ropes: bool,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct EvenLink {
    a: u32,
    b: u32,
    /// `[m]`
    rest_length: f32,
    /// See [`pull`]. `[1/kg]`
    give: f32,
    /// `[1/kg]`
    inverse_masses: [f32; 2],
    rope: bool,
}

impl EvenSprings {
    /// Takes in the springs of bodies with these inverse masses in substeps of length `h`.
    pub(crate) fn take_in(&mut self, rest: &Rest, tuning: Tuning, inverse_mass: impl Fn(u32) -> f32, h: f32) {
        // The same operations in the same order as in every lane of a block.
        let softness = 1.0 / (tuning.stiffness * (h * h)) * rest.passes();
        let even = |link: &Link| {
            let inverse_masses = [link.a, link.b].map(&inverse_mass);
            let give = (inverse_masses[0] + inverse_masses[1]) + link.compliance * softness;
            EvenLink { a: link.a, b: link.b, rest_length: link.rest_length * tuning.size, give, inverse_masses, rope: link.rope }
        };
        self.links.clear();
        self.links.extend(rest.springs.list.iter().map(even));
        self.any_ropes = self.links.iter().any(|link| link.rope);
    }

    fn project<L: Lanes>(&self, block: &mut Block<'_, L>, way: Way) {
        let (t, points) = (block.token, &mut *block.points);
        match (self.any_ropes, way) {
            (false, Way::Forth) => project_all::<L, false>(t, self.links.iter(), points),
            (false, Way::Back) => project_all::<L, false>(t, self.links.iter().rev(), points),
            (true, Way::Forth) => project_all::<L, true>(t, self.links.iter(), points),
            (true, Way::Back) => project_all::<L, true>(t, self.links.iter().rev(), points),
        }
    }
}

fn project_all<'a, L: Lanes, const ROPES: bool>(
    t: L::Token,
    links: impl Iterator<Item = &'a EvenLink>,
    points: &mut [[L::Cell; 4]],
) {
    L::run(
        t,
        #[inline(always)]
        || {
            for link in links {
                link.project::<L, ROPES>(t, points);
            }
        },
    );
}

impl EvenLink {
    /// `ROPES` says whether it may be one.
    #[inline(always)]
    fn project<L: Lanes, const ROPES: bool>(&self, t: L::Token, points: &mut [[L::Cell; 4]]) {
        let (a, b) = (self.a as usize, self.b as usize);
        let (at_a, at_b): ([L; 4], [L; 4]) = (load(t, &points[a]), load(t, &points[b]));
        let [dx, dy] = apart(at_a, at_b);
        let pull = pull(t, (dx * dx + dy * dy).sqrt(), L::splat(t, self.rest_length), L::splat(t, self.give), ROPES && self.rope);
        let (px, py) = (pull * dx, pull * dy);
        let [wa, wb] = [L::splat(t, self.inverse_masses[0]), L::splat(t, self.inverse_masses[1])];
        (at_a[2] + wa * px).store(&mut points[a][2]);
        (at_a[3] + wa * py).store(&mut points[a][3]);
        (at_b[2] - wb * px).store(&mut points[b][2]);
        (at_b[3] - wb * py).store(&mut points[b][3]);
    }
}

/// From one displaced end of a link to the other. `[m]`
#[inline(always)]
fn apart<L: Lanes>([ax, ay, aux, auy]: [L; 4], [bx, by, bux, buy]: [L; 4]) -> [L; 2] {
    [(bx - ax) + (bux - aux), (by - ay) + (buy - auy)]
}

/// How strongly a projection draws the ends of a link together, for each metre between them (eq. 2). `give` is how readily the link changes its length, the
/// masses at its ends included. `[1/kg]`
#[inline(always)]
fn pull<L: Lanes>(t: L::Token, length: L, rest_length: L, give: L, rope: bool) -> L {
    let stretch = length - rest_length;
    let stretch = if rope { taut(t, stretch, stretch) } else { stretch };
    stretch / ((length + L::splat(t, LEAST_LENGTH)) * give)
}

/// Projects links on the displaced positions. `softness` is what a unit of compliance counts for in the denominator.
pub(crate) fn project_links<L: Lanes>(block: &mut Block<'_, L>, links: &[Link], softness: L, way: Way) {
    let t = block.token;
    L::run(
        t,
        #[inline(always)]
        || {
            let (points, size) = (&mut *block.points, block.tuning.size);
            // Known to be as long, so that one check of an index serves both.
            let masses = &block.masses[..points.len()];
            if way == Way::Back {
                for link in links.iter().rev() {
                    project_link(t, link, points, masses, size, softness);
                }
            } else {
                for link in links {
                    project_link(t, link, points, masses, size, softness);
                }
            }
        },
    );
}

#[inline(always)]
pub(super) fn project_link<L: Lanes>(
    t: L::Token,
    link: &Link,
    points: &mut [[L::Cell; 4]],
    masses: &[[L::Cell; 2]],
    size: L,
    softness: L,
) {
    let (a, b) = (link.a as usize, link.b as usize);
    let ends = Ends {
        a: load(t, &points[a]),
        b: load(t, &points[b]),
        a_inverse_mass: L::load(t, &masses[a][0]),
        b_inverse_mass: L::load(t, &masses[b][0]),
    };
    let compliance = L::splat(t, link.compliance) * softness;
    let [ax, ay, bx, by] = ends.corrected(t, L::splat(t, link.rest_length) * size, compliance, link.rope);
    ax.store(&mut points[a][2]);
    ay.store(&mut points[a][3]);
    bx.store(&mut points[b][2]);
    by.store(&mut points[b][3]);
}

/// Added to a length before dividing by it, and so small that no other length knows of it: coincident particles must not divide by zero. `[m]`
const LEAST_LENGTH: f32 = 1e-18;

/// The compliance of what has none, in units of inverse mass: a stick between two immovable particles must not divide by zero. `[1/kg]`
pub(crate) const LEAST_GIVE: f32 = 1e-15;

/// The two ends of a link: `[x, y, ux, uy]` each, where `u` is the displacement of this substep.
#[derive(Clone, Copy)]
pub(crate) struct Ends<L> {
    pub a: [L; 4],
    pub b: [L; 4],
    pub a_inverse_mass: L,
    pub b_inverse_mass: L,
}

impl<L: Lanes> Ends<L> {
    /// By how much one projection pulls the ends together: a force times the square of the substep. `[kg m]`
    #[inline(always)]
    pub(crate) fn pull(&self, t: L::Token, rest_length: L, compliance: L, rope: bool) -> L {
        let ([ax, ay, aux, auy], [bx, by, bux, buy]) = (self.a, self.b);
        let (dx, dy) = ((bx - ax) + (bux - aux), (by - ay) + (buy - auy));
        let stretch = (dx * dx + dy * dy).sqrt() - rest_length;
        let stretch = if rope { taut(t, stretch, stretch) } else { stretch };
        stretch / ((self.a_inverse_mass + self.b_inverse_mass) + compliance)
    }

    /// The displacements of both ends after one projection (eq. 2): `[ax, ay, bx, by]`. A `rope` does not push.
    #[inline(always)]
    pub(crate) fn corrected(&self, t: L::Token, rest_length: L, compliance: L, rope: bool) -> [L; 4] {
        let give = (self.a_inverse_mass + self.b_inverse_mass) + compliance;
        self.corrected_by(t, rest_length, give, rope)
    }

    /// The same where it is known how readily the link changes its length, the masses at its ends included. `[1/kg]`
    #[inline(always)]
    pub(crate) fn corrected_by(&self, t: L::Token, rest_length: L, give: L, rope: bool) -> [L; 4] {
        let [dx, dy] = apart(self.a, self.b);
        let pull = pull(t, (dx * dx + dy * dy).sqrt(), rest_length, give, rope);
        self.drawn(pull * dx, pull * dy)
    }

    /// The displacements of both ends after their closing speed was damped (eq. 3). `strength` is `h c`. Where there is none nothing changes.
    #[inline(always)]
    pub(crate) fn damped(&self, t: L::Token, rest_length: L, strength: L, rope: bool) -> [L; 4] {
        let (zero, one) = (L::splat(t, 0.0), L::splat(t, 1.0));
        let resistance = one + strength * (self.a_inverse_mass + self.b_inverse_mass);
        let [ax, ay, bx, by] = self.damped_by(t, rest_length, [strength, resistance], rope);
        let ([_, _, aux, auy], [_, _, bux, buy]) = (self.a, self.b);
        [
            L::if_less(zero, strength, ax, aux),
            L::if_less(zero, strength, ay, auy),
            L::if_less(zero, strength, bx, bux),
            L::if_less(zero, strength, by, buy),
        ]
    }

    /// The same where there is some strength, and `1 + h c (w_a + w_b)` is known.
    #[inline(always)]
    pub(crate) fn damped_by(&self, t: L::Token, rest_length: L, [strength, resistance]: [L; 2], rope: bool) -> [L; 4] {
        let ([ax, ay, aux, auy], [bx, by, bux, buy]) = (self.a, self.b);
        let (dx, dy) = (bx - ax, by - ay);
        let closing = (bux - aux) * dx + (buy - auy) * dy;
        let square = dx * dx + dy * dy;
        let closing = if rope { taut(t, square.sqrt() - rest_length, closing) } else { closing };
        let pull = (closing * strength) / ((square + L::splat(t, LEAST_LENGTH * LEAST_LENGTH)) * resistance);
        self.drawn(pull * dx, pull * dy)
    }

    /// The displacements of both ends when they are drawn together, each as far as it is light. `[kg m]`
    #[inline(always)]
    fn drawn(&self, px: L, py: L) -> [L; 4] {
        let ([_, _, aux, auy], [_, _, bux, buy]) = (self.a, self.b);
        let (wa, wb) = (self.a_inverse_mass, self.b_inverse_mass);
        [aux + wa * px, auy + wa * py, bux - wb * px, buy - wb * py]
    }
}

/// `value` where a rope is stretched, else nothing: a slack rope neither pushes nor brakes.
#[inline(always)]
fn taut<L: Lanes>(t: L::Token, stretch: L, value: L) -> L {
    let zero = L::splat(t, 0.0);
    L::if_less(zero, stretch, value, zero)
}

/// Damps the closing speed of every damped spring (eq. 3): `s ← s / (1 + h c (w_a + w_b))`. Sixteen bodies at once, or one body's packets of eight, or one by
/// one.
pub(crate) fn damp<L: Lanes, S: Simd>(s: S, block: &mut Block<'_, L>, h: f32) {
    if !block.rest.springs.any_damped {
        return;
    }
    let (t, rest, masses) = (block.token, block.rest, block.masses);
    let Particulars { size, damping, .. } = block.tuning;
    if let (Some(strips), Some(records)) = (block.strips, L::records(block.points)) {
        let change = Damp { h, size: first_lane(size), damping: first_lane(damping) };
        return block.scratch.planes.around(s, records, |planes| planes.change(s, strips, &change, Way::Forth));
    }
    if let (Some(packets), Some(records)) = (block.packets, L::records(block.points)) {
        let (size, damping) = (first_lane(size), first_lane(damping));
        packets.damp(s, records, size, h, damping, |points, link| {
            let link = &rest.springs.list[link as usize];
            let inverse_masses = [link.a, link.b].map(|i| L::lane(&masses[i as usize][0], 0));
            damp_link((), link, points, inverse_masses, size, h, damping);
        });
        return;
    }
    L::run(
        t,
        #[inline(always)]
        || {
            let points = &mut *block.points;
            for link in &rest.springs.list {
                let inverse_masses = [L::load(t, &masses[link.a as usize][0]), L::load(t, &masses[link.b as usize][0])];
                damp_link(t, link, points, inverse_masses, size, h, damping);
            }
        },
    );
}

#[inline(always)]
fn damp_link<L: Lanes>(
    t: L::Token,
    link: &Link,
    points: &mut [[L::Cell; 4]],
    [a_inverse_mass, b_inverse_mass]: [L; 2],
    size: L,
    h: f32,
    damping: L,
) {
    if link.damping <= 0.0 {
        return;
    }
    let (a, b) = (link.a as usize, link.b as usize);
    let ends = Ends { a: load(t, &points[a]), b: load(t, &points[b]), a_inverse_mass, b_inverse_mass };
    let strength = L::splat(t, h * link.damping) * damping;
    let [ax, ay, bx, by] = ends.damped(t, L::splat(t, link.rest_length) * size, strength, link.rope);
    ax.store(&mut points[a][2]);
    ay.store(&mut points[a][3]);
    bx.store(&mut points[b][2]);
    by.store(&mut points[b][3]);
}

/// The number in the only lane, or the first of eight.
pub(crate) fn first_lane<L: Lanes>(value: L) -> f32 {
    let mut cell = L::Cell::default();
    value.store(&mut cell);
    L::lane(&cell, 0)
}
