//! What is measured is the physics.

use glam::{Vec2, vec2};
use wobble_lab::{Clock, Quantity, Recorder, Run};
use wobble2d::blueprint::Ball;
use wobble2d::{Blueprint, BodyDef, Bounds, Fields, Method, Settings, World, workload};

fn thrown(method: Method) -> World {
    let mut world = World::new();
    world.set_settings(Settings { method, substeps: 64, ..Settings::default() }).unwrap();
    world.add(BodyDef::new(&Ball::default().build().unwrap()).at(0.0, 100.0).moving(3.0, 4.0).spinning(2.0)).unwrap();
    world
}

#[test]
fn a_ball_in_free_flight_has_no_momentum_error_under_any_method_that_holds_it() {
    for method in Method::ALL.into_iter().filter(|&method| method != Method::ExplicitEuler) {
        let report = Run { seconds: 2.0, ..Run::default() }.go("thrown", &mut thrown(method), |_, _| true);
        // A kilogram at up to 20 m/s, 120 frames of 64 substeps, each rounded: 1e-7 × 20 × √7680.
        assert!(report.momentum_error.expect("nothing but gravity acts") < 2e-3, "{method:?}: {:?}", report.momentum_error);
        assert_eq!((report.frames, report.bodies, report.nan_points, report.escaped_points), (120, 1, 0, None));
    }
}

#[test]
fn where_walls_or_pins_push_no_momentum_error_is_claimed() {
    let mut walled = thrown(Method::Xpbd);
    let bounds = Some(Bounds::new(vec2(-50.0, 0.0), vec2(50.0, 200.0)));
    walled.set_settings(Settings { bounds, ..*walled.settings() }).unwrap();
    let report = Run { seconds: 0.1, ..Run::default() }.go("walled", &mut walled, |_, _| true);
    assert_eq!((report.momentum_error, report.escaped_points), (None, Some(0)));
}

#[test]
fn a_recording_says_what_a_falling_particle_does() {
    let particle = Blueprint::builder().point(Vec2::ZERO, 2.0).build().unwrap();
    let mut world = World::new();
    world.set_settings(Settings { method: Method::VelocityVerlet, ..Settings::default() }).unwrap();
    world.add(BodyDef::new(&particle).at(1.0, 10.0)).unwrap();
    let quantities =
        [Quantity::Height, Quantity::Energy, Quantity::KineticEnergy, Quantity::MomentumY, Quantity::X(0, 0), Quantity::Y(9, 9)];
    let mut recorder = Recorder::new(quantities);
    Run { seconds: 1.0, ..Run::default() }.go("fall", &mut world, |world, _| {
        recorder.record(world);
        true
    });
    let last = |quantity| recorder.series(quantity).unwrap().values[60];
    // 10 − ½ g, ½ m g², −m g; rounding of 480 substeps.
    assert!((last(Quantity::Height) - 5.095).abs() < 1e-3);
    assert!((last(Quantity::KineticEnergy) - 96.236).abs() < 0.01);
    assert!((last(Quantity::MomentumY) + 19.62).abs() < 1e-3);
    assert!((last(Quantity::Energy) - 2.0 * 9.81 * 10.0).abs() < 0.01, "and the sum does not change");
    assert_eq!(last(Quantity::X(0, 0)), 1.0);
    assert!(last(Quantity::Y(9, 9)).is_nan(), "there is no such point");
}

#[test]
fn a_recording_is_a_table_that_any_reader_takes() {
    let mut recorder = Recorder::new([Quantity::Energy, Quantity::Y(9, 9), Quantity::AreaError, Quantity::Energy]);
    let mut world = wobble2d::demo::welcome();
    for _ in 0..3 {
        recorder.record(&world);
        world.step(1.0 / 60.0);
    }
    let csv = recorder.to_csv();
    let mut reader = csv::Reader::from_reader(csv.as_bytes());
    assert_eq!(reader.headers().unwrap(), &["time [s]", "energy [J]", "y@9.9 [m]", "area-error"][..]);
    let rows: Vec<Vec<String>> = reader.records().map(|row| row.unwrap().iter().map(ToString::to_string).collect()).collect();
    assert_eq!(rows.len(), 3);
    let energy: f64 = rows[0][1].parse().unwrap();
    assert_eq!(energy, recorder.series(Quantity::Energy).unwrap().values[0], "no digit is lost");
    assert_eq!(rows[0][2], recorder.series(Quantity::Y(9, 9)).unwrap().values[0].to_string());
}

#[test]
fn a_pile_is_reported_with_the_names_that_others_rely_on() {
    let mut world = workload::pile(20, 0.0).unwrap();
    let ticks = std::sync::atomic::AtomicU32::new(0);
    let clock = || f64::from(ticks.fetch_add(1, std::sync::atomic::Ordering::Relaxed)) * 0.001;
    let report = Run { seconds: 4.0, clock: Clock(Some(&clock)), ..Run::default() }.go("pile-20", &mut world, |_, _| true);
    // The clock ticks once between the beginning and the end of each step.
    assert!((report.ms_per_frame.unwrap() - 1.0).abs() < 1e-6);
    let json = serde_json::to_value(&report).unwrap();
    for name in [
        "scene",
        "method",
        "frames",
        "particles",
        "springs",
        "bodies",
        "ms_per_frame",
        "energy_start",
        "energy_end",
        "momentum_error",
        "nan_points",
        "escaped_points",
        "area_error_mean",
        "area_error_max",
        "self_crossing_bodies",
        "points_inside_others",
        "overlap_area_max",
        "rms_speed",
        "height",
        "hang",
        "sleeping_bodies",
        "torn_springs",
        "state_hash",
    ] {
        assert!(json.get(name).is_some(), "{name} is missing");
    }
    assert_eq!(json["particles"], 320);
    assert_eq!(json["springs"], 640, "sixteen neighbours and sixteen next but one, for each of twenty");
    assert_eq!(json["momentum_error"], serde_json::Value::Null);
    assert_eq!(json["escaped_points"], 0);
    assert!(report.energy_end < report.energy_start, "it fell");
    assert!((1.0..4.0).contains(&report.height.unwrap()), "{:?}", report.height);
    assert!((0.5..1.1).contains(&report.hang.unwrap()), "{:?}", report.hang);
    assert_eq!(json["state_hash"], format!("{:016x}", world.state_hash()));
}

#[test]
fn a_body_that_explodes_is_reported_with_its_time_and_the_warning() {
    let mut world = World::new();
    world.set_fields(Fields::none()).unwrap();
    world.set_settings(Settings { method: Method::ExplicitEuler, substeps: 1, ..Settings::default() }).unwrap();
    let hard = wobble2d::Tuning { stiffness: 1000.0, ..Default::default() };
    world.add(BodyDef::new(&wobble2d::blueprint::Lattice::default().build().unwrap()).spinning(5.0).tuned(hard)).unwrap();
    let report = Run { seconds: 3.0, ..Run::default() }.go("hard", &mut world, |_, _| true);
    assert_eq!((report.exploded_bodies, report.nan_points), (1, 0));
    assert!(report.exploded_at.is_some_and(|time| time > 0.0 && time < 3.0), "{:?}", report.exploded_at);
    assert!(!report.warnings.is_empty(), "the adviser knew");
    assert!(report.to_table().to_string().contains("first at"));
}

#[test]
fn a_run_ends_when_it_is_told_to() {
    let report = Run::default().go("welcome", &mut wobble2d::demo::welcome(), |_, frame| frame < 7);
    assert_eq!(report.frames, 7);
}
