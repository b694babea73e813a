//! What the methods do to energy, and that both faces of an element are the same physics.

use crate::common;

use common::{blob, empty_space, lattice, only, open_air, run};
use glam::vec2;
use wobble2d::blueprint::{Cloth, Pinned};
use wobble2d::{BodyDef, Fields, Method, PointId, Spring, World};

/// A free lattice, stretched by a tenth and turning.
fn ringing_lattice(method: Method, substeps: u32) -> World {
    let mut world = empty_space(method, substeps);
    let body = world.add(BodyDef::new(&lattice(8, 8, 50.0)).spinning(1.0)).unwrap();
    for index in 0..64 {
        let place = only(&world).position(index) * vec2(1.1, 1.0);
        world.place_point(PointId { body, index }, place).unwrap();
    }
    world
}

#[test]
fn velocity_verlet_keeps_the_energy_of_a_ringing_lattice_for_a_minute() {
    let mut world = ringing_lattice(Method::VelocityVerlet, 16);
    let start = world.energy().total();
    for second in 1..=60 {
        run(&mut world, 1.0);
        let ratio = world.energy().total() / start;
        assert!((ratio - 1.0).abs() < 0.02, "after {second} s: {ratio}");
    }
    // And it is a ringing lattice still, not one that came to rest.
    assert!(world.energy().springs > 0.01 * start);
}

#[test]
fn explicit_euler_gains_energy_where_the_symplectic_methods_stay_in_a_band() {
    let ratio = |method| {
        let mut world = ringing_lattice(method, 16);
        let start = world.energy().total();
        run(&mut world, 1.0);
        world.energy().total() / start
    };
    assert!(ratio(Method::ExplicitEuler) > 1.5);
    for method in [Method::SemiImplicitEuler, Method::PositionVerlet, Method::VelocityVerlet] {
        let ratio = ratio(method);
        assert!((ratio - 1.0).abs() < 0.03, "{method:?}: {ratio}");
    }
    let xpbd = ratio(Method::Xpbd);
    assert!(xpbd < 0.9, "XPBD keeps {xpbd}, although it is known to lose vibration");
}

#[test]
fn a_hanging_lattice_sags_by_the_same_length_under_all_six_methods() {
    // Within every method's limit: k h² / m is 8e-4 a point, and explicit Euler wants h < c / k = 7 ms.
    let spring = Spring::new(60.0).damped(0.4);
    let sheet = Cloth { columns: 6, rows: 8, spacing: 0.1, mass: 0.96, structural: spring, shear: spring, pinned: Pinned::Top };
    let blueprint = sheet.build().unwrap();
    let sag = |method: Method| {
        let mut world = open_air(method, 32);
        world.set_fields(Fields { damping: 1.0, ..Fields::default() }).unwrap();
        world.add(BodyDef::new(&blueprint)).unwrap();
        let before = only(&world).bounding_box().0.y;
        run(&mut world, 20.0);
        assert!(only(&world).frozen().is_none(), "{method:?} exploded");
        before - only(&world).bounding_box().0.y
    };
    let reference = sag(Method::Rk4);
    assert!(reference > 0.05, "it must sag visibly, or the test says nothing: {reference}");
    for method in Method::ALL {
        let sag = sag(method);
        assert!((sag / reference - 1.0).abs() < 0.01, "{method:?}: {sag} instead of {reference}");
    }
}

#[test]
fn switching_the_method_while_a_body_rings_keeps_positions_and_velocities() {
    let mut world = empty_space(Method::Rk4, 8);
    world.add(BodyDef::new(&blob()).moving(1.0, 0.0).spinning(2.0)).unwrap();
    for method in Method::ALL.into_iter().chain(Method::ALL) {
        let before = world.particles().to_vec();
        world.set_settings(wobble2d::Settings { method, ..*world.settings() }).unwrap();
        assert_eq!(world.particles(), before);
        let (p, e) = (world.momentum(), world.energy().total());
        world.step(1.0 / 600.0);
        assert!((world.momentum() - p).length() < 1e-5, "{method:?}");
        assert!((world.energy().total() / e - 1.0).abs() < 0.02, "{method:?}: no jump in energy");
    }
}

#[test]
fn the_energy_of_a_spring_is_half_k_times_stretch_squared() {
    let mut world = empty_space(Method::Rk4, 1);
    let body = world.add(BodyDef::new(&common::oscillator(100.0, 0.0))).unwrap();
    world.place_point(PointId { body, index: 1 }, vec2(1.5, 0.0)).unwrap();
    let energy = world.body_energy(body).unwrap();
    assert!((energy.springs - 12.5).abs() < 1e-5 && energy.total() == energy.springs, "{energy:?}");
    // And the force is its slope.
    let force = world.force_on(PointId { body, index: 1 }).unwrap();
    assert!((force - vec2(-50.0, 0.0)).length() < 1e-4, "{force}");
}

#[test]
fn the_energy_of_a_gas_is_the_work_its_pressure_does() {
    use wobble2d::{Blueprint, Gas};
    for gas in [Gas::in_vacuum(7.0), Gas::in_atmosphere(7.0)] {
        let square = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)];
        let blueprint = Blueprint::builder().points(square, 1.0).outline(0..4).gas(gas).build().unwrap();
        // From the rest area through the bounded pressure of a flat body to one turned inside out.
        for width in [1.7f32, 1.0, 0.5, 0.1, 0.02, -0.3] {
            let energy_at = |width: f32| {
                let mut world = empty_space(Method::Rk4, 1);
                let body = world.add(BodyDef::new(&blueprint)).unwrap();
                for index in [1, 2] {
                    world.place_point(PointId { body, index }, vec2(width, (index - 1) as f32)).unwrap();
                }
                world.energy().gas
            };
            let (step, h) = (f64::from(width), 1e-3);
            let slope = (energy_at(width + 1e-3) - energy_at(width - 1e-3)) / (2.0 * h);
            let pressure = f64::from(gas.pressure(width, 1.0));
            assert!((slope + pressure).abs() < 0.01 * (1.0 + pressure.abs()), "{gas:?} at {step}: dE/dS {slope}, p {pressure}");
        }
    }
}

#[test]
fn a_large_sheet_does_not_swing_itself_up() {
    let spring = Spring::new(1e5);
    let cloth = Cloth { columns: 150, rows: 150, spacing: 0.04, mass: 4.0, structural: spring, shear: spring, pinned: Pinned::Top };
    let mut world = World::new();
    world.add(BodyDef::new(&cloth.build().unwrap())).unwrap();
    let moving = |world: &World| world.energy().kinetic + world.energy().gravity;
    let begin = moving(&world);
    for frame in 0..600 {
        world.step(1.0 / 60.0);
        assert!(moving(&world) < begin + 0.01, "frame {frame}: {} J more than at first", moving(&world) - begin);
    }
}
