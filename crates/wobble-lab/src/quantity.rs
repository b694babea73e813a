//! What can be measured of a world.

use core::cell::OnceCell;
use core::fmt;
use wobble2d::{Energy, World};

/// What can be measured of a world at any moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Quantity {
    /// All energy. `[J]`
    Energy,
    /// `½ m v²`. `[J]`
    KineticEnergy,
    /// `−m g·x`. `[J]`
    GravityEnergy,
    /// Energy stored in springs. `[J]`
    SpringEnergy,
    /// Work stored in bending. `[J]`
    BendingEnergy,
    /// Work stored in elastic triangles. `[J]`
    TriangleEnergy,
    /// Work stored in gas. `[J]`
    GasEnergy,
    /// Work stored in areas that resist change. `[J]`
    AreaEnergy,
    /// Potential of attractors. `[J]`
    AttractorEnergy,
    /// What muscles, pumps and flow have given to all bodies. `[J]`
    Work,
    /// To the right. `[N s]`
    MomentumX,
    /// Upwards. `[N s]`
    MomentumY,
    /// About the origin, counter-clockwise. `[N m s]`
    AngularMomentum,
    /// Inside all outlines. `[m²]`
    Area,
    /// The mean of `|A − A₀| / A₀` of all outlines.
    AreaError,
    /// Of the highest movable point. `[m]`
    Height,
    /// The root mean square speed of all movable points. `[m/s]`
    RmsSpeed,
    /// Of the spring that is stretched or squeezed most; without sign.
    WorstStrain,
    /// How many bodies have exploded and are frozen.
    FrozenBodies,
    /// Where a point is, to the right: the place of its body among all, and its number in the body. `[m]`
    X(u32, u32),
    /// Where a point is, upwards. `[m]`
    Y(u32, u32),
}

use Quantity::*;

/// A name that is none of a quantity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownQuantity(pub String);

impl Quantity {
    /// All that need no point.
    pub const ALL: [Self; 19] = [
        Energy,
        KineticEnergy,
        GravityEnergy,
        SpringEnergy,
        BendingEnergy,
        TriangleEnergy,
        GasEnergy,
        AreaEnergy,
        AttractorEnergy,
        Work,
        MomentumX,
        MomentumY,
        AngularMomentum,
        Area,
        AreaError,
        Height,
        RmsSpeed,
        WorstStrain,
        FrozenBodies,
    ];

    /// The names of several quantities at once.
    pub const GROUPS: [(&str, &[Self]); 2] = [
        (
            "energies",
            &[
                Energy,
                KineticEnergy,
                GravityEnergy,
                SpringEnergy,
                BendingEnergy,
                TriangleEnergy,
                GasEnergy,
                AreaEnergy,
                AttractorEnergy,
            ],
        ),
        ("momentum", &[MomentumX, MomentumY]),
    ];

    /// The quantities of a name: one, or those of a group. A point's place is `x@BODY.POINT`, `y@BODY.POINT` or `position@BODY.POINT`.
    ///
    /// # Errors
    /// If there is no such name.
    pub fn named(name: &str) -> Result<Vec<Self>, UnknownQuantity> {
        let unknown = || UnknownQuantity(name.to_string());
        if let Some((kind, point)) = name.split_once('@') {
            let (body, point) = point.split_once('.').ok_or_else(unknown)?;
            let (body, point) = (body.parse().map_err(|_| unknown())?, point.parse().map_err(|_| unknown())?);
            return match kind {
                "x" => Ok(vec![X(body, point)]),
                "y" => Ok(vec![Y(body, point)]),
                "position" => Ok(vec![X(body, point), Y(body, point)]),
                _ => Err(unknown()),
            };
        }
        let group = Self::GROUPS.iter().find(|(group, _)| *group == name).map(|(_, all)| all.to_vec());
        group
            .or_else(|| Self::ALL.into_iter().find(|quantity| quantity.name() == name).map(|quantity| vec![quantity]))
            .ok_or_else(unknown)
    }

    /// Its name, such as `rms-speed`.
    pub fn name(self) -> String {
        match self {
            Energy => "energy".into(),
            KineticEnergy => "kinetic-energy".into(),
            GravityEnergy => "gravity-energy".into(),
            SpringEnergy => "spring-energy".into(),
            BendingEnergy => "bending-energy".into(),
            TriangleEnergy => "triangle-energy".into(),
            GasEnergy => "gas-energy".into(),
            AreaEnergy => "area-energy".into(),
            AttractorEnergy => "attractor-energy".into(),
            Work => "work".into(),
            MomentumX => "momentum-x".into(),
            MomentumY => "momentum-y".into(),
            AngularMomentum => "angular-momentum".into(),
            Area => "area".into(),
            AreaError => "area-error".into(),
            Height => "height".into(),
            RmsSpeed => "rms-speed".into(),
            WorstStrain => "worst-strain".into(),
            FrozenBodies => "frozen-bodies".into(),
            X(body, point) => format!("x@{body}.{point}"),
            Y(body, point) => format!("y@{body}.{point}"),
        }
    }

    /// Its unit; empty for a pure number.
    pub fn unit(self) -> &'static str {
        match self {
            Energy | KineticEnergy | GravityEnergy | SpringEnergy | BendingEnergy | TriangleEnergy | GasEnergy | AreaEnergy
            | AttractorEnergy | Work => "J",
            MomentumX | MomentumY => "N s",
            AngularMomentum => "N m s",
            Area => "m²",
            AreaError | WorstStrain | FrozenBodies => "",
            Height | X(..) | Y(..) => "m",
            RmsSpeed => "m/s",
        }
    }

    /// What several of its kind are called together, for the axis of a plot.
    pub fn kind(self) -> String {
        match self.unit() {
            "J" => "energy".into(),
            "N s" => "momentum".into(),
            "m" => "place".into(),
            _ => self.name(),
        }
    }

    /// Measures it. Not a number where there is nothing to measure, such as the place of a point that does not exist.
    pub fn measure(self, world: &World) -> f64 {
        self.measure_with(world, &OnceCell::new())
    }

    /// The same; the energy of the world is worked out once for all quantities that share the cell.
    pub(crate) fn measure_with(self, world: &World, cell: &OnceCell<Energy>) -> f64 {
        let energy = |part: fn(&Energy) -> f64| part(cell.get_or_init(|| world.energy()));
        match self {
            Energy => energy(Energy::total),
            KineticEnergy => energy(|energy| energy.kinetic),
            GravityEnergy => energy(|energy| energy.gravity),
            SpringEnergy => energy(|energy| energy.springs),
            BendingEnergy => energy(|energy| energy.bends),
            TriangleEnergy => energy(|energy| energy.triangles),
            GasEnergy => energy(|energy| energy.gas),
            AreaEnergy => energy(|energy| energy.area),
            AttractorEnergy => energy(|energy| energy.attractors),
            Work => world.work().total(),
            MomentumX => world.momentum().x,
            MomentumY => world.momentum().y,
            AngularMomentum => world.angular_momentum(glam::Vec2::ZERO),
            Area => world.bodies().map(|body| f64::from(body.area())).sum(),
            AreaError => area_error(world),
            Height => highest(world),
            RmsSpeed => world.rms_speed(),
            WorstStrain => worst_strain(world),
            FrozenBodies => world.bodies().filter(|body| body.frozen().is_some()).count() as f64,
            X(body, point) => place(world, body, point).map_or(f64::NAN, |[x, ..]| x.into()),
            Y(body, point) => place(world, body, point).map_or(f64::NAN, |[_, y, ..]| y.into()),
        }
    }
}

fn place(world: &World, body: u32, point: u32) -> Option<[f32; 4]> {
    world.bodies().nth(body as usize)?.state().get(point as usize).copied()
}

fn area_error(world: &World) -> f64 {
    let errors =
        || world.bodies().filter(|body| body.rest_area() > 0.0).map(|body| f64::from(body.area() / body.rest_area() - 1.0).abs());
    let count = errors().count();
    if count == 0 { 0.0 } else { errors().sum::<f64>() / count as f64 }
}

fn highest(world: &World) -> f64 {
    let movable = world.bodies().flat_map(|body| {
        let points = (0..body.state().len() as u32).filter(move |&index| !body.is_pinned(index));
        points.map(move |index| f64::from(body.position(index).y))
    });
    movable.fold(f64::NEG_INFINITY, f64::max)
}

fn worst_strain(world: &World) -> f64 {
    let strains =
        world.bodies().flat_map(|body| (0..body.blueprint().springs().len() as u32).map(move |spring| body.strain(spring)));
    strains.map(|strain| f64::from(strain.abs())).fold(0.0, f64::max)
}

impl fmt::Display for UnknownQuantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<String> = Quantity::ALL.iter().map(|quantity| quantity.name()).collect();
        let groups = Quantity::GROUPS.map(|(name, _)| name).join(", ");
        write!(f, "there is no quantity `{}`; choose from {}, {groups}, or a point: position@BODY.POINT", self.0, names.join(", "))
    }
}

impl std::error::Error for UnknownQuantity {}

#[cfg(test)]
mod tests {
    use super::Quantity;

    #[test]
    fn every_quantity_is_found_by_its_name() {
        for quantity in Quantity::ALL.into_iter().chain([Quantity::X(3, 14), Quantity::Y(0, 0)]) {
            assert_eq!(Quantity::named(&quantity.name()), Ok(vec![quantity]));
        }
    }

    #[test]
    fn a_group_is_several_and_a_position_is_two() {
        assert_eq!(Quantity::named("momentum"), Ok(vec![Quantity::MomentumX, Quantity::MomentumY]));
        assert_eq!(Quantity::named("position@2.7"), Ok(vec![Quantity::X(2, 7), Quantity::Y(2, 7)]));
    }

    #[test]
    fn a_wrong_name_is_answered_with_the_right_ones() {
        for name in ["enrgy", "x@1", "x@a.b", "z@1.2", ""] {
            let error = Quantity::named(name).expect_err("no quantity").to_string();
            assert!(error.contains("rms-speed") && error.contains(&format!("`{name}`")), "{error}");
        }
    }
}
