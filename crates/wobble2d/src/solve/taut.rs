//! Hinges that carry a pull: what keeps light links between heavy bodies from buzzing.
//!
//! ```text
//!        F ◄──●────r────(I)          turned by θ, the arm r leaves the line of F:  torque  −(r·F) θ
//! ```
//! Rows act along the directions of the beginning of a substep, so this restoring torque is integrated explicitly, and is unstable as soon as
//! `h² r·F > 4 I`: with 1000 : 1 at its end a chain always is. The cure is to add inertia in that proportion, but only to the *relative* spin of the two bodies,
//! as a soft row that resists its change:
//!
//! ```text
//!     λ = −e ((ω₁ − ω₂) − (ω₁ − ω₂)_before)           e = h (r₁ − r₂)·λ_hinge − I/2
//! ```
//! Its impulses are equal and opposite: a chain that flies freely keeps its angular momentum, which inertia added to each body would not. At rest and in a rigid
//! rotation it does nothing.

use super::row::{Limit, Mobile, NONE, Row, Term};

/// An end of a hinge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HingeEnd {
    /// Its index, or [`NONE`].
    pub mobile: u32,
    /// From the centre of mass to the hinge. `[m]`
    pub arm: [f64; 2],
}

/// The inertia that a hinge adds to the relative spin of its ends. `impulse`: that of the substep before, on the first end. `[N s]`, result `[kg m²]`
pub(crate) fn added_inertia(mobiles: &[Mobile], ends: [HingeEnd; 2], impulse: [f64; 2], h: f64) -> f64 {
    let [first, second] = ends.map(|end| mobiles.get(end.mobile as usize).map_or(0.0, |own| own.inverse_mass[2]));
    let arm = [ends[0].arm[0] - ends[1].arm[0], ends[0].arm[1] - ends[1].arm[1]];
    let stiffness = arm[0] * impulse[0] + arm[1] * impulse[1];
    let inertia = h * stiffness - 2.0 / (first + second);
    if inertia > 0.0 && inertia < f64::INFINITY { inertia } else { 0.0 }
}

/// The row that adds it, if there is any; its terms are added to those of all rows. `inertia`: that of the substep before, and now.
pub(crate) fn spin_row(mobiles: &[Mobile], terms: &mut Vec<Term>, ends: [HingeEnd; 2], inertia: [f64; 2]) -> Option<Row> {
    let [before, now] = inertia;
    if now <= 0.0 {
        return None;
    }
    let [first, second] = ends.map(|end| mobiles.get(end.mobile as usize).map_or(0.0, |own| own.velocity[2]));
    let kept = if before < now { (before / now).sqrt() } else { 1.0 };
    let start = terms.len() as u32;
    for (end, sign) in [(ends[0], 1.0), (ends[1], -1.0)] {
        if end.mobile != NONE {
            terms.push(Term { mobile: end.mobile, jacobian: [0.0, 0.0, sign] });
        }
    }
    Some(Row {
        terms: [start, terms.len() as u32],
        limit: Limit::Free,
        target: kept * (first - second),
        compliance: 1.0 / now,
        impulse: 0.0,
        push_target: 0.0,
        push_impulse: 0.0,
        rebound: None,
    })
}
