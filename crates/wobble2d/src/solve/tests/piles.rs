//! Heavy on light.

use super::super::test_world::{Shape, World};
use super::{CUBE, Record, floor, record, stack};

/// Lets a stack settle for a second, and then watches it for nine.
fn settled(mut world: World) -> Record {
    world.run(1.0, |_| {});
    record(&mut world, 9.0)
}

fn with_top(count: usize, top: f64) -> Vec<f64> {
    let mut masses = vec![1.0; count];
    masses[count - 1] = top;
    masses
}

fn pyramid(levels: i32, top: f64) -> World {
    let mut world = floor(4.0);
    for level in 0..levels {
        for place in 0..levels - level {
            let x = 1.1 * (f64::from(place) + 0.5 * f64::from(level));
            world.add(CUBE, [x, 0.5025 + 1.0025 * f64::from(level)], if level + 1 == levels { top } else { 1.0 });
        }
    }
    world
}

/// Moves boxes a little out of their places.
fn disturb(world: &mut World, seed: u32) {
    for (body, i) in world.bodies.iter_mut().zip(0u32..).skip(1) {
        body.position[0] += 0.01 * (f64::from((i * 7 + seed * 13) % 23) / 23.0 - 0.5);
        body.position[1] += 0.002 * f64::from((i * 5 + seed * 11) % 19) / 19.0;
    }
}

#[test]
fn stacks_with_a_heavy_top_stand() {
    for substeps in [1.0, 4.0] {
        for count in [5, 10] {
            for top in [1.0, 10.0, 100.0, 1000.0] {
                let found = settled(stack(&with_top(count, top), substeps));
                assert!(found.drift < 0.002 && found.overlap == 0.0, "{substeps} {count} {top}: {found:?}");
            }
        }
    }
}

#[test]
fn a_stack_at_rest_needs_one_sweep_and_below_a_heavy_weight_every_other_factor() {
    for count in [5, 10] {
        let found = settled(stack(&with_top(count, 1.0), 4.0));
        assert!(found.sweeps < 1.15 && found.factors == 0.0, "{count}: {found:?}");
        let found = settled(stack(&with_top(count, 1000.0), 4.0));
        assert!(found.sweeps < 3.5 && found.factors < 0.51 && found.refused < 0.01, "{count}: {found:?}");
    }
}

#[test]
fn ten_boxes_light_and_heavy_by_turns_stand() {
    for substeps in [1.0, 4.0] {
        for heavy in [100.0, 1000.0] {
            let masses: Vec<f64> = (0..10).map(|i| if i % 2 == 0 { 1.0 } else { heavy }).collect();
            let found = settled(stack(&masses, substeps));
            assert!(found.drift < 0.002 && found.overlap == 0.0, "{substeps} {heavy}: {found:?}");
        }
    }
}

#[test]
fn a_heavy_box_dropped_on_four_leaves_them_standing() {
    for heavy in [1.0, 100.0, 1000.0] {
        let mut world = stack(&with_top(5, heavy), 4.0);
        world.bodies[5].position[1] += 0.5;
        world.run(2.0, |_| {});
        let aside = world.bodies[1..].iter().map(|body| body.position[0].abs()).fold(0.0, f64::max);
        let found = record(&mut world, 5.0);
        assert!(aside < 0.002 && found.drift < 0.001 && found.overlap == 0.0, "{heavy}: {aside} {found:?}");
    }
}

#[test]
fn a_pyramid_of_55_stands() {
    for top in [1.0, 1000.0] {
        let mut world = pyramid(10, top);
        world.run(1.0, |_| {});
        let found = record(&mut world, 2.0);
        assert!(found.drift < 2e-4 && found.overlap == 0.0, "{top}: {found:?}");
    }
}

/// Boxes that are out of line touch at points that contradict each other: no impulses satisfy all of them that are not enormous.
#[test]
fn an_untidy_pyramid_bears_a_heavy_top() {
    for seed in [7, 11, 19] {
        let mut world = pyramid(10, 1000.0);
        disturb(&mut world, seed);
        let found = record(&mut world, 2.0);
        assert!(found.drift < 0.03 && world.overlap < 1e-3 && world.top_speed() < 0.02, "{seed}: {found:?} {}", world.top_speed());
    }
}

/// Theory: together they slide with `g (sin − μ cos)`.
#[test]
fn boxes_on_a_slope_slide_as_friction_lets_them() {
    for (degrees, tolerance) in [(24.0f64, 1e-5), (26.0, 1e-5), (29.0, 5e-4), (35.0, 5e-4)] {
        let mut world = World::new(1.0 / 240.0);
        world.add(Shape::Box([50.0, 1.0]), [0.0, -1.0], 0.0);
        let angle = degrees.to_radians();
        let [along, across] = [9.81 * libm::sin(angle), 9.81 * libm::cos(angle)];
        world.gravity = [along, -across];
        world.friction = [0.9, 0.5];
        for (mass, level) in [1.0, 1.0, 100.0].into_iter().zip(0..) {
            world.add(Shape::Box([1.0, 0.2]), [0.0, 0.201 + 0.401 * f64::from(level)], mass);
        }
        world.run(1.0, |_| {});
        let wanted = (along - 0.5 * across).max(0.0);
        for body in &world.bodies[1..] {
            let speed = body.mobile.velocity[0];
            assert!((speed - wanted).abs() < tolerance, "{degrees}: {speed} {wanted}");
        }
    }
}

#[test]
fn a_falling_pile_comes_to_rest_without_overlap() {
    let mut world = floor(4.0);
    for x in [-4.0, 4.0] {
        world.add(Shape::Box([0.5, 20.0]), [x, 10.0], 0.0);
    }
    for i in 0..60 {
        let (column, line) = (i % 6, i / 6);
        let at = [f64::from(column) - 2.5 + 0.05 * f64::from(line % 3), 0.5 + f64::from(line)];
        world.add(Shape::Disc(0.15 + 0.03 * f64::from(i * 7 % 11)), at, 1.0 + f64::from(i * 13 % 29));
    }
    world.run(5.0, |_| {});
    let found = record(&mut world, 0.5);
    assert!(found.overlap < 1e-3 && world.top_speed() < 0.1, "{found:?} {}", world.top_speed());
}
