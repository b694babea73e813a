//! Rebounds: how much of the speed comes back, whatever the method, and that nothing rattles or gains by it.

use crate::common;

use common::{add, empty_space, open_air, particle, run};
use glam::{Vec2, vec2};
use wobble2d::blueprint::{Ball, Lattice};
use wobble2d::{
    Blueprint, BodyDef, ContactSettings, Detector, Method, RestitutionRule, Settings, Spring, Surface, World, workload,
};

/// A surface without friction; two of them rebound with `e`.
fn bouncy(e: f32) -> Surface {
    Surface { friction: 0.0, restitution: e.sqrt(), ..Surface::default() }
}

/// Ten metres wide, its top at height 0.
fn floor() -> Blueprint {
    let corners = [vec2(-5.0, -1.0), vec2(5.0, -1.0), vec2(5.0, 0.0), vec2(-5.0, 0.0)];
    Blueprint::builder().points(corners, 1.0).pin(0..4).outline(0..4).build().unwrap()
}

/// A metre wide, stiff, and so well damped that it hardly rebounds by itself.
fn stiff_lattice() -> Blueprint {
    let spring = Spring::new(2e4).damped(100.0);
    Lattice { columns: 8, rows: 8, spacing: 1.0 / 7.0, mass: 1.0, structural: spring, shear: spring, area: None }.build().unwrap()
}

/// As many substeps as such a lattice needs.
fn substeps(method: Method) -> u32 {
    if method == Method::Xpbd { 8 } else { 512 }
}

/// The height that the lower side of a body comes back to after a fall of a metre, as a part of that metre. It is there after 0.45 s.
fn rebound(world: &mut World, blueprint: &Blueprint, above: f32, e: f32) -> f32 {
    world.add(BodyDef::new(&floor()).surface(bouncy(e))).unwrap();
    let body = world.add(BodyDef::new(blueprint).at(0.0, above + 1.0).surface(bouncy(e))).unwrap();
    let mut highest = 0.0f32;
    for _ in 0..110 {
        world.step(1.0 / 60.0);
        let height = world.body(body).unwrap().centre().y - above;
        highest = if world.time() > 0.46 { highest.max(height) } else { 0.0 };
    }
    assert!(world.body(body).unwrap().frozen().is_none());
    highest
}

#[test]
fn a_particle_comes_back_to_e_squared_of_its_fall_on_scenery() {
    for method in Method::ALL {
        for e in [0.3f32, 0.5, 0.8, 1.0] {
            let height = rebound(&mut open_air(method, 16), &particle(), 0.0, e);
            assert!((height / (e * e) - 1.0).abs() < 0.05, "{method:?}, e {e}: {height} of {}", e * e);
        }
    }
}

#[test]
fn a_particle_comes_back_from_a_free_body_with_e_of_its_speed_against_it() {
    for method in Method::ALL {
        for detector in [Detector::Swept, Detector::NearestEdge { barycentre: false }, Detector::ConvexCells] {
            for e in [0.0f32, 0.3, 0.5, 0.8, 1.0] {
                let mut world = empty_space(method, 16);
                let contact = ContactSettings { detector, ..ContactSettings::default() };
                world.set_settings(Settings { contact, ..*world.settings() }).unwrap();
                // So heavy that its corners stay where they are.
                let corners = [vec2(-1.0, -1.0), vec2(1.0, -1.0), vec2(1.0, 0.0), vec2(-1.0, 0.0)];
                let block = Blueprint::builder().points(corners, 1e5).outline(0..4).build().unwrap();
                world.add(BodyDef::new(&block).surface(bouncy(e))).unwrap();
                let shot = world.add(BodyDef::new(&particle()).at(0.3, 0.5).moving(0.0, -3.0).surface(bouncy(e))).unwrap();
                run(&mut world, 0.5);
                let part = world.body(shot).unwrap().velocity(0).y / 3.0;
                assert!((part - e).abs() < 0.025 * e.max(0.4), "{method:?}, {detector:?}, e {e}: {part}");
            }
        }
    }
}

#[test]
fn a_stiff_lattice_rebounds_from_scenery_the_more_the_larger_e_is() {
    for method in Method::ALL {
        let mut last = 0.0;
        for e in [0.5f32, 0.7, 0.85, 1.0] {
            let height = rebound(&mut open_air(method, substeps(method)), &stiff_lattice(), 0.5, e);
            assert!(height > 0.5 * e * e && height < e * e + 0.05, "{method:?}, e {e}: {height} of {}", e * e);
            assert!(height > last, "{method:?}, e {e}: {height} after {last}");
            last = height;
        }
        // By itself it hardly rebounds under the force methods; XPBD keeps some of the blow whatever the damping.
        let alone = rebound(&mut open_air(method, substeps(method)), &stiff_lattice(), 0.5, 0.0);
        assert!(alone < if method == Method::Xpbd { 0.25 } else { 0.05 }, "{method:?}: {alone}");
    }
}

#[test]
fn two_stiff_lattices_part_with_e_of_their_speed_and_neither_gain_energy_nor_lose_momentum() {
    for method in Method::ALL {
        let mut last = 0.0;
        for e in [0.5f32, 0.7, 0.85, 1.0] {
            let mut world = empty_space(method, substeps(method));
            let lattice = stiff_lattice();
            // Off centre, so that they turn.
            let left = world.add(BodyDef::new(&lattice).at(-0.7, 0.0).moving(2.0, 0.0).surface(bouncy(e))).unwrap();
            let right = world.add(BodyDef::new(&lattice).at(0.7, 0.1).moving(-2.0, 0.0).mass(2.0).surface(bouncy(e))).unwrap();
            let (momentum, spin, energy) = (world.momentum(), world.angular_momentum(Vec2::ZERO), world.energy().kinetic);
            for step in 0..60 {
                world.step(1.0 / 60.0);
                let now = world.energy().kinetic;
                assert!(now <= energy * 1.001, "{method:?}, e {e}, step {step}: {now} J of {energy} J");
            }
            let speed = |body| world.body(body).unwrap().mean_velocity().x;
            let part = (speed(right) - speed(left)) / 4.0;
            let square = part * part;
            assert!(square > 0.5 * e * e && square < e * e + 0.05 && square > last, "{method:?}, e {e}: {square} after {last}");
            last = square;
            assert!((world.momentum() - momentum).length() < 1e-4, "{method:?}, e {e}: {}", world.momentum() - momentum);
            assert!(
                (world.angular_momentum(Vec2::ZERO) - spin).abs() < 5e-3,
                "{method:?}, e {e}: {spin}, {}",
                world.angular_momentum(Vec2::ZERO)
            );
        }
    }
}

#[test]
fn a_pile_of_a_hundred_bouncy_blobs_lies_still_after_fifteen_seconds() {
    for seed in [0.0, 1.0, 2.0, 3.0] {
        let mut world = workload::pile(100, seed).unwrap();
        let ids: Vec<_> = world.bodies().map(|body| body.id()).collect();
        for id in ids {
            world.set_surface(id, Surface { restitution: 0.5f32.sqrt(), ..Surface::default() }).unwrap();
        }
        run(&mut world, 15.0);
        assert!(world.rms_speed() < 0.01, "seed {seed}: {} m/s", world.rms_speed());
        assert_eq!(world.quality().points_inside, 0, "seed {seed}");
    }
}

#[test]
fn the_larger_restitution_counts_where_the_settings_say_so() {
    for (rule, expected) in [(RestitutionRule::Product, 0.0f32), (RestitutionRule::Largest, 0.64)] {
        let mut world = open_air(Method::Xpbd, 16);
        let contact = ContactSettings { restitution: rule, ..ContactSettings::default() };
        world.set_settings(Settings { contact, ..*world.settings() }).unwrap();
        add(&mut world, &floor());
        let surface = Surface { restitution: 0.8, ..Surface::default() };
        let shot = world.add(BodyDef::new(&particle()).at(0.0, 1.0).surface(surface)).unwrap();
        let mut highest = 0.0f32;
        for _ in 0..100 {
            world.step(1.0 / 60.0);
            highest = if world.time() > 0.46 { highest.max(world.body(shot).unwrap().position(0).y) } else { 0.0 };
        }
        assert!((highest - expected).abs() < 0.03, "{rule:?}: {highest}");
    }
}

/// A soft ball on its way into another, so that the blow lasts for several steps.
fn soft_blow(method: Method, e: f32) -> World {
    let mut world = empty_space(method, 16);
    let ball = Ball { skin: Spring::new(300.0).damped(3.0), ..Ball::default() }.build().unwrap();
    world.add(BodyDef::new(&ball).at(-0.7, 0.05).moving(2.0, 0.0).surface(bouncy(e))).unwrap();
    world.add(BodyDef::new(&ball).at(0.7, 0.0).moving(-2.0, 0.0).surface(bouncy(e))).unwrap();
    world
}

#[test]
fn a_world_saved_in_the_middle_of_a_blow_goes_on_as_it_would_have() {
    for method in [Method::VelocityVerlet, Method::Xpbd] {
        let mut world = soft_blow(method, 0.8);
        for step in 0..40 {
            let mut again = World::restore(&world.save()).unwrap();
            world.step(1.0 / 60.0);
            again.step(1.0 / 60.0);
            assert_eq!(world.state_hash(), again.state_hash(), "{method:?}, step {step}");
        }
    }
}

#[test]
fn a_body_may_vanish_in_the_middle_of_a_blow() {
    for when in 4..30 {
        let mut world = soft_blow(Method::Xpbd, 0.8);
        let third = BodyDef::new(&Ball::default().build().unwrap()).at(2.0, 0.0).moving(-3.0, 0.0).surface(bouncy(0.8));
        world.add(third).unwrap();
        (0..when).for_each(|_| world.step(1.0 / 60.0));
        let first = world.bodies().next().unwrap().id();
        world.remove(first).unwrap();
        let mut again = World::restore(&world.save()).unwrap();
        run(&mut world, 0.5);
        run(&mut again, 0.5);
        assert_eq!(world.state_hash(), again.state_hash());
        assert!(world.particles().iter().flatten().all(|value| value.is_finite()));
    }
}

#[test]
fn soft_balls_bounce_more_with_restitution_than_without_and_gain_no_energy() {
    for method in [Method::SemiImplicitEuler, Method::PositionVerlet, Method::VelocityVerlet, Method::Rk4, Method::Xpbd] {
        let parting = |e: f32| {
            let mut world = soft_blow(method, e);
            let energy = world.energy().kinetic;
            for step in 0..60 {
                world.step(1.0 / 60.0);
                let now = world.energy().kinetic;
                assert!(now <= energy * 1.001, "{method:?}, e {e}, step {step}: {now} J of {energy} J");
            }
            let speeds: Vec<Vec2> = world.bodies().map(|body| body.mean_velocity()).collect();
            (speeds[1].x - speeds[0].x) / 4.0
        };
        let (dead, lively) = (parting(0.0), parting(0.8));
        assert!(lively > 1.2 * dead && lively < 0.82, "{method:?}: {lively} of the speed with e = 0.8, {dead} without");
    }
}
