//! What things are made of: named materials, as plain data.
//!
//! Every number is about matter itself, not about a body: of whatever size and spacing, a [`Mesh`](crate::blueprint::Mesh) of a material behaves like it. Take one by
//! name, or change its numbers:
//!
//! ```
//! use wobble2d::{Material, material::Matter, Triangle};
//!
//! let stiff_jelly = Material { matter: Matter::Triangles(Triangle::new(2000.0, 0.6)), ..Material::JELLY };
//! assert_eq!(Material::named("jelly"), Some(Material::JELLY));
//! # let _ = stiff_jelly;
//! ```

use crate::contact::Surface;
use crate::element::{Plasticity, Shape, Spring, Triangle};
use crate::error::{Result, require};
use crate::tear::Tearing;

/// What fills a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Matter {
    /// A spring along every edge of a mesh.
    Springs(Spring),
    /// Elastic triangles.
    Triangles(Triangle),
    /// One shape that is kept as a whole.
    Whole(Shape),
    /// Nothing: the body is its skin and what is in it. It cannot have holes.
    Hollow,
}

/// What runs along the outline of a body.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Skin {
    /// Force over relative stretch. `[N]`
    pub stretch: f32,
    /// Torque over curvature. `[N m²]`
    pub bend: f32,
    /// Damping of both, as the time in which stretching matters as much as stretch. `[s]`
    pub damping: f32,
}

/// A material; see the [module](self).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Material {
    /// Mass per area. `[kg/m²]`
    pub density: f32,
    /// What fills it.
    pub matter: Matter,
    /// What runs along its outline.
    pub skin: Option<Skin>,
    /// The pressure of the gas inside, balanced by an atmosphere at rest. `[N/m]`
    pub gas: Option<f32>,
    /// Pressure over relative loss of area of the body as a whole. `[N/m]`
    pub area: Option<f32>,
    /// How its springs or triangles flow when they are stretched too far.
    pub plasticity: Option<Plasticity>,
    /// Coulomb's coefficient of friction, 0 to 100.
    pub friction: f32,
    /// When it tears.
    pub tearing: Tearing,
}

impl Material {
    /// Trembles, sags a little and rings for a while.
    pub const JELLY: Self = Self::solid(2.0, Triangle::new(250.0, 0.6).damped(0.4), 0.5);
    /// Firm and bouncy; gives way sideways when pressed.
    pub const RUBBER: Self = Self::solid(4.0, Triangle::new(20_000.0, 0.8).damped(5.0), 1.0);
    /// Light; is crushed without bulging, and comes back without ringing.
    pub const FOAM: Self = Self::solid(0.4, Triangle::new(150.0, 0.05).damped(4.0), 0.8);
    /// A light skin around air: round, bouncy, dented by a finger.
    pub const BALLOON: Self = Self {
        density: 0.1,
        matter: Matter::Hollow,
        skin: Some(Skin { stretch: 80.0, bend: 0.1, damping: 0.01 }),
        gas: Some(150.0),
        area: None,
        plasticity: None,
        friction: 0.4,
        tearing: Tearing::NEVER,
    };
    /// A net of light, soft threads, for what hangs; lying on its side it crumples.
    pub const CLOTH: Self =
        Self { matter: Matter::Springs(Spring::new(40.0).damped(0.05)), ..Self::solid(0.3, Triangle::new(1.0, 0.0), 0.6) };
    /// Dents, and keeps most of the dent.
    pub const CLAY: Self = Self {
        plasticity: Some(Plasticity::new(0.015).creeping(60.0)),
        ..Self::solid(3.0, Triangle::new(1500.0, 0.8).damped(15.0), 0.9)
    };
    /// Flows slowly into a puddle, and keeps its area.
    pub const SLIME: Self = Self {
        matter: Matter::Whole(Shape::new(25.0).damped(5.0).forgetting(4.0)),
        area: Some(400.0),
        ..Self::solid(1.5, Triangle::new(1.0, 0.0), 0.3)
    };
    /// Rigid.
    pub const STEEL: Self = Self { matter: Matter::Whole(Shape::rigid()), ..Self::solid(8.0, Triangle::new(1.0, 0.0), 0.4) };

    /// All named materials.
    pub const ALL: [(&'static str, Self); 8] = [
        ("jelly", Self::JELLY),
        ("rubber", Self::RUBBER),
        ("foam", Self::FOAM),
        ("balloon", Self::BALLOON),
        ("cloth", Self::CLOTH),
        ("clay", Self::CLAY),
        ("slime", Self::SLIME),
        ("steel", Self::STEEL),
    ];

    /// The material of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|(known, _)| *known == name).map(|(_, material)| material)
    }

    /// Elastic matter with this density `[kg/m²]` and friction.
    pub const fn solid(density: f32, triangle: Triangle, friction: f32) -> Self {
        Self {
            density,
            matter: Matter::Triangles(triangle),
            skin: None,
            gas: None,
            area: None,
            plasticity: None,
            friction,
            tearing: Tearing::NEVER,
        }
    }

    /// The same, tearing.
    pub const fn tearing(self, tearing: Tearing) -> Self {
        Self { tearing, ..self }
    }

    /// How it touches others, for [`BodyDef::surface`](crate::BodyDef::surface).
    pub fn surface(&self) -> Surface {
        Surface { friction: self.friction, ..Surface::default() }
    }

    pub(crate) fn check(&self) -> Result<()> {
        let field = |name: &'static str| move || format!("material.{name}");
        let hint = "2 is a jelly, 8 is heavy";
        require((1e-6..=1e6).contains(&self.density), field("density"), "must be 1e-6 to 1e6 [kg/m²]", self.density, hint)?;
        let hint = "0 is ice";
        require((0.0..=100.0).contains(&self.friction), field("friction"), "must be 0 to 100", self.friction, hint)?;
        let positive = |value: Option<f32>| value.is_none_or(|value| value > 0.0 && value <= 1e9);
        let hint = "leave it out for none";
        require(positive(self.gas), field("gas"), "must be above 0 and at most 1e9 [N/m]", self.gas, hint)?;
        require(positive(self.area), field("area"), "must be above 0 and at most 1e9 [N/m]", self.area, hint)?;
        self.plasticity.map_or(Ok(()), |plasticity| plasticity.check())?;
        if let Some(Skin { stretch, bend, damping }) = self.skin {
            require((0.0..=1e9).contains(&stretch), field("skin.stretch"), "must be 0 to 1e9 [N]", stretch, "0 is slack")?;
            require((0.0..=1e9).contains(&bend), field("skin.bend"), "must be 0 to 1e9 [N m²]", bend, "0 is limp")?;
            require((0.0..=10.0).contains(&damping), field("skin.damping"), "must be 0 to 10 [s]", damping, "0 rings for ever")?;
        }
        Ok(())
    }
}
