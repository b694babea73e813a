//! A block: one body, or sixteen bodies of the same blueprint, as the elements and methods see it.
//!
//! ```text
//!   one body:     points[i] = [ x  y  vx  vy ]             a slice of the world's own array
//!   sixteen:      points[i] = [ x₀…x₁₅  y₀…y₁₅  vx₀…  vy₀… ]  point i of bodies 0…15, copied in and out for a substep
//! ```
//! The velocity slot holds velocity `[m/s]`, or for XPBD and position Verlet the displacement of a substep `[m]`, so that a correction
//! moves a particle and its velocity in one write and nothing is ever found as the difference of two large positions.

use crate::blueprint::Rest;
use crate::element::direct::{self, Direct};
use crate::element::packet::Packets;
use crate::element::planes::Planes;
use crate::element::spring::EvenSprings;
use crate::element::strip::Strips;
use crate::lanes::Lanes;
use crate::solve::memory::Press;

/// What is particular to each body of a block.
#[derive(Clone, Copy, Default)]
pub(crate) struct Particulars<L> {
    pub size: L,
    pub stiffness: L,
    pub damping: L,
    pub gas: L,
    /// What is left of the gas, or of the area sought, in a body that leaks, else 1.
    pub pressure: L,
    /// 1 for a body that [keeps its spin](crate::element::spin), else 0.
    pub spins: L,
    /// 1 for a body that leaned on something in the last step, else 0.
    pub loaded: L,
    /// The world's place of the body's local zero. `[m]`
    pub origin: [L; 2],
}

/// Room for a method to work in.
#[derive(Default)]
pub(crate) struct Scratch<C> {
    pub force: Vec<[C; 2]>,
    pub start: Vec<[C; 4]>,
    pub sum: Vec<[C; 4]>,
    /// `∂S/∂x` of every corner of the outline, loop after loop: see [`outline`](crate::element::outline). `[m]`
    pub slopes: Vec<[C; 2]>,
    pub planes: Planes,
    pub direct: direct::Room,
}

/// See the module's head.
pub(crate) struct Block<'a, L: Lanes> {
    pub token: L::Token,
    pub rest: &'a Rest,
    pub points: &'a mut [[L::Cell; 4]],
    /// Whether no point is immovable.
    pub movable: bool,
    /// Whether the [even kick](crate::crew::Work::kick) was given on the way in.
    pub kicked: bool,
    /// Whether any of its bodies [keeps its spin](crate::element::spin).
    pub spinning: bool,
    /// Inverse mass and mass of every point. `[1/kg]`, `[kg]`
    pub masses: &'a [[L::Cell; 2]],
    /// How far the remembered shape of every point is from the blueprint's, in bodies that forget; else empty. `[m]`
    pub drift: &'a mut [[L::Cell; 2]],
    pub tuning: Particulars<L>,
    /// What every stick has carried since the step began, in colour order, where that may break it; else empty. `[N s]`
    pub pulls: &'a mut [L::Cell],
    /// The springs, if they are alike in all lanes.
    pub even: Option<&'a EvenSprings>,
    /// The springs of a single body, eight to a packet, where that pays.
    pub packets: Option<&'a Packets>,
    /// The same in strips, where that pays more.
    pub strips: Option<&'a Strips>,
    /// How a single body is solved as a whole, if it is.
    pub direct: Option<Direct<'a>>,
    /// What contacts press its points with, and the index of its first point.
    pub presses: &'a [Press],
    pub first: u32,
    pub scratch: &'a mut Scratch<L::Cell>,
}

/// Loads the cells of a point. Hot loops call this on slices they hold by name: reached through the block, the compiler would fetch
/// the slice anew after every store.
#[inline(always)]
pub(crate) fn load<L: Lanes, const N: usize>(token: L::Token, cells: &[L::Cell; N]) -> [L; N] {
    cells.each_ref().map(
        #[inline(always)]
        |cell| L::load(token, cell),
    )
}

impl<L: Lanes> Block<'_, L> {
    #[inline(always)]
    pub(crate) fn point(&self, i: usize) -> [L; 4] {
        load(self.token, &self.points[i])
    }

    #[inline(always)]
    pub(crate) fn set_point(&mut self, i: usize, [x, y, vx, vy]: [L; 4]) {
        let cells = &mut self.points[i];
        x.store(&mut cells[0]);
        y.store(&mut cells[1]);
        vx.store(&mut cells[2]);
        vy.store(&mut cells[3]);
    }

    /// Where a point is; `displaced`: where this substep's displacement takes it.
    #[inline(always)]
    pub(crate) fn place(&self, i: usize, displaced: bool) -> (L, L) {
        let [x, y, ux, uy] = self.point(i);
        if displaced { (x + ux, y + uy) } else { (x, y) }
    }

    /// Writes the velocity slot.
    #[inline(always)]
    pub(crate) fn set_motion(&mut self, i: usize, x: L, y: L) {
        let cells = &mut self.points[i];
        x.store(&mut cells[2]);
        y.store(&mut cells[3]);
    }

    #[inline(always)]
    pub(crate) fn add_motion(&mut self, i: usize, x: L, y: L) {
        let [_, _, vx, vy] = self.point(i);
        self.set_motion(i, vx + x, vy + y);
    }

    #[inline(always)]
    pub(crate) fn inverse_mass(&self, i: usize) -> L {
        L::load(self.token, &self.masses[i][0])
    }

    #[inline(always)]
    pub(crate) fn mass(&self, i: usize) -> L {
        L::load(self.token, &self.masses[i][1])
    }

    #[inline(always)]
    pub(crate) fn force(&self, i: usize) -> [L; 2] {
        load(self.token, &self.scratch.force[i])
    }

    #[inline(always)]
    pub(crate) fn set_force(&mut self, i: usize, x: L, y: L) {
        let cells = &mut self.scratch.force[i];
        x.store(&mut cells[0]);
        y.store(&mut cells[1]);
    }

    #[inline(always)]
    pub(crate) fn add_force(&mut self, i: usize, x: L, y: L) {
        let [fx, fy] = self.force(i);
        self.set_force(i, fx + x, fy + y);
    }

    /// The rest area of each body. `[m²]`
    #[inline(always)]
    pub(crate) fn rest_area(&self) -> L {
        L::splat(self.token, self.rest.area) * (self.tuning.size * self.tuning.size)
    }

    /// What a unit of compliance counts for in a substep of length `h`: `1/h²`, less for stiffer bodies.
    #[inline(always)]
    pub(crate) fn softness(&self, h: f32) -> L {
        L::splat(self.token, 1.0) / (self.tuning.stiffness * L::splat(self.token, h * h))
    }

    /// The same for one pass over elements that are swept forth and, if need be, back: what is swept twice counts as two elements of
    /// half the stiffness, so that a body stretches by the same whether it is swept back or not.
    #[inline(always)]
    pub(crate) fn softness_of_pass(&self, h: f32) -> L {
        self.softness(h) * L::splat(self.token, self.rest.passes())
    }
}
