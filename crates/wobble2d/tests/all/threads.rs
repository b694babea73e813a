//! However many threads step a world, it is the same to the bit.

use wobble2d::blueprint::{Ball, Cloth, Lattice, Rope, StickPolygon};
use wobble2d::{BodyDef, Bounds, ContactSettings, Detector, Method, Settings, World, oracle, workload};

#[test]
fn a_large_pile_ends_in_the_same_bits_with_any_number_of_threads() {
    let run = |threads: usize| {
        let mut world = workload::pile(300, 0.0).unwrap();
        world.set_threads(threads);
        assert_eq!(world.threads(), threads);
        (0..90).for_each(|_| world.step(1.0 / 60.0));
        world.state_hash()
    };
    let alone = run(1);
    for threads in [2, 3, 8] {
        assert_eq!(run(threads), alone, "{threads} threads");
    }
}

#[test]
fn bodies_of_all_kinds_under_all_methods_and_detectors_are_stepped_alike_by_threads() {
    for method in Method::ALL {
        for detector in Detector::ALL {
            let run = |threads: usize| {
                let mut world = motley(method, detector);
                oracle::share_always(&mut world, threads);
                (0..20).for_each(|_| world.step(1.0 / 60.0));
                world.state_hash()
            };
            assert_eq!(run(1), run(3), "{method:?} {detector:?}");
        }
    }
}

#[test]
fn the_number_of_threads_can_change_at_any_time() {
    let mut alone = workload::pile(300, 0.0).unwrap();
    let mut changing = workload::pile(300, 0.0).unwrap();
    for threads in [1, 4, 2, 1, 3] {
        changing.set_threads(threads);
        for _ in 0..5 {
            alone.step(1.0 / 60.0);
            changing.step(1.0 / 60.0);
        }
        assert_eq!(changing.state_hash(), alone.state_hash(), "{threads} threads");
    }
    changing.set_threads(0);
    assert_eq!(changing.threads(), 1);
}

/// Balls that march together, and ropes, cloths, lattices and sticks that do not, in a heap.
fn motley(method: Method, detector: Detector) -> World {
    let mut world = World::new();
    let contact = ContactSettings { detector, ..ContactSettings::default() };
    let bounds = Some(Bounds::new(glam::Vec2::new(-4.0, 0.0), glam::Vec2::new(4.0, 20.0)));
    world.set_settings(Settings { method, contact, bounds, substeps: 8, ..Settings::default() }).unwrap();
    let shapes = [
        Ball::default().build().unwrap(),
        Lattice::default().build().unwrap(),
        Rope::default().build().unwrap(),
        StickPolygon::default().build().unwrap(),
        Cloth { columns: 6, rows: 4, ..Cloth::default() }.build().unwrap(),
    ];
    for k in 0..40u32 {
        let shape = &shapes[if k % 2 == 0 { 0 } else { (k / 2 % 5) as usize }];
        let (x, y) = ((k % 5) as f32 * 1.5 - 3.0, 0.7 + (k / 5) as f32 * 1.3);
        world.add(BodyDef::new(shape).at(x, y).moving(0.0, -1.0)).unwrap();
    }
    world
}
