//! The stability adviser: how long a substep may be before a body explodes, known before it does.
//!
//! The fastest a body can swing is bounded (eq. 25) by `ω² ≤ max over points of λ_max(Σ k (w_i + w_j) n nᵀ)` over the springs at the point, plus
//! `(K/S²) Σ w |∂S/∂x|²` for gas and `(k/S₀) Σ w |∂S/∂x|²` for area; a stretched spring adds its tension across its direction, and bends and
//! triangles add eq. 47. The
//! fastest it can be braked, `γ`, is bounded likewise with `c` for `k`. One swing of that kind, stepped by the method, must not
//! grow (eq. 26): the largest such step is found by bisection on the method's own amplification.

use crate::World;
use crate::body::{BodyView, Tuning};
use crate::element::triangle::Element;
use crate::element::trio::Trio;
use crate::id::BodyId;
use crate::method::Method;
use core::fmt;
use glam::Vec2;

/// How fast a body can swing and be braked, and how long a substep may be.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stability {
    /// A bound on its highest angular frequency. `[rad/s]`
    pub frequency: f32,
    /// A bound on its fastest damping. `[1/s]`
    pub damping: f32,
    /// The longest substep under the present method; `None` where there is no limit. `[s]`
    pub longest_substep: Option<f32>,
}

/// A warning that a body will explode.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Advice {
    /// Which body.
    pub body: BodyId,
    /// The method it is about.
    pub method: Method,
    /// The present substep. `[s]`
    pub substep: f32,
    /// The longest substep that is safe; 0 if none is. `[s]`
    pub longest_substep: f32,
    /// How many substeps would be enough, if as many as [`Settings`](crate::Settings) allows are.
    pub substeps_needed: Option<u32>,
    /// What the stiffness of the body may be multiplied by to be safe at the present substep; `None` where that does not help.
    pub stiffness_factor: Option<f32>,
}

impl fmt::Display for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { body, method, substep, longest_substep, .. } = self;
        let name = method.name();
        write!(f, "{body} is too stiff for {name}: ")?;
        match self.substeps_needed {
            Some(needed) => write!(
                f,
                "it needs substeps of at most {:.3} ms and gets {:.3} ms; use {needed} substeps or more",
                longest_substep * 1e3,
                substep * 1e3
            )?,
            None if *longest_substep == 0.0 => {
                write!(
                    f,
                    "no substep is short enough, since some of it is undamped; use semi-implicit-euler, which costs the same"
                )?;
            }
            None => write!(f, "it needs substeps of at most {longest_substep:e} s, more than the 1024 there may be in a step")?,
        }
        match self.stiffness_factor {
            Some(factor) => write!(f, ", or make it {:.1} times as soft, or switch to xpbd", 1.0 / factor),
            None => write!(f, ", or switch to xpbd"),
        }
    }
}

impl World {
    /// How fast a body can swing, and how long a substep may be under the present method.
    pub fn stability(&self, id: BodyId) -> Option<Stability> {
        let Swing { frequency, damping, least_damping } = self.swing_of(self.body(id)?);
        let longest_substep = longest_stable(self.settings.method, frequency, damping, least_damping);
        Some(Stability { frequency, damping, longest_substep })
    }

    /// A warning if a body will explode under the present settings at 60 steps a second, else `None`.
    pub fn advice(&self, id: BodyId) -> Option<Advice> {
        self.advice_for(id, 1.0 / 60.0)
    }

    /// A warning if a body will explode under the present settings and this step, else `None`. `[s]`
    pub fn advice_for(&self, id: BodyId, dt: f32) -> Option<Advice> {
        let body = self.body(id)?;
        let method = self.settings.method;
        let Swing { frequency, damping, least_damping } = self.swing_of(body);
        let longest_substep = longest_stable(method, frequency, damping, least_damping);
        let substep = dt / self.settings.substeps as f32;
        let longest_substep = longest_substep.filter(|&longest| longest < substep)?;
        let needed = dt / longest_substep;
        let softer =
            |factor: f32| longest_stable(method, frequency * factor.sqrt(), damping, least_damping).is_none_or(|h| h >= substep);
        let stiffness_factor = softer(0.0).then(|| bisect(0.0, 1.0, softer)).filter(|&factor| factor > 0.0);
        Some(Advice {
            body: id,
            method,
            substep,
            longest_substep,
            substeps_needed: (needed < 1024.0).then(|| needed as u32 + 1),
            stiffness_factor,
        })
    }

    /// The warnings of all bodies at 60 steps a second.
    pub fn advise(&self) -> Vec<Advice> {
        self.bodies().filter_map(|body| self.advice(body.id())).collect()
    }

    fn swing_of(&self, body: BodyView<'_>) -> Swing {
        let rest = body.body.rest();
        let tuning = body.tuning();
        let count = rest.points.len();
        let weight = |i: u32| self.particles.masses[body.particles().start + i as usize][0];
        let (mut stiff, mut viscous) = (vec![Tensor::default(); count], vec![Tensor::default(); count]);
        let mut least_ratio = f32::INFINITY;
        for link in &rest.springs.list {
            let (a, b) = (body.position(link.a), body.position(link.b));
            let length = a.distance(b);
            let direction = if length > 0.0 { (b - a) / length } else { Vec2::X };
            let stiffness = link.stiffness * tuning.stiffness;
            let tension = stiffness * (1.0 - link.rest_length * tuning.size / length.max(1e-9)).max(0.0);
            let weights = weight(link.a) + weight(link.b);
            if stiffness > 0.0 {
                least_ratio = least_ratio.min(link.damping * tuning.damping / stiffness);
            }
            for end in [link.a, link.b] {
                if weight(end) > 0.0 {
                    stiff[end as usize].add(direction, weights * stiffness);
                    stiff[end as usize].add(direction.perp(), weights * tension);
                    viscous[end as usize].add(direction, weights * link.damping * tuning.damping);
                }
            }
        }
        let mut bounds = Bounds { stiff: &mut stiff, viscous: &mut viscous, tuning };
        for trio in &rest.bends.list {
            least_ratio = least_ratio.min(bounds.add_trio(trio, trio.points.map(weight), trio.points.map(|i| body.position(i))));
        }
        for element in &rest.triangles.list {
            let points = element.trio.points;
            let (weights, places) = (points.map(weight), points.map(|i| body.position(i)));
            least_ratio = least_ratio.min(bounds.add_trio(&element.trio, weights, places));
            bounds.add_area(element, weights, places);
        }
        let greatest = |tensors: &[Tensor]| tensors.iter().map(Tensor::greatest).fold(0.0f32, f32::max);
        let (mut square, mut damping) = (greatest(&stiff), greatest(&viscous));
        // Each spring damped by at least this part of its stiffness makes every swing damped by this part of its ω².
        let from_springs = if least_ratio.is_finite() { least_ratio * square } else { 0.0 };

        let mobility = outline_mobility(body, weight);
        let rest_area = body.rest_area();
        if let Some(gas) = &rest.gas {
            let area = body.area().max(0.05 * rest_area);
            square += gas.amount * tuning.gas * tuning.size * tuning.size / (area * area) * mobility;
            let lightest = rest.outline.loops.iter().flatten().map(|&i| weight(i)).fold(0.0f32, f32::max);
            damping += gas.viscosity * rest.radius * tuning.size * tuning.damping * lightest;
        }
        if let Some(area) = &rest.area_law {
            square += area.stiffness * tuning.stiffness / rest_area * mobility;
        }
        let (mut everywhere, by_air) = (from_springs, self.fields.damping);
        if let Some(shape) = &rest.shape {
            square += shape.square().unwrap_or(0.0) * tuning.stiffness;
            damping += shape.damping * tuning.damping;
            everywhere += shape.damping * tuning.damping;
        }
        Swing { frequency: square.sqrt(), damping: damping + by_air, least_damping: everywhere + by_air }
    }
}

/// The fastest a body can swing, and how much such a swing is damped, at most and at least.
struct Swing {
    frequency: f32,
    damping: f32,
    least_damping: f32,
}

/// Where the shares of bends and triangles are summed. Of an element with slopes `g` on three points, `(Σ √w g·y)² ≤ Σ √w |g| · Σ √w |g| (ĝ·y)²` says
/// what each point has to bear.
struct Bounds<'a> {
    stiff: &'a mut [Tensor],
    viscous: &'a mut [Tensor],
    tuning: Tuning,
}

impl Bounds<'_> {
    /// Adds a distortion, and returns how much of its stiffness its damping is.
    fn add_trio(&mut self, trio: &Trio, weights: [f32; 3], places: [Vec2; 3]) -> f32 {
        let Tuning { stiffness, damping, size, .. } = self.tuning;
        let [form, frame] = trio.measure(places).map(|v| 0.5 * v.length() / size);
        let shares: [f32; 3] = core::array::from_fn(|i| weights[i].sqrt() * trio.reach[i]);
        let rates: [f32; 3] = core::array::from_fn(|i| weights[i].sqrt() * (trio.reach[i] * frame + trio.frame_reach[i] * form));
        for (k, &i) in trio.points.iter().enumerate() {
            let all: f32 = shares.iter().sum();
            self.stiff[i as usize].add_round(trio.stiffness * stiffness * shares[k] * all);
            self.viscous[i as usize].add_round(trio.damping * damping * rates[k] * rates.iter().sum::<f32>());
        }
        if trio.stiffness * stiffness > 0.0 { trio.damping * damping / (trio.stiffness * stiffness) } else { f32::INFINITY }
    }

    /// Adds the area of a triangle: its stiffness along the gradients, and what its pressure does to their directions.
    fn add_area(&mut self, element: &Element, weights: [f32; 3], [a, b, c]: [Vec2; 3]) {
        let Tuning { stiffness, damping, size, .. } = self.tuning;
        let rest_area = element.area * size * size;
        let gradients = [c - b, a - c, b - a].map(|opposite| -0.5 * opposite.perp());
        let roots = weights.map(f32::sqrt);
        let all: f32 = (0..3).map(|k| roots[k] * gradients[k].length()).sum();
        let pressure = element.modulus * stiffness * (0.5 * (b - a).perp_dot(c - a) / rest_area - 1.0).abs();
        for (k, &i) in element.trio.points.iter().enumerate() {
            let along = gradients[k].try_normalize().unwrap_or(Vec2::X);
            let share = roots[k] * gradients[k].length() * all / rest_area;
            self.stiff[i as usize].add(along, element.modulus * stiffness * share);
            self.stiff[i as usize].add_round(0.5 * pressure * roots[k] * (roots.iter().sum::<f32>() - roots[k]));
            self.viscous[i as usize].add(along, element.damping * damping * share);
        }
    }
}

/// `Σ w |∂S/∂x|²` of the outline as it is now.
fn outline_mobility(body: BodyView<'_>, weight: impl Fn(u32) -> f32) -> f32 {
    let mut mobility = 0.0;
    for corners in body.blueprint().loops() {
        let n = corners.len();
        for k in 0..n {
            let across = body.position(corners[(k + 1) % n]) - body.position(corners[(k + n - 1) % n]);
            mobility += weight(corners[k]) * 0.25 * across.length_squared();
        }
    }
    mobility
}

/// A symmetric 2×2 matrix, summed from `s n nᵀ`.
#[derive(Clone, Copy, Default)]
struct Tensor {
    xx: f32,
    xy: f32,
    yy: f32,
}

impl Tensor {
    fn add(&mut self, n: Vec2, s: f32) {
        self.xx += s * n.x * n.x;
        self.xy += s * n.x * n.y;
        self.yy += s * n.y * n.y;
    }

    /// The same in every direction.
    fn add_round(&mut self, s: f32) {
        self.xx += s;
        self.yy += s;
    }

    /// The greater eigenvalue.
    fn greatest(&self) -> f32 {
        let (middle, half) = (0.5 * (self.xx + self.yy), 0.5 * (self.xx - self.yy));
        middle + (half * half + self.xy * self.xy).sqrt()
    }
}

/// The longest substep under which `x'' = −ω² x − γ x'` does not grow; `None` where there is no limit. Damping is what most methods must
/// not overshoot, so its upper bound counts; explicit Euler lives on it, so for that one the lower bound counts too.
pub(super) fn longest_stable(method: Method, omega: f32, gamma: f32, least_gamma: f32) -> Option<f32> {
    let fastest = omega.max(gamma);
    if method.displaces() || fastest <= 0.0 || !fastest.is_finite() {
        return None;
    }
    if method == Method::ExplicitEuler && least_gamma < gamma {
        let damped_enough = if omega > 0.0 { least_gamma / (omega * omega) } else { f32::INFINITY };
        return Some(damped_enough.min(2.0 / gamma));
    }
    if method == Method::ExplicitEuler && gamma == 0.0 {
        return Some(0.0);
    }
    // No method here survives a step much longer than the motion itself.
    let farthest = 8.0 / fastest;
    let safe = |h: f32| growth(method, f64::from(h * omega), f64::from(h * gamma)) <= 1.0 + 1e-9;
    // Bisection on a geometric scale; a limit below a millionth of the motion is none.
    let least = 1e-6 * farthest;
    if !safe(least) {
        return Some(0.0);
    }
    let steps = bisect(0.0, 1.0, |part| safe(least * libm::powf(farthest / least, part)));
    Some(least * libm::powf(farthest / least, steps))
}

/// The greatest value between `low`, where `holds`, and `high` for which it still does.
fn bisect(mut low: f32, mut high: f32, holds: impl Fn(f32) -> bool) -> f32 {
    for _ in 0..40 {
        let middle = 0.5 * (low + high);
        if holds(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// By how much the worst swing grows in one substep, given `h ω` and `h γ`.
fn growth(method: Method, omega: f64, gamma: f64) -> f64 {
    let square = omega * omega;
    match method {
        Method::ExplicitEuler => matrix_growth([[1.0, 1.0], [-square, 1.0 - gamma]]),
        Method::SemiImplicitEuler | Method::PositionVerlet => matrix_growth([[1.0 - square, 1.0 - gamma], [-square, 1.0 - gamma]]),
        Method::VelocityVerlet => {
            // Half a kick with damping, a drift, half a kick with the damping of the half-kicked speed.
            let (a, b) = (1.0 - 0.5 * square, 1.0 - 0.5 * gamma);
            let kick = 1.0 - 0.5 * gamma;
            matrix_growth([[a, b], [-0.5 * square * kick - 0.5 * square * a, b * kick - 0.5 * square * b]])
        }
        Method::Rk4 => rk4_growth(square, gamma),
        Method::Xpbd | Method::Implicit => 0.0,
    }
}

/// The greatest modulus of an eigenvalue.
fn matrix_growth([[a, b], [c, d]]: [[f64; 2]; 2]) -> f64 {
    let (half, determinant) = (0.5 * (a + d), a * d - b * c);
    let discriminant = half * half - determinant;
    if discriminant < 0.0 { determinant.max(0.0).sqrt() } else { half.abs() + discriminant.sqrt() }
}

/// RK4's `|1 + z + z²/2 + z³/6 + z⁴/24|` at the worse of the two roots of `z² + γ z + ω² = 0`.
fn rk4_growth(square: f64, gamma: f64) -> f64 {
    let discriminant = 0.25 * gamma * gamma - square;
    let roots = if discriminant < 0.0 {
        [(-0.5 * gamma, (-discriminant).sqrt()); 2]
    } else {
        [(-0.5 * gamma - discriminant.sqrt(), 0.0), (-0.5 * gamma + discriminant.sqrt(), 0.0)]
    };
    let modulus = |(re, im): (f64, f64)| {
        let (mut sum, mut term) = ((1.0, 0.0), (1.0, 0.0));
        for k in 1..=4 {
            let k = f64::from(k);
            term = ((term.0 * re - term.1 * im) / k, (term.0 * im + term.1 * re) / k);
            sum = (sum.0 + term.0, sum.1 + term.1);
        }
        (sum.0 * sum.0 + sum.1 * sum.1).sqrt()
    };
    modulus(roots[0]).max(modulus(roots[1]))
}
