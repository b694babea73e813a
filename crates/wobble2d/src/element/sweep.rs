//! One sweep over all elements of a body, and whether it may go one way only.
//!
//! A substep of XPBD is `y' = P (2 y − y_before)` with the sweep `P`. Each projection is a contraction, but their product in one order is
//! not symmetric, so `P` may have complex eigenvalues, and those near 1 then make the body swing itself up: stiff, degenerate or
//! over-constrained bodies explode although every single projection is sound. Sweeping forth and back makes `P` symmetric and cures it,
//! at twice the price. Which bodies need the cure is found out when their blueprint is built: the sweep is tried out.

use super::link::Link;
use super::trio::Trio;
use super::{area, bend, gas, shape, spring, stick, triangle};
use crate::block::Block;
use crate::blueprint::Rest;
use crate::lanes::Lanes;
use fearless_simd::Simd;
use glam::DVec2;

/// Links per degree of freedom beyond which a body is swept forth and back without a trial.
const CERTAINLY_TOO_MANY: f32 = 2.05;

/// Blueprints with more links than this are not tried out: meshes of that size are regular, and a trial would be slow.
const MOST_TRIED: usize = 100_000;

/// How soft the stiffest link is in each trial, in units of the mean inverse mass: from rigid to as soft as a substep can still feel.
const LOOSENESS: [f64; 4] = [0.0, 0.03, 0.3, 3.0];

/// Into how many parts a trial is divided to see motion grow.
const WINDOWS: usize = 16;

/// Which way a list is walked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    Forth,
    Back,
}

impl Way {
    /// Takes the next so many of a list off its beginning, or off its end.
    pub(super) fn split_off<'a, T>(self, list: &mut &'a [T], count: usize) -> &'a [T] {
        let (next, rest) = match self {
            Self::Forth => list.split_at(count),
            Self::Back => {
                let (rest, next) = list.split_at(list.len() - count);
                (next, rest)
            }
        };
        *list = rest;
        next
    }
}

/// One sweep over all elements.
pub(crate) fn project<L: Lanes, S: Simd>(s: S, block: &mut Block<'_, L>, h: f32, stick_iterations: u32) {
    let rest = block.rest;
    spring::project(s, block, h, Way::Forth);
    project_trios(block, h, Way::Forth);
    if let Some(shape) = &rest.shape {
        shape::project(block, shape, h);
    }
    if let Some(gas) = &rest.gas {
        gas::project(block, gas, h);
    }
    if let Some(area) = &rest.area_law {
        area::project(block, area, h);
    }
    if rest.sweep_back {
        project_trios(block, h, Way::Back);
        spring::project(s, block, h, Way::Back);
    }
    stick::project(block, stick_iterations, h);
}

/// Bends and triangles.
fn project_trios<L: Lanes>(block: &mut Block<'_, L>, h: f32, way: Way) {
    let rest = block.rest;
    if rest.bends.list.is_empty() && rest.triangles.list.is_empty() {
        return;
    }
    let softness = block.softness_of_pass(h);
    if way == Way::Forth && !rest.bends.list.is_empty() {
        bend::project(block, softness, way);
    }
    if !rest.triangles.list.is_empty() {
        triangle::project(block, softness, way);
    }
    if way == Way::Back && !rest.bends.list.is_empty() {
        bend::project(block, softness, way);
    }
}

/// Whether a body needs to be swept forth and back.
pub(crate) fn needs_way_back(rest: &Rest) -> bool {
    // What is rigid is not swept.
    if rest.shape.is_some_and(|shape| shape.rate.is_none()) {
        return false;
    }
    let links = rest.springs.list.len() + rest.sticks.list.len();
    let trios = 2 * rest.bends.list.len() + 3 * rest.triangles.list.len();
    let freedom = (2 * rest.points.len()).saturating_sub(3).max(1);
    if links as f32 > CERTAINLY_TOO_MANY * freedom as f32 {
        return true;
    }
    // A tree of links cannot disagree with itself.
    let is_tree = links < rest.points.len() && rest.gas.is_none() && rest.area_law.is_none() && trios == 0;
    let is_tree = is_tree && (rest.shape.is_none() || links == 0);
    // Nor is a large mesh of triangles tried, but those come from any outline and need not be regular.
    if trios > 0 && links + trios > MOST_TRIED {
        return true;
    }
    !is_tree && links + trios <= MOST_TRIED && LOOSENESS.into_iter().any(|looseness| swings_itself_up(rest, looseness))
}

/// One constraint, linear about the rest shape: how its value changes with each coordinate of each point it holds.
struct Row {
    slopes: Vec<(usize, [f64; 2])>,
    /// `Σ w |slope|²` and the softness together.
    give: f64,
    /// 0 for what is rigid.
    softness: f64,
}

impl Row {
    /// How far the constraint is off where the points are displaced like this.
    fn value(&self, displacement: impl Fn(usize) -> [f64; 2]) -> f64 {
        self.slopes.iter().map(|&(i, [x, y])| x * displacement(i)[0] + y * displacement(i)[1]).sum()
    }

    fn project(&self, weight: &[f64], place: &[[f64; 2]], motion: &mut [[f64; 2]]) {
        let pull = -self.value(|i| [place[i][0] + motion[i][0], place[i][1] + motion[i][1]]) / self.give;
        for &(i, [x, y]) in &self.slopes {
            motion[i][0] += weight[i] * pull * x;
            motion[i][1] += weight[i] * pull * y;
        }
    }
}

/// Lets a trembling body go and looks whether the trembling grows. Everything is linear about the rest shape and in double precision, so
/// that growth has neither an end nor noise to hide in.
fn swings_itself_up(rest: &Rest, looseness: f64) -> bool {
    let weight: Vec<f64> = rest.points.iter().map(|p| if p.pinned { 0.0 } else { 1.0 / f64::from(p.mass) }).collect();
    let (rows, before_shape) = rows(rest, &weight, looseness);
    let whole = rest.shape.map(|_| Whole::new(rest, &weight));
    let rounds = (1_000_000 / rows.len().max(1)).clamp(100, 2000);
    let mut seed = 0x9E37u32;
    let mut motion: Vec<[f64; 2]> =
        weight.iter().map(|&w| if w > 0.0 { [noise(&mut seed), noise(&mut seed)] } else { [0.0; 2] }).collect();
    let mut place = vec![[0.0f64; 2]; weight.len()];
    let mut windows = [0.0f64; WINDOWS];
    for round in 0..rounds {
        let (before, after) = rows.split_at(before_shape);
        before.iter().for_each(|row| row.project(&weight, &place, &mut motion));
        if let Some(whole) = &whole {
            whole.hold(&place, &mut motion, looseness);
        }
        after.iter().for_each(|row| row.project(&weight, &place, &mut motion));
        for ((place, motion), &w) in place.iter_mut().zip(&motion).zip(&weight) {
            (place[0], place[1]) = (place[0] + motion[0], place[1] + motion[1]);
            if w > 0.0 {
                windows[WINDOWS * round / rounds] += (motion[0] * motion[0] + motion[1] * motion[1]) / w;
            }
        }
        if let Some(whole) = whole.as_ref().filter(|_| looseness > 0.0) {
            windows[WINDOWS * round / rounds] += whole.square(&place) / looseness;
        }
        // What a soft constraint stores comes back as motion, and must not be taken for growth then.
        for row in rows.iter().filter(|row| row.softness > 0.0) {
            let value = row.value(|i| place[i]);
            windows[WINDOWS * round / rounds] += value * value / row.softness;
        }
    }
    // What is stable loses energy, or keeps it where nothing holds it.
    let least = windows.iter().fold(f64::INFINITY, |least, &window| least.min(window));
    let last = windows[WINDOWS - 1];
    last > 1.5 * least || !last.is_finite()
}

/// The links in the order in which they are swept, and the outline between springs and sticks if it holds gas or area.
///
/// Also returns how many of them come before the shape as a whole.
fn rows(rest: &Rest, weight: &[f64], looseness: f64) -> (Vec<Row>, usize) {
    let place = |i: u32| rest.points[i as usize].position.as_dvec2();
    let row = |slopes: Vec<(usize, [f64; 2])>, softness: f64| {
        let give = slopes.iter().map(|&(i, [x, y])| weight[i] * (x * x + y * y)).sum::<f64>() + softness;
        (give > 0.0).then_some(Row { slopes, give, softness })
    };
    let mean_weight = weight.iter().sum::<f64>() / weight.len() as f64;
    let stiffest = stiffest(rest);
    let link = |link: &Link| {
        let softness = looseness * mean_weight * f64::from(stiffest / link.stiffness);
        let n = (place(link.b) - place(link.a)).try_normalize().unwrap_or(DVec2::X);
        row(vec![(link.a as usize, [-n.x, -n.y]), (link.b as usize, [n.x, n.y])], softness)
    };
    let mut rows: Vec<Row> = rest.springs.list.iter().filter(|link| link.stiffness > 0.0).filter_map(link).collect();
    let distortion = |trio: &Trio| {
        let softness = looseness * mean_weight * f64::from(stiffest / trio.stiffness);
        slopes_of_distortion(trio).map(|slopes| row(slopes, softness)).into_iter().flatten()
    };
    rows.extend(rest.bends.list.iter().flat_map(distortion));
    for element in &rest.triangles.list {
        rows.extend(distortion(&element.trio));
        let softness = looseness * mean_weight * f64::from(stiffest * element.area / element.modulus);
        let [a, b, c] = element.trio.points;
        let slopes = [[a, b, c], [b, c, a], [c, a, b]].map(|[i, after, before]| {
            let across = place(after) - place(before);
            (i as usize, [0.5 * across.y, -0.5 * across.x])
        });
        rows.extend(row(slopes.to_vec(), softness));
    }
    let before_shape = rows.len();
    // As at 480 substeps a second.
    let area = f64::from(rest.area);
    let stiffness = rest.gas.map(|gas| f64::from(gas.amount) / (area * area)).into_iter();
    for stiffness in stiffness.chain(rest.area_law.map(|law| f64::from(law.stiffness) / area)) {
        let mut slopes = Vec::new();
        for corners in &rest.outline.loops {
            let n = corners.len();
            slopes.extend((0..n).map(|k| {
                let across = place(corners[(k + 1) % n]) - place(corners[(k + n - 1) % n]);
                (corners[k] as usize, [0.5 * across.y, -0.5 * across.x])
            }));
        }
        rows.extend(row(slopes, 480.0 * 480.0 / stiffness));
    }
    rows.extend(rest.sticks.list.iter().filter_map(link));
    (rows, before_shape)
}

/// The stiffness of the stiffest element, as that of a spring. `[N/m]`
fn stiffest(rest: &Rest) -> f32 {
    let links = rest.springs.list.iter().map(|link| link.stiffness);
    let steepest = |trio: &Trio| trio.reach.into_iter().fold(0.0f32, |most, reach| most.max(reach * reach));
    let of_trio = |trio: &Trio| trio.stiffness * steepest(trio);
    let of_area = |element: &triangle::Element| element.modulus * element.area * steepest(&element.trio);
    let trios = rest.bends.list.iter().map(of_trio);
    let triangles = rest.triangles.list.iter().map(|element| of_trio(&element.trio).max(of_area(element)));
    links.chain(trios).chain(triangles).fold(0.0f32, f32::max)
}

/// How both parts of a distortion change with each coordinate of its points.
fn slopes_of_distortion(trio: &Trio) -> [Vec<(usize, [f64; 2])>; 2] {
    let [[ax, ay], [bx, by]] = trio.distortion.map(|factor| factor.map(f64::from));
    let factors = [[-(ax + bx), -(ay + by)], [ax, ay], [bx, by]];
    let points = trio.points.map(|i| i as usize);
    let part = |of: fn([f64; 2]) -> [f64; 2]| points.into_iter().zip(factors.map(of)).collect();
    [part(|[x, y]| [x, -y]), part(|[x, y]| [y, x])]
}

/// A body that keeps its shape as a whole, linear about the rest shape.
struct Whole {
    masses: Vec<f64>,
    /// From the mass centre.
    arms: Vec<DVec2>,
    inertia: f64,
    free: Vec<bool>,
}

impl Whole {
    fn new(rest: &Rest, weight: &[f64]) -> Self {
        let masses: Vec<f64> = rest.points.iter().map(|point| f64::from(point.mass)).collect();
        let places = rest.points.iter().map(|point| point.position.as_dvec2());
        let centre = places.clone().zip(&masses).map(|(place, &m)| m * place).sum::<DVec2>() / masses.iter().sum::<f64>();
        let arms: Vec<DVec2> = places.map(|place| place - centre).collect();
        let inertia = arms.iter().zip(&masses).map(|(arm, m)| m * arm.length_squared()).sum();
        Self { masses, arms, inertia, free: weight.iter().map(|&w| w > 0.0).collect() }
    }

    /// How far every point is from where the rest shape, moved and turned, would have it.
    fn off(&self, displacement: impl Fn(usize) -> DVec2) -> impl Iterator<Item = DVec2> {
        let n = self.masses.len();
        let mean = (0..n).map(|i| self.masses[i] * displacement(i)).sum::<DVec2>() / self.masses.iter().sum::<f64>();
        let turn = (0..n).map(|i| self.masses[i] * self.arms[i].perp_dot(displacement(i) - mean)).sum::<f64>();
        let turn = if self.inertia > 0.0 { turn / self.inertia } else { 0.0 };
        (0..n).map(move |i| displacement(i) - mean - turn * self.arms[i].perp())
    }

    fn hold(&self, place: &[[f64; 2]], motion: &mut [[f64; 2]], looseness: f64) {
        let off: Vec<DVec2> = self.off(|i| DVec2::from(place[i]) + DVec2::from(motion[i])).collect();
        for ((motion, off), _) in motion.iter_mut().zip(off).zip(&self.free).filter(|&(_, &free)| free) {
            *motion = (DVec2::from(*motion) - off / (1.0 + looseness)).to_array();
        }
    }

    /// `Σ m |off|²`
    fn square(&self, place: &[[f64; 2]]) -> f64 {
        self.off(|i| DVec2::from(place[i])).zip(&self.masses).map(|(off, m)| m * off.length_squared()).sum()
    }
}

/// A number between −1 and 1.
fn noise(seed: &mut u32) -> f64 {
    *seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
    f64::from(*seed >> 8) / 8_388_608.0 - 1.0
}
