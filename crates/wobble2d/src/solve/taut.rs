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

use super::row::{Limit, Mobile, NONE, Row, TERMS, Term};

/// An end of a hinge.
#[derive(Clone, Copy, Debug)]
pub(crate) struct HingeEnd {
    /// Its index, or [`NONE`].
    pub mobile: u32,
    /// From the centre of mass to the hinge. `[m]`
    pub arm: [f64; 2],
}

/// The row that a taut hinge needs, if it does. `impulse`: that of the hinge in the substep before, on the first end. `[N s]`
pub(crate) fn spin_row(mobiles: &[Mobile], ends: [HingeEnd; 2], impulse: [f64; 2], h: f64) -> Option<Row> {
    let turning = ends.map(|end| mobiles.get(end.mobile as usize).map_or([0.0; 2], |own| [own.velocity[2], own.inverse_mass[2]]));
    let [[first, inverse_first], [second, inverse_second]] = turning;
    let arm = [ends[0].arm[0] - ends[1].arm[0], ends[0].arm[1] - ends[1].arm[1]];
    let stiffness = arm[0] * impulse[0] + arm[1] * impulse[1];
    let inertia = h * stiffness - 0.5 / (inverse_first + inverse_second);
    if !(inertia > 0.0 && inertia < f64::INFINITY) {
        return None;
    }
    let mut terms = [Term::default(); TERMS];
    for (term, (end, sign)) in terms.iter_mut().zip([(ends[0], 1.0), (ends[1], -1.0)]) {
        *term = Term { mobile: end.mobile, jacobian: if end.mobile == NONE { [0.0; 3] } else { [0.0, 0.0, sign] } };
    }
    Some(Row {
        terms,
        limit: Limit::Free,
        target: first - second,
        compliance: 1.0 / inertia,
        impulse: 0.0,
        push_target: 0.0,
        push_impulse: 0.0,
        rebound: None,
    })
}
