//! Tearing: what breaks, by how much, under every method, and what goes on afterwards.

use crate::common;

use common::{empty_space, open_air};
use glam::{Vec2, vec2};
use wobble2d::blueprint::{Ball, Chain, Cloth, Filling, Mesh, Pinned};
use wobble2d::{
    Bend, Blueprint, BodyDef, BodyId, Event, Fields, Gas, Limit, Material, Method, PointId, Settings, Spring, Stick, Tearing,
    Triangle, Width, World,
};

const DT: f32 = 1.0 / 60.0;

/// Two points a metre apart, the first pinned, held by something.
fn pair(
    hold: impl Fn(wobble2d::blueprint::BlueprintBuilder) -> wobble2d::blueprint::BlueprintBuilder,
    tearing: Tearing,
) -> Blueprint {
    let builder = Blueprint::builder().point(Vec2::ZERO, 1.0).point(vec2(0.0, -1.0), 1.0).pin([0]);
    hold(builder).tearing(tearing).build().unwrap()
}

fn torn(world: &World) -> bool {
    world.events().iter().any(|event| matches!(event, Event::Torn(_)))
}

#[test]
fn a_spring_tears_beyond_its_strain_and_not_before_under_every_method() {
    for method in Method::ALL {
        for (stretch, tears) in [(1.28, false), (1.32, true)] {
            let mut world = empty_space(method, 8);
            let tearing = Tearing { springs: Limit::strain(0.3), ..Tearing::default() };
            let id = world.add(BodyDef::new(&pair(|builder| builder.spring(0, 1, Spring::new(1.0)), tearing))).unwrap();
            world.place_point(PointId { body: id, index: 1 }, vec2(0.0, -stretch)).unwrap();
            world.step(1e-3);
            assert_eq!((torn(&world), world.torn().springs), (tears, u64::from(tears)), "{method:?} at {stretch}");
        }
    }
}

#[test]
fn a_spring_that_is_squeezed_does_not_tear() {
    let mut world = empty_space(Method::Xpbd, 8);
    let id = world.add(BodyDef::new(&pair(|builder| builder.spring(0, 1, Spring::new(10.0)), Tearing::strain(0.1)))).unwrap();
    world.place_point(PointId { body: id, index: 1 }, vec2(0.0, -0.2)).unwrap();
    world.step(1e-3);
    assert!(!torn(&world));
}

#[test]
fn a_stick_carries_the_weight_it_holds_and_no_more_under_every_method() {
    for method in Method::ALL {
        // A kilogram hangs from it.
        for (strength, tears) in [(9.81 * 1.05, false), (9.81 * 0.95, true)] {
            let mut world = open_air(method, 16);
            let tearing = Tearing { sticks: Limit::force(strength), ..Tearing::default() };
            let id = world.add(BodyDef::new(&pair(|builder| builder.stick(0, 1, Stick::default()), tearing))).unwrap();
            (0..30).for_each(|_| world.step(DT));
            assert_eq!(world.torn().sticks, u64::from(tears), "{method:?} with {strength} N");
            assert_eq!(world.body_count(), if tears { 2 } else { 1 });
            // What hangs is where it was, what broke falls.
            let lowest = world.particles().iter().map(|record| record[1]).fold(0.0, f32::min);
            assert_eq!(lowest < -1.1, tears);
            assert!(world.body(id).is_some());
        }
    }
}

#[test]
fn a_triangle_tears_by_the_stretch_and_the_pull_of_the_closed_form() {
    // Stretched by a fifth along x with its height kept: σ = 1.2 and 1.
    let matter = Triangle::new(100.0, 0.3);
    let pull = matter.shear_modulus() * 0.2 + matter.area_modulus() * 0.2;
    for (limit, tears) in [
        (Limit::strain(0.19), true),
        (Limit::strain(0.21), false),
        (Limit::force(pull * 0.99), true),
        (Limit::force(pull * 1.01), false),
    ] {
        let tearing = Tearing { triangles: limit, ..Tearing::default() };
        let corners = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(0.3, 0.8)];
        let builder = Blueprint::builder().points(corners, 1.0).pin([0, 1, 2]).triangle([0, 1, 2], matter).outline([0, 1, 2]);
        let mut world = empty_space(Method::SemiImplicitEuler, 1);
        let id = world.add(BodyDef::new(&builder.tearing(tearing).build().unwrap())).unwrap();
        for (index, corner) in (0..).zip(corners) {
            world.pin(PointId { body: id, index }, false).unwrap();
            world.place_point(PointId { body: id, index }, corner * vec2(1.2, 1.0)).unwrap();
        }
        world.step(1e-5);
        assert_eq!((torn(&world), world.torn().triangles), (tears, u64::from(tears)), "{limit:?}");
    }
}

#[test]
fn a_strip_breaks_where_it_is_bent_too_far() {
    // Three points half a metre apart, bent to a right angle less a tenth: the curvature is that angle over the length, for small ones.
    for (limit, tears) in [(0.25, true), (0.35, false)] {
        let tearing = Tearing { bends: Limit::strain(limit), ..Tearing::default() };
        let places = [vec2(-0.5, 0.0), Vec2::ZERO, vec2(0.5, 0.0)];
        let builder = Blueprint::builder().points(places, 1.0).spring(0, 1, Spring::new(10.0)).spring(1, 2, Spring::new(10.0));
        let mut world = empty_space(Method::Xpbd, 4);
        let id = world.add(BodyDef::new(&builder.bend([0, 1, 2], Bend::new(1.0)).tearing(tearing).build().unwrap())).unwrap();
        let bent = 0.5 * vec2(libm::cosf(0.3), libm::sinf(0.3));
        world.place_point(PointId { body: id, index: 2 }, bent).unwrap();
        world.step(1e-4);
        assert_eq!(world.torn().bends, u64::from(tears), "{limit} rad");
        assert_eq!(world.body_count(), 1, "the springs still hold");
    }
}

#[test]
fn a_body_that_is_larger_or_stiffer_tears_by_what_it_bears_itself() {
    let tearing = Tearing { springs: Limit { strain: Some(0.3), force: Some(50.0) }, ..Tearing::default() };
    let blueprint = pair(|builder| builder.spring(0, 1, Spring::new(100.0)), tearing);
    // Two metres long at rest: 2.4 m are a strain of 0.2 and 40 N, or 80 N where it is twice as stiff.
    for (stiffness, tears) in [(1.0, false), (2.0, true)] {
        let mut world = empty_space(Method::Xpbd, 4);
        let tuning = wobble2d::Tuning { size: 2.0, stiffness, ..wobble2d::Tuning::default() };
        let id = world.add(BodyDef::new(&blueprint).tuned(tuning)).unwrap();
        world.place_point(PointId { body: id, index: 1 }, vec2(0.0, -2.4)).unwrap();
        world.step(1e-4);
        assert_eq!(torn(&world), tears);
    }
}

/// A cloth between two walls, and a ball above it that is too heavy for it.
fn drop_test(method: Method, width: Width) -> (World, BodyId) {
    let mut world = World::new();
    let substeps = if method == Method::Xpbd { 8 } else { 40 };
    world.set_settings(Settings { method, substeps, width, ..Settings::default() }).unwrap();
    let tearing = Tearing { springs: Limit::strain(0.25), ..Tearing::default() };
    let cloth = Cloth {
        columns: 25,
        rows: 5,
        spacing: 0.08,
        mass: 0.5,
        structural: Spring::new(400.0).damped(0.3),
        pinned: Pinned::Sides,
        ..Cloth::default()
    };
    let sheet = cloth.build().unwrap().to_builder().tearing(tearing).build().unwrap();
    let id = world.add(BodyDef::new(&sheet).at(0.0, 0.0)).unwrap();
    let ball = Ball { radius: 0.25, mass: 8.0, ..Ball::default() }.build().unwrap();
    world.add(BodyDef::new(&ball).at(0.1, 0.8)).unwrap();
    (world, id)
}

#[test]
fn a_heavy_ball_falls_through_a_cloth_and_tears_it() {
    for method in [Method::Xpbd, Method::SemiImplicitEuler] {
        let (mut world, _) = drop_test(method, Width::Widest);
        let count = world.particles().len();
        (0..120).for_each(|_| world.step(DT));
        let ball = world.bodies().nth(1).unwrap();
        assert!(ball.centre().y < -2.0, "{method:?}: the ball is at {}", ball.centre().y);
        assert!(world.torn_springs() > 4);
        assert_eq!(world.particles().len(), count);
        assert!(world.bodies().all(|body| body.frozen().is_none()));
        // What is pinned still hangs.
        let hangs = |body: &wobble2d::BodyView<'_>| body.bounding_box().1.y > -0.2;
        assert!(world.bodies().filter(hangs).map(|body| body.state().len()).sum::<usize>() >= 10);
    }
}

#[test]
fn tearing_is_the_same_for_one_lane_and_for_eight_and_after_a_snapshot() {
    let (mut one, _) = drop_test(Method::Xpbd, Width::One);
    let (mut eight, _) = drop_test(Method::Xpbd, Width::Widest);
    let mut again = World::restore(&eight.save()).unwrap();
    let mut tears = 0;
    for step in 0..90 {
        for world in [&mut one, &mut eight, &mut again] {
            world.step(DT);
        }
        if torn(&eight) {
            tears += 1;
            again = World::restore(&again.save()).unwrap();
        }
        assert_eq!(one.state_hash(), eight.state_hash(), "step {step}");
        assert_eq!(again.state_hash(), eight.state_hash(), "step {step}");
    }
    assert!(tears > 1, "it tore {tears} times");
}

#[test]
fn momentum_is_kept_while_a_spinning_sheet_flies_apart() {
    let tearing = Tearing { springs: Limit::strain(0.05), ..Tearing::default() };
    let cloth = Cloth { columns: 9, rows: 9, pinned: Pinned::Free, ..Cloth::default() }.build().unwrap();
    let mut world = empty_space(Method::Xpbd, 8);
    world.add(BodyDef::new(&cloth.to_builder().tearing(tearing).build().unwrap()).spinning(30.0).moving(1.0, 2.0)).unwrap();
    let before = world.momentum();
    (0..30).for_each(|_| world.step(DT));
    let after = world.momentum();
    assert!(world.body_count() > 4, "{} pieces", world.body_count());
    assert!((after - before).length() < 1e-4, "{before} then {after}");
}

#[test]
fn a_full_ball_whose_skin_tears_leaks_and_goes_flat() {
    let mut world = empty_space(Method::Xpbd, 8);
    let gas = Gas::in_vacuum(8.0);
    let ball = Ball { filling: Filling::Gas(gas), skin: Spring::new(300.0).damped(0.2), bending: None, ..Ball::default() };
    let tearing = Tearing { springs: Limit::strain(0.4), puncture: 0.4, ..Tearing::default() };
    let id = world.add(BodyDef::new(&ball.build().unwrap().to_builder().tearing(tearing).build().unwrap())).unwrap();
    (0..60).for_each(|_| world.step(DT));
    assert!(world.torn_springs() == 0, "it holds");
    let full = world.body(id).unwrap().area();
    // Six times the gas is too much for it.
    world.tune(id, wobble2d::Tuning { gas: 6.0, ..wobble2d::Tuning::default() }).unwrap();
    let mut leaked = false;
    for _ in 0..120 {
        world.step(DT);
        leaked |= world.body(id).unwrap().leak().is_some();
    }
    assert!(world.torn_springs() > 0 && full > 0.0);
    assert!(leaked || world.body_count() > 1);
    assert!(world.bodies().all(|body| body.blueprint().gas().is_none()), "no gas is left");
}

#[test]
fn a_chain_breaks_where_it_carries_most() {
    // Ten links of a hundred grams and a load of three kilograms: the uppermost carries them all.
    let chain = Chain { from: Vec2::ZERO, to: vec2(0.0, -1.0), links: 10, mass: 1.1, ..Chain::default() }.build().unwrap();
    let tearing = Tearing { sticks: Limit::force(9.81 * 0.97), ..Tearing::default() };
    let mut world = open_air(Method::Xpbd, 20);
    let id = world.add(BodyDef::new(&chain.to_builder().tearing(tearing).build().unwrap())).unwrap();
    (0..60).for_each(|_| world.step(DT));
    assert_eq!(world.torn().sticks, 1);
    let pieces: Vec<usize> = world.bodies().map(|body| body.state().len()).collect();
    assert_eq!(pieces, [10, 1], "the nine lower links stay together, the pin is alone");
    assert!(world.body(id).unwrap().centre().y < -2.0, "and fall");
}

#[test]
fn rubber_pulled_apart_tears_in_two_and_both_halves_are_bodies() {
    let tearing = Tearing { triangles: Limit::strain(0.5), ..Tearing::default() };
    let strip = Mesh { spacing: 0.1, ..Mesh::rectangle(2.0, 0.4) }.of(Material::RUBBER).build().unwrap();
    let ends = |sign: f32| (0u32..).zip(strip.points()).filter(move |(_, p)| p.position.x * sign > 0.99).map(|(i, _)| i);
    let held: Vec<u32> = ends(1.0).chain(ends(-1.0)).collect();
    let mut world = empty_space(Method::Xpbd, 8);
    world.set_fields(Fields::none()).unwrap();
    let id = world.add(BodyDef::new(&strip.to_builder().pin(held.clone()).tearing(tearing).build().unwrap())).unwrap();
    let mut names: Vec<PointId> = held.iter().map(|&index| PointId { body: id, index }).collect();
    for _ in 0..240 {
        for &point in &names {
            let place = world.body(point.body).unwrap().position(point.index);
            world.place_point(point, place + vec2(0.01 * place.x.signum(), 0.0)).unwrap();
        }
        world.step(DT);
        for event in world.events().to_vec() {
            if let Event::Torn(torn) = event {
                names.iter_mut().for_each(|point| *point = torn.follow(*point).unwrap_or(*point));
            }
        }
    }
    let large = world.bodies().filter(|body| body.blueprint().area() > 0.05).count();
    assert!(large >= 2, "{large} large pieces");
    // At the end both are at ease again, as long as they were.
    let stretched = |body: &wobble2d::BodyView<'_>| body.area() / body.rest_area();
    assert!(world.bodies().filter(|body| body.blueprint().area() > 0.05).all(|body| (0.9..1.1).contains(&stretched(&body))));
}

#[test]
fn limits_out_of_range_are_refused_with_their_name() {
    let tearing = Tearing { springs: Limit::strain(-0.1), ..Tearing::default() };
    let error = Blueprint::builder().point(Vec2::ZERO, 1.0).tearing(tearing).build().unwrap_err();
    assert!(error.to_string().contains("tearing.springs.strain"), "{error}");
    let tearing = Tearing { puncture: f32::NAN, ..Tearing::default() };
    assert!(Blueprint::builder().point(Vec2::ZERO, 1.0).tearing(tearing).build().is_err());
}
