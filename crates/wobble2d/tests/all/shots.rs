//! What is fired at something does not pass it, does not stay in it, and is not left in knots by it.

use crate::common;

use common::{add, empty_space, outline, points, run, winding};
use glam::{Vec2, vec2};
use wobble2d::blueprint::{Chain, Cloth, Pinned};
use wobble2d::{Blueprint, BodyDef, BodyId, Method, Spring, World, workload};

const STEP: f32 = 1.0 / 60.0;

/// Fires at a target in empty space and runs for a second, looking after every step.
fn shoot(target: &Blueprint, shot: &Blueprint, speed: f32, degrees: i32, mut look: impl FnMut(&World, BodyId, BodyId, u32)) {
    let mut world = empty_space(Method::Xpbd, 8);
    let target = add(&mut world, target);
    let direction = Vec2::from_angle((degrees as f32 - 90.0).to_radians());
    let (start, velocity) = (-2.5 * direction, speed * direction);
    let shot = world.add(BodyDef::new(shot).at(start.x, start.y).moving(velocity.x, velocity.y)).unwrap();
    for step in 0..60 {
        world.step(STEP);
        assert!(world.bodies().all(|body| body.frozen().is_none()));
        look(&world, target, shot, step);
    }
}

fn bullet(mass: f32) -> Blueprint {
    Blueprint::builder().point(Vec2::ZERO, mass).build().unwrap()
}

/// Whether a shot is beyond what hangs between `-half` and `half` along these points, by two centimetres at least, and not beside it.
fn is_through(shot: &[Vec2], mut between: Vec<Vec2>, half: f32) -> bool {
    let beside = shot.iter().any(|p| p.x.abs() > half - 0.1);
    let near = |p: Vec2| {
        between.windows(2).any(|ends| {
            let along = ends[1] - ends[0];
            let t = (p - ends[0]).dot(along) / along.length_squared();
            (ends[0] + t.clamp(0.0, 1.0) * along).distance(p) < 0.02
        })
    };
    if beside || shot.iter().any(|&p| near(p)) {
        return false;
    }
    between.extend([vec2(half, 1e4), vec2(-half, 1e4)]);
    shot.iter().all(|&p| winding(&between, p) == 0)
}

#[test]
fn nothing_passes_a_rope_held_at_both_ends_at_three_hundred_metres_a_second() {
    let rope = Chain { from: vec2(-4.0, 0.0), to: vec2(4.0, 0.0), links: 60, pinned: [true, true], ..Chain::default() };
    let rope = rope.build().unwrap();
    // Links much lighter than the particle may be on the wrong side of it for a moment.
    for (name, shot, moment) in
        [("blob", workload::blob().unwrap(), 0), ("particle", bullet(0.01), 0), ("heavy particle", bullet(1.0), 3)]
    {
        for speed in [10.0, 40.0, 160.0, 300.0] {
            for degrees in (-60..=60).step_by(15) {
                let (mut beyond, mut round_the_end) = (0, false);
                shoot(&rope, &shot, speed, degrees, |world, rope, shot, _| {
                    let shot = points(world, shot);
                    round_the_end |= shot.iter().any(|p| p.x.abs() > 4.0);
                    beyond = if !round_the_end && is_through(&shot, points(world, rope), 4.0) { beyond + 1 } else { 0 };
                    assert!(beyond <= moment, "{name} at {speed} m/s, {degrees}°");
                });
            }
        }
    }
}

#[test]
fn nothing_passes_a_cloth_held_at_both_ends_at_three_hundred_metres_a_second() {
    // A strong one: what weighs hundreds of times as much as a point pulls a light one far out of shape.
    let (structural, shear) = (Spring::new(2000.0).damped(0.02), Spring::new(600.0).damped(0.01));
    let cloth = Cloth { columns: 61, rows: 4, spacing: 0.1, structural, shear, pinned: Pinned::Sides, ..Cloth::default() };
    let cloth = cloth.build().unwrap();
    // The particle is five times as heavy as a point of the cloth, the heavy one five hundred times.
    let all = &[10.0, 40.0, 160.0, 300.0][..];
    let shots =
        [("blob", workload::blob().unwrap(), all), ("particle", bullet(0.01), all), ("heavy particle", bullet(1.0), &all[..1])];
    for (name, shot, speeds) in shots {
        for &speed in speeds {
            for degrees in (-60..=60).step_by(15) {
                let (mut beyond, mut round_the_end) = (0, false);
                shoot(&cloth, &shot, speed, degrees, |world, cloth, shot, step| {
                    let (upper, shot) = (points(world, cloth)[3 * 61..].to_vec(), points(world, shot));
                    round_the_end |= shot.iter().any(|p| p.x.abs() > 3.0);
                    beyond = if !round_the_end && is_through(&shot, upper, 3.0) { beyond + 1 } else { 0 };
                    assert_eq!(beyond, 0, "{name} at {speed} m/s, {degrees}° in step {step}");
                });
            }
        }
    }
}

#[test]
fn no_blob_or_particle_passes_a_free_blob_or_stays_in_it() {
    let blob = workload::blob().unwrap();
    // The particle is as heavy as a point of the blob, the heavy one as the whole of it.
    let all = &[10.0, 40.0, 160.0, 300.0][..];
    let shots = [("blob", &blob, all), ("particle", &bullet(1.0 / 16.0), all), ("heavy particle", &bullet(1.0), &all[..2])];
    for (name, shot, speeds) in shots {
        for &speed in speeds {
            for degrees in (0..360).step_by(15) {
                let direction = Vec2::from_angle((degrees as f32 - 90.0).to_radians());
                shoot(&blob, shot, speed, degrees, |world, target, shot, step| {
                    let (around, inner) = (outline(world, target), points(world, shot));
                    let ahead = around.iter().map(|p| p.dot(direction)).fold(f32::NEG_INFINITY, f32::max);
                    let passed = inner.iter().all(|p| p.dot(direction) > ahead + 0.02);
                    // Two blobs may tumble about each other later.
                    assert!(!passed || step > 10, "{name} at {speed} m/s, {degrees}° is through in step {step}");
                    let inside = inner.iter().filter(|&&p| winding(&around, p) != 0).count();
                    assert!(step < 59 || inside == 0, "{name} at {speed} m/s, {degrees}°: {inside} inside");
                });
            }
        }
    }
}

#[test]
fn blobs_that_a_blow_has_folded_or_caught_in_each_other_come_free_and_keep_their_momentum() {
    let blob = workload::blob().unwrap();
    for speed in [160.0, 220.0, 300.0] {
        for degrees in (0..360).step_by(15) {
            let mut world = empty_space(Method::Xpbd, 8);
            add(&mut world, &blob);
            let direction = Vec2::from_angle((degrees as f32).to_radians());
            let (start, velocity) = (-2.5 * direction, speed * direction);
            world.add(BodyDef::new(&blob).at(start.x, start.y).moving(velocity.x, velocity.y)).unwrap();
            let momentum = world.momentum();
            run(&mut world, 4.0);
            let quality = world.quality();
            assert_eq!((quality.points_inside, quality.self_crossing), (0, 0), "{speed} m/s, {degrees}°: {quality:?}");
            assert!(quality.overlap_max < 1e-3, "{speed} m/s, {degrees}°: {quality:?}");
            let lost = (world.momentum() - momentum).length() / momentum.length();
            assert!(lost < 1e-4, "{speed} m/s, {degrees}°: {lost} of the momentum");
        }
    }
}
