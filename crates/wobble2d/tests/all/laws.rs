//! Every method against closed forms. A tolerance is never a guess: the comment beside it says where it comes from.

use crate::common;

use common::{add, empty_space, only, open_air, oscillator, particle, run};
use glam::{Vec2, vec2};
use wobble2d::blueprint::{Balloon, Chain, Cloth, Pinned};
use wobble2d::{Attractor, BodyDef, Fields, Gas, Method, PointId, Settings, Spring, Tuning, World};

const G: f64 = 9.81;

/// Methods of first order, whose error in a fall is `½ g t h`.
fn is_first_order(method: Method) -> bool {
    matches!(method, Method::ExplicitEuler | Method::SemiImplicitEuler | Method::Xpbd | Method::Implicit)
}

#[test]
fn a_thrown_particle_follows_the_parabola() {
    for method in Method::ALL {
        let mut world = open_air(method, 8);
        world.add(BodyDef::new(&particle()).at(1.0, 2.0).moving(3.0, 4.0)).unwrap();
        run(&mut world, 1.0);
        let (place, velocity) = (only(&world).position(0), only(&world).velocity(0));
        // First order: ½ g t h = 0.0102 m exactly, whatever the method. Second and higher: rounding of 480 additions.
        let tolerance = if is_first_order(method) { 0.0103 } else { 2e-4 };
        let y = 2.0 + 4.0 - 0.5 * G;
        assert!((f64::from(place.x) - 4.0).abs() < 2e-4, "{method:?}: {place}");
        assert!((f64::from(place.y) - y).abs() < tolerance, "{method:?}: {place} should be at {y}");
        assert!((f64::from(velocity.y) - (4.0 - G)).abs() < 2e-4, "{method:?}: {velocity}");
    }
}

#[test]
fn a_damped_oscillator_decays_as_the_formula_says() {
    // m = 1, k = 100, c = 4: γ/2 = 2, ω = √(100 − 4) = 9.798.
    let exact = |t: f64| {
        let omega = 96.0f64.sqrt();
        0.5 * libm::exp(-2.0 * t) * (libm::cos(omega * t) + 2.0 / omega * libm::sin(omega * t))
    };
    for method in Method::ALL {
        let error = |substeps: u32| {
            let mut world = empty_space(method, substeps);
            let body = add(&mut world, &oscillator(100.0, 4.0));
            world.place_point(PointId { body, index: 1 }, vec2(1.5, 0.0)).unwrap();
            run(&mut world, 1.0);
            (f64::from(only(&world).position(1).x) - 1.0 - exact(1.0)).abs()
        };
        let (coarse, fine) = (error(16), error(64));
        // Four times the substeps must bring a first-order error down to a quarter; the floor is float rounding over 3840 steps.
        assert!(fine < 1e-3, "{method:?}: {fine:e}");
        assert!(fine < 0.3 * coarse || fine < 2e-5, "{method:?}: {coarse:e} → {fine:e} does not converge");
    }
}

/// The error of a run of one second in `steps` steps, as a distance in phase space.
fn oscillator_error(method: Method, steps: u32) -> f64 {
    let mut world = empty_space(method, 1);
    let body = add(&mut world, &oscillator(100.0, 0.0));
    world.place_point(PointId { body, index: 1 }, vec2(1.5, 0.0)).unwrap();
    (0..steps).for_each(|_| world.step(1.0 / steps as f32));
    let (x, v) = (f64::from(only(&world).position(1).x), f64::from(only(&world).velocity(1).x));
    let (dx, dv) = (x - 1.0 - 0.5 * libm::cos(10.0), v / 10.0 + 0.5 * libm::sin(10.0));
    (dx * dx + dv * dv).sqrt()
}

/// The same for a circular orbit of radius 1 with ω = 5.
fn orbit_error(method: Method, steps: u32) -> f64 {
    let mut world = empty_space(method, 1);
    let attractor = Attractor { position: Vec2::ZERO, gm: 25.0, core: 0.0 };
    world.set_fields(Fields { attractors: vec![attractor], ..Fields::none() }).unwrap();
    world.add(BodyDef::new(&particle()).at(1.0, 0.0).moving(0.0, 5.0)).unwrap();
    (0..steps).for_each(|_| world.step(1.0 / steps as f32));
    let (p, v) = (only(&world).position(0).as_dvec2(), only(&world).velocity(0).as_dvec2());
    let (c, s) = (libm::cos(5.0), libm::sin(5.0));
    (p - glam::dvec2(c, s)).length() + (v / 5.0 - glam::dvec2(-s, c)).length()
}

#[test]
fn the_measured_order_of_convergence_is_1_1_2_2_4() {
    // Steps are chosen so that the finer error is still a hundred times float noise, and the coarser one small enough for its
    // leading term to rule.
    let cases = [
        (Method::ExplicitEuler, 1.0, 4000),
        (Method::SemiImplicitEuler, 1.0, 400),
        (Method::PositionVerlet, 2.0, 80),
        (Method::VelocityVerlet, 2.0, 80),
        (Method::Rk4, 4.0, 30),
    ];
    type Error = fn(Method, u32) -> f64;
    for (name, error) in [("oscillator", oscillator_error as Error), ("orbit", orbit_error as Error)] {
        for (method, expected, steps) in cases {
            let (coarse, fine) = (error(method, steps), error(method, 2 * steps));
            let order = libm::log2(coarse / fine);
            assert!((order - expected).abs() < 0.15, "{name}, {method:?}: order {order:.2}, errors {coarse:.2e} and {fine:.2e}");
            assert!(fine > 5e-6, "{name}, {method:?}: {fine:e} drowns in float noise");
        }
    }
}

#[test]
fn a_falling_particle_reaches_the_terminal_speed_of_quadratic_drag() {
    // m g = c v²  ⇒  v = √(9.81 / 0.1) = 9.9045 m/s
    for method in Method::ALL {
        let mut world = open_air(method, 8);
        world.set_fields(Fields { drag: 0.1, ..Fields::default() }).unwrap();
        add(&mut world, &particle());
        run(&mut world, 10.0);
        let speed = -only(&world).velocity(0).y;
        // The terminal state is a fixed point of every method; only position Verlet reads a velocity half a step off it.
        assert!((speed - 9.9045).abs() < 0.012, "{method:?}: {speed}");
    }
}

#[test]
fn wind_carries_a_particle_along_at_its_own_speed() {
    for method in Method::ALL {
        let mut world = empty_space(method, 4);
        world.set_fields(Fields { drag: 1.0, wind: vec2(3.0, 0.0), ..Fields::none() }).unwrap();
        add(&mut world, &particle());
        run(&mut world, 30.0);
        // Drag fades with the square of what is left: v = w − 1/(c t / m + 1/w) = 2.967 after 30 s.
        let speed = only(&world).velocity(0).x;
        assert!((speed - 2.967).abs() < 0.005, "{method:?}: {speed}");
    }
}

/// The lowest point of a chain of this length between two pins at the same height, from the catenary equation.
fn catenary_sag(span: f64, length: f64) -> f64 {
    // 2 a sinh(span / 2a) = length, solved for a.
    let (mut low, mut high) = (1e-3 * span, 1e3 * span);
    for _ in 0..200 {
        let a = 0.5 * (low + high);
        if 2.0 * a * libm::sinh(span / (2.0 * a)) > length { low = a } else { high = a }
    }
    low * (libm::cosh(span / (2.0 * low)) - 1.0)
}

#[test]
fn a_hanging_chain_of_sticks_is_a_catenary() {
    for method in Method::ALL {
        let mut world = open_air(method, 16);
        world.set_settings(Settings { stick_iterations: 20, ..*world.settings() }).unwrap();
        world.set_fields(Fields { damping: 2.0, ..Fields::default() }).unwrap();
        let chain = Chain { to: vec2(2.0, 0.0), links: 40, slack: 1.3, pinned: [true, true], ..Chain::default() };
        add(&mut world, &chain.build().unwrap());
        run(&mut world, 10.0);
        let lowest = only(&world).bounding_box().0.y;
        let exact = -catenary_sag(2.0, 2.6);
        assert!((f64::from(lowest) / exact - 1.0).abs() < 0.01, "{method:?}: sags to {lowest}, a catenary to {exact}");
    }
}

/// The radius at which the tension of a ring of springs balances a gas, by bisection on the force on one corner.
fn balanced_radius(n: f64, stiffness: f64, rest_length: f64, pressure: impl Fn(f64) -> f64) -> f64 {
    let (half, whole) = (core::f64::consts::PI / n, 2.0 * core::f64::consts::PI / n);
    let (mut low, mut high) = (0.01, 10.0);
    for _ in 0..100 {
        let r = 0.5 * (low + high);
        let inward = 2.0 * stiffness * (2.0 * r * libm::sin(half) - rest_length) * libm::sin(half);
        let outward = pressure(0.5 * n * r * r * libm::sin(whole)) * r * libm::sin(whole);
        if outward > inward { low = r } else { high = r }
    }
    low
}

#[test]
fn a_balloon_finds_the_radius_where_pressure_and_tension_balance() {
    let skin = Spring::new(200.0).damped(1.0);
    for gas in [Gas::in_vacuum(20.0).viscous(2.0), Gas::in_atmosphere(60.0).viscous(2.0)] {
        let blueprint = Balloon { radius: 0.5, points: 24, mass: 1.0, skin, tightness: 0.7, gas: Some(gas) }.build().unwrap();
        let rest_length = 0.7 * 2.0 * 0.5 * libm::sin(core::f64::consts::PI / 24.0);
        let rest_area = f64::from(blueprint.area());
        let exact = balanced_radius(24.0, 200.0, rest_length, |area| f64::from(gas.pressure(area as f32, rest_area as f32)));
        for method in Method::ALL {
            let mut world = empty_space(method, 32);
            world.add(BodyDef::new(&blueprint)).unwrap();
            run(&mut world, 8.0);
            let radius = f64::from(only(&world).position(0).length());
            // All methods share the fixed point; what is left is rounding and, under XPBD, one sweep's splitting error.
            assert!((radius / exact - 1.0).abs() < 2e-3, "{gas:?}, {method:?}: {radius} instead of {exact}");
        }
    }
}

#[test]
fn the_pointer_attracts_with_its_strength_over_the_root_of_the_distance() {
    let mut world = empty_space(Method::Rk4, 1);
    let pointer = wobble2d::Pointer { position: vec2(4.0, 0.0), strength: 2.0, core: 0.0 };
    world.set_fields(Fields { pointer: Some(pointer), ..Fields::none() }).unwrap();
    let body = add(&mut world, &particle());
    // 2 / √4 = 1 m/s² on a kilogram
    let force = world.force_on(PointId { body, index: 0 }).unwrap();
    assert!((force - vec2(1.0, 0.0)).length() < 1e-6, "{force}");
}

#[test]
fn a_field_of_the_users_own_is_felt_by_every_method() {
    for method in Method::ALL {
        let mut world = empty_space(method, 8);
        // A weightless, damped world with a side wind of its own: v' = (1 − v), v = 1 − e^−t.
        world.set_user_field(Some(std::sync::Arc::new(|sample| vec2(1.0, 0.0) - sample.velocity)));
        let particle = particle(); // three of one blueprint march in one block
        for k in 0..3 {
            world.add(BodyDef::new(&particle).at(3.0 * k as f32, 0.0)).unwrap();
        }
        run(&mut world, 1.0);
        for body in world.bodies() {
            let speed = body.mean_velocity().x;
            assert!((speed - 0.632).abs() < 2e-3, "{method:?}: {speed}");
        }
    }
}

/// A grabbed body of any mass ends at the pointer.
#[test]
fn a_grab_carries_a_body_whatever_its_mass_and_method() {
    for method in Method::ALL {
        for mass in [0.01, 1.0, 1000.0] {
            let mut world = empty_space(method, 8);
            let spring = Spring::new(100.0 * mass).damped(2.0 * mass);
            let blueprint = wobble2d::blueprint::Lattice { mass, structural: spring, shear: spring, ..Default::default() };
            let id = world.add(BodyDef::new(&blueprint.build().unwrap())).unwrap();
            let corner = PointId { body: id, index: 0 };
            world.grab(corner, vec2(2.0, 1.0)).unwrap();
            run(&mut world, 6.0);
            let place = only(&world).position(0);
            assert!((place - vec2(2.0, 1.0)).length() < 0.02, "{method:?}, {mass} kg: the grabbed corner is at {place}");
        }
    }
}

#[test]
fn gravity_can_be_switched_off_while_the_world_runs() {
    let mut world: World = open_air(Method::Xpbd, 8);
    add(&mut world, &particle());
    run(&mut world, 1.0);
    let speed = only(&world).velocity(0).y;
    world.set_fields(Fields { gravity_on: false, ..Fields::default() }).unwrap();
    run(&mut world, 1.0);
    assert_eq!(only(&world).velocity(0).y, speed);
}

#[test]
fn a_hanging_cloth_that_is_swept_forth_and_back_stretches_as_its_stiffness_says() {
    let (structural, shear) = (Spring::new(200.0).damped(0.1), Spring::new(60.0).damped(0.1));
    let cloth = Cloth { columns: 7, rows: 7, spacing: 0.2, mass: 4.0, structural, shear, pinned: Pinned::Top };
    // With second neighbours in its rows there are more springs than a sweep in one direction bears.
    let second = (0..49u32).filter(|i| i % 7 < 5);
    let springs = second.fold(cloth.build().unwrap().to_builder(), |cloth, i| cloth.spring(i, i + 2, shear));
    let cloth = (0..35).fold(springs, |cloth, i| cloth.spring(i, i + 14, shear)).build().unwrap();
    assert!(wobble2d::oracle::sweeps_back(&cloth));
    let stretch = |method: Method| {
        let mut world = open_air(method, 32);
        world.set_fields(Fields { damping: 3.0, ..Fields::default() }).unwrap();
        add(&mut world, &cloth);
        run(&mut world, 20.0);
        -0.6 - only(&world).position(3).y
    };
    let (exact, found) = (stretch(Method::VelocityVerlet), stretch(Method::Xpbd));
    // Both are at rest, where only the stiffness counts; one sweep a substep leaves a little of the error of the last one.
    assert!((found / exact - 1.0).abs() < 0.02, "{found} m instead of {exact} m");
}

#[test]
fn a_larger_body_of_a_blueprint_has_the_pressure_of_the_blueprint() {
    // In a vacuum the gas pushes on the skin with the pressure K / S; four times the area holds four times the gas.
    let balloon = Balloon { gas: Some(Gas::in_vacuum(20.0)), tightness: 1.0, ..Balloon::default() }.build().unwrap();
    let pull = |size: f32| {
        let mut world = empty_space(Method::VelocityVerlet, 8);
        let tuning = Tuning { size, ..Tuning::default() };
        let body = world.add(BodyDef::new(&balloon).tuned(tuning)).unwrap();
        world.force_on(PointId { body, index: 0 }).unwrap().length()
    };
    // The force on a corner is the pressure times the width of two half edges.
    assert!((pull(2.0) / pull(1.0) - 2.0).abs() < 1e-4, "{} N for {} N", pull(2.0), pull(1.0));
}
