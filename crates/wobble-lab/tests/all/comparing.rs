//! Methods against closed forms, as the laboratory sees them.

use glam::{Vec2, dvec2, vec2};
use wobble_lab::compare::{Comparison, Exact, Experiment};
use wobble_render::Raster;
use wobble_view::{Theme, View, draw};
use wobble2d::{Attractor, Blueprint, BodyDef, Fields, Method, PointId, Spring, World};

/// A kilogram on a spring of 100 N/m, half a metre from rest: ω = 10.
fn oscillator() -> World {
    let blueprint = Blueprint::builder()
        .point(Vec2::ZERO, 1.0)
        .point(vec2(1.0, 0.0), 1.0)
        .pin([0])
        .spring(0, 1, Spring::new(100.0))
        .build()
        .unwrap();
    let mut world = World::new();
    world.set_fields(Fields::none()).unwrap();
    let body = world.add(BodyDef::new(&blueprint)).unwrap();
    world.place_point(PointId { body, index: 1 }, vec2(1.5, 0.0)).unwrap();
    world
}

fn oscillator_error(world: &World) -> f64 {
    let body = world.bodies().next().unwrap();
    let (x, v, angle) = (f64::from(body.position(1).x), f64::from(body.velocity(1).x), 10.0 * world.time());
    dvec2(x - 1.0 - 0.5 * libm::cos(angle), v / 10.0 + 0.5 * libm::sin(angle)).length()
}

/// A circle of radius 1 with ω = 5.
fn orbit() -> World {
    let mut world = World::new();
    world
        .set_fields(Fields { attractors: vec![Attractor { position: Vec2::ZERO, gm: 25.0, core: 0.0 }], ..Fields::none() })
        .unwrap();
    let particle = Blueprint::builder().point(Vec2::ZERO, 1.0).build().unwrap();
    world.add(BodyDef::new(&particle).at(1.0, 0.0).moving(0.0, 5.0)).unwrap();
    world
}

fn orbit_error(world: &World) -> f64 {
    let body = world.bodies().next().unwrap();
    let (place, velocity) = (body.position(0).as_dvec2(), body.velocity(0).as_dvec2());
    let (c, s) = (libm::cos(5.0 * world.time()), libm::sin(5.0 * world.time()));
    (place - dvec2(c, s)).length() + (velocity / 5.0 - dvec2(-s, c)).length()
}

fn compared(world: &dyn Fn() -> World, error: &dyn Fn(&World) -> f64, size: f64, pace: f64) -> Comparison {
    let methods = Method::ALL[..5].to_vec();
    let exact = Some(Exact { error, size, pace: Some(pace) });
    let experiment = Experiment { seconds: 5.0, methods, substeps: vec![2, 4, 8, 16], exact, ..Experiment::new(world) };
    experiment.run(|_, _| true).unwrap().expect("nobody stopped it")
}

#[test]
fn the_orders_of_an_oscillator_and_an_orbit_are_1_1_2_2_4() {
    for comparison in [compared(&oscillator, &oscillator_error, 0.5, 0.1), compared(&orbit, &orbit_error, 1.0, 0.2)] {
        for (method, expected) in Method::ALL[..5].iter().zip([1.0, 1.0, 2.0, 2.0, 4.0]) {
            let order = comparison.order(*method).expect("an order");
            assert!((order - expected).abs() < 0.2, "{method:?}: {order:.2} from {:?}", comparison.orders);
        }
    }
}

#[test]
fn explicit_euler_gains_energy_and_the_symplectic_ones_keep_it_in_a_band() {
    let comparison = compared(&oscillator, &oscillator_error, 0.5, 0.1);
    let play = comparison.energy_in_play();
    // ½ k a² = 12.5 J; a coarse Verlet touches 12.6.
    assert!((play - 12.5).abs() < 0.2, "{play}");
    for trial in &comparison.trials {
        let (gain, swing) = (trial.energy_gain() / play, trial.energy_swing() / play);
        match trial.method {
            // E grows by the factor (1 + h² ω²) a substep: e^(ω² h t), 5 s at 960 substeps a second make e^0.52.
            Method::ExplicitEuler => assert!(gain > 0.6, "{} substeps: {gain}", trial.substeps),
            // ½ h ω = 0.042 at the coarsest, both ways.
            Method::SemiImplicitEuler => assert!(swing < 0.1, "{swing}"),
            Method::PositionVerlet | Method::VelocityVerlet => assert!(swing < 0.01, "{swing}"),
            _ => assert!(gain.abs() < 1e-3, "{gain}"),
        }
    }
}

#[test]
fn what_explodes_is_said_with_its_time() {
    let stiff = || {
        let mut world = World::new();
        world.set_fields(Fields::none()).unwrap();
        let hard = wobble2d::Tuning { stiffness: 1000.0, ..Default::default() };
        world.add(BodyDef::new(&wobble2d::blueprint::Lattice::default().build().unwrap()).spinning(5.0).tuned(hard)).unwrap();
        world
    };
    let methods = vec![Method::ExplicitEuler, Method::Xpbd];
    let experiment = Experiment { seconds: 2.0, methods, substeps: vec![2], ..Experiment::new(&stiff) };
    let comparison = experiment.run(|_, _| true).unwrap().unwrap();
    assert!(comparison.trials[0].exploded_at.is_some() && comparison.trials[1].exploded_at.is_none());
    let text = comparison.table().to_string();
    assert!(text.contains("exploded at") && text.contains("survived"), "{text}");
    assert_eq!(comparison.to_csv().lines().count(), 3);
}

#[test]
fn who_stops_gets_no_comparison_and_a_wrong_number_of_substeps_is_an_error() {
    let experiment = Experiment { seconds: 1.0, ..Experiment::new(&orbit) };
    assert!(experiment.run(|done, _| done < 30).unwrap().is_none());
    assert!(Experiment { substeps: vec![0], ..experiment }.run(|_, _| true).is_err());
}

#[test]
fn the_picture_shows_every_method() {
    let comparison = compared(&oscillator, &oscillator_error, 0.5, 0.1);
    let theme = Theme::light();
    let list = comparison.picture("oscillator", [1200, 700], &theme, |world, size| draw(world, &View::fit(world, size)));
    let mut raster = Raster::new([1200, 700]).unwrap();
    raster.draw(&list).unwrap();
    for place in 0..5 {
        let line = theme.line(place);
        let near = |pixel: &[u8; 4]| [line.red, line.green, line.blue].iter().zip(pixel).all(|(a, b)| a.abs_diff(*b) < 16);
        let count = raster.rgba().as_chunks::<4>().0.iter().filter(|pixel| near(pixel)).count();
        assert!(count > 60, "curve {place} has {count} pixels");
    }
}
