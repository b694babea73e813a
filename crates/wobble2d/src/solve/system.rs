//! The rows of an island, prepared for the solver: what never changes during a solve is computed once.
//!
//! ```text
//!     velocity      v = v_free + M⁻¹ Jᵀ λ
//!     residual      r = J v + c λ − b                     r = 0, or r ≥ 0 where λ is at its lower limit
//!     softness      s = J M⁻¹ Jᵀ + c                      effective mass  m = 1/s
//! ```
//! Velocities always follow from impulses, so momentum is exact however well the rows are solved.

use super::row::{Limit, Mobile, Row, Term};

/// The share of a speed that counts as error at stake even if nothing else does: 2⁻³⁶, so that the tolerance stays above rounding.
const NOISE: f64 = 1.0 / 68_719_476_736.0;

/// More arms a row, on the average, than rigid bodies and particles have.
const MOST_ARMS: usize = 4;

/// What a row has to do with one movable mobile.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arm {
    pub mobile: u32,
    pub jacobian: [f64; 3],
    /// `M⁻¹ Jᵀ`: the velocity that a unit of impulse gives.
    pub response: [f64; 3],
}

/// A row that acts on something movable.
#[derive(Clone, Copy, Debug)]
pub(super) struct Equation {
    pub limit: Limit,
    /// `b`, less what immovable mobiles contribute to `J v`.
    pub target: f64,
    pub compliance: f64,
    /// `λ`
    pub impulse: f64,
    /// `s`
    pub softness: f64,
    /// `m`
    pub effective_mass: f64,
    /// Whether its target is that of a rebound.
    pub rebounds: bool,
    /// The velocity along the row that fields gave one of its mobiles, the greatest.
    free_change: f64,
    /// The velocity along the row of its mobiles before any impulse, each part by its amount.
    free_speed: f64,
    /// Where [`System::arms`] has its arms.
    pub arms: [u32; 2],
    /// Its index among the rows of the island.
    pub row: u32,
}

/// See the module's head.
#[derive(Debug, Default)]
pub(super) struct System {
    pub velocity: Vec<[f64; 3]>,
    /// `v_free`
    pub free: Vec<[f64; 3]>,
    pub inverse_mass: Vec<[f64; 3]>,
    pub equations: Vec<Equation>,
    pub arms: Vec<Arm>,
    /// For every mobile the last arm on it, if that is one.
    arm_of: Vec<u32>,
}

impl Equation {
    /// The least and the greatest impulse. `normal`: the impulse of the equation before, for friction.
    #[inline(always)]
    pub(super) fn bounds(&self, normal: f64) -> [f64; 2] {
        match self.limit {
            Limit::Free => [f64::NEG_INFINITY, f64::INFINITY],
            Limit::Push => [0.0, f64::INFINITY],
            Limit::Friction { coefficient } => [-(coefficient * normal), coefficient * normal],
            Limit::Within(most) => [-most, most],
        }
    }

    pub(super) fn is_friction(&self) -> bool {
        matches!(self.limit, Limit::Friction { .. })
    }

    #[inline(always)]
    pub(super) fn own_arms<'a>(&self, arms: &'a [Arm]) -> &'a [Arm] {
        &arms[self.arms[0] as usize..self.arms[1] as usize]
    }

    /// `r`, at any velocities.
    #[inline(always)]
    pub(super) fn residual(&self, arms: &[Arm], velocity: &[[f64; 3]]) -> f64 {
        along(self.own_arms(arms), velocity) + (self.compliance * self.impulse - self.target)
    }
}

/// `J v`
#[inline(always)]
pub(super) fn along(arms: &[Arm], velocity: &[[f64; 3]]) -> f64 {
    match arms {
        [a] => dot(a.jacobian, velocity[a.mobile as usize]),
        [a, b] => dot(a.jacobian, velocity[a.mobile as usize]) + dot(b.jacobian, velocity[b.mobile as usize]),
        _ => arms.iter().fold(0.0, |sum, arm| sum + dot(arm.jacobian, velocity[arm.mobile as usize])),
    }
}

/// Adds `M⁻¹ Jᵀ λ`.
#[inline(always)]
pub(super) fn apply(arms: &[Arm], impulse: f64, velocity: &mut [[f64; 3]]) {
    for arm in arms {
        let own = &mut velocity[arm.mobile as usize];
        for (part, response) in own.iter_mut().zip(arm.response) {
            *part += response * impulse;
        }
    }
}

#[inline(always)]
pub(super) fn dot(a: [f64; 3], b: [f64; 3]) -> f64 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

impl System {
    /// Takes over mobiles and rows, and lets the impulses that rows start from act.
    pub(super) fn prepare(&mut self, mobiles: &[Mobile], rows: &[Row], terms: &[Term]) {
        let Self { velocity, free, inverse_mass, arm_of, .. } = self;
        arm_of.resize(mobiles.len().max(arm_of.len()), 0);
        velocity.clear();
        velocity.extend(mobiles.iter().map(|mobile| mobile.velocity));
        free.clone_from(velocity);
        inverse_mass.clear();
        inverse_mass.extend(mobiles.iter().map(|mobile| mobile.inverse_mass));
        self.equations.clear();
        self.arms.clear();
        for (row, index) in rows.iter().zip(0..) {
            let normal = self.equations.last().is_some_and(|last| last.row + 1 == index && last.limit == Limit::Push);
            let takes_part = match row.limit {
                Limit::Friction { coefficient } => coefficient > 0.0 && normal,
                Limit::Free | Limit::Push | Limit::Within(_) => true,
            };
            if takes_part {
                self.insert(mobiles, row, terms, index);
            }
        }
        for equation in &self.equations {
            apply(equation.own_arms(&self.arms), equation.impulse, &mut self.velocity);
        }
    }

    /// Adds a row, unless nothing that it acts on can move.
    #[inline(always)]
    fn insert(&mut self, mobiles: &[Mobile], row: &Row, terms: &[Term], index: u32) {
        let start = self.arms.len();
        let Row { target, impulse, compliance, .. } = *row;
        let mut equation = Equation {
            limit: row.limit,
            target,
            compliance,
            impulse,
            softness: 0.0,
            effective_mass: 0.0,
            rebounds: false,
            free_change: 0.0,
            free_speed: 0.0,
            arms: [start as u32; 2],
            row: index,
        };
        for term in row.own_terms(terms) {
            self.add_term(&mut equation, term, &mobiles[term.mobile as usize]);
        }
        for arm in &self.arms[start..] {
            equation.softness += dot(arm.jacobian, arm.response);
        }
        if !(equation.softness > 0.0 && equation.softness < f64::INFINITY) {
            return self.arms.truncate(start);
        }
        equation.softness += compliance;
        equation.effective_mass = 1.0 / equation.softness;
        equation.arms[1] = self.arms.len() as u32;
        self.equations.push(equation);
    }

    /// Adds what a row has to do with one mobile. What cannot move changes its target instead.
    #[inline(always)]
    fn add_term(&mut self, equation: &mut Equation, term: &Term, mobile: &Mobile) {
        let velocity = self.free[term.mobile as usize];
        let (mut jacobian, mut change, inverse_mass) = (term.jacobian, 0.0, self.inverse_mass[term.mobile as usize]);
        for (k, part) in jacobian.iter_mut().enumerate() {
            equation.free_speed += (*part * velocity[k]).abs();
            change += (*part * mobile.free_change[k]).abs();
            if inverse_mass[k] <= 0.0 {
                equation.target -= *part * velocity[k];
                *part = 0.0;
            }
        }
        equation.free_change = equation.free_change.max(change);
        if jacobian == [0.0; 3] {
            return;
        }
        let response = core::array::from_fn(|k| inverse_mass[k] * jacobian[k]);
        // Two arms on one mobile become one.
        let known = self.arm_of[term.mobile as usize] as usize;
        match self.arms.get_mut(known).filter(|arm| known >= equation.arms[0] as usize && arm.mobile == term.mobile) {
            Some(arm) => (0..3)
                .for_each(|k| (arm.jacobian[k], arm.response[k]) = (arm.jacobian[k] + jacobian[k], arm.response[k] + response[k])),
            None => {
                self.arm_of[term.mobile as usize] = self.arms.len() as u32;
                self.arms.push(Arm { mobile: term.mobile, jacobian, response });
            }
        }
    }

    /// The energy that errors are compared with: that of what fields ask of the loaded rows, and of what rows ask of the free motion. `[J]`
    ///
    /// It is measured with the effective masses of rows: with those of bodies a heavy body would hide what light ones do.
    pub(super) fn energy_scale(&self) -> f64 {
        let (mut sum, mut normal) = (0.0, false);
        for equation in &self.equations {
            let asked = equation.target - along(equation.own_arms(&self.arms), &self.free);
            let (loaded, asked) = match equation.limit {
                Limit::Free => (true, asked),
                Limit::Push => (equation.impulse > 0.0 || asked > 0.0, asked.max(0.0)),
                Limit::Friction { .. } => (normal, 0.0),
                Limit::Within(most) => (most > 0.0, 0.0),
            };
            normal = loaded;
            if loaded {
                let noise = NOISE * equation.free_speed;
                sum += equation.effective_mass * (equation.free_change * equation.free_change + asked * asked + noise * noise);
            }
        }
        sum
    }

    /// `Σ m r²`: how far a system without limits is from its solution. `[J]`
    pub(super) fn error(&self) -> f64 {
        self.equations.iter().fold(0.0, |sum, equation| {
            let residual = equation.residual(&self.arms, &self.velocity);
            sum + equation.effective_mass * residual * residual
        })
    }

    pub(super) fn is_free_of_limits(&self) -> bool {
        self.equations.iter().all(|equation| equation.limit == Limit::Free)
    }

    /// Whether rows reach so many mobiles, since they act on elastic bodies, that a matrix over mobiles would be full.
    pub(super) fn is_dense(&self) -> bool {
        self.arms.len() > MOST_ARMS * self.equations.len()
    }

    pub(super) fn has_joints(&self) -> bool {
        self.equations.iter().any(|equation| equation.limit == Limit::Free)
    }

    /// From here on what is pushed to part overlap does not deform. Rows that nothing else answers are dropped.
    pub(super) fn stiffen(&mut self, mobiles: &[Mobile]) {
        if mobiles.iter().all(|mobile| mobile.push_inverse_mass.is_none()) {
            return;
        }
        let Self { inverse_mass, equations, arms, .. } = self;
        for (own, mobile) in inverse_mass.iter_mut().zip(mobiles) {
            *own = mobile.push_inverse_mass.unwrap_or(*own);
        }
        for arm in &mut *arms {
            let inverse_mass = inverse_mass[arm.mobile as usize];
            arm.response = core::array::from_fn(|k| inverse_mass[k] * arm.jacobian[k]);
        }
        equations.retain_mut(|equation| {
            let own = equation.own_arms(arms);
            let softness = own.iter().fold(0.0, |sum, arm| sum + dot(arm.jacobian, arm.response));
            equation.softness = softness + equation.compliance;
            equation.effective_mass = 1.0 / equation.softness;
            softness > 0.0
        });
    }

    /// Hands velocities and impulses back.
    pub(super) fn finish(&self, mobiles: &mut [Mobile], rows: &mut [Row]) {
        for (mobile, &velocity) in mobiles.iter_mut().zip(&self.velocity) {
            mobile.velocity = velocity;
        }
        for equation in &self.equations {
            rows[equation.row as usize].impulse = equation.impulse;
        }
    }
}
