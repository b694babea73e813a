//! Cutting: what is conserved, what outlines look like afterwards, and who is told.

use crate::common;

use glam::{Vec2, vec2};
use proptest::prelude::*;
use wobble2d::blueprint::{Ball, Balloon, Cloth, Cover, Lattice, Mesh, Pinned, Rope, Truss, TwoLayerRing};
use wobble2d::{
    Action, Anchor, Blueprint, BodyDef, BodyId, Bounds, Event, Fields, Filter, Hold, Joint, Material, Method, Plasticity, PointId,
    Settings, Signal, Surface, World,
};

/// The same numbers on every run.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f32 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 40) as f32 / (1u64 << 24) as f32
    }

    fn place(&mut self, low: Vec2, high: Vec2) -> Vec2 {
        low + (high - low) * vec2(self.next(), self.next())
    }
}

fn around(corners: &[u32]) -> impl Iterator<Item = [u32; 2]> {
    (0..corners.len()).map(|k| [corners[k], corners[(k + 1) % corners.len()]])
}

fn area(blueprint: &Blueprint, corners: &[u32]) -> f64 {
    let place = |index: u32| blueprint.points()[index as usize].position.as_dvec2();
    let origin = place(corners[0]);
    around(corners).map(|[a, b]| 0.5 * (place(a) - origin).perp_dot(place(b) - origin)).sum()
}

fn encloses(blueprint: &Blueprint, corners: &[u32], p: Vec2) -> bool {
    let place = |index: u32| blueprint.points()[index as usize].position;
    let crossed = |&[a, b]: &[u32; 2]| {
        let (a, b) = (place(a), place(b));
        (a.y > p.y) != (b.y > p.y) && p.x < a.x + (b.x - a.x) * (p.y - a.y) / (b.y - a.y)
    };
    around(corners).filter(crossed).count() % 2 == 1
}

/// Simple loops that share no vertex, cross nothing, run the right way round and bound exactly what covers the inside.
fn assert_valid(blueprint: &Blueprint) {
    let place = |index: u32| blueprint.points()[index as usize].position.as_dvec2();
    let mut seen = vec![false; blueprint.points().len()];
    for &corner in blueprint.loops().iter().flatten() {
        assert!(!core::mem::replace(&mut seen[corner as usize], true), "an outline visits a point twice");
    }
    let edges: Vec<[u32; 2]> = blueprint.loops().iter().flat_map(|corners| around(corners)).collect();
    for (i, &[a, b]) in edges.iter().enumerate() {
        for &[c, d] in edges[i + 1..].iter().filter(|[c, d]| ![a, b].contains(c) && ![a, b].contains(d)) {
            let side = |p: u32, q: u32, r: u32| (place(q) - place(p)).perp_dot(place(r) - place(p));
            let crosses = side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0;
            assert!(!crosses, "edges {a}-{b} and {c}-{d} cross");
        }
    }
    let (outer, holes): (Vec<_>, Vec<_>) = blueprint.loops().iter().partition(|corners| area(blueprint, corners) > 0.0);
    for hole in holes {
        let inside = outer.iter().filter(|corners| encloses(blueprint, corners, blueprint.points()[hole[0] as usize].position));
        assert_eq!(inside.count(), 1, "a hole is in one outline");
    }
    if let Cover::Triangles(triangles) = blueprint.cover() {
        let covered: f64 = triangles.iter().map(|corners| area(blueprint, corners)).sum();
        let bounded: f64 = blueprint.loops().iter().map(|corners| area(blueprint, corners)).sum();
        assert!((covered - bounded).abs() <= 1e-5 * covered.max(1e-3), "covers {covered} m², bounds {bounded} m²");
    }
    for strand in blueprint.strands() {
        assert!(strand.len() >= 2 && strand.windows(2).all(|pair| pair[0] != pair[1]));
    }
}

/// Everything about the particles that a cut must not change, sorted: bits of state, mass and pin.
fn matter(world: &World) -> Vec<([u32; 4], u32, bool)> {
    let of_body = |body: wobble2d::BodyView<'_>| {
        let bits = body.state().iter().map(|record| record.map(f32::to_bits)).collect::<Vec<_>>();
        bits.into_iter().zip(0..).map(|(bits, i)| (bits, body.point_mass(i).to_bits(), body.is_pinned(i))).collect::<Vec<_>>()
    };
    let mut all: Vec<_> = world.bodies().flat_map(of_body).collect();
    all.sort_unstable();
    all
}

fn letter() -> Mesh {
    let corner = |x: f32, y: f32| vec2(0.5 * x, 0.5 * y);
    Mesh {
        outline: vec![
            corner(-1.0, -1.4),
            corner(0.2, -1.4),
            corner(1.0, -0.6),
            corner(1.0, 0.6),
            corner(0.2, 1.4),
            corner(-1.0, 1.4),
        ],
        holes: vec![vec![
            corner(-0.4, -0.8),
            corner(0.0, -0.8),
            corner(0.4, -0.3),
            corner(0.4, 0.3),
            corner(0.0, 0.8),
            corner(-0.4, 0.8),
        ]],
        spacing: 0.12,
        ..Mesh::default()
    }
}

fn kinds() -> Vec<(&'static str, Blueprint)> {
    let mesh = |material: Material| letter().of(material).build().unwrap();
    vec![
        ("cloth", Cloth { columns: 12, rows: 12, ..Cloth::default() }.build().unwrap()),
        ("lattice", Lattice { columns: 10, rows: 7, spacing: 0.12, ..Lattice::default() }.build().unwrap()),
        ("jelly", mesh(Material::JELLY)),
        ("net", mesh(Material::CLOTH)),
        ("clay", mesh(Material::CLAY)),
        ("steel", mesh(Material::STEEL)),
        ("girder", Truss::default().build().unwrap()),
    ]
}

fn world_of(blueprint: &Blueprint) -> (World, BodyId) {
    let mut world = World::new();
    world.set_fields(Fields { gravity_on: false, ..Fields::default() }).unwrap();
    let id = world.add(BodyDef::new(blueprint)).unwrap();
    (world, id)
}

#[test]
fn a_thousand_random_cuts_leave_valid_outlines_and_every_particle_as_it_was() {
    for (name, blueprint) in kinds() {
        let mut noise = Noise(name.len() as u64);
        let mut cuts = 0;
        while cuts < 1000 {
            let (mut world, _) = world_of(&blueprint);
            let before = matter(&world);
            // Cut to pieces, then begin again with a fresh one.
            for _ in 0..40 {
                let (from, to) = (noise.place(vec2(-1.0, -1.0), vec2(1.0, 1.0)), noise.place(vec2(-1.0, -1.0), vec2(1.0, 1.0)));
                let torn = world.cut(from, to).unwrap();
                cuts += 1;
                assert_eq!(matter(&world), before, "{name}");
                for piece in torn.iter().flat_map(|torn| &torn.pieces) {
                    let body = world.body(piece.body).unwrap();
                    assert_eq!(body.blueprint().points().len(), piece.points.len());
                    assert_valid(body.blueprint());
                }
            }
        }
    }
}

/// The speed of the fastest piece as a whole. `[m/s]`
fn fastest(world: &World) -> f32 {
    world.bodies().map(|body| body.mean_velocity().length()).fold(0.0, f32::max)
}

#[test]
fn pieces_of_a_body_at_ease_stay_where_they_are() {
    for (name, blueprint) in kinds() {
        let mut noise = Noise(7);
        for round in 0..12 {
            let (mut world, _) = world_of(&blueprint);
            for _ in 0..4 {
                world.cut(noise.place(vec2(-1.0, -1.0), vec2(1.0, 1.0)), noise.place(vec2(-1.0, -1.0), vec2(1.0, 1.0))).unwrap();
                for _ in 0..60 {
                    world.step(1.0 / 60.0);
                    assert!(fastest(&world) < 0.1, "{name} {round}: {} m/s", fastest(&world));
                }
            }
        }
    }
}

#[test]
fn a_strained_body_that_is_cut_gets_no_faster_than_its_strain_allows() {
    for (name, blueprint) in kinds() {
        let mut noise = Noise(3);
        for _ in 0..6 {
            let (mut world, id) = world_of(&blueprint);
            // Stretched by a tenth to one side and squeezed by as much to the other.
            for index in 0..blueprint.points().len() as u32 {
                let point = PointId { body: id, index };
                let place = world.body(id).unwrap().position(index);
                world.place_point(point, place * vec2(1.1, 0.9)).unwrap();
            }
            let energy = world.energy().total();
            for _ in 0..5 {
                world.cut(noise.place(vec2(-1.0, -1.0), vec2(1.0, 1.0)), noise.place(vec2(-1.0, -1.0), vec2(1.0, 1.0))).unwrap();
            }
            let mass: f32 = world.bodies().map(|body| body.mass()).sum();
            // What a tenth of a metre a second stands for.
            let allowed = energy * 1.02 + 0.5 * f64::from(mass) * 0.01;
            for _ in 0..60 {
                world.step(1.0 / 60.0);
                let kinetic = world.energy().kinetic;
                assert!(kinetic <= allowed, "{name}: {kinetic} J of {energy} J");
            }
        }
    }
}

#[test]
fn a_cut_straight_through_makes_two_bodies_and_the_larger_keeps_the_name() {
    let lattice = Lattice { columns: 10, rows: 7, spacing: 0.1, ..Lattice::default() }.build().unwrap();
    let (mut world, id) = world_of(&lattice);
    // Between the third and the fourth of ten columns: seven springs along rows and twelve diagonals.
    let torn = world.cut(vec2(-0.2, -1.0), vec2(-0.2, 1.0)).unwrap();
    assert_eq!(torn.len(), 1);
    assert_eq!((torn[0].body, torn[0].losses.springs, torn[0].pieces.len()), (id, 19, 2));
    assert_eq!(torn[0].pieces[0].body, id);
    assert_eq!(torn[0].pieces.iter().map(|piece| piece.points.len()).collect::<Vec<_>>(), [49, 21]);
    assert_eq!(world.events(), [Event::Torn(torn[0].clone())]);
    assert_eq!((world.body_count(), world.torn_springs()), (2, 19));
    let small = world.body(torn[0].pieces[1].body).unwrap();
    assert_eq!(small.torn_from(), Some(id));
    assert_eq!(small.blueprint().loops().len(), 1);
    assert!((small.area() - 0.2 * 0.6).abs() < 1e-5);
    // A picture on it stays where it was.
    assert_eq!(small.blueprint().points()[0].uv, lattice.points()[0].uv);
}

#[test]
fn pieces_keep_their_muscles_and_what_has_flowed() {
    let lattice = Lattice { columns: 10, rows: 7, spacing: 0.1, ..Lattice::default() }.build().unwrap();
    let clay = lattice.to_builder().plastic(Plasticity { yield_strain: 0.01, creep: 20.0, limit: 0.5 }).build().unwrap();
    let (mut world, id) = world_of(&clay);
    let springs = clay.springs().len() as u32;
    for spring in 0..springs {
        let factor = 0.8 + 0.4 * spring as f32 / springs as f32;
        world.set_muscle(id, spring, Some(Signal::Constant(factor))).unwrap();
    }
    (0..30).for_each(|_| world.step(1.0 / 60.0));
    let before: Vec<f32> = (0..springs).map(|spring| world.body(id).unwrap().rest_length(spring).unwrap()).collect();
    let (flowed, work) = (world.body(id).unwrap().work().flow, world.work().total());
    assert!(flowed < 0.0, "nothing has flowed");
    let torn = world.cut(vec2(-0.2, -1.0), vec2(-0.2, 1.0)).unwrap();
    assert_eq!(torn[0].pieces.len(), 2);
    for piece in &torn[0].pieces {
        let body = world.body(piece.body).unwrap();
        assert_eq!(body.muscles().count(), piece.springs.len());
        for (spring, &old) in piece.springs.iter().enumerate() {
            assert_eq!(body.rest_length(spring as u32), Some(before[old as usize]), "spring {old}");
        }
    }
    assert_eq!(world.work().total(), work, "the work is told once");
    let mut again = World::restore(&world.save()).unwrap();
    for world in [&mut world, &mut again] {
        (0..30).for_each(|_| world.step(1.0 / 60.0));
    }
    assert_eq!(world.state_hash(), again.state_hash());
}

#[test]
fn every_particle_is_found_by_its_new_name() {
    for (name, blueprint) in kinds() {
        let (mut world, id) = world_of(&blueprint);
        let before: Vec<[f32; 4]> = world.body(id).unwrap().state().to_vec();
        let torn = world.cut(vec2(-1.0, -0.11), vec2(1.0, 0.13)).unwrap();
        assert_eq!(torn.len(), 1, "{name}");
        for (index, record) in before.iter().enumerate() {
            let now = torn[0].follow(PointId { body: id, index: index as u32 }).unwrap();
            let body = world.body(now.body).unwrap();
            assert_eq!(&body.state()[now.index as usize], record);
            assert_eq!(body.blueprint().points()[now.index as usize], blueprint.points()[index]);
        }
        for piece in &torn[0].pieces {
            let springs = world.body(piece.body).unwrap().blueprint().springs();
            let known = piece.springs.iter().map(|&old| blueprint.springs()[old as usize].1);
            assert!(springs.iter().map(|(_, spring)| *spring).eq(known), "{name}");
        }
    }
}

#[test]
fn a_slit_inside_is_a_hole_and_leaves_one_body() {
    let cloth = Cloth { columns: 21, rows: 21, spacing: 0.1, ..Cloth::default() }.build().unwrap();
    let (mut world, id) = world_of(&cloth);
    let torn = world.cut(vec2(-0.52, 0.04), vec2(0.52, 0.05)).unwrap();
    assert_eq!(torn[0].pieces.len(), 1);
    let body = world.body(id).unwrap();
    assert_eq!(body.blueprint().loops().len(), 2);
    // Eleven springs across the slit die, and a row of twelve faces with them.
    assert!((body.blueprint().area() - (4.0 - 0.12)).abs() < 1e-3, "{}", body.blueprint().area());
}

#[test]
fn a_rope_that_is_cut_is_two_ropes_and_a_ball_an_arc() {
    let (mut world, id) = world_of(&Rope::default().build().unwrap());
    let torn = world.cut(vec2(1.01, -1.0), vec2(1.02, 1.0)).unwrap();
    let ends = |id| world.body(id).unwrap().blueprint().strands().to_vec();
    assert_eq!((ends(id).len(), ends(torn[0].pieces[1].body).len()), (1, 1));

    let empty = Ball { filling: wobble2d::blueprint::Filling::Empty, bending: None, ..Ball::default() };
    let (mut world, id) = world_of(&empty.build().unwrap());
    world.cut(vec2(0.4, 0.05), vec2(0.6, 0.06)).unwrap();
    let ball = world.body(id).unwrap();
    assert!(ball.blueprint().loops().is_empty());
    assert_eq!(ball.blueprint().strands().iter().map(Vec::len).collect::<Vec<_>>(), [24]);
}

#[test]
fn scenery_is_not_cut_unless_it_is_meant() {
    let mut builder = Lattice::default().build().unwrap().to_builder();
    builder = builder.pin(0..36);
    let (mut world, id) = world_of(&builder.build().unwrap());
    assert!(world.cut(vec2(0.01, -2.0), vec2(0.02, 2.0)).unwrap().is_empty());
    assert!(world.cut_body(id, vec2(0.01, -2.0), vec2(0.02, 2.0)).unwrap().is_some());
    assert_eq!(world.body_count(), 2);
    assert!(world.cut(vec2(f32::NAN, 0.0), Vec2::ZERO).is_err());
}

#[test]
fn joints_and_grabs_hold_the_particles_they_held() {
    let lattice = Lattice { columns: 10, rows: 4, spacing: 0.1, ..Lattice::default() }.build().unwrap();
    let (mut world, id) = world_of(&lattice);
    let at = |x: u32, y: u32| 10 * y + x;
    let grabbed = PointId { body: id, index: at(1, 2) };
    let place = world.body(id).unwrap().position(grabbed.index);
    world.grab(grabbed, place).unwrap();
    let held = |world: &World, k: usize| world.joints().nth(k).map(|joint| joint.joint().anchors[1]).unwrap();
    let hinge = |anchor, place| Joint::new(Hold::Hinge, Anchor::World(place), anchor);
    let corner = PointId { body: id, index: at(0, 0) };
    world.add_joint(hinge(Anchor::Point(corner), world.body(id).unwrap().position(corner.index))).unwrap();
    let across = Anchor::Edge { body: id, ends: [at(2, 0), at(3, 0)], part: 0.5 };
    let broken = world.add_joint(hinge(across, vec2(-0.2, -0.15))).unwrap();
    let whole = Anchor::Body { body: id, place: vec2(-0.35, 0.0) };
    world.add_joint(Joint::new(Hold::Weld, Anchor::World(vec2(-0.35, 0.0)), whole)).unwrap();

    let torn = world.cut(vec2(-0.2, -1.0), vec2(-0.2, 1.0)).unwrap().remove(0);
    let small = torn.pieces[1].body;
    assert_eq!(world.grabs()[0].point, torn.follow(grabbed).unwrap());
    assert_eq!(world.grabs()[0].point.body, small);
    assert_eq!(held(&world, 0), Anchor::Point(torn.follow(corner).unwrap()));
    assert_eq!(held(&world, 1).body(), Some(small));
    assert!(world.joint(broken).is_none());
    assert!(world.events().iter().any(|event| matches!(event, Event::JointBroke { joint, .. } if *joint == broken)));
    (0..60).for_each(|_| world.step(1.0 / 60.0));
    assert!(fastest(&world) < 1e-3, "{}", fastest(&world));
}

#[test]
fn a_weld_to_a_bent_body_holds_a_piece_of_it_where_it_was() {
    for round in 0..2 {
        let lattice = Lattice { columns: 16, rows: 3, spacing: 0.1, ..Lattice::default() }.build().unwrap();
        let (mut world, id) = world_of(&lattice);
        // Bent like a bow: the turn of a half is not that of the whole.
        for index in 0..48 {
            let place = world.body(id).unwrap().position(index);
            world.place_point(PointId { body: id, index }, place + vec2(0.0, 0.1 * place.x * place.x)).unwrap();
        }
        let anchor = Anchor::Body { body: id, place: vec2(-0.6, 0.0) };
        let place = world.body(id).unwrap().place_now(vec2(-0.6, 0.0));
        let mut both = [Anchor::World(place), anchor];
        if round == 1 {
            both.reverse();
        }
        let joint = world.add_joint(Joint::new(Hold::Weld, both[0], both[1])).unwrap();
        world.cut(vec2(0.01, -1.0), vec2(0.02, 1.0)).unwrap();
        world.step(1e-3);
        // A jump of a millimetre in a substep would need a hundred times as much.
        assert!(world.joint(joint).unwrap().force() < 20.0, "{} N", world.joint(joint).unwrap().force());
        assert!(world.joint(joint).unwrap().angle().abs() < 1e-3);
    }
}

fn full_balloon() -> Blueprint {
    Balloon { points: 32, ..Balloon::default() }.build().unwrap()
}

#[test]
fn a_punctured_balloon_loses_its_pressure_in_the_time_set() {
    for seconds in [0.25, 1.0] {
        let tearing = wobble2d::Tearing { puncture: seconds, ..wobble2d::Tearing::default() };
        let (mut world, id) = world_of(&full_balloon().to_builder().tearing(tearing).build().unwrap());
        world.cut(vec2(0.25, 0.02), vec2(0.35, 0.03)).unwrap();
        assert_eq!(world.body(id).unwrap().leak(), Some(1.0));
        let steps = (seconds * 60.0) as u32;
        (0..steps / 2).for_each(|_| world.step(1.0 / 60.0));
        assert!((world.body(id).unwrap().leak().unwrap() - 0.5).abs() < 0.05);
        (0..steps / 2 + 1).for_each(|_| world.step(1.0 / 60.0));
        let body = world.body(id).unwrap();
        assert_eq!((body.leak(), body.blueprint().gas(), body.blueprint().loops().len()), (None, None, 0));
        assert_eq!(body.blueprint().strands().iter().map(Vec::len).collect::<Vec<_>>(), [32]);
        assert!(body.frozen().is_none());
    }
}

#[test]
fn a_balloon_cut_clean_through_is_two_skins_without_gas() {
    let (mut world, _) = world_of(&full_balloon());
    let torn = world.cut(vec2(-1.0, 0.01), vec2(1.0, 0.02)).unwrap();
    assert_eq!(torn[0].pieces.len(), 2);
    for body in world.bodies() {
        assert_eq!((body.blueprint().gas(), body.leak(), body.blueprint().loops().len()), (None, None, 0));
        assert_eq!(body.blueprint().strands().len(), 1);
    }
}

#[test]
fn pieces_of_slime_keep_their_share_of_the_area() {
    let blueprint = Mesh::rectangle(2.0, 1.0).of(Material::SLIME).build().unwrap();
    let (mut world, _) = world_of(&blueprint);
    let torn = world.cut(vec2(0.3, -1.0), vec2(0.31, 1.0)).unwrap();
    assert!(torn[0].pieces.len() >= 2);
    for piece in torn[0].pieces.iter().filter(|piece| piece.points.len() > 10) {
        let body = world.body(piece.body).unwrap();
        assert!(body.blueprint().area_law().is_some() && body.blueprint().shape().is_some());
        assert!((body.area() - body.rest_area()).abs() < 1e-5);
    }
}

#[test]
fn a_ring_keeps_its_outline_while_its_skin_is_whole() {
    let (mut world, id) = world_of(&TwoLayerRing::default().build().unwrap());
    world.cut(vec2(0.05, 0.01), vec2(0.2, 0.05)).unwrap();
    assert!(world.torn_springs() > 0);
    assert_eq!(world.body(id).unwrap().blueprint().loops().len(), 1);
    assert_eq!(world.body_count(), 1);
}

/// A pile of everything that can be cut, in a box.
fn pile(method: Method, itself: bool) -> World {
    let mut world = World::new();
    let bounds = Bounds::new(vec2(-2.0, 0.0), vec2(2.0, 20.0));
    let substeps = if method == Method::Xpbd { 8 } else { 24 };
    world.set_settings(Settings { method, substeps, bounds: Some(bounds), sleep: true, ..Settings::default() }).unwrap();
    let blueprints = [
        Lattice { columns: 6, rows: 6, ..Lattice::default() }.build().unwrap(),
        Ball::default().build().unwrap(),
        letter().of(Material::RUBBER).build().unwrap(),
        Rope { pinned: [false; 2], ..Rope::default() }.build().unwrap(),
        Cloth { columns: 8, rows: 8, pinned: Pinned::Free, ..Cloth::default() }.build().unwrap(),
        Mesh::disc(0.4).of(Material::STEEL).build().unwrap(),
    ];
    for (k, blueprint) in blueprints.iter().enumerate() {
        let (x, y) = (if k % 2 == 0 { -0.8 } else { 0.8 }, 1.0 + 0.8 * k as f32);
        let filter = Filter { itself, ..Filter::default() };
        world.add(BodyDef::new(blueprint).at(x, y).filter(filter).surface(Surface::default())).unwrap();
    }
    world
}

fn total_mass(world: &World) -> f64 {
    world.bodies().flat_map(|body| (0..body.state().len() as u32).map(move |i| f64::from(body.point_mass(i)))).sum()
}

#[test]
fn a_pile_that_is_cut_goes_on_the_same_after_a_snapshot() {
    let mut world = pile(Method::Xpbd, false);
    let mut noise = Noise(11);
    for second in 0..4 {
        (0..60).for_each(|_| world.step(1.0 / 60.0));
        world.cut(noise.place(vec2(-2.0, 0.0), vec2(-1.0, 2.0)), noise.place(vec2(1.0, 0.0), vec2(2.0, 2.0))).unwrap();
        let mut again = World::restore(&world.save()).unwrap();
        assert_eq!(again.state_hash(), world.state_hash(), "after {second} s");
        assert_eq!(again.torn(), world.torn());
        for _ in 0..30 {
            world.step(1.0 / 60.0);
            again.step(1.0 / 60.0);
        }
        assert_eq!(again.state_hash(), world.state_hash(), "half a second after {second} s");
    }
}

#[test]
fn pieces_of_sleeping_bodies_wake_and_come_to_rest_again() {
    let mut world = World::new();
    let bounds = Bounds::new(vec2(-2.0, 0.0), vec2(2.0, 20.0));
    world.set_settings(Settings { bounds: Some(bounds), sleep: true, ..Settings::default() }).unwrap();
    let lattice = Lattice { columns: 8, rows: 4, ..Lattice::default() }.build().unwrap();
    let ids = [0.35, 1.0, 1.65].map(|y| world.add(BodyDef::new(&lattice).at(0.0, y)).unwrap());
    let awake = |world: &World| world.bodies().filter(|body| !body.is_asleep()).count();
    (0..600).for_each(|_| world.step(1.0 / 60.0));
    assert_eq!(awake(&world), 0, "it sleeps");
    let middle = world.body(ids[1]).unwrap().centre();
    world.cut_body(ids[1], middle + vec2(-0.1, 3.0), middle + vec2(0.1, -3.0)).unwrap().unwrap();
    assert_eq!(awake(&world), 4, "all that lay together wakes");
    (0..900).for_each(|_| world.step(1.0 / 60.0));
    assert_eq!(awake(&world), 0, "it sleeps again");
    // The upper one still lies on the two halves, and those on the lower one: nothing has sunk into anything.
    let height = |id: BodyId| world.body(id).unwrap().centre().y;
    assert!(height(ids[2]) - height(ids[0]) > 1.1, "{} above {}", height(ids[2]), height(ids[0]));
}

#[test]
fn a_cut_that_is_recorded_does_the_same_when_it_is_played_back() {
    let (mut one, mut other) = (pile(Method::Xpbd, false), pile(Method::Xpbd, false));
    for k in 0..90 {
        if k == 60 {
            one.cut(vec2(-2.0, 0.6), vec2(2.0, 0.4)).unwrap();
            other.apply(&Action::Cut(vec2(-2.0, 0.6), vec2(2.0, 0.4))).unwrap();
        }
        one.step(1.0 / 60.0);
        other.step(1.0 / 60.0);
    }
    assert_eq!(one.state_hash(), other.state_hash());
}

/// Steps a pile and cuts it at five moments and places, and lets half a second go by.
fn cut_at_random(world: &mut World, seed: u64, mut step: impl FnMut(&mut World), mut cut: impl FnMut(&mut World, [Vec2; 2])) {
    let mut noise = Noise(seed);
    for _ in 0..5 {
        (0..(30.0 * noise.next()) as u32).for_each(|_| step(world));
        cut(world, [(); 2].map(|()| noise.place(vec2(-2.0, 0.0), vec2(2.0, 3.0))));
    }
    (0..30).for_each(|_| step(world));
}

/// Heaps that once gained energy, some of them hundreds of times what they began with: chains and ropes held far on the wrong side of each other, blows that
/// hurried all that was caught meanwhile, and a disc that became stiffer while it was squeezed.
const CRUSHED: [u64; 9] = [
    7_746_340_437_589_372_584,
    3_812_040_369_151_016_607,
    15_362_738_631_823_053_361,
    7_681_369_315_911_532_853,
    5_232_703_935_550_189_630,
    6_653_367_501_949_362_653,
    18_296_760_630_360_725_692,
    1_120_696_679_701_508_830,
    13_549_413_312_986_877_515,
];

/// The same of pieces that pass through themselves.
const CRUSHED_NOT_ITSELF: [u64; 9] = [
    16_086_855_058_192_090_684,
    12_345,
    13_064_056_694_810_548_407,
    3_812_040_369_151_016_607,
    17_418_742_259_747_393_761,
    15_212_755_188_474_215_092,
    9_194_727_748_050_032_161,
    9_344_711_191_398_870_430,
    16_633_418_754_873_388_115,
];

#[test]
fn pieces_that_are_crushed_and_caught_in_each_other_do_not_heat_up() {
    let all = CRUSHED.map(|seed| (seed, true)).into_iter().chain(CRUSHED_NOT_ITSELF.map(|seed| (seed, false)));
    for (seed, itself) in all {
        let mut world = pile(Method::Xpbd, itself);
        let begin = world.energy().total();
        let step = |world: &mut World| {
            world.step(1.0 / 60.0);
            // What moves and rises: one sweep squeezes stiff triangles farther than they push back, so their strain tells of more energy than they can give.
            let energy = world.energy();
            let now = energy.kinetic + energy.gravity;
            assert!(now < 1.01 * begin, "{seed}, {} s: {begin} J became {now} J", world.time());
            assert!(!world.events().iter().any(|event| matches!(event, Event::Frozen { .. })), "{seed}");
        };
        cut_at_random(&mut world, seed, step, |world, [a, b]| drop(world.cut(a, b).unwrap()));
        assert!(world.energy().total() < 0.8 * begin, "{seed}: {} J", world.energy().total());
    }
}

proptest! {
    #![proptest_config(common::cases(32))]

    #[test]
    fn whatever_is_cut_in_a_pile_it_stays_whole_numbers_and_valid(
        seed in any::<u64>(),
        method in prop::sample::select(vec![Method::Xpbd, Method::SemiImplicitEuler, Method::PositionVerlet]),
        itself in any::<bool>(),
    ) {
        let mut world = pile(method, itself);
        let (count, mass) = (world.particles().len(), total_mass(&world));
        cut_at_random(&mut world, seed, |world| world.step(1.0 / 60.0), |world, [a, b]| {
            let before = matter(world);
            world.cut(a, b).unwrap();
            assert_eq!(matter(world), before);
            world.bodies().for_each(|body| assert_valid(body.blueprint()));
            assert_eq!(World::restore(&world.save()).unwrap().state_hash(), world.state_hash());
        });
        prop_assert_eq!(world.particles().len(), count);
        prop_assert_eq!(total_mass(&world), mass);
        prop_assert!(world.particles().iter().flatten().all(|number| number.is_finite()));
        let frozen: Vec<&Event> = world.events().iter().filter(|event| matches!(event, Event::Frozen { .. })).collect();
        prop_assert!(frozen.is_empty(), "{:?}", frozen);
    }
}
