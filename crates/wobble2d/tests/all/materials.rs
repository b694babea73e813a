//! Named materials: that they are what the documents say.
#![cfg(feature = "mesh")]

#[path = "../../examples/materials.rs"]
#[allow(dead_code, reason = "only what it measures is used here")]
mod example;

use wobble2d::blueprint::Mesh;
use wobble2d::glam::vec2;
use wobble2d::{BodyDef, Material, Tuning, World};

/// The numbers of a row of the table in the documents.
fn documented(name: &str) -> Vec<f32> {
    let text = include_str!("../../../../docs/physics.md");
    let row = text
        .lines()
        .find(|line| line.starts_with(&format!("| {name} |")) && line.contains(" s |"))
        .expect("a row for every material");
    row.split('|').skip(2).filter_map(|cell| cell.split_whitespace().next()?.parse().ok()).collect()
}

#[test]
fn every_material_sags_rings_and_bounces_as_documented() {
    for (name, material) in Material::ALL {
        let [sag, ring, bounce] = example::measure(&material);
        let [sag_told, ring_told, bounce_told] = documented(name)[..] else { panic!("{name}: three numbers") };
        // Wide enough for another way of answering contacts, too narrow for another material.
        let near = |found: f32, told: f32, least: f32| (found - told).abs() <= least.max(0.3 * told);
        assert!(near(100.0 * sag, sag_told, 2.0), "{name}: sags by {} % for {sag_told} %", 100.0 * sag);
        assert!(near(ring, ring_told, 0.2), "{name}: rings for {ring} s for {ring_told} s");
        assert!(near(100.0 * bounce, bounce_told, 10.0), "{name}: bounces to {} % for {bounce_told} %", 100.0 * bounce);
    }
}

#[test]
fn every_material_is_found_by_its_name_and_no_other_is() {
    for (name, material) in Material::ALL {
        assert_eq!(Material::named(name), Some(material));
    }
    assert_eq!(Material::named("unobtainium"), None);
}

#[test]
fn a_disc_of_any_material_and_size_is_at_ease_in_empty_space() {
    for (name, material) in Material::ALL {
        let disc = Mesh::disc(0.5).of(material).build().unwrap();
        assert!((disc.mass() / (disc.area() * material.density) - 1.0).abs() < 1e-3, "{name}: {} kg", disc.mass());
        let mut world = World::new();
        world.set_fields(wobble2d::Fields::none()).unwrap();
        world.add(BodyDef::new(&disc).tuned(Tuning { size: 1.7, ..Tuning::default() }).moving(0.5, 0.0)).unwrap();
        (0..60).for_each(|_| world.step(1.0 / 60.0));
        let body = world.bodies().next().unwrap();
        assert!((body.centre() - vec2(0.5, 0.0)).length() < 1e-3, "{name}: {}", body.centre());
        assert!((body.area() / body.rest_area() - 1.0).abs() < 1e-3, "{name}: {}", body.area());
    }
}

#[test]
fn a_hollow_body_with_a_hole_is_refused() {
    let hole = vec![vec2(-0.1, -0.1), vec2(0.1, -0.1), vec2(0.0, 0.1)];
    let mesh = Mesh { holes: vec![hole], ..Mesh::disc(0.5).of(Material::BALLOON) };
    assert!(mesh.build().unwrap_err().to_string().contains("holes must be none in a hollow body, got 1"));
}

#[test]
fn balls_lattices_and_cloths_can_be_made_of_any_material() {
    use wobble2d::blueprint::{Ball, Cloth, Lattice};
    for (name, material) in Material::ALL {
        let ball = Ball::default().made_of(&material).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert!((ball.mass() - material.density * ball.area()).abs() < 1e-3 * ball.mass(), "{name}");
        let lattice = Lattice::default().build().unwrap().made_of(&material);
        let cloth = Cloth::default().build().unwrap().made_of(&material);
        let hollow = name == "balloon";
        assert_eq!((lattice.is_ok(), cloth.is_ok()), (!hollow, !hollow), "{name}");
        if let (Ok(lattice), Ok(cloth)) = (lattice, cloth) {
            assert!((lattice.mass() - material.density).abs() < 1e-3, "{name}: a square metre");
            assert_eq!(cloth.points().iter().filter(|point| point.pinned).count(), 21, "{name}");
        }
    }
}
