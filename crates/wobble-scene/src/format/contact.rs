//! How contacts are found and answered.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How contacts between bodies are found and answered. The default is the good one; the rest is for the laboratory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Contact {
    /// How touches are found.
    pub detector: Detector,
    /// What a touch does under the force methods.
    pub response: Response,
    /// How surfaces rub.
    pub friction: FrictionLaw,
    /// How the restitutions of two surfaces become one.
    pub restitution: RestitutionRule,
}

/// How touches are found. All but the first have well-known failures, and keep them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Detector {
    /// Where a vertex came in decides, by motion and memory.
    #[default]
    Swept,
    /// A vertex inside another outline is held by the nearest edge.
    NearestEdge,
    /// The same, but an edge counts only if the mass centre of the vertex's own body is outside of it.
    NearestEdgeWithBarycentre,
    /// A vertex inside a convex cell is held by the least penetrated outer edge of that cell.
    ConvexCells,
    /// The line from a body's mass centre to a vertex meets an edge of another body.
    Diagonals,
}

/// What a touch does under the force methods.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Response {
    /// An impulse turns back what approaches, and what overlaps is put apart.
    #[default]
    Impulse,
    /// A spring and a damper push for as long as there is an overlap.
    Penalty(Penalty),
}

/// The spring and the damper of an overlap.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Penalty {
    /// Force per depth. `[N/m]`
    #[schemars(range(min = 0.0, max = 1e9), extend("x-hint" = "1e4 lets a kilogram sink in by a millimetre"))]
    pub stiffness: f32,
    /// Force per closing speed. `[N s/m]`
    #[schemars(range(min = 0.0, max = 1e6), extend("x-hint" = "0 rebounds, more swallows the blow"))]
    pub viscosity: f32,
}

impl Default for Penalty {
    fn default() -> Self {
        Self { stiffness: 1e4, viscosity: 1.0 }
    }
}

/// How surfaces rub.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FrictionLaw {
    /// At most `√(μ₁ μ₂)` times the push: holds below, slides above.
    #[default]
    Coulomb,
    /// Every substep takes away the part `f₁ f₂` of the sliding speed, however hard the push.
    Product,
}

/// How the restitutions of two surfaces become one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum RestitutionRule {
    /// `e₁ e₂`: nothing rebounds from what is dead.
    #[default]
    Product,
    /// The larger of the two.
    Largest,
}

impl From<Contact> for wobble2d::ContactSettings {
    fn from(contact: Contact) -> Self {
        Self {
            detector: match contact.detector {
                Detector::Swept => wobble2d::Detector::Swept,
                Detector::NearestEdge => wobble2d::Detector::NearestEdge { barycentre: false },
                Detector::NearestEdgeWithBarycentre => wobble2d::Detector::NearestEdge { barycentre: true },
                Detector::ConvexCells => wobble2d::Detector::ConvexCells,
                Detector::Diagonals => wobble2d::Detector::Diagonals,
            },
            response: match contact.response {
                Response::Impulse => wobble2d::Response::Impulse,
                Response::Penalty(Penalty { stiffness, viscosity }) => wobble2d::Response::Penalty { stiffness, viscosity },
            },
            friction: match contact.friction {
                FrictionLaw::Coulomb => wobble2d::FrictionLaw::Coulomb,
                FrictionLaw::Product => wobble2d::FrictionLaw::Product,
            },
            restitution: match contact.restitution {
                RestitutionRule::Product => wobble2d::RestitutionRule::Product,
                RestitutionRule::Largest => wobble2d::RestitutionRule::Largest,
            },
        }
    }
}
