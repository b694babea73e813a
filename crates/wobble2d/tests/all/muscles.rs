//! Muscles and pumps: that they do what their signals say, that the energy they bring is counted, and what they cannot do.

use crate::common;

use common::{add, blob, empty_space, lattice, only, open_air, oscillator, run};
use glam::{Vec2, vec2};
use wobble2d::blueprint::{Balloon, Lattice};
use wobble2d::{Action, Area, Blueprint, BodyDef, Bounds, Gas, Method, Settings, Signal, Tuning, Width, World};

const STEP: f32 = 1.0 / 60.0;

fn sine(mean: f32, amplitude: f32, period: f32, phase: f32) -> Option<Signal> {
    Some(Signal::Sine { mean, amplitude, period, phase })
}

/// Makes every spring of the first body a muscle, each with its own beat. So little that it does not fold, since folded bodies touch themselves.
fn make_it_twitch(world: &mut World) {
    let body = only(world).id();
    let count = only(world).blueprint().springs().len() as u32;
    for spring in 0..count {
        let k = spring as f32;
        world.set_muscle(body, spring, sine(1.0, 0.06, 0.4 + 0.01 * k, 0.1 * k)).unwrap();
    }
}

#[test]
fn a_driven_oscillator_follows_the_formula() {
    // m = 1, k = 100: ω = 10. The rest length is 1 + 0.2 sin Ωt with Ω = 4, so that x − 1 = A sin Ωt − A Ω/ω sin ωt with A = 0.2 ω²/(ω² − Ω²).
    let exact = |t: f64| {
        let a = 0.2 * 100.0 / (100.0 - 16.0);
        1.0 + a * libm::sin(4.0 * t) - a * 0.4 * libm::sin(10.0 * t)
    };
    for method in Method::ALL {
        let mut world = empty_space(method, 64);
        let body = add(&mut world, &oscillator(100.0, 0.0));
        world.set_muscle(body, 0, sine(1.0, 0.2, core::f32::consts::TAU / 4.0, 0.0)).unwrap();
        run(&mut world, 1.0);
        let (found, exact) = (f64::from(only(&world).position(1).x), exact(1.0));
        // The rest length of a substep is that at its beginning: half a substep late, h Ω A / 2 = 2e-4. Euler's methods, XPBD and a single link under the implicit method add h ω² t / 2 A = 3 %.
        let first_order = matches!(method, Method::ExplicitEuler | Method::SemiImplicitEuler | Method::Xpbd | Method::Implicit);
        let tolerance = if first_order { 8e-3 } else { 6e-4 };
        assert!((found - exact).abs() < tolerance, "{method:?}: {found} m instead of {exact} m");
    }
}

#[test]
fn a_muscle_set_by_code_takes_its_value_at_once() {
    for method in Method::ALL {
        let mut world = empty_space(method, 16);
        let body = add(&mut world, &oscillator(400.0, 40.0));
        for value in [0.6f32, 1.5, 1.0] {
            world.set_muscle(body, 0, Some(Signal::Constant(value))).unwrap();
            run(&mut world, 2.0);
            assert_eq!(only(&world).rest_length(0), Some(value));
            assert!((only(&world).position(1).x - value).abs() < 1e-3, "{method:?}: {}", only(&world).position(1));
        }
        world.set_muscle(body, 0, None).unwrap();
        assert_eq!((only(&world).rest_length(0), only(&world).muscles().count()), (Some(1.0), 0));
    }
}

#[test]
fn what_muscles_give_is_what_the_body_has_gained() {
    // Position Verlet is left out: it kicks a whole substep with the new rest lengths, where half of it belongs to the old ones.
    for (method, tolerance) in [(Method::VelocityVerlet, 5e-3), (Method::Rk4, 2e-3)] {
        let mut world = empty_space(method, 32);
        add(&mut world, &lattice(4, 4, 40.0));
        make_it_twitch(&mut world);
        let mut most = 0.0f64;
        for second in 1..=10 {
            run(&mut world, 1.0);
            let (energy, work) = (world.energy().total(), world.work().muscles);
            most = most.max(energy);
            assert!((energy - work).abs() < tolerance * most, "{method:?}, {second} s: {energy} J of {work} J");
        }
        assert!(most > 0.02, "{method:?}: they have hardly moved it, {most} J");
    }
}

#[test]
fn muscles_and_pumps_move_neither_the_mass_centre_nor_the_spin_of_a_free_body() {
    let filled = blob().to_builder().gas(Gas::in_atmosphere(30.0)).build().unwrap();
    for (name, blueprint) in [("lattice", lattice(4, 4, 200.0)), ("blob", filled)] {
        for method in Method::ALL {
            let mut world = empty_space(method, 16);
            let body = add(&mut world, &blueprint);
            make_it_twitch(&mut world);
            if name == "blob" {
                world.set_pump(body, sine(1.5, 0.5, 0.7, 0.0)).unwrap();
            }
            // What swings without damping explodes under explicit Euler, sooner or later.
            run(&mut world, if method == Method::ExplicitEuler { 0.1 } else { 10.0 });
            assert!(
                only(&world).frozen().is_none() && world.work().muscles.abs() > 0.01,
                "{name}, {method:?}: nothing happens, {:?}",
                world.work()
            );
            let moved = only(&world).centre().length();
            // A random walk of rounding over 9600 substeps, with velocities of a metre a second.
            assert!(moved < 2e-4, "{name}, {method:?}: the centre has moved by {moved} m");
            let spin: f32 = (0..blueprint.points().len() as u32)
                .map(|i| blueprint.points()[i as usize].mass * only(&world).position(i).perp_dot(only(&world).velocity(i)))
                .sum();
            // Explicit Euler turns by v × a h² a substep, whatever the forces.
            assert!(
                spin.abs() < if method == Method::ExplicitEuler { 0.1 } else { 1e-4 },
                "{name}, {method:?}: it turns, {spin} kg m²/s"
            );
        }
    }
}

#[test]
fn bodies_of_one_blueprint_have_muscles_of_their_own() {
    let blueprint = lattice(4, 4, 100.0);
    let world_of = |twitching: bool| {
        let mut world = open_air(Method::Xpbd, 8);
        for k in 0..8 {
            world.add(BodyDef::new(&blueprint).at(2.0 * k as f32, 5.0).spinning(1.0)).unwrap();
        }
        if twitching {
            make_it_twitch(&mut world);
        }
        run(&mut world, 0.5);
        world
    };
    let (still, twitching) = (world_of(false), world_of(true));
    assert_ne!(still.particles()[..16], twitching.particles()[..16]);
    assert_eq!(still.particles()[16..], twitching.particles()[16..]);
    assert_eq!(twitching.bodies().nth(1).unwrap().rest_length(0), still.bodies().nth(1).unwrap().rest_length(0));
}

#[test]
fn a_world_with_muscles_goes_on_from_a_snapshot_and_at_any_width_with_the_same_bits() {
    // More than 64 springs, so that they come in packets of eight.
    let sheet = Lattice { columns: 8, rows: 8, ..Lattice::default() }.build().unwrap();
    for method in Method::ALL {
        let mut world = open_air(method, 4);
        world.set_settings(Settings { bounds: Some(Bounds::new(vec2(-5.0, 0.0), vec2(5.0, 9.0))), ..*world.settings() }).unwrap();
        world.add(BodyDef::new(&sheet).at(0.0, 1.5)).unwrap();
        let balloon = world.add(BodyDef::new(&Balloon::default().build().unwrap()).at(2.0, 2.0)).unwrap();
        world.set_pump(balloon, sine(1.0, 0.2, 1.0, 0.0)).unwrap();
        make_it_twitch(&mut world);
        run(&mut world, 0.25);
        let mut narrow = World::restore(&world.save()).unwrap();
        narrow.set_settings(Settings { width: Width::One, ..*narrow.settings() }).unwrap();
        assert_eq!((narrow.state_hash(), narrow.work()), (world.state_hash(), world.work()));
        for step in 0..30 {
            world.step(STEP);
            narrow.step(STEP);
            assert_eq!(world.state_hash(), narrow.state_hash(), "{method:?}, step {step}");
        }
        let hash = world.state_hash();
        world.set_muscle(only(&world).id(), 3, sine(1.0, 0.2, 0.43, 0.31)).unwrap();
        assert_ne!(world.state_hash(), hash);
    }
}

#[test]
fn a_pump_blows_a_body_up_to_the_area_that_its_gas_fills() {
    // Without a skin the gas alone decides: against an atmosphere, twice the gas fills twice the area.
    let gas = Gas::in_atmosphere(20.0).viscous(20.0);
    let ring = |builder: wobble2d::blueprint::BlueprintBuilder| {
        (0..12u32).fold(builder, |builder, k| builder.point(0.5 * Vec2::from_angle(core::f32::consts::TAU * k as f32 / 12.0), 0.1))
    };
    let bag = ring(Blueprint::builder()).outline(0..12).gas(gas).build().unwrap();
    let sought = ring(Blueprint::builder()).outline(0..12).area(Area { stiffness: 100.0, inflation: 1.0 }).build().unwrap();
    for (name, blueprint) in [("gas", bag), ("area", sought)] {
        for method in Method::ALL {
            let mut world = empty_space(method, 16);
            world.set_fields(wobble2d::Fields { damping: 4.0, ..wobble2d::Fields::none() }).unwrap();
            let tuning = Tuning { size: 1.5, ..Tuning::default() };
            let body = world.add(BodyDef::new(&blueprint).tuned(tuning)).unwrap();
            let before = only(&world).area();
            world.set_pump(body, Some(Signal::Keyframes { frames: vec![[0.0, 1.0], [2.0, 2.0]], repeats: false })).unwrap();
            run(&mut world, 8.0);
            let grown = only(&world).area() / before;
            assert!((grown - 2.0).abs() < 0.01, "{name}, {method:?}: {grown} times the area");
        }
    }
}

#[test]
fn what_pumps_give_is_what_the_body_has_gained() {
    // Both at ease at the beginning: what swings too far folds, and folded bodies touch themselves.
    let balloon = Balloon { gas: Some(Gas::in_atmosphere(30.0)), tightness: 1.0, ..Balloon::default() };
    for blueprint in [balloon, Balloon::default()].map(|balloon| balloon.build().unwrap()) {
        let gas = Gas { viscosity: 0.0, ..blueprint.gas().unwrap() };
        let blueprint = blueprint.to_builder().scale_springs(1.0, 0.0).gas(gas).build().unwrap();
        let mut world = empty_space(Method::Rk4, 64);
        let body = add(&mut world, &blueprint);
        world.set_pump(body, sine(1.05, 0.05, 0.5, 0.0)).unwrap();
        let start = world.energy().total();
        for second in 1..=5 {
            run(&mut world, 1.0);
            let (gained, work) = (world.energy().total() - start, world.work().pumps);
            let exchanged = world.energy().kinetic + world.energy().springs;
            assert!((gained - work).abs() < 1e-3 * exchanged, "{second} s: {gained} J of {work} J");
        }
    }
}

#[test]
fn who_works_stays_awake_and_who_holds_still_may_sleep() {
    let lying = |signal: Signal| {
        let mut world = open_air(Method::Xpbd, 8);
        let bounds = Some(Bounds::new(vec2(-5.0, 0.0), vec2(5.0, 9.0)));
        world.set_settings(Settings { bounds, sleep: true, ..*world.settings() }).unwrap();
        let body = world.add(BodyDef::new(&lattice(4, 4, 2000.0)).at(0.0, 0.2)).unwrap();
        world.set_muscle(body, 0, Some(signal)).unwrap();
        run(&mut world, 8.0);
        only(&world).is_asleep()
    };
    assert!(lying(Signal::Constant(0.9)));
    assert!(!lying(Signal::Square { low: 0.999, high: 1.0, period: 30.0, phase: 0.0 }));
}

#[test]
fn muscles_of_springs_that_remain_survive_a_change_of_blueprint() {
    let blueprint = lattice(3, 3, 100.0);
    let mut world = empty_space(Method::Xpbd, 8);
    let body = add(&mut world, &blueprint);
    let last = blueprint.springs().len() as u32 - 1;
    world.set_muscle(body, 0, Some(Signal::Constant(0.8))).unwrap();
    world.set_muscle(body, last, Some(Signal::Constant(0.7))).unwrap();
    run(&mut world, 0.1);
    // The same without its first spring.
    let springs = blueprint.springs();
    let fewer = blueprint.points().iter().fold(Blueprint::builder(), |fewer, point| fewer.point(point.position, point.mass));
    let fewer = springs[1..].iter().fold(fewer, |fewer, &([a, b], spring)| fewer.spring(a, b, spring)).build().unwrap();
    world.set_blueprint(body, &fewer).unwrap();
    let muscles: Vec<(u32, &Signal)> = only(&world).muscles().collect();
    assert_eq!(muscles, [(last - 1, &Signal::Constant(0.7))]);
    let given = springs[last as usize].0.map(|i| blueprint.points()[i as usize].position);
    assert_eq!(only(&world).rest_length(last - 1), Some(given[0].distance(given[1]) * 0.7));
}

#[test]
fn what_cannot_be_a_muscle_or_pumped_is_refused_with_the_way_out() {
    let mut world = empty_space(Method::Xpbd, 8);
    let body = add(&mut world, &lattice(3, 3, 100.0));
    let mut check = |action: Action| world.apply(&action).unwrap_err().to_string();
    let constant = |value: f32| Some(Signal::Constant(value));
    let no_spring = check(Action::SetMuscle(body, 99, constant(1.0)));
    assert!(no_spring.contains("muscle.spring names a spring that does not exist, got 99"), "{no_spring}");
    let no_length = check(Action::SetMuscle(body, 0, constant(0.0)));
    assert!(no_length.contains("muscle.signal must be a factor of 0.01 to 100, got 0"), "{no_length}");
    let no_gas = check(Action::SetPump(body, constant(2.0)));
    assert!(no_gas.contains("pump needs a body with gas or an area law"), "{no_gas}");
}

#[test]
fn whatever_muscles_and_pumps_do_a_step_does_not_fail() {
    // From a hundredth to a hundred times the length within a substep, on stiff springs: bodies may explode and be frozen, and that is all.
    let filled = blob().to_builder().gas(Gas::in_vacuum(100.0)).build().unwrap();
    for method in Method::ALL {
        let mut world = open_air(method, 2);
        world.set_settings(Settings { bounds: Some(Bounds::new(vec2(-3.0, 0.0), vec2(3.0, 6.0))), ..*world.settings() }).unwrap();
        let body = world.add(BodyDef::new(&filled).at(0.0, 2.0)).unwrap();
        let other = world.add(BodyDef::new(&filled).at(1.0, 3.2)).unwrap();
        let wild = |phase: f32| Some(Signal::Square { low: 0.01, high: 100.0, period: 0.02, phase });
        for spring in 0..filled.springs().len() as u32 {
            world.set_muscle(body, spring, wild(0.37 * spring as f32)).unwrap();
        }
        world.set_pump(body, wild(0.1)).unwrap();
        run(&mut world, 3.0);
        assert!(world.body(other).unwrap().centre().is_finite());
        let again = World::restore(&world.save()).unwrap();
        assert_eq!(again.state_hash(), world.state_hash(), "{method:?}");
    }
}
