//! What bodies are made of: elastic triangles, resistance to bending, shapes kept as a whole, skins, and named materials.

use super::link::Spring;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use wobble2d::material;

/// Elastic matter with Young's modulus and Poisson's ratio.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Triangle {
    /// Young's modulus: force per width over relative stretch. `[N/m]`
    #[schemars(range(min = 1e-6, max = 1e12), extend("x-hint" = "250 trembles like jelly, 20000 is rubber"))]
    pub young: f32,
    /// Poisson's ratio of the plane: by how much of its relative stretch a strip gets narrower.
    #[schemars(range(min = -0.95, max = 0.995), extend("x-hint" = "0.3 is usual; 0.96 is a slice of rubber"))]
    pub poisson: f32,
    /// Like `young`, but over the rate of relative stretch. `[N s/m]`
    #[schemars(range(min = 0.0, max = 1e9), extend("x-hint" = "0 lets it ring for ever"))]
    pub damping: f32,
}

impl Default for Triangle {
    /// Jelly.
    fn default() -> Self {
        Self { young: 250.0, poisson: 0.6, damping: 0.4 }
    }
}

impl From<Triangle> for wobble2d::Triangle {
    fn from(Triangle { young, poisson, damping }: Triangle) -> Self {
        Self { young, poisson, damping }
    }
}

/// Resistance to bending.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Bend {
    /// Torque over curvature: of a strip, Young's modulus times thickness³/12. `[N m²]`
    #[schemars(range(min = 1e-9, max = 1e12), extend("x-hint" = "leave it out for what bends freely"))]
    pub stiffness: f32,
    /// Torque over the rate of curvature. `[N m² s]`
    #[schemars(range(min = 0.0, max = 1e9), extend("x-hint" = "0 lets it ring for ever"))]
    pub damping: f32,
}

impl Default for Bend {
    fn default() -> Self {
        Self { stiffness: 1.0, damping: 0.01 }
    }
}

impl From<Bend> for wobble2d::Bend {
    fn from(Bend { stiffness, damping }: Bend) -> Self {
        Self { stiffness, damping }
    }
}

/// A rest shape that is kept as a whole.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Whole {
    /// How fast every deformation swings; if left out, the body is rigid. `[rad/s]`
    #[schemars(range(min = 1e-3, max = 1e5), extend("x-hint" = "leave it out for a rigid body"))]
    pub rate: Option<f32>,
    /// The rate at which deforming motion dies. `[1/s]`
    #[schemars(range(min = 0.0, max = 1e5), extend("x-hint" = "0 lets it ring for ever"))]
    pub damping: f32,
    /// The rate at which the body takes its present shape for its rest shape; needs a `rate`. `[1/s]`
    #[schemars(range(min = 0.0, max = 1e5), extend("x-hint" = "0 remembers for ever"))]
    pub forgets: f32,
}

impl From<Whole> for wobble2d::Shape {
    fn from(Whole { rate, damping, forgets }: Whole) -> Self {
        Self { rate, damping, forgets }
    }
}

/// What fills a body. Exactly one of these is given.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Matter {
    /// A spring along every edge of the mesh.
    Springs(Spring),
    /// Elastic triangles.
    Triangles(Triangle),
    /// One shape that is kept as a whole: clay, slime, or what is rigid.
    Whole(Whole),
    /// Nothing: the body is its skin and the gas in it. It cannot have holes.
    Hollow,
}

impl From<Matter> for material::Matter {
    fn from(matter: Matter) -> Self {
        match matter {
            Matter::Springs(spring) => Self::Springs(spring.into()),
            Matter::Triangles(triangle) => Self::Triangles(triangle.into()),
            Matter::Whole(whole) => Self::Whole(whole.into()),
            Matter::Hollow => Self::Hollow,
        }
    }
}

/// What runs along an outline.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Skin {
    /// Force over relative stretch. `[N]`
    #[schemars(range(min = 0.0, max = 1e9), extend("x-hint" = "0 is slack"))]
    pub stretch: f32,
    /// Torque over curvature. `[N m²]`
    #[schemars(range(min = 0.0, max = 1e9), extend("x-hint" = "0 is limp"))]
    pub bend: f32,
    /// Damping of both, as the time in which stretching matters as much as stretch. `[s]`
    #[schemars(range(min = 0.0, max = 10.0), extend("x-hint" = "0 rings for ever"))]
    pub damping: f32,
}

impl Default for Skin {
    /// The skin of a balloon.
    fn default() -> Self {
        Self { stretch: 80.0, bend: 0.1, damping: 0.01 }
    }
}

impl From<Skin> for material::Skin {
    fn from(Skin { stretch, bend, damping }: Skin) -> Self {
        Self { stretch, bend, damping }
    }
}

/// A material that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Preset {
    /// Trembles, sags a little and rings for a while.
    Jelly,
    /// Firm and bouncy; gives way sideways when pressed.
    Rubber,
    /// Light; is crushed without bulging, and comes back without ringing.
    Foam,
    /// A light skin around air: round, bouncy, dented by a finger.
    Balloon,
    /// A net of light, soft threads, for what hangs.
    Cloth,
    /// Dents, and keeps most of the dent.
    Clay,
    /// Flows slowly into a puddle, and keeps its area.
    Slime,
    /// Rigid.
    Steel,
}

impl Preset {
    /// All of them, by the names that a file uses.
    pub const ALL: [(&'static str, Self); 8] = [
        ("jelly", Self::Jelly),
        ("rubber", Self::Rubber),
        ("foam", Self::Foam),
        ("balloon", Self::Balloon),
        ("cloth", Self::Cloth),
        ("clay", Self::Clay),
        ("slime", Self::Slime),
        ("steel", Self::Steel),
    ];

    /// The one of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, preset)| preset)
    }
}

impl From<Preset> for wobble2d::Material {
    fn from(preset: Preset) -> Self {
        match preset {
            Preset::Jelly => Self::JELLY,
            Preset::Rubber => Self::RUBBER,
            Preset::Foam => Self::FOAM,
            Preset::Balloon => Self::BALLOON,
            Preset::Cloth => Self::CLOTH,
            Preset::Clay => Self::CLAY,
            Preset::Slime => Self::SLIME,
            Preset::Steel => Self::STEEL,
        }
    }
}
