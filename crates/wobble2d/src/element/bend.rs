//! Resistance to bending along a chain or an outline, without angles.
//!
//! ```text
//!          1               r = (x₁ − x₀) − ρ (x₂ − x₀)         ρ: where 1 stands over the chord 0 → 2 at rest, as a complex number
//!        ╱   ╲             Ψ = ½ k |r|²,  k = 2 B (a + b) / (a b)²                                          (eq. 46)
//!   a ╱         ╲ b
//!   0 ─ ─ ─ ─ ─ ─ 2        a, b: lengths at rest      B: bending stiffness
//! ```
//! For a straight, even chain `r` is half the second difference. A curved rest shape only changes `ρ`. Lengths scale along: a chain that is stretched or shrunk as a whole does
//! not feel it, one that is stretched unevenly does, since `r` also has a part along the chord; for slender beams that part is far below the springs'.

use super::sweep::Way;
use super::trio::{InColours, Trio, force_each, move_each};
use crate::block::{Block, Particulars};
use crate::error::{Result, require};
use crate::lanes::Lanes;
use glam::{DVec2, Vec2};

/// Resistance to bending at one point of a chain, as a blueprint describes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bend {
    /// Torque over curvature, `B`: of a beam, Young's modulus times thickness³/12. `[N m²]`
    pub stiffness: f32,
    /// Torque over the rate of curvature. `[N m² s]`
    pub damping: f32,
}

impl Bend {
    /// Undamped resistance to bending. `[N m²]`
    pub const fn new(stiffness: f32) -> Self {
        Self { stiffness, damping: 0.0 }
    }

    /// The resistance of a strip of matter with this Young's modulus `[N/m]` and thickness `[m]`.
    pub const fn of_strip(young: f32, thickness: f32) -> Self {
        Self::new(young * thickness * thickness * thickness / 12.0)
    }

    /// The same with damping. `[N m² s]`
    pub const fn damped(self, damping: f32) -> Self {
        Self { damping, ..self }
    }

    pub(crate) fn check(&self, index: usize) -> Result<()> {
        let field = |name: &'static str| move || format!("bends[{index}].{name}");
        let hint = "leave it out for what bends freely";
        let stiffness = self.stiffness > 0.0 && self.stiffness <= 1e12;
        require(stiffness, field("stiffness"), "must be above 0 and at most 1e12 [N m²]", self.stiffness, hint)?;
        let hint = "0 lets it ring for ever";
        require((0.0..=1e9).contains(&self.damping), field("damping"), "must be 0 to 1e9 [N m² s]", self.damping, hint)
    }

    /// The bend at the second of three places.
    pub(crate) fn element(&self, index: usize, points: [u32; 3], places: [Vec2; 3]) -> Result<Trio> {
        let [start, middle, end] = places.map(Vec2::as_dvec2);
        let (chord, arm) = (end - start, middle - start);
        let (one, two) = (arm.length(), (end - middle).length());
        let hint = "give it neighbours that are not folded onto each other";
        let open = chord.length() > 0.05 * (one + two) && one.min(two) > 1e-3 * (one + two) && one + two > 1e-6;
        require(open, || format!("bends[{index}]"), "needs three points apart from each other [m]", [one, two], hint)?;
        // arm / chord, as complex numbers.
        let stands = DVec2::new(arm.dot(chord), chord.perp_dot(arm)) / chord.length_squared();
        let per_curvature = (2.0 * (one + two) / (one * one * two * two)) as f32;
        let frame = [DVec2::ZERO, DVec2::X * (2.0 / chord.length())];
        Ok(Trio::new(points, [DVec2::X, -stands], frame, self.stiffness * per_curvature, self.damping * per_curvature))
    }
}

/// The bends of a body.
pub(crate) type Bends = InColours<Trio>;

/// Adds the forces of eq. 46. `per_second` turns the velocity slot into a velocity.
pub(crate) fn add_forces<L: Lanes>(block: &mut Block<'_, L>, per_second: f32) {
    let t = block.token;
    let Particulars { size, stiffness, damping, .. } = block.tuning;
    let damping = damping * L::splat(t, per_second);
    let Bends { list, any_damped, .. } = &block.rest.bends;
    force_each(
        block,
        list,
        |trio| trio.points,
        #[inline(always)]
        |trio, corners, forces| {
            trio.pull(t, corners, stiffness, forces);
            if *any_damped {
                trio.brake(t, corners, size, damping, forces);
            }
        },
    );
}

/// One projection of every bend (eq. 41), in colour order or back again. `softness` is what a unit of compliance counts for.
pub(crate) fn project<L: Lanes>(block: &mut Block<'_, L>, softness: L, way: Way) {
    let t = block.token;
    let list = &block.rest.bends.list;
    move_each(
        block,
        list,
        way,
        |trio| trio.points,
        #[inline(always)]
        |trio, corners| trio.project(t, corners, softness),
    );
}

/// Damps the rate of bending, implicitly.
pub(crate) fn damp<L: Lanes>(block: &mut Block<'_, L>, h: f32) {
    if !block.rest.bends.any_damped {
        return;
    }
    let t = block.token;
    let Particulars { size, damping, .. } = block.tuning;
    let strength = damping * L::splat(t, h);
    let list = &block.rest.bends.list;
    move_each(
        block,
        list,
        Way::Forth,
        |trio| trio.points,
        #[inline(always)]
        |trio, corners| trio.damp(t, corners, size, strength),
    );
}

/// The energy of a bend whose points are at these places (eq. 46). `[J]`
pub(crate) fn energy(trio: &Trio, places: [Vec2; 3], stiffness: f32) -> f64 {
    let [form, _] = trio.measure(places);
    0.5 * f64::from(trio.stiffness * stiffness) * f64::from(form.length_squared())
}
