//! Bodies solved as wholes against static solutions, frequencies and conservation laws.

use crate::common;

use common::sheet::Sheet;
use common::{only, open_air};
use glam::{DVec2, vec2};
use wobble2d::blueprint::Chain;
use wobble2d::{Blueprint, BodyDef, Fields, Method, Settings, Spring, Stick, Triangle, Width, World};

/// A beam, 10 m long and 2 m high, clamped at its left end, of 1 kg/m².
fn sheet(columns: u32, rows: u32, young: f32) -> Sheet {
    Sheet { columns, rows, width: 10.0, height: 2.0, mass: 20.0, triangle: Triangle::new(young, 0.3) }
}

fn clamped(sheet: &Sheet) -> Blueprint {
    sheet.build((0..=sheet.rows).map(|y| sheet.at(0, y)))
}

/// The places at which the triangles of a beam balance its weight: Newton's method in double precision on the energy of eq. 43, each step by conjugate gradients, in ten
/// loads one after the other.
struct Static<'a> {
    sheet: &'a Sheet,
    rest: Vec<DVec2>,
    masses: Vec<f64>,
    corners: Vec<[u32; 3]>,
}

impl<'a> Static<'a> {
    fn new(sheet: &'a Sheet, blueprint: &Blueprint) -> Self {
        let rest = blueprint.points().iter().map(|point| point.position.as_dvec2()).collect();
        let masses = blueprint.points().iter().map(|point| f64::from(point.mass)).collect();
        Self { sheet, rest, masses, corners: sheet.corners() }
    }

    fn is_pinned(&self, i: usize) -> bool {
        (i as u32).is_multiple_of(self.sheet.columns + 1)
    }

    /// Area at rest, the gradients of the corners' shares, and the gradient of the present area.
    fn measure(&self, corners: [u32; 3], places: &[DVec2]) -> (f64, [DVec2; 3], [DVec2; 3]) {
        let slopes = |p: [DVec2; 3]| [[1, 2], [2, 0], [0, 1]].map(|[a, b]| 0.5 * DVec2::new(p[a].y - p[b].y, p[b].x - p[a].x));
        let at_rest = corners.map(|i| self.rest[i as usize]);
        let area = 0.5 * (at_rest[1] - at_rest[0]).perp_dot(at_rest[2] - at_rest[0]);
        (area, slopes(at_rest).map(|slope| slope / area), slopes(corners.map(|i| places[i as usize])))
    }

    /// The force of the triangles on each point, and on top of it what moves by `by` would change of it, if asked.
    fn forces(&self, places: &[DVec2], by: Option<&[DVec2]>) -> Vec<DVec2> {
        let triangle = self.sheet.triangle;
        let (shear, modulus) = (f64::from(triangle.shear_modulus()), f64::from(triangle.area_modulus()));
        let mut forces = vec![DVec2::ZERO; places.len()];
        let product = |a: DVec2, b: DVec2| DVec2::new(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x);
        let conjugate = |a: DVec2| DVec2::new(a.x, -a.y);
        for &corners in &self.corners {
            let (area, shares, slopes) = self.measure(corners, places);
            let at = corners.map(|i| places[i as usize]);
            let now = 0.5 * (at[1] - at[0]).perp_dot(at[2] - at[0]);
            let moves = by.map_or(at, |by| corners.map(|i| by[i as usize]));
            let distortion: DVec2 = (0..3).map(|k| product(shares[k], moves[k])).sum();
            let gain: f64 = (0..3).map(|k| slopes[k].dot(moves[k])).sum();
            for k in 0..3 {
                let pressure = if by.is_some() { -modulus * gain / area } else { -modulus * (now - area) / area };
                let mut force = -shear * area * product(conjugate(shares[k]), distortion) + pressure * slopes[k];
                if by.is_some() {
                    // The gradients of the area turn with the edges across.
                    let across = 0.5 * (moves[(k + 1) % 3] - moves[(k + 2) % 3]);
                    force += -modulus * (now - area) / area * DVec2::new(across.y, -across.x);
                }
                forces[corners[k] as usize] += force;
            }
        }
        forces
    }

    fn residual(&self, places: &[DVec2], load: f64) -> Vec<DVec2> {
        let mut left = self.forces(places, None);
        for (i, left) in left.iter_mut().enumerate() {
            left.y -= 9.81f32 as f64 * load * self.masses[i];
            *left = if self.is_pinned(i) { DVec2::ZERO } else { *left };
        }
        left
    }

    /// How far the middle of the free end sinks. `[m]`
    fn sag(&self, loads: u32) -> f64 {
        let mut places = self.rest.clone();
        for load in 1..=loads {
            for _ in 0..12 {
                let left = self.residual(&places, f64::from(load) / f64::from(loads));
                let step = self.solve(&places, &left);
                places.iter_mut().zip(&step).for_each(|(place, step)| *place += *step);
                if step.iter().map(|step| step.length()).fold(0.0, f64::max) < 1e-9 {
                    break;
                }
            }
        }
        let tip = self.sheet.at(self.sheet.columns, self.sheet.rows / 2) as usize;
        self.rest[tip].y - places[tip].y
    }

    /// The slowest way to swing about the rest shape, as far as a metre at most, and its period: by inverse iteration. `[s]`
    fn slowest_swing(&self) -> (Vec<DVec2>, f64) {
        let mut mode: Vec<DVec2> = self.rest.iter().map(|place| DVec2::new(0.0, place.x * place.x)).collect();
        let mut square = 0.0;
        for _ in 0..6 {
            let weighed: Vec<DVec2> = mode.iter().zip(&self.masses).map(|(by, &mass)| mass * *by).collect();
            let next = self.solve(&self.rest, &weighed);
            let most = next.iter().map(|by| by.length()).fold(0.0, f64::max);
            let both: f64 = next.iter().zip(&weighed).map(|(a, b)| a.dot(*b)).sum();
            let own: f64 = next.iter().zip(&self.masses).map(|(a, mass)| mass * a.length_squared()).sum();
            square = both / own;
            mode = next.into_iter().map(|by| by / most).collect();
        }
        (mode, core::f64::consts::TAU / square.sqrt())
    }

    /// Conjugate gradients on the stiffness at these places.
    fn solve(&self, places: &[DVec2], wanted: &[DVec2]) -> Vec<DVec2> {
        let dot = |a: &[DVec2], b: &[DVec2]| a.iter().zip(b).map(|(a, b)| a.dot(*b)).sum::<f64>();
        let mut x = vec![DVec2::ZERO; wanted.len()];
        let mut left = wanted.to_vec();
        let mut along = left.clone();
        let mut square = dot(&left, &left);
        let enough = 1e-22 * square;
        for _ in 0..20_000 {
            if square <= enough {
                break;
            }
            let mut image = self.forces(places, Some(&along));
            for (i, image) in image.iter_mut().enumerate() {
                *image = if self.is_pinned(i) { DVec2::ZERO } else { -*image };
            }
            let far = square / dot(&along, &image);
            x.iter_mut().zip(&along).for_each(|(x, along)| *x += far * *along);
            left.iter_mut().zip(&image).for_each(|(left, image)| *left -= far * *image);
            let next = dot(&left, &left);
            along.iter_mut().zip(&left).for_each(|(along, left)| *along = *left + next / square * *along);
            square = next;
        }
        x
    }
}

/// How far the middle of a beam's free end has sunk after some seconds in air that brakes it. `[m]`
fn settled(sheet: &Sheet, substeps: u32, seconds: f32) -> f64 {
    let mut world = open_air(Method::Implicit, substeps);
    let damping = 8.0 * (sheet.triangle.young / 1e5).sqrt();
    world.set_fields(Fields { damping, ..Fields::default() }).unwrap();
    common::add(&mut world, &clamped(sheet));
    common::run(&mut world, seconds);
    assert!(world.bodies().all(|body| body.frozen().is_none()));
    1.0 - f64::from(only(&world).position(sheet.at(sheet.columns, sheet.rows / 2)).y)
}

#[test]
fn beams_sag_as_their_stiffness_says_on_any_mesh_and_at_any_substep() {
    for (columns, rows) in [(20, 4), (40, 8)] {
        for young in [1e5, 1e7] {
            let sheet = sheet(columns, rows, young);
            let wanted = Static::new(&sheet, &clamped(&sheet)).sag(1);
            for substeps in [1, 2, 8] {
                let sag = settled(&sheet, substeps, if young > 1e6 { 1.0 } else { 3.0 });
                assert!((sag / wanted - 1.0).abs() < 2e-3, "{columns} × {rows}, E = {young}, {substeps}: {sag} for {wanted}");
            }
        }
    }
}

#[test]
fn a_fine_stiff_beam_sags_as_a_coarse_one() {
    let fine = sheet(80, 16, 1e7);
    let wanted = Static::new(&fine, &clamped(&fine)).sag(1);
    let sag = settled(&fine, 8, 0.8);
    assert!((sag / wanted - 1.0).abs() < 3e-3, "{sag} for {wanted}");
}

#[test]
fn a_soft_beam_that_hangs_down_comes_to_rest_where_it_should() {
    let sheet = sheet(20, 4, 1e4);
    let wanted = Static::new(&sheet, &clamped(&sheet)).sag(5);
    for substeps in [1, 2, 8] {
        let sag = settled(&sheet, substeps, 8.0);
        assert!((sag / wanted - 1.0).abs() < 2e-3, "{substeps}: {sag} for {wanted}");
    }
}

/// A chain of links of 0.2 m from the origin to the right, a kilogram a point, with another mass at its end.
fn chain(links: u32, tip: f32, spring: Option<Spring>) -> Blueprint {
    let mass = |i| if i == links { tip } else { 1.0 };
    let builder = (0..=links).fold(Blueprint::builder(), |builder, i| builder.point(vec2(0.2 * i as f32, 0.0), mass(i)));
    let link = |builder: wobble2d::blueprint::BlueprintBuilder, i: u32| match spring {
        Some(spring) => builder.spring(i, i + 1, spring),
        None => builder.stick(i, i + 1, Stick::default()),
    };
    (0..links).fold(builder, link).pin([0]).build().unwrap()
}

/// By what part of its length a chain of fifty links is longer than at rest.
fn stretch(world: &World) -> f32 {
    let view = only(world);
    (0..50).map(|i| view.position(i).distance(view.position(i + 1))).sum::<f32>() / 10.0 - 1.0
}

#[test]
fn a_chain_swings_and_hangs_with_a_thousand_times_its_link_at_its_end() {
    for spring in [None, Some(Spring::new(1e8))] {
        for tip in [1.0, 100.0, 1000.0] {
            for substeps in [2, 8] {
                let mut world = open_air(Method::Implicit, substeps);
                common::add(&mut world, &chain(50, tip, spring));
                let mut worst = 0.0f32;
                for _ in 0..240 {
                    world.step(1.0 / 60.0);
                    worst = worst.max(stretch(&world));
                }
                assert!(worst < 3e-3, "{tip} kg, {substeps}: {worst} in the swing");
                world.set_fields(Fields { damping: 3.0, ..Fields::default() }).unwrap();
                common::run(&mut world, 6.0);
                // Every link holds what is below it; a stick gives by less than a thousandth.
                let held: f32 = (0..50).map(|i| 9.81 * (tip + (49 - i) as f32)).sum();
                let wanted = spring.map_or(0.0, |spring| held / spring.stiffness / 10.0);
                let slack = if spring.is_some() { 0.05 * wanted + 2e-4 } else { 1e-3 };
                assert!((stretch(&world) - wanted).abs() < slack, "{tip} kg, {substeps}: {} for {wanted}", stretch(&world));
            }
        }
    }
}

#[test]
fn a_pendulum_of_one_stick_keeps_its_swing_for_a_minute() {
    let blueprint = Blueprint::builder().points([vec2(0.0, 0.0), vec2(1.0, 0.0)], 1.0).stick(0, 1, Stick::default()).pin([0]);
    let mut world = open_air(Method::Implicit, 8);
    common::add(&mut world, &blueprint.build().unwrap());
    common::run(&mut world, 56.0);
    let mut highest = -1.0f32;
    for _ in 0..240 {
        world.step(1.0 / 60.0);
        highest = highest.max(only(&world).position(1).y);
    }
    // It began at the height of its pivot, a metre above the lowest point.
    assert!((0.98..1.01).contains(&(1.0 + highest)), "{highest}");
}

#[test]
fn a_free_block_keeps_its_momentum_and_its_spin_at_any_stiffness() {
    for young in [1e4, 1e6, 1e8, 1e12] {
        for (substeps, spin) in [(2, 6.0), (8, 6.0), (8, 20.0)] {
            let block = Sheet { columns: 8, rows: 8, width: 1.0, height: 1.0, mass: 1.0, triangle: Triangle::new(young, 0.3) };
            let mut world = common::empty_space(Method::Implicit, substeps);
            world.add(BodyDef::new(&block.build([])).moving(3.0, -2.0).spinning(spin)).unwrap();
            let (momentum, about) = (world.momentum(), only(&world).centre());
            let (turning, energy) = (world.angular_momentum(about), world.energy().kinetic);
            common::run(&mut world, 10.0);
            let kept = world.angular_momentum(only(&world).centre()) / turning;
            assert!((world.momentum() - momentum).length() < 1e-4, "E = {young}, {substeps}: {}", world.momentum());
            assert!((kept - 1.0).abs() < 1e-3, "E = {young}, {substeps}, {spin} rad/s: {kept} of its spin");
            let ratio = world.energy().kinetic / energy;
            assert!((0.97..1.02).contains(&ratio), "E = {young}, {substeps}, {spin} rad/s: {ratio} of its energy");
        }
    }
}

#[test]
fn a_plucked_beam_rings_with_the_frequency_of_its_mesh_and_goes_on_ringing() {
    let sheet = sheet(20, 4, 1e5);
    let blueprint = clamped(&sheet);
    let (mode, wanted) = Static::new(&sheet, &blueprint).slowest_swing();
    for (substeps, dt) in [(1, 1.0 / 60.0), (2, 1.0 / 60.0), (8, 1.0 / 60.0), (8, 1.0 / 30.0), (4, 1.0 / 144.0)] {
        let mut world = common::empty_space(Method::Implicit, substeps);
        let body = common::add(&mut world, &blueprint);
        for (index, (point, by)) in (0..).zip(blueprint.points().iter().zip(&mode)) {
            if point.position.x > 0.0 {
                world.place_point(wobble2d::PointId { body, index }, point.position + 0.1 * by.as_vec2()).unwrap();
            }
        }
        // How much of the swing there is in the places.
        let swing = |world: &World| {
            let off = |i: usize| (only(world).position(i as u32) - blueprint.points()[i].position).as_dvec2();
            (0..mode.len()).map(|i| f64::from(blueprint.points()[i].mass) * mode[i].dot(off(i))).sum::<f64>()
        };
        let (mut rises, mut before, start, mut highest) = (Vec::new(), swing(&world), swing(&world), 0.0f64);
        for step in 1..=(11.5 / dt) as u32 {
            world.step(dt);
            let now = swing(&world);
            if before < 0.0 && now >= 0.0 {
                rises.push(f64::from(dt) * (f64::from(step) - now / (now - before)));
            }
            highest = if step as f32 * dt > 10.0 { highest.max(now / start) } else { 0.0 };
            before = now;
        }
        let period = (rises[9] - rises[0]) / 9.0;
        assert!((period / wanted - 1.0).abs() < 0.02, "{substeps}, {dt}: {period} for {wanted} s");
        assert!(highest > 0.9, "{substeps}, {dt}: {highest} of its swing after ten of them");
    }
}

/// A beam, a chain and a free block in mid-air.
fn lively_world(width: Width) -> World {
    let mut world = open_air(Method::Implicit, 4);
    world.set_settings(Settings { width, ..*world.settings() }).unwrap();
    common::add(&mut world, &clamped(&sheet(20, 4, 3e3)));
    world.add(BodyDef::new(&chain(50, 100.0, None)).at(20.0, 0.0)).unwrap();
    let block = Sheet { columns: 6, rows: 6, width: 1.0, height: 1.0, mass: 1.0, triangle: Triangle::new(1e5, 0.3) };
    for i in 0..5 {
        world.add(BodyDef::new(&block.build([])).at(-10.0 - 3.0 * i as f32, 0.0).spinning(i as f32)).unwrap();
    }
    world
}

#[test]
fn a_world_that_is_restored_in_mid_swing_goes_on_with_the_same_bits() {
    let mut world = lively_world(Width::Widest);
    common::run(&mut world, 1.1);
    let mut restored = World::restore(&world.save()).unwrap();
    common::run(&mut world, 1.0);
    common::run(&mut restored, 1.0);
    assert_eq!(world.state_hash(), restored.state_hash());
}

#[test]
fn lanes_and_threads_change_no_bit() {
    let [mut plain, mut wide] = [Width::One, Width::Widest].map(lively_world);
    wide.set_threads(3);
    common::run(&mut plain, 1.0);
    common::run(&mut wide, 1.0);
    assert_eq!(plain.particles(), wide.particles());
}

#[test]
fn steps_of_any_length_come_to_the_same_rest() {
    let sheet = sheet(20, 4, 1e6);
    let wanted = Static::new(&sheet, &clamped(&sheet)).sag(1);
    let mut world = open_air(Method::Implicit, 8);
    world.set_fields(Fields { damping: 20.0, ..Fields::default() }).unwrap();
    common::add(&mut world, &clamped(&sheet));
    for k in 0..200u32 {
        world.step(1.0 / (30.0 + (k * 37 % 115) as f32));
    }
    let sag = 1.0 - f64::from(only(&world).position(sheet.at(20, 2)).y);
    assert!((sag / wanted - 1.0).abs() < 2e-3, "{sag} for {wanted}");
}

#[test]
fn a_chain_that_is_built_shorter_than_its_sticks_is_not_hurled() {
    for slack in [1.0, 1.1, 1.3, 2.0] {
        let chain = Chain { links: 40, slack, pinned: [true, slack > 1.0], ..Chain::default() };
        let mut world = World::new();
        world.set_settings(Settings { method: Method::Implicit, ..Settings::default() }).unwrap();
        world.set_fields(Fields { damping: 2.0, ..Fields::default() }).unwrap();
        let body = world.add(BodyDef::new(&chain.build().unwrap())).unwrap();
        for _ in 0..20 * 60 {
            world.step(1.0 / 60.0);
            assert!(world.rms_speed() < 8.0, "{slack}, {} s: {} m/s", world.time(), world.rms_speed());
        }
        let body = world.body(body).unwrap();
        let length: f32 = (0..40).map(|k| body.position(k).distance(body.position(k + 1))).sum();
        assert!((length / (2.0 * slack) - 1.0).abs() < 1e-3, "{slack}: {length} m");
        // The lowest point of a catenary of that length over two metres.
        let depth = -body.bounding_box().0.y;
        let wanted = match slack {
            1.3 => 0.7376,
            1.0 => 2.0,
            _ => continue,
        };
        assert!((depth / wanted - 1.0).abs() < 0.01, "{slack}: {depth} m for {wanted} m");
    }
}
