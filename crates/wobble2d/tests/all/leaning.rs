//! Bodies solved as wholes that lean on each other, on scenery, on walls and on rigid bodies.

use crate::common;

use common::sheet::Sheet;
use common::{open_air, run};
use glam::{Vec2, vec2};
use wobble2d::blueprint::{Lattice, Mesh};
use wobble2d::{
    Blueprint, BodyDef, BodyId, Bounds, Fields, Material, Method, Settings, Spring, Stick, Surface, Triangle, Width, World,
};

fn world() -> World {
    open_air(Method::Implicit, 8)
}

fn ground() -> Blueprint {
    let corners = [vec2(-20.0, -2.0), vec2(20.0, -2.0), vec2(20.0, 0.0), vec2(-20.0, 0.0)];
    Blueprint::builder().points(corners, 1.0).pin(0..4).outline(0..4).build().unwrap()
}

/// A square metre of so many cells along each side, of a kilogram.
fn square(cells: u32, young: f32) -> Sheet {
    Sheet { columns: cells, rows: cells, width: 1.0, height: 1.0, mass: 1.0, triangle: Triangle::new(young, 0.3) }
}

fn top_speed(world: &World) -> f32 {
    let speeds = |body: wobble2d::BodyView<'_>| -> f32 {
        (0..body.blueprint().points().len() as u32).map(|i| body.velocity(i).length()).fold(0.0, f32::max)
    };
    world.bodies().map(speeds).fold(0.0, f32::max)
}

fn assert_sound(world: &World, what: &str) {
    assert!(world.bodies().all(|body| body.frozen().is_none()), "{what}: a body was frozen");
}

#[test]
fn a_fine_block_carries_ten_times_its_mass_on_its_top_row() {
    for on_wall in [false, true] {
        for (young, wanted) in [(1e4, 0.989), (1e5, 0.999), (1e6, 0.9999)] {
            let sheet = square(36, young);
            let mut world = world();
            if on_wall {
                let bounds = Bounds { restitution: 0.0, ..Bounds::new(vec2(-50.0, 0.0), vec2(50.0, 50.0)) };
                world.set_settings(Settings { bounds: Some(bounds), ..*world.settings() }).unwrap();
            } else {
                common::add(&mut world, &ground());
            }
            let block = world.add(BodyDef::new(&sheet.loaded(10.0, [])).at(0.0, 0.002)).unwrap();
            run(&mut world, 3.0);
            let at = |x, y| world.body(block).unwrap().position(sheet.at(x, y)).y;
            let height = at(18, 36) - at(18, 0);
            assert!((height - wanted).abs() < 0.0015, "E = {young}, wall {on_wall}: {height} for {wanted}");
            // The soft one still rings.
            assert!(
                top_speed(&world) < if young > 1e4 { 0.005 } else { 0.03 },
                "E = {young}, wall {on_wall}: {} m/s",
                top_speed(&world)
            );
        }
    }
}

/// Stands a tower up, and tells where its top is after some seconds and how far it has gone meanwhile.
fn tower(blueprint: &Blueprint, height: f32, count: u32, seconds: f32) -> (Vec2, Vec2) {
    let mut world = world();
    common::add(&mut world, &ground());
    let mut top = None;
    let lowest = blueprint.points().iter().map(|point| point.position.y).fold(f32::INFINITY, f32::min);
    for i in 0..count {
        let aside = if i % 2 == 0 { 0.0 } else { 0.013 * height };
        top = world.add(BodyDef::new(blueprint).at(aside, 0.01 * height + 1.01 * height * i as f32 - lowest)).ok();
    }
    let at = |world: &World| world.body(top.unwrap()).unwrap().centre();
    run(&mut world, 3.0);
    let before = at(&world);
    run(&mut world, seconds - 3.0);
    assert_sound(&world, "tower");
    (at(&world), at(&world) - before)
}

#[test]
fn ten_blocks_stand_for_a_minute() {
    let (top, drift) = tower(&square(8, 1e5).build([]), 1.0, 10, 60.0);
    assert!((9.4..9.6).contains(&top.y) && drift.length() < 0.01, "{top} {drift}");
}

#[test]
fn ten_fine_blocks_and_ten_stiff_blocks_stand() {
    for (cells, young) in [(16, 1e5), (8, 1e6), (4, 1e7)] {
        let (top, drift) = tower(&square(cells, young).build([]), 1.0, 10, 8.0);
        assert!((9.4..9.6).contains(&top.y) && drift.length() < 0.01, "{cells} cells, E = {young}: {top} {drift}");
    }
}

#[test]
fn lattices_and_blocks_of_rubber_stand() {
    let spring = Spring::new(1e5);
    let lattice = Lattice { columns: 8, rows: 8, spacing: 0.1, mass: 1.0, structural: spring, shear: spring, area: None };
    let (top, drift) = tower(&lattice.build().unwrap(), 0.7, 10, 20.0);
    assert!(top.y > 6.5 && drift.length() < 0.01, "lattices: {top} {drift}");
    let rubber = Mesh::rectangle(1.0, 1.0).of(Material::RUBBER).build().unwrap();
    let (top, drift) = tower(&rubber, 1.0, 5, 20.0);
    assert!(top.y > 4.0 && drift.length() < 0.01, "rubber: {top} {drift}");
}

#[test]
fn a_block_carries_a_hundred_times_its_mass() {
    for (count, young) in [(2, 1e6), (5, 1e7)] {
        let mut world = world();
        common::add(&mut world, &ground());
        let mut last = None;
        for i in 0..count {
            let mass = if i + 1 == count { 100.0 } else { 1.0 };
            let block = Sheet { mass, ..square(8, young) }.build([]);
            last = world.add(BodyDef::new(&block).at(0.013 * (i % 2) as f32, 0.01 + 1.01 * i as f32)).ok();
        }
        run(&mut world, 8.0);
        assert_sound(&world, "heavy top");
        let top = world.body(last.unwrap()).unwrap().centre();
        let wanted = count as f32 - 0.5;
        assert!((top.y - wanted).abs() < 0.02 && (top.x - 0.5).abs() < 0.1, "{count} blocks, E = {young}: {top}");
        assert!(top_speed(&world) < 0.1, "{count} blocks, E = {young}: {} m/s", top_speed(&world));
    }
}

#[test]
fn a_beam_on_two_supports_sags_as_theory_says() {
    let sheet = Sheet { columns: 160, rows: 16, width: 10.0, height: 1.0, mass: 10.0, triangle: Triangle::new(1e5, 0.3) };
    let mut world = world();
    world.set_fields(Fields { damping: 2.0, ..Fields::default() }).unwrap();
    let slippery = Surface { friction: 0.0, ..Surface::default() };
    for x in [0.5, 9.5] {
        let post = [vec2(x - 0.05, -1.0), vec2(x + 0.05, -1.0), vec2(x, 0.0)];
        let post = Blueprint::builder().points(post, 1.0).pin(0..3).outline(0..3).build().unwrap();
        world.add(BodyDef::new(&post).surface(slippery)).unwrap();
    }
    let beam = world.add(BodyDef::new(&sheet.build([])).at(0.0, 0.01).surface(slippery)).unwrap();
    run(&mut world, 6.0);
    let at = |x, y| world.body(beam).unwrap().position(sheet.at(x, y)).y;
    let sag = at(8, 8).midpoint(at(152, 8)) - at(80, 8);
    // Euler's beam in plane stress of width 1 between its supports, its ends hanging over by c, and shear of a rectangle.
    let (w, e, l, c) = (9.81f32, 1e5f32, 9.0f32, 0.5f32);
    let (inertia, shear) = (1.0 / 12.0, e / 2.6 / 1.2);
    let bend = 5.0 * w * l * l * l * l / (384.0 * e * inertia) - w * c * c / 2.0 * l * l / (8.0 * e * inertia);
    let wanted = bend + w * l * l / (8.0 * shear);
    assert!((sag / wanted - 1.0).abs() < 0.03, "{sag} for {wanted}");
}

/// A rope of links from one place to another, as sticks or as stiff springs.
fn rope(ends: [Vec2; 2], links: u32, mass: f32, spring: Option<Spring>, pinned: &[u32]) -> Blueprint {
    let [from, to] = ends;
    let place = |i: u32| from + (to - from) * (i as f32 / links as f32);
    let builder = (0..=links).fold(Blueprint::builder(), |builder, i| builder.point(place(i), mass / (links + 1) as f32));
    let link = |builder: wobble2d::blueprint::BlueprintBuilder, i: u32| match spring {
        Some(spring) => builder.spring(i, i + 1, spring),
        None => builder.stick(i, i + 1, Stick::default()),
    };
    (0..links).fold(builder, link).strand(0..=links).pin(pinned.iter().copied()).build().unwrap()
}

/// How long a rope is, from end to end along its links. `[m]`
fn length(world: &World, rope: BodyId) -> f32 {
    let view = world.body(rope).unwrap();
    (1..view.blueprint().points().len() as u32).map(|i| view.position(i - 1).distance(view.position(i))).sum()
}

#[test]
fn a_rope_bridge_holds_a_disc_of_many_times_its_mass() {
    for spring in [None, Some(Spring::new(1e6))] {
        for heavy in [10.0, 100.0, 1000.0] {
            let mut world = world();
            world.set_fields(Fields { damping: 1.0, ..Fields::default() }).unwrap();
            let bridge = common::add(&mut world, &rope([vec2(-5.0, 0.0), vec2(5.0, 0.0)], 40, 1.0, spring, &[0, 40]));
            let disc = Mesh::disc(0.5).of(Material::STEEL).build().unwrap();
            let disc = world.add(BodyDef::new(&disc).at(0.1, 0.7)).unwrap();
            world.set_mass(disc, heavy).unwrap();
            run(&mut world, 15.0);
            assert_sound(&world, "bridge");
            let place = world.body(disc).unwrap().centre();
            assert!(place.x.abs() < 0.5 && place.y > -1.5, "{heavy} kg, {spring:?}: {place}");
            let stretch = length(&world, bridge) / 10.0 - 1.0;
            match spring {
                None => assert!(stretch < 1e-5 * heavy + 1e-3, "{heavy} kg: {stretch}"),
                Some(spring) => {
                    // Two straight parts that meet in the middle: the pull of each, and how much longer it makes them.
                    let pull = |sine: f32| 9.81 * heavy / (2.0 * sine);
                    let (mut low, mut high) = (1e-3f32, 0.9f32);
                    for _ in 0..60 {
                        let sine = low.midpoint(high);
                        let longer = 1.0 + 4.0 * pull(sine) / spring.stiffness;
                        if (1.0 - sine * sine).sqrt() * longer > 1.0 { low = sine } else { high = sine }
                    }
                    let wanted = 4.0 * pull(low) / spring.stiffness;
                    assert!((stretch - wanted).abs() < 0.03 * wanted + 2e-4, "{heavy} kg: {stretch} for {wanted}");
                }
            }
        }
    }
}

#[test]
fn a_heavy_ball_falls_on_a_light_cloth_and_is_held() {
    let cloth = rope([vec2(-1.0, 0.0), vec2(1.0, 0.0)], 20, 0.5, Some(Spring::new(1e6)), &[0, 20]);
    let mut world = world();
    world.set_fields(Fields { damping: 1.0, ..Fields::default() }).unwrap();
    let cloth = common::add(&mut world, &cloth);
    let ball = world.add(BodyDef::new(&Mesh::disc(0.3).of(Material::STEEL).build().unwrap()).at(0.0, 1.0)).unwrap();
    world.set_mass(ball, 50.0).unwrap();
    let mut lowest = f32::INFINITY;
    for _ in 0..720 {
        world.step(1.0 / 60.0);
        lowest = lowest.min(world.body(ball).unwrap().centre().y);
    }
    assert_sound(&world, "cloth");
    assert!(lowest > -0.5, "{lowest}");
    // The static stretch of two straight parts is 0.0136; the ball is round, and lays the cloth around itself.
    let stretch = length(&world, cloth) / 2.0 - 1.0;
    assert!((stretch - 0.0136).abs() < 0.005, "{stretch}");
}

#[test]
fn a_rope_hangs_over_a_disc_and_lies_on_the_floor() {
    for spring in [None, Some(Spring::new(1e6))] {
        let mut world = world();
        world.set_fields(Fields { damping: 0.5, ..Fields::default() }).unwrap();
        let round = (0..32).map(|k| Vec2::from_angle(k as f32 * core::f32::consts::TAU / 32.0));
        common::add(&mut world, &Blueprint::builder().points(round, 1.0).outline(0..32).pin(0..32).build().unwrap());
        let draped = common::add(&mut world, &rope([vec2(-3.0, 1.05), vec2(3.0, 1.05)], 40, 1.0, spring, &[]));
        run(&mut world, 8.0);
        assert_sound(&world, "draped");
        let view = world.body(draped).unwrap();
        assert!((0..41).all(|i| view.position(i).length() > 0.99), "a point is inside the disc");
        assert!((length(&world, draped) / 6.0 - 1.0).abs() < 1e-3, "{}", length(&world, draped));
        assert!(view.position(0).y < -1.0 && view.position(40).y < -1.0, "{} {}", view.position(0), view.position(40));
    }
    let mut world = world();
    common::add(&mut world, &ground());
    let rope = common::add(&mut world, &rope([vec2(-3.0, 0.5), vec2(3.0, 2.5)], 60, 1.0, None, &[]));
    run(&mut world, 8.0);
    let view = world.body(rope).unwrap();
    assert!((0..61).all(|i| (-0.002..0.2).contains(&view.position(i).y)), "it does not lie on the floor");
    assert!(top_speed(&world) < 0.01, "{} m/s", top_speed(&world));
}

/// Bodies that collide far from anything else.
fn collision(e: f32, with_rope: bool) -> World {
    let mut world = common::empty_space(Method::Implicit, 8);
    let surface = Surface { friction: 0.5, restitution: e, ..Surface::default() };
    let block = square(8, 1e5).build([]);
    world.add(BodyDef::new(&block).at(0.0, 0.0).spinning(1.0).surface(surface)).unwrap();
    world.add(BodyDef::new(&block).at(2.0, 0.3).moving(-4.0, 0.5).surface(surface)).unwrap();
    if with_rope {
        world.add(BodyDef::new(&rope([vec2(-1.5, -1.0), vec2(-1.2, 2.0)], 20, 0.5, None, &[])).surface(surface)).unwrap();
    }
    let disc = Mesh::disc(0.3).of(Material::STEEL).build().unwrap();
    let disc = world.add(BodyDef::new(&disc).at(4.0, 0.5).moving(-8.0, 0.0).surface(surface)).unwrap();
    world.set_mass(disc, 2.0).unwrap();
    world
}

#[test]
fn collisions_keep_momentum_and_angular_momentum_and_make_no_energy() {
    for (e, with_rope) in [(0.0, false), (1.0, false), (0.0, true)] {
        let mut world = collision(e, with_rope);
        let (momentum, turning, energy) = (world.momentum(), world.angular_momentum(Vec2::ZERO), world.energy().total());
        let speeds: f64 = world.bodies().map(|body| f64::from(body.mean_velocity().length() * body.mass())).sum();
        for _ in 0..180 {
            world.step(1.0 / 60.0);
            let now = world.energy().total();
            assert!(now < 1.01 * energy, "e = {e}, {} s: {energy} J became {now} J", world.time());
        }
        assert!((world.momentum() - momentum).length() < 1e-4 * speeds, "e = {e}: {momentum} became {}", world.momentum());
        let now = world.angular_momentum(Vec2::ZERO);
        // A rope that is folded together by a blow does not get all of its spin back: that would be energy.
        // What parts overlap with restitution moves what has momentum.
        let most = if with_rope {
            1e-2
        } else if e > 0.0 {
            2e-3
        } else {
            1e-3
        };
        assert!((now - turning).abs() < most * speeds, "e = {e}: {turning} became {now}");
        assert!(world.bodies().next().unwrap().mean_velocity().length() > 0.5, "nothing was hit");
    }
}

/// A heap of blocks, a lattice, a rope and a rigid disc on the ground and a soft ball on top.
fn heap(width: Width) -> World {
    let mut world = world();
    let bounds = Bounds::new(vec2(-2.0, -1.0), vec2(4.0, 50.0));
    world.set_settings(Settings { width, bounds: Some(bounds), ..*world.settings() }).unwrap();
    common::add(&mut world, &ground());
    for i in 0..3 {
        world.add(BodyDef::new(&square(6, 1e5).build([])).at(0.2 * i as f32, 0.01 + 1.01 * i as f32)).unwrap();
    }
    world.add(BodyDef::new(&common::lattice(5, 5, 3e4)).at(1.8, 0.3).spinning(1.0)).unwrap();
    world.add(BodyDef::new(&rope([vec2(-1.5, 3.5), vec2(3.0, 4.0)], 30, 0.5, None, &[]))).unwrap();
    world.add(BodyDef::new(&Mesh::disc(0.3).of(Material::STEEL).build().unwrap()).at(0.5, 4.5)).unwrap();
    world.add(BodyDef::new(&common::blob()).at(1.2, 5.5)).unwrap();
    world
}

#[test]
fn a_heap_is_the_same_to_the_bit_for_any_width_and_number_of_threads_and_from_a_snapshot() {
    let [mut plain, mut wide] = [Width::One, Width::Widest].map(heap);
    wobble2d::oracle::share_always(&mut wide, 3);
    run(&mut plain, 1.5);
    run(&mut wide, 1.5);
    assert_eq!(plain.particles(), wide.particles());
    let mut restored = World::restore(&plain.save()).unwrap();
    run(&mut plain, 1.5);
    run(&mut restored, 1.5);
    assert_sound(&plain, "heap");
    assert_eq!(plain.state_hash(), restored.state_hash());
}

#[test]
fn a_heap_falls_asleep_and_wakes() {
    let mut world = heap(Width::Widest);
    world.set_settings(Settings { sleep: true, ..*world.settings() }).unwrap();
    // Or the disc would roll on.
    world.set_fields(Fields { damping: 0.5, ..Fields::default() }).unwrap();
    run(&mut world, 20.0);
    let ids: Vec<BodyId> = world.bodies().filter(|body| body.is_asleep()).map(|body| body.id()).collect();
    assert!(ids.len() >= 6, "{} of 8 sleep, {} m/s", ids.len(), top_speed(&world));
    let before: Vec<Vec2> = ids.iter().map(|&id| world.body(id).unwrap().centre()).collect();
    run(&mut world, 5.0);
    assert!(ids.iter().zip(before).all(|(&id, before)| world.body(id).unwrap().centre() == before));
    let ball = Mesh::disc(0.3).of(Material::STEEL).build().unwrap();
    world.add(BodyDef::new(&ball).at(0.7, 6.0).moving(0.0, -5.0)).unwrap();
    run(&mut world, 1.0);
    assert!(ids.iter().any(|&id| !world.body(id).unwrap().is_asleep()), "nothing woke");
    assert_sound(&world, "heap");
}

#[test]
fn a_stack_is_the_same_at_every_scale() {
    let stack = |s: f32| {
        let mut world = World::new();
        world.set_fields(Fields { gravity: vec2(0.0, -9.81 * s), ..Fields::default() }).unwrap();
        let settings = Settings { method: Method::Implicit, speed_limit: 1000.0 * s, ..Settings::default() };
        world.set_settings(settings).unwrap();
        let corners = [vec2(-4.0, -2.0), vec2(5.0, -2.0), vec2(5.0, 0.0), vec2(-4.0, 0.0)].map(|corner| s * corner);
        common::add(&mut world, &Blueprint::builder().points(corners, 1.0).pin(0..4).outline(0..4).build().unwrap());
        for i in 0..4 {
            let sheet = Sheet { width: s, height: s, ..square(6, 1e5) };
            let at = s * vec2(0.013 * i as f32, 0.01 + 1.01 * i as f32);
            world.add(BodyDef::new(&sheet.build([])).at(at.x, at.y)).unwrap();
        }
        let ends = [vec2(-0.5, 4.3), vec2(1.5, 4.5)].map(|end| s * end);
        common::add(&mut world, &rope(ends, 20, 0.5, None, &[]));
        run(&mut world, 1.5);
        assert_sound(&world, "stack");
        world.particles().iter().map(|record| record.map(|number| (number / s).to_bits())).collect::<Vec<_>>()
    };
    let plain = stack(1.0);
    for s in [1.0 / 128.0, 128.0] {
        assert!(stack(s) == plain, "lengths times {s}");
    }
}
