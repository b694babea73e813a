//! Bodies solved as wholes against static solutions, eigenvalues and conservation laws.

use crate::common;

use common::sheet::Sheet;
use common::{open_air, only};
use glam::vec2;
use wobble2d::blueprint::Chain;
use wobble2d::{BodyDef, Fields, Method, Spring, Triangle, World};

fn beam(columns: u32, rows: u32, young: f32) -> (Sheet, World) {
    let sheet = Sheet { columns, rows, width: 10.0, height: 2.0, mass: 20.0, triangle: Triangle::new(young, 0.3) };
    let mut world = open_air(Method::Implicit, 8);
    let pins: Vec<u32> = (0..=rows).map(|y| sheet.at(0, y)).collect();
    common::add(&mut world, &sheet.build(pins));
    (sheet, world)
}


/// A chain of sticks or springs from the origin to the right.
fn chain(links: u32, tip: f32, spring: Option<Spring>) -> wobble2d::Blueprint {
    let mut builder = wobble2d::Blueprint::builder();
    for i in 0..=links {
        builder = builder.point(vec2(0.2 * i as f32, 0.0), if i == links { tip } else { 1.0 });
    }
    for i in 0..links {
        builder = match spring { Some(s) => builder.spring(i, i + 1, s), None => builder.stick(i, i + 1, wobble2d::Stick::default()) };
    }
    builder.pin([0]).build().unwrap()
}

#[test]
fn probe() {
    for spring in [None, Some(Spring::new(1e8))] {
    for tip in [1.0f32, 100.0, 1000.0] { for n in [1u32, 2, 8] {
        let mut world = open_air(Method::Implicit, n);
        common::add(&mut world, &chain(50, tip, spring));
        let e0 = world.energy().total();
        let t = std::time::Instant::now();
        let mut worst = 0.0f32;
        for _ in 0..240 {
            world.step(1.0/60.0);
            let v = only(&world);
            let len: f32 = (0..50).map(|i| v.position(i).distance(v.position(i+1))).sum();
            worst = worst.max(len / 10.0 - 1.0);
        }
        let el = t.elapsed() / 240;
        let e1 = world.energy().total();
        world.set_fields(Fields { damping: 3.0, ..Fields::default() }).unwrap();
        common::run(&mut world, 10.0);
        let v = only(&world);
        let len: f32 = (0..50).map(|i| v.position(i).distance(v.position(i+1))).sum();
        println!("chain {} tip {tip} n {n}: worst {:.4}% rest {:.4}% e0 {e0:.1} e1 {e1:.1} {el:?} end {} events {}", spring.is_some(), worst*100.0, (len/10.0-1.0)*100.0, v.position(50), world.events().len());
    }}}
    // pendulum
    for n in [1u32, 2, 8] {
        let mut world = open_air(Method::Implicit, n);
        let b = wobble2d::Blueprint::builder().point(vec2(0.0,0.0), 1.0).point(vec2(1.0, 0.0), 1.0).stick(0, 1, wobble2d::Stick::default()).pin([0]).build().unwrap();
        common::add(&mut world, &b);
        let e0 = world.energy().total();
        let mut low = 0.0f64;
        let mut es = vec![];
        let mut height = -9.0f32;
        for k in 0..3600 {
            world.step(1.0/60.0);
            let e = world.energy().total();
            if k % 600 == 599 { es.push((e, height)); height = -9.0; }
            height = height.max(only(&world).position(1).y);
            low = low.min(e);
        }
        println!("pendulum n {n}: e0 {e0:.5} low {low:.5} {es:?}");
    }
    // free blocks
    for young in [1e4f32, 1e6, 1e8, 1e12] { for n in [2u32, 8] { for spin in [6.0f32, 20.0] {
        let sheet = Sheet { columns: 16, rows: 16, width: 1.0, height: 1.0, mass: 1.0, triangle: Triangle::new(young, 0.3) };
        let mut world = open_air(Method::Implicit, n);
        world.add(BodyDef::new(&sheet.build([])).moving(1.0, 50.0).spinning(spin)).unwrap();
        let l0 = world.angular_momentum(vec2(0.0,0.0));
        let t = std::time::Instant::now();
        let sp0 = only(&world).angular_velocity();
        common::run(&mut world, 10.0);
        println!("block E {young} n {n} spin {spin}: L {l0:?} -> {:?} spin {sp0} {} v {} at {} {:?}", world.angular_momentum(vec2(0.0,0.0)), only(&world).angular_velocity(), only(&world).velocity(), only(&world).centre(), t.elapsed()/600);
    }}}
}
