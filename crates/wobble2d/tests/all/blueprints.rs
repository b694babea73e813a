//! The ready-made shapes, and the builder's way of saying no.

use crate::common;

use common::{only, open_air, run};
use glam::{Vec2, vec2};
use wobble2d::blueprint::{Ball, Balloon, Chain, Cloth, Cover, Lattice, Pinned, Rope, StickPolygon, Truss, TwoLayerRing};
use wobble2d::{Blueprint, BodyDef, Bounds, Gas, Method, PointId, Settings, Spring, Stick};

/// Every ready-made shape with its defaults.
fn all() -> Vec<(&'static str, Blueprint)> {
    vec![
        ("ball", Ball::default().build().unwrap()),
        ("balloon", Balloon::default().build().unwrap()),
        ("ring", TwoLayerRing::default().build().unwrap()),
        ("lattice", Lattice::default().build().unwrap()),
        ("truss", Truss::default().build().unwrap()),
        ("chain", Chain::default().build().unwrap()),
        ("rope", Rope::default().build().unwrap()),
        ("polygon", StickPolygon::default().build().unwrap()),
        ("cloth", Cloth::default().build().unwrap()),
    ]
}

#[test]
fn every_shape_comes_to_rest_in_a_box_within_half_a_minute() {
    for (name, blueprint) in all() {
        let mut world = open_air(Method::Xpbd, 8);
        let bounds = Bounds::new(vec2(-4.0, -3.0), vec2(4.0, 5.0));
        world.set_settings(Settings { bounds: Some(bounds), ..*world.settings() }).unwrap();
        world.set_fields(wobble2d::Fields { damping: 0.6, ..wobble2d::Fields::default() }).unwrap();
        world.add(BodyDef::new(&blueprint).at(0.0, 1.0).turned(0.2)).unwrap();
        run(&mut world, 30.0);
        assert!(only(&world).frozen().is_none(), "{name}");
        assert!(world.rms_speed() < 0.02, "{name}: {} m/s", world.rms_speed());
        if only(&world).rest_area() > 0.0 {
            let ratio = only(&world).area() / only(&world).rest_area();
            assert!((0.75..1.35).contains(&ratio), "{name}: {ratio} of its area");
        }
    }
}

#[test]
fn a_plucked_ball_rings_and_then_rests() {
    let mut world = common::empty_space(Method::Xpbd, 8);
    let ball = world.add(BodyDef::new(&Ball::default().build().unwrap())).unwrap();
    for index in 0..24 {
        let place = only(&world).position(index) * vec2(1.15, 0.87);
        world.place_point(PointId { body: ball, index }, place).unwrap();
    }
    let width = |world: &wobble2d::World| only(world).bounding_box().1.x - only(world).bounding_box().0.x;
    let (mut turns, mut before) = (0, 1.0f32);
    for _ in 0..180 {
        world.step(1.0 / 60.0);
        let off = width(&world) - 1.0;
        turns += usize::from(off * before < 0.0 && off.abs() > 1e-3);
        before = off;
    }
    assert!((3..40).contains(&turns), "it swung through its rest shape {turns} times");
    assert!(world.rms_speed() < 0.1, "{} m/s after three seconds", world.rms_speed());
}

#[test]
fn shapes_have_the_points_springs_and_pins_they_promise() {
    let ring = TwoLayerRing { points: 18, radius: 1.0, ..TwoLayerRing::default() }.build().unwrap();
    assert_eq!(ring.points().len(), 37);
    // Two layers of 18 × 5 neighbours, 36 hub springs, 18 × 3 spokes.
    assert_eq!(ring.springs().len(), 180 + 36 + 54);
    assert_eq!(ring.cells().len(), 18);
    let big = TwoLayerRing { points: 58, radius: 1.8, inner: vec2(0.5, 0.75), ..TwoLayerRing::default() }.build().unwrap();
    assert_eq!(big.points().len(), 117);

    let cloth = Cloth { columns: 64, rows: 64, ..Cloth::default() }.build().unwrap();
    assert_eq!(cloth.springs().len(), 16_002);
    assert_eq!(cloth.points().iter().filter(|point| point.pinned).count(), 64);
    let corners = Cloth { pinned: Pinned::TopCorners, ..Cloth::default() }.build().unwrap();
    assert_eq!(corners.points().iter().filter(|point| point.pinned).count(), 2);

    let square = Lattice { columns: 8, rows: 8, spacing: 1.0 / 7.0, mass: 1.0, ..Lattice::default() }.build().unwrap();
    assert_eq!(square.springs().len(), 210);
    assert_eq!(square.loops()[0].len(), 28);
    assert!((square.area() - 1.0).abs() < 1e-5 && (square.mass() - 1.0).abs() < 1e-5);
    let Cover::Triangles(triangles) = square.cover() else { panic!("a lattice is covered by triangles") };
    assert_eq!(triangles.len(), 98);

    let ball = Ball::default().build().unwrap();
    assert!((ball.mass() - 1.0).abs() < 1e-5);
    assert_eq!(ball.cover(), &Cover::Fan);
}

#[test]
fn uv_coordinates_follow_from_the_rest_shape_and_stay_with_their_points() {
    let lattice = Lattice { columns: 3, rows: 3, ..Lattice::default() }.build().unwrap();
    let uv = |i: usize| lattice.points()[i].uv;
    assert_eq!([uv(0), uv(2), uv(4), uv(8)], [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(0.5, 0.5), vec2(1.0, 1.0)]);
    let painted = lattice.to_builder().uvs([vec2(0.25, 0.75)]).build().unwrap();
    assert_eq!(painted.points()[0].uv, vec2(0.25, 0.75));
}

#[test]
fn an_outline_may_have_a_hole_and_its_area_counts_once() {
    let square = |r: f32| [vec2(-r, -r), vec2(r, -r), vec2(r, r), vec2(-r, r)];
    let frame = Blueprint::builder().points(square(1.0), 1.0).points(square(0.5), 1.0);
    let frame = frame.outline([0, 1, 2, 3]).outline([7, 6, 5, 4]).build().unwrap();
    assert!((frame.area() - 3.0).abs() < 1e-6);
}

#[test]
fn the_builder_names_the_field_the_value_and_the_way_out() {
    let two = || Blueprint::builder().point(Vec2::ZERO, 1.0).point(vec2(1.0, 0.0), 1.0);
    let triangle = || two().point(vec2(0.0, 1.0), 1.0);
    let cases = [
        (Blueprint::builder().build(), "points must not be empty"),
        (two().point(Vec2::ZERO, -3.0).build(), "points[2].mass must be 1e-9 to 1e9 [kg], got -3.0; pin a point"),
        (two().point(vec2(f32::NAN, 0.0), 1.0).build(), "points[2].position"),
        (two().spring(0, 1, Spring::new(-5.0)).build(), "springs[0].stiffness must be 0 to 1e12 [N/m], got -5.0; use a stick"),
        (two().spring(0, 1, Spring::new(f32::NAN)).build(), "springs[0].stiffness"),
        (two().spring(0, 7, Spring::new(1.0)).build(), "springs[0] names a point that does not exist, got 7"),
        (two().spring(1, 1, Spring::new(1.0)).build(), "springs[0] must join two different points"),
        (
            Blueprint::builder().points([Vec2::ZERO; 2], 1.0).stick(0, 1, Stick::default()).build(),
            "sticks[0].length must be above 0",
        ),
        (two().outline([0, 1]).build(), "loops[0] must have at least 3 points"),
        (triangle().outline([0, 2, 1]).build(), "reverse the outer loop"),
        (triangle().outline([0, 1, 2, 0]).build(), "must not visit a point twice"),
        (two().gas(Gas::in_vacuum(1.0)).build(), "gas needs an outline"),
        (triangle().outline([0, 1, 2]).gas(Gas::in_vacuum(0.0)).build(), "gas.amount must be above 0"),
        (Ball { points: 2, ..Ball::default() }.build(), "points must be 3 to 100000, got 2"),
        (Chain { links: 0, ..Chain::default() }.build(), "links must be 1 to 100000"),
        (Lattice { columns: 1, ..Lattice::default() }.build(), "columns must be 2 to 4096"),
        (Lattice { columns: 4096, rows: 4096, ..Lattice::default() }.build(), "at most a million"),
    ];
    for (result, expected) in cases {
        let text = result.expect_err(expected).to_string();
        assert!(text.contains(expected), "«{text}» should contain «{expected}»");
    }
}

#[test]
fn bodies_can_be_added_removed_pinned_moved_and_re_made_while_the_world_runs() {
    let mut world = open_air(Method::Xpbd, 8);
    let blueprint = Ball::default().build().unwrap();
    let ids: Vec<_> = (0..20).map(|k| world.add(BodyDef::new(&blueprint).at(2.0 * k as f32, 0.0)).unwrap()).collect();
    run(&mut world, 0.1);
    for &id in ids.iter().step_by(3) {
        world.remove(id).unwrap();
        assert!(world.body(id).is_none() && world.remove(id).is_err());
    }
    assert_eq!(world.body_count(), 13);
    let again = world.add(BodyDef::new(&blueprint).at(-5.0, 0.0)).unwrap();
    assert!(!ids.contains(&again), "a name is never given twice");

    // A pinned particle stays where it is, and falls again when let go.
    let point = PointId { body: again, index: 0 };
    world.pin(point, true).unwrap();
    let held = world.body(again).unwrap().position(0);
    run(&mut world, 0.5);
    assert_eq!(world.body(again).unwrap().position(0), held);
    world.pin(point, false).unwrap();
    run(&mut world, 0.5);
    assert!(world.body(again).unwrap().position(0).y < held.y - 0.1);

    let before = world.body(ids[1]).unwrap();
    let (centre, velocity) = (before.centre(), before.mean_velocity());
    world.teleport(ids[1], vec2(0.0, 50.0)).unwrap();
    let after = world.body(ids[1]).unwrap();
    assert!((after.centre() - centre - vec2(0.0, 50.0)).length() < 1e-4 && (after.mean_velocity() - velocity).length() < 1e-6);
    assert!(world.teleport(ids[1], vec2(f32::NAN, 0.0)).is_err());

    let stiffer = blueprint.to_builder().scale_springs(10.0, 1.0).build().unwrap();
    world.set_blueprint(ids[2], &stiffer).unwrap();
    assert!(world.set_blueprint(ids[2], &Chain::default().build().unwrap()).is_err(), "another number of points is another body");
    world.set_mass(ids[2], 7.0).unwrap();
    assert!((world.body(ids[2]).unwrap().mass() - 7.0).abs() < 1e-4);
    run(&mut world, 0.2);
}
