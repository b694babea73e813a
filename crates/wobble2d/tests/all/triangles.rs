//! Elastic triangles against closed forms, and what they must never do.

use crate::common;

use common::sheet::Sheet;
use common::{empty_space, only, run};
use glam::{Mat2, Vec2, vec2};
use wobble2d::{Blueprint, BodyDef, Fields, Method, PointId, Settings, Triangle, Tuning, World};

/// Puts every point of a body where a linear map takes its rest place.
fn map(world: &mut World, by: Mat2) {
    let body = only(world).id();
    for (index, point) in only(world).blueprint().clone().points().iter().enumerate() {
        world.place_point(PointId { body, index: index as u32 }, by * point.position).unwrap();
    }
}

/// A sheet that was stretched by a linear map, and its force on every point.
fn forces_in(sheet: &Sheet, by: Mat2) -> Vec<Vec2> {
    let mut world = empty_space(Method::Rk4, 1);
    common::add(&mut world, &sheet.build([]));
    map(&mut world, by);
    let body = only(&world).id();
    (0..world.particles().len() as u32).map(|index| world.force_on(PointId { body, index }).unwrap()).collect()
}

fn patch(triangle: Triangle) -> Sheet {
    Sheet { columns: 6, rows: 4, width: 1.5, height: 0.8, mass: 1.0, triangle }
}

/// What acts on the right and on the upper edge, by length, and the greatest force on an inner point.
fn edge_stress(sheet: &Sheet, by: Mat2) -> (Vec2, Vec2, f32) {
    let forces = forces_in(sheet, by);
    let at = |x: u32, y: u32| forces[sheet.at(x, y) as usize];
    let (c, r) = (sheet.columns, sheet.rows);
    // Corners belong to two edges; half of each keeps the sums right where both edges pull alike.
    let right: Vec2 = (1..r).map(|y| at(c, y)).sum::<Vec2>();
    let top: Vec2 = (1..c).map(|x| at(x, r)).sum::<Vec2>();
    let inner = (1..c).flat_map(|x| (1..r).map(move |y| (x, y))).map(|(x, y)| at(x, y).length()).fold(0.0f32, f32::max);
    let share = |n: u32, length: f32| (n - 1) as f32 / n as f32 * length;
    (right / share(r, sheet.height), top / share(c, sheet.width), inner)
}

#[test]
fn a_patch_in_tension_pulls_with_youngs_modulus_and_not_sideways() {
    for poisson in [-0.5, 0.0, 0.3, 0.5, 0.9] {
        let (young, strain) = (1000.0, 1e-3);
        let by = Mat2::from_diagonal(vec2(1.0 + strain, 1.0 - poisson * strain));
        let (right, top, inner) = edge_stress(&patch(Triangle::new(young, poisson)), by);
        let stress = young * strain;
        assert!((right.x + stress).abs() < 0.01 * stress, "ν = {poisson}: {right} for {stress}");
        assert!(top.y.abs() < 0.01 * stress, "ν = {poisson}: {top} sideways");
        assert!(inner < 2e-3 * stress, "ν = {poisson}: {inner} inside");
    }
}

#[test]
fn a_patch_in_shear_pulls_with_the_shear_modulus() {
    for poisson in [0.0, 0.3, 0.9] {
        let triangle = Triangle::new(1000.0, poisson);
        let angle = 1e-3;
        let (right, top, inner) = edge_stress(&patch(triangle), Mat2::from_cols(vec2(1.0, 0.0), vec2(angle, 1.0)));
        let stress = triangle.shear_modulus() * angle;
        assert!((top.x + stress).abs() < 0.01 * stress, "ν = {poisson}: {top} for {stress}");
        assert!((right.y + stress).abs() < 0.01 * stress, "ν = {poisson}: {right} for {stress}");
        assert!(inner < 2e-3 * stress, "ν = {poisson}: {inner} inside");
    }
}

#[test]
fn one_triangle_follows_its_force_extension_curve_from_half_to_thrice_its_length() {
    let triangle = Triangle::new(200.0, 0.4);
    let (shear, area) = (triangle.shear_modulus(), triangle.area_modulus());
    let blueprint = Blueprint::builder()
        .points([Vec2::ZERO, vec2(1.0, 0.0), vec2(0.0, 1.0)], 1.0)
        .triangle([0, 1, 2], triangle)
        .build()
        .unwrap();
    for (a, b) in [(0.5, 1.0), (0.8, 1.3), (1.0, 1.0), (1.5, 0.7), (3.0, 0.5), (1.0, -1.0)] {
        let mut world = empty_space(Method::Rk4, 1);
        let body = common::add(&mut world, &blueprint);
        map(&mut world, Mat2::from_diagonal(vec2(a, b)));
        // Ψ = ½ G (a − b)² + ½ K (a b − 1)² over the area, by hand.
        let along = 0.5 * (shear * (a - b) + area * (a * b - 1.0) * b);
        let across = 0.5 * (shear * (b - a) + area * (a * b - 1.0) * a);
        let force = |index: u32| world.force_on(PointId { body, index }).unwrap();
        assert!((force(1) - vec2(-along, 0.0)).length() < 1e-3, "{a} × {b}: {} for {}", force(1), -along);
        assert!((force(2) - vec2(0.0, -across)).length() < 1e-3, "{a} × {b}: {} for {}", force(2), -across);
    }
}

/// A strip, four times as long as wide, whose ends are pulled apart by a part of its length; it has come to rest.
fn pulled_strip(method: Method, substeps: u32, triangle: Triangle, strain: f32) -> (Sheet, World) {
    let sheet = Sheet { columns: 24, rows: 6, width: 2.0, height: 0.5, mass: 1.0, triangle };
    let ends: Vec<u32> = (0..=sheet.rows).flat_map(|y| [sheet.at(0, y), sheet.at(sheet.columns, y)]).collect();
    let mut world = empty_space(method, substeps);
    world.set_fields(Fields { damping: 4.0, ..Fields::none() }).unwrap();
    common::add(&mut world, &sheet.build(ends));
    map(&mut world, Mat2::from_diagonal(vec2(1.0 + strain, 1.0)));
    run(&mut world, 4.0);
    (sheet, world)
}

#[test]
fn a_strip_that_is_pulled_gets_narrower_by_its_poissons_ratio() {
    for method in [Method::Xpbd, Method::SemiImplicitEuler] {
        for poisson in [-0.3, 0.0, 0.3, 0.5, 0.8] {
            let strain = 0.01;
            let (sheet, world) = pulled_strip(method, 64, Triangle::new(300.0, poisson), strain);
            let place = |x: u32, y: u32| only(&world).position(sheet.at(x, y));
            let middle = sheet.columns / 2;
            let narrower = 1.0 - (place(middle, sheet.rows).y - place(middle, 0).y) / sheet.height;
            let longer = (place(middle + 3, 3).x - place(middle - 3, 3).x) / 0.5 - 1.0;
            let ratio = narrower / longer;
            assert!((ratio - poisson).abs() < 0.02 * poisson.abs().max(0.3), "{method:?}: {ratio} for {poisson}");
        }
    }
}

#[test]
fn a_slice_of_rubber_keeps_its_area_when_it_is_pulled_by_a_tenth() {
    for method in [Method::Xpbd, Method::SemiImplicitEuler] {
        let (_, world) = pulled_strip(method, 128, Triangle::slice_of_solid(100.0, 0.49), 0.1);
        let kept = only(&world).area() / only(&world).rest_area();
        assert!((kept - 1.0).abs() < 0.01, "{method:?}: {kept} of the area");
    }
}

#[test]
fn a_strip_hangs_as_far_down_under_xpbd_as_under_the_force_methods_and_as_a_rod() {
    let sheet = Sheet { columns: 4, rows: 8, width: 0.5, height: 1.0, mass: 1.0, triangle: Triangle::new(1000.0, 0.3).damped(2.0) };
    let sag = |method: Method, substeps: u32| {
        let mut world = common::open_air(method, substeps);
        common::add(&mut world, &sheet.build((0..=4).map(|x| sheet.at(x, 8))));
        run(&mut world, 6.0);
        -only(&world).position(sheet.at(2, 0)).y
    };
    // m g L / (2 E b)
    let rod = 9.81 / (2.0 * 1000.0 * 0.5);
    let (verlet, xpbd) = (sag(Method::VelocityVerlet, 48), sag(Method::Xpbd, 64));
    assert!((verlet - rod).abs() < 0.02 * rod, "{verlet} for {rod}");
    assert!((xpbd - verlet).abs() < 0.01 * verlet, "{xpbd} for {verlet}");
}

/// How far the end of a beam, clamped at its left, sinks under its own weight.
fn tip_of_beam(rows: u32, young: f32, mass: f32) -> f32 {
    let sheet = Sheet { columns: 10 * rows, rows, width: 2.0, height: 0.2, mass, triangle: Triangle::new(young, 0.3) };
    let mut world = common::open_air(Method::SemiImplicitEuler, 100 * rows);
    // Nearly the critical damping of the slowest swing, 19 rad/s.
    world.set_fields(Fields { damping: 30.0, ..Fields::default() }).unwrap();
    let body = common::add(&mut world, &sheet.build((0..=rows).map(|y| sheet.at(0, y))));
    assert_eq!(world.advice(body), None);
    run(&mut world, 1.5);
    sheet.height / 2.0 - only(&world).position(sheet.at(sheet.columns, rows / 2)).y
}

#[test]
fn a_cantilever_of_triangles_comes_to_euler_and_bernoulli_as_it_is_refined() {
    let (young, mass) = (1e4, 0.027);
    // q L⁴ / (8 E I) with I = t³/12.
    let by_hand = (mass * 9.81 / 2.0) * 16.0 / (8.0 * young * (0.2 * 0.2 * 0.2) / 12.0);
    let errors = [2, 4, 8].map(|rows| (tip_of_beam(rows, young, mass) - by_hand).abs() / by_hand);
    assert!(errors[0] > errors[1] && errors[1] > errors[2], "{errors:?}");
    assert!(errors[2] < 0.05, "{errors:?} of {by_hand}");
}

#[test]
fn triangles_turned_inside_out_recover() {
    for method in [Method::Xpbd, Method::SemiImplicitEuler] {
        for (poisson, turn) in [(0.0, 0.1), (0.3, 0.7), (0.9, 1.9)] {
            let triangle = Triangle::new(200.0, poisson).damped(4.0);
            let sheet = Sheet { columns: 1, rows: 1, width: 0.5, height: 0.5, mass: 1.0, triangle };
            let mut world = empty_space(method, 32);
            common::add(&mut world, &sheet.build([]));
            // Mirrored, and a little off, as no motion ever leaves a body a perfect mirror image.
            map(&mut world, Mat2::from_angle(turn) * Mat2::from_cols(vec2(-1.0, 0.01), vec2(0.02, 1.0)));
            assert!(only(&world).area() < 0.0);
            run(&mut world, 6.0);
            let kept = only(&world).area() / only(&world).rest_area();
            assert!((kept - 1.0).abs() < 0.02, "{method:?}, ν = {poisson}: {kept} of the area");
            assert!(world.energy().triangles < 0.01, "{method:?}, ν = {poisson}: {} J left", world.energy().triangles);
        }
    }
}

#[test]
fn a_sheet_crushed_to_a_line_opens_again() {
    let sheet = Sheet { triangle: Triangle::new(500.0, 0.4).damped(2.0), ..patch(Triangle::new(1.0, 0.0)) };
    let mut world = empty_space(Method::Xpbd, 16);
    common::add(&mut world, &sheet.build([]));
    map(&mut world, Mat2::from_diagonal(vec2(1.0, 1e-3)));
    run(&mut world, 5.0);
    let kept = only(&world).area() / only(&world).rest_area();
    assert!((kept - 1.0).abs() < 0.02, "{kept} of the area");
    assert!(world.rms_speed() < 0.01, "{} m/s", world.rms_speed());
}

/// A sheet whose points are out of their rows and of uneven mass.
fn uneven_sheet(columns: u32, rows: u32, triangle: Triangle, seed: f32) -> Blueprint {
    let sheet = Sheet { columns, rows, width: 1.0, height: 0.8, mass: 1.0, triangle };
    let regular = sheet.build([]);
    let mut builder = Blueprint::builder();
    let cell = vec2(1.0 / columns as f32, 0.8 / rows as f32);
    for (k, point) in regular.points().iter().enumerate() {
        let k = k as f32 + seed;
        let off = 0.3 * cell * vec2(libm::sinf(12.9 * k), libm::cosf(7.7 * k));
        builder = builder.point(point.position + off, point.mass * (1.0 + 0.95 * libm::sinf(3.3 * k)));
    }
    regular.triangles().iter().fold(builder, |builder, &(corners, triangle)| builder.triangle(corners, triangle)).build().unwrap()
}

#[test]
fn energy_does_not_grow_in_trembling_sheets_of_any_stiffness() {
    for seed in 0..90 {
        let young = libm::powf(10.0, (seed % 10) as f32);
        let poisson = [-0.5, 0.0, 0.3, 0.6, 0.9, 0.99][seed % 6];
        let blueprint = uneven_sheet(2 + seed as u32 % 5, 1 + seed as u32 % 4, Triangle::new(young, poisson), 0.37 * seed as f32);
        let mut world = empty_space(Method::Xpbd, 1 + seed as u32 % 12);
        let body = world.add(BodyDef::new(&blueprint)).unwrap();
        for index in 0..blueprint.points().len() as u32 {
            let velocity = 1e-3 * vec2(libm::sinf(7.3 * index as f32), libm::cosf(4.1 * index as f32));
            world.set_point_velocity(PointId { body, index }, velocity).unwrap();
        }
        let before = world.energy().kinetic;
        run(&mut world, 10.0);
        let after = world.energy().kinetic;
        assert!(after <= 1.01 * before, "seed {seed}, E = {young}, ν = {poisson}: {after} of {before}");
    }
}

#[test]
fn an_undamped_sheet_keeps_its_energy_under_verlet() {
    let sheet = patch(Triangle::new(300.0, 0.4));
    let mut world = empty_space(Method::VelocityVerlet, 32);
    common::add(&mut world, &sheet.build([]));
    map(&mut world, Mat2::from_cols(vec2(1.1, 0.0), vec2(0.1, 0.95)));
    let before = world.energy().total();
    run(&mut world, 5.0);
    assert!((world.energy().total() / before - 1.0).abs() < 0.01, "{} of {before}", world.energy().total());
}

#[test]
fn damping_takes_energy_and_leaves_both_momenta() {
    for method in [Method::Xpbd, Method::VelocityVerlet] {
        let blueprint = uneven_sheet(4, 3, Triangle::new(300.0, 0.4).damped(2.0), 2.0);
        let mut world = empty_space(method, 200);
        let body = world.add(BodyDef::new(&blueprint).spinning(3.0).moving(0.4, 0.2)).unwrap();
        map(&mut world, Mat2::from_cols(vec2(1.2, 0.0), vec2(0.2, 0.9)));
        assert_eq!(world.advice(body), None);
        let (momentum, spin) = (world.momentum(), world.angular_momentum(only(&world).centre()));
        run(&mut world, 5.0);
        assert!((world.momentum() - momentum).length() < 1e-4, "{method:?}");
        let now = world.angular_momentum(only(&world).centre());
        assert!((now / spin - 1.0).abs() < 1e-3, "{method:?}: {now} of {spin}");
        // What is left of the deformation is that of a body which spins.
        assert!(world.energy().triangles < 0.05, "{method:?}: {}", world.energy().triangles);
    }
}

#[test]
fn one_lane_gives_the_bits_of_eight() {
    use wobble2d::Width;
    let blueprint = uneven_sheet(3, 3, Triangle::new(2000.0, 0.6).damped(3.0), 1.0);
    for method in Method::ALL {
        let mut worlds = [Width::Widest, Width::One].map(|width| {
            let mut world = World::new();
            world.set_settings(Settings { method, substeps: 64, width, ..Settings::default() }).unwrap();
            for k in 0..11 {
                let tuning = Tuning { size: 1.0 + 0.05 * k as f32, stiffness: 1.0 + 0.1 * k as f32, ..Tuning::default() };
                let def = BodyDef::new(&blueprint).at(3.0 * k as f32, 2.0).spinning(k as f32).tuned(tuning);
                world.add(def).unwrap();
            }
            world
        });
        for step in 0..20 {
            worlds.iter_mut().for_each(|world| world.step(1.0 / 60.0));
            assert_eq!(worlds[0].particles(), worlds[1].particles(), "{method:?}, step {step}");
        }
    }
}

#[test]
fn a_body_of_twice_the_size_is_at_ease_at_twice_the_size() {
    let blueprint = uneven_sheet(3, 2, Triangle::new(1000.0, 0.5).damped(1.0), 0.0);
    for method in [Method::Xpbd, Method::VelocityVerlet] {
        let mut world = empty_space(method, 32);
        world.add(BodyDef::new(&blueprint).tuned(Tuning { size: 2.0, ..Tuning::default() })).unwrap();
        run(&mut world, 1.0);
        assert!(world.rms_speed() < 1e-4, "{method:?}: {} m/s", world.rms_speed());
        assert!(world.energy().triangles < 1e-6, "{method:?}: {} J", world.energy().triangles);
    }
}

#[test]
fn mistakes_in_triangles_are_named() {
    let points = [Vec2::ZERO, vec2(1.0, 0.0), vec2(0.0, 1.0), vec2(2.0, 1e-5)];
    let builder = || Blueprint::builder().points(points, 1.0);
    let why = |corners: [u32; 3], triangle: Triangle| builder().triangle(corners, triangle).build().unwrap_err().to_string();
    let sound = Triangle::new(100.0, 0.3);
    assert!(why([0, 2, 1], sound).contains("triangles[0] must have a positive area"), "{}", why([0, 2, 1], sound));
    assert!(why([0, 1, 3], sound).contains("not be flat"), "{}", why([0, 1, 3], sound));
    assert!(why([0, 1, 1], sound).contains("twice"), "{}", why([0, 1, 1], sound));
    assert!(why([0, 1, 9], sound).contains("does not exist, got 9"), "{}", why([0, 1, 9], sound));
    let stretchy = Triangle::new(100.0, 1.0);
    assert!(why([0, 1, 2], stretchy).contains("triangles[0].poisson must be -0.95 to 0.995, got 1.0"));
    assert!(why([0, 1, 2], Triangle::new(f32::NAN, 0.0)).contains("triangles[0].young"));
}
