//! Rows and mobiles: the data that the solver works on.
//!
//! ```text
//!     velocity of a row      J v + c λ − b            J: jacobians of its terms,  c: compliance,  b: target
//!     impulse on a mobile    M⁻¹ Jᵀ λ
//! ```

/// Stands for the index of a mobile that there is not: scenery.
pub(crate) const NONE: u32 = u32::MAX;

/// What rows know of a rigid body, or of a particle of a soft body, which has no inertia to turn.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Mobile {
    /// Velocity and spin. `[m/s]`, `[m/s]`, `[rad/s]`
    pub velocity: [f64; 3],
    /// Velocity that moves positions in this substep and is forgotten then: what parts overlap. As `velocity`.
    pub push: [f64; 3],
    /// `[1/kg]`, `[1/kg]`, `[1/(kg m²)]`; zero for what cannot move.
    pub inverse_mass: [f64; 3],
    /// The same for `push`, if it is not the same: what is deformed is not parted by deforming it.
    pub push_inverse_mass: Option<[f64; 3]>,
    /// By how much fields and forces changed `velocity` in this substep: the scale that errors are compared with. As `velocity`.
    pub free_change: [f64; 3],
}

/// What a row has to do with one mobile.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Term {
    /// Its index.
    pub mobile: u32,
    /// The row's velocity per velocity of the mobile. `[1]`, `[1]`, `[m]`
    pub jacobian: [f64; 3],
}

/// What the impulse of a row may be. `[N s]`
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Limit {
    /// Anything: a joint.
    Free,
    /// Zero or more: a contact along its normal.
    Push,
    /// No more than friction allows, by the impulse of the row before this one, either way.
    Friction {
        /// Coulomb's coefficient.
        coefficient: f64,
    },
    /// No more than this, either way: a motor.
    Within(f64),
}

/// One scalar equation or inequality on velocities: `J v + c λ = b`, or `≥ b` where λ is bounded.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Row {
    /// Where its terms begin and end in the list that all rows share.
    pub terms: [u32; 2],
    pub limit: Limit,
    /// Velocity that is asked for. `[m/s]`
    pub target: f64,
    /// Velocity given up per impulse; zero for what is rigid. `[1/kg]`
    pub compliance: f64,
    /// The impulse: before the solve what it starts from, after it the result. `[N s]`
    pub impulse: f64,
    /// Velocity along the row that parts overlap or closes an error, without giving speed: a target for [`Mobile::push`]. `[m/s]`
    pub push_target: f64,
    /// The same for `push`. `[N s]`
    pub push_impulse: f64,
    /// Velocity that a rebound leaves, if the row carries an impulse. `[m/s]`
    pub rebound: Option<f64>,
}

impl Row {
    /// Its terms. `all`: those of all rows.
    #[inline(always)]
    pub(crate) fn own_terms<'a>(&self, all: &'a [Term]) -> &'a [Term] {
        &all[self.terms[0] as usize..self.terms[1] as usize]
    }
}

impl Mobile {
    /// Whether an impulse or a push moves it.
    pub(crate) fn moves(&self) -> bool {
        self.inverse_mass.iter().chain(self.push_inverse_mass.iter().flatten()).any(|&inverse| inverse > 0.0)
    }
}
