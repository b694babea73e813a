//! Timing worlds.

use std::cell::Cell;
use wobble_lab::bench::{KernelRow, Results, Subject, phases, trials};
use wobble_lab::{Clock, Run};
use wobble2d::blueprint::Ball;
use wobble2d::{BodyDef, World};

fn subjects() -> Vec<Subject<'static>> {
    let world = || {
        let mut world = World::new();
        world.add(BodyDef::new(&Ball::default().build().unwrap())).unwrap();
        world
    };
    ["one", "two"].map(|name| Subject { name: name.into(), world: Box::new(world) }).into()
}

#[test]
fn every_subject_is_run_once_in_each_round_and_its_repeats_end_alike() {
    // A clock that is a second later whenever it is looked at: every frame takes a second.
    let ticks = std::sync::atomic::AtomicU32::new(0);
    let now = || f64::from(ticks.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
    let run = Run { seconds: 0.1, clock: Clock(Some(&now)), ..Run::default() };
    let frames = Cell::new(0);
    let trials = trials(&subjects(), 3, run, |done| {
        frames.set(done);
        true
    })
    .expect("nobody stopped it");
    assert_eq!(frames.get(), 6 * 2 * 3);
    assert_eq!(trials.iter().map(|trial| trial.report.scene.as_str()).collect::<Vec<_>>(), ["one", "two"]);
    for trial in &trials {
        assert_eq!(trial.times, [1000.0; 3]);
        assert!(trial.same_state);
    }
}

#[test]
fn whoever_stops_gets_nothing_half_measured() {
    assert!(trials(&subjects(), 3, Run { seconds: 0.1, ..Run::default() }, |done| done < 8).is_none());
}

#[test]
fn repeats_that_end_in_different_states_are_denounced() {
    let found = trials(&subjects(), 1, Run { seconds: 0.1, ..Run::default() }, |_| true).expect("nobody stopped it");
    let mut trial = found[0].clone();
    let mut other = trial.report.clone();
    other.state_hash = "0123456789abcdef".into();
    trial.add(&other);
    let results = Results::new(vec![trial], Vec::new(), Vec::new());
    assert!(results.warnings[0].contains("one: repeats ended in different states"));
}

#[test]
fn tables_have_one_line_for_each_subject_and_files_one_for_each_run() {
    let ticks = std::sync::atomic::AtomicU32::new(0);
    let now = || f64::from(ticks.fetch_add(1, std::sync::atomic::Ordering::Relaxed));
    let run = Run { seconds: 0.1, clock: Clock(Some(&now)), ..Run::default() };
    let found = trials(&subjects(), 2, run, |_| true).expect("nobody stopped it");
    let kernel = KernelRow { name: "k".into(), plain: 8.0, coloured: 6.0, kernel: 2.0, divider: 1.0 };
    let results = Results::new(found, vec![kernel], Vec::new());
    let csv = results.to_csv();
    let columns: Vec<usize> = csv.lines().map(|line| line.split(',').count()).collect();
    assert_eq!((columns.len(), columns.iter().min()), (5, columns.iter().max()), "{csv}");
    assert!(csv.lines().nth(2).is_some_and(|line| line.starts_with("one,1,1000,")), "{csv}");
    assert_eq!(results.table().lines.len(), 3);
    assert!(results.kernel_table().to_string().contains("4.0×"));
    assert_eq!(results.kernels_to_csv(), "kernel,plain_ns,coloured_ns,kernel_ns,divider_ns\nk,8,6,2,1\n");
}

/// A second later whenever it is looked at.
fn ticking() -> f64 {
    static TICKS: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
    f64::from(TICKS.fetch_add(1, std::sync::atomic::Ordering::Relaxed))
}

#[test]
fn the_phases_of_a_frame_are_those_of_the_second_half() {
    let mut frames = 0;
    let found = phases(&subjects()[0], 10, ticking, || {
        frames += 1;
        true
    });
    let found = found.expect("nobody stopped it");
    assert_eq!((frames, found.name.as_str(), found.ms.len()), (20, "one", wobble2d::Phase::ALL.len()));
    let joints = found.ms.iter().find(|(name, _)| *name == "joints").expect("a phase");
    // Once in each of eight substeps, a second each.
    assert_eq!(joints.1, 8000.0);
    assert!(phases(&subjects()[0], 10, ticking, || false).is_none());
    let results = Results { phases: vec![found], ..Results::new(Vec::new(), Vec::new(), Vec::new()) };
    assert_eq!(results.phase_table().lines[0][..3], ["ms a frame", "search", "elements"]);
}
