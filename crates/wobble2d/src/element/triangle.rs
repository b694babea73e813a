//! An elastic triangle: matter with Young's modulus and Poisson's ratio.
//!
//! ```text
//!        2              x = rest shape stretched, sheared, turned by F = (conformal part) + (distortion r/2)
//!       ╱ ╲             r = Σ dᵢ xᵢ        dᵢ = gradient of the i-th corner's share, as a complex number     (eq. 42)
//!      0───1            Ψ = ½ G S₀ |r|² + ½ K (S − S₀)² / S₀                                                 (eq. 43)
//! ```
//! This is the stable Neo-Hookean energy `½ G (|F|² − 2) − G (det F − 1) + ½ K (det F − 1)²` of Smith, De Goes and Kim (2018), since in the plane
//! `|r|² = |F|² − 2 det F`. Written so, it is two constraints that are both content at rest: the distortion `|r|` with compliance `1/(G S₀)` and
//! the area `S` with compliance `S₀/K`. The usual pair (Macklin and Müller 2021), `|F|` and `det F` with an enlarged target, pulls against itself at rest and
//! shrinks under a single sweep.
//!
//! Nothing divides by the present area. A triangle that is squeezed flat or turned inside out is pushed back like any other.

use super::sweep::Way;
use super::trio::{Corners, InColours, Trio, force_each, move_each};
use crate::block::{Block, Particulars};
use crate::error::{Result, require};
use crate::lanes::Lanes;
use glam::{DVec2, Vec2};

/// Elastic matter between three points, as a blueprint describes it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Triangle {
    /// Young's modulus: force per width over relative stretch, of a strip that is free to get narrower. `[N/m]`
    pub young: f32,
    /// Poisson's ratio of the plane: by how much of its relative stretch a strip gets narrower. −0.95 to 0.995; towards 1 the area is kept.
    pub poisson: f32,
    /// Like `young`, but over the rate of relative stretch. `[N s/m]`
    pub damping: f32,
}

impl Triangle {
    /// Undamped matter with this Young's modulus and Poisson's ratio of the plane. `[N/m]`
    pub const fn new(young: f32, poisson: f32) -> Self {
        Self { young, poisson, damping: 0.0 }
    }

    /// A slice of a thick solid, which cannot give way out of the plane: its modulus times the thickness of the slice `[N/m]`, and its
    /// Poisson's ratio, below 0.5.
    pub const fn slice_of_solid(young: f32, poisson: f32) -> Self {
        Self::new(young / (1.0 - poisson * poisson), poisson / (1.0 - poisson))
    }

    /// The same with damping. `[N s/m]`
    pub const fn damped(self, damping: f32) -> Self {
        Self { damping, ..self }
    }

    /// The modulus of shear, `G`. `[N/m]`
    pub const fn shear_modulus(&self) -> f32 {
        self.young / (2.0 * (1.0 + self.poisson))
    }

    /// The modulus of area, `K`: pressure over relative loss of area. `[N/m]`
    pub const fn area_modulus(&self) -> f32 {
        self.young / (2.0 * (1.0 - self.poisson))
    }

    pub(crate) fn check(&self, index: usize) -> Result<()> {
        let field = |name: &'static str| move || format!("triangles[{index}].{name}");
        let hint = "1e4 is a jelly";
        let young = self.young > 0.0 && self.young <= 1e12;
        require(young, field("young"), "must be above 0 and at most 1e12 [N/m]", self.young, hint)?;
        let hint = "0.3 is usual; 0.96 is a slice of rubber";
        require((-0.95..=0.995).contains(&self.poisson), field("poisson"), "must be -0.95 to 0.995", self.poisson, hint)?;
        let hint = "0 lets it ring for ever";
        require((0.0..=1e9).contains(&self.damping), field("damping"), "must be 0 to 1e9 [N s/m]", self.damping, hint)
    }

    /// The triangle of three places, unless it is so flat, or so small, that its numbers would be noise.
    pub(crate) fn element(&self, index: usize, points: [u32; 3], places: [Vec2; 3]) -> Result<Element> {
        let [a, b, c] = places.map(Vec2::as_dvec2);
        let (one, two) = (b - a, c - a);
        let area = 0.5 * one.perp_dot(two);
        let longest = one.length_squared().max(two.length_squared()).max((c - b).length_squared());
        let hint = "list its points counter-clockwise, and move them apart";
        let sound = area > FLATTEST * longest && area > 1e-12;
        require(sound, || format!("triangles[{index}]"), "must have a positive area and not be flat [m²]", area, hint)?;
        Ok(self.shaped(points, one, two))
    }

    /// The triangle of two rest edges from its first corner.
    pub(crate) fn shaped(&self, points: [u32; 3], one: DVec2, two: DVec2) -> Element {
        let area = 0.5 * one.perp_dot(two);
        // The gradients of the corners' shares: each is the opposite edge, turned inward, over twice the area.
        let gradients = [two, -one].map(|edge| DVec2::new(edge.y, -edge.x) / (2.0 * area));
        let conjugate = |v: DVec2| DVec2::new(v.x, -v.y);
        let area = area as f32;
        let (stiffness, damping) = (self.shear_modulus() * area, self.damping * self.shear_modulus() / self.young * area);
        Element {
            trio: Trio::new(points, gradients, gradients.map(conjugate), stiffness, damping),
            area,
            modulus: self.area_modulus(),
            damping: self.damping * self.area_modulus() / self.young,
        }
    }
}

/// Flatter than this, as area over the square of the longest edge, is refused: a thousandth of an equilateral triangle.
const FLATTEST: f64 = 4e-4;

/// The mobility of the area never counts for less than this part of the one at rest. A triangle near a point would else be flung open, since its
/// area hardly changes with its corners there.
const LEAST_MOBILITY: f32 = 0.5;

/// A triangle, ready for the kernels.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Element {
    pub trio: Trio,
    /// The rest area. `[m²]`
    pub area: f32,
    /// `K` `[N/m]`
    pub modulus: f32,
    /// `[N s/m]`
    pub damping: f32,
}

/// The triangles of a body.
pub(crate) type Triangles = InColours<Element>;

/// The area of a triangle and its gradients at the second and third corner.
struct Extent<L> {
    area: L,
    gradients: [[L; 2]; 2],
}

impl<L: Lanes> Extent<L> {
    #[inline(always)]
    fn of(t: L::Token, [one, two]: [[L; 2]; 2]) -> Self {
        let half = L::splat(t, 0.5);
        Self {
            area: half * (one[0] * two[1] - one[1] * two[0]),
            gradients: [[half * two[1], -(half * two[0])], [-(half * one[1]), half * one[0]]],
        }
    }

    /// `factor ∂S/∂x` of all three corners.
    #[inline(always)]
    fn push(&self, factor: L) -> [[L; 2]; 3] {
        let [one, two] = self.gradients.map(|[x, y]| [factor * x, factor * y]);
        [[-(one[0] + two[0]), -(one[1] + two[1])], one, two]
    }

    /// The rate of the area, in what the motion is measured in.
    #[inline(always)]
    fn rate(&self, [one, two]: [[L; 2]; 2]) -> L {
        let [at_one, at_two] = self.gradients;
        (at_one[0] * one[0] + at_one[1] * one[1]) + (at_two[0] * two[0] + at_two[1] * two[1])
    }

    /// `Σ w |∂S/∂x|²`
    #[inline(always)]
    fn mobility(&self, t: L::Token, weight: [L; 3]) -> L {
        let mut sum = L::splat(t, 0.0);
        for ([x, y], w) in self.push(L::splat(t, 1.0)).into_iter().zip(weight) {
            sum = sum + w * (x * x + y * y);
        }
        sum
    }
}

/// Adds the forces of eq. 44. `per_second` turns the velocity slot into a velocity.
pub(crate) fn add_forces<L: Lanes>(block: &mut Block<'_, L>, per_second: f32) {
    let t = block.token;
    let Particulars { size, stiffness, damping, .. } = block.tuning;
    let damping = damping * L::splat(t, per_second);
    let Triangles { list, any_damped, .. } = &block.rest.triangles;
    force_each(
        block,
        list,
        |element| element.trio.points,
        #[inline(always)]
        |element, corners, forces| {
            element.trio.pull(t, corners, stiffness, forces);
            let extent = Extent::of(t, corners.edges());
            let rest_area = L::splat(t, element.area) * (size * size);
            let mut pressure = L::splat(t, element.modulus) * stiffness * (rest_area - extent.area);
            if *any_damped {
                element.trio.brake(t, corners, size, damping, forces);
                pressure = pressure - L::splat(t, element.damping) * damping * extent.rate(corners.edge_motion());
            }
            for (force, push) in forces.iter_mut().zip(extent.push(pressure / rest_area)) {
                *force = [force[0] + push[0], force[1] + push[1]];
            }
        },
    );
}

/// One projection of every triangle (eqs. 41, 45), in colour order or back again: distortion, then area, and on the way back area first.
/// `softness` is what a unit of compliance counts for.
pub(crate) fn project<L: Lanes>(block: &mut Block<'_, L>, softness: L, way: Way) {
    let t = block.token;
    let square = block.tuning.size * block.tuning.size;
    let list = &block.rest.triangles.list;
    move_each(
        block,
        list,
        way,
        |element| element.trio.points,
        #[inline(always)]
        |element, corners| {
            if way == Way::Forth {
                element.trio.project(t, corners, softness);
                element.project_area(t, corners, square, softness);
            } else {
                element.project_area(t, corners, square, softness);
                element.trio.project(t, corners, softness);
            }
        },
    );
}

impl Element {
    #[inline(always)]
    fn project_area<L: Lanes>(&self, t: L::Token, corners: &mut Corners<L>, square: L, softness: L) {
        let extent = Extent::of(t, corners.displaced_edges());
        let rest_area = L::splat(t, self.area) * square;
        let mut at_rest = L::splat(t, 0.0);
        for (reach, weight) in self.trio.reach.into_iter().zip(corners.weight) {
            at_rest = at_rest + weight * L::splat(t, reach * reach);
        }
        let least = at_rest * (L::splat(t, LEAST_MOBILITY * self.area * self.area) * square);
        let mobility = extent.mobility(t, corners.weight).max(least);
        let give = mobility + rest_area * (L::splat(t, 1.0 / self.modulus) * softness);
        corners.push(extent.push((rest_area - extent.area) / give));
    }
}

/// Damps the rates of distortion and area of every triangle, implicitly.
pub(crate) fn damp<L: Lanes>(block: &mut Block<'_, L>, h: f32) {
    if !block.rest.triangles.any_damped {
        return;
    }
    let t = block.token;
    let Particulars { size, damping, .. } = block.tuning;
    let strength = damping * L::splat(t, h);
    let list = &block.rest.triangles.list;
    move_each(
        block,
        list,
        Way::Forth,
        |element| element.trio.points,
        #[inline(always)]
        |element, corners| {
            element.trio.damp(t, corners, size, strength);
            let extent = Extent::of(t, corners.edges());
            let c = L::splat(t, element.damping) * strength / (L::splat(t, element.area) * (size * size));
            let share = c / (L::splat(t, 1.0) + c * extent.mobility(t, corners.weight));
            let push = extent.push(-(share * extent.rate(corners.edge_motion())));
            corners.push(push);
        },
    );
}

/// The energy of a triangle whose corners are at these places (eq. 43). `[J]`
pub(crate) fn energy(element: &Element, places: [Vec2; 3], size: f32, stiffness: f32) -> f64 {
    let [a, b, c] = places;
    let [form, _] = element.trio.measure(places);
    let area = 0.5 * f64::from((b - a).perp_dot(c - a));
    let rest_area = f64::from(element.area * size * size);
    let off = area - rest_area;
    let shear = f64::from(element.trio.stiffness) * f64::from(form.length_squared());
    0.5 * f64::from(stiffness) * (shear + f64::from(element.modulus) * off * off / rest_area)
}
