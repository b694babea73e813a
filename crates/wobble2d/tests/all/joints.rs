//! Joints hold, drive, stop and break as their numbers say.

use crate::common;

use common::{empty_space, open_air, run};
use glam::{DVec2, Vec2, vec2};
use wobble2d::blueprint::Lattice;
use wobble2d::{
    Anchor, Blueprint, BodyDef, BodyId, Bounds, Drive, Event, Filter, Hold, Joint, JointId, Method, PointId, Settings, Signal,
    Spring, Stick, Surface, World,
};

/// A bar with its ends at (0, 0) and (length, 0): four points and all sticks between them, 0.1 m thick.
fn bar(length: f32, mass: f32) -> Blueprint {
    let corners = [vec2(0.0, -0.05), vec2(length, -0.05), vec2(length, 0.05), vec2(0.0, 0.05)];
    let mut builder = Blueprint::builder().points(corners, mass / 4.0).outline(0..4);
    for [a, b] in [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [1, 3]] {
        builder = builder.stick(a, b, Stick::default());
    }
    builder.build().unwrap()
}

fn jelly(side: u32) -> Blueprint {
    let spring = Spring::new(3000.0).damped(2.0);
    let spacing = 0.5 / (side - 1) as f32;
    Lattice { columns: side, rows: side, spacing, mass: 1.0, structural: spring, shear: spring, area: None }.build().unwrap()
}

fn on(body: BodyId, x: f32, y: f32) -> Anchor {
    Anchor::Body { body, place: vec2(x, y) }
}

fn gap(world: &World, joint: JointId) -> f32 {
    let place = |anchor: Anchor| match anchor {
        Anchor::World(place) => place,
        Anchor::Point(PointId { body, index }) => world.body(body).unwrap().position(index),
        Anchor::Edge { body, ends, part } => {
            let [a, b] = ends.map(|index| world.body(body).unwrap().position(index));
            a.lerp(b, part)
        }
        Anchor::Body { body, place } => {
            // The bars are nearly rigid: the middle of the end sides is what the place goes with.
            let body = world.body(body).unwrap();
            let side = |a: u32, b: u32| 0.5 * (body.position(a) + body.position(b));
            let (start, end) = (side(0, 3), side(1, 2));
            let length = body.blueprint().points()[1].position.x;
            start.lerp(end, place.x / length) + place.y * (end - start).perp().normalize()
        }
    };
    let [a, b] = world.joint(joint).unwrap().joint().anchors.map(place);
    a.distance(b)
}

fn angular_momentum(world: &World) -> f64 {
    world.angular_momentum(Vec2::ZERO)
}

#[test]
fn a_bar_hinged_to_the_world_swings_with_the_period_of_a_physical_pendulum() {
    for method in [Method::SemiImplicitEuler, Method::VelocityVerlet, Method::Xpbd] {
        let mut world = open_air(method, 32);
        let bar = world.add(BodyDef::new(&bar(1.0, 2.0)).turned(-core::f32::consts::FRAC_PI_2 + 0.1)).unwrap();
        world.add_joint(Joint::new(Hold::Hinge, Anchor::World(Vec2::ZERO), on(bar, 0.0, 0.0))).unwrap();
        // Four masses of 0.5 kg: I about the hinge is 0.5 (4 · 0.05² + 2 · 1) = 1.005, distance of the mass centre 0.5.
        let small = 2.0 * core::f64::consts::PI * (1.005f64 / (2.0 * 9.81 * 0.5)).sqrt();
        // Its swing of 0.1 rad makes the period longer by a part of 0.1² / 16.
        let expected = small * (1.0 + 0.01 / 16.0);
        let mut crossings = Vec::new();
        let mut before = world.body(bar).unwrap().centre().x;
        for step in 1..1200 {
            world.step(1.0 / 60.0);
            let now = world.body(bar).unwrap().centre().x;
            if before > 0.0 && now <= 0.0 {
                crossings.push((f64::from(step) - f64::from(now / (now - before))) / 60.0);
            }
            before = now;
        }
        let period = (crossings[crossings.len() - 1] - crossings[0]) / (crossings.len() - 1) as f64;
        assert!((period / expected - 1.0).abs() < 0.01, "{method:?}: {period} instead of {expected} s");
    }
}

#[test]
fn every_hold_keeps_momentum_and_angular_momentum_of_free_bodies() {
    let holds = [
        Hold::Hinge,
        Hold::Weld,
        Hold::Rod { length: None },
        Hold::Spring { length: Some(0.3), stiffness: 200.0, damping: 1.0 },
        Hold::Loose,
    ];
    for method in [Method::SemiImplicitEuler, Method::VelocityVerlet, Method::Xpbd] {
        for hold in holds {
            let mut world = empty_space(method, 16);
            let (soft, stiff) = (jelly(3), bar(1.0, 2.0));
            let a = world.add(BodyDef::new(&soft).at(-0.6, 0.1).spinning(2.0)).unwrap();
            let b = world.add(BodyDef::new(&stiff).moving(0.3, -0.8)).unwrap();
            let edge = Anchor::Edge { body: a, ends: [2, 5], part: 0.4 };
            let mut joint = Joint::new(hold, edge, on(b, 0.1, 0.0));
            if hold == Hold::Loose {
                joint = joint.driven(Drive::Spin, Signal::Constant(4.0), 0.5);
            }
            let before: (DVec2, f64) = (world.momentum(), angular_momentum(&world));
            let id = world.add_joint(joint).unwrap();
            run(&mut world, 10.0);
            let after = (world.momentum(), angular_momentum(&world));
            assert!((after.0 - before.0).length() < 1e-4, "{method:?}, {hold:?}: {} became {}", before.0, after.0);
            // Ten thousand substeps of rounding.
            assert!((after.1 - before.1).abs() < 5e-4, "{method:?}, {hold:?}: {} became {}", before.1, after.1);
            assert!(world.joint(id).is_some());
        }
    }
}

#[test]
fn a_chain_of_twenty_welded_bars_carries_its_weight_and_a_load() {
    let mut world = open_air(Method::Xpbd, 16);
    let link = bar(0.2, 0.1);
    let mut last: Option<BodyId> = None;
    let mut joints = Vec::new();
    for k in 0..20 {
        let id = world.add(BodyDef::new(&link).at(0.0, -0.2 * k as f32).turned(-core::f32::consts::FRAC_PI_2)).unwrap();
        let above = last.map_or(Anchor::World(Vec2::ZERO), |last| on(last, 0.2, 0.0));
        joints.push(world.add_joint(Joint::new(Hold::Weld, above, on(id, 0.0, 0.0))).unwrap());
        last = Some(id);
    }
    let load = world.add(BodyDef::new(&bar(0.2, 5.0)).at(0.0, -4.0).turned(-core::f32::consts::FRAC_PI_2)).unwrap();
    joints.push(world.add_joint(Joint::new(Hold::Weld, on(last.unwrap(), 0.2, 0.0), on(load, 0.0, 0.0))).unwrap());
    run(&mut world, 10.0);
    let worst = joints.iter().map(|&joint| gap(&world, joint)).fold(0.0f32, f32::max);
    assert!(worst < 0.004, "a weld gapes by {worst} m, a fiftieth of a link is too much");
    assert!(world.rms_speed() < 0.02, "{} m/s", world.rms_speed());
    // The first weld carries 2 kg of chain and 5 kg of load.
    let force = world.joint(joints[0]).unwrap().force();
    assert!((force / (7.0 * 9.81) - 1.0).abs() < 0.05, "{force} N");
}

/// Crank 0.4, coupler 1.0, rocker 0.8, ground 1.1 m: Grashof, so the crank goes round.
fn four_bar(world: &mut World, spin: f32) -> [BodyId; 3] {
    let ground = vec2(1.1, 0.0);
    let crank_end = vec2(0.4, 0.0);
    // Where coupler and rocker meet: 1.0 from the crank's end, 0.8 from the ground's, above.
    let apart = ground.x - crank_end.x;
    let x = (1.0 - 0.64 + apart * apart) / (2.0 * apart);
    let knee = crank_end + vec2(x, (1.0 - x * x).sqrt());
    let angle = |v: Vec2| libm::atan2f(v.y, v.x);
    let crank = world.add(BodyDef::new(&bar(0.4, 1.0))).unwrap();
    let coupler = world.add(BodyDef::new(&bar(1.0, 1.0)).at(crank_end.x, crank_end.y).turned(angle(knee - crank_end))).unwrap();
    let rocker = world.add(BodyDef::new(&bar(0.8, 1.0)).at(ground.x, ground.y).turned(angle(knee - ground))).unwrap();
    let motor =
        Joint::new(Hold::Hinge, Anchor::World(Vec2::ZERO), on(crank, 0.0, 0.0)).driven(Drive::Spin, Signal::Constant(spin), 500.0);
    world.add_joint(motor).unwrap();
    world.add_joint(Joint::new(Hold::Hinge, on(crank, 0.4, 0.0), on(coupler, 0.0, 0.0))).unwrap();
    world.add_joint(Joint::new(Hold::Hinge, on(coupler, 1.0, 0.0), on(rocker, 0.8, 0.0))).unwrap();
    world.add_joint(Joint::new(Hold::Hinge, Anchor::World(ground), on(rocker, 0.0, 0.0))).unwrap();
    [crank, coupler, rocker]
}

#[test]
fn a_four_bar_linkage_follows_its_closed_form_path() {
    let mut world = empty_space(Method::Xpbd, 32);
    let [crank, _, rocker] = four_bar(&mut world, 2.0);
    let end = |world: &World, id: BodyId| {
        let body = world.body(id).unwrap();
        0.5 * (body.position(1) + body.position(2))
    };
    let mut worst = 0.0f32;
    for _ in 0..600 {
        world.step(1.0 / 60.0);
        let (c, knee) = (end(&world, crank), end(&world, rocker));
        // The knee from the crank's true direction: circles of 1.0 about the crank's end and 0.8 about the ground pin, the upper crossing.
        let c = 0.4 * c.normalize();
        let ground = vec2(1.1, 0.0);
        let between = ground - c;
        let apart = between.length();
        let x = (1.0 - 0.64 + apart * apart) / (2.0 * apart);
        let height = (1.0 - x * x).max(0.0).sqrt();
        let n = between / apart;
        let expected = c + x * n + height * n.perp();
        worst = worst.max(knee.distance(expected));
    }
    assert!(worst < 0.01, "the knee leaves its path by {worst} m, more than a per cent of the coupler");
    let turned = world.joints().next().unwrap().angle();
    assert!((turned - 20.0).abs() < 0.2, "turned by {turned} rad in 10 s at 2 rad/s");
}

#[test]
fn a_motor_lifts_a_load_at_its_set_speed_and_stalls_when_it_is_too_weak() {
    // A winch: a bar turned by a motor against the weight at its end; on the level it needs 1 kg · 9.81 · 0.5 m.
    for (strength, turns) in [(20.0, true), (2.0, false)] {
        let mut world = open_air(Method::Xpbd, 16);
        let arm = world.add(BodyDef::new(&bar(1.0, 1.0)).turned(-core::f32::consts::FRAC_PI_2)).unwrap();
        let hinge = Joint::new(Hold::Hinge, Anchor::World(Vec2::ZERO), on(arm, 0.0, 0.0));
        let hinge = world.add_joint(hinge.driven(Drive::Spin, Signal::Constant(1.5), strength)).unwrap();
        run(&mut world, 2.0);
        let before = world.joint(hinge).unwrap().angle();
        let (mut sum, mut greatest) = (0.0, 0.0f32);
        for _ in 0..240 {
            world.step(1.0 / 60.0);
            let angle = world.joint(hinge).unwrap().angle();
            sum += angle / 240.0;
            greatest = greatest.max(angle);
        }
        let speed = (world.joint(hinge).unwrap().angle() - before) / 4.0;
        if turns {
            assert!((speed / 1.5 - 1.0).abs() < 0.02, "{speed} rad/s");
        } else {
            // It swings about where the weight's moment is as strong as itself: sin α = 2 / (9.81 · 0.5).
            assert!((sum - 0.42).abs() < 0.06 && greatest < 1.0, "it stands at {sum} rad, {greatest} at most");
        }
    }
}

#[test]
fn a_driven_angle_follows_its_signal_and_limits_stop_it() {
    let mut world = open_air(Method::Xpbd, 16);
    let arm = world.add(BodyDef::new(&bar(1.0, 1.0))).unwrap();
    let target = Signal::Keyframes { frames: vec![[0.0, 0.0], [1.0, 1.0]], repeats: false };
    let hinge = Joint::new(Hold::Hinge, Anchor::World(Vec2::ZERO), on(arm, 0.0, 0.0)).driven(Drive::Angle, target, 200.0);
    let hinge = world.add_joint(hinge).unwrap();
    run(&mut world, 3.0);
    let angle = world.joint(hinge).unwrap().angle();
    assert!((angle - 1.0).abs() < 0.02, "{angle} rad");

    let mut world = open_air(Method::Xpbd, 16);
    let arm = world.add(BodyDef::new(&bar(1.0, 1.0))).unwrap();
    let hinge = Joint::new(Hold::Hinge, Anchor::World(Vec2::ZERO), on(arm, 0.0, 0.0)).angles(-0.5, 0.5);
    let hinge = world.add_joint(hinge).unwrap();
    run(&mut world, 4.0);
    let angle = world.joint(hinge).unwrap().angle();
    assert!((angle + 0.5).abs() < 0.02, "it fell to {angle} rad");

    let mut world = open_air(Method::Xpbd, 16);
    let weight = world.add(BodyDef::new(&jelly(3)).at(0.2, -1.0)).unwrap();
    let rope = Joint::new(Hold::Loose, Anchor::World(Vec2::ZERO), on(weight, 0.0, 0.0)).lengths(0.0, 1.5);
    world.add_joint(rope).unwrap();
    run(&mut world, 10.0);
    let centre = world.body(weight).unwrap().centre();
    assert!((centre.length() - 1.5).abs() < 0.02, "{centre}");
}

#[test]
fn a_piston_reaches_its_length() {
    let mut world = empty_space(Method::Xpbd, 8);
    let (a, b) = (jelly(3), bar(0.5, 3.0));
    let a = world.add(BodyDef::new(&a)).unwrap();
    let b = world.add(BodyDef::new(&b).at(1.0, 0.0)).unwrap();
    let piston = Joint::new(Hold::Loose, on(a, 0.0, 0.0), on(b, 0.0, 0.0)).driven(Drive::Length, Signal::Constant(2.0), 300.0);
    world.add_joint(piston).unwrap();
    run(&mut world, 3.0);
    let body = world.body(b).unwrap();
    let distance = world.body(a).unwrap().centre().distance(0.5 * (body.position(0) + body.position(3)));
    assert!((distance - 2.0).abs() < 0.02, "{distance} m");
    assert!(world.momentum().length() < 1e-3);
}

#[test]
fn a_joint_breaks_beyond_its_force_and_says_so() {
    for (limit, holds) in [(15.0, true), (8.0, false)] {
        let mut world = open_air(Method::Xpbd, 8);
        // A kilogram pulls with 9.81 N.
        let weight = world.add(BodyDef::new(&jelly(3)).at(0.0, -1.0)).unwrap();
        let hook = Joint::new(Hold::Hinge, Anchor::World(vec2(0.0, -1.0)), on(weight, 0.0, 0.0)).breaking(limit);
        let hook = world.add_joint(hook).unwrap();
        let mut broke = None;
        for step in 0..300 {
            world.step(1.0 / 60.0);
            for event in world.events() {
                if let Event::JointBroke { joint, force } = *event {
                    assert_eq!(joint, hook);
                    broke = broke.or(Some((step, force)));
                }
            }
        }
        assert_eq!(broke.is_none(), holds, "limit {limit} N: {broke:?}");
        assert_eq!(world.joint(hook).is_some(), holds);
        assert_eq!(world.body(weight).unwrap().centre().y < -5.0, !holds);
    }
}

#[test]
fn places_that_are_apart_are_drawn_together_without_a_blow() {
    for method in [Method::VelocityVerlet, Method::Xpbd] {
        let mut world = empty_space(method, 16);
        let (a, b) = (bar(1.0, 1.0), bar(1.0, 3.0));
        let a = world.add(BodyDef::new(&a)).unwrap();
        let b = world.add(BodyDef::new(&b).at(2.0, 1.0)).unwrap();
        let hinge = world.add_joint(Joint::new(Hold::Hinge, on(a, 1.0, 0.0), on(b, 0.0, 0.0))).unwrap();
        let mut fastest = 0.0f32;
        for _ in 0..120 {
            world.step(1.0 / 60.0);
            fastest = world.particles().iter().fold(fastest, |most, &[_, _, x, y]| most.max(vec2(x, y).length()));
        }
        // A metre and a half in one substep would be 1400 m/s.
        assert!(fastest < 12.0, "{method:?}: {fastest} m/s");
        assert!(gap(&world, hinge) < 0.01, "{method:?}: it still gapes by {} m", gap(&world, hinge));
    }
}

#[test]
fn joined_bodies_do_not_touch_unless_told_to_and_sleep_and_wake_together() {
    let mut world = open_air(Method::Xpbd, 8);
    let bounds = Bounds { restitution: 0.0, ..Bounds::new(vec2(-5.0, 0.0), vec2(5.0, 20.0)) };
    world.set_settings(Settings { bounds: Some(bounds), sleep: true, ..*world.settings() }).unwrap();
    let soft = jelly(3);
    let a = world.add(BodyDef::new(&soft).at(0.0, 0.3)).unwrap();
    let b = world.add(BodyDef::new(&soft).at(0.3, 0.3)).unwrap();
    world.add_joint(Joint::new(Hold::Weld, on(a, 0.15, 0.0), on(b, -0.15, 0.0))).unwrap();
    run(&mut world, 10.0);
    let apart = world.body(b).unwrap().centre().x - world.body(a).unwrap().centre().x;
    assert!((apart - 0.3).abs() < 0.02, "they overlap and stay so: {apart}");
    assert!(world.bodies().all(|body| body.is_asleep()));
    world.impulse(PointId { body: a, index: 0 }, vec2(0.0, 0.1)).unwrap();
    assert!(world.bodies().all(|body| !body.is_asleep()));
}

#[test]
fn worlds_with_joints_are_restored_to_the_bit_under_every_method() {
    for method in Method::ALL {
        let mut world = open_air(method, 8);
        four_bar(&mut world, 3.0);
        let soft = world.add(BodyDef::new(&common::lattice(3, 3, 200.0)).at(2.0, 1.0)).unwrap();
        let rope = Hold::Spring { length: None, stiffness: 50.0, damping: 0.5 };
        world.add_joint(Joint::new(rope, Anchor::World(vec2(2.0, 2.0)), Anchor::Point(PointId { body: soft, index: 4 }))).unwrap();
        run(&mut world, 1.0);
        let mut again = World::restore(&world.save()).unwrap();
        for step in 0..60 {
            world.step(1.0 / 60.0);
            again.step(1.0 / 60.0);
            assert_eq!(world.state_hash(), again.state_hash(), "{method:?}, step {step}");
        }
    }
}

#[test]
fn nonsense_is_refused_with_a_way_out() {
    let mut world = World::new();
    let id = world.add(BodyDef::new(&jelly(3))).unwrap();
    let point = Anchor::Point(PointId { body: id, index: 0 });
    let error = |world: &mut World, joint: Joint| world.add_joint(joint).unwrap_err().to_string();
    assert!(error(&mut world, Joint::new(Hold::Weld, Anchor::World(Vec2::ZERO), point)).contains("direction"));
    assert!(
        error(&mut world, Joint::new(Hold::Hinge, Anchor::World(Vec2::ZERO), Anchor::World(Vec2::X))).contains("at least one body")
    );
    let far = Anchor::Point(PointId { body: id, index: 99 });
    assert!(error(&mut world, Joint::new(Hold::Hinge, Anchor::World(Vec2::ZERO), far)).contains("no point 99"));
    assert!(error(&mut world, Joint::new(Hold::Hinge, Anchor::World(Vec2::ZERO), point).breaking(-1.0)).contains("breaking_force"));
    assert_eq!(world.joints().len(), 0);
}

/// A doll of limp lattices, hinged with limits: torso, two arms and two legs of two limbs each.
fn add_doll(world: &mut World, at: Vec2, velocity: Vec2, layer: u32) {
    let limb = |columns, rows, spacing, mass| {
        let [structural, shear] = [6000.0, 4000.0].map(|stiffness| Spring::new(stiffness).damped(stiffness / 1000.0));
        Lattice { columns, rows, spacing, mass, structural, shear, area: None }.build().unwrap()
    };
    let filter = Filter { layers: 1 << layer, mask: !(1 << layer), ..Filter::default() };
    let mut add = |blueprint: &Blueprint, x: f32, y: f32| {
        let surface = Surface { friction: 0.6, ..Surface::default() };
        let def = BodyDef::new(blueprint).at(at.x + x, at.y + y).moving(velocity.x, velocity.y).filter(filter).surface(surface);
        world.add(def).unwrap()
    };
    let (torso, arm, forearm) = (limb(3, 6, 0.11, 6.0), limb(2, 4, 0.1, 0.8), limb(2, 4, 0.09, 0.6));
    let (thigh, shin) = (limb(2, 5, 0.1, 1.6), limb(2, 5, 0.09, 1.1));
    let body = add(&torso, 0.0, 0.0);
    let mut hinges = Vec::new();
    for side in [-1.0, 1.0] {
        let (upper, lower) = (add(&arm, 0.2 * side, 0.1), add(&forearm, 0.2 * side, -0.26));
        hinges.push((on(body, 0.13 * side, 0.25), on(upper, -0.05 * side, 0.15), [-2.2, 2.2]));
        hinges.push((on(upper, 0.0, -0.17), on(lower, 0.0, 0.165), [-0.1, 2.2]));
        let (upper, lower) = (add(&thigh, 0.09 * side, -0.53), add(&shin, 0.09 * side, -0.98));
        hinges.push((on(body, 0.08 * side, -0.3), on(upper, 0.0, 0.22), [-1.4, 1.4]));
        hinges.push((on(upper, 0.0, -0.22), on(lower, 0.0, 0.2), [-2.2, 0.1]));
    }
    for (a, b, angles) in hinges {
        world.add_joint(Joint { angles: Some(angles), ..Joint::new(Hold::Hinge, a, b) }).unwrap();
    }
}

#[test]
fn limp_dolls_that_fall_on_each_other_crumple_but_gain_no_energy() {
    for substeps in [8, 16, 32, 64] {
        let mut world = open_air(Method::Xpbd, substeps);
        let bounds = Bounds { friction: 0.6, ..Bounds::new(vec2(-6.0, 0.0), vec2(6.0, 9.0)) };
        world.set_settings(Settings { bounds: Some(bounds), ..*world.settings() }).unwrap();
        add_doll(&mut world, vec2(-4.3, 1.6), vec2(3.2, 0.0), 1);
        add_doll(&mut world, vec2(-5.2, 3.3), vec2(4.2, 0.0), 2);
        let begin = world.energy().total();
        for frame in 0..240 {
            world.step(1.0 / 60.0);
            let now = world.energy().total();
            assert!(now < 1.01 * begin, "{substeps} substeps, frame {frame}: {begin} J became {now} J");
            assert!(world.bodies().all(|body| body.frozen().is_none()), "{substeps} substeps, frame {frame}");
        }
        assert!(world.energy().total() < 0.5 * begin);
    }
}
