//! What is where: points, rays, boxes and overlaps.

use crate::common;

use common::{empty_space, particle};
use glam::{Vec2, vec2};
use wobble2d::blueprint::{Ball, Chain, Cloth};
use wobble2d::{Blueprint, BodyDef, BodyId, Method, PointId, Ray, RayHit, Struck, World};

fn polygon(corners: &[Vec2]) -> Blueprint {
    Blueprint::builder().points(corners.iter().copied(), 1.0).outline(0..corners.len() as u32).build().unwrap()
}

/// A square of a metre with its lower left corner at the origin.
fn square() -> Blueprint {
    polygon(&[vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)])
}

/// An upright rope of two links, two metres long.
fn post() -> Blueprint {
    Blueprint::builder().points([vec2(0.0, -1.0), vec2(0.0, 0.0), vec2(0.0, 1.0)], 1.0).strand([0, 1, 2]).build().unwrap()
}

fn world_of(bodies: &[(&Blueprint, f32, f32)]) -> (World, Vec<BodyId>) {
    let mut world = empty_space(Method::Xpbd, 1);
    let ids = bodies.iter().map(|&(blueprint, x, y)| world.add(BodyDef::new(blueprint).at(x, y)).unwrap()).collect();
    (world, ids)
}

fn all(world: &World, ray: Ray) -> Vec<RayHit> {
    let mut hits = vec![];
    world.ray_all(ray, &mut hits);
    hits
}

#[test]
fn a_place_belongs_to_every_outline_around_it_in_the_order_of_bodies() {
    let hollow = Blueprint::builder()
        .points([vec2(-2.0, -2.0), vec2(3.0, -2.0), vec2(3.0, 3.0), vec2(-2.0, 3.0)], 1.0)
        .points([vec2(0.2, 0.2), vec2(0.2, 0.4), vec2(0.4, 0.4), vec2(0.4, 0.2)], 1.0)
        .outline(0..4)
        .outline(4..8)
        .build()
        .unwrap();
    let (world, ids) = world_of(&[(&square(), 0.0, 0.0), (&hollow, 0.0, 0.0), (&post(), 0.5, 0.5), (&square(), 5.0, 0.0)]);
    let at = |x: f32, y: f32| world.bodies_at(vec2(x, y)).collect::<Vec<_>>();
    assert_eq!(at(0.7, 0.7), [ids[0], ids[1]]);
    assert_eq!(at(0.3, 0.3), [ids[0]], "the hole is not inside");
    assert_eq!(at(0.5, 0.5), [ids[0], ids[1]], "a strand has no inside");
    assert_eq!(at(5.5, 0.5), [ids[3]]);
    assert_eq!(at(-9.0, 0.5), []);
}

#[test]
fn the_nearest_point_is_movable_and_within_reach() {
    let pinned = particle().to_builder().pin([0]).build().unwrap();
    let (world, ids) = world_of(&[(&square(), 0.0, 0.0), (&pinned, 0.4, 0.4)]);
    assert_eq!(world.nearest_point(vec2(0.4, 0.4), 1.0), Some(PointId { body: ids[0], index: 0 }));
    assert_eq!(world.nearest_point(vec2(0.9, 0.8), 0.3), Some(PointId { body: ids[0], index: 2 }));
    assert_eq!(world.nearest_point(vec2(0.5, 0.5), 0.7), None);
    assert_eq!(world.nearest_point(vec2(0.0, 0.0), -1.0), None);
}

#[test]
fn a_ray_goes_into_a_square_by_its_left_side_and_out_by_its_right() {
    let (world, ids) = world_of(&[(&square(), 2.0, 0.0)]);
    // Towards the right at a quarter of the height. The left side runs from corner 3 down to corner 0.
    let hits = all(&world, Ray::new(vec2(0.0, 0.25), vec2(5.0, 0.0), 10.0));
    let first = RayHit {
        body: ids[0],
        struck: Struck::Edge { ends: [3, 0], t: 0.75 },
        place: vec2(2.0, 0.25),
        normal: vec2(-1.0, 0.0),
        distance: 2.0,
        leaving: false,
    };
    let second =
        RayHit { struck: Struck::Edge { ends: [1, 2], t: 0.25 }, place: vec2(3.0, 0.25), distance: 3.0, leaving: true, ..first };
    assert_eq!(hits, [first, second]);
    assert_eq!(world.ray(Ray::new(vec2(0.0, 0.25), vec2(5.0, 0.0), 10.0)), Some(first));
    assert_eq!(world.ray(Ray::new(vec2(0.0, 0.25), Vec2::X, 1.9)), None, "it is too short");
    assert_eq!(world.ray(Ray::new(vec2(0.0, 0.25), -Vec2::X, 10.0)), None, "it goes the other way");
}

#[test]
fn a_ray_that_begins_inside_strikes_where_it_comes_out() {
    let (world, ids) = world_of(&[(&square(), 0.0, 0.0)]);
    let hit = world.ray(Ray::new(vec2(0.5, 0.5), vec2(0.0, -1.0), 10.0)).unwrap();
    assert_eq!((hit.body, hit.place, hit.distance), (ids[0], vec2(0.5, 0.0), 0.5));
    assert!(hit.leaving);
    assert_eq!(hit.normal, vec2(0.0, 1.0), "the normal is on the side it came from");
    assert_eq!(all(&world, Ray::new(vec2(0.5, 0.5), Vec2::X, 10.0)).len(), 1);
}

#[test]
fn a_strand_is_struck_from_either_side_and_is_not_left() {
    let (world, ids) = world_of(&[(&post(), 1.0, 0.0)]);
    for (from, direction) in [(0.0, Vec2::X), (2.0, -Vec2::X)] {
        let hit = world.ray(Ray::new(vec2(from, 0.5), direction, 5.0)).unwrap();
        assert_eq!((hit.body, hit.struck), (ids[0], Struck::Edge { ends: [1, 2], t: 0.5 }));
        assert_eq!((hit.normal, hit.distance, hit.leaving), (-direction, 1.0, false));
    }
}

#[test]
fn a_ray_through_a_shared_corner_strikes_once() {
    let (world, _) = world_of(&[(&post(), 1.0, 0.0)]);
    assert_eq!(all(&world, Ray::new(vec2(0.0, 0.0), Vec2::X, 5.0)).len(), 1, "the joint of two links");
    let ball = Ball::default().build().unwrap();
    let (world, ids) = world_of(&[(&ball, 0.0, 0.0)]);
    let body = world.body(ids[0]).unwrap();
    for index in 0..24 {
        // From the far side of a corner through it to the middle: in once, and not yet out.
        let corner = body.position(index);
        let hits = all(&world, Ray::new(2.0 * corner, -corner, corner.length() * 1.5));
        assert_eq!(hits.len(), 1, "corner {index}: {hits:?}");
    }
}

#[test]
fn points_without_edges_are_struck_by_rays_that_reach_so_far() {
    let cloth = Cloth::default().build().unwrap();
    let (world, ids) = world_of(&[(&particle(), 2.0, 0.1), (&cloth, 50.0, 0.0)]);
    let ray = Ray::new(Vec2::ZERO, Vec2::X, 10.0);
    assert_eq!(world.ray(ray), None);
    let hit = world.ray(Ray { point_reach: 0.2, ..ray }).unwrap();
    assert_eq!((hit.body, hit.struck, hit.place), (ids[0], Struck::Point(0), vec2(2.0, 0.1)));
    assert_eq!((hit.normal, hit.distance), (-Vec2::X, 2.0));
    assert!(all(&world, Ray { from: vec2(50.0, 0.0), point_reach: 0.06, ..ray }).iter().all(|hit| hit.body == ids[1]));
}

#[test]
fn hits_come_by_distance_and_equally_far_ones_by_body() {
    let (world, ids) = world_of(&[(&square(), 4.0, 0.0), (&square(), 1.0, 0.0), (&square(), 1.0, 0.0)]);
    let hits = all(&world, Ray::new(vec2(0.0, 0.5), Vec2::X, 9.0));
    let order: Vec<BodyId> = hits.iter().map(|hit| hit.body).collect();
    assert_eq!(order, [ids[1], ids[2], ids[1], ids[2], ids[0], ids[0]]);
    assert_eq!(world.ray(Ray::new(vec2(0.0, 0.5), Vec2::X, 9.0)), Some(hits[0]));
}

#[test]
fn a_box_finds_what_lies_in_it_around_it_or_across_it() {
    let wide = polygon(&[vec2(-5.0, 0.0), vec2(5.0, 0.0), vec2(5.0, 0.2), vec2(-5.0, 0.2)]);
    let (world, ids) = world_of(&[
        (&square(), 0.5, -0.5), // a corner in the box
        (&wide, 0.0, 0.4),      // across it, no corner inside
        (&particle(), 0.1, 0.9),
        (&post(), 0.3, 0.0),     // a strand across it
        (&square(), 0.9, 0.9),   // its corner in the box
        (&square(), 1.1, 0.0),   // beside it
        (&particle(), 0.1, 1.1), // above it
    ]);
    let found: Vec<BodyId> = world.bodies_in_box(Vec2::ZERO, Vec2::ONE).collect();
    assert_eq!(found, ids[..5]);
    let around: Vec<BodyId> = world.bodies_in_box(vec2(1.5, 0.2), vec2(1.6, 0.3)).collect();
    assert_eq!(around, [ids[5]], "the box is inside a body");
}

#[test]
fn bodies_overlap_when_edges_cross_or_one_is_in_the_other() {
    let bar = |w: f32, h: f32| polygon(&[vec2(-w, -h), vec2(w, -h), vec2(w, h), vec2(-w, h)]);
    let small = Ball { radius: 0.1, ..Ball::default() }.build().unwrap();
    let chain = Chain { from: vec2(-3.0, 0.9), to: vec2(3.0, 0.9), ..Chain::default() }.build().unwrap();
    let (world, ids) = world_of(&[
        (&bar(2.0, 0.1), 0.0, 0.0),
        (&bar(0.1, 2.0), 0.0, 0.0),   // a plus: no corner is inside
        (&small, 0.0, -1.0),          // in the upright bar, far from its edges' ends
        (&chain, 0.0, 0.0),           // crosses the upright bar only
        (&post(), 1.0, 0.0),          // crosses the level bar and the chain
        (&particle(), 0.0, 0.05),     // in both bars
        (&bar(0.1, 0.1), -1.0, -1.0), // apart
        (&particle(), 0.5, 0.5),      // nowhere
    ]);
    let with = |k: usize| world.bodies_overlapping(ids[k]).collect::<Vec<_>>();
    assert_eq!(with(0), [ids[1], ids[4], ids[5]]);
    assert_eq!(with(1), [ids[0], ids[2], ids[3], ids[5]]);
    assert_eq!(with(3), [ids[1], ids[4]]);
    assert_eq!(with(6), []);
    assert_eq!(with(7), []);
    for (k, &id) in ids.iter().enumerate() {
        for &other in &ids {
            let (there, back) = (
                world.bodies_overlapping(id).any(|found| found == other),
                world.bodies_overlapping(other).any(|found| found == id),
            );
            assert_eq!(there, back, "body {k} and {other}");
        }
    }
}

#[test]
fn a_body_that_is_gone_overlaps_nothing() {
    let (mut world, ids) = world_of(&[(&square(), 0.0, 0.0), (&square(), 0.5, 0.5)]);
    assert_eq!(world.bodies_overlapping(ids[0]).count(), 1);
    world.remove(ids[0]).unwrap();
    assert_eq!(world.bodies_overlapping(ids[0]).count(), 0);
    assert_eq!(world.bodies_overlapping(ids[1]).count(), 0);
}

#[test]
fn numbers_that_are_none_or_infinite_find_nothing() {
    let (world, _) = world_of(&[(&square(), 0.0, 0.0), (&particle(), 0.5, 0.5)]);
    for bad in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        for place in [vec2(bad, 0.5), vec2(0.5, bad)] {
            assert_eq!(world.bodies_at(place).count(), 0);
            assert_eq!(world.nearest_point(place, 1.0), None);
            assert_eq!(world.bodies_in_box(place, Vec2::ONE).count(), 0);
            assert_eq!(world.bodies_in_box(Vec2::ZERO, place).count(), 0);
            let ray = Ray { point_reach: 1.0, ..Ray::new(vec2(-1.0, 0.5), Vec2::X, 10.0) };
            assert!(world.ray(ray).is_some());
            assert_eq!(world.ray(Ray { from: place, ..ray }), None);
            assert_eq!(world.ray(Ray { direction: place, ..ray }), None);
            assert_eq!(world.ray(Ray { length: bad, ..ray }), None);
            assert_eq!(all(&world, Ray { length: bad, ..ray }), []);
        }
        assert_eq!(world.nearest_point(vec2(0.1, 0.1), f32::NAN), None);
    }
    assert_eq!(world.ray(Ray::new(vec2(-1.0, 0.5), Vec2::ZERO, 10.0)), None);
    assert_eq!(world.bodies_in_box(Vec2::ONE, Vec2::ZERO).count(), 0, "its corners are the wrong way round");
}
