//! How contacts are found and answered.

use crate::error::{Result, require};

/// How contacts between bodies are found and answered. The default is the good one; the rest is for the laboratory.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub struct ContactSettings {
    /// How touches are found.
    pub detector: Detector,
    /// What a touch does under the force methods. XPBD always moves positions, whatever is said here.
    pub response: Response,
    /// How surfaces rub.
    pub friction: FrictionLaw,
    /// How the restitutions of two surfaces become one.
    pub restitution: RestitutionRule,
}

/// How touches are found.
///
/// All but the first look at present places only, in every substep, and know nothing of motion or of the step before. They have well-known
/// failures and keep them: see the physics documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Detector {
    /// Where a vertex came in decides, by motion and memory; candidates are found once a step.
    #[default]
    Swept,
    /// A vertex inside another outline is held by the nearest edge. At sharp corners that is often the wrong one.
    NearestEdge {
        /// Whether an edge counts only if the mass centre of the vertex's own body is outside of it. Mends squares that
        /// are pushed together, and breaks strongly concave bodies.
        barycentre: bool,
    },
    /// A vertex inside a convex cell of another body is held by the least penetrated outer edge of that cell.
    ConvexCells,
    /// The line from a body's mass centre to a vertex meets an edge of another body.
    Diagonals,
}

impl Detector {
    /// All detectors, nearest edge without and with its cure.
    pub const ALL: [Self; 5] = [
        Self::Swept,
        Self::NearestEdge { barycentre: false },
        Self::NearestEdge { barycentre: true },
        Self::ConvexCells,
        Self::Diagonals,
    ];
}

/// What a touch does under the force methods.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
pub enum Response {
    /// An impulse turns back what approaches, and what overlaps is put apart.
    #[default]
    Impulse,
    /// A spring and a damper between vertex and edge push for as long as they overlap. Bodies sink into each other by force over
    /// stiffness, and rebound by that spring, not by their restitution.
    Penalty {
        /// Force per depth, 0 to 1e9. `[N/m]`
        stiffness: f32,
        /// Force per closing speed, 0 to 1e6. `[N s/m]`
        viscosity: f32,
    },
}

/// How surfaces rub.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum FrictionLaw {
    /// At most `√(μ₁ μ₂)` times the push: holds below, slides above.
    #[default]
    Coulomb,
    /// Every substep takes away the part `f₁ f₂` of the sliding speed, however hard the push, and so holds nothing. Products
    /// above 1 count as 1.
    Product,
}

/// How the restitutions of two surfaces become one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum RestitutionRule {
    /// `e₁ e₂`: nothing rebounds from what is dead.
    #[default]
    Product,
    /// The larger of the two.
    Largest,
}

impl ContactSettings {
    pub(crate) fn check(&self) -> Result<()> {
        let Response::Penalty { stiffness, viscosity } = self.response else { return Ok(()) };
        let field = |name: &'static str| move || format!("settings.contact.response.{name}");
        let hint = "1e4 lets a kilogram sink in by a millimetre";
        require((0.0..=1e9).contains(&stiffness), field("stiffness"), "must be 0 to 1e9 [N/m]", stiffness, hint)?;
        let hint = "0 rebounds, more swallows the blow";
        require((0.0..=1e6).contains(&viscosity), field("viscosity"), "must be 0 to 1e6 [N s/m]", viscosity, hint)
    }
}
