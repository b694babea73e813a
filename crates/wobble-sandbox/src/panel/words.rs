//! What methods are called, and what they do to energy and spin.

use wobble2d::Method;

/// A name for people.
pub(crate) const fn name(method: Method) -> &'static str {
    match method {
        Method::ExplicitEuler => "Explicit Euler",
        Method::SemiImplicitEuler => "Semi-implicit Euler",
        Method::PositionVerlet => "Position Verlet",
        Method::VelocityVerlet => "Velocity Verlet",
        Method::Rk4 => "Runge–Kutta 4",
        Method::Xpbd => "XPBD",
        Method::Implicit => "Implicit",
    }
}

/// What it does to energy and spin, without whitewash.
pub(crate) const fn effect(method: Method) -> &'static str {
    match method {
        Method::ExplicitEuler => {
            "Gains energy: whatever can swing swings more and more, and what spins flies apart. Here to be seen."
        }
        Method::SemiImplicitEuler => {
            "Energy stays in a band and springs keep spin, so wobble lasts. Stiff bodies need short substeps."
        }
        Method::PositionVerlet => "Energy stays in a narrow band and springs keep spin, for one force evaluation a substep.",
        Method::VelocityVerlet => "Energy stays in a narrow band and springs keep spin; velocities belong to the positions.",
        Method::Rk4 => {
            "Most accurate for soft bodies; loses energy slowly and spin hardly at all. Stiff bodies need short substeps."
        }
        Method::Xpbd => "Takes any stiffness; eats vibration within a second or so. The spin its sweeps take is given back.",
        Method::Implicit => {
            "As stiff as stated on any mesh. Keeps wobble and swing where nothing touches, damps them in contact. Soft bodies are done by XPBD."
        }
    }
}
