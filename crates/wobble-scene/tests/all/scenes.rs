//! What a scene file can say, and what becomes of it.

use wobble_scene::{Built, Scene};
use wobble2d::glam::vec2;

fn built(text: &str) -> Built {
    Scene::parse(text).and_then(|scene| scene.build()).unwrap_or_else(|problems| panic!("{problems}"))
}

fn one_of_everything() -> &'static str {
    r#"{
  "version": 1, "title": "Everything", "description": "One of everything.", "credits": "Nobody.",
  "settings": { "method": "velocity-verlet", "substeps": 12, "stick_iterations": 3, "speed_limit": 500, "calm": false, "sleep": true,
    "contact": { "detector": "diagonals", "response": { "penalty": { "stiffness": 5000 } }, "friction": "product", "restitution": "largest" },
    "bounds": { "min": [-9, 0], "max": [9, 9], "restitution": 0.3, "friction": 0.1 } },
  "fields": { "gravity": [0.1, -5], "drag": 0.01, "damping": 0.2, "wind": [1, 0], "pointer": { "at": [3, 3], "strength": -1, "core": 0.2 },
    "attractors": [{ "at": [0, 20], "gm": 3, "core": 1 }] },
  "materials": { "ice": { "surface": { "friction": 0.01 } }, "rubber": { "surface": { "friction": 1, "restitution": 0.8 },
    "tuning": { "stiffness": 2 }, "density": 1.5 },
    "gum": { "like": "rubber", "matter": { "triangles": { "young": 900, "poisson": 0.4, "damping": 3 } }, "skin": { "stretch": 5 }, "area": 30,
      "tearing": { "triangles": { "strain": 0.8, "force": 4000 }, "puncture": 0.1 } },
    "putty": { "matter": { "whole": { "rate": 30, "damping": 2, "forgets": 1 } } }, "net": { "matter": { "springs": { "stiffness": 90 } } },
    "bubble": { "matter": "hollow", "skin": {}, "gas": 20 } },
  "scenery": [
    { "name": "floor", "box": [4, 0.5], "at": [0, 0.3], "material": "ice", "motion": { "swing": { "by": [0.5, 0], "turn": 0.1, "period": 3, "phase": 0.1 } } },
    { "polygon": [[0, 0], [0, 1], [1, 0]], "at": [5, 0.2], "angle": 0.1, "filter": { "layers": [1, 3], "meets": [0, 2], "one_way": [0, 1] }, "motion": { "steady": { "spin": 0.1 } } },
    { "slope": [-2, 1], "at": [-4, 0.1], "surface": { "friction": 0.3 } },
    { "disc": { "radius": 0.1, "corners": 8 }, "at": [0, 5], "repeat": { "columns": 3, "rows": 2, "stagger": 0.5 } },
    { "line": [[0, 0], [1, 0.2], [2, 0]], "at": [6, 3], "filter": { "sensor": true }, "motion": { "keyframes": { "frames": [{}, { "time": 1, "offset": [0, 1], "angle": 1 }], "repeats": false } } }
  ],
  "bodies": [
    { "name": "ball", "ball": { "radius": 0.3, "bending": null, "filling": "empty" }, "at": [-3, 4], "material": "rubber" },
    { "ball": { "filling": { "area": { "inflation": 1.1 } } }, "at": [-1, 7], "mass": 2, "spin": 1, "velocity": [1, -1] },
    { "balloon": { "tightness": 0.5, "gas": { "law": "vacuum", "amount": 5 } }, "at": [1, 7] },
    { "ring": { "inner": [0.4, 0.6], "reach": 3 }, "at": [3, 7], "density": 2 },
    { "lattice": { "columns": 3, "rows": 4, "area": {} }, "at": [5, 7], "angle": 0.5, "pinned_points": [0, 2] },
    { "truss": { "points": [[0, 0], [1, 0], [0, 1]], "beams": [[0, 1], [1, 2], [2, 0]], "outline": [0, 1, 2] }, "at": [7, 7] },
    { "chain": { "links": 5 }, "at": [-8, 8], "filter": { "itself": true } },
    { "rope": { "pieces": 6, "spring": { "rope": false } }, "at": [-5, 8] },
    { "stick_polygon": { "corners": 6, "supports": false }, "at": [-7, 2] },
    { "mesh": { "outline": [[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], "holes": [[[-0.2, -0.2], [0.2, -0.2], [0, 0.2]]], "spacing": 0.2 }, "at": [-5, 2], "material": "gum" },
    { "mesh": { "spacing": 0.25 }, "at": [-4, 6], "material": "steel" },
    { "mesh": { "spacing": 0.25 }, "at": [-2, 2], "material": "putty" },
    { "lattice": { "columns": 4, "rows": 3 }, "at": [2, 4], "material": "net" },
    { "ball": { "radius": 0.3 }, "at": [2, 2], "material": "bubble" },
    { "ball": { "radius": 0.3 }, "at": [3, 5], "whole": { "rate": 40, "damping": 1 }, "tearing": { "springs": { "strain": 2 }, "bends": { "force": 9 }, "sticks": { "force": 90 } } },
    { "rope": { "pieces": 4, "bend": { "stiffness": 0.5 } }, "at": [-1, 8] },
    { "cloth": { "columns": 4, "rows": 3, "pinned": "sides" }, "at": [-7, 5], "tuning": { "size": 0.5 } },
    { "custom": { "points": [[0, 0], { "at": [1, 0], "mass": 0.5, "pinned": true }, [1, 1], [0, 1]], "point_mass": 0.2,
        "springs": [[0, 1], { "between": [1, 2], "stiffness": 50, "damping": 1, "rest_length": 0.9, "support": true, "rope": true }],
        "spring": { "stiffness": 70 }, "sticks": [[2, 3], { "between": [3, 0], "length": 1.1, "support": true, "rope": true }],
        "bends": [[0, 1, 2]], "bend": { "stiffness": 0.2, "damping": 0.01 }, "triangles": [[0, 1, 2]], "triangle": { "young": 60 },
        "outlines": [[0, 1, 2, 3]], "strands": [[0, 2]], "gas": {}, "area": {} }, "at": [7, 4],
      "repeat": { "columns": 2, "rows": 2, "count": 3, "spacing": [-2, -2], "jitter": { "position": [0.1, 0.1], "angle": 1, "size": 0.1, "phase": 3 } } }
  ],
  "camera": { "min": [-10, -1], "max": [10, 10] }
}"#
}

#[test]
fn one_of_everything_survives_saving_and_loading() {
    let scene = Scene::parse(one_of_everything()).unwrap_or_else(|problems| panic!("{problems}"));
    let text = scene.to_json();
    let again = Scene::parse(&text).unwrap_or_else(|problems| panic!("{problems}\n{text}"));
    assert_eq!(again.document(), scene.document());
    assert_eq!(again.to_json(), text, "what is saved twice is the same");
    let (mut first, mut second) = (scene.build().unwrap().world, again.build().unwrap().world);
    assert_eq!(first.state_hash(), second.state_hash());
    (0..30).for_each(|_| first.step(1.0 / 60.0));
    (0..30).for_each(|_| second.step(1.0 / 60.0));
    assert_eq!(first.state_hash(), second.state_hash());
}

#[test]
fn what_is_at_its_default_is_not_saved() {
    let scene =
        Scene::parse(r#"{ "version": 1, "settings": { "substeps": 8 }, "bodies": [{ "ball": { "points": 24, "radius": 0.3 } }] }"#)
            .unwrap();
    assert_eq!(scene.to_json(), "{\n  \"version\": 1,\n  \"bodies\": [{ \"ball\": { \"radius\": 0.3 } }]\n}\n");
}

#[test]
fn an_empty_scene_is_an_empty_world_with_the_engines_defaults() {
    let world = built(r#"{ "version": 1 }"#).world;
    assert_eq!(world.state_hash(), wobble2d::World::new().state_hash());
}

#[test]
fn default_shapes_are_those_of_the_engine() {
    use wobble2d::{BodyDef, World, blueprint as b};
    let blueprints = [
        ("ball", b::Ball::default().build()),
        ("balloon", b::Balloon::default().build()),
        ("ring", b::TwoLayerRing::default().build()),
        ("lattice", b::Lattice::default().build()),
        ("truss", b::Truss::default().build()),
        ("chain", b::Chain::default().build()),
        ("rope", b::Rope::default().build()),
        ("stick_polygon", b::StickPolygon::default().build()),
        ("cloth", b::Cloth::default().build()),
        ("mesh", b::Mesh::default().build()),
    ];
    for (name, blueprint) in blueprints {
        let mut expected = World::new();
        expected.add(BodyDef::new(&blueprint.unwrap())).unwrap();
        let world = built(&format!(r#"{{ "version": 1, "bodies": [{{ "{name}": {{}} }}] }}"#)).world;
        assert_eq!(world.state_hash(), expected.state_hash(), "{name}");
    }
}

#[test]
fn names_find_bodies_and_repetitions() {
    let built = built(one_of_everything());
    assert_eq!(built.bodies("ball").len(), 1);
    assert_eq!(built.bodies("floor").len(), 1);
    assert_eq!(built.bodies("nobody").len(), 0);
    assert_eq!(built.names().count(), 2);
    assert_eq!(built.world.body_count(), 10 + 20);
}

#[test]
fn density_and_material_decide_the_mass() {
    let built = built(
        r#"{ "version": 1, "materials": { "lead": { "density": 10 } }, "bodies": [
            { "name": "a", "lattice": {}, "material": "lead" },
            { "name": "b", "lattice": {}, "material": "lead", "density": 3, "tuning": { "size": 2 } },
            { "name": "c", "lattice": {}, "material": "lead", "mass": 7 },
            { "name": "d", "rope": {}, "material": "lead" } ] }"#,
    );
    let mass = |name: &str| built.world.body(built.bodies(name)[0]).unwrap().mass();
    for (name, expected) in [("a", 10.0), ("b", 12.0), ("c", 7.0), ("d", 0.5)] {
        assert!((mass(name) - expected).abs() < 1e-4, "{name}: {}", mass(name));
    }
}

#[test]
fn scenery_stays_where_it_is_and_holds_what_falls_on_it() {
    let mut built = built(
        r#"{ "version": 1, "scenery": [
            { "name": "floor", "box": [4, 1], "at": [0, -0.5] },
            { "name": "wire", "line": [[-1, 3], [1, 3]], "at": [10, 0] },
            { "name": "wedge", "polygon": [[18, 0], [18, 3], [22, 3], [22, 0]] } ],
          "bodies": [{ "name": "ball", "ball": {}, "at": [0, 1], "repeat": { "columns": 3, "spacing": [10, 0] } },
            { "name": "high", "ball": {}, "at": [10, 4], "repeat": { "columns": 2, "spacing": [20, 0] } }] }"#,
    );
    let start = built.world.particles().to_vec();
    (0..180).for_each(|_| built.world.step(1.0 / 60.0));
    for name in ["floor", "wire", "wedge"] {
        let range = built.world.body(built.bodies(name)[0]).unwrap().particles();
        assert_eq!(built.world.particles()[range.clone()], start[range]);
    }
    let height = |name: &str, i: usize| built.world.body(built.bodies(name)[i]).unwrap().centre().y;
    assert!((0.2..0.6).contains(&height("ball", 1)), "on the box: {}", height("ball", 1));
    assert!(height("ball", 0) < -20.0, "beside everything it falls: {}", height("ball", 0));
}

#[test]
fn scenery_moves_as_it_is_told_and_platforms_hold_from_one_side() {
    let mut built = built(
        r#"{ "version": 1, "scenery": [
            { "name": "lift", "box": [4, 0.4], "motion": { "steady": { "velocity": [0, 0.5] } } },
            { "name": "platform", "box": [4, 0.2], "at": [10, 3], "filter": { "one_way": [0, 1] } },
            { "name": "ghost", "box": [4, 0.2], "at": [20, 0], "filter": { "meets": [] } } ],
          "bodies": [{ "name": "rider", "ball": {}, "at": [0, 0.75] },
            { "name": "jumper", "ball": {}, "at": [10, 1.5], "velocity": [0, 8] },
            { "name": "faller", "ball": {}, "at": [20, 1] }] }"#,
    );
    (0..180).for_each(|_| built.world.step(1.0 / 60.0));
    let centre = |name: &str| built.world.body(built.bodies(name)[0]).unwrap().centre().y;
    assert!((centre("lift") - 1.5).abs() < 1e-3, "three seconds at half a metre a second: {}", centre("lift"));
    assert!(centre("rider") > 1.9, "it rides on the lift: {}", centre("rider"));
    assert!(centre("jumper") > 3.2, "it came from below and lies on top: {}", centre("jumper"));
    assert!(centre("faller") < -10.0, "it falls through what meets nobody: {}", centre("faller"));
}

#[test]
fn a_polygon_may_run_either_way_round() {
    let area = |corners: &str| {
        let built = built(&format!(r#"{{ "version": 1, "scenery": [{{ "name": "p", "polygon": {corners} }}] }}"#));
        built.world.body(built.bodies("p")[0]).unwrap().area()
    };
    assert_eq!(area("[[0, 0], [2, 0], [2, 1], [0, 1]]"), 2.0);
    assert_eq!(area("[[0, 0], [0, 1], [2, 1], [2, 0]]"), 2.0);
}

#[test]
fn one_value_can_be_set_by_its_path() {
    let mut scene = Scene::parse(r#"{ "version": 1, "bodies": [{ "ball": {}, "at": [0, 3] }] }"#).unwrap();
    for (path, value) in [
        ("settings.substeps", "16"),
        ("settings.method", "rk4"),
        ("settings.bounds.friction", "0.9"),
        ("bodies[0].ball.radius", "0.25"),
        ("bodies[0].at[1]", "5"),
        ("fields.gravity[1]", "-1.62"),
        ("bodies[0].ball.filling", r#"{ "area": {} }"#),
        ("title", "A new title"),
    ] {
        scene.set(path, value).unwrap_or_else(|problems| panic!("{path}: {problems}"));
    }
    let world = scene.build().unwrap().world;
    assert_eq!(world.settings().substeps, 16);
    assert_eq!(world.settings().method, wobble2d::Method::Rk4);
    assert_eq!(world.settings().bounds.unwrap().friction, 0.9);
    assert_eq!(world.bodies().next().unwrap().position(0), vec2(0.25, 5.0));
    assert_eq!(world.fields().gravity, vec2(0.0, -1.62));
    assert_eq!(scene.document().title, "A new title");
}

#[test]
fn what_cannot_be_set_is_explained_and_changes_nothing() {
    let mut scene = Scene::parse(r#"{ "version": 1, "bodies": [{ "ball": {}, "at": [0, 3] }] }"#).unwrap();
    let before = scene.to_json();
    for (path, value, said) in [
        ("settings.substep", "16", "settings.substep is not known; did you mean `substeps`?"),
        ("settings.substeps", "-1", "settings.substeps must be 1 to 1024, got -1; 8 suits most scenes"),
        ("settings.method", "verlet", "did you mean `position-verlet`?"),
        ("bodies[1].at", "[0, 0]", "bodies[1].at has 1 items, counted from 0, and no [1]"),
        ("bodies[x].at", "[0, 0]", "must have a number in brackets, not `x`"),
        ("title.colour", "red", "title.colour is no object and has no field `colour`"),
        ("title[0]", "red", "title[0] is no list and has no item [0]"),
        ("", "1", "must name a field in every part"),
    ] {
        let problems = scene.set(path, value).expect_err(path);
        assert!(problems.to_string().contains(said), "{path}={value}: {problems}");
        assert_eq!(scene.to_json(), before);
    }
}

#[test]
fn problems_of_what_was_set_have_no_line_and_those_of_the_file_keep_theirs() {
    let mut scene = Scene::parse(
        "{\n \"version\": 1,\n \"bodies\": [{ \"ball\": {}, \"name\": \"a\" },\n { \"ball\": {}, \"name\": \"b\" }]\n}",
    )
    .unwrap();
    scene.set("bodies[0].pinned_points", "[99]").unwrap();
    scene.set("bodies[1].name", "a").unwrap();
    let problems = scene.build().unwrap_err();
    assert!(problems.list.iter().all(|problem| problem.position.is_none()), "{problems}");
    assert_eq!(problems.list.len(), 2);
}

#[test]
fn a_scene_made_by_a_program_is_checked_too() {
    use wobble_scene::format::{Ball, Body, Document, Shape};
    let ball =
        |radius: f32| Document { bodies: vec![Body::new(Shape::Ball(Ball { radius, ..Ball::default() }))], ..Document::default() };
    assert_eq!(Scene::new(ball(0.4)).unwrap().build().unwrap().world.body_count(), 1);
    for radius in [-1.0, f32::NAN, f32::INFINITY] {
        let problems = Scene::new(ball(radius)).unwrap_err();
        assert!(problems.to_string().contains("bodies[0].ball.radius"), "{problems}");
    }
}

#[test]
fn the_materials_of_the_program_are_those_of_the_engine() {
    use wobble_scene::format::Preset;
    let names = Preset::ALL.map(|(name, preset)| (name, wobble2d::Material::from(preset)));
    assert_eq!(names, wobble2d::Material::ALL);
    for (name, material) in names {
        let built = built(&format!(r#"{{ "version": 1, "bodies": [{{ "name": "it", "mesh": {{}}, "material": "{name}" }}] }}"#));
        let body = built.world.body(built.bodies("it")[0]).unwrap();
        assert_eq!(body.surface().friction, material.friction, "{name}");
        assert!((body.mass() - material.density).abs() < 1e-3 * material.density, "{name}: a square metre weighs {}", body.mass());
        let expected = wobble2d::blueprint::Mesh::default().of(material).build().unwrap();
        assert_eq!(body.blueprint(), &expected, "{name}");
    }
}

#[test]
fn a_material_of_the_file_goes_before_one_of_the_program_and_what_a_body_says_before_both() {
    let built = built(
        r#"{ "version": 1, "materials": { "jelly": { "density": 5 }, "tough": { "like": "jelly", "tearing": { "triangles": { "strain": 0.5 } } } }, "bodies": [
            { "name": "plain", "lattice": {}, "material": "jelly" },
            { "name": "tough", "lattice": {}, "material": "tough" },
            { "name": "tender", "lattice": {}, "material": "tough", "tearing": { "triangles": { "strain": 0.1 } } } ] }"#,
    );
    let body = |name: &str| built.world.body(built.bodies(name)[0]).unwrap();
    assert!(body("plain").blueprint().triangles().is_empty() && (body("plain").mass() - 5.0).abs() < 1e-3);
    assert!(!body("tough").blueprint().triangles().is_empty());
    assert_eq!(body("tough").blueprint().tearing().triangles.strain, Some(0.5));
    assert_eq!(body("tender").blueprint().tearing().triangles.strain, Some(0.1));
}
