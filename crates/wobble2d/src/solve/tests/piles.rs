//! Heavy on light.

use super::super::test_world::{Shape, World};
use super::{CUBE, Record, floor, record, stack};

/// Lets a stack settle for a second, and then watches it.
fn settled(mut world: World, seconds: f64) -> Record {
    world.run(1.0, |_| {});
    record(&mut world, seconds)
}

fn with_top(count: usize, top: f64) -> Vec<f64> {
    let mut masses = vec![1.0; count];
    masses[count - 1] = top;
    masses
}

#[test]
fn stacks_with_a_heavy_top_stand() {
    for substeps in [1.0, 4.0] {
        for count in [5, 10] {
            for top in [1.0, 10.0, 100.0, 1000.0] {
                let found = settled(stack(&with_top(count, top), substeps), 20.0);
                println!("{substeps} {count} {top}: {found:?}");
            }
        }
    }
}

#[test]
fn ten_boxes_light_and_heavy_by_turns_stand() {
    for substeps in [1.0, 4.0] {
        for heavy in [100.0, 1000.0] {
            let masses: Vec<f64> = (0..10).map(|i| if i % 2 == 0 { 1.0 } else { heavy }).collect();
            let found = settled(stack(&masses, substeps), 20.0);
            println!("{substeps} {heavy}: {found:?}");
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
        let found = record(&mut world, 10.0);
        println!("{heavy}: {aside} {found:?}");
    }
}

#[test]
fn a_pyramid_of_55_stands() {
    for top in [1.0, 1000.0] {
        let mut world = floor(4.0);
        for level in 0..10 {
            for place in 0..10 - level {
                let x = 1.1 * (f64::from(place) + 0.5 * f64::from(level));
                world.add(CUBE, [x, 0.5025 + 1.0025 * f64::from(level)], if level == 9 { top } else { 1.0 });
            }
        }
        let found = settled(world, 5.0);
        println!("{top}: {found:?}");
    }
}

#[test]
fn boxes_on_a_slope_slide_as_friction_lets_them() {
    for (degrees, wanted) in [(24.0f64, 0.0), (26.0, 0.0), (29.0, 0.46596), (35.0, 1.60885)] {
        let mut world = World::new(1.0 / 240.0);
        world.add(Shape::Box([50.0, 1.0]), [0.0, -1.0], 0.0);
        let angle = degrees.to_radians();
        world.gravity = [9.81 * libm::sin(angle), -9.81 * libm::cos(angle)];
        world.friction = [0.9, 0.5];
        for (level, mass) in [1.0, 1.0, 100.0].into_iter().enumerate() {
            world.add(Shape::Box([1.0, 0.2]), [0.0, 0.201 + 0.401 * level as f64], mass);
        }
        let found = record(&mut world, 1.0);
        let speeds: Vec<f64> = world.bodies[1..].iter().map(|body| body.mobile.velocity[0]).collect();
        println!("{degrees}: {speeds:?} {wanted} {found:?}");
    }
}
