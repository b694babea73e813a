//! Bodies that meet themselves.

use crate::common;

use common::{empty_space, open_air, run};
use glam::{Vec2, vec2};
use wobble2d::blueprint::{Ball, Chain, Lattice};
use wobble2d::{Blueprint, BodyDef, BodyId, Bounds, Filter, Method, Motion, Settings, Spring, World};

const ITSELF: Filter = Filter { layers: 1, mask: u32::MAX, sensor: false, itself: true, one_way: None };

/// How many pairs of edges of a body cross.
fn crossings(world: &World, id: BodyId) -> usize {
    let body = world.body(id).unwrap();
    let chain = |corners: &[u32], closed: bool| {
        let n = corners.len();
        (0..n - usize::from(!closed)).map(|k| [corners[k], corners[(k + 1) % n]]).collect::<Vec<_>>()
    };
    let mut edges: Vec<[u32; 2]> = body.blueprint().loops().iter().flat_map(|corners| chain(corners, true)).collect();
    edges.extend(body.blueprint().strands().iter().flat_map(|corners| chain(corners, false)));
    let place = |index: u32| body.position(index);
    let side = |p: Vec2, q: Vec2, r: Vec2| (q - p).perp_dot(r - p);
    let mut count = 0;
    for (k, &[a, b]) in edges.iter().enumerate() {
        for &[c, d] in edges[k + 1..].iter().filter(|other| !other.contains(&a) && !other.contains(&b)) {
            let [a, b, c, d] = [a, b, c, d].map(place);
            count += usize::from(side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0);
        }
    }
    count
}

fn floored(method: Method) -> World {
    let mut world = open_air(method, 16);
    let bounds = Bounds { restitution: 0.0, ..Bounds::new(vec2(-3.0, 0.0), vec2(3.0, 50.0)) };
    world.set_settings(Settings { bounds: Some(bounds), ..*world.settings() }).unwrap();
    world
}

#[test]
fn a_long_rope_dropped_into_a_pile_does_not_cross_itself() {
    let drop = |itself: bool| {
        let mut world = floored(Method::Xpbd);
        let rope =
            Chain { from: vec2(0.0, 0.5), to: vec2(0.3, 8.5), links: 80, pinned: [false; 2], ..Chain::default() }.build().unwrap();
        let rope = world.add(BodyDef::new(&rope).filter(Filter { itself, ..ITSELF })).unwrap();
        run(&mut world, 6.0);
        crossings(&world, rope)
    };
    assert!(drop(false) > 0, "without self-contact it must cross, or this test shows nothing");
    assert_eq!(drop(true), 0);
}

#[test]
fn a_ribbon_folded_on_itself_does_not_cross_itself() {
    let drop = |itself: bool| {
        let mut world = floored(Method::Xpbd);
        let spring = Spring::new(2000.0).damped(0.5);
        let ribbon = Lattice { columns: 60, rows: 2, spacing: 0.1, mass: 2.0, structural: spring, shear: spring, area: None };
        let ribbon = ribbon.build().unwrap();
        let ribbon = world.add(BodyDef::new(&ribbon).at(0.1, 3.3).turned(1.5).filter(Filter { itself, ..ITSELF })).unwrap();
        run(&mut world, 8.0);
        crossings(&world, ribbon)
    };
    assert!(drop(false) > 0, "without self-contact it must cross, or this test shows nothing");
    assert_eq!(drop(true), 0);
}

#[test]
fn a_balloon_squeezed_flat_between_two_plates_does_not_cross_itself_and_comes_back() {
    let mut world = empty_space(Method::Xpbd, 8);
    let balloon = Ball { radius: 0.5, points: 40, ..Ball::default() }.build().unwrap();
    let balloon = world.add(BodyDef::new(&balloon).filter(ITSELF)).unwrap();
    let corners = [vec2(-2.0, -0.1), vec2(2.0, -0.1), vec2(2.0, 0.1), vec2(-2.0, 0.1)];
    let plate = Blueprint::builder().points(corners, 1.0).pin(0..4).outline(0..4).build().unwrap();
    let plates = [1.0, -1.0].map(|side| {
        let motion = Motion::Steady { velocity: vec2(0.0, -0.3 * side), spin: 0.0 };
        world.add(BodyDef::new(&plate).at(0.0, 0.65 * side).led(motion)).unwrap()
    });
    // From a metre apart to eight centimetres.
    run(&mut world, 0.51 / 0.3);
    plates.iter().for_each(|&plate| world.set_motion(plate, None).unwrap());
    run(&mut world, 1.0);
    assert_eq!(crossings(&world, balloon), 0);
    for (plate, side) in plates.into_iter().zip([1.0, -1.0]) {
        world.set_motion(plate, Some(Motion::Steady { velocity: vec2(0.0, 0.5 * side), spin: 0.0 })).unwrap();
    }
    run(&mut world, 3.0);
    assert_eq!(crossings(&world, balloon), 0);
    let (low, high) = world.body(balloon).unwrap().bounding_box();
    let ratio = (high.y - low.y) / (high.x - low.x);
    assert!((ratio - 1.0).abs() < 0.15, "height over width {ratio}");
}

#[test]
fn worlds_with_self_contact_are_restored_to_the_bit() {
    let mut world = floored(Method::Xpbd);
    let rope =
        Chain { from: vec2(0.0, 0.5), to: vec2(0.2, 4.5), links: 40, pinned: [false; 2], ..Chain::default() }.build().unwrap();
    world.add(BodyDef::new(&rope).filter(ITSELF)).unwrap();
    run(&mut world, 1.0);
    let mut again = World::restore(&world.save()).unwrap();
    for step in 0..120 {
        world.step(1.0 / 60.0);
        again.step(1.0 / 60.0);
        assert_eq!(world.state_hash(), again.state_hash(), "step {step}");
    }
}
