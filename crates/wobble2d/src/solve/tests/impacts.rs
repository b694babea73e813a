//! Rebounds.

use super::super::test_world::{Shape, World};

/// Discs in a closed box, by no means ordered.
fn gas(restitution: f64) -> World {
    let mut world = World::new(1.0 / 240.0);
    world.gravity = [0.0; 2];
    world.friction = [0.0; 2];
    world.restitution = restitution;
    for (x, y, half) in [(0.0, -3.5, [5.0, 0.5]), (0.0, 3.5, [5.0, 0.5]), (-3.5, 0.0, [0.5, 5.0]), (3.5, 0.0, [0.5, 5.0])] {
        world.add(Shape::Box(half), [x, y], 0.0);
    }
    world.untouchable = 4;
    for i in 0..36 {
        let (column, line) = (i % 6, i / 6);
        let at = [f64::from(column) - 2.5 + 0.03 * f64::from(line), f64::from(line) - 2.5];
        let own = world.add(Shape::Disc(0.2 + 0.02 * f64::from(i * 7 % 11)), at, 1.0 + f64::from(i * 5 % 7));
        world.bodies[own as usize].mobile.velocity = [f64::from(i * 13 % 17) - 8.0, f64::from(i * 11 % 19) - 9.0, 0.0];
    }
    world
}

#[test]
fn a_gas_of_discs_keeps_the_energy_that_its_rebounds_leave() {
    for restitution in [1.0, 0.9, 0.5, 0.0] {
        let mut world = gas(restitution);
        let start = world.kinetic_energy();
        let (mut last, mut most_rise, mut range) = (start, 0.0, [1.0; 2]);
        world.run(10.0, |world| {
            let now = world.kinetic_energy();
            most_rise = f64::max(most_rise, (now - last) / start);
            range = [f64::min(range[0], now / start), f64::max(range[1], now / start)];
            last = now;
        });
        assert!(most_rise < 1e-9 && world.overlap < 1e-3, "{restitution}: {most_rise:e} {range:?}");
        assert!(range[0] > 0.9999 || restitution < 1.0, "{restitution}: {range:?}");
        assert!(range[0] < 0.1 || restitution == 1.0, "{restitution}: {range:?}");
    }
}

#[test]
fn a_cradle_passes_the_blow_on() {
    for gap in [0.0, 0.01] {
        let mut world = World::new(1.0 / 240.0);
        world.gravity = [0.0; 2];
        world.friction = [0.0; 2];
        world.restitution = 1.0;
        for i in 0..5 {
            world.add(Shape::Disc(0.5), [f64::from(i) * (1.003 + gap), 0.0], 1.0);
        }
        world.bodies[0].position[0] = -1.0;
        world.bodies[0].mobile.velocity[0] = 2.0;
        let mut range = [1.0; 2];
        world.run(2.0, |world| {
            let now = world.kinetic_energy() / 2.0;
            range = [f64::min(range[0], now), f64::max(range[1], now)];
        });
        let speeds: Vec<f64> = world.bodies.iter().map(|body| body.mobile.velocity[0]).collect();
        assert!(range[0] > 0.9999 && range[1] < 1.0001, "{gap}: {range:?}");
        // Touching discs are struck together (Moreau); with gaps between them one blow follows the other.
        let wanted = if gap > 0.0 { [0.0, 0.0, 0.0, 0.0, 2.0] } else { [-1.2, 0.8, 0.8, 0.8, 0.8] };
        assert!(speeds.iter().zip(wanted).all(|(speed, wanted)| (speed - wanted).abs() < 1e-6), "{gap}: {speeds:?}");
    }
}
