//! The same small contacts, checked by hand, for every detector and every response.
//!
//! The tip of a wedge, always its point 0, is in another body. Wedges and bodies have no springs, so that nothing but the contact acts.

use crate::common;

use common::{empty_space, run};
use glam::{Vec2, vec2};
use wobble2d::blueprint::{Ball, Chain, Keeps, Lattice, TwoLayerRing};
use wobble2d::oracle::{self, Found};
use wobble2d::{
    Blueprint, BodyDef, BodyId, Bounds, ContactSettings, Detector, Fields, FrictionLaw, Method, PointId, Response, RestitutionRule,
    Settings, Spring, Surface, World,
};

const NEAREST: Detector = Detector::NearestEdge { barycentre: false };
const NEAREST_CURED: Detector = Detector::NearestEdge { barycentre: true };
const FORCE_METHODS: [Method; 5] =
    [Method::ExplicitEuler, Method::SemiImplicitEuler, Method::PositionVerlet, Method::VelocityVerlet, Method::Rk4];

fn polygon(corners: &[Vec2], mass: f32) -> Blueprint {
    Blueprint::builder().points(corners.iter().copied(), mass).outline(0..corners.len() as u32).build().unwrap()
}

/// A metre wide, its lower left corner at the origin. Edges: 0 bottom, 1 right, 2 top (from right to left), 3 left (downwards).
fn square() -> Blueprint {
    polygon(&[vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 1.0)], 2.0)
}

/// An L. Edges 2, from (2, 1) to (1, 1), and 3, from (1, 1) to (1, 2), make its notch.
fn angle() -> Blueprint {
    polygon(&[vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(2.0, 1.0), vec2(1.0, 1.0), vec2(1.0, 2.0), vec2(0.0, 2.0)], 2.0)
}

/// A triangle with its tip at the origin, 1.2 m long in direction `back` and a metre wide at its end. Its mass centre is at 0.8 `back`.
fn wedge(back: Vec2) -> Blueprint {
    let (end, half) = (1.2 * back, 0.5 * back.perp());
    polygon(&[Vec2::ZERO, end - half, end + half], 1.0)
}

/// A world with a body, and a wedge that comes down the direction `-back` at 6 m/s, its tip now at `tip`.
fn scene(detector: Detector, body: &Blueprint, tip: Vec2, back: Vec2) -> (World, [BodyId; 2]) {
    let mut world = empty_space(Method::SemiImplicitEuler, 1);
    let contact = ContactSettings { detector, ..ContactSettings::default() };
    world.set_settings(Settings { contact, calm: false, ..*world.settings() }).unwrap();
    let smooth = Surface { friction: 0.0, restitution: 0.0, ..Surface::default() };
    let body = world.add(BodyDef::new(body).surface(smooth)).unwrap();
    let velocity = -6.0 * back;
    let wedge = BodyDef::new(&wedge(back)).at(tip.x, tip.y).moving(velocity.x, velocity.y).surface(smooth);
    let wedge = world.add(wedge).unwrap();
    (world, [body, wedge])
}

/// How a detector holds the tip, if it does.
fn tip_contact(detector: Detector, body: &Blueprint, tip: Vec2, back: Vec2) -> Option<Found> {
    let (mut world, [_, wedge]) = scene(detector, body, tip, back);
    let mut of_tip =
        oracle::contacts(&mut world, 0.1).into_iter().filter(|([vertex, _], found)| *vertex == wedge && found.particle == 0);
    let found = of_tip.next().map(|(_, found)| found);
    assert!(of_tip.next().is_none(), "{detector:?} holds one vertex twice");
    found
}

#[track_caller]
fn assert_contact(name: &str, found: Option<Found>, edge: u32, t: f32, normal: Vec2, depth: f32) {
    let found = found.unwrap_or_else(|| panic!("{name}: nothing was found"));
    let near = (found.t - t).abs() < 1e-5 && found.normal.distance(normal) < 1e-5 && (found.depth - depth).abs() < 1e-5;
    assert!(found.edge == edge && near, "{name}: {found:?} instead of edge {edge}, t {t}, normal {normal}, depth {depth}");
}

#[test]
fn all_detectors_agree_on_a_tip_in_the_middle_of_an_edge() {
    // A tenth of a metre below the middle of the top edge, straight from above. The nearest edges after it are half a metre away. The
    // diagonal begins 0.8 m above the tip and crosses at t₁ = 0.7 / 0.8: depth (1 − 0.875) · 0.8 = 0.1.
    for detector in Detector::ALL {
        let found = tip_contact(detector, &square(), vec2(0.5, 0.9), Vec2::Y);
        assert_contact(&format!("{detector:?}"), found, 2, 0.5, Vec2::Y, 0.1);
    }
}

#[test]
fn beside_a_corner_the_detectors_part_ways() {
    // 0.1 m below the top edge, which it came through, and only 0.03 m from the right one, which it did not.
    let (tip, top, right) = (vec2(0.97, 0.9), (2, 0.03, Vec2::Y, 0.1), (1, 0.9, Vec2::X, 0.03));
    let expected = [
        (Detector::Swept, top),         // it knows the way in
        (NEAREST, right),               // the nearest edge is the wrong one
        (NEAREST_CURED, top),           // the wedge's centre, at (0.97, 1.7), is not outside the right edge
        (Detector::ConvexCells, right), // the least penetrated one is the wrong one
        (Detector::Diagonals, top),     // the diagonal runs straight down through the top edge
    ];
    for (detector, (edge, t, normal, depth)) in expected {
        let found = tip_contact(detector, &square(), tip, Vec2::Y);
        assert_contact(&format!("{detector:?}"), found, edge, t, normal, depth);
    }
}

#[test]
fn beneath_a_concave_vertex_there_is_one_way_out() {
    // 0.03 m left of and 0.04 m below the vertex (1, 1) of the notch, so 0.05 m from it. It came from (1.3, 1.4): through the vertex.
    let (tip, back) = (vec2(0.97, 0.96), vec2(0.6, 0.8));
    // Both edges of the notch are 0.05 m away, at their common end; the first one is taken, and its foot is the way out.
    for detector in [NEAREST, NEAREST_CURED] {
        assert_contact(&format!("{detector:?}"), tip_contact(detector, &angle(), tip, back), 2, 1.0, back, 0.05);
    }
    // The L is cut along y = x into two quads. Right of that line, the tip is 0.04 m below edge 2, past its end.
    assert_contact("convex cells", tip_contact(Detector::ConvexCells, &angle(), tip, back), 2, 1.0, Vec2::Y, 0.04);
    // Shifted up by 0.01 m, the diagonal from (1.45, 1.61) goes in by edge 3, x = 1, at y = 0.97 + 0.03 · 4/3 = 1.01, t₂ = 0.01. What is left
    // of it is 0.03 m along the normal.
    let found = tip_contact(Detector::Diagonals, &angle(), vec2(0.97, 0.97), back);
    assert_contact("diagonals", found, 3, 0.01, Vec2::X, 0.03);
    // The default may hold it by either edge of the notch, but by the shortest way or along that edge's normal.
    let found = tip_contact(Detector::Swept, &angle(), tip, back).expect("it is found");
    assert!(matches!(found.edge, 2 | 3) && found.depth < 0.0501, "{found:?}");
    assert!(found.normal.dot(back) > 0.59, "it is shown out: {found:?}");
}

#[test]
fn what_only_grazes_is_not_held_and_parallel_lines_never_meet() {
    for detector in Detector::ALL {
        // The tip lies on the line of the top edge, and so does its diagonal.
        let found = tip_contact(detector, &square(), vec2(0.9, 1.0), Vec2::X);
        assert!(found.is_none_or(|found| found.depth == 0.0), "{detector:?}: {found:?}");
        // Within the square the diagonal is parallel to top and bottom, and goes in by the right edge alone.
        let found = tip_contact(detector, &square(), vec2(0.9, 0.6), Vec2::X);
        assert_contact(&format!("{detector:?}"), found, 1, 0.6, Vec2::X, 0.1);
        // Outside there is nothing.
        assert_eq!(tip_contact(detector, &square(), vec2(0.5, 1.1), Vec2::Y), None, "{detector:?}");
    }
}

#[test]
fn edges_without_length_and_places_on_a_vertex_do_no_harm() {
    // The upper right corner is there twice: edge 2 has no length, the top is edge 3.
    let corners = [vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(1.0, 1.0), vec2(1.0, 1.0), vec2(0.0, 1.0)];
    let doubled = polygon(&corners, 2.0);
    for detector in Detector::ALL {
        let found = tip_contact(detector, &doubled, vec2(0.5, 0.9), Vec2::Y);
        assert_contact(&format!("{detector:?}"), found, 3, 0.5, Vec2::Y, 0.1);
        // Exactly on a vertex there is no depth, whatever the edge.
        for corner in corners {
            let found = tip_contact(detector, &doubled, corner, vec2(0.6, 0.8));
            let shallow = found.is_none_or(|found| found.depth < 1e-6 && found.normal.is_finite());
            assert!(shallow || detector == Detector::Diagonals, "{detector:?} at {corner}: {found:?}");
        }
    }
}

#[test]
fn a_body_of_no_area_or_no_extent_holds_nothing_and_breaks_nothing() {
    for flat in [vec2(1.0, 0.0), Vec2::ZERO] {
        for detector in Detector::ALL {
            for method in [Method::VelocityVerlet, Method::Xpbd] {
                let (mut world, [body, _]) = scene(detector, &square(), vec2(0.5, 0.05), Vec2::Y);
                world.set_settings(Settings { method, ..*world.settings() }).unwrap();
                for index in 0..4 {
                    let place = world.body(body).unwrap().position(index);
                    world.place_point(PointId { body, index }, place * flat).unwrap();
                }
                for (_, found) in oracle::contacts(&mut world, 0.1) {
                    assert!(found.normal.is_finite() && found.depth.is_finite(), "{detector:?}: {found:?}");
                }
                run(&mut world, 0.1);
                assert!(world.particles().iter().flatten().all(|value| value.is_finite()), "{detector:?}");
                assert!(world.bodies().all(|body| body.frozen().is_none()), "{detector:?}");
            }
        }
    }
}

#[test]
fn a_tip_that_looks_out_of_a_hollow_body_is_shown_back_in() {
    let drum = square().to_builder().keeps(Keeps::Inside).build().unwrap();
    // Hanging from the middle of the bottom, 0.1 m deep in what is matter there. Convex cells do not know of hollow bodies.
    for detector in [Detector::Swept, NEAREST, NEAREST_CURED, Detector::Diagonals] {
        let found = tip_contact(detector, &drum, vec2(0.5, -0.1), Vec2::Y).unwrap_or_else(|| panic!("{detector:?}"));
        assert!(found.normal.distance(Vec2::Y) < 1e-5 && (found.depth - 0.1).abs() < 1e-5, "{detector:?}: {found:?}");
        assert_eq!(tip_contact(detector, &drum, vec2(0.5, 0.1), Vec2::Y), None, "{detector:?}");
    }
    assert_eq!(tip_contact(Detector::ConvexCells, &drum, vec2(0.5, -0.1), Vec2::Y), None);
}

/// The tip comes down on the middle of the top edge within one substep of 1/64 s: from (0.5, 1.05) at 9.6 m/s to (0.5, 0.9). Returns heights and
/// vertical speeds of the tip and of the right end of the edge.
fn blow(method: Method, contact: ContactSettings, surface: Surface, sideways: f32) -> [Vec2; 4] {
    let (mut world, [body, wedge]) = scene(contact.detector, &square(), vec2(0.5, 1.05), Vec2::Y);
    world.set_settings(Settings { method, contact, ..*world.settings() }).unwrap();
    for id in [body, wedge] {
        world.set_surface(id, surface).unwrap();
    }
    world.set_velocity(wedge, vec2(sideways, -9.6), 0.0).unwrap();
    world.step(1.0 / 64.0);
    let (tip, corner) = (world.body(wedge).unwrap(), world.body(body).unwrap());
    [tip.position(0), tip.velocity(0), corner.position(2), corner.velocity(2)]
}

/// The gap that the default keeps: 0.006 of the smaller contact radius, here half the side of the square. `[m]`
fn skin(detector: Detector) -> f32 {
    if detector == Detector::Swept { 0.003 } else { 0.0 }
}

const SMOOTH: Surface = Surface { friction: 0.0, restitution: 0.0, belt: 0.0 };

#[test]
fn an_impulse_turns_back_and_puts_apart_by_mass_share() {
    // w = 1, ½, ½ and t = ½: W = 1 + ¼·½ + ¼·½ = 1.25. Closing speed 9.6 m/s, so j = 9.6 / 1.25 = 7.68.
    // The tip gets j, each end of the edge −½·½ j. Positions: (0.1 + skin) / 1.25 likewise.
    for method in FORCE_METHODS {
        for detector in Detector::ALL {
            // What is to come back comes once the blow is over.
            for e in [0.0, 0.5, 1.0] {
                let contact = ContactSettings { detector, restitution: RestitutionRule::Largest, ..ContactSettings::default() };
                let [tip, tip_speed, corner, corner_speed] =
                    blow(method, contact, Surface { friction: 0.0, restitution: e, ..Surface::default() }, 0.0);
                let (j, apart) = (7.68, (0.1 + skin(detector)) / 1.25);
                let expected = [0.9 + apart, -9.6 + j, 1.0 - 0.25 * apart, -0.25 * j];
                let got = [tip.y, tip_speed.y, corner.y, corner_speed.y];
                let near = (0..4).all(|k| (got[k] - expected[k]).abs() < 2e-4);
                assert!(near, "{method:?}, {detector:?}, e {e}: {got:?} instead of {expected:?}");
            }
        }
    }
}

#[test]
fn a_penalty_presses_with_spring_and_damper_at_the_end_of_the_substep() {
    // h = 1/64, k = 4096 N/m, η = 64 N s/m: h² k = 1 kg, h η = 1 kg. In displacements: depth 0.1 + skin, approach 0.15, so
    // push = W (1·depth + (1 + 1)·0.15) / (1 + 2 W) with W = 1.25; j = push / (h W). Nothing is put apart.
    let response = Response::Penalty { stiffness: 4096.0, viscosity: 64.0 };
    for method in FORCE_METHODS {
        for detector in Detector::ALL {
            let contact = ContactSettings { detector, response, ..ContactSettings::default() };
            let [tip, tip_speed, corner, corner_speed] = blow(method, contact, SMOOTH, 0.0);
            let j = 64.0 * (0.1 + skin(detector) + 0.3) / 3.5;
            let expected = [0.9, -9.6 + j, 1.0, -0.25 * j];
            let got = [tip.y, tip_speed.y, corner.y, corner_speed.y];
            let near = (0..4).all(|k| (got[k] - expected[k]).abs() < 2e-4);
            assert!(near, "{method:?}, {detector:?}: {got:?} instead of {expected:?}");
        }
    }
}

#[test]
fn xpbd_moves_apart_what_the_substep_brought_together() {
    // λ = (0.1 + skin) / 1.25 is added to the tip's displacement of −0.15 m, −¼ λ to that of each end; speeds are 64 times that.
    // Penalty is for force methods and changes nothing.
    for response in [Response::Impulse, Response::Penalty { stiffness: 1e5, viscosity: 10.0 }] {
        for detector in Detector::ALL {
            let contact = ContactSettings { detector, response, ..ContactSettings::default() };
            let [tip, tip_speed, corner, corner_speed] = blow(Method::Xpbd, contact, SMOOTH, 0.0);
            let push = (0.1 + skin(detector)) / 1.25;
            let expected = [0.9 + push, 64.0 * (-0.15 + push), 1.0 - 0.25 * push, 64.0 * -0.25 * push];
            let got = [tip.y, tip_speed.y, corner.y, corner_speed.y];
            let near = (0..4).all(|k| (got[k] - expected[k]).abs() < 5e-4);
            assert!(near, "{detector:?}: {got:?} instead of {expected:?}");
        }
    }
}

#[test]
fn friction_is_coulombs_or_takes_a_fixed_part_of_the_slide() {
    // Sliding to the right at 1.6 m/s, 0.025 m in the substep: the foot moves to t = 0.475, W = 1 + ½ (0.525² + 0.475²).
    let w = 1.0 + 0.5 * (0.525f32 * 0.525 + 0.475 * 0.475);
    for detector in Detector::ALL {
        for (law, friction) in [(FrictionLaw::Coulomb, 0.1f32), (FrictionLaw::Coulomb, 1.0), (FrictionLaw::Product, 0.5)] {
            let contact = ContactSettings { detector, friction: law, ..ContactSettings::default() };
            let surface = Surface { friction, restitution: 0.0, ..Surface::default() };
            // Force methods, per unit of W: Coulomb takes min(1.6, μ 9.6), the product ¼ of 1.6.
            let [_, speed, _, corner_speed] = blow(Method::SemiImplicitEuler, contact, surface, 1.6);
            let taken = if law == FrictionLaw::Coulomb { (friction * 9.6).min(1.6) } else { 0.25 * 1.6 };
            assert!((speed.x - (1.6 - taken / w)).abs() < 1e-3, "{detector:?}, {law:?} {friction}: {speed}");
            assert!((corner_speed.x - 0.5 * 0.525 * taken / w).abs() < 1e-3, "{detector:?}, {law:?}: {corner_speed}");
            // XPBD: the push is the depth, not the approach.
            let [_, speed, _, _] = blow(Method::Xpbd, contact, surface, 1.6);
            let push = 64.0 * (0.1 + skin(detector));
            let taken = if law == FrictionLaw::Coulomb { (friction * push).min(1.6) } else { 0.25 * 1.6 };
            assert!((speed.x - (1.6 - taken / w)).abs() < 5e-3, "XPBD, {detector:?}, {law:?} {friction}: {speed}");
        }
    }
}

#[test]
fn a_strand_is_held_by_outlines_and_holds_diagonals_only_where_lines_mean_something() {
    // A level strand across the wedge's way, 0.1 m above the tip.
    let strand = Blueprint::builder().points([vec2(0.0, 1.0), vec2(1.0, 1.0)], 2.0).strand([0, 1]).build().unwrap();
    for detector in [NEAREST, NEAREST_CURED, Detector::ConvexCells] {
        assert_eq!(tip_contact(detector, &strand, vec2(0.4, 0.9), Vec2::Y), None, "{detector:?}: a strand has no inside");
    }
    for back in [Vec2::Y, -Vec2::Y] {
        let tip = vec2(0.4, 1.0) - 0.1 * back;
        let found = tip_contact(Detector::Diagonals, &strand, tip, back);
        assert_contact("diagonals", found, 0, 0.4, back, 0.1);
    }
    // The other way round: the strand's own points in a square.
    for (detector, held) in [(NEAREST, true), (Detector::ConvexCells, true), (Detector::Diagonals, false)] {
        let mut world = empty_space(Method::Xpbd, 1);
        let contact = ContactSettings { detector, ..ContactSettings::default() };
        world.set_settings(Settings { contact, ..*world.settings() }).unwrap();
        world.add(BodyDef::new(&square())).unwrap();
        let rope = Blueprint::builder().points([vec2(0.5, 2.0), vec2(0.5, 0.9)], 1.0).strand([0, 1]).build().unwrap();
        world.add(BodyDef::new(&rope)).unwrap();
        assert_eq!(!oracle::contacts(&mut world, 0.1).is_empty(), held, "{detector:?}");
    }
}

/// Two stiff boxes of the same size on a floor, the left one pushed to the right for some seconds by a steady speed of its points; the right
/// one stands at a wall.
fn pushed_squares(detector: Detector, seconds: f32) -> f32 {
    let mut world = empty_space(Method::VelocityVerlet, 32);
    world.set_fields(Fields::default()).unwrap();
    let bounds = Bounds { restitution: 0.0, friction: 0.2, ..Bounds::new(vec2(-5.0, 0.0), vec2(2.0, 9.0)) };
    let contact = ContactSettings { detector, ..ContactSettings::default() };
    world.set_settings(Settings { bounds: Some(bounds), contact, ..*world.settings() }).unwrap();
    let spring = Spring::new(2000.0).damped(2.0);
    let lattice = Lattice { columns: 2, rows: 2, spacing: 1.0, mass: 1.0, structural: spring, shear: spring, area: None };
    let blueprint = lattice.build().unwrap();
    let left = world.add(BodyDef::new(&blueprint).at(0.0, 0.5)).unwrap();
    world.add(BodyDef::new(&blueprint).at(1.5, 0.501)).unwrap();
    let mut shared = 0.0f32;
    for _ in 0..(60.0 * seconds) as u32 {
        for index in 0..4 {
            world.impulse(PointId { body: left, index }, vec2(0.08, 0.0)).unwrap();
        }
        world.step(1.0 / 60.0);
        shared = shared.max(world.quality().overlap_max);
    }
    shared
}

#[test]
fn two_squares_pushed_together_on_a_floor_overlap_under_nearest_edge_and_not_under_the_default() {
    let (plain, cured, default) =
        (pushed_squares(NEAREST, 10.0), pushed_squares(NEAREST_CURED, 10.0), pushed_squares(Detector::Swept, 10.0));
    assert!(plain > 0.1, "nearest edge is known to let them overlap, but they share only {plain}");
    assert!(default < 1e-3, "they share {default} of their area");
    assert!(cured < 0.05, "the cure is for this very case, but they share {cured}");
}

#[test]
fn a_blow_keeps_momentum_and_adds_no_energy_whatever_finds_and_answers_it() {
    let ball = Ball { skin: Spring::new(400.0).damped(1.0), ..Ball::default() }.build().unwrap();
    // It brings cells of its outer layer. Those that a ball is cut into have tips on the far side of their outer edge.
    let ring = TwoLayerRing::default().build().unwrap();
    let responses = [Response::Impulse, Response::Penalty { stiffness: 2000.0, viscosity: 1.0 }];
    for detector in Detector::ALL {
        let body = if detector == Detector::ConvexCells { &ring } else { &ball };
        for response in responses {
            for method in [Method::SemiImplicitEuler, Method::PositionVerlet, Method::VelocityVerlet, Method::Rk4, Method::Xpbd] {
                let mut world = empty_space(method, 16);
                let contact = ContactSettings { detector, response, ..ContactSettings::default() };
                world.set_settings(Settings { contact, ..*world.settings() }).unwrap();
                let surface = Surface { friction: 0.5, restitution: 0.7, ..Surface::default() };
                world.add(BodyDef::new(body).at(-0.8, 0.1).moving(2.0, 0.0).spinning(2.0).surface(surface)).unwrap();
                world.add(BodyDef::new(body).at(0.8, 0.0).moving(-1.0, 0.2).mass(3.0).surface(surface)).unwrap();
                let (momentum, before) = (world.momentum(), world.energy());
                let mut most = 0.0f64;
                for _ in 0..90 {
                    world.step(1.0 / 60.0);
                    most = most.max(world.energy().kinetic);
                }
                let name = format!("{detector:?}, {response:?}, {method:?}");
                let off = (world.momentum() - momentum).length();
                assert!(off < 1e-4, "{name}: momentum off by {off} N s");
                assert!(most <= before.kinetic * 1.0001, "{name}: {most} J of {} J", before.kinetic);
                let closing = world.bodies().last().unwrap().mean_velocity().x - world.bodies().next().unwrap().mean_velocity().x;
                assert!(closing > 0.0, "{name}: they went through each other or stuck: {closing} m/s");
            }
        }
    }
}

#[test]
fn restored_worlds_and_single_lanes_go_on_alike_for_every_method_and_detector() {
    for method in Method::ALL {
        for detector in Detector::ALL {
            let mut world = empty_space(method, 6);
            world.set_fields(Fields::default()).unwrap();
            let bounds = Bounds::new(vec2(-3.0, 0.0), vec2(3.0, 8.0));
            let response = if detector == Detector::ConvexCells {
                Response::Penalty { stiffness: 800.0, viscosity: 2.0 }
            } else {
                Response::Impulse
            };
            let contact = ContactSettings { detector, response, ..ContactSettings::default() };
            world.set_settings(Settings { bounds: Some(bounds), contact, ..*world.settings() }).unwrap();
            let soft = common::blob().to_builder().scale_springs(0.2, 1.0).build().unwrap();
            let surface = Surface { friction: 0.4, restitution: 0.6, ..Surface::default() };
            for k in 0..9 {
                let (x, y) = (1.3 * (k % 3) as f32 - 1.2 + 0.05 * k as f32, 1.0 + 1.2 * (k / 3) as f32);
                world.add(BodyDef::new(&soft).at(x, y).surface(surface)).unwrap();
            }
            world.add(BodyDef::new(&Chain::default().build().unwrap()).at(-1.0, 4.8)).unwrap();
            run(&mut world, 0.7);
            let mut again = World::restore(&world.save()).unwrap();
            let mut narrow = World::restore(&world.save()).unwrap();
            narrow.set_settings(Settings { width: wobble2d::Width::One, ..*narrow.settings() }).unwrap();
            assert_eq!(again.settings().contact, contact);
            for step in 0..30 {
                world.step(1.0 / 60.0);
                again.step(1.0 / 60.0);
                narrow.step(1.0 / 60.0);
                assert_eq!(world.state_hash(), again.state_hash(), "{method:?}, {detector:?}, step {step}");
                assert_eq!(world.state_hash(), narrow.state_hash(), "{method:?}, {detector:?}, step {step}, one lane");
            }
        }
    }
}

#[test]
fn contact_settings_are_checked_and_the_message_says_what_to_do() {
    let mut world = World::new();
    for (stiffness, viscosity, field) in [(-1.0, 0.0, "stiffness"), (f32::NAN, 0.0, "stiffness"), (1.0, 2e6, "viscosity")] {
        let contact = ContactSettings { response: Response::Penalty { stiffness, viscosity }, ..ContactSettings::default() };
        let refused = world.set_settings(Settings { contact, ..Settings::default() }).unwrap_err().to_string();
        assert!(refused.contains(&format!("settings.contact.response.{field} must be 0 to")), "{refused}");
    }
}
