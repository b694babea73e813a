//! Bodies from outlines.
#![cfg(feature = "mesh")]

use crate::common;

use common::{only, open_air, run};
use glam::{Vec2, vec2};
use wobble2d::blueprint::{Cover, Mesh};
use wobble2d::material::Matter;
use wobble2d::{Blueprint, BodyDef, Bounds, Material, Method, Settings, Spring, Triangle};

/// A sequence of numbers between 0 and 1.
struct Dice(u32);

impl Dice {
    fn roll(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as f32 / 16_777_216.0
    }
}

/// A loop of uneven corners around a centre, either way round.
fn star(dice: &mut Dice, centre: Vec2, radius: f32, ragged: f32) -> Vec<Vec2> {
    let count = 3 + (14.0 * dice.roll()) as u32;
    let backwards = dice.roll() < 0.5;
    let corner = |k: u32, dice: &mut Dice| {
        let angle = core::f32::consts::TAU * (k as f32 + 0.5 * dice.roll()) / count as f32;
        centre + radius * (1.0 - ragged * dice.roll()) * vec2(libm::cosf(angle), libm::sinf(angle))
    };
    let mut corners: Vec<Vec2> = (0..count).map(|k| corner(k, dice)).collect();
    if backwards {
        corners.reverse();
    }
    corners
}

/// An outline of a metre or two with up to four holes, some of which may be impossible.
fn random_mesh(seed: u32) -> Mesh {
    let mut dice = Dice(seed.wrapping_mul(747_796_405));
    let outline = star(&mut dice, vec2(3.0, -2.0), 1.5, 0.6);
    let holes = (0..(5.0 * dice.roll()) as u32).map(|_| {
        let at = vec2(3.0, -2.0) + 0.5 * vec2(dice.roll() - 0.5, dice.roll() - 0.5);
        let radius = 0.05 + 0.15 * dice.roll();
        star(&mut dice, at, radius, 0.4)
    });
    Mesh { holes: holes.collect(), spacing: 0.12 + 0.2 * dice.roll(), outline, material: Material::STEEL }
}

fn area(corners: &[Vec2]) -> f64 {
    let cross = |a: Vec2, b: Vec2| a.as_dvec2().perp_dot(b.as_dvec2());
    (0.5 * (0..corners.len()).map(|k| cross(corners[k], corners[(k + 1) % corners.len()])).sum::<f64>()).abs()
}

fn triangles(blueprint: &Blueprint) -> &[[u32; 3]] {
    let Cover::Triangles(triangles) = blueprint.cover() else { panic!("a mesh is covered by its triangles") };
    triangles
}

/// Whether a triangle lies between two edges that meet in a corner of less than 60°, where nothing can be promised.
fn is_in_a_sharp_corner(mesh: &Mesh, places: [Vec2; 3]) -> bool {
    let on = |p: Vec2, a: Vec2, b: Vec2| {
        let part = ((p - a).dot(b - a) / (b - a).length_squared()).clamp(0.0, 1.0);
        p.distance(a.lerp(b, part)) < 1e-4
    };
    let corners = core::iter::once(&mesh.outline).chain(&mesh.holes).flat_map(|corners| {
        let n = corners.len();
        (0..n).map(move |k| [corners[(k + n - 1) % n], corners[k], corners[(k + 1) % n]])
    });
    corners
        .filter(|[a, b, c]| (*a - *b).angle_to(*c - *b).abs() < 60f32.to_radians())
        .any(|[a, b, c]| places.iter().any(|&p| on(p, a, b)) && places.iter().any(|&p| on(p, b, c)))
}

fn least_angle([a, b, c]: [Vec2; 3]) -> f32 {
    [(a, b, c), (b, c, a), (c, a, b)].map(|(p, q, r)| (q - p).angle_to(r - p).abs()).into_iter().fold(4.0, f32::min).to_degrees()
}

#[test]
fn two_hundred_random_outlines_with_holes_are_covered_by_well_formed_triangles() {
    let (mut built, mut refused, mut with_holes) = (0, 0, 0);
    for seed in 0.. {
        let mesh = random_mesh(seed);
        let Ok(blueprint) = mesh.build() else {
            // Holes that overlap or stick out, and needles.
            refused += 1;
            continue;
        };
        (built, with_holes) = (built + 1, with_holes + u32::from(!mesh.holes.is_empty()));
        let place = |i: u32| blueprint.points()[i as usize].position;
        let covered: f64 = triangles(&blueprint).iter().map(|corners| area(&corners.map(place))).sum();
        let wanted = area(&mesh.outline) - mesh.holes.iter().map(|hole| area(hole)).sum::<f64>();
        assert!((covered / wanted - 1.0).abs() < 1e-5, "seed {seed}: {covered} of {wanted}");
        assert_eq!(blueprint.loops().len(), 1 + mesh.holes.len(), "seed {seed}");
        assert!((f64::from(blueprint.area()) / wanted - 1.0).abs() < 1e-5, "seed {seed}: loops enclose {}", blueprint.area());
        for corners in triangles(&blueprint) {
            let places = corners.map(place);
            let angle = least_angle(places);
            assert!(angle > 20.0 || is_in_a_sharp_corner(&mesh, places), "seed {seed}: {angle}° at {places:?}");
        }
        let mass = f64::from(blueprint.mass()) / (wanted * f64::from(mesh.material.density));
        assert!((mass - 1.0).abs() < 1e-4, "seed {seed}: {mass} of the mass");
        if seed % 4 == 0 {
            assert_eq!(blueprint, mesh.build().unwrap(), "seed {seed}: another mesh from the same outline");
        }
        if built == 200 {
            break;
        }
    }
    assert!(refused < 400 && with_holes > 60, "{refused} refused, {with_holes} with holes");
}

#[test]
fn points_are_about_a_spacing_apart_and_the_outline_comes_first() {
    for spacing in [0.1, 0.05, 0.03] {
        let mesh = Mesh { spacing, ..Mesh::default() };
        let blueprint = mesh.build().unwrap();
        let count = triangles(&blueprint).len() as f32;
        let ideal = 1.0 / (0.433 * spacing * spacing);
        assert!((0.8..1.5).contains(&(count / ideal)), "spacing {spacing}: {count} triangles for {ideal}");
        let outline = &blueprint.loops()[0];
        assert!(outline.iter().enumerate().all(|(k, &i)| i == k as u32), "{outline:?}");
        assert!(blueprint.points()[0].position.distance(vec2(-0.5, -0.5)) < 1e-6);
        assert_eq!(blueprint.points()[0].uv, Vec2::ZERO);
    }
}

#[test]
fn a_mesh_of_either_matter_falls_and_comes_to_rest_in_one_piece() {
    let spring = Spring::new(2000.0).damped(1.0);
    let letter: Vec<Vec2> = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 2), (3, 2), (3, 3), (1, 3), (1, 4), (4, 4), (4, 5), (0, 5)]
        .map(|(x, y)| 0.3 * vec2(x as f32, y as f32))
        .to_vec();
    for matter in [Matter::Springs(spring), Matter::Triangles(Triangle::new(4000.0, 0.4).damped(8.0))] {
        let blueprint =
            Mesh { outline: letter.clone(), spacing: 0.15, material: Material { matter, ..Material::JELLY }, ..Mesh::default() }
                .build()
                .unwrap();
        let mut world = open_air(Method::Xpbd, 12);
        let bounds = Bounds::new(vec2(-5.0, 0.0), vec2(5.0, 10.0));
        world.set_settings(Settings { bounds: Some(bounds), ..*world.settings() }).unwrap();
        world.add(BodyDef::new(&blueprint).at(0.0, 1.0).turned(0.3)).unwrap();
        // It rocks on its back for a while: what lies on one support is not calmed.
        run(&mut world, 40.0);
        assert!(world.rms_speed() < 0.15, "{matter:?}: {} m/s", world.rms_speed());
        let kept = only(&world).area() / only(&world).rest_area();
        assert!((0.9..1.1).contains(&kept), "{matter:?}: {kept} of the area");
        assert!(only(&world).frozen().is_none());
    }
}

fn why(mesh: Mesh) -> String {
    mesh.build().unwrap_err().to_string()
}

#[test]
fn outlines_that_cannot_be_filled_are_refused_with_the_place() {
    let square = |x: f32, y: f32, r: f32| vec![vec2(x - r, y - r), vec2(x + r, y - r), vec2(x + r, y + r), vec2(x - r, y + r)];
    let of = |outline: Vec<Vec2>, holes: Vec<Vec<Vec2>>| why(Mesh { outline, holes, ..Mesh::default() });
    let crossed = of(vec![vec2(0.0, 0.0), vec2(2.0, 0.0), vec2(0.0, 2.0), vec2(2.0, 2.0)], vec![]);
    assert!(
        crossed.contains("outline[1]–[2] and outline[3]–[0] must not cross") && crossed.contains("[1.0000, 1.0000]"),
        "{crossed}"
    );
    let touching = of(vec![vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 2.0), vec2(2.0, 0.001), vec2(0.0, 2.0)], vec![]);
    assert!(touching.contains("come closer") && touching.contains("[2.0000, 0.0010]"), "{touching}");
    let needle = of(vec![vec2(0.0, 0.0), vec2(4.0, 0.0), vec2(4.0, 0.3)], vec![]);
    assert!(needle.contains("sharper than 10°"), "{needle}");
    let double = of(vec![vec2(0.0, 0.0), vec2(0.0, 0.0), vec2(1.0, 0.0), vec2(0.0, 1.0)], vec![]);
    assert!(double.contains("outline[0]–[1] must be at least a fiftieth of the spacing long [m], got 0.0"), "{double}");
    assert!(of(vec![vec2(0.0, 0.0), vec2(1.0, 0.0)], vec![]).contains("at least 3 corners, got 2"));
    assert!(of(vec![vec2(0.0, f32::NAN), vec2(1.0, 0.0), vec2(0.0, 1.0)], vec![]).contains("outline[0] must be -1000 to 1000"));
    let tiny = of(square(0.0, 0.0, 0.01), vec![]);
    assert!(tiny.contains("outline is too small for this spacing"), "{tiny}");

    let outer = || square(0.0, 0.0, 2.0);
    assert!(of(outer(), vec![square(5.0, 0.0, 0.5)]).contains("holes[0] must be inside the outline"));
    assert!(of(outer(), vec![square(0.0, 0.0, 1.0), square(0.0, 0.0, 0.5)]).contains("holes[1] must not be inside another hole"));
    let overlapping = of(outer(), vec![square(0.0, 0.0, 0.5), square(0.5, 0.4, 0.5)]);
    assert!(overlapping.contains("holes[0]") && overlapping.contains("holes[1]") && overlapping.contains("cross"), "{overlapping}");
}

#[test]
fn a_mesh_that_would_be_too_large_is_refused_before_it_is_made() {
    let huge = vec![vec2(-900.0, -900.0), vec2(900.0, -900.0), vec2(900.0, 900.0), vec2(-900.0, 900.0)];
    assert!(why(Mesh { outline: huge, ..Mesh::default() }).contains("more than 100000 triangles"));
    let thread = vec![vec2(-900.0, 0.0), vec2(900.0, 0.0), vec2(900.0, 1e-3), vec2(-900.0, 1e-3)];
    let why_thread = why(Mesh { outline: thread, spacing: 1e-3, ..Mesh::default() });
    assert!(why_thread.contains("100000"), "{why_thread}");
    let round: Vec<Vec2> = (0..5000).map(|k| Vec2::from_angle(core::f32::consts::TAU * k as f32 / 5000.0)).collect();
    assert!(why(Mesh { outline: round, ..Mesh::default() }).contains("at most 4096 corners, got 5000"));
    assert!(why(Mesh { spacing: 0.0, ..Mesh::default() }).contains("spacing must be 0.0001 to 100"));
    let heavy = Material { density: f32::NAN, ..Material::JELLY };
    assert!(why(Mesh::default().of(heavy)).contains("material.density must be 1e-6 to 1e6"));
}
