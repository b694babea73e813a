//! Chains, bridges and trusses.

use super::super::test_world::{Shape, World};
use super::record;

const LINK: Shape = Shape::Box([0.125, 0.02]);

/// Twenty links of a quarter of a metre from the origin in a direction, the last one with a heavy disc at its end.
fn chain(degrees: f64, tip: f64, substeps: f64, anchored: bool) -> World {
    let mut world = World::new(1.0 / (60.0 * substeps));
    world.untouchable = usize::MAX;
    let angle = degrees.to_radians();
    let [x, y] = [libm::cos(angle), libm::sin(angle)];
    for link in 0..20 {
        let middle = 0.25 * (f64::from(link) + 0.5);
        let own = world.add(LINK, [middle * x, middle * y], 1.0);
        world.bodies[own as usize].angle = angle;
        let start = 0.25 * f64::from(link);
        if link > 0 || anchored {
            world.hinge(own, own.checked_sub(1), [start * x, start * y]);
        }
    }
    let own = world.add(Shape::Disc(0.1), [5.0 * x, 5.0 * y], tip);
    world.hinge(own, Some(19), [5.0 * x, 5.0 * y]);
    world
}

fn weight_times_length(tip: f64) -> f64 {
    9.81 * (20.0 * 2.5 + tip * 5.0)
}

/// The widest gap `[mm]`, and the least and the greatest energy, in percent of what the chain can fall.
fn swing(degrees: f64, tip: f64, seconds: f64) -> (f64, [f64; 2]) {
    let mut world = chain(degrees, tip, 4.0, true);
    let before = world.energy();
    let found = record(&mut world, seconds);
    (1e3 * found.gap, found.energy.map(|energy| 100.0 * (energy - before) / weight_times_length(tip)))
}

#[test]
fn a_hanging_chain_does_not_stretch() {
    for tip in [1.0, 100.0, 1000.0] {
        let found = record(&mut chain(-90.0, tip, 4.0, true), 5.0);
        assert!(found.gap < 1e-7 && found.drift < 1e-9 && found.sweeps == 0.0 && found.factors == 1.0, "{tip}: {found:?}");
    }
}

#[test]
fn a_swinging_chain_keeps_together_and_keeps_its_energy() {
    for (tip, most_gap, most_lost) in [(1.0, 0.9, 2.0), (100.0, 0.03, 0.05), (1000.0, 0.02, 0.05)] {
        let (gap, [least, most]) = swing(-30.0, tip, 30.0);
        assert!(gap < most_gap && least > -most_lost && most < 0.01, "{tip}: {gap} mm, {least} .. {most} %");
    }
}

#[test]
fn a_whipping_chain_gains_no_energy() {
    for tip in [1.0, 100.0, 1000.0] {
        let (gap, [least, most]) = swing(0.0, tip, 30.0);
        assert!(gap < 25.0 && least > -90.0 && most < 0.01, "{tip}: {gap} mm, {least} .. {most} %");
    }
}

/// Two discs with a chain between them, that spins and bends freely.
#[test]
fn a_bola_keeps_its_angular_momentum() {
    for (tip, bend) in [(1.0, 0.0), (1.0, 0.3), (100.0, 0.0), (100.0, 0.3), (1000.0, 0.3)] {
        let mut world = chain(0.0, tip, 4.0, false);
        world.gravity = [0.0; 2];
        let first = world.add(Shape::Disc(0.1), [0.0, 0.0], tip);
        world.hinge(first, Some(0), [0.0, 0.0]);
        for body in &mut world.bodies {
            let [x, y] = body.position;
            body.mobile.velocity = [-4.0 * y, 4.0 * (x - 2.5) + bend * (x - 1.25) * (x - 3.5), 4.0];
        }
        let (before, energy) = (world.angular_momentum(), world.kinetic_energy());
        let (mut turned, mut energies): (f64, _) = (0.0, [1.0f64; 2]);
        world.run(20.0, |world| {
            turned = turned.max((world.angular_momentum() / before - 1.0).abs());
            let now = world.kinetic_energy() / energy;
            energies = [energies[0].min(now), energies[1].max(now)];
        });
        assert!(turned < 2e-4 && energies[0] > 0.999 && energies[1] < 1.0001, "{tip} {bend}: {turned:e} {energies:?}");
    }
}

/// Thirty planks between two posts, and a ball on them.
fn bridge(ball: f64) -> World {
    let mut world = World::new(1.0 / 240.0);
    let post = |plank: u32| {
        let along = (f64::from(plank) - 15.0) / 15.0;
        [7.5 * (0.5 + 0.49 * along), 0.8 * (along * along - 1.0)]
    };
    for plank in 0..30 {
        let ([ax, ay], [bx, by]) = (post(plank), post(plank + 1));
        let way = [bx - ax, by - ay];
        let half = 0.5 * (way[0] * way[0] + way[1] * way[1]).sqrt();
        let own = world.add(Shape::Box([half, 0.03]), [0.5 * (ax + bx), 0.5 * (ay + by)], 1.0);
        world.bodies[own as usize].angle = libm::atan2(way[1], way[0]);
        world.hinge(own, own.checked_sub(1), [ax, ay]);
    }
    world.hinge(29, None, post(30));
    world.untouchable = 30;
    world.add(Shape::Disc(0.4), [3.75, post(15)[1] + 0.45], ball);
    world
}

#[test]
fn a_rope_bridge_carries_a_heavy_ball() {
    for ball in [10.0, 100.0, 1000.0] {
        let mut world = bridge(ball);
        let landing = record(&mut world, 5.0);
        let found = record(&mut world, 5.0);
        assert!(landing.gap < 2e-3 && landing.overlap < 0.01, "{ball}: {landing:?}");
        assert!(found.gap < 2e-5 && found.overlap == 0.0, "{ball}: {found:?}");
    }
}

#[test]
fn a_truss_with_loops_does_not_give_way() {
    for weight in [1.0, 100.0, 1000.0] {
        let mut world = World::new(1.0 / 240.0);
        world.untouchable = usize::MAX;
        let mut truss = Truss { world: &mut world, ends: Vec::new() };
        for cell in 0..10 {
            let x = f64::from(cell);
            let [low, high] = [[x, 0.0], [x + 0.5, 0.8]];
            truss.bar(low, [x + 1.0, 0.0]);
            truss.bar(low, high);
            truss.bar(high, [x + 1.0, 0.0]);
            if cell < 9 {
                truss.bar(high, [x + 1.5, 0.8]);
            }
        }
        truss.hold([0.0, 0.0]);
        truss.hold([10.0, 0.0]);
        let load = truss.world.add(Shape::Disc(0.1), [5.0, -0.3], weight);
        truss.ends.push((load, [5.0, 0.0]));
        truss.join();
        let first = record(&mut world, 1.0);
        let found = record(&mut world, 2.0);
        assert!(first.gap < 1e-7 && found.gap < 1e-9 && found.drift < 1e-9, "{weight}: {first:?} {found:?}");
    }
}

/// Bars whose ends are hinged where they meet.
struct Truss<'a> {
    world: &'a mut World,
    ends: Vec<(u32, [f64; 2])>,
}

impl Truss<'_> {
    fn bar(&mut self, a: [f64; 2], b: [f64; 2]) {
        let way = [b[0] - a[0], b[1] - a[1]];
        let length = (way[0] * way[0] + way[1] * way[1]).sqrt();
        let own = self.world.add(Shape::Box([0.5 * length, 0.02]), [0.5 * (a[0] + b[0]), 0.5 * (a[1] + b[1])], 1.0);
        self.world.bodies[own as usize].angle = libm::atan2(way[1], way[0]);
        self.ends.extend([(own, a), (own, b)]);
    }

    fn hold(&mut self, point: [f64; 2]) {
        if let Some(&(own, at)) = self.ends.iter().find(|(_, at)| near(*at, point)) {
            self.world.hinge(own, None, at);
        }
    }

    fn join(&mut self) {
        for (i, &(own, at)) in self.ends.iter().enumerate() {
            if let Some(&(other, _)) = self.ends[..i].iter().find(|(_, place)| near(*place, at)) {
                self.world.hinge(own, Some(other), at);
            }
        }
    }
}

fn near(a: [f64; 2], b: [f64; 2]) -> bool {
    (a[0] - b[0]).abs() + (a[1] - b[1]).abs() < 1e-9
}
